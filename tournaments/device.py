"""What the device of a table in the hall is told: who sits there, its boards, what may be asked.

Nothing of any other table, and no card. Of a board that others have yet to play a phone is shown
only the result that it wrote down itself: whoever photographed the code learns nothing that way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

import engine
from engine import SEATS
from gameplay import rule_texts
from gameplay.eventstore import store
from tournaments import presenting
from tournaments.domain import hall as halls
from tournaments.domain.championship import OWN, Board, Championship, HallResult, Round
from tournaments.domain.events import SeatedTable
from tournaments.models import Entry
from tournaments.selectors import rankings, stand_ins
from tournaments.services import hall
from tournaments.services.table_links import At

__all__ = ["late", "scored", "table_told", "told"]

LETTERS = tuple(seat.letter for seat in SEATS)


def told(at: At, wrote: Collection[str] = ()) -> dict[str, Any]:
    """``wrote``: the ``halls.Place.key`` of each board that this phone has written down."""

    def elsewhere(here: halls.Place) -> bool:
        return halls.keeps_from_phone(at.state, here, wrote=here.key in wrote)

    return table_told(at.state, at.round, at.table, elsewhere=elsewhere)


def table_told(
    state: Championship,
    known: Round,
    seated: SeatedTable,
    hidden: Callable[[Board], bool] = lambda board: False,
    elsewhere: Callable[[halls.Place], bool] = lambda here: False,
) -> dict[str, Any]:
    """``hidden``: of these boards no result is told; ``elsewhere``: of these that there is one."""
    chairs = seated.chairs
    called = rankings.names(Entry.objects.filter(pk__in=chairs))
    names = stand_ins.beside(
        {key: presenting.player_name(name) for key, name in called.items()},
        stand_ins.names(state, known.number),
    )
    notes = state.desk.heard_at(seated.table)
    words = store.read_texts(each.text.id for each in notes) if notes else {}
    forms: list[dict[str, Any]] = []
    places = [halls.Place(known, seated, board) for board in known.boards]
    boards = [_board(state, each, forms, not elsewhere(each)) for each in places]
    for board, told_of in zip(known.boards, boards, strict=True):
        if hidden(board):
            told_of["result"] = None
    return {
        "title": state.setup.title,
        "tableId": seated.table,
        "table": seated.number,
        "round": known.number,
        "rounds": len(state.rounds),
        "begun": known.started is not None,
        "closing": known.closing is not None,
        "seats": halls.seats_mark(seated),
        "people": [
            {"entry": key, "name": names.get(key) or presenting.player_name("")} for key in chairs
        ],
        "notes": [words[each.text.id] for each in notes if each.text.id in words],
        "boards": boards,
        "totals": _totals(places, boards) if state.setup.cards == OWN else [],
        "forms": forms,
    }


def _totals(places: Sequence[halls.Place], boards: Sequence[Mapping[str, Any]]) -> list[int]:
    """By chair, what the results that are told come to: of own cards nothing is kept back."""
    made: Counter[str] = Counter()
    for board in boards:
        scores = (board["result"] or {}).get("scores", {})
        made.update({board["holders"][letter]: points for letter, points in scores.items()})
    chairs = places[0].table.chairs if places else ()
    return [made[entry] for entry in chairs] if made else []


def _board(
    state: Championship, here: halls.Place, forms: list[dict[str, Any]], shown: bool
) -> dict[str, Any]:
    form = form_told(hall.form(state, here))
    if form not in forms:
        forms.append(form)
    known = state.hall_results.get(here.key)
    return {
        "board": here.board.number,
        "dealer": here.dealer,
        "holders": dict(zip(LETTERS, here.seats, strict=True)),
        "form": forms.index(form),
        "result": _result(state, known, shown),
    }


def _result(state: Championship, known: HallResult | None, shown: bool) -> dict[str, Any] | None:
    if known is None:
        return None
    if not shown:
        return {"hidden": True, "stands": known.stands}
    return {
        "facts": dict(known.facts),
        "entry": known.entry,
        "stands": known.stands,
        **scored(state, known.facts),
    }


def scored(state: Championship, facts: Mapping[str, object]) -> dict[str, Any]:
    """The four scores by seat, and in a few words what was played."""
    points = dict(zip(LETTERS, hall.scores(state, facts), strict=True))
    return {"scores": points, "told": sentence(facts)}


def sentence(facts: Mapping[str, object]) -> str:
    """“Rik beter 9”, “Misère 0, Piek 1”."""
    read = engine.read_facts(facts)
    if read.pass_game is not None:
        return presenting.contract_name(read.pass_game)
    if not read.contracts:
        return gettext("thrown in")
    return ", ".join(f"{rule_texts.bid_name(one.bid)} {one.tricks}" for one in read.contracts)


def players(facts: Mapping[str, object]) -> list[str]:
    """Of each contract, by compass seat: “North + East”."""
    return [
        " + ".join(
            str(presenting.SEAT_NAMES[seat.letter])
            for seat in (one.declarer, one.partner)
            if seat is not None
        )
        for one in engine.read_facts(facts).contracts
    ]


def late(state: Championship | None) -> dict[str, Any]:
    """What a refused phone needs to say what it kept: names of bids, seats and cards, and nothing
    of any board."""
    seats = {letter: str(presenting.SEAT_NAMES[letter]) for letter in LETTERS}
    if state is None:
        return {"seats": seats, "contracts": [], "games": {}}
    form = form_told(engine.result_form(state.setup.ruleset, state.setup.options))
    games: Any = form["pass_games"]
    within = [one["contract"] for one in games if one["contract"] is not None]
    return {
        "seats": seats,
        "contracts": [
            {name: one[name] for name in ("bid", "name", "called")}
            for one in [*form["contracts"], *within]
        ],
        "games": {one["game"]: one["name"] for one in games},
    }


def form_told(form: engine.ResultForm) -> dict[str, Any]:
    """The engine's form with names for people."""
    written = form.as_dict()
    contracts: Any = written["contracts"]
    games: Any = written["pass_games"]
    for one in contracts:
        one["name"] = rule_texts.bid_name(one["bid"])
    for one in games:
        one["name"] = rule_texts.game_name(one["game"])
        if one["contract"] is not None:
            one["contract"]["name"] = one["name"]
    return written
