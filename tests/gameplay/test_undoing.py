"""Taking back: by consent, and by a director. What was seen stays seen; nothing more is shown."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

import engine
from engine import Seat
from gameplay import (
    commands,
    handlers,
    house,
    house_plan,
    records,
    replays,
    room,
    streams,
    table_handlers,
    tables,
    time_outs,
    undo_handlers,
)
from gameplay.errors import PlayRefused, StaleView
from gameplay.eventstore import store
from gameplay.ids import game_stream
from gameplay.models import Due
from gameplay.protocol import Act, Undo
from gameplay.visibility import SPECTATOR, at_seat
from tests.gameplay.conftest import Seated, let_the_house_play
from tests.gameplay.timed import Timed, out_of_time

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST

pytestmark = pytest.mark.django_db

Open = Callable[..., Seated]


def act(table: Seated, seat: Seat, **fields: object) -> None:
    """The person in this seat says or plays something at his own page."""
    game = table.game
    command = engine.read_action({"seat": seat.letter, **fields})
    message = Act(handlers.fresh_command_id(), game.game_id, game.version, command)
    commands.perform(message, table_id=table.table_id, user_id=table.people[seat].pk)


def send(table: Seated, seat: Seat, agree: bool | None = None, *, id_: str = "") -> int:
    game = table.game
    message = Undo(id_ or handlers.fresh_command_id(), game.game_id, game.version, agree)
    done = commands.perform(message, table_id=table.table_id, user_id=table.people[seat].pk)
    assert done.version is not None
    return done.version


def refused(table: Seated, seat: Seat, agree: bool | None = None) -> tuple[str, dict[str, object]]:
    version = table.game.version
    with pytest.raises(PlayRefused) as refusal:
        send(table, seat, agree)
    assert table.game.version == version
    return refusal.value.code, dict(refusal.value.detail)


def types(table: Seated) -> list[str]:
    return [row.type for row in store.load(game_stream(table.game.game_id))]


def frame(table: Seated, seat: Seat | None) -> str:
    viewer = SPECTATOR if seat is None else at_seat(seat)
    return room.opening_frames(room.first_look(table.table_id), viewer, timezone.now())[1].text


def may_ask(table: Seated, seat: Seat) -> bool:
    return '"may_undo":true' in frame(table, seat)


def test_a_bid_is_taken_back_when_the_other_three_agree(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="pass")
    before = table.game
    act(table, S, do="bid", bid="rik")
    assert [seat for seat in (N, E, S, W) if may_ask(table, seat)] == [S]
    send(table, S)
    assert '"undo":{"seat":"S","agreed":[],"event":{"do":"bid","seat":"S","bid":"rik"}}' in frame(
        table, None
    )
    assert refused(table, S, agree=True)[0] == "undo_not_asked"
    send(table, E, agree=True)
    send(table, W, agree=True)
    assert table.game.state.to_act is W
    send(table, N, agree=True, id_="twice")
    after = table.game
    assert after.state == before.state
    assert after.version == before.version + 6
    assert types(table)[-2:] == ["UndoAnswered", "RolledBack"]
    (taken,) = after.taken_back
    assert (taken.seat, taken.events) == (S, ({"do": "bid", "seat": "S", "bid": "rik"},))
    assert '"undo":' not in frame(table, S)
    assert refused(table, S)[0] == "undo_nothing"
    # What this process remembers is what another one reads.
    streams.forget_everything()
    assert table.game == after
    # Sent twice, answered alike.
    message = Undo("twice", after.game_id, after.version - 2, True)
    again = commands.perform(message, table_id=table.table_id, user_id=table.people[N].pk)
    assert (again.version, table.game.version) == (after.version, after.version)


def test_one_refusal_is_enough_and_it_is_not_asked_again(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="rik")
    send(table, E)
    send(table, S, agree=False)
    assert "RolledBack" not in types(table)
    assert refused(table, N, agree=True)[0] == "undo_not_asked"
    assert refused(table, E) == ("undo_refused", {"seat": "E"})
    assert not may_ask(table, E)


def test_whatever_happens_meanwhile_lapses_the_question(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="rik")
    send(table, E)
    send(table, N, agree=True)
    act(table, S, do="bid", bid="pass")
    assert table.game.question is None
    assert refused(table, W, agree=True)[0] == "undo_not_asked"
    assert refused(table, E)[0] == "undo_not_yours"


def test_of_an_answer_and_a_card_one_comes_to_be(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="rik")
    send(table, E)
    send(table, N, agree=True)
    send(table, W, agree=True)
    seen = table.game
    act(table, S, do="bid", bid="pass")
    streams.games.put(seen.game_id, seen)  # as a second process would remember it
    message = Undo("late", seen.game_id, seen.version, True)
    with pytest.raises(StaleView):
        commands.perform(message, table_id=table.table_id, user_id=table.people[S].pk)
    assert types(table)[-1] == "BidMade"


def test_a_card_sent_at_the_instant_of_a_question_is_played_and_so_is_an_answer(
    seat_people: Open,
) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="rik")
    seen = table.game
    send(table, E, id_="asked")
    assert send_seen(table, seen, E, id_="asked") == table.game.version  # sent twice, asked once
    # Two answer at once: both count, also where another process remembers an older version.
    asked = table.game
    send(table, N, agree=True)
    streams.games.put(seen.game_id, asked)
    send_seen(table, asked, W, agree=True)
    assert table.game.question is not None
    assert table.game.question.agreed == {N, W}
    # And a bid of whoever had not seen the question yet: one event, and the question has lapsed.
    version = table.game.version
    streams.games.put(seen.game_id, seen)
    bid = Act("bid", seen.game_id, seen.version, said(S, "pass"))
    for _ in range(2):
        done = commands.perform(bid, table_id=table.table_id, user_id=table.people[S].pk)
        assert (done.version, table.game.version) == (version + 1, version + 1)
    assert table.game.question is None
    assert types(table)[-4:] == ["UndoAsked", "UndoAnswered", "UndoAnswered", "BidMade"]
    # A real move in between leaves the next one as stale as ever, and so does taking back.
    with pytest.raises(StaleView):
        commands.perform(
            Act("late", seen.game_id, seen.version, said(S, "rik")),
            table_id=table.table_id,
            user_id=table.people[S].pk,
        )
    send(table, S)
    before_back = table.game
    for seat in (N, E, W):
        send(table, seat, agree=True)
    with pytest.raises(StaleView):
        commands.perform(
            Act("west", seen.game_id, before_back.version, said(W, "pass")),
            table_id=table.table_id,
            user_id=table.people[W].pk,
        )


def said(seat: Seat, bid: str) -> engine.Command:
    return engine.read_action({"do": "bid", "seat": seat.letter, "bid": bid})


def send_seen(
    table: Seated, seen: streams.LiveGame, seat: Seat, agree: bool | None = None, *, id_: str = ""
) -> int:
    """By somebody whose page still shows the game as it was in ``seen``."""
    message = Undo(id_ or handlers.fresh_command_id(), seen.game_id, seen.version, agree)
    done = commands.perform(message, table_id=table.table_id, user_id=table.people[seat].pk)
    assert done.version is not None
    return done.version


def test_what_showed_something_new_is_not_taken_back(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    bidders = iter("ESWN")
    for seat in bidders:
        act(table, Seat.parse(seat), do="bid", bid="rik" if seat == "S" else "pass")
    assert refused(table, S)[0] == "undo_not_yours"
    act(table, S, do="declare", trump="S", card="HA")
    assert may_ask(table, S)
    for _ in range(3):
        play(table)
    assert may_ask(table, N) is False
    last = table.game.last
    assert last is not None and last.seat is not None and may_ask(table, last.seat)
    play(table)
    last = table.game.last
    assert last is not None and last.seat is not None
    assert refused(table, last.seat) == ("undo_shown", {"shown": "trick"})
    assert not may_ask(table, last.seat)
    while engine.public_view(table.game.state).contracts[0].partner is None:
        play(table)
    last = table.game.last
    assert last is not None and last.seat is not None
    assert refused(table, last.seat)[1]["shown"] in ("partner", "trick")


def play(table: Seated) -> None:
    state = table.game.state
    assert state.to_act is not None
    legal = engine.write_action(engine.legal_actions(state)[0])
    act(table, state.to_act, **{key: value for key, value in legal.items() if key != "seat"})


def test_a_table_that_takes_nothing_back_says_so(seat_people: Open) -> None:
    table = seat_people("NESW")
    act(table, E, do="bid", bid="rik")
    assert not may_ask(table, E)
    assert refused(table, E) == ("undo_off", {})


def test_what_a_house_player_did_for_somebody_is_not_taken_back(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    east = table.people[E].pk
    table_handlers.change(
        table.table_id, lambda state: tables.stop(state, user_id=east), actor=f"user:{east}"
    )
    let_the_house_play(table.table_id, until=lambda: table.game.version == 2)
    assert refused(table, S) == ("undo_house", {"seat": "E"})


def test_house_players_agree_after_their_pause_and_wait_for_people_before_they_play(
    seat_people: Open,
) -> None:
    table = seat_people("NE", undo=True)
    act(table, E, do="bid", bid="rik")
    bid_at = Due.objects.get().at
    now = timezone.now()
    send(table, E)
    due = Due.objects.get()
    assert due.at is not None and timedelta(0) < due.at - now < timedelta(seconds=10)
    house.run_due(due.at)
    assert table.game.question is not None
    assert table.game.question.agreed == {S, W}
    # South is to bid, but North has yet to answer.
    due = Due.objects.get()
    assert due.at is not None and bid_at is not None
    assert due.at - bid_at > house_plan.UNDO_WAITS - timedelta(seconds=5)
    send(table, N, agree=True)
    assert table.game.state.to_act is E
    assert Due.objects.get().at is None


def test_alone_among_house_players_it_is_done_after_one_pause(seat_people: Open) -> None:
    table = seat_people("E", undo=True)
    act(table, E, do="bid", bid="rik")
    send(table, E)
    due = Due.objects.get().at
    assert due is not None
    house.run_due(due)
    assert table.game.played == ()
    assert store.load(game_stream(table.game.game_id))[-1].actor == "house:agrees"
    act(table, E, do="bid", bid="pass")
    let_the_house_play(table.table_id, until=lambda: table.game.version > 8)


def test_a_seat_takes_back_three_times_on_a_board_and_no_more(seat_people: Open) -> None:
    table = seat_people("NESW", undo=True)
    act(table, E, do="bid", bid="pass")
    for _ in range(3):
        act(table, S, do="bid", bid="rik")
        assert may_ask(table, S)
        send(table, S)
        for seat in (W, N, E):
            send(table, seat, agree=True)
    act(table, S, do="bid", bid="rik")
    assert refused(table, S) == ("undo_enough", {"seat": "S"})
    assert not may_ask(table, S)
    act(table, W, do="bid", bid="pass")
    assert may_ask(table, W)
    live = table.game
    steps = list(replays._steps(live, store.load(game_stream(live.game_id))))
    assert [step.live.version for step in steps[1:]] == [one.version for one in live.played]


def rolled_back(table: Seated, to: int, *, based_on: int | None = None, id_: str = "back") -> int:
    live = table.game
    return undo_handlers.roll_back(
        game_id=live.game_id,
        to=to,
        table=streams.table(table.table_id).state,
        actor="user:99",
        command_id=id_,
        based_on=live.version if based_on is None else based_on,
    ).version


def test_a_director_goes_back_and_the_table_goes_on_as_the_surviving_events_say(
    seat_people: Open,
) -> None:
    table = seat_people("NESW")
    states = [table.game]
    table.bid_a_rik()
    for _ in range(7):
        play(table)
        states.append(table.game)
    after_three = states[3]
    version = rolled_back(table, after_three.version)
    live = table.game
    assert (live.state, live.version) == (after_three.state, version)
    assert frame(table, None).count('"taken_back"') == 1
    (taken,) = live.taken_back
    fallen = [event["card"] for event in taken.events]
    assert len(fallen) == 4
    assert sorted(c.notation for held in taken.seen.cards.values() for c in held) == sorted(fallen)
    # Sent twice: one event; a card of the old version is stale.
    assert rolled_back(table, after_three.version, based_on=states[7].version) == version
    assert table.game.version == version
    with pytest.raises(StaleView):
        rolled_back(table, 1, based_on=states[7].version, id_="other")
    with pytest.raises(PlayRefused, match="cannot go back"):
        rolled_back(table, states[7].version, id_="gone")
    streams.forget_everything()
    assert table.game == live
    # Undone and done again is as if it had never been undone, to the last point.
    while not table.game.state.finished:
        play(table)
    with pytest.raises(PlayRefused, match="over"):
        rolled_back(table, 1, id_="too late")
    record = records.export(live.game_id, now=timezone.now())
    assert engine.fold(record).state == table.game.state
    told = replays.replay(table.table_id, 1, now=timezone.now())
    assert told.count('"at_ms"') == len(table.game.played)  # the last card rings the bell, too
    assert '"taken_back":[{"step":' in told


def test_a_roll_back_begins_a_turn_and_costs_nobody_his_reserve(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    table.wait(10)
    table.act()
    table.wait(35)
    assert (table.to_act, table.left) == (S, (0, 40))
    undo_handlers.roll_back(
        game_id=table.game.game_id,
        to=1,
        table=table.state,
        actor="user:99",
        command_id="back",
        based_on=table.game.version,
        now=table.now,
    )
    assert (table.to_act, table.left) == (E, (15, 60))
    assert round(table.clock.reserves[S] / timedelta(seconds=1)) == 60
    # What was planned for South's time is the past; East's runs out when his own is over.
    table.wait(50)
    table.tick()
    assert table.played_by_house() == set()
    table.wait(26)
    table.tick()
    assert table.played_by_house() == {E}


def test_whose_time_out_is_taken_back_sits_at_his_own_seat_with_his_reserve(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    table.wait(20)
    table.act()
    before = table.game
    late = out_of_time(table)
    assert late is S
    table.wait(30)
    table.act()
    back: dict[str, Any] = {
        "game_id": before.game_id,
        "to": before.version,
        "table": table.state,
        "actor": "user:99",
        "command_id": "back",
        "based_on": table.game.version,
        "now": table.now,
    }
    done = time_outs.roll_back(**back)
    assert table.played_by_house() == set()
    assert (table.to_act, table.left) == (S, (15, 60))
    reserves = {
        seat: round(left / timedelta(seconds=1)) for seat, left in table.clock.reserves.items()
    }
    assert reserves == {N: 60, E: 55, S: 60, W: 60}
    due = Due.objects.get(stream=game_stream(before.game_id))
    assert (due.kind, due.seat, due.version) == ("time", "S", done.version)
    assert time_outs.roll_back(**back).repeated
    assert table.events()[-1].type == "SeatGivenBack"
    # What ran out before that moment stays as it was.
    assert out_of_time(table) is S
    after = table.game
    table.act()
    time_outs.roll_back(
        **{**back, "to": after.version, "command_id": "again", "based_on": table.game.version}
    )
    assert table.played_by_house() == {S}
