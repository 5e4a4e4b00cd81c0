"""One command, end to end: load, decide, append, project, announce.

No row is locked. The command is decided on the state this process remembers; the unique key
on (stream, version) lets exactly one of two writers win, and the other is told that his view
is stale. The unique key on (stream, command id) does the same for retries of one command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from engine import Seat
from gameplay import broadcast, dealing, house_plan, streams
from gameplay.errors import CommandReused, Interrupted, StaleView
from gameplay.events import BoardOpened, GameInterrupted, GameOpened, to_stored
from gameplay.eventstore import store
from gameplay.eventstore.ids import fresh_command_id as fresh_command_id
from gameplay.eventstore.records import Head, NewEvent
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.ids import game_stream, new_id
from gameplay.projections import game_summary
from gameplay.streams import LiveGame
from gameplay.tables import TableState


@dataclass(frozen=True, slots=True)
class Done:
    """What the command led to: the version its last event has. ``repeated``: done before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """A deal that lies in a ``SealedDeal`` row already, and the promise made of it."""

    deal_id: str
    digest: str


def act(
    *,
    game_id: str,
    command: engine.Command,
    command_id: str,
    based_on: int,
    actor: str,
    cause: str = "",
    now: datetime | None = None,
    table: TableState | None = None,
    patient: bool = False,
) -> Done:
    """Let one seat bid, choose, declare or play; also a card of the fourth hand that it operates.

    Whether ``actor`` may act for that seat was asked before (``gameplay.access``). Who asked has
    just read the ``table``; otherwise it is read here, for what the house must do next. Whoever is
    ``patient`` leaves people their time for a question about taking back that came meanwhile.

    :raises engine.IllegalAction: the rules do not allow it; nothing changed.
    :raises StaleView: the game has gone on since version ``based_on``.
    :raises Interrupted: the table was closed before this.
    :raises CommandReused: ``command_id`` came before with other content or another actor.
    """
    # One moment for event and rows: a rebuild has only the event's.
    at = now or timezone.now()
    # What was sent is compared with a repetition of it, which may come when it is his own turn.
    content = engine.write_action(command)

    def once(live: LiveGame) -> Done:
        events = engine.decide(live.state, engine.on_behalf(live.state, command))

        def then(head: Head) -> None:
            after = streams.carried_on(live, events, head, at, actor)
            _project(after, table or streams.table(live.opened.table_id).state, at)

        return append(
            live,
            [to_stored(event) for event in events],
            then,
            actor=actor,
            command_id=command_id,
            content=content,
            cause=cause,
            now=at,
        )

    return decided(
        game_id,
        based_on,
        once,
        command_id=command_id,
        content=content,
        actor=actor,
        patient=patient,
    )


def decided(
    game_id: str,
    based_on: int,
    once: Callable[[LiveGame], Done],
    *,
    command_id: str,
    content: Mapping[str, object],
    actor: str,
    patient: bool = False,
) -> Done:
    """``once`` on the game as whoever was shown version ``based_on`` knows it; again on a newer one
    if all that came between is a question about taking back, or an answer to it.

    :raises StaleView: the game has gone on since.
    """
    live = streams.game(game_id, fresh=False)
    if live.version != based_on:
        live = streams.game(game_id)
    while live.version == based_on or not (patient or live.has_gone_on(based_on)):
        if live.interrupted:
            break
        if live.version != based_on and (done := _done_before(live, command_id, content, actor)):
            return done
        try:
            return once(live)
        except StaleView:
            newer = streams.game(game_id)
            if newer.version == live.version:
                raise
            live = newer
    return settled(live, command_id, content, actor)


def append(
    live: LiveGame,
    events: Sequence[NewEvent],
    then: Callable[[Head], None],
    *,
    actor: str,
    command_id: str,
    content: Mapping[str, object],
    cause: str,
    now: datetime,
) -> Done:
    """Append to a game what was decided on ``live``, and in the same transaction do what follows
    of it; or answer as somebody who was too late, or comes again, is answered."""
    try:
        with transaction.atomic():
            head = store.append(
                game_stream(live.game_id),
                events,
                expected_version=live.version,
                actor=actor,
                command_id=command_id,
                content=content,
                cause=cause,
                now=now,
                head=live.head,
            )
            then(head)
    except (StaleVersion, AlreadyDone, CommandIdReused):
        return settled(streams.game(live.game_id), command_id, content, actor)
    return Done(head.version)


