"""A process of its own that appends to one stream: run by the tests with a database as JSON.

Says "ready", waits for a line, then adds its events one by one, beginning again from the head
whenever somebody else was first, and says how often that was.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import Any

import django
from django.conf import settings


def main(database: dict[str, Any], name: str, count: int) -> None:
    settings.configure(
        USE_TZ=True,
        DATABASES={"default": database},
        INSTALLED_APPS=["gameplay.eventstore.apps.EventStoreConfig"],
    )
    django.setup()
    from django.db import transaction

    from gameplay.eventstore import store

    head = store.head("game-1")
    tell("ready")
    sys.stdin.readline()
    stale = 0
    for number in range(count):
        while True:
            try:
                with transaction.atomic():
                    head = store.append(
                        "game-1",
                        [store.NewEvent("Rang", 1, {"by": name, "number": number})],
                        expected_version=head.version,
                        head=head.hash,
                        actor=name,
                        command_id=f"{name}-{number}",
                        now=datetime.now(UTC),
                    )
                break
            except store.StaleVersion:
                stale += 1
                head = store.head("game-1")
    tell(stale)


def tell(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
