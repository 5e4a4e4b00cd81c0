"""The play of the cards: what may be played, why not, and what a card does to the table."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

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
    "first_lead",
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
_ANY_CARD = sum(SUIT_MASKS)
_NEXT = tuple(seat.next for seat in SEATS)
_FOLLOWING = (1, 2, 3, 0)  # the same among plain integers, which index faster than seats
_NORTH, _EAST, _SOUTH, _ = SEATS
# What a named tuple's own constructor comes down to, without counting the fields.
_NEW = tuple.__new__


class Play(NamedTuple):
    """The table during play. `hands` are bit sets of what each seat still holds, `seat` is to
    play, and may play what is `legal`: nothing when the deal is over, because all tricks are
    played or every piek and misère of it has failed.

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
    """A table that moves: many cards one after the other, and what it looks like when asked.

    `send` plays a card and answers what is legal next: for whoever is in a hurry, and keeps
    `legal` himself. `lawful` is the same by seat, nothing for the three who are not to play.

    >>> from engine.cards import Hand
    >>> hands = tuple(Hand.parse(h).mask for h in ("H3", "H7 HK S2", "", ""))
    >>> table = Cursor(first_lead(Terms(), hands, Seat.NORTH))
    >>> table.play(Card("H3"))
    >>> Hand.from_mask(table.legal).cards
    (Card('HK'), Card('H7'))
    """

    __slots__ = ("lawful", "legal", "send")

    def __init__(self, play: Play) -> None:
        self.lawful = [0, 0, 0, 0]
        moving = _moving(play, self.lawful)
        self.legal: int = next(moving)
        self.send = moving.send

    def play(self, card: Card) -> None:
        """The table after this card, without asking whether it was allowed."""
        self.legal = self.send(card)

    def freeze(self) -> Play:
        play: Play = self.send(None)
        return play


def _moving(play: Play, lawful: list[int]) -> Generator[Any, Card | None, None]:
    """What a card does to the table, and what may be played then; `after_card` for many cards.

    Is sent a card and yields what is legal next, 0 when the deal is over; is sent None and yields
    the table as it is. A generator, because its local names outlive a card: this is the
    engine's innermost loop, and half of it would be reading and writing attributes.
    """
    terms, held, led_by, to_play, legal, so_far, follow, beats, wins, tricks = play[:10]
    took, blind_trick, known, spent = play[10:]
    hands, taken, lawful[to_play] = [*held], [*took], legal
    leader, seat, winning = int(led_by), int(to_play), -1 if wins is None else int(wins)
    cards, led, won = [*so_far], [leader], list[int]()
    left, number, length = 4 - len(so_far), len(tricks) + 1, terms.length
    bound, called, beaten_by = terms.bound, terms.called, terms.beaten_by
    leaders, may_end, pass_game = terms.leaders, terms.early_end, terms.game is not None
    low_shows = terms.duty is CalledCardDuty.UNDER_LEAD
    north, east, south, west = hands
    owing = [north & bound, east & bound, south & bound, west & bound]
    hand, owes = hands[seat], owing[seat]
    while True:
        card = yield legal
        while card is None:
            card = yield _NEW(
                Play,
                (
                    terms,
                    _four(hands),
                    SEATS[led[-1]],
                    SEATS[seat],
                    legal,
                    tuple(cards[4 * len(won) :]),
                    follow,
                    beats,
                    None if winning < 0 else SEATS[winning],
                    tricks + _tricks(led, won, cards, (blind_trick or 0) - len(tricks)),
                    _four(taken),
                    blind_trick,
                    known,
                    spent,
                ),
            )
        bit = card.bit
        if owes:
            if bit & owes:
                owing[seat] = owes ^ bit
                if card is called:
                    known, bound = True, bound ^ bit
            elif low_shows and left == 4 and not spent and _shows_partner(terms, hand, card, True):
                known, spent = True, True
        hands[seat] = hand ^ bit
        lawful[seat] = 0
        cards.append(card)
        if bit & beats:
            winning = seat
            beats = beaten_by[card.index]
            if not follow:
                follow = _SUIT_OF[card.index]
        left -= 1
        if left:
            seat = _FOLLOWING[seat]
        else:
            assert winning >= 0, "somebody has followed suit or trumped: the called card falls"
            won.append(winning)
            taken[winning] += 1
            seat = leaders[number] if number < len(leaders) else winning
            led.append(seat)
            number += 1
            left, follow, beats, winning = 4, 0, _ANY_CARD, -1
            if number > length or (may_end and _is_decided(terms, taken)):
                legal = 0
                continue
        hand, owes = hands[seat], owing[seat]
        if owes and (not follow or follow & bound or pass_game):
            legal = _legal(terms, hand, follow, number, spent, blind=number == blind_trick)
        else:
            legal = hand & follow or hand
        lawful[seat] = legal


def _tricks(
    led: list[int], won: list[int], cards: list[Card], blind_trick: int
) -> tuple[Trick, ...]:
    """Those that somebody has won; `cards` as they fell. `blind_trick` is counted from here."""
    fallen = iter(cards)
    fours = zip(fallen, fallen, fallen, fallen, strict=False)
    tricks = [
        _NEW(Trick, (SEATS[leader], four, SEATS[winner], False))
        for winner, leader, four in zip(won, led, fours, strict=False)
    ]
    if 0 < blind_trick <= len(tricks):
        tricks[blind_trick - 1] = tricks[blind_trick - 1]._replace(face_down=True)
    return tuple(tricks)


