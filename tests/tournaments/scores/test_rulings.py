"""A director's rulings: what they do to a ranking, however late they come, and undone again."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest

from engine import BadResult
from tests.tournaments.scores.evening import NOON, Evening, rows_of, scores_of
from tests.tournaments.scores.test_standings import told, wanted
from tournaments import stream
from tournaments.domain import rulings as domain
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.results import (
    Adjustment,
    Award,
    Entry,
    Event,
    Outcome,
    Penalty,
    Result,
    Stage,
    Status,
)
from tournaments.domain.standings import score_event
from tournaments.models import BoardScore, Ruling, Standing
from tournaments.models import Result as ResultRow
from tournaments.services import rulings
from tournaments.services.rebuilding import rebuild

pytestmark = pytest.mark.django_db

NAMES = "abcdefghijklmnop"
MADE = ["+15 -15 +15 -15", "-20 +10 +10 0", "+30 -10 -10 -10", "0 0 0 0", "-5 +15 -5 -5"]
MIE = {"pass_game": "schoppen_mie", "penalty_card": "N", "last_trick": "E"}
DIRECTOR = {"user_id": 7, "reason": "zo besloten"}


@dataclass
class Field:
    """An evening of four tables, its results beside it, and what was ruled about them."""

    evening: Evening
    results: dict[tuple[str, int, int], Result] = field(default_factory=dict)
    adjusted: dict[str, Adjustment] = field(default_factory=dict)
    penalties: dict[str, Penalty] = field(default_factory=dict)
    released: set[tuple[str, int]] = field(default_factory=set)

    def id(self, name: str) -> str:
        return self.evening.id(name)

    def check(self) -> None:
        """The ranking as it went is that of scoring everything at once."""
        self.evening.follow()
        stage = Stage(
            tuple(r for r in self.results.values() if (r.session, r.board) in self.released),
            tuple(a for a in self.adjusted.values() if (a.session, a.board) in self.released),
            tuple(self.penalties.values()),
        )
        entries = tuple(
            Entry(self.id(name), Status.HOUSE if name == "p" else Status.ACTIVE) for name in NAMES
        )
        (scores,) = score_event(Event(entries, (stage,), head_to_head_min=2))
        lines = Standing.objects.filter(tournament=self.evening.key, scope=0).order_by("place")
        assert [told(line) for line in lines] == [wanted(line) for line in scores.standings]
        rows = BoardScore.objects.filter(board__tournament=self.evening.key)
        assert sorted(
            (r.board.number, r.variant, r.seat, r.entry_id, r.kind, r.percent, r.award)
            for r in rows.select_related("board")
        ) == sorted(
            (
                b.board,
                b.variant or "",
                b.seat.letter if b.seat is not None else "",
                b.entry,
                b.kind.value,
                "" if b.percent is None else str(b.percent),
                b.award.value if b.award else "",
            )
            for b in scores.boards
        )


def played(seed: int = 1) -> Field:
    """Two rounds of two boards, nothing released. House player p has no standing."""
    chance = random.Random(seed)
    rounds = []
    for _ in range(2):
        order = chance.sample(NAMES, len(NAMES))
        rounds.append([tuple(order[4 * table : 4 * table + 4]) for table in range(4)])
    evening = Evening(rounds, house="p", turns=(0, 1), settings={"head_to_head_min": 2})
    there = Field(evening)
    for number, tables in enumerate(rounds, start=1):
        evening.start(number)
        for table, four in enumerate(tables, start=1):
            for (session, board), turn in zip(evening.boards(number), (0, 1), strict=True):
                scores = scores_of(chance.choice(MADE))
                evening.play(number, table, board, scores)
                seats = [evening.id(four[(seat - turn) % 4]) for seat in range(4)]
                there.results[session, board, table] = Result(
                    session, board, table, (seats[0], seats[1], seats[2], seats[3]), scores
                )
    evening.follow()
    return there


def release(there: Field, number: int) -> None:
    for place in there.evening.boards(number):
        there.evening.release(*place)
        there.released.add(place)


# -- every kind, each with what it does to the input of scoring, by hand ---------------------------


def _by(there: Field) -> dict[str, Any]:
    return {**DIRECTOR, "now": there.evening.later()}


def _anybody(there: Field, chance: random.Random) -> tuple[str, int, str]:
    """Session, board and entry of a score that is not ruled yet."""
    ruled = {(a.session, a.board, a.entry) for a in there.adjusted.values()}
    scores = [(r.session, r.board, e) for r in there.results.values() for e in r.seats]
    return chance.choice([one for one in scores if one not in ruled and one[2] != there.id("p")])


def _award(there: Field, chance: random.Random, award: Award) -> Callable[[], None]:
    session, board, entry = _anybody(there, chance)
    key = rulings.adjust(
        there.evening.key,
        session=session,
        board=board,
        entry=entry,
        award=award.value,
        **_by(there),
    )
    there.adjusted[key] = Adjustment(session, board, entry, award)
    return lambda: _undo(there, key)


def _outcomes(there: Field, chance: random.Random, weights: list[str]) -> Callable[[], None]:
    session, board, entry = _anybody(there, chance)
    outcomes = [(chance.choice((-20, 10, 15)), weight) for weight in weights]
    key = rulings.adjust(
        there.evening.key,
        session=session,
        board=board,
        entry=entry,
        outcomes=outcomes,
        **_by(there),
    )
    ruled = tuple(Outcome(points, Fraction(weight)) for points, weight in outcomes)
    there.adjusted[key] = Adjustment(session, board, entry, ruled)
    return lambda: _undo(there, key)


def _penalty(there: Field, chance: random.Random) -> Callable[[], None]:
    entry = there.id(chance.choice(NAMES[:-1]))
    key = rulings.penalise(there.evening.key, entry=entry, percent="10", points="2.5", **_by(there))
    there.penalties[key] = Penalty(entry, Fraction(10), Fraction("2.5"))
    return lambda: _undo(there, key)


def _undo(there: Field, key: str) -> None:
    rulings.undo(there.evening.key, ruling=key, **_by(there))
    there.adjusted.pop(key, None)
    there.penalties.pop(key, None)


def _changed(
    there: Field, rule: Callable[[], str], places: dict[tuple[str, int, int], Result]
) -> Callable[[], None]:
    before = {place: there.results[place] for place in places}
    key = rule()
    there.results |= places

    def undo() -> None:
        _undo(there, key)
        there.results |= before

    return undo


def _foul(there: Field) -> Callable[[], None]:
    session, board = there.evening.boards(1)[0]
    places = {
        (session, board, table): replace(there.results[session, board, table], variant="fouled")
        for table in (3, 4)
    }
    return _changed(
        there,
        lambda: rulings.foul(
            there.evening.key, session=session, board=board, from_table=3, **_by(there)
        ),
        places,
    )


def _swap(there: Field) -> Callable[[], None]:
    """North of table 1 and East of table 2 sat in each other's place."""
    session, board = there.evening.boards(1)[1]
    one, two = (there.results[session, board, table] for table in (1, 2))
    (a, b, c, d), (e, f, g, h) = one.seats, two.seats
    places = {
        (session, board, 1): replace(one, seats=(f, b, c, d)),
        (session, board, 2): replace(two, seats=(e, a, g, h)),
    }
    seats = {1: (f, b, c, d), 2: (e, a, g, h)}
    return _changed(
        there,
        lambda: rulings.correct_seats(
            there.evening.key, session=session, board=board, seats=seats, **_by(there)
        ),
        places,
    )


