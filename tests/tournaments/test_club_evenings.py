"""A club's evening becomes a tournament of the club, and counts for its season."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubs.services import erasing, evenings, founding, people
from clubs.texts import FORMER
from tests.clubs.people import Club40, found
from tests.tournaments.factories import tournament
from tournaments import rehearsal, seasons, stream
from tournaments.models import Entry, Standing, Tournament
from tournaments.selectors import leading, rankings, settlements
from tournaments.services import (
    clock,
    club_evenings,
    rebuilding,
    registration,
    rounds,
    seating,
)

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
        "sessions": "1",
        "rounds": "2",
        "boards": "4",
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


def test_an_evening_is_made_whole_or_not_at_all(
    club: Club40, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever was killed half-way, and is asked once more, leaves nobody out."""
    key = evening(club)
    told: dict[str, Any] = {
        "settings": {"title": "Maandag", "venue": "hall", "rounds": 1, "primary": "points"},
        "by": club.users["toos"].pk,
        "now": timezone.now(),
        "sent": "one",
        "named": rehearsal.house_player,
    }

    def killed(*asked: object, **by: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as then:
        then.setattr(registration, "enter_members", killed)
        with pytest.raises(KeyboardInterrupt):
            club_evenings.make(club.key, key, **told)
    assert not Tournament.objects.exists()
    made = club_evenings.make(club.key, key, **told)
    assert Entry.objects.filter(tournament=made).count() == 11
    assert stream.state(made).championship.status == "registration_closed"


RIK = ("r", "1", "2", "9")
"""The first of the four who play rikt with the second, and makes it: +15 each, -15 the others."""


def line_of(chairs: int, board: int, line: tuple[str, str, str, str]) -> dict[str, str]:
    """Typed on the slip; at a table of five the first chair deals and sits out, then the next."""
    playing = [at for at in range(1, chairs + 1) if chairs == 4 or at != (board - 1) % 5 + 1]
    code, who, partner, tricks = line
    return {
        "code": code,
        "who": str(playing[int(who) - 1]),
        "partner": str(playing[int(partner) - 1]) if partner else "",
        "tricks": tricks,
    }


def test_an_evening_of_22_is_played_at_five_tables_with_their_own_cards(club: Club40) -> None:
    toos = club.client("toos")
    evenings.plan(
        club.key,
        club.sent("toos"),
        first=date(timezone.now().year + 1, 3, 22),
        at=time(20),
        every="once",
        times=1,
        places=0,
    )
    (key,) = club.state.evenings
    host = club.member("toos").key
    members = [host, *(club.adds(f"Lid {at:02}").key for at in range(20))]
    evenings.sign_up_all(club.key, club.sent("toos"), evening=key, members=members)
    evenings.bring(club.key, club.sent("toos"), evening=key, host=host, name="Buurman Bert")
    where = f"/clubs/{club.key}/evenings/{key}/tournament/?cards=own"
    page = toos.get(where).content.decode()
    assert "3 tafels van vier" in page and "2 tafels van vijf" in page
    form = {
        "form": "one",
        "title": "Tweede maandag",
        "sessions": "2",
        "rounds": "1",
        "boards": "5",
        "round_minutes": "30",
        "plan": "meet",
        "tariff": "5",
    }
    manage = toos.post(where, form)["Location"]
    row = Tournament.objects.get(club=club.key)
    toos.post(manage, {"do": "seat", "command": "s"})
    state = stream.state(row.key).championship
    sizes = [[len(table.chairs) for table in each.tables] for each in state.rounds]
    assert sizes == [[4, 4, 4, 5, 5]] * 2
    assert {table.out for table in state.rounds[0].tables} == {(), (0, 1, 2, 3, 4)}
    # Who comes late before the first deal is in the draw that is made for him; then he goes home.
    by: dict[str, Any] = {"actor": "user:1", "now": timezone.now()}
    registration.enter_guests(row.key, ["Nakomer"], **by)
    (late,) = [each.key for each in stream.state(row.key).championship.unseated]
    toos.post(manage, {"do": "seat", "command": "late"})
    seated = stream.state(row.key).championship.rounds[0].tables
    assert [len(table.chairs) for table in seated] == [4, 4, 5, 5, 5]
    registration.withdraw(row.key, entry=late, reason="", **by)
    toos.post(manage, {"do": "seat", "command": "without"})
    state = stream.state(row.key).championship
    assert [len(table.chairs) for table in state.rounds[0].tables] == [4, 4, 4, 5, 5]
    report = seating.report_of(state)
    assert report["meetings"] == {"0": 155, "1": 76}  # nobody meets anybody twice
    assert "22" not in row.manifest  # no deal is promised, for nobody deals
    for number in (1, 2):
        now = timezone.now()
        rounds.start(row.key, number, actor="user:1", now=now)
        clock.run_due(now)
        for table in state.rounds[number - 1].tables:
            grid = f"/tournaments/{row.key}/manage/{number}/{table.number}/"
            for board in range(1, 6):
                told = {"board": board, **line_of(len(table.chairs), board, RIK)}
                answer = toos.post(
                    grid, {"id": f"{number}-{table.number}-{board}", **told}, "application/json"
                )
                assert answer.status_code == 200, answer.content
            if number == 1 and table.number == 5:
                rows = answer.json()["rows"]
                assert [one["dealer"] for one in rows] == [1, 2, 3, 4, 5]
                assert rows[0]["points"] == [None, 15, 15, -15, -15]
                assert rows[-1]["totals"] == [60, 60, 0, -60, -60]
                told = {"id": "out", "board": 1, "code": "r", "who": "1", "partner": "2"}
                answer = toos.post(grid, {**told, "tricks": "9"}, "application/json")
                assert answer.json()["error"]["code"] == "sits_out"
        for _ in range(3):
            clock.run_due(now)
    row.refresh_from_db()
    assert row.status == "finished"
    lines = rankings.lines(row.key)
    assert sum(int(line.standing.points_total) for line in lines) == 0
    assert sorted({line.standing.boards for line in lines}) == [8, 9, 10]
    assert lines[0].standing.rank == 1
    before = list(Standing.objects.filter(tournament=row.key).order_by("key").values())
    rebuilding.rebuild(timezone.now())
    assert list(Standing.objects.filter(tournament=row.key).order_by("key").values()) == before
    way = f'href="/clubs/{club.key}/evenings/{key}/outcome/"'
    assert way in toos.get(f"/tournaments/{row.key}/manage/").content.decode()
    assert way in toos.get(f"/tournaments/{row.key}/").content.decode()
    assert way not in Client().get(f"/tournaments/{row.key}/").content.decode()
    page = toos.get(f"/clubs/{club.key}/evenings/{key}/outcome/").content.decode()
    assert "Buurman Bert" in page
    made = settlements.points(row)
    found, payments = settlements.of(row)
    assert {line.cents for line in found} == {5 * each for each in made.values()}
    assert sum(made.values()) == 0
    [told] = toos.get(f"/api/clubs/{club.key}/evenings/{key}/outcome/").json()["results"]
    assert [each["cents"] for each in told["lines"]] == [line.cents for line in found]
    assert len(told["payments"]) == len(payments)
    year = {
        "since": datetime(row.starts.year, 1, 1, tzinfo=UTC),
        "until": datetime(row.starts.year + 1, 1, 1, tzinfo=UTC),
    }
    assert seasons.measures(club.key, **year) == [seasons.POINTS]
    everybody = {key: each.user for key, each in club.state.members.items()}
    assert seasons.ranking(club.key, everybody, best=10, **year) == []  # nobody was compared
    places = seasons.ranking(club.key, everybody, best=10, by=seasons.POINTS, **year)
    assert len(places) == 21  # a guest has no season
    best = max(int(line.standing.points_total) for line in lines if line.name != "Buurman Bert")
    assert places[0].total == best
    assert sum(one.cents for one in payments) == 5 * sum(each for each in made.values() if each > 0)


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


@pytest.mark.parametrize("why", [Standing.WITHDRAWN, Standing.SAT_IN])
def test_an_evening_that_ranked_somebody_nowhere_is_none_of_his_season(
    club: Club40, why: str
) -> None:
    club.joins("sjef")
    played(club, 1, {"toos": "70", "sjef": "50"})
    played(club, 8, {"toos": "60", "sjef": "100"})
    line = Standing.objects.get(percent="100", entry__user_id=club.users["sjef"].pk)
    Standing.objects.filter(pk=line.pk).update(rank=None, unranked=why)
    season = seasons.of_year(club.state, 2027, 10)
    assert [(place.who, place.total, place.played) for place in season.places] == [
        (club.member("toos").key, Fraction(130), 2),
        (club.member("sjef").key, Fraction(50), 1),
    ]


def test_who_took_over_the_record_that_was_entered_may_leave_and_enter_again(
    club: Club40,
) -> None:
    key = evening(club)
    where = f"/api/clubs/{club.key}/evenings/{key}/tournament/"
    club.client("toos").post(where, {"rounds": 2}, "application/json")
    row = Tournament.objects.get(club=club.key)
    (entry,) = row.entries.exclude(member="")
    user = club.users["harrie"] = get_user_model().objects.create_user("harrie")
    people.request(club.key, club.sent("harrie"), name="Harrie", says="")
    (asked,) = club.state.requests
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True, claims=entry.member)
    by: dict[str, Any] = {"actor": f"user:{user.pk}", "now": timezone.now()}
    registration.open(row.key, **by)
    assert registration.enter(row.key, user_id=user.pk, **by) == entry.key
    registration.withdraw(row.key, entry=entry.key, reason="", **by)
    for _ in range(2):
        assert registration.enter(row.key, user_id=user.pk, **by) == entry.key
        again = Entry.objects.get(pk=entry.key)
        assert (again.status, again.user_id, again.member) == ("active", user.pk, entry.member)
    assert stream.state(row.key).championship.entries[entry.key].active
    assert leading.entry_in(row.key, user.pk) == again
    assert rankings.names([again]) == {entry.key: "Harrie"}


def test_a_program_makes_the_evenings_tournament_once_and_reads_the_season(club: Club40) -> None:
    key = evening(club)
    toos = club.client("toos")
    where = f"/api/clubs/{club.key}/evenings/{key}/tournament/"
    answers = [
        toos.post(
            where, {"rounds": 2}, "application/json", headers={"Idempotency-Key": "een"}
        ).json()
        for _ in range(2)
    ]
    row = Tournament.objects.get(club=club.key)
    assert {answer["key"] for answer in answers} == {row.key}
    assert row.title.startswith("De Zwarte Piet, ")
    told = toos.get(f"/api/clubs/{club.key}/evenings/{key}/").json()
    assert [each["tournament"] for each in told["tournaments"]] == [row.key]

    played(club, 1, {"sjef": "250/3"})
    told = toos.get(f"/api/clubs/{club.key}/season/", {"year": 2027}).json()
    [line] = told["results"]
    assert (line["rank"], line["name"], line["total"]["exact"]) == (1, "sjef", "250/3")
