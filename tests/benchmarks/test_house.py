"""`make bench`: what four house players bid and make in 2,000 deals under each ruleset."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

import engine
from engine.bids import Kind, Partner
from tests.engine.players.test_every_ruleset import opened, to_the_end

pytestmark = pytest.mark.bench

# Deals that were not used to fit anything.
FIRST, DEALS = 40_000, 2_000
SIDES = ("rik", "rik beter", "troela", "alone", "piek", "misère")
# At least so much of the games; riks made, misères made. The platform's riks are forced on
# forehand in a quarter of the games, on hands that nobody bid.
SELDOM, ALL_PASS = 0.005, 0.25
RIKS_MADE, MISERES_MADE = (0.45, 0.85), 0.5


@dataclass
class Count:
    bids: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    passed: int = 0

    def share(self, side: str) -> float:
        return self.bids[side] / DEALS

    def success(self, side: str) -> float:
        return self.made[side] / self.bids[side] if self.bids[side] else 0.0


def side_of(rung: engine.BidRung) -> str:
    if rung.partner is Partner.LAST_ACE:
        return "troela"
    if rung.partner is not Partner.NOBODY:
        # A beter rik is the one above the plain one: of hearts, or of more tricks.
        return "rik beter" if rung.bid == "rik_beter" else "rik"
    return {Kind.PIEK: "piek", Kind.MISERE: "misère"}.get(rung.kind, "alone")


def counted(slug: str) -> Count:
    count = Count()
    for number in range(FIRST, FIRST + DEALS):
        end = to_the_end(opened(slug, number), ["house"] * 4, number)
        # A vraag that nobody shared and that was given up counts as well.
        count.passed += not end.auction.declarers()
        for contract in engine.outcome(end).contracts:
            side = side_of(end.ruleset.rungs[contract.bid])
            count.bids[side] += 1
            count.made[side] += bool(contract.made)
    return count


@pytest.mark.parametrize("slug", engine.rulesets.names())
def test_house_players_bid_everything_and_make_most_of_it(
    slug: str, capsys: pytest.CaptureFixture[str]
) -> None:
    count = counted(slug)
    with capsys.disabled():
        told = [
            f"{side} {count.share(side):.1%} ({count.success(side):.0%} made)"
            for side in SIDES
            if count.bids[side]
        ]
        print(f"\n{slug}: all pass {count.passed / DEALS:.1%}; {'; '.join(told)}")  # noqa: T201
    # The options wiezen does not play by default bring its piek.
    wanted = {side_of(rung) for rung in engine.rulesets.get(slug).with_options({}).ladder}
    assert [side for side in wanted if count.share(side) < SELDOM] == []
    assert count.passed / DEALS < ALL_PASS
    assert RIKS_MADE[0] <= count.success("rik") <= RIKS_MADE[1]
    assert count.success("misère") >= MISERES_MADE