def _turn(there: Field) -> Callable[[], None]:
    """Who thought to hold N held E: all four are compared one seat further, with their points."""
    session, board = there.evening.boards(2)[0]
    result = there.results[session, board, 2]
    n, e, s, w = result.seats
    assert result.scores is not None
    a, b, c, d = result.scores
    places = {(session, board, 2): replace(result, seats=(w, n, e, s), scores=(d, a, b, c))}
    return _changed(
        there,
        lambda: rulings.turn_tray(
            there.evening.key, session=session, board=board, table=2, turn=1, **_by(there)
        ),
        places,
    )


def _amend(there: Field) -> Callable[[], None]:
    session, board = there.evening.boards(1)[0]
    result = there.results[session, board, 1]
    facts = {"contracts": [{"bid": "misere", "declarer": "W", "tricks": 0}]}
    return _changed(
        there,
        lambda: rulings.amend(
            there.evening.key, session=session, board=board, table=1, facts=facts, **_by(there)
        ),
        {(session, board, 1): replace(result, scores=(-25, -25, -25, 75))},
    )


@pytest.mark.parametrize("seed", [1, 2])
def test_every_ruling_counts_as_scoring_says_and_undone_it_was_never_there(seed: int):
    """Among them an amended result of round 1 after the last round. What is made of the events
    from zero, by rebuilding, is the same to the last column."""
    there = played(seed)
    chance = random.Random(seed)
    first = _penalty(there, chance)
    release(there, 1)
    there.check()
    undo = [first, _award(there, chance, Award.PLUS), _foul(there)]
    there.check()
    release(there, 2)
    there.check()
    undo += [_swap(there), _turn(there), _outcomes(there, chance, ["1/3", "2/3"])]
    there.check()
    undo += [
        _amend(there),
        _award(there, chance, Award.MINUS),
        _award(there, chance, Award.AVERAGE),
        _penalty(there, chance),
        _outcomes(there, chance, ["1"]),
    ]
    there.check()
    kept = rows_of(there.evening.key)
    rebuild(NOON)
    assert rows_of(there.evening.key) == kept
    chance.shuffle(undo)
    for one in undo:
        one()
    there.check()
    assert not there.adjusted and not there.penalties
    rows = ResultRow.objects.filter(board__tournament=there.evening.key)
    assert {(row.variant, row.as_played) for row in rows} == {("original", None)}
    assert Ruling.objects.filter(undone=None).count() == 0


