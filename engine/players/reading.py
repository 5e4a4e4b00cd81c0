"""What a seat can work out from its view: unseen cards, who is void, who is friend or foe.

A `Reading` holds nothing that is not in the `SeatView` it is made from.
"""

from __future__ import annotations

from dataclasses import replace

from engine.cards import JOKER
from engine.commands import PlayCard
from engine.players.bits import FULL, INDEX, WIDTH, masks, suits_of, top
from engine.seats import SEATS
from engine.views import SeatView

NOBODY = -1
NONE = -1

# A seat that leads trumps before the partner is known plays like a partner.
_TRUMP_LEADER_WEIGHT = 3


def as_the_hand_to_play(view: SeatView) -> SeatView:
    """Of three players: the view as whoever held the fourth hand would have it, while it is played.

    It is played for its own account. Beside an open one the operator knows his own cards, too.
    """
    if view.operates is None:
        return view
    public = view.public
    laid_open = public.exposed[view.operates]
    if laid_open is None:
        return replace(view, seat=view.operates)
    exposed = tuple(
        view.hand if seat is view.seat else hand
        for seat, hand in zip(SEATS, public.exposed, strict=True)
    )
    return replace(
        view, seat=view.operates, hand=laid_open, public=replace(public, exposed=exposed)
    )


