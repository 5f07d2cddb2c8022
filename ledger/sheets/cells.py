"""CSV and XLSX files as a table of cells, whatever they mean."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING, Final
from zipfile import is_zipfile

from ledger.log.words import visible
from ledger.sheets.problem import Cell, SheetError, UnclearError
from ledger.sheets.workbook_size import MOST_CELLS, check_workbook

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

CSV: Final = ".csv"
XLSX: Final = ".xlsx"
SUFFIXES: Final = (CSV, XLSX)
"""The endings of spreadsheet files."""

MOST_BYTES: Final = 16_000_000
"""The most bytes of a file: a hundred times what a group needs that plays every night of a lifetime."""
MOST_ROWS: Final = 100_000

_SEPARATORS: Final = (",", ";", "\t")
_OUTSIDE: Final = " \t\r\n\f\v\u00a0\u202f\ufeff\u200b"
"""White space that spreadsheets put around what people type."""
_AS_TEXT: Final = "save it as ‘CSV UTF-8’, or as .xlsx"


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of one sheet by row. ``several`` has the same text split at each possible separator."""

    file: str
    rows: list[list[Cell]]
    several: tuple[list[list[Cell]], ...] = ()


def read_table(content: bytes, file: str, sheet: str | None = None) -> Table:
    """The cells of a CSV file, or of a sheet of an XLSX file (``sheet`` may be None if there is one).

    Raises SheetError if it is not such a file, and UnclearError if there are several sheets.
    """
    if len(content) > MOST_BYTES:
        raise SheetError(f"{visible(file)}: it has more than {MOST_BYTES // 1_000_000} MB", "check that it is the right file")
    if PurePath(file).suffix.lower() == XLSX:
        rows = _from_workbook(content, file, sheet)
        return Table(file, rows)
    cut = tuple(_from_text(_decoded(content, file), file))
    return Table(file, cut[0], cut[1:])


def sheet_names(content: bytes, file: str) -> list[str]:
    """The sheets of an XLSX file that are visible and not empty. Raises SheetError if it is not such a file."""
    with _workbook(content, file) as book:
        return [sheet.name for sheet in _filled(book)]


# --- CSV ------------------------------------------------------------------------------------------------------------------


def _decoded(content: bytes, file: str) -> str:
    """Decode a CSV file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it."""
    encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start]
        row = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        message = f"{visible(file)}: row {row}, byte {column}: 0x{content[error.start]:02x} is not UTF-8"
        raise SheetError(f"{message}\n  expected text in UTF-8", _AS_TEXT) from error
    if "\0" in text:
        raise SheetError(f"{visible(file)}: this is not text", "check that it is the right file")
    return text


def _from_text(text: str, file: str) -> Iterator[list[list[Cell]]]:
    """Yield the rows of a CSV file split at each possible separator; a first line ``sep=;`` names the only one."""
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep="):
        # The line is kept, empty, so that rows have the same numbers as in a spreadsheet.
        yield _rows_of("\n" + rest, first.strip()[4:5] or ",", file)
        return
    for separator in _SEPARATORS:
        if separator == _SEPARATORS[0] or separator in text:
            yield _rows_of(text, separator, file)


def _rows_of(text: str, separator: str, file: str) -> list[list[Cell]]:
    if sum(map(text.count, {separator, "\n", "\r"})) > MOST_CELLS:
        raise SheetError(f"{visible(file)}: it has more than {MOST_CELLS:,} cells", "check that it is the right file")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows: list[list[Cell]] = [[_text_cell(word) for word in row] for row in reader]
    except csv.Error as error:
        message = f"{visible(file)}: row {reader.line_num}: a misplaced quotation mark: {error}"
        raise SheetError(message, "double a quotation mark inside quotes, or remove it") from error
    return _limited(rows, file)


def _text_cell(word: str) -> str | None:
    return word.strip(_OUTSIDE) or None


def _limited(rows: list[list[Cell]], file: str) -> list[list[Cell]]:
    if len(rows) > MOST_ROWS:
        raise SheetError(f"{visible(file)}: it has more than {MOST_ROWS:,} rows", "check that it is the right file")
    return rows


# --- XLSX -----------------------------------------------------------------------------------------------------------------


def _workbook(content: bytes, file: str) -> CalamineWorkbook:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError  # noqa: PLC0415 - few commands need it

    if is_zipfile(io.BytesIO(content)):  # a workbook with a password is not a ZIP file
        check_workbook(content, file, MOST_ROWS)
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError as error:
        raise SheetError(f"{visible(file)}: it is protected by a password", "save it without one") from error
    except CalamineError as error:
        raise SheetError(f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again") from error


def _filled(book: CalamineWorkbook) -> Iterator[CalamineSheet]:
    """Yield the sheets that are visible and not empty."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415 - as above

    for about in book.sheets_metadata:
        if about.visible == SheetVisibleEnum.Visible and about.typ == SheetTypeEnum.WorkSheet:
            sheet = book.get_sheet_by_name(about.name)
            if sheet.height:
                yield sheet


def _from_workbook(content: bytes, file: str, wanted: str | None) -> list[list[Cell]]:
    from python_calamine import CalamineError  # noqa: PLC0415 - as above

    try:
        with _workbook(content, file) as book:
            sheet = _chosen(list(_filled(book)), file, wanted)
            rows = [[_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
            _fill_down(rows, sheet.merged_cell_ranges or ())
    except CalamineError as error:
        raise SheetError(f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again") from error
    return _limited(rows, file)


def _chosen(sheets: list[CalamineSheet], file: str, wanted: str | None) -> CalamineSheet:
    names = ", ".join(visible(sheet.name) for sheet in sheets)
    if wanted is None:
        if not sheets:
            raise SheetError(f"{visible(file)}: it is empty", "check that it is the right file")
        if len(sheets) > 1:
            raise UnclearError("sheet", f"{visible(file)}: it has several sheets: {names}", "choose one with --sheet NAME")
        return sheets[0]
    for sheet in sheets:
        if sheet.name == wanted:
            return sheet
    raise SheetError(f"{visible(file)}: it has no sheet {visible(wanted)}", f"it has {names}")


def _cell(value: object) -> Cell:
    """A value of a workbook as a cell. Excel keeps 15 digits of a number: the rest is rounding noise."""
    match value:
        case bool():
            return value
        case int() | float():
            return Decimal(format(value, ".15g"))
        case datetime():
            return value.date()
        case date():
            return value
        case None:
            return None
    return _text_cell(str(value))


def _fill_down(rows: list[list[Cell]], merged: Iterable[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """Copy the value of a merged cell into each of its rows: often a date beside all players of a night."""
    for (top, left), (bottom, right) in merged:
        if left == right and top < len(rows):
            for row in rows[top + 1 : bottom + 1]:
                row[left] = rows[top][left]
