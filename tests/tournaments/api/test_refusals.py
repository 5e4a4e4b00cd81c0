"""Whatever goes wrong, the answer has one shape, in the language of whoever asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import SuspiciousOperation
from django.test import Client, override_settings

from clubs.api import throttling
from tests.tournaments import factories as rows
from tournaments.api import texts, views
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def where() -> Tournament:
    return rows.tournament()


@pytest.fixture
def person() -> Any:
    return get_user_model().objects.create_user("mien", password="as at the table")


@pytest.fixture
def signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return client


def refusal(answer: Any, status: int, code: str) -> Any:
    """The detail of a refusal, once its shape has been looked at."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"].startswith("application/json")
    told = json.loads(answer.content)
    assert set(told) == {"code", "message", "detail"}
    assert told["code"] == code
    assert told["message"] and isinstance(told["detail"], dict)
    return told["detail"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("nowhere/", "not_found"),
        ("nowhere", "not_found"),
        ("tournaments/bcdfgh/", "no_such_tournament"),
        ("tournaments/bcdfgh/ranking/", "no_such_tournament"),
        ("tournaments/<key>/rounds/9/", "no_such_round"),
        ("tournaments/<key>/rounds/99999999999999999999/tables/", "no_such_round"),
        ("tournaments/<key>/entries/bcdfgh/", "no_such_entry"),
        ("tournaments/<key>/sessions/9/boards/1/", "no_such_session"),
        ("tournaments/<key>/games/bcdfgh/", "no_such_game"),
        ("tournaments/<key>/no/such/thing/", "not_found"),
        ("tournaments/a%00b/", "not_found"),
        ("clubs/a%0Ab/", "not_found"),
    ],
)
def test_what_is_not_there_is_a_404_in_the_one_shape(
    client: Client, where: Tournament, path: str, code: str
) -> None:
    refusal(client.get(f"/api/{path.replace('<key>', where.key)}"), 404, code)


def test_an_address_without_its_last_stroke_leads_on_with_method_and_content(
    client: Client,
) -> None:
    answer = client.post("/api/tournaments?x=1", "{}", content_type="application/json")
    assert answer.status_code == 308
    assert answer.headers["Location"] == "/api/tournaments/?x=1"


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace"])
def test_a_method_nobody_knows_is_refused(signed_in: Client, method: str) -> None:
    answer = getattr(signed_in, method)("/api/tournaments/")
    refusal(answer, 405, "method_not_allowed")
    assert "POST" in answer.headers["Allow"]


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    answer = client.post("/api/tournaments/", "{}", content_type="application/json")
    refusal(answer, 401, "sign_in_first")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_page_of_another_site_changes_nothing(person: Any, where: Tournament) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    refusal(client.post(f"/api/tournaments/{where.key}/entries/"), 403, "csrf_failed")


def test_a_program_with_the_token_of_its_session_is_let_through(person: Any) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    token = client.get("/accounts/email/").cookies["csrftoken"].value
    answer = client.post(
        "/api/tournaments/",
        "{}",
        content_type="application/json",
        headers={"x-csrftoken": token},
    )
    refusal(answer, 400, "missing_setting")


@pytest.mark.parametrize(
    ("word", "code"),
    [
        ("Basic bWllbjphcyBhdCB0aGUgdGFibGU=", "sign_in_first"),
        ("Token 1", "sign_in_first"),
        ("Bearer x", "bad_token"),
    ],
)
def test_nobody_comes_in_with_anything_but_a_session_or_a_token_of_ours(
    client: Client, person: Any, word: str, code: str
) -> None:
    answer = client.post(
        "/api/tournaments/",
        "{}",
        content_type="application/json",
        headers={"authorization": word},
    )
    refusal(answer, 401, code)


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        ("{", 400, "malformed_json"),
        ("\xff".encode("latin-1"), 400, "malformed_json"),
        ('{"title": NaN}', 400, "malformed_json"),
        ('{"title": "a", "title": "b"}', 400, "malformed_json"),
        ('{"title": "\\ud800"}', 400, "malformed_json"),
        ('{"title": "\\u0000"}', 400, "malformed_json"),
        ("[" * 50_000, 400, "malformed_json"),
        ("[1]", 400, "not_an_object"),
        ('"x"', 400, "not_an_object"),
        (json.dumps({"title": "x" * 70_000}), 413, "too_large"),
    ],
)
def test_content_that_cannot_be_read_is_refused(
    signed_in: Client, content: Any, status: int, code: str
) -> None:
    answer = signed_in.post("/api/tournaments/", content, content_type="application/json")
    refusal(answer, status, code)


def test_only_json_is_taken_and_only_json_is_given(signed_in: Client, where: Tournament) -> None:
    answer = signed_in.post("/api/tournaments/", {"title": "x"})
    refusal(answer, 415, "unsupported_media_type")
    answer = signed_in.get("/api/tournaments/", headers={"accept": "application/xml"})
    refusal(answer, 406, "not_acceptable")


