"""A list of members from a file: read, looked at, confirmed, and taken back if it was wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from clubs import sheets, stream
from clubs.domain import wants
from clubs.domain.club import FULL, Club
from clubs.domain.errors import ClubRefused, NoSuchClub
from clubs.domain.events import NewMember
from clubs.domain.roles import MEMBER
from clubs.models import ImportDraft
from clubs.services.founding import MOST_NAME
from clubs.services.people import MOST_NOTE, Sent
from gameplay.eventstore import store
from gameplay.eventstore.ids import new_id

KEPT = timedelta(days=1)
NAME, FIRST, INFIX, LAST = "name", "first", "infix", "last"
NICKNAME, NUMBER, NOTE = "nickname", "number", "note"
MEANINGS = (NAME, FIRST, INFIX, LAST, NICKNAME, NUMBER, NOTE)
_HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(
        ("naam", "name", "lid", "speler", "mitglied", "spieler", "volledige naam"), NAME
    ),
    **dict.fromkeys(("voornaam", "first name", "firstname", "vorname", "roepnaam"), FIRST),
    **dict.fromkeys(("tussenvoegsel", "tussenvoegsels", "infix", "namenszusatz"), INFIX),
    **dict.fromkeys(
        ("achternaam", "last name", "lastname", "surname", "nachname", "familienaam"), LAST
    ),
    **dict.fromkeys(("bijnaam", "nickname", "spitzname", "briefje", "op het briefje"), NICKNAME),
    **dict.fromkeys(
        (
            *("nummer", "nr", "nr.", "no", "no.", "number", "lidnummer", "lidnr", "lidnr."),
            *("lid nr", "lid nr.", "ledennummer", "member number", "member no."),
            *("mitgliedsnummer", "mitgliedsnr."),
        ),
        NUMBER,
    ),
    **dict.fromkeys(("opmerking", "opmerkingen", "note", "notes", "notiz", "bemerkung"), NOTE),
}


@dataclass(frozen=True, slots=True)
class Double:
    """A row that is left out, unless everybody is wanted: number of the row, and what is known."""

    row: int
    name: str
    same_number: bool
    in_file: bool


@dataclass(frozen=True, slots=True)
class Row:
    row: int
    name: str
    nickname: str
    number: str
    note: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an import would do. ``nameless``: rows without a name, which are left out."""

    new: list[Row] = field(default_factory=list)
    doubles: list[Double] = field(default_factory=list)
    nameless: int = 0


def keep(key: str, sent: Sent, content: bytes) -> ImportDraft:
    """What somebody chose, until he says what it means. Forgotten after a day.

    :raises ClubRefused: the file cannot be read; another one was sent under this command id.
    :raises NoSuchClub: it was imported already.
    """
    club = stream.state(key)
    wants.must(club, sent.by, wants.roles.PEOPLE)
    lines, made = sheets.read(content), sent.id_for(key, "import")
    wants.not_yet_imported(club, made)
    forget(sent.now)
    draft, _ = ImportDraft.objects.get_or_create(
        key=made,
        defaults={"club_key": key, "user_id": sent.by, "made": sent.now, "lines": lines},
    )
    if draft.lines != lines:
        raise ClubRefused("command_id_reused", "this id came with another file")
    return draft


def forget(now: datetime) -> None:
    ImportDraft.objects.filter(made__lt=now - KEPT).delete()


def find(key: str, sent: Sent, draft: str) -> ImportDraft:
    """:raises NoSuchClub: ``import_gone``."""
    found = ImportDraft.objects.filter(
        key=draft, club_key=key, user_id=sent.by, made__gte=sent.now - KEPT
    ).first()
    if found is None:
        raise NoSuchClub("import_gone", "imported already, or forgotten")
    return found


def guessed(lines: Sequence[Sequence[str]]) -> tuple[bool, list[str]]:
    """Whether the first row is a heading, and what each column seems to mean."""
    meanings = [_HEADINGS.get(cell.strip().casefold(), "") for cell in lines[0]]
    if any(meanings):
        once = [
            meaning if meaning not in meanings[:at] else "" for at, meaning in enumerate(meanings)
        ]
        return True, once
    return False, [NAME, *[""] * (len(lines[0]) - 1)]


def read_as(
    lines: Sequence[Sequence[str]], heading: bool | None, meanings: Sequence[str] | None
) -> tuple[bool, Sequence[str]]:
    """What was said of the first row and of the columns; what was not is as it seems.

    :raises ClubRefused: ``bad_columns``.
    """
    seems, means = guessed(lines)
    if meanings is not None and len(meanings) != len(means):
        raise ClubRefused("bad_columns", "not as many as the file has", columns=len(means))
    return seems if heading is None else heading, means if meanings is None else meanings


