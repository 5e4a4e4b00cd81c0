"""Deals nobody could choose: from a session's key to its boards, byte for byte as `rikdeal-1`.

Pure: keys and beacon values are arguments, and whoever calls this owns their secrecy. The order
of things is `write_manifest`, keys from the operating system, `publication` before anybody plays,
`deal_board` for each board, and `reveal` after the last table of the session has closed.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from engine.cards import Suit
from engine.deal import DEALS, Deal
from engine.seats import SEATS
from tournaments.domain.canonical import canonical_json, fields
from tournaments.domain.errors import DealsRefused
from tournaments.domain.manifest import OUTCOMES, VERSION, Manifest, is_board, is_id

__all__ = [
    "NO_BEACON",
    "ORIGINAL",
    "PREDICATES",
    "Beacon",
    "BoardVersion",
    "DealtBoard",
    "commitment",
    "deal_board",
    "deal_message",
    "deal_session",
    "draw_deal",
    "draw_fact",
    "number_at",
    "publication",
    "publication_hash",
    "refuse_equal_deals",
    "reveal",
    "variant_order",
]

ORIGINAL = "original"
KEY_BYTES = 32
_COMMIT = b"rikdeal-1/commit\0"
_PUBLISH = b"rikdeal-1/publish\0"
_DEAL = b"rikdeal-1/deal\0"
_DRAW = b"rikdeal-1/draw\0"
_RESERVE = re.compile(r"reserve-([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """A board in one variant: what a deal is drawn for, each on its own from counter 0."""

    event: str
    session: str
    board: int
    variant: str = ORIGINAL

    def __post_init__(self) -> None:
        if not (is_id(self.event) and is_id(self.session) and is_board(self.board)):
            raise DealsRefused("event or session is no id, or the board is not from 1 to 99999")
        variant_order(self.variant)

    def fields(self) -> bytes:
        return fields(self.event, self.session, self.board, self.variant)


@dataclass(frozen=True, slots=True)
class Beacon:
    """What a public source said: the id of the manifest's source, and the bytes (§6)."""

    source: str | None
    value: bytes

    def check(self, manifest: Manifest) -> None:
        """A named source has a value and stands in the manifest; no source, no value."""
        if self.source is None:
            if self.value:
                raise DealsRefused("a beacon value without a source", code="bad_beacon")
        elif self.source not in [source.id for source in manifest.sources]:
            raise DealsRefused("a beacon source that is not the manifest's", code="bad_beacon")
        elif not self.value:
            raise DealsRefused("a beacon source without a value", code="bad_beacon")


NO_BEACON = Beacon(None, b"")
"""None was promised, or every source failed: the deals are "organizer-trusted"."""


@dataclass(frozen=True, slots=True)
class DealtBoard:
    """A deal with what proves it. Its repr names the place only."""

    version: BoardVersion
    counter: int = field(repr=False)
    deal: Deal = field(repr=False)
    draws: Mapping[str, int] = field(repr=False)

    def row(self) -> dict[str, object]:
        """The row of a reveal file, §7."""
        row: dict[str, object] = {
            "board": self.version.board,
            "counter": self.counter,
            "deal": self.deal.notation,
            "number": str(self.deal.number),
            "variant": self.version.variant,
        }
        return {**row, "draws": dict(self.draws)} if self.draws else row


def variant_order(variant: object) -> int:
    """0 for `original`, n for `reserve-n`: reserve-2 comes before reserve-10."""
    if variant == ORIGINAL:
        return 0
    reserve = _RESERVE.fullmatch(variant) if isinstance(variant, str) else None
    if reserve is None:
        raise DealsRefused("a variant is original or reserve-n, n from 1 to 999999")
    return int(reserve[1])


def commitment(manifest: Manifest, session: str, *, key: bytes) -> bytes:
    """C_s: binds the manifest and the session's key, and tells nothing about the key."""
    _check_key(key)
    event, known = manifest.event, manifest.session(session).id
    return sha256(_COMMIT + fields(manifest.sha256, event, known, key)).digest()


def publication_hash(manifest: Manifest, commitments: Sequence[bytes]) -> bytes:
    """H: the one line that is mailed and printed. Commitments in the manifest's order."""
    listed = (
        fields(session.id, promised)
        for session, promised in zip(manifest.sessions, commitments, strict=True)
    )
    return sha256(_PUBLISH + fields(manifest.sha256) + b"".join(listed)).digest()


def publication(manifest: Manifest, *, keys: Mapping[str, bytes]) -> bytes:
    """The publication file. One key for each session of the manifest, no two alike."""
    ids = [session.id for session in manifest.sessions]
    if keys.keys() != set(ids) or len(set(keys.values())) != len(ids):
        raise DealsRefused("every session needs one key of its own", code="bad_key")
    commitments = [commitment(manifest, session, key=keys[session]) for session in ids]
    return canonical_json(
        {
            "commitments": [
                {"commitment": promised.hex(), "session": session}
                for session, promised in zip(ids, commitments, strict=True)
            ],
            "event": manifest.event,
            "manifest_sha256": manifest.sha256.hex(),
            "publication_sha256": publication_hash(manifest, commitments).hex(),
            "version": VERSION,
        }
    )


