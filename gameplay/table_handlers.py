"""What is done with a table, by its people and by who arranged it; all safe to call twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

import engine
from engine import Seat
from gameplay import (
    broadcast,
    dealing,
    handlers,
    house_plan,
    places,
    rules,
    streams,
    tables,
    time_controls,
)
from gameplay.errors import CommandReused, PlayRefused, StaleView
from gameplay.events import (
    BETWEEN,
    CHATS,
    OWN,
    UNIFORM,
    CardsDealt,
    CardsGathered,
    CardsMixed,
    PlannedBoard,
    SeatTaken,
    TableClosed,
    TableEvent,
    TableOpened,
    to_stored,
)
from gameplay.eventstore import store
from gameplay.eventstore.store import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.handlers import Sealed
from gameplay.ids import new_id, table_stream
from gameplay.places import PLACES, Place
from gameplay.projections import table_summary
from gameplay.streams import LiveGame, LiveTable
from gameplay.tables import HousePlayer
from gameplay.time_controls import TimeControl
from gameplay.visibility import LIVE, POLICIES

# A table's events are few and its writers are four people; a lost race is simply tried again.
ATTEMPTS = 5
# Closing must win in the end against four people who go on playing.
ATTEMPTS_TO_CLOSE = 50

Occupants = Mapping[Place, int | str | HousePlayer | None]
PLAYERS = (4, 5, 6)
THREE = 3


def open_table(
    *,
    ruleset: str,
    options: Mapping[str, object],
    opener: int | None,
    occupants: Occupants,
    actor: str,
    length: int | None = None,
    policy: str = LIVE,
    first_dealer: Place = Seat.NORTH,
    now: datetime | None = None,
    table_id: str | None = None,
    plan: Sequence[PlannedBoard] = (),
    origin: str = "",
    players: int = 4,
    form: str = "",
    dealing: str = UNIFORM,
    dessert: Sequence[str] = (),
    time: TimeControl | None = None,
    chat: str = BETWEEN,
    undo: bool = False,
) -> str:
    """Open a table and answer its id; the first board is opened at once when no seat is free.

    ``occupants``: a user id, ``"house"``, a ``HousePlayer`` or None (kept free), by chair.
    With a ``plan`` these boards are played, from the deals that lie sealed for all their tables.
    With five or six ``players`` the dealer sits out, and further chairs are named. With three,
    ``form`` says how, and nobody sits in the West chair. ``dealing`` is the table's own from its
    second deal on, if it is not uniform; ``dessert`` names the pass games of its last deals, and
    ``chat`` says when its people may talk; ``undo`` whether they may take back by consent.
    Where the caller chooses the ``table_id``, a table that is there already is left as it is.

    :raises engine.RikkenError: unknown ruleset or option, naming the nearest valid one; a
        ruleset that is not offered.
    :raises PlayRefused: a length that is no multiple of the players, players that are too few or
        too many, an unknown policy, or a plan that no table can follow.
    """
    now = now or timezone.now()
    resolved = engine.rulesets.get(ruleset).resolve(options)
    rules.must_be_offered(ruleset)
    if form:
        engine.rulesets.get(ruleset).form(form)
    _must_be_known(policy, chat)
    if players not in _may_play(form, plan) or first_dealer >= players or (form and plan):
        raise PlayRefused("bad_players", "so many cannot play at this table", players=players)
    length = _length(length, plan, players)
    _must_fit(ruleset, options, dealing, dessert, plan=plan, length=length)
    opened = TableOpened(
        ruleset=ruleset,
        options=dict(options),
        options_sha256=engine.rulesets.options_sha256(ruleset, resolved),
        length=length,
        policy=policy,
        opener=opener,
        first_dealer=first_dealer,
        plan=tuple(plan),
        origin=origin,
        players=players,
        form=form,
        dealing=dealing,
        dessert=tuple(dessert),
        time=time_controls.made(time) if time is not None else None,
        chat=chat,
        undo=undo,
    )
    chairs = PLACES[:players]
    taken = [_taken(chair, who) for chair in chairs if (who := occupants.get(chair)) is not None]
    if table_id is None:
        return _open(new_id(), opened, taken, actor=actor, now=now)
    try:
        return _open(table_id, opened, taken, actor=actor, now=now)
    except (StaleVersion, AlreadyDone, CommandIdReused):
        return table_id


def _must_be_known(policy: str, chat: str) -> None:
    if policy not in POLICIES:
        raise PlayRefused("unknown_policy", "no such policy", policy=policy)
    if chat not in CHATS:
        raise PlayRefused("bad_chat", "nobody talks at a table like that", chat=chat)


def _may_play(form: str, plan: Sequence[PlannedBoard]) -> Sequence[int]:
    """How many players there may be: four at a planned table, three with a fourth hand."""
    if plan:
        return PLAYERS[:1]
    return (THREE,) if form else PLAYERS


def _must_fit(
    ruleset: str,
    options: Mapping[str, object],
    how: str,
    dessert: Sequence[str],
    *,
    plan: Sequence[PlannedBoard],
    length: int | None,
) -> None:
    """Deals by hand are a table's own; a dessert needs to know which deals are the last."""
    if how not in (UNIFORM, OWN) or (plan and how != UNIFORM):
        raise PlayRefused("bad_dealing", "no table deals like this", dealing=how)
    rules_here = engine.rulesets.get(ruleset).with_options(options)
    for word in dessert:
        rules_here.scheduled(word)
    if dessert and (length is None or len(dessert) > length):
        raise PlayRefused("bad_dessert", "the last deals of so many are pass games", length=length)


