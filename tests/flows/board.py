"""What must be true of a board, whatever happened to the processes while it was played."""

from __future__ import annotations

import engine
from tests.flows.player import Player, cards_played
from tests.flows.stored import EventTable, Stored, plays


def dealt(player: Player) -> str:
    """The hand as it was dealt, told by a tab that has just been opened: what it still holds,
    and what fell from this seat."""
    seat = player.me["seat"]
    fell = [card for who, card in cards_played(player.view) if who == seat and card is not None]
    hidden = [player.me["face_down"]] if player.me["face_down"] else []
    return engine.Hand.parse(" ".join([*player.me["hand"], *fell, *hidden])).notation


def nothing_lost(before: list[Stored], after: list[Stored]) -> None:
    """What was stored once is there still, byte for byte of the chain, and first."""
    assert before
    assert after[: len(before)] == before


def played_to_its_end(table: EventTable, player: Player, hand: str) -> None:
    """The board this tab shows is over, and its stream tells the same story, each card once."""
    assert player.finished
    events = table.game(player.game["game"])
    assert [event.version for event in events] == list(range(1, player.game["version"] + 1))
    assert (events[0].type, events[-1].type) == ("GameOpened", "GameFinished")
    assert [event.type for event in events].count("GameFinished") == 1
    fell = plays(events)
    assert fell == cards_played(player.view)
    assert len(set(fell)) == len(fell)
    assert len({card for _, card in fell}) == len(fell)
    commands = [event.command_id for event in events if event.type != "GameFinished"]
    assert len(set(commands)) == len(commands)
    result = player.view["result"]
    assert len(fell) == 52 or result["early"]
    assert result["hands"][player.me["seat"]] == hand
    assert sum(result["scores"].values()) == 0
