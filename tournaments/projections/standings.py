"""Scores of released boards, and the ranking that moves with them.

Exact to the last fraction and equal to ``domain.score_event`` over all released results, however
the boards came in. A board costs its own four fields and a sum for each player: a line keeps what
its next sum needs. Only three things cost more: a board with more tables than any before it moves E
for its whole session; whoever withdraws, or enters again, moves in every ranking there is; and with
a director's rulings all is summed again, for an award hangs on the other boards of its session.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from functools import cached_property

from django.db.models import Count, Exists, OuterRef

from engine import SEATS
from tournaments.domain import duplicate
from tournaments.domain.duplicate import Kind, score_board
from tournaments.domain.results import Adjustment, Award, Penalty, Primary, Status
from tournaments.domain.results import Entry as ScoredEntry
from tournaments.domain.results import Result as ScoredResult
from tournaments.domain.sittings import too_few_of_its_own
from tournaments.domain.standings import Standing as Line
from tournaments.domain.standings import Tally, Totals, shown, standings, tally
from tournaments.domain.tiebreaks import Held
from tournaments.models import Board, BoardScore, Entry, Result, Standing, Tournament
from tournaments.projections.rulings import Adjustments, adjustments
from tournaments.projections.sat_in import boards_sat_in

__all__ = ["bring_up_to_date", "recount"]

EVENT = 0
"""The scope of the whole event; others are numbers of rounds."""

Tallies = dict[str, Tally]


def bring_up_to_date(
    tournament_key: str,
    released: Collection[str],
    *,
    again: Collection[str] = (),
    ruled: bool = False,
    entries_moved: bool,
    version: int,
    moment: datetime,
) -> None:
    """Score these boards and rank everybody anew; ``again``: those of which a result changed,
    ``ruled``: a director's ruling came or went.

    ``entries_moved``: somebody entered or withdrew, and every scope is ranked again. Runs in the
    transaction that saves how far the feed was followed; ``version`` and ``moment`` are those of
    the last event that this answers to.
    """
    tournament = Tournament.objects.get(pk=tournament_key)
    boards = {board.key: board for board in _boards(tournament_key)}
    scored = [board for board in boards.values() if board.scored]
    new = [boards[key] for key in released if not boards[key].scored]
    known = [*scored, *new]
    if not known:
        return
    ranking = _Ranking(tournament, known)
    anew = {board.key: board for board in _moved_by_size(scored, new)}
    anew |= {board.key: board for board in scored if board.key in again}
    BoardScore.objects.filter(board__in=list(anew)).delete()
    scores = _score(
        [*anew.values(), *new],
        known,
        ranking.house,
        ranking.adjustments,
        own=tournament.own_cards,
    )
    if ranking.adjustments.on_boards:
        _award(known)
    if anew or ruled or ranking.adjustments:
        ranking.count_all()
    else:
        ranking.load(None if entries_moved else {board.round for board in new})
        ranking.add((board.round, scores[board.key]) for board in new)
    ranking.write()
    Tournament.objects.filter(pk=tournament_key).update(
        boards_released=len(known), standings_version=version, standings_moved=moment
    )


def recount(tournament_key: str) -> None:
    """Rank everybody from the scores of all boards, not from the lines as they are."""
    tournament = Tournament.objects.get(pk=tournament_key)
    known = [board for board in _boards(tournament_key) if board.scored]
    ranking = _Ranking(tournament, known)
    ranking.count_all()
    ranking.write()


# -- scores on boards ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Board:
    """What the ranking needs to know of a board; ``tables`` counts its results, played or not."""

    key: str
    session: str
    number: int
    round: int
    tables: int
    scored: bool


def _boards(tournament_key: str) -> list[_Board]:
    scores = BoardScore.objects.filter(board=OuterRef("pk"))
    found = Board.objects.filter(tournament=tournament_key).annotate(tables=Count("results"))
    return [
        _Board(*values)
        for values in found.values_list(
            "key", "session__name", "number", "round__number", "tables", Exists(scores)
        )
    ]


def _expected(boards: Iterable[_Board]) -> dict[str, int]:
    """E of each session, as ``duplicate.expected_results`` finds it in the results themselves."""
    expected: dict[str, int] = {}
    for board in boards:
        expected[board.session] = max(board.tables, expected.get(board.session, 0))
    return expected


def _moved_by_size(scored: Sequence[_Board], new: Sequence[_Board]) -> list[_Board]:
    """Scored boards of sessions in which a new board has more tables than they all."""
    before, after = _expected(scored), _expected([*scored, *new])
    return [board for board in scored if before[board.session] != after[board.session]]


def _score(
    boards: Sequence[_Board],
    known: Iterable[_Board],
    house: Mapping[str, Status],
    adjustments: Adjustments,
    *,
    own: bool,
) -> dict[str, list[duplicate.BoardScore]]:
    """Score every seat of these boards and write it down."""
    expected = _expected(known)
    results: dict[str, list[ScoredResult]] = {board.key: [] for board in boards}
    tables: dict[tuple[str, int], str] = {}
    places = {board.key: (board.session, board.number) for board in boards}
    for key, table, number, variant, n, e, s, w, *made in Result.objects.filter(
        board__in=list(results)
    ).values_list("board", "table", "table__number", "variant", *_HELD, *_MADE):
        a, b, c, d = made
        scores_made = None if a is None else (a, b, c, d)
        results[key].append(ScoredResult(*places[key], number, (n, e, s, w), scores_made, variant))
        tables[key, number] = table
    scores = {}
    for board in boards:
        ruled = adjustments.on_boards.get(board.key, {})
        place, made_of = places[board.key], results[board.key]
        # Whoever held other cards is compared with nobody.
        fields = [[one] for one in made_of] if own else [made_of]
        lines = [
            line
            for field in fields
            for line in score_board(
                field, statuses=house, expected=expected[board.session], rulings=ruled
            )
        ]
        awards = [Adjustment(*place, entry, ruling) for entry, ruling in ruled.items()]
        scores[board.key] = [*lines, *duplicate.without_seat(awards, lines)]
    BoardScore.objects.bulk_create(
        _row(key, tables.get((key, score.table or 0)), score)
        for key, lines in scores.items()
        for score in lines
    )
    return scores


def _award(known: Iterable[_Board]) -> None:
    """Give every award the percent that the entry's other boards of its session make it."""
    sessions = {board.key: board.session for board in known}
    boards = BoardScore.objects.filter(board__in=list(sessions))
    awarded = {row.key: row for row in boards.filter(kind=Kind.AWARD.value)}
    entries = {row.entry_id for row in awarded.values()}
    scores, keys = [], []
    for row in boards.filter(entry__in=entries):
        line = _scored(row.entry_id, row.kind, row.points, row.percent, row.difference)
        award = Award(row.award) if row.award else None
        scores.append(replace(line, session=sessions[row.board_id], award=award))
        keys.append(row.key)
    for key, score in zip(keys, duplicate.with_awards(scores), strict=True):
        if key in awarded:
            awarded[key].percent = _text(score.percent)
    BoardScore.objects.bulk_update(awarded.values(), ["percent"])


