"""The ranking that moves with every board is the one that scoring everything at once gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.scores.evening import Evening, Round, Scores, rows_of, scores_of
from tournaments.domain import duplicate
from tournaments.domain.results import Entry, Event, Primary, Result, Stage, Status
from tournaments.domain.standings import (
    Standing as Line,
)
from tournaments.domain.standings import held_in, score_event, shown, standings, tally
from tournaments.models import BoardScore, Checkpoint, Standing
from tournaments.models import Result as ResultRow
from tournaments.projections import standings as projection

pytestmark = pytest.mark.django_db

TURNS = (0, 1, 3)
MINIMUM = 2
NAMES = "abcdefghijkl"
MADE: list[Scores | None] = [
    None,
    (0, 0, 0, 0),
    (10, -10, 10, -10),
    (-10, 10, 10, -10),
    (30, -10, -10, -10),
    (-10, -10, 30, -10),
]


@dataclass(frozen=True)
class Played:
    """An evening as it was drawn: seats, what was made where, and what happens afterwards."""

    rounds: tuple[Round, ...]
    sessions: tuple[int, ...]
    house: str
    made: tuple[Scores | None, ...]
    """By round, table, board."""
    then: tuple[tuple[str, object], ...]
    """("release", (round, index)), ("withdraw", name), ("enter", name) or ("follow", limit)"""
    primary: str
    sat: frozenset[tuple[str, int, int]]
    """For whom somebody sits in from this board of the round on, to the round's end."""


@st.composite
def evenings(draw: st.DrawFn) -> Played:
    rounds = []
    for _ in range(3):
        order = draw(st.permutations(NAMES))
        tables = draw(st.integers(2, 3))
        rounds.append([tuple(order[4 * table : 4 * table + 4]) for table in range(tables)])
    many = sum(len(tables) for tables in rounds) * len(TURNS)
    seated = sorted(set(chain.from_iterable(chain.from_iterable(rounds))))
    house = draw(st.sets(st.sampled_from(seated), max_size=4))
    others = [name for name in seated if name not in house]
    releases = [("release", (number, index)) for number in (1, 2, 3) for index in (0, 1, 2)]
    withdrawals = [
        ("withdraw", name) for name in draw(st.sets(st.sampled_from(others), max_size=3))
    ]
    late = [("enter", name) for name in draw(st.sets(st.sampled_from("xyz"), max_size=1))]
    follows = [
        ("follow", limit) for limit in draw(st.lists(st.sampled_from((1, 4, 500)), max_size=6))
    ]
    return Played(
        rounds=tuple(rounds),
        sessions=draw(st.sampled_from([(3,), (2, 1)])),
        house="".join(sorted(house)),
        made=tuple(draw(st.lists(st.sampled_from(MADE), min_size=many, max_size=many))),
        then=tuple(draw(st.permutations([*releases, *withdrawals, *late, *follows]))),
        primary=draw(st.sampled_from(list(Primary))),
        sat=draw(
            st.frozensets(
                st.tuples(st.sampled_from(NAMES[:5]), st.integers(1, 3), st.integers(0, 2)),
                max_size=5,
            )
        ),
    )


