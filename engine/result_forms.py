"""Results on paper: their strict JSON form, and what a form for one has to ask under which rules.

Whatever builds a page, a grid or a slip reads `result_form` and need not know which rules it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.bids import BidRung, Partner, TrumpBy
from engine.cards import DECK, Card, Rank, Suit
from engine.errors import BadNotation, BadResult, quoted
from engine.passgames import PassGame
from engine.results import ContractFacts, Counts, ResultFacts
from engine.rulesets import get
from engine.rulesets.base import Ruleset
from engine.seats import SEATS, Seat

__all__ = ["ContractForm", "PassGameForm", "ResultForm", "read_facts", "result_form", "write_facts"]

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ContractForm:
    """What to ask of one contract. `needs` are fields without which there are no points, `may`
    those that are only kept; both are names of `ContractFacts`.

    `most`: tricks go from none to this. `called`: aces first; `called_beside_trump`: none of the
    trump's suit, `called_is_trump`: its suit is the trump. `joined_by`: bids with which this one
    may stand beside another declarer's. `by_forehand`: nobody else declares it.
    """

    bid: str
    target: int
    exact: bool
    most: int
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    trumps: tuple[Suit, ...] = ()
    called: tuple[Card, ...] = ()
    called_beside_trump: bool = False
    called_is_trump: bool = False
    joined_by: tuple[str, ...] = ()
    by_forehand: bool = False

    def as_dict(self) -> dict[str, object]:
        return {
            "bid": self.bid,
            "target": self.target,
            "exact": self.exact,
            "most": self.most,
            "needs": list(self.needs),
            "may": list(self.may),
            "trumps": [suit.letter for suit in self.trumps],
            "called": [card.notation for card in self.called],
            "called_beside_trump": self.called_beside_trump,
            "called_is_trump": self.called_is_trump,
            "joined_by": list(self.joined_by),
            "by_forehand": self.by_forehand,
        }


@dataclass(frozen=True, slots=True)
class PassGameForm:
    """`needs` and `may` are names of `ResultFacts`; `cards`: those that cost something. `contract`:
    the forced rik that this game is. `counts`: its points are paid."""

    game: str
    counts: bool
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    contract: ContractForm | None = None

    def as_dict(self) -> dict[str, object]:
        return {
            "game": self.game,
            "counts": self.counts,
            "needs": list(self.needs),
            "may": list(self.may),
            "cards": [card.notation for card in self.cards],
            "contract": None if self.contract is None else self.contract.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class ResultForm:
    """`contracts` in the order of the ladder. `thrown_in`: a deal that all pass is over."""

    ruleset: str
    contracts: tuple[ContractForm, ...]
    pass_games: tuple[PassGameForm, ...]
    thrown_in: bool

    def as_dict(self) -> dict[str, object]:
        return {
            "ruleset": self.ruleset,
            "contracts": [one.as_dict() for one in self.contracts],
            "pass_games": [one.as_dict() for one in self.pass_games],
            "thrown_in": self.thrown_in,
        }


def result_form(
    ruleset: str,
    options: Mapping[str, object],
    *,
    pass_game: str | None = None,
    beter_suit: Suit | None = None,
) -> ResultForm:
    """What may be asked of a game under these rules; `pass_game`: of one that is played without an
    auction, `beter_suit`: the one drawn for this deal."""
    rules = get(ruleset).with_options(options)
    if beter_suit is not None:
        rules = rules.with_beter_suit(beter_suit)
    if pass_game is not None:
        return ResultForm(ruleset, (), (_pass_game(rules, rules.scheduled(pass_game)),), False)
    return ResultForm(
        ruleset,
        tuple(_contract(rules, rung) for rung in rules.ladder),
        tuple(_pass_game(rules, game) for game in rules.pass_games),
        thrown_in=not rules.pass_games and rules.forced is None and not rules.last_must_bid,
    )


def _contract(rules: Ruleset, rung: BidRung, *, by_forehand: bool = False) -> ContractForm:
    together = rung.partner is not Partner.NOBODY
    may_be_alone = rung.calls and rules.calls.alone
    called = _called(rules, rung)
    return ContractForm(
        rung.bid,
        rung.target,
        rung.exact,
        most=13 - rung.discards,
        needs=(
            "declarer",
            "tricks",
            *(("partner",) if together and not may_be_alone else ()),
        ),
        may=(
            *(("partner",) if may_be_alone else ()),
            *(("trump",) if rung.trumps else ()),
            *(("called",) if called else ()),
            "against",
        ),
        trumps=rung.trumps,
        called=called,
        called_beside_trump=bool(called) and rung.trump_by is not TrumpBy.CALLED,
        called_is_trump=rung.trump_by is TrumpBy.CALLED,
        joined_by=tuple(one.bid for one in rules.ladder if one.bid in rung.joined_by),
        by_forehand=by_forehand,
    )


def _called(rules: Ruleset, rung: BidRung) -> tuple[Card, ...]:
    """By rank, as they are called: an ace unless all of them are held, then a king."""
    if rung.partner is Partner.LAST_ACE:
        hearts = max(rung.aces) == 4
        cards = [
            card for card in DECK if card.rank is Rank.ACE or (hearts and card.suit is Suit.HEARTS)
        ]
    elif rung.calls:
        only_trump = rung.trumps[0] if len(rung.trumps) == 1 else None
        cards = [
            card for card in DECK if card.rank in rules.calls.ranks and card.suit is not only_trump
        ]
    else:
        return ()
    return tuple(sorted(cards, key=lambda card: (card.rank, card.suit)))


def _pass_game(rules: Ruleset, game: PassGame) -> PassGameForm:
    counts = rules.pass_games_count and not game.redeal
    asked = [
        name
        for name, is_asked in (
            ("contracts", game.rung is not None),
            ("penalty_card", game.penalty_card is not None),
            ("last_trick", game.penalty_last_trick),
            ("pot_cards", game.pot is not None),
            ("taken", bool(game.stake)),
        )
        if is_asked
    ]
    # With one card in the middle, nobody may have taken the one that costs something.
    needed = [name for name in asked if name != "penalty_card" or not rules.draws_middle]
    kept = [] if game.redeal or "taken" in asked else ["taken"]
    others = [name for name in asked if name not in needed]
    cards = game.pot.cards if game.pot is not None else ()
    return PassGameForm(
        game.game,
        counts=counts,
        needs=tuple(needed) if counts else (),
        may=tuple([*others, *kept] if counts else [*asked, *kept]),
        cards=cards if game.penalty_card is None else (game.penalty_card,),
        contract=None if game.rung is None else _contract(rules, game.rung, by_forehand=True),
    )


_RESULT_FIELDS = frozenset(
    {"contracts", "pass_game", "taken", "penalty_card", "last_trick", "pot_cards", "thrown_in"}
)
_CONTRACT_FIELDS = frozenset({"bid", "declarer", "tricks", "partner", "trump", "called", "against"})


def read_facts(written: object) -> ResultFacts:
    """Facts from their JSON form. null means absent; a field nobody knows is refused, and a result
    says itself that the deal was thrown in.

    :raises BadResult: for what is no result at all; whether a game has it, `score_result` says.
    """
    fields = _fields(written, _RESULT_FIELDS, "a result")
    contracts = fields.get("contracts", ())
    if not isinstance(contracts, Sequence) or isinstance(contracts, str):
        raise _malformed(f"contracts is a list, not {quoted(contracts)}", "contracts")
    pass_game = fields.get("pass_game")
    if pass_game is not None and not isinstance(pass_game, str):
        raise _malformed(f"{quoted(pass_game)} is no pass game", "pass_game")
    thrown_in = fields.get("thrown_in", False)
    if not isinstance(thrown_in, bool):
        raise _malformed(f"thrown_in is true or false, not {quoted(thrown_in)}", "thrown_in")
    if thrown_in == bool(contracts or pass_game is not None):
        raise _malformed("a result is contracts, or a pass game, or thrown in", "thrown_in")
    return ResultFacts(
        tuple(_read_contract(one) for one in contracts),
        pass_game,
        _counts(fields, "taken"),
        _seat(fields, "penalty_card"),
        _seat(fields, "last_trick"),
        _counts(fields, "pot_cards"),
    )


def _read_contract(written: object) -> ContractFacts:
    fields = _fields(written, _CONTRACT_FIELDS, "a contract")
    bid = fields.get("bid")
    if not isinstance(bid, str):
        raise _missing("bid")
    declarer, tricks = _seat(fields, "declarer"), _number(fields, "tricks")
    if declarer is None:
        raise _missing("declarer")
    if tricks is None:
        raise _missing("tricks")
    return ContractFacts(
        bid,
        declarer,
        tricks,
        _seat(fields, "partner"),
        _parsed(Suit.parse, fields, "trump"),
        _parsed(_card, fields, "called"),
        _number(fields, "against"),
    )


def write_facts(facts: ResultFacts) -> dict[str, object]:
    """The JSON form, without what is not there."""
    written = {
        "contracts": [_written_contract(one) for one in facts.contracts] or None,
        "pass_game": facts.pass_game,
        "taken": _by_seat(facts.taken),
        "penalty_card": _letter(facts.penalty_card),
        "last_trick": _letter(facts.last_trick),
        "pot_cards": _by_seat(facts.pot_cards),
        "thrown_in": True if not facts.contracts and facts.pass_game is None else None,
    }
    return {name: value for name, value in written.items() if value is not None}


def _written_contract(one: ContractFacts) -> dict[str, object]:
    written: dict[str, object | None] = {
        "bid": one.bid,
        "declarer": one.declarer.letter,
        "tricks": one.tricks,
        "partner": _letter(one.partner),
        "trump": None if one.trump is None else one.trump.letter,
        "called": None if one.called is None else one.called.notation,
        "against": one.against,
    }
    return {name: value for name, value in written.items() if value is not None}


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def _by_seat(counts: Counts | None) -> dict[str, int] | None:
    return None if counts is None else {seat.letter: counts[seat] for seat in SEATS}


def _fields(written: object, known: frozenset[str], what: str) -> dict[str, object]:
    if not isinstance(written, Mapping):
        raise _malformed(f"{what} is an object, not {quoted(written)}", "result")
    for name in written:
        if name not in known:
            raise BadResult(
                f"{what} has no field {quoted(name)}",
                code="unknown_field",
                detail={"field": str(name)[:40]},
            )
    return {name: value for name, value in written.items() if value is not None}


def _number(fields: Mapping[str, object], name: str) -> int | None:
    value = fields.get(name)
    if value is None or type(value) is int:  # JSON's true is no number
        return value
    raise _malformed(f"{name} is a whole number, not {quoted(value)}", name)


def _counts(fields: Mapping[str, object], name: str) -> Counts | None:
    counts = fields.get(name)
    if counts is None:
        return None
    if not isinstance(counts, Mapping) or set(counts) != {seat.letter for seat in SEATS}:
        raise _malformed(f"{name} are numbers of N, E, S and W", name)
    numbers = [_number(counts, seat.letter) for seat in SEATS]
    if None in numbers:
        raise _malformed(f"{name} are numbers of N, E, S and W", name)
    north, east, south, west = (number or 0 for number in numbers)
    return north, east, south, west


def _seat(fields: Mapping[str, object], name: str) -> Seat | None:
    return _parsed(Seat.parse, fields, name)


def _card(value: object) -> Card:
    return Card.parse(value if isinstance(value, str) else quoted(value))


def _parsed(parse: Callable[[object], _T], fields: Mapping[str, object], name: str) -> _T | None:
    if name not in fields:
        return None
    try:
        return parse(fields[name])
    except BadNotation as error:
        raise BadResult(
            f"{name}: {error.message}", code=error.code, detail={"field": name}
        ) from None


def _missing(name: str) -> BadResult:
    return BadResult(f"a contract has a {name}", code="missing_field", detail={"field": name})


def _malformed(why: str, field: str) -> BadResult:
    return BadResult(why, code="malformed_result", detail={"field": field})
