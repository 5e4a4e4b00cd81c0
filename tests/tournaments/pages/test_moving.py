"""Pages that ask again: they hear of everything that they show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.rounds.office import Office
from tournaments.services import registration, rounds, seating

pytestmark = pytest.mark.django_db


def test_who_asked_before_his_table_was_open_is_told_as_soon_as_it_is(
    office: Office, person: Callable[[str], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = person("anna")
    office.schedules()
    registration.open(office.key, **office.by)
    registration.enter(office.key, user_id=anna.pk, **office.by)
    office.enters_house(7)
    seating.seat(office.key, seed=1, **office.by)
    office.deals()
    mine, visitor = Client(), Client()
    mine.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    pages = [
        (mine, f"/tournaments/{office.key}/?part=1"),
        (mine, f"/tournaments/{office.key}/?part=1&round=2"),
        (visitor, f"/tournaments/{office.key}/?part=1&round=1"),
    ]
    with monkeypatch.context() as not_yet:
        not_yet.setattr(rounds, "settle", lambda *args, **fields: 0)
        rounds.start(office.key, 1, **office.by)
    before = [who.get(page) for who, page in pages]
    assert all(b'href="/tables/' not in answer.content for answer in before)
    rounds.settle(office.key, 1, **office.by)
    for (who, page), old in zip(pages, before, strict=True):
        after = who.get(page, headers={"if-none-match": old["ETag"]})
        assert after.status_code == 200
        assert b'href="/tables/' in after.content
        assert who.get(page, headers={"if-none-match": after["ETag"]}).status_code == 304
