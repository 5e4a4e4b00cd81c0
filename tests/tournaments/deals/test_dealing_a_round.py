"""The boards of a round, dealt once for all its tables."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from unittest import mock

import pytest
from django.db import connection

from engine.deal import Deal
from gameplay import dealing
from gameplay.dealing import DealtBefore
from gameplay.eventstore import store
from gameplay.models import DealFingerprint, SealedDeal
from tests.tournaments.deals.setting import (
    NOON,
    ORGANIZER,
    deal,
    happens,
    play,
    scheduled,
    setup,
)
from tournaments import stream
from tournaments.domain import dealing as rikdeal
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import RoundRescheduled, TournamentCancelled
from tournaments.models import Board, Round
from tournaments.services import deals

pytestmark = pytest.mark.django_db


def cards(key: str) -> dict[str, Deal]:
    return {
        row.key: dealing.unseal(row.deal_id).deal
        for row in Board.objects.filter(tournament=key).order_by("key")
    }


def test_a_round_gets_one_sealed_deal_for_each_board_and_an_event_with_their_digests() -> None:
    key = scheduled()
    assert deal(key, 2)
    rows = list(Board.objects.order_by("number"))
    assert [(row.number, row.dealer, row.round_id) for row in rows] == [
        (5, "N", f"{key}:2"),
        (6, "E", f"{key}:2"),
        (7, "S", f"{key}:2"),
        (8, "W", f"{key}:2"),
    ]
    [event] = store.find_command(stream.name(key), f"deal:{key}:2")
    assert event.actor == "system:deals"
    assert event.payload == {
        "round": 2,
        "boards": [
            {
                "board": row.number,
                "dealer": row.dealer,
                "deal": row.deal_id,
                "digest": row.deal_digest,
            }
            for row in rows
        ],
    }
    sealed = {row.id: row.digest for row in SealedDeal.objects.all()}
    assert sealed == {row.deal_id: row.deal_digest for row in rows}
    assert Round.objects.get(key=f"{key}:2").state == Round.DEALT


def test_the_deals_are_those_that_the_promised_key_gives() -> None:
    key = scheduled(setup(generator="predicate:long-suit"))
    deal(key, 1)
    deal(key, 3)
    state = stream.state(key).championship
    for session, boards in (("1", range(1, 5)), ("2", range(1, 5))):
        session_key = deals._promised_key(state, session)
        for board in boards:
            given = rikdeal.deal_board(
                deals._manifest(state),
                session,
                board,
                key=session_key,
                beacon=rikdeal.NO_BEACON,
            )
            assert cards(key)[f"{key}:{session}:{board}"] == given.deal


def test_the_same_seed_deals_the_same_cards_in_every_test_championship() -> None:
    one, other, third = (scheduled(test_seed=seed) for seed in ("17", "17", "18"))
    for key in (one, other, third):
        deal(key, 1)
    assert list(cards(one).values()) == list(cards(other).values())
    assert not set(cards(one).values()) & set(cards(third).values())


# -- once ------------------------------------------------------------------------------------------


def test_a_message_that_is_delivered_twice_deals_nothing_new() -> None:
    key = scheduled()
    assert deal(key, 1)
    before = cards(key), stream.state(key)
    assert not deal(key, 1)
    assert (cards(key), stream.state(key)) == before
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 4


def test_who_was_quicker_between_a_look_and_a_deal_has_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The slower one has drawn its seals already; nothing of it may stay."""
    key = scheduled()
    make = deals._deal
    quicker: list[bool] = []

    def slowly(*args: object) -> object:
        made = make(*args)
        if not quicker:
            quicker.append(True)
            assert deal(key, 1)
        return made

    monkeypatch.setattr(deals, "_deal", slowly)
    assert not deal(key, 1)
    assert len(cards(key)) == 4
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 4


