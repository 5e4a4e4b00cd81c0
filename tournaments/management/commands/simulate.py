"""A whole championship of house players, from the schedule to the ranking, without a browser.

Through the same services and handlers as everybody else: what this shows is what people get.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
import time
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils import timezone

from engine import rulesets
from engine.errors import RikkenError
from tournaments import rehearsal
from tournaments.services import schedule

WIDTH = 30


class Command(BaseCommand):
    help = (
        "Plays a championship of house players: schedule, register, seat, deal, play, release, "
        "rank. Uses a database of its own unless DATABASE_URL is set."
    )
    # With a database of its own there is none to ask before it is made.
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=16, help="8 to 400")
        parser.add_argument("--rounds", type=int, default=2)
        parser.add_argument("--boards", type=int, default=4, help="a round, a multiple of four")
        parser.add_argument(
            "--ruleset", default=rulesets.DEFAULT, help=f"one of {', '.join(rulesets.names())}"
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="of the ruleset; may come several times; a VALUE is JSON or a word. The "
            "package engine.rulesets and the pages of the rules name them",
        )
        parser.add_argument(
            "--dessert",
            action="append",
            default=[],
            metavar="PASS_GAME",
            help="the last board is this pass game, without an auction; may come several times",
        )
        parser.add_argument(
            "--seed", help="replaces the keys: the same deals again, marked as test deals for ever"
        )
        parser.add_argument("--quiet", action="store_true", help="only the ranking and the sums")

    def handle(self, **options: Any) -> None:
        with tempfile.TemporaryDirectory(prefix="rikken-simulate-") as folder:
            if settings.EMBEDDED:
                _use_database_in(Path(folder))
                call_command("migrate", verbosity=0, interactive=False)
            try:
                self._run(options)
            except RikkenError as refusal:
                raise CommandError(f"{refusal.code}: {refusal.message}") from None
            finally:
                if settings.EMBEDDED:
                    connections.close_all()

    def _run(self, options: dict[str, Any]) -> None:
        show = _Bar(quiet=options["quiet"])
        started = time.monotonic()
        seed = options["seed"]
        now = timezone.now()
        key = schedule.schedule(
            settings={
                "title": "Simulation",
                "ruleset": options["ruleset"],
                "options": options_of(options["option"]),
                "dessert": options["dessert"],
                "boards": options["boards"],
                "capacity": max(options["players"], 8),
                "sessions": [
                    {
                        "starts": (now + timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                        "rounds": options["rounds"],
                    }
                ],
            },
            organizer=None,
            actor=rehearsal.ACTOR,
            now=now,
            test_seed=seed or "",
        )
        number = None if seed is None else _number_of(seed)
        rehearsal.prepare(key, players=options["players"], seed=number)
        for done, games in rehearsal.play(key, seed=number):
            show(done, games)
        show.end()
        seconds = time.monotonic() - started
        report = rehearsal.report(key)
        self.stdout.write(report.table())
        self.stdout.write(
            f"{report.games} games, {report.events} events, {seconds:.1f} seconds, "
            f"{report.events / seconds:.0f} events per second"
        )
        if report.test_deals:
            self.stdout.write("Test deals: made from a seed, never to be taken for a championship.")


def options_of(given: list[str]) -> dict[str, object]:
    """``pico=true`` is a yes, ``troela=absent`` a word."""
    options: dict[str, object] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise CommandError(f"--option {each}: NAME=VALUE, such as pico=true")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return options


def _number_of(seed: str) -> int:
    """Any text is a seed; the movement and the house players want an integer."""
    return int.from_bytes(hashlib.sha256(seed.encode()).digest()[:6], "big")


def _use_database_in(folder: Path) -> None:
    """What was played in ``var`` must neither be seen nor be touched by a simulation."""
    connections["default"].close()
    connections["default"].settings_dict["NAME"] = str(folder / "simulation.sqlite3")


class _Bar:
    """On standard error: whoever keeps the ranking in a file need not keep this."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty()
        self._shown = -1

    def __call__(self, done: int, games: int) -> None:
        tenths = done * 10 // games if games else 0
        if self._quiet or (not self._live and tenths == self._shown):
            return
        self._shown = tenths
        filled = done * WIDTH // games if games else 0
        bar = "#" * filled + "." * (WIDTH - filled)
        end = "\r" if self._live else "\n"
        print(f"[{bar}] {done}/{games} games", end=end, file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._live and not self._quiet:
            print(file=sys.stderr)
