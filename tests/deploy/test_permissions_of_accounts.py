"""Who may look where support looks, and who may change how somebody signs in.

The roles: ``anonymous``; ``demo``, a guest without a password; ``person``, who has one; ``staff``
without a second factor; ``support``, staff with one. Nobody is changed by an empty form, so one
scene does for all rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from gameplay.models import Outage
from tests.clubs.people import found
from tests.deploy.test_permissions import Scene, make_scene, may_be_stored, routes

ROLES = ("anonymous", "demo", "person", "staff", "support")

# Before anything is changed, or a secret shown, one shows once more who one is: 302.
TABLE = """
route                              method  anonymous demo person staff
mfa_index                          GET     302 200 200 200
mfa_index                          POST    302 405 405 405
mfa_authenticate                   GET     302 302 302 302
mfa_authenticate                   POST    302 302 302 302
mfa_reauthenticate                 GET     302 403 302 302
mfa_reauthenticate                 POST    302 403 302 302
mfa_activate_totp                  GET     302 403 302 302
mfa_activate_totp                  POST    302 403 302 302
mfa_deactivate_totp                GET     302 404 404 404
mfa_deactivate_totp                POST    302 404 404 404
mfa_view_recovery_codes            GET     302 404 404 404
mfa_view_recovery_codes            POST    302 405 405 405
mfa_generate_recovery_codes        GET     302 403 302 302
mfa_generate_recovery_codes        POST    302 403 302 302
mfa_download_recovery_codes        GET     302 404 404 404
mfa_download_recovery_codes        POST    302 404 404 404
mfa_list_webauthn                  GET     302 200 200 200
mfa_list_webauthn                  POST    302 405 405 405
mfa_add_webauthn                   GET     302 403 302 302
mfa_add_webauthn                   POST    302 403 302 302
mfa_reauthenticate_webauthn        GET     302 403 302 302
mfa_reauthenticate_webauthn        POST    302 403 302 302
mfa_remove_webauthn                GET     302 403 302 302
mfa_remove_webauthn                POST    302 403 302 302
mfa_edit_webauthn                  GET     302 403 302 302
mfa_edit_webauthn                  POST    302 403 302 302
mfa_login_webauthn                 GET     302 302 302 302
mfa_login_webauthn                 POST    302 302 302 302
usersessions_list                  GET     302 200 200 200
usersessions_list                  POST    302 302 302 302
"""


def founded() -> str:
    """The key of the club of this test."""
    return getattr(Club.objects.first(), "key", "") or found().key


ARGUMENTS: dict[str, Callable[[Scene], list[str]]] = {
    "mfa_remove_webauthn": lambda scene: ["1"],
    "mfa_edit_webauthn": lambda scene: ["1"],
    "admin:stream": lambda scene: [f"table-{scene.table}"],
    "admin:app_list": lambda scene: ["clubs"],
    "admin:clubs_user_change": lambda scene: [str(scene.people["seated"].pk)],
    "admin:clubs_club_change": lambda scene: [founded()],
    "admin:tournaments_tournament_change": lambda scene: [scene.tournament],
    "admin:gameplay_tablesummary_change": lambda scene: [scene.table],
    "admin:gameplay_outage_change": lambda scene: [str(Outage.objects.get().pk)],
}


@pytest.fixture
def scene(db: None) -> Scene:
    return make_scene()


def used_second_factor(client: Client, person: Any) -> None:
    request = HttpRequest()
    request.session = client.session
    record_authentication(request, person, "mfa", type="totp")
    request.session.save()


@pytest.fixture
def clients(scene: Scene) -> dict[str, Client]:
    support = get_user_model().objects.create_user("support", password="as said", is_staff=True)
    Authenticator.objects.create(user=support, type="totp", data={"secret": ""})
    Outage.objects.create(part="tick", began=timezone.now(), ended=timezone.now())
    looking = Client()
    looking.force_login(support, backend="django.contrib.auth.backends.ModelBackend")
    used_second_factor(looking, support)
    return {**{role: scene.client(role) for role in ROLES}, "support": looking}


def codes(clients: dict[str, Client], method: str, where: str, roles: Any = ROLES) -> list[str]:
    cache.clear()  # allauth counts requests
    answers = [getattr(clients[role], method)(where) for role in roles]
    assert not any(map(may_be_stored, answers)), where
    return [str(answer.status_code) for answer in answers]


def named(*spaces: str) -> set[str]:
    return {name for name, _ in routes() if name.startswith(spaces)}


def address(route: str, scene: Scene) -> str:
    return reverse(route, args=ARGUMENTS.get(route, lambda scene: [])(scene))


def test_who_may_change_how_somebody_signs_in(scene: Scene, clients: dict[str, Client]) -> None:
    lines = [line.split() for line in TABLE.strip().splitlines()[1:]]
    asked = {(route, method) for route, method, *_ in lines}
    every = named("mfa_", "usersessions_")
    assert asked == {(route, method) for route in every for method in ("GET", "POST")}
    for route, method, *expected in lines:
        answered = codes(clients, method.lower(), address(route, scene), ROLES[:-1])
        assert answered == expected, f"{route} {method}"


def test_only_staff_with_a_second_factor_sees_what_support_sees(
    scene: Scene, clients: dict[str, Client]
) -> None:
    for route in named("admin:"):
        where = address(route, scene)
        assert codes(clients, "get", where) == ["302", "403", "403", "302", "200"], route
        assert codes(clients, "post", where) == ["405"] * 5, route
        assert clients["staff"].get(where).headers["Location"] == reverse("mfa_index")
    elsewhere = Client()  # the same person, by another session
    elsewhere.force_login(
        get_user_model().objects.get(username="support"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    answer = elsewhere.get(where)
    assert answer.headers["Location"] == f"{reverse('mfa_reauthenticate')}?next={where}"
    assert elsewhere.get(answer.headers["Location"]).status_code == 200


def test_support_finds_people_and_events_and_sees_no_card_and_no_secret(
    scene: Scene, clients: dict[str, Client]
) -> None:
    def page(where: str, **asked: Any) -> str:
        return str(clients["support"].get(where, asked).content.decode())

    person = scene.people["seated"]
    assert "seated" in page(reverse("admin:clubs_user_changelist"), q="seat")
    shown = page(reverse("admin:clubs_user_change", args=[person.pk]))
    assert "Open Brabants" in shown
    assert person.password not in shown
    assert "<input" not in re.sub(r'<input type="(hidden|text)" name="(q|csrf\w+)"', "", shown)
    assert "Open Brabants" in page(reverse("admin:tournaments_tournament_changelist"), q="braba")
    club = founded()
    assert club in page(reverse("admin:clubs_club_changelist"), q="zwarte")
    assert f"club-{club}" in page(reverse("admin:clubs_club_change", args=[club]))
    stream = page(reverse("admin:stream", args=[f"club-{club}"]))
    assert "ClubFounded" in stream and "Toos" not in stream
    stream = page(reverse("admin:streams"), name=f"table-{scene.table}")
    assert "TableOpened" in stream and f"user:{scene.people['opener'].pk}" in stream
    assert "championship-online" not in stream, "that is what an event holds"
    game = re.search(
        r"game-\w+", page(reverse("admin:gameplay_tablesummary_change", args=[scene.table]))
    )
    assert game is None or "deal_id" not in page(reverse("admin:stream", args=[game[0]]))
    assert clients["support"].get(reverse("admin:stream", args=["nobody"])).status_code == 404
