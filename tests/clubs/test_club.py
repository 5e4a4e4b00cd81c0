"""A club from its founding on: what happened is kept, who may what, and what is gone when asked."""

from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.forms.models import model_to_dict
from django.utils import timezone

from clubs import history, selectors, sheets, stream
from clubs.domain.errors import ClubRefused, NoSuchClub, NotAllowed
from clubs.models import Club, ClubInvitation, Evening, ImportDraft, Membership
from clubs.services import erasing, evenings, importing, links, people
from clubs.tasks import forget
from gameplay.eventstore import store
from gameplay.eventstore.verify import verify_stream
from tests.clubs.people import NOW, Club40

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=5)


def refused(code: str) -> Any:
    return pytest.raises(ClubRefused, check=lambda refusal: refusal.code == code)


def rows(key: str) -> list[Any]:
    found = [Club.objects.get(key=key)]
    for kind in (Membership, ClubInvitation, Evening):
        found += kind.objects.filter(club_id=key).order_by("pk")
    return [model_to_dict(each) for each in found]


def said(club: Club40) -> str:
    """All that is kept of a club in events."""
    return json.dumps([row.payload for row in store.load(stream.name(club.key))])


def happened(club: Club40, *powers: str) -> list[history.Line]:
    people = selectors.people(club.state, frozenset())
    return history.lines(club.state, people, frozenset(powers), page=1, most=99)[0]


def names(club: Club40, who: str = "") -> dict[str, str]:
    powers = club.member(who).powers if who else frozenset[str]()
    return {each.key: each.name for each in selectors.people(club.state, powers).values()}


def evening(club: Club40, every: str = "once", times: int = 1, places: int = 0) -> str:
    evenings.plan(
        club.key,
        club.sent("toos"),
        first=date(2027, 3, 22),
        at=time(20),
        every=every,
        times=times,
        places=places,
    )
    return min(club.state.evenings.values(), key=lambda each: each.starts).key


def test_rows_can_be_made_again_and_no_event_holds_a_name(club: Club40) -> None:
    club.joins("sjef", "director")
    jan = club.adds("Jan de Vries", nickname="Jantje", note="Belt op dinsdag.")
    one = evening(club, "fortnightly", 3)
    evenings.sign_up(club.key, club.sent("sjef"), evening=one, member=club.member("sjef").key)
    evenings.bring(
        club.key, club.sent("sjef"), evening=one, host=club.member("sjef").key, name="Harrie"
    )
    people.note_dues(club.key, club.sent("toos"), member=jan.key, year=2027, paid=True)
    people.remove(club.key, club.sent("toos"), member=jan.key, reason="Verhuisd naar Tilburg.")
    before = rows(club.key)
    stream.forget_everything()
    stream.rebuild(club.key)
    assert rows(club.key) == before and len(before) == 1 + 3 + 1 + 3
    for word in ("Toos", "Jan", "Belt", "Harrie", "Tilburg"):
        assert word not in said(club)
    assert "2027" not in str([line.what for line in happened(club) if "betaald" in line.what])
    assert "Verhuisd naar Tilburg." not in {line.why for line in happened(club)}
    assert any("betaald" in line.what for line in happened(club, "dues"))
    told = happened(club, "records")
    assert "Verhuisd naar Tilburg." in {line.why for line in told}
    assert told[0].at == NOW and told[0].who == "Toos van de Ven"


def test_the_same_hour_on_the_clock_however_clocks_are_moved(club: Club40) -> None:
    evening(club, "fortnightly", 2)
    evening(club, "fortnightly", 2)  # planned again: nothing happens
    first, second = sorted(each.starts for each in club.state.evenings.values())
    assert (first.hour, second.hour) == (19, 18)  # in UTC: summer time began on 28 March
    assert second - first == timedelta(days=14, hours=-1)
    evenings.plan(
        club.key,
        club.sent("toos"),
        first=date(2027, 10, 25),
        at=time(20),
        every="weekly",
        times=2,
        places=0,
    )
    before, after = sorted(each.starts for each in club.state.evenings.values())[2:]
    assert after - before == timedelta(days=7, hours=1)  # winter time began on 31 October
    assert evenings.dates(date(2027, 1, 29), "monthly", 3) == [
        date(2027, 1, 29),
        date(2027, 2, 26),
        date(2027, 3, 26),
    ]


