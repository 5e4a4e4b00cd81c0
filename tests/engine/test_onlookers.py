"""What those at the table see at every step, golden for each playthrough.

After a change that is meant: `for t in tests/playthroughs/*.txt; do python -m engine transcript
--seen $t > tests/playthroughs/seen/${t##*/}; done`, and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.notation import read_transcript
from engine.onlookers import write_seen
from tests.engine.seen import CODE, cards_in
from tests.engine.test_notation import PLAYTHROUGHS

SEEN = sorted((Path(__file__).parent.parent / "playthroughs" / "seen").glob("*.txt"))


def played(path: Path) -> str:
    return (path.parent.parent / path.name).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SEEN, ids=lambda path: path.stem)
def test_at_every_step_everybody_sees_what_is_written(path: Path):
    assert write_seen(read_transcript(played(path))) == path.read_text(encoding="utf-8")


def test_what_is_seen_is_kept_for_every_contract_and_pass_game():
    results = {
        line.partition(" by ")[0]
        for paths in (PLAYTHROUGHS, SEEN)
        for path in paths
        for line in (played(path) if path in SEEN else path.read_text()).splitlines()
        if line.startswith("result: ")
    }
    kept = {
        line.partition(" by ")[0]
        for path in SEEN
        for line in played(path).splitlines()
        if line.startswith("result: ")
    }
    assert kept == results


def steps(text: str) -> list[tuple[str, list[str]]]:
    """Each step with the lines that are news after it; what was known before the first one."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        if line.startswith("  "):
            found[-1][1].append(line.strip())
        else:
            found.append((line, []))
    return found


def seen(name: str) -> list[tuple[str, list[str]]]:
    path = next(path for path in SEEN if path.stem == name)
    return steps(path.read_text(encoding="utf-8"))


def test_a_card_face_down_has_no_name_until_its_trick_is_complete():
    told = seen("blind_lead_ruffed")
    at = next(place for place, (step, _) in enumerate(told) if step.endswith("a card face down"))
    assert not CODE.findall(told[at][0])
    hidden = [line for line in told[at][1] if "lying there" in line]
    assert hidden == ["N has D2 lying there"]
    assert [line for _, news in told[at + 1 : at + 4] for line in news if "D2" in line] == [
        "the card face down was D2"
    ]


def test_a_call_is_blind_for_the_declarer_alone_until_the_lead_or_from_the_call_on():
    for name, told_at_once in (("blind_lead_ruffed", False), ("german_blind_lead_under", True)):
        if not any(path.stem == name for path in SEEN):
            continue
        step, news = next(one for one in seen(name) if " declares " in one[0])
        assert step.endswith(" blind") is told_at_once
        assert any(line.endswith("called blind") for line in news)


def test_the_partner_is_named_with_the_called_ace_and_not_a_card_before():
    told = seen("called_ace_ruffed")
    named = [place for place, (_, news) in enumerate(told) if any(" with " in one for one in news)]
    assert named
    declared = next(step for step, _ in told if " declares " in step)
    called = cards_in(declared).pop()
    assert told[named[0]][0].endswith(str(called))


def test_what_is_put_away_is_named_to_who_did_it():
    told = seen("wiezen_kleine_miserie")
    for step, news in told:
        if step.endswith("puts away a card"):
            [line] = [one for one in news if "put away" in one and "may" not in one]
            assert line.split()[0] == step.split()[0]


def test_a_transcript_that_breaks_a_rule_is_not_shown():
    text = PLAYTHROUGHS[0].read_text(encoding="utf-8")
    bids = [line for line in text.splitlines() if line.endswith(" pass")]
    with pytest.raises(engine.IllegalAction):
        write_seen(read_transcript(text.replace(bids[0], bids[0].replace("pass", "troel"), 1)))
