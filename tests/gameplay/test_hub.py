"""The hub: one read for all, in order, and a slow reader never stops the others."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from django.utils import timezone

import engine
from engine import Seat
from gameplay import hub as hub_module
from gameplay import room, streams, table_handlers, tables
from gameplay.connections import QUEUE, Connection, new_connection_id, new_login
from gameplay.errors import NotFound
from gameplay.hub import REPLACED, SEAT_LOST, Hub
from gameplay.models import Presence, Pulse
from gameplay.room import Frame
from tests.gameplay.conftest import Seated
from tests.gameplay.timed import SECOND, Timed, out_of_time

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def never_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads what it is told to, and never because two seconds are over."""
    monkeypatch.setattr("gameplay.hub.LOOK_EVERY", 3600)


@pytest_asyncio.fixture
async def table(seat_people: Callable[..., Seated]) -> Seated:
    return await sync_to_async(seat_people)("NESW")


async def heard(connection: Connection) -> dict[str, Any]:
    async with asyncio.timeout(5):
        frame = await connection.next()
    assert frame is not None
    return json.loads(frame.text)  # type: ignore[no-any-return]


async def joined(hub: Hub, table: Seated, seat: Seat | None = None) -> Connection:
    """A connection that has had its opening frames."""
    user_id = table.people[seat].pk if seat is not None else None
    connection = Connection(table.table_id, seat=seat, user_id=user_id)
    await hub.join(connection)
    assert (await heard(connection))["type"] == "table"
    assert (await heard(connection))["type"] == "game"
    return connection


async def settled(hub: Hub) -> None:
    """Until nothing waits to be read: a table that is new here is looked at once more."""
    for here in list(hub._rooms.values()):
        await asyncio.sleep(0)  # what was asked for now stands in line for the lock
        async with here.lock:
            assert not here.dirty


async def test_who_joins_is_shown_the_table_and_the_game(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)
    assert hub.connections() == 1
    hub.leave(south)
    assert hub.connections() == 0


async def test_who_joins_with_a_hundred_others_at_once_is_shown_his_own_hand(
    hub: Hub, seat_people: Callable[..., Seated]
) -> None:
    """Nobody is left with a page that is "connecting"."""
    one, two = [await sync_to_async(seat_people)(people) for people in ("NS", "EW")]
    seats = [(table, seat) for table in (one, two) for seat in table.people]
    everybody = [*seats, *((table, None) for table in (one, two) * 48)]
    connections = await asyncio.gather(*(joined(hub, table, seat) for table, seat in everybody))
    assert hub.connections() == len(everybody) == 100
    for table in (one, two):
        await sync_to_async(table.act)(do="bid", bid="pass")
    games = [(await sync_to_async(lambda t=table: t.game)()) for table, _ in everybody]
    for game, (_, seat), connection in zip(games, everybody, connections, strict=True):
        frame = await heard(connection)
        assert (frame["type"], frame["game"]) == ("game", game.game_id)
        hand = engine.Hand.parse(" ".join(frame["me"]["hand"])) if "me" in frame else None
        assert hand == (game.state.deal.hand(seat) if seat is not None else None)


async def test_a_bid_reaches_seat_and_spectator_in_the_same_version(
    hub: Hub, table: Seated
) -> None:
    south, spectator = await joined(hub, table, Seat.SOUTH), await joined(hub, table)
    await sync_to_async(table.act)(do="bid", bid="pass")
    at_seat, outside = await heard(south), await heard(spectator)
    assert at_seat["version"] == outside["version"] == 2
    assert at_seat["events"] == [{"do": "bid", "seat": "E", "bid": "pass"}]
    assert len(at_seat["me"]["hand"]) == 13
    assert "me" not in outside


