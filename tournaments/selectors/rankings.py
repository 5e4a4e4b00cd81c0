"""The ranking as pages and programs show it: standings with names joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from clubs import selectors
from engine import SEATS
from gameplay.eventstore import store
from gameplay.selectors import names_of
from tournaments.domain.championship import HALL
from tournaments.models import Board, Entry, Result, Standing, Tournament

__all__ = ["Line", "boards_counted", "lines", "names", "sessions_played"]


@dataclass(frozen=True, slots=True)
class Line:
    """A standing, whose it is and what it is called. ``house``: a house player holds the entry."""

    standing: Standing
    entry: Entry
    name: str

    @property
    def house(self) -> bool:
        return self.entry.house

    @property
    def moved(self) -> int | None:
        """How many ranks up since the round before; None where there is nothing to compare."""
        now, before = self.standing.rank, self.standing.rank_before
        return None if now is None or before is None else before - now


def lines(
    tournament_key: str,
    scope: int = 0,
    *,
    search: str = "",
    entries: Collection[str] | None = None,
) -> list[Line]:
    """The ranking in its order: of the event so far (scope 0), or of one round alone.

    Made of released boards only, and empty before the first. ``search`` keeps whose name has it;
    ``entries`` keeps these keys. Two queries, however many lines there are.
    """
    # Whoever withdrew before there was a seat was never in it; who played and was replaced is.
    found = (
        Standing.objects.filter(tournament=tournament_key, scope=scope)
        .exclude(entry__status=Entry.WITHDRAWN, entry__number=None, boards=0)
        .order_by("place")
    )
    if entries is not None:
        found = found.filter(entry__in=entries)
    standings = list(found.select_related("entry"))
    called = names(standing.entry for standing in standings)
    wanted = search.strip().casefold()
    return [
        Line(standing, standing.entry, called[standing.entry_id])
        for standing in standings
        if wanted in called[standing.entry_id].casefold()
    ]


def boards_counted(tournament_key: str) -> int:
    """Released boards with a result: one that no table finished counts for nobody."""
    found = Board.objects.filter(tournament=tournament_key, released__isnull=False)
    return found.filter(results__state=Result.FINISHED).distinct().count()


def sessions_played(tournament_key: str) -> Counter[str]:
    """In how many sessions everybody has played a board that is released; under "" how many there
    are of which one is."""
    seats = [f"entry_{seat.letter.lower()}_id" for seat in SEATS]
    found = Result.objects.filter(
        board__tournament=tournament_key, board__released__isnull=False, state=Result.FINISHED
    )
    rows = found.order_by().values_list("board__session", *seats).distinct()
    pairs = {(session, key) for session, *keys in rows for key in ("", *keys)}
    return Counter(key for _, key in pairs)


def names(entries: Iterable[Entry]) -> dict[str, str]:
    """By entry key: what a person is called now, and a house player's own name."""
    rows = list(entries)
    people = {row.user_id for row in rows if row.user_id is not None}
    written = {row.text_id for row in rows if row.text_id}
    found = names_of(people) if people else {}
    words = store.read_texts(written) if written else {}
    called = _of_clubs([row for row in rows if row.member])
    return {row.key: called.get(row.key) or _name(row, found, words) for row in rows}


def _of_clubs(rows: Sequence[Entry]) -> dict[str, str]:
    """What the clubs call those whom they entered, as each of them wants it."""
    if not rows:
        return {}
    held = dict(
        Tournament.objects.filter(pk__in={row.tournament_id for row in rows}).values_list(
            "key", "club"
        )
    )
    wanted: dict[str, set[str]] = {}
    for row in rows:
        wanted.setdefault(held[row.tournament_id], set()).add(row.member)
    names = {club: selectors.slip_names(club, members) for club, members in wanted.items()}
    return {row.key: names[held[row.tournament_id]].get(row.member, "") for row in rows}


def _name(row: Entry, people: Mapping[int, str], words: Mapping[str, str]) -> str:
    if row.user_id is not None:
        return people.get(row.user_id) or gettext("somebody who has gone")
    if row.text_id:
        return words.get(row.text_id) or gettext("somebody who has gone")
    return row.name or (gettext("stand-in") if row.place == HALL else "")
