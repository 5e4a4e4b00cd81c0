"""The store in a dictionary, for tests that need no database. Same refusals, same hashes.

It knows no transactions: an append stands at once. The contract test keeps it in step.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hmac import compare_digest
from threading import Lock

from gameplay.eventstore import codec
from gameplay.eventstore.canonical import moment
from gameplay.eventstore.errors import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.eventstore.records import (
    EMPTY,
    START,
    Head,
    NewEvent,
    Position,
    Recorded,
    Row,
    SavedText,
    command_digest,
    field_bytes,
    rows,
    text_digest,
)


class MemoryStore:
    def __init__(self) -> None:
        self._log: list[Row] = []
        self._streams: dict[str, list[int]] = {}
        self._answered: dict[tuple[str, str], tuple[int, str, bytes]] = {}
        self._texts: dict[str, tuple[int, str, bytes]] = {}
        self._lock = Lock()

    def append(
        self,
        stream: str,
        events: Sequence[NewEvent],
        *,
        expected_version: int,
        actor: str,
        command_id: str,
        now: datetime,
        cause: str = "",
        content: Mapping[str, object] | None = None,
        head: bytes | None = None,
    ) -> Head:
        with self._lock:
            start = self.head(stream)
            new = rows(
                stream,
                events,
                head=start if head is None else Head(start.version, head),
                actor=actor,
                cause=cause,
                command_id=command_id,
                content=content,
                now=now,
            )
            done = self._done(stream, command_id, actor, new[0].command_digest)
            if done is not None:
                raise AlreadyDone(stream, command_id, done)
            if start.version != expected_version:
                raise StaleVersion(stream, expected_version, start.version)
            positions = range(len(self._log), len(self._log) + len(new))
            self._log.extend(new)
            self._streams.setdefault(stream, []).extend(positions)
        return Head(new[-1].version, new[-1].hash)

    def repeated(
        self, stream: str, command_id: str, *, actor: str, content: Mapping[str, object]
    ) -> int | None:
        digest = command_digest(content)
        done = self._done(stream, command_id, actor, digest)
        known = self._answered.get((stream, command_id))
        if done is not None or known is None:
            return done
        version, *same = known
        if same != [actor, digest]:
            raise CommandIdReused(stream, command_id)
        return version

    def answered(
        self,
        stream: str,
        command_id: str,
        *,
        actor: str,
        content: Mapping[str, object],
        version: int,
        now: datetime,
    ) -> None:
        field_bytes("command_id", command_id)
        answer = version, actor, command_digest(content)
        self._answered.setdefault((stream, command_id), answer)

    def _done(self, stream: str, command_id: str, actor: str, digest: bytes) -> int | None:
        found = [row for _, row in self._rows(stream) if row.command_id == command_id]
        if not found:
            return None
        if found[-1].actor != actor or found[-1].command_digest != digest:
            raise CommandIdReused(stream, command_id)
        return found[-1].version

    def find_command(self, stream: str, command_id: str) -> list[Recorded]:
        return _recorded((p, r) for p, r in self._rows(stream) if r.command_id == command_id)

    def load(self, stream: str, after: int = 0) -> list[Recorded]:
        return _recorded((p, r) for p, r in self._rows(stream) if r.version > after)

    def load_several(self, after: Mapping[str, int]) -> dict[str, list[Recorded]]:
        return {stream: self.load(stream, version) for stream, version in after.items()}

    def version(self, stream: str) -> int:
        return self.head(stream).version

    def head(self, stream: str) -> Head:
        positions = self._streams.get(stream)
        if not positions:
            return EMPTY
        last = self._log[positions[-1]]
        return Head(last.version, last.hash)

    def read(self, after: Position = START, limit: int = 500) -> tuple[list[Recorded], Position]:
        """As ``feed.read``."""
        part = self._log[after.id : after.id + limit]
        if not part:
            return [], after
        return _recorded(enumerate(part, after.id)), Position(0, after.id + len(part))

    def save_text(self, subject: int, text: str) -> SavedText:
        salt = secrets.token_bytes(32)
        saved = SavedText(secrets.token_hex(16), text_digest(salt, text))
        self._texts[saved.id] = (subject, text, salt)
        return saved

    def read_text(self, id_: str) -> str | None:
        return self.read_texts([id_]).get(id_)

    def read_texts(self, ids: Iterable[str]) -> dict[str, str]:
        return {id_: self._texts[id_][1] for id_ in ids if id_ in self._texts}

    def text_is_genuine(self, id_: str, digest: str) -> bool | None:
        if id_ not in self._texts:
            return None
        _, text, salt = self._texts[id_]
        return compare_digest(text_digest(salt, text), digest)

    def erase_texts(self, subject: int) -> int:
        gone = [id_ for id_, (owner, _, _) in self._texts.items() if owner == subject]
        for id_ in gone:
            del self._texts[id_]
        return len(gone)

    def _rows(self, stream: str) -> Iterable[tuple[int, Row]]:
        return ((index, self._log[index]) for index in self._streams.get(stream, ()))


def _recorded(found: Iterable[tuple[int, Row]]) -> list[Recorded]:
    result = []
    for index, row in found:
        schema, payload = codec.events.upcast(row.type, row.schema, json.loads(row.payload))
        result.append(
            Recorded(
                position=index + 1,
                stream=row.stream,
                version=row.version,
                type=row.type,
                schema=schema,
                payload=payload,
                actor=row.actor,
                cause=row.cause,
                command_id=row.command_id,
                time=moment(row.time),
                hash=row.hash,
            )
        )
    return result
