"""What is said about the deals before anybody has a card."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings

from gameplay import sealing
from gameplay.eventstore import store
from tests.tournaments.deals.setting import NOON, ORGANIZER, deal, happens, scheduled, setup
from tournaments import stream
from tournaments.domain.dealing import commitment, publication_hash
from tournaments.domain.errors import TournamentRefused
from tournaments.domain.events import RoundRescheduled, TournamentCancelled
from tournaments.domain.manifest import read_manifest
from tournaments.models import SessionKey, Tournament
from tournaments.services import deals

pytestmark = pytest.mark.django_db
LATER = NOON - timedelta(days=2)


def keys_of(key: str) -> dict[str, bytes]:
    """Opened as only the service does."""
    return {
        row.key: sealing.unseal_bytes(row.sealed, of=row.key, key=settings.DEAL_KEY)
        for row in SessionKey.objects.filter(key__startswith=f"{key}:").order_by("key")
    }


def test_the_manifest_names_every_board_of_every_session_and_no_public_fact() -> None:
    key = scheduled(setup((2, 1), boards=8, generator="predicate:long-suit"))
    manifest = read_manifest(deals.manifest_bytes(key) or b"")
    assert manifest.event == key
    assert manifest.generator == "predicate:long-suit"
    assert [(each.id, each.boards, each.start) for each in manifest.sessions] == [
        ("1", tuple(range(1, 17)), "2027-03-28T11:00:00Z"),
        ("2", tuple(range(1, 9)), "2027-03-29T11:00:00Z"),
    ]
    assert manifest.sources == ()
    assert json.loads(manifest.content)["title"] == "Open Brabants kampioenschap"
    assert "test_deals" not in json.loads(manifest.content)


def test_each_session_has_a_key_of_its_own_that_the_publication_promises() -> None:
    key = scheduled()
    keys = keys_of(key)
    assert set(keys) == {f"{key}:1:1", f"{key}:2:1"}
    assert len(set(keys.values())) == 2
    manifest = read_manifest(deals.manifest_bytes(key) or b"")
    promised = [commitment(manifest, name, key=keys[f"{key}:{name}:1"]) for name in ("1", "2")]
    published = json.loads(deals.publication_bytes(key) or b"")
    assert [each["commitment"] for each in published["commitments"]] == [
        each.hex() for each in promised
    ]
    assert published["publication_sha256"] == publication_hash(manifest, promised).hex()
    [said] = deals.promised(key)
    assert (said.at, said.publication_sha256) == (NOON, published["publication_sha256"])
    assert said.manifest_sha256 == manifest.sha256.hex()


def test_the_files_lie_in_event_and_row_byte_for_byte() -> None:
    key = scheduled()
    row = Tournament.objects.get(key=key)
    [event] = [row for row in store.load(stream.name(key)) if row.type == "DealsCommitted"]
    for name in ("manifest", "publication"):
        file = getattr(deals, f"{name}_bytes")(key)
        assert getattr(row, name).encode() == event.payload[name].encode() == file


def test_committing_again_changes_nothing() -> None:
    key = scheduled()
    before = stream.state(key), keys_of(key)
    deals.commit(key, actor="user:2", now=LATER)
    assert (stream.state(key), keys_of(key)) == before


def test_two_championships_of_one_plan_have_nothing_in_common() -> None:
    one, other = scheduled(), scheduled()
    assert not set(keys_of(one).values()) & set(keys_of(other).values())


# -- test deals ------------------------------------------------------------------------------------


def test_a_seed_makes_the_same_keys_for_every_tournament_that_is_marked() -> None:
    one, other, third = (scheduled(test_seed=seed) for seed in ("17", "17", "18"))
    assert list(keys_of(one).values()) == list(keys_of(other).values())
    assert not set(keys_of(one).values()) & set(keys_of(third).values())
    manifest = json.loads(deals.manifest_bytes(one) or b"")
    assert (manifest["test_deals"], manifest["event"]) == (True, "test-deals")


@pytest.mark.parametrize(("marked", "seed"), [(False, "17"), (True, "")])
def test_no_seed_without_the_mark_and_no_mark_without_a_seed(marked: bool, seed: str) -> None:
    with pytest.raises(TournamentRefused) as refused:
        scheduled(setup(test_deals=marked), test_seed=seed)
    assert refused.value.code == "test_deals_mismatch"
    assert not SessionKey.objects.exists()


# -- promising anew --------------------------------------------------------------------------------


def moved(key: str) -> None:
    happens(key, RoundRescheduled(1, "2027-03-28T12:30:00Z"))


def again(key: str, reason: str = "De zaal is later open.") -> bool:
    return deals.recommit(key, reason=reason, actor=ORGANIZER, now=LATER)


@pytest.mark.parametrize("seed", ["", "17"])
def test_a_new_plan_gets_new_keys_a_new_publication_and_a_reason_for_all_to_read(seed: str) -> None:
    key = scheduled(test_seed=seed)
    before = keys_of(key)
    moved(key)
    assert again(key)
    keys = keys_of(key)
    assert set(keys) - set(before) == {f"{key}:1:2", f"{key}:2:2"}
    assert len(set(keys.values())) == 4
    first, second = deals.promised(key)
    assert first.publication_sha256 != second.publication_sha256
    assert (first.reason, second.at) == (None, LATER)
    assert second.reason is not None
    assert store.read_text(second.reason.id) == "De zaal is later open."
    assert read_manifest(deals.manifest_bytes(key) or b"").sessions[0].start == (
        "2027-03-28T12:30:00Z"
    )
    deal(key, 1)


def test_the_reason_is_not_in_the_event() -> None:
    key = scheduled()
    moved(key)
    again(key)
    assert all("zaal" not in json.dumps(row.payload) for row in store.load(stream.name(key)))


def test_where_the_plan_is_the_promised_one_nothing_is_promised_anew() -> None:
    key = scheduled()
    happens(key, RoundRescheduled(2, "2027-03-28T12:30:00Z"))  # not the first of its session
    assert not again(key)
    assert len(deals.promised(key)) == 1


def test_once_a_board_is_dealt_the_promise_holds_whatever_is_moved() -> None:
    key = scheduled()
    deal(key, 1)
    happens(key, RoundRescheduled(3, "2027-03-30T11:00:00Z"))
    assert not again(key)
    assert len(deals.promised(key)) == 1


def test_nothing_is_promised_of_what_was_cancelled() -> None:
    key = scheduled()
    moved(key)
    happens(key, TournamentCancelled())
    assert not again(key)


def test_two_who_move_a_round_at_once_promise_the_last_plan_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While the first draws its keys, the second moves the round again and promises that."""
    key = scheduled()
    moved(key)
    draw = deals._new_key
    others: list[bool] = []

    def slow_key() -> bytes:
        if not others:
            others.append(True)
            happens(key, RoundRescheduled(1, "2027-03-28T12:45:00Z"))
            others.append(again(key))
        return draw()

    monkeypatch.setattr(deals, "_new_key", slow_key)
    assert not again(key)
    assert others == [True, True]
    assert len(deals.promised(key)) == 2
    start = read_manifest(deals.manifest_bytes(key) or b"").sessions[0].start
    assert start == "2027-03-28T12:45:00Z"


def test_a_key_that_is_not_the_promised_one_deals_nothing() -> None:
    key = scheduled()
    row = SessionKey.objects.get(key=f"{key}:1:1")
    row.sealed = sealing.seal_bytes(bytes(32), of=row.key, key=settings.DEAL_KEY)
    row.save()
    with pytest.raises(Exception, match="not the key that was promised") as refused:
        deal(key, 1)
    assert refused.value.code == "wrong_commitment"
    assert not stream.state(key).championship.rounds[0].boards


def test_a_later_generator_is_refused_before_anything_is_promised() -> None:
    with pytest.raises(Exception, match="generator"):
        scheduled(replace(setup(), generator="predicate:pretty"))
    assert not SessionKey.objects.exists()
