"""The manifest: what is promised about the deals of an event before anybody has a card.

Form: `rikdeal-1` §3. Its bytes are stored and published as they were written and never written
anew, because every commitment and every deal hangs on their hash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import NoReturn, TypeGuard

from tournaments.domain.canonical import canonical_json, read_canonical
from tournaments.domain.errors import DealsRefused

__all__ = [
    "GENERATORS",
    "OUTCOMES",
    "VERSION",
    "Manifest",
    "Session",
    "Source",
    "is_board",
    "is_hex_of_32",
    "is_id",
    "read_manifest",
    "write_manifest",
]

VERSION = "rikdeal-1"
GENERATORS = ("uniform", "predicate:long-suit")
OUTCOMES: Mapping[str, int] = {"beter": 4, "middle": 53, "turned": 13}
"""Further draws by label, and among how many outcomes each draws (§5b)."""

_REQUIRED = ("beacon", "event", "generator", "ruleset", "sessions", "version")
_START = "%Y-%m-%dT%H:%M:%SZ"
_START_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HEX_OF_32 = re.compile(r"[0-9a-f]{64}")


def is_id(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def is_hex_of_32(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _HEX_OF_32.fullmatch(value) is not None


def is_board(value: object) -> TypeGuard[int]:
    # `True` is an int to Python and would be board 1.
    return type(value) is int and 1 <= value <= 99999


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting with a key of its own. `start` is text, in UTC, as it stands in the file."""

    id: str
    boards: tuple[int, ...]
    start: str

    @classmethod
    def starting(cls, moment: datetime, *, id: str, boards: Sequence[int]) -> Session:  # noqa: A002
        if moment.tzinfo is None:
            _bad("a start without a time zone")
        return cls(id, tuple(boards), moment.astimezone(UTC).strftime(_START))


