"""The real embedded service, as a process of its own.

A process and not pytest-django's live server: Playwright's synchronous interface keeps an event
loop running in the test's thread, in which Django refuses to touch the database; and only a
process can be killed.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# On two cores that three parts of the suite share, a start takes many times as long as alone.
START_SECONDS = 180
# Names a folder of this run: its parts copy the same tables, and the first of them makes them.
TABLES = "TABLES_OF_THIS_RUN"
STOP_SECONDS = 30

# A test's service must not depend on what is configured on the machine.
_OURS = (
    "DATABASE_URL",
    "REDIS_URL",
    "SECRET_KEY",
    "DEAL_KEY",
    "DEMO",
    "DEMO_CHAMPIONSHIP",
    "PORT",
    "EMAIL_URL",
    "ERASURES",
    "DJANGO_SETTINGS_MODULE",
    "RIKKEN_DATA",
)


def clean_environment(**variables: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in _OURS}
    # Sixteen house players at work are for the one test that is about them.
    return {**inherited, "PYTHONUNBUFFERED": "1", "DEMO_CHAMPIONSHIP": "0", **variables}


@cache
def tables() -> Path:
    """A database with all tables and no rows, to be copied."""
    if shared := os.environ.get(TABLES):
        folder = Path(shared)
    else:
        folder = Path(tempfile.mkdtemp(prefix="rikken-tables-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with (folder / "making").open("w") as making:
        fcntl.flock(making, fcntl.LOCK_EX)
        if not (folder / "made").exists():
            _make_tables(folder)
            (folder / "made").touch()
    return folder / "db.sqlite3"


def _make_tables(folder: Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env=clean_environment(
            RIKKEN_DATA=str(folder), DJANGO_SETTINGS_MODULE="deploy.settings.development"
        ),
        timeout=300,
        check=True,
    )


def with_tables(data: Path) -> None:
    """Making all tables anew takes longer than all the rest of a start."""
    data.mkdir(mode=0o700, exist_ok=True)
    shutil.copy(tables(), data / "db.sqlite3")


def told(module: str, *arguments: str, timeout: float, **environment: str) -> Any:
    """What a module of ours, run as a process of its own, prints last: one line of JSON.

    What it wrote on standard error is shown where it, or its test, fails.
    """
    answer = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=clean_environment(**environment),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    sys.stderr.write(answer.stderr[-3000:])
    assert answer.returncode == 0
    return json.loads(answer.stdout.splitlines()[-1])


class Service:
    """`make demo` without make, on a folder and a port that stay the same over restarts."""

    def __init__(self, data: Path, environment: Mapping[str, str] | None = None) -> None:
        self.data = data
        self.environment = dict(environment or {})
        self.port = 0
        self.lines: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """Everything it has printed and logged, over all its restarts."""
        return "".join(self.lines)

    def start(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "deploy.demo", f"--port={self.port}", *arguments],
            cwd=ROOT,
            env=clean_environment(RIKKEN_DATA=str(self.data), **self.environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        address = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(self._process, address))
        self._reader.start()
        if not address.wait(START_SECONDS):
            self.kill()
            raise AssertionError(f"The service did not start:\n{self.log}")
        if self._process.poll() is not None:
            raise AssertionError(f"The service ended:\n{self.log}")

    def _read(self, process: subprocess.Popen[str], address: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout as output:
            for line in output:
                self.lines.append(line)
                if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                    self.port = int(found[1])
                    address.set()
        address.set()  # ended: whoever waits must not wait on

    def get(self, path: str = "/healthz") -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            body: bytes = answer.read()
            return body

    def kill(self) -> None:
        """As when the power fails."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As with Ctrl-C; the exit code."""
        return self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> int:
        assert self._process is not None
        assert self._reader is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(how)
        try:
            code = self._process.wait(STOP_SECONDS)
        finally:
            if self._process.poll() is None:
                self._process.kill()
            self._reader.join(STOP_SECONDS)
        return code

    def restart(self) -> None:
        self.stop()
        self.start()


@contextmanager
def running_service(data: Path, *, tables: bool = True, **environment: str) -> Iterator[Service]:
    """``tables``: it finds them there, empty."""
    if tables:
        with_tables(data)
    service = Service(data, environment)
    service.start()
    try:
        yield service
    finally:
        if service._process is not None and service._process.poll() is None:
            service.stop()
