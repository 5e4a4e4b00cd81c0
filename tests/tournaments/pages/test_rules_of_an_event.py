"""An event's rules: chosen by name, frozen with every option, and honest about their points."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

import engine
from engine.errors import RikkenError
from tests.tournaments.pages.test_setting_up import browser, form
from tests.tournaments.rounds.office import Office
from tournaments import stream
from tournaments.models import Tournament
from tournaments.services import schedule

pytestmark = pytest.mark.django_db


def settings(ruleset: str, **options: object) -> dict[str, object]:
    return {
        "title": "Zes",
        "ruleset": ruleset,
        "options": options,
        "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}],
    }


def scheduled(ruleset: str, **options: object) -> Tournament:
    key = schedule.schedule(
        settings=settings(ruleset, **options), organizer=1, actor="user:1", now=timezone.now()
    )
    return Tournament.objects.get(pk=key)


@pytest.mark.parametrize("ruleset", engine.rulesets.names())
def test_each_ruleset_is_frozen_into_the_event_and_hashed_into_its_manifest(ruleset: str) -> None:
    row = scheduled(ruleset, early_end=False)
    rules = json.loads(row.manifest)["ruleset"]
    drawn = engine.rulesets.get(ruleset).with_options(row.options).draws
    assert rules["id"] == ruleset
    assert rules["sha256"] == engine.rulesets.options_sha256(ruleset, row.options)
    assert tuple(rules.get("draws", ())) == drawn
    assert row.options["early_end"] is False


def test_a_drawn_better_suit_stands_in_the_manifest() -> None:
    row = scheduled("german", beter="drawn")
    assert json.loads(row.manifest)["ruleset"]["draws"] == ["beter"]


def test_dealing_again_is_left_out_where_several_tables_play_and_refused_where_it_is_asked() -> (
    None
):
    assert scheduled("wikibooks").options == {"redeal": False}
    with pytest.raises(RikkenError) as refused:
        schedule.warnings(settings("wikibooks", pass_game="redeal"))
    assert refused.value.code == "redeal_on_duplicate"
    assert "two_or_five" in str(refused.value.detail["choices"])


@pytest.mark.parametrize(
    ("ruleset", "options", "code", "nearest"),
    [
        ("wiezn", {}, "unknown_ruleset", "wiezen"),
        ("german", {"troelo": "absent"}, "unknown_option", "troela"),
        ("german", {"troela": "optionel"}, "bad_option", "optional"),
    ],
)
def test_a_misspelt_rule_is_refused_with_the_nearest_one(
    ruleset: str, options: dict[str, object], code: str, nearest: str
) -> None:
    with pytest.raises(RikkenError) as refused:
        schedule.warnings(settings(ruleset, **options))
    assert (refused.value.code, refused.value.detail["nearest"]) == (code, nearest)


# -- points that the source does not tell --------------------------------------------------------


def test_wiezen_shows_its_made_up_points_and_asks_before_it_is_announced(
    person: Callable[[str], Any],
) -> None:
    desk = browser(person("Anna"))
    given = form(ruleset="wiezen", **{"wiezen-values-miserie-base": 12})
    asked = desk.post("/tournaments/new/", given)
    assert asked.status_code == 200
    page = asked.content.decode()
    assert "Are these the points you play for?" in page
    assert '<th scope="row">Miserie</th><td class="num">12</td>' in page
    assert '<th scope="row">Solo</th><td class="num">2</td><td class="num">1</td>' in page
    assert not Tournament.objects.exists()
    assert desk.post("/tournaments/new/", {**given, "confirm": "1"}).status_code == 302
    row = Tournament.objects.get()
    assert (row.ruleset, row.options) == ("wiezen", {"values": {"miserie": 12}})


def test_points_are_called_reconstructed_until_the_organizer_confirms_them(office: Office) -> None:
    key = office.schedules()
    desk, visitor = browser(office.organizer), Client(headers={"accept-language": "en"})
    address = f"/tournaments/{key}/"
    assert 'id="reconstructed"' in visitor.get(address).content.decode()
    assert visitor.get(f"/api{address}").json()["values_reconstructed"] is True
    assert "Confirm these points" in desk.get(f"{address}manage/").content.decode()
    for _ in range(2):
        desk.post(f"{address}manage/", {"do": "values"})
    assert 'id="reconstructed"' not in visitor.get(address).content.decode()
    assert visitor.get(f"/api{address}").json()["values_reconstructed"] is False
    told = visitor.get(f"{address}history/").content.decode()
    assert told.count("The organizer confirmed the points of the rules.") == 1
    assert stream.state(key).championship.values_confirmed is not None


def test_rules_whose_source_tells_all_points_have_nothing_to_confirm() -> None:
    row = scheduled("platform")
    assert not row.values_reconstructed
    schedule.confirm_values(row.key, actor="user:1", now=timezone.now())
    row.refresh_from_db()
    assert row.values_confirmed is None


def test_the_page_says_which_rules_and_which_options_are_played() -> None:
    row = scheduled("german", troela="absent")
    page = Client(headers={"accept-language": "nl"}).get(f"/tournaments/{row.key}/")
    told = page.content.decode()
    assert "Duits regelboek – Troela: wordt niet gespeeld" in told
    assert 'href="/rules/german/?troela=absent">Lees deze spelregels</a>' in told
