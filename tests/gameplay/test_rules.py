"""The engine plays six rulesets; tables offer those that they and their page can show."""

from __future__ import annotations

import pytest
from django.utils import timezone

import engine
from engine import SEATS
from engine.errors import RikkenError
from gameplay import table_handlers
from gameplay.forms import TableForm
from gameplay.models import TableSummary
from gameplay.rules import OFFERED
from tournaments.models import Tournament
from tournaments.services import schedule

pytestmark = pytest.mark.django_db

OTHERS = sorted(set(engine.rulesets.names()) - set(OFFERED))


def test_there_are_rulesets_that_no_table_plays_yet() -> None:
    assert set(OFFERED) < set(engine.rulesets.names())


@pytest.mark.parametrize("ruleset", OTHERS)
def test_no_table_opens_with_rules_it_cannot_show(ruleset: str) -> None:
    with pytest.raises(RikkenError) as refused:
        table_handlers.open_table(
            ruleset=ruleset,
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
        )
    assert refused.value.code == "ruleset_not_offered"
    assert refused.value.detail["offered"] == ["championship-online"]
    assert not TableSummary.objects.exists()


@pytest.mark.parametrize("ruleset", OTHERS)
def test_no_championship_is_scheduled_with_them(ruleset: str) -> None:
    settings = {
        "title": "Zes",
        "ruleset": ruleset,
        "sessions": [{"starts": "2027-03-28T13:00", "rounds": 1}],
    }
    with pytest.raises(RikkenError) as refused:
        schedule.schedule(settings=settings, organizer=1, actor="user:1", now=timezone.now())
    assert refused.value.code == "ruleset_not_offered"
    with pytest.raises(RikkenError, match="no table plays"):
        schedule.warnings(settings)
    assert not Tournament.objects.exists()


def test_the_forms_offer_what_can_be_played() -> None:
    field = TableForm().fields["ruleset"]
    assert [slug for slug, _ in field.choices] == list(OFFERED)  # type: ignore[attr-defined]