def tell(played: Played) -> tuple[Evening, list[Result], set[str]]:
    """Everything drawn happens; answers the results released and who has withdrawn."""
    evening = Evening(
        rounds=played.rounds,
        sessions=played.sessions,
        house=played.house,
        turns=TURNS,
        settings={"primary": str(played.primary), "head_to_head_min": MINIMUM},
    )
    made = iter(played.made)
    results: dict[tuple[str, int], list[Result]] = {}
    for number, tables in enumerate(played.rounds, start=1):
        evening.start(number)
        here = sorted((index, name) for name, at, index in played.sat if at == number)
        for index, ((session, board), turn) in enumerate(
            zip(evening.boards(number), TURNS, strict=True)
        ):
            for name in [name for at, name in here if at == index]:
                evening.sits_in(name, number)
            for table, four in enumerate(tables, start=1):
                scores = next(made)
                evening.play(number, table, board, scores)
                north, east, south, west = (evening.id(four[(s - turn) % 4]) for s in range(4))
                results.setdefault((session, board), []).append(
                    Result(session, board, table, (north, east, south, west), scores)
                )
        for name in dict.fromkeys(name for _, name in here):
            evening.is_back(name, number + 1)
    evening.follow()
    released: list[Result] = []
    withdrawn: set[str] = set()
    for what, which in played.then:
        if what == "release":
            number, index = which
            place = evening.boards(number)[index]
            evening.release(*place)
            released += results[place]
        elif what == "withdraw":
            evening.withdraw(which)
            withdrawn.add(evening.id(which))
        elif what == "enter":
            evening.enter(which)
        else:
            evening.follow(which)
    evening.follow()
    return evening, released, withdrawn


def entries_of(
    evening: Evening,
    played: Played,
    released: Sequence[Result],
    gone: set[str],
    rounds: Sequence[int] = (1, 2, 3),
):
    """Who counts how in these rounds, worked out from the results alone."""
    boards: dict[str, int] = {}
    own: dict[str, list[bool]] = {}
    for result in released:
        number, index = place_of(evening, result)
        for entry in result.seats if result.scores else ():
            boards[entry] = boards.get(entry, 0) + 1
            others = {(entry, number, at) for at in range(index + 1)}
            if number in rounds:
                sat = {(evening.id(name), *when) for name, *when in played.sat}
                own.setdefault(entry, []).append(not others & sat)
    unranked = {entry for entry, by in own.items() if 2 * sum(by) < len(by)}
    half = Fraction(len(played.rounds) * len(TURNS), 2)
    late = [name for what, name in played.then if what == "enter"]
    names = dict.fromkeys([*chain.from_iterable(chain.from_iterable(played.rounds)), *late])
    return tuple(
        Entry(
            evening.id(name),
            Status.HOUSE
            if name in played.house
            else Status.WITHDRAWN
            if evening.id(name) in unranked
            or (evening.id(name) in gone and boards.get(evening.id(name), 0) < half)
            else Status.ACTIVE,
        )
        for name in names
    )


def place_of(evening: Evening, result: Result) -> tuple[int, int]:
    """Round and place in it of the board."""
    return next(
        (number, at)
        for number in (1, 2, 3)
        for at, place in enumerate(evening.boards(number))
        if place == (result.session, result.board)
    )


def told(line: Standing) -> tuple[object, ...]:
    values = (line.percent, line.head_to_head, line.above, line.difference, line.points)
    exact = tuple(Fraction(text) if text else None for text in (*values, line.points_total))
    return (line.rank, line.entry_id, line.boards, *exact, line.shown_percent)


def wanted(line: Line) -> tuple[object, ...]:
    values = (line.percent, line.head_to_head, line.above, line.difference, line.points)
    percent = shown(line.percent, middle=50) or ""
    return (line.rank, line.entry, line.boards, *values, line.points_total, percent)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(played=evenings())
def test_however_boards_come_in_the_ranking_is_that_of_all_results_at_once(played):
    with transaction.atomic():
        evening, released, gone = tell(played)
        entries = entries_of(evening, played, released, gone)
        event = Event(entries, (Stage(tuple(released)),), Primary(played.primary), MINIMUM)
        (stage,) = score_event(event)
        found = list(Standing.objects.filter(tournament=evening.key, scope=0).order_by("place"))
        assert [told(line) for line in found] == [wanted(line) for line in stage.standings]
        assert [line.place for line in found] == list(range(1, len(found) + 1))
        check_rounds(evening, event, stage.boards, (played, released, gone))
        check_from_zero(evening)
        transaction.set_rollback(True)


