"""Stream ``tournament-<key>``: the championship as it stands, and how it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import NoReturn

from gameplay.eventstore import changing, store
from gameplay.eventstore.errors import BadField
from tournaments import codec
from tournaments.domain import championship
from tournaments.domain.championship import Championship
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    EntryMade,
    EntryOfMember,
    Reason,
    StandInSeated,
    TournamentEvent,
    TournamentScheduled,
)
from tournaments.projections import rows

TICK = "system:tick"
OURS = ("release", "reveal", "deal", "outage", "device")
"""What the service gives ids itself, the same ones when it tries again; and what a device at a
table in the hall sends, which is nobody's."""
Want = Callable[[Championship], list[TournamentEvent]]


@dataclass(frozen=True, slots=True)
class Live:
    championship: Championship
    version: int


def _missing() -> NoReturn:
    raise NoSuchTournament("no_such_tournament", "there is no such championship")


def _refuse(code: str, message: str) -> NoReturn:
    raise TournamentRefused(code, message)


def _project(before: Championship | None, after: Championship, version: int) -> None:
    rows.store_state(before, after, version)


_stream: changing.Stream[Championship, TournamentEvent] = changing.Stream(
    "tournament",
    to_stored=codec.to_stored,
    from_stored=codec.from_stored,
    replay=championship.replay,
    project=_project,
    missing=_missing,
    refuse=_refuse,
    ours=OURS,
)

name = _stream.name
sent = _stream.sent
found = _stream.found
forget_everything = _stream.forget_everything


def state(key: str) -> Live:
    """The championship now.

    :raises NoSuchTournament: there is none.
    """
    return _live(_stream.state(key))


def schedule(
    key: str, event: TournamentScheduled, *, actor: str, command_id: str, now: datetime
) -> Live:
    """Begin a stream; runs inside the caller's transaction."""
    return _live(_stream.begin(key, [event], actor=actor, command_id=command_id, now=now))


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
    called: Sequence[str] = (),
) -> Live:
    """Decide ``want`` on the championship as it is and append what it answers.

    ``reason``: words of whoever decided; they are kept apart from the events, which only point
    to them, and go when the person ``about`` whom they are (or the actor) is erased. ``called``:
    the names of people without an account, for entries and stand-ins, kept apart in the same way.
    For ``command_id`` see ``changing.Stream.change``.

    :raises TournamentRefused: what ``want`` refuses; ``command_id_reused``; ``bad_text``;
        ``stale_version`` when it changed again and again meanwhile.
    """

    def with_reason(events: Sequence[TournamentEvent]) -> Sequence[TournamentEvent]:
        kept = _with_names(events, called) if called else events
        return _with_reason(kept, reason, _subject(about, actor)) if reason else kept

    done = _stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content=content,
        cause=cause,
        keeping=with_reason,
    )
    return _live(done)


def rebuild(key: str) -> None:
    """Make the rows of one tournament anew from its stream, in the caller's transaction."""
    live = state(key)
    rows.rebuild(live.championship, live.version)


def _live(live: changing.Live[Championship]) -> Live:
    return Live(live.state, live.version)


def _subject(about: int | None, actor: str) -> int:
    """Whose words they are: nobody's (0) where no person is concerned."""
    if about is not None:
        return about
    kind, _, user = actor.partition(":")
    return int(user) if kind == "user" and user.isdecimal() else 0


def _with_reason(
    events: Sequence[TournamentEvent], words: str, subject: int
) -> list[TournamentEvent]:
    reason = {"reason": _kept(subject, words)}
    return [replace(event, **reason) if _gives_reasons(event) else event for event in events]  # type: ignore[arg-type]


def _with_names(events: Sequence[TournamentEvent], names: Sequence[str]) -> list[TournamentEvent]:
    """As many as there are names; whom a club knows, or who comes back, has one of his own."""
    left = iter(names)
    members = {event.entry for event in events if isinstance(event, EntryOfMember)}
    kept = []
    for event in events:
        asks = _is_nameless(event) and getattr(event, "entry", "") not in members
        name = next(left, None) if asks else None
        kept.append(event if name is None else replace(event, called=_kept(0, name)))  # type: ignore[call-arg]
    return kept


def _is_nameless(event: TournamentEvent) -> bool:
    """Of a person without an account; whoever fills a seat in the hall is nobody in particular."""
    if isinstance(event, EntryMade):
        return event.standing and event.user is None and not event.player
    return isinstance(event, StandInSeated) and event.user is None and not event.player


def _kept(subject: int, words: str) -> Reason:
    try:
        saved = store.save_text(subject, words)
    except BadField as bad:
        raise TournamentRefused("bad_text", bad.message) from bad
    return Reason(saved.id, saved.digest)


def _gives_reasons(event: TournamentEvent) -> bool:
    return any(each.name == "reason" for each in fields(event))
