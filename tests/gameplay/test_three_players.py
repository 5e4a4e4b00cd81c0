"""Three people and a fourth hand at a free table: through handlers, store, tick and frames."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

import engine
from engine import SEATS, Phase, Seat
from gameplay import (
    access,
    commands,
    dealing,
    handlers,
    house_plan,
    protocol,
    records,
    room,
    streams,
    table_handlers,
    tables,
    undoing,
)
from gameplay.errors import MalformedMessage, PlayRefused
from gameplay.models import Due, GameSummary, TableSeat
from gameplay.projections import runner
from gameplay.visibility import LIVE, SPECTATOR, at_seat
from tests.engine.test_three_hidden import pairs
from tests.gameplay.audiences import Audience, check_cards, check_frame, check_shape
from tests.gameplay.conftest import let_the_house_play
from tests.gameplay.retelling import NOW, a_step

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
FORMS = (("wikibooks", "rene"), ("wikibooks", "blinde"), ("german", "strohmann"))
EVERY_FORM = pytest.mark.parametrize(("ruleset", "form"), FORMS, ids=[form for _, form in FORMS])
# East has five sure trumps; the ace of diamonds is West's, that of clubs South's.
DEAL = "N:T987.5432.765.43 AKQJ6.A6.KQ3.652 543.KQJ.T984.A87 2.T987.AJ2.KQJT9"


def open_table(
    _ruleset: str, _form: str, occupants: dict[Seat, Any], *, length: int | None = 3, **more: Any
) -> str:
    with mock.patch.object(dealing, "draw", side_effect=known):
        return table_handlers.open_table(
            **{
                "ruleset": _ruleset,
                "options": {},
                "opener": None,
                "occupants": occupants,
                "actor": "user:1",
                "length": length,
                "players": 3,
                "form": _form,
                **more,
            }
        )


def known(*, now: Any, labels: Any = ()) -> Any:
    return dealing.seal(engine.Deal.parse(DEAL), now=now)


def game_of(table_id: str) -> streams.LiveGame:
    current = streams.table(table_id).state.current
    assert current is not None
    return streams.game(current.game_id)


class Evening:
    """Three people at a table, and what each of them and who watches was sent."""

    def __init__(self, person: Callable[[str], Any], ruleset: str, form: str) -> None:
        self.people = {chair: person(f"person {chair.letter}") for chair in (N, E, S)}
        self.table_id = open_table(ruleset, form, {c: one.pk for c, one in self.people.items()})
        self.shown = room.first_look(self.table_id)
        self.played_by: list[str] = []

    @property
    def live(self) -> streams.LiveGame:
        return game_of(self.table_id)

    @property
    def state(self) -> engine.GameState:
        return self.live.state

    def user_at(self, seat: Seat) -> int:
        user = streams.table(self.table_id).state.seats[seat].user_id
        assert user is not None
        return user

    def say(self, actor: Seat | None = None, **fields: object) -> None:
        """Whoever is to act, or plays the fourth hand, sends this from his own connection."""
        live = self.live
        seat = actor if actor is not None else live.state.actor
        assert seat is not None
        if live.state.operator is not None:
            self.played_by.append(seat.letter)
        text = json.dumps(
            {"id": f"m-{live.version}", "game": live.game_id, "version": live.version, **fields}
        )
        message = protocol.read(text, seat)
        assert isinstance(message, protocol.Act)
        commands.perform(message, table_id=self.table_id, user_id=self.user_at(seat))
        self.shown, steps = room.changes(self.shown)
        for step in steps:
            for audience, frame in step.frames_for((N, E, S), timezone.now()).items():
                if json.loads(frame.text)["type"] == "table":
                    check_shape(frame.text, audience, finished=False, revealed=False)
                else:
                    check_frame(frame.text, audience, self.state, revealed=self.state.finished)

    def bid(self, words: str) -> None:
        for word in words.split():
            self.say(do="bid", bid=word)

    def play_on(self, cards: int = 99) -> None:
        """The first legal action of each, to the end of the board."""
        while not self.state.finished and cards:
            action = engine.write_action(engine.legal_actions(self.state)[0])
            del action["seat"]
            action.pop("by", None)
            if action["do"] == "choose":
                action["pass_game"] = action.pop("game")
            self.say(**action)
            cards -= 1

    def frame(self, audience: Audience) -> dict[str, Any]:
        viewer = SPECTATOR if audience is None else at_seat(audience)
        [_, frame] = room.opening_frames(room.first_look(self.table_id), viewer, timezone.now())
        check_cards(frame.text, audience, self.state, revealed=self.state.finished)
        found: dict[str, Any] = json.loads(frame.text)
        return found


# -- whole games -------------------------------------------------------------------------------


@EVERY_FORM
def test_three_people_play_a_whole_game_of_each_form(
    person: Callable[[str], Any], ruleset: str, form: str
) -> None:
    evening = Evening(person, ruleset, form)
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.play_on()
    expected = "SNESNESNESNES" if form == "rene" else "N" * 13
    assert "".join(evening.played_by) == expected
    row = GameSummary.objects.get(finished__isnull=False)
    assert row.scores is not None
    assert sum(row.scores.values()) == 0
    record = records.export(row.game_id, now=timezone.now())
    assert record["form"] == form
    assert engine.outcome(engine.fold(record).state) == engine.outcome(
        streams.game(row.game_id).state
    )


@EVERY_FORM
def test_three_house_players_play_a_round_and_a_rebuild_finds_the_same(
    ruleset: str, form: str
) -> None:
    table_id = open_table(ruleset, form, dict.fromkeys((N, E, S), "house"), length=3)
    let_the_house_play(table_id, until=lambda: streams.table(table_id).state.closed, most=400)
    games = list(GameSummary.objects.order_by("board"))
    assert [game.dealer for game in games] == ["N"] * 3
    assert all(sum((game.scores or {}).values()) == 0 for game in games)
    seats = list(TableSeat.objects.order_by("key").values())
    runner.rebuild()
    streams.forget_everything()
    assert list(GameSummary.objects.order_by("board")) == games
    assert [game.scores for game in GameSummary.objects.order_by("board")] == [
        game.scores for game in games
    ]
    assert list(TableSeat.objects.order_by("key").values()) == seats


# -- what is sent ------------------------------------------------------------------------------


def test_who_has_seen_the_closed_fourth_hand_does_not_take_back_the_card_before_it(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "wikibooks", "rene")
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.say(do="play", card="C2")
    led = evening.live
    assert undoing.why_not(led.last, led.before, led.state, None) is None
    evening.say(do="play", card="CA")
    seen = evening.live
    assert undoing.why_not(seen.last, seen.before, seen.state, None) == (
        "undo_shown",
        {"shown": "hand"},
    )
    # A director may go back further: it is told who looked, and no card of what he saw.
    back = streams.would_take_back(seen, led.version)
    assert (back.seen.operators, back.seen.hands) == ((S,), ())
    assert list(back.seen.cards) == [S]


def test_the_operator_of_rene_is_sent_rene_instead_of_his_own_hand(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "wikibooks", "rene")
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.say(do="play", card="C2")
    assert "S5" in evening.frame(S)["me"]["hand"]
    evening.say(do="play", card="CA")
    me = evening.frame(S)["me"]
    assert (me["seat"], me["operates"]) == ("S", "W")
    assert len(me["hand"]) == 13
    assert set(me["hand"]) & {"CK", "DA", "S2"} == {"CK", "DA", "S2"}
    assert [one["by"] for one in me["legal"]] == ["S"] * 5
    for other in (N, E):
        assert evening.frame(other)["me"]["legal"] == []
        assert "operates" not in evening.frame(other)["me"]
    assert "exposed" not in evening.frame(None)["view"]
    evening.say(do="play", card="CK")
    assert "S5" in evening.frame(S)["me"]["hand"]
    assert evening.frame(None)["view"]["trick"]["plays"][2] == {"seat": "W", "card": "CK"}


def test_an_open_hand_is_sent_to_all_and_its_operator_keeps_his_own(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "wikibooks", "blinde")
    evening.bid("rik pass")
    assert "exposed" not in evening.frame(None)["view"]
    evening.bid("pass")
    for audience in (None, N, E, S):
        assert list(evening.frame(audience)["view"]["exposed"]) == ["W"]
    evening.say(do="declare", trump="S", card="CA")
    evening.play_on(cards=2)
    assert evening.state.operator is N
    me = evening.frame(N)["me"]
    assert me["operates"] == "W"
    assert "ST" in me["hand"]
    assert {one["seat"] for one in me["legal"]} == {"W"}


@EVERY_FORM
def test_frames_tell_nothing_of_cards_that_somebody_has_not_seen(ruleset: str, form: str) -> None:
    """Byte by byte; the engine's own test of its views is larger."""
    compared = Counter[str]()
    for seed in range(40):
        for pair in pairs(ruleset, form, seed):
            seats = [] if pair.who is None else [pair.who]
            text, other = (
                a_step(state, 7, pair.events, LIVE).frames_for(seats, NOW)[pair.who].text
                for state in (pair.state, pair.other)
            )
            assert text == other, (seed, pair.who, pair.after)
            check_frame(text, pair.who, pair.state)
            compared[pair.audience] += 1
    assert min(compared.values()) >= 60, compared


