"""The rehearsal: a hybrid championship from the first entry to a stranger's recomputation.

On the processes of the Procfile, with a real PostgreSQL and Valkey. In the hall each table has a
phone of its own, let in by the code on the table, and every result is entered by one player and
confirmed by another. Online some seats belong to people with an account and a real socket, half of
them at each web process; house players from the worker hold the other seats. The organizer does
everything over REST and the pages. Sixty tables are 120, 120 and 30.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.benchmarks.bench_hall import Chair
from tests.flows.cluster import Cluster
from tests.flows.player import Visitor, ok
from tests.independent.test_recompute import recomputed_from
from tests.service import told

pytestmark = pytest.mark.services

HALL, ONLINE, PEOPLE = 120, 120, 30
ROUNDS, BOARDS = 3, 4
PLAYED = 8
"""How many ways each board was played in the hall; equal results are compared as everywhere."""
A_ROUND = 400.0
MEASURES = ("percent", "head_to_head", "above", "difference", "points", "points_total")

Facts = Mapping[str, Any]
PIEK: Facts = {"contracts": [{"bid": "piek", "declarer": "E", "tricks": 2}]}


class Organizer:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        visitor.sign_up("rehearsal")
        starts = datetime.now(UTC) + timedelta(hours=1)
        session = {"starts": starts.strftime("%Y-%m-%dT%H:%M:%SZ"), "rounds": ROUNDS}
        settings = {"title": "Rehearsal", "venue": "hybrid", "capacity": HALL + ONLINE}
        made = ok(visitor.send("/api/tournaments/", settings | {"sessions": [session]}))
        self.key: str = made["tournament"]["key"]
        self.session = "1"
        self.does("registration/open/")

    def does(self, path: str, body: object = None) -> Any:
        return ok(self.visitor.send(f"/api/tournaments/{self.key}/{path}", body))

    def manages(self, do: str, **fields: str) -> None:
        ok(self.visitor.post(f"/tournaments/{self.key}/manage/", do=do, **fields))

    def rules(self, kind: str, **what: object) -> None:
        self.does("rulings/", {"kind": kind, "reason": "rehearsed", **what})

    def reads(self, path: str = "") -> Any:
        return ok(self.visitor.get(f"/api/tournaments/{self.key}/{path}"))

    def reads_all(self, path: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        address = f"/api/tournaments/{self.key}/{path}"
        while address:
            page = ok(self.visitor.get(address))
            rows += page["results"]
            address = (page["next"] or "").removeprefix(self.visitor.url)
        return rows

    def waits(self, until: Callable[[], Any], seconds: float = 60.0) -> None:
        deadline = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < deadline, "it did not happen"
            time.sleep(0.3)

    def codes(self, number: int) -> list[str]:
        """The addresses on the table cards, by table."""
        page = self.visitor.post(f"/tournaments/{self.key}/manage/{number}/codes/").text
        found = re.findall(r'data-table="(\d+)" href="[^"]*(/hall-table/[^"]+)"', page)
        return [address for _, address in sorted(found, key=lambda one: int(one[0]))]


# -- in the hall -----------------------------------------------------------------------------------


class Phone:
    """The device of one table in one round."""

    def __init__(self, url: str, code: str) -> None:
        self.visitor = Visitor(url)
        self.visitor.get(code)
        ok(self.visitor.post(code))
        self.at: dict[str, Any] = ok(self.visitor.get("/at-table/?format=json"))["state"]

    def says(self, do: str, board: int, facts: Facts, *, chair: int) -> dict[str, Any]:
        """What the table knows of the board afterwards. Sent twice, as a phone without a network
        does that never heard the first answer."""
        sent = {
            "id": f"{do}-{board}-{chair}-{random.getrandbits(64):x}",
            "do": do,
            "table": self.at["tableId"],
            "board": board,
            "entry": self.at["people"][chair]["entry"],
            "seats": self.at["seats"],
            "facts": facts,
        }
        for _ in range(2 if board % BOARDS == 1 else 1):
            state = ok(self.visitor.send("/at-table/send/", sent))["state"]
        (row,) = [each for each in state["boards"] if each["board"] == board]
        result: dict[str, Any] = row["result"]
        return result

    def writes(self, played: Mapping[str, Sequence[Facts]]) -> None:
        table = self.at["table"]
        for row in self.at["boards"]:
            board = row["board"]
            ways = played[str(board)]
            facts = ways[(table + board) % len(ways)]
            if table == 1 and board % BOARDS == 2:
                # Somebody reads the wrong line; another one of the table mends it.
                self.says("enter", board, ways[(table + board + 1) % len(ways)], chair=1)
                self.says("correct", board, facts, chair=3)
            else:
                self.says("enter", board, facts, chair=0)
            assert self.says("confirm", board, facts, chair=2)["stands"]


def the_hall(urls: Sequence[str], codes: Sequence[str], played: Mapping[str, Any]) -> None:
    def table(number: int) -> None:
        phone = Phone(urls[number % len(urls)], codes[number])
        with phone.visitor:
            phone.writes(played)

    with ThreadPoolExecutor(4) as tables:
        list(tables.map(table, range(len(codes))))


# -- online ----------------------------------------------------------------------------------------


class Person:
    """Somebody at home, with an account and a socket at the seat."""

    def __init__(self, url: str, session: str) -> None:
        self.visitor = Visitor(url)
        self.visitor._http.cookies.set("sessionid", session)
        self.session = session

    async def plays(self, key: str, rng: random.Random) -> None:
        """A round, from sitting down until the table is closed."""
        where = ok(await asyncio.to_thread(self.visitor.get, f"/tournaments/{key}/where/"))
        chair = Chair(self.visitor.url, where["table_url"], self.session)
        await chair.connect()
        while not chair.table["state"]["closed"]:
            seen = self.seen(chair)
            if chair.asked:
                # Who bids on everything plays the highest game on every board.
                bids = chair.asked[0]["do"] == "bid"
                action = chair.asked[0] if bids else rng.choice(chair.asked)
                await chair.say(game=seen[0], version=seen[1], **as_message(action))
            elif chair.may_ask_for_next:
                await chair.say(do="next", board=chair.table["state"]["board"])
            else:
                await chair.until_news()
                continue
            while self.seen(chair) == seen:
                await chair.until_news()
        await chair.close()
        assert chair.refused == []

    def seen(self, chair: Chair) -> tuple[str, int, int]:
        return chair.game["game"], chair.game["version"], chair.table["version"]


def as_message(action: Mapping[str, Any]) -> dict[str, Any]:
    fields = {name: value for name, value in action.items() if name != "seat"}
    if fields["do"] == "choose":
        fields["pass_game"] = fields.pop("game")
    return fields


async def at_home(people: Sequence[Person], key: str, number: int) -> None:
    await asyncio.gather(
        *(each.plays(key, random.Random(100 * number + at)) for at, each in enumerate(people))
    )


# -- the day ---------------------------------------------------------------------------------------


def everybody_enters(organizer: Organizer, people: Sequence[Person]) -> None:
    guests = "\n".join(f"Guest {number}" for number in range(1, HALL + 1))
    organizer.manages("guests", names=guests)
    for person in people:
        ok(person.visitor.send(f"/api/tournaments/{organizer.key}/entries/"))
    organizer.does("entries/house/", {"players": ONLINE - len(people)})
    entries = organizer.reads_all("entries/")
    assert len(entries) == HALL + ONLINE and all(each["standing"] for each in entries)


def plays_round(
    organizer: Organizer,
    number: int,
    urls: Sequence[str],
    people: Sequence[Person],
    played: Mapping[str, Sequence[Facts]],
) -> None:
    codes = organizer.codes(number)
    assert len(codes) == HALL // 4
    organizer.does(f"rounds/{number}/start/")

    async def both_places() -> None:
        async with asyncio.timeout(A_ROUND):
            await asyncio.gather(
                at_home(people, organizer.key, number),
                asyncio.to_thread(the_hall, urls, codes, played),
            )

    asyncio.run(both_places())
    organizer.waits(lambda: organizer.reads(f"rounds/{number}/")["state"] == "closed", A_ROUND)


def somebody_leaves_and_somebody_comes(organizer: Organizer) -> str:
    """From the hall one goes and one who is late sits down; online the house fills the seat."""
    entries = organizer.reads_all("entries/")
    gone = next(each for each in entries if not each["house"] and each["name"] == "Guest 7")
    house = next(each for each in entries if each["house"])
    for each in (gone, house):
        organizer.does(f"entries/{each['key']}/withdraw/", {"reason": "train"})
    organizer.manages("guests", names="Too late")
    organizer.does("seating/again/", {"reason": "a late arrival"})
    return str(gone["key"])


def the_director_rules(organizer: Organizer) -> None:
    """About boards of the first round, when two more have been played."""
    tables = (HALL + ONLINE) // 4
    board = {"session": organizer.session, "board": 2}
    fouled = range(tables - tables // 3, tables + 1)
    organizer.rules("fouled", **board, tables=list(fouled))
    seats = {
        row["number"]: [each["entry"] for each in row["seats"]]
        for row in organizer.reads_all("rounds/1/tables/")
    }
    organizer.rules("adjusted", **board, entry=seats[1][0], award="AVE+")
    organizer.rules("adjusted", **board, entry=seats[2][1], award="AVE-")
    weighted = [{"points": 30, "weight": "1/3"}, {"points": -15, "weight": "2/3"}]
    organizer.rules("adjusted", **{**board, "board": 3}, entry=seats[tables][2], outcomes=weighted)
    organizer.rules("penalty", entry=seats[3][3], percent="10", points="5")
    for table in (1, tables):
        organizer.rules("amended", **{**board, "board": 1}, table=table, facts=PIEK)
    organizer.rules("turned", **{**board, "board": 4}, table=2, turn=1)


def holders(organizer: Organizer, *, board: int, table: int) -> list[dict[str, Any]]:
    told = organizer.reads(f"sessions/{organizer.session}/boards/{board}/")["traveller"]
    (seats,) = [line["seats"] for line in told if line["table"] == table]
    return [{"seat": each["seat"], "entry": each["entry"]} for each in seats]


def told_ranking(organizer: Organizer) -> list[dict[str, Any]]:
    return [
        {
            "rank": line["rank"],
            "entry": line["entry"]["key"],
            "boards": line["boards"],
            **{measure: line[measure]["exact"] for measure in MEASURES},
        }
        for line in organizer.reads_all("ranking/?limit=400")
    ]


def agreed(rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for row in rows:
        yield {name: row[name] for name in ("rank", "entry", "boards", *MEASURES)}


def test_a_rehearsal_in_the_hall_and_online(cluster: Cluster, tmp_path: Path) -> None:
    urls = (cluster.first.url, cluster.second.url)
    ours = {"timeout": 120, **cluster.environment}
    with ExitStack() as open_:
        organizer = Organizer(open_.enter_context(Visitor(urls[0])))
        sessions = told("tests.flows.cast", "people", str(PEOPLE), **ours)
        people = [Person(urls[at % 2], session) for at, session in enumerate(sessions)]
        for person in people:
            open_.enter_context(person.visitor)
        everybody_enters(organizer, people)
        organizer.does("registration/close/")
        organizer.does("seating/")
        organizer.waits(
            lambda: {each["state"] for each in organizer.reads_all("rounds/")} == {"dealt"}, 120
        )
        played = told("tests.flows.cast", "hall", organizer.key, str(PLAYED), **ours)

        plays_round(organizer, 1, urls, people, played)
        gone = somebody_leaves_and_somebody_comes(organizer)
        plays_round(organizer, 2, urls, people, played)
        plays_round(organizer, 3, urls, people, played)
        organizer.waits(lambda: organizer.reads()["status"] == "finished")
        before = told_ranking(organizer)
        seated = holders(organizer, board=4, table=2)
        the_director_rules(organizer)
        # The last ruling of all; the follower takes them in order.
        organizer.waits(lambda: holders(organizer, board=4, table=2) != seated)
        ranking = told_ranking(organizer)
        assert ranking != before
        assert len(ranking) == HALL + ONLINE + 1
        assert [line["boards"] for line in ranking if line["entry"] == gone] == [BOARDS]

        exported = organizer.visitor.get(f"/tournaments/{organizer.key}/archive.zip").content
    assert list(agreed(recomputed_from(exported, tmp_path))) == ranking
    with ZipFile(BytesIO(exported)) as archive:
        everything = b"".join(map(archive.read, archive.namelist())).decode()
    for words in ("Guest", "Too late", "train", "rehearsal-", "rehearsed"):
        assert words not in everything
    assert "Traceback" not in cluster.log
