"""Results from the hall that the cards contradict, once a board is everybody's.

Before its release nothing is held against the cards: a table that has yet to play the board could
find out who holds what by trying. After it the organizer is told, and decides: perhaps the wrong
partner was tapped, perhaps the table held other cards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

import engine
from engine.errors import BadResult
from gameplay import records
from tournaments.domain import hall
from tournaments.domain.championship import Championship
from tournaments.domain.events import BoardFouled, ResultAmended, SeatsCorrected, TrayTurned

__all__ = ["Doubt", "doubt", "doubts"]


@dataclass(frozen=True, slots=True)
class Doubt:
    round: int
    table: int
    board: int
    code: str
    """As ``engine.score_result`` refuses it with the deal."""


def doubts(state: Championship, now: datetime) -> list[Doubt]:
    """All of them, in the order of play."""
    found = []
    for each in state.rounds:
        for board in each.boards:
            for table in each.tables:
                if not table.hall or board.released is None:
                    continue
                code = doubt(state, hall.Place(each, table, board), now)
                if code:
                    found.append(Doubt(each.number, table.number, board.number, code))
    return found


def doubt(state: Championship, here: hall.Place, now: datetime) -> str:
    """Why the cards contradict what counts as this table's result; "" where they do not, or where
    nobody may know yet. A table that held other cards, or held them otherwise, is past doubting:
    the director has looked at it. Of its own cards nobody else knows anything."""
    board, rules = here.board, state.setup
    facts = _facts(state, here)
    if not board.deal or board.released is None or board.released > now or facts is None:
        return ""
    written, options = (json.dumps(dict(one), sort_keys=True) for one in (facts, rules.options))
    return _contradicted(board.deal, written, rules.ruleset, options, rules.policy, board.released)


def _facts(state: Championship, here: hall.Place) -> Mapping[str, object] | None:
    known = state.hall_results.get(here.key)
    facts = None if known is None else known.facts
    for ruling in state.rulings.values():
        event = ruling.event
        if not ruling.holds or not isinstance(
            event, BoardFouled | SeatsCorrected | TrayTurned | ResultAmended
        ):
            continue
        if (event.session, event.board) != (here.board.session, here.board.number):
            continue
        match event:
            case ResultAmended(table=number, facts=amended) if number == here.table.number:
                facts = amended
            case TrayTurned(table=number) if number == here.table.number:
                return None
            case BoardFouled(tables=tables) if here.table.number in tables:
                return None
            case SeatsCorrected(tables=tables):
                if any(each.table == here.table.number for each in tables):
                    return None
    return facts


# A console asks every few seconds: codes are remembered, and no deal is.
@lru_cache(maxsize=4096)
def _contradicted(
    deal: str, facts: str, ruleset: str, options: str, policy: str, released: datetime
) -> str:
    dealt = records.deal_of(deal, policy=policy, released=released, now=released)
    try:
        engine.score_result(
            ruleset, json.loads(options), engine.read_facts(json.loads(facts)), deal=dealt
        )
    except BadResult as refusal:
        return str(refusal.code)
    return ""
