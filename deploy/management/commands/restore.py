from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from clubs.services import erasing
from deploy import backup, holding
from deploy.archive import ArchiveRefused
from deploy.backup import backup_key
from deploy.locking import AlreadyRunning, DataLock


class Command(BaseCommand):
    help = "Fill an empty database from an archive, and make again all that follows from it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--end-links",
            action="store_true",
            help="withdraw all links and codes that would hold again, also those still in use",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            total = self.restore(options["file"])
        except (ArchiveRefused, OSError) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{total} rows were restored and everything else made from them.")
        for line in erasing.again(timezone.now()):
            self.stdout.write(line)
        self.links(end=options["end_links"])

    def links(self, *, end: bool) -> None:
        now = timezone.now()
        found = holding.counts(now)
        if end:
            holding.end(now)
        for what, many in found.items():
            self.stdout.write(f"{what}: {many} " + ("withdrawn" if end else "hold again"))
        if found and not end:
            self.stdout.write("Some may have been withdrawn since the archive was made.")

    def restore(self, file: Path) -> int:
        if not settings.EMBEDDED:
            return backup.restore(file, key=backup_key(), tell=self.tell)
        lock = DataLock(settings.DATA)
        try:
            lock.acquire()
        except AlreadyRunning as running:
            raise ArchiveRefused(str(running)) from running
        try:
            return backup.restore(file, key=backup_key(), tell=self.tell)
        finally:
            lock.release()

    def tell(self, what: str, done: int, total: int) -> None:
        self.stderr.write(f"{what}: {done}" + (f" of {total}" if total else ""))
