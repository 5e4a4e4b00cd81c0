"""On one's own machine; `make demo` runs with these. Everything comes from the environment."""

from deploy.settings.base import *  # noqa: F403
