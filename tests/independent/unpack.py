"""What `recompute.py` reads, made of the archive of a championship and of nothing of ours.

`python -I unpack.py ARCHIVE.zip >EXPORT.json`: who entered, who sat where, what was played and
written down, and what was ruled, all of it from the events alone. The chain of every stream is
recomputed on the way. The rows that the service made of it (results, rulings, ranking) are not
looked at: they are what a second opinion is compared with.
"""

# ruff: noqa: T201

import hashlib
import json
import sys
import zipfile

SEATS = "NESW"
CHAINED = ("stream", "version", "type", "schema", "actor", "cause", "command_id", "time", "payload")
ACTIONS = {
    "BidMade": "bid",
    "PassGameChosen": "choose",
    "Declared": "declare",
    "CardPlayed": "play",
    "Claimed": "claim",
    "ClaimAnswered": "answer",
}
ENDS = ("GameFinished", "GameInterrupted")
QUESTIONS = ("UndoAsked", "UndoAnswered", "LeaderNamed")
"""Of no consequence for points; what they led to is an event of its own."""
RULINGS = (
    "ScoreAdjusted",
    "PenaltyGiven",
    "BoardFouled",
    "SeatsCorrected",
    "TrayTurned",
    "ResultAmended",
)


def events(archive: zipfile.ZipFile, name: str) -> list[dict]:
    """In order, each linked to the one before it in its stream."""
    rows = [json.loads(line) for line in archive.read(f"events/{name}.jsonl").splitlines()]
    heads: dict[str, tuple[int, bytes]] = {}
    for row in rows:
        version, link = heads.get(row["stream"], (0, bytes(32)))
        assert row["version"] == version + 1, row
        digest = hashlib.sha256(link)
        for field in CHAINED:
            content = as_hashed(row[field])
            digest.update(len(content).to_bytes(4, "big") + content)
        assert digest.hexdigest() == row["hash"], row
        heads[row["stream"]] = (version + 1, digest.digest())
    return rows


def as_hashed(value: object) -> bytes:
    if not isinstance(value, dict):
        return str(value).encode()
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


