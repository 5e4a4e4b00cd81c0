"""A club's evening becomes a tournament of the club, and counts for its season."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import timezone

from clubs.services import erasing, evenings, founding, people
from clubs.texts import FORMER
from tests.clubs.people import Club40, found
from tests.tournaments.factories import tournament
from tournaments import seasons, stream
from tournaments.models import Entry, Standing, Tournament
from tournaments.selectors import rankings

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(db: None) -> Club40:
    return found()


def evening(club: Club40) -> str:
    now = timezone.now()
    evenings.plan(
        club.key,
        club.sent("toos", now=now),
        first=date(now.year + 1, 3, 22),
        at=time(20),
        every="once",
        times=1,
        places=11,
    )
    (key,) = club.state.evenings
    for name in ("toos", "sjef", "mien", "jan", "nel", "truus", "wim", "kees", "piet", "anna"):
        member = club.member(name) if name == "toos" else club.joins(name)
        evenings.sign_up(club.key, club.sent("toos"), evening=key, member=member.key)
    for name in ("Harrie", "Lena"):
        member = club.adds(name)
        evenings.sign_up(club.key, club.sent("toos"), evening=key, member=member.key)
    return key


def test_an_evenings_list_becomes_a_tournament_by_the_rules_of_the_house(club: Club40) -> None:
    sent = club.sent("toos")
    founding.set_rules(club.key, by=sent.by, now=sent.now, ruleset="wikibooks", options={})
    key = evening(club)
    where = f"/clubs/{club.key}/evenings/{key}/tournament/"
    page = club.client("toos").get(where).content.decode()
    assert "sjef" in page and "Harrie" in page  # entered, and told to have no account
    assert "Lena" not in page  # waits for a place
    form = {
        "form": "one",
        "title": "Tweede maandag",
        "venue": "hall",
        "rounds": "2",
        "round_minutes": "30",
    }
    answers = [club.client("toos").post(where, {**form, "primary": "points"}) for _ in range(2)]
    assert {answer.status_code for answer in answers} == {302}
    row = Tournament.objects.get(club=club.key)  # sent twice, made once
    assert (row.evening, row.ruleset, row.primary, row.title) == (
        key,
        "wikibooks",
        "points",
        "Tweede maandag",
    )
    assert row.starts == club.state.evenings[key].starts
    users = {person.pk for person in club.users.values()}
    assert set(row.entries.values_list("user_id", flat=True)) == {None, *users}
    told = erasing.about(club.users["sjef"].pk)["tournaments"]
    assert [each["tournament"] for each in told] == ["Tweede maandag"]
    (harrie,) = row.entries.exclude(member="")
    assert rankings.names([harrie]) == {harrie.key: "Harrie"}
    people.erase(club.key, club.sent("toos"), member=harrie.member)
    assert rankings.names([harrie]) == {harrie.key: str(FORMER)}
    assert stream.state(row.key).championship.status == "registration_closed"
    before = Tournament.objects.filter(key=row.key).values().get()
    stream.rebuild(row.key)
    assert Tournament.objects.filter(key=row.key).values().get() == before
    shown = club.client("sjef").get(f"/clubs/{club.key}/evenings/{key}/").content.decode()
    assert f"/tournaments/{row.key}/" in shown
    evenings.cancel(club.key, sent, evening=key)
    assert club.client("toos").get(where).status_code == 404


def played(club: Club40, day: int, percents: dict[str, str], **changed: Any) -> None:
    row = tournament(
        club=club.key,
        status=Tournament.FINISHED,
        starts=datetime(2027, 3, day, 19, tzinfo=UTC),
        **changed,
    )
    for place, (who, percent) in enumerate(percents.items(), start=1):
        entry = Entry.objects.create(
            key=f"{row.key}{place}",
            tournament=row,
            user_id=club.users[who].pk if who in club.users else None,
            member=who if who in club.state.members else "",
            standing=True,
            status=Entry.ACTIVE,
            entered=row.created,
        )
        Standing.objects.create(
            key=f"{row.key}:0:{place}",
            tournament=row,
            scope=0,
            entry=entry,
            place=place,
            boards=20,
            percent=percent,
            above_count=0,
            difference_boards=0,
        )


def test_the_best_evenings_of_a_season_count(club: Club40) -> None:
    club.joins("sjef")
    club.joins("mien")
    harrie = club.adds("Harrie")
    played(club, 1, {"toos": "70", "sjef": "50", "house": "99"})
    played(club, 8, {"sjef": "181/3", "mien": "55", harrie.key: "55", "toos": "40"})
    played(club, 15, {"sjef": "50", "toos": "125/3"})
    played(club, 22, {"mien": "99"}, ranked=False)
    played(club, 29, {"mien": "99"})
    places = seasons.ranking(
        club.key,
        {key: each.user for key, each in club.state.members.items()},
        since=datetime(2027, 1, 1, tzinfo=UTC),
        until=datetime(2027, 3, 29, tzinfo=UTC) - timedelta(days=1),
        best=2,
    )
    assert [(p.rank, p.who, p.total, p.counted, p.played) for p in places] == [
        (1, club.member("toos").key, Fraction(335, 3), 2, 3),
        (2, club.member("sjef").key, Fraction(331, 3), 2, 3),
        *((3, key, Fraction(55), 1, 1) for key in sorted([club.member("mien").key, harrie.key])),
    ]
    page = club.client("sjef").get(f"/clubs/{club.key}/season/?year=2027&best=2").content.decode()
    assert "111,67" in page and "2 van 3" in page
