"""One process per data folder.

The operating system holds the lock, so it goes with the process, however that ends.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class AlreadyRunning(Exception):
    """Another process holds the data folder."""


class DataLock:
    """Held from `acquire` until `release` or the end of the process."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "lock"
        self._descriptor: int | None = None

    def acquire(self) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            os.close(descriptor)
            raise AlreadyRunning(
                f"Another process already runs on {self.path.parent}. An embedded service is"
                " one process: stop the other one, or set RIKKEN_DATA to another folder."
            ) from None
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
