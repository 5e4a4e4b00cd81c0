"""All six rulesets can be chosen wherever somebody chooses one; the door can be closed again."""

from __future__ import annotations

import pytest
from django.utils import timezone

import engine
from engine import SEATS
from engine.errors import RikkenError
from gameplay import rules, table_handlers
from gameplay.forms import TableForm
from gameplay.models import TableSummary
from tournaments.models import Tournament
from tournaments.services import schedule

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed_for_wiezen(monkeypatch: pytest.MonkeyPatch) -> None:
    left = tuple(slug for slug in engine.rulesets.names() if slug != "wiezen")
    monkeypatch.setattr(rules, "OFFERED", left)


def test_every_ruleset_of_the_engine_is_offered() -> None:
    assert engine.rulesets.names() == rules.OFFERED
    assert len(rules.OFFERED) == 6


@pytest.mark.usefixtures("closed_for_wiezen")
def test_no_table_opens_with_rules_it_cannot_show() -> None:
    with pytest.raises(RikkenError) as refused:
        table_handlers.open_table(
            ruleset="wiezen",
            options={},
            opener=None,
            occupants=dict.fromkeys(SEATS, "house"),
            actor="system:test",
        )
    assert refused.value.code == "ruleset_not_offered"
    assert "wiezen" not in refused.value.detail["offered"]  # type: ignore[operator]
    assert not TableSummary.objects.exists()


@pytest.mark.usefixtures("closed_for_wiezen")
def test_no_championship_is_scheduled_with_them() -> None:
    settings = {
        "title": "Zes",
        "ruleset": "wiezen",
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
    assert [slug for slug, _ in field.choices] == list(rules.OFFERED)  # type: ignore[attr-defined]
