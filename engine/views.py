"""What each audience may see: allow-lists, written field by field.

A view is never made by copying the state and hiding parts, so a field added to the state is secret
until somebody adds it here. What is secret during a deal:

- every unplayed card, except to its holder and the director;
- who the partner is, until the called card falls or its holder shows himself by leading low; with
  it every figure that counts for a side, so `tricks` are the declarer's own until then;
- whether a call was blind (where the ruleset announces that at the lead), until the face-down lead;
- the card that lies face down, until its trick is complete, and who wins before that is sure;
- what somebody has put away before the first lead, for good.

Public from their moment on: a card turned by the dealer, the hands of open contracts, a hand
that was laid open with a claim, and an open fourth hand of three players. A closed one is seen by
its operator while it is to play, and he sees nothing of his own hand meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.answer import Outcome, outcome
from engine.auction import Call
from engine.bids import Exposure, Kind, Talk
from engine.cards import Card, Hand, Suit, in_hand_order
from engine.claims import may_claim
from engine.commands import Command, write_action
from engine.contract import Blind, Contract
from engine.events import Exchanged
from engine.game import legal_actions
from engine.rulesets.base import Ruleset
from engine.seats import SEATS, Seat
from engine.state import GameState, OpenClaim, Phase

__all__ = [
    "ClaimView",
    "CompleteTrick",
    "ContractView",
    "DirectorView",
    "PlayedCard",
    "PublicView",
    "ResultView",
    "RunningTrick",
    "SeatView",
    "director_view",
    "public_view",
    "seat_view",
]

Counts = tuple[int, int, int, int]

_NO_HANDS = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class ContractView:
    """A contract as the table knows it. `blind` None: not known (yet)."""

    bid: str
    kind: Kind
    declarer: Seat
    partner: Seat | None
    trump: Suit | None
    called: Card | None
    blind: bool | None
    target: int
    tricks: int
    made: bool | None

    def as_dict(self) -> dict[str, object]:
        return {
            "bid": self.bid,
            "declarer": self.declarer.letter,
            "partner": _letter(self.partner),
            "trump": self.trump.letter if self.trump is not None else None,
            "called": self.called.notation if self.called is not None else None,
            "blind": self.blind,
            "target": self.target,
            "tricks": self.tricks,
            "made": self.made,
        }


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card on the table; None lies face down."""

    seat: Seat
    card: Card | None

    def as_dict(self) -> dict[str, object]:
        return {
            "seat": self.seat.letter,
            "card": self.card.notation if self.card is not None else None,
        }


@dataclass(frozen=True, slots=True)
class RunningTrick:
    """`led` is the suit to follow: the called one when the lead lies face down."""

    number: int
    leader: Seat
    plays: tuple[PlayedCard, ...]
    led: Suit | None
    winning: Seat | None

    def as_dict(self) -> dict[str, object]:
        return {
            "number": self.number,
            "leader": self.leader.letter,
            "plays": [play.as_dict() for play in self.plays],
            "winning": _letter(self.winning),
        }


@dataclass(frozen=True, slots=True)
class CompleteTrick:
    """`cards` in order of play, the leader's first, a face-down lead turned up."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat

    def as_dict(self) -> dict[str, object]:
        return {
            "leader": self.leader.letter,
            "cards": [card.notation for card in self.cards],
            "winner": self.winner.letter,
        }


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim that is being answered, or that ended the deal; `accepted`: who has agreed so far."""

    seat: Seat
    tricks: Counts
    accepted: tuple[Seat, ...]

    def as_dict(self) -> dict[str, object]:
        return {
            "seat": self.seat.letter,
            "tricks": _by_letter(self.tricks),
            "accepted": [seat.letter for seat in self.accepted],
        }


