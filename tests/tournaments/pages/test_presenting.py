"""Numbers and reasons as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from tournaments import presenting, seasons
from tournaments.models import Standing


@pytest.fixture(autouse=True)
def _dutch() -> None:
    translation.activate("nl")


def line(rank: int, percent: str = "125/2", **values: str) -> Standing:
    given = {"head_to_head": "", "above": "1/2", "difference": "0", "points": "0", **values}
    return Standing(rank=rank, percent=percent, **given)


@pytest.mark.parametrize(
    ("text", "shown"),
    [("63.75", "63,75"), ("-0.83", "−0,83"), ("0.00", "0,00"), ("", "–"), (None, "–")],
)
def test_a_rounded_number_is_written_as_the_language_does(text: str | None, shown: str) -> None:
    assert presenting.number(text) == shown


def test_signs_are_true_minuses_and_nothing_has_none() -> None:
    assert [presenting.signed(text) for text in ("8.80", "-1.25", "0.00", "-0.00")] == [
        "+8,80",
        "−1,25",
        "0,00",
        "0,00",
    ]


def test_a_percentage_is_rounded_away_from_the_middle() -> None:
    assert presenting.percent("10001/200") == "50,01"
    assert presenting.percent("9999/200") == "49,99"
    assert presenting.percent("") == "–"


def test_wins_are_counted_in_halves() -> None:
    assert [presenting.wins(text) for text in ("2", "1/2", "3/2", "0", "")] == [
        "2",
        "½",
        "1½",
        "0",
        "–",
    ]


def test_a_tie_names_what_decided_it_and_who_shares_a_place() -> None:
    group = [
        (line(1, head_to_head="1"), "Wim"),
        (line(2, head_to_head="0"), "Bea"),
    ]
    assert "Wim boven Bea: vaker beter" in presenting.tie_sentence(group, "matchpoints")
    shared = [(line(3), "Els"), (line(3), "Nol"), (line(5, above="1/4"), "Jos")]
    told = presenting.tie_sentence(shared, "matchpoints")
    assert told.startswith("Els en Nol delen plaats 3.")
    assert "Els en Nol boven Jos: meer borden boven 50 % (tiebreak 2)." in told


def test_long_names_are_shortened_on_a_tile_and_short_ones_stay() -> None:
    assert presenting.short_name("Leo Hermans") == "Leo H"
    assert presenting.short_name("Wilhelmina van den Heuvel") == "Wilhelmina"
    assert presenting.short_name("Bart 2") == "Bart 2"


def test_a_season_of_one_evening_reads_as_that_evening_did() -> None:
    one = seasons.Place(rank=1, who="a", total=Fraction("46.875"), counted=1, played=1)
    two = seasons.Place(rank=1, who="a", total=Fraction("108.125"), counted=2, played=2)
    assert presenting.percent("46.875") == "46,87"
    assert presenting.season_total(one, seasons.PERCENT) == "46,87"
    assert presenting.season_total(two, seasons.PERCENT) == "108,13"
    assert presenting.season_total(two, seasons.POINTS) == "+108,13"