def _length(length: int | None, plan: Sequence[PlannedBoard], players: int) -> int | None:
    if not plan:
        if length is not None and (length <= 0 or length % players):
            raise PlayRefused(
                "bad_length", "everybody deals equally often", length=length, players=players
            )
        return length
    boards = [planned.board for planned in plan]
    if len(set(boards)) < len(boards) or any(planned.turn not in range(4) for planned in plan):
        raise PlayRefused("bad_plan", "a board comes twice or is turned too far", boards=boards)
    if length not in (None, len(plan)):
        raise PlayRefused("bad_length", "a plan says how many boards there are", length=length)
    return len(plan)


def _taken(chair: Place, who: int | str | HousePlayer) -> TableEvent:
    if isinstance(who, HousePlayer):
        return SeatTaken(seat=chair, user_id=None, player=who.player, name=who.name)
    if isinstance(who, str):
        return SeatTaken(seat=chair, user_id=None, player=who)
    return SeatTaken(seat=chair, user_id=who, player="")


def _open(
    table_id: str, opened: TableOpened, taken: list[TableEvent], *, actor: str, now: datetime
) -> str:
    with transaction.atomic():
        head = store.append(
            table_stream(table_id),
            [to_stored(event) for event in (opened, *taken)],
            expected_version=0,
            actor=actor,
            command_id="open",
            now=now,
        )
        live = LiveTable(tables.replay(table_id, opened, taken), head.version, head.hash)
        live = _go_on(live, now)
        _project(live, now)
    return table_id


def table_state(table_id: str) -> tables.TableState:
    """:raises NotFound: there is no such table."""
    return streams.table(table_id).state


