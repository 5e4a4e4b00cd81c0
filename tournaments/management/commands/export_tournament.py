from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from engine.errors import RikkenError
from tournaments import archive


class Command(BaseCommand):
    help = "Write a championship that is over, with all that happened in it, to one zip file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("key", help="as in the address of the tournament")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            content = archive.write(options["key"], now=timezone.now())
        except RikkenError as refusal:
            raise CommandError(f"{refusal.code}: {refusal.message}") from None
        options["file"].write_bytes(content)
        self.stdout.write(f"{len(content)} bytes in {options['file']}.")