def _always(deal: Deal) -> bool:
    return True


def _long_suit(deal: Deal) -> bool:
    """Six or more cards of one suit in one hand; true of 56.8369 % of all deals."""
    return any(len(deal.hand(seat).suit(suit)) >= 6 for seat in SEATS for suit in Suit)


PREDICATES: Mapping[str, Callable[[Deal], bool]] = {
    "uniform": _always,
    "predicate:long-suit": _long_suit,
}


def deal_message(version: BoardVersion, *, beacon: bytes, counter: int) -> bytes:
    return _DEAL + version.fields() + fields(beacon, counter)


def number_at(version: BoardVersion, *, key: bytes, beacon: bytes, counter: int) -> int:
    """x at one counter: 96 bits, and a deal's number only if below `DEALS`."""
    _check_key(key)
    message = deal_message(version, beacon=beacon, counter=counter)
    return int.from_bytes(hmac.digest(key, message, "sha256")[:12], "big")


def draw_deal(
    version: BoardVersion, *, key: bytes, beacon: bytes, generator: str
) -> tuple[Deal, int]:
    """The deal and its counter. The counter has no upper end: any limit fails some day."""
    holds = PREDICATES[generator]
    counter = 0
    while True:
        number = number_at(version, key=key, beacon=beacon, counter=counter)
        if number < DEALS and holds(deal := Deal.from_number(number)):
            return deal, counter
        counter += 1


def draw_fact(version: BoardVersion, *, key: bytes, beacon: bytes, label: str) -> tuple[int, int]:
    """The outcome of a further draw of a board (§5b) and its counter."""
    _check_key(key)
    outcomes = OUTCOMES[label]
    # Beyond the last whole multiple the low outcomes would be a little likelier.
    end = 2**32 // outcomes * outcomes
    counter = 0
    while True:
        message = _DRAW + version.fields() + fields(beacon, label, counter)
        drawn = int.from_bytes(hmac.digest(key, message, "sha256")[:4], "big")
        if drawn < end:
            return drawn % outcomes, counter
        counter += 1


def deal_board(
    manifest: Manifest,
    session: str,
    board: int,
    variant: str = ORIGINAL,
    *,
    key: bytes,
    beacon: Beacon,
) -> DealtBoard:
    """One board of the manifest. It depends on no other board: dealing it twice is harmless."""
    beacon.check(manifest)
    if board not in manifest.session(session).boards:
        raise DealsRefused("a board that is not of this session", detail={"board": board})
    version = BoardVersion(manifest.event, session, board, variant)
    deal, counter = draw_deal(version, key=key, beacon=beacon.value, generator=manifest.generator)
    draws = {
        label: draw_fact(version, key=key, beacon=beacon.value, label=label)[0]
        for label in manifest.draws
    }
    return DealtBoard(version, counter, deal, draws)


def deal_session(
    manifest: Manifest,
    session: str,
    *,
    key: bytes,
    beacon: Beacon,
    reserves: Collection[tuple[int, str]] = (),
) -> list[DealtBoard]:
    """All originals of a session and these reserves (board, variant), in the order of a reveal."""
    places = {(board, ORIGINAL) for board in manifest.session(session).boards} | set(reserves)
    dealt = [
        deal_board(manifest, session, board, variant, key=key, beacon=beacon)
        for board, variant in sorted(places, key=lambda place: (place[0], variant_order(place[1])))
    ]
    refuse_equal_deals(dealt)
    return dealt


def refuse_equal_deals(dealt: Iterable[DealtBoard]) -> None:
    """Two equal deals in one event cannot happen by chance: they mean a bug, and dealing stops.

    For the whole event give the boards of all its sessions.
    """
    seen: dict[Deal, BoardVersion] = {}
    for board in dealt:
        earlier = seen.setdefault(board.deal, board.version)
        if earlier != board.version:
            raise DealsRefused(
                f"one deal twice: at {earlier} and at {board.version}", code="same_deal_twice"
            )


def reveal(
    manifest: Manifest,
    session: str,
    *,
    key: bytes,
    beacon: Beacon,
    reserves: Collection[tuple[int, str]] = (),
) -> bytes:
    """The reveal file: it opens every board of the session, reserves nobody has seen included.

    `reserves` are those that were made known to anybody. The caller answers for the moment: not
    before the last table of the session has closed.
    """
    dealt = deal_session(manifest, session, key=key, beacon=beacon, reserves=reserves)
    return canonical_json(
        {
            "beacon": {"source": beacon.source, "value": beacon.value.hex()},
            "commitment": commitment(manifest, session, key=key).hex(),
            "deals": [board.row() for board in dealt],
            "event": manifest.event,
            "key": key.hex(),
            "manifest_sha256": manifest.sha256.hex(),
            "session": session,
            "version": VERSION,
        }
    )


def _check_key(key: bytes) -> None:
    if len(key) != KEY_BYTES:
        raise DealsRefused("a session's key is 32 bytes", code="bad_key")
