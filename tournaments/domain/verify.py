"""Check a session's deals against what was promised: `rikdeal-1` §8.

    python -m tournaments.domain.verify MANIFEST PUBLICATION REVEAL

prints `ok beacon`, `ok organizer`, or the code of the first check that fails (status 1); unusable
arguments are status 2. What a person must still compare by hand is in tournaments/README.md.
"""

# ruff: noqa: T201 - printing is what this module is for

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal, NoReturn, TypeAlias

from tournaments.domain.canonical import canonical_json, read_canonical
from tournaments.domain.dealing import (
    ORIGINAL,
    Beacon,
    DealtBoard,
    commitment,
    deal_board,
    publication_hash,
    refuse_equal_deals,
    variant_order,
)
from tournaments.domain.errors import DealsRefused
from tournaments.domain.manifest import VERSION, Manifest, Session, is_hex_of_32, read_manifest

__all__ = ["Trust", "main", "verify"]

Trust: TypeAlias = Literal["beacon", "organizer"]
File: TypeAlias = Mapping[str, object]

REFUSED = 1
USAGE_ERROR = 2
_PUBLICATION_KEYS = {"commitments", "event", "manifest_sha256", "publication_sha256", "version"}
_REVEAL_KEYS = {
    *("beacon", "commitment", "deals", "event", "key", "manifest_sha256", "session", "version"),
}
_ROW_KEYS = {"board", "counter", "deal", "number", "variant"}


def verify(manifest: bytes, publication: bytes, reveal: bytes) -> Trust:
    """Whom the deals of this session ask you to trust; refuses with the first failure's code."""
    promised = read_manifest(manifest)
    published = _read_file(publication, _PUBLICATION_KEYS)
    revealed = _read_file(reveal, _REVEAL_KEYS)
    _check_origin(promised, published, revealed)
    commitments = _check_publication(promised, published)
    session = _check_session(promised, revealed)
    key = _check_key(revealed)
    _check_commitment(promised, session, key, revealed, commitments[session.id])
    beacon = _check_beacon(promised, revealed)
    rows = _check_rows(session, revealed)
    _check_deals(promised, session, rows, key, beacon)
    return "organizer" if beacon.source is None else "beacon"


def _read_file(content: bytes, keys: set[str]) -> File:
    """Step 2. A missing key is left to the step that looks at it.

    An unknown one is refused here: in the manifest it would be under the hash, here under nothing.
    """
    value = read_canonical(content)
    if not isinstance(value, dict):
        _refuse("bad_shape", "not an object")
    if not value.keys() <= keys:
        _refuse("bad_shape", "an unknown key at the top")
    return value


def _check_origin(manifest: Manifest, *files: File) -> None:
    """Step 3, key by key and not file by file."""
    for key, expected, code in (
        ("version", VERSION, "bad_version"),
        ("event", manifest.event, "wrong_event"),
        ("manifest_sha256", manifest.sha256.hex(), "wrong_manifest"),
    ):
        for name, file in zip(("publication", "reveal"), files, strict=True):
            if file.get(key) != expected:
                _refuse(code, f"{key} of the {name} is not {expected}")


def _check_publication(manifest: Manifest, published: File) -> dict[str, str]:
    """Step 4; the published commitments in hex, by session."""
    listed = published.get("commitments")
    if not isinstance(listed, list):
        _refuse("bad_publication", "commitments is not a list")
    commitments = {}
    for item in listed:
        if not isinstance(item, dict) or item.keys() != {"commitment", "session"}:
            _refuse("bad_publication", "a commitment is not an object of commitment and session")
        if not isinstance(item["session"], str) or not is_hex_of_32(item["commitment"]):
            _refuse("bad_publication", "a commitment is not 32 bytes in small hex letters")
        commitments[item["session"]] = item["commitment"]
    ids = [session.id for session in manifest.sessions]
    if [item["session"] for item in listed] != ids:
        _refuse("bad_publication", "commitments are not the manifest's sessions in order")
    expected = publication_hash(manifest, [bytes.fromhex(commitments[id_]) for id_ in ids])
    if published.get("publication_sha256") != expected.hex():
        _refuse("bad_publication", f"publication_sha256 is not {expected.hex()}")
    return commitments


