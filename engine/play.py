"""The play of the cards: what may be played, why not, and what a card does to the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import SUIT_MASKS, Card, Suit
from engine.contract import CalledCardDuty, Contract
from engine.errors import (
    CardNotInHand,
    FaceDownNotAllowed,
    IllegalAction,
    MustDiscardQueen,
    MustFollowSuit,
    MustPlayCalledCard,
    SpadeBarred,
)
from engine.passgames import PassGame
from engine.seats import Seat
from engine.tricks import Trick, winning_place

__all__ = ["Play", "Terms", "after_card", "face_down_allowed", "is_over", "playable", "refusal"]


_Four = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, repr=False)
class Terms:
    """What holds for the whole play of one deal. `game` is None when there are contracts.

    `first_card`: the only card that may be led to trick 1. `leaders` lead to the first tricks,
    whoever has taken the one before. `length`: how many tricks there are. `holder` and
    `blind_leader` are secrets of the table, hence no repr.
    """

    contracts: tuple[Contract, ...] = ()
    game: PassGame | None = None
    trump: Suit | None = None
    called: Card | None = None
    holder: Seat | None = None
    blind_leader: Seat | None = None
    duty: CalledCardDuty = CalledCardDuty.NONE
    early_end: bool = False
    first_card: Card | None = None
    leaders: tuple[Seat, ...] = ()
    length: int = 13


@dataclass(frozen=True, slots=True, repr=False)
class Play:
    """The table during play. `hands` are bit sets of what each seat still holds.

    `blind_trick` is the number of the trick with the face-down lead, running or complete.
    `partner_known`: the table has seen who the partner is. `duty_spent`: the holder of the called
    card has led its suit low (duty `under_lead`), and owes it no longer.
    """

    terms: Terms
    hands: tuple[int, int, int, int]
    leader: Seat
    cards: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    taken: tuple[int, int, int, int] = (0, 0, 0, 0)
    blind_trick: int | None = None
    partner_known: bool = False
    duty_spent: bool = False

    @property
    def number(self) -> int:
        """The running trick's number, from 1."""
        return len(self.tricks) + 1

    @property
    def played(self) -> int:
        """Cards played in this deal."""
        return 4 * len(self.tricks) + len(self.cards)

    @property
    def lies_face_down(self) -> bool:
        """Is the lead of the running trick hidden?"""
        return self.blind_trick == len(self.tricks) + 1

    @property
    def led(self) -> Suit | None:
        """The suit to follow; a face-down lead stands for the called suit."""
        if not self.cards:
            return None
        if self.terms.called is not None and self.lies_face_down:
            return self.terms.called.suit
        return self.cards[0].suit

    @property
    def winning(self) -> Seat | None:
        led = self.led
        if led is None:
            return None
        place = winning_place(self.cards, led, self.terms.trump, face_down=self.lies_face_down)
        return None if place is None else self.leader.after(place)

    def __repr__(self) -> str:
        return f"<Play at trick {self.number}, {len(self.cards)} cards on the table>"


def playable(play: Play, seat: Seat) -> int:
    """The cards `seat`, whose turn it is, may play, as a bit set.

    >>> from engine.cards import Hand
    >>> hands = tuple(Hand.parse(h).mask for h in ("H3", "H7 HK S2", "", ""))
    >>> trick = Play(Terms(), (0, *hands[1:]), Seat.NORTH, cards=(Card("H3"),))
    >>> Hand.from_mask(playable(trick, Seat.EAST)).cards
    (Card('HK'), Card('H7'))
    """
    hand = play.hands[seat]
    terms = play.terms
    led = play.led
    if led is None:
        if terms.first_card is not None and not play.tricks:
            return terms.first_card.bit
        if terms.holder is seat:
            return _lead_by_holder(play, hand)
        return _without_barred(play, hand)
    if terms.holder is seat and _must_fall(play, led, hand):
        assert terms.called is not None
        return terms.called.bit
    following = hand & SUIT_MASKS[led]
    if following:
        return following
    if terms.game is None:
        return hand
    return _discards(play, terms.game, hand)


def _lead_by_holder(play: Play, hand: int) -> int:
    """With the duty in force, leading the called suit means leading the called card itself."""
    called = play.terms.called
    if (
        called is None
        or play.terms.duty is not CalledCardDuty.ALWAYS
        or not hand & called.bit
        or play.duty_spent
    ):
        return hand
    return hand & ~SUIT_MASKS[called.suit] | called.bit


def _must_fall(play: Play, led: Suit, hand: int) -> bool:
    """Does the led suit force the called card out of this hand?

    A face-down lead always does: that is what the blind lead is for (rules-decisions 28).
    """
    terms = play.terms
    if terms.called is None or led is not terms.called.suit or not hand & terms.called.bit:
        return False
    if play.lies_face_down:
        return True
    return terms.duty is not CalledCardDuty.NONE and not play.duty_spent


