"""House players: a seat's view and an integer in, a command out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.commands import Command, PlayCard
from engine.players import bidding, house
from engine.players.splitmix import Numbers
from engine.views import SeatView

__all__ = ["CHARACTERS", "NAMES", "Character", "choose"]


@dataclass(frozen=True, slots=True)
class Character:
    """How a house player differs from the plain one.

    At tables with the same cards and the same players the same things would happen: a field of
    house players needs several characters, or its ranking is one long tie.
    """

    margin: float = bidding.MARGIN
    """Points a bid has to promise: lower dares more."""
    slips: int = 0
    """In how many of a hundred turns any legal card comes out."""


CHARACTERS: Mapping[str, Character] = {
    "house": Character(),
    "bold": Character(margin=-6.0),
    "careful": Character(margin=9.0),
    "hasty": Character(slips=9),
}
NAMES = (*CHARACTERS, "random")


def choose(name: str, view: SeatView, seed: int) -> Command:
    """One of `view.legal`. The same view and seed give the same command, always.

    The random player takes any legal action with equal chance. House players need the seed only
    where their rules have no answer, as for an action that came with a later ruleset, and the
    hasty one to slip.
    """
    if name not in NAMES:
        raise ValueError(f"no house player is called {name!r}; there are {', '.join(NAMES)}")
    if not view.legal:
        raise ValueError(f"it is not the turn of {view.seat}")
    numbers = Numbers(seed)
    character = CHARACTERS.get(name)
    if character is not None and not _slips(character, view, numbers):
        choice = house.choose(view, character.margin)
        if choice is not None and choice in view.legal:
            return choice
    return view.legal[numbers.below(len(view.legal))]


def _slips(character: Character, view: SeatView, numbers: Numbers) -> bool:
    """Cards only: a slip of the tongue in the auction would cost a whole board."""
    if not character.slips or not isinstance(view.legal[0], PlayCard):
        return False
    return numbers.below(100) < character.slips
