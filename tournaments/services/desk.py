"""Acts at the desk while people play: decided on the stream, done at the table in the same moment.

Whoever decides was told before what it changes; ``mark`` names what he was told, and an act that
would change something else by now is refused, so that two at two browsers do nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial

from django.contrib.auth import get_user_model
from django.db import transaction

from gameplay import table_handlers, tables, talk_handlers
from gameplay.errors import NotFound
from gameplay.events import AWAY, TableEvent
from gameplay.ids import new_id
from gameplay.tables import TableState
from tournaments import stream
from tournaments.domain import desk, watching
from tournaments.domain.championship import Championship
from tournaments.domain.desk import Act, Change
from tournaments.domain.errors import NoSuchTournament, TournamentRefused
from tournaments.domain.events import (
    MessageSent,
    StandInLeft,
    StandInSeated,
    TournamentEvent,
)
from tournaments.models import Entry, Tournament
from tournaments.selectors import leading
from tournaments.services import registration
from tournaments.services.seating import house_names

__all__ = ["act", "foretell", "person", "told_to"]

LONGEST = 300


def person(username: str) -> int:
    """The account with this user name.

    :raises NoSuchTournament: nobody has it, or a guest of the demo does.
    """
    people = get_user_model().objects.filter(is_active=True, is_demo=False)
    user = people.filter(username__iexact=username.strip()[:150]).first()
    if user is None:
        raise NoSuchTournament("no_such_person", "nobody has that user name")
    return int(user.pk)


def foretell(key: str, what: Act) -> list[Change]:
    """What the act would change now; empty: it is so already.

    :raises TournamentRefused: it would be refused.
    """
    state = stream.state(key).championship
    return desk.changes(state, what, _decided(state, what))


def _must_not_lead(state: Championship, what: Act) -> None:
    """Whoever leads or scores sees how others played, and without an entry of his own would go on
    doing so from a seat; who arrives gets one, as who enters does. Nor may who did so in the round
    that is on. The stream knows neither roles of a club nor records that have an account by now."""
    tournament = Tournament.objects.filter(pk=state.key).first()
    if what.user is None or tournament is None:
        return
    current = state.current
    since = current.started if current is not None and current.in_play else None
    leads = leading.powers(tournament, what.user) or (
        since is not None and leading.led_since(tournament, what.user, since)
    )
    if what.do == desk.STAND_IN and leads:
        raise TournamentRefused("director_sits_nowhere", "the director has seen cards")
    own = leading.entry_of(tournament, what.user)
    if own is not None and own.member:
        came_back = what.do == desk.ARRIVE and own.status != Entry.ACTIVE
        code = "left_before" if came_back else "plays_already"
        raise TournamentRefused(code, "entered by a record that is his by now")


def _owner_must_be_free(state: Championship, what: Act) -> None:
    """Whose record plays again may have an account that sits elsewhere or has seen cards, which
    the stream does not connect with it."""
    entry = state.entries.get(what.entry)
    if what.do != desk.REINSTATE or entry is None or not entry.member or entry.active:
        return
    owner = leading.owner_of(state.club, entry.member)
    if owner is None:
        return
    watching.must_not_know_cards(state, owner)
    own = state.entry_of(owner)
    if state.desk.seats(owner) or (own is not None and own.active):
        raise TournamentRefused("plays_already", "this person has a seat, or sits in")


def _decided(state: Championship, what: Act) -> list[TournamentEvent]:
    _must_not_lead(state, what)
    _owner_must_be_free(state, what)
    return desk.want(state, what, new_key=new_id, names=house_names())


def act(
    key: str,
    what: Act,
    *,
    words: str,
    name: str = "",
    mark: str = "",
    actor: str,
    now: datetime,
    command_id: str = "",
) -> list[Change]:
    """What it changed; nothing where it was so already, or was sent before.

    ``words``: why, or what is said to tables. ``name``: of a person without an account.
    ``mark``: of what was told beforehand; "" for who did not ask.

    :raises TournamentRefused: no words or no name where they are needed; it would change something
        else by now; whatever ``domain.desk`` refuses.
    """
    said = talk_handlers.readable(words)[:LONGEST]
    called = " ".join(name.split())[: registration.LONGEST_NAME]
    _must_say(what, said, called)
    made: list[TournamentEvent] = []
    changed: list[Change] = []
    before = stream.state(key).championship
    entry = before.entries.get(what.entry)

    def want(state: Championship) -> list[TournamentEvent]:
        nonlocal before
        before = state
        made[:] = _decided(state, what)
        changed[:] = desk.changes(state, what, made)
        if mark and changed and desk.mark(changed) != mark:
            raise TournamentRefused("changes_otherwise", "it would change something else by now")
        return made

    with transaction.atomic():
        live = stream.change(
            key,
            want,
            actor=actor,
            now=now,
            command_id=command_id,
            content={"desk": what.do, **_sent(what), **({"name": True} if called else {})},
            reason="" if what.do == desk.QUIET else said,
            about=entry.user if entry is not None else None,
            called=[called] if called else [],
        )
        _at_tables(before, live.championship, made, actor, now)
    return changed


def _must_say(what: Act, said: str, called: str) -> None:
    if what.do == desk.MESSAGE and not said:
        raise TournamentRefused("message_empty", "there is nothing to say")
    if what.do not in (desk.MESSAGE, desk.QUIET) and not said:
        raise TournamentRefused("reason_missing", "who is concerned will want to know why")
    if what.named and not called:
        raise TournamentRefused("name_needed", "say what that person is called")


def _sent(what: Act) -> dict[str, object]:
    """What a repetition of the command is compared with."""
    return {name: value for name, value in asdict(what).items() if name != "do" and value}


def _at_tables(
    before: Championship,
    state: Championship,
    events: Sequence[TournamentEvent],
    actor: str,
    now: datetime,
) -> None:
    for event in events:
        match event:
            case StandInSeated():
                _sits_in(before, state, event, actor, now)
            case StandInLeft(entry=entry):
                _sits_again(before, state, entry, actor, now)
            case MessageSent():
                for table in told_to(state, event.table):
                    talk_handlers.noticed(table)


def _online(state: Championship, entry: str) -> str | None:
    """The table at which this entry sits now, if one is open for it."""
    current = state.current
    if current is None or not current.in_play:
        return None
    found = desk.seat_of(current, entry)
    return None if found is None or found[0].hall else found[0].table


def _sits_in(
    before: Championship, state: Championship, event: StandInSeated, actor: str, now: datetime
) -> None:
    owner, table = state.entries[event.entry].user, _online(state, event.entry)
    if table is None or owner is None:
        return
    _sits_again(before, state, event.entry, actor, now)
    _change(table, partial(tables.sit_in, owner=owner, user_id=event.user, why=AWAY), actor, now)


def _change(
    table: str, decide: Callable[[TableState], list[TableEvent]], actor: str, now: datetime
) -> None:
    try:
        table_handlers.change(table, decide, actor=actor, now=now)
    except NotFound:
        """It is opened in a moment, and then with whoever sits there."""


def _sits_again(
    before: Championship, state: Championship, entry: str, actor: str, now: datetime
) -> None:
    owner, table = state.entries[entry].user, _online(state, entry)
    left = before.desk.stand_ins.get(entry)
    if table is None or owner is None or left is None:
        return
    _change(table, partial(tables.sit_again, owner=owner, stand_in=left.user), actor, now)


def told_to(state: Championship, table: str) -> list[str]:
    """Open tables of the round in play that a message is for; ``""``: all of them."""
    current = state.current
    if current is None or not current.in_play:
        return []
    online = [each.table for each in current.tables if not each.hall]
    return [each for each in online if table in ("", each)]