@pytest.mark.parametrize(
    ("first", "every", "times", "code"),
    [
        (date(9999, 12, 31), "monthly", 60, "date_far"),
        (date(1, 1, 1), "once", 1, "date_over"),
        (date(2027, 3, 8), "monthly", 38, "date_far"),
        (date(2027, 3, 8), "monthly", 36, ""),
    ],
)
def test_evenings_are_planned_three_years_ahead_at_most(
    club: Club40, first: date, every: str, times: int, code: str
) -> None:
    def plan() -> None:
        told = {"first": first, "at": time(20), "every": every, "times": times, "places": 0}
        evenings.plan(club.key, club.sent("toos"), **told)

    if code:
        with refused(code):
            plan()
    else:
        plan()
    assert len(club.state.evenings) == (0 if code else times)
    for year in ("9999", "0001"):
        assert club.client("toos").get(f"/clubs/{club.key}/season/?year={year}").status_code == 200


# -- roles ---------------------------------------------------------------------------------


def test_nobody_gives_himself_or_others_what_he_has_not(club: Club40) -> None:
    secretary, jan = club.joins("sjef", "secretary", "member"), club.joins("jan")
    sent = club.sent("sjef")
    with refused("own_role_upwards"):
        people.give_roles(club.key, sent, member=secretary.key, roles=["secretary", "treasurer"])
    for role in ("owner", "treasurer"):
        with refused("role_above_own"):
            people.give_roles(club.key, sent, member=jan.key, roles=[role])
    with refused("above_you"):
        people.give_roles(club.key, sent, member=club.member("toos").key, roles=["member"])
    with refused("above_you"):
        people.remove(club.key, sent, member=club.member("toos").key)
    people.give_roles(club.key, sent, member=jan.key, roles=["director"])
    assert club.member("jan").roles == ("director",)
    people.give_roles(club.key, sent, member=secretary.key, roles=["member"])
    with pytest.raises(NotAllowed):
        people.give_roles(club.key, sent, member=secretary.key, roles=["secretary"])


def test_a_club_is_handed_over_and_never_without_an_owner(club: Club40) -> None:
    toos, jan = club.member("toos").key, club.adds("Jan de Vries")
    for want in (
        lambda: people.leave(club.key, club.sent("toos")),
        lambda: people.erase(club.key, club.sent("toos"), member=toos),
        lambda: people.give_roles(club.key, club.sent("toos"), member=toos, roles=["secretary"]),
        lambda: erasing.erase(club.users["toos"].pk, NOW),
    ):
        with refused("last_owner"):
            want()
    with refused("needs_account"):
        people.hand_over(club.key, club.sent("toos"), member=jan.key)
    sjef = club.joins("sjef", "director")
    people.hand_over(club.key, club.sent("toos"), member=sjef.key)
    assert (club.member("sjef").roles, club.member("toos").roles) == (
        ("owner", "director"),
        ("member",),
    )
    people.leave(club.key, club.sent("toos"))


# -- ways in -------------------------------------------------------------------------------


def test_a_link_is_kept_as_a_digest_and_works_as_often_as_it_says(club: Club40) -> None:
    token = links.invite(club.key, club.sent("toos"), role="guest", uses=2, days=1)
    assert token not in said(club)
    mien = get_user_model().objects.create_user("mien")
    links.accept(token, user=mien.pk, name="", now=LATER)
    links.accept(token, user=mien.pk, name="", now=LATER)  # a second click
    for _ in range(2):  # a double click
        links.accept(token, user=None, name="Harrie", now=LATER, sent="one form")
    with refused("invitation_invalid"):
        links.accept(token, user=None, name="Een te veel", now=LATER)
    assert sorted(names(club, "toos").values()) == ["Harrie", "Toos van de Ven", "mien"]
    assert [each.roles for each in club.state.members.values()][1:] == [("guest",)] * 2
    other = links.invite(club.key, club.sent("toos"), role="member", uses=9, days=1)
    with refused("invitation_invalid"):
        links.find(other, NOW + timedelta(days=1))
    newest = list(club.state.invitations)[-1]
    links.revoke(club.key, club.sent("toos"), invitation=newest)
    with refused("invitation_invalid"):
        links.find(other, LATER)


