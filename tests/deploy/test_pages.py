"""What every page is sent with: its policy, its language, its files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.service import ROOT, Service

pytestmark = pytest.mark.django_db

PAGES = ("gameplay:home", "account_login", "account_signup", "account_reset_password")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_from_here_only_and_is_framed_nowhere(page: str, client: Client) -> None:
    answer = client.get(reverse(page))
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"unsafe|\*|http", policy)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_holds_nothing_that_its_policy_forbids(page: str, client: Client) -> None:
    text = client.get(reverse(page)).content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    for script in re.findall(r"<script\b[^>]*>", text):
        assert " src=" in script or "application/json" in script


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str, client: Client) -> None:
    text = client.get(reverse(page)).content.decode()
    named = re.findall(r"(?:src|href)=\"(/static/[^\"#?]+)", text)
    assert named
    for address in named:
        assert client.get(address).status_code == 200, address


def test_a_module_is_served_as_one_and_looked_at_again_after_a_restart(client: Client) -> None:
    [*modules] = (ROOT / "gameplay" / "static").rglob("*.js")
    assert modules
    for path in modules:
        answer = client.get(f"/static/{path.relative_to(ROOT / 'gameplay' / 'static')}")
        assert answer.status_code == 200, path
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert answer.headers["Cache-Control"] == "max-age=0, public"
        assert answer.content == path.read_bytes()
        again = client.get(
            answer.request["PATH_INFO"], headers={"if-none-match": answer.headers["ETag"]}
        )
        assert again.status_code == 304
        assert not again.content


# -- languages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("", "nl"), ("nl-BE,nl;q=0.9", "nl"), ("en-GB,en;q=0.8", "en"), ("de-AT", "de"), ("fr", "nl")],
)
def test_a_visitor_reads_the_browsers_language_or_dutch(
    accepted: str, language: str, client: Client
) -> None:
    answer = client.get("/", headers={"accept-language": accepted})
    assert answer.headers["Content-Language"] == language


def test_a_visitor_chooses_a_language_and_keeps_it(client: Client) -> None:
    client.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert client.get("/", headers={"accept-language": "nl"}).headers["Content-Language"] == "en"


def test_scripts_get_their_texts_in_the_language_asked_for(client: Client) -> None:
    for language, _ in settings.LANGUAGES:
        answer = client.get(reverse("javascript-catalog", args=[language]))
        assert answer.status_code == 200
        assert "max-age=60" in answer.headers["Cache-Control"]
    assert client.get("/jsi18n/fr/").status_code == 404


# -- errors --------------------------------------------------------------------------------------


def test_a_page_that_is_not_there_says_so_in_words(client: Client) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert "<h1" in answer.content.decode()


# -- production ------------------------------------------------------------------------------------


def test_collected_modules_import_each_other_by_their_hashed_names(collected: Path) -> None:
    hashed = [
        path for path in collected.rglob("*.js") if re.search(r"\.[0-9a-f]{12}\.js$", str(path))
    ]
    imports = [
        (path, name)
        for path in hashed
        for name in re.findall(
            r"^(?:import|export)\b(?:[^;\"']*\bfrom)?\s*[\"'](\.[^\"']+)[\"']",
            path.read_text("utf-8"),
            re.MULTILINE,
        )
    ]
    assert imports
    for path, name in imports:
        assert re.search(r"\.[0-9a-f]{12}\.js$", name), f"{path.name} imports {name}"
        assert (path.parent / name).resolve().exists(), f"{path.name} imports {name}"


def test_the_running_service_sends_the_same_policy(live_service: Service) -> None:
    import urllib.request

    with urllib.request.urlopen(live_service.url, timeout=10) as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Server"] is None


def test_who_opens_the_address_of_a_button_is_told_so_and_a_program_is_told_nothing_more(
    client: Client,
) -> None:
    """As whoever signs in again after he pressed it."""
    where = reverse("gameplay:demo_seat")
    answer = client.get(where, headers={"accept": "text/html", "accept-language": "en"})
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "belongs to a button" in answer.content.decode()
    assert client.get(where, headers={"accept": "application/json"}).content == b""
