"""Who pays whom when an evening is over, with as few payments as there can be.

k people among whom everything comes out even need k - 1 payments. So the fewest are those of the
most groups that come out even by themselves, and two who owe each other the same are always one.
Finding the others is a search; it stops after a fixed amount of work, never after a time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

__all__ = ["Payment", "settle"]

LOOKED_AT = 400_000
"""Groups; after so many the best that was found is taken."""
MOST_SEARCHED = 24
"""People, without the pairs. Among more no groups are looked for: they make one payment fewer than
they are."""


@dataclass(frozen=True, slots=True)
class Payment:
    payer: str
    payee: str
    cents: int


def settle(balances: Mapping[str, int]) -> list[Payment]:
    """``balances``: cents that everybody won, below 0 what he lost. They sum zero.

    >>> settle({"a": 30, "b": -10, "c": -20, "d": -5, "e": 5})
    [Payment(payer='d', payee='e', cents=5), Payment(payer='c', payee='a', cents=20), \
Payment(payer='b', payee='a', cents=10)]
    """
    if sum(balances.values()):
        raise ValueError("what is won is what others have lost")
    left = sorted((amount, who) for who, amount in balances.items() if amount)
    pairs, left = _pairs(left)
    groups = [[left[at] for at in group] for group in _even(tuple(amount for amount, _ in left))]
    return [payment for group in (*pairs, *groups) for payment in _within(group)]


_Owed = tuple[int, str]


def _pairs(left: Sequence[_Owed]) -> tuple[list[list[_Owed]], list[_Owed]]:
    """Two who owe each other the same, and who is left. That never makes fewer groups."""
    waiting: defaultdict[int, list[_Owed]] = defaultdict(list)
    pairs: list[list[_Owed]] = []
    for one in left:
        if waiting[-one[0]]:
            pairs.append([waiting[-one[0]].pop(0), one])
        else:
            waiting[one[0]].append(one)
    return pairs, sorted(one for rest in waiting.values() for one in rest)


def _within(group: Iterable[_Owed]) -> list[Payment]:
    """The largest loss goes to the largest gain; each payment leaves one person even."""
    rest = sorted(group)
    paid: list[Payment] = []
    while len(rest) > 1:
        (loss, payer), (gain, payee) = rest[0], rest[-1]
        cents = min(-loss, gain)
        paid.append(Payment(payer, payee, cents))
        kept = [(loss + cents, payer), *rest[1:-1], (gain - cents, payee)]
        rest = sorted(one for one in kept if one[0])
    return paid


@lru_cache(maxsize=32)
def _even(amounts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """As many groups as there can be, of which each sums zero; people by their place."""
    if not amounts:
        return ()
    everybody = (1 << len(amounts)) - 1
    chosen = _Search(amounts).best(everybody) if len(amounts) <= MOST_SEARCHED else (everybody,)
    return tuple(tuple(at for at in range(len(amounts)) if group >> at & 1) for group in chosen)


class _Search:
    """Groups are numbers with a bit for each person; a set of people that sums zero is cut into one
    group with the first of them, and the rest."""

    def __init__(self, amounts: Sequence[int]) -> None:
        self._by_first: defaultdict[int, list[int]] = defaultdict(list)
        for group in islice(_summing_zero(amounts), LOOKED_AT):
            self._by_first[group & -group].append(group)
        for groups in self._by_first.values():
            groups.sort(key=lambda group: (group.bit_count(), group))
        self._known: dict[int, tuple[int, ...]] = {0: ()}
        self._work = LOOKED_AT

    def best(self, people: int) -> tuple[int, ...]:
        known = self._known.get(people)
        if known is not None:
            return known
        found: tuple[int, ...] = (people,)
        for group in self._by_first[people & -people]:
            self._work -= 1
            # No group has fewer than three: pairs are taken out before.
            most = 1 + (people.bit_count() - group.bit_count()) // 3
            if most <= len(found) or self._work < 0:
                break
            if group & people == group and group != people:
                rest = self.best(people ^ group)
                if len(rest) + 1 > len(found):
                    found = (group, *rest)
        self._known[people] = found
        return found


def _summing_zero(amounts: Sequence[int]) -> Iterator[int]:
    """All groups that come out even, found half against half."""
    half = len(amounts) // 2
    by_sum: defaultdict[int, list[int]] = defaultdict(list)
    for group, total in _sums(amounts[half:]):
        by_sum[total].append(group << half)
    for low, total in _sums(amounts[:half]):
        for high in by_sum.get(-total, ()):
            if low | high:
                yield low | high


def _sums(amounts: Sequence[int]) -> list[tuple[int, int]]:
    sums = [(0, 0)]
    for at, amount in enumerate(amounts):
        sums += [(group | 1 << at, total + amount) for group, total in sums]
    return sums
