"""A card and the end of its time at once; who is not there; and when the service is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from engine import SEATS, Seat
from gameplay import (
    clocks,
    house,
    outages,
    presence,
    room,
    streams,
    table_handlers,
    tables,
    tasks,
    time_outs,
)
from gameplay.errors import StaleView
from gameplay.eventstore import store
from gameplay.ids import game_stream
from gameplay.models import Due, Outage, Pulse
from gameplay.time_controls import TimeControl
from gameplay.visibility import SPECTATOR
from tests.gameplay.timed import SECOND, E, N, S, Timed, W, out_of_time

pytestmark = pytest.mark.django_db


# The race (around the table, 14).


def test_a_card_and_the_end_of_its_time_at_the_same_instant_are_one_outcome(
    timed: Callable[..., Timed], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The card is in the store when the tick, which has just looked, writes its own."""
    table = timed()
    table.wait(76)
    choose, version = time_outs.players.choose, table.game.version

    def and_he_acts(*how: Any) -> Any:
        table.act()
        return choose(*how)

    monkeypatch.setattr(time_outs.players, "choose", and_he_acts)
    with caplog.at_level("INFO", logger="gameplay.time_outs"):
        table.tick()
    rows = store.load(game_stream(table.game.game_id), after=version)
    assert [row.actor for row in rows] == ["user:1"]
    assert table.played_by_house() == set()
    assert "somebody was quicker than the clock" in caplog.text
    assert (table.to_act, Due.objects.get().version) == (S, 2)


def test_a_card_that_comes_after_the_end_of_its_time_is_refused_and_gives_the_seat_back(
    timed: Callable[..., Timed], caplog: pytest.LogCaptureFixture
) -> None:
    table = timed(now=timezone.now() - 100 * SECOND)
    version = table.game.version
    with caplog.at_level("INFO", logger="gameplay.time_outs"):
        seat = out_of_time(table)
    assert "the time of E is out" in caplog.text
    house_played = table.game.version
    with pytest.raises(StaleView):
        table.said(seat, based_on=version)
    assert (table.game.version, table.played_by_house()) == (house_played, set())


def test_two_ticks_at_once_take_a_seat_once(timed: Callable[..., Timed]) -> None:
    table = timed()
    table.wait(76)
    due = Due.objects.get()
    for _ in range(2):
        time_outs.run(due, table.now)
    assert [row.type for row in table.events()].count("SeatHandedToHouse") == 1
    assert table.game.version == 2


def test_a_tick_that_comes_back_late_finds_the_owner_at_his_seat(
    timed: Callable[..., Timed],
) -> None:
    """Coming back and the end of the time are of one stream: one of them is first."""
    table = timed()
    seat = out_of_time(table)
    table.back(seat)
    live = streams.table(table.table_id)
    events = tables.hand_over(live.state, seat=seat, why="time")
    streams.live_tables.put(table.table_id, live)
    table_handlers.change(
        table.table_id,
        lambda state: tables.pause(state),
        actor="user:9",
        now=table.now,
    )
    with pytest.raises(time_outs.StaleVersion), time_outs.transaction.atomic():
        table_handlers.hand_over(live, events, cause="", now=table.now)
    assert table.played_by_house() == set()


# Who is not there (around the table, 15).


def connected(table: Timed, *seats: Seat) -> None:
    presence.keep(((table.table_id, table.people[seat].pk) for seat in seats), table.now)


def test_who_has_been_gone_for_long_is_stood_in_for_and_nobody_else_loses_time(
    timed: Callable[..., Timed],
) -> None:
    table = timed()
    connected(table, N, E, S, W)
    table.wait(1)
    table.act()
    for _ in range(5):
        table.wait(10)
        connected(table, N, E, W)
        assert house.sweep(table.now) == 0
    table.wait(11)
    connected(table, N, E, W)
    assert house.sweep(table.now) == 1
    assert table.played_by_house() == {S}
    last = table.events()[-1]
    assert (last.payload["why"], last.actor) == ("away", "system:clock")
    reserves = {seat.letter: round(r / SECOND) for seat, r in table.clock.reserves.items()}
    assert reserves == {"N": 60, "E": 60, "W": 60}
    table.wait(3)
    table.tick()
    assert (table.to_act, table.left) == (W, (15, 60))


