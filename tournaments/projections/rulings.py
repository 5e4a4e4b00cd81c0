"""Results as a director ruled them: other seats, another version of the deal, another outcome.

A result's row says what counts; what was there before the first ruling lies beside it, and what
counts is made from that anew whenever a ruling comes or goes: they may be undone in any order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import engine
from engine import SEATS
from tournaments.domain.events import (
    BoardFouled,
    PenaltyGiven,
    ResultAmended,
    RulingUndone,
    ScoreAdjusted,
    SeatsCorrected,
    TournamentEvent,
    TrayTurned,
)
from tournaments.domain.results import ORIGINAL, Award, Outcome, Penalty
from tournaments.domain.rulings import rotated
from tournaments.models import Result, Ruling

__all__ = [
    "RULED",
    "Adjustments",
    "adjustments",
    "as_ruled",
    "columns_of",
    "follow",
    "happened",
    "state_of",
]

RULED = (
    ScoreAdjusted,
    PenaltyGiven,
    BoardFouled,
    SeatsCorrected,
    TrayTurned,
    ResultAmended,
    RulingUndone,
)
THROWN_IN = "thrown_in"
_LETTERS = tuple(seat.letter for seat in SEATS)
_HELD = tuple(f"entry_{letter.lower()}_id" for letter in _LETTERS)
_MADE = tuple(f"score_{letter.lower()}" for letter in _LETTERS)
OUTCOME = (*_MADE, "contract", "declarer", "partner", "trump", "called", "tricks", "made")
"""The columns of a result that say what came of the board."""
_COLUMNS = (*_HELD, "state", *OUTCOME)
Columns = dict[str, Any]


# -- what the ranking asks -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Adjustments:
    """Rulings that hold: on boards by key and entry, and penalties with the rounds they are of."""

    on_boards: Mapping[str, Mapping[str, Award | tuple[Outcome, ...]]]
    penalties: Sequence[tuple[int, Penalty]]

    def __bool__(self) -> bool:
        return bool(self.on_boards or self.penalties)


def adjustments(tournament_key: str) -> Adjustments:
    found = Ruling.objects.filter(
        tournament=tournament_key, undone=None, kind__in=(Ruling.ADJUSTED, Ruling.PENALTY)
    ).order_by("number")
    on_boards: dict[str, dict[str, Award | tuple[Outcome, ...]]] = {}
    penalties = []
    for row in found:
        what, entry = row.what, row.entry_id or ""
        if row.kind == Ruling.PENALTY:
            taken = Penalty(entry, Fraction(what["percent"]), Fraction(what["points"]))
            penalties.append((what["round"], taken))
            continue
        ruled = tuple(Outcome(one["points"], Fraction(one["weight"])) for one in what["outcomes"])
        award = Award(what["award"]) if what["award"] else ruled
        on_boards.setdefault(row.board_id or "", {})[entry] = award
    return Adjustments(on_boards, penalties)


# -- what the follower does ------------------------------------------------------------------------


def follow(tournament_key: str, event: TournamentEvent) -> list[str]:
    """Bring the results of a board up to date; answers the boards that have to be scored again."""
    assert isinstance(event, RULED)
    ruling = Ruling.objects.get(pk=f"{tournament_key}:{event.ruling}")
    if ruling.board_id is None:
        return []
    if ruling.kind != Ruling.ADJUSTED:
        for result in Result.objects.filter(board=ruling.board_id).select_related("table"):
            as_ruled(result).save()
    return [ruling.board_id]


def as_ruled(result: Result, *, played: Columns | None = None) -> Result:
    """The result with all rulings that hold, and unsaved; ``played``: columns of what the table
    has written down meanwhile, where that is the news."""
    if result.as_played is not None:
        _put(result, result.as_played)
    _put(result, played or {})
    before = {name: getattr(result, name) for name in _COLUMNS}
    result.variant = ORIGINAL
    holding = Ruling.objects.filter(board=result.board_id, undone=None).order_by("number")
    for ruling in holding:
        if ruling.kind in _RULES:
            _RULES[ruling.kind](result, ruling)
    after = {name: getattr(result, name) for name in _COLUMNS}
    result.as_played = before if after != before else None
    return result


def happened(result: Result, **columns: object) -> None:
    """Put what the table did into a row that the caller saves. Under rulings it goes to what was
    played, with the row made of it anew and saved at once: in a rebuild, and where the follower
    lags, rulings are there before the play that they are about."""
    if result.as_played is None:
        _put(result, columns)
    else:
        as_ruled(result, played=columns).save()


def state_of(result: Result) -> str:
    """How far the table itself is, whatever was ruled."""
    state: str = (result.as_played or {}).get("state", result.state)
    return state


def _put(result: Result, columns: Mapping[str, object]) -> None:
    for name, value in columns.items():
        setattr(result, name, value)


def _fouled(result: Result, ruling: Ruling) -> None:
    if result.table.number in ruling.what["tables"]:
        result.variant = ruling.what["variant"]


def _seats(result: Result, ruling: Ruling) -> None:
    for held in ruling.what["tables"]:
        if held["table"] == result.table.number:
            _put(result, dict(zip(_HELD, held["seats"], strict=True)))


def _turned(result: Result, ruling: Ruling) -> None:
    """The four keep what they made, and are compared with others than it seemed."""
    if ruling.table != result.table.number:
        return
    turn = ruling.what["turn"]
    for names in (_HELD, _MADE):
        turned = rotated([getattr(result, name) for name in names], turn)
        _put(result, dict(zip(names, turned, strict=True)))
    moved = dict(zip(_LETTERS, _LETTERS[turn:] + _LETTERS[:turn], strict=True))
    result.declarer = "".join(moved[letter] for letter in result.declarer)
    result.partner = moved.get(result.partner, "")


def _amended(result: Result, ruling: Ruling) -> None:
    if ruling.table == result.table.number:
        rules = result.board.tournament
        facts = engine.read_facts(ruling.what["facts"])
        _put(result, columns_of(rules.ruleset, rules.options, facts))
        result.state = Result.FINISHED


_RULES: Mapping[str, Callable[[Result, Ruling], None]] = {
    Ruling.FOULED: _fouled,
    Ruling.SEATS: _seats,
    Ruling.TURNED: _turned,
    Ruling.AMENDED: _amended,
}


def columns_of(
    ruleset: str, options: Mapping[str, object], facts: engine.ResultFacts
) -> dict[str, object]:
    """The columns of a result, as ``gameplay.models.GameSummary`` has them of a game."""
    scores = engine.score_result(ruleset, options, facts).scores
    rungs = engine.rulesets.get(ruleset).with_options(options).rungs
    # A forced rik is a pass game: nobody bid it.
    contracts = () if facts.pass_game else facts.contracts
    first = contracts[0] if contracts else None
    made = [rungs[one.bid].made(one.tricks) for one in contracts]
    return {
        "contract": " ".join(dict.fromkeys(one.bid for one in contracts))
        or facts.pass_game
        or THROWN_IN,
        "declarer": "".join(one.declarer.letter for one in contracts),
        "partner": first.partner.letter if first and first.partner is not None else "",
        "trump": first.trump.letter if first and first.trump is not None else "",
        "called": first.called.notation if first and first.called is not None else "",
        "tricks": " ".join(str(one.tricks) for one in contracts),
        "made": all(made) if made else None,
        **dict(zip(_MADE, scores, strict=True)),
    }
