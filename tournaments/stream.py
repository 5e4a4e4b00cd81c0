"""Stream ``tournament-<key>``: the championship as it stands, and how it is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime

from django.db import transaction

from gameplay.eventstore import store
from gameplay.eventstore.errors import AlreadyDone, BadField, CommandIdReused, StaleVersion
from gameplay.eventstore.records import Head
from gameplay.handlers import fresh_command_id
from gameplay.streams import Memory, remembers
from tournaments import codec
from tournaments.domain import championship
from tournaments.domain.championship import Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import Reason, TournamentEvent, TournamentScheduled
from tournaments.projections import rows

# The tick, the organizer and two hundred people who enter: a lost race is simply tried again.
ATTEMPTS = 12
TICK = "system:tick"
DOORS = ("page", "api")
"""Where people send commands from, under ids of their own."""
SENT = re.compile(r"[A-Za-z0-9._~:-]{1,80}")
OURS = ("release", "reveal", "deal", "outage")
"""What the service gives ids itself, the same ones when it tries again."""
Want = Callable[[Championship], list[TournamentEvent]]


@dataclass(frozen=True, slots=True)
class Live:
    championship: Championship
    head: Head

    @property
    def version(self) -> int:
        return self.head.version


memory: Memory[Live] = Memory(64)


def sent(door: str, user: int, id_: str) -> str:
    """The command id for what a person sent under ``id_``; "" if there was none.

    It names door and person: nobody can take the id of the service, or of somebody else.

    :raises TournamentRefused: ``bad_command_id``.
    """
    if not id_:
        return ""
    if not SENT.fullmatch(id_):
        raise TournamentRefused("bad_command_id", "no id that a command can have")
    return f"{door}:{user}:{id_}"


def name(key: str) -> str:
    return f"tournament-{key}"


def state(key: str) -> Live:
    """The championship now.

    :raises NoSuchTournament: there is none.
    """
    known = memory.get(key)
    recorded = store.load(name(key), after=known.version if known else 0)
    if known is None and not recorded:
        raise NoSuchTournament("no_such_tournament", "there is no such championship")
    if recorded:
        happened = [(codec.from_stored(row), row.time) for row in recorded]
        folded = championship.replay(key, happened, known.championship if known else None)
        known = Live(folded, Head(recorded[-1].version, recorded[-1].hash))
        if remembers():
            memory.put(key, known)
    assert known is not None
    return known


def schedule(
    key: str, event: TournamentScheduled, *, actor: str, command_id: str, now: datetime
) -> Live:
    """Begin a stream; runs inside the caller's transaction."""
    head = store.append(
        name(key),
        [codec.to_stored(event)],
        expected_version=0,
        actor=actor,
        command_id=command_id,
        now=now,
    )
    live = Live(championship.start(key, event, now), head)
    rows.store_state(None, live.championship, head.version)
    _remember(live)
    return live


def change(
    key: str,
    want: Want,
    *,
    actor: str,
    now: datetime,
    command_id: str = "",
    content: Mapping[str, object] | None = None,
    cause: str = "",
    reason: str = "",
    about: int | None = None,
) -> Live:
    """Decide ``want`` on the championship as it is and append what it answers.

    ``reason``: words of whoever decided; they are kept apart from the events, which only point
    to them, and go when the person ``about`` whom they are (or the actor) is erased.
    A repeated ``command_id`` is answered with the championship as it is, also where nothing had
    to happen the first time. That of a person is from ``sent``, any other is one of ``OURS``.

    :raises TournamentRefused: what ``want`` refuses; ``command_id_reused``; ``bad_text``;
        ``stale_version`` when it changed again and again meanwhile.
    """
    asked = _Asked(actor, command_id, content or {}, now, cause)
    theirs = _sent_by(actor, command_id)
    for _ in range(ATTEMPTS):
        live = state(key)
        if command_id and _repeated(key, asked):
            return live
        events = want(live.championship)
        if not events:
            if theirs:
                _nothing_happened(live, asked)
            return live
        try:
            with transaction.atomic():
                if reason:
                    events = _with_reason(events, reason, _subject(about, actor))
                return _append(live, events, asked)
        except (StaleVersion, AlreadyDone, CommandIdReused):
            continue
    raise TournamentRefused("stale_version", "the championship is being changed by others")


@dataclass(frozen=True, slots=True)
class _Asked:
    """Who asked for what, when, under which id, and because of what."""

    actor: str
    command_id: str
    content: Mapping[str, object]
    now: datetime
    cause: str


def _append(live: Live, events: Sequence[TournamentEvent], asked: _Asked) -> Live:
    key = live.championship.key
    head = store.append(
        name(key),
        [codec.to_stored(event) for event in events],
        expected_version=live.version,
        actor=asked.actor,
        command_id=asked.command_id or fresh_command_id(),
        content=asked.content,
        cause=asked.cause,
        now=asked.now,
        head=live.head.hash,
    )
    after = live.championship
    # Times as they will be read again: the store keeps microseconds, in UTC.
    for event in events:
        after = championship.apply(after, event, asked.now)
    rows.store_state(live.championship, after, head.version)
    done = Live(after, head)
    _remember(done)
    return done


def _nothing_happened(live: Live, asked: _Asked) -> None:
    store.answered(
        name(live.championship.key),
        asked.command_id,
        actor=asked.actor,
        content=asked.content,
        version=live.version,
        now=asked.now,
    )


def found(key: str, command_id: str) -> list[TournamentEvent]:
    """The events that a command led to."""
    return [codec.from_stored(row) for row in store.find_command(name(key), command_id)]


def rebuild(key: str) -> None:
    """Make the rows of one tournament anew from its stream, in the caller's transaction."""
    live = state(key)
    rows.rebuild(live.championship, live.version)


def forget_everything() -> None:
    """For tests and after a restore: the next reader starts from the store."""
    memory.forget()


def _sent_by(actor: str, command_id: str) -> bool:
    """Whether the id is what this person sent, and not one that the service made."""
    kind, _, user = actor.partition(":")
    if kind == "user" and command_id.startswith(tuple(f"{door}:{user}:" for door in DOORS)):
        return True
    if command_id and (kind == "user" or command_id.partition(":")[0] not in OURS):
        raise ValueError(f"{actor} cannot have sent {command_id}")
    return False


def _repeated(key: str, asked: _Asked) -> bool:
    try:
        version = store.repeated(
            name(key), asked.command_id, actor=asked.actor, content=asked.content
        )
        return version is not None
    except CommandIdReused as reused:
        raise TournamentRefused("command_id_reused", reused.message) from reused


def _remember(live: Live) -> None:
    def committed() -> None:
        memory.put(live.championship.key, live)

    transaction.on_commit(committed, robust=True)


def _subject(about: int | None, actor: str) -> int:
    """Whose words they are: nobody's (0) where no person is concerned."""
    if about is not None:
        return about
    kind, _, user = actor.partition(":")
    return int(user) if kind == "user" and user.isdecimal() else 0


def _with_reason(
    events: Sequence[TournamentEvent], words: str, subject: int
) -> list[TournamentEvent]:
    try:
        saved = store.save_text(subject, words)
    except BadField as bad:
        raise TournamentRefused("bad_text", bad.message) from bad
    reason = {"reason": Reason(saved.id, saved.digest)}
    return [replace(event, **reason) if _gives_reasons(event) else event for event in events]  # type: ignore[arg-type]


def _gives_reasons(event: TournamentEvent) -> bool:
    return any(each.name == "reason" for each in fields(event))