def test_who_was_taken_off_the_list_asks_and_does_not_come_back_by_an_open_link(
    club: Club40,
) -> None:
    token = links.invite(club.key, club.sent("toos"), role="member", uses=9, days=1)
    for name in ("jan", "mien"):
        club.users[name] = get_user_model().objects.create_user(name)
        links.accept(token, user=club.users[name].pk, name="", now=LATER)
    people.leave(club.key, club.sent("mien"))
    links.accept(token, user=club.users["mien"].pk, name="", now=LATER)  # she went by herself
    assert club.member("mien").active
    people.remove(club.key, club.sent("toos"), member=club.member("jan").key)
    with refused("was_removed"):
        links.accept(token, user=club.users["jan"].pk, name="", now=LATER)
    later = LATER + timedelta(hours=1)
    anew = links.invite(club.key, club.sent("toos", now=later), role="member", uses=1, days=1)
    links.accept(anew, user=club.users["jan"].pk, name="", now=later)
    assert club.member("jan").active
    taken_off = club.sent("toos", now=later + timedelta(hours=1))
    people.remove(club.key, taken_off, member=club.member("jan").key)
    people.request(club.key, club.sent("jan"), name="", says="")
    (asked,) = club.state.requests
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True)
    assert club.member("jan").active
    people.leave(club.key, club.sent("jan"))
    links.accept(token, user=club.users["jan"].pk, name="", now=LATER)
    assert club.member("jan").active


def test_an_account_takes_over_the_record_that_the_club_kept(club: Club40) -> None:
    jan = club.adds("Jan de Vries", number="41", note="Speelt graag met Toos.")
    one = evening(club)
    evenings.sign_up(club.key, club.sent("toos"), evening=one, member=jan.key)
    club.users["jan"] = get_user_model().objects.create_user("jan")
    sent = club.sent("jan")
    people.request(club.key, sent, name="Jan de Vries", says="Ik ben nummer 41.")
    with refused("already_asked"):
        people.request(club.key, sent, name="Jan", says="")
    (asked,) = club.state.requests
    people.answer(club.key, club.sent("toos"), request=asked, accepted=True, claims=jan.key)
    assert club.member("jan").key == jan.key and club.member("jan").number == "41"
    evenings.sign_off(club.key, sent, evening=one, member=jan.key)
    with refused("already_answered"):
        people.answer(club.key, club.sent("toos"), request=asked, accepted=False)
    assert erasing.about(club.users["jan"].pk)["clubs"][0]["note"] == "Speelt graag met Toos."


def test_a_claim_gives_no_more_than_the_doer_could_and_never_a_second_record(club: Club40) -> None:
    club.joins("sjef", "secretary")
    piet, jan, gone = club.adds("Piet"), club.adds("Jan"), club.adds("Gone")
    treasurer = ["treasurer", "director"]
    people.give_roles(club.key, club.sent("toos"), member=piet.key, roles=treasurer)
    people.remove(club.key, club.sent("toos"), member=gone.key)
    for name in ("piet", "mien"):
        club.users[name] = get_user_model().objects.create_user(name)
        people.request(club.key, club.sent(name), name="Piet", says="")
    asked, other = club.state.requests
    with refused("has_left"):
        people.answer(club.key, club.sent("sjef"), request=asked, accepted=True, claims=gone.key)
    page = club.client("sjef").get(f"/clubs/{club.key}/office/").content.decode()
    assert " selected" not in page.split("claims-")[2].split("</select>")[0]
    people.answer(club.key, club.sent("sjef"), request=asked, accepted=True, claims=piet.key)
    assert (club.member("piet").key, club.member("piet").roles) == (piet.key, ("member",))
    with refused("already_claimed"):
        people.answer(club.key, club.sent("sjef"), request=other, accepted=True, claims=piet.key)
    people.leave(club.key, club.sent("piet"))
    people.request(club.key, club.sent("piet"), name="Piet", says="")
    again = list(club.state.requests)[-1]
    with refused("has_own_record"):
        people.answer(club.key, club.sent("toos"), request=again, accepted=True, claims=jan.key)
    people.answer(club.key, club.sent("toos"), request=again, accepted=True)
    assert club.member("piet").key == piet.key and club.state.members[jan.key].user is None


