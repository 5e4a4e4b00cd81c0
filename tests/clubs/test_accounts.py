"""Sign up, sign in and out, a forgotten password: with a user name and no mail server."""

from __future__ import annotations

import re

import pytest
from allauth.usersessions.models import UserSession
from cryptography.fernet import InvalidToken
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from clubs.adapter import MFAAdapter

pytestmark = pytest.mark.django_db

PASSWORD = "vier azen op een rij"


@pytest.fixture(autouse=True)
def nobody_tried_before() -> None:
    cache.clear()


def sign_up(client: Client, **more: str) -> None:
    sent = {"username": "anneke", "password1": PASSWORD, "password2": PASSWORD, **more}
    answer = client.post(reverse("account_signup"), sent)
    assert answer.status_code == 302, answer.content.decode()


ADDRESS = "anneke@rikken.example"


def confirm(client: Client) -> None:
    """As the mail says: open the page, press the button."""
    page = re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    assert page
    assert ADDRESS in client.get(page[1]).content.decode()
    client.post(page[1])


def signed_in(client: Client) -> bool:
    return client.get(reverse("clubs:settings")).status_code == 200


def test_a_user_name_and_a_password_are_enough_to_sign_up(client: Client) -> None:
    sign_up(client)
    assert signed_in(client)
    person = get_user_model().objects.get()
    assert (person.username, person.email, person.is_demo) == ("anneke", "", False)


@override_settings(
    PASSWORD_HASHERS=["django.contrib.auth.hashers.Argon2PasswordHasher"],
)
def test_a_password_is_kept_by_argon2(client: Client) -> None:
    sign_up(client)
    assert get_user_model().objects.get().password.startswith("argon2$argon2id$")


