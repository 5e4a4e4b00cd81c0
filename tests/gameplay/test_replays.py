"""A released board is watched again as it was played; before its release there is nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

import engine
from engine import SEATS, Seat
from gameplay import access, handlers, replays, room, streams, table_handlers
from gameplay.visibility import SPECTATOR
from tests.engine.seen import cards_in
from tests.gameplay.audiences import check_shape, keys, number, view
from tests.gameplay.planned import FIRST_BOARD, TURNS, Planned, let_go, open_planned
from tests.gameplay.retelling import shuffled

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
NOON = datetime(2027, 3, 28, 10, 0, tzinfo=UTC)


@pytest.fixture
def people(person: Callable[[str], Any]) -> dict[Seat, Any]:
    return {N: person("Noor"), S: person("Sem")}


def asked(table: Planned, board: int = FIRST_BOARD, client: Client | None = None) -> Any:
    return (client or Client()).get(f"/tables/{table.table_id}/boards/{board}/replay/")


def play_slowly(table: Planned, *, seconds: float, start: datetime = NOON) -> datetime:
    """One action each so many seconds; answers when the last one was."""
    now, rng = start, Random(5)
    while not table.game.state.finished:
        now += timedelta(seconds=seconds)
        table.play(rng.choice(engine.legal_actions(table.game.state)), now=now)
    return now


# -- before the release ----------------------------------------------------------------------------


def test_before_the_release_the_replay_is_there_for_nobody(
    people: dict[Seat, Any], person: Callable[[str], Any]
) -> None:
    table = open_planned(people)
    staff = person("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    for moment in ("being played", "over", "released later"):
        if moment == "over":
            table.play_out(Random(1))
        if moment == "released later":
            let_go(table.game.game_id, timezone.now() + timedelta(minutes=1))
        for who in (None, *people.values(), staff):
            client = Client()
            if who is not None:
                client.force_login(who, "django.contrib.auth.backends.ModelBackend")
            answer = asked(table, client=client)
            assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store"), moment
            assert not cards_in(answer.content.decode())


def test_a_board_that_was_not_released_looks_like_one_that_was_never_dealt(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    table.play_out(Random(1))
    answers = [asked(table), asked(table, FIRST_BOARD + 1), asked(table, 99), asked(table, 0)]
    answers.append(Client().get(f"/tables/nowhere/boards/{FIRST_BOARD}/replay/"))
    assert len({(answer.status_code, answer.content) for answer in answers}) == 1


def watched(people: dict[Seat, Any], seed: int) -> list[bytes]:
    """All that is sent to who watches three boards, of which two are released."""
    sent: list[bytes] = []
    streams.forget_everything()
    number, known = 0, {}

    def next_id() -> str:
        nonlocal number
        number += 1
        return f"g{number}"

    with transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "new_id", next_id)
        deals = [shuffled(seed + board) for board in range(4)]
        table = open_planned(
            {s: people[s] for s in people}, deals=deals, table_id="tsame", now=NOON
        )
        shown = room.first_look(table.table_id)
        sent += [f.event for f in room.opening_frames(shown, SPECTATOR, NOON)]
        rng = Random(seed)
        for _ in range(3):
            while not table.game.state.finished:
                table.play_some(rng)
                shown, steps = room.changes(shown)
                made = [step.frames_for([], timezone.now()).get(None) for step in steps]
                sent += [frame.event for frame in made if frame is not None]
            known[table.game.game_id] = table.game.version
            table.go_on()
            shown, steps = room.changes(shown)
            made = [step.frames_for([], timezone.now()).get(None) for step in steps]
            sent += [frame.event for frame in made if frame is not None]
        transaction.set_rollback(True)
    assert len(set(known.values())) > 1
    return sent


def test_what_a_spectator_is_sent_before_a_release_is_the_same_byte_for_byte_whatever_is_played(
    people: dict[Seat, Any],
) -> None:
    """Other deals, other bids, other cards, another number of them: the same frames, as many."""
    one, other = watched(people, 10), watched(people, 20)
    assert one == other
    for event in one:
        text = event.split(b"data: ")[1].decode()
        assert not cards_in(text)
        check_shape(text, None, finished=False, revealed=False, place_only=True)


def test_frames_name_the_newest_released_board_and_none_before(people: dict[Seat, Any]) -> None:
    table = open_planned(people)

    def released() -> object:
        frame = room.opening_frames(room.first_look(table.table_id), SPECTATOR, timezone.now())[0]
        return json.loads(frame.text)["released"]

    first = table.play_out(Random(1))
    assert released() is None
    table.go_on()
    let_go(first, NOON)
    at = {"board": FIRST_BOARD, "game": first, "at": "2027-03-28T10:00:00.000Z"}
    # NOON is still to come
    assert released() is None
    let_go(first, datetime(2026, 3, 28, 10, 0, tzinfo=UTC))
    assert released() == {**at, "at": "2026-03-28T10:00:00.000Z"}


# -- after it --------------------------------------------------------------------------------------


def released(table: Planned, game_id: str) -> dict[str, Any]:
    let_go(game_id, timezone.now())
    answer = asked(table)
    assert answer.status_code == 200
    assert answer["Cache-Control"].startswith("public")
    return json.loads(answer.content)  # type: ignore[no-any-return]


def test_a_released_board_is_told_card_by_card_and_its_hands_at_the_end(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    game_id = table.play_out(Random(6))
    live = streams.game(game_id)
    told = released(table, game_id)
    assert (told["board"], told["game"], told["finished"]) == (FIRST_BOARD, game_id, True)
    first, *_, last = told["steps"]
    assert (first["at_ms"], first["events"], first["view"]["calls"]) == (0, [], [])
    hands = {seat.letter: live.state.deal.hand(seat).notation for seat in SEATS}
    assert last["view"]["result"]["hands"] == told["hands"] == hands
    assert [event["do"] for event in last["events"]][-1] == "finished"
    # one step for each thing somebody did
    assert len(told["steps"]) == live.version - 1
    for step in told["steps"]:
        over = step is last
        keys({"at_ms": number, "events": lambda *_: None, "view": lambda *_: None})(step, "step")
        view(finished=over, revealed=over)(step["view"], "view")


def test_a_replay_keeps_the_real_pauses_long_ones_too(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people, now=NOON)
    first = engine.legal_actions(table.game.state)[-1]
    table.play(first, now=NOON + timedelta(minutes=7))
    play_slowly(table, seconds=2.5, start=NOON + timedelta(minutes=7))
    told = released(table, table.game.game_id)
    times = [step["at_ms"] for step in told["steps"]]
    assert times[:3] == [0, 420_000, 422_500]
    assert times == sorted(times)


def test_a_replay_names_the_seats_of_its_own_board(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    game_id = table.play_out(Random(1))
    table.go_on()
    assert streams.table(table.table_id).state.turn == TURNS[1]
    seats = released(table, game_id)["seats"]
    assert seats[N.after(TURNS[0]).letter] == {"name": "Noor", "kind": "person", "away": False}
    assert seats[S.after(TURNS[0]).letter]["name"] == "Sem"


def test_an_interrupted_board_is_watched_as_far_as_it_came_and_with_its_hands(
    people: dict[Seat, Any],
) -> None:
    table = open_planned(people)
    game_id = table.game.game_id
    for _ in range(7):
        table.play_some(Random(2))
    table_handlers.close(table.table_id, reason="round_closed", actor="system:test")
    assert asked(table).status_code == 404
    told = released(table, game_id)
    assert told["finished"] is False
    assert told["steps"][-1]["view"]["result"] is None
    assert told["hands"]["N"] == streams.game(game_id).state.deal.hand(N).notation


def test_a_replay_is_folded_once_and_then_remembered(
    people: dict[Seat, Any], django_assert_max_num_queries: Any
) -> None:
    table = open_planned(people)
    game_id = table.play_out(Random(1))
    let_go(game_id, timezone.now())
    now = timezone.now()
    first = replays.replay(table.table_id, FIRST_BOARD, now=now)
    with django_assert_max_num_queries(2):
        assert replays.replay(table.table_id, FIRST_BOARD, now=now) == first


# -- the table page --------------------------------------------------------------------------------


def test_the_page_of_who_watches_holds_no_card_before_the_release(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    table.play_out(Random(1))
    page = Client().get(f"/tables/{table.table_id}/").content.decode()
    assert not cards_in(page)
    assert f"/tables/{table.table_id}/boards/0/replay/" in page


def test_the_four_hands_come_to_the_seats_with_the_release(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    game_id = table.play_out(Random(1))
    client = Client()
    client.force_login(people[N], "django.contrib.auth.backends.ModelBackend")

    def hands() -> object:
        page = client.get(f"/tables/{table.table_id}/")
        return page.context["state"][1]["view"]["result"]["hands"]

    assert hands() is None
    let_go(game_id, timezone.now())
    assert hands() is not None


def test_a_paused_table_says_so_to_everybody(people: dict[Seat, Any]) -> None:
    table = open_planned(people)
    table_handlers.pause(table.table_id, actor="system:test")
    client = Client()
    client.force_login(people[N], "django.contrib.auth.backends.ModelBackend")
    for who in (Client(), client):
        page = who.get(f"/tables/{table.table_id}/")
        assert page.context["state"][0]["state"]["paused"] is True


def test_the_page_knows_where_the_table_belongs(
    people: dict[Seat, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = access.Home("/tournaments/t1/", "Avond van Zuid", "/tournaments/t1/next/")
    monkeypatch.setattr(access, "_homes", lambda table_id, origin, user_id: home)
    table = open_planned(people, origin="tournament-t1")
    page = Client().get(f"/tables/{table.table_id}/").content.decode()
    assert 'data-home="/tournaments/t1/"' in page
    assert 'data-next="/tournaments/t1/next/"' in page
    assert "<title>Avond van Zuid" in page
