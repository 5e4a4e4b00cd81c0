"""What is killed, or breaks down, with half of its work done: a round that is dealt, played and
closed, and a mail. Where it stands then is held fast by a lock, and not hoped for."""

from __future__ import annotations

import os
import signal
import socketserver
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread

import httpx
import psycopg
import pytest
import redis
from websockets.exceptions import InvalidStatus

from tests.flows.cluster import Cluster
from tests.flows.player import Closed, Player, Visitor, ok
from tests.flows.test_round import Organizer, table_of, wait_for

pytestmark = pytest.mark.services

BOARDS = 4


@contextmanager
def held(cluster: Cluster, table: str) -> Iterator[psycopg.Connection]:
    """Whoever wants to write into this table waits, with all that he did before."""
    with psycopg.connect(cluster.environment["DATABASE_URL"]) as holder:
        holder.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
        yield holder


def somebody_waits(holder: psycopg.Connection, table: str) -> bool:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = %s::regclass"
    found = holder.execute(waiting, [table]).fetchone()
    return bool(found and found[0])


def break_down(cluster: Cluster) -> None:
    """Valkey loses all it held; PostgreSQL ends every connection and recovers from its log."""
    with (
        closing(redis.Redis.from_url(cluster.environment["REDIS_URL"])) as client,
        suppress(redis.ConnectionError),
    ):
        client.execute_command("DEBUG", "CRASH-AND-RECOVER", "1000")
    with psycopg.connect(cluster.environment["DATABASE_URL"], autocommit=True) as connection:
        os.kill(connection.info.backend_pid, signal.SIGKILL)


def finds_the_table(player: Player) -> bool:
    """As a page does that lost its line: it tries again."""
    with suppress(InvalidStatus, Closed):
        player.connect()
        return True
    return False


def happened(cluster: Cluster, key: str) -> list[str]:
    return [event.type for event in cluster.events.events(f"tournament-{key}")]


def test_a_round_is_dealt_and_closed_once_though_all_it_stands_on_breaks_down(
    cluster: Cluster,
) -> None:
    with Visitor(cluster.first.url) as desk, Visitor(cluster.second.url) as anneke:
        organizer = Organizer(desk)
        anneke.take_demo_seat()
        ok(anneke.send(f"{organizer.root}entries/"))
        organizer.manage("house", more="7")
        ok(desk.send(f"{organizer.root}registration/close/"))

        # Killed while dealing.
        with held(cluster, "gameplay_dealfingerprint") as holder:
            ok(desk.send(f"{organizer.root}seating/"))
            wait_for(lambda: somebody_waits(holder, "gameplay_dealfingerprint"))
            cluster.worker.kill()
        assert organizer.read("rounds/1/")["state"] == "planned"
        cluster.worker.start()
        wait_for(lambda: organizer.read("rounds/1/")["state"] == "dealt", 180)
        assert happened(cluster, organizer.key).count("RoundDealt") == 1

        # Everything breaks down in mid-round.
        ok(desk.send(f"{organizer.root}rounds/1/start/"))
        with anneke.at(table_of(anneke, organizer.key)) as south:
            south.play_until(lambda me: me.my_turn)
            south.act()
            stored = cluster.events.game(south.game["game"])
            break_down(cluster)
            wait_for(lambda: finds_the_table(south))
            south.play_until(lambda me: me.my_turn and me.game["version"] > len(stored))
            south.act()
            assert cluster.events.game(south.game["game"])[: len(stored)] == stored

        # Killed while closing: the process that was asked to, and the worker beside it.
        with ThreadPoolExecutor(1) as pool, held(cluster, "gameplay_tablesummary") as holder:
            asked = pool.submit(organizer.manage, "close", round="1", reason="Sneeuw")
            wait_for(lambda: "RoundClosing" in happened(cluster, organizer.key))
            wait_for(lambda: somebody_waits(holder, "gameplay_tablesummary"))
            cluster.first.kill()
            cluster.worker.kill()
            assert isinstance(asked.exception(), httpx.TransportError)
        cluster.start()
        wait_for(lambda: organizer.read("")["status"] == "finished", 180)
        told = happened(cluster, organizer.key)
        once = ("RoundDealt", "RoundStarted", "RoundClosing", "RoundClosed", "TournamentFinished")
        assert [told.count(kind) for kind in once] == [1] * len(once)
        assert told.count("BoardClosed") == told.count("BoardReleased") == BOARDS
    cluster.events.verify()


class Postman(socketserver.StreamRequestHandler):
    """Takes letters, as soon as it is let."""

    server: PostOffice

    def handle(self) -> None:
        self.server.called.set()
        self.server.open.wait()
        self.say("220 here")
        letter: list[str] = []
        for line in self.rfile:
            word = line[:4].upper().strip()
            self.say("354 go on" if word == b"DATA" else "250 fine")
            if word == b"DATA":
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    letter.append(line.decode())
                self.server.letters.append("".join(letter))
                self.say("250 taken")

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class PostOffice(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: str) -> None:
        super().__init__(("127.0.0.1", int(address.rpartition(":")[2])), Postman)
        self.called, self.open = Event(), Event()
        self.letters: list[str] = []


@contextmanager
def post_office(cluster: Cluster) -> Iterator[PostOffice]:
    with PostOffice(cluster.environment["EMAIL_URL"]) as office:
        Thread(target=office.serve_forever, daemon=True).start()
        try:
            yield office
        finally:
            office.open.set()
            office.shutdown()


def test_who_signed_up_while_mail_was_away_or_killed_has_an_account_and_asks_again(
    cluster: Cluster,
) -> None:
    password = "vier klaveren en een heer"
    wanted = {"password1": password, "password2": password}

    def sign_up(visitor: Visitor, name: str) -> httpx.Response:
        return visitor.post(
            "/accounts/signup/", username=name, email=f"{name}@rikken.example", **wanted
        )

    with Visitor(cluster.second.url) as sjaak:
        assert sign_up(sjaak, "sjaak").status_code == 302  # nobody takes letters at all
        assert 'class="error"' in sjaak.get("/accounts/email/").text
    with Visitor(cluster.first.url) as mien, post_office(cluster) as office:
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(sign_up, mien, "mien")
            assert office.called.wait(120)
            cluster.first.kill()
            assert isinstance(asked.exception(), httpx.TransportError)
        cluster.first.start()
        cluster.first.wait_until_it_answers()
        entered = mien.post("/accounts/login/", login="mien", password=password)
        assert entered.status_code == 302
        office.open.set()
        # A while later: how often somebody asks is counted there.
        with closing(redis.Redis.from_url(cluster.environment["REDIS_URL"])) as client:
            client.flushdb()
        again = mien.post("/accounts/email/", email="mien@rikken.example", action_send="")
        assert again.status_code == 302
        assert ["mien@rikken.example" in letter for letter in office.letters] == [True]
