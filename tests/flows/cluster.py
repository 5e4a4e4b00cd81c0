"""The service in several processes, on a real PostgreSQL and Valkey.

They are started from the command lines in deploy/Procfile, so that these cannot rot.
"""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.flows.stored import EventTable, on_postgresql
from tests.service import ROOT, clean_environment

PROCFILE = ROOT / "deploy" / "Procfile"
START_SECONDS = 180
STOP_SECONDS = 20


def command_lines() -> dict[str, str]:
    """What the Procfile says, by kind of process."""
    lines = re.findall(r"^([\w-]+):\s*(.+)$", PROCFILE.read_text("utf-8"), re.MULTILINE)
    return dict(lines)


class Process:
    """One line of the Procfile as a process, with its own port if it listens."""

    def __init__(self, line: str, environment: dict[str, str], log: Path) -> None:
        self.port = free_port()
        self._line = line
        self._environment = {**environment, "PORT": str(self.port)}
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None
        self._heard = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def log(self) -> str:
        """What it said since it was last listened to anew."""
        said = self._log.read_bytes()[self._heard :] if self._log.exists() else b""
        return said.decode("utf-8", "replace")

    def listen_anew(self) -> None:
        self._heard = self._log.stat().st_size if self._log.exists() else 0

    def start(self) -> None:
        assert not self.running
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                ["/bin/sh", "-c", f"exec {self._line}"],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                # A group of its own: whatever it starts is killed with it.
                start_new_session=True,
            )

    def wait_until_it_answers(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self.running, self.log
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                return
            time.sleep(0.1)
        raise AssertionError(f"It does not answer:\n{self.log}")

    def kill(self) -> None:
        """As when its machine loses power."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(STOP_SECONDS)

    def wait_until_it_stops(self) -> None:
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)
        self.kill()

    def ask_to_stop(self) -> None:
        if self._process is not None and self.running:
            self._process.terminate()


class Cluster:
    """Two web processes, a worker and a beat."""

    def __init__(self, environment: dict[str, str], folder: Path, events: EventTable) -> None:
        lines = command_lines()

        def process(kind: str, name: str) -> Process:
            return Process(lines[kind], environment, folder / f"{name}.log")

        self.events, self.environment = events, environment
        self.first, self.second = process("web", "web-1"), process("web", "web-2")
        self.worker, self.beat = process("worker", "worker"), process("beat", "beat")

    @property
    def processes(self) -> list[Process]:
        return [self.first, self.second, self.worker, self.beat]

    def start(self) -> None:
        """Whatever does not run."""
        for process in self.processes:
            if not process.running:
                process.start()
        for web in (self.first, self.second):
            web.wait_until_it_answers()

    def stop(self) -> None:
        """As when the machine is shut down; whoever does not listen is killed."""
        for process in self.processes:
            process.ask_to_stop()
        for process in self.processes:
            process.wait_until_it_stops()

    @property
    def log(self) -> str:
        return "\n".join(process.log for process in self.processes)

    def listen_anew(self) -> None:
        """What an earlier test broke, and was told of, is none of the next one's business."""
        for process in self.processes:
            process.listen_anew()


@contextmanager
def running_cluster(
    postgresql_url: str,
    valkey_url: str,
    folder: Path,
    *,
    migrated: str = "template1",
    **environment: str,
) -> Iterator[Cluster]:
    """``migrated``: a database that has all tables, to be copied; else it makes them."""
    import psycopg

    name = f"flows_{secrets.token_hex(4)}"
    with psycopg.connect(postgresql_url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{migrated}"')
    url = urlunsplit(urlsplit(postgresql_url)._replace(path=f"/{name}"))
    everything = clean_environment(
        PATH=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        DJANGO_SETTINGS_MODULE="deploy.settings.development",
        DATABASE_URL=url,
        REDIS_URL=valkey_url,
        SECRET_KEY=secrets.token_hex(32),
        DEAL_KEY=secrets.token_hex(32),
        DEMO="1",
        # Nobody listens there but where a test does.
        EMAIL_URL=f"smtp://127.0.0.1:{free_port()}",
        **environment,
    )
    cluster = Cluster(everything, folder, on_postgresql(url, everything))
    try:
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=ROOT,
            env=everything,
            timeout=120,
            check=True,
        )
        cluster.start()
        yield cluster
    finally:
        try:
            cluster.stop()
        finally:
            # pytest shows it where a test failed.
            sys.stdout.write(cluster.log)
            with psycopg.connect(postgresql_url, autocommit=True) as server:
                server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