def _check_session(manifest: Manifest, revealed: File) -> Session:
    """Step 5."""
    session = revealed.get("session")
    if not isinstance(session, str):
        _refuse("unknown_session", "session is not text")
    return manifest.session(session)


def _check_key(revealed: File) -> bytes:
    """Step 6."""
    key = revealed.get("key")
    if not is_hex_of_32(key):
        _refuse("bad_key", "key is not 32 bytes in small hex letters")
    return bytes.fromhex(key)


def _check_commitment(
    manifest: Manifest, session: Session, key: bytes, revealed: File, published: str
) -> None:
    """Step 7."""
    expected = commitment(manifest, session.id, key=key).hex()
    if not expected == revealed.get("commitment") == published:
        _refuse("wrong_commitment", "the key is not the one that was promised")


def _check_beacon(manifest: Manifest, revealed: File) -> Beacon:
    """Step 8."""
    pair = revealed.get("beacon")
    if not isinstance(pair, dict) or pair.keys() != {"source", "value"}:
        _refuse("bad_beacon", "beacon is not an object of source and value")
    source, value = pair["source"], pair["value"]
    if not (source is None or isinstance(source, str)) or not isinstance(value, str):
        _refuse("bad_beacon", "source is neither text nor null, or value is not text")
    try:
        beacon = Beacon(source, bytes.fromhex(value))
    except ValueError:
        _refuse("bad_beacon", "value is not hex")
    if beacon.value.hex() != value:
        _refuse("bad_beacon", "value is not hex in small letters without blanks")
    beacon.check(manifest)
    return beacon


def _check_rows(session: Session, revealed: File) -> list[dict[str, object]]:
    """Step 9. What a row says about its cards is step 10's affair."""
    rows = revealed.get("deals")
    if not isinstance(rows, list):
        _refuse("bad_deals", "deals is not a list")
    places = []
    for at, row in enumerate(rows):
        if not isinstance(row, dict) or row.keys() - {"draws"} != _ROW_KEYS:
            _refuse("bad_deals", f"row {at} does not have the keys of a row")
        if type(row["board"]) is not int or row["board"] not in session.boards:
            _refuse("bad_deals", f"row {at} is of no board of this session")
        places.append((row["board"], variant_order(row["variant"])))
    if any(later <= earlier for earlier, later in pairwise(places)):
        _refuse("bad_deals", "a row twice, or rows not in order")
    if {board for board, order in places if order == 0} != set(session.boards):
        _refuse("bad_deals", f"a board of the session is missing as {ORIGINAL}")
    return rows


def _check_deals(
    manifest: Manifest,
    session: Session,
    rows: Sequence[dict[str, object]],
    key: bytes,
    beacon: Beacon,
) -> None:
    """Steps 10 and 11."""
    dealt: list[DealtBoard] = []
    for row in rows:
        board, variant = row["board"], row["variant"]
        assert isinstance(board, int) and isinstance(variant, str)
        again = deal_board(manifest, session.id, board, variant, key=key, beacon=beacon)
        # As bytes: to Python `true` would equal 1.
        if canonical_json(row) != canonical_json(again.row()):
            _refuse("wrong_deal", f"board {board}, {variant}: not what the key gives")
        dealt.append(again)
    refuse_equal_deals(dealt)


def _refuse(code: str, why: str) -> NoReturn:
    raise DealsRefused(why, code=code)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tournaments.domain.verify",
        description="Check the deals of a session against the commitment published before play.",
    )
    for name in ("manifest", "publication", "reveal"):
        parser.add_argument(name, type=Path, metavar=name.upper())
    chosen = parser.parse_args(arguments)
    try:
        files = [path.read_bytes() for path in (chosen.manifest, chosen.publication, chosen.reveal)]
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        print(f"cannot read: {error}", file=sys.stderr)
        return USAGE_ERROR
    try:
        trust = verify(*files)
    except DealsRefused as refusal:
        print(refusal.code)
        print(refusal.message, file=sys.stderr)
        return REFUSED
    print(f"ok {trust}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
