"""Rows of a championship, written by hand: for tests of what reads them, fast and for any size.

Whoever tests what *makes* these rows uses the services instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

from django.contrib.auth import get_user_model

from gameplay.ids import new_id
from tournaments.domain.standings import shown
from tournaments.models import (
    Board,
    BoardScore,
    Entry,
    Result,
    Round,
    RoundSeat,
    RoundTable,
    Session,
    Standing,
    Tournament,
)

NOON = datetime(2027, 3, 6, 12, 0, tzinfo=UTC)
BOARDS = 4


def tournament(**changed: Any) -> Tournament:
    return Tournament.objects.create(
        **{
            "key": new_id(),
            "title": "Open Brabants kampioenschap",
            "status": Tournament.RUNNING,
            "organizer_id": None,
            "zone": "Europe/Amsterdam",
            "ruleset": "championship-online",
            "options": {},
            "options_sha256": "0" * 64,
            "policy": "board",
            "ranked": True,
            "primary": "matchpoints",
            "head_to_head_min": 4,
            "boards_a_round": BOARDS,
            "capacity": 400,
            "auto_start": False,
            "generator": "uniform",
            "test_deals": False,
            "starts": NOON,
            "rounds_count": 2,
            "created": NOON - timedelta(days=30),
            "version": 1,
            **changed,
        }
    )


def session(where: Tournament, number: int = 1, **changed: Any) -> Session:
    return Session.objects.create(
        **{
            "key": f"{where.key}:{number}",
            "tournament": where,
            "name": str(number),
            "number": number,
            "starts": NOON + timedelta(hours=3 * (number - 1)),
            "boards_count": BOARDS * where.rounds_count,
            **changed,
        }
    )


def round_of(evening: Session, number: int = 1, **changed: Any) -> Round:
    starts = evening.starts + timedelta(minutes=35 * (number - 1))
    return Round.objects.create(
        **{
            "key": f"{evening.tournament_id}:{number}",
            "tournament_id": evening.tournament_id,
            "session": evening,
            "number": number,
            "state": Round.PLANNED,
            "starts": starts,
            "minutes": 30,
            "first_board": BOARDS * (number - 1) + 1,
            "last_board": BOARDS * number,
            **changed,
        }
    )


def people(count: int, prefix: str = "speler") -> list[Any]:
    """Accounts with a name at the table that is not their user name."""
    return get_user_model().objects.bulk_create(
        [
            get_user_model()(
                username=f"{prefix}{index}",
                email=f"{prefix}{index}@mail.example",
                display_name=f"{prefix.capitalize()} {index}",
            )
            for index in range(1, count + 1)
        ]
    )


def entries(where: Tournament, users: Sequence[Any], house: int = 0) -> list[Entry]:
    """People with standing, and so many house players without it behind them."""
    made = [
        Entry(
            key=new_id(),
            tournament=where,
            user_id=user.pk,
            standing=True,
            status=Entry.ACTIVE,
            number=index,
            entered=NOON - timedelta(days=1) + timedelta(seconds=index),
        )
        for index, user in enumerate(users)
    ]
    made += [
        Entry(
            key=new_id(),
            tournament=where,
            player="house",
            name=f"Huisspeler {index}",
            standing=False,
            status=Entry.ACTIVE,
            number=len(users) + index - 1,
            entered=NOON,
        )
        for index in range(1, house + 1)
    ]
    Tournament.objects.filter(pk=where.pk).update(entries_count=len(users))
    return Entry.objects.bulk_create(made)


def seated(row: Round, four: Sequence[Entry], number: int = 1) -> RoundTable:
    """These four at a table, in the chairs N E S W."""
    table = RoundTable.objects.create(key=new_id(), round=row, number=number)
    RoundSeat.objects.bulk_create(
        RoundSeat(key=f"{table.key}:{chair}", table=table, round=row, entry=entry, chair=chair)
        for chair, entry in zip("NESW", four, strict=True)
    )
    return table


def board(row: Round, number: int, **changed: Any) -> Board:
    key = f"{row.session_id}:{number}"
    return Board.objects.create(
        **{
            "key": key,
            "tournament_id": row.tournament_id,
            "session_id": row.session_id,
            "round": row,
            "number": number,
            "dealer": "NESW"[(number - 1) % 4],
            "deal_id": new_id(),
            "deal_digest": "0" * 64,
            **changed,
        }
    )


def result(which: Board, table: RoundTable, **changed: Any) -> Result:
    """Chairs hold the compass seats of their name: the board is not turned."""
    four = {f"entry_{seat.chair.lower()}": seat.entry for seat in table.seats.all()}
    return Result.objects.create(
        **{
            "key": f"{table.key}:{which.number}",
            "board": which,
            "table": table,
            "state": Result.WAITING,
            **four,
            **changed,
        }
    )


def finished(which: Board, table: RoundTable, scores: Sequence[int], **changed: Any) -> Result:
    made = dict(zip(("score_n", "score_e", "score_s", "score_w"), scores, strict=True))
    return result(
        which,
        table,
        **{
            "state": Result.FINISHED,
            "game_id": new_id(),
            "contract": "rik",
            "declarer": "N",
            "made": scores[0] > 0,
            "ended": NOON,
            **made,
            **changed,
        },
    )


def worth(of: Result, seat: str, percent: str = "250/3", **changed: Any) -> BoardScore:
    return BoardScore.objects.create(
        **{
            "key": f"{of.board_id}:{of.table_id}:{seat}",
            "board_id": of.board_id,
            "table_id": of.table_id,
            "entry_id": getattr(of, f"entry_{seat.lower()}_id"),
            "seat": seat,
            "kind": "played",
            "points": str(getattr(of, f"score_{seat.lower()}")),
            "matchpoints": "5",
            "percent": percent,
            "difference": "65/3",
            "field": 4,
            **changed,
        }
    )


def standings(where: Tournament, ordered: Sequence[Entry], scope: int = 0) -> list[Standing]:
    """A ranking in this order, everybody a third of a percent below the one before."""
    return Standing.objects.bulk_create(
        _standing(where, entry, place, scope) for place, entry in enumerate(ordered, start=1)
    )


def _standing(where: Tournament, entry: Entry, place: int, scope: int) -> Standing:
    percent = Fraction(70) - Fraction(place, 3)
    difference = Fraction(20) - Fraction(place, 7)
    points = Fraction(40 - place, 8)
    return Standing(
        key=f"{where.key}:{scope}:{entry.key}",
        tournament=where,
        scope=scope,
        entry=entry,
        place=place,
        rank=place,
        rank_before=None,
        boards=8,
        percent=str(percent),
        head_to_head="",
        above="3/4",
        above_count=6,
        difference_boards=8,
        difference=str(difference),
        points=str(points),
        points_total=str(40 - place),
        shown_percent=shown(percent, middle=50) or "",
        shown_difference=shown(difference) or "",
        shown_points=shown(points) or "",
    )
