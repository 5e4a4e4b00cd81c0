"""An evening with own cards, of which the first session is played: for tests of the second."""

from __future__ import annotations

from datetime import date, time
from typing import Any

from django.utils import timezone

from clubs.services import evenings, founding
from tests.clubs.people import Club40
from tournaments import rehearsal, stream
from tournaments.domain.championship import Championship
from tournaments.services import clock, club_evenings, hall, rounds, seating

DEALS = 5


def by(**more: Any) -> dict[str, Any]:
    return {"actor": "user:1", "now": timezone.now(), **more}


def seated(club: Club40, people: int, **settings: Any) -> str:
    """Toos and so many others without an account, in two sessions of five deals."""
    sent = club.sent("toos")
    founding.set_rules(
        club.key, by=sent.by, now=sent.now, ruleset="championship-online", options={}
    )
    year = timezone.now().year + 1
    evenings.plan(
        club.key,
        sent,
        first=date(year, 3, 22),
        at=time(20),
        every="once",
        times=1,
        places=0,
    )
    (evening,) = club.state.evenings
    members = [club.adds(f"Lid {at:02}").key for at in range(1, people)]
    members.append(club.member("toos").key)
    evenings.sign_up_all(club.key, sent, evening=evening, members=members)
    key = club_evenings.make(
        club.key,
        evening,
        settings={
            "title": "Maandag",
            "cards": "own",
            "sessions": 2,
            "rounds": 1,
            "boards": DEALS,
            "round_minutes": 100,
            "plan": "meet",
            "tariff": 5,
            **settings,
        },
        by=sent.by,
        now=timezone.now(),
        sent="once",
        named=rehearsal.house_player,
    )
    seating.seat(key, seed=7, **by())
    return key


def state_of(key: str) -> Championship:
    return stream.state(key).championship


def starts(key: str, number: int) -> None:
    rounds.start(key, number, **by())
    clock.run_due(timezone.now())


def writes(key: str, number: int, table: int, board: int) -> None:
    """North played with East, and made so many tricks that few come out equal."""
    seats = state_of(key).rounds[number - 1].tables[table - 1]
    contract = {"bid": "rik", "declarer": "N", "partner": "E", "tricks": 6 + (table + board) % 5}
    hall.put(
        key,
        {"table": seats.table, "board": board, "facts": {"contracts": [contract]}, "entry": ""},
        **by(),
    )


def plays(key: str, number: int) -> None:
    """The whole round, in the hall."""
    starts(key, number)
    for table in state_of(key).rounds[number - 1].tables:
        for board in range(1, DEALS + 1):
            writes(key, number, table.number, board)
    for _ in range(3):
        clock.run_due(timezone.now())


def entry_called(key: str, name: str) -> str:
    from tournaments.models import Entry
    from tournaments.selectors import rankings

    found = rankings.names(Entry.objects.filter(tournament=key))
    return next(entry for entry, called in found.items() if called == name)
