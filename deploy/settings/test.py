"""For pytest: fixed keys, a database file of its own, no waiting for house players.

A file and not `:memory:`, because tests with real transactions open several connections.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_data = Path(tempfile.mkdtemp(prefix="rikken-test-"))
atexit.register(shutil.rmtree, _data, ignore_errors=True)

# A developer's own variables must not decide what is tested.
for _name in (
    "DATABASE_URL",
    "REDIS_URL",
    "DEMO",
    "DEMO_CHAMPIONSHIP",
    "EMAIL_URL",
    "ALLOWED_HOSTS",
    "ADMINS",
    "ERASURES",
):
    os.environ.pop(_name, None)
_outside = os.environ.get("RIKKEN_DATA")
os.environ["RIKKEN_DATA"] = str(_data)

from deploy.settings.base import *  # noqa: E402, F403
from deploy.settings.base import DATABASES  # noqa: E402

# Processes that a test starts choose their own.
os.environ.pop("RIKKEN_DATA")
if _outside is not None:
    os.environ["RIKKEN_DATA"] = _outside

SECRET_KEY = "only for tests"  # noqa: S105
DEAL_KEY = bytes(range(32))
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
DATABASES["default"]["TEST"] = {"NAME": str(_data / "test.sqlite3")}
SCRUB_UNCAUGHT = False
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Argon2 is slow on purpose; tests of it set the real list.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
HOUSE_PACE_MS = (0, 0)
BOARD_PAUSE_MS = 0
# Tests start and stop hubs: a connection must not outlive the hub's threads.
DATABASES["default"]["CONN_MAX_AGE"] = 0
# Every client of a test makes the middleware anew, which would look at all static files each time.
WHITENOISE_AUTOREFRESH = True