def test_a_short_gap_in_a_connection_is_nobodys_business(timed: Callable[..., Timed]) -> None:
    table = timed(time=TimeControl(away=20))
    for gap in (15, 19, 10):
        table.wait(gap)
        assert house.sweep(table.now) == 0
        connected(table, *SEATS)
    assert table.played_by_house() == set()
    assert clocks.clock(table.game, table.state, (), table.now) is None


# Outages.


def test_an_outage_takes_no_time_from_anybody_and_can_be_read_afterwards(
    timed: Callable[..., Timed], caplog: pytest.LogCaptureFixture
) -> None:
    table = timed()
    connected(table, *SEATS)
    outages.beat(outages.TICK, table.now)
    for _ in range(2):
        table.wait(5)
        assert outages.beat(outages.TICK, table.now) is None
    table.wait(600)
    assert outages.beat(outages.TICK, table.now) is not None
    found = Outage.objects.latest("pk")
    assert (found.part, found.ended - found.began) == ("tick", 600 * SECOND)
    assert "no clock ran meanwhile" in caplog.text
    assert table.left == (5, 60)
    assert (table.tick(), house.sweep(table.now), table.played_by_house()) == (1, 0, set())
    assert Due.objects.get().at == table.now + 65 * SECOND


def test_while_no_hub_is_alive_nobodys_time_runs_out(timed: Callable[..., Timed]) -> None:
    """The worker goes on; nobody can reach his table."""
    table = timed()
    outages.beat(outages.HUB, table.now)
    table.wait(100)
    for _ in range(3):
        table.wait(10)
        table.tick()
        house.sweep(table.now)
    assert (table.played_by_house(), table.clock.at) == (set(), None)
    outages.beat(outages.HUB, table.now)
    assert table.left == (15, 60)
    for seconds in (3, 60, 20):
        table.wait(seconds)
        outages.beat(outages.HUB, table.now)
        Outage.objects.filter(ended=table.now).delete()
        outages.forget()
        assert table.played_by_house() == set()
        table.tick()
    assert table.played_by_house() == {E}


def test_two_outages_at_once_are_one_time_without_a_clock(timed: Callable[..., Timed]) -> None:
    table = timed()
    table.wait(5)
    Outage.objects.create(part="hub", began=table.now, ended=table.now + 100 * SECOND)
    Outage.objects.create(
        part="tick", began=table.now + 50 * SECOND, ended=table.now + 120 * SECOND
    )
    table.wait(125)
    assert table.left == (5, 60)


def test_of_several_who_come_back_from_an_outage_one_tells_it(timed: Callable[..., Timed]) -> None:
    now = timezone.now()
    Pulse.objects.create(part="hub", at=now - 60 * SECOND)
    assert outages.beat(outages.HUB, now) is not None
    assert outages.beat(outages.HUB, now) is None
    assert Outage.objects.count() == 1


def test_those_who_look_are_shown_the_clock_after_an_outage(timed: Callable[..., Timed]) -> None:
    table = timed(now=timezone.now() - 30 * SECOND)
    shown = room.first_look(table.table_id)
    Outage.objects.create(part="tick", began=table.now + 2 * SECOND, ended=table.now + 22 * SECOND)
    outages.forget()
    shown, steps = room.changes(shown)
    (step,) = steps
    frame = json.loads(step.frame(SPECTATOR, timezone.now()).text)
    began = datetime.fromisoformat(frame["clock"]["at"])
    assert abs(began - table.now - 20 * SECOND) < SECOND
    assert room.changes(shown)[1] == []


def test_the_tick_leaves_its_sign_of_life_before_it_does_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(tasks.outages, "_beaten", {})
    monkeypatch.setattr(tasks.outages, "beat", lambda part, now: done.append(part))
    monkeypatch.setattr(tasks.house, "run_due", lambda now: done.append("run"))
    tasks.tick()
    tasks.tick()
    assert done == ["tick", "run", "run"]
