from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS

from gameplay.eventstore.verify import Fault, verify_all, verify_stream


class Command(BaseCommand):
    help = "Recompute the hash chains of all streams, or of those named; exit status 1 on a fault."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("streams", nargs="*", metavar="stream")
        parser.add_argument("--database", default=DEFAULT_DB_ALIAS)

    def handle(self, *_args: Any, **options: Any) -> None:
        using = options["database"]
        done = (0, 0)

        def progress(streams: int, events: int) -> None:
            nonlocal done
            done = (streams, events)
            if self.stderr.isatty():
                self.stderr.write(f"{streams} streams, {events} events so far")

        faults = 0
        if options["streams"]:
            for stream in options["streams"]:
                fault = verify_stream(stream, using=using)
                if fault is not None:
                    self._tell(fault)
                    faults += 1
            checked = f"{len(options['streams'])} streams"
        else:
            for fault in verify_all(using=using, progress=progress):
                self._tell(fault)
                faults += 1
            checked = f"{done[0]} streams with {done[1]} events"
        if faults:
            raise CommandError(f"{faults} of {checked} do not verify", returncode=1)
        self.stdout.write(f"{checked} verified")

    def _tell(self, fault: Fault) -> None:
        self.stdout.write(f"{fault.stream} version {fault.version}: {fault.reason}")
