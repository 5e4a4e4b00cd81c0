"""The page's state over whole games: it shows what the server's last frame says, come what may.

The games are those that somebody else has judged (tests/vectors). The frames are made here as
they are sent; `replaying.mjs` loses, repeats and delays some of them on the way to the reducer.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import SEATS
from gameplay import frames
from gameplay.visibility import SPECTATOR, at_seat
from tests.engine.test_vectors import GAMES
from tests.gameplay.retelling import NOW, a_step

HERE = Path(__file__).parent


def told(number: int, record: dict[str, Any]) -> Iterator[str]:
    """One line for the game, then one for each moment: the public frame, and the rest of the frames
    of a seat or two, another one in each game."""
    fold = engine.fold(record)
    looking = [SEATS[number % 4], SEATS[(number + 1) % 4]][: 1 + (number % 3 == 0)]
    yield json.dumps({"name": record["name"], "seats": [seat.letter for seat in looking]})
    state, version, events = fold.start, 1, tuple[engine.Event, ...]()
    for action, command in zip([None, *record["actions"]], [None, *fold.commands], strict=True):
        if command is not None:
            events = engine.decide(state, command)
            state, version = engine.replay(state, events), version + len(events)
        step = a_step(state, version, events, "live")
        live = step.shown.game
        assert live is not None
        own = {seat.letter: frames.own_part(live, at_seat(seat), NOW) for seat in looking}
        rest = frames.compact({"action": action, "own": own})
        yield f'{rest[:-1]},"public":{step.frame(SPECTATOR, NOW).text}}}'


@pytest.mark.node
def test_whatever_the_line_does_the_page_shows_the_servers_view(
    node_path: str, tmp_path: Path
) -> None:
    sent = tmp_path / "frames.jsonl"
    with sent.open("w", encoding="utf-8") as file:
        for number, record in enumerate(GAMES):
            file.writelines(f"{line}\n" for line in told(number, record))
    outcome = subprocess.run(
        [node_path, "--test", str(HERE / "replaying.mjs")],
        env={**os.environ, "FRAMES": str(sent)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    assert f"# games {len(GAMES)}" in outcome.stdout