_HELD = tuple(f"entry_{seat.letter.lower()}" for seat in SEATS)
_MADE = tuple(f"score_{seat.letter.lower()}" for seat in SEATS)


def _row(board: str, table: str | None, score: duplicate.BoardScore) -> BoardScore:
    seat = "" if score.seat is None else score.seat.letter
    return BoardScore(
        key=f"{board}:{table}:{seat}" if seat else f"{board}:-:{score.entry}",
        board_id=board,
        table_id=table,
        entry_id=score.entry,
        seat=seat,
        kind=score.kind.value,
        variant=score.variant or "",
        award=score.award.value if score.award else "",
        points=_text(score.points),
        matchpoints=_text(score.mp),
        percent=_text(score.percent),
        difference=_text(score.difference),
        field=score.field,
    )


def _text(value: Fraction | None) -> str:
    return "" if value is None else str(value)


def _exact(text: str) -> Fraction | None:
    return _fraction(text) if text else None


def _fraction(text: str) -> Fraction:
    # Most are whole, and an integer is read several times faster than a fraction.
    return Fraction(int(text)) if text.lstrip("-").isdecimal() else Fraction(text)


# -- the ranking ---------------------------------------------------------------------------------


class _Ranking:
    """The tallies of some scopes, and the lines they make."""

    def __init__(self, tournament: Tournament, known: Sequence[_Board]) -> None:
        self._tournament = tournament
        self._known = known
        self._entries = list(Entry.objects.filter(tournament=tournament).order_by("entered", "key"))
        self._last = max((board.round for board in known), default=EVENT)
        self._tallies: dict[int, Tallies] = {}
        self.adjustments = adjustments(tournament.key)
        self.house = {
            entry.key: Status.ACTIVE if entry.standing else Status.HOUSE for entry in self._entries
        }

    def load(self, rounds: Collection[int] | None) -> None:
        """The tallies that the lines keep: of the event, of its last round and of ``rounds``.

        None is for all rounds.
        """
        lines = Standing.objects.filter(tournament=self._tournament)
        if rounds is not None:
            lines = lines.filter(scope__in={EVENT, self._last, *rounds})
        else:
            rounds = {board.round for board in self._known}
        self._tallies = {scope: {} for scope in {EVENT, self._last, *rounds}}
        for line in lines:
            self._tallies[line.scope][line.entry_id] = _kept(line)

    def add(self, new: Iterable[tuple[int, Sequence[duplicate.BoardScore]]]) -> None:
        before = self._statuses()
        for number, scores in new:
            for entry, part in tally(scores).items():
                for scope in (EVENT, number):
                    sums = self._tallies[scope]
                    sums[entry] = sums.get(entry, Tally()) + part
        if self._statuses() != before:
            self._load_others()

    def _load_others(self) -> None:
        """Whoever plays past half of the event is ranked again, in all rounds that he played."""
        others = Standing.objects.filter(tournament=self._tournament)
        for line in others.exclude(scope__in=list(self._tallies)):
            self._tallies.setdefault(line.scope, {})[line.entry_id] = _kept(line)

    def count_all(self) -> None:
        scores: defaultdict[int, list[duplicate.BoardScore]] = defaultdict(list)
        for number, *line in BoardScore.objects.filter(
            board__in=[board.key for board in self._known]
        ).values_list("board__round__number", "entry", "kind", "points", "percent", "difference"):
            scores[number].append(_scored(*line))
        self._tallies = {number: tally(lines) for number, lines in scores.items()}
        total: Tallies = {}
        for parts in self._tallies.values():
            for entry, part in parts.items():
                total[entry] = total.get(entry, Tally()) + part
        self._tallies[EVENT] = total
        for number, penalty in self.adjustments.penalties:
            for scope in {EVENT, number} & self._tallies.keys():
                self._tallies[scope] = _penalised(self._tallies[scope], penalty)

    def write(self) -> None:
        """Replace the lines of these scopes; in one transaction, so that nobody reads half."""
        rows = [row for scope in sorted(self._tallies) for row in self._rows(scope)]
        Standing.objects.filter(tournament=self._tournament, scope__in=list(self._tallies)).delete()
        Standing.objects.bulk_create(rows)

    def _rows(self, scope: int) -> list[Standing]:
        tallies = self._tallies[scope]
        boards = [board for board in self._known if scope in (EVENT, board.round)]
        before = self._ranks_before() if scope == EVENT else {}
        sat_in = self._sat_in_on(boards)
        gone = {who for who, one in self._statuses().items() if one is Status.WITHDRAWN}
        rows = []
        for place, line in enumerate(self._ranked(tallies, boards), start=1):
            rank_before = before.get(line.entry)
            row = _standing(self._tournament.key, scope, place, line, tallies, rank_before)
            row.sat_in = sat_in[line.entry]
            if line.rank is None and line.boards:
                row.unranked = Standing.WITHDRAWN if line.entry in gone else Standing.SAT_IN
            rows.append(row)
        return rows

    def _ranks_before(self) -> dict[str, int | None]:
        """Everybody's rank before the last round began to count, withdrawals of today included."""
        boards = [board for board in self._known if board.round != self._last]
        if not boards:
            return {}
        last = self._tallies[self._last]
        tallies = {
            entry: _less(sums, last[entry]) if entry in last else sums
            for entry, sums in self._tallies[EVENT].items()
        }
        return {line.entry: line.rank for line in self._ranked(tallies, boards)}

    def _ranked(self, tallies: Tallies, boards: Sequence[_Board]) -> tuple[Line, ...]:
        statuses = self._statuses() | {
            # As who withdrew: listed and compared, and the places of the others close up.
            entry: Status.WITHDRAWN
            for entry, many in self._sat_in_on(boards).items()
            if self.house[entry] is Status.ACTIVE
            and too_few_of_its_own(tallies.get(entry, Tally()).compared, many)
        }
        minimum = self._tournament.head_to_head_min
        primary = Primary(self._tournament.primary)
        return standings(
            [ScoredEntry(entry.key, statuses[entry.key]) for entry in self._entries],
            tallies,
            _Met(tallies, boards, primary, minimum),
            primary=primary,
            head_to_head_min=minimum,
        )

    @cached_property
    def _sat_in(self) -> Mapping[str, Sequence[str]]:
        # Asked once all boards have their scores.
        return _sat_in(self._tournament.key)

    def _sat_in_on(self, boards: Iterable[_Board]) -> Counter[str]:
        """By entry, how many of these boards somebody else played in its seat."""
        many: Counter[str] = Counter()
        for board in boards:
            many.update(self._sat_in.get(board.key, ()))
        return many

    def _statuses(self) -> dict[str, Status]:
        """Withdrawn before half of the event is what has been played and released: fewer boards
        than that, whatever round he was to leave in. Where all points together count, and nobody
        was compared with him, those that he made are his place."""
        if self._tournament.own_cards:
            return self.house
        half = Fraction(self._tournament.rounds_count * self._tournament.boards_a_round, 2)
        played = self._tallies[EVENT]
        return self.house | {
            entry.key: Status.WITHDRAWN
            for entry in self._entries
            if entry.standing
            and entry.status == Entry.WITHDRAWN
            and played.get(entry.key, Tally()).compared < half
        }


