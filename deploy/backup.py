"""Everything that cannot be computed, into one archive and back, from any engine to any other.

Archived are events, what they point to and people; whatever follows from these is left out and
made again. Deals and keys stay encrypted with DEAL_KEY inside it, so that one must be kept too.
"""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from clubs import stream as clubs_stream
from clubs.models import AccessToken
from deploy.archive import ArchiveRefused, Writer, lines
from deploy.settings.environment import env, key_from_hex
from gameplay import releases, streams
from gameplay.eventstore import copying
from gameplay.eventstore.records import Row
from gameplay.eventstore.verify import verify_all
from gameplay.projections import runner
from tournaments import stream
from tournaments.services import rebuilding

Progress = Callable[[str, int, int], None]
"""Told what is being done, how far it is, and of how many (0: nobody knows)."""

EVENTS, RELEASES = "events", "releases"

# Made again from the events, by ``_make_again``.
DERIVED = frozenset(
    model._meta.label for model in (*runner.PROJECTIONS, *rebuilding.PROJECTIONS)
) | {"tournaments.Checkpoint", "tournaments.Behind"}
# What goes on at this moment, or belongs to the database itself.
OF_THE_MOMENT = frozenset(
    {
        "clubs.ImportDraft",
        *("gameplay.Due", "gameplay.Watch", "gameplay.Presence", "gameplay.Pulse"),
        *("sessions.Session", "account.EmailConfirmation", "usersessions.UserSession"),
        *("contenttypes.ContentType", "auth.Permission", "auth.Group", "auth.Group_permissions"),
        *("clubs.User_groups", "clubs.User_user_permissions", "admin.LogEntry"),
    }
)
# By themselves: the first in their order, the others because of one column that nobody can make.
_APART = frozenset({"eventstore.StoredEvent"})


def kept() -> list[type[models.Model]]:
    """The models whose rows are archived as they are; one nobody has named is among them."""
    left_out = DERIVED | OF_THE_MOMENT | _APART
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model._meta.label not in left_out
    ]


# -- out ------------------------------------------------------------------------------------------


def write(path: Path, *, key: bytes, tell: Progress) -> int:
    """Archive everything as of this moment; people play on. Answers how many rows that were.

    :raises ArchiveRefused: the file is there already.
    """
    with Writer(path, key=key) as archive, _snapshot():
        parts = {EVENTS: copying.number(), RELEASES: len(releases.moments())}
        parts |= {model._meta.label: model._base_manager.count() for model in kept()}
        archive.write(
            {
                "made": timezone.now().isoformat(),
                "deal_key": _of_deal_key(),
                "migrations": _applied(),
                "heads": copying.heads_digest(),
                "people": _last_number(),
                "parts": parts,
            }
        )
        for part, rows in _rows():
            done = 0
            for done, row in enumerate(rows, start=1):
                archive.write([part, row])
                if not done % 5000:
                    tell(part, done, parts[part])
            if done != parts[part]:
                raise ArchiveRefused(f"{part} changed while it was read: try again.")
            tell(part, done, done)
    return sum(parts.values())


def _rows() -> Iterator[tuple[str, Iterable[Any]]]:
    yield EVENTS, (_plain(row._asdict()) for row in copying.everything())
    yield RELEASES, (_plain({"game": game, "at": at}) for game, at in releases.moments().items())
    for model in kept():
        names = [field.attname for field in model._meta.concrete_fields]
        rows = model._base_manager.order_by("pk").values(*names).iterator(2000)
        yield model._meta.label, map(_plain, rows)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _written(value) for name, value in row.items()}


def _written(value: Any) -> Any:
    if isinstance(value, (bytes, memoryview)):
        return base64.b64encode(bytes(value)).decode()
    return value.isoformat() if isinstance(value, (datetime, date)) else value


def _last_number() -> int:
    """The last number that an account was given here, also where nobody has it any more."""
    person, id_ = get_user_model()._meta.db_table, get_user_model()._meta.pk.column
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            ask = "SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)"
            cursor.execute(ask, [person, id_])
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [person])
        found = cursor.fetchone()
    return int(found[0] or 0) if found else 0


@contextmanager
def _snapshot() -> Iterator[None]:
    """All that is read was true at one moment, and nobody who writes waits."""
    if connection.in_atomic_block:  # a test
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not ``atomic``: that would begin IMMEDIATE, and keep every player from his turn.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")


# -- in -------------------------------------------------------------------------------------------


def restore(path: Path, *, key: bytes, tell: Progress) -> int:
    """Put an archive into a database with tables and no rows, and make again what follows from it.

    All of it is read and judged before anything is written; that is then written in one
    transaction, and stays only if every chain verifies.

    :raises ArchiveRefused: and nothing has changed.
    """
    head = _judged(path, key, tell)
    with transaction.atomic():
        _refuse_what_is_not_empty()
        for part, rows in groupby(_body(path, key), key=lambda line: line[0]):
            _put_back(part, (row for _, row in rows), tell, head["parts"][part])
        _give_no_number_twice(head.get("people", 0))
        # One that was revoked since would open again.
        AccessToken.objects.all().delete()
        faults = list(verify_all(progress=lambda _, done: tell("verifying", done, 0)))
        if faults or copying.heads_digest() != head["heads"]:
            raise ArchiveRefused("The chains of events do not verify: nothing was restored.")
    # After the commit: followers of the feed read nothing of a transaction that is still running.
    moments = (row for part, row in _body(path, key) if part == RELEASES)
    _make_again({row["game"]: datetime.fromisoformat(row["at"]) for row in moments}, tell)
    return sum(head["parts"].values())