def test_deals_that_were_promised_anew_meanwhile_are_not_dealt_from_the_old_promise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key = scheduled()
    make = deals._deal
    promised: list[Deal] = []

    def slowly(*args: object) -> object:
        made = make(*args)
        if not promised:
            promised.append(made[0].deal)
            happens(key, RoundRescheduled(1, "2027-03-28T12:30:00Z"))
            assert deals.recommit(key, reason="later", actor=ORGANIZER, now=NOON)
        return made

    monkeypatch.setattr(deals, "_deal", slowly)
    assert deal(key, 1)
    assert len(deals.promised(key)) == 2
    state = stream.state(key).championship
    assert cards(key)[f"{key}:1:1"] == make(state, 1)[0].deal
    assert cards(key)[f"{key}:1:1"] not in promised


def test_a_failure_half_way_leaves_nothing_and_the_next_attempt_deals() -> None:
    key = scheduled()
    with (
        mock.patch.object(dealing, "keep", side_effect=RuntimeError("the disk is full")),
        pytest.raises(RuntimeError),
    ):
        deal(key, 1)
    assert not Board.objects.exists()
    assert not SealedDeal.objects.exists()
    assert deal(key, 1)


# -- never twice in all the years ------------------------------------------------------------------


def test_a_deal_that_was_ever_dealt_stops_the_dealing_of_the_whole_round() -> None:
    key = scheduled()
    state = stream.state(key).championship
    coming = deals._deal(state, 1)[2].deal
    old = dealing.sealed(coming, now=NOON)
    dealing.keep([old], [coming])
    with pytest.raises(DealtBefore) as refused:
        deal(key, 1)
    assert refused.value.code == "deal_dealt_before"
    assert refused.value.detail["earlier"] == old.id
    assert not Board.objects.exists()
    assert SealedDeal.objects.count() == 1
    assert not stream.state(key).championship.rounds[0].boards


def test_one_deal_twice_in_a_round_stops_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    key = scheduled()
    monkeypatch.setattr(rikdeal, "draw_deal", lambda *args, **kwargs: (Deal.from_number(7), 0))
    with pytest.raises(Exception, match="one deal twice") as refused:
        deal(key, 1)
    assert refused.value.code == "same_deal_twice"
    assert not Board.objects.exists()


def test_a_deal_of_the_session_before_stops_a_test_championship_too() -> None:
    key = scheduled(test_seed="17")
    deal(key, 1)
    first = cards(key)[f"{key}:1:1"]
    with (
        mock.patch.object(rikdeal, "draw_deal", side_effect=[(first, 0), *others()]),
        pytest.raises(DealtBefore),
    ):
        deal(key, 3)
    assert Board.objects.count() == 4


def others() -> Iterator[tuple[Deal, int]]:
    return ((Deal.from_number(number), 0) for number in range(1, 4))


# -- refusals --------------------------------------------------------------------------------------


def test_a_round_that_is_not_there_is_not_dealt() -> None:
    key = scheduled()
    for round_key in (f"{key}:9", f"{key}:0", f"{key}:", key, "unknown:1", "1"):
        with pytest.raises(NoSuchTournament):
            deals.deal_round(round_key, now=NOON)


def test_nothing_is_dealt_after_a_cancellation_or_before_a_promise() -> None:
    key = scheduled()
    happens(key, TournamentCancelled())
    with pytest.raises(TournamentRefused) as refused:
        deal(key, 1)
    assert refused.value.code == "cancelled"

    with mock.patch.object(deals, "commit"):
        key = scheduled()
    with pytest.raises(TournamentRefused) as refused:
        deal(key, 1)
    assert refused.value.code == "not_committed"


def test_a_round_that_was_played_stays_as_it_was_dealt() -> None:
    key = scheduled()
    play(key, 1)
    before = cards(key)
    assert not deal(key, 1)
    assert cards(key) == before


# -- real threads ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_workers_at_once_deal_each_round_once() -> None:
    key = scheduled()
    gate = threading.Barrier(8)
    done: list[bool] = []

    def work() -> None:
        try:
            gate.wait(20)
            done.extend(deal(key, number) for number in (1, 2, 3))
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert len(done) == 24
    assert sum(done) == 3
    assert len(cards(key)) == Board.objects.count() == 12
    assert SealedDeal.objects.count() == DealFingerprint.objects.count() == 12
    events = [row for row in store.load(stream.name(key)) if row.type == "RoundDealt"]
    assert sorted(row.payload["round"] for row in events) == [1, 2, 3]
