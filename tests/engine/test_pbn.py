"""Deals as files: what dealing programs write and read, and what bridge programs open."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.__main__ import main
from engine.lin import write_lin
from engine.pbn import BadPbn, MachineBoard, dealer_of, read_pbn, write_pbn
from tests.engine.test_vectors import FOLDER

CORPUS = FOLDER / "pbn"
FILES: list[dict[str, Any]] = json.loads((CORPUS / "index.json").read_text(encoding="utf-8"))
NUMBERS = st.integers(min_value=0, max_value=engine.DEALS - 1)
VOIDS = "N:.AK2.QJ43.T98765 AKQJ.T98.T98.432 T98765.QJ7..AKQJ 432.6543.AK7652."


@pytest.mark.parametrize("entry", FILES, ids=lambda entry: str(entry["file"]))
def test_a_file_is_answered_as_somebody_else_says(
    entry: dict[str, Any], capsys: pytest.CaptureFixture[str]
):
    status = main(["pbn", str(CORPUS / entry["file"])])
    said = {key: entry[key] for key in ("boards", "error", "board") if key in entry}
    assert json.loads(capsys.readouterr().out) == said
    assert status == (2 if "error" in said else 0)


def test_the_corpus_is_whole():
    assert {entry["file"] for entry in FILES} == {one.name for one in CORPUS.glob("*.pbn")}


@settings(max_examples=20, deadline=None)
@given(
    st.dictionaries(
        st.integers(min_value=1, max_value=99), st.tuples(NUMBERS, st.sampled_from(engine.SEATS))
    )
)
def test_what_is_written_for_a_machine_is_read_again(
    boards: dict[int, tuple[int, engine.Seat]],
):
    written = [
        MachineBoard(number, dealer, engine.Deal.from_number(deal))
        for number, (deal, dealer) in boards.items()
    ]
    content = write_pbn(written, event='Café "De Troef"\r\n[Board "9"]', date="2027.03.28")
    lines = content.decode("ascii").split("\r\n")
    assert lines[:3] == ["% PBN 2.1", "% EXPORT", "%"]
    assert not any("\n" in line or "\r" in line or len(line) > 255 for line in lines)
    if not written:
        with pytest.raises(BadPbn):
            read_pbn(content)
        return
    read = read_pbn(content)
    assert [(one.number, one.dealer, one.deal) for one in read] == sorted(
        (one.number, one.dealer, one.deal) for one in written
    )
    assert lines.count('[Event "Cafe De Troef [Board 9 ]"]') == len(written)


def test_a_file_for_a_machine_is_byte_for_byte_what_dealing_programs_write():
    boards = read_pbn((CORPUS / "01-export-crlf.pbn").read_bytes())
    machine = [MachineBoard(one.number, one.dealer, one.deal) for one in boards if one.deal]
    ours = write_pbn(reversed(machine), event="Clubavond", date="2027.03.28")
    assert ours == (CORPUS / "01-export-crlf.pbn").read_bytes()


def test_a_remark_for_people_is_no_board():
    board = MachineBoard(7, engine.Seat.SOUTH, engine.Deal.parse(VOIDS))
    content = write_pbn([board], remarks=["championship-online, é [Board 3]", "x" * 400])
    assert b"; championship-online, e [Board 3]\r\n" in content
    assert [one.number for one in read_pbn(content)] == [7]
    assert max(map(len, content.split(b"\r\n"))) == 255


@pytest.mark.parametrize("numbers", [(0,), (100,), (3, 3)])
def test_no_machine_deals_such_boards(numbers: tuple[int, ...]):
    deal = engine.Deal.parse(VOIDS)
    with pytest.raises(ValueError, match="a machine deals boards 1 to 99"):
        write_pbn([MachineBoard(one, dealer_of(one or 1), deal) for one in numbers])


def test_no_machine_deals_a_joker():
    deal = engine.Deal.parse(VOIDS).with_joker(engine.Card("SA"))
    with pytest.raises(ValueError, match="joker"):
        write_pbn([MachineBoard(1, engine.Seat.NORTH, deal)])


@pytest.mark.parametrize("first", engine.SEATS)
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_voids_comments_and_question_marks_are_read(first: engine.Seat, line_end: str):
    """Each first letter, voids in every suit, comments only, `?`, any line end."""
    hands = dict(zip(engine.SEATS, VOIDS[2:].split(" "), strict=True))
    text = line_end.join(
        (
            "; nothing but a comment",
            "",
            '[Event "?"] {a comment',
            "",
            '[Board "4"] } [Board "6"]',
            '[Dealer "?"]',
            f'[Deal "{first}:{" ".join(hands[seat] for seat in first.clockwise())}"]',
        )
    )
    [board] = read_pbn(text.encode())
    assert (board.number, board.dealer) == (6, engine.Seat.EAST)
    assert board.deal == engine.Deal.parse(VOIDS)


# Another reader, which shares nothing with the writer: the digit counts from South.
LIN = re.compile(r"qx\|o(\d+)\|md\|([1-4])([^|]*)\|rh\|\|ah\|Board \1\|sv\|o\|pg\|\|")


def read_lin(line: str) -> tuple[int, str, dict[str, set[str]]]:
    found = LIN.fullmatch(line)
    assert found is not None
    hands: dict[str, set[str]] = {}
    for owner, written in zip("SWN", found[3].split(","), strict=True):
        suits = re.fullmatch(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)", written)
        assert suits is not None
        hands[owner] = {
            s + rank for s, ranks in zip("SHDC", suits.groups(), strict=True) for rank in ranks
        }
    pack = {s + rank for s in "SHDC" for rank in "AKQJT98765432"}
    hands["E"] = pack - hands["S"] - hands["W"] - hands["N"]
    return int(found[1]), "?SWNE"[int(found[2])], hands


@pytest.mark.parametrize("dealer", engine.SEATS)
@settings(max_examples=10, deadline=None)
@given(number=NUMBERS)
def test_lin_names_dealer_and_hands_as_another_program_reads_them(dealer: engine.Seat, number: int):
    for deal in (engine.Deal.from_number(number), engine.Deal.parse(VOIDS)):
        [line] = write_lin([MachineBoard(12, dealer, deal)]).splitlines()
        board, who, hands = read_lin(line)
        assert (board, who) == (12, dealer.letter)
        for seat in engine.SEATS:
            assert hands[seat.letter] == {card.notation for card in deal.hand(seat)}
