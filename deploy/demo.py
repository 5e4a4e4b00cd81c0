"""`make demo`: the whole service in one process, for whoever wants to see it."""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
from pathlib import Path

import uvicorn

from deploy.locking import AlreadyRunning, DataLock
from deploy.settings.environment import data_folder

HOST = "127.0.0.1"

# What a demo remembers. Not the lock: another process may be waiting at it.
KEPT = ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm", "deal.key", "secret.key")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m deploy.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    parser.add_argument("--reset", action="store_true", help="forget what was played before")
    arguments = parser.parse_args()

    # A demo is embedded whatever else is configured here.
    for name in ("DATABASE_URL", "REDIS_URL", "WEB_CONCURRENCY"):
        os.environ.pop(name, None)
    os.environ["DEMO"] = "1"
    os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings.development"
    os.environ.setdefault("LOG_LEVEL", "WARNING")

    # Taken before anything else is done, so that a taken port costs no waiting.
    try:
        listening = listen(arguments.port)
    except OSError:
        print(
            f"Port {arguments.port} on {HOST} is taken. Choose another one:"
            f" make demo PORT={arguments.port + 1}",
            file=sys.stderr,
        )
        return 1
    with listening:
        try:
            prepare(data_folder(), reset=arguments.reset)
        except AlreadyRunning as refusal:
            print(refusal, file=sys.stderr)
            return 1
        return serve(listening)


def listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let two servers share the port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


def prepare(folder: Path, *, reset: bool) -> None:
    """Bring the database up to date, under the lock that the application takes afterwards."""
    lock = DataLock(folder)
    lock.acquire()
    try:
        if reset:
            for name in KEPT:
                (folder / name).unlink(missing_ok=True)
        print("Preparing the database…", flush=True)

        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
    finally:
        lock.release()


class AnnouncedServer(uvicorn.Server):
    """Says where to go once there is something to see."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            port = sockets[0].getsockname()[1]
            print(f"\n  Rikken is at  http://{HOST}:{port}/\n\n  Ctrl-C stops it.\n", flush=True)


def serve(listening: socket.socket) -> int:
    server = AnnouncedServer(
        uvicorn.Config(
            "deploy.asgi:application",
            lifespan="on",
            log_config=None,  # our own logging scrubs cards and tokens
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="websockets-sansio",
            ws_max_size=16 * 1024,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=3,
        )
    )
    with contextlib.suppress(KeyboardInterrupt):  # raised again once all is stopped
        server.run(sockets=[listening])
    return 0 if server.started else 1


if __name__ == "__main__":
    sys.exit(main())