def _sat_in(tournament_key: str) -> Mapping[str, list[str]]:
    """By board, the entries for which somebody else played it and which are compared there."""
    sat = boards_sat_in(tournament_key)
    found: defaultdict[str, list[str]] = defaultdict(list)
    if any(sat.values()):
        compared = BoardScore.objects.filter(
            board__tournament=tournament_key,
            entry__in=list(sat),
            kind__in=(Kind.PLAYED.value, Kind.ASSIGNED.value),
        ).exclude(percent="")
        for entry, board, table, number in compared.values_list(
            "entry", "board", "table", "board__number"
        ):
            if f"{table}:{number}" in sat[entry]:
                found[board].append(entry)
    return found


class _Met:
    """What tied entries made where. The first tie asks the database, once for all tied."""

    def __init__(
        self, tallies: Tallies, boards: Sequence[_Board], primary: Primary, minimum: int
    ) -> None:
        self._tallies = tallies
        self._boards = boards
        self._primary = primary
        self._minimum = minimum
        self._held: dict[str, dict[tuple[object, ...], Fraction]] | None = None

    def __call__(self, entry: str) -> Held:
        if self._tallies.get(entry, Tally()).boards < self._minimum:
            return {}  # too few to be compared: how they went makes no difference
        if self._held is None:
            self._held = self._load()
        return self._held.get(entry, {})

    def _load(self) -> dict[str, dict[tuple[object, ...], Fraction]]:
        measure = {
            Primary.MATCHPOINTS: Totals.mean_percent,
            Primary.DIFFERENCE: Totals.mean_difference,
            Primary.POINTS: Totals.mean_points,
            Primary.TOTAL: Totals.mean_points,
        }[self._primary]
        values = {
            entry: measure(sums.sums) or Fraction(0)
            for entry, sums in self._tallies.items()
            if sums.boards >= self._minimum
        }
        times = Counter(values.values())
        tied = [entry for entry, value in values.items() if times[value] > 1]
        held: defaultdict[str, dict[tuple[object, ...], Fraction]] = defaultdict(dict)
        for entry, board, variant, seat, points in BoardScore.objects.filter(
            board__in=[board.key for board in self._boards],
            entry__in=tied,
            kind__in=(Kind.PLAYED.value, Kind.ASSIGNED.value),
        ).values_list("entry", "board", "variant", "seat", "points"):
            held[entry][board, variant, seat] = _fraction(points)
        return held