def _make_again(released: dict[str, datetime], tell: Progress) -> None:
    """Everything derived, each kind of row after those that it is made from."""
    for remembered in (streams, stream, clubs_stream):
        remembered.forget_everything()
    runner.rebuild(lambda done: tell("events of games", done, 0))
    releases.put_back(released)
    rebuilding.rebuild(timezone.now(), lambda what, done: tell(what, done, 0))


def _judged(path: Path, key: bytes, tell: Progress) -> dict[str, Any]:
    """The head of an archive that is whole, and that this program understands."""
    if not path.is_file():
        raise ArchiveRefused(f"There is no file {path}.")
    head: dict[str, Any] = {}
    found: dict[str, int] = {}
    for line in lines(path, key=key):
        if not head:
            head = line
            _refuse_what_is_newer(head)
            continue
        found[line[0]] = found.get(line[0], 0) + 1
        if not sum(found.values()) % 50_000:
            tell("reading", sum(found.values()), sum(head["parts"].values()))
    if not head or found != {part: count for part, count in head["parts"].items() if count}:
        raise ArchiveRefused("The archive is damaged: not all of it is there.")
    if not hmac.compare_digest(head["deal_key"], _of_deal_key()):
        raise ArchiveRefused(
            "DEAL_KEY is another one than when this was archived: no deal in it could be read."
        )
    return head


def _refuse_what_is_newer(head: dict[str, Any]) -> None:
    known = MigrationLoader(connection).disk_migrations
    newer = [f"{app} {name}" for app, name in head["migrations"] if (app, name) not in known]
    if newer:
        raise ArchiveRefused(
            f"A newer version wrote this archive ({', '.join(newer[:3])}): install that one."
        )
    unknown = set(head["parts"]) - {EVENTS, RELEASES, *(m._meta.label for m in kept())}
    if unknown:
        raise ArchiveRefused(f"This version knows no {', '.join(sorted(unknown))}.")


def _refuse_what_is_not_empty() -> None:
    if copying.number() or any(model._base_manager.exists() for model in kept()):
        raise ArchiveRefused(
            "There is something in this database already: restore into an empty one"
            " (made with `manage.py migrate`)."
        )


def _body(path: Path, key: bytes) -> Iterator[Any]:
    body = lines(path, key=key)
    next(body)
    return body


def _put_back(part: str, rows: Iterator[dict[str, Any]], tell: Progress, total: int) -> None:
    rows = _counted(part, rows, tell, total)
    if part == RELEASES:
        for _ in rows:
            pass  # once there are games to be released
    elif part == EVENTS:
        copying.put_back(
            Row(**{**row, **{name: base64.b64decode(row[name]) for name in _BYTES}}) for row in rows
        )
    else:
        _put_back_rows(apps.get_model(part), rows)


_BYTES = ("command_digest", "hash")


def _put_back_rows(model: type[models.Model], rows: Iterator[dict[str, Any]]) -> None:
    """A field that came later than the archive has its default."""
    fields = {field.attname: field for field in model._meta.concrete_fields}

    def read(name: str, value: Any) -> Any:
        if value is not None and isinstance(fields[name], models.BinaryField):
            return base64.b64decode(value)
        if isinstance(fields[name], models.JSONField):
            return value
        return fields[name].to_python(value)

    made = (model(**{name: read(name, value) for name, value in row.items()}) for row in rows)
    model._base_manager.bulk_create(made, batch_size=500)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _give_no_number_twice(last: int) -> None:
    """Events name people by number, also those who were erased before the archive was made: who
    comes next would have entered and led what they did."""
    people = get_user_model()._base_manager
    if last > (people.aggregate(most=models.Max("pk"))["most"] or 0):
        [nobody] = people.bulk_create([get_user_model()(pk=last, username=f"#{last}")])
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), [get_user_model()]):
                cursor.execute(statement)
        people.filter(pk=nobody.pk).delete()


def _counted(
    part: str, rows: Iterator[dict[str, Any]], tell: Progress, total: int
) -> Iterator[dict[str, Any]]:
    for done, row in enumerate(rows, start=1):
        yield row
        if not done % 5000 or done == total:
            tell(part, done, total)


def _applied() -> list[list[str]]:
    return sorted([app, name] for app, name in MigrationLoader(connection).applied_migrations)


def backup_key() -> bytes:
    """From the environment alone: a key that lies beside the archive protects nothing.

    :raises ArchiveRefused: there is none.
    """
    text: str = env.str("BACKUP_KEY", default="")
    if not text:
        raise ArchiveRefused(
            "BACKUP_KEY is not set: it encrypts the archive. Make one with:"
            " python -c 'import secrets; print(secrets.token_hex(32))', and keep a copy elsewhere."
        )
    try:
        return key_from_hex("BACKUP_KEY", text)
    except ImproperlyConfigured as wrong:
        raise ArchiveRefused(str(wrong)) from None


def _of_deal_key() -> str:
    """Tells whether two keys are the same one, and nothing else of them."""
    return hmac.new(settings.DEAL_KEY, b"rikken/backup", "sha256").hexdigest()
