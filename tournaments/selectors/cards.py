"""Score cards and travellers: what is shown beside what came of released boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from engine import SEATS, Deal
from engine.cards import Suit, suit_notation
from gameplay import records
from gameplay.errors import NotAllowed, NotFound
from tournaments.domain.championship import HALL
from tournaments.models import Board, Entry, Result, Standing
from tournaments.selectors.travellers import Traveller

Hands = dict[str, list[tuple[str, str]]]
"""By compass seat: suit letter and ranks, in the order spades, hearts, clubs, diamonds."""
DRAWN = ("turned", "beter_suit", "middle")
SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A board of mine that is not released yet: what I made is mine to know, nothing else is."""

    session: str
    board: int
    round: int
    table: int
    seat: str
    state: str
    points: int | None


def unreleased(entry: Entry) -> list[OwnResult]:
    """One's own boards that other tables still play, in the order of play."""
    held = [(letter, f"entry_{letter.lower()}") for letter in "NESW"]
    mine = Q()
    for _, column in held:
        mine |= Q(**{column: entry})
    found = (
        Result.objects.filter(mine, board__released__isnull=True)
        .select_related("board__session", "board__round", "table")
        .order_by("board__round__number", "board__number")
    )
    told = []
    for result in found:
        seat = next(s for s, column in held if getattr(result, f"{column}_id") == entry.key)
        told.append(
            OwnResult(
                session=result.board.session.name,
                board=result.board.number,
                round=result.board.round.number,
                table=result.table.number,
                seat=seat,
                state=result.state,
                points=getattr(result, f"score_{seat.lower()}"),
            )
        )
    return told


def version(entry: Entry) -> tuple[object, ...]:
    """Changes whenever one of the entry's boards has come further."""
    mine = Q(entry_n=entry) | Q(entry_e=entry) | Q(entry_s=entry) | Q(entry_w=entry)
    found = Result.objects.filter(mine).values_list("state").annotate(Count("key"))
    return tuple(sorted(found))


def by_round(tournament_key: str, rounds: Sequence[int]) -> list[Standing]:
    """The lines of single rounds."""
    return list(Standing.objects.filter(tournament_id=tournament_key, scope__in=rounds))


def released_boards(tournament_key: str) -> list[Board]:
    found = Board.objects.filter(tournament_id=tournament_key, released__isnull=False)
    return list(found.select_related("session").order_by("session__number", "number"))


@dataclass(frozen=True, slots=True)
class ShownDeal:
    """``drawn``: what lay open besides the hands, by its name in a record: a suit, and the rank of
    a card or nothing."""

    hands: Hands
    drawn: list[tuple[str, str, str]]


def deal(traveller: Traveller, now: datetime) -> ShownDeal | None:
    """The deal of a released board; None where no table had opened it. In the hall the cards lay
    there whether or not somebody opened it here."""
    for row in traveller.rows:
        if not row.result.game_id:
            continue
        try:
            record = records.export(row.result.game_id, now=now)
        except (NotAllowed, NotFound):
            # Released a moment ago in another process: the next look has it.
            return None
        told = [(name, str(record[name])) for name in DRAWN if name in record]
        drawn = [(name, each[:1], each[1:]) for name, each in told]
        return ShownDeal(diagram(Deal.parse(record["deal"])), drawn)
    board = traveller.board
    if not board.deal_id or not any(row.result.source == HALL for row in traveller.rows):
        return None
    policy, released = board.tournament.policy, board.released
    try:
        dealt = records.deal_of(board.deal_id, policy=policy, released=released, now=now)
    except NotAllowed:
        return None
    return ShownDeal(diagram(dealt), [])


def diagram(deal: Deal) -> Hands:
    """The four hands as they are drawn, of a deal that anybody may see."""
    return {
        seat.letter: [(suit.letter, suit_notation(deal.masks[seat], suit)) for suit in SUIT_ORDER]
        for seat in SEATS
    }
