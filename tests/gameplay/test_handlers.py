"""One command, end to end: what is refused changes nothing, what is repeated happens once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import engine
from engine import Seat
from gameplay import streams
from gameplay.errors import CommandReused, StaleView
from gameplay.eventstore import store
from gameplay.ids import game_stream
from tests.gameplay.conftest import Seated

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(seat_people: Callable[..., Seated]) -> Seated:
    """Dealer North, so East speaks first; nobody is a house player."""
    return seat_people("NESW")


def events_of(table: Seated) -> list[str]:
    return [row.type for row in store.load(game_stream(table.game.game_id))]


def test_a_board_begins_with_its_rules_and_the_promise_of_its_deal(table: Seated) -> None:
    first = store.load(game_stream(table.game.game_id))[0]
    assert first.type == "GameOpened"
    assert first.payload["ruleset"] == "championship-online"
    assert first.payload["dealer"] == "N"
    assert len(first.payload["deal"]["digest"]) == 64
    assert "HA" not in str(first.payload) and "AKQ765" not in str(first.payload)


def test_every_bid_and_card_is_one_event(table: Seated) -> None:
    table.act(do="bid", bid="pass")
    table.act(do="bid", bid="rik")
    assert events_of(table) == ["GameOpened", "BidMade", "BidMade"]


def test_a_whole_board_ends_with_a_bell_and_without_a_score(table: Seated) -> None:
    table.bid_a_rik()
    table.play_out()
    last = store.load(game_stream(table.game.game_id))[-1]
    assert (last.type, last.payload) == ("GameFinished", {})
    assert events_of(table).count("CardPlayed") == 52


def test_the_game_in_memory_is_the_game_in_the_store(table: Seated) -> None:
    table.bid_a_rik()
    table.act(do="play", card="HK")
    remembered = streams.game(table.game.game_id, fresh=False)
    streams.forget_everything()
    replayed = streams.game(table.game.game_id)
    assert replayed.state == remembered.state
    assert (replayed.version, replayed.head) == (remembered.version, remembered.head)


def test_a_double_click_bids_once(table: Seated) -> None:
    first = table.act(command_id="click", based_on=1, do="bid", bid="pass")
    again = table.send({"seat": "E", "do": "bid", "bid": "pass"}, "click", based_on=1)
    assert (again.version, again.repeated) == (first.version, True)
    assert events_of(table) == ["GameOpened", "BidMade"]


def test_a_retry_long_afterwards_still_gets_its_own_version(table: Seated) -> None:
    table.act(command_id="click", do="bid", bid="pass")
    table.act(do="bid", bid="pass")
    table.act(do="bid", bid="pass")
    again = table.send({"seat": "E", "do": "bid", "bid": "pass"}, "click", based_on=1)
    assert again.version == 2


def test_a_retry_that_another_process_has_served_is_recognised(table: Seated) -> None:
    before = streams.game(table.game.game_id, fresh=False)
    table.act(command_id="click", do="bid", bid="pass")
    streams.games.put(before.game_id, before)
    again = table.send({"seat": "E", "do": "bid", "bid": "pass"}, "click", based_on=1)
    assert (again.version, again.repeated) == (2, True)


@pytest.mark.parametrize(
    ("action", "actor"),
    [
        ({"seat": "E", "do": "bid", "bid": "rik"}, "user:1"),
        ({"seat": "E", "do": "bid", "bid": "pass"}, "user:2"),
    ],
    ids=["other content", "another actor"],
)
def test_a_command_id_belongs_to_one_command_of_one_person(
    table: Seated, action: dict[str, object], actor: str
) -> None:
    table.act(command_id="click", do="bid", bid="pass")
    with pytest.raises(CommandReused) as refused:
        table.send(action, "click", based_on=1, actor=actor)
    assert refused.value.code == "command_id_reused"
    assert len(events_of(table)) == 2


def test_a_stale_view_is_told_the_version_there_is(table: Seated) -> None:
    table.act(do="bid", bid="pass")
    with pytest.raises(StaleView) as refused:
        table.send({"seat": "S", "do": "bid", "bid": "rik"}, based_on=1)
    assert refused.value.detail == {"version": 2}
    assert len(events_of(table)) == 2


def test_a_view_from_the_future_is_as_stale_as_one_from_the_past(table: Seated) -> None:
    with pytest.raises(StaleView):
        table.send({"seat": "E", "do": "bid", "bid": "pass"}, based_on=40)
    assert events_of(table) == ["GameOpened"]


def test_a_stale_memory_is_read_up_and_the_loser_of_a_race_is_told(table: Seated) -> None:
    before = streams.game(table.game.game_id, fresh=False)
    table.act(do="bid", bid="pass")
    streams.games.put(before.game_id, before)  # as a second process would remember it
    with pytest.raises(StaleView):
        table.send({"seat": "E", "do": "bid", "bid": "rik"}, based_on=1)
    assert len(events_of(table)) == 2


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"seat": "N", "do": "play", "card": "SJ"}, "not_your_turn"),
        ({"seat": "E", "do": "play", "card": "SA"}, "card_not_in_hand"),
        ({"seat": "E", "do": "bid", "bid": "rik"}, "wrong_phase"),
    ],
)
def test_what_the_rules_forbid_changes_nothing(
    table: Seated, action: dict[str, object], code: str
) -> None:
    table.bid_a_rik()
    before = events_of(table)
    with pytest.raises(engine.IllegalAction) as refused:
        table.send(action)
    assert refused.value.code == code
    assert events_of(table) == before


def test_follow_suit_is_asked_of_a_hand_that_can(table: Seated) -> None:
    table.bid_a_rik()
    table.act(do="play", card="DK")
    assert table.game.state.to_act is Seat.SOUTH
    with pytest.raises(engine.MustFollowSuit):
        table.act(do="play", card="SA")


def test_a_projection_that_fails_takes_the_event_back(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gameplay import house_plan

    def broken(*_: object) -> None:
        raise RuntimeError("disk full")

    monkeypatch.setattr(house_plan, "after_game", broken)
    with pytest.raises(RuntimeError):
        table.act(do="bid", bid="pass")
    assert events_of(table) == ["GameOpened"]
    assert table.game.version == 1


def test_an_announcement_that_fails_leaves_the_card_played(
    table: Seated,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
) -> None:
    from gameplay import broadcast

    def silent(stream: str, version: int) -> None:
        raise ConnectionError("no hub")

    monkeypatch.setattr(broadcast, "moved", silent)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        done = table.act(do="bid", bid="pass")
    assert done.version == 2
