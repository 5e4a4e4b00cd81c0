"""Games as text: one form for playthroughs in tests, hand records and bug reports.

    # A remark; kept where it stands.
    ruleset championship-online
    options called_card_duty=under_lead
    dealer N
    deal N:AK2.QT9.J87.A654 QJ3.A2.KQT9.K872 T987.KJ87.A2.QJ3 654.6543.6543.T9

    E pass
    S rik
    refused: W alleen_9 (illegal_bid)
    S declares trump D, calls SA blind
    N chooses schoppen_mie
    E names S to lead
    W puts away H7
    N claims N 4, E 3, S 5, W 1
    E accepts
    S plays on
    S exchanges H2
    1. E SQ S9 S4 SA > N
    2. N (C5) D2

    result: rik by S with N, trump D, calls SA: 9 tricks, made
    tricks: N 4, E 3, S 5, W 1
    score: N +15, E -15, S +15, W -15

Cards stand in order of play from the seat named; one in brackets was led face down, and `S9/E`
was played by East from the fourth hand of three players. A refusal, a remark or a claim in
mid-trick splits the line. `forehand N` stands for the dealer where he sits out. What was drawn
follows the deal: `turned H7`, or `beter S` for a better suit; then how three play: `form rene`,
and `fourth W` where that hand does not sit directly before the dealer; `middle D7`, the open card
where a joker is played; `plays dames`, a pass game without an auction. Winners, refusal codes and
results are never read, only written, so that `write(read(text)) == text` proves every one of
them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.answer import ContractResult, outcome
from engine.cards import Card, Suit
from engine.commands import (
    AnswerClaim,
    ChoosePassGame,
    Claim,
    Command,
    Declare,
    Discard,
    Exchange,
    MakeBid,
    NameLeader,
    PlayCard,
    play_card,
)
from engine.deal import Deal
from engine.errors import BadNotation, IllegalAction, quoted
from engine.game import GameState, apply, decide
from engine.opening import start
from engine.seats import SEATS, Seat

__all__ = [
    "Refusal",
    "Remark",
    "Transcript",
    "command_text",
    "contract_text",
    "named",
    "read_transcript",
    "tricks_text",
    "write_transcript",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something somebody tried and was not allowed to do."""

    command: Command


@dataclass(frozen=True, slots=True)
class Remark:
    text: str


Step = Command | Refusal | Remark


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game from the deal on. `remarks` stand above everything else."""

    ruleset: str
    dealer: Seat | None
    deal: Deal
    steps: tuple[Step, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    remarks: tuple[str, ...] = ()
    turned: Card | None = None
    beter_suit: Suit | None = None
    forehand: Seat | None = None
    form: str | None = None
    fourth: Seat | None = None
    middle: Card | None = None
    pass_game: str | None = None

    @property
    def start(self) -> GameState:
        return start(
            ruleset=self.ruleset,
            options=dict(self.options),
            dealer=self.dealer,
            deal=self.deal,
            turned=self.turned,
            beter_suit=self.beter_suit,
            forehand=self.forehand,
            form=self.form,
            fourth=self.fourth,
            middle=self.middle,
            pass_game=self.pass_game,
        )

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(step for step in self.steps if not isinstance(step, Refusal | Remark))


# Writing


def write_transcript(transcript: Transcript) -> str:
    """The text, with winners and results worked out; every step is judged on the way."""
    lines = [_remark(text) for text in transcript.remarks]
    lines.append(f"ruleset {transcript.ruleset}")
    if transcript.options:
        options = (f"{name}={_option_text(value)}" for name, value in transcript.options)
        lines.append("options " + " ".join(options))
    facts = (
        ("dealer", transcript.dealer),
        ("forehand", transcript.forehand),
        ("deal", transcript.deal.notation),
        ("turned", transcript.turned),
        ("beter", transcript.beter_suit),
        ("form", transcript.form),
        ("fourth", transcript.fourth),
        ("middle", transcript.middle),
        ("plays", transcript.pass_game),
    )
    lines += [f"{word} {fact}" for word, fact in facts if fact is not None]
    lines.append("")
    writer = _Writer(transcript.start)
    for step in transcript.steps:
        writer.write(step)
    return "\n".join([*lines, *writer.finish(), ""])


class _Writer:
    """Collects lines while the game goes on; `trick` is the trick line not yet complete."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.lines: list[str] = []
        self.trick: list[str] = []

    def write(self, step: Step) -> None:
        if isinstance(step, Remark):
            self._break()
            self.lines.append(_remark(step.text))
        elif isinstance(step, Refusal):
            self._break()
            code = _refused(self.state, step.command)
            self.lines.append(f"refused: {command_text(step.command)} ({code})")
        elif isinstance(step, PlayCard):
            self._play(step)
        else:
            self._break()  # a claim in mid-trick
            self._advance(step)
            self.lines.append(command_text(step))

    def finish(self) -> list[str]:
        self._break()
        if self.state.finished:
            self.lines += ["", *_result_lines(self.state)]
        return self.lines

    def _play(self, step: PlayCard) -> None:
        before = self.state.play
        self._advance(step)
        assert before is not None
        assert self.state.play is not None
        if not self.trick:
            self.trick = [f"{before.number}.", step.seat.letter]
        self.trick.append(_card_text(step))
        if len(self.state.play.tricks) == before.number:
            self.trick.append(f"> {self.state.play.tricks[-1].winner}")
            self._break()

    def _advance(self, command: Command) -> None:
        for event in decide(self.state, command):
            self.state = apply(self.state, event)

    def _break(self) -> None:
        if self.trick:
            self.lines.append(" ".join(self.trick))
            self.trick = []


