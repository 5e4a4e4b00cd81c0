"""Who comes first when the primary measure does not say.

Primary measure, head-to-head, share of boards above 50 %, the second and the third measure, and
then a shared rank: whoever is equal in all of it is equal. A part of a group that a step splits off
goes on to the next step and never back to an earlier one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import TypeAlias

from tournaments.domain.results import Primary

__all__ = ["CHAINS", "HEAD_TO_HEAD", "Held", "head_to_head", "ranked"]

HEAD_TO_HEAD = "head_to_head"

CHAINS: Mapping[Primary, tuple[str, ...]] = {
    Primary.MATCHPOINTS: ("percent", HEAD_TO_HEAD, "above", "difference", "points"),
    Primary.DIFFERENCE: ("difference", HEAD_TO_HEAD, "above", "percent", "points"),
    Primary.POINTS: ("points", HEAD_TO_HEAD, "above", "percent", "difference"),
    Primary.TOTAL: ("points_total",),
}

Held: TypeAlias = Mapping[tuple[object, ...], Fraction]
"""The points an entry made, by (session, board, variant, seat); awards are not in it."""


def ranked(
    entries: Sequence[str],
    chain: Sequence[str],
    values: Mapping[str, Mapping[str, Fraction | None]],
    held: Callable[[str], Held],
    head_to_head_min: int,
) -> tuple[list[list[str]], dict[str, Fraction]]:
    """Groups of equals, best first, and the head-to-head of those for whom it was reached.

    `values` is by step and entry; a value that is null counts as 0. `held` is only asked about
    entries that are tied.
    """
    groups = [list(entries)]
    reached: dict[str, Fraction] = {}
    for step in chain:
        parts: list[list[str]] = []
        for group in groups:
            if len(group) < 2:
                parts.append(group)
            elif step != HEAD_TO_HEAD:
                parts += _split(group, values[step])
            elif found := head_to_head({who: held(who) for who in group}, head_to_head_min):
                reached.update(found)
                parts += _split(group, found)
            else:
                parts.append(group)
        groups = parts
    return [sorted(group) for group in groups if group], reached


def head_to_head(held: Mapping[str, Held], minimum: int) -> dict[str, Fraction] | None:
    """Each one's wins against the others of a tied group, or None where the step is skipped.

    The winner of a pair made more points on more of the boards on which both held the same seat. If
    any pair has fewer than `minimum` of those, the whole group skips the step: a value would
    otherwise depend on who happened to meet the same cards.
    """
    if min(len(boards) for boards in held.values()) < minimum:
        return None
    wins = dict.fromkeys(held, Fraction(0))
    for one, other in combinations(held, 2):
        mine, theirs = held[one], held[other]
        shared = mine.keys() & theirs.keys()
        if len(shared) < minimum:
            return None
        lead = sum((mine[b] > theirs[b]) - (mine[b] < theirs[b]) for b in shared)
        share = Fraction((lead > 0) - (lead < 0) + 1, 2)
        wins[one] += share
        wins[other] += 1 - share
    return wins


def _split(group: Sequence[str], value: Mapping[str, Fraction | None]) -> list[list[str]]:
    def key(entry: str) -> Fraction:
        return value[entry] or Fraction(0)

    return [list(equals) for _, equals in groupby(sorted(group, key=key, reverse=True), key=key)]