# -- names ---------------------------------------------------------------------------------


def test_how_somebody_wants_to_be_named_holds_everywhere_at_once(club: Club40) -> None:
    sjef, jan = club.joins("sjef"), club.adds("Jan de Vries", nickname="Jantje")
    user = club.users["sjef"]
    user.display_name = "Sjef van der Aa"
    for shown, name in (
        ("full", "Sjef van der Aa"),
        ("initials", "S. v. d. A."),
        ("anonymous", "anoniem"),
    ):
        user.shown = shown
        user.save()
        assert names(club)[sjef.key] == user.get_short_name() == name
        assert names(club, "toos")[sjef.key] == "Sjef van der Aa"  # she keeps the records
    record = people.Record("Jan de Vries", "Jantje", "", jan.number, "anonymous")
    people.change(club.key, club.sent("toos"), member=jan.key, record=record)
    seen = selectors.people(club.state, frozenset())[jan.key]
    assert (seen.name, seen.nickname, seen.slip_name, seen.full) == ("anoniem", "", "anoniem", "")


def test_who_is_erased_leaves_a_former_member_and_a_chain_that_verifies(club: Club40) -> None:
    sjef = club.joins("sjef", "director")
    one = evening(club)
    evenings.sign_up(club.key, club.sent("sjef"), evening=one, member=sjef.key)
    people.change(
        club.key,
        club.sent("toos"),
        member=sjef.key,
        record=people.Record("Sjef van der Aa", "De Lange", "Hoort slecht.", "7"),
    )
    user = club.users["sjef"].pk
    erasing.erase(user, LATER)
    assert not get_user_model().objects.filter(pk=user).exists()
    assert names(club, "toos")[sjef.key] == "oud-lid"
    assert [
        each.name
        for each in selectors.comers(
            club.state.evenings[one], selectors.people(club.state, club.member("toos").powers)
        )
    ] == []
    assert store.erase_texts(user) == 0
    assert verify_stream(stream.name(club.key)) is None
    told = happened(club)
    assert "Sjef" not in str(told)


def test_words_of_somebody_without_an_account_go_when_they_are_replaced(club: Club40) -> None:
    jan = club.adds("Jan de Vries", note="Hoort slecht.")
    assert jan.note and store.read_text(jan.note.id) == "Hoort slecht."
    kept = people.Record("Jan de Vries", number=jan.number)
    people.change(club.key, club.sent("toos"), member=jan.key, record=kept)
    assert store.read_text(jan.note.id) is None
    changed = club.state.members[jan.key]
    assert changed.name == jan.name  # not written anew
    people.erase(club.key, club.sent("toos"), member=jan.key)
    assert jan.name and store.read_text(jan.name.id) is None


# -- evenings ------------------------------------------------------------------------------


