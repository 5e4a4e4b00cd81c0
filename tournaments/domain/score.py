"""`python -m tournaments.domain.score FILE.json`: score championships without our service.

FILE is a list of {"name", "input"}; the answer is a list of {"name", "answer"}. Input that is
refused has the answer {"error": code}; that is an answer like any other, so the exit status is 0.
It is 1, with a code printed, where FILE is no such list, and 2 where it cannot be read.
"""

# ruff: noqa: T201 - printing is what a command is for

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from engine import SEATS
from tournaments.domain.duplicate import BoardScore
from tournaments.domain.results import (
    ORIGINAL,
    Adjustment,
    Award,
    Entry,
    Event,
    Outcome,
    Penalty,
    Primary,
    Result,
    ScoringRefused,
    Stage,
    Status,
)
from tournaments.domain.standings import (
    StageScores,
    Standing,
    TeamStanding,
    score_event,
    shown,
)

__all__ = ["answer", "main", "read_event", "write_board", "write_standing", "write_team"]

REFUSED = 1
USAGE_ERROR = 2

_EXACT = re.compile(r"-?[0-9]{1,40}(?:/[0-9]{1,40}|\.[0-9]{1,40})?")
_Item = TypeVar("_Item")
_Word = TypeVar("_Word", bound=StrEnum)


def answer(given: object) -> dict[str, object]:
    """The scores of an event given as JSON values, or the code with which it is refused."""
    try:
        stages = score_event(read_event(given))
    except ScoringRefused as refusal:
        return {"error": refusal.code}
    return {"stages": [_write_stage(stage) for stage in stages]}


def read_event(given: object) -> Event:
    """Only the form is judged here; whether it makes sense is `results.check`'s question."""
    fields = _object(given, "the input")
    _no_other(
        fields,
        ("entries", "head_to_head_min", "primary", "stages", "table_sum", "team_counting"),
    )
    team_counting = fields.get("team_counting")
    return Event(
        entries=_each(fields.get("entries"), _read_entry),
        stages=_each(fields.get("stages"), _read_stage),
        primary=_word(Primary, fields.get("primary", Primary.MATCHPOINTS), "unknown_primary"),
        head_to_head_min=_count(fields.get("head_to_head_min", 4), "head_to_head_min", 0),
        team_counting=(
            None if team_counting is None else _count(team_counting, "team_counting", 1)
        ),
        table_sum=_integer(fields.get("table_sum", 0), "table_sum"),
    )


def write_board(score: BoardScore) -> dict[str, object]:
    row: dict[str, object] = {
        "session": score.session,
        "board": score.board,
        "variant": score.variant,
        "table": score.table,
        "seat": None if score.seat is None else score.seat.letter,
        "entry": score.entry,
        "kind": score.kind.value,
        "points": _text(score.points),
        "mp": _text(score.mp),
        "field": score.field,
        "percent": _text(score.percent),
        "difference": _text(score.difference),
    }
    if score.award is not None:
        row["award"] = score.award.value
    return row


def write_standing(line: Standing) -> dict[str, object]:
    return {
        "rank": line.rank,
        "entry": line.entry,
        "boards": line.boards,
        "percent": _text(line.percent),
        "head_to_head": _text(line.head_to_head),
        "above": _text(line.above),
        "difference": _text(line.difference),
        "points": _text(line.points),
        "points_total": _text(line.points_total),
        "shown": {
            "percent": shown(line.percent, middle=50),
            "difference": shown(line.difference),
            "points": shown(line.points),
        },
    }


def write_team(line: TeamStanding) -> dict[str, object]:
    return {
        "rank": line.rank,
        "team": line.team,
        "complete": line.complete,
        "sum": _text(line.sum),
        "counted": [_text(value) for value in line.counted],
    }


def _write_stage(stage: StageScores) -> dict[str, object]:
    return {
        "boards": [write_board(score) for score in stage.boards],
        "standings": [write_standing(line) for line in stage.standings],
        "teams": [write_team(line) for line in stage.teams],
    }


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


# -- reading -----------------------------------------------------------------------------------


def _read_entry(given: object) -> Entry:
    fields = _object(given, "an entry")
    team = fields.get("team")
    return Entry(
        id=_name(fields.get("id"), "an entry's id"),
        status=_word(Status, fields.get("status", Status.ACTIVE), "unknown_status"),
        team=None if team is None else _name(team, "a team"),
    )


def _read_stage(given: object) -> Stage:
    fields = _object(given, "a stage")
    _no_other(fields, ("adjusted", "carry", "entries", "penalties", "results"))
    entries = fields.get("entries")
    return Stage(
        results=_each(fields.get("results"), _read_result),
        adjusted=_each(fields.get("adjusted", []), _read_adjustment),
        penalties=_each(fields.get("penalties", []), _read_penalty),
        carry=_exact(fields.get("carry", "0"), "bad_carry"),
        entries=(
            None if entries is None else _each(entries, lambda who: _name(who, "an entry's id"))
        ),
    )