# -- who may do what ---------------------------------------------------------------------------


def test_nobody_but_the_operator_plays_the_fourth_hand(person: Callable[[str], Any]) -> None:
    evening = Evening(person, "wikibooks", "rene")
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.play_on(cards=2)
    for other in (N, E):
        with pytest.raises(engine.NotYourTurn):
            evening.say(other, do="play", card="CK")
    assert evening.state.operator is S


def test_a_socket_does_not_say_for_whom_it_plays() -> None:
    text = json.dumps({"id": "m", "game": "g", "version": 1, "do": "play", "card": "CK", "by": "S"})
    with pytest.raises(MalformedMessage) as refused:
        protocol.read(text, S)
    assert refused.value.code == "unknown_field"


def test_a_card_of_the_fourth_hand_sent_twice_falls_once(person: Callable[[str], Any]) -> None:
    """Also when it is the operator's own turn by then: what was sent is the same."""
    evening = Evening(person, "wikibooks", "rene")
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.say(do="play", card="C2")
    evening.say(do="play", card="CA")
    live = evening.live
    command = engine.PlayCard(S, engine.Card("CK"))
    sent = {
        "game_id": live.game_id,
        "command": command,
        "command_id": "twice",
        "based_on": live.version,
        "actor": "user:1",
    }
    first = handlers.act(**sent)  # type: ignore[arg-type]
    again = handlers.act(**sent)  # type: ignore[arg-type]
    assert (again.version, again.repeated) == (first.version, True)


