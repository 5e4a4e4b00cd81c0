"""What a socket must not be talked into: each thing has its coded answer, and nothing changes."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

import engine
from tests.flows.player import Frame, Player, Visitor, play_together
from tests.flows.seats import open_table, table_for_two
from tests.flows.stored import EventTable, on_sqlite
from tests.service import Service

# Our own limit in characters, and the server's in bytes.
LONGEST, SERVER_LIMIT = 2000, 16 * 1024


class Table:
    """Two people in mid-trick, and everybody waits for Anneke: nothing moves by itself."""

    def __init__(self, anneke: Player, bert: Player, elsewhere: str, events: EventTable) -> None:
        self.anneke = anneke
        self.bert = bert
        # A table where Bert plays, and a game in which he sees his cards.
        self.elsewhere = elsewhere
        self.events = events
        self.said, self.acknowledged = last_word(anneke, events)
        self.berts, _ = last_word(bert, events)

    @property
    def game_id(self) -> str:
        return str(self.anneke.game["game"])

    def heads(self) -> list[tuple[int, bytes]]:
        heads = self.events.heads()
        return [heads[f"table-{self.anneke.table_id}"], heads[f"game-{self.game_id}"]]

    def a_card(self) -> Frame:
        """Something Anneke may say now; a test makes one thing of it wrong."""
        return self.anneke.message(self.anneke.me["legal"][0])

    def refuses(self, who: Player, message: Frame | str | bytes, code: str) -> Frame:
        before = self.heads()
        answer = who.say(message)
        assert answer["type"] == "error", answer
        assert answer["error"]["code"] == code
        assert answer["error"]["message"]
        assert (answer["game"], answer["version"]) == (self.game_id, who.game["version"])
        assert self.heads() == before
        return answer


def last_word(player: Player, events: EventTable) -> tuple[Frame, Frame]:
    """The message this person said last, as it can be told from the stream, and its answer."""
    game_id = player.game["game"]
    mine = {"seat": player.me["seat"]}
    event = [e for e in events.game(game_id) if mine.items() <= e.payload.items()][-1]
    assert event.type == "CardPlayed"
    message = {"id": event.command_id, "game": game_id, "version": event.version - 1, "do": "play"}
    message |= {key: value for key, value in event.payload.items() if key != "seat"}
    return message, {
        "type": "ack",
        "id": event.command_id,
        "game": game_id,
        "version": event.version,
    }


def must_follow(player: Player) -> bool:
    """In mid-trick this person has to follow suit, and holds other cards too."""
    if not player.my_turn or player.view["phase"] != "play":
        return False
    plays = player.view["trick"]["plays"]
    if not plays or plays[0]["card"] is None or player.view["trick"]["number"] < 2:
        return False
    led = [card for card in player.me["hand"] if card[0] == plays[0]["card"][0]]
    legal = [action["card"] for action in player.me["legal"]]
    return sorted(legal) == sorted(led) and len(led) < len(player.me["hand"])


@pytest.fixture(scope="module")
def table(live_service: Service) -> Iterator[Table]:
    with Visitor(live_service.url) as anneke, Visitor(live_service.url) as bert:
        table_id = table_for_two(anneke, bert)
        elsewhere = open_table(bert)
        with anneke.at(table_id) as south, bert.at(table_id) as north:
            play_together([south, north], lambda _: must_follow(south))
            north.wait(lambda me: me.game["version"] == south.game["version"])
            yield Table(south, north, elsewhere, on_sqlite(live_service.data, {}))


Wrong = Callable[[Table], Frame | str | bytes]


def with_(**fields: Any) -> Wrong:
    return lambda table: {**table.a_card(), **fields}


def without(name: str) -> Wrong:
    def made(table: Table) -> Frame:
        message = table.a_card()
        del message[name]
        return message

    return made


def as_text(text: str | bytes) -> Wrong:
    return lambda table: text


def later(by: int) -> Wrong:
    return lambda table: {**table.a_card(), "version": table.anneke.game["version"] + by}


def a_card_of(where: str) -> Wrong:
    def made(table: Table) -> Frame:
        hand = table.anneke.me["hand"]
        legal = [action["card"] for action in table.anneke.me["legal"]]
        mine = [card for card in hand if card not in legal]
        others = [card.notation for card in engine.DECK if card.notation not in hand]
        return {**table.a_card(), "card": {"hand": mine, "elsewhere": others}[where][0]}

    return made


def says(**fields: Any) -> Wrong:
    return lambda table: {"id": str(uuid.uuid4()), **fields}


MALFORMED: dict[str, tuple[Wrong, str]] = {
    "half an object": (as_text('{"id": "c1", "do":'), "malformed_json"),
    "a list": (as_text("[1, 2]"), "malformed_json"),
    "null": (as_text("null"), "malformed_json"),
    "nothing": (as_text(""), "malformed_json"),
    "no number": (as_text('{"id": "c1", "do": "next", "board": NaN}'), "malformed_json"),
    "a deep hole": (as_text("[" * 1900), "malformed_json"),
    "bytes": (as_text(b'{"id": "c1"}'), "malformed_json"),
    "too long": (as_text(json.dumps({"id": "c1", "do": "x" * LONGEST})), "too_long"),
    "too long in four-byte signs": (as_text("\N{PLAYING CARD ACE OF SPADES}" * 3000), "too_long"),
    "no id": (without("id"), "bad_id"),
    "an id that is a path": (with_(id="../../c1"), "bad_id"),
    "an id that is a list": (with_(id=["c1"]), "bad_id"),
}
MISTAKEN: dict[str, tuple[Wrong, str]] = {
    "an unknown action": (with_(do="peek"), "unknown_do"),
    "no action": (without("do"), "unknown_do"),
    "an action of other rules": (with_(do="exchange"), "wrong_phase"),
    "an unknown field": (with_(hand=["SA"]), "unknown_field"),
    "a field in half a character": (with_(**{"\ud800": 1}), "unknown_field"),
    "another seat": (with_(seat="N"), "unknown_field"),
    "even the own seat": (with_(seat="S"), "unknown_field"),
    "forged totals": (with_(totals={"S": 500}), "unknown_field"),
    "forged totals with the next deal": (
        says(do="next", board=1, totals={"S": 500}),
        "unknown_field",
    ),
    "forged scores": (with_(result={"scores": {"S": 90}}), "unknown_field"),
    "a card that is none": (with_(card="H1"), "bad_card"),
    "a card in half a character": (with_(card="\ud800"), "bad_card"),
    "a card that is a number": (with_(card=7), "bad_card"),
    "no card": (without("card"), "missing_field"),
    "no game": (without("game"), "missing_game"),
    "a game that is nowhere": (with_(game="xxxxxxxxxxxxxx"), "no_such_game"),
    "no version": (without("version"), "bad_number"),
    "a version as text": (with_(version="7"), "bad_number"),
    "a version that is true": (with_(version=True), "bad_number"),
    "a broken version": (with_(version=7.5), "bad_number"),
    "a negative version": (with_(version=-1), "bad_number"),
    "an endless version": (with_(version=10**40), "bad_number"),
    "a version still to come": (later(1), "stale_version"),
    "a version far away": (later(1000), "stale_version"),
    "a version gone by": (later(-1), "stale_version"),
    "the first version": (with_(version=0), "stale_version"),
    "a card of somebody else": (a_card_of("elsewhere"), "card_not_in_hand"),
    "another suit than was led": (a_card_of("hand"), "must_follow_suit"),
    "a card face down": (with_(face_down=True), "face_down_not_allowed"),
    "a bid in mid-trick": (
        lambda table: table.anneke.message({"do": "bid", "bid": "pass"}),
        "wrong_phase",
    ),
    "a pass game in mid-trick": (
        lambda table: table.anneke.message({"do": "choose", "game": "schoppen_mie"}),
        "wrong_phase",
    ),
    "the next deal in mid-trick": (
        lambda table: {"id": "c1", "do": "next", "board": table.anneke.table["state"]["board"]},
        "wrong_phase",
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_read_is_refused_and_the_socket_lives(table: Table, name: str) -> None:
    make, code = MALFORMED[name]
    assert table.refuses(table.anneke, make(table), code)["id"] is None


@pytest.mark.parametrize("name", MISTAKEN)
def test_what_is_not_allowed_is_refused_and_nothing_changes(table: Table, name: str) -> None:
    make, code = MISTAKEN[name]
    message = make(table)
    assert isinstance(message, dict)
    assert table.refuses(table.anneke, message, code)["id"] == message["id"]


def test_out_of_turn_nobody_plays(table: Table) -> None:
    bert = table.bert
    message = bert.message({"do": "play", "card": bert.me["hand"][0]})
    table.refuses(bert, message, "not_your_turn")


def test_nobody_plays_for_another_table_through_this_one(table: Table) -> None:
    with table.bert.visitor.at(table.elsewhere) as there:
        game_id = there.game["game"]
        message = there.message({"do": "bid", "bid": "pass"})
        table.refuses(table.bert, message, "no_such_game")
    assert message["id"] not in [event.command_id for event in table.events.game(game_id)]


def test_a_command_said_again_is_answered_again_and_done_once(table: Table) -> None:
    before = table.heads()
    for _ in range(2):
        assert table.anneke.say(table.said) == table.acknowledged
    assert table.heads() == before


def test_an_id_with_other_content_or_of_another_person_is_refused(table: Table) -> None:
    other = {**table.said, "card": table.anneke.me["legal"][0]["card"]}
    table.refuses(table.anneke, other, "command_id_reused")
    table.refuses(table.anneke, {**table.berts}, "command_id_reused")


def test_a_message_beyond_the_limit_of_the_server_ends_the_socket_and_nothing_else(
    table: Table,
) -> None:
    before = table.heads()
    with table.bert.visitor.at(table.bert.table_id) as tab:
        table.refuses(tab, " " * (SERVER_LIMIT - 10), "too_long")
        tab.send(" " * (SERVER_LIMIT + 1))
        assert tab.wait_until_closed() == 1009
    table.bert.connect()
    assert table.heads() == before


def closes(visitor: Visitor, table_id: str) -> int:
    """The code with which a socket is turned away; it is shown nothing before."""
    player = Player(visitor, table_id)
    try:
        player.open()
        code = player.wait_until_closed()
        assert (player.table, player.game) == ({}, {})
        return code
    finally:
        player.close()


def test_who_has_no_seat_gets_no_socket(table: Table) -> None:
    url = table.anneke.visitor.url
    with Visitor(url) as theo:
        assert closes(theo, table.anneke.table_id) == 4003
        theo.take_demo_seat()
        assert closes(theo, table.anneke.table_id) == 4003
        assert closes(theo, "no-such-table") == 4004


def test_a_page_of_another_site_gets_no_socket(table: Table) -> None:
    tab = Player(table.bert.visitor, table.bert.table_id)
    with pytest.raises(InvalidStatus) as refused:
        tab.open(origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_who_has_signed_out_elsewhere_plays_no_more(live_service: Service) -> None:
    with Visitor(live_service.url) as anneke, anneke.at(anneke.take_demo_seat()) as tab:
        tab.play_until(lambda me: me.my_turn)
        message = tab.message(tab.me["legal"][0])
        assert anneke.post("/accounts/logout/").status_code == 302
        answer = tab.say(message)
        assert answer["error"]["code"] == "signed_out"
        assert tab.wait_until_closed() == 4003
        events = on_sqlite(live_service.data, {}).game(tab.game["game"])
        assert len(events) == message["version"]


# Last in this file: after all that, the game goes on.
def test_after_all_that_the_card_is_played(table: Table) -> None:
    before = table.events.game(table.game_id)
    message, answer = table.anneke.act()
    assert answer["version"] == len(before) + 1
    after = table.events.game(table.game_id)
    assert after[: len(before)] == before
    assert after[len(before)].command_id == message["id"]