@dataclass(frozen=True, slots=True, repr=False)
class ResultView:
    """`hands` as dealt, only where the caller says that the deal may be revealed."""

    outcome: Outcome
    early: bool
    hands: tuple[Hand, ...] | None

    def as_dict(self) -> dict[str, object]:
        scores = self.outcome.scores
        return {
            "contracts": [contract.as_dict() for contract in self.outcome.contracts],
            "pass_game": self.outcome.pass_game,
            "tricks": _by_letter(self.outcome.tricks),
            "scores": _by_letter(scores) if scores is not None else None,
            "payments": [payment.as_dict() for payment in self.outcome.payments],
            "early": self.early,
            "hands": None
            if self.hands is None
            else {seat.letter: self.hands[seat].notation for seat in SEATS},
        }


@dataclass(frozen=True, slots=True, repr=False)
class PublicView:
    """What everybody at and around the table may know. Four-tuples are indexed by seat.

    `ranks`, `trumps`, `targets` and `values` go with the bids of `ladder`: how high they are, the
    suits that may be trump (or who else than the declarer says it), tricks, and what one opponent
    pays for a contract that is made without overtricks. `rules` are those of this table, options
    included; a program at the table reads them, they are not sent. `turned`: the dealer's card that
    everybody has seen. `beter_suit`: the one drawn for this deal. `opens`: whose hands are laid
    open in the course of this contract. `exposed`: what is left of the hands that lie open. `talk`:
    who may talk about them. `form` and `fourth`: how three play, and the hand that nobody holds;
    `operator`: who plays it now. `claim`: the one being answered, or that ended the deal. `middle`:
    the card that lay open where a joker is played, and `exchange`: who took it, and for which card,
    which lies there in its place. These eleven are sent only where there are any, and `forehand`
    only where the `dealer` is none of them.
    """

    ruleset: str
    dealer: Seat | None
    forehand: Seat
    phase: Phase
    to_act: Seat | None
    ladder: tuple[str, ...]
    ranks: tuple[int, ...]
    trumps: tuple[str, ...]
    targets: tuple[int, ...]
    values: tuple[int, ...]
    values_reconstructed: bool
    calls: tuple[Call, ...]
    standing: Call | None
    pass_game: str | None
    contracts: tuple[ContractView, ...]
    trick: RunningTrick | None
    tricks: tuple[CompleteTrick, ...]
    blind_trick: int | None
    taken: Counts
    cards_left: Counts
    finished: bool
    result: ResultView | None
    turned: Card | None
    beter_suit: Suit | None
    opens: tuple[Seat, ...]
    exposed: tuple[Hand | None, ...]
    talk: tuple[Seat, ...]
    form: str | None
    fourth: Seat | None
    operator: Seat | None
    claim: ClaimView | None
    middle: Card | None
    exchange: Exchanged | None
    rules: Ruleset

    def as_dict(self) -> dict[str, object]:
        return {
            "ruleset": self.ruleset,
            "dealer": _letter(self.dealer),
            "phase": self.phase.value,
            "to_act": _letter(self.to_act),
            "ladder": list(self.ladder),
            "ranks": list(self.ranks),
            "trumps": list(self.trumps),
            "targets": list(self.targets),
            "values": list(self.values),
            "values_reconstructed": self.values_reconstructed,
            "calls": [_call(call) for call in self.calls],
            "standing": _call(self.standing) if self.standing is not None else None,
            "pass_game": self.pass_game,
            "contracts": [contract.as_dict() for contract in self.contracts],
            "trick": self.trick.as_dict() if self.trick is not None else None,
            "tricks": [trick.as_dict() for trick in self.tricks],
            "blind_trick": self.blind_trick,
            "taken": _by_letter(self.taken),
            "cards_left": _by_letter(self.cards_left),
            "finished": self.finished,
            "result": self.result.as_dict() if self.result is not None else None,
            **self._where_the_rules_have_it(),
        }

    @property
    def turned_suit(self) -> Suit | None:
        return self.turned.suit if self.turned is not None else None

    @property
    def in_the_middle(self) -> Card | None:
        """The card that lies open there now."""
        given = self.exchange.card if self.exchange is not None else None
        return given or self.middle

    def _where_the_rules_have_it(self) -> dict[str, object]:
        found: dict[str, object] = {}
        if self.dealer is None:
            found["forehand"] = self.forehand.letter
        if self.turned is not None:
            found["turned"] = self.turned.notation
        if self.beter_suit is not None:
            found["beter_suit"] = self.beter_suit.letter
        if self.opens:
            found["opens"] = [seat.letter for seat in self.opens]
        if any(hand is not None for hand in self.exposed):
            found["exposed"] = {
                seat.letter: [card.notation for card in in_hand_order(hand.mask)]
                for seat, hand in zip(SEATS, self.exposed, strict=True)
                if hand is not None
            }
            found["talk"] = [seat.letter for seat in self.talk]
        if self.form is not None:
            found["form"] = self.form
            found["fourth"] = _letter(self.fourth)
            found["operator"] = _letter(self.operator)
        if self.claim is not None:
            found["claim"] = self.claim.as_dict()
        if self.middle is not None:
            found["middle"] = self.middle.notation
        if self.exchange is not None:
            given = self.exchange.card
            found["exchange"] = {
                "seat": self.exchange.seat.letter,
                "card": given.notation if given is not None else None,
            }
        return found

    def __repr__(self) -> str:
        return f"<PublicView {self.ruleset}, {self.phase}>"


