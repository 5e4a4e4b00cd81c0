"""A free table that deals by hand from the cards of the board before, and its dessert."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import engine
from engine import SEATS, Phase, by_hand
from engine.errors import RikkenError
from gameplay import dealing, handlers, option_fields, records, room, streams, table_handlers
from gameplay.errors import PlayRefused
from gameplay.events import PlannedBoard
from gameplay.eventstore import store
from gameplay.ids import table_stream
from gameplay.models import GameSummary
from gameplay.places import PLACES
from gameplay.visibility import SPECTATOR
from tests.engine.seen import cards_in

pytestmark = pytest.mark.django_db

N, E, S, W = SEATS
# Nobody has three aces, so everybody may pass under all rules.
DEAL = "N:J9.J987.AT987.32 T8.KT6.KQ652.K98 AKQ765.Q5.J3.A64 432.A432.4.QJT75"
STEPS = ("CardsGathered", "CardsMixed", "CardsDealt")


def open_table(ruleset: str = "wikibooks", **more: Any) -> str:
    known = mock.patch.object(dealing, "uniform", return_value=engine.Deal.parse(DEAL))
    with known, mock.patch.object(dealing, "keep", side_effect=lambda rows, deals: rows[0].save()):
        return table_handlers.open_table(
            **{
                "ruleset": ruleset,
                "options": {},
                "opener": None,
                "occupants": dict.fromkeys(SEATS, "house"),
                "actor": "user:1",
                "length": 4,
                "dealing": "own",
                **more,
            }
        )


def game_of(table_id: str) -> streams.LiveGame:
    current = streams.table(table_id).state.current
    assert current is not None
    return streams.game(current.game_id)


def play_board(table_id: str, ends: str = "schoppen_mie") -> engine.GameState:
    """Everybody passes and plays his first legal card; the next board is opened."""
    while not (live := game_of(table_id)).state.finished:
        legal = engine.legal_actions(live.state)
        wanted = engine.ChoosePassGame(legal[0].seat, ends)
        handlers.act(
            game_id=live.game_id,
            command=wanted if wanted in legal else legal[0],
            command_id=handlers.fresh_command_id(),
            based_on=live.version,
            actor="user:1",
        )
    over = game_of(table_id)
    table_handlers.go_on(table_id, board=over.opened.board, now=timezone.now(), cause="test")
    return over.state


def steps_of(table_id: str) -> list[tuple[str, dict[str, Any]]]:
    rows = store.load(table_stream(table_id))
    return [(row.type, dict(row.payload)) for row in rows if row.type in STEPS]


def cut_at(place: int) -> Any:
    return mock.patch("secrets.randbelow", return_value=place - 1)


def test_the_second_board_is_dealt_from_the_cards_of_the_first() -> None:
    table_id = open_table()
    assert game_of(table_id).state.deal == engine.Deal.parse(DEAL)
    as_played = mock.patch.object(dealing, "_any_order", side_effect=lambda n: list(range(n)))
    with as_played, cut_at(20):
        first = play_board(table_id)
    stack = by_hand.cut(by_hand.gather(first), 20)
    dealt = by_hand.deal(stack, (4, 5, 4), S)
    second = game_of(table_id)
    assert (second.opened.board, second.opened.dealer) == (2, E)
    assert second.state.deal == dealt.deal
    assert steps_of(table_id) == [
        ("CardsGathered", {"board": 2}),
        ("CardsMixed", {"board": 2, "seat": "N", "how": "cut"}),
        ("CardsDealt", {"board": 2, "packets": [4, 5, 4]}),
    ]
    streams.forget_everything()
    assert game_of(table_id).state == second.state


def test_the_dealers_last_card_is_the_turned_one_and_a_thrown_in_deal_is_dealt_again() -> None:
    table_id = open_table("wiezen")
    with cut_at(7):
        first = play_board(table_id)
    assert first.dealt_again
    dealt = by_hand.deal(by_hand.cut(by_hand.gather(first), 7), (4, 4, 5), E)
    second = game_of(table_id).state
    assert (second.dealer, second.deal, second.turned) == (N, dealt.deal, dealt.last)


def test_the_card_left_over_lies_in_the_middle_where_a_joker_is_played() -> None:
    table_id = open_table(options={"joker": True})
    with cut_at(30):
        first = play_board(table_id)
    second = game_of(table_id).state
    cards = [card for seat in SEATS for card in second.deal.hand(seat)]
    assert {*cards, second.middle} == set(by_hand.gather(first))


def test_where_it_was_cut_shows_in_nothing_that_is_sent_before_a_card_falls() -> None:
    """The same board before, cut in two places: the same events, views and frames for the table."""
    told = []
    for place in (5, 33):
        table_id = open_table()
        with cut_at(place):
            play_board(table_id)
        live = game_of(table_id)
        [_, frame] = room.opening_frames(room.first_look(table_id), SPECTATOR, timezone.now())
        view = json.loads(frame.text)["view"]
        assert not cards_in(view)
        told.append((steps_of(table_id), view, live.state.deal))
    (steps, view, deal), (other_steps, other_view, other_deal) = told
    assert deal != other_deal
    assert (steps, view) == (other_steps, other_view)


def test_own_hand_and_all_tricks_leave_more_than_one_deal_possible() -> None:
    """How each trick was swept up is nobody's to know, and moves cards between other hands."""
    table_id = open_table()
    first = play_board(table_id)
    assert first.play is not None
    held = by_hand.deal(by_hand.cut(by_hand.gather(first), 21), (4, 5, 4), S).deal
    for seat in SEATS:
        possible = set()
        for trick in range(13):
            for order in ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (3, 1, 2, 0)):
                swept = [order if one == trick else (0, 1, 2, 3) for one in range(13)]
                stack = by_hand.cut(by_hand.gather(first, swept), 21)
                dealt = by_hand.deal(stack, (4, 5, 4), S).deal
                if dealt.hand(seat) == held.hand(seat):
                    possible.add(dealt)
        assert len(possible) > 3