# -- what may not be ruled -------------------------------------------------------------------------


def refused(there: Field, code: str, rule: Callable[..., object], **given: Any) -> None:
    with pytest.raises(TournamentRefused) as refusal:
        rule(there.evening.key, **{**_by(there), **given})
    assert refusal.value.code == code


def test_what_makes_no_sense_is_refused_with_the_code_of_scoring_and_changes_nothing():
    there = played()
    (session, board) = there.evening.boards(1)[0]
    place: dict[str, Any] = {"session": session, "board": board}
    (result, other) = (there.results[session, board, table] for table in (1, 2))
    entry = next(e for e in result.seats if e != there.id("p"))
    facts = {"contracts": [{"bid": "misere", "declarer": "W", "tricks": 14}]}
    seats = (other.seats[0], *result.seats[1:])
    turned: dict[str, Any] = {**place, "table": 1, "turn": 1}
    refused(there, "board_in_play", rulings.turn_tray, **turned)
    refused(there, "board_in_play", rulings.amend, **place, table=1, facts=MIE)
    release(there, 1)
    with pytest.raises(BadResult):
        rulings.amend(there.evening.key, **place, table=1, facts=facts, **_by(there))
    adjust, half = rulings.adjust, [(10, "1/2")]
    refused(there, "reason_needed", adjust, **place, entry=entry, award="AVE", reason=" ")
    refused(there, "bad_adjustment", adjust, **place, entry=entry)
    refused(there, "bad_adjustment", adjust, **place, entry=entry, award="AVE++")
    refused(there, "bad_adjustment", adjust, **place, entry=entry, award="AVE", outcomes=half)
    refused(there, "bad_weights", adjust, **place, entry=entry, outcomes=half)
    refused(there, "bad_weights", adjust, **place, entry=entry, outcomes=[(1, "1/0")])
    refused(there, "bad_weights", adjust, **place, entry=entry, outcomes=[(1, "1"), (1, "0")])
    refused(there, "house_adjusted", adjust, **place, entry=there.id("p"), award="AVE")
    refused(there, "no_such_entry", adjust, **place, entry="nobody", award="AVE")
    refused(there, "no_such_board", adjust, session=session, board=99, entry=entry, award="AVE")
    refused(there, "bad_penalty", rulings.penalise, entry=entry)
    refused(there, "bad_penalty", rulings.penalise, entry=entry, percent="-10")
    refused(there, "house_adjusted", rulings.penalise, entry=there.id("p"), percent="10")
    refused(there, "no_such_table", rulings.foul, **place, from_table=5)
    refused(there, "bad_variant", rulings.foul, **place, tables=[1], variant="Nieuwe gift!")
    refused(there, "no_such_table", rulings.turn_tray, **{**turned, "table": 9})
    refused(there, "bad_turn", rulings.turn_tray, **{**turned, "turn": 4})
    refused(there, "entry_twice_on_board", rulings.correct_seats, **place, seats={1: seats})
    refused(there, "bad_seats", rulings.correct_seats, **place, seats={1: seats[:3]})
    refused(there, "no_such_ruling", rulings.undo, ruling="x")
    assert not stream.state(there.evening.key).championship.rulings
    rulings.adjust(there.evening.key, **place, entry=entry, award="AVE", **_by(there))
    refused(there, "adjusted_twice", adjust, **place, entry=entry, award="AVE+")