@dataclass(frozen=True, slots=True)
class Source:
    """A public fact that will be known after the commitment; the description says which one."""

    id: str
    description: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest that has the form of §3. Make one with `read_manifest` or `write_manifest`."""

    content: bytes = field(repr=False)
    sha256: bytes = field(repr=False)
    event: str
    generator: str
    ruleset: str
    ruleset_sha256: str
    draws: tuple[str, ...]
    sessions: tuple[Session, ...]
    sources: tuple[Source, ...]

    def session(self, session: str) -> Session:
        for known in self.sessions:
            if known.id == session:
                return known
        raise DealsRefused("the manifest has no such session", code="unknown_session")


def write_manifest(
    *,
    event: str,
    generator: str,
    ruleset: str,
    ruleset_sha256: str,
    sessions: Sequence[Session],
    sources: Sequence[Source] = (),
    draws: Sequence[str] = (),
    further: Mapping[str, object] | None = None,
) -> Manifest:
    """A new manifest, checked. Without sources the event is "organizer-trusted".

    `draws` are the labels of §5b that the ruleset needs; they stand in `ruleset.draws`, which is
    left out where there are none. `further` keys (title, organizer, links) are under the hash too.
    """
    required: dict[str, object] = {
        "beacon": {"sources": [{"description": s.description, "id": s.id} for s in sources]}
        if sources
        else None,
        "event": event,
        "generator": generator,
        "ruleset": {"id": ruleset, "sha256": ruleset_sha256}
        | ({"draws": sorted(draws)} if draws else {}),
        "sessions": [{"boards": list(s.boards), "id": s.id, "start": s.start} for s in sessions],
        "version": VERSION,
    }
    if further and not required.keys().isdisjoint(further):
        _bad("a further key has the name of a required one")
    return read_manifest(canonical_json({**(further or {}), **required}))


def read_manifest(content: bytes) -> Manifest:
    """The manifest in these bytes; refuses with `not_canonical` or `bad_manifest`."""
    value = read_canonical(content)
    if not isinstance(value, dict):
        _bad("not an object")
    for key in _REQUIRED:
        if key not in value:
            _bad(f"{key} is missing")
    if value["version"] != VERSION:
        _bad(f"version is not {VERSION}")
    if value["generator"] not in GENERATORS:
        _bad(f"generator is none of {', '.join(GENERATORS)}")
    ruleset, ruleset_sha256, draws = _read_ruleset(value["ruleset"])
    return Manifest(
        content=content,
        sha256=sha256(content).digest(),
        event=_id(value["event"], "event"),
        generator=value["generator"],
        ruleset=ruleset,
        ruleset_sha256=ruleset_sha256,
        draws=draws,
        sessions=_read_sessions(value["sessions"]),
        sources=_read_beacon(value["beacon"]),
    )


def _read_ruleset(value: object) -> tuple[str, str, tuple[str, ...]]:
    if not isinstance(value, dict):
        _bad("ruleset is not an object")
    digest = value.get("sha256")
    if not is_hex_of_32(digest):
        _bad("ruleset.sha256 is not 32 bytes in small hex letters")
    return _id(value.get("id"), "ruleset.id"), digest, _read_draws(value)


def _read_draws(ruleset: Mapping[str, object]) -> tuple[str, ...]:
    if "draws" not in ruleset:
        return ()
    draws = ruleset["draws"]
    if not isinstance(draws, list) or not draws:
        _bad("ruleset.draws is not a list of at least one; leave it out where nothing is drawn")
    if draws != [label for label in OUTCOMES if label in draws]:
        _bad(f"ruleset.draws is not some of {', '.join(OUTCOMES)}, in this order")
    return tuple(draws)


def _read_sessions(value: object) -> tuple[Session, ...]:
    if not isinstance(value, list) or not value:
        _bad("sessions is not a list of at least one")
    sessions = tuple(_read_session(item, f"sessions[{at}]") for at, item in enumerate(value))
    _all_different([session.id for session in sessions], "two sessions with one id")
    return sessions


def _read_session(value: object, where: str) -> Session:
    if not isinstance(value, dict):
        _bad(f"{where} is not an object")
    boards = value.get("boards")
    if not isinstance(boards, list) or not boards or not all(map(is_board, boards)):
        _bad(f"{where}.boards is not a list of board numbers from 1 to 99999")
    _all_different(boards, f"{where}.boards names a board twice")
    start = value.get("start")
    if not isinstance(start, str) or not _is_start(start):
        _bad(f"{where}.start is not a UTC time like 2027-03-28T11:00:00Z")
    return Session(_id(value.get("id"), f"{where}.id"), tuple(boards), start)


def _is_start(text: str) -> bool:
    if not _START_FORM.fullmatch(text):
        return False
    try:
        datetime.strptime(text, _START).replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


def _read_beacon(value: object) -> tuple[Source, ...]:
    if value is None:
        return ()
    listed = value.get("sources") if isinstance(value, dict) else None
    if not isinstance(listed, list) or not listed:
        _bad("beacon is neither null nor an object with at least one source")
    sources = tuple(_read_source(item, f"beacon.sources[{at}]") for at, item in enumerate(listed))
    _all_different([source.id for source in sources], "two beacon sources with one id")
    return sources


def _read_source(value: object, where: str) -> Source:
    if not isinstance(value, dict):
        _bad(f"{where} is not an object")
    description = value.get("description")
    if not isinstance(description, str):
        _bad(f"{where}.description is not text")
    return Source(_id(value.get("id"), f"{where}.id"), description)


def _id(value: object, where: str) -> str:
    if not is_id(value):
        _bad(f"{where} is not an id of 1 to 64 letters, digits, dots, dashes or underscores")
    return value


def _all_different(values: Sequence[object], complaint: str) -> None:
    if len(set(values)) != len(values):
        _bad(complaint)


def _bad(why: str) -> NoReturn:
    raise DealsRefused(f"not a manifest: {why}", code="bad_manifest")
