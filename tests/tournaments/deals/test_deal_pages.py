"""The page on which everybody can see what was promised, and the files to check it with."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from gameplay import sealing
from tests.engine.seen import cards_in
from tests.tournaments.deals.setting import (
    NOON,
    ORGANIZER,
    deal,
    happens,
    leaks,
    play,
    scheduled,
    secrets_of,
    setup,
)
from tournaments.domain.events import RoundRescheduled
from tournaments.domain.verify import verify
from tournaments.models import SessionKey
from tournaments.services import deals

pytestmark = pytest.mark.django_db
EVENING = NOON + timedelta(hours=9)
FILES = ("deals_manifest", "deals_publication")


@pytest.fixture
def client() -> Client:
    """Somebody who only came to look."""
    return Client(headers={"accept-language": "en"})


def page(client: Client, key: str) -> str:
    answer = client.get(reverse("tournaments:deals", args=[key]))
    assert answer.status_code == 200
    return answer.content.decode()


def over(*, test_seed: str = "") -> str:
    key = scheduled(setup((2,), test_deals=bool(test_seed)), test_seed=test_seed)
    play(key, 1)
    play(key, 2)
    assert deals.reveal_due(EVENING) == 1
    return key


def test_before_play_the_page_tells_what_was_promised_when_and_whom_to_trust(
    client: Client,
) -> None:
    key = scheduled()
    deal(key, 1)
    told = page(client, key)
    published = json.loads(deals.publication_bytes(key) or b"")
    assert published["publication_sha256"] in told
    for commitment in published["commitments"]:
        assert commitment["commitment"] in told
    assert "28 March 2027" in told
    assert "13:00" in told  # noon in UTC is one o'clock in Amsterdam, and the clock is put forward
    assert "Organizer-trusted" in told
    assert told.count("still secret") == 2
    assert "reveal-1.json" not in told
    assert 'id="test-deals"' not in told
    assert not leaks(told, secrets_of(key))
    assert not cards_in(re.sub(r"<[^>]+>", " ", told))


@pytest.mark.parametrize("route", FILES)
def test_a_file_comes_byte_for_byte_and_under_its_name(client: Client, route: str) -> None:
    key = scheduled()
    name = route.removeprefix("deals_")
    answer = client.get(reverse(f"tournaments:{route}", args=[key]))
    assert answer.content == getattr(deals, f"{name}_bytes")(key)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}.json"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "no-store" in answer["Cache-Control"]


def test_there_is_no_reveal_before_its_time_whoever_asks(
    client: Client, admin_client: Client
) -> None:
    key = scheduled(setup((1, 1)))
    play(key, 1, release=False)
    for session in ("1", "2", "3", "one"):
        address = reverse("tournaments:deals_reveal", args=[key, session])
        for anybody in (client, admin_client):
            assert anybody.get(address).status_code == 404


def test_the_three_files_of_the_site_prove_the_deals(client: Client) -> None:
    key = over()
    fetched = [
        client.get(reverse(f"tournaments:{name}", args=[key, *rest])).content
        for name, rest in (
            ("deals_manifest", []),
            ("deals_publication", []),
            ("deals_reveal", ["1"]),
        )
    ]
    assert verify(*fetched) == "organizer"


def test_a_revealed_session_shows_the_verdict_every_board_and_the_way_to_check_it(
    client: Client,
) -> None:
    key = over()
    told = page(client, key)
    assert "<code>ok organizer</code>" in told
    assert (
        "python -m tournaments.domain.verify manifest.json publication.json reveal-1.json" in told
    )
    assert reverse("tournaments:deals_reveal", args=[key, "1"]) in told
    for number in range(1, 9):
        assert reverse("tournaments:board", args=[key, "1", number]) in told
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", told))
    first = json.loads(deals.reveal_bytes(key, "1") or b"")["deals"][0]["deal"]
    spades = first.removeprefix("N:").split(".")[0]
    printed = " ".join("10" if rank == "T" else rank for rank in spades)
    assert f"spades: {printed or '–'}" in text
    assert "still secret" not in told


def test_what_is_not_as_promised_is_said_loudly(client: Client) -> None:
    key = over()
    row = SessionKey.objects.get(key=f"{key}:1:1")
    # Somebody with access to everything exchanged the key, and cannot exchange what was published.
    row.sealed = sealing.seal_bytes(bytes(32), of=row.key, key=settings.DEAL_KEY)
    row.save()
    answer = client.get(reverse("tournaments:deals_reveal", args=[key, "1"]))
    assert answer.status_code == 404
    told = page(client, key)
    assert "not as promised" in told
    assert "wrong_commitment" in told
    assert "download>reveal" not in told


def test_test_deals_are_marked_loudly(client: Client) -> None:
    told = page(client, over(test_seed="17"))
    assert 'id="test-deals"' in told
    assert "Nothing is proved about who knew the cards" in told
    assert "Organizer-trusted" not in told


def test_a_promise_made_anew_tells_why_and_keeps_the_old_one(client: Client) -> None:
    key = scheduled()
    old = json.loads(deals.publication_bytes(key) or b"")["publication_sha256"]
    happens(key, RoundRescheduled(1, "2027-03-28T12:30:00Z"))
    deals.recommit(key, reason="The <hall> opens later.", actor=ORGANIZER, now=NOON)
    told = page(client, key)
    assert old in told
    assert "The &lt;hall&gt; opens later." in told
    assert "this one holds" in told


@pytest.mark.parametrize("route", ["deals", *FILES])
def test_what_is_not_there_is_404_and_nothing_can_be_sent(client: Client, route: str) -> None:
    assert client.get(reverse(f"tournaments:{route}", args=["unknown"])).status_code == 404
    assert client.post(reverse(f"tournaments:{route}", args=[scheduled()])).status_code == 405
