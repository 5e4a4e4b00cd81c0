"""What people send to a club, at the wrong time or with more in it than words."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.services import links
from tests.clubs.people import NOW, Club40
from tests.clubs.test_club import evening

pytestmark = pytest.mark.django_db
HTML = '<script>alert(1)</script><a href="javascript:x">"klik\'</a>{{ 7|add:"7" }}'
"""What a page would run, open or fill in, if it were no text."""


def test_html_in_a_description_is_text_on_every_page(club: Club40) -> None:
    mine = club.client("toos")
    told = {"name": "De <b>Piet</b>", "place": "<i>Reusel</i>", "about": HTML}
    assert mine.post(f"/clubs/{club.key}/describe/", told).status_code == 302
    jan = club.adds("Jan <u>de Vries</u>", note=HTML)
    one = evening(club)
    for page in (
        "",
        "members/",
        f"members/{jan.key}/",
        "history/",
        "describe/",
        "evenings/",
        f"evenings/{one}/",
        "office/",
    ):
        content = mine.get(f"/clubs/{club.key}/{page}").content.decode()
        assert "Piet&lt;/b&gt;" in content, page
        assert not re.search(
            r"<(b|i|u)>(Piet|Reusel|de Vries)|<script>alert|javascript:x\">\"|1414", content
        )
    assert "&lt;script&gt;alert(1)" in Client().get(f"/clubs/{club.key}/").content.decode()


def test_a_link_that_has_expired_says_so_and_lets_nobody_in(
    club: Club40, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = links.invite(club.key, club.sent("toos"), role="member", uses=9, days=1)
    where, guest = f"/clubs/invitation/{token}/", Client(headers={"Accept-Language": "en"})
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(hours=23))
    opened = guest.get(where)
    assert opened.status_code == 200
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(hours=25))
    sent = {"name": "Harrie", "form": opened.context["form"].initial["form"]}
    for late in (guest.get(where), guest.post(where, sent)):
        assert late.status_code == 404
        assert "This invitation is no longer valid" in late.content.decode()
    assert len(club.state.members) == 1


def test_who_changes_his_own_role_by_hand_is_refused_in_words(club: Club40) -> None:
    own = club.joins("sjef", "secretary")
    where = f"/clubs/{club.key}/members/{own.key}/"
    for sent in (["owner"], ["secretary", "treasurer"], ["secretary", "emperor"]):
        told = {"do": "roles", "roles": sent, "command": "x".join(sent)}
        answer = club.client("sjef").post(where, told, follow=True)
        assert answer.status_code == 200
        assert 'class="error"' in answer.content.decode()
        assert club.member("sjef").roles == ("secretary",)