def test_who_signs_up_after_the_last_place_waits(club: Club40) -> None:
    one = evening(club, places=2)
    for name in ("a", "b"):
        member = club.joins(name)
        evenings.sign_up(club.key, club.sent(name), evening=one, member=member.key)
    host = club.member("a").key
    evenings.bring(club.key, club.sent("a"), evening=one, host=host, name="Harrie")
    known = selectors.people(club.state, frozenset())
    told = selectors.comers(club.state.evenings[one], known)
    assert [(each.name, each.host, each.waits) for each in told] == [
        ("a", "", 0),
        ("b", "", 0),
        ("Harrie", "a", 1),
    ]
    later = club.joins("c").key
    evenings.sign_up(club.key, club.sent("c"), evening=one, member=later)
    told = selectors.comers(
        club.state.evenings[one], known := selectors.people(club.state, frozenset())
    )
    assert [(each.name, each.waits) for each in told] == [
        ("a", 0),
        ("b", 0),
        ("c", 1),
        ("Harrie", 2),
    ]
    evenings.sign_off(club.key, club.sent("b"), evening=one, member=club.member("b").key)
    told = selectors.comers(club.state.evenings[one], known)
    assert [(each.name, each.waits) for each in told] == [("a", 0), ("c", 0), ("Harrie", 1)]
    evenings.sign_up(club.key, club.sent("b"), evening=one, member=club.member("b").key)
    evenings.sign_off(club.key, club.sent("c"), evening=one, member=later)
    evenings.sign_off(club.key, club.sent("a"), evening=one, member=host)
    assert [each.name for each in selectors.comers(club.state.evenings[one], known)] == ["b"]
    late = replace(club.sent("b"), now=NOW + timedelta(days=30))
    with refused("evening_over"):
        evenings.sign_off(club.key, late, evening=one, member=club.member("b").key)


@pytest.mark.parametrize("how", ["leaves", "is removed", "is erased"])
def test_who_is_gone_comes_to_no_evening_and_neither_do_his_guests(club: Club40, how: str) -> None:
    sjef = club.joins("sjef")
    first, second = evening(club, "weekly", 2), ""
    second = next(key for key in club.state.evenings if key != first)
    sent, toos = club.sent("sjef"), club.sent("toos")
    for one in (first, second):
        evenings.sign_up(club.key, sent, evening=one, member=sjef.key)
        evenings.bring(club.key, sent, evening=one, host=sjef.key, name="Harrie")
    guests = [club.state.evenings[one].guests[0].name for one in (first, second)]
    people.note_dues(club.key, toos, member=sjef.key, year=2027, paid=True)
    between = club.state.evenings[first].starts + timedelta(days=1)
    if how == "leaves":
        people.leave(club.key, replace(sent, now=between))
    elif how == "is removed":
        people.remove(club.key, replace(toos, now=between), member=sjef.key)
    else:
        people.erase(club.key, replace(sent, now=between), member=sjef.key)
    begun, ahead = club.state.evenings[first], club.state.evenings[second]
    assert (begun.coming, len(begun.guests)) == ((sjef.key,), 1)
    assert (ahead.coming, ahead.guests) == ((), ())
    known = selectors.people(club.state, frozenset())
    told = [each.name for each in selectors.comers(begun, known)]
    assert told == (["oud-lid", "verwijderd"] if how == "is erased" else ["sjef", "Harrie"])
    kept = [store.read_text(each.id) for each in guests if each]
    assert kept == [None if how == "is erased" else "Harrie", None]
    before = rows(club.key)
    stream.rebuild(club.key)
    assert rows(club.key) == before
    where = f"/clubs/{club.key}/members/{sjef.key}/"
    mine = club.client("sjef").get(where)
    assert (mine.status_code, b'value="erase"' in mine.content) == (
        (403, False) if how == "is erased" else (200, True)
    )
    late = replace(toos, now=between)
    evenings.drop(club.key, late, evening=first, guest=begun.guests[0].key)
    evenings.sign_off(club.key, late, evening=first, member=sjef.key)
    assert club.state.evenings[first].everybody == ()
    if how == "leaves":
        club.joins("sjef")
        assert club.member("sjef").paid == (2027,)


