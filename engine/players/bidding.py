"""The auction, the pass game to choose, and what is named or put away before the first lead.

Every legal bid is worth the points it brings on average; the best is bid when it beats passing
by a margin. All figures come from the rung: target, trumps, partner, values.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.bids import ACCEPT, PASS, WAIT, BidRung, LostRik, Partner, Talk, TrumpBy
from engine.cards import Suit
from engine.commands import ChoosePassGame, Declare, Discard, Exchange, MakeBid
from engine.passgames import PassGame
from engine.players.bits import FULL, INDEX, WIDTH, higher, suits_of
from engine.players.outlook import none_of, one_of
from engine.players.strength import callable_suits, tricks_alone, tricks_with
from engine.rulesets import Ruleset
from engine.views import PublicView, SeatView

Spread = tuple[tuple[int, int], ...]

# A bid has to promise this many points before it is better than defending, where a plain rik is
# worth as many points as it is in championships; elsewhere in proportion.
MARGIN = 2.0
_UNIT = 10
# Tricks away from the expected number, and how often, in percent. A partner's hand adds to it.
_SPREAD_ALONE = ((-2, 6), (-1, 24), (0, 40), (1, 24), (2, 6))
_SPREAD_TOGETHER = ((-4, 2), (-3, 5), (-2, 12), (-1, 19), (0, 24), (1, 19), (2, 12), (3, 5), (4, 2))
# A partner who names the trump himself, or who has said that he goes along, is worth more than
# one who is called; and so is one who asked.
_PARTNERS_TRUMP = 0.8
_VOLUNTEER = 0.4
_ASKER = 1.0
_PARTNER_TAKES = 3.2
# How much likelier an open piek or misère is lost, and one that is talked about.
_OPEN = 1.8
_TALKED_ABOUT = 2.5
# How many tricks defenders gain where they see the hand of somebody who plays alone.
_SEEN_ALONE = 0.5


def bid(view: SeatView, bids: list[MakeBid], margin: float = MARGIN) -> MakeBid | None:
    """The best bid, None to pass. A bid has to promise more than `margin` points."""
    hand = _hand(view)
    public = view.public
    rules = public.rules
    unit = rules.ladder[0].values.made
    most = margin * unit / _UNIT
    if all(choice.bid != PASS for choice in bids):
        most = -1e9
    elif rules.forced is not None and view.seat is public.forehand:
        # Passing does not save him: he may have to play it all the same.
        most -= unit
    best: MakeBid | None = None
    for choice in bids:
        points = _worth(public, hand, choice.bid)
        if points is not None and points > most:
            best, most = choice, points
    if best is not None:
        return best
    return next((one for one in bids if one.bid == WAIT and _would_accept(public, hand)), None)


def _worth(public: PublicView, hand: list[int], word: str) -> float | None:
    rules = public.rules
    if word == ACCEPT:
        assert public.standing is not None
        asked = rules.rungs[public.standing.bid]
        return points_of(hand, asked, rules, public.turned_suit, partner=_ASKER)
    rung = rules.rungs.get(word)
    if rung is None:
        return None
    points = points_of(hand, rung, rules, public.turned_suit)
    # Asking costs nothing while nobody goes along.
    return points + 2 * rung.values.made if rung.partner is Partner.JOINED else points


def _would_accept(public: PublicView, hand: list[int]) -> bool:
    """Is there a bid to go along with, and would I?"""
    return any(
        points_of(hand, rung, public.rules, public.turned_suit, partner=_ASKER) > 0
        for rung in public.rules.ladder
        if rung.partner is Partner.JOINED
    )


def points_of(
    hand: list[int],
    rung: BidRung,
    rules: Ruleset,
    turned: Suit | None = None,
    *,
    partner: float = _VOLUNTEER,
) -> float:
    """What this bid brings its declarer on average. `partner`: how many tricks one who was found
    in the auction is better than one who is called."""
    if rung.exact:
        chance = _chance(hand, rung)
        return 3 * (chance * rung.values.made - (1 - chance) * rung.values.lost)
    trumps = _trumps(rung, turned)
    if rung.partner is Partner.NOBODY:
        expected = max(_tricks_alone(hand, trump) for trump in trumps)
        if rung.exposure is not None:
            expected -= _SEEN_ALONE
        return _average(rung, expected, _SPREAD_ALONE, made=3, lost=3)
    expected = _together(hand, rung, rules, trumps, partner)
    lost = 2 if rung.lost_by is LostRik.DECLARER else rung.pair
    return _average(rung, expected, _SPREAD_TOGETHER, made=rung.pair, lost=lost)


def _tricks_alone(hand: list[int], trump: int) -> float:
    """The formula for solos was fitted to strong hands; a modest one is worth at least what it
    would bring with a partner, less that partner's tricks."""
    return max(tricks_alone(hand, trump), tricks_with(hand, trump, None) - _PARTNER_TAKES)


