"""Which rulesets can be played at a table.

The engine knows more than tables and their page can show so far: naming a leader, discarding, a
turned trump, open hands. What is not listed here cannot be chosen, by nobody and for nothing.
"""

from __future__ import annotations

from typing import ClassVar

from engine.errors import RikkenError
from engine.rulesets import DEFAULT

OFFERED = (DEFAULT,)


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
