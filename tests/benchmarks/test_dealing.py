"""`make bench`: dealing 1,000 boards, as arithmetic alone and as a worker does it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter

import pytest

from tests.tournaments.deals.setting import deal, scheduled, setup
from tournaments.domain import dealing as rikdeal
from tournaments.domain.dealing import NO_BEACON, deal_session
from tournaments.domain.manifest import Manifest, Session, write_manifest
from tournaments.models import Board

pytestmark = pytest.mark.bench

BOARDS = 1_000
A_ROUND = 25
TIMES = 3
KEY = bytes(range(rikdeal.KEY_BYTES))


def seconds(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return perf_counter() - began


def said(what: str, small: float, large: float) -> None:
    print(  # noqa: T201
        f"tournaments: {what}: {BOARDS / large:,.0f} boards/s, {BOARDS:,} in {large:.3f} s; "
        f"a quarter of them {small:.3f} s, growth x{large / small:.1f}"
    )


def manifest(boards: int, generator: str) -> Manifest:
    return write_manifest(
        event="bench",
        generator=generator,
        ruleset="championship-online",
        ruleset_sha256="0" * 64,
        sessions=[Session("1", tuple(range(1, boards + 1)), "2027-03-28T11:00:00Z")],
    )


@pytest.mark.parametrize("generator", ["uniform", "predicate:long-suit"])
def test_working_out_1000_boards(generator: str, capsys: pytest.CaptureFixture[str]) -> None:
    def work_out(boards: int) -> float:
        known = manifest(boards, generator)
        return median(
            seconds(lambda: deal_session(known, "1", key=KEY, beacon=NO_BEACON))
            for _ in range(TIMES)
        )

    small, large = work_out(BOARDS // 4), work_out(BOARDS)
    with capsys.disabled():
        print()  # noqa: T201
        said(f"working out {BOARDS:,} deals, {generator}", small, large)


@pytest.mark.django_db(transaction=True)
def test_dealing_1000_boards_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    """Drawn, sealed, fingerprinted, and told in events and rows; each round its transaction."""

    def deal_all(boards: int) -> float:
        key = scheduled(setup((boards // A_ROUND,), boards=A_ROUND))
        rounds = range(1, boards // A_ROUND + 1)
        taken = seconds(lambda: [deal(key, number) for number in rounds])
        assert Board.objects.filter(tournament=key).count() == boards
        return taken

    small, large = (median(deal_all(n) for _ in range(TIMES)) for n in (BOARDS // 4, BOARDS))
    with capsys.disabled():
        print()  # noqa: T201
        said(f"dealing {BOARDS:,} boards in rounds of {A_ROUND}", small, large)
