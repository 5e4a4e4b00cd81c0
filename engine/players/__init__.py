"""House players: a seat's view and an integer in, a command out."""

from __future__ import annotations

from engine.commands import Command
from engine.players import house
from engine.players.splitmix import Numbers
from engine.views import SeatView

__all__ = ["NAMES", "choose"]

NAMES = ("house", "random")


def choose(name: str, view: SeatView, seed: int) -> Command:
    """One of `view.legal`. The same view and seed give the same command, always.

    The house player has no need of the seed except where it knows no better than chance.
    """
    if name not in NAMES:
        raise ValueError(f"no house player is called {name!r}; there are {', '.join(NAMES)}")
    if not view.legal:
        raise ValueError(f"it is not the turn of {view.seat}")
    if name == "house":
        choice = house.choose(view)
        if choice in view.legal:
            assert choice is not None
            return choice
    return view.legal[Numbers(seed).below(len(view.legal))]
