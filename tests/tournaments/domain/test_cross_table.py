"""Four tables, one board, worked by hand. The bot at table 3 East is a house player."""

from __future__ import annotations

import pytest

from engine import Seat
from tests.tournaments.domain.scoring import scored, table
from tournaments.domain.standings import shown

STAGE = scored(
    table(1, "a +15  b -15    c +15  d -15"),
    table(2, "e -30  f +10    g +10  h +10"),
    table(3, "i +15  bot +15  k -15  l -15"),
    table(4, "m -5   n -5     q +15  r -5"),
    house="bot",
)


def field(seat: Seat) -> dict[str, tuple[str, str, str]]:
    """Matchpoints, percent and difference of everybody compared in a seat."""
    return {
        score.entry: (
            str(score.mp),
            str(shown(score.percent, middle=50)),
            str(shown(score.difference)),
        )
        for score in STAGE.boards
        if score.seat is seat and score.mp is not None
    }


def test_north_is_compared_with_three_others():
    assert field(Seat.NORTH) == {
        "a": ("5", "83.33", "21.67"),
        "e": ("0", "0.00", "-38.33"),
        "i": ("5", "83.33", "21.67"),
        "m": ("2", "33.33", "-5.00"),
    }


def test_a_house_player_in_east_leaves_three_stretched_to_four():
    assert field(Seat.EAST) == {
        "b": ("0", "5.56", "-17.50"),
        "f": ("4", "94.44", "20.00"),
        "n": ("2", "50.00", "-2.50"),
    }


def test_south():
    assert field(Seat.SOUTH) == {
        "c": ("5", "83.33", "11.67"),
        "g": ("2", "33.33", "5.00"),
        "k": ("0", "0.00", "-28.33"),
        "q": ("5", "83.33", "11.67"),
    }


def test_west():
    assert field(Seat.WEST) == {
        "d": ("1", "16.67", "-11.67"),
        "h": ("6", "100.00", "21.67"),
        "l": ("1", "16.67", "-11.67"),
        "r": ("4", "66.67", "1.67"),
    }


RANKING = """
     1  h  100.00   21.67   10
     2  f   94.44   20.00   10
     3  a   83.33   21.67   15
     3  i   83.33   21.67   15
     5  c   83.33   11.67   15
     5  q   83.33   11.67   15
     7  r   66.67    1.67   -5
     8  n   50.00   -2.50   -5
     9  g   33.33    5.00   10
    10  m   33.33   -5.00   -5
    11  d   16.67  -11.67  -15
    11  l   16.67  -11.67  -15
    13  b    5.56  -17.50  -15
    14  k    0.00  -28.33  -15
    15  e    0.00  -38.33  -30
"""


@pytest.mark.parametrize("row", RANKING.strip().splitlines(), ids=lambda row: row.split()[1])
def test_everybody_has_the_place_worked_out_by_hand(row: str):
    (found,) = (line for line in STAGE.standings if line.entry == row.split()[1])
    assert row.split() == [
        str(found.rank),
        found.entry,
        shown(found.percent, middle=50),
        shown(found.difference),
        str(found.points),
    ]


def test_the_house_player_is_not_in_the_ranking():
    assert "bot" not in {line.entry for line in STAGE.standings}
    assert [line.entry for line in STAGE.standings] == list("hfaicqrngmdlbke")