def _without_barred(play: Play, hand: int) -> int:
    game = play.terms.game
    if game is None or game.bar is None or play.number > game.bar.tricks:
        return hand
    # The bar lapses for a player with nothing else (rules-decisions 32).
    return hand & ~SUIT_MASKS[game.bar.suit] or hand


def _discards(play: Play, game: PassGame, hand: int) -> int:
    duty = game.discard
    if duty is not None and play.number >= duty.from_trick and hand & duty.card.bit:
        return duty.card.bit
    return _without_barred(play, hand)


def face_down_allowed(play: Play, seat: Seat) -> bool:
    """The blind lead: declarer, on lead, once, while the called card is unplayed."""
    terms = play.terms
    return (
        terms.blind_leader is seat
        and not play.cards
        and play.blind_trick is None
        and terms.called is not None
        and terms.holder is not None
        and bool(play.hands[terms.holder] & terms.called.bit)
    )


def refusal(play: Play, seat: Seat, card: Card, *, face_down: bool) -> IllegalAction | None:
    """Why this card may not be played, None if it may."""
    hand = play.hands[seat]
    if not hand & card.bit:
        return CardNotInHand(f"{seat} does not hold {card}", detail={"card": card.notation})
    if face_down and not face_down_allowed(play, seat):
        return FaceDownNotAllowed(
            f"{seat} may not lead {card} face down: only the declarer of a blind call may, once, "
            "while the called card is unplayed",
            detail={"card": card.notation},
        )
    allowed = playable(play, seat)
    if allowed & card.bit:
        return None
    led = play.led
    if led is not None and card.suit is not led and hand & SUIT_MASKS[led]:
        return MustFollowSuit(
            f"{seat} must follow {led} and may not play {card}",
            detail={"card": card.notation, "suit": led.letter},
        )
    return _bent_rule(play, seat, card, led)


def _bent_rule(play: Play, seat: Seat, card: Card, led: Suit | None) -> IllegalAction:
    game = play.terms.game
    if game is None:
        called = play.terms.called
        assert called is not None
        return MustPlayCalledCard(
            f"{seat} must play the called card {called}, not {card}",
            detail={"card": card.notation, "called": called.notation},
        )
    if (
        led is not None
        and game.discard is not None
        and play.number >= game.discard.from_trick
        and play.hands[seat] & game.discard.card.bit
    ):
        return MustDiscardQueen(
            f"{seat} cannot follow {led} and must discard {game.discard.card}",
            detail={"card": card.notation, "must": game.discard.card.notation},
        )
    assert game.bar is not None
    return SpadeBarred(
        f"{card}: no {game.bar.suit} in the first {game.bar.tricks} tricks",
        detail={"card": card.notation, "suit": game.bar.suit.letter, "tricks": game.bar.tricks},
    )


def after_card(play: Play, seat: Seat, card: Card, *, face_down: bool) -> Play:
    """The table after this card, without asking whether it was allowed."""
    terms = play.terms
    blind_trick = play.number if face_down else play.blind_trick
    known, spent = play.partner_known, play.duty_spent
    if terms.called is not None and seat is terms.holder and not spent:
        if card is terms.called:
            known = True
        elif (
            terms.duty is CalledCardDuty.UNDER_LEAD
            and not play.cards
            and card.suit is terms.called.suit
        ):
            # Only this duty lets the holder lead low, and it shows him to the table (S002).
            known = spent = True
    hands = _set(play.hands, seat, play.hands[seat] & ~card.bit)
    cards = (*play.cards, card)
    if len(cards) < 4:
        return Play(
            terms, hands, play.leader, cards, play.tricks, play.taken, blind_trick, known, spent
        )
    hidden = blind_trick == play.number
    led = terms.called.suit if hidden and terms.called is not None else cards[0].suit
    place = winning_place(cards, led, terms.trump, face_down=hidden)
    assert place is not None, "somebody has followed suit or trumped: the called card falls"
    winner = play.leader.after(place)
    number = len(play.tricks) + 1
    return Play(
        terms,
        hands,
        terms.leaders[number] if number < len(terms.leaders) else winner,
        (),
        (*play.tricks, Trick(play.leader, cards, winner, hidden)),
        _set(play.taken, winner, play.taken[winner] + 1),
        blind_trick,
        known,
        spent,
    )


def is_over(play: Play) -> bool:
    """Nothing left to play, or nothing left to decide: every declarer of a piek or misère lost."""
    terms = play.terms
    if len(play.tricks) == terms.length:
        return True
    return (
        terms.early_end
        and not play.cards
        and bool(terms.contracts)
        and all(one.rung.failed(one.tricks(play.taken)) for one in terms.contracts)
    )


def _set(four: _Four, seat: Seat, value: int) -> _Four:
    changed = [*four]
    changed[seat] = value
    north, east, south, west = changed
    return north, east, south, west
