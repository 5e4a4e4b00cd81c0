from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from gameplay import records
from gameplay.errors import PlayRefused


class Command(BaseCommand):
    help = "Print a released game as a record that `python -m engine replay` understands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's id")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            record = records.export(options["game"], now=timezone.now())
        except PlayRefused as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(json.dumps(record, ensure_ascii=False))
