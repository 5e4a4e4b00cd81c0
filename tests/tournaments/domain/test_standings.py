"""Totals, ties, ranks and teams."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.domain.scoring import award, line, people, scored, table
from tournaments.domain.duplicate import score_board
from tournaments.domain.results import (
    Entry,
    Event,
    Penalty,
    Primary,
    ScoringRefused,
    Stage,
    Status,
)
from tournaments.domain.standings import (
    Standing,
    Tally,
    held_in,
    rank_teams,
    score_event,
    standings,
    tally,
)
from tournaments.domain.tiebreaks import Held, head_to_head, ranked

EVENING = [
    table(1, "a +10 b -10 c +5 d -5", board=1),
    table(2, "e -10 f +10 g +5 h -5", board=1),
    table(1, "h +15 a -15 b +5 c -5", board=2),
    table(2, "d +15 e -5 f -5 g -5", board=2),
    table(1, "g +30 h -10 a -10 b -10", board=3),
    table(2, "c -30 d +10 e +10 f +10", board=3),
]


def board(number: int) -> list:
    return [result for result in EVENING if result.board == number]


def test_one_board_more_gives_the_same_ranking_as_scoring_all_of_them_again():
    entries = people("a b c d e f g h")
    statuses = {entry.id: entry.status for entry in entries}
    sums: dict[str, Tally] = {}
    boards = []
    for number in (3, 1, 2):
        new = score_board(board(number), statuses=statuses, expected=2)
        boards += new
        for entry, part in tally(new).items():
            sums[entry] = sums.get(entry, Tally()) + part
    assert standings(entries, sums, held_in(boards)) == scored(*EVENING).standings


def test_nobody_ties_by_the_order_of_the_list():
    stage = scored(table(1, "d 0 c 0 b 0 a 0"), table(2, "h 0 g 0 f 0 e 0"))
    assert [(x.rank, x.entry) for x in stage.standings] == [(1, name) for name in "abcdefgh"]


def test_ranks_after_a_tie_count_people():
    chain = ("percent",)
    values = {"percent": dict(zip("abcd", map(Fraction, (9, 5, 5, 1)), strict=True))}
    groups, _ = ranked("abcd", chain, values, no_boards, 4)
    assert groups == [["a"], ["b", "c"], ["d"]]


def no_boards(entry: str) -> Held:
    return {}


def test_a_part_that_a_step_splits_off_never_returns_to_an_earlier_step():
    """b and c tie again on `above`; their own meeting, which b won, is no longer asked."""
    met = {(n,): Fraction(0) for n in range(4)}
    held = {"a": met | {(0,): Fraction(1)}, "b": met | {(0,): Fraction(1)}, "c": met}
    values = {
        "percent": dict.fromkeys("abc", Fraction(50)),
        "above": {"a": Fraction(1), "b": Fraction(1, 2), "c": Fraction(1, 2)},
    }
    groups, reached = ranked("abc", ("percent", "above", "head_to_head"), values, held.get, 4)
    assert groups == [["a"], ["b"], ["c"]]
    assert reached == {"b": 1, "c": 0}
    groups, reached = ranked("abc", ("percent", "head_to_head", "above"), values, held.get, 4)
    assert reached == {"a": Fraction(3, 2), "b": Fraction(3, 2), "c": 0}


def test_one_pair_that_hardly_met_skips_the_step_for_the_whole_group():
    shared = {(n,): Fraction(0) for n in range(4)}
    far = {("elsewhere", n): Fraction(9) for n in range(4)}
    assert head_to_head({"a": shared, "b": shared, "c": far}, 4) is None
    assert head_to_head({"a": shared, "b": shared}, 4) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_who_withdrew_is_listed_behind_and_still_compared():
    stage = scored(*EVENING, withdrawn="a")
    assert stage.standings[-1].entry == "a"
    assert stage.standings[-1].rank is None
    assert line(stage, "e").percent == line(scored(*EVENING), "e").percent


def test_a_penalty_takes_off_the_sum_and_may_lead_below_zero():
    stage = scored(
        table(1, "a -10 b +10 c 0 d 0"),
        table(2, "e +10 f -10 g 0 h 0"),
        penalties=(Penalty("a", percent=Fraction(25, 2), points=Fraction(7)),),
    )
    assert line(stage, "a").percent == Fraction(-25, 2)
    assert line(stage, "a").points_total == -17


def test_a_penalty_without_a_board_leaves_no_percent():
    entries = people("a b c d late")
    event = Event(
        entries,
        (Stage((table(1, "a 0 b 0 c 0 d 0"),), penalties=(Penalty("late", points=Fraction(3)),)),),
    )
    late = score_event(event)[0].standings[-1]
    assert (late.entry, late.rank, late.percent, late.points_total) == ("late", None, None, -3)


def test_awards_alone_rank_and_have_nothing_above():
    stage = scored(
        table(1, "a 0 b 0 c 0 d 0"), adjusted=tuple(award(name, "AVE+") for name in "abcd")
    )
    assert {(x.rank, x.percent, x.above, x.points) for x in stage.standings} == {
        (1, 60, None, None)
    }


def test_carry_reaches_over_a_stage_that_somebody_sat_out():
    """Half of a half: what was made two stages ago weighs a quarter."""
    first = Stage((table(1, "a +10 b -10 c 0 d 0"), table(2, "e -10 f +10 g 0 h 0")))
    second = Stage(
        (table(1, "e 0 f 0 g 0 h 0"),), carry=Fraction(1, 2), entries=("e", "f", "g", "h")
    )
    third = Stage((table(1, "a 0 b 0 c 0 d 0"),), carry=Fraction(1, 2), entries=tuple("abcd"))
    *_, last = score_event(Event(people("a b c d e f g h"), (first, second, third)))
    assert line(last, "a").percent == (50 + Fraction(100, 4)) / Fraction(5, 4)
    assert line(last, "a").boards == 1


def standing(entry: str, percent: int, rank: int | None = 1) -> Standing:
    return Standing(rank, entry, 1, Fraction(percent), None, None, None, None, Fraction(0))


def test_an_incomplete_team_stands_behind_all_complete_ones():
    teams = {"a": "A", "b": "A", "c": "B", "d": "B", "e": "C", "f": "C", "g": "none left"}
    entries = [Entry(name, team=team) for name, team in teams.items()]
    lines = [
        standing("a", 50),
        standing("b", 10),
        standing("c", 99),
        standing("d", 99, rank=None),
        standing("e", 40),
        standing("f", 20),
    ]
    found = rank_teams(entries, lines, 2)
    assert [(t.rank, t.team, t.complete, t.sum) for t in found] == [
        (1, "A", True, 60),
        (2, "C", True, 60),
        (3, "B", False, 99),
        (4, "none left", False, 0),
    ]


@pytest.mark.parametrize(
    ("primary", "first"),
    [(Primary.MATCHPOINTS, "e"), (Primary.POINTS, "a"), (Primary.DIFFERENCE, "a")],
)
def test_one_big_board_decides_by_points_and_two_small_ones_by_matchpoints(primary, first):
    rows = (
        table(1, "a +90 b -90 c 0 d 0", board=1),
        table(2, "e +10 f -10 g 0 h 0", board=1),
        table(1, "a -5  b 0   c +5 d 0", board=2),
        table(2, "e 0   f 0   g 0  h 0", board=2),
        table(1, "a -5  b 0   c +5 d 0", board=3),
        table(2, "e 0   f 0   g 0  h 0", board=3),
    )
    event = Event(people("a b c d e f g h"), (Stage(rows),), primary=primary)
    north = [line.entry for line in score_event(event)[0].standings if line.entry in "ae"]
    assert north[0] == first


def test_a_refusal_says_where():
    event = Event(people("a b c d"), (Stage((table(7, "a 1 b 0 c 0 d 0", board=3),)),))
    with pytest.raises(ScoringRefused) as refused:
        score_event(event)
    assert refused.value.code == "bad_sum"
    assert refused.value.detail == {"session": "1", "board": 3, "table": 7}


def test_a_house_player_may_sit_at_two_tables_and_a_person_may_not():
    rows = (table(1, "bot 0 b 0 c 0 d 0"), table(2, "bot 0 f 0 g 0 h 0"))
    assert len(scored(*rows, house="bot").standings) == 6
    with pytest.raises(ScoringRefused, match="plays the board twice"):
        scored(*rows)


def test_a_house_player_is_a_status_and_not_a_name():
    entry = Entry("house", Status.ACTIVE)
    stage = Stage((table(1, "house 0 b 0 c 0 d 0"),))
    (found,) = score_event(Event((entry, *people("b c d")), (stage,)))
    assert line(found, "house").rank == 1
