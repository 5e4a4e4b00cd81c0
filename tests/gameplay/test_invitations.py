"""A link for one seat: shown once, used once, by POST."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import SEATS, Seat
from gameplay import invitations, streams, table_handlers, texts
from gameplay.errors import PlayRefused
from gameplay.models import Invitation

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(person: Callable[[str], Any]) -> tuple[str, Any]:
    """A table of Anneke's: she sits South, West is free."""
    anneke = person("anneke")
    occupants: dict[Seat, int | str | None] = dict.fromkeys(SEATS, "house")
    occupants |= {Seat.SOUTH: anneke.pk, Seat.WEST: None}
    table_id = table_handlers.open_table(
        ruleset="championship-online",
        options={},
        opener=anneke.pk,
        occupants=occupants,
        actor=f"user:{anneke.pk}",
    )
    return table_id, anneke


def invite(table: tuple[str, Any], seat: Seat = Seat.WEST) -> str:
    table_id, anneke = table
    return invitations.invite(table_id, seat=seat, user_id=anneke.pk, now=timezone.now())


def test_the_token_itself_is_nowhere_in_the_database(table: tuple[str, Any]) -> None:
    token = invite(table)
    row = Invitation.objects.values().get()
    assert token not in str(row)


def test_a_guest_takes_the_seat_and_the_board_begins(
    table: tuple[str, Any], person: Callable[[str], Any]
) -> None:
    theo = person("theo")
    assert streams.table(table[0]).state.current is None
    invitations.accept(invite(table), user_id=theo.pk, now=timezone.now())
    state = streams.table(table[0]).state
    assert state.seats[Seat.WEST].user_id == theo.pk
    assert state.current is not None


def test_a_second_click_is_fine_and_a_second_guest_is_not(
    table: tuple[str, Any], person: Callable[[str], Any]
) -> None:
    theo, marijke = person("theo"), person("marijke")
    token = invite(table)
    for _ in range(2):
        assert invitations.accept(token, user_id=theo.pk, now=timezone.now()) == table[0]
    with pytest.raises(PlayRefused) as refused:
        invitations.accept(token, user_id=marijke.pk, now=timezone.now())
    assert refused.value.code == "invitation_invalid"


def test_a_newer_link_revokes_the_older(table: tuple[str, Any], person: Any) -> None:
    older, newer = invite(table), invite(table)
    theo = person("theo")
    with pytest.raises(PlayRefused):
        invitations.accept(older, user_id=theo.pk, now=timezone.now())
    assert invitations.accept(newer, user_id=theo.pk, now=timezone.now()) == table[0]


def test_a_link_is_good_for_two_weeks(table: tuple[str, Any], person: Any) -> None:
    token = invite(table)
    with pytest.raises(PlayRefused):
        invitations.find(token, timezone.now() + timedelta(days=15))


def test_a_taken_seat_is_not_given_away(table: tuple[str, Any]) -> None:
    with pytest.raises(PlayRefused) as refused:
        invite(table, Seat.NORTH)
    assert refused.value.code == "seat_occupied"
    assert not Invitation.objects.exists()


def test_looking_at_the_link_changes_nothing_and_posting_takes_the_seat(
    table: tuple[str, Any], person: Callable[[str], Any], client: Client
) -> None:
    table_id, anneke = table
    client.force_login(anneke)
    made = client.post(reverse("gameplay:table_invite", args=[table_id]), {"seat": "W"})
    link = re.search(r"/invitation/[\w-]+/", made.content.decode())
    assert link is not None
    theo = person("theo")
    client.force_login(theo)
    assert client.get(link.group()).status_code == 200
    assert streams.table(table_id).state.seats[Seat.WEST].kind == "empty"
    assert client.post(link.group()).status_code == 302
    assert streams.table(table_id).state.seats[Seat.WEST].user_id == theo.pk


def test_somebody_who_is_not_signed_in_is_asked_to_first(
    table: tuple[str, Any], client: Client
) -> None:
    link = reverse("gameplay:invitation", args=[invite(table)])
    answer = client.post(link)
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_login"))


def test_an_unknown_link_is_a_404_in_words(client: Client) -> None:
    answer = client.get(reverse("gameplay:invitation", args=["guessed"]))
    assert answer.status_code == 404
    assert str(texts.text_for("invitation_invalid")) in answer.content.decode()
