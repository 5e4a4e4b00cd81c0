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

    The random player takes any legal action with equal chance. The house player needs the seed
    only where its rules have no answer, as for an action that came with a later ruleset.
    """
    if name not in NAMES:
        raise ValueError(f"no house player is called {name!r}; there are {', '.join(NAMES)}")
    if not view.legal:
        raise ValueError(f"it is not the turn of {view.seat}")
    choice = house.choose(view) if name == "house" else None
    if choice is not None and choice in view.legal:
        return choice
    return view.legal[Numbers(seed).below(len(view.legal))]
