"""Games nobody chose: random deals, options and actions, leaning to what is rare.

Uniform deals under uniform bidding are nearly all riks and high solos. So some deals give a seat
the aces that a troela or a blind call takes, every game has a bid that it is after, and half of
them keep the called suit back, so that the partner stays a secret for long.
"""

from __future__ import annotations

import contextlib
import random
from dataclasses import dataclass

import engine
from engine import (
    DEALS,
    DECK,
    SEATS,
    Card,
    Claim,
    Command,
    Deal,
    Declare,
    Event,
    GameState,
    Hand,
    MakeBid,
    PlayCard,
    Rank,
    Seat,
    Suit,
    rulesets,
)
from engine.contract import call_options

__all__ = ["Played", "open_random", "play_out", "random_deal"]


@dataclass(frozen=True)
class Played:
    """A game with every state it went through; `commands[i]` leads from `states[i]` on, by way of
    the events `happened[i]`."""

    states: list[GameState]
    commands: list[Command]
    happened: list[tuple[Event, ...]]

    @property
    def events(self) -> list[Event]:
        return [event for events in self.happened for event in events]


def play_out(slug: str, seed: int, *, claiming: float = 0.0) -> Played:
    """`claiming`: how often somebody lays his hand open where he might play a card."""
    rng = random.Random(seed)
    state = open_random(slug, rng)
    chooser = _Chooser(state, rng)
    played = Played([state], [], [])
    while not state.finished:
        claims = engine.claimable(state) if claiming and rng.random() < claiming else ()
        command = _claim(claims, rng) if claims else chooser.choose(state)
        happened = engine.decide(state, command)
        state = engine.replay(state, happened)
        played.states.append(state)
        played.commands.append(command)
        played.happened.append(happened)
    return played


def _claim(claims: tuple[Claim, ...], rng: random.Random) -> Claim:
    """Any, or every trick that is left: the only claims that may need no answer."""
    everything = max(claims, key=lambda one: one.tricks[one.seat])
    return rng.choice((rng.choice(claims), everything))


def open_random(slug: str, rng: random.Random) -> GameState:
    """A deal under options nobody chose, contradictions left out."""
    rules = rulesets.get(slug)
    options: dict[str, object] = {}
    for spec in rules.option_specs:
        if spec.values and rng.random() < 0.5:
            chosen = {**options, spec.name: rng.choice(spec.values)}
            with contextlib.suppress(engine.BadOption):
                rules.resolve(chosen)
                options = chosen
    deal = random_deal(rng)
    dealer, sits_out = rng.choice(SEATS), rng.random() < 0.25
    draws = rules.with_options(options).draws
    return engine.start(
        ruleset=slug,
        options=options,
        dealer=None if sits_out else dealer,
        forehand=dealer.next if sits_out else None,
        deal=deal,
        turned=deal.card(dealer, rng.randrange(13)) if "turned" in draws else None,
        beter_suit=rng.choice(list(Suit)) if "beter" in draws else None,
        middle=rng.choice(DECK) if "middle" in draws else None,
    )


def random_deal(rng: random.Random) -> Deal:
    """Uniform; or somebody has many aces, perhaps with a void in the suit that he lacks."""
    kind = rng.choice(("uniform", "uniform", "uniform", "blind", "blind", "aces"))
    if kind == "uniform":
        return Deal.from_number(rng.randrange(DEALS))
    lacking, seat = rng.choice(list(Suit)), rng.choice(SEATS)
    aces = [Card.of(suit, Rank.ACE) for suit in Suit if suit is not lacking]
    if kind == "aces":
        held = rng.choice((aces, aces, [*aces, Card.of(lacking, Rank.ACE)]))
        others = [card for card in DECK if card.rank is not Rank.ACE]
    else:
        held = rng.sample(aces, rng.choice((2, 3)))
        others = [card for card in DECK if card.suit is not lacking and card.rank is not Rank.ACE]
    hands = {seat: [*held, *rng.sample(others, 13 - len(held))]}
    rest = [card for card in DECK if card not in hands[seat]]
    rng.shuffle(rest)
    for other in SEATS:
        if other is not seat:
            hands[other], rest = rest[:13], rest[13:]
    return Deal(*(Hand(hands[one]) for one in SEATS))


_TALKED_ABOUT = ("open_piek_praatje", "open_misere_praatje")
_OFTEN = {
    "championship-offline": _TALKED_ABOUT * 2,
    "wikibooks": _TALKED_ABOUT,
    "german": ("open_piek", "open_misere"),
    "wiezen": ("kleine_miserie",) * 4,
}


class _Chooser:
    """What happens next in one game."""

    def __init__(self, start: GameState, rng: random.Random) -> None:
        self.rng = rng
        self.shy = rng.random() < 0.5
        self.claims = rng.random() < 0.3
        bids, slug = list(start.ruleset.rungs), start.ruleset.slug
        self.wanted = rng.choice([None, *bids, *_OFTEN.get(slug, ()), *["rik"] * (len(bids) // 4)])
        blind = _who_might_call_blind(start)
        self.only = blind if rng.random() < 0.8 else None
        if self.only is not None:
            self.wanted = "rik"

    def choose(self, state: GameState) -> Command:
        legal = engine.legal_actions(state)
        if state.phase is engine.Phase.AUCTION:
            return self._bid(state, legal)
        if self.claims and self.rng.random() < 0.06:
            claimable = engine.claimable(state)
            if claimable:
                return self.rng.choice(claimable)
        hidden = [one for one in legal if isinstance(one, PlayCard) and one.face_down]
        blind = [one for one in legal if isinstance(one, Declare) and one.blind]
        kept = self._others(state, legal) if self.shy and not hidden else []
        if hidden and self.rng.random() < 0.4:
            hidden = []
        return self.rng.choice(hidden or blind or kept or list(legal))

    def _bid(self, state: GameState, legal: tuple[Command, ...]) -> Command:
        calls = {one.bid: one for one in legal if isinstance(one, MakeBid)}
        standing = state.auction.standing
        reached = standing is not None and standing.bid == self.wanted
        if "meegaan" in calls and self.rng.random() < 0.7:
            return calls["meegaan"]
        if self.only not in (None, state.to_act):
            return legal[0]
        if self.wanted in calls and self.rng.random() < (0.5 if reached else 0.9):
            return calls[self.wanted]
        # Many a bid is possible only over another one.
        steps = [] if reached else [calls[bid] for bid in self._on_the_way(state) if bid in calls]
        if steps and self.rng.random() < 0.7:
            return steps[-1]
        if not reached and self.wanted is not None and self.rng.random() < 0.3:
            return self.rng.choice((legal[1], *legal[1:5])) if len(legal) > 1 else legal[0]
        return legal[0]

    def _on_the_way(self, state: GameState) -> list[str]:
        rungs = state.ruleset.rungs
        if self.wanted is None or self.wanted not in rungs:
            return []
        aim = rungs[self.wanted]
        return [
            one.bid for one in rungs.values() if one.family is aim.family and one.rank < aim.rank
        ]

    def _others(self, state: GameState, legal: tuple[Command, ...]) -> list[Command]:
        called = state.play.terms.called if state.play is not None else None
        if called is None:
            return []
        plays = [one for one in legal if isinstance(one, PlayCard)]
        return [one for one in plays if one.card.suit is not called.suit]


def _who_might_call_blind(start: GameState) -> Seat | None:
    rules = start.ruleset
    if "rik" not in rules.rungs:
        return None
    for seat in SEATS:
        options = call_options(start.deal.masks[seat], rules.rungs["rik"].trumps, rules.calls)
        if any(option.blind for option in options):
            return seat
    return None