def change(
    table_id: str,
    want: Callable[[tables.TableState], list[TableEvent]],
    *,
    actor: str,
    command_id: str = "",
    content: Mapping[str, object] | None = None,
    now: datetime | None = None,
) -> LiveTable:
    """Decide ``want`` on the table as it is and append what it answers.

    ``command_id`` and ``content`` are what a client sent, if it can send it again; a repetition
    is answered with the table as it is.

    :raises PlayRefused: what ``want`` refuses.
    :raises CommandReused: ``command_id`` came before with other content or another actor.
    :raises StaleView: the table changed again and again meanwhile; try again.
    """
    now = now or timezone.now()
    for _ in range(ATTEMPTS):
        live = streams.table(table_id)
        if command_id and _repeated(live, command_id, actor=actor, content=content or {}):
            return live
        events = want(live.state)
        if not events:
            if command_id:
                _keep_answer(live, command_id, actor=actor, content=content or {}, now=now)
            return live
        try:
            with transaction.atomic():
                live = _append(
                    live, events, actor=actor, command_id=command_id, content=content, now=now
                )
                live = _go_on(live, now)
                _project(live, now)
            return live
        except (StaleVersion, AlreadyDone, CommandIdReused):
            continue
    raise StaleView("stale_version", "the table is being changed by others", version=0)


def _repeated(
    live: LiveTable, command_id: str, *, actor: str, content: Mapping[str, object]
) -> bool:
    stream = table_stream(live.state.table_id)
    try:
        return store.repeated(stream, command_id, actor=actor, content=content) is not None
    except CommandIdReused as reused:
        raise CommandReused(reused.code, reused.message) from reused


def _keep_answer(
    live: LiveTable, command_id: str, *, actor: str, content: Mapping[str, object], now: datetime
) -> None:
    store.answered(
        table_stream(live.state.table_id),
        command_id,
        actor=actor,
        content=content,
        version=live.version,
        now=now,
    )


def hand_over(live: LiveTable, events: Sequence[TableEvent], *, cause: str, now: datetime) -> None:
    """Seats go to house players, or back to their owners; inside the caller's transaction.

    :raises StaleVersion: somebody sat down or came back meanwhile.
    """
    live = _append(live, events, actor="system:clock", cause=cause, now=now)
    _project(live, now)


def come_back(
    table_id: str, *, user_id: int, command_id: str = "", now: datetime | None = None
) -> LiveTable:
    """Whoever was stood in for is here again."""

    def want(state: tables.TableState) -> list[TableEvent]:
        current = state.current
        between = current is not None and streams.game(current.game_id).over
        return tables.come_back(state, user_id=user_id, between=between)

    return change(
        table_id,
        want,
        actor=f"user:{user_id}",
        command_id=command_id,
        content={"do": "back"},
        now=now,
    )


def ready(table_id: str, *, user_id: int, board: int, command_id: str = "") -> LiveTable:
    """Ready for the board after ``board``, once that is over.

    :raises PlayRefused: it is not over. Said too early it would be an event like any other,
        and nobody would be left to say it when the time has come.
    """

    def want(state: tables.TableState) -> list[TableEvent]:
        events = tables.ready(state, user_id=user_id, board=board)
        current = state.current
        if events and current and not streams.game(current.game_id).state.finished:
            raise PlayRefused("wrong_phase", "the board is not over", board=board)
        return events

    return change(
        table_id,
        want,
        actor=f"user:{user_id}",
        command_id=command_id,
        content={"do": "next", "board": board},
    )


def pause(
    table_id: str,
    *,
    actor: str,
    reason_id: str = "",
    command_id: str = "",
    now: datetime | None = None,
) -> None:
    """Nobody plays until ``resume``. A card that was on its way may still be counted."""
    change(
        table_id,
        lambda state: tables.pause(state, reason_id=reason_id),
        actor=actor,
        command_id=command_id,
        content={"do": "pause", "reason": reason_id},
        now=now,
    )


def resume(table_id: str, *, actor: str, command_id: str = "", now: datetime | None = None) -> None:
    """Go on after a pause; house players think anew."""
    change(
        table_id,
        tables.resume,
        actor=actor,
        command_id=command_id,
        content={"do": "resume"},
        now=now,
    )