def _penalised(tallies: Tallies, penalty: Penalty) -> Tallies:
    (taken,) = tally((), [penalty]).values()
    return {**tallies, penalty.entry: tallies.get(penalty.entry, Tally()) + taken}


def _kept(line: Standing) -> Tally:
    """The sums behind a line, where nothing was ruled: then a board with a percent has points."""
    boards = Fraction(line.boards)
    compared = Fraction(line.difference_boards)
    return Tally(
        Totals(
            percent=boards * (_exact(line.percent) or 0),
            percent_boards=boards,
            difference=compared * (_exact(line.difference) or 0),
            difference_boards=compared,
            points=_exact(line.points_total) or Fraction(0),
            points_boards=boards,
        ),
        boards=line.boards,
        compared=line.boards,
        above=line.above_count,
    )


def _less(total: Tally, part: Tally) -> Tally:
    return Tally(
        total.sums.plus(Fraction(-1), part.sums),
        boards=total.boards - part.boards,
        compared=total.compared - part.compared,
        above=total.above - part.above,
    )


def _scored(
    entry: str, kind: str, points: str, percent: str, difference: str
) -> duplicate.BoardScore:
    """As much of a score as a tally reads."""
    return duplicate.BoardScore(
        session="",
        board=0,
        variant=None,
        table=None,
        seat=None,
        entry=entry,
        kind=Kind(kind),
        points=_exact(points),
        percent=_exact(percent),
        difference=_exact(difference),
    )


def _standing(
    tournament: str, scope: int, place: int, line: Line, tallies: Tallies, before: int | None
) -> Standing:
    sums = tallies.get(line.entry, Tally())
    return Standing(
        key=f"{tournament}:{scope}:{line.entry}",
        tournament_id=tournament,
        scope=scope,
        entry_id=line.entry,
        place=place,
        rank=line.rank,
        rank_before=before,
        boards=line.boards,
        percent=_text(line.percent),
        head_to_head=_text(line.head_to_head),
        above=_text(line.above),
        difference=_text(line.difference),
        points=_text(line.points),
        points_total=_text(line.points_total),
        shown_percent=shown(line.percent, middle=50) or "",
        shown_difference=shown(line.difference) or "",
        shown_points=shown(line.points) or "",
        above_count=sums.above,
        difference_boards=int(sums.sums.difference_boards),
    )