@pytest.mark.parametrize(
    ("more", "cutter"),
    [
        # North deals on every board with a fourth hand at West: South sits next on the right.
        ({"players": 3, "form": "blinde", "length": 3}, "S"),
        # The dealer sits out: on his right sits the last to speak.
        ({"players": 5, "length": 5}, "W"),
    ],
)
def test_the_dealers_neighbour_on_the_right_cuts_however_many_play(
    more: dict[str, Any], cutter: str
) -> None:
    table_id = open_table(occupants=dict.fromkeys(PLACES[: more["players"]], "house"), **more)
    with cut_at(20):
        first = play_board(table_id)
    second = game_of(table_id).state
    cards = {card for seat in SEATS for card in second.deal.hand(seat)}
    assert cards == set(by_hand.gather(first))
    assert dict(steps_of(table_id))["CardsMixed"]["seat"] == cutter


def test_a_table_deals_uniformly_unless_it_says_otherwise() -> None:
    table_id = open_table(dealing="uniform")
    play_board(table_id)
    assert steps_of(table_id) == []


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"dealing": "stacked"}, "bad_dealing"),
        ({"length": None, "dessert": ["rondpiek"]}, "bad_dessert"),
        ({"dessert": ["rondpiek"] * 5}, "bad_dessert"),
        ({"dessert": ["redeal"]}, "unknown_pass_game"),
        ({"dessert": ["dames"]}, "unknown_pass_game"),
    ],
)
def test_what_no_table_can_do_is_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises((PlayRefused, RikkenError)) as refused:
        open_table(**more)
    assert refused.value.code == code


def test_boards_that_were_dealt_elsewhere_are_not_dealt_by_hand() -> None:
    plan = [PlannedBoard(board=5, dealer=N, deal_id="somewhere", deal_digest="")]
    with pytest.raises(PlayRefused, match="no table deals like this"):
        open_table(plan=plan, length=None, dealing="own")


def test_a_plan_has_room_for_no_more_pass_games_than_boards() -> None:
    plan = [PlannedBoard(board=5, dealer=N, deal_id="somewhere", deal_digest="")]
    with pytest.raises(PlayRefused, match="the last deals of so many"):
        open_table(plan=plan, length=None, dealing="uniform", dessert=["rondpiek", "rondpiek"])


def test_the_last_deals_of_an_evening_are_its_dessert() -> None:
    table_id = open_table(
        options={"pass_games_count": True},
        dealing="uniform",
        dessert=["two_or_five", "verplicht_misere"],
    )
    for phase, game in ((Phase.AUCTION, ""), (Phase.AUCTION, "")):
        live = game_of(table_id)
        assert (live.state.phase, live.opened.pass_game) == (phase, game)
        play_board(table_id, "redeal")
    for game in ("two_or_five", "verplicht_misere"):
        live = game_of(table_id)
        assert (live.state.phase, live.opened.pass_game) == (Phase.PLAY, game)
        assert live.state.to_act is live.opened.dealer.next
        over = play_board(table_id)
        record = records.export(live.game_id, now=timezone.now())
        assert record["pass_game"] == game
        assert engine.fold(record).state == over
        assert GameSummary.objects.get(game_id=live.game_id).contract == game
    assert streams.table(table_id).state.closed


WISHES = {"ruleset": "wikibooks", "seat_W": "house", "seat_N": "house", "seat_E": "house"}


def test_whoever_opens_a_table_chooses_how_it_deals_and_how_it_ends(
    client: Client, person: Callable[[str], Any]
) -> None:
    client.force_login(person("Sanne"))
    wishes = {**WISHES, "length": "4", "dealing": "own", "dessert": "rondpiek"}
    opened = client.post(reverse("gameplay:table_new"), wishes)
    assert opened.status_code == 302
    state = streams.table(opened["Location"].rstrip("/").rpartition("/")[2]).state
    assert (state.dealing, state.dessert) == ("own", ("rondpiek",))


@pytest.mark.parametrize(
    "wrong",
    [
        {"dessert": "rondpiek"},
        {"dessert": "dames", "length": "4"},
        {"dealing": "stacked"},
    ],
)
def test_a_dessert_needs_an_end_and_a_game_of_these_rules(
    client: Client, person: Callable[[str], Any], wrong: dict[str, str]
) -> None:
    client.force_login(person("Sanne"))
    page = client.post(reverse("gameplay:table_new"), {**WISHES, **wrong})
    assert page.status_code == 200
    assert next(iter(wrong)) in page.context["form"].errors


def test_the_points_of_pass_games_are_asked_for_beside_those_of_bids() -> None:
    given = {"championship-online-values-one_or_five-base": 25}
    assert option_fields.options("championship-online", given) == {"values": {"one_or_five": 25}}
    assert "wiezen-values-last_trick-base" in option_fields.fields(duplicate=False)