async def test_a_thousand_listeners_cost_one_read(
    never_looks: None, hub: Hub, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    listeners = [await joined(hub, table) for _ in range(50)]
    await settled(hub)
    reads: list[object] = []
    original = room.changes

    def counted(shown: room.Shown, releases: bool) -> Any:
        reads.append(shown)
        return original(shown, releases)

    monkeypatch.setattr(room, "changes", counted)
    await sync_to_async(table.act)(do="bid", bid="pass")
    frames = {(await each.next()).text for each in listeners}  # type: ignore[union-attr]
    assert len(frames) == 1
    assert len(reads) == 1


async def test_the_end_of_a_board_brings_the_totals(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)
    await sync_to_async(table.play_out)()
    seen: list[dict[str, Any]] = []
    while not (seen and seen[-1]["type"] == "table"):
        seen.append(await heard(south))
    assert seen[-2]["view"]["finished"]
    assert len(seen[-1]["state"]["boards"]) == 1


async def test_the_next_board_follows_the_last_card(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)

    def play_and_go_on() -> None:
        table.play_out()
        for person in table.people.values():
            table_handlers.change(
                table.table_id,
                lambda s, p=person: tables.ready(s, user_id=p.pk, board=1),
                actor=f"user:{person.pk}",
            )

    await sync_to_async(play_and_go_on)()
    seen: list[dict[str, Any]] = []
    while not (seen and seen[-1]["type"] == "game" and seen[-1]["view"]["dealer"] == "E"):
        seen.append(await heard(south))
    assert any(frame["type"] == "game" and frame["view"]["finished"] for frame in seen)
    assert seen[-2]["type"] == "table"
    assert seen[-2]["game"] == seen[-1]["game"]
    assert not seen[-1]["view"]["finished"]
    assert len(seen[-1]["me"]["hand"]) == 13


async def test_a_slow_reader_loses_frames_and_not_the_state(hub: Hub, table: Seated) -> None:
    connection = await joined(hub, table)
    connection.push(Frame("g:1", "a seat has changed hands", "table"))
    for number in range(QUEUE + 9):
        connection.push(Frame(f"g:{number}", f"card {number}", "game"))
    got = []
    while connection._frames:
        frame = await connection.next()
        assert frame is not None
        got.append(frame.text)
    assert "a seat has changed hands" in got
    assert got[-1] == f"card {QUEUE + 8}"
    assert len(got) + connection.dropped == QUEUE + 10


async def test_the_latest_tab_takes_the_seat_and_the_other_is_told(hub: Hub, table: Seated) -> None:
    older, newer = await joined(hub, table, Seat.SOUTH), await joined(hub, table, Seat.SOUTH)
    hub.heard(f"taken {table.table_id} {newer.user_id} {newer.id}")
    assert await older.next() is None
    assert (older.close_code, older.close_reason) == (REPLACED, "replaced")
    assert newer.close_code is None


async def test_of_two_tabs_that_come_together_exactly_one_stays(hub: Hub, table: Seated) -> None:
    older, newer = await joined(hub, table, Seat.SOUTH), await joined(hub, table, Seat.SOUTH)
    for each in (older, newer, older):  # announcements overtake each other
        hub.heard(f"taken {table.table_id} {each.user_id} {each.id}")
    assert (older.close_code, newer.close_code) == (REPLACED, None)


async def test_an_older_page_that_finds_its_line_again_does_not_take_the_seat_back(
    hub: Hub, table: Seated
) -> None:
    laptop, phone = new_login(), new_login()
    me = table.people[Seat.SOUTH].pk

    def line(page: str) -> Connection:
        return Connection(table.table_id, seat=Seat.SOUTH, user_id=me, id=new_connection_id(page))

    on_phone, woken = line(phone), line(laptop)
    await hub.join(on_phone)
    await hub.join(woken)
    assert await everything(woken) == []
    assert (woken.close_code, on_phone.close_code) == (REPLACED, None)

    # The phone itself, on another network: its old line counts no more, and nobody has noticed yet.
    again = line(phone)
    await hub.join(again)
    hub.heard(f"taken {table.table_id} {me} {again.id}")
    assert (on_phone.close_code, again.close_code) == (REPLACED, None)


async def test_a_process_whose_page_is_newer_says_so_to_the_one_where_an_older_came_back(
    hub: Hub, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken = new_connection_id(new_login())
    phone = await joined(hub, table, Seat.SOUTH)
    said, heard = list[str](), asyncio.Event()

    class Line:
        async def publish(self, channel: str, message: str) -> None:
            said.append(message)
            heard.set()

    monkeypatch.setattr(hub, "_redis", Line())
    hub.heard(f"taken {table.table_id} {phone.user_id} {woken}")
    async with asyncio.timeout(5):
        await heard.wait()
    assert phone.close_code is None
    assert said == [f"taken {table.table_id} {phone.user_id} {phone.id}"]


async def test_a_page_from_the_future_comes_as_of_now() -> None:
    future = f"{10**19:020d}-00000000"
    assert not new_connection_id(future).startswith(future)
    assert new_connection_id("nonsense") < new_connection_id()


async def test_who_leaves_the_seat_is_no_longer_shown_its_hand(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)
    me = table.people[Seat.SOUTH].pk
    await sync_to_async(table_handlers.change)(
        table.table_id, lambda s: tables.stop(s, user_id=me), actor=f"user:{me}"
    )
    async with asyncio.timeout(5):
        assert await south.next() is None
    assert (south.close_code, south.close_reason) == (SEAT_LOST, "seat_lost")


async def test_a_card_and_the_loss_of_a_seat_in_one_look_show_the_old_holder_nothing(
    hub: Hub, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay import broadcast

    south, west = await joined(hub, table, Seat.SOUTH), await joined(hub, table, Seat.WEST)
    monkeypatch.setattr(broadcast, "moved", lambda stream, version: None)
    me = table.people[Seat.SOUTH].pk

    def both() -> str:
        table.act(do="bid", bid="pass")
        table_handlers.change(
            table.table_id, lambda s: tables.stop(s, user_id=me), actor=f"user:{me}"
        )
        return table.game.game_id

    # Only the game's announcement comes; the table's is lost.
    hub.heard(f"moved game-{await sync_to_async(both)()} 2")
    assert (await heard(west))["version"] == 2
    async with asyncio.timeout(5):
        assert await south.next() is None
    assert south.close_code == SEAT_LOST


def changes_hands(anneke: Any, theo: Any) -> tuple[str, Callable[[], None]]:
    """A table at which Anneke sits West until what is answered here is called: then Theo does."""
    occupants: dict[Seat, int | str | None] = dict.fromkeys(engine.SEATS, "house")
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=theo.pk,
        occupants={**occupants, Seat.WEST: anneke.pk, Seat.NORTH: None},
        actor="user:1",
    )

    def swap() -> None:
        now = timezone.now()
        for decide in (
            lambda s: tables.stop(s, user_id=anneke.pk),
            lambda s: tables.invite(s, seat=Seat.WEST, user_id=theo.pk, invitation="paper"),
            lambda s: tables.take_seat(s, seat=Seat.WEST, user_id=theo.pk, invitation="paper"),
            lambda s: tables.fill_with_house(s, user_id=theo.pk),
        ):
            table_handlers.change(table_id, decide, actor="user:1", now=now)
        assert streams.table(table_id).state.current is not None

    return table_id, swap


async def everything(connection: Connection) -> list[dict[str, Any]]:
    """What is sent until the connection is closed."""
    sent = []
    async with asyncio.timeout(5):
        while (frame := await connection.next()) is not None:
            sent.append(json.loads(frame.text))
    return sent


async def test_a_seat_that_changed_hands_in_one_look_shows_the_old_holder_no_hand(
    hub: Hub, person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay import broadcast

    anneke, theo = await sync_to_async(person)("anneke"), await sync_to_async(person)("theo")
    table_id, swap = await sync_to_async(changes_hands)(anneke, theo)
    old = Connection(table_id, seat=Seat.WEST, user_id=anneke.pk)
    await hub.join(old)
    assert (await heard(old))["type"] == "table"
    monkeypatch.setattr(broadcast, "moved", lambda stream, version: None)
    await sync_to_async(swap)()
    hub.heard(f"moved table-{table_id} 9")
    sent = await everything(old)
    assert not [frame for frame in sent if "me" in frame]
    assert old.close_code == SEAT_LOST


async def test_a_join_that_comes_too_late_is_shown_no_hand(
    hub: Hub, person: Callable[[str], Any]
) -> None:
    anneke, theo = await sync_to_async(person)("anneke"), await sync_to_async(person)("theo")
    table_id, swap = await sync_to_async(changes_hands)(anneke, theo)
    spectator = Connection(table_id)
    await hub.join(spectator)
    await sync_to_async(swap)()
    late = Connection(table_id, seat=Seat.WEST, user_id=anneke.pk)  # looked up before the swap
    await hub.join(late)
    assert await everything(late) == []
    assert late.close_code == SEAT_LOST
    await hub.show_again(late)
    assert await everything(late) == []


async def test_who_just_sat_down_is_shown_the_hand_though_the_room_is_older(
    hub: Hub, person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay import broadcast

    anneke, theo = await sync_to_async(person)("anneke"), await sync_to_async(person)("theo")
    table_id, swap = await sync_to_async(changes_hands)(anneke, theo)
    await hub.join(Connection(table_id))
    monkeypatch.setattr(broadcast, "moved", lambda stream, version: None)
    await sync_to_async(swap)()
    new = Connection(table_id, seat=Seat.WEST, user_id=theo.pk)
    await hub.join(new)
    await heard(new)
    assert len((await heard(new))["me"]["hand"]) == 13


async def test_who_has_signed_out_is_closed_without_having_to_act(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)
    west = await joined(hub, table, Seat.WEST)
    south.signed_in, west.signed_in = (lambda: False), (lambda: True)
    await hub._check()
    assert (south.close_code, south.close_reason) == (SEAT_LOST, "signed_out")
    assert west.close_code is None


async def test_proxies_hear_something_from_a_quiet_table(hub: Hub, table: Seated) -> None:
    spectator = await joined(hub, table)
    await hub._check()
    frame = await spectator.next()
    assert frame is not None
    assert frame.event == b"event: here\ndata: .\n\n"


async def test_a_room_listens_to_the_running_board_only(hub: Hub, table: Seated) -> None:
    south = await joined(hub, table, Seat.SOUTH)
    first = set(hub._streams)
    await sync_to_async(table.play_out)()
    for who in table.people.values():
        await sync_to_async(table_handlers.ready)(table.table_id, user_id=who.pk, board=1)
    while (await heard(south)).get("view", {}).get("dealer") != "E":
        pass
    assert hub._streams.keys() != first
    assert len(hub._streams) == 2


async def test_an_unknown_table_is_refused_and_leaves_no_room_behind(hub: Hub) -> None:
    with pytest.raises(NotFound):
        await hub.join(Connection("nowhere"))
    assert hub._rooms == {}


async def test_a_lost_announcement_is_found_out(
    hub: Hub, table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay import broadcast

    monkeypatch.setattr(hub_module, "LOOK_EVERY", 0.05)
    hub._keep(hub._look())
    spectator = await joined(hub, table)
    monkeypatch.setattr(broadcast, "moved", lambda stream, version: None)
    await sync_to_async(table.act)(do="bid", bid="pass")
    assert (await heard(spectator))["version"] == 2


async def test_nonsense_on_the_channel_is_ignored(hub: Hub, table: Seated) -> None:
    await joined(hub, table)
    for message in ("", "moved", "moved game-x", "taken a b", "moved game-unknown 3", "hello"):
        hub.heard(message)
    assert hub.connections() == 1


async def test_a_hub_says_that_it_lives_and_who_is_where_people_are_stood_in_for(
    hub: Hub, timed: Callable[..., Timed], table: Seated
) -> None:
    clocked: Timed = await sync_to_async(timed)(people="NS")
    for number, seat in enumerate((Seat.NORTH, Seat.SOUTH)):
        person = clocked.people[seat].pk
        connection = Connection(clocked.table_id, seat=seat, user_id=person)
        await hub.join(connection)
        await hub._say_it_lives()
        there = await sync_to_async(lambda: set(Presence.objects.values_list("pk", flat=True)))()
        assert len(there) == number + 1
    hub.leave(connection)
    await joined(hub, table, Seat.SOUTH)
    before = await sync_to_async(lambda: dict(Presence.objects.values_list("pk", "seen")))()
    await hub._say_it_lives()
    after = await sync_to_async(lambda: dict(Presence.objects.values_list("pk", "seen")))()
    gone = f"{clocked.table_id}:{person}"
    assert {key for key in after if after[key] > before[key]} == set(before) - {gone}
    assert await sync_to_async(lambda: Pulse.objects.get().part)() == "hub"


async def test_whoever_is_stood_in_for_keeps_his_line_and_sees_it(
    hub: Hub, timed: Callable[..., Timed]
) -> None:
    # By the clock on the wall: the hub says all the time that it lives.
    opened = timezone.now() - 76 * SECOND
    clocked: Timed = await sync_to_async(timed)(now=opened)
    east = Connection(clocked.table_id, seat=Seat.EAST, user_id=clocked.people[Seat.EAST].pk)
    await hub.join(east)
    for _ in range(2):
        await heard(east)
    await sync_to_async(out_of_time)(clocked)
    shown = [await heard(east), await heard(east)]
    (table,) = (frame for frame in shown if frame["type"] == "table")
    (game,) = (frame for frame in shown if frame["type"] == "game")
    assert table["state"]["seats"]["E"]["why"] == "time"
    assert (len(game["me"]["hand"]), east.close_code) == (13, None)
