"""The rows of a tournament's life, written with the event that they tell of.

They are what the fold of the stream says, row by row; only what an event changed is written.
Parts of a championship that it left alone are the very same objects before and after, which is
how the difference is found. Three columns of ``Tournament`` belong to the follower of the feed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from gameplay.eventstore.upserts import AT_ONCE, upsert
from gameplay.models import TableSummary
from tournaments.domain import championship
from tournaments.domain.championship import Championship
from tournaments.domain.desk import CHAIRS
from tournaments.domain.events import (
    BoardFouled,
    PenaltyGiven,
    ResultAmended,
    ScoreAdjusted,
    SeatsCorrected,
    TrayTurned,
)
from tournaments.models import (
    Board,
    Commentator,
    DirectorCall,
    DirectorsNote,
    Entry,
    Round,
    RoundSeat,
    RoundTable,
    Ruling,
    Session,
    Sitting,
    Tournament,
)


def store_state(before: Championship | None, after: Championship, version: int) -> None:
    """Bring the rows from one state to the next; with ``before`` None: make them all.

    Runs in the transaction that appended the events between the two.
    """
    _tournament(after, version, new=before is None)
    _sessions(before, after)
    _entries(before, after)
    _commentators(before, after)
    _calls(before, after)
    _notes(before, after)
    _sittings(before, after)
    _rounds(before, after)
    _rulings(before, after)


def rebuild(after: Championship, version: int) -> None:
    """Drop the rows of one tournament, and those that hang on them, and make them anew."""
    Tournament.objects.filter(key=after.key).delete()
    store_state(None, after, version)


def session_key(tournament: str, name: str) -> str:
    return f"{tournament}:{name}"


def round_key(tournament: str, number: int) -> str:
    return f"{tournament}:{number}"


def board_key(tournament: str, session: str, number: int) -> str:
    return f"{tournament}:{session}:{number}"


def _tournament(state: Championship, version: int, *, new: bool) -> None:
    setup, current = state.setup, state.current
    columns: dict[str, Any] = {
        "title": setup.title,
        "status": state.status,
        "organizer_id": setup.organizer,
        "zone": setup.zone,
        "ruleset": setup.ruleset,
        "options": dict(setup.options),
        "options_sha256": setup.options_sha256,
        "policy": setup.policy,
        "ranked": setup.ranked,
        "primary": setup.primary,
        "head_to_head_min": setup.head_to_head_min,
        "boards_a_round": setup.boards_a_round,
        "capacity": setup.capacity,
        "auto_start": setup.auto_start,
        "generator": setup.generator,
        "dessert": list(setup.dessert),
        "chat": setup.chat,
        "undo": setup.undo,
        "delay": setup.delay,
        "language": setup.language,
        "action_seconds": setup.action_seconds,
        "board_reserve": setup.board_reserve,
        "stand_in_after": setup.stand_in_after,
        "given_back": setup.given_back,
        "venue": setup.venue,
        "cards": setup.cards,
        "tariff": setup.tariff,
        "test_deals": setup.test_deals,
        "starts": state.starts,
        "rounds_count": len(state.rounds),
        "entries_count": sum(entry.standing for entry in state.active),
        "round_number": current.number if current else 0,
        "manifest": state.manifest,
        "publication": state.publication,
        "values_confirmed": state.values_confirmed,
        "club": state.club,
        "evening": state.evening,
        "featured": state.featured,
        "created": state.created,
        "finished": state.finished,
        "version": version,
    }
    if new:
        Tournament.objects.create(key=state.key, **columns)
    else:
        Tournament.objects.filter(key=state.key).update(**columns)


def _sessions(before: Championship | None, after: Championship) -> None:
    if before and before.sessions is after.sessions and before.rounds is after.rounds:
        return
    upsert(
        [
            Session(
                key=session_key(after.key, each.name),
                tournament_id=after.key,
                name=each.name,
                number=each.number,
                starts=after.rounds_of(each.name)[0].starts,
                boards_count=each.boards_count,
                revealed=each.revealed,
            )
            for each in after.sessions
        ]
    )


def _entries(before: Championship | None, after: Championship) -> None:
    numbers = {key: number for number, key in enumerate(after.numbers)}
    old = {key: number for number, key in enumerate(before.numbers)} if before else {}
    known = before.entries if before else {}
    upsert(
        [
            Entry(
                key=key,
                tournament_id=after.key,
                user_id=entry.user,
                player=entry.player,
                name=entry.name,
                text_id=entry.called.id if entry.called else "",
                member=entry.member,
                place=entry.place,
                standing=entry.standing,
                status=Entry.ACTIVE if entry.active else Entry.WITHDRAWN,
                number=numbers.get(key),
                entered=entry.entered,
                withdrawn_from=entry.withdrawn_from,
            )
            for key, entry in after.entries.items()
            if known.get(key) is not entry or old.get(key) != numbers.get(key)
        ]
    )


def _commentators(before: Championship | None, after: Championship) -> None:
    known = before.commentators if before else {}
    upsert(
        [
            Commentator(
                key=f"{after.key}:{user}", tournament_id=after.key, user_id=user, active=active
            )
            for user, active in after.commentators.items()
            if known.get(user) is not active
        ]
    )


def _calls(before: Championship | None, after: Championship) -> None:
    known = before.calls if before else {}
    upsert(
        [
            DirectorCall(
                key=f"{after.key}:{key}",
                tournament_id=after.key,
                table_id=call.table,
                number=call.number,
                entry=call.entry,
                kind=call.kind,
                state=call.state,
                called=call.called,
                answered=call.answered,
                text_id=call.why.id if call.why else "",
                answer_id=call.says.id if call.says else "",
            )
            for key, call in after.calls.items()
            if known.get(key) is not call
        ]
    )


def _notes(before: Championship | None, after: Championship) -> None:
    known = before.desk.messages if before else {}
    if known is after.desk.messages:
        return
    gone = [f"{after.key}:{table}" for table in known if table not in after.desk.messages]
    DirectorsNote.objects.filter(pk__in=gone).delete()
    upsert(
        [
            DirectorsNote(
                key=f"{after.key}:{table}",
                tournament_id=after.key,
                table_id=table,
                said=message.said,
                text_id=message.text.id,
            )
            for table, message in after.desk.messages.items()
            if known.get(table) is not message
        ]
    )


def _sittings(before: Championship | None, after: Championship) -> None:
    known = before.desk.sittings if before else ()
    if known is after.desk.sittings:
        return
    upsert(
        [
            Sitting(
                key=f"{after.key}:{number}",
                tournament_id=after.key,
                entry_id=one.entry,
                user_id=one.user,
                player=one.player,
                text_id=one.called.id if one.called else "",
                from_round=one.from_round,
                since=one.since,
                until_round=one.until_round,
                until=one.until,
            )
            for number, one in enumerate(after.desk.sittings, start=1)
            if one not in known
        ]
    )


def _rulings(before: Championship | None, after: Championship) -> None:
    known = before.rulings if before else {}
    upsert(
        [
            _ruling(after, number, ruling)
            for number, (key, ruling) in enumerate(after.rulings.items(), start=1)
            if known.get(key) is not ruling
        ]
    )


_RULED: Mapping[type, str] = {
    ScoreAdjusted: Ruling.ADJUSTED,
    PenaltyGiven: Ruling.PENALTY,
    BoardFouled: Ruling.FOULED,
    SeatsCorrected: Ruling.SEATS,
    TrayTurned: Ruling.TURNED,
    ResultAmended: Ruling.AMENDED,
}
_COLUMNS = ("ruling", "session", "board", "entry", "table", "by", "reason")


def _ruling(state: Championship, number: int, ruling: championship.Ruling) -> Ruling:
    event = ruling.event
    fields = asdict(event)
    board = None if isinstance(event, PenaltyGiven) else (event.session, event.board)
    why = ruling.why_undone
    return Ruling(
        key=f"{state.key}:{event.ruling}",
        tournament_id=state.key,
        number=number,
        kind=_RULED[type(event)],
        board_id=None if board is None else board_key(state.key, *board),
        entry_id=fields.get("entry"),
        table=fields.get("table"),
        what={name: value for name, value in fields.items() if name not in _COLUMNS},
        by=event.by,
        made=ruling.made,
        text_id=event.reason.id if event.reason else "",
        undone=ruling.undone,
        undone_text_id=why.id if why else "",
    )


def _rounds(before: Championship | None, after: Championship) -> None:
    known = before.rounds if before else (None,) * len(after.rounds)
    changed = [(old, new) for old, new in zip(known, after.rounds, strict=True) if old is not new]
    upsert([_round(after, each) for _, each in changed])
    seated = [
        (old, new) for old, new in changed if new.tables and (not old or new.tables != old.tables)
    ]
    stay = [(old, new) for old, new in seated if old and _keys(old) == _keys(new)]
    for old, new in stay:
        _sit_elsewhere(old, new)
    _tables(after, [new for one in seated if one not in stay for new in one[1:]], new=not before)
    upsert(
        [
            _board(after, each, board)
            for old, each in changed
            for board in each.boards
            if old is None or board not in old.boards
        ]
    )


def _round(state: Championship, each: championship.Round) -> Round:
    return Round(
        key=round_key(state.key, each.number),
        tournament_id=state.key,
        session_id=session_key(state.key, each.session),
        number=each.number,
        state=each.state,
        starts=each.starts,
        minutes=each.minutes,
        started=each.started,
        ends=each.ends,
        seconds_left=each.seconds_left,
        closed=each.closed,
        first_board=each.first_board,
        last_board=each.last_board,
    )


def _board(state: Championship, each: championship.Round, board: championship.Board) -> Board:
    return Board(
        key=board_key(state.key, board.session, board.number),
        tournament_id=state.key,
        session_id=session_key(state.key, board.session),
        round_id=round_key(state.key, each.number),
        number=board.number,
        dealer=board.dealer,
        deal_id=board.deal,
        deal_digest=board.digest,
        closed=board.closed,
        released=board.released,
    )


def _keys(each: championship.Round) -> list[tuple[str, int]]:
    """Its tables and how many sit there: at a table of four there is no fifth chair."""
    return [(table.table, len(table.chairs)) for table in each.tables]


def _sit_elsewhere(old: championship.Round, new: championship.Round) -> None:
    """The tables stay, with all that hangs on them; others sit there."""
    moved = {
        f"{table.table}:{chair}": entry
        for before, table in zip(old.tables, new.tables, strict=True)
        for chair, entry, was in zip(CHAIRS, table.chairs, before.chairs, strict=False)
        if entry != was
    }
    seats = list(RoundSeat.objects.filter(pk__in=moved))
    # Nobody has two seats in a round, not for a moment either.
    RoundSeat.objects.filter(pk__in=moved).delete()
    for seat in seats:
        seat.entry_id = moved[seat.key]
    RoundSeat.objects.bulk_create(seats, batch_size=AT_ONCE)


def _tables(state: Championship, rounds: Sequence[championship.Round], *, new: bool) -> None:
    """Seats of rounds that were seated, or seated anew. Only a rebuild finds tables open."""
    if not rounds:
        return
    keys = [round_key(state.key, each.number) for each in rounds]
    opened: set[str] = set()
    if new:
        ids = [table.table for each in rounds for table in each.tables]
        found = TableSummary.objects.filter(table_id__in=ids)
        opened = set(found.values_list("table_id", flat=True))
    else:
        RoundTable.objects.filter(round_id__in=keys).delete()
    tables, seats = [], []
    for each in rounds:
        key = round_key(state.key, each.number)
        for table in each.tables:
            tables.append(
                RoundTable(
                    key=table.table,
                    round_id=key,
                    number=table.number,
                    opened=table.table in opened,
                    hall=table.hall,
                )
            )
            seats += [
                RoundSeat(
                    key=f"{table.table}:{chair}",
                    table_id=table.table,
                    round_id=key,
                    entry_id=entry,
                    chair=chair,
                )
                for chair, entry in zip(CHAIRS, table.chairs, strict=False)
            ]
    RoundTable.objects.bulk_create(tables, batch_size=AT_ONCE)
    RoundSeat.objects.bulk_create(seats, batch_size=AT_ONCE)
