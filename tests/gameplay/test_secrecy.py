"""Nobody is sent what he may not see, and what he is sent does not depend on it.

Two questions are asked of every frame of many games, for each seat and for who watches: does it
hold only what this audience may be sent (`audiences`), and would it be the same if cards this
audience has not seen lay elsewhere (`retelling`)? The planted leaks show that the questions bite.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

import engine
from engine import (
    DECK,
    SEATS,
    Card,
    Command,
    Declare,
    GameState,
    MakeBid,
    PlayCard,
    Rank,
    Seat,
    Suit,
)
from gameplay.visibility import BOARD, LIVE
from tests.engine.seen import cards_in
from tests.gameplay.audiences import check_cards, check_frame, check_shape, may_know, named
from tests.gameplay.leaks import (
    Leak,
    blind,
    choices_of_another,
    face_down,
    hands,
    in_own,
    in_public,
    made_as_soon_as_the_side_has_enough,
    number_of_choices,
    number_of_hearts,
    partner,
    partner_to_declarer,
    stops_when_the_side_has_enough,
    suits,
    tricks_of_the_side,
)
from tests.gameplay.retelling import (
    AUDIENCES,
    Retelling,
    Told,
    face_down_card,
    frames_of,
    play,
    retellings,
    shuffled,
)

N, E, S, W = SEATS
# With spades trump, the ace of hearts is called blind.
BLIND_CALLER = "QJT987..A432.A32"
STRONG = "AKQJ93.32.543.A2"
FOUR_ACES = "AQJ98.A32.A32.A2"

KINDS: dict[str, Callable[[int], Told]] = {
    "as they please": lambda n: play(shuffled(n), seed=n, dealer=SEATS[n % 4]),
    "house players": lambda n: play(shuffled(n), seed=n, player="house", dealer=SEATS[n % 4]),
    "rik": lambda n: play(shuffled(n), seed=n, bids={SEATS[n % 4]: "rik"}, dealer=SEATS[n % 3]),
    "rik beter": lambda n: play(shuffled(n), seed=n, bids={N: "rik", E: "rik_beter"}),
    "blind call": lambda n: play(shuffled(n, {S: BLIND_CALLER}), seed=n, bids={S: "rik"}, dealer=E),
    "nobody leads the called suit": lambda n: play(
        shuffled(n, {N: STRONG}), seed=n, bids={N: "rik"}, player="house", keep_called_suit=True
    ),
    "called king": lambda n: play(shuffled(n, {W: FOUR_ACES}), seed=n, bids={W: "rik"}),
    "alone": lambda n: play(shuffled(n), seed=n, bids={N: "rik", E: "alleen_8"}),
    "piek": lambda n: play(shuffled(n), seed=n, bids={SEATS[n % 4]: "piek"}),
    "joint misère": lambda n: play(shuffled(n), seed=n, bids={E: "misere", W: "misere"}),
    "misère to the end": lambda n: play(
        shuffled(n), seed=n, bids={E: "misere"}, options={"early_end": False}
    ),
    "all pass": lambda n: play(shuffled(n), seed=n, bids={N: "no bid at all"}),
    "no duty to play the ace": lambda n: play(
        shuffled(n), seed=n, bids={N: "rik"}, options={"called_card_duty": "none"}
    ),
    "the ace's suit may be led low": lambda n: play(
        shuffled(n), seed=n, bids={E: "rik"}, options={"called_card_duty": "under_lead"}
    ),
}
DEALS = 3
MOMENTS = 2
LAST_FRAMES = 2


@cache
def told(kind: str, number: int) -> Told:
    return KINDS[kind](number)


def games(deals: int = DEALS) -> list[Told]:
    return [told(kind, number) for kind in KINDS for number in range(deals)]


def moments(game: Told) -> list[int]:
    """The call, a face-down lead, the last one before the partner shows, an early end, others."""
    rng, states = Random(len(game.actions)), game.states
    calls = [n for n, action in enumerate(game.actions, 1) if isinstance(action, Declare)]
    hidden = [n for n, state in enumerate(states) if face_down_card(state)]
    secret = [n for n, state in enumerate(states) if state.play and not state.play.partner_known]
    last = [len(game.actions)] if states[-1].play is not None else []
    return sorted(
        {*calls, *hidden, *last, *secret[-1:], *rng.sample(range(len(states) - 1), MOMENTS)}
    )


def called(game: Told, moment: int) -> bool:
    contracts = game.states[moment].contracts
    return bool(contracts) and contracts[0].called is not None


@cache
def pairs(deals: int = DEALS) -> list[Retelling]:
    return [
        pair
        for number, game in enumerate(games(deals))
        for moment in moments(game)
        for audience in AUDIENCES
        for pair in retellings(
            game.up_to(moment), audience, Random(number), most=2 if called(game, moment) else 1
        )
    ]


# -- the two questions -----------------------------------------------------------------------------


def check_all_frames(game: Told) -> None:
    """Every frame for everybody, to the last card; then the deal is open to all."""
    for audience in AUDIENCES:
        for state, text in zip(game.states, frames_of(game, audience), strict=True):
            check_frame(text, audience, state, revealed=state.finished)


def check_same_frames(pair: Retelling) -> None:
    """The last frames before the moment of the pair, where the two deals differ most.

    Under the policy `board` the end reveals no hands, so that early ends can be compared.
    """
    first = max(0, len(pair.told.actions) - LAST_FRAMES)
    over = pair.told.states[-1].finished
    policy = BOARD if over and pair.audience is not None else LIVE
    for state, *texts in zip(
        pair.told.states[first:],
        frames_of(pair.told, pair.audience, policy=policy, first=first),
        frames_of(pair.again, pair.audience, policy=policy, first=first),
        strict=True,
    ):
        if state.finished and policy == LIVE:
            break
        assert texts[0] == texts[1], f"{named(pair.audience)} can tell two deals apart"


def refusals(state: GameState, seat: Seat) -> list[object]:
    """What this seat is answered to everything it could try, legal or not."""
    bids = ("pass", *state.ruleset.rungs)
    tries: list[Command] = [MakeBid(seat, bid) for bid in bids]
    tries += [PlayCard(seat, card, hidden) for card in DECK for hidden in (False, True)]
    called = [Card.of(suit, rank) for suit in Suit for rank in (Rank.ACE, Rank.KING)]
    tries += [
        Declare(seat, suit, card, b) for suit in Suit for card in called for b in (False, True)
    ]
    answers: list[object] = []
    for command in tries:
        try:
            engine.decide(state, command)
            answers.append("fine")
        except engine.IllegalAction as refusal:
            answers.append((refusal.code, refusal.message, refusal.detail))
            told = cards_in(refusal.detail) - {getattr(command, "card", None)}
            if not told <= may_know(seat, state):
                raise AssertionError(f"{seat} is told of {told}") from refusal
    return answers


# -- asked of the real code ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_frame_holds_only_what_its_audience_may_be_sent(kind: str) -> None:
    for number in range(DEALS):
        check_all_frames(told(kind, number))


def test_frames_do_not_depend_on_cards_that_their_audience_has_not_seen() -> None:
    for pair in pairs():
        check_same_frames(pair)


def test_refusals_do_not_depend_on_cards_that_the_seat_has_not_seen() -> None:
    for pair in pairs()[::5]:
        one, other = pair.now
        if pair.audience is not None:
            assert refusals(one, pair.audience) == refusals(other, pair.audience)


def test_the_retold_games_differ_in_every_secret_there_is() -> None:
    """Or the comparison would prove nothing."""
    seen = dict.fromkeys(
        ("hands", "partner", "partner, told to who watches", "blind", "face-down card",
         "early end", "choices of others"), 0
    )  # fmt: skip
    for pair in pairs():
        one, other = pair.now
        contract = one.contracts[0] if one.contracts else None
        seen["hands"] += one.deal != other.deal
        if contract is not None and contract.called is not None:
            moved = contract.partner is not other.contracts[0].partner
            seen["partner"] += moved and one.play is not None and bool(one.play.tricks)
            seen["partner, told to who watches"] += moved and pair.audience is None
            seen["blind"] += contract.blind is not other.contracts[0].blind
        hidden = face_down_card(one)
        seen["face-down card"] += hidden is not None and hidden != face_down_card(other)
        seen["early end"] += one.finished
        seen["choices of others"] += engine.legal_actions(one) != engine.legal_actions(other)
    assert seen["hands"] == len(pairs()) > 400
    assert min(seen.values()) >= 20, seen


def test_games_of_every_kind_were_played() -> None:
    """Early ends, hidden leads and hidden partners are in them."""
    states = [state for game in games() for state in game.states]
    assert sum(state.finished and state.play.number < 14 for state in states if state.play) >= 5
    assert sum(face_down_card(state) is not None for state in states) >= 6
    assert {state.pass_game for state in states} > {None}


# -- planted leaks ---------------------------------------------------------------------------------


def notices(question: str) -> bool:
    """Does this question find anything wrong with a few games? It stops at the first fault."""
    try:
        QUESTIONS[question]()
    except AssertionError:
        return True
    return False


def ask_for_shapes() -> None:
    for game, audience in product(games(2), AUDIENCES):
        for state, text in zip(game.states, frames_of(game, audience), strict=True):
            check_shape(text, audience, finished=state.finished, revealed=state.finished)


def ask_for_cards() -> None:
    for game, audience in product(games(2), AUDIENCES):
        for state, text in zip(game.states, frames_of(game, audience), strict=True):
            check_cards(text, audience, state, revealed=state.finished)


def ask_for_differences() -> None:
    for pair in pairs():
        check_same_frames(pair)


QUESTIONS = {"shape": ask_for_shapes, "cards": ask_for_cards, "same": ask_for_differences}


LEAKS: dict[str, tuple[Leak, set[str]]] = {
    "the partner": (in_public(partner), {"same"}),
    "the partner, to declarer only": (in_own(partner_to_declarer), {"same"}),
    "tricks of the hidden side": (in_public(tricks_of_the_side), {"same"}),
    "an early verdict": (in_public(made_as_soon_as_the_side_has_enough), {"same"}),
    "that a call is blind": (in_public(blind), {"same"}),
    "a suit count under a new name": (in_public(suits), {"shape", "same"}),
    "a suit count under an old name": (in_public(number_of_hearts), {"same"}),
    "the card that lies face down": (in_public(face_down), {"cards", "same"}),
    "a hand in a field for words": (in_public(hands), {"shape", "cards", "same"}),
    "another seat's choices": (in_own(choices_of_another), {"shape", "cards", "same"}),
    "how many choices another seat has": (in_own(number_of_choices), {"same"}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, expected = LEAKS[leak]
    plant(monkeypatch)
    assert {question for question in expected if notices(question)} == expected


def test_a_game_that_stops_when_the_hidden_side_has_won_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stops_when_the_side_has_enough(monkeypatch)
    stopped = [KINDS["nobody leads the called suit"](n) for n in range(8)]
    noticed = 0
    for game in stopped:
        for audience in (E, W, None):
            try:
                for pair in retellings(game, audience, Random(1), most=3, tries=30):
                    check_same_frames(replace(pair))
            except AssertionError:
                noticed += 1
    assert noticed