def check_rounds(
    evening: Evening, event: Event, boards: Sequence[duplicate.BoardScore], drawn: tuple
) -> None:
    """The ranking of each round alone, and everybody's rank before the last one."""

    def ranking(numbers: Sequence[int]) -> tuple[Line, ...]:
        places = {place for number in numbers for place in evening.boards(number)}
        scores = [score for score in boards if (score.session, score.board) in places]
        return standings(
            entries_of(evening, *drawn, numbers),
            tally(scores),
            held_in(scores),
            primary=event.primary,
            head_to_head_min=MINIMUM,
        )

    for number in (1, 2, 3):
        found = Standing.objects.filter(tournament=evening.key, scope=number).order_by("place")
        assert [told(line) for line in found] == [wanted(line) for line in ranking([number])]
    before = {line.entry: line.rank for line in ranking([1, 2])}
    for line in Standing.objects.filter(tournament=evening.key, scope=0):
        assert line.rank_before == before[line.entry_id]


def check_from_zero(evening: Evening) -> None:
    kept = rows_of(evening.key)
    projection.recount(evening.key)
    assert rows_of(evening.key) == kept
    for model in (Standing, BoardScore, ResultRow, Checkpoint):
        model.objects.all().delete()
    evening.follow()
    assert rows_of(evening.key) == kept


# -- by hand ---------------------------------------------------------------------------------------

FIRST = [("a", "b", "c", "d"), ("e", "f", "g", "h")]
SECOND = [("a", "f", "c", "h"), ("e", "b", "g", "d")]


def two_rounds(**changed: object) -> Evening:
    """a makes 15 in every round where e loses 30; all else is as it falls."""
    evening = Evening(rounds=[FIRST, SECOND], turns=(0,), **changed)
    for number in (1, 2):
        evening.start(number)
        evening.play(number, 1, number, scores_of("+15 -15 +15 -15"))
        evening.play(number, 2, number, scores_of("-30 +10 +10 +10"))
    return evening


def ranks(evening: Evening, scope: int = 0) -> dict[str, int | None]:
    found = Standing.objects.filter(tournament=evening.key, scope=scope)
    return dict(found.values_list("entry__name", "rank"))


def test_the_rank_before_is_that_after_the_round_before():
    evening = two_rounds()
    evening.release("1", 1)
    evening.follow()
    first = ranks(evening)
    lines = Standing.objects.filter(scope=0)
    assert set(lines.values_list("rank_before", flat=True)) == {None}
    evening.release("1", 2)
    evening.follow()
    assert dict(lines.values_list("entry__name", "rank_before")) == first


def test_who_withdraws_before_half_is_compared_and_not_ranked():
    evening = two_rounds(sessions=(4,))
    evening.release("1", 1)
    evening.follow()
    before = dict(Standing.objects.filter(scope=0).values_list("entry__name", "percent"))
    evening.withdraw("e")
    evening.follow()
    assert dict(Standing.objects.filter(scope=0).values_list("entry__name", "percent")) == before
    assert (ranks(evening)["e"], ranks(evening, 1)["e"]) == (None, None)
    assert Standing.objects.get(scope=0, entry__name="e").place == 8


def test_who_withdraws_after_half_stays_ranked():
    evening = two_rounds()
    evening.release("1", 1)
    evening.withdraw("e")
    evening.follow()
    assert ranks(evening)["e"] == 8


def test_who_enters_again_is_ranked_again():
    evening = two_rounds(sessions=(4,))
    evening.release("1", 1)
    evening.withdraw("e")
    evening.follow()
    evening.enter("e")
    evening.follow()
    assert ranks(evening)["e"] == 8


def test_house_players_without_standing_are_not_listed_and_take_nothing_from_a_field():
    evening = two_rounds(house="a")
    evening.release("1", 1)
    evening.follow()
    assert "a" not in ranks(evening)
    line = Standing.objects.get(scope=0, entry__name="e")
    assert (line.percent, line.difference) == ("50", "")
    kinds = BoardScore.objects.filter(entry__name="a").values_list("kind", "points", "percent")
    assert list(kinds) == [("house", "15", "")]