def outcome(
    club: Club,
    names: Mapping[str, str],
    lines: Sequence[Sequence[str]],
    *,
    heading: bool,
    meanings: Sequence[str],
    everybody: bool,
) -> Outcome:
    """``names`` are those that the club's records have, in full. A row that looks like somebody
    whom the club has, or like a row above it, is left out unless ``everybody`` is wanted; a number
    that is taken is never taken twice.

    :raises ClubRefused: ``no_names``.
    """
    if not set(meanings) & {NAME, FIRST, LAST}:
        raise ClubRefused("no_names", "no column holds names")
    numbers = wants.numbers(club)
    known = {
        names[key].casefold() for key, each in club.members.items() if each.active and key in names
    }
    seen_names: set[str] = set()
    seen_numbers: set[str] = set()
    made = Outcome()
    nameless = 0
    for at, line in enumerate(lines[1:] if heading else lines, start=2 if heading else 1):
        row = _row(at, line, meanings)
        if not row.name:
            nameless += 1
            continue
        name = row.name.casefold()
        in_file = name in seen_names or (row.number and row.number in seen_numbers)
        same_number = bool(row.number) and (row.number in numbers or row.number in seen_numbers)
        if same_number or in_file or name in known:
            made.doubles.append(Double(at, row.name, same_number, bool(in_file)))
            if not everybody:
                continue
            row = Row(at, row.name, row.nickname, "" if same_number else row.number, row.note)
        seen_names.add(name)
        seen_numbers.add(row.number)
        made.new.append(row)
    return Outcome(made.new, made.doubles, nameless)


def _row(at: int, line: Sequence[str], meanings: Sequence[str]) -> Row:
    told = {meaning: cell for meaning, cell in zip(meanings, line, strict=False) if meaning}
    parts = (told.get(NAME, ""), told.get(FIRST, ""), told.get(INFIX, ""), told.get(LAST, ""))
    return Row(
        row=at,
        name=" ".join(filter(None, parts))[:MOST_NAME],
        nickname=told.get(NICKNAME, "")[:MOST_NAME],
        number=told.get(NUMBER, "")[: wants.LONGEST_NUMBER],
        note=told.get(NOTE, "")[:MOST_NOTE],
    )


def carry_out(
    key: str,
    sent: Sent,
    names: Mapping[str, str],
    draft: str,
    *,
    heading: bool | None,
    meanings: Sequence[str] | None,
    everybody: bool,
) -> Came:
    """Take what comes of a file that is read so (see ``read_as`` and ``outcome``). What is sent
    again under one command id is done once.

    :raises ClubRefused: ``nobody_new``.
    """
    said = None if meanings is None else list(meanings)
    read: dict[str, Any] = {"heading": heading, "meanings": said, "everybody": everybody}
    if sent.command_id and stream.found(key, sent.command_id):
        # Refuses where it was another one that came under this id.
        sent.change(key, lambda state: [], do="import", draft=draft, **read)
    else:
        kept = find(key, sent, draft)
        first, means = read_as(kept.lines, heading, meanings)
        would = outcome(
            stream.state(key),
            names,
            kept.lines,
            heading=first,
            meanings=means,
            everybody=everybody,
        )
        if not would.new:
            raise ClubRefused("nobody_new", "every row is left out")
        take(key, sent, kept, would.new, **read)
    return came(stream.state(key), draft)


def take(key: str, sent: Sent, draft: ImportDraft, rows: Sequence[Row], **read: object) -> int:
    """Make a record of each row; answers how many. The file is forgotten with it. ``read``: what
    else is to be the same where this is sent again."""
    club = stream.state(key)
    following = int(wants.next_number(club))
    taken = wants.numbers(club) | {row.number for row in rows if row.number}
    texts: list[store.Draft] = []
    records: list[NewMember] = []
    for row in rows:
        drafts = [
            stream.draft(None, row.name, MOST_NAME),
            stream.draft(None, row.nickname, MOST_NAME),
            stream.draft(None, row.note, MOST_NOTE, lines=True),
        ]
        texts += [each for each in drafts if each is not None]
        number = row.number
        if not number:
            while str(following) in taken:
                following += 1
            number = str(following)
            following += 1
        name, nickname, note = (stream.words(each) for each in drafts)
        records.append(NewMember(new_id(), None, name, nickname, note, number, (MEMBER,), FULL))
    with transaction.atomic():
        sent.change(
            key,
            lambda state: wants.import_members(
                state, by=sent.by, source=draft.key, records=records
            ),
            texts=texts,
            do="import",
            draft=draft.key,
            **read,
        )
        draft.delete()
    return len(records)


@dataclass(frozen=True, slots=True)
class Came:
    """An import that can be taken back: when it was, and how many of its records it still has."""

    source: str
    at: datetime
    count: int


def undoable(club: Club) -> list[Came]:
    found: dict[str, Came] = {}
    for each in club.members.values():
        if each.source and wants.goes(club, each):
            known = found.get(each.source)
            found[each.source] = Came(each.source, each.joined, known.count + 1 if known else 1)
    return sorted(found.values(), key=lambda came: came.at, reverse=True)


def came(club: Club, source: str) -> Came:
    """Of one import, also of one that was taken back.

    :raises NoSuchClub: ``no_such_import``.
    """
    for each in undoable(club):
        if each.source == source:
            return each
    for member in club.members.values():
        if source and member.source == source:
            return Came(source, member.joined, 0)
    raise NoSuchClub("no_such_import", "nobody came with this import")


def undo(key: str, sent: Sent, *, source: str) -> None:
    sent.change(
        key,
        lambda state: wants.undo_import(state, by=sent.by, source=source),
        do="undo",
        source=source,
    )