def test_an_award_to_somebody_who_came_late_counts_though_he_held_no_seat():
    """A stand-in played; the entry's own average of the session is below 60."""
    there = played()
    there.evening.enter("x")
    release(there, 1)
    session, board = there.evening.boards(1)[0]
    given = {"session": session, "board": board, "entry": there.id("x")}
    refused(there, "adjusted_without_seat", rulings.adjust, **given, outcomes=[(10, "1")])
    rulings.adjust(there.evening.key, **given, award="AVE+", **_by(there))
    there.evening.follow()
    [score] = BoardScore.objects.filter(entry=there.id("x"))
    assert (score.table_id, score.seat, score.kind, score.percent) == (None, "", "award", "60")
    line = Standing.objects.get(tournament=there.evening.key, scope=0, entry=there.id("x"))
    assert (line.boards, line.percent, line.above, line.points) == (1, "60", "", "")
    assert line.rank is not None


def test_a_ruling_sent_twice_is_made_once_and_undone_once():
    there = played()
    release(there, 1)
    session, board = there.evening.boards(1)[0]
    given: dict[str, Any] = {"session": session, "board": board, "table": 1, "turn": 2}
    by = {**_by(there), "command_id": "page:7:abc"}
    one = rulings.turn_tray(there.evening.key, **given, **by)
    assert one and rulings.turn_tray(there.evening.key, **given, **by) == one
    rulings.undo(there.evening.key, ruling=one, **_by(there))
    rulings.undo(there.evening.key, ruling=one, **_by(there))
    [row] = Ruling.objects.filter(tournament=there.evening.key)
    assert (row.kind, row.by, row.table, row.what) == ("turned", 7, 1, {"turn": 2})
    assert row.undone is not None and row.text_id != row.undone_text_id


def test_a_ruled_score_keeps_the_seat_that_it_stands_on():
    """Outcomes for somebody who is there only by corrected seats: the seats stay until the score
    is undone."""
    there = played()
    there.evening.enter("x")
    release(there, 1)
    session, board = there.evening.boards(1)[0]
    place: dict[str, Any] = {"session": session, "board": board}
    seats = (there.id("x"), *there.results[session, board, 1].seats[1:])
    moved = rulings.correct_seats(there.evening.key, **place, seats={1: seats}, **_by(there))
    score = rulings.adjust(
        there.evening.key, **place, entry=there.id("x"), outcomes=[(10, "1")], **_by(there)
    )
    refused(there, "adjusted_without_seat", rulings.undo, ruling=moved)
    rulings.undo(there.evening.key, ruling=score, **_by(there))
    rulings.undo(there.evening.key, ruling=moved, **_by(there))
    there.evening.follow()
    assert not BoardScore.objects.filter(entry=there.id("x")).exists()