@dataclass(frozen=True, slots=True, repr=False)
class SeatView:
    """What one seat sees: the public view and its own cards.

    `operates`: the fourth hand, while this seat plays it: `legal` is of that hand then, and where
    it is a closed one, so is every card here, and nothing of the seat's own.
    `holds_called`: I was dealt the called card. `blind`: for the declarer, once declared.
    `face_down`: my own card lying hidden in the running trick. `discarded`: the card I put away.
    `may_claim`: it is my turn and I may claim; sent only then.
    """

    public: PublicView
    seat: Seat
    hand: Hand
    dealt: Hand
    legal: tuple[Command, ...]
    holds_called: bool
    blind: bool | None
    face_down: Card | None
    discarded: Card | None
    operates: Seat | None = None
    may_claim: bool = False

    def as_dict(self) -> dict[str, object]:
        """Without the public part, which travels on its own."""
        return {
            "seat": self.seat.letter,
            "hand": [card.notation for card in in_hand_order(self.hand.mask)],
            "legal": [write_action(command) for command in self.legal],
            "holds_called": self.holds_called,
            "blind": self.blind,
            "face_down": self.face_down.notation if self.face_down is not None else None,
            **({} if self.discarded is None else {"discarded": self.discarded.notation}),
            **({} if self.operates is None else {"operates": self.operates.letter}),
            **({"may_claim": True} if self.may_claim else {}),
        }

    def __repr__(self) -> str:
        return f"<SeatView of {self.seat}>"


@dataclass(frozen=True, slots=True, repr=False)
class DirectorView:
    """Everything: four hands, the hidden partner, the card lying face down."""

    public: PublicView
    hands: tuple[Hand, ...]
    dealt: tuple[Hand, ...]
    outcome: Outcome
    face_down: Card | None

    def as_dict(self) -> dict[str, object]:
        return {
            "public": self.public.as_dict(),
            "hands": {
                seat.letter: [card.notation for card in in_hand_order(self.hands[seat].mask)]
                for seat in SEATS
            },
            "dealt": {seat.letter: self.dealt[seat].notation for seat in SEATS},
            "contracts": [contract.as_dict() for contract in self.outcome.contracts],
            "legal": [write_action(command) for command in self.outcome.legal],
            "face_down": self.face_down.notation if self.face_down is not None else None,
        }

    def __repr__(self) -> str:
        return "<DirectorView>"


