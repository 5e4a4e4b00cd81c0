"""Whatever is sent to the API, it answers as its description says, and never breaks."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import requests
import schemathesis
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs import stream
from clubs.models import Scope
from clubs.services import access, evenings, founding, importing, links, people
from tests.tournaments.api.test_hall import begun, codes, send
from tests.tournaments.rounds.office import Office
from tournaments.services import registration

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
# For each address and method; every second one is about a tournament that exists.
EXAMPLES = 2
FEW = settings(
    max_examples=EXAMPLES,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
    deadline=None,
)


@pytest.fixture
def known(db: None, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Of a tournament in its first round, with the token of who organizes it."""
    organizer = get_user_model().objects.create_user("ida")
    office = Office(organizer=organizer)
    monkeypatch.setattr("tournaments.services.clock.current_app.send_task", office.take_task)
    office.schedules()
    registration.open(office.key, **office.by)
    entry = office.enters_house(8)[0]
    token = access.issue(organizer.pk, name="onderzoek", scope=Scope.MANAGE, now=timezone.now())
    parts = {"key": office.key, "number": 1, "session": "1", "entry": entry}
    hall = begun(Office(organizer=organizer))
    device = send("hall_device", "", token=codes(hall)[0])[1]["device"]
    return {
        "of": {
            "/api/clubs/": {**parts, **of_a_club(organizer)},
            "/api/tournaments/{key}/tables/": {
                "key": hall.key,
                "table": hall.round(1).tables[0].table,
            },
            "/api/": parts,
        },
        "bearer": {"/api/hall/": device, "/api/": token},
    }


def first_of(known: dict[str, Any], path: str) -> Any:
    """Under the first beginning that this address has."""
    return next(each for begins, each in known.items() if path.startswith(begins))


def of_a_club(owner: Any) -> dict[str, str]:
    """Of a club that this person founded: a member, an evening, a request."""
    now = timezone.now()
    told = {"name": "De Zwarte Piet", "place": "", "zone": "Europe/Amsterdam", "language": "nl"}
    rules: dict[str, Any] = {"ruleset": "wiezen", "options": {}}
    club = founding.found(**told, **rules, own_name="Ida", user=owner.pk, now=now)
    by = people.Sent(owner.pk, now)
    member = people.add(club, by, people.Record("Jan de Vries"))
    day = (now + timedelta(days=30)).date()
    evenings.plan(club, by, first=day, at=now.time(), every="once", times=1, places=0)
    asks = get_user_model().objects.create_user("mien")
    people.request(club, people.Sent(asks.pk, now), name="Mien", says="")
    links.invite(club, by, role="member", uses=5, days=1)
    state = stream.state(club)
    return {
        "key": club,
        "member": member,
        "evening": next(iter(state.evenings)),
        "request_key": next(iter(state.requests)),
        "file": importing.keep(club, by, b"Naam;Nummer\nPiet Klaassen;9\nJan de Vries;").key,
        "invitation": next(iter(state.invitations)),
    }


def sent(case: Any) -> schemathesis.Response:
    """Through Django's client of tests: a server would close the transaction around this test."""
    asked = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    got = Client().generic(
        str(asked.method),
        str(asked.path_url),
        asked.body or b"",
        content_type=asked.headers.get("Content-Type", ""),
        headers=dict(asked.headers),
    )
    return schemathesis.Response(
        status_code=got.status_code,
        headers={name.lower(): [value] for name, value in got.headers.items()},
        content=got.content,
        request=asked,
        elapsed=0.0,
        verify=False,
    )


def test_every_address_answers_as_it_is_described(known: dict[str, Any]) -> None:
    schema = schemathesis.openapi.from_dict(Client().get("/api/schema?format=json").json())
    chance, answered = random.Random(7), Counter[int]()
    operations = [each.ok() for each in schema.get_all_operations()]
    for operation in operations:
        cache.clear()  # nobody is refused for having asked too often

        @FEW
        @given(case=operation.as_strategy())
        def answers(case: Any) -> None:
            if chance.random() < 0.5:
                parts = first_of(known["of"], case.path)
                case.path_parameters.update(
                    {name: parts.get(name, value) for name, value in case.path_parameters.items()}
                )
            bearer = first_of(known["bearer"], case.path)
            case.headers = {**(case.headers or {}), "Authorization": f"Bearer {bearer}"}
            answer = sent(case)
            answered[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)

        answers()
    assert len(operations) > 50
    assert answered[200] > 10 and answered[404] > 10, answered