def test_the_house_plays_the_fourth_hand_of_whoever_it_plays_for(
    person: Callable[[str], Any],
) -> None:
    evening = Evening(person, "wikibooks", "rene")
    evening.bid("rik pass pass")
    evening.say(do="declare", trump="S", card="CA")
    evening.play_on(cards=2)
    assert Due.objects.get().kind == house_plan.WAIT
    south = evening.user_at(S)
    table_handlers.change(
        evening.table_id, lambda state: tables.stop(state, user_id=south), actor=f"user:{south}"
    )
    due = Due.objects.get()
    assert (due.kind, due.seat) == (house_plan.ACT, "S")
    version = evening.live.version
    let_the_house_play(evening.table_id, until=lambda: evening.live.version > version)
    play = evening.state.play
    assert play is not None
    assert len(play.cards) == 3


# -- the table ---------------------------------------------------------------------------------


def test_the_fourth_hand_goes_round_the_table_with_the_deal(person: Callable[[str], Any]) -> None:
    evening = Evening(person, "wikibooks", "rene")
    ids = {chair: one.pk for chair, one in evening.people.items()}
    totals = dict.fromkeys(ids.values(), 0)
    sat = []
    for board in (1, 2, 3):
        state = streams.table(evening.table_id).state
        assert state.current is not None
        assert state.current.board == board
        assert evening.state.dealer is N
        assert state.seats[W].kind == "fourth"
        sat.append([state.seats[seat].user_id for seat in (N, E, S)])
        for user in ids.values():
            assert access.place_of(user, evening.table_id) is state.place_of(user)
        evening.bid("rik pass pass")
        evening.say(do="declare", trump="S", card="CA")
        evening.play_on()
        scores = engine.outcome(evening.state).scores
        assert scores is not None
        for seat in (N, E, S):
            totals[evening.user_at(seat)] += scores[seat]
        with mock.patch.object(dealing, "draw", side_effect=known):
            for user in ids.values():
                table_handlers.ready(evening.table_id, user_id=user, board=board)
    n, e, s = ids[N], ids[E], ids[S]
    assert sat == [[n, e, s], [e, s, n], [s, n, e]]
    live = streams.table(evening.table_id)
    assert live.state.closed
    frame = json.loads(
        room.table_frame(room.first_look(evening.table_id), SPECTATOR, timezone.now()).text
    )
    shown = frame["state"]
    assert (shown["form"], shown["seats"]["W"]["kind"]) == ("rene", "fourth")
    assert shown["seats"]["W"]["name"] == "René"
    for user, total in totals.items():
        place = live.state.place_of(user)
        assert place is not None
        assert shown["totals"][place.letter] == total
    assert sum(shown["totals"].values()) == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"form": "strohmann"}, "unknown_form"),
        ({"ruleset": "championship-online"}, "unknown_form"),
        ({"players": 4}, "bad_players"),
        ({"form": ""}, "bad_players"),
        ({"length": 4}, "bad_length"),
        ({"first_dealer": W}, "bad_players"),
    ],
)
def test_a_table_of_three_that_cannot_be_is_not_opened(change: dict[str, Any], code: str) -> None:
    with pytest.raises((PlayRefused, engine.RikkenError)) as refused:
        open_table("wikibooks", "rene", dict.fromkeys((N, E, S), "house"), **change)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_nobody_sits_down_in_the_fourth_hands_chair(person: Callable[[str], Any]) -> None:
    opener = person("opener").pk
    table_id = open_table("wikibooks", "rene", {S: opener, N: "house"}, opener=opener)
    assert streams.table(table_id).state.current is None
    with pytest.raises(PlayRefused) as refused:
        table_handlers.change(
            table_id,
            lambda state: tables.invite(state, seat=W, user_id=opener, invitation="x"),
            actor="user:1",
        )
    assert refused.value.code == "seat_occupied"
    with mock.patch.object(dealing, "draw", side_effect=known):
        table_handlers.change(
            table_id, lambda state: tables.fill_with_house(state, user_id=opener), actor="user:1"
        )
    assert game_of(table_id).state.phase is Phase.AUCTION
    assert dict(TableSeat.objects.values_list("seat", "name"))["W"] == "René"


