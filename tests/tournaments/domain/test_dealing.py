"""From a key to boards, rikdeal-1 §4-7: the same bytes as everybody else's program."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import DEALS, Card, Deal, Seat
from tests.tournaments.domain.provable import VECTORS
from tournaments.domain import dealing
from tournaments.domain.dealing import (
    NO_BEACON,
    PREDICATES,
    Beacon,
    BoardVersion,
    commitment,
    deal_board,
    deal_message,
    deal_session,
    draw_deal,
    draw_fact,
    number_at,
    publication,
    refuse_equal_deals,
    reveal,
    variant_order,
)
from tournaments.domain.errors import DealsRefused
from tournaments.domain.manifest import OUTCOMES, Session, Source, read_manifest, write_manifest

CHAINS = VECTORS["chains"]
KEY = bytes(range(32))
START = "2027-03-28T11:00:00Z"
MANIFEST = write_manifest(
    event="open",
    generator="uniform",
    ruleset="championship-online",
    ruleset_sha256="00" * 32,
    sessions=[Session("1", (1, 2), START), Session("2", (1, 2), START)],
    sources=[Source("dice", "two dice thrown by the notary")],
)


def code(caught: pytest.ExceptionInfo[DealsRefused]) -> str:
    return caught.value.code


def version_of(row: dict[str, Any]) -> BoardVersion:
    return BoardVersion(row["event"], row["session"], row["board"], row["variant"])


def keys_of(chain: dict[str, Any]) -> dict[str, bytes]:
    return {session: bytes.fromhex(key) for session, key in chain["keys"].items()}


@pytest.mark.parametrize("row", VECTORS["predicates"], ids=lambda row: row["deal"])
def test_a_predicate_holds_where_the_vectors_say_so(row: dict[str, Any]):
    assert PREDICATES[row["generator"]](Deal.parse(row["deal"])) is row["holds"]


@pytest.mark.parametrize("row", VECTORS["draws"], ids=lambda row: row["message"][-40:])
def test_one_draw_is_that_of_the_vectors(row: dict[str, Any]):
    version, beacon = version_of(row), bytes.fromhex(row["beacon"])
    message = deal_message(version, beacon=beacon, counter=row["counter"])
    number = number_at(
        version, key=bytes.fromhex(row["key"]), beacon=beacon, counter=row["counter"]
    )
    assert (message.hex(), str(number)) == (row["message"], row["x"])
    assert (number < DEALS) is row["accepted"]
    if row["accepted"]:
        assert Deal.from_number(number).notation == row["deal"]


@pytest.mark.parametrize("row", VECTORS["further_draws"], ids=lambda row: row["event"])
def test_a_further_draw_is_that_of_the_vectors(row: dict[str, Any]):
    outcome, counter = draw_fact(
        version_of(row),
        key=bytes.fromhex(row["key"]),
        beacon=bytes.fromhex(row["beacon"]),
        label=row["label"],
    )
    assert (outcome, counter) == (row["outcome"], row["counter"])
    assert OUTCOMES[row["label"]] == row["outcomes"]


def test_a_further_draw_beyond_the_last_whole_multiple_is_drawn_again(
    monkeypatch: pytest.MonkeyPatch,
):
    end = 2**32 // 53 * 53
    drawn = iter([2**32 - 1, end, end - 1])
    monkeypatch.setattr(
        dealing.hmac, "digest", lambda *_: next(drawn).to_bytes(4, "big") + bytes(28)
    )
    place = BoardVersion("open", "1", 1)
    assert draw_fact(place, key=KEY, beacon=b"", label="middle") == (52, 2)


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: chain["name"])
def test_a_publication_made_from_the_keys_is_the_file_of_the_vectors(chain: dict[str, Any]):
    manifest = read_manifest(chain["manifest"].encode())
    assert manifest.sha256.hex() == chain["manifest_sha256"]
    assert publication(manifest, keys=keys_of(chain)).decode() == chain["publication"]


@pytest.mark.parametrize(
    ("chain", "text"),
    [(chain, text) for chain in CHAINS for text in chain["reveals"]],
    ids=[f"{chain['name']}-{at}" for chain in CHAINS for at in range(len(chain["reveals"]))],
)
def test_a_reveal_made_from_the_key_is_the_file_of_the_vectors(chain: dict[str, Any], text: str):
    file = json.loads(text)
    made = reveal(
        read_manifest(chain["manifest"].encode()),
        file["session"],
        key=keys_of(chain)[file["session"]],
        beacon=Beacon(file["beacon"]["source"], bytes.fromhex(file["beacon"]["value"])),
        reserves={
            (row["board"], row["variant"]) for row in file["deals"] if row["variant"] != "original"
        },
    )
    assert made.decode() == text


def test_the_vectors_hold_a_board_that_needed_twenty_three_draws():
    counters = {
        row["counter"]
        for chain in CHAINS
        for text in chain["reveals"]
        for row in json.loads(text)["deals"]
    }
    assert {9, 22} <= counters


def test_the_counter_has_no_upper_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(
        dealing, "number_at", lambda *_, counter, **__: 7 if counter == 20_000 else DEALS
    )
    deal, counter = draw_deal(
        BoardVersion("open", "1", 1), key=KEY, beacon=b"", generator="uniform"
    )
    assert (deal.number, counter) == (7, 20_000)


@pytest.mark.parametrize(
    "variant",
    [
        *("", "Original", "reserve", "reserve-0", "reserve-01", "reserve-1000000"),
        *("reserve-1\n", "reserve--1", "reserve-١", 1, None),
    ],
)
def test_any_other_variant_is_refused(variant: object):
    with pytest.raises(DealsRefused):
        variant_order(variant)


def test_reserves_are_ordered_as_numbers():
    variants = ["reserve-10", "reserve-999999", "original", "reserve-2"]
    ordered = ["original", "reserve-2", "reserve-10", "reserve-999999"]
    assert sorted(variants, key=variant_order) == ordered


@pytest.mark.parametrize(
    "place", [("", "1", 1), ("open", "a b", 1), ("open", "1", 0), ("open", "1", True)]
)
def test_a_deal_is_drawn_only_for_a_place_that_can_be_in_a_manifest(place: tuple[str, str, int]):
    with pytest.raises(DealsRefused):
        BoardVersion(*place)


@pytest.mark.parametrize("board", [0, 3, True, "1"])
def test_a_board_that_is_not_of_the_session_is_not_dealt(board: Any):
    with pytest.raises(DealsRefused) as caught:
        deal_board(MANIFEST, "1", board, key=KEY, beacon=NO_BEACON)
    assert code(caught) == "bad_deals"


def test_a_session_that_is_not_of_the_manifest_is_not_dealt():
    with pytest.raises(DealsRefused) as caught:
        deal_session(MANIFEST, "3", key=KEY, beacon=NO_BEACON)
    assert code(caught) == "unknown_session"


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_of_another_length_deals_nothing(key: bytes):
    for use in (
        lambda: commitment(MANIFEST, "1", key=key),
        lambda: deal_board(MANIFEST, "1", 1, key=key, beacon=NO_BEACON),
        lambda: draw_fact(BoardVersion("open", "1", 1), key=key, beacon=b"", label="beter"),
    ):
        with pytest.raises(DealsRefused) as caught:
            use()
        assert code(caught) == "bad_key"


@pytest.mark.parametrize("keys", [{}, {"1": KEY}, {"1": KEY, "2": KEY}, {"1": KEY, "3": bytes(32)}])
def test_a_publication_needs_one_key_of_its_own_for_each_session(keys: dict[str, bytes]):
    with pytest.raises(DealsRefused) as caught:
        publication(MANIFEST, keys=keys)
    assert code(caught) == "bad_key"


@pytest.mark.parametrize("beacon", [Beacon("dice", b""), Beacon(None, b"6"), Beacon("coin", b"6")])
def test_a_beacon_that_was_not_promised_deals_nothing(beacon: Beacon):
    with pytest.raises(DealsRefused) as caught:
        deal_board(MANIFEST, "1", 1, key=KEY, beacon=beacon)
    assert code(caught) == "bad_beacon"


def test_every_part_of_the_place_makes_another_deal():
    dealt = {
        deal_board(MANIFEST, session, board, variant, key=key, beacon=beacon).deal
        for session in ("1", "2")
        for board in (1, 2)
        for variant in ("original", "reserve-1")
        for key in (KEY, bytes(32))
        for beacon in (NO_BEACON, Beacon("dice", b"66"))
    }
    assert len(dealt) == 32


def test_a_board_dealt_again_or_alone_is_the_same_board():
    alone = deal_board(MANIFEST, "1", 2, key=KEY, beacon=NO_BEACON)
    among_others = deal_session(
        MANIFEST, "1", key=KEY, beacon=NO_BEACON, reserves=[(1, "reserve-3")]
    )
    assert alone == among_others[-1]


def test_two_equal_deals_in_one_event_stop_the_dealing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(dealing, "number_at", lambda *_, **__: 7)
    with pytest.raises(DealsRefused) as caught:
        deal_session(MANIFEST, "1", key=KEY, beacon=NO_BEACON)
    assert code(caught) == "same_deal_twice"

    across = [deal_board(MANIFEST, session, 1, key=KEY, beacon=NO_BEACON) for session in "12"]
    with pytest.raises(DealsRefused):
        refuse_equal_deals(across)


def test_a_board_dealt_by_two_workers_is_not_two_equal_deals():
    twice = [deal_board(MANIFEST, "1", 1, key=KEY, beacon=NO_BEACON) for _ in range(2)]
    refuse_equal_deals(twice)


def test_further_draws_of_the_ruleset_stand_in_the_row():
    wiezen = write_manifest(
        event="open",
        generator="uniform",
        ruleset="wiezen",
        ruleset_sha256="00" * 32,
        sessions=[Session("1", (1,), START)],
        draws=["turned"],
    )
    board = deal_board(wiezen, "1", 1, key=KEY, beacon=NO_BEACON)
    turned, _ = draw_fact(board.version, key=KEY, beacon=b"", label="turned")
    assert board.row()["draws"] == {"turned": turned}
    assert "draws" not in deal_board(MANIFEST, "1", 1, key=KEY, beacon=NO_BEACON).row()


def test_no_repr_shows_a_card_a_number_or_a_counter():
    board = deal_board(MANIFEST, "1", 1, key=KEY, beacon=NO_BEACON)
    assert repr(board) == (
        "DealtBoard(version=BoardVersion(event='open', session='1', board=1, variant='original'))"
    )


@settings(max_examples=50)
@given(st.binary(min_size=32, max_size=32))
def test_no_refusal_shows_the_key_or_the_deal(key: bytes):
    board = deal_board(MANIFEST, "1", 1, key=key, beacon=NO_BEACON)
    same = dealing.DealtBoard(BoardVersion("open", "2", 1), 0, board.deal, {})
    with pytest.raises(DealsRefused) as caught:
        refuse_equal_deals([board, same])
    said = f"{caught.value!r} {caught.value.detail}"
    for secret in (key.hex(), repr(key), board.deal.notation, str(board.deal.number)):
        assert secret not in said


@settings(max_examples=50)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=8), st.integers(1, 99999))
def test_a_long_suit_deal_is_the_first_accepted_one_with_a_long_suit(
    key: bytes, beacon: bytes, board: int
):
    version = BoardVersion("open", "1", board)
    deal, found_at = draw_deal(version, key=key, beacon=beacon, generator="predicate:long-suit")
    numbers = (
        number_at(version, key=key, beacon=beacon, counter=counter)
        for counter in range(found_at + 1)
    )
    *before, last = [Deal.from_number(number) for number in numbers if number < DEALS]
    assert last == deal and has_long_suit(deal)
    assert not any(map(has_long_suit, before))


def has_long_suit(deal: Deal) -> bool:
    holders = [deal.holder(Card(suit + rank)) for suit in "SHDC" for rank in "AKQJT98765432"]
    return any(
        holders[13 * suit : 13 * suit + 13].count(seat) >= 6 for suit in range(4) for seat in Seat
    )
