"""Sixty tables, one deal: read as each of 240 players sees it, and looked for everywhere else."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.utils import timezone

from engine import SEATS, Card, Seat
from gameplay import dealing, room, streams
from gameplay.eventstore import store
from gameplay.models import DealFingerprint, SealedDeal
from gameplay.visibility import at_seat
from tests.engine.seen import cards_in
from tests.tournaments.deals.setting import (
    NOON,
    ORGANIZER,
    deal,
    leaks,
    scheduled,
    secrets_of,
    setup,
)
from tournaments import stream
from tournaments.domain.championship import Round
from tournaments.models import Board, Session, SessionKey
from tournaments.services import deals, registration, rounds, seating

pytestmark = pytest.mark.django_db
PLAYERS, TABLES = 240, 60


def with_players(key: str, players: int) -> Round:
    """House players enter, are seated and dealt, and sit down at their tables."""
    registration.open(key, actor=ORGANIZER, now=NOON)
    for number in range(players):
        registration.enter_house(key, name=f"Speler {number}", actor=ORGANIZER, now=NOON)
    seating.seat(key, seed=7, actor=ORGANIZER, now=NOON)
    assert deal(key, 1)
    rounds.start(key, 1, actor=ORGANIZER, now=NOON)
    return stream.state(key).championship.rounds[0]


def seen_at(table_id: str) -> dict[Seat, dict[str, Any]]:
    """The game frame of each seat of the table, as it would be sent to who sits there."""
    shown = room.first_look(table_id)
    frames = {seat: room.opening_frames(shown, at_seat(seat), timezone.now()) for seat in SEATS}
    return {seat: json.loads(sent[-1].text) for seat, sent in frames.items()}


def test_240_players_at_60_tables_see_one_deal() -> None:
    key = scheduled(setup((1,)))
    played = with_players(key, PLAYERS)
    assert len(played.tables) == TABLES
    hands: defaultdict[Seat, set[frozenset[Card]]] = defaultdict(set)
    holders: defaultdict[Seat, set[str]] = defaultdict(set)
    chairs: defaultdict[Seat, set[Seat]] = defaultdict(set)
    for table in played.tables:
        sitting = streams.table(table.table).state
        for seat, frame in seen_at(table.table).items():
            hands[seat].add(frozenset(cards_in(frame["me"]["hand"])))
            chair = sitting.chair_of(seat)
            chairs[seat].add(chair)
            holders[seat].add(table.chairs[chair])
    # One hand for each compass seat, held by sixty people; between them all 240, from all chairs.
    assert all(len(seen) == 1 for seen in hands.values())
    assert all(len(seen) == TABLES for seen in holders.values())
    assert len(set().union(*holders.values())) == PLAYERS
    assert all(seen == set(SEATS) for seen in chairs.values())
    told = dealing.unseal(played.boards[0].deal).deal
    assert {seat: {frozenset(told.hand(seat))} for seat in SEATS} == hands
    # The boards that follow are the same for every table, too.
    plans = {
        tuple((each.board, each.dealer, each.deal_id, each.deal_digest) for each in plan)
        for plan in (streams.table(table.table).state.plan for table in played.tables)
    }
    assert len(plans) == 1
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 4


# -- nowhere else ----------------------------------------------------------------------------------


def cells() -> Iterator[tuple[str, object]]:
    """Every value in every table of the database."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    yield f"{table}.{column}", value


@pytest.fixture
def logged(caplog: pytest.LogCaptureFixture) -> Iterator[Callable[[], str]]:
    """Everything that is logged at any level, tracebacks too, before it is scrubbed."""
    formatter = logging.Formatter()
    with caplog.at_level(logging.DEBUG):
        logging.getLogger("django.db.backends").setLevel(logging.INFO)  # shows what it binds
        yield lambda: "\n".join(formatter.format(record) for record in caplog.records)


def test_no_table_of_the_database_holds_a_key_a_card_or_a_number() -> None:
    key = scheduled(setup((1, 1)))
    with_players(key, 8)
    secrets = secrets_of(key)
    looked_at = set()
    for where, value in cells():
        looked_at.add(where.split(".")[0])
        content = bytes(value) if isinstance(value, bytes | memoryview) else value
        assert not leaks(content, secrets), where
    assert {
        "tournaments_sessionkey",
        "tournaments_board",
        "gameplay_sealeddeal",
        "gameplay_dealfingerprint",
        "eventstore_storedevent",
    } <= looked_at


def test_what_is_promised_and_dealt_names_no_card() -> None:
    key = scheduled()
    deal(key, 1)
    for row in store.load(stream.name(key)):
        assert not cards_in(json.dumps(row.payload)), row.type
    for file in (deals.manifest_bytes(key), deals.publication_bytes(key)):
        assert not leaks(file, secrets_of(key))


def test_nothing_tells_a_secret_when_it_is_shown_or_fails(logged: Callable[[], str]) -> None:
    key = scheduled()
    state = stream.state(key).championship
    told = []
    made = deals._deal(state, 1)
    for act in (
        lambda: deals._keep(state, 1, [made[0], *made[:3]], NOON),
        lambda: deals.deal_round(f"{key}:7", now=NOON),
        lambda: broken(lambda: deal(key, 1)),
    ):
        try:
            act()
        except Exception as error:
            logging.getLogger("deals").exception("a task failed")
            told.append(f"{error!r} {error} {getattr(error, 'detail', '')}")
    assert len(told) == 3
    assert deal(key, 1)
    secrets = secrets_of(key)
    shown = [
        repr(stream.state(key)),
        repr(made),
        *map(repr, SessionKey.objects.all()),
        *map(str, SessionKey.objects.all()),
        *map(repr, SealedDeal.objects.all()),
        *map(repr, DealFingerprint.objects.all()),
        *map(repr, Board.objects.all()),
        *map(repr, Session.objects.all()),
    ]
    for text in (*told, *shown, logged()):
        assert not leaks(text, secrets)
    assert "a task failed" in logged()


def broken(act: Callable[[], object]) -> None:
    with mock.patch.object(dealing, "keep", side_effect=RuntimeError("the disk is full")):
        act()
