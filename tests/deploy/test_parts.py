"""`make test` runs its tests in three parts: none is left out and none runs twice."""

from __future__ import annotations

from itertools import product

import pytest
from _pytest.mark.expression import Expression

from tests import parts

MARKERS = ("browser", "services", "node", "bench")


@pytest.mark.parametrize("chosen", list(product((False, True), repeat=len(MARKERS))))
def test_every_test_but_a_benchmark_is_in_one_part(chosen: tuple[bool, ...]) -> None:
    marked = dict(zip(MARKERS, chosen, strict=True))

    def has(name: str, /, **_: object) -> bool:
        return marked[name]

    every = (parts.QUICK, parts.SERVICES, parts.BROWSER)
    found = [Expression.compile(part).evaluate(has) for part in every]
    assert sum(found) == (not marked["bench"])