def test_signing_out_and_in_again(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    assert not signed_in(client)
    client.post(reverse("account_login"), {"login": "anneke", "password": PASSWORD})
    assert signed_in(client)


@pytest.mark.parametrize("page", ["account_signup", "account_login"])
def test_the_pages_speak_to_one_person_in_one_way(page: str, client: Client) -> None:
    text = client.get(reverse(page), headers={"accept-language": "nl"}).content.decode()
    assert not re.search(r"\b[Uu]w?\b", re.sub(r"<[^>]*>", " ", text))


def test_a_new_password_is_asked_for_in_our_words_with_a_way_back(client: Client) -> None:
    sign_up(client)
    page = client.get(reverse("account_change_password"), headers={"accept-language": "nl"})
    text = page.content.decode()
    assert not re.search(r"\b[Uu]w?\b", re.sub(r"<[^>]*>", " ", text))
    assert "Minstens 8 tekens" in text
    assert f'href="{reverse("clubs:settings")}">' in text.partition("<main")[2]
    new = "een hele hand vol harten"
    client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert get_user_model().objects.get().check_password(new)


def test_who_shows_initials_reads_the_own_name_in_page_and_mail(client: Client) -> None:
    sign_up(client)
    person = get_user_model().objects.get()
    person.shown = "initials"
    person.save()
    page = client.get(reverse("clubs:settings")).content.decode()
    assert '<span class="who">anneke</span>' in page
    added = client.post(
        reverse("account_email"),
        {"action_add": "1", "email": ADDRESS},
        follow=True,
        headers={"accept-language": "nl"},
    )
    assert "Hallo anneke," in mail.outbox[-1].body
    assert f"Er is een bericht onderweg naar {ADDRESS}," in added.content.decode()


def test_signing_up_tells_who_others_will_see(client: Client) -> None:
    english = {"accept-language": "en"}
    assert (
        "your name at the table"
        in client.get(reverse("account_signup"), headers=english).content.decode()
    )
    assert (
        "User name or e-mail"
        in client.get(reverse("account_login"), headers=english).content.decode()
    )


def test_looking_at_the_sign_out_page_signs_nobody_out(client: Client) -> None:
    sign_up(client)
    client.get(reverse("account_logout"))
    assert signed_in(client)


def test_a_forgotten_password_is_reset_by_a_link_in_a_mail(client: Client) -> None:
    sign_up(client, email=ADDRESS)
    confirm(client)
    client.post(reverse("account_logout"))
    mail.outbox.clear()

    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    [message] = mail.outbox
    found = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", message.body)
    assert found
    form = client.get(found[1], follow=True)
    address = form.redirect_chain[-1][0]
    new = "een hele hand vol harten"
    client.post(address, {"password1": new, "password2": new})

    client.post(reverse("account_login"), {"login": "anneke", "password": new})
    assert signed_in(client)


def test_an_address_opens_an_account_only_after_it_was_confirmed(client: Client) -> None:
    """A typing mistake must not hand it to whoever has that address."""
    sign_up(client, email=ADDRESS)
    client.post(reverse("account_logout"))
    waiting = mail.outbox.pop()
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    Client().post(reverse("account_request_login_code"), {"email": ADDRESS})
    client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert not signed_in(client)
    for message in mail.outbox:
        assert "/password/reset/key/" not in message.body and "code" not in message.subject
    assert [message.subject for message in mail.outbox] == 2 * [
        "Rikken: Geen account met dit adres"
    ]

    mail.outbox.append(waiting)
    confirm(client)
    cache.clear()
    client.post(reverse("account_login"), {"login": ADDRESS.upper(), "password": PASSWORD})
    assert signed_in(client)


@pytest.mark.parametrize(
    ("route", "subject"),
    [
        ("account_reset_password", "Choose a new password"),
        ("account_request_login_code", "Your code to sign in"),
    ],
)
def test_a_mail_speaks_the_language_of_its_reader_and_not_of_who_asked_for_it(
    client: Client, route: str, subject: str
) -> None:
    sign_up(client, email=ADDRESS)
    confirm(client)
    get_user_model().objects.update(language="en")
    mail.outbox.clear()
    stranger = Client(headers={"Accept-Language": "de"})
    answer = stranger.post(reverse(route), {"email": ADDRESS}, follow=True)
    assert [message.subject for message in mail.outbox] == [f"Rikken: {subject}"]
    assert answer.headers["Content-Language"] == "de"


def test_a_code_by_mail_signs_in_once_and_other_devices_can_be_signed_out(client: Client) -> None:
    sign_up(client, email=ADDRESS)
    confirm(client)
    elsewhere = Client(headers={"user-agent": "Mozilla/5.0 (iPad; CPU OS 17) Safari/604.1"})
    elsewhere.post(reverse("account_request_login_code"), {"email": ADDRESS})
    [code] = re.findall(r"^([A-Z0-9-]{6,})$", mail.outbox[-1].body, re.MULTILINE)
    confirming = reverse("account_confirm_login_code")
    elsewhere.post(confirming, {"code": "AAAA-0000"})
    assert not signed_in(elsewhere)
    elsewhere.post(confirming, {"code": code})
    assert signed_in(elsewhere)
    again = Client()
    again.post(confirming, {"code": code})
    assert not signed_in(again)

    sessions = reverse("usersessions_list")
    assert "Safari, iPad" in client.get(sessions).content.decode()
    client.post(sessions)
    assert signed_in(client) and not signed_in(elsewhere)


def test_one_device_is_signed_out_alone_and_only_ones_own(client: Client) -> None:
    sign_up(client)
    tablet, laptop, stranger = (Client(headers={"user-agent": name}) for name in ("a", "b", "c"))
    for other in (tablet, laptop):
        other.post(reverse("account_login"), {"login": "anneke", "password": PASSWORD})
    sign_up(stranger, username="theo")

    def end(who: Client, device: str) -> int:
        return who.post(ends[device]).status_code

    known = UserSession.objects.values_list("user_agent", "pk")
    ends = {agent: reverse("clubs:end_session", args=[pk]) for agent, pk in known}
    assert all((ends[device] in listed(client)) == (device != "c") for device in "abc")
    assert end(stranger, "a") == end(client, "c") == 302
    assert client.get(ends["a"]).status_code == 405
    assert all(map(signed_in, (client, tablet, laptop, stranger)))

    assert (end(client, "a"), end(client, "a")) == (302, 302)  # a second tap is no fault
    assert not signed_in(tablet) and signed_in(client) and signed_in(laptop)
    assert end(laptop, "b") == 302
    assert not signed_in(laptop) and signed_in(client) and signed_in(stranger)
    assert client.post(f"/settings/sessions/{10**30}/end/").status_code == 302
    assert signed_in(client)


def listed(client: Client) -> str:
    return client.get(reverse("usersessions_list")).content.decode()


def test_secrets_of_second_factors_lie_encrypted() -> None:
    kept = MFAAdapter().encrypt("JBSWY3DPEHPK3PXP")
    assert "JBSWY" not in kept and MFAAdapter().decrypt(kept) == "JBSWY3DPEHPK3PXP"
    with override_settings(DEAL_KEY=bytes(32)), pytest.raises(InvalidToken):
        MFAAdapter().decrypt(kept)


def test_a_forgotten_password_tells_nobody_who_has_an_account(client: Client) -> None:
    sign_up(client, email="anneke@rikken.example")
    client.post(reverse("account_logout"))
    answers = [
        client.post(reverse("account_reset_password"), {"email": f"{name}@rikken.example"})
        for name in ("anneke", "theo")
    ]
    assert len({(answer.status_code, answer["Location"]) for answer in answers}) == 1


def test_guessing_a_password_is_slowed_down(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_logout"))
    for _ in range(6):
        client.post(reverse("account_login"), {"login": "anneke", "password": "hartenaas"})
    client.post(reverse("account_login"), {"login": "anneke", "password": PASSWORD})
    assert not signed_in(client)


def test_sign_up_does_not_believe_fields_that_it_does_not_ask_for(client: Client) -> None:
    sign_up(client, is_staff="on", is_superuser="on", is_demo="on", display_name="De baas")
    person = get_user_model().objects.get()
    assert not (person.is_staff or person.is_superuser or person.is_demo)


def test_a_password_that_is_too_short_is_refused_in_the_language_of_the_page(
    client: Client,
) -> None:
    sent = {"username": "anneke", "password1": "kort", "password2": "kort"}
    answer = client.post(reverse("account_signup"), sent, headers={"accept-language": "nl"})
    page = answer.content.decode()
    assert "Dit wachtwoord is te kort. Het moet minstens 8 tekens lang zijn." in page
    assert "password is" not in page


def test_who_types_a_whole_name_as_user_name_is_told_that_the_space_is_in_the_way(
    client: Client,
) -> None:
    sent = {"username": "Truus van den Boom", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post(reverse("account_signup"), sent, headers={"accept-language": "nl"})
    assert "Een gebruikersnaam heeft geen spaties: truus.boom, bijvoorbeeld." in (
        answer.content.decode()
    )
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(
    ("language", "letters"), [("nl", "nl"), ("en", "en"), ("de", "de"), ("fr", "nl")]
)
def test_the_letters_on_the_cards_are_those_of_the_page_on_which_one_signs_up(
    client: Client, language: str, letters: str
) -> None:
    sent = {"username": "anneke", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), sent, headers={"accept-language": language})
    assert get_user_model().objects.get().card_index == letters
