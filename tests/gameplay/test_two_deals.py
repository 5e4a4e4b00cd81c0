"""Non-interference: over two deals that differ in cards somebody has not seen, he is sent the same.

Every ruleset, every phase, every audience; views, frames, refusals and the course of the game, to
the byte. `two_deals` says how, and takes further audiences; `leaks` are the faults that show that
the comparison bites.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import rulesets
from tests.gameplay.leaks import (
    Leak,
    blind,
    choices_of_another,
    face_down,
    in_own,
    in_public,
    longer_with_every_choice,
    number_of_choices,
    number_of_hearts,
    partner,
    partner_to_declarer,
    stops_when_the_side_has_enough,
    suits,
    tells_what_is_put_away,
    tricks_of_the_side,
    tricks_still_needed,
)
from tests.gameplay.two_deals import AUDIENCES, Compared, compare

RULESETS = rulesets.names()
ENOUGH = 300
# What has to have differed, or been going on, in some of the pairs; or they would prove little.
ALWAYS = {"phase auction", "phase play", "phase declare", "phase claim", "choices", "early end"}
SECRETS = {
    "wikibooks": {
        "partner",
        "tricks of the side",
        "open hand",
        "talk",
        "face down",
        "phase exchange",
    },
    "platform": {"partner", "tricks of the side"},
    "german": {"partner", "tricks of the side", "open hand", "face down"},
    "wiezen": {"open hand", "put away", "phase discard"},
    "championship-offline": {
        *("partner", "tricks of the side", "open hand", "talk", "face down", "blind"),
        *("phase choose", "phase leader"),
    },
    "championship-online": {
        *("partner", "tricks of the side", "face down", "blind", "phase choose"),
    },
}


def enough(slug: str, found: Compared) -> bool:
    pairs = min(found.pairs[audience.name] for audience in AUDIENCES)
    return pairs >= ENOUGH and (+found.secrets).keys() >= ALWAYS | SECRETS[slug]


@pytest.mark.parametrize("slug", RULESETS)
def test_nobody_can_tell_two_deals_apart_by_cards_he_has_not_seen(slug: str) -> None:
    found = Compared()

    @settings(max_examples=150, deadline=None)
    @given(st.integers(min_value=0, max_value=2**32 - 1))
    def nobody_tells_them_apart(seed: int) -> None:
        if not enough(slug, found):
            compare(slug, seed, found)

    nobody_tells_them_apart()
    assert (+found.secrets).keys() >= ALWAYS | SECRETS[slug]
    assert min(found.pairs[audience.name] for audience in AUDIENCES) >= ENOUGH


LEAKS: dict[str, tuple[Leak, tuple[str, ...]]] = {
    "the partner": (in_public(partner), ("wikibooks", "platform", "german")),
    "the partner, to declarer only": (in_own(partner_to_declarer), ("championship-offline",)),
    "tricks of the hidden side": (in_public(tricks_of_the_side), ("championship-online",)),
    "tricks still needed": (in_public(tricks_still_needed), ("platform", "championship-offline")),
    "an early stop": (stops_when_the_side_has_enough, ("platform",)),
    "a suit count under a new name": (in_public(suits), ("wiezen", "platform")),
    "a suit count under an old name": (in_public(number_of_hearts), ("wikibooks", "german")),
    "another seat's choices": (in_own(choices_of_another), ("wiezen", "championship-offline")),
    "how many choices another seat has": (in_own(number_of_choices), ("german",)),
    "the length of a frame": (longer_with_every_choice, RULESETS),
    "which card was put away": (tells_what_is_put_away, ("wiezen",)),
    "that a call is blind": (in_public(blind), ("championship-offline",)),
    "the card that lies face down": (in_public(face_down), ("championship-online",)),
}


@pytest.mark.parametrize(
    ("leak", "slug"),
    [(name, slug) for name, (_, slugs) in LEAKS.items() for slug in slugs],
)
def test_a_planted_leak_lets_somebody_tell_two_deals_apart(
    leak: str, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    LEAKS[leak][0](monkeypatch)
    with pytest.raises(AssertionError, match=r"can tell two deals|the course of the game"):
        tell_apart(slug)


def tell_apart(slug: str) -> None:
    for seed in range(60):
        compare(slug, seed, Compared())