CHOICES = {"players": "3", "seat_W": "house", "seat_N": "house", "seat_E": "invite"}


@pytest.mark.parametrize(
    ("chosen", "form"),
    [
        ({"ruleset": "wikibooks"}, "rene"),
        ({"ruleset": "wikibooks", "form": "blinde", "length": "9"}, "blinde"),
        ({"ruleset": "german"}, "strohmann"),
    ],
)
def test_a_person_opens_a_table_of_three_and_invites_the_third(
    person: Callable[[str], Any], client: Client, chosen: dict[str, str], form: str
) -> None:
    noor = person("noor")
    client.force_login(noor)
    where = client.post(reverse("gameplay:table_new"), {**CHOICES, **chosen})["Location"]
    state = streams.table(where.rstrip("/").rpartition("/")[2]).state
    assert (state.form, state.ruleset) == (form, chosen["ruleset"])
    kinds = {seat.letter: sitter.kind for seat, sitter in state.seats.items()}
    assert kinds == {"N": "house", "E": "empty", "S": "person", "W": "fourth"}
    assert client.get(where).context["empty_seats"] == ["E"]
    assert client.post(where + "invite/", {"seat": "W"}).status_code == 409
    client.post(where + "fill/")
    assert game_of(state.table_id).state.fourth is not None
    assert client.get(where).status_code == 200
    assert client.get(reverse("gameplay:home")).status_code == 200


@pytest.mark.parametrize(
    ("chosen", "field", "says"),
    [
        ({"ruleset": "championship-online"}, "players", "Wikibooks"),
        ({"ruleset": "german", "form": "rene"}, "form", "De Strohmann"),
        ({"ruleset": "wikibooks", "form": "rene", "players": "4"}, "form", "three"),
        ({"ruleset": "wikibooks", "length": "4"}, "length", "3"),
        ({"ruleset": "wikibooks", "form": "renee"}, "form", "rene"),
    ],
)
def test_a_table_of_three_that_cannot_be_is_not_opened_by_the_page(
    person: Callable[[str], Any], client: Client, chosen: dict[str, str], field: str, says: str
) -> None:
    client.force_login(person("noor"))
    answer = client.post(reverse("gameplay:table_new"), {**CHOICES, **chosen})
    with translation.override("en"):
        assert says in str(answer.context["form"].errors[field][0])
    assert not GameSummary.objects.exists()