def _refused(state: GameState, command: Command) -> str:
    try:
        decide(state, command)
    except IllegalAction as refusal:
        return refusal.code
    raise BadNotation(f"{command_text(command)} is not refused", code="not_refused")


def command_text(command: Command) -> str:
    """One line of a transcript; a card as it stands at the head of a trick."""
    seat = command.seat.letter
    if isinstance(command, MakeBid):
        return f"{seat} {command.bid}"
    if isinstance(command, ChoosePassGame):
        return f"{seat} chooses {command.game}"
    if isinstance(command, PlayCard):
        return f"{seat} {_card_text(command)}"
    if isinstance(command, NameLeader):
        return f"{seat} names {command.leader} to lead"
    if isinstance(command, Discard):
        return f"{seat} puts away {command.card}"
    if isinstance(command, Claim):
        return f"{seat} claims {tricks_text(command.tricks)}"
    if isinstance(command, AnswerClaim):
        return f"{seat} {'accepts' if command.accept else 'plays on'}"
    if isinstance(command, Exchange):
        return f"{seat} exchanges {command.card or 'nothing'}"
    return f"{seat} declares {named(command.trump, command.card, blind=command.blind)}"


def _card_text(play: PlayCard) -> str:
    card = f"({play.card})" if play.face_down else play.card.notation
    return card if play.by is None else f"{card}/{play.by}"


def named(trump: Suit | str | None, card: Card | str | None, *, blind: bool) -> str:
    parts = []
    if trump is not None:
        parts.append(f"trump {trump}")
    if card is not None:
        parts.append(f"calls {card} blind" if blind else f"calls {card}")
    return ", ".join(parts)


def _result_lines(state: GameState) -> Iterator[str]:
    answer = outcome(state)
    for contract in answer.contracts:
        yield "result: " + contract_text(contract)
    if answer.pass_game is not None:
        yield f"result: {answer.pass_game}"
    if not answer.contracts and answer.pass_game is None:
        yield "result: thrown in"
    yield f"tricks: {tricks_text(answer.tricks)}"
    if answer.scores is not None:
        yield "score: " + ", ".join(f"{seat} {answer.scores[seat]:+d}" for seat in SEATS)


def tricks_text(counts: Sequence[int]) -> str:
    return ", ".join(f"{seat} {counts[seat]}" for seat in SEATS)


def contract_text(contract: ContractResult) -> str:
    side = str(contract.declarer)
    if contract.partner is not None:
        side += f" with {contract.partner}"
    facts = named(contract.trump, contract.called, blind=contract.blind)
    about = f"{contract.bid} by {side}" + (f", {facts}" if facts else "")
    tricks = "1 trick" if contract.tricks == 1 else f"{contract.tricks} tricks"
    return f"{about}: {tricks}, {'made' if contract.made else 'lost'}"


def _remark(text: str) -> str:
    return f"# {text}" if text else "#"


def _option_text(value: object) -> str:
    if isinstance(value, Mapping):
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


# Reading

_HEADER = (
    "ruleset",
    "options",
    "dealer",
    "forehand",
    "deal",
    "turned",
    "beter",
    "form",
    "fourth",
    "middle",
    "plays",
)
_DERIVED = ("result:", "tricks:", "score:")
_TRICK = re.compile(
    r"\d+\.\s+([NESW])((?:\s+\(?[CDHS][AKQJT1-9]\)?(?:/[NESW])?)+)(?:\s+>\s+[NESW])?"
)
_REFUSED = re.compile(r"refused:\s+(.+?)(?:\s+\(([a-z_]+)\))?")
_DECLARES = re.compile(
    r"([NESW]) declares(?: trump ([CDHS]))?(?:,? calls ([CDHS][AKQJT1-9])( blind)?)?"
)
_CHOOSES = re.compile(r"([NESW]) chooses ([a-z_]+)")
_NAMES = re.compile(r"([NESW]) names ([NESW]) to lead")
_CLAIMS = re.compile(r"([NESW]) claims N (\d\d?), E (\d\d?), S (\d\d?), W (\d\d?)")
_ANSWERS = re.compile(r"([NESW]) (accepts|plays on)")
_PUTS_AWAY = re.compile(r"([NESW]) puts away ([CDHS][AKQJT1-9])")
_EXCHANGES = re.compile(r"([NESW]) exchanges (nothing|[CDHS][AKQJT1-9])")
_CARD = re.compile(r"([NESW]) (\(?[CDHS][AKQJT1-9]\)?(?:/[NESW])?)")
_BID = re.compile(r"([NESW]) ([a-z_0-9]+)")


