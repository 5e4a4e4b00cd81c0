"""What a score is worth against the same cards elsewhere: properties, and cases decided once."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.domain.scoring import award, everybody, line, ruled, scored, table
from tournaments.domain.duplicate import BoardScore, Kind, matchpoints, percent, score_board
from tournaments.domain.results import Event, Stage, Status
from tournaments.domain.standings import StageScores, score_event, shown


def made(*points: int) -> list[tuple[tuple[int, int], ...]]:
    return [((score, 1),) for score in points]


@st.composite
def spreads(draw: st.DrawFn) -> tuple[tuple[int, Fraction], ...]:
    """A score, or a ruling of up to three weighted outcomes."""
    parts = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    points = st.sampled_from((-30, -15, -10, 0, 10, 15, 30))
    return tuple((draw(points), Fraction(part, sum(parts))) for part in parts)


@st.composite
def championships(draw: st.DrawFn) -> Event:
    """Some tables, some boards; a house player here and there, and tables that did not play."""
    tables = draw(st.integers(2, 6))
    rng = random.Random(draw(st.integers(0, 10_000)))
    names = [f"p{number:02}" for number in range(4 * tables)]
    house = draw(st.sets(st.sampled_from(names), max_size=4))
    results = []
    for board in range(1, draw(st.integers(1, 5)) + 1):
        seated = rng.sample(names, len(names))
        for number in range(tables):
            scores = [rng.choice((-15, -5, 0, 10, 15)) for _ in range(3)]
            result = table(number + 1, " ".join(seated[4 * number : 4 * number + 4]), board=board)
            played = (scores[0], scores[1], scores[2], -sum(scores))
            results.append(replace(result, scores=None if rng.random() < 0.1 else played))
    entries = everybody(*results, house=" ".join(house))
    return Event(entries, (Stage(tuple(results)),))


def fields(stage: StageScores) -> list[list[BoardScore]]:
    def key(score: BoardScore) -> tuple[str, int, str, int]:
        return (score.session, score.board, score.variant or "", score.seat or 0)

    compared = sorted((score for score in stage.boards if score.mp is not None), key=key)
    return [list(rows) for _, rows in groupby(compared, key=key)]


# -- properties --------------------------------------------------------------------------------


@given(st.lists(spreads(), min_size=1, max_size=12))
def test_a_field_shares_out_its_matchpoints_whatever_the_rulings(field):
    assert sum(matchpoints(field)) == len(field) * (len(field) - 1)


@given(st.lists(spreads(), min_size=1, max_size=8))
def test_matchpoints_are_what_comparing_every_pair_gives(field):
    def against(mine, theirs):
        return sum(w * v * ((x > y) + (x >= y)) for x, w in mine for y, v in theirs)

    assert matchpoints(field) == [
        sum(against(mine, theirs) for j, theirs in enumerate(field) if j != i)
        for i, mine in enumerate(field)
    ]


@given(championships())
def test_matchpoints_and_differences_balance_in_every_field(event):
    (stage,) = score_event(event)
    for field in fields(stage):
        assert {score.field for score in field} == {len(field)}
        assert sum(score.mp for score in field) == len(field) * (len(field) - 1)
        if len(field) > 1:
            assert sum(score.difference for score in field) == 0
            assert sum(score.percent for score in field) == 50 * len(field)
        else:
            assert field[0].percent == 50
            assert field[0].difference is None


@given(st.integers(2, 60), st.integers(0, 40), st.data())
def test_percent_is_symmetric_and_stays_between_nothing_and_all(compared, missing, data):
    mp = data.draw(st.integers(0, 2 * (compared - 1)))
    expected = compared + missing
    share = percent(mp, compared, expected)
    assert 0 <= share <= 100
    assert share + percent(2 * (compared - 1) - mp, compared, expected) == 100
    assert percent(compared - 1, compared, expected) == 50


@given(championships(), st.randoms(use_true_random=False))
def test_results_in_another_order_give_the_same_ranking(event, rng):
    (stage,) = event.stages
    results, entries = list(stage.results), list(event.entries)
    rng.shuffle(results)
    rng.shuffle(entries)
    assert score_event(Event(tuple(entries), (Stage(tuple(results)),))) == score_event(event)


@given(championships(), st.integers(-40, 40).filter(bool))
def test_another_score_moves_only_those_who_held_the_same_cards(event, more):
    (stage,) = event.stages
    first = stage.results[0]
    if first.scores is None:
        return
    n, e, s, w = first.scores
    changed = (replace(first, scores=(n + more, e - more, s, w)), *stage.results[1:])
    (before,) = score_event(event)
    (after,) = score_event(Event(event.entries, (Stage(changed),)))
    for old, new in zip(before.boards, after.boards, strict=True):
        if old.board != first.board or old.seat not in (0, 1):
            assert old == new


# -- cases -------------------------------------------------------------------------------------


def test_two_of_four_tables_are_stretched_to_four():
    stage = scored(
        table(1, "a +10 b -10 c 0 d 0"),
        table(2, "e -10 f +10 g 0 h 0"),
        table(3, "i j k l"),
        table(4, "m n o p"),
    )
    assert shown(line(stage, "a").percent, middle=50) == "83.33"
    assert shown(line(stage, "b").percent, middle=50) == "16.67"
    assert line(stage, "c").percent == 50


def test_two_sessions_with_a_board_1_each_are_different_fields():
    stage = scored(
        table(1, "a +10 b -10 c 0 d 0"),
        table(1, "e -10 f +10 g 0 h 0", session="2"),
    )
    assert {standing.percent for standing in stage.standings} == {Fraction(50)}
    assert {standing.difference for standing in stage.standings} == {None}


def test_a_reserve_deal_is_a_field_of_its_own():
    rows = [
        table(number, f"n{number} +10 e{number} -10 s{number} 0 w{number} 0", variant=variant)
        for number, variant in enumerate(["original"] * 10 + ["reserve-1"] * 10, start=1)
    ]
    stage = scored(*rows)
    assert {score.field for score in stage.boards} == {10}
    assert line(stage, "n1").percent == line(stage, "n20").percent == 50


def test_a_small_group_is_compensated_only_where_a_board_went_bad():
    others = [table(n, f"n{n} 0 e{n} 0 s{n} 0 w{n} 0") for n in range(3, 10)]
    bad = [
        table(1, "a +10 b -10 c 0 d 0", variant="reserve-1"),
        table(2, "e -10 f +10 g 0 h 0", variant="reserve-1"),
    ]
    stage = scored(*bad, *others)
    assert [line(stage, name).percent for name in "aec"] == [65, 55, 60]


def test_an_award_counts_for_the_session_and_not_for_the_field():
    stage = scored(
        table(1, "a +10 b -10 c 0 d 0"),
        table(2, "e -10 f +10 g 0 h 0"),
        table(3, "i 0 j 0 k 0 l 0"),
        adjusted=(award("a", "AVE+"),),
    )
    (mine,) = (score for score in stage.boards if score.entry == "a")
    assert (mine.kind, mine.percent, mine.points, mine.difference) == (Kind.AWARD, 60, None, None)
    (i,) = (score for score in stage.boards if score.entry == "i")
    assert (i.field, i.percent) == (2, Fraction(175, 2))


def test_an_award_for_a_board_of_an_evening_one_missed_is_60_or_40():
    stage = scored(
        table(1, "a 0 b 0 c 0 d 0"),
        table(2, "e 0 f 0 g 0 h 0"),
        adjusted=(award("a", "AVE-", board=2), award("e", "AVE+", board=2)),
    )
    assert line(stage, "a").percent == Fraction(50 + 40, 2)
    assert line(stage, "e").percent == Fraction(50 + 60, 2)


def test_a_ruling_is_turned_into_matchpoints_before_it_is_weighted():
    """Half +30, half 0 beats +5 half the time only; its mean, 15, would beat it."""
    stage = scored(
        table(1, "a +10 b -10 c 0 d 0"),
        table(2, "e +5 f -5 g 0 h 0"),
        table(3, "i -5 j +5 k 0 l 0"),
        adjusted=(ruled("a", (30, "1/2"), (0, "1/2")),),
    )
    (mine,) = (score for score in stage.boards if score.entry == "a")
    assert (mine.points, mine.mp) == (15, 3)


def test_house_players_alone_make_no_field():
    stage = scored(table(1, "a 0 b 0 c 0 d 0"), house="a b c d")
    assert {score.percent for score in stage.boards} == {None}
    assert stage.standings == ()


def test_one_board_alone_can_be_scored_when_the_session_is_known():
    rows = [table(1, "a +10 b -10 c 0 d 0"), table(2, "e -10 f +10 g 0 h 0")]
    whole = scored(*rows)
    statuses = dict.fromkeys("abcdefgh", Status.ACTIVE)
    assert tuple(score_board(rows, statuses=statuses, expected=2)) == whole.boards


@pytest.mark.parametrize(
    ("value", "text"),
    [("10001/200", "50.01"), ("9999/200", "49.99"), ("50", "50.00"), ("-1/4", "-0.25")],
)
def test_percent_is_rounded_away_from_50(value: str, text: str):
    assert shown(Fraction(value), middle=50) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [("1/200", "0.01"), ("-1/200", "-0.01"), ("-1/300", "0.00"), ("-35/2", "-17.50")],
)
def test_points_are_rounded_away_from_0_and_never_show_minus_zero(value: str, text: str):
    assert shown(Fraction(value)) == text


@given(st.fractions(0, 100))
def test_shown_percents_of_two_opponents_make_100(share: Fraction):
    one, other = (Fraction(str(shown(part, middle=50))) for part in (share, 100 - share))
    assert one + other == 100
