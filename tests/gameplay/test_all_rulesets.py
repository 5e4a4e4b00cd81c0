"""Whole boards of each ruleset, through handlers, store, tick and frames, as people get them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from unittest import mock

import pytest
from django.utils import timezone

import engine
from engine import SEATS, Card, Phase, Seat, Suit
from gameplay import commands, dealing, protocol, records, room, streams, table_handlers
from gameplay.eventstore import store
from gameplay.ids import game_stream, table_stream
from gameplay.models import GameSummary, SealedDeal
from gameplay.visibility import SPECTATOR, at_seat
from tests.engine.seen import cards_in
from tests.gameplay.audiences import Audience, check_cards, check_frame, check_shape
from tests.gameplay.conftest import let_the_house_play

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
# Nobody has three aces, so everybody may pass under all rules.
DEAL = "N:J9.J987.AT987.32 T8.KT6.KQ652.K98 AKQ765.Q5.J3.A64 432.A432.4.QJT75"
AUDIENCES: tuple[Audience, ...] = (None, *SEATS)


def open_table(
    ruleset: str, options: Mapping[str, object], occupants: Mapping[Seat, Any], **more: Any
) -> str:
    return table_handlers.open_table(
        ruleset=ruleset,
        options=options,
        opener=None,
        occupants=occupants,
        actor="user:1",
        length=4,
        **more,
    )


def game_of(table_id: str) -> streams.LiveGame:
    current = streams.table(table_id).state.current
    assert current is not None
    return streams.game(current.game_id)


# -- four house players ------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", engine.rulesets.names())
def test_four_house_players_play_a_board_of_each_ruleset(ruleset: str) -> None:
    table_id = open_table(ruleset, {}, dict.fromkeys(SEATS, "house"))
    first = game_of(table_id).game_id
    let_the_house_play(table_id, until=lambda: streams.game(first).state.finished)
    row = GameSummary.objects.get(game_id=first)
    assert row.scores is not None
    assert sum(row.scores.values()) == 0
    record = records.export(first, now=timezone.now())
    again = engine.fold(record).state
    assert engine.outcome(again) == engine.outcome(streams.game(first).state)
    assert ("turned" in record) is ("turned" in engine.rulesets.get(ruleset).draws)


# -- what is drawn besides the deal --------------------------------------------------------------


def test_the_turned_card_lies_sealed_with_the_deal_and_in_no_event() -> None:
    known = mock.patch.object(dealing, "uniform", return_value=engine.Deal.parse(DEAL))
    drawn = mock.patch.object(dealing, "drawn", return_value={"turned": 4})
    with known, drawn:
        table_id = open_table("wiezen", {}, dict.fromkeys(SEATS, "house"))
    live = game_of(table_id)
    # The fifth of North's cards in the order of their index.
    assert live.state.turned is Card("H8")
    streams.forget_everything()
    assert game_of(table_id).state.turned is Card("H8")
    row = SealedDeal.objects.get(pk=live.opened.deal_id)
    assert row.draws_sealed
    assert row.digest == live.opened.deal_digest
    for stream in (game_stream(live.game_id), table_stream(table_id)):
        assert not cards_in([dict(event.payload) for event in store.load(stream)])
    shown = room.first_look(table_id)
    for audience in AUDIENCES:
        viewer = SPECTATOR if audience is None else at_seat(audience)
        [_, frame] = room.opening_frames(shown, viewer, timezone.now())
        assert json.loads(frame.text)["view"]["turned"] == "H8"


@pytest.mark.parametrize("number", range(4))
def test_a_drawn_better_suit_is_the_trump_of_a_rik_beter_and_stands_in_the_record(
    number: int,
) -> None:
    with mock.patch.object(dealing, "drawn", return_value={"beter": number}):
        table_id = open_table("wikibooks", {"beter": "drawn"}, dict.fromkeys(SEATS, "house"))
    state = game_of(table_id).state
    suit = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)[number]
    assert state.beter_suit is suit
    assert state.ruleset.rungs["rik_beter"].trumps == (suit,)
    assert engine.write_record(state, [])["beter_suit"] == suit.letter


@pytest.mark.parametrize(("number", "card"), [(4, "ST"), (52, "C1")])
def test_the_open_card_in_the_middle_is_drawn_and_the_joker_takes_its_place(
    number: int, card: str
) -> None:
    known = mock.patch.object(dealing, "uniform", return_value=engine.Deal.parse(DEAL))
    drawn = mock.patch.object(dealing, "drawn", return_value={"middle": number})
    with known, drawn:
        table_id = open_table("wikibooks", {"joker": True}, dict.fromkeys(SEATS, "house"))
    first = game_of(table_id)
    assert first.state.middle is Card(card)
    assert (Card("C1") in first.state.deal.hand(E)) is (card == "ST")
    record = engine.write_record(first.state, [])
    assert (record["deal"], record["middle"]) == (DEAL, card)


def test_a_deal_of_rules_that_draw_nothing_has_nothing_drawn() -> None:
    game_of(open_table("platform", {}, dict.fromkeys(SEATS, "house")))
    assert not SealedDeal.objects.exclude(draws_sealed=b"").exists()


# -- four people, through the socket's messages ----------------------------------------------------


class Evening:
    """Four people at a table, and what each audience was sent."""

    def __init__(
        self, person: Callable[[str], Any], ruleset: str, options: Mapping[str, object]
    ) -> None:
        people = {seat: person(f"person {seat.letter}") for seat in SEATS}
        with mock.patch.object(dealing, "uniform", return_value=engine.Deal.parse(DEAL)):
            self.table_id = open_table(
                ruleset, options, {seat: one.pk for seat, one in people.items()}
            )
        self.people = people
        self.sent = 0
        self.phases: list[Phase] = []
        self.shown = room.first_look(self.table_id)

    @property
    def live(self) -> streams.LiveGame:
        return game_of(self.table_id)

    def say(self, **fields: object) -> None:
        live = self.live
        seat = live.state.to_act
        assert seat is not None
        self.phases.append(live.state.phase)
        text = json.dumps(
            {"id": f"m-{live.version}", "game": live.game_id, "version": live.version, **fields}
        )
        message = protocol.read(text, seat)
        assert isinstance(message, protocol.Act)
        commands.perform(message, table_id=self.table_id, user_id=self.people[seat].pk)
        self.shown, steps = room.changes(self.shown)
        state = self.live.state
        for step in steps:
            for audience, frame in step.frames_for(SEATS, timezone.now()).items():
                self.sent += 1
                if json.loads(frame.text)["type"] == "table":
                    check_shape(frame.text, audience, finished=False, revealed=False)
                else:
                    check_frame(frame.text, audience, state, revealed=state.finished)

    def bid(self, wanted: Mapping[Seat, list[str]]) -> None:
        """Everybody says his words in order, and passes when he has none left."""
        left = {seat: list(words) for seat, words in wanted.items()}
        while self.live.state.phase is Phase.AUCTION:
            seat = self.live.state.to_act
            assert seat is not None
            self.say(do="bid", bid=left[seat].pop(0) if left.get(seat) else "pass")
        assert not any(left.values())

    def play_on(self) -> None:
        """The first legal action of each, to the end of the board."""
        while not self.live.state.finished:
            action = engine.write_action(engine.legal_actions(self.live.state)[0])
            del action["seat"]
            if action["do"] == "choose":
                action["pass_game"] = action.pop("game")
            self.say(**action)

    def frame(self, audience: Audience) -> dict[str, Any]:
        viewer = SPECTATOR if audience is None else at_seat(audience)
        [_, frame] = room.opening_frames(room.first_look(self.table_id), viewer, timezone.now())
        found: dict[str, Any] = json.loads(frame.text)
        check_cards(frame.text, audience, self.live.state, revealed=self.live.state.finished)
        return found


def test_cards_put_away_before_a_small_miserie_are_known_to_who_put_them_there(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "wiezen", {"kleine_miserie": True})
    evening.bid({E: ["kleine_miserie"]})
    for seat, card in ((E, "ST"), (S, "SA"), (W, "S4"), (N, "SJ")):
        evening.say(do="discard", card=card)
        for audience in AUDIENCES:
            frame = evening.frame(audience)
            own = frame.get("me", {}).get("discarded")
            assert (own == card) is (audience is seat), (audience, own)
    evening.play_on()
    assert evening.phases.count(Phase.DISCARD) == 4
    assert evening.phases.count(Phase.PLAY) == 48
    row = GameSummary.objects.get()
    assert row.contract == "kleine_miserie"
    assert sum((row.scores or {}).values()) == 0


def test_the_bidder_of_an_open_misere_names_the_leader_and_lies_open_after_five_cards(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "championship-offline", {})
    evening.bid({E: ["misere"], W: ["misere"], S: [], N: ["open_misere"]})
    evening.say(do="leader", leader="S")
    assert evening.live.state.play is not None
    assert evening.live.state.to_act is S
    for _ in range(4):
        evening.say(do="play", card=str(engine.legal_actions(evening.live.state)[0].card))
        assert "exposed" not in evening.frame(None)["view"]
    evening.say(do="play", card=str(engine.legal_actions(evening.live.state)[0].card))
    for audience in AUDIENCES:
        view = evening.frame(audience)["view"]
        assert list(view["exposed"]) == ["N"]
        assert len(view["exposed"]["N"]) == view["cards_left"]["N"]
        assert view["talk"] == []
    evening.play_on()
    assert evening.live.state.finished


@pytest.mark.parametrize("ruleset", engine.rulesets.names())
def test_four_people_play_a_board_of_each_ruleset(
    person: Callable[[str], Any], ruleset: str
) -> None:
    """Where all four pass: a pass game, a forced rik, or a deal thrown in."""
    evening = Evening(person, ruleset, {"early_end": False})
    evening.bid({})
    evening.play_on()
    row = GameSummary.objects.get()
    thrown_in = ruleset in ("german", "wiezen")
    assert evening.phases.count(Phase.PLAY) == (0 if thrown_in else 52)
    assert (row.contract == "thrown_in") is thrown_in
    assert row.finished is not None
    assert sum((row.scores or {}).values()) == 0


def test_the_highest_bidder_takes_the_open_card_and_everybody_sees_what_he_gives_for_it(
    person: Callable[[str], Any],
) -> None:
    with mock.patch.object(dealing, "drawn", return_value={"middle": Card("HA").index}):
        evening = Evening(person, "wikibooks", {"joker": True})
    assert evening.frame(None)["view"]["middle"] == "HA"
    assert "C1" in evening.frame(W)["me"]["hand"]
    evening.bid({E: ["rik"]})
    assert evening.live.state.phase is Phase.EXCHANGE
    for audience in AUDIENCES:
        legal = evening.frame(audience).get("me", {}).get("legal", [])
        assert len(legal) == (14 if audience is E else 0)
    evening.say(do="exchange", card="ST")
    for audience in AUDIENCES:
        frame = evening.frame(audience)
        assert frame["view"]["middle"] == "HA"
        assert frame["view"]["exchange"] == {"seat": "E", "card": "ST"}
        assert ("HA" in frame.get("me", {}).get("hand", [])) is (audience is E)
    streams.forget_everything()
    evening.play_on()
    record = records.export(evening.live.game_id, now=timezone.now())
    assert record["middle"] == "HA"
    assert {"seat": "E", "do": "exchange", "card": "ST"} in record["actions"]
    assert engine.fold(record).state == evening.live.state


def test_who_watches_an_unreleased_board_is_sent_no_turned_card_and_no_open_hand() -> None:
    table_id = open_table("wiezen", {}, dict.fromkeys(SEATS, "house"), policy="board")
    [_, frame] = room.opening_frames(room.first_look(table_id), SPECTATOR, timezone.now())
    assert json.loads(frame.text)["view"] is None
    assert not cards_in(frame.text)
