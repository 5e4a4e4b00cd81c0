from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from gameplay.projections import runner


class Command(BaseCommand):
    help = "Drop the rows that pages read and make them again from the events."

    def handle(self, *args: Any, **options: Any) -> None:
        count = runner.rebuild(lambda events: self.stderr.write(f"{events} events"))
        self.stdout.write(f"Rebuilt from {count} events.")
