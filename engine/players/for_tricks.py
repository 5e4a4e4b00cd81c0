"""Play with a trump: rik and alleen, for the rikker's side and against it."""

from __future__ import annotations

from engine.cards import Card
from engine.commands import PlayCard
from engine.players.bits import INDEX, WIDTH, bottom, higher, top
from engine.players.chances import Chances
from engine.players.costs import cost
from engine.players.reading import NONE, Reading

# A defender looks for another suit before he leads one of these.
_OPENS_TRUMPS = 0.9
_OPENS_CALLED_SUIT = 0.7
_AWAY_FROM_HONOUR = 0.25
_INTO_RUFF = 0.35
_FORCES_SOLOIST = 0.30
_SINGLETON = 0.20
_WEAK_SUIT = 0.12
_JACK = INDEX[Card("SJ")]


def play(reading: Reading) -> PlayCard:
    if not reading.leading:
        return reading.choices[_follow(reading)]
    if reading.me in reading.declarers:
        return _declarer_leads(reading)
    if reading.me == reading.partner:
        return reading.choices[_partner_leads(reading)]
    return reading.choices[_defender_leads(reading)]


def _follow(reading: Reading) -> int:
    """The card that gains most: the trick if it comes in, less what the card was kept for."""
    chances = Chances(reading)
    return max(
        reading.choices,
        key=lambda card: (chances.my_side_takes(card) - cost(reading, card), -card),
    )


def _foes_may_hold_trumps(reading: Reading) -> bool:
    trump = reading.trump
    return bool(reading.unseen[trump]) and any(
        reading.foe[seat] > 0 and not reading.void[seat][trump] for seat in range(4)
    )


def _declarer_leads(reading: Reading) -> PlayCard:
    trumps = reading.hand[reading.trump]
    if trumps and _worth_drawing(reading):
        return reading.choices[_draw(reading)]
    if reading.called != NONE and not reading.called_seen:
        return _ask_for_partner(reading)
    return reading.choices[_best_lead(reading)]


def _worth_drawing(reading: Reading) -> bool:
    """Trumps are out and mine still bring them in: not my last one for their last high one."""
    if not _foes_may_hold_trumps(reading):
        return False
    mine, out = reading.hand[reading.trump], reading.unseen[reading.trump]
    above = higher(out, top(mine)).bit_count()
    return above < out.bit_count() and above < mine.bit_count()


def _draw(reading: Reading) -> int:
    """The top trump when it holds or drives out the one above it; else a low one."""
    trump = reading.trump
    mine, out = reading.hand[trump], reading.unseen[trump]
    best = top(mine)
    above = higher(out, best).bit_count()
    second = top(mine & ~(1 << best))
    touching = second >= 0 and higher(out, second).bit_count() == above
    if above == 0 or touching or mine.bit_count() <= above + 1:
        return trump * WIDTH + best
    return trump * WIDTH + bottom(mine)


def _ask_for_partner(reading: Reading) -> PlayCard:
    """Lead the called suit low, or a card face down after a blind call."""
    suit = reading.called // WIDTH
    if reading.hand[suit]:
        return reading.choices[suit * WIDTH + bottom(reading.hand[suit])]
    if reading.hidden:
        plain = [card for card in reading.hidden if card // WIDTH != reading.trump]
        least = min(plain or reading.hidden, key=lambda card: (cost(reading, card), card))
        return reading.hidden[least]
    return reading.choices[_best_lead(reading)]


def _partner_leads(reading: Reading) -> int:
    declarer = reading.declarers[0]
    trump = reading.trump
    trumps = reading.hand[trump]
    rikker_has_trumps = not reading.void[declarer][trump]
    if trumps and rikker_has_trumps and _foes_may_hold_trumps(reading):
        return trump * WIDTH + top(trumps)
    if not rikker_has_trumps and reading.called in reading.choices:
        return reading.called
    return _best_lead(reading)


def _best_lead(reading: Reading) -> int:
    chances = Chances(reading)

    def gain(card: int) -> tuple[float, int]:
        value = chances.my_side_takes(card) - cost(reading, card)
        if card == reading.called and reading.partner == reading.me:
            value -= _OPENS_CALLED_SUIT / 2
        return value, -card

    return max(reading.choices, key=gain)


def _defender_leads(reading: Reading) -> int:
    chances = Chances(reading)
    return max(reading.choices, key=lambda card: (_defence(reading, chances, card), -card))


def _defence(reading: Reading, chances: Chances, card: int) -> float:
    suit, rank = divmod(card, WIDTH)
    mine, unseen = reading.hand[suit], reading.others_hold(suit)
    value = chances.my_side_takes(card) - cost(reading, card)
    if suit == reading.trump:
        return value - _OPENS_TRUMPS
    if reading.called != NONE and not reading.called_seen and suit == reading.called // WIDTH:
        return value - _OPENS_CALLED_SUIT
    if mine.bit_count() == 1 and reading.hand[reading.trump]:
        value += _SINGLETON
    best = top(mine)
    if 0 < higher(unseen, best).bit_count() <= 2 and best != rank and best >= _JACK:
        value -= _AWAY_FROM_HONOUR
    return value + _against_declarer(reading, suit)


def _against_declarer(reading: Reading, suit: int) -> float:
    """Lead what the declarer is weak in; never what a foe of ours may ruff for nothing."""
    declarer = reading.declarers[0]
    trump = reading.trump
    soloist = reading.alone
    value = _WEAK_SUIT * _shown_weakness(reading, declarer, suit)
    for seat in range(4):
        if seat == reading.me or not reading.void[seat][suit] or reading.void[seat][trump]:
            continue
        if reading.foe[seat] < 0.3:
            value += _INTO_RUFF
        elif seat == declarer and soloist:
            value += _FORCES_SOLOIST
        else:
            value -= _INTO_RUFF * reading.foe[seat]
    return value


def _shown_weakness(reading: Reading, declarer: int, suit: int) -> int:
    """Tricks of this suit the declarer has let others take, less the ones he took."""
    others = sum(reading.taken_in[seat][suit] for seat in range(4) if seat != declarer)
    return max(-2, min(2, others - reading.taken_in[declarer][suit]))
