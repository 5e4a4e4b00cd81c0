"""The auction, the pass game to choose, and the trump and called card to name.

Every legal bid is worth the points it brings on average; the best is bid when it beats passing
by a margin. All figures come from the rung: target, trumps, values.
"""

from __future__ import annotations

from engine.bids import BidRung, LostRik
from engine.commands import ChoosePassGame, Declare, MakeBid
from engine.passgames import PassGame
from engine.players.bits import FULL, INDEX, higher, suits_of
from engine.players.outlook import none_of, one_of
from engine.players.strength import callable_suits, tricks_alone, tricks_with
from engine.rulesets import get
from engine.views import SeatView

Spread = tuple[tuple[int, int], ...]

# A bid has to promise this many points before it is better than defending.
MARGIN = 2.0
# Tricks away from the expected number, and how often, in percent. A partner's hand adds to it.
_SPREAD_ALONE = ((-2, 6), (-1, 24), (0, 40), (1, 24), (2, 6))
_SPREAD_TOGETHER = ((-4, 2), (-3, 5), (-2, 12), (-1, 19), (0, 24), (1, 19), (2, 12), (3, 5), (4, 2))


def bid(view: SeatView, bids: list[MakeBid], margin: float = MARGIN) -> MakeBid | None:
    """The best bid, None to pass. A bid has to promise more than `margin` points."""
    hand = _hand(view)
    ruleset = get(view.public.ruleset)
    best: MakeBid | None = None
    most = margin
    for choice in bids:
        rung = ruleset.rungs.get(choice.bid)
        if rung is None:
            continue
        points = points_of(hand, rung)
        if points > most:
            best, most = choice, points
    return best


def points_of(hand: list[int], rung: BidRung) -> float:
    """What this bid brings its declarer on average."""
    if rung.exact:
        chance = chance_of_exactly(hand, rung.target)
        return 3 * (chance * rung.values.made - (1 - chance) * rung.values.lost)
    trumps = [int(suit) for suit in rung.trumps]
    if rung.calls:
        expected = max(
            tricks_with(hand, trump, called)
            for trump in trumps
            for called in callable_suits(hand, trump)
        )
        lost = 2 if rung.lost_by is LostRik.DECLARER else 1
        return _average(rung, expected, _SPREAD_TOGETHER, made=1, lost=lost)
    expected = max(tricks_alone(hand, trump) for trump in trumps)
    return _average(rung, expected, _SPREAD_ALONE, made=3, lost=3)


def _average(rung: BidRung, expected: float, spread: Spread, *, made: int, lost: int) -> float:
    """The mean over the likely numbers of tricks; `made` and `lost` say who pays how many."""
    whole = int(expected)
    part = expected - whole
    total = 0.0
    for away, percent in spread:
        for tricks, share in ((whole + away, 1 - part), (whole + away + 1, part)):
            taken = max(0, min(13, tricks))
            times = made if rung.made(taken) else -lost
            total += percent / 100 * share * times * rung.value(taken)
    return total


def chance_of_exactly(hand: list[int], target: int) -> float:
    """Chance to make a piek or a misère; the estimate from single suits, fitted to deals played."""
    unseen = [FULL & ~mine for mine in hand]
    if target == 0:
        return min(0.95, 0.1 + 1.15 * none_of(hand, unseen))
    if target == 1:
        return min(0.95, 0.3 + 0.9 * one_of(hand, unseen))
    return 0.0


def declare(view: SeatView, choices: list[Declare]) -> Declare:
    """The trump with most tricks in it, then the ace whose suit holds my king or queen."""
    hand = _hand(view)

    def merit(choice: Declare) -> tuple[float, float]:
        if choice.trump is None:
            return 0.0, 0.0
        trump = int(choice.trump)
        if choice.card is None:
            return tricks_alone(hand, trump), 0.0
        suit = INDEX[choice.card] // 13
        return tricks_with(hand, trump, suit), -hand[suit].bit_count()

    return max(choices, key=merit)


def choose_pass_game(view: SeatView, choices: list[ChoosePassGame]) -> ChoosePassGame:
    hand = _hand(view)
    terms = get(view.public.ruleset).games
    return max(choices, key=lambda choice: _pass_game_merit(hand, terms.get(choice.game)))


def _pass_game_merit(hand: list[int], game: PassGame | None) -> float:
    """Likely points for me; a game without terms of its own (a redeal) is worth nothing.

    The figures are fitted to pass games played out by four house players.
    """
    if game is None:
        return 0.0
    unseen = [FULL & ~mine for mine in hand]
    merit = 0.0
    if 1 in game.wins:
        merit += game.stake * min(2.0, 7.5 * one_of(hand, unseen))
    if 0 in game.wins:
        merit += game.stake * min(2.0, 7.5 * none_of(hand, unseen))
    if game.penalty_card is not None:
        suit, rank = divmod(INDEX[game.penalty_card], 13)
        catchers = higher(hand[suit], rank).bit_count()
        # Its holder may throw it on somebody; the cards above it may have to take it.
        merit += game.penalty * (0.3 + 0.4 * (hand[suit] >> rank & 1) - 0.5 * catchers)
    return merit


def _hand(view: SeatView) -> list[int]:
    return suits_of(view.hand)