def _read_result(given: object) -> Result:
    fields = _object(given, "a result")
    seats = _by_seat(fields.get("seats"), "bad_seats")
    scores = fields.get("scores")
    if not all(isinstance(entry, str) for entry in seats):
        raise ScoringRefused("a seat is held by an entry's id", code="bad_seats")
    north, east, south, west = (str(entry) for entry in seats)
    return Result(
        session=_name(fields.get("session"), "session"),
        board=_integer(fields.get("board"), "board"),
        table=_integer(fields.get("table"), "table"),
        seats=(north, east, south, west),
        scores=None if scores is None else _read_scores(scores),
        variant=_name(fields.get("variant", ORIGINAL), "variant"),
    )


def _read_scores(given: object) -> tuple[int, int, int, int]:
    north, east, south, west = (
        _integer(score, "a score", code="bad_scores") for score in _by_seat(given, "bad_scores")
    )
    return (north, east, south, west)


def _by_seat(given: object, code: str) -> list[object]:
    letters = [seat.letter for seat in SEATS]
    if not isinstance(given, Mapping) or sorted(given) != sorted(letters):
        raise ScoringRefused("one for each of N E S W", code=code)
    return [given[letter] for letter in letters]


def _read_adjustment(given: object) -> Adjustment:
    fields = _object(given, "an adjustment")
    _no_other(fields, ("award", "board", "entry", "outcomes", "session"))
    award, outcomes = fields.get("award"), fields.get("outcomes")
    if (award is None) == (outcomes is None):
        raise ScoringRefused("either an award or outcomes", code="bad_adjustment")
    return Adjustment(
        session=_name(fields.get("session"), "session"),
        board=_integer(fields.get("board"), "board"),
        entry=_name(fields.get("entry"), "entry"),
        ruling=(
            _each(outcomes, _read_outcome)
            if award is None
            else _word(Award, award, "bad_adjustment")
        ),
    )


def _read_outcome(given: object) -> Outcome:
    fields = _object(given, "an outcome")
    _no_other(fields, ("points", "weight"))
    return Outcome(
        points=_integer(fields.get("points"), "points", code="bad_adjustment"),
        weight=_exact(fields.get("weight"), "bad_weights"),
    )


def _read_penalty(given: object) -> Penalty:
    fields = _object(given, "a penalty")
    _no_other(fields, ("entry", "percent", "points"))
    if fields.get("percent") is None and fields.get("points") is None:
        raise ScoringRefused("a penalty of nothing", code="bad_penalty")
    return Penalty(
        entry=_name(fields.get("entry"), "entry"),
        percent=_exact(fields.get("percent") or "0", "bad_penalty"),
        points=_exact(fields.get("points") or "0", "bad_penalty"),
    )


def _object(given: object, what: str) -> Mapping[str, object]:
    if not isinstance(given, Mapping):
        raise ScoringRefused(f"{what} is an object")
    return given


def _no_other(fields: Mapping[str, object], known: Sequence[str]) -> None:
    """A misspelt setting would otherwise score another championship than was meant."""
    for key in fields:
        if key not in known:
            nearest = get_close_matches(key, known, n=1, cutoff=0) or [known[0]]
            raise ScoringRefused(
                f"unknown field {key!r}; the nearest is {nearest[0]!r}",
                code="unknown_field",
                detail={"field": key, "nearest": nearest[0]},
            )


def _each(given: object, read: Callable[[object], _Item]) -> tuple[_Item, ...]:
    if not isinstance(given, list):
        raise ScoringRefused("a list is missing")
    return tuple(read(item) for item in given)


def _name(given: object, what: str) -> str:
    if not isinstance(given, str) or not given:
        raise ScoringRefused(f"{what} is text")
    return given


def _integer(given: object, what: str, *, code: str = "malformed") -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise ScoringRefused(f"{what} is an integer", code=code)
    return given


def _count(given: object, what: str, least: int) -> int:
    number = _integer(given, what)
    if number < least:
        raise ScoringRefused(f"{what} is at least {least}")
    return number


def _word(words: type[_Word], given: object, code: str) -> _Word:
    for word in words:
        if word == given:
            return word
    raise ScoringRefused(f"one of {', '.join(words)}", code=code)


def _exact(given: object, code: str) -> Fraction:
    """A fraction or a decimal as text. A float would not be the number that was meant."""
    if isinstance(given, int) and not isinstance(given, bool):
        return Fraction(given)
    if isinstance(given, str) and _EXACT.fullmatch(given):
        try:
            return Fraction(given)
        except ZeroDivisionError:
            pass
    raise ScoringRefused("a number is text such as 1/3 or 2.5", code=code)


# -- the command -------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.domain.score", description="Score duplicate championships."
    )
    parser.add_argument("file", help='a list of {"name", "input"} as JSON')
    path = parser.parse_args(arguments).file
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        print(f"{path}: {error.strerror or error}", file=sys.stderr)
        return USAGE_ERROR
    try:
        items = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        print("bad_json")
        return REFUSED
    if not isinstance(items, list) or not all(
        isinstance(item, dict) and {"name", "input"} <= item.keys() for item in items
    ):
        print("bad_list")
        return REFUSED
    answers = [{"name": item["name"], "answer": answer(item["input"])} for item in items]
    print(json.dumps(answers, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
