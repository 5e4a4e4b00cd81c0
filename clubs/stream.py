"""Stream ``club-<key>``: the club as it stands, and how it is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, NoReturn
from unicodedata import category

from clubs import codec, rows
from clubs.domain import club
from clubs.domain.club import Club, Member
from clubs.domain.errors import ClubRefused, NoSuchClub
from clubs.domain.events import ClubEvent, Words
from gameplay.eventstore import changing, store
from gameplay.eventstore.errors import BadField

Want = Callable[[Club], list[ClubEvent]]
BY_LINK = "link:"
"""Before the key of an invitation: the actor where somebody without an account came in by it."""


def _missing() -> NoReturn:
    raise NoSuchClub("no_such_club", "there is no such club")


def _refuse(code: str, message: str) -> NoReturn:
    raise ClubRefused(code, message)


def _project(before: Club | None, after: Club, version: int) -> None:
    """The rows; and words that nothing in the club points to any more are not kept."""
    rows.store_state(before, after, version)
    if before is not None:
        gone = {each.id for each in _pointed_to(before, after)} - {
            each.id for each in _pointed_to(after, before)
        }
        if gone:
            store.drop_texts(gone)
        for member in _claimed(before, after):
            # His own wish erases from now on what the club has written of him.
            store.give_texts((each.id for each in _words_in(member)), member.user or 0)
        for member in _claimed(after, before):  # parted again, and nobody's account any more
            known = after.members[member.key]
            store.give_texts((each.id for each in _words_in(known)), 0)


_stream: changing.Stream[Club, ClubEvent] = changing.Stream(
    "club",
    to_stored=codec.to_stored,
    from_stored=codec.from_stored,
    replay=club.replay,
    project=_project,
    missing=_missing,
    refuse=_refuse,
)

name = _stream.name
sent = _stream.sent
found = _stream.found
forget_everything = _stream.forget_everything


def state(key: str) -> Club:
    """The club now.

    :raises NoSuchClub: there is none.
    """
    return _stream.state(key).state


def powers_since(key: str, user: int, since: datetime) -> frozenset[str]:
    """All that this person might do here then or at any moment after it, though not now."""
    happened = [(codec.from_stored(row), row.time) for row in store.load(name(key))]
    cut = next((at for at, each in enumerate(happened) if each[1] > since), len(happened))
    known = club.replay(key, happened[:cut]) if cut else None
    might = known.powers_of(user) if known is not None else frozenset()
    for each in happened[cut:]:
        known = club.replay(key, [each], known)
        might |= known.powers_of(user)
    return might


def begin(
    key: str,
    events: Sequence[ClubEvent],
    *,
    actor: str,
    command_id: str,
    now: datetime,
    texts: Sequence[store.Draft] = (),
) -> Club:
    """Begin a stream; runs inside the caller's transaction."""
    content = {"do": "found"}
    done = _stream.begin(key, events, actor=actor, command_id=command_id, now=now, content=content)
    store.keep_texts(texts)
    return done.state


def change(
    key: str,
    want: Want,
    *,
    actor: str,
    now: datetime,
    command_id: str = "",
    content: Mapping[str, object] | None = None,
    texts: Sequence[store.Draft] = (),
) -> Club:
    """Decide ``want`` on the club as it is and append what it answers.

    Of ``texts`` those are kept that the events point to. ``content`` holds no words of people: its
    digest outlives them.

    :raises ClubRefused: what ``want`` refuses; ``command_id_reused``; ``stale_version``.
    """

    def keeping(events: Sequence[ClubEvent]) -> Sequence[ClubEvent]:
        pointed = {each.id for event in events for each in _words_in(event)}
        store.keep_texts(each for each in texts if each.id in pointed)
        return events

    done = _stream.change(
        key,
        want,
        actor=actor,
        now=now,
        command_id=command_id,
        content=content,
        keeping=keeping,
    )
    return done.state


def draft(subject: int | None, text: str, most: int, *, lines: bool = False) -> store.Draft | None:
    """Words about a person (None: of somebody without an account, or of nobody), before they are
    kept; None for no words. A name is one line; ``lines``: these may be several.

    :raises ClubRefused: ``bad_text``.
    """
    words = text.strip()
    if not words:
        return None
    if lines:
        words = words.replace("\r\n", "\n").replace("\t", " ")
    if any(category(each) == "Cc" and not (lines and each == "\n") for each in words):
        raise ClubRefused("bad_text", "a character that controls")
    if len(words) > most:
        raise ClubRefused("bad_text", "too long", most=most)
    try:
        return store.draft_text(subject or 0, words)
    except BadField as bad:
        raise ClubRefused("bad_text", bad.message) from bad


def words(draft: store.Draft | None) -> Words | None:
    return Words(draft.id, draft.digest) if draft is not None else None


def rebuild(key: str) -> None:
    """Make the rows of one club anew from its stream, in the caller's transaction."""
    live = _stream.state(key)
    rows.rebuild(live.state, live.version)


def _pointed_to(state: Club, other: Club) -> Iterator[Words]:
    """The words in those parts of a club that are not the very same in another state of it."""
    yield from _words_in(state.about)
    for part in ("members", "requests", "evenings"):
        mine, theirs = getattr(state, part), getattr(other, part)
        if mine is not theirs:
            for key, each in mine.items():
                if theirs.get(key) is not each:
                    yield from _words_in(each)


def _claimed(before: Club, after: Club) -> list[Member]:
    if before.members is after.members:
        return []
    return [
        each
        for key, each in after.members.items()
        if each.user is not None and key in before.members and before.members[key].user is None
    ]


def _words_in(value: Any) -> Iterator[Words]:
    if isinstance(value, Words):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _words_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _words_in(each)
