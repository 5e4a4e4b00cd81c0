"""The game record: one deal at one table as JSON, read strictly and judged action by action."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.answer import outcome
from engine.cards import Card, Suit
from engine.commands import Command, read_action, write_action
from engine.deal import Deal
from engine.errors import IllegalAction, MalformedAction, RecordError, RikkenError, quoted
from engine.game import GameState, legal_actions
from engine.notation import Transcript, command_text
from engine.opening import start
from engine.run import Run
from engine.seats import Seat

__all__ = [
    "FORMAT",
    "VERSION",
    "Fold",
    "fold",
    "open_record",
    "record_of",
    "transcript_of",
    "write_record",
]

FORMAT = "rikken-record"
VERSION = 1


@dataclass(frozen=True, slots=True, repr=False)
class Fold:
    """A replayed record."""

    start: GameState
    commands: tuple[Command, ...]
    state: GameState

    @property
    def states(self) -> tuple[GameState, ...]:
        """`states[i]` is the game after the first i actions."""
        run = Run(self.start)
        states = [self.start]
        for command in self.commands:
            run.do((command,))
            states.append(run.state)
        return tuple(states)

    @property
    def answer(self) -> dict[str, object]:
        return outcome(self.state).as_dict()

    @property
    def prefixes(self) -> list[dict[str, object]]:
        """Who is to act, and how, after each number of actions."""
        return [
            {
                "to_act": state.to_act.letter if state.to_act is not None else None,
                "legal": [write_action(command) for command in legal_actions(state)],
            }
            for state in self.states
        ]


def fold(record: object) -> Fold:
    """Replay a record, judging every action; the first fault is a `RecordError` with its index."""
    state, actions = open_record(record)
    run = Run(state)
    commands: list[Command] = []

    def read() -> Iterator[Command]:
        for action in actions:
            commands.append(read_action(action))
            yield commands[-1]

    try:
        run.do(read())
    except (IllegalAction, MalformedAction) as error:
        # A malformed action has not come among the commands, an illegal one is the last of them.
        index = len(commands) - isinstance(error, IllegalAction)
        raise RecordError(
            error.message,
            index=index,
            notation=_notation(actions[index]),
            code=error.code,
            detail=error.detail,
        ) from error
    return Fold(state, tuple(commands), run.state)


def _notation(action: object) -> str:
    try:
        return command_text(read_action(action))
    except MalformedAction:
        return quoted(action, 80)


def open_record(record: object) -> tuple[GameState, Sequence[object]]:
    """The game before its first action, and the actions still unread."""
    if not isinstance(record, Mapping):
        raise RecordError("a record is an object")
    if record.get("format") != FORMAT:
        raise RecordError(
            f"format is {quoted(record.get('format'))}, not {FORMAT}", code="bad_format"
        )
    version = record.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"version is {quoted(version)}, not {VERSION}", code="bad_version")
    options = record.get("options")
    if options is None:
        options = {}
    if not isinstance(options, Mapping):
        raise RecordError("options is an object", code="bad_option")
    actions = record.get("actions")
    if not isinstance(actions, Sequence) or isinstance(actions, str | bytes):
        raise RecordError("actions is a list", code="missing_actions")
    if record.get("deal") is None:
        raise RecordError("the deal is missing", code="bad_deal")
    try:
        state = start(
            ruleset=_ruleset(record),
            options=options,
            dealer=_seat(record, "dealer"),
            deal=Deal.parse(record.get("deal")),
            forehand=_seat(record, "forehand"),
            turned=_card(record, "turned"),
            beter_suit=_beter_suit(record),
            middle=_card(record, "middle"),
            pass_game=_name(record, "pass_game"),
            form=_name(record, "form"),
            fourth=_seat(record, "fourth"),
        )
    except RecordError:
        raise
    except RikkenError as error:
        raise RecordError(error.message, code=error.code, detail=error.detail) from error
    return state, actions


def _seat(record: Mapping[Any, object], key: str) -> Seat | None:
    seat = record.get(key)
    return None if seat is None else Seat.parse(seat)


def _card(record: Mapping[object, object], key: str) -> Card | None:
    card = record.get(key)
    if card is None:
        return None
    return Card.parse(card if isinstance(card, str) else quoted(card))


def _beter_suit(record: Mapping[object, object]) -> Suit | None:
    suit = record.get("beter_suit")
    return None if suit is None else Suit.parse(suit)


def _name(record: Mapping[Any, object], key: str) -> str | None:
    name = record.get(key)
    if name is None or isinstance(name, str):
        return name
    raise RecordError(f"{key} is a name, not {quoted(name)}", code=f"unknown_{key}")


def _ruleset(record: Mapping[object, object]) -> str:
    slug = record.get("ruleset")
    if not isinstance(slug, str):
        raise RecordError(f"ruleset is a name, not {quoted(slug)}", code="unknown_ruleset")
    return slug


def write_record(state: GameState, commands: Sequence[Command]) -> dict[str, object]:
    """A game and its actions as a record. It holds the whole deal: not for everybody."""
    defaults = {spec.name: spec.default for spec in state.ruleset.option_specs}
    drawn = {} if state.turned is None else {"turned": state.turned.notation}
    if state.beter_suit is not None:
        drawn["beter_suit"] = state.beter_suit.letter
    deal = state.deal
    if state.middle is not None:
        drawn["middle"] = state.middle.notation
        deal = deal.without_joker(state.middle)
    if state.pass_game is not None and not state.auction.calls:
        drawn["pass_game"] = state.pass_game
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": state.ruleset.slug,
        "options": {
            name: value for name, value in state.options.items() if value != defaults[name]
        },
        **_dealing(state),
        "deal": deal.notation,
        **drawn,
        **_written_form(state),
        "actions": [write_action(command) for command in commands],
    }


def transcript_of(record: object) -> Transcript:
    """A record as text; what the record says of no game (a name, remarks) is left out.

    :raises RecordError: with its first fault.
    """
    state, actions = open_record(record)
    fold(record)
    written = write_record(state, ())
    options = written["options"]
    assert isinstance(options, dict)
    return Transcript(
        state.ruleset.slug,
        None if state.dealer_sits_out else state.dealer,
        state.deal if state.middle is None else state.deal.without_joker(state.middle),
        tuple(read_action(action) for action in actions),
        tuple(options.items()),
        turned=state.turned,
        beter_suit=state.beter_suit,
        forehand=state.forehand if state.dealer_sits_out else None,
        form=_name(written, "form"),
        fourth=_seat(written, "fourth"),
        middle=state.middle,
        pass_game=_name(written, "pass_game"),
    )


def record_of(transcript: Transcript) -> dict[str, object]:
    """The game of a transcript, judged; its remarks and refusals are no part of a record.

    :raises RecordError: with its first fault.
    """
    try:
        record = write_record(transcript.start, transcript.commands)
    except RikkenError as error:
        raise RecordError(error.message, code=error.code, detail=error.detail) from error
    fold(record)
    return record


def _dealing(state: GameState) -> dict[str, object]:
    if state.dealer_sits_out:
        return {"dealer": None, "forehand": state.forehand.letter}
    return {"dealer": state.dealer.letter}


def _written_form(state: GameState) -> dict[str, object]:
    """How three play; the fourth hand's seat only where it is not the one before the dealer."""
    if state.fourth is None:
        return {}
    form = {"form": state.fourth.form.slug}
    usual = state.fourth.seat.next is state.dealer
    return {**form} if usual else {**form, "fourth": state.fourth.seat.letter}