def test_a_rebuild_keeps_what_was_played_after_a_first_ruling_and_before_a_later_one():
    """Fouled while table 4 has yet to play, or to come to, the board; then the tray was turned at
    one table, another's result amended, and one of the two taken back."""
    names = ["abcd", "efgh", "ijkl", "mnop"]
    evening = Evening([names], turns=(0,))
    evening.start(1)
    [(session, board)] = evening.boards(1)
    there = Field(evening)
    place: dict[str, Any] = {"session": session, "board": board}
    evening.play(1, 1, board, scores_of(MADE[0]))
    rulings.foul(evening.key, **place, from_table=2, **_by(there))
    evening.play(1, 2, board, scores_of(MADE[1]))
    evening.follow()
    evening.play(1, 3, board, scores_of(MADE[4]))
    evening.close_table(1, 4)
    evening.follow()
    evening.release(session, board)
    misere = {"contracts": [{"bid": "misere", "declarer": "W", "tricks": 0}]}
    turned = rulings.turn_tray(evening.key, **place, table=2, turn=1, **_by(there))
    amended = [
        rulings.amend(evening.key, **place, table=table, facts=misere, **_by(there))
        for table in (3, 4)
    ]
    evening.follow()

    def score(table: int) -> list[int | None]:
        row = ResultRow.objects.get(pk=f"{evening.table(1, table)}:{board}")
        return [row.score_n, row.score_e, row.score_s, row.score_w]

    assert [score(table) for table in (2, 3, 4)] == [[0, -20, 10, 10], *2 * [[-25, -25, -25, 75]]]
    for undone in (turned, *amended):
        kept = rows_of(evening.key)
        rebuild(NOON)
        assert rows_of(evening.key) == kept
        rulings.undo(evening.key, ruling=undone, **_by(there))
        evening.follow()
    assert [score(table) for table in (2, 3, 4)] == [[-20, 10, 10, 0], [-5, 15, -5, -5], 4 * [None]]


def test_a_ruling_on_which_a_later_one_rests_is_not_taken_from_under_it():
    """Who corrects seats or amends a result reads off the seats as they were ruled before; and
    a ruled score keeps its seat when the seats are corrected, too."""
    there = played()
    release(there, 1)
    (session, board), (_, second) = there.evening.boards(1)
    place: dict[str, Any] = {"session": session, "board": board}
    key = there.evening.key
    north, *others = there.results[session, board, 1].seats
    there.evening.enter("x")
    turned = rulings.turn_tray(key, **place, table=1, turn=1, **_by(there))
    seats = {1: (others[2], there.id("x"), *others[:2])}
    moved = rulings.correct_seats(key, **place, seats=seats, **_by(there))
    misere = {"contracts": [{"bid": "misere", "declarer": "W", "tricks": 0}]}
    amended = rulings.amend(key, **place, table=1, facts=misere, **_by(there))
    elsewhere = {"session": session, "board": second, "table": 1}
    rulings.amend(key, **elsewhere, facts=misere, **_by(there))
    rulings.amend(key, **place, table=2, facts=misere, **_by(there))
    rulings.turn_tray(key, **place, table=1, turn=1, **_by(there))
    refused(there, "later_ruling", rulings.undo, ruling=turned)
    refused(there, "later_ruling", rulings.undo, ruling=moved)
    for one in (amended, moved, turned):
        rulings.undo(key, ruling=one, **_by(there))
    who = next(name for name in (north, *others) if name != there.id("p"))
    rulings.adjust(key, **place, entry=who, outcomes=[(10, "1")], **_by(there))
    now = domain.held(stream.state(key).championship, session, board)[1]
    gone = {1: tuple(there.id("x") if name == who else name for name in now)}
    refused(there, "adjusted_without_seat", rulings.correct_seats, **place, seats=gone)