def act_for_house(
    live: LiveGame,
    table: TableState,
    command: engine.Command,
    *,
    player: str,
    cause: str,
    now: datetime,
) -> Done:
    """What a house player has chosen for the seat that is to act.

    :raises StaleView, CommandReused, Interrupted: as ``act``; somebody was quicker.
    """
    return act(
        game_id=live.game_id,
        command=command,
        command_id=f"house:{live.version}",
        based_on=live.version,
        actor=f"house:{player}",
        cause=cause,
        now=now,
        table=table,
        patient=True,
    )


def settled(live: LiveGame, command_id: str, content: Mapping[str, object], actor: str) -> Done:
    """The answer to a command that came too late, or again."""
    done = _done_before(live, command_id, content, actor)
    if done is not None:
        return done
    if live.interrupted:
        raise Interrupted("game_interrupted", "the table was closed before this")
    raise StaleView(
        "stale_version",
        "the game has gone on since the version this was based on",
        version=live.version,
    )


def _done_before(
    live: LiveGame, command_id: str, content: Mapping[str, object], actor: str
) -> Done | None:
    try:
        version = store.repeated(
            game_stream(live.game_id), command_id, actor=actor, content=content
        )
    except CommandIdReused as reused:
        raise CommandReused(reused.code, reused.message) from reused
    return None if version is None else Done(version, repeated=True)


def _project(live: LiveGame, table: TableState, now: datetime) -> None:
    """Rows that the next page needs, what the house does next, and the bell after commit."""
    if live.state.finished:
        game_summary.finished(live, now)
    house_plan.after_game(live, table, now)
    announce(live)


def announce(live: LiveGame) -> None:
    def committed() -> None:
        streams.games.put(live.game_id, live)
        broadcast.moved(game_stream(live.game_id), live.version)

    transaction.on_commit(committed, robust=True)


def interrupt(
    live: LiveGame, *, reason: str, actor: str, command_id: str, cause: str, now: datetime
) -> LiveGame:
    """End a game that is not over, at the version it is known to have.

    Runs inside the transaction that closes the table. A card appended meanwhile wins.

    :raises StaleVersion: the game has gone on; it may be finished by now.
    """
    event = GameInterrupted(reason=reason)
    head = store.append(
        game_stream(live.game_id),
        [to_stored(event)],
        expected_version=live.version,
        actor=actor,
        command_id=command_id,
        content={"interrupt": reason},
        cause=cause,
        now=now,
        head=live.head,
    )
    after = replace(live, interrupted=True, version=head.version, head=head.hash)
    game_summary.interrupted(after, now)
    announce(after)
    return after


def open_game(
    *,
    table_id: str,
    board: int,
    dealer: Seat | None,
    ruleset: str,
    options: Mapping[str, object],
    policy: str,
    actor: str,
    command_id: str,
    cause: str,
    now: datetime,
    deal: engine.Deal | None = None,
    sealed: Sealed | None = None,
    turn: int = 0,
    chairs: tuple[int, ...] = (),
    again: bool = False,
    form: str = "",
    pass_game: str = "",
    game_id: str | None = None,
) -> BoardOpened:
    """Begin a board at a table, with a deal that was sealed before, for all who play it.

    Without a dealer North is forehand, and ``chairs`` says who sits where and who sits out.
    Without one ``deal`` is sealed, or a uniform one that is drawn here. Runs inside the caller's
    transaction, which appends the answer to the table's stream.
    """
    game_id = game_id or new_id()
    sealed = sealed or _seal(deal, ruleset, options, now)
    opened = GameOpened(
        ruleset=ruleset,
        options=dict(options),
        options_sha256=engine.rulesets.options_sha256(ruleset, options),
        dealer=dealer,
        board=board,
        deal_id=sealed.deal_id,
        deal_digest=sealed.digest,
        policy=policy,
        table_id=table_id,
        forehand=Seat.NORTH if dealer is None else None,
        form=form,
        pass_game=pass_game,
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
    return BoardOpened(
        game_id=game_id, board=board, dealer=dealer, turn=turn, chairs=chairs, again=again
    )


def _seal(
    deal: engine.Deal | None, ruleset: str, options: Mapping[str, object], now: datetime
) -> Sealed:
    """This deal, or a uniform one, with whatever else the rules draw for it."""
    labels = engine.rulesets.get(ruleset).with_options(options).draws
    if deal is None:
        row = dealing.draw(now=now, labels=labels)
    else:
        row = dealing.seal(deal, now=now, draws=dealing.drawn(labels))
    return Sealed(row.id, row.digest)
