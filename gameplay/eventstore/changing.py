"""One kind of stream and how it is changed: decide on what is there, append, write the rows.

A lost race is simply tried again; a command that comes twice is answered once. Tournaments and
clubs each have one of these, with their own events, fold and rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NoReturn, Protocol, TypeVar

from django.db import transaction

from gameplay.eventstore import store
from gameplay.eventstore.canonical import canonical_json
from gameplay.eventstore.errors import AlreadyDone, CommandIdReused, NotCanonical, StaleVersion
from gameplay.eventstore.ids import fresh_command_id
from gameplay.eventstore.memories import Memory, remembers
from gameplay.eventstore.records import Head, NewEvent, Recorded

# The tick, the organizer and two hundred people who enter: a lost race is simply tried again.
ATTEMPTS = 12
DOORS = ("page", "api")
"""Where people send commands from, under ids of their own."""
SENT = re.compile(r"[A-Za-z0-9._~:-]{1,80}")

S = TypeVar("S")
E = TypeVar("E")


@dataclass(frozen=True, slots=True)
class Live(Generic[S]):
    state: S
    head: Head

    @property
    def version(self) -> int:
        return self.head.version


class Refuse(Protocol):
    """Raises the package's own refusal with this code."""

    def __call__(self, code: str, message: str) -> NoReturn: ...


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asked for what, when, under which id, and because of what."""

    actor: str
    command_id: str
    content: Mapping[str, object]
    now: datetime
    cause: str


class Stream(Generic[S, E]):
    """``prefix`` comes before the key in a stream's name. ``replay`` folds events, each with the
    moment it happened, into the state or from nothing. ``project`` brings the rows from one state
    to the next, in the transaction of the append; from None it makes them all. ``missing`` and
    ``refuse`` raise. Beginnings of command ids that the service makes itself are ``ours``.
    """

    def __init__(
        self,
        prefix: str,
        *,
        to_stored: Callable[[E], NewEvent],
        from_stored: Callable[[Recorded], E],
        replay: Callable[[str, Sequence[tuple[E, datetime]], S | None], S],
        project: Callable[[S | None, S, int], None],
        missing: Callable[[], NoReturn],
        refuse: Refuse,
        ours: tuple[str, ...] = (),
    ) -> None:
        self._prefix, self._ours = prefix, ours
        self._to_stored, self._from_stored = to_stored, from_stored
        self._replay, self._project = replay, project
        self._missing, self._refuse = missing, refuse
        self._memory: Memory[Live[S]] = Memory(64)

    def name(self, key: str) -> str:
        return f"{self._prefix}-{key}"

    def sent(self, door: str, user: int, id_: str) -> str:
        """The command id for what a person sent under ``id_``; "" if there was none.

        It names door and person: nobody can take the id of the service, or of somebody else.
        Refuses ``bad_command_id``.
        """
        if not id_:
            return ""
        if not SENT.fullmatch(id_):
            self._refuse("bad_command_id", "no id that a command can have")
        return f"{door}:{user}:{id_}"

    def state(self, key: str) -> Live[S]:
        """As it is now; calls ``missing`` where there is no such stream."""
        known = self._memory.get(key)
        recorded = store.load(self.name(key), after=known.version if known else 0)
        if known is None and not recorded:
            self._missing()
        if recorded:
            happened = [(self._from_stored(row), row.time) for row in recorded]
            folded = self._replay(key, happened, known.state if known else None)
            known = Live(folded, Head(recorded[-1].version, recorded[-1].hash))
            if remembers():
                self._memory.put(key, known)
        assert known is not None
        return known

    def begin(
        self,
        key: str,
        events: Sequence[E],
        *,
        actor: str,
        command_id: str,
        now: datetime,
        content: Mapping[str, object] | None = None,
    ) -> Live[S]:
        """Begin a stream; runs inside the caller's transaction, and raises what ``append`` does."""
        head = store.append(
            self.name(key),
            [self._to_stored(event) for event in events],
            expected_version=0,
            actor=actor,
            command_id=command_id,
            content=content,
            now=now,
        )
        return self._done(key, None, events, head, now)

    def change(
        self,
        key: str,
        want: Callable[[S], Sequence[E]],
        *,
        actor: str,
        now: datetime,
        command_id: str = "",
        content: Mapping[str, object] | None = None,
        cause: str = "",
        keeping: Callable[[Sequence[E]], Sequence[E]] | None = None,
    ) -> Live[S]:
        """Decide ``want`` on the state as it is and append what it answers.

        ``keeping`` is called with the events inside the transaction that appends what it answers:
        to keep the texts they point to. A repeated ``command_id`` is answered with the state as it
        is, also where nothing had to happen the first time. That of a person is from ``sent``, any
        other begins with one of ``ours``.

        Refuses what ``want`` refuses; ``command_id_reused``; ``bad_request`` for content that
        cannot be stored; ``stale_version`` when it changed again and again meanwhile.
        """
        if content:
            self._must_be_canonical(content)
        asked = _Asked(actor, command_id, content or {}, now, cause)
        theirs = self._sent_by(actor, command_id)
        for _ in range(ATTEMPTS):
            live = self.state(key)
            if command_id and self._repeated(key, asked):
                return live
            events = want(live.state)
            if not events:
                if theirs:
                    self._nothing_happened(key, live, asked)
                return live
            try:
                with transaction.atomic():
                    return self._append(key, live, keeping(events) if keeping else events, asked)
            except (StaleVersion, AlreadyDone, CommandIdReused):
                continue
        self._refuse("stale_version", "it is being changed by others")

    def found(self, key: str, command_id: str) -> list[E]:
        """The events that a command led to."""
        return [self._from_stored(row) for row in store.find_command(self.name(key), command_id)]

    def forget_everything(self) -> None:
        """For tests and after a restore: the next reader starts from the store."""
        self._memory.forget()

    def _append(self, key: str, live: Live[S], events: Sequence[E], asked: _Asked) -> Live[S]:
        head = store.append(
            self.name(key),
            [self._to_stored(event) for event in events],
            expected_version=live.version,
            actor=asked.actor,
            command_id=asked.command_id or fresh_command_id(),
            content=asked.content,
            cause=asked.cause,
            now=asked.now,
            head=live.head.hash,
        )
        return self._done(key, live.state, events, head, asked.now)

    def _done(
        self, key: str, before: S | None, events: Sequence[E], head: Head, now: datetime
    ) -> Live[S]:
        # Times as they will be read again: the store keeps microseconds, in UTC.
        after = self._replay(key, [(event, now) for event in events], before)
        self._project(before, after, head.version)
        done = Live(after, head)
        transaction.on_commit(lambda: self._memory.put(key, done), robust=True)
        return done

    def _nothing_happened(self, key: str, live: Live[S], asked: _Asked) -> None:
        store.answered(
            self.name(key),
            asked.command_id,
            actor=asked.actor,
            content=asked.content,
            version=live.version,
            now=asked.now,
        )

    def _sent_by(self, actor: str, command_id: str) -> bool:
        """Whether the id is what this person sent, and not one that the service made."""
        kind, _, user = actor.partition(":")
        if kind == "user" and command_id.startswith(tuple(f"{door}:{user}:" for door in DOORS)):
            return True
        if command_id and (kind == "user" or command_id.partition(":")[0] not in self._ours):
            raise ValueError(f"{actor} cannot have sent {command_id}")
        return False

    def _must_be_canonical(self, content: Mapping[str, object]) -> None:
        """It is digested before anybody has judged it."""
        try:
            canonical_json(content)
        except (NotCanonical, RecursionError):
            self._refuse("bad_request", "a number or a letter that cannot be stored")

    def _repeated(self, key: str, asked: _Asked) -> bool:
        try:
            version = store.repeated(
                self.name(key), asked.command_id, actor=asked.actor, content=asked.content
            )
            return version is not None
        except CommandIdReused as reused:
            self._refuse("command_id_reused", reused.message)