def read_transcript(text: str) -> Transcript:
    header: dict[str, str] = {}
    remarks: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        word, _, rest = line.partition(" ")
        if not line or word in _DERIVED:
            continue
        if word in header:
            raise BadNotation(f"line {number}: a second line {word!r}", code="bad_transcript")
        if word in _HEADER:
            header[word] = rest.strip()
        elif line.startswith("#"):
            remark = line[1:].strip()
            remarks.append(remark) if not header else steps.append(Remark(remark))
        else:
            try:
                steps += _read_steps(line)
            except BadNotation as error:
                raise BadNotation(f"line {number}: {error.message}", code=error.code) from None
    dealing = "forehand" if "forehand" in header else "dealer"
    missing = [word for word in ("ruleset", dealing, "deal") if word not in header]
    if missing:
        raise BadNotation(f"a transcript needs a line {missing[0]!r}", code="bad_transcript")
    return Transcript(
        header["ruleset"],
        Seat.parse(header["dealer"]) if "dealer" in header else None,
        Deal.parse(header["deal"]),
        tuple(steps),
        tuple(_read_options(header.get("options", "")).items()),
        tuple(remarks),
        Card(header["turned"]) if "turned" in header else None,
        Suit.parse(header["beter"]) if "beter" in header else None,
        Seat.parse(header["forehand"]) if "forehand" in header else None,
        header.get("form"),
        Seat.parse(header["fourth"]) if "fourth" in header else None,
        Card(header["middle"]) if "middle" in header else None,
        header.get("plays"),
    )


def _read_steps(line: str) -> Iterable[Step]:
    trick = _TRICK.fullmatch(line)
    if trick is not None:
        return list(_read_trick(Seat.parse(trick[1]), trick[2].split()))
    refused = _REFUSED.fullmatch(line)
    if refused is not None:
        return [Refusal(_read_command(refused[1]))]
    return [_read_command(line)]


def _read_trick(seat: Seat, words: Sequence[str]) -> Iterator[PlayCard]:
    for word in words:
        yield _read_card(seat, word)
        seat = seat.next


def _read_card(seat: Seat, word: str) -> PlayCard:
    name, _, operator = word.partition("/")
    play = play_card(seat, Card(name.strip("()")), face_down=name.startswith("("))
    return replace(play, by=Seat.parse(operator)) if operator else play


def _read_command(line: str) -> Command:
    found = _DECLARES.fullmatch(line)
    if found is not None:
        trump = Suit.parse(found[2]) if found[2] else None
        card = Card(found[3]) if found[3] else None
        return Declare(Seat.parse(found[1]), trump, card, bool(found[4]))
    found = _CHOOSES.fullmatch(line)
    if found is not None:
        return ChoosePassGame(Seat.parse(found[1]), found[2])
    found = _NAMES.fullmatch(line)
    if found is not None:
        return NameLeader(Seat.parse(found[1]), Seat.parse(found[2]))
    found = _PUTS_AWAY.fullmatch(line)
    if found is not None:
        return Discard(Seat.parse(found[1]), Card(found[2]))
    found = _CLAIMS.fullmatch(line)
    if found is not None:
        north, east, south, west = (int(count) for count in found.groups()[1:])
        return Claim(Seat.parse(found[1]), (north, east, south, west))
    found = _ANSWERS.fullmatch(line)
    if found is not None:
        return AnswerClaim(Seat.parse(found[1]), found[2] == "accepts")
    found = _EXCHANGES.fullmatch(line)
    if found is not None:
        return Exchange(Seat.parse(found[1]), None if found[2] == "nothing" else Card(found[2]))
    found = _CARD.fullmatch(line)
    if found is not None:
        return _read_card(Seat.parse(found[1]), found[2])
    found = _BID.fullmatch(line)
    if found is not None:
        return MakeBid(Seat.parse(found[1]), found[2])
    raise BadNotation(f"not a line of a transcript: {quoted(line)}", code="bad_transcript")


def _read_options(text: str) -> Mapping[str, object]:
    options: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        if name in options:
            raise BadNotation(f"the option {quoted(name)} stands twice", code="bad_transcript")
        words: Mapping[str, object] = {"yes": True, "no": False}
        table = value.startswith("{")
        options[name] = _read_table(name, value) if table else words.get(value, value)
    return options


def _read_table(name: str, value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise BadNotation(
            f"the option {quoted(name)} has no table in JSON: {error}", code="bad_transcript"
        ) from None