def test_who_is_erased_leaves_no_request_no_file_and_no_name_by_what_he_did(club: Club40) -> None:
    sjef = club.joins("sjef", "secretary")
    people.add(club.key, club.sent("sjef"), people.Record("Jan"))
    importing.keep(club.key, club.sent("sjef"), b"Naam\nPiet")
    people.erase(club.key, club.sent("sjef"), member=sjef.key)
    told = happened(club)
    assert "sjef" not in str(told) and "oud-lid" in {line.who for line in told}
    people.request(club.key, club.sent("sjef"), name="Sjef", says="Toch maar weer.")
    assert Club.objects.get().requests_count == 1 and ImportDraft.objects.count() == 1
    erasing.erase(club.users["sjef"].pk, LATER)
    assert {each.state for each in club.state.requests.values()} == {"refused"}
    assert (Club.objects.get().requests_count, ImportDraft.objects.count()) == (0, 0)
    importing.keep(club.key, club.sent("toos"), b"Naam\nPiet")
    forget()
    assert ImportDraft.objects.count() == int(timezone.now() < NOW + importing.KEPT)


# -- files ---------------------------------------------------------------------------------

LIST = "Nr;Voornaam;Tussenvoegsel;Achternaam\n7;Émile;van;Zölder\n8;Jan;de;Vries\n7;Piet;;\n;;;\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_a_list_is_read_however_a_spreadsheet_saved_it(encoding: str, delimiter: str) -> None:
    content = LIST.replace(";", delimiter).encode(encoding)
    assert sheets.read(content)[1] == ["7", "Émile", "van", "Zölder"]


def test_what_is_written_can_be_read_and_runs_nothing() -> None:
    rows = [["Naam", "Nr"], ["=HYPERLINK(1)", "007"], ["+31", "@x"], ["-1", 'Jan; "Sjef"']]
    safe = [["Naam", "Nr"], ["'=HYPERLINK(1)", "007"], ["'+31", "'@x"], ["'-1", 'Jan; "Sjef"']]
    assert sheets.read(sheets.written_csv(rows)) == safe
    assert sheets.read(sheets.written_xlsx(rows)) == safe
    for cell, plain in (
        ("Jan;=1+1,@x\n-2", "Jan;'=1+1,'@x\n'-2"),
        ("\t=1", " =1"),
        ("Jan\x1b[31m\x85", "Jan [31m "),
        ("a=b, c-d", "a=b, c-d"),
    ):
        assert sheets.neutral(cell) == plain
    assert sheets.read(b'sep="\r\nNaam;Nr\nJan;7\nPiet;8')[1] == ["Naam", "Nr"]
    assert sheets.read(b"sep=|\r\nNaam|Nr")[0] == ["Naam", "Nr"]


def test_a_name_is_one_line_and_a_note_may_be_several(club: Club40) -> None:
    jan = club.adds("Jan", note="Speelt graag.\r\nNiet op dinsdag.")
    assert jan.note and store.read_text(jan.note.id) == "Speelt graag.\nNiet op dinsdag."
    for record in (
        people.Record("Jan\nPiet"),
        people.Record("Jan\x1b"),
        people.Record("J", "x\x85x"),
    ):
        with refused("bad_text"):
            people.add(club.key, club.sent("toos"), record)
    with refused("bad_text"):
        people.add(club.key, club.sent("toos"), people.Record("Jan", note="a\x07b"))


@pytest.mark.parametrize("content", [b"", b"\n;;\n", b"PK\x03\x04 no zip", b"a\x00b\x00\x00"])
def test_what_is_no_list_is_refused(content: bytes) -> None:
    with refused("bad_file"):
        sheets.read(content)


def test_a_few_bytes_that_claim_two_billion_rows_are_refused_at_once(club: Club40) -> None:
    whole = io.BytesIO(sheets.written_xlsx([["Naam"], ["Jan"]]))
    far = io.BytesIO()
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(far, "w") as new:
        for name in old.namelist():
            content = re.sub(rb"<dimension[^>]*>", b"", old.read(name))
            new.writestr(name, content.replace(b'<row r="2"', b'<row r="2000000000"'))
    assert sheets.read(whole.getvalue()) == [["Naam"], ["Jan"]]
    for content in (far.getvalue(), b"Jan\n" + b"\n" * 20_000):
        with refused("file_too_big"):
            sheets.read(content)
    client, address = club.client("toos"), f"/clubs/{club.key}/members/import/"
    cache.clear()
    answers = [client.post(address).status_code for _ in range(31)]
    cache.clear()
    assert (set(answers[:30]), answers[30]) == ({200}, 429)


