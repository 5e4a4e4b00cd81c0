"""Who belongs to a club, by which road they came, and what they may do there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.crypto import salted_hmac

from clubs import stream
from clubs.domain import wants
from clubs.domain.club import FULL, Club
from clubs.domain.events import ClubEvent, MemberChanged, NewMember, Words
from clubs.domain.roles import MEMBER
from clubs.services import erasures
from clubs.services.founding import MOST_NAME
from gameplay.eventstore import store
from gameplay.eventstore.ids import id_from, new_id

MOST_SAYS = 500
MOST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class Sent:
    """Who asks, when, and under which command id ("" for one that nobody sends twice)."""

    by: int
    now: datetime
    command_id: str = ""

    def id_for(self, key: str, what: str) -> str:
        """The id of what this makes in that club: the same for what is sent again."""
        if not self.command_id:
            return new_id()
        salted = f"{key}:{what}:{self.command_id}"
        return id_from(salted_hmac("clubs.made", salted, algorithm="sha256").digest())

    def change(
        self,
        key: str,
        want: stream.Want,
        texts: Collection[store.Draft | None] = (),
        **asks: object,
    ) -> None:
        """``asks`` are the facts of the command, without anybody's words."""
        stream.change(
            key,
            want,
            actor=f"user:{self.by}",
            now=self.now,
            command_id=self.command_id,
            content=asks,
            texts=[each for each in texts if each is not None],
        )


@dataclass(frozen=True, slots=True)
class Record:
    """What the club writes down of somebody."""

    name: str
    nickname: str = ""
    note: str = ""
    number: str = ""
    shown: str = FULL


def request(key: str, sent: Sent, *, name: str, says: str) -> None:
    """Ask for membership; somebody who answers requests will see these words."""
    called = stream.draft(sent.by, name, MOST_NAME)
    said = stream.draft(sent.by, says, MOST_SAYS, lines=True)
    asked = new_id()
    sent.change(
        key,
        lambda state: wants.request(
            state, key=asked, user=sent.by, name=stream.words(called), says=stream.words(said)
        ),
        texts=[called, said],
        do="request",
    )


def answer(
    key: str, sent: Sent, *, request: str, accepted: bool, claims: str = "", reason: str = ""
) -> None:
    """Accept or not. With ``claims`` the record that the club has kept of this person without an
    account becomes his, with all that was written down there."""
    known = stream.state(key).requests.get(request)
    why = stream.draft(known.user if known else None, reason, MOST_SAYS, lines=True)
    member = new_id()
    sent.change(
        key,
        lambda state: wants.answer(
            state,
            by=sent.by,
            request=request,
            accepted=accepted,
            member=member,
            claims=claims,
            reason=stream.words(why),
        ),
        texts=[why],
        do="answer",
        request=request,
        accepted=accepted,
        claims=claims,
    )


def add(key: str, sent: Sent, record: Record) -> str:
    """Somebody without an account; answers the key of the record."""
    drafts = _drafts(None, record)
    made = new_record(sent.id_for(key, "member"), None, record, drafts)

    def want(state: Club) -> list[ClubEvent]:
        number = record.number or wants.next_number(state)
        return wants.add(state, by=sent.by, record=replace(made, number=number))

    sent.change(key, want, texts=drafts, do="add", number=record.number)
    return made.member


def new_record(
    member: str, user: int | None, record: Record, drafts: list[store.Draft | None]
) -> NewMember:
    name, nickname, note = (stream.words(each) for each in drafts)
    return NewMember(member, user, name, nickname, note, record.number, (MEMBER,), record.shown)


def _drafts(user: int | None, record: Record) -> list[store.Draft | None]:
    return [
        stream.draft(user, record.name, MOST_NAME),
        stream.draft(user, record.nickname, MOST_NAME),
        stream.draft(user, record.note, MOST_NOTE, lines=True),
    ]


def change(key: str, sent: Sent, *, member: str, record: Record) -> None:
    """Words that stay as they are keep their place; nothing happens where all do."""
    known = stream.state(key).members.get(member)
    old = [known.name, known.nickname, known.note] if known else [None] * 3
    texts = store.read_texts(each.id for each in old if each)
    drafts = _drafts(known.user if known else None, record)
    kept: list[Words | None] = [
        before if before and draft and texts.get(before.id) == draft.text else stream.words(draft)
        for before, draft in zip(old, drafts, strict=True)
    ]
    changed = MemberChanged(member, *kept, record.number, record.shown)
    same = known is not None and changed == MemberChanged(
        member, known.name, known.nickname, known.note, known.number, known.shown
    )
    sent.change(
        key,
        lambda state: [] if same else wants.change(state, by=sent.by, change=changed),
        texts=drafts,
        do="change",
        member=member,
        number=record.number,
    )


def leave(key: str, sent: Sent) -> None:
    sent.change(key, lambda state: wants.leave(state, by=sent.by), do="leave")


def remove(key: str, sent: Sent, *, member: str, reason: str = "") -> None:
    known = stream.state(key).members.get(member)
    why = stream.draft(known.user if known else None, reason, MOST_SAYS, lines=True)
    sent.change(
        key,
        lambda state: wants.remove(state, by=sent.by, member=member, reason=stream.words(why)),
        texts=[why],
        do="remove",
        member=member,
    )


def merge(key: str, sent: Sent, *, kept: str, gone: str, reason: str) -> None:
    """Two records of one person become one, the one with the account if there is one."""
    known = stream.state(key).members.get(kept)
    why = stream.draft(known.user if known else None, reason, MOST_SAYS, lines=True)
    sent.change(
        key,
        lambda state: wants.merge(
            state, by=sent.by, kept=kept, gone=gone, reason=stream.words(why)
        ),
        texts=[why],
        do="merge",
        kept=kept,
        gone=gone,
    )


def part(key: str, sent: Sent, *, gone: str, reason: str) -> None:
    """They were two people after all."""
    why = stream.draft(None, reason, MOST_SAYS, lines=True)
    sent.change(
        key,
        lambda state: wants.part(state, by=sent.by, gone=gone, reason=stream.words(why)),
        texts=[why],
        do="part",
        gone=gone,
    )


def erase(key: str, sent: Sent, *, member: str) -> None:
    """The record's words are gone with this; what its person did is a former member's."""
    parts: list[str] = []

    def want(state: Club) -> list[ClubEvent]:
        parts[:] = state.merged_into(member)
        return wants.erase(state, by=sent.by, member=member)

    sent.change(key, want, do="erase", member=member)
    # In an older archive what has become part of it stands by itself.
    for each in (member, *parts):
        erasures.note(sent.now, erasures.MEMBER, key, each, sent.by)


def withdraw(key: str, sent: Sent) -> None:
    """Of one's own requests, all that wait."""
    sent.change(key, lambda state: wants.withdraw(state, user=sent.by), do="withdraw")


def note_dues(key: str, sent: Sent, *, member: str, year: int, paid: bool) -> None:
    sent.change(
        key,
        lambda state: wants.note_dues(state, by=sent.by, member=member, year=year, paid=paid),
        do="dues",
        member=member,
        year=year,
        paid=paid,
    )


def give_roles(key: str, sent: Sent, *, member: str, roles: Collection[str]) -> None:
    sent.change(
        key,
        lambda state: wants.give_roles(state, by=sent.by, member=member, given=roles),
        do="roles",
        member=member,
        roles=sorted(roles),
    )


def hand_over(key: str, sent: Sent, *, member: str) -> None:
    sent.change(
        key,
        lambda state: wants.hand_over(state, by=sent.by, member=member),
        do="hand_over",
        member=member,
    )
