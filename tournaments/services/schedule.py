"""Setting a championship up, moving its rounds, calling it off."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac

from gameplay import rules
from gameplay.eventstore.errors import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.ids import id_from, new_id
from tournaments import stream
from tournaments.domain import settings as setup
from tournaments.domain import wants
from tournaments.domain.championship import OWN
from tournaments.domain.errors import TournamentRefused
from tournaments.services import deals, rounds


def key_for(user: int, sent: str) -> str:
    """The key of a tournament that somebody sets up: the same for what he sends again.

    Keyed, so that nobody chooses it: not one that he knows of, nor one that means something.
    """
    return id_from(salted_hmac("tournaments.new", f"{user}:{sent}", algorithm="sha256").digest())


def schedule(
    *,
    settings: Mapping[str, object],
    organizer: int | None,
    actor: str,
    now: datetime,
    key: str | None = None,
    test_seed: str = "",
    command_id: str = "",
) -> str:
    """Set a championship up, promise its deals, and answer its key.

    ``key`` makes it safe to ask twice. ``test_seed`` replaces the secret keys, so that the same
    seed deals the same cards; the championship is marked "test deals" for ever.

    :raises engine.RikkenError: what is wrong with the settings; ``command_id_reused`` where other
        settings, or somebody else's, stand under the key.
    """
    event = setup.read(settings, organizer=organizer, test_deals=bool(test_seed))
    rules.must_be_offered(event.ruleset)
    key = key or new_id()
    try:
        with transaction.atomic():
            stream.schedule(key, event, actor=actor, command_id=command_id or "schedule", now=now)
            if event.cards != OWN:
                deals.commit(key, actor=actor, now=now, test_seed=test_seed)
    except AlreadyDone:
        pass  # the same settings, under the same key, from the same person
    except (CommandIdReused, StaleVersion) as reused:
        raise TournamentRefused("command_id_reused", reused.message) from reused
    return key


def warnings(settings: Mapping[str, object], players: int | None = None) -> list[dict[str, object]]:
    """What to tell an organizer who may yet think again; refuses what ``schedule`` refuses."""
    event = setup.read(settings)
    rules.must_be_offered(event.ruleset)
    return setup.warnings(event, players)


def confirm_values(key: str, *, actor: str, now: datetime, command_id: str = "") -> None:
    """The organizer says that the points of the rules are meant as they are."""
    stream.change(
        key,
        wants.confirm_values,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "values"},
    )


def reschedule_round(
    key: str,
    round: int,  # noqa: A002
    *,
    starts: datetime,
    reason: str,
    actor: str,
    now: datetime,
    command_id: str = "",
) -> None:
    """Move a round that has not started; before any dealing the deals are promised anew."""
    # Both or neither: the manifest tells when sessions start, and nobody would mend it.
    with transaction.atomic():
        stream.change(
            key,
            lambda state: wants.reschedule_round(state, round, starts),
            actor=actor,
            now=now,
            command_id=command_id,
            content={"do": "reschedule", "round": round, "starts": starts.isoformat()},
            reason=reason,
        )
        deals.recommit(key, reason=reason, actor=actor, now=now)


def cancel(key: str, *, reason: str, actor: str, now: datetime, command_id: str = "") -> None:
    """Call it off. A round in play is closed with it."""
    live = stream.change(
        key,
        wants.cancel,
        actor=actor,
        now=now,
        command_id=command_id,
        content={"do": "cancel"},
        reason=reason,
    )
    current = live.championship.current
    if current is not None and current.in_play:
        rounds.settle(key, current.number, actor=actor, now=now)
