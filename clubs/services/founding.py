"""Founding a club, saying what it is, setting its house rules."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac

from clubs import stream
from clubs.domain import wants
from clubs.domain.errors import ClubRefused
from clubs.domain.events import NewMember
from gameplay.eventstore.errors import AlreadyDone, CommandIdReused, StaleVersion
from gameplay.eventstore.ids import id_from, new_id

MOST_ABOUT = 2000
MOST_NAME = 60


def key_for(user: int, sent: str) -> str:
    """The key of a club that somebody founds: the same for what he sends again."""
    return id_from(salted_hmac("clubs.new", f"{user}:{sent}", algorithm="sha256").digest())


def found(
    *,
    name: str,
    place: str,
    zone: str,
    language: str,
    own_name: str,
    ruleset: str,
    options: Mapping[str, object],
    user: int,
    now: datetime,
    key: str = "",
) -> str:
    """Found it and own it; answers its key. ``own_name`` is what the club's list calls its founder.

    :raises ClubRefused: what is wrong.
    :raises engine.RikkenError: the ruleset or an option of it.
    """
    key = key or new_id()
    called = stream.draft(user, own_name, MOST_NAME)
    founder = NewMember(new_id(), user, stream.words(called), None, None, "", ())
    events = wants.found(
        name=name,
        place=place,
        zone=zone,
        language=language,
        founder=founder,
        ruleset=ruleset,
        options=options,
    )
    try:
        with transaction.atomic():
            stream.begin(
                key,
                events,
                actor=f"user:{user}",
                command_id=f"page:{user}:found",
                now=now,
                texts=[called] if called else [],
            )
    except AlreadyDone:
        pass  # sent twice
    except (CommandIdReused, StaleVersion) as reused:
        raise ClubRefused("command_id_reused", reused.message) from reused
    return key


def describe(
    key: str, *, by: int, name: str, place: str, about: str, now: datetime, command_id: str = ""
) -> None:
    words = stream.draft(None, about, MOST_ABOUT, lines=True)
    stream.change(
        key,
        lambda state: wants.describe(
            state, by=by, name=name, place=place, about=stream.words(words)
        ),
        actor=f"user:{by}",
        now=now,
        command_id=command_id,
        content={"do": "describe", "name": name, "place": place},
        texts=[words] if words else [],
    )


def set_rules(
    key: str,
    *,
    by: int,
    ruleset: str,
    options: Mapping[str, object],
    now: datetime,
    command_id: str = "",
) -> None:
    """:raises engine.RikkenError: the ruleset or an option of it."""
    stream.change(
        key,
        lambda state: wants.set_rules(state, by=by, ruleset=ruleset, options=options),
        actor=f"user:{by}",
        now=now,
        command_id=command_id,
        content={"do": "rules", "ruleset": ruleset, "options": dict(options)},
    )
