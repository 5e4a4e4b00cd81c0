"""Lists in files: whatever a spreadsheet saves is read, and what is written runs no formula.

CSV in UTF-8, UTF-16 or Latin-1 with comma, semicolon or tab, and XLSX. Everything comes out as
rows of plain text.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from unicodedata import category

from clubs.domain.errors import ClubRefused

MOST_ROWS = 5000
# Empty ones included: a few bytes can claim two billion of them.
MOST_LINES = 20_000
MOST_BYTES = 4 * 1024 * 1024
MOST_UNPACKED = 16 * 1024 * 1024
MOST_COLUMNS = 30
MOST_CELL = 1000
DELIMITERS = (";", ",", "\t")
# What a spreadsheet takes for the beginning of a formula, and where a cell may begin.
FORMULA = re.compile(r"(^|[,;\n])([=+\-@])")
CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ZIP = b"PK\x03\x04"


def read(content: bytes) -> list[list[str]]:
    """The rows that are not empty.

    :raises ClubRefused: ``bad_file``, ``file_too_big``.
    """
    if len(content) > MOST_BYTES:
        raise ClubRefused("file_too_big", "too many bytes", most=MOST_BYTES)
    found = _read_xlsx(content) if content.startswith(ZIP) else _read_csv(content)
    rows: list[list[str]] = []
    for number, row in enumerate(found):
        if number >= MOST_LINES:
            raise ClubRefused("file_too_big", "too many rows", most=MOST_ROWS)
        cells = [_tidy(cell) for cell in row[:MOST_COLUMNS]]
        if any(cells):
            if len(rows) > MOST_ROWS:  # one more: the first may be a heading
                raise ClubRefused("file_too_big", "too many rows", most=MOST_ROWS)
            rows.append(cells)
    if not rows:
        raise ClubRefused("bad_file", "nothing in it")
    width = max(at for row in rows for at, cell in enumerate(row, start=1) if cell)
    return [[*row, *[""] * width][:width] for row in rows]


def _tidy(cell: str) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in cell)
    return " ".join(printable.split())[:MOST_CELL]


def _read_csv(content: bytes) -> Iterable[list[str]]:
    text = decoded(content)
    if "\x00" in text:
        raise ClubRefused("bad_file", "no text")
    first, _, rest = text.partition("\n")
    told = re.fullmatch(r"sep=([;,\t|])\r?", first, re.IGNORECASE)
    if told:
        delimiter, text = told[1], rest
    else:
        delimiter = _delimiter(text)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    except (csv.Error, ValueError) as error:
        raise ClubRefused("bad_file", "no rows of cells") from error


def decoded(content: bytes) -> str:
    """The text, whichever of the encodings of spreadsheets it is in."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _in("utf-16", content)
    if content[1:2] == b"\x00":
        return _in("utf-16-le", content)
    if content[:1] == b"\x00":
        return _in("utf-16-be", content)
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _in(encoding: str, content: bytes) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise ClubRefused("bad_file", "broken text") from error


def _delimiter(text: str) -> str:
    """The one that cuts most of the first lines into equally many cells, more than one."""

    def columns(delimiter: str) -> tuple[int, int]:
        lines = csv.reader(io.StringIO("".join(text.splitlines(True)[:20])), delimiter=delimiter)
        try:
            widths = [len(line) for line in lines if line]
        except csv.Error:
            return 0, 0
        usual = max(set(widths), key=widths.count, default=0)
        return (widths.count(usual), usual) if usual > 1 else (0, 0)

    return max(DELIMITERS, key=columns)


def _read_xlsx(content: bytes) -> Iterable[list[str]]:
    from openpyxl import load_workbook  # late, or every process would start slower for it

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MOST_UNPACKED:
                raise ClubRefused("file_too_big", "too much when unpacked")
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        try:
            sheet = book.worksheets[0]
            lines = sheet.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_COLUMNS, values_only=True)
            for row in lines:
                yield [_text(cell) for cell in row]
        finally:
            book.close()
    except ClubRefused:
        raise
    except Exception as error:  # openpyxl raises whatever its parsers do
        raise ClubRefused("bad_file", "no spreadsheet") from error


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def neutral(cell: str) -> str:
    """Text that no spreadsheet takes for a formula, also if it is cut at another place than ours,
    and without what controls a screen."""
    plain = "".join(each if each == "\n" or category(each) != "Cc" else " " for each in cell)
    return FORMULA.sub(r"\1'\2", plain)


def written_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """With the mark by which spreadsheets know UTF-8, and semicolons, which ours expect."""
    to = io.StringIO(newline="")
    csv.writer(to, delimiter=";").writerows([neutral(cell) for cell in row] for row in rows)
    return to.getvalue().encode("utf-8-sig")


def written_xlsx(rows: Iterable[Sequence[str]]) -> bytes:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append([neutral(cell) for cell in row])
    to = io.BytesIO()
    book.save(to)
    return to.getvalue()
