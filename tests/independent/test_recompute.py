"""The second opinion agrees with the vectors before it judges the service."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors"
SCRIPT, UNPACK = HERE / "recompute.py", HERE / "unpack.py"


def recomputed(export: dict, folder: Path) -> list[dict]:
    """What the script answers in a folder where there is nothing but itself and the export."""
    (folder / "export.json").write_text(json.dumps(export), "utf-8")
    return json.loads(alone(SCRIPT, "export.json", folder))


def recomputed_from(archive: bytes, folder: Path) -> list[dict]:
    """The same of what the service exports as a whole."""
    (folder / "archive.zip").write_bytes(archive)
    (folder / "export.json").write_text(alone(UNPACK, "archive.zip", folder), "utf-8")
    return json.loads(alone(SCRIPT, "export.json", folder))


def alone(script: Path, argument: str, folder: Path) -> str:
    (folder / script.name).write_text(script.read_text("utf-8"), "utf-8")
    run = subprocess.run(
        [sys.executable, "-I", script.name, argument],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_second_opinion_scores_every_finished_game_of_the_vectors(tmp_path: Path) -> None:
    lines = (VECTORS / "championship-online.jsonl").read_text("utf-8").splitlines()
    games = [json.loads(line) for line in lines]
    finished = [g for g in games if not g["options"] and g["expect"]["finished"]]
    assert len(finished) >= 40
    for game in finished:
        # One table has nothing to compare with; each seat's points are its own line.
        seats = {seat: seat for seat in "NESW"}
        export = {
            "primary": "points",
            "head_to_head_min": 4,
            "entries": [{"id": seat} for seat in "NESW"],
            "games": [{"session": "1", "board": 1, "table": 1, "seats": seats, "record": game}],
        }
        rows = {row["entry"]: int(row["points_total"]) for row in ranking(export)}
        assert rows == game["expect"]["scores"], game["name"]
        claimed_before_the_last_trick(game)


def claimed_before_the_last_trick(game: dict) -> None:
    """A deal that ends with a claim of what it came to is worth the same."""
    space: dict = {"__name__": "recompute"}
    exec(compile(SCRIPT.read_text("utf-8"), SCRIPT, "exec"), space)
    *actions, _, _, _, _ = game["actions"]
    declared = [a for a in actions if a["do"] == "declare"]
    if not declared or len(space["tricks_of"](game["actions"], None, "S2")) < 13:
        return
    named = (declared[0].get("trump"), declared[0].get("card"))
    winners = [winner for winner, _ in space["tricks_of"](game["actions"], *named)]
    claim = {"do": "claim", "seat": "N", "tricks": {seat: winners.count(seat) for seat in "NESW"}}
    short = {**game, "actions": [*actions, claim]}
    assert space["points_of"](short) == game["expect"]["scores"], game["name"]


def ranking(export: dict) -> list[dict]:
    """In this process, for the many; `-I` and the empty folder are for the service's own."""
    space: dict = {"__name__": "recompute"}
    exec(compile(SCRIPT.read_text("utf-8"), SCRIPT, "exec"), space)
    return space["ranking"](export)


def test_the_second_opinion_answers_every_vector_of_scoring() -> None:
    """Rulings, penalties, versions of a deal, stages, teams, and what is refused."""
    vectors = json.loads((VECTORS / "scoring.json").read_text("utf-8"))
    assert len(vectors) == 65
    space: dict = {"__name__": "recompute"}
    exec(compile(SCRIPT.read_text("utf-8"), SCRIPT, "exec"), space)
    for vector in vectors:
        code = space["refusal"](vector["input"])
        told = {"error": code} if code else {"stages": space["stages"](vector["input"])}
        answered = json.loads(json.dumps(told, default=str))
        assert answered == vector["expect"], vector["name"]


def test_the_second_opinion_needs_nothing_but_a_python(tmp_path: Path) -> None:
    vector = json.loads((VECTORS / "championship-online.jsonl").read_text("utf-8").splitlines()[0])
    export = {
        "primary": "matchpoints",
        "head_to_head_min": 4,
        "entries": [{"id": seat} for seat in "NESW"],
        "games": [
            {
                "session": "1",
                "board": 1,
                "table": 1,
                "seats": {seat: seat for seat in "NESW"},
                "record": vector,
            }
        ],
    }
    assert [row["percent"] for row in recomputed(export, tmp_path)] == ["50"] * 4