def _trumps(rung: BidRung, turned: Suit | None) -> list[int]:
    if rung.trump_by is TrumpBy.TURNED and turned is not None:
        return [int(turned)]
    return [int(suit) for suit in rung.trumps]


def _together(
    hand: list[int], rung: BidRung, rules: Ruleset, trumps: Sequence[int], partner: float
) -> float:
    if rung.partner is Partner.CALLED:
        return max(
            tricks_with(hand, trump, called)
            for trump in trumps
            for called in callable_suits(hand, trump, must_hold=rules.calls.must_hold)
        )
    if rung.partner is Partner.JOINED:
        return max(tricks_with(hand, trump, None) for trump in trumps) + partner
    mean = sum(tricks_with(hand, trump, None) for trump in trumps) / len(trumps)
    return mean + _PARTNERS_TRUMP


def _chance(hand: list[int], rung: BidRung) -> float:
    """Of a piek or misère: after the best card has been put away, and less with an open hand."""
    hands = [hand]
    if rung.discards:
        hands = [
            [mine & ~(1 << rank) if suit == other else mine for other, mine in enumerate(hand)]
            for suit in range(4)
            for rank in range(WIDTH)
            if hand[suit] >> rank & 1
        ]
    chance = max(chance_of_exactly(one, rung.target) for one in hands)
    if rung.exposure is None:
        return chance
    worse = _OPEN if rung.exposure.talk is Talk.NOBODY else _TALKED_ABOUT
    return max(0.0, 1 - worse * (1 - chance))


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
        return min(0.95, 0.07 + 1.13 * none_of(hand, unseen))
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
        suit = INDEX[choice.card] // WIDTH
        return tricks_with(hand, trump, suit), -hand[suit].bit_count()

    return max(choices, key=merit)


def choose_pass_game(view: SeatView, choices: list[ChoosePassGame]) -> ChoosePassGame:
    hand = _hand(view)
    terms = view.public.rules.games
    return max(choices, key=lambda choice: _pass_game_merit(hand, terms.get(choice.game)))


def _pass_game_merit(hand: list[int], game: PassGame | None) -> float:
    """Likely points for me; a game without terms of its own (a redeal) is worth nothing.

    The figures are fitted to pass games played out by four house players.
    """
    if game is None:
        return 0.0
    unseen = [FULL & ~mine for mine in hand]
    merit = 0.0
    # Where nothing is paid, winning is still the point of it.
    stake = game.stake or _UNIT
    if 1 in game.wins:
        merit += stake * min(2.0, 7.5 * one_of(hand, unseen))
    if 0 in game.wins:
        merit += stake * min(2.0, 7.5 * none_of(hand, unseen))
    if game.penalty_card is not None:
        suit, rank = divmod(INDEX[game.penalty_card], WIDTH)
        catchers = higher(hand[suit], rank).bit_count()
        # Its holder may throw it on somebody; the cards above it may have to take it.
        merit += game.penalty * (0.3 + 0.4 * (hand[suit] >> rank & 1) - 0.5 * catchers)
    return merit


def exchange(view: SeatView, choices: list[Exchange]) -> Exchange:
    """Whatever makes my bid worth most; the hand as it is, where nothing makes it worth more."""
    public = view.public
    mine = next(one for one in public.contracts if one.declarer is view.seat)
    rung = public.rules.rungs[mine.bid]
    assert public.middle is not None
    hand, taken = _hand(view), INDEX[public.middle]

    def merit(choice: Exchange) -> float:
        if choice.card is None:
            return points_of(hand, rung, public.rules, public.turned_suit)
        after = list(hand)
        given = INDEX[choice.card]
        after[taken // WIDTH] |= 1 << (taken % WIDTH)
        after[given // WIDTH] &= ~(1 << (given % WIDTH))
        return points_of(after, rung, public.rules, public.turned_suit)

    return max(choices, key=merit)


def put_away(view: SeatView, choices: list[Discard]) -> Discard:
    """The declarer gives up the card that endangers him most, the others their highest one: low
    cards are what they will need to stay under him."""
    hand = _hand(view)
    mine = any(contract.declarer is view.seat for contract in view.public.contracts)

    def merit(choice: Discard) -> tuple[float, int]:
        suit, rank = divmod(INDEX[choice.card], WIDTH)
        after = list(hand)
        after[suit] &= ~(1 << rank)
        return (chance_of_exactly(after, 0) if mine else 0.0), rank

    return max(choices, key=merit)


def _hand(view: SeatView) -> list[int]:
    return suits_of(view.hand)
