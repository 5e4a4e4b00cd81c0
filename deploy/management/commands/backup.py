from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy import backup
from deploy.archive import ArchiveRefused
from deploy.backup import backup_key


class Command(BaseCommand):
    help = "Write everything that cannot be computed into an encrypted file; people play on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            total = backup.write(options["file"], key=backup_key(), tell=self.tell)
        except (ArchiveRefused, OSError) as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"{total} rows are in {options['file']}.")

    def tell(self, what: str, done: int, total: int) -> None:
        self.stderr.write(f"{what}: {done}" + (f" of {total}" if total else ""))
