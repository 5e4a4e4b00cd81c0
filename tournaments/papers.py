"""What hangs and lies in a hall, on A4: who sits where, and slips to be filled in by hand.

No card is on any of them.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from django.utils.translation import gettext

from engine import SEATS
from tournaments import presenting
from tournaments.domain.championship import OWN, Championship, Round
from tournaments.domain.events import SeatedTable

if TYPE_CHECKING:
    from fpdf import FPDF

__all__ = ["PAPERS", "heading", "named", "paper", "seats", "slips"]

# It tells which letters of a font are needed: those of people's names.
logging.getLogger("fontTools").setLevel(logging.WARNING)

FONT = Path(__file__).parent / "fonts" / "DejaVuSansCondensed.ttf"
MARGIN, LINE = 12.0, 8.0
NAME_SIZES = (11, 10, 9, 8)
MOST_LINES = 2
Names = Mapping[str, str]


def seats(state: Championship, known: Round, names: Names) -> bytes:
    """For the wall: every table of the round with its chairs."""
    pdf = paper()
    _title(pdf, state, known)
    most = max(len(table.chairs) for table in known.tables)
    wide = (pdf.epw - 18) / most
    pdf.set_font(size=12)
    pdf.cell(18, LINE, gettext("Table"), border="B")
    # Where the board is not turned chairs are numbers, as on the slips.
    compass = [str(presenting.SEAT_NAMES[seat.letter]) for seat in SEATS]
    own = state.setup.cards == OWN
    for head in [str(at) for at in range(1, most + 1)] if own else compass:
        pdf.cell(wide, LINE, head, border="B")
    pdf.ln()
    for table in known.tables:
        pdf.set_font(size=15)
        pdf.cell(18, LINE + 2, str(table.number), border="B")
        pdf.set_font(size=11)
        called = [names.get(entry, "") for entry in table.chairs]
        for name in called + [""] * (most - len(called)):
            named(pdf, name, wide, LINE + 2, border="B")
        pdf.set_xy(pdf.l_margin, pdf.get_y() + LINE + 2)
    return bytes(pdf.output())


def slips(state: Championship, known: Round, names: Names) -> bytes:
    """One slip for each table in the hall: a row for each board, and room for running totals."""
    pdf = paper()
    for at, table in enumerate(each for each in known.tables if each.hall):
        if at:
            pdf.add_page()
        _slip(pdf, state, known, table, names)
    return bytes(pdf.output())


def _slip(pdf: FPDF, state: Championship, known: Round, table: SeatedTable, names: Names) -> None:
    _title(pdf, state, known, gettext("Table %(number)s") % {"number": table.number})
    heads = [gettext("Board"), gettext("What"), gettext("Who"), gettext("With"), gettext("Tricks")]
    widths = [14.0, 32.0, 14.0, 14.0, 16.0]
    chairs = len(table.chairs)
    wide = (pdf.epw - sum(widths)) / chairs
    called = [f"{at} {names.get(entry, '')}" for at, entry in enumerate(table.chairs, start=1)]
    for text, width in zip([*heads, *called], [*widths, *[wide] * chairs], strict=True):
        named(pdf, text, width, LINE + 3, border=1)
    pdf.set_xy(pdf.l_margin, pdf.get_y() + LINE + 3)
    pdf.set_font(size=10)
    for board in known.boards:
        pdf.cell(widths[0], LINE + 3, str(board.number), border=1)
        for width in (*widths[1:], *[wide] * chairs):
            pdf.cell(width, LINE + 3, "", border=1)
        pdf.ln()
    pdf.cell(sum(widths), LINE + 3, gettext("Total"), border=1, align="R")
    for _ in table.chairs:
        pdf.cell(wide, LINE + 3, "", border=1)
    pdf.ln(LINE + 8)
    pdf.cell(0, LINE, gettext("Seen and agreed:") + " " + "_" * 40)


def paper() -> FPDF:
    """A4, with a font that has the suits and every name's letters; its first page."""
    from fpdf import FPDF  # late, or every process would start slower for it

    pdf = FPDF(format="A4")
    pdf.set_margin(MARGIN)
    pdf.add_font("body", fname=FONT)
    pdf.set_font("body", size=12)
    pdf.add_page()
    return pdf


def _title(pdf: FPDF, state: Championship, known: Round, *more: str) -> None:
    words = {"round": known.number, "rounds": len(state.rounds)}
    told = [gettext("Round %(round)s of %(rounds)s") % words, *more]
    heading(pdf, state.setup.title, ", ".join(told))


def heading(pdf: FPDF, title: str, below: str) -> None:
    pdf.set_font(size=18)
    pdf.cell(0, 10, _fitting(pdf, title, pdf.epw), new_x="LMARGIN", new_y="NEXT")
    pdf.set_font(size=13)
    pdf.cell(0, 9, _fitting(pdf, below, pdf.epw), new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)


def named(pdf: FPDF, text: str, width: float, high: float, *, border: str | int) -> None:
    """A cell with a name in at most two lines; a long one is printed smaller before it is cut."""
    left, top = pdf.get_x(), pdf.get_y()
    for size in NAME_SIZES:
        pdf.set_font(size=size)
        lines = pdf.multi_cell(width, text=text, dry_run=True, output="LINES", align="L") or [""]
        if len(lines) <= MOST_LINES:
            break
    else:
        lines = [lines[0], " ".join(lines[1:])]
    pdf.cell(width, high, "", border=border)
    each = min(high / len(lines), LINE / 2)
    for at, line in enumerate(lines):
        pdf.set_xy(left, top + (high - each * len(lines)) / 2 + at * each)
        pdf.cell(width, each, _fitting(pdf, line, width))
    pdf.set_xy(left + width, top)


def _fitting(pdf: FPDF, text: str, width: float) -> str:
    """As much of a long name as there is room for."""
    room = width - 2.5
    if pdf.get_string_width(text) <= room:
        return text
    while text and pdf.get_string_width(f"{text}…") > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


PAPERS = {"seats": seats, "slips": slips}
