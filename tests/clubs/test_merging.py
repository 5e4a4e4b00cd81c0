"""Two records of one person become one, and two again if that was a mistake."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.utils import timezone

from clubs import selectors, stream
from clubs.domain import wants
from clubs.domain.club import ACTIVE, ERASED, LEFT, MERGED, UNDONE, Club
from clubs.domain.errors import ClubRefused, NotAllowed
from clubs.models import ClubInvitation, Evening, Membership
from clubs.services import erasing, evenings, importing, people
from clubs.texts import FORMER
from gameplay.eventstore import store
from gameplay.eventstore.verify import verify_stream
from tests.clubs.people import NOW, Club40, found
from tests.tournaments.test_club_evenings import played
from tournaments import seasons

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club40:
    """Mien is on the list twice: by hand, and by a link with her account. Two evenings are planned,
    one is over."""
    club = found()
    club.joins("mien")
    evenings.plan(
        club.key,
        club.sent("toos"),
        first=date(2027, 3, 8),
        at=time(20),
        every="weekly",
        times=3,
        places=0,
    )
    return club


def merge(club: Club40, kept: str, gone: str, *, by: str = "toos", why: str = "twee keer") -> None:
    people.merge(club.key, club.sent(by, now=LATER), kept=kept, gone=gone, reason=why)


def part(club: Club40, gone: str) -> None:
    people.part(club.key, club.sent("toos", now=LATER), gone=gone, reason="toch niet")


LATER = NOW + timedelta(days=8)


def people_of(club: Club) -> object:
    """Everything that a merge may touch, but for why it was made and undone."""
    return {
        key: (each.user, each.roles, each.number, each.state, each.paid)
        for key, each in club.members.items()
    }, club.evenings


def rows(club: Club40) -> list[dict[str, object]]:
    kinds = (Membership, Evening, ClubInvitation)
    return [row for kind in kinds for row in kind.objects.filter(club=club.key).values()]


def test_dues_evenings_and_guests_move_and_come_back(club: Club40) -> None:
    kept, hand = club.member("mien").key, club.adds("Mien Hoeks", number="77").key
    first, second, third = sorted(club.state.evenings, key=lambda e: club.state.evenings[e].starts)
    toos = club.sent("toos")
    for key in (first, second):
        evenings.sign_up(club.key, toos, evening=key, member=hand)
    for key in (second, third):
        evenings.sign_up(club.key, toos, evening=key, member=kept)
    evenings.bring(club.key, toos, evening=first, name="Harrie", host=hand)
    evenings.note_attendance(club.key, club.sent("toos", now=LATER), evening=first, present=[hand])
    for year in (2026, 2027):
        people.note_dues(club.key, toos, member=hand, year=year, paid=True)
    people.note_dues(club.key, toos, member=kept, year=2027, paid=True)
    before = people_of(club.state)

    page = club.client("toos").get(f"/clubs/{club.key}/members/{kept}/merge/?gone={hand}")
    shown = page.context["goes"]
    assert (shown.paid, len(shown.came), len(shown.present), shown.guests) == (
        "2026, 2027",
        2,
        1,
        1,
    )
    assert [each.key for each in page.context["together"]] == [second]  # told before anything

    merge(club, kept, hand)
    merge(club, kept, hand)  # twice is once
    state = club.state
    assert state.members[kept].paid == (2026, 2027)
    assert [state.evenings[e].coming for e in (first, second, third)] == [(kept,)] * 3
    assert (state.evenings[first].present, state.evenings[first].guests[0].host) == ((kept,), kept)
    assert (state.kept(hand), state.members[hand].state) == (kept, MERGED)
    assert not state.members[hand].powers and hand not in {
        each.key for each in selectors.active(selectors.people(state, frozenset()))
    }
    as_made = rows(club)
    stream.forget_everything()
    stream.rebuild(club.key)
    assert sorted(rows(club), key=str) == sorted(as_made, key=str)
    history = club.client("toos").get(f"/clubs/{club.key}/history/").context["lines"]
    (line,) = [each for each in history if each.why == "twee keer"]
    assert "Toos" in line.who and "mien" in line.what

    part(club, hand)
    part(club, hand)
    assert people_of(club.state) == before
    stream.forget_everything()
    assert people_of(club.state) == before


def test_what_can_become_one_and_who_may_say_so(club: Club40) -> None:
    toos, mien = club.member("toos").key, club.member("mien").key
    hand = club.adds("Mien")
    club.joins("bode", "treasurer")

    def refused(kept: str, gone: str, by: str = "toos", why: str = "zo") -> str:
        with pytest.raises(ClubRefused) as caught:
            merge(club, kept, gone, by=by, why=why)
        return caught.value.code

    assert refused(mien, hand.key, by="bode") == "not_allowed"
    assert refused(mien, hand.key, why=" ") == "missing_reason"
    assert refused(hand.key, mien) == "account_is_kept"
    assert refused(toos, mien) == "account_is_kept"
    assert refused(hand.key, hand.key) == "same_record"
    with pytest.raises(NotAllowed):
        people.part(club.key, club.sent("bode"), gone=hand.key, reason="zo")
    people.remove(club.key, club.sent("toos"), member=hand.key)
    merge(club, mien, hand.key)  # who had left and came back by a link
    part(club, hand.key)
    assert club.state.members[hand.key].state == LEFT
    assert refused(hand.key, mien) == "has_left"


def test_results_names_and_erasure_follow_the_kept_record(club: Club40) -> None:
    """Two without an account become one, an account takes it over, and all of it is hers."""
    one, two, three = (club.adds(name).key for name in ("Lena", "Leentje", "L. Smits"))
    played(club, 1, {one: "70", "toos": "40"})
    played(club, 8, {two: "50", "toos": "40"})
    merge(club, one, two)
    merge(club, three, one)
    assert club.state.kept(two) == three
    lena = club.joins("lena")
    people.leave(club.key, club.sent("lena"))
    people.erase(club.key, club.sent("lena"), member=lena.key)
    people.request(club.key, club.sent("lena"), name="Lena", says="")
    (asked,) = club.state.requests
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True, claims=three)
    user = club.users["lena"]
    assert {club.state.members[key].user for key in (one, two, three)} == {user.pk}
    places = seasons.ranking(
        club.key,
        {key: each.user for key, each in club.state.members.items()},
        since=datetime(2027, 1, 1, tzinfo=UTC),
        until=datetime(2028, 1, 1, tzinfo=UTC),
        best=5,
        kept=club.state.kept,
    )
    assert [(place.who, place.total, place.played) for place in places] == [
        (three, 120, 2),
        (club.member("toos").key, 80, 2),
    ]
    assert len(erasing.about(user.pk)["tournaments"]) == 2
    assert len(erasing.about(user.pk)["clubs"]) == 1
    user.shown = "anonymous"
    user.save()
    assert len(set(selectors.slip_names(club.key, [two, three]).values())) == 1
    assert "Leentje" not in selectors.slip_names(club.key, [two])[two]
    words = {each.name.id for key in (one, two, three) if (each := club.state.members[key]).name}
    assert len(store.read_texts(words)) == 3
    erasing.erase(user.pk, timezone.now())
    assert store.read_texts(words) == {}
    assert set(selectors.slip_names(club.key, [one, two, three]).values()) == {str(FORMER)}
    assert verify_stream(stream.name(club.key)) is None


def test_with_a_part_of_a_record_goes_all_that_was_part_of_that(club: Club40) -> None:
    one, two, three = (club.adds(name).key for name in ("Lena", "Leentje", "L. Smits"))
    merge(club, two, one)
    merge(club, three, two)
    people.erase(club.key, club.sent("toos", now=LATER), member=two)
    assert [club.state.members[key].state for key in (one, two, three)] == [ERASED, ERASED, ACTIVE]
    words = {each.name for key in (one, two) if (each := club.state.members[key])}
    assert words == {None}


def test_an_import_that_is_undone_leaves_what_was_merged(club: Club40) -> None:
    by, nothing = club.users["toos"].pk, [None, None, None]
    records = [people.new_record(key, None, people.Record(""), nothing) for key in ("m0", "m1")]
    club.sent("toos").change(
        club.key,
        lambda state: wants.import_members(state, by=by, source="i1", records=records),
        do="import",
    )
    merge(club, club.member("mien").key, "m0")
    club.sent("toos").change(
        club.key, lambda state: wants.undo_import(state, by=by, source="i1"), do="undo"
    )
    assert [club.state.members[key].state for key in ("m0", "m1")] == [MERGED, UNDONE]


def test_a_record_that_others_are_part_of_is_not_offered_to_be_taken_back(club: Club40) -> None:
    by = club.sent("toos", now=timezone.now())
    draft = importing.keep(club.key, by, b"Naam\nPiet\nPieter\nCor")
    rows = importing.outcome(
        club.state, {}, draft.lines, heading=True, meanings=["name"], everybody=False
    ).new
    source = draft.key
    importing.take(club.key, by, draft, rows)
    piet, pieter, cor = (key for key, each in club.state.members.items() if each.source == source)
    merge(club, piet, pieter)
    assert [each.count for each in importing.undoable(club.state)] == [1]
    importing.undo(club.key, by, source=source)
    assert importing.undoable(club.state) == [] and not club.state.members[cor].active
    assert club.state.members[piet].active and importing.came(club.state, source).count == 0
