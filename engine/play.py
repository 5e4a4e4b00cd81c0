"""The play of the cards: what may be played, why not, and what a card does to the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.cards import CARDS, SUIT_MASKS, Card, Suit
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
from engine.seats import SEATS, Seat
from engine.tricks import Trick

__all__ = [
    "Cursor",
    "Play",
    "Terms",
    "after_card",
    "face_down_allowed",
    "is_over",
    "refusal",
]


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
    # Both follow from the others, and are asked for at every card.
    bound: int = field(init=False, compare=False)
    beaten_by: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bound", _bound_cards(self))
        object.__setattr__(self, "beaten_by", _BEATEN_BY[self.trump])


def _bound_cards(terms: Terms) -> int:
    """The cards that may owe more than following suit. A hand without any of them, which is nearly
    every hand, may play whatever follows suit, or else anything."""
    bound = 0
    if terms.first_card is not None:
        bound |= terms.first_card.bit
    if terms.called is not None and terms.holder is not None:
        bound |= terms.called.bit
    if terms.game is not None and terms.game.discard is not None:
        bound |= terms.game.discard.card.bit
    if terms.game is not None and terms.game.bar is not None:
        bound |= SUIT_MASKS[terms.game.bar.suit]
    return bound


def _beating(card: Card, trump: Suit | None) -> int:
    """The cards that take a trick from `card`: the higher ones of its suit, and any trump."""
    higher = SUIT_MASKS[card.suit] & (card.bit - 1)
    return higher if trump is None or card.suit is trump else higher | SUIT_MASKS[trump]


# By a card's index.
_BEATEN_BY = {trump: tuple(_beating(card, trump) for card in CARDS) for trump in (None, *Suit)}
_SUIT_OF = tuple(SUIT_MASKS[card.suit] for card in CARDS)
_NEXT = tuple(seat.next for seat in SEATS)
_ANY_CARD = sum(SUIT_MASKS)


class Play(NamedTuple):
    """The table during play. `hands` are bit sets of what each seat still holds, `seat` is to
    play, and may play what is `legal`.

    Of the running trick: `follow` is the suit to follow as a bit set, `winning` who takes it so
    far, `beats` what would take it from him. `blind_trick` is the number of the trick with the
    face-down lead, running or complete. `partner_known`: the table has seen who the partner is.
    `duty_spent`: the holder of the called card has led its suit low (duty `under_lead`), and owes
    it no longer.
    """

    terms: Terms
    hands: _Four
    leader: Seat
    seat: Seat
    legal: int
    cards: tuple[Card, ...] = ()
    follow: int = 0
    beats: int = _ANY_CARD
    winning: Seat | None = None
    tricks: tuple[Trick, ...] = ()
    taken: _Four = (0, 0, 0, 0)
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

    def __repr__(self) -> str:
        return f"<Play at trick {self.number}, {len(self.cards)} cards on the table>"


class Cursor:
    """A table that moves: the same facts as `Play`, changed in place.

    What a card does to the table, and what may be played, is written here and nowhere else. `Play`
    is what it looks like between two cards; whoever plays many in a row moves one cursor and
    freezes it at the end.

    >>> from engine.cards import Hand
    >>> hands = tuple(Hand.parse(h).mask for h in ("H3", "H7 HK S2", "", ""))
    >>> table = Cursor.at_first_lead(Terms(), hands, Seat.NORTH)
    >>> table.play(Card("H3"))
    >>> Hand.from_mask(table.legal).cards
    (Card('HK'), Card('H7'))
    """

    __slots__ = (
        "_beaten_by",
        "_bound",
        "_done",
        "_tricks",
        "beats",
        "blind_trick",
        "cards",
        "duty_spent",
        "follow",
        "hands",
        "leader",
        "legal",
        "number",
        "partner_known",
        "seat",
        "taken",
        "terms",
        "winning",
    )

    def __init__(self, play: Play) -> None:
        (
            self.terms,
            hands,
            self.leader,
            self.seat,
            self.legal,
            cards,
            self.follow,
            self.beats,
            self.winning,
            self._tricks,
            taken,
            self.blind_trick,
            self.partner_known,
            self.duty_spent,
        ) = play
        self._bound = self.terms.bound
        self._beaten_by = self.terms.beaten_by
        self.hands = [*hands]
        self.cards = [*cards]
        self.taken = [*taken]
        self.number = len(self._tricks) + 1
        self._done: list[tuple[Seat, list[Card], Seat, bool]] = []

    @classmethod
    def at_first_lead(
        cls, terms: Terms, hands: _Four, leader: Seat, *, partner_known: bool = False
    ) -> Cursor:
        cursor = cls(Play(terms, hands, leader, leader, 0, partner_known=partner_known))
        cursor._find_legal()
        return cursor

    def freeze(self) -> Play:
        north, east, south, west = self.hands
        for_north, for_east, for_south, for_west = self.taken
        tricks = self._tricks
        if self._done:
            tricks = (*tricks, *(Trick(a, tuple(b), c, d) for a, b, c, d in self._done))
        fields = (
            self.terms,
            (north, east, south, west),
            self.leader,
            self.seat,
            self.legal,
            tuple(self.cards),
            self.follow,
            self.beats,
            self.winning,
            tricks,
            (for_north, for_east, for_south, for_west),
            self.blind_trick,
            self.partner_known,
            self.duty_spent,
        )
        return Play._make(fields)

    def play(self, card: Card) -> None:
        """The table after this card, without asking whether it was allowed."""
        seat = self.seat
        hands = self.hands
        bit = card.bit
        hand = hands[seat]
        if hand & self._bound:
            self._show_partner(hand, card)
        hands[seat] = hand & ~bit
        cards = self.cards
        cards.append(card)
        if bit & self.beats:
            self.winning = seat
            self.beats = self._beaten_by[card.index]
            if not self.follow:
                self.follow = _SUIT_OF[card.index]
        if len(cards) < 4:
            self.seat = seat = _NEXT[seat]
        else:
            seat = self._take()
        hand = hands[seat]
        if hand & self._bound:
            self._find_legal()
        else:
            self.legal = hand & self.follow or hand

    def lead_face_down(self, card: Card) -> None:
        """The lead that stands for the called suit. It wins nothing itself, not even as a trump
        (rules OQ-15), so a trick whose other cards are all discards would be nobody's."""
        called = self.terms.called
        assert called is not None
        self.hands[self.seat] &= ~card.bit
        self.cards.append(card)
        self.blind_trick = self.number
        self.follow = SUIT_MASKS[called.suit]
        self.beats = self.follow
        if self.terms.trump is not None:
            self.beats |= SUIT_MASKS[self.terms.trump]
        self.seat = _NEXT[self.seat]
        self._find_legal()

    def _show_partner(self, hand: int, card: Card) -> None:
        terms = self.terms
        called = terms.called
        if called is None or self.duty_spent or not hand & called.bit:
            return
        if card is called:
            self.partner_known = True
        elif (
            terms.duty is CalledCardDuty.UNDER_LEAD and not self.cards and card.suit is called.suit
        ):
            # Only this duty lets the holder lead low, and it shows him to the table (S002).
            self.partner_known = self.duty_spent = True

    def _take(self) -> Seat:
        """Clear the trick away; who leads to the next one."""
        number, winner = self.number, self.winning
        assert winner is not None, "somebody has followed suit or trumped: the called card falls"
        self._done.append((self.leader, self.cards, winner, number == self.blind_trick))
        self.taken[winner] += 1
        leaders = self.terms.leaders
        self.seat = self.leader = leaders[number] if number < len(leaders) else winner
        self.number = number + 1
        self.cards = []
        self.follow = 0
        self.beats = _ANY_CARD
        self.winning = None
        return self.leader

    def _find_legal(self) -> None:
        """What the seat to act may play, whatever it owes."""
        terms = self.terms
        hand = self.hands[self.seat]
        following = hand & self.follow
        called = terms.called if terms.holder is not None else None
        if called is not None and not hand & called.bit:
            called = None
        if self.follow:
            if called is not None and self._must_fall(called):
                self.legal = called.bit
            elif following or terms.game is None:
                self.legal = following or hand
            else:
                self.legal = self._discards(terms.game, hand)
        elif terms.first_card is not None and self.number == 1:
            self.legal = terms.first_card.bit
        elif called is not None and terms.duty is CalledCardDuty.ALWAYS and not self.duty_spent:
            # Leading the called suit means leading the called card itself.
            self.legal = hand & ~SUIT_MASKS[called.suit] | called.bit
        else:
            self.legal = self._without_barred(hand)

    def _must_fall(self, called: Card) -> bool:
        """Does the led suit force the called card out of the hand that holds it?

        A face-down lead always does: that is what the blind lead is for (rules-decisions 28).
        """
        if not self.follow & called.bit:
            return False
        if self.blind_trick == self.number:
            return True
        return self.terms.duty is not CalledCardDuty.NONE and not self.duty_spent

    def _discards(self, game: PassGame, hand: int) -> int:
        duty = game.discard
        if duty is not None and self.number >= duty.from_trick and hand & duty.card.bit:
            return duty.card.bit
        return self._without_barred(hand)

    def _without_barred(self, hand: int) -> int:
        game = self.terms.game
        if game is None or game.bar is None or self.number > game.bar.tricks:
            return hand
        # The bar lapses for a player with nothing else (rules-decisions 32).
        return hand & ~SUIT_MASKS[game.bar.suit] or hand


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
    if play.legal & card.bit:
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


def after_card(play: Play, card: Card, *, face_down: bool) -> Play:
    """The table after this card, without asking whether it was allowed."""
    cursor = Cursor(play)
    if face_down:
        cursor.lead_face_down(card)
    else:
        cursor.play(card)
    return cursor.freeze()


def is_over(play: Play | Cursor) -> bool:
    """Nothing left to play, or nothing left to decide: every declarer of a piek or misère lost."""
    terms = play.terms
    if play.number > terms.length:
        return True
    return (
        terms.early_end
        and not play.cards
        and bool(terms.contracts)
        and all(one.rung.failed(one.tricks(play.taken)) for one in terms.contracts)
    )