class Championship:
    """The stream of the championship, read from its beginning."""

    def __init__(self, rows: list[dict]) -> None:
        self.scheduled: dict = {}
        self.status: dict[str, str] = {}
        self.session: dict[int, str] = {}
        self.tables: dict[int, list[dict]] = {}
        self.boards: dict[int, list[int]] = {}
        self.released: set[tuple[str, int]] = set()
        self.facts: dict[tuple[str, int], dict] = {}
        self.rulings: dict[str, tuple[str, dict]] = {}
        self.sat: list[dict] = []
        self.begun, self.in_play = 0, 0
        self.ended: dict[tuple[str, int], int] = {}
        for row in rows:
            self.happened(row["type"], row["payload"])
            self.at_the_desk(row["type"], row["payload"], row["time"])

    @property
    def own(self) -> bool:
        """Every table shuffled its own cards."""
        return self.scheduled.get("cards") == "own"

    def happened(self, kind: str, what: dict) -> None:
        if kind == "TournamentScheduled":
            self.scheduled = what
            for session in what["sessions"]:
                self.session |= {each["number"]: session["name"] for each in session["rounds"]}
        elif kind == "EntryMade":
            self.status[what["entry"]] = "active" if what["standing"] else "house"
        elif kind == "EntryWithdrawn" and self.status[what["entry"]] != "house":
            self.status[what["entry"]] = "withdrawn"
        elif kind == "EntryReinstated":
            self.status[what["entry"]] = "active"
        elif kind in ("RoundsSeated", "TablesPlanned"):
            self.tables |= {each["round"]: each["tables"] for each in what["rounds"]}
        elif kind == "SeatsSwapped":
            others = {what["first"]: what["second"], what["second"]: what["first"]}
            for table in self.tables[what["round"]]:
                table["chairs"] = [others.get(entry, entry) for entry in table["chairs"]]
        elif kind == "RoundDealt":
            self.boards[what["round"]] = [each["board"] for each in what["boards"]]
        elif kind == "BoardReleased":
            self.released.add((what["session"], what["board"]))
        elif kind in ("ResultEntered", "ResultCorrected"):
            self.facts[what["table"], what["board"]] = what["facts"]
        elif kind in RULINGS:
            self.rulings[what["ruling"]] = (kind, what)
        elif kind == "RulingUndone":
            del self.rulings[what["ruling"]]

    def entries(self) -> list[dict]:
        """Of own cards nobody was compared with who left: the points are the place."""
        stays = {"withdrawn": "active"} if self.own else {}
        return [{"id": key, "status": stays.get(one, one)} for key, one in self.status.items()]

    def at_the_desk(self, kind: str, what: dict, time: int) -> None:
        """Who sits in for whom; and when a board that was written down was played."""
        if kind in ("RoundStarted", "RoundClosed"):
            self.begun = what["round"]
            self.in_play = what["round"] if kind == "RoundStarted" else 0
        elif kind == "ResultEntered":
            self.ended[what["table"], what["board"]] = time
        elif kind == "BoardsGivenUp":
            for table in self.tables[what["round"]]:
                for board in self.boards[what["round"]] if table["hall"] else ():
                    self.ended.setdefault((table["table"], board), time)
        elif kind in ("StandInSeated", "StandInLeft"):
            self.stands_up(what["entry"], what["from_round"], time)
            if kind == "StandInSeated":
                self.sat.append({**what, "since": time, "until": None})
        if kind in ("EntryWithdrawn", "RoundsSeated", "TablesPlanned", "RoundClosed"):
            there = [key for table in self.tables.get(self.in_play, ()) for key in table["chairs"]]
            for one in self.sat:
                if self.status[one["entry"]] == "withdrawn" and one["entry"] not in there:
                    self.stands_up(one["entry"], self.begun + 1, time)

    def stands_up(self, entry: str, number: int, time: int) -> None:
        for one in self.sat:
            if one["entry"] == entry and one["until"] is None:
                one["until"], one["last"] = time, number

    def sat_in(self, table: dict, number: int, board: int, entry: str, tables: "Tables") -> bool:
        """Whether somebody else played this board for the entry: who sat there as it ended."""
        at = self.ended.get((table["table"], board))
        for one in self.sat if at is not None else ():
            after = one["from_round"] < number or (
                one["from_round"] == number and one["since"] < at
            )
            before = one["until"] is None or (
                one["last"] > number or (one["last"] == number and at <= one["until"])
            )
            if one["entry"] == entry and after and before:
                there = one["player"] and not table["hall"]
                if not there or tables.house_plays(table, entry, at):
                    return True
        return False

    def results(self, records: dict[tuple[str, int], dict], tables: "Tables") -> list[dict]:
        """Every table's of every released board; `records`: by table and board."""
        found = []
        for number, seated in sorted(self.tables.items()):
            session, boards = self.session[number], self.boards.get(number, [])
            for at, board in enumerate(boards):
                if (session, board) not in self.released:
                    continue
                for table in seated:
                    place = (table["table"], board)
                    game = {
                        "session": session,
                        "board": board,
                        "table": table["number"],
                        "seats": turned(
                            dict(zip(SEATS, four(table, at), strict=True)), table["turn"][at]
                        ),
                        "record": records.get(place),
                        "facts": self.facts.get(place),
                    }
                    self.rule(game)
                    game["sat_in"] = [
                        entry
                        for entry in game["seats"].values()
                        if self.sat_in(table, number, board, entry, tables)
                    ]
                    found.append(game)
        return found

    def rule(self, game: dict) -> None:
        """What a director said about the board at this table, in the order in which he did."""
        for kind, what in self.rulings.values():
            if (what.get("session"), what.get("board")) != (game["session"], game["board"]):
                continue
            if kind == "BoardFouled" and game["table"] in what["tables"]:
                game["variant"] = what["variant"]
            elif kind == "SeatsCorrected":
                for held in what["tables"]:
                    if held["table"] == game["table"]:
                        game["seats"] = dict(zip(SEATS, held["seats"], strict=True))
            elif kind == "TrayTurned" and game["table"] == what["table"]:
                game["seats"] = turned(game["seats"], what["turn"])
                game["turned"] = game.get("turned", 0) + what["turn"]
            elif kind == "ResultAmended" and game["table"] == what["table"]:
                game |= {"facts": what["facts"], "record": None, "turned": 0}

    def adjusted(self) -> list[dict]:
        """The last word about an entry's score on a board holds."""
        found = {}
        for kind, what in self.rulings.values():
            if kind == "ScoreAdjusted":
                place = {name: what[name] for name in ("session", "board", "entry")}
                ruled = (
                    {"award": what["award"]} if what["award"] else {"outcomes": what["outcomes"]}
                )
                found[tuple(place.values())] = place | ruled
        return list(found.values())

    def penalties(self) -> list[dict]:
        return [what for kind, what in self.rulings.values() if kind == "PenaltyGiven"]


def four(table: dict, at: int) -> list[str]:
    """Who plays the board at this place: of five one sits out, and the next ones are N E S W."""
    chairs = table["chairs"]
    if not table.get("out"):
        return chairs
    out = table["out"][at]
    return [*chairs[out + 1 :], *chairs[:out]]


def turned(seats: dict[str, str], turn: int) -> dict[str, str]:
    """Who thought to hold N holds the seat `turn` places clockwise of it."""
    return {seat: seats[SEATS[(at - turn) % 4]] for at, seat in enumerate(SEATS)}