def test_an_interrupted_board_counts_for_nobody_and_in_e():
    """Four tables were to play it and two did: the two who are compared get 83.33 and 16.67."""
    fours = ["abcd", "efgh", "ijkl", "mnop"]
    evening = Evening(rounds=[[tuple(four) for four in fours]], turns=(0,))
    evening.start(1)
    for table, scores in enumerate(
        (scores_of("+15 -15 +15 -15"), scores_of("0 0 0 0"), None, None)
    ):
        evening.play(1, table + 1, 1, scores)
    evening.release("1", 1)
    evening.follow()
    lines = Standing.objects.filter(scope=0)
    shown_ = dict(lines.values_list("entry__name", "shown_percent"))
    assert (shown_["a"], shown_["e"], shown_["i"]) == ("83.33", "16.67", "")
    assert ranks(evening)["i"] is None
    unplayed = BoardScore.objects.filter(entry__name="i").values_list("kind", "points", "field")
    assert list(unplayed) == [("unplayed", "", None)]


def test_one_board_more_reads_and_writes_no_other_boards(django_assert_max_num_queries):
    evening = two_rounds()
    evening.release("1", 1)
    evening.follow()
    evening.release("1", 2)
    with django_assert_max_num_queries(24):
        evening.follow()


# -- who sat in ------------------------------------------------------------------------------------


def sat_in(evening: Evening) -> dict[str, tuple[int, str]]:
    found = Standing.objects.filter(tournament=evening.key, scope=0)
    return {name: tuple(rest) for name, *rest in found.values_list("entry__name", *_SAID)}


_SAID = ("sat_in", "unranked")


def test_who_played_fewer_than_half_of_the_boards_has_no_place_and_the_others_close_up():
    evening = Evening(rounds=[FIRST, SECOND, FIRST, SECOND], turns=(0,))
    for number in (1, 2, 3, 4):
        evening.start(number)
        if number == 2:
            evening.sits_in("a", 2)
        evening.play(number, 1, number, scores_of("+15 -15 +15 -15"))
        evening.play(number, 2, number, scores_of("-30 +10 +10 +10"))
        evening.release("1", number)
        evening.follow()
        # Half of the boards is enough.
        assert ranks(evening)["a"] == (1 if number < 3 else None)
        assert min(rank for rank in ranks(evening).values() if rank) == 1
        if number == 3:
            assert sat_in(evening)["a"] == (2, "sat_in")
            assert Standing.objects.get(scope=0, entry__name="a").percent == "100"
    assert ranks(evening, 1)["a"] == 1
    assert ranks(evening, 2)["a"] is None
    check_from_zero(evening)


def test_a_board_is_his_who_sat_there_when_it_ended():
    evening = Evening(rounds=[FIRST], turns=(0, 1, 2))
    evening.start(1)
    first, second, third = (
        evening.open(1, table, board) for table, board in ((1, 1), (1, 2), (1, 3))
    )
    evening.finish(first, scores_of("+15 -15 +15 -15"))
    evening.sits_in("a", 1)
    evening.finish(second, scores_of("+15 -15 +15 -15"))
    evening.is_back("a", 1)
    evening.finish(third, scores_of("+15 -15 +15 -15"))
    for board in (1, 2, 3):
        evening.play(1, 2, board, scores_of("-30 +10 +10 +10"))
        evening.release("1", board)
    evening.follow()
    assert sat_in(evening)["a"] == (1, "")
    assert ranks(evening)["a"] is not None


def test_a_stand_in_who_was_let_go_before_the_round_played_none_of_its_boards():
    evening = Evening(rounds=[FIRST, SECOND], turns=(0,))
    evening.sits_in("a", 1)
    evening.is_back("a", 1)
    evening.start(1)
    evening.play(1, 1, 1, scores_of("+15 -15 +15 -15"))
    evening.play(1, 2, 1, scores_of("-30 +10 +10 +10"))
    evening.release("1", 1)
    evening.follow()
    assert (sat_in(evening)["a"], ranks(evening)["a"]) == ((0, ""), 1)
