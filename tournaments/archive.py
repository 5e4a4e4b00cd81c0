"""A championship that is over as one file: everything from which its ranking can be made again.

What lies in it is told in README.md. Nobody is named: entries have their keys and accounts their
numbers, since what has left the service respects no choice that is made later.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from engine import SEATS
from gameplay import records
from gameplay.eventstore import copying
from gameplay.eventstore.records import Row
from gameplay.ids import table_stream
from tournaments import stream
from tournaments.domain import championship
from tournaments.domain.championship import Championship
from tournaments.domain.errors import TournamentRefused
from tournaments.models import Result, RoundTable, Ruling, Standing
from tournaments.projections.sat_in import boards_sat_in
from tournaments.services import deals

__all__ = ["FORMAT", "write"]

FORMAT = "rikken-archive-1"
LETTERS = tuple(seat.letter for seat in SEATS)
# Asked twice, the same bytes.
NO_TIME = (1980, 1, 1, 0, 0, 0)
MEASURES = ("percent", "head_to_head", "above", "difference", "points", "points_total")


def write(key: str, *, now: datetime) -> bytes:
    """The file.

    :raises TournamentRefused: ``not_finished``: some of it is still a secret.
    """
    state = stream.state(key).championship
    if state.status != championship.FINISHED:
        raise TournamentRefused("not_finished", "there is an archive once all is over")
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, content in _files(key, state, now):
            archive.writestr(ZipInfo(name, NO_TIME), content, ZIP_DEFLATED)
    return file.getvalue()


def _files(key: str, state: Championship, now: datetime) -> Iterator[tuple[str, str | bytes]]:
    results = list(
        Result.objects.filter(board__tournament=key)
        .select_related("board__session", "table")
        .order_by("board__round__number", "board__number", "table__number")
    )
    yield "archive.json", _document(_about(key, state))
    yield "events/tournament.jsonl", _lines(map(_event, copying.of([stream.name(key)])))
    tables = RoundTable.objects.filter(round__tournament=key, hall=False).order_by("key")
    names = [table_stream(table) for table in tables.values_list("key", flat=True)]
    yield "events/tables.jsonl", _lines(map(_event, copying.of(names)))
    games = [each.game_id for each in results if each.game_id]
    played = records.events_of(games, policy=state.setup.policy, now=now)
    yield "events/games.jsonl", _lines(map(_event, played))
    yield from _deals(key, state)
    # What the service made of it, to be compared with.
    sat_in = boards_sat_in(key)
    yield "results.jsonl", _lines(_result(each, sat_in) for each in results)
    rulings = Ruling.objects.filter(tournament=key).select_related("board__session")
    yield "rulings.jsonl", _lines(map(_ruling, rulings.order_by("number")))
    standings = Standing.objects.filter(tournament=key, scope=0).order_by("place")
    yield "ranking.jsonl", _lines(map(_standing, standings))


def _about(key: str, state: Championship) -> Mapping[str, object]:
    setup = state.setup
    return {
        "format": FORMAT,
        "tournament": key,
        "title": setup.title,
        "ruleset": setup.ruleset,
        "options": setup.options,
        "primary": setup.primary,
        "head_to_head_min": setup.head_to_head_min,
    }


def _deals(key: str, state: Championship) -> Iterator[tuple[str, bytes]]:
    for name, content in (
        ("manifest.json", deals.manifest_bytes(key)),
        ("publication.json", deals.publication_bytes(key)),
        *(
            (f"reveal-{each.name}.json", deals.reveal_bytes(key, each.name))
            for each in state.sessions
        ),
    ):
        if content is not None:
            yield f"deals/{name}", content


def _event(row: Row) -> Mapping[str, object]:
    """What the chain is over, and where the chain stands after it."""
    return {
        "stream": row.stream,
        "version": row.version,
        "type": row.type,
        "schema": row.schema,
        "actor": row.actor,
        "cause": row.cause,
        "command_id": row.command_id,
        "time": row.time,
        "payload": json.loads(row.payload),
        "hash": row.hash.hex(),
    }


def _result(row: Result, sat_in: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    seats = {letter: getattr(row, f"entry_{letter.lower()}_id") for letter in LETTERS}
    return {
        "session": row.board.session.name,
        "board": row.board.number,
        "table": row.table.number,
        "source": row.source,
        "state": row.state,
        "game": row.game_id or None,
        "variant": row.variant,
        "seats": seats,
        "sat_in": [letter for letter, entry in seats.items() if row.key in sat_in.get(entry, {})],
        "scores": {letter: getattr(row, f"score_{letter.lower()}") for letter in LETTERS}
        if row.state == Result.FINISHED
        else None,
    }


def _ruling(row: Ruling) -> Mapping[str, object]:
    """What was decided and not why: words are people's own."""
    return {
        "ruling": row.key.partition(":")[2],
        "kind": row.kind,
        "session": row.board.session.name if row.board else None,
        "board": row.board.number if row.board else None,
        "entry": row.entry_id,
        "table": row.table,
        "what": row.what,
        "holds": row.undone is None,
    }


def _standing(row: Standing) -> Mapping[str, object]:
    return {
        "rank": row.rank,
        "entry": row.entry_id,
        "boards": row.boards,
        "sat_in": row.sat_in,
        "unranked": row.unranked or None,
        **{measure: getattr(row, measure) or None for measure in MEASURES},
    }


def _document(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows
    )
