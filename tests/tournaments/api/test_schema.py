"""The description of the API, for programs and for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, get_resolver

pytestmark = pytest.mark.django_db

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')


def test_the_schema_is_made_without_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "schema.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(path))
    assert yaml.safe_load(path.read_text("utf-8"))["openapi"].startswith("3.")


@pytest.mark.parametrize(
    ("address", "accept"),
    [("/api/schema?format=json", "*/*"), ("/api/schema", "application/vnd.oai.openapi+json")],
)
def test_it_is_served_as_yaml_and_as_json(client: Client, address: str, accept: str) -> None:
    as_yaml = client.get("/api/schema")
    assert as_yaml.status_code == 200
    as_json = client.get(address, headers={"accept": accept})
    assert as_json.json() == yaml.safe_load(as_yaml.content)


def patterns() -> Iterator[URLPattern]:
    [api] = [one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == "api"]
    yield from api.url_patterns


def schema(client: Client) -> Any:
    return client.get("/api/schema?format=json", headers={"accept-language": "en"}).json()


def test_every_route_and_method_is_described(client: Client) -> None:
    described = {
        (re.sub(r"{\w+}", "<>", path), method)
        for path, methods in schema(client)["paths"].items()
        for method in methods
    }
    served = {
        (f"/api/{re.sub(r'<[^>]*>', '<>', str(pattern.pattern))}", method)
        for pattern in patterns()
        for method in ("get", "post")
        if hasattr(pattern.callback.cls, method)  # type: ignore[attr-defined]
        and pattern.name not in ("root", "schema", "docs", "unknown")
    }
    assert described == served


def test_every_change_says_that_it_takes_an_idempotency_key(client: Client) -> None:
    for path, methods in schema(client)["paths"].items():
        if "post" in methods:
            named = [one["name"] for one in methods["post"]["parameters"]]
            assert "Idempotency-Key" in named, path
            assert {"401", "403", "404", "409", "429"} <= set(methods["post"]["responses"]), path


def test_the_documentation_is_a_page_of_our_own(client: Client) -> None:
    answer = client.get("/api/docs")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/html")
    text = answer.content.decode()
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", text), "nothing from elsewhere"
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    scripts = re.findall(r"<script[^>]*src=\"([^\"]+)\"", text)
    assert all(script.startswith("/static/") for script in scripts)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "unsafe" not in policy


def test_the_page_tells_every_address_and_every_shape(client: Client) -> None:
    text = client.get("/api/docs", headers={"accept-language": "en"}).content.decode()
    told = schema(client)
    for path in told["paths"]:
        assert f"</span> {path}</code>" in text
    for name in told["components"]["schemas"]:
        if "properties" in told["components"]["schemas"][name]:
            assert f'id="shape-{name}"' in text
    links = set(re.findall(r"href=\"#([\w-]+)\"", text))
    assert links <= set(re.findall(r"\bid=\"([\w-]+)\"", text)), "every link leads somewhere"


def test_schema_and_page_speak_the_language_of_whoever_reads(client: Client) -> None:
    for address in ("/api/docs", "/api/schema"):
        read = [
            TOKEN.sub(b"", client.get(address, headers={"accept-language": language}).content)
            for language in ("nl", "en", "nl")
        ]
        assert read[0] == read[2] != read[1]


def test_the_root_says_where_to_begin(client: Client) -> None:
    told = client.get("/api/").json()
    assert told == {
        "tournaments": "/api/tournaments/",
        "clubs": "/api/clubs/",
        "schema": "/api/schema",
        "docs": "/api/docs",
    }
    for address in told.values():
        assert client.get(address).status_code == 200
