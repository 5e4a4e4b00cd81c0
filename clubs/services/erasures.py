"""Who was erased, kept beside the database and every archive of it: numbers and no names.

An archive is older than what was erased since, so that whoever restores one erases them again.
"""

from __future__ import annotations

import os
from datetime import datetime

from django.conf import settings
from django.db import transaction

USER, MEMBER = "user", "member"


def note(now: datetime, *what: object) -> None:
    """Noted once it is true: an erasure that is refused half-way leaves nothing."""
    line = " ".join(map(str, (now.isoformat(), *what)))
    if settings.ERASURES:
        transaction.on_commit(lambda: _append(f"{line}\n"))


def _append(line: str) -> None:
    def private(path: str, flags: int) -> int:
        return os.open(path, flags, 0o600)

    with open(settings.ERASURES, "a", encoding="utf-8", opener=private) as journal:
        journal.write(line)
        journal.flush()
        os.fsync(journal.fileno())