def public_view(state: GameState, *, reveal: bool = False) -> PublicView:
    """`reveal`: the caller has found that a finished game's deal may be shown to this audience."""
    play, ladder = state.play, state.ruleset.columns
    exposed = _exposed(state)
    return PublicView(
        ruleset=state.ruleset.slug,
        dealer=None if state.dealer_sits_out else state.dealer,
        forehand=state.forehand,
        phase=state.phase,
        to_act=state.to_act,
        ladder=ladder.bids,
        ranks=ladder.ranks,
        trumps=ladder.trumps,
        targets=ladder.targets,
        values=ladder.values,
        values_reconstructed=state.ruleset.values_reconstructed,
        calls=state.auction.calls,
        standing=state.auction.standing,
        pass_game=state.pass_game,
        contracts=tuple(_contract(contract, state) for contract in state.contracts),
        trick=_running_trick(state),
        tricks=()
        if play is None
        else tuple(CompleteTrick(one.leader, one.cards, one.winner) for one in play.tricks),
        blind_trick=None if play is None or play.lies_face_down else play.blind_trick,
        taken=state.taken,
        cards_left=_cards_left(state),
        finished=state.finished,
        result=_result(state, reveal=reveal) if state.finished else None,
        turned=state.turned,
        beter_suit=state.beter_suit,
        opens=_opens(state),
        exposed=_NO_HANDS
        if not exposed
        else tuple(
            Hand.from_mask(state.hand_left(seat)) if seat in exposed else None for seat in SEATS
        ),
        talk=_talk(state),
        form=state.fourth.form.slug if state.fourth is not None else None,
        fourth=state.fourth.seat if state.fourth is not None else None,
        operator=state.operator,
        claim=_claim(state.claim),
        middle=state.middle,
        exchange=state.exchange,
        rules=state.ruleset,
    )


def seat_view(state: GameState, seat: Seat) -> SeatView:
    """What the person on `seat` sees now."""
    if state.fourth is None or seat is not state.operator:
        return _seat_view(state, seat)
    operated = state.fourth.seat
    if state.fourth.form.open:
        own = _seat_view(state, seat)
        return replace(own, legal=legal_actions(state), operates=operated)
    return replace(_seat_view(state, operated), seat=seat, operates=operated)


def _seat_view(state: GameState, seat: Seat) -> SeatView:
    contract = next((one for one in state.contracts if one.called is not None), None)
    declares = contract is not None and contract.declarer is seat
    hidden = _face_down_card(state)
    return SeatView(
        public=public_view(state),
        seat=seat,
        hand=Hand.from_mask(state.hand_left(seat)),
        dealt=state.deal.hand(seat),
        legal=legal_actions(state) if state.to_act is seat else (),
        holds_called=contract is not None and contract.called in state.deal.hand(seat),
        blind=contract.blind if contract is not None and declares else None,
        face_down=hidden if state.play is not None and state.play.leader is seat else None,
        discarded=state.discarded(seat),
        may_claim=state.to_act is seat and may_claim(state),
    )


def director_view(state: GameState) -> DirectorView:
    return DirectorView(
        public=public_view(state, reveal=True),
        hands=tuple(Hand.from_mask(state.hand_left(seat)) for seat in SEATS),
        dealt=tuple(state.deal.hand(seat) for seat in SEATS),
        outcome=outcome(state),
        face_down=_face_down_card(state),
    )


def _contract(contract: Contract, state: GameState) -> ContractView:
    known = contract.rung.open_partner or (state.play is not None and state.play.partner_known)
    # A claim may end the deal before the called card has fallen; the result names the partner.
    known = known or state.finished
    tricks = contract.tricks(state.taken) if known else state.taken[contract.declarer]
    return ContractView(
        bid=contract.rung.bid,
        kind=contract.rung.kind,
        declarer=contract.declarer,
        partner=contract.partner if known else None,
        trump=contract.trump,
        called=contract.called,
        blind=_public_blind(contract, state),
        target=contract.rung.target,
        tricks=tricks,
        made=_public_verdict(contract, state, tricks),
    )


