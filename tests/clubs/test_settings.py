"""How somebody likes to see the table."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import translation

pytestmark = pytest.mark.django_db

CHOSEN = {
    "display_name": "Anneke van Dijk",
    "shown": "full",
    "language": "en",
    "theme": "dark",
    "card_index": "de",
    "card_size": "xl",
    "confirm_play": "on",
    "left_handed": "on",
    "play_by": "drag",
    "premove": "on",
    "pace": "tap",
    "hints": "on",
    "sound": "on",
}


@pytest.fixture
def anneke(client: Client) -> Any:
    person = get_user_model().objects.create_user("anneke")
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    return person


def test_the_form_has_each_setting_once(client: Client, anneke: Any) -> None:
    page = client.get(reverse("clubs:settings")).content.decode()
    assert page.count('name="card_index"') == page.count('name="card_size"') == 1
    assert 'name="initial-' not in page


def test_what_is_chosen_is_kept(client: Client, anneke: Any) -> None:
    assert client.post(reverse("clubs:settings"), CHOSEN).status_code == 302
    anneke.refresh_from_db()
    assert anneke.name == "Anneke van Dijk"
    assert (anneke.language, anneke.theme, anneke.card_index) == ("en", "dark", "de")
    assert (anneke.card_size, anneke.confirm_play, anneke.sound) == ("xl", True, True)
    assert (anneke.left_handed, anneke.play_by, anneke.premove) == (True, "drag", True)
    assert (anneke.pace, anneke.hints, anneke.key_shortcuts) == ("tap", True, False)
    assert anneke.four_colour is False


def test_the_table_is_told_how_somebody_plays(client: Client, anneke: Any) -> None:
    opening = client.get("/").content.decode().partition("<head>")[0]
    for silent in ("fan", "play-by", "premove", "pace", "hints", "keys", "sound", "confirm-play"):
        assert f"data-{silent}" not in opening
    client.post(reverse("clubs:settings"), CHOSEN)
    opening = client.get("/").content.decode().partition("<head>")[0]
    for said in (
        *('data-fan="left"', 'data-play-by="drag"', 'data-premove="1"', 'data-pace="tap"'),
        *('data-hints="1"', 'data-keys="near"', 'data-sound="1"', 'data-confirm-play="1"'),
    ):
        assert said in opening


def test_four_colours_and_dutch_letters_are_what_one_starts_with() -> None:
    with translation.override("nl"):
        anneke = get_user_model().objects.create_user("anneke")
    assert (anneke.four_colour, anneke.card_index, anneke.confirm_play) == (True, "nl", False)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("language", "fr"), ("theme", "felt"), ("card_index", "xx"), ("display_name", "x" * 41)),
        *(("play_by", "shout"), ("pace", "never")),
    ],
)
def test_what_is_no_choice_is_refused(field: str, value: str, client: Client, anneke: Any) -> None:
    answer = client.post(reverse("clubs:settings"), {**CHOSEN, field: value})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    anneke.refresh_from_db()
    assert anneke.display_name == ""


def test_nobody_is_promoted_by_a_form(client: Client, anneke: Any) -> None:
    client.post(reverse("clubs:settings"), {**CHOSEN, "is_staff": "on", "username": "theo"})
    anneke.refresh_from_db()
    assert (anneke.username, anneke.is_staff) == ("anneke", False)


def test_ones_own_language_comes_before_cookie_and_browser(client: Client, anneke: Any) -> None:
    client.post(reverse("clubs:settings"), CHOSEN)
    client.cookies["django_language"] = "nl"
    answer = client.get("/", headers={"accept-language": "nl"})
    assert answer.headers["Content-Language"] == "en"


def test_without_a_choice_of_ones_own_the_cookie_decides(client: Client, anneke: Any) -> None:
    client.cookies["django_language"] = "en"
    assert client.get("/", headers={"accept-language": "nl"}).headers["Content-Language"] == "en"


def test_the_buttons_under_a_page_change_ones_own_choice_too(client: Client, anneke: Any) -> None:
    client.post(reverse("clubs:settings"), CHOSEN)
    client.post(reverse("set_language"), {"language": "nl"})
    assert client.get("/").headers["Content-Language"] == "nl"
    anneke.refresh_from_db()
    assert anneke.language == "nl"
    client.post(reverse("set_language"), {"language": "fr"})
    anneke.refresh_from_db()
    assert anneke.language == "nl"