class Reading:
    """Seats and suits are plain integers here, cards those of `bits`.

    `void[seat][suit]`: he has shown that he has none. `taken_in[seat][suit]`: tricks he won when
    that suit was led. `foe[seat]`: the chance that he plays against me, where there is a trump.
    `later`: who still plays to the running trick after me. `known`: the hands that lie open, by
    seat, mine left out.
    """

    def __init__(self, view: SeatView) -> None:
        public = view.public
        self.view = view
        self.me = int(view.seat)
        self.hand = suits_of(view.hand)
        self.left = list(public.cards_left)
        self.contracts = public.contracts
        self.declarers = [int(contract.declarer) for contract in self.contracts]
        self.taken = public.taken
        self._read_contract()
        self._read_choices()
        self._read_tricks()
        self._read_running_trick()
        self.partner_chance = [0.0] * 4
        self.foe = self._read_sides()

    def _read_contract(self) -> None:
        contract = self.contracts[0] if len(self.contracts) == 1 else None
        self.trump = NONE
        self.called = NONE
        self.partner = NOBODY
        self.blind = False
        if contract is None:
            return
        if contract.trump is not None:
            self.trump = int(contract.trump)
        if contract.called is not None:
            self.called = INDEX[contract.called]
        if contract.partner is not None:
            self.partner = int(contract.partner)
        elif self.view.holds_called:
            self.partner = self.me
        self.blind = bool(self.view.blind or contract.blind)

    def _read_choices(self) -> None:
        self.choices: dict[int, PlayCard] = {}
        self.hidden: dict[int, PlayCard] = {}
        for command in self.view.legal:
            if isinstance(command, PlayCard):
                into = self.hidden if command.face_down else self.choices
                into[INDEX[command.card]] = command

    def _read_tricks(self) -> None:
        public = self.view.public
        self.void = [[False] * 4 for _ in range(4)]
        self.taken_in: list[list[int]] = [[0] * 4 for _ in range(4)]
        self.trump_leaders: set[int] = set()
        self.called_seen = False
        seen: list[int] = []
        for number, trick in enumerate(public.tricks, start=1):
            cards = [INDEX[card] for card in trick.cards]
            seen += cards
            leader = int(trick.leader)
            face_down = number == public.blind_trick
            suit = self.called // WIDTH if face_down else cards[0] // WIDTH
            self._read_play_out(leader, suit, cards, face_down)
            self.taken_in[int(trick.winner)][suit] += 1
        self._seen = seen

    def _read_play_out(self, leader: int, suit: int, cards: list[int], face_down: bool) -> None:
        if suit == self.trump and not face_down:
            self.trump_leaders.add(leader)
        if self.called in cards:
            self.called_seen = True
        for place, card in enumerate(cards):
            if card // WIDTH != suit and not (face_down and place == 0):
                self.void[(leader + place) % 4][suit] = True

    def _read_running_trick(self) -> None:
        trick = self.view.public.trick
        self.plays: list[tuple[int, int]] = []
        self.led = NONE
        self.number = len(self.view.public.tricks) + 1
        if trick is not None:
            for play in trick.plays:
                card = NONE if play.card is None else INDEX[play.card]
                self.plays.append((int(play.seat), card))
        self._read_plays()
        self._count_unseen()
        self._read_open_hands()
        self.winner, self.winning = self._winning()
        self.later = [(self.me + step) % 4 for step in range(1, 4 - len(self.plays))]

    def _read_plays(self) -> None:
        for place, (seat, card) in enumerate(self.plays):
            if place == 0:
                self.led = self.called // WIDTH if card == NONE else card // WIDTH
                if card != NONE and self.led == self.trump:
                    self.trump_leaders.add(seat)
            elif card != NONE and card // WIDTH != self.led:
                self.void[seat][self.led] = True
            if card != NONE:
                self._seen.append(card)
                self.called_seen = self.called_seen or card == self.called

    def _count_unseen(self) -> None:
        played = masks(self._seen)
        self.unseen = [FULL & ~self.hand[suit] & ~played[suit] for suit in range(4)]
        if self.view.public.middle is not None:
            clubs = INDEX[JOKER] // WIDTH
            self.unseen[clubs] |= 1 & ~(self.hand[clubs] | played[clubs])
        for own in (self.view.face_down, self.view.discarded, self.view.public.in_the_middle):
            if own is not None:
                index = INDEX[own]
                self.unseen[index // WIDTH] &= ~(1 << (index % WIDTH))

    def _read_open_hands(self) -> None:
        self.known: dict[int, list[int]] = {}
        self.hidden_from_me = list(self.unseen)
        for seat, hand in enumerate(self.view.public.exposed):
            if hand is None or seat == self.me:
                continue
            self.known[seat] = suits_of(hand)
            for suit, mask in enumerate(self.known[seat]):
                self.void[seat][suit] = not mask
                self.hidden_from_me[suit] &= ~mask

    def _winning(self) -> tuple[int, int]:
        """Who would take the running trick now, and with which card."""
        best, holder = NONE, NOBODY
        for seat, card in self.plays:
            if card != NONE and (best == NONE or self.beats(card, best)):
                if best == NONE and card // WIDTH not in (self.led, self.trump):
                    continue
                best, holder = card, seat
        return holder, best

    def beats(self, card: int, other: int) -> bool:
        """Whether `card` takes the trick from `other`, both played to the suit that was led."""
        if card // WIDTH == other // WIDTH:
            return card > other
        return card // WIDTH == self.trump

    def takes(self, card: int) -> bool:
        """Whether `card`, played now, would lie on top of the running trick."""
        if self.winning == NONE:
            return self.led in (NONE, card // WIDTH) or card // WIDTH == self.trump
        return self.beats(card, self.winning)

    def _read_sides(self) -> list[float]:
        if self.trump == NONE or not self.declarers:
            return [0.0 if seat == self.me else 1.0 for seat in range(4)]
        declarer = self.declarers[0]
        if self.partner != NOBODY:
            return self._sides_of({declarer, self.partner})
        if self.called == NONE:
            return self._sides_of({declarer})
        return self._hidden_sides(declarer)

    def _sides_of(self, pair: set[int]) -> list[float]:
        mine = self.me in pair
        return [0.0 if (seat in pair) == mine else 1.0 for seat in range(4)]

    def _hidden_sides(self, declarer: int) -> list[float]:
        suit = self.called // WIDTH
        candidates = [
            seat
            for seat in range(4)
            if seat not in (declarer, self.me, *self.known) and not self.void[seat][suit]
        ]
        weights = {
            seat: _TRUMP_LEADER_WEIGHT if seat in self.trump_leaders else 1 for seat in candidates
        }
        total = sum(weights.values()) or 1
        partner = [weights.get(seat, 0) / total for seat in range(4)]
        self.partner_chance = partner
        if self.me == declarer:
            return [0.0 if seat == self.me else 1.0 - partner[seat] for seat in range(4)]
        foes = list(partner)
        foes[self.me] = 0.0
        foes[declarer] = 1.0
        return foes

    @property
    def alone(self) -> bool:
        """Does one declarer play against three?"""
        return self.called == NONE and self.partner == NOBODY

    @property
    def leading(self) -> bool:
        return not self.plays

    @property
    def last(self) -> bool:
        return len(self.plays) == 3

    def others_hold(self, suit: int) -> int:
        """Unseen cards of a suit that some other player may still hold."""
        anybody = any(not self.void[seat][suit] for seat in range(4) if seat != self.me)
        return self.unseen[suit] if anybody else 0

    def master(self, card: int) -> bool:
        """Whether no unseen card of its suit is higher."""
        return top(self.unseen[card // WIDTH]) < card % WIDTH