def _public_blind(contract: Contract, state: GameState) -> bool | None:
    """Told at the call, or at the face-down lead; afterwards everybody has seen all cards."""
    if contract.called is None:
        return None
    at_call = state.ruleset.calls.blind is Blind.AT_CALL
    led_blind = state.play is not None and state.play.blind_trick is not None
    return contract.blind if at_call or led_blind or state.finished else None


def _public_verdict(contract: Contract, state: GameState, tricks: int) -> bool | None:
    if state.finished:
        return contract.rung.made(tricks)
    return False if contract.rung.failed(tricks) else None


def _exposures(state: GameState) -> list[tuple[Seat, Exposure]]:
    """The declarers of open contracts whose moment has come."""
    play = state.play
    if play is None:
        return []
    number = len(state.contracts)
    return [
        (one.declarer, one.rung.exposure)
        for one in state.contracts
        if one.rung.exposure is not None and play.played >= one.rung.exposure.begins(number)
    ]


def _opens(state: GameState) -> tuple[Seat, ...]:
    open_ones = [(one.declarer, one.rung.exposure) for one in state.contracts if one.rung.exposure]
    if any(exposure.everybody for _, exposure in open_ones):
        return SEATS
    return (*(seat for seat, _ in open_ones), *_open_fourth(state))


def _open_fourth(state: GameState) -> tuple[Seat, ...]:
    """The fourth hand of three, once it is known what is played, if it is an open one."""
    settled = bool(state.contracts) or state.play is not None
    fourth = state.fourth
    return (fourth.seat,) if fourth is not None and fourth.form.open and settled else ()


def _exposed(state: GameState) -> tuple[Seat, ...]:
    exposures = _exposures(state)
    if any(exposure.everybody for _, exposure in exposures):
        return SEATS
    laid_open = [seat for seat, _ in exposures]
    laid_open += [seat for seat in SEATS if state.claimed[seat]]
    return (*laid_open, *_open_fourth(state))


def _talk(state: GameState) -> tuple[Seat, ...]:
    """Who may talk: all, or those who play against an open contract."""
    exposures = _exposures(state)
    if not exposures:
        return ()
    talks = {exposure.talk for _, exposure in exposures}
    here = [seat for seat in SEATS if not state.is_fourth(seat)]
    if Talk.EVERYBODY in talks:
        return tuple(here)
    if Talk.OPPONENTS not in talks:
        return ()
    declarers = {contract.declarer for contract in state.contracts}
    return tuple(seat for seat in here if seat not in declarers)


def _running_trick(state: GameState) -> RunningTrick | None:
    play = state.play
    if play is None or state.finished:
        return None
    hidden = play.lies_face_down
    return RunningTrick(
        number=play.number,
        leader=play.leader,
        plays=tuple(
            PlayedCard(play.leader.after(place), None if hidden and place == 0 else card)
            for place, card in enumerate(play.cards)
        ),
        led=play.led,
        winning=play.winning,
    )


def _face_down_card(state: GameState) -> Card | None:
    play = state.play
    return play.cards[0] if play is not None and play.cards and play.lies_face_down else None


def _cards_left(state: GameState) -> Counts:
    north, east, south, west = (state.hand_left(seat).bit_count() for seat in SEATS)
    return north, east, south, west


def _result(state: GameState, *, reveal: bool) -> ResultView:
    play = state.play
    return ResultView(
        outcome=outcome(state),
        early=play is not None and len(play.tricks) < play.terms.length,
        hands=tuple(state.deal.hand(seat) for seat in SEATS) if reveal else None,
    )


def _claim(claim: OpenClaim | None) -> ClaimView | None:
    return None if claim is None else ClaimView(claim.seat, claim.tricks, claim.accepted)


def _call(call: Call) -> dict[str, object]:
    return {"seat": call.seat.letter, "bid": call.bid}


def _letter(seat: Seat | None) -> str | None:
    return seat.letter if seat is not None else None


def _by_letter(counts: Counts) -> dict[str, int]:
    return {seat.letter: counts[seat] for seat in SEATS}