class Tables:
    """What happened at the tables online, for whom the house played and when each closed."""

    def __init__(self, rows: list[dict]) -> None:
        self.happened: dict[str, list[dict]] = {}
        for row in rows:
            self.happened.setdefault(row["stream"].partition("-")[2], []).append(row)

    def house_plays(self, table: dict, entry: str, at: int) -> bool:
        """Its owner may have come back by himself. Seats are those of the board in play."""
        turn, away = 0, set()
        for row in self.happened.get(table["table"], ()):
            what = row["payload"]
            if row["time"] > at:
                break
            if row["type"] == "BoardOpened":
                turn = what.get("turn", 0)
            elif row["type"] in ("SeatHandedToHouse", "SeatGivenBack", "SeatTaken"):
                chair = (SEATS.index(what["seat"]) - turn) % 4
                (away.add if row["type"] == "SeatHandedToHouse" else away.discard)(chair)
        return entry in table["chairs"] and table["chairs"].index(entry) in away

    def closed(self) -> dict[str, int]:
        return {
            table: row["time"]
            for table, rows in self.happened.items()
            for row in rows
            if row["type"] == "TableClosed"
        }


def ends_of(rows: list[dict], tables: Tables, championship: Championship) -> None:
    """When each board ended online; one that was never come to ends with its table."""
    place: dict[str, tuple[str, int]] = {}
    for row in rows:
        if row["type"] == "GameOpened":
            place[row["stream"]] = (row["payload"]["table"], row["payload"]["board"])
        elif row["type"] in ENDS:
            championship.ended[place[row["stream"]]] = row["time"]
    closed = tables.closed()
    for number, seated in championship.tables.items():
        for table in seated:
            for board in championship.boards.get(number, ()) if table["table"] in closed else ():
                championship.ended.setdefault((table["table"], board), closed[table["table"]])


def records_of(rows: list[dict], deals: dict[str, str]) -> dict[tuple[str, int], dict]:
    """Finished games by table and board; what was taken back is none of their actions."""
    games: dict[str, list[dict]] = {}
    for row in rows:
        games.setdefault(row["stream"], []).append(row)
    found = {}
    for happened in games.values():
        opened, stands = happened[0]["payload"], list[dict]()
        for row in happened[1:]:
            if row["type"] == "RolledBack":
                stands = [one for one in stands if one["version"] <= row["payload"]["to"]]
            elif row["type"] not in QUESTIONS:
                # Another event may mean that the game went otherwise than is read here.
                assert row["type"] in ACTIONS or row["type"] in ENDS, row["type"]
                stands.append(row)
        if stands[-1]["type"] == "GameFinished":
            actions = [
                {"do": ACTIONS[row["type"]], **row["payload"]}
                for row in stands
                if row["type"] in ACTIONS
            ]
            found[opened["table"], opened["board"]] = {
                "ruleset": opened["ruleset"],
                "options": {name: value for name, value in opened["options"].items() if value},
                "deal": deals[opened["deal"]["id"]],
                "actions": actions,
            }
    return found


def deals_of(archive: zipfile.ZipFile, rows: list[dict], session: dict[int, str]) -> dict[str, str]:
    """The hands by the id under which games name them, from what was revealed of each session."""
    revealed = {}
    for name in set(session.values()):
        told = json.loads(archive.read(f"deals/reveal-{name}.json"))
        revealed |= {(name, each["board"]): each["deal"] for each in told["deals"]}
    dealt = [row["payload"] for row in rows if row["type"] == "RoundDealt"]
    return {
        each["deal"]: revealed[session[what["round"]], each["board"]]
        for what in dealt
        for each in what["boards"]
    }


def export_of(archive: zipfile.ZipFile) -> dict:
    assert json.loads(archive.read("archive.json"))["format"] == "rikken-archive-1"
    rows = events(archive, "tournament")
    tables = Tables(events(archive, "tables"))
    championship = Championship(rows)
    deals = {} if championship.own else deals_of(archive, rows, championship.session)
    games = events(archive, "games")
    ends_of(games, tables, championship)
    return {
        "primary": championship.scheduled["primary"],
        "head_to_head_min": championship.scheduled["head_to_head_min"],
        "cards": championship.scheduled.get("cards", "duplicate"),
        "entries": championship.entries(),
        "boards": len(championship.session) * championship.scheduled["boards_a_round"],
        "games": championship.results(records_of(games, deals), tables),
        "adjusted": championship.adjusted(),
        "penalties": championship.penalties(),
    }


def main(path: str) -> None:
    with zipfile.ZipFile(path) as archive:
        print(json.dumps(export_of(archive)))


if __name__ == "__main__":
    main(sys.argv[1])
