"""How much time a table gives its people, as it was settled when the table was opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from gameplay.errors import PlayRefused

# When an owner who is back has his seat again: with his next word, or with the next board.
AT_ONCE, BOARD = "at_once", "board"
GIVEN_BACK = (AT_ONCE, BOARD)

# Less than this nobody can play by hand; what is decided faster never touches a reserve.
LEAST_SECONDS, MOST_SECONDS = 5, 3600
# A phone that changes from one network to another is gone for some seconds.
LEAST_AWAY = 15


@dataclass(frozen=True, slots=True)
class TimeControl:
    """``seconds`` for each action, and then a ``reserve`` that each seat has once on every board;
    without any nobody is hurried. Who has no connection for ``away`` seconds is stood in for; 0
    means never. ``back``: when the seat is its owner's again.
    """

    seconds: int = 0
    reserve: int = 0
    away: int = 0
    back: str = AT_ONCE

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


CALM = TimeControl(seconds=45, reserve=180, away=60)
BRISK = TimeControl(seconds=15, reserve=60, away=60)


def made(time: TimeControl) -> TimeControl | None:
    """The same, or None where it would never do anything.

    :raises PlayRefused: a number that is too small or too large, named by ``name``.
    """
    bounds = {
        "seconds": (LEAST_SECONDS, MOST_SECONDS),
        "reserve": (0, MOST_SECONDS),
        "away": (LEAST_AWAY, MOST_SECONDS),
    }
    for name, (least, most) in bounds.items():
        value = getattr(time, name)
        if value and not least <= value <= most:
            raise PlayRefused("bad_time", "no such time", name=name, least=least, most=most)
    if time.back not in GIVEN_BACK:
        raise PlayRefused("bad_time", "no such time", name="back", values=list(GIVEN_BACK))
    if time.reserve and not time.seconds:
        raise PlayRefused("bad_time", "a reserve to what?", name="reserve", least=0, most=0)
    return time if time.seconds or time.away else None


def read(stored: Mapping[str, object] | None) -> TimeControl | None:
    return None if stored is None else TimeControl(**stored)  # type: ignore[arg-type]