def close(
    table_id: str,
    *,
    reason: str,
    actor: str,
    command_id: str = "",
    now: datetime | None = None,
) -> None:
    """Close a table, and end the game that is played there, where there is one.

    Both done already: nothing. A game that its closed table left unfinished is ended too, so that
    the tick can make good what should never have come about. Of the last card and this exactly
    one wins, on the game's stream: either the game has finished and counts, or it is interrupted
    and the card is refused.

    :raises StaleView: people played on faster than this could be written; try again.
    """
    now = now or timezone.now()
    for _ in range(ATTEMPTS_TO_CLOSE):
        live = streams.table(table_id)
        current = live.state.current
        game = streams.game(current.game_id) if current is not None else None
        if live.state.closed and (game is None or game.over):
            return
        try:
            with transaction.atomic():
                _interrupt_and_close(
                    live, game, reason=reason, actor=actor, command_id=command_id, now=now
                )
            return
        except (StaleVersion, AlreadyDone, CommandIdReused):
            continue
    raise StaleView("stale_version", "the table is being changed by others", version=0)


def _interrupt_and_close(
    live: LiveTable,
    game: LiveGame | None,
    *,
    reason: str,
    actor: str,
    command_id: str,
    now: datetime,
) -> None:
    """The game's stream first, as with a card: two who write both must not wait for each other."""
    if game is not None and not game.over:
        game = handlers.interrupt(
            game,
            reason=reason,
            actor=actor,
            command_id="close:",
            cause=f"{table_stream(live.state.table_id)}:{live.version}",
            now=now,
        )
    if live.state.closed:
        return
    closed = TableClosed(reason=reason)
    live = _append(live, [closed], actor=actor, command_id=command_id, now=now)
    _project(live, now, game)


def _append(
    live: LiveTable,
    events: Sequence[TableEvent],
    *,
    actor: str,
    now: datetime,
    command_id: str = "",
    content: Mapping[str, object] | None = None,
    cause: str = "",
) -> LiveTable:
    head = store.append(
        table_stream(live.state.table_id),
        [to_stored(event) for event in events],
        expected_version=live.version,
        actor=actor,
        command_id=command_id or handlers.fresh_command_id(),
        content=content,
        cause=cause,
        now=now,
        head=live.head,
    )
    return streams.fold_table(live, events, head, now)


def _go_on(live: LiveTable, now: datetime) -> LiveTable:
    """Open the next board, or close the table, when nothing is left to wait for."""
    state = live.state
    if state.closed or state.paused or not state.full:
        return live
    cause = f"{table_stream(state.table_id)}:{live.version}"
    if state.current is not None:
        game = streams.game(state.current.game_id)
        if not game.state.finished:
            return live
        if state.last_board_done and not streams.dealt_again(state, game):
            return _close(live, now=now, cause=cause)
        if state.waiting_for or not state.people:
            return live
    return open_next_board(live, now=now, cause=cause)


def _close(live: LiveTable, *, now: datetime, cause: str) -> LiveTable:
    done: list[TableEvent] = [TableClosed(reason="length")]
    return _append(live, done, actor="system:table", now=now, cause=cause)


def open_next_board(
    live: LiveTable,
    *,
    now: datetime,
    cause: str = "",
    deal: engine.Deal | None = None,
    game_id: str | None = None,
) -> LiveTable:
    """The next board of the plan, else one with the next dealer clockwise, or the same one where
    the deal before is dealt again; inside the caller's transaction.

    The command id carries the board's number, so that no board is ever opened twice; its colon
    keeps it apart from every id that a client may send.
    """
    state = live.state
    planned = state.next_board()
    board = planned.board if planned else len(state.boards) + 1
    again = state.current is not None and streams.dealt_again(
        state, streams.game(state.current.game_id)
    )
    dealer, chairs = _dealing(state, again=again)
    row, steps = None, []
    if state.dealing == OWN and state.current is not None and deal is None:
        before = streams.game(state.current.game_id).state
        row, steps = _deal_by_hand(before, board, dealer, form=state.form, now=now)
    opened = handlers.open_game(
        table_id=state.table_id,
        board=board,
        dealer=planned.dealer if planned else dealer,
        ruleset=state.ruleset,
        options=state.options,
        policy=state.policy,
        actor="system:table",
        command_id=f"board:{board}",
        cause=cause,
        now=now,
        deal=deal,
        sealed=Sealed(planned.deal_id, planned.deal_digest) if planned else row,
        turn=planned.turn if planned else 0,
        chairs=chairs,
        again=again,
        form=state.form,
        pass_game=state.pass_game(again=again),
        game_id=game_id,
    )
    events: list[TableEvent] = [*tables.returning(state), opened, *steps]
    head = store.append(
        table_stream(state.table_id),
        [to_stored(event) for event in events],
        expected_version=live.version,
        actor="system:table",
        command_id=f"board:{board}",
        content={"board": board},
        cause=cause,
        now=now,
        head=live.head,
    )
    return streams.fold_table(live, events, head, now)


