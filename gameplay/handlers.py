"""One command, end to end: load, decide, append, project, announce.

No row is locked. The command is decided on the state this process remembers; the unique key
on (stream, version) lets exactly one of two writers win, and the other is told that his view
is stale. The unique key on (stream, command id) does the same for retries of one command.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from engine import Seat
from gameplay import broadcast, dealing, house_plan, streams
from gameplay.errors import CommandReused, StaleView
from gameplay.events import BoardOpened, GameOpened, to_stored
from gameplay.eventstore import store
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.ids import game_stream, new_id
from gameplay.projections import game_summary
from gameplay.streams import LiveGame


@dataclass(frozen=True, slots=True)
class Done:
    """What the command led to: the version its last event has. ``repeated``: done before."""

    version: int
    repeated: bool = False


def act(
    *,
    game_id: str,
    command: engine.Command,
    command_id: str,
    based_on: int,
    actor: str,
    cause: str = "",
    now: datetime | None = None,
) -> Done:
    """Let one seat bid, choose, declare or play.

    Whether ``actor`` may act for that seat was asked before (``gameplay.access``).

    :raises engine.IllegalAction: the rules do not allow it; nothing changed.
    :raises StaleView: the game has gone on since version ``based_on``.
    :raises CommandReused: ``command_id`` came before with other content or another actor.
    """
    # One moment for event and rows: a rebuild has only the event's.
    now = now or timezone.now()
    live = streams.game(game_id, fresh=False)
    if based_on != live.version:
        live = streams.game(game_id)
    content = engine.write_action(command)
    if based_on != live.version:
        return _settled(live, command_id, content, actor)
    events = engine.decide(live.state, command)
    try:
        with transaction.atomic():
            head = store.append(
                game_stream(game_id),
                [to_stored(event) for event in events],
                expected_version=live.version,
                actor=actor,
                command_id=command_id,
                content=content,
                cause=cause,
                now=now,
                head=live.head,
            )
            after = streams.carried_on(live, events, head)
            _project(after, now)
    except (StaleVersion, AlreadyDone, CommandIdReused):
        return _settled(streams.game(game_id), command_id, content, actor)
    return Done(head.version)


def _settled(live: LiveGame, command_id: str, content: Mapping[str, object], actor: str) -> Done:
    """The answer to a command that came too late, or again."""
    stream = game_stream(live.game_id)
    try:
        version = store.repeated(stream, command_id, actor=actor, content=content)
    except CommandIdReused as reused:
        raise CommandReused(reused.code, reused.message) from reused
    if version is None:
        raise StaleView(
            "stale_version",
            "the game has gone on since the version this was based on",
            version=live.version,
        )
    return Done(version, repeated=True)


def _project(live: LiveGame, now: datetime) -> None:
    """Rows that the next page needs, what the house does next, and the bell after commit."""
    if live.state.finished:
        game_summary.finished(live, now)
    house_plan.after_game(live, now)

    def committed() -> None:
        streams.games.put(live.game_id, live)
        broadcast.moved(game_stream(live.game_id), live.version)

    transaction.on_commit(committed, robust=True)


def open_game(
    *,
    table_id: str,
    board: int,
    dealer: Seat,
    ruleset: str,
    options: Mapping[str, object],
    policy: str,
    actor: str,
    command_id: str,
    cause: str,
    now: datetime,
    deal: engine.Deal | None = None,
    game_id: str | None = None,
) -> BoardOpened:
    """Begin a board at a table; without ``deal`` a uniform one is drawn and sealed.

    Runs inside the caller's transaction, which appends the answer to the table's stream.
    """
    game_id = game_id or new_id()
    drawn = deal if deal is not None else dealing.uniform()
    sealed = dealing.seal(drawn, now=now)
    opened = GameOpened(
        ruleset=ruleset,
        options=dict(options),
        options_sha256=engine.rulesets.options_sha256(ruleset, options),
        dealer=dealer,
        board=board,
        deal_id=sealed.id,
        deal_digest=sealed.digest,
        policy=policy,
        table_id=table_id,
    )
    store.append(
        game_stream(game_id),
        [to_stored(opened)],
        expected_version=0,
        actor=actor,
        command_id=command_id,
        content={"open": board},
        cause=cause,
        now=now,
    )
    game_summary.opened(game_id, opened, now)
    return BoardOpened(game_id=game_id, board=board, dealer=dealer)


def fresh_command_id() -> str:
    return str(uuid.uuid4())