@pytest.mark.parametrize("heading", ["Lidnr.", "lidnr", "Lid nr.", " Lidnummer ", "NR."])
def test_the_number_of_a_member_is_known_by_what_clubs_call_it(heading: str) -> None:
    lines = [["Naam", "Bijnaam", heading], ["Riet Schoenmakers", "Riet", "102"]]
    assert importing.guessed(lines) == (True, ["name", "nickname", "number"])


def test_who_founded_a_club_is_led_on_to_its_members_its_evenings_and_its_roles(
    club: Club40,
) -> None:
    owner, front = club.client("toos"), f"/clubs/{club.key}/"
    first = owner.get(front).content.decode()
    assert f'href="{front}members/add/"' in first and f'href="{front}members/import/"' in first
    assert first.count(f'href="{front}evenings/"') == 2  # in the head, and where none is planned
    assert owner.get(f"{front}roles/").content.decode().count(f'href="{front}members/"') == 2
    club.joins("jan")
    member = club.client("jan")
    assert member.get(front).content.decode().count(f'href="{front}evenings/"') == 1
    assert member.get(f"{front}roles/").content.decode().count(f'href="{front}members/"') == 1
    assert f'href="{front}members/add/"' not in owner.get(front).content.decode()


def test_a_list_of_five_thousand_is_taken_and_taken_back(club: Club40) -> None:
    jan = club.adds("jan de VRIES", number="4000")
    lines = [
        "Naam;Nummer",
        *(f"Lid {n:04};{n}" for n in range(10, 5008)),
        "Jan de Vries;",
        "Lid 0010;",
    ]
    sent = club.sent("toos", now=LATER)
    draft = importing.keep(club.key, sent, "\n".join(lines).encode())
    heading, meanings = importing.guessed(draft.lines)
    assert (heading, meanings) == (True, ["name", "number"])
    told = importing.outcome(
        club.state,
        {jan.key: "jan de VRIES"},
        draft.lines,
        heading=heading,
        meanings=meanings,
        everybody=False,
    )
    assert [(each.row, each.same_number, each.in_file) for each in told.doubles] == [
        (3992, True, False),
        (5000, False, False),
        (5001, False, True),
    ]
    assert importing.take(club.key, sent, draft, told.new) == 4997
    assert club.state.members[jan.key].active and len(said(club)) > 100_000
    with refused("import_gone"):
        importing.find(club.key, sent, draft.key)
    (came,) = importing.undoable(club.state)
    gone = next(each.key for each in club.state.members.values() if each.source == came.source)
    people.remove(club.key, club.sent("toos", now=LATER), member=gone)
    importing.undo(club.key, sent, source=came.source)
    left = club.state.members[gone]
    assert (left.state, left.name is not None) == ("left", True)  # that she was there is history
    assert [each.key for each in club.state.members.values() if each.active] == [
        club.member("toos").key,
        jan.key,
    ]
    assert importing.undoable(club.state) == []
    with refused("file_too_big"):
        sheets.read(b"Jan\n" * 5002)


def test_a_command_sent_twice_is_done_once_and_a_used_id_is_refused(club: Club40) -> None:
    sent = club.sent("toos", command_id=stream.sent("page", club.users["toos"].pk, "click-1"))
    for _ in range(2):
        people.add(club.key, sent, people.Record("Jan de Vries"))
    assert len(club.state.members) == 2
    with refused("command_id_reused"):
        people.leave(club.key, sent)
    with pytest.raises(NoSuchClub):
        stream.state("nowhere")
