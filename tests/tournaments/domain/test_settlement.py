"""Who pays whom: exact, even, and in as few payments as there can be."""

from __future__ import annotations

from functools import cache

import pytest

from engine.players.splitmix import Numbers
from tournaments.domain.settlement import Payment, settle
from tournaments.domain.table_plan import at_tables, meetings, sizes, sizes_filled_up


def test_two_who_owe_each_other_the_same_settle_it_between_them() -> None:
    assert settle({"a": 30, "b": -10, "c": -20, "d": -5, "e": 5, "f": 0}) == [
        Payment("d", "e", 5),
        Payment("c", "a", 20),
        Payment("b", "a", 10),
    ]
    with pytest.raises(ValueError, match="lost"):
        settle({"a": 30, "b": -10})


def fewest(amounts: tuple[int, ...]) -> int:
    """By trying all: people less the most groups that come out even."""

    @cache
    def groups(left: int) -> int:
        if not left:
            return 0
        before = max(groups(left & ~(1 << at)) for at in range(len(amounts)) if left >> at & 1)
        even = not sum(each for at, each in enumerate(amounts) if left >> at & 1)
        return before + even

    return len(amounts) - groups(2 ** len(amounts) - 1)


def test_nobody_could_do_with_fewer_payments() -> None:
    numbers = Numbers(22)
    for people in (3, 5, 6, 7, 8, 8, 8, 9):
        amounts = [numbers.below(25) - 12 for _ in range(people)]
        balances = {str(at): each for at, each in enumerate([*amounts, -sum(amounts)])}
        payments = settle(balances)
        assert len(payments) == fewest(tuple(each for each in balances.values() if each))
        left = dict(balances)
        for one in payments:
            assert one.cents > 0
            left[one.payer] += one.cents
            left[one.payee] -= one.cents
        assert set(left.values()) == {0}


def test_many_who_made_the_same_are_settled_within_a_fixed_amount_of_work() -> None:
    balances = {f"{at:02}": 30 for at in range(6)} | {f"{at:02}": -10 for at in range(6, 24)}
    payments = settle(balances)
    assert sum(one.cents for one in payments) == 180
    assert len(payments) == 18  # six groups of one who won and three who lost


def test_before_the_draw_no_table_is_told_that_cannot_be() -> None:
    told = {3: (), 4: (4,), 5: (5,), 6: (4, 4), 7: (4, 4), 10: (5, 5), 11: (4, 4, 4)}
    assert {players: sizes_filled_up(players) for players in told} == told


def test_22_people_meet_as_many_others_as_they_can() -> None:
    assert sizes(22) == (4, 4, 4, 5, 5)
    rounds = at_tables(22, 3)
    assert rounds == at_tables(22, 3)
    assert meetings(rounds) == {"0": 117, "1": 114}
    assert all(sorted(who for table in row for who in table) == list(range(22)) for row in rounds)
    by_lot = at_tables(22, 3, 7)
    assert by_lot != at_tables(22, 3, 8)
    assert [[len(table) for table in row] for row in by_lot] == [[4, 4, 4, 5, 5]] * 3
