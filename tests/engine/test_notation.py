"""Games as text. Playthroughs are golden: what the writer works out must be there already."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine import BadNotation
from engine.notation import Refusal, Remark, Transcript, read_transcript, write_transcript
from tests.engine.test_vectors import GAMES

PLAYTHROUGHS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_goes_as_it_is_written(path: Path):
    text = path.read_text(encoding="utf-8")
    assert write_transcript(read_transcript(text)) == text


def test_there_is_a_playthrough_for_every_contract_and_pass_game():
    played = set()
    for path in PLAYTHROUGHS:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("result: "):
                played.add(line.removeprefix("result: ").partition(" by ")[0])
    there_are = {"thrown in", "alleen_7"}
    for slug in engine.rulesets.names():
        rules = engine.rulesets.get(slug)
        there_are |= set(rules.rungs) | set(rules.games)
    assert played == there_are


@pytest.mark.parametrize("record", GAMES[::6], ids=lambda record: record["name"])
def test_a_record_and_its_transcript_are_the_same_game(record: dict[str, object]):
    folded = engine.fold(record)
    actions = record["actions"]
    assert isinstance(actions, list)
    commands = tuple(engine.read_action(action) for action in actions)
    start = folded.states[0]
    options = tuple(start.options.items())
    written = Transcript(
        start.ruleset.slug, start.dealer, start.deal, commands, options, turned=start.turned
    )
    text = write_transcript(written)
    again = read_transcript(text)
    assert again.commands == commands
    assert again.start == start
    assert engine.fold(engine.write_record(again.start, again.commands)).answer == folded.answer


HEAD = """\
ruleset championship-online
dealer N
deal N:AK2.QT9.J87.A654 QJ3.A2.KQT9.K872 T987.KJ87.A2.QJ3 654.6543.6543.T9
"""


def test_a_transcript_keeps_remarks_and_refusals_where_they_are():
    transcript = read_transcript(
        "# above\n" + HEAD + "E pass\n# here\nrefused: S alleen_8 (illegal_bid)\nS rik\n"
    )
    assert transcript.remarks == ("above",)
    assert [type(step) for step in transcript.steps] == [
        engine.MakeBid,
        Remark,
        Refusal,
        engine.MakeBid,
    ]


def test_an_unfinished_game_has_no_result():
    text = write_transcript(read_transcript(HEAD + "E pass\nS rik\n"))
    assert text.endswith("E pass\nS rik\n")


def test_results_are_never_believed():
    text = HEAD + "E pass\n\nresult: rik by N: 13 tricks, made\nscore: N +999, E 0, S 0, W 0\n"
    assert "999" not in write_transcript(read_transcript(text))


def test_a_refusal_that_is_allowed_is_no_refusal():
    with pytest.raises(BadNotation) as refused:
        write_transcript(read_transcript(HEAD + "refused: E rik (illegal_bid)\n"))
    assert refused.value.code == "not_refused"


@pytest.mark.parametrize(
    "line", ["E", "E says rik", "1. E", "1. X SA", "E declares hearts", "refused: E", "Q pass"]
)
def test_a_line_that_says_nothing_is_refused(line: str):
    with pytest.raises(BadNotation) as refused:
        read_transcript(HEAD + line + "\n")
    assert refused.value.code == "bad_transcript"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("dealer S", "line"),
        ('options values={"rik":', "no table in JSON"),
        ("options early_end=no early_end=yes", "'early_end' stands twice"),
    ],
)
def test_a_line_at_the_head_is_whole_and_stands_there_once(line: str, said: str):
    with pytest.raises(BadNotation, match=said) as refused:
        read_transcript(f"{HEAD}{line}\n")
    assert refused.value.code == "bad_transcript"


@pytest.mark.parametrize("missing", ["ruleset", "dealer", "deal"])
def test_a_transcript_says_what_is_played_by_whom_with_which_cards(missing: str):
    text = "".join(line for line in HEAD.splitlines(True) if line.split()[0] != missing)
    with pytest.raises(BadNotation) as refused:
        read_transcript(text)
    assert missing in refused.value.message
