"""A table calls the director, who answers; what was reported; and whom everybody watches."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from clubs.models import Scope
from clubs.services import access
from gameplay import talk_handlers
from gameplay.eventstore import store
from gameplay.models import ChatMessage, Report
from tests.tournaments.api.test_hall import read, send
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.services import registration, rounds, seating

pytestmark = pytest.mark.django_db


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> Office:
    office = Office(organizer=get_user_model().objects.create_user("ida"))
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    return office


def begun(office: Office, *players: Any) -> str:
    """Round 1, of these people and the house; the table of the first one."""
    office.schedules()
    registration.open(office.key, **office.by)
    entries = [registration.enter(office.key, user_id=p.pk, **office.by) for p in players]
    office.enters_house(8 - len(players))
    seating.seat(office.key, seed=7, **office.by)
    office.deals()
    rounds.start(office.key, 1, **office.by)
    return next(each.table for each in office.round(1).tables if entries[0] in each.chairs)


def token_of(person: Any) -> str:
    return access.issue(person.pk, name="x", scope=Scope.MANAGE, now=timezone.now())


def test_a_player_calls_the_director_who_reads_why_and_answers_the_table(office: Office) -> None:
    mien = get_user_model().objects.create_user("mien")
    table = begun(office, mien)
    player, ida = token_of(mien), token_of(office.organizer)
    sent = {"table": table, "kind": "rules", "text": "Mag dat zo?"}
    for _ in range(2):
        status, called = send("calls", player, office.key, key="a", **sent)
        assert (status, called["table"], called["state"]) == (201, table, "waiting")
    assert "Mag dat zo?" not in str(called)
    assert send("calls", player, office.key, **sent)[1]["call"] == called["call"]
    assert office.happened().count("DirectorCalled") == 1
    told = send("calls", ida, office.key, **sent)
    assert (told[0], told[1]["code"]) == (409, "not_at_this_table")

    [line] = read("calls", ida, office.key)[1]["results"]
    assert (line["call"], line["name"], line["kind"], line["text"], line["answer"]) == (
        called["call"],
        "mien",
        "rules",
        "Mag dat zo?",
        None,
    )
    assert read("calls", player, office.key)[1]["code"] == "not_the_organizer"
    at = (office.key, called["call"])
    assert send("call_answer", player, *at, how="coming")[0] == 403
    told = send("call_answer", ida, *at, how="answered", text="Ja, speel door")
    assert (told[0], told[1]["state"]) == (200, "answered")
    assert read("calls", ida, office.key)[1]["results"][0]["answer"] == "Ja, speel door"
    assert send("call_answer", ida, *at, how="perhaps")[1]["code"] == "invalid"
    assert send("call_answer", ida, *at, how="done")[1]["state"] == "done"
    assert read("calls", ida, office.key)[1]["results"] == []
    assert send("call_answer", ida, office.key, "nobody", how="done")[1]["code"] == "no_such_call"


def test_who_leads_and_plays_reads_who_called_and_no_word_that_could_tell_a_card(
    office: Office,
) -> None:
    mien = get_user_model().objects.create_user("mien")
    table = begun(office, mien, office.organizer)
    ida = token_of(office.organizer)
    send("calls", token_of(mien), office.key, table=table, kind="other", text="SA lag open")
    message = ChatMessage.objects.create(
        table_id=table,
        user_id=mien.pk,
        text_id=store.save_text(mien.pk, "SA lag open").id,
        sent=office.now,
    )
    report = Report.objects.create(
        message=message,
        by=mien.pk,
        table_id=table,
        origin=stream.name(office.key),
        made=office.now,
    )
    [call] = read("calls", ida, office.key)[1]["results"]
    [reported] = read("reports", ida, office.key)[1]["results"]
    assert (call["name"], call["text"]) == ("mien", None)
    assert (reported["report"], reported["name"], reported["text"]) == (report.pk, "mien", None)
    assert read("reports", token_of(mien), office.key)[0] == 403
    for _ in range(2):
        told = send("report_handled", ida, office.key, str(report.pk))
        assert (told[0], told[1]["results"]) == (200, [])
    assert send("report_handled", ida, office.key, str(report.pk + 1))[0] == 404


def test_who_leads_features_a_table_and_says_who_comments(office: Office) -> None:
    mien = get_user_model().objects.create_user("mien")
    table = begun(office, mien)
    get_user_model().objects.create_user("wim", display_name="Wim Praat")
    ida = token_of(office.organizer)
    for _ in range(2):
        told = send("featured", ida, office.key, table=table)
        assert (told[0], told[1]) == (200, {"table": table})
    assert office.happened().count("TableFeatured") == 1
    assert send("featured", ida, office.key, table="nothing")[1]["code"] == "no_such_table"
    assert send("featured", ida, office.key, table="")[1] == {"table": ""}

    told = send("commentators", ida, office.key, user="wim")
    assert (told[0], told[1]["names"]) == (200, ["Wim Praat"])
    assert send("commentators", ida, office.key, user="mien")[1]["code"] == "has_entered"
    assert send("commentators", ida, office.key, user="niemand")[1]["code"] == "no_such_person"
    for _ in range(2):
        assert send("commentator_dismiss", ida, office.key, user="wim")[1] == {"names": []}
    assert office.happened().count("CommentatorDismissed") == 1
    assert talk_handlers.reports_at(stream.name(office.key)) == []
