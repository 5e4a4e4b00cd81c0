"""Pass games: a number of tricks to hit, or a card and a last trick to avoid."""

from __future__ import annotations

from engine.commands import PlayCard
from engine.passgames import PassGame
from engine.players.bits import INDEX, WIDTH, higher
from engine.players.chances import Chances
from engine.players.outlook import none_of, one_of
from engine.players.reading import Reading
from engine.players.worth import danger, worth

# How sure a hand must be of one trick before it gives up the larger number.
_RANGE = 3.2
# In an avoiding game high cards are a burden; these weights are in tricks with the penalty card.
_BURDEN = 0.12
_QUEEN_OVERHEAD = 0.35
_PENALTY_FALLS = 0.25


def play(reading: Reading, game: PassGame) -> PlayCard:
    if game.wins:
        return reading.choices[_towards(reading, game)]
    return reading.choices[_avoiding(reading, game)]


def _towards(reading: Reading, game: PassGame) -> int:
    """Aim at the winning number that is still likeliest; with none left, get in the way."""
    chances = Chances(reading)
    taken = reading.taken[reading.me]
    needs = [wanted - taken for wanted in game.wins if wanted >= taken]
    unseen = [reading.others_hold(suit) for suit in range(4)]
    if not needs:
        return _in_the_way(reading, game, chances)

    def merit(card: int) -> tuple[float, int]:
        after = list(reading.hand)
        after[card // WIDTH] &= ~(1 << (card % WIDTH))
        best = max(_hits(reading, chances, card, after, unseen, need) for need in needs)
        return round(best, 9), card % WIDTH

    return max(sorted(reading.choices), key=merit)


def _hits(
    reading: Reading,
    chances: Chances,
    card: int,
    after: list[int],
    unseen: list[int],
    need: int,
) -> float:
    """Chance of exactly `need` more tricks when `card` is played now."""
    takes = _takes(reading, chances, card)
    won = _exactly(after, unseen, need - 1) if takes > 0 else 0.0
    missed = _exactly(after, unseen, need) if takes < 1 else 0.0
    return takes * won + (1 - takes) * missed


def _takes(reading: Reading, chances: Chances, card: int) -> float:
    """Between others who all duck and others who all take what they can."""
    if not reading.takes(card):
        return 0.0
    return (chances.wins_alone(card) + chances.my_side_takes(card)) / 2


def _exactly(hand: list[int], unseen: list[int], need: int) -> float:
    if need < 0:
        return 0.0
    if need == 0:
        return none_of(hand, unseen)
    if need == 1:
        return one_of(hand, unseen)
    if sum(mask.bit_count() for mask in hand) < need:
        return 0.0
    expected = sum(worth(hand[suit], unseen[suit]) for suit in range(4))
    return max(0.0, 0.35 * (1.0 - abs(expected - need) / _RANGE))


def _in_the_way(reading: Reading, game: PassGame, chances: Chances) -> int:
    """Nothing to win any more: take the trick from somebody who needs it, push one on the sated."""
    needy = any(reading.taken[seat] + 1 in game.wins for seat in range(4) if seat != reading.me)
    sign = 1 if needy else -1
    return max(
        reading.choices,
        key=lambda card: (sign * _takes(reading, chances, card), card % WIDTH, -card),
    )


def _avoiding(reading: Reading, game: PassGame) -> int:
    chances = Chances(reading)
    return min(
        reading.choices,
        key=lambda card: (round(_pain(reading, game, chances, card), 9), -(card % WIDTH), card),
    )


def _pain(reading: Reading, game: PassGame, chances: Chances, card: int) -> float:
    """Penalties this card may bring now, and what the cards left behind may bring later."""
    after = list(reading.hand)
    suit, rank = divmod(card, WIDTH)
    after[suit] &= ~(1 << rank)
    takes = chances.wins_alone(card)
    return takes * _at_stake(reading, game, card) + _burden(reading, game, after)


def _at_stake(reading: Reading, game: PassGame, card: int) -> float:
    stake = 1.0 if game.fewest else 0.0
    if game.pot is not None:
        lying = [card, *(played for _, played in reading.plays)]
        stake += sum(INDEX[one] in lying for one in game.pot.cards)
    if game.penalty_last_trick and reading.number == 13:
        stake += 1.0
    if game.penalty_card is None:
        return stake
    penalty = INDEX[game.penalty_card]
    if card == penalty or any(played == penalty for _, played in reading.plays):
        return stake + 1.0
    suit = penalty // WIDTH
    barred = game.bar is not None and reading.number <= game.bar.tricks
    outstanding = reading.unseen[suit] >> (penalty % WIDTH) & 1
    if outstanding and reading.later and not barred:
        stake += _PENALTY_FALLS
    return stake


def _burden(reading: Reading, game: PassGame, after: list[int]) -> float:
    pain = sum(_BURDEN * danger(after[suit], reading.others_hold(suit)) for suit in range(4))
    if game.penalty_last_trick:
        left = sum(mask.bit_count() for mask in after)
        pain += (0.3 if left < 4 else 0.1) * (1.0 - none_of(after, reading.unseen))
    if game.penalty_card is None:
        return pain
    suit, rank = divmod(INDEX[game.penalty_card], WIDTH)
    if after[suit] >> rank & 1:
        # The sooner I run out of a suit, the sooner the card may be thrown on somebody.
        shortest = min((after[s].bit_count() for s in range(4) if s != suit), default=0)
        return pain + _QUEEN_OVERHEAD + 0.04 * shortest
    if reading.unseen[suit] >> rank & 1:
        pain += _QUEEN_OVERHEAD / 2 * higher(after[suit], rank).bit_count()
    return pain
