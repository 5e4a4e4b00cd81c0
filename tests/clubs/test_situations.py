"""Traps around the table that a club may fall into; `tests/test_situations.py` lists them all."""

from __future__ import annotations

import pytest

from clubs import selectors, stream
from clubs.services import evenings
from gameplay.eventstore import store
from tests.clubs.people import Club40
from tests.clubs.test_club import evening

pytestmark = pytest.mark.django_db


def queue(club: Club40, one: str) -> list[tuple[str, int]]:
    """Who comes, and as which number he waits."""
    known = selectors.people(club.state, frozenset())
    return [(each.name, each.waits) for each in selectors.comers(club.state.evenings[one], known)]


def test_10_and_30_a_place_goes_to_who_has_waited_longest_and_to_nobody_else(club: Club40) -> None:
    one = evening(club, places=2)
    for name in "abcde":
        member = club.joins(name).key
        evenings.sign_up(club.key, club.sent(name), evening=one, member=member)

    def off(name: str) -> None:
        evenings.sign_off(club.key, club.sent(name), evening=one, member=club.member(name).key)

    assert queue(club, one) == [("a", 0), ("b", 0), ("c", 1), ("d", 2), ("e", 3)]
    off("b")
    assert queue(club, one) == [("a", 0), ("c", 0), ("d", 1), ("e", 2)]
    # Whoever got the place gives it up: it goes to the next, and only to him.
    off("c")
    assert queue(club, one) == [("a", 0), ("d", 0), ("e", 1)]
    # Whoever comes back is the last, whatever he held before.
    evenings.sign_up(club.key, club.sent("b"), evening=one, member=club.member("b").key)
    assert queue(club, one) == [("a", 0), ("d", 0), ("e", 1), ("b", 2)]
    asked = [row for row in store.load(stream.name(club.key)) if row.type == "SignedUp"]
    who = {
        member.key: selectors.people(club.state, frozenset())[member.key].name
        for member in club.state.members.values()
    }
    last = {who[str(row.payload["member"])]: row.version for row in asked}
    assert sorted((name for name, _ in queue(club, one)), key=last.__getitem__) == [*"adeb"]


def test_31_who_waits_reads_why_and_as_which_number(club: Club40) -> None:
    one = evening(club, places=1)
    for name in ("a", "b", "c"):
        member = club.joins(name).key
        evenings.sign_up(club.key, club.sent(name), evening=one, member=member)
    where = f"/clubs/{club.key}/evenings/{one}/"
    for who in ("c", "toos"):
        page = club.client(who).get(where, headers={"Accept-Language": "en"}).content.decode()
        assert "1 place" in page
        assert page.count("waits for a place") == 2 and "as number 2" in page