def _four(values: list[int]) -> _Four:
    north, east, south, west = values
    return north, east, south, west


def _with(values: _Four, seat: Seat, value: int) -> _Four:
    """The same for three seats; at each card of `apply`, and so without a list on the way."""
    north, east, south, west = values
    if seat is _NORTH:
        return value, east, south, west
    if seat is _EAST:
        return north, value, south, west
    if seat is _SOUTH:
        return north, east, value, west
    return north, east, south, value


def _is_decided(terms: Terms, taken: Sequence[int]) -> bool:
    """Every declarer of a piek or misère has lost; asked where the rules end the deal then."""
    contracts = terms.contracts
    return bool(contracts) and all(one.rung.failed(one.tricks(taken)) for one in contracts)


def _shows_partner(terms: Terms, hand: int, card: Card, leads: bool) -> bool:
    """Does the holder of the called card become known by this one?"""
    called = terms.called
    if called is None or not hand & called.bit:
        return False
    # Only the duty to lead it or lower lets the holder lead low, and it shows him (S002).
    low = terms.duty is CalledCardDuty.UNDER_LEAD and leads and card.suit is called.suit
    return card is called or low


def _legal(terms: Terms, hand: int, follow: int, number: int, spent: bool, *, blind: bool) -> int:
    """What a hand may play, whatever it owes. `blind`: the lead lies face down."""
    following = hand & follow
    called = terms.called if terms.holder is not None else None
    if called is not None and not hand & called.bit:
        called = None
    if follow:
        if called is not None and follow & called.bit and (blind or _owes(terms, spent)):
            # A face-down lead always forces it out: that is what it is for (rules-decisions 28).
            return called.bit
        if following or terms.game is None:
            return following or hand
        return _discards(terms.game, hand, number)
    if terms.first_card is not None and number == 1:
        return terms.first_card.bit
    if called is not None and terms.duty is CalledCardDuty.ALWAYS and not spent:
        # Leading the called suit means leading the called card itself.
        return hand & ~SUIT_MASKS[called.suit] | called.bit
    return _without_barred(terms.game, hand, number)


def _owes(terms: Terms, spent: bool) -> bool:
    return terms.duty is not CalledCardDuty.NONE and not spent


def _discards(game: PassGame, hand: int, number: int) -> int:
    duty = game.discard
    if duty is not None and number >= duty.from_trick and hand & duty.card.bit:
        return duty.card.bit
    return _without_barred(game, hand, number)


def _without_barred(game: PassGame | None, hand: int, number: int) -> int:
    if game is None or game.bar is None or number > game.bar.tricks:
        return hand
    # The bar lapses for a player with nothing else (rules-decisions 32).
    return hand & ~SUIT_MASKS[game.bar.suit] or hand


def first_lead(terms: Terms, hands: _Four, leader: Seat, *, partner_known: bool = False) -> Play:
    """The table before its first card."""
    legal = _legal(terms, hands[leader], 0, 1, spent=False, blind=False)
    return Play(terms, hands, leader, leader, legal, partner_known=partner_known)


def _led_face_down(play: Play, card: Card) -> Play:
    """The lead that stands for the called suit. It wins nothing itself, not even as a trump
    (rules OQ-15), so a trick whose other cards are all discards would be nobody's."""
    terms, hands = play.terms, [*play.hands]
    assert terms.called is not None
    hands[play.seat] &= ~card.bit
    follow = SUIT_MASKS[terms.called.suit]
    seat = play.seat.next
    return play._replace(
        hands=_four(hands),
        seat=seat,
        cards=(card,),
        blind_trick=play.number,
        follow=follow,
        beats=follow if terms.trump is None else follow | SUIT_MASKS[terms.trump],
        legal=_legal(terms, hands[seat], follow, play.number, play.duty_spent, blind=True),
    )


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
    """The table after this card, without asking whether it was allowed.

    `Cursor` for one card that keeps the table it comes from; a property test holds them together.
    """
    if face_down:
        return _led_face_down(play, card)
    terms, hands, leader, seat, _, cards, follow, beats, winning, tricks = play[:10]
    taken, blind_trick, known, spent = play[10:]
    bit, bound = card.bit, terms.bound
    hand = hands[seat]
    if hand & bound and not spent and _shows_partner(terms, hand, card, not cards):
        known, spent = True, card is not terms.called
    held = _with(hands, seat, hand ^ bit)
    cards += (card,)
    if bit & beats:
        winning = seat
        beats = terms.beaten_by[card.index]
        if not follow:
            follow = _SUIT_OF[card.index]
    over = False
    if len(cards) < 4:
        seat = _NEXT[seat]
    else:
        assert winning is not None, "somebody has followed suit or trumped: the called card falls"
        number = len(tricks) + 1
        tricks += (Trick(leader, cards, winning, number == blind_trick),)
        taken = _with(taken, winning, taken[winning] + 1)
        seat = leader = terms.leaders[number] if number < len(terms.leaders) else winning
        cards, follow, beats, winning = (), 0, _ANY_CARD, None
        over = number == terms.length or (terms.early_end and _is_decided(terms, taken))
    hand = held[seat]
    if over:
        legal = 0
    elif hand & bound:
        number = len(tricks) + 1
        legal = _legal(terms, hand, follow, number, spent, blind=number == blind_trick)
    else:
        legal = hand & follow or hand
    return _NEW(
        Play,
        (
            terms,
            held,
            leader,
            seat,
            legal,
            cards,
            follow,
            beats,
            winning,
            tricks,
            taken,
            blind_trick,
            known,
            spent,
        ),
    )
