"""Who may be sent which kind of fact, and when. Situations 22 and 23: in doubt, nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine import Seat
from gameplay.visibility import (
    COMMENTATOR,
    DEALER,
    SPECTATOR,
    Audience,
    Fact,
    Kind,
    Viewer,
    at_seat,
    visible,
)

NOON = datetime(2027, 3, 28, 12, 0, tzinfo=UTC)

VIEWERS: dict[str, Viewer | None] = {
    "nobody": None,
    "spectator": SPECTATOR,
    "no seat": Viewer(Audience.SEAT),  # a seat without a name must not be taken for everybody's
    "other": at_seat(Seat.NORTH),
    "holder": at_seat(Seat.EAST),
    "director": Viewer(Audience.DIRECTOR),
    "commentator": COMMENTATOR,
    "dealer": DEALER,
}
RELEASED = {"never": None, "later": NOON + timedelta(seconds=1), "by now": NOON}

# One row for each fact: the hand of East, or what all seats share. A dot is no, an x is yes.
TABLE = """
kind   policy  finished released  nobody spectator "no seat" other holder director comm.    dealer

place  live    no       never     .      x         x         x     x      x        x           x
place  board   no       never     .      x         x         x     x      x        x           x
place  board   yes      by_now    .      x         x         x     x      x        x           x

play   live    no       never     .      x         x         x     x      x        x           x
play   live    yes      by_now    .      x         x         x     x      x        x           x
play   board   no       never     .      .         x         x     x      x        x           .
play   board   yes      never     .      .         x         x     x      x        x           .
play   board   yes      later     .      .         x         x     x      x        x           .
play   board   yes      by_now    .      x         x         x     x      x        x           x

own    live    no       never     .      .         .         .     x      x        .           .
own    live    yes      by_now    .      .         .         .     x      x        .           .
own    board   no       never     .      .         .         .     x      x        .           .
own    board   yes      later     .      .         .         .     x      x        .           .
own    board   yes      by_now    .      .         .         .     x      x        .           .

deal   live    no       never     .      .         .         .     .      x        x           x
deal   live    no       by_now    .      .         .         .     .      x        x           x
deal   live    yes      by_now    .      x         x         x     x      x        x           x
deal   board   no       by_now    .      .         .         .     .      x        x           x
deal   board   yes      never     .      .         .         .     .      x        x           x
deal   board   yes      later     .      .         .         .     .      x        x           x
deal   board   yes      by_now    .      x         x         x     x      x        x           x

result live    no       never     .      .         .         .     .      x        x           .
result live    yes      by_now    .      x         x         x     x      x        x           x
result board   no       never     .      .         .         .     .      x        x           .
result board   yes      never     .      .         x         x     x      x        x           .
result board   yes      later     .      .         x         x     x      x        x           .
result board   yes      by_now    .      x         x         x     x      x        x           x
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()[1:] if line]


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_who_sees_what(row: list[str]) -> None:
    kind, policy, finished, released, *answers = row
    fact = Fact(
        Kind(kind), policy, finished == "yes", RELEASED[released.replace("_", " ")], Seat.EAST
    )
    seen = ["x" if visible(viewer, fact, NOON) else "." for viewer in VIEWERS.values()]
    assert dict(zip(VIEWERS, seen, strict=True)) == dict(zip(VIEWERS, answers, strict=True))


def test_every_kind_of_fact_has_its_rows_under_every_policy() -> None:
    assert {(kind, policy) for kind, policy, *_ in ROWS} == {
        (kind.value, policy) for kind in Kind for policy in ("live", "board")
    }


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("policy", ["", "LIVE", "boards", "session"])
def test_under_an_unknown_policy_nobody_sees_anything(viewer: str, policy: str) -> None:
    for kind in Kind:
        fact = Fact(kind, policy, finished=True, released=NOON, seat=Seat.EAST)
        assert not visible(VIEWERS[viewer], fact, NOON)


def test_a_hand_without_an_owner_is_nobodys() -> None:
    """None is None: the viewer without a seat must not match the fact without one."""
    fact = Fact(Kind.OWN, "live", finished=False)
    assert not any(
        visible(viewer, fact, NOON) for name, viewer in VIEWERS.items() if name != "director"
    )
