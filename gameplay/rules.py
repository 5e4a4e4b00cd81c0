"""Which rulesets can be played at a table.

All that the engine knows, since tables and their page can show every phase. What were not listed
here could not be chosen, by nobody and for nothing: the door for rules that come before their page.
"""

from __future__ import annotations

from typing import ClassVar

from engine import rulesets
from engine.errors import RikkenError

OFFERED = rulesets.names()


class NotOffered(RikkenError):
    """The ruleset exists, and no table plays it yet."""

    default_code: ClassVar[str] = "ruleset_not_offered"


def must_be_offered(ruleset: str) -> None:
    """:raises NotOffered: with what there is to choose from."""
    if ruleset not in OFFERED:
        raise NotOffered(
            f"no table plays {ruleset} yet",
            detail={"ruleset": ruleset, "offered": list(OFFERED)},
        )