def _deal_by_hand(
    before: engine.GameState, board: int, dealer: Seat | None, *, form: str, now: datetime
) -> tuple[Sealed, list[TableEvent]]:
    """The next deal sealed, and how it came about, as far as the table may know."""
    forehand = Seat.NORTH if dealer is None else dealer.next
    rules_here = before.ruleset  # of the table, whatever was drawn for the deal before
    dealt = dealing.by_hand(before, forehand=forehand)
    row = dealing.seal(dealt.deal, now=now, draws=dealt.draws)
    # The dealer's neighbour on the right; of three players the one beyond the fourth hand.
    cutter = forehand.after(3 if dealer is None else 1 if form else 2)
    return Sealed(row.id, row.digest), [
        CardsGathered(board),
        CardsMixed(board, cutter, str(rules_here.mixing)),
        CardsDealt(board, rules_here.packets),
    ]


def _dealing(state: tables.TableState, *, again: bool) -> tuple[Seat | None, tuple[int, ...]]:
    """Who deals, and who sits where, where the seats change: five or six are at the table and some
    sit out, or three and a fourth hand that goes round with the deal."""
    dealer = state.next_dealer(again=again)
    if state.form:
        return Seat.NORTH, places.of_three(dealer)
    if state.bench or not isinstance(dealer, Seat):
        return None, places.seating(len(state.chairs), dealer)
    return dealer, ()


def go_on(table_id: str, *, board: int, now: datetime, cause: str) -> bool:
    """The tick's way to go on after ``board`` where nobody need be asked.

    The last board closes the table. The next one is opened where only house players sit, and
    where it is planned or has a clock: people there were given their time. Answers whether that
    was so, here or in another tick.
    """
    live = streams.table(table_id)
    state, current = live.state, live.state.current
    if state.closed or state.paused or current is None or current.board != board:
        return False
    game = streams.game(current.game_id)
    done = state.last_board_done and not streams.dealt_again(state, game)
    if not (done or state.house_only or state.goes_on_by_itself):
        return False
    if not game.state.finished:
        return False
    try:
        with transaction.atomic():
            if done:
                live = _close(live, now=now, cause=cause)
            else:
                live = open_next_board(live, now=now, cause=cause)
            _project(live, now)
    except (StaleVersion, AlreadyDone, CommandIdReused):
        pass  # somebody was quicker
    return True


def _project(live: LiveTable, now: datetime, game: LiveGame | None = None) -> None:
    """``game``: the one in play as this transaction leaves it, where the caller has it."""
    table_summary.store_state(live, now)
    current = live.state.current
    if current is not None:
        game = game or streams.game(current.game_id)
        house_plan.after_table(live.state, game, now)

    def committed() -> None:
        if game is not None and game.version == 1:
            streams.games.put(game.game_id, game)  # opened here; its first bid comes next
        streams.live_tables.put(live.state.table_id, live)
        broadcast.moved(table_stream(live.state.table_id), live.version)

    transaction.on_commit(committed, robust=True)
