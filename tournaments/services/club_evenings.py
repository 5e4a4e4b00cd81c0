"""The tournament of a club's evening, made of the list of who comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext

from clubs import selectors
from clubs import stream as clubs
from clubs.domain import meetings, roles
from clubs.domain.club import Club, Evening
from clubs.domain.errors import ClubRefused
from clubs.domain.wants import must
from tournaments import stream
from tournaments.domain import movement, wants
from tournaments.domain.championship import DUPLICATE, HALL, ONLINE, OWN, SCHEDULED
from tournaments.services import registration, schedule

BREAK = 15
"""Minutes between the sessions of an evening."""


class By(TypedDict):
    """Who makes it, and when."""

    actor: str
    now: datetime


STARTS: Mapping[str, Mapping[str, object]] = {
    DUPLICATE: {
        "sessions": 1,
        "rounds": 3,
        "boards": 4,
        "round_minutes": 30,
        "venue": HALL,
    },
    OWN: {"sessions": 2, "rounds": 1, "boards": 20, "round_minutes": 100},
}
"""What an evening is like, by whose cards are played, where nobody says it."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who of an evening's list has an account, and who has none and so plays with real cards:
    keys of members and guests, and what they are called."""

    users: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    without: dict[str, str] = field(default_factory=dict)

    @property
    def fillers(self) -> int:
        """House players who make it enough for a tournament online."""
        return max(0, movement.MIN_PLAYERS - len(self.users))


def look(club_key: str, evening_key: str, by: int) -> tuple[Club, Evening, Field]:
    """Who comes, for somebody who plans the club's evenings.

    :raises clubs.domain.errors.ClubRefused: no such club or evening; ``not_allowed``.
    """
    club = clubs.state(club_key)
    member = must(club, by, roles.PLAN)
    evening = meetings.evening_of(club, evening_key)
    if evening.cancelled:
        raise ClubRefused("evening_cancelled", "the evening was called off")
    found = Field()
    for comer in selectors.comers(evening, selectors.people(club, member.powers)):
        if comer.waits or (comer.member is not None and not comer.member.active):
            continue
        if comer.member is not None and comer.member.user is not None:
            found.users.append(comer.member.user)
            found.names.append(comer.name)
        else:
            found.without[comer.key] = comer.name
    return club, evening, found


def title(club: Club, evening: Evening) -> str:
    """What its tournament is called where nobody says it."""
    day = timezone.localtime(evening.starts, ZoneInfo(club.zone))
    return f"{club.name}, {formats.date_format(day, gettext('D j F Y'))}"


def make(
    club_key: str,
    evening_key: str,
    *,
    settings: Mapping[str, object],
    by: int,
    now: datetime,
    sent: str,
    named: registration.Named,
) -> str:
    """Announce it by the rules of the house, enter everybody who comes, and answer its key. Who has
    no account is left out where all play online. Sent twice it is made once.

    :raises ClubRefused: as ``look``.
    :raises engine.RikkenError: the house rules, or another setting, do not suit a tournament.
    """
    club, evening, players = look(club_key, evening_key, by)
    rules = club.rules[-1]
    wall = evening.starts.astimezone(ZoneInfo(club.zone)).strftime("%Y-%m-%dT%H:%M")
    rounds = settings["rounds"]
    later = [{"rounds": rounds} for _ in range(1, int(str(settings.get("sessions", 1))))]
    own = settings.get("cards") == OWN
    told = {
        "session_break_minutes": BREAK,
        "venue": HALL if own else ONLINE,
        **{name: value for name, value in settings.items() if name != "rounds"},
        "zone": club.zone,
        "language": club.language,
        "ruleset": rules.ruleset,
        "options": rules.options,
        "sessions": [{"starts": wall, "rounds": rounds}, *later],
    }
    key = schedule.key_for(by, f"{club_key}:{evening_key}:{sent}")
    asks: By = {"actor": f"user:{by}", "now": now}
    # Whoever was killed half-way would find it made, with the others left out.
    with transaction.atomic():
        schedule.schedule(settings=told, organizer=by, key=key, **asks)
        stream.change(
            key, lambda state: wants.hold(state, club=club_key, evening=evening_key), **asks
        )
        if stream.state(key).championship.status == SCHEDULED:
            registration.open(key, **asks)
            registration.enter_people(key, players.users, **asks)
            if told["venue"] != ONLINE:
                registration.enter_members(key, list(players.without), **asks)
            elif players.fillers:
                registration.bring_house_to(key, players.fillers, named=named, **asks)
            registration.close(key, **asks)
    return key
