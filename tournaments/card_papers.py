"""Papers with cards on them: hand records of released boards, and a strip to deal by hand from.

Whoever calls has asked whether the cards may be seen; nothing here knows who looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import get_language, gettext

from engine import SEATS, Deal
from engine.cards import RANKS, suit_notation
from engine.pbn import MachineBoard
from gameplay import rule_texts
from tournaments import papers, presenting
from tournaments.selectors.cards import SUIT_ORDER, Hands

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["Recorded", "records", "strip"]

RED, BLACK, GREY = (190, 20, 30), (0, 0, 0), (90, 90, 90)
ACROSS, DOWN = 2, 4
HIGH = 63.0
"""Millimetres of a board in the hand records."""
ROW = 4.3
"""Of a suit in a hand."""
LINE = 3.2


@dataclass(frozen=True, slots=True)
class Recorded:
    """A board with what came of it at its tables, in a few words each, the commonest first."""

    number: int
    dealer: str
    hands: Hands
    told: Sequence[str]


def records(title: str, below: str, boards: Sequence[Recorded]) -> bytes:
    """Eight boards to a page."""
    pdf = papers.paper()
    pdf.set_auto_page_break(False)
    top, wide = pdf.get_y(), pdf.epw / ACROSS
    for at, board in enumerate(boards):
        on_page = at % (ACROSS * DOWN)
        if at and not on_page:
            pdf.add_page()
        if not on_page:
            papers.heading(pdf, title, below)
            top = pdf.get_y()
        _record(pdf, board, pdf.l_margin + on_page % ACROSS * wide, top + on_page // ACROSS * HIGH)
    return bytes(pdf.output())


def _record(pdf: FPDF, board: Recorded, left: float, top: float) -> None:
    wide = pdf.epw / ACROSS
    pdf.set_draw_color(200)
    pdf.rect(left, top, wide - 2, HIGH - 2)
    pdf.set_draw_color(0)
    _say(pdf, left + 2, top + 1.5, 14, str(board.number))
    dealer = presenting.SEAT_NAMES[board.dealer]
    _say(pdf, left + 2, top + 8, 8, gettext("%(seat)s deals") % {"seat": dealer}, GREY)
    column, hand = (wide - 4) / 3, 4 * ROW
    for seat, (x, y) in {"N": (1, 0), "W": (0, 1), "E": (2, 1), "S": (1, 2)}.items():
        _hand(pdf, board.hands[seat], left + 2 + x * column, top + 1 + y * hand, column)
    _compass(pdf, left + 2 + column, top + 1 + hand, min(hand, column) - 3)
    pdf.set_font(size=7.5)
    pdf.set_xy(left + 2, top + 2 + 3 * hand)
    lines = pdf.multi_cell(
        wide - 6, LINE, " · ".join(board.told), dry_run=True, output="LINES", align="L"
    )
    room = int((HIGH - 4 - 3 * hand) // LINE)
    if len(lines) > room:
        lines = [*lines[: room - 1], lines[room - 1].rstrip(" ·") + " …"]
    for line in lines:
        pdf.set_x(left + 2)
        pdf.cell(wide - 6, LINE, line, new_x="LMARGIN", new_y="NEXT")


def _hand(
    pdf: FPDF, suits: Sequence[tuple[str, str]], left: float, top: float, wide: float
) -> None:
    for at, (suit, ranks) in enumerate(suits):
        y = top + at * ROW
        _say(pdf, left, y, 10, presenting.SUIT_SIGNS[suit], _colour(suit))
        text = " ".join(_rank(letter) for letter in ranks) or "–"
        size = 9.5
        pdf.set_font(size=size)
        # A long suit is printed smaller, and never cut off.
        while pdf.get_string_width(text) > wide - 5.5 and size > 4:
            size -= 0.5
            pdf.set_font(size=size)
        _say(pdf, left + 4, y, size, text)


def _compass(pdf: FPDF, left: float, top: float, side: float) -> None:
    left, top = left + 3, top + 1.5
    pdf.set_fill_color(238)
    pdf.rect(left, top, side, side, style="F")
    middle = side / 2 - 2
    for seat, (x, y) in {
        "N": (middle, 0),
        "W": (0, middle),
        "E": (side - 4, middle),
        "S": (middle, side - 4),
    }.items():
        pdf.set_xy(left + x, top + y)
        pdf.set_font(size=8)
        pdf.cell(4, 4, _seat(seat), align="C")


# -- dealing by hand -------------------------------------------------------------------------------

CELL = 13.0
BOARD_HIGH = 4 * 8.0 + 16


def strip(title: str, below: str, boards: Sequence[MachineBoard]) -> bytes:
    """For each board where every card of a sorted pack goes, from the ace of spades on; the pack
    lies face up, and one hand deals while a finger follows the strip."""
    pdf = papers.paper()
    pdf.set_auto_page_break(False)
    papers.heading(pdf, title, below)
    pdf.set_font(size=9)
    told = gettext(
        "Sort the pack: each suit from the ace down, the suits in this order. Deal it face up from "
        "the top; each letter is the pocket that the card goes to. Then count thirteen in each."
    )
    pdf.multi_cell(0, 4.5, told, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(2)
    for board in boards:
        if pdf.get_y() + BOARD_HIGH > pdf.h - papers.MARGIN:
            pdf.add_page()
        _dealt(pdf, board)
    return bytes(pdf.output())


def _dealt(pdf: FPDF, board: MachineBoard) -> None:
    top = pdf.get_y()
    dealer = presenting.SEAT_NAMES[board.dealer.letter]
    words = gettext("Board %(board)s") % {"board": board.number}
    _say(pdf, pdf.l_margin, top, 13, words)
    deals = gettext("%(seat)s deals") % {"seat": dealer}
    _say(pdf, pdf.l_margin + 32, top + 0.8, 9, deals, GREY)
    holders = _holders(board.deal)
    for row, suit in enumerate(SUIT_ORDER):
        y = top + 8 + row * 8
        _say(
            pdf, pdf.l_margin, y + 1.5, 13, presenting.SUIT_SIGNS[suit.letter], _colour(suit.letter)
        )
        for column, rank in enumerate(RANKS):
            x = pdf.l_margin + 9 + column * CELL
            seat = holders[f"{suit.letter}{rank.letter}"]
            pdf.set_draw_color(170)
            pdf.rect(x, y, CELL, 8)
            _say(pdf, x + 0.5, y + 0.2, 6.5, _rank(rank.letter), GREY)
            pdf.set_xy(x + 3, y)
            pdf.set_font(size=13)
            pdf.cell(CELL - 3, 8, _seat(seat), align="C")
    pdf.set_draw_color(0)
    y = top + 8 + 4 * 8 + 4
    pdf.set_dash_pattern(dash=2, gap=2)
    pdf.line(pdf.l_margin, y, pdf.l_margin + pdf.epw, y)
    pdf.set_dash_pattern()
    pdf.set_xy(pdf.l_margin, top + BOARD_HIGH)


def _holders(deal: Deal) -> dict[str, str]:
    return {
        f"{suit.letter}{rank}": seat.letter
        for seat in SEATS
        for suit in SUIT_ORDER
        for rank in suit_notation(deal.masks[seat], suit)
    }


# -- letters ---------------------------------------------------------------------------------------


def _say(
    pdf: FPDF,
    left: float,
    top: float,
    size: float,
    text: str,
    colour: tuple[int, int, int] = BLACK,
) -> None:
    pdf.set_font(size=size)
    pdf.set_text_color(*colour)
    pdf.set_xy(left, top)
    pdf.cell(pdf.get_string_width(text) + 2, size * 0.43, text)
    pdf.set_text_color(*BLACK)


def _colour(suit: str) -> tuple[int, int, int]:
    return RED if suit in "HD" else BLACK


def _rank(letter: str) -> str:
    return rule_texts.rank_printed(letter, get_language() or "")


def _seat(letter: str) -> str:
    """“O” for East where people say Oost."""
    return str(presenting.SEAT_NAMES[letter])[0]