def test_a_field_that_cannot_be_used_is_named(signed_in: Client, person: Any) -> None:
    where = rows.tournament(organizer_id=person.pk)
    rows.round_of(rows.session(where))
    address = f"/api/tournaments/{where.key}/rounds/1/extend/"
    answer = signed_in.post(address, '{"minutes": 0}', content_type="application/json")
    detail = refusal(answer, 400, "invalid")
    assert detail["fields"]["minutes"][0]["code"] == "min_value"
    answer = signed_in.post(
        address, '{"minutes": 5, "raeson": ""}', content_type="application/json"
    )
    detail = refusal(answer, 400, "unknown_field")
    assert detail == {"name": "raeson", "known": ["minutes", "reason"]}


@pytest.mark.parametrize("key", ["with space", "x" * 81, "é", "a/b"])
def test_an_idempotency_key_is_a_short_word(signed_in: Client, where: Tournament, key: str) -> None:
    address = f"/api/tournaments/{where.key}/entries/"
    sent = {"idempotency-key": key.encode().decode("latin-1")}
    answer = signed_in.post(address, content_type="application/json", headers=sent)
    refusal(answer, 400, "bad_idempotency_key")


@contextmanager
def rate(scope: str, text: str) -> Iterator[None]:
    told: dict[str, Any] = {**settings.REST_FRAMEWORK}
    told["DEFAULT_THROTTLE_RATES"] = {**told["DEFAULT_THROTTLE_RATES"], scope: text}
    with override_settings(REST_FRAMEWORK=told):
        yield


def test_whoever_asks_too_often_is_told_when_to_come_back(client: Client) -> None:
    with rate("visitor.read", "2/min"):
        answers = [client.get("/api/tournaments/", headers=ENGLISH) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    detail = refusal(answers[-1], 429, "too_many_requests")
    assert 0 < detail["seconds"] <= 60
    assert answers[-1].headers["Retry-After"] == str(detail["seconds"])


def test_visitors_are_told_apart_by_where_they_come_from_and_not_by_what_they_claim() -> None:
    with rate("visitor.read", "1/min"):
        answers = [
            Client(REMOTE_ADDR=address, HTTP_X_FORWARDED_FOR=claimed).get("/api/tournaments/")
            for address, claimed in (
                ("192.0.2.1", "198.51.100.1"),
                ("192.0.2.1", "198.51.100.2"),
                ("192.0.2.2", "198.51.100.1"),
            )
        ]
    assert [answer.status_code for answer in answers] == [200, 429, 200]


def test_people_at_one_address_have_a_count_of_their_own(signed_in: Client) -> None:
    with rate("person.read", "1/min"), rate_of_both("visitor.read", "person.read"):
        answers = [one.get("/api/tournaments/") for one in (Client(), signed_in, signed_in)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


@contextmanager
def rate_of_both(*scopes: str) -> Iterator[None]:
    told: dict[str, Any] = {**settings.REST_FRAMEWORK}
    told["DEFAULT_THROTTLE_RATES"] = {
        **told["DEFAULT_THROTTLE_RATES"],
        **dict.fromkeys(scopes, "1/min"),
    }
    with override_settings(REST_FRAMEWORK=told):
        yield


@pytest.mark.parametrize("path", ["schema", "docs", "nowhere/"])
def test_pages_of_documentation_refuse_in_the_same_shape(client: Client, path: str) -> None:
    with rate("visitor.read", "1/min"):
        client.get("/api/")
        refusal(client.get(f"/api/{path}"), 429, "too_many_requests")


def test_what_nobody_foresaw_is_told_without_a_word_of_it(
    monkeypatch: pytest.MonkeyPatch, where: Tournament
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("HA is with North")

    monkeypatch.setattr(views.lobby, "tiles", broken)
    rows.round_of(rows.session(where))
    client = Client(raise_request_exception=False)
    answer = client.get(f"/api/tournaments/{where.key}/rounds/1/tables/")
    assert refusal(answer, 500, "internal") == {}
    assert b"North" not in answer.content


def test_a_suspicious_request_is_refused(
    monkeypatch: pytest.MonkeyPatch, client: Client, where: Tournament
) -> None:
    def suspicious(*_: object) -> None:
        raise SuspiciousOperation

    monkeypatch.setattr(views.lobby, "tiles", suspicious)
    rows.round_of(rows.session(where))
    answer = client.get(f"/api/tournaments/{where.key}/rounds/1/tables/")
    refusal(answer, 400, "bad_request")


def test_every_code_of_the_api_has_its_sentence() -> None:
    assert all(texts.text_for(code) for code in texts.TEXTS)
    assert texts.text_for("never heard of") == texts.text_for("internal")


def test_a_refusal_is_said_in_the_language_of_whoever_asks(client: Client) -> None:
    told = {
        language: client.get("/api/nowhere/", headers={"accept-language": language}).json()
        for language in ("nl", "en")
    }
    assert told["nl"]["code"] == told["en"]["code"]
    assert told["nl"]["message"] != told["en"]["message"]


def test_every_rate_has_a_name_that_somebody_asks_for() -> None:
    scopes = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    assert set(scopes) == {
        f"{who}.{what}" for who in ("visitor", "person") for what in ("read", "change", "create")
    }
    assert all(throttling.ByPerson().parse_rate(rate)[0] for rate in scopes.values())
