from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.services import rebuilding


class Command(BaseCommand):
    help = "Drop all rows of championships and make them again from the events."

    def handle(self, *args: Any, **options: Any) -> None:
        championships, events = rebuilding.rebuild(
            timezone.now(), lambda what, count: self.stderr.write(f"{count} {what}")
        )
        self.stdout.write(f"Rebuilt {championships} championships from {events} events.")
