"""How likely a card is to take the trick, from counts alone.

The unseen cards of a suit are spread over the seats that may still hold it, in proportion to the
cards they have left. It is a rough figure and a quick one.
"""

from __future__ import annotations

from engine.players.bits import WIDTH, higher, lower
from engine.players.reading import NONE, Reading


class Chances:
    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._ruled_out = [[0] * 4 for _ in range(4)]
        self.share = [[0.0] * 4 for _ in range(4)]
        for suit in range(4):
            room = [
                0
                if seat == reading.me or reading.void[seat][suit] or seat in reading.known
                else reading.left[seat]
                for seat in range(4)
            ]
            total = sum(room)
            if total:
                for seat in range(4):
                    self.share[seat][suit] = room[seat] / total

    def rule_out(self, seat: int, cards: list[int]) -> None:
        """Take it that a seat holds none of these cards; only `goes_over` asks."""
        self._ruled_out[seat] = cards

    def holds_any(self, seat: int, suit: int, mask: int) -> float:
        """Chance that a seat holds at least one of the unseen cards in `mask`."""
        known = self.reading.known.get(seat)
        if known is not None:
            return 1.0 if known[suit] & mask else 0.0
        mask &= self.reading.hidden_from_me[suit]
        misses: float = (1.0 - self.share[seat][suit]) ** mask.bit_count()
        return 1.0 - misses

    def void_in(self, seat: int, suit: int) -> float:
        known = self.reading.known.get(seat)
        if known is not None:
            return 0.0 if known[suit] else 1.0
        mask = self.reading.hidden_from_me[suit]
        misses: float = (1.0 - self.share[seat][suit]) ** mask.bit_count()
        return misses

    def beaten_by(self, seat: int, card: int, led: int) -> float:
        """Chance that a seat still to play can take the trick from `card`."""
        reading = self.reading
        suit, rank = divmod(card, WIDTH)
        trump = reading.trump
        empty = self.void_in(seat, led)
        if suit == trump and led != trump:
            return empty * self.holds_any(seat, trump, higher(reading.unseen[trump], rank))
        above = self.holds_any(seat, suit, higher(reading.unseen[suit], rank))
        if self._must_call(suit, rank):
            above = max(above, reading.partner_chance[seat])
        if trump == NONE or led == trump:
            return above
        ruffs = empty * self.holds_any(seat, trump, reading.unseen[trump])
        return min(1.0, above + ruffs)

    def _must_call(self, suit: int, rank: int) -> bool:
        """Whether the called card has to fall on this suit and is higher than this rank."""
        reading = self.reading
        return (
            reading.called != NONE
            and not reading.called_seen
            and reading.partner != reading.me
            and suit == reading.called // WIDTH
            and rank < reading.called % WIDTH
        )

    def my_side_takes(self, card: int) -> float:
        """Chance that I or a friend take the trick when I play `card`."""
        reading = self.reading
        led = card // WIDTH if reading.led == NONE else reading.led
        if reading.takes(card):
            if self._must_call(led, card % WIDTH) and card // WIDTH == led:
                return self._called_card_takes(led)
            return self._holds_up(card, led)
        if reading.winning == NONE:
            return 0.5
        foe = reading.foe[reading.winner]
        stands = self._holds_up(reading.winning, led)
        rescued = 1.0
        for seat in reading.later:
            helps = (1.0 - reading.foe[seat]) * self.beaten_by(seat, reading.winning, led)
            rescued *= 1.0 - helps
        return (1.0 - foe) * stands + foe * (1.0 - rescued)

    def _holds_up(self, card: int, led: int) -> float:
        """Chance that no foe still to play takes the trick from `card`."""
        stands = 1.0
        for seat in self.reading.later:
            foe = self.reading.foe[seat]
            if foe:
                stands *= 1.0 - foe * self.beaten_by(seat, card, led)
        return stands

    def _called_card_takes(self, led: int) -> float:
        """The called card falls on this trick: the rikker's side has it unless it is ruffed."""
        reading = self.reading
        trump = reading.trump
        ruffed = 0.0
        for seat in reading.later:
            likely = self.void_in(seat, led) * self.holds_any(seat, trump, reading.unseen[trump])
            ruffed = 1.0 - (1.0 - ruffed) * (1.0 - likely)
        return 1.0 - ruffed if reading.me in reading.declarers else ruffed

    def wins_alone(self, card: int) -> float:
        """Chance that I take the trick with `card` although nobody wants to take it from me.

        Without trumps, and against players who duck whenever they can: a seat takes the trick
        only when it has the suit and nothing in it below `card`.
        """
        reading = self.reading
        if not reading.takes(card):
            return 0.0
        suit, rank = divmod(card, WIDTH)
        stays = 1.0
        for seat in reading.later:
            stays *= 1.0 - self.goes_over(seat, suit, rank)
        return stays

    def goes_over(self, seat: int, suit: int, rank: int) -> float:
        """Chance that a seat has cards in the suit and every one of them is above `rank`."""
        unseen = self.reading.unseen[suit] & ~self._ruled_out[seat][suit]
        nothing_below = 1.0 - self.holds_any(seat, suit, lower(unseen, rank))
        return nothing_below * self.holds_any(seat, suit, higher(unseen, rank))
