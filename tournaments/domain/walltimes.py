"""Times on the wall of a playing room, and the instants they mean.

Twice a year a wall clock is moved: some times do not exist, some come twice. Those are asked about
and never guessed.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from engine.rulesets.base import nearest
from tournaments.domain.errors import TournamentRefused

__all__ = ["instant", "known_zone", "written"]

_FORM = re.compile(
    r"(?P<wall>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)(?P<offset>Z|[+-]\d\d:\d\d)?", re.ASCII
)
_OFFSET = re.compile(r"(?P<sign>[+-])(?P<hours>\d\d):(?P<minutes>[0-5]\d)", re.ASCII)


@lru_cache(maxsize=1)
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def known_zone(name: object) -> ZoneInfo:
    if not isinstance(name, str) or name not in _zones():
        raise TournamentRefused(
            "unknown_zone",
            "no such time zone",
            zone=str(name)[:40],
            nearest=nearest(name, _zones()),
        )
    return ZoneInfo(name)


def written(moment: datetime) -> str:
    """A moment as events hold it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def instant(text: object, zone: ZoneInfo, *, offset: object = None, name: str) -> datetime:
    """The moment a text means: ``2027-03-28T13:00`` on the wall, or with ``Z`` or an offset.

    ``offset`` ("+02:00") says which of two is meant; ``name`` is the setting that is asked about.

    :raises TournamentRefused: ``bad_time``; ``wall_time_missing`` and ``wall_time_twice``, with
        the choices; ``bad_offset`` for one that is none of them.
    """
    match = _FORM.fullmatch(text) if isinstance(text, str) else None
    try:
        wall = datetime.fromisoformat(match["wall"]) if match else None
    except ValueError:
        wall = None
    # The edges of the calendar have no instants in some zone or other.
    if match is None or wall is None or not 2000 <= wall.year <= 2999:
        raise TournamentRefused("bad_time", "not a time", name=name, value=str(text)[:40])
    if match["offset"]:
        return (wall - _offset(match["offset"], name)).replace(tzinfo=UTC)
    choices = _offsets(wall, zone)
    missing = all(_on_the_wall(wall, each, zone) != wall for each in choices)
    if offset is not None:
        chosen = _offset(offset, name)
        if chosen not in choices:
            raise TournamentRefused(
                "bad_offset",
                "the zone has another offset then",
                name=name,
                value=str(offset)[:10],
                choices=_told(wall, choices, zone),
            )
        return (wall - chosen).replace(tzinfo=UTC)
    if len(choices) > 1:
        raise TournamentRefused(
            "wall_time_missing" if missing else "wall_time_twice",
            "the clock is moved then",
            name=name,
            value=wall.strftime("%Y-%m-%dT%H:%M"),
            zone=zone.key,
            choices=_told(wall, choices, zone),
        )
    return (wall - choices[0]).replace(tzinfo=UTC)


def _offsets(wall: datetime, zone: ZoneInfo) -> list[timedelta]:
    """One, or two where the clock is moved: the one before and the one after."""
    found = [wall.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
    return list(dict.fromkeys(each for each in found if each is not None))


def _on_the_wall(wall: datetime, offset: timedelta, zone: ZoneInfo) -> datetime:
    """What the wall shows at the instant that this time and offset mean."""
    return (wall - offset).replace(tzinfo=UTC).astimezone(zone).replace(tzinfo=None, fold=0)


def _told(wall: datetime, choices: list[timedelta], zone: ZoneInfo) -> list[dict[str, str]]:
    return [
        {
            "offset": timezone(each).tzname(None)[3:] or "+00:00",
            "starts": written((wall - each).replace(tzinfo=UTC)),
            "wall": _on_the_wall(wall, each, zone).strftime("%Y-%m-%dT%H:%M"),
        }
        for each in choices
    ]


def _offset(text: object, name: str) -> timedelta:
    if text == "Z":
        return timedelta(0)
    match = _OFFSET.fullmatch(text) if isinstance(text, str) else None
    if match is None or int(match["hours"]) > 14:
        raise TournamentRefused("bad_offset", "not an offset", name=name, value=str(text)[:10])
    size = timedelta(hours=int(match["hours"]), minutes=int(match["minutes"]))
    return -size if match["sign"] == "-" else size
