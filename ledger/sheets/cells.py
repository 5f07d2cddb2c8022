"""CSV and XLSX files as a table of cells, whatever they mean.

First what is wrong with a spreadsheet (row and column, the row with a caret, what was expected,
what to do); then the real size of a workbook, checked before it is opened, because in a small file
a single distant cell can fill the memory; then the table.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile, is_zipfile

from ledger.errors import UserError
from ledger.log.spellings import SIGNS, currencies_named
from ledger.log.words import shown, visible
from ledger.wording import STILL_YESTERDAY
from ledger.workers import guarded, limit

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook


# --- Problem --------------------------------------------------------------------------------------
Cell: TypeAlias = str | Decimal | date | bool | None
"""The value of a cell: stripped text, a number, a date (with its time until six in the morning),
True or False, None.
"""


class Sign(NamedTuple):
    """The sign of a currency in a number format, and those that it may stand for; none if that is
    not known.
    """

    text: str
    codes: frozenset[str]


class Priced(Decimal):
    """A number of a workbook whose format has the sign of a currency."""

    sign: Sign


_IN_FORMAT: Final = re.compile(
    r'\[\$([^\]-]*)(?:-([^\]]*))?\]|\[[^\]]*\]|"([^"]*)"|[\\_*](.)|([^\W\d_]+|.)', re.DOTALL
)
"""``[$€-407]``, another condition, quoted words, a character after a backslash (or one as wide, or
repeated), anything else.
"""
_OF_PLACE: Final = {
    "409": "USD",
    "1009": "CAD",
    "C0C": "CAD",
    "C09": "AUD",
    "1409": "NZD",
    "809": "GBP",
    "411": "JPY",
    "804": "CNY",
    "41D": "SEK",
    "414": "NOK",
    "406": "DKK",
    "807": "CHF",
    "100C": "CHF",
    "415": "PLN",
    "405": "CZK",
    "40E": "HUF",
}
"""The currencies of places (``[$$-409]``, ``[$kr-41D]``) whose sign others have too."""


def sign_in(number_format: str) -> Sign | None:
    """The sign of a currency in a number format such as ``[$€-407] #,##0.00``; None if it
    has none.
    """
    for marked, place_, quoted, char, plain in _IN_FORMAT.findall(number_format):
        text = (marked or quoted or char or plain).strip()
        codes = (
            frozenset(currencies_named(text))
            if text in SIGNS or text.isupper() or marked
            else frozenset()
        )
        own = _OF_PLACE.get(place_.upper().lstrip("0"), "") if text else ""
        if own and (own in codes or not codes):
            return Sign(own, frozenset({own}))
        if codes or marked:
            return Sign(text, codes)
    return None


MOST: Final = 20  # problems of a table that are reported; the rest are only counted
_BETWEEN: Final = " | "


class Problem(NamedTuple):
    """A cell that cannot be used, by its row and column (from 0; None for the whole row)."""

    row: int
    column: int | None
    message: str
    expected: str
    remedy: str


class SheetError(UserError):
    """A spreadsheet that cannot be understood; nothing of it is stored."""


class UnclearError(SheetError):
    """The spreadsheet leaves something open that must not be guessed; ``asks`` says what,
    ``choices`` are the answers.
    """

    def __init__(self, asks: str, message: str, remedy: str, choices: Sequence[str] = ()) -> None:
        super().__init__(message, remedy)
        self.asks, self.choices = asks, choices


def column_name(column: int) -> str:
    """A spreadsheet's name for a column: A for 0, AA for 26."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def place(row: int, column: int | None = None) -> str:
    """Where a cell is, in a spreadsheet's terms: ``row 7, column C``."""
    return f"row {row + 1}" + ("" if column is None else f", column {column_name(column)}")


def cell_text(cell: Cell) -> str:
    """A cell as it is shown in messages."""
    return "" if cell is None else shown(str(cell))


def refused(file: str, rows: Sequence[Sequence[Cell]], problems: Iterable[Problem]) -> SheetError:
    """One error with every problem of a table, from top to bottom."""
    found = sorted(problems, key=lambda one: (one.row, -1 if one.column is None else one.column))
    lines = [
        formatted(file, rows[one.row] if one.row < len(rows) else (), one) for one in found[:MOST]
    ]
    if len(found) > MOST:
        lines.append(f"and {len(found) - MOST:,} more cells")
    return SheetError("\n".join(lines))


def formatted(file: str, cells: Sequence[Cell], problem: Problem) -> str:
    """A problem as text in four parts: place, excerpt, explanation, remedy."""
    where = f"{visible(file)}: {place(problem.row, problem.column)}"
    parts = [f"{where}: {problem.message}", *_excerpt(cells, problem.column)]
    parts += [f"  expected {problem.expected}"] if problem.expected else []
    parts += [f"  {problem.remedy}"] if problem.remedy else []
    return "\n".join(parts)


def _excerpt(cells: Sequence[Cell], column: int | None) -> list[str]:
    """The cells around a column, with a caret below it; empty for an empty row."""
    from wcwidth import width  # noqa: PLC0415 - tables that only a spreadsheet with errors needs

    start = max(0, (column or 0) - 3)
    texts = [cell_text(cell) for cell in cells[start : (column or 0) + 4]]
    if not any(texts):
        return []
    line = f"  | {_BETWEEN.join(texts)}".rstrip()
    if column is None or column - start >= len(texts):
        return [line]
    before = "".join(text + _BETWEEN for text in texts[: column - start])
    return [line, f"  | {' ' * width(before)}^"]


# --- Workbook size --------------------------------------------------------------------------------
# the most cells of a table, counting empty ones between the first and the last
MOST_CELLS: Final = 500_000
MOST_UNPACKED: Final = 40_000_000  # the most bytes of a workbook when it is unpacked
_CHUNK: Final = 1_000_000
_MARK: Final = b"sheetData"
_RIGHT: Final = "check that it is the right file, or save the sheet as CSV"


def check_workbook(content: bytes, file: str, most_rows: int) -> None:
    """Raise SheetError if a workbook unpacks to too many bytes, or has a cell too far from the
    first.
    """
    try:
        with ZipFile(io.BytesIO(content)) as packed:
            left = MOST_UNPACKED
            for info in packed.infolist():
                # its declared size may be wrong: unpack until it ends or is too much
                info.file_size = left + 2
                with packed.open(info) as member:
                    part = member.read(left + 1)
                left -= len(part)
                if left < 0:
                    raise SheetError(
                        f"{visible(file)}: it unpacks to more than {MOST_UNPACKED // 1_000_000} MB",
                        _RIGHT,
                    )
                if _MARK in part:
                    _check_cells(part, file, most_rows)
    except (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise SheetError(
            f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again"
        ) from error


def _check_cells(sheet: bytes, file: str, most_rows: int) -> None:
    rows = columns = cells = merged = 0
    here = 0  # the column of the last cell: one without a reference comes after it

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal rows, columns, cells, merged, here
        kind = name.rpartition(":")[2]
        if kind == "c":
            cells += 1
            column, row = _place(attributes.get("r", ""))
            here = column or here + 1
            rows, columns = max(rows, row), max(columns, here)
        elif kind == "row":
            rows, here = max(rows + 1, _number(attributes.get("r", ""))), 0
        elif kind == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            merged += max(0, _place(last)[1] - _place(first)[1])

    try:
        _parse(sheet, started)
    except expat.ExpatError as error:
        raise SheetError(
            f"{visible(file)}: cannot be read as .xlsx: {error}", "save it again"
        ) from error
    if rows > most_rows:
        raise SheetError(f"{visible(file)}: it has more than {most_rows:,} rows", _RIGHT)
    if max(rows * columns, cells, merged) > MOST_CELLS:
        raise SheetError(
            f"{visible(file)}: it has more than {MOST_CELLS:,} cells, empty ones included", _RIGHT
        )


def _unseen(content: bytes, file: str, sheet: str) -> _Cells:
    """What a workbook reader does not tell of the cells of a sheet."""
    names: dict[str, str] = {}
    targets: dict[str, str] = {}

    def started(name: str, attributes: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "sheet":
            names[attributes["name"]] = next(
                (value for key, value in attributes.items() if key.endswith(":id")), ""
            )
        elif kind == "Relationship":
            targets[attributes["Id"]] = attributes["Target"]
            targets.setdefault(attributes.get("Type", "").rpartition("/")[2], attributes["Target"])

    try:
        with ZipFile(io.BytesIO(content)) as packed:

            def part(target: str) -> bytes:
                return packed.read(target[1:] if target.startswith("/") else f"xl/{target}")

            for member in ("workbook.xml", "_rels/workbook.xml.rels"):
                _parse(part(member), started)
            cells = _Cells(_styles(part(targets["styles"])) if "styles" in targets else [])
            _parse(part(targets[names[sheet]]), cells.started, cells.text, cells.ended)
            return cells
    except (KeyError, expat.ExpatError) as error:
        raise SheetError(
            f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again"
        ) from error


def _styles(content: bytes) -> list[Sign | None]:
    """The sign of a currency in each style of the cells of a workbook."""
    coded: dict[str, str] = {}
    signs: list[Sign | None] = []
    inside = ""

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal inside
        kind = name.rpartition(":")[2]
        if kind == "numFmt":
            coded[attributes["numFmtId"]] = attributes["formatCode"]
        elif kind == "xf" and inside == "cellXfs":
            number = attributes.get("numFmtId", "")
            signs.append(sign_in(coded.get(number, "$" if number in _IN_DOLLARS else "")))
        inside = kind if kind.endswith("Xfs") else inside

    _parse(content, started)
    return signs


_IN_DOLLARS: Final = frozenset(map(str, (*range(5, 9), 42, 44)))
"""The formats that are built in with the sign of a currency: of which, the system says that shows
them.
"""


class _Cells:
    """Collects by row and column (from 1) the cells of a sheet with an error (``#REF!``), or with a
    formula without a result.

    Besides those the numbers that have the sign of a currency: ``styles`` has that of each format.
    """

    def __init__(self, styles: Sequence[Sign | None]) -> None:
        self.styles = styles
        self.lost: list[tuple[int, int, str]] = []
        self.signs: list[tuple[int, int, Sign]] = []
        self.row = self.column = 0
        self.inside = ""
        # the attributes of the cell that is being read, and the texts of its elements
        self.cell: dict[str, str] = {}

    def started(self, name: str, attributes: dict[str, str]) -> None:
        self.inside = name.rpartition(":")[2]
        if self.inside == "row":
            self.row, self.column = _number(attributes.get("r", "")) or self.row + 1, 0
        elif self.inside == "c":
            self.column, self.cell = (
                _place(attributes.get("r", ""))[0] or self.column + 1,
                attributes,
            )
        elif self.inside == "f":
            self.cell["f"] = "="

    def text(self, data: str) -> None:
        if self.inside in {"f", "v"}:
            self.cell[self.inside] = self.cell.get(self.inside, "") + data

    def ended(self, name: str) -> None:
        self.inside = ""
        if name.rpartition(":")[2] != "c":
            return
        kind, value = self.cell.get("t"), self.cell.get("v", "").strip()
        if kind == "e":
            self.lost.append((self.row, self.column, value or "#ERROR!"))
        elif "f" in self.cell and not value and kind != "str":
            # a formula may well come to an empty text
            self.lost.append((self.row, self.column, self.cell["f"]))
        elif (style := _number(self.cell.get("s", ""))) < len(self.styles) and (
            sign := self.styles[style]
        ):
            self.signs.append((self.row, self.column, sign))


def _parse(
    sheet: bytes,
    started: Callable[[str, dict[str, str]], None],
    text: Callable[[str], None] | None = None,
    ended: Callable[[str], None] | None = None,
) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.CharacterDataHandler, parser.EndElementHandler = (
        started,
        text,
        ended,
    )
    for start in range(0, len(sheet), _CHUNK):
        parser.Parse(sheet[start : start + _CHUNK], start + _CHUNK >= len(sheet))


def _place(reference: str) -> tuple[int, int]:
    """Column and row (from 1) of a reference such as ``C12``; 0 for a missing one."""
    letters = reference.rstrip("0123456789")
    column = 0
    for letter in letters.replace("$", "").upper()[:4]:
        column = column * 26 + (ord(letter) - ord("A") + 1 if "A" <= letter <= "Z" else 0)
    return column, _number(reference[len(letters) :])


def _number(digits: str) -> int:
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 9 else 0


# --- Cells ----------------------------------------------------------------------------------------
CSV: Final = ".csv"
XLSX: Final = ".xlsx"
SUFFIXES: Final = (CSV, XLSX)  # the endings of spreadsheet files
MOST_BYTES: Final = 16_000_000
"""The most bytes of a file: a hundred times what a group needs that plays every night of a
lifetime.
"""
MOST_ROWS: Final = 100_000
_SEPARATORS: Final = (",", ";", "\t", "|")
# white space that spreadsheets put around what people type
_OUTSIDE: Final = " \t\r\n\f\v\u00a0\u202f\ufeff\u200b"
_AS_TEXT: Final = "save it as ‘CSV UTF-8’, or as .xlsx"


@dataclass(frozen=True, slots=True)
class Table:
    """The cells of one ``sheet`` by row.

    ``several`` has the same text split at each other possible separator.

    ``separators`` are that of ``rows`` and those of ``several``, if it is text; ``failed`` is what
    is wrong with the text if one of those is the separator. ``merged`` are the cells (the first and
    the last, each by row and column) that a workbook shows as one; ``hidden`` are the names of
    sheets that it does not show.
    """

    file: str
    rows: list[list[Cell]]
    several: tuple[list[list[Cell]], ...] = ()
    separators: tuple[str, ...] = ()
    sheet: str = ""
    failed: SheetError | None = None
    merged: tuple[tuple[tuple[int, int], tuple[int, int]], ...] = ()
    hidden: tuple[str, ...] = ()


def read_table(content: bytes, file: str, sheet: str | None = None) -> Table:
    """The cells of a CSV file, or of a sheet of an XLSX file (``sheet`` may be None if there is
    one).

    Raises SheetError if it is not such a file, and UnclearError if there are several sheets.
    """
    if len(content) > MOST_BYTES:
        raise SheetError(
            f"{visible(file)}: it has more than {MOST_BYTES // 1_000_000} MB",
            "check that it is the right file",
        )
    if PurePath(file).suffix.lower() == XLSX:
        check_reading(content, file)
        return _from_workbook(content, file, sheet)
    tried = list(_from_text(_decoded(content, file), file))
    failed = next((one for _, one in tried if isinstance(one, SheetError)), None)
    cut = {separator: one for separator, one in tried if not isinstance(one, SheetError)}
    if failed is not None and not cut:
        raise failed
    rows, *several = cut.values()
    return Table(file, rows, tuple(several), tuple(cut), failed=failed)


def read_tables(content: bytes, file: str) -> list[Table]:
    """The cells of each sheet of a file; of a workbook with several, messages name the sheet too.

    Raises SheetError.
    """
    names = []
    if PurePath(file).suffix.lower() == XLSX:
        check_reading(content, file)
        names = _names(content, file)
    if len(names) < 2:
        return [read_table(content, file)]
    return [
        replace(read_table(content, file, name), file=f"{file}, sheet {name}") for name in names
    ]


def sheet_names(content: bytes, file: str) -> list[str]:
    """The sheets of an XLSX file that are visible and not empty; if none is, those that are hidden.

    Raises SheetError.
    """
    check_reading(content, file)
    return _names(content, file) or _names(content, file, hidden=True)


def _names(content: bytes, file: str, *, hidden: bool = False) -> list[str]:
    with _workbook(content, file) as book:
        return [sheet.name for sheet in _filled(book, hidden=hidden)]


# --- What reading takes ---------------------------------------------------------------------------
MEMORY: Final = 80_000_000
"""Bytes that reading a workbook may take, besides the program, and 60 more for each of its own: up
to ``MOST_MEMORY``.
"""
MOST_MEMORY: Final = 200_000_000
SECONDS: Final = 8  # the same in time of its own, and one more for each half a megabyte
# whether a workbook, by its digest, can be read with so much: a page asks often
_READ: Final[dict[bytes, bool]] = {}


def check_reading(content: bytes, file: str) -> None:
    """Raise SheetError for a workbook that takes too much memory or time: another process, with no
    more of it, reads it first.

    A text that many cells share is there once in the file, and for each of them when it is read.
    """
    key = hashlib.sha256(content).digest()
    if key not in _READ:
        done = guarded("ledger.sheets.cells", [file], _seconds(content), content)
        # that is not for the file to say, and may be otherwise next time
        if done is None or done.returncode == -_KILLED:
            raise SheetError(
                f"{visible(file)}: it could not be read: this machine is too busy",
                "try again in a while",
            )
        _READ[key] = done.returncode == 0
    if not _READ[key]:
        raise SheetError(f"{visible(file)}: it takes too much memory or time to read", _RIGHT)


# the signal by which the system, or somebody, ends a process that has done nothing wrong
_KILLED: Final = 9


def _seconds(content: bytes) -> int:
    return SECONDS + len(content) // 500_000


def main(file: str) -> None:
    """Read every sheet of a workbook, our input; what is wrong with one is told where it is
    wanted.
    """
    content = sys.stdin.buffer.read()
    limit(_seconds(content), min(MEMORY + 60 * len(content), MOST_MEMORY))
    with suppress(SheetError):
        for name in _names(content, file):
            with suppress(SheetError):
                _from_workbook(content, file, name)


# --- CSV ------------------------------------------------------------------------------------------
def _decoded(content: bytes, file: str) -> str:
    """Decode a CSV file: UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it."""
    encoding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start]
        row = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        message = (
            f"{visible(file)}: row {row}, byte {column}: 0x{content[error.start]:02x} is not UTF-8"
        )
        raise SheetError(f"{message}\n  expected text in UTF-8", _AS_TEXT) from error
    if "\0" in text:
        raise SheetError(f"{visible(file)}: this is not text", "check that it is the right file")
    return text


def _from_text(text: str, file: str) -> Iterator[tuple[str, list[list[Cell]] | SheetError]]:
    """Yield each possible separator of a CSV file and its rows split there, or what is wrong with
    it then.

    A first line ``sep=;`` names the only one.
    """
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep="):
        # The line is kept, empty, so that rows have the same numbers as in a spreadsheet.
        separator = first.strip()[4:5] or ","
        yield separator, _rows_of("\n" + rest, separator, file)
        return
    for separator in sorted(_SEPARATORS, key=first.count, reverse=True):
        if separator == _SEPARATORS[0] or separator in text:
            yield separator, _rows_of(text, separator, file)


def _rows_of(text: str, separator: str, file: str) -> list[list[Cell]] | SheetError:
    if sum(map(text.count, {separator, "\n", "\r"})) > MOST_CELLS:
        raise SheetError(
            f"{visible(file)}: it has more than {MOST_CELLS:,} cells",
            "check that it is the right file",
        )
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows: list[list[Cell]] = [[_text_cell(word) for word in row] for row in reader]
    except csv.Error as error:
        message = f"{visible(file)}: row {reader.line_num}: a misplaced quotation mark: {error}"
        return SheetError(message, "double a quotation mark inside quotes, or remove it")
    return _limited(rows, file)


def _text_cell(word: str) -> str | None:
    return word.strip(_OUTSIDE) or None


def _limited(rows: list[list[Cell]], file: str) -> list[list[Cell]]:
    if len(rows) > MOST_ROWS:
        raise SheetError(
            f"{visible(file)}: it has more than {MOST_ROWS:,} rows",
            "check that it is the right file",
        )
    return rows


# --- XLSX -----------------------------------------------------------------------------------------
def _workbook(content: bytes, file: str) -> CalamineWorkbook:
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError  # noqa: PLC0415 - few commands need it

    if is_zipfile(io.BytesIO(content)):  # a workbook with a password is not a ZIP file
        check_workbook(content, file, MOST_ROWS)
    try:
        return CalamineWorkbook.from_filelike(io.BytesIO(content))
    except PasswordError as error:
        raise SheetError(
            f"{visible(file)}: it is protected by a password", "save it without one"
        ) from error
    except CalamineError as error:
        raise SheetError(
            f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again"
        ) from error


def _filled(book: CalamineWorkbook, *, hidden: bool = False) -> Iterator[CalamineSheet]:
    """Yield the sheets that are visible, or those that are not; empty ones are left out."""
    from python_calamine import SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415 - as above

    for about in book.sheets_metadata:
        if (
            about.visible != SheetVisibleEnum.Visible
        ) == hidden and about.typ == SheetTypeEnum.WorkSheet:
            sheet = book.get_sheet_by_name(about.name)
            if sheet.height:
                yield sheet


def _from_workbook(content: bytes, file: str, wanted: str | None) -> Table:
    from python_calamine import CalamineError  # noqa: PLC0415 - as above

    try:
        with _workbook(content, file) as book:
            sheet = _chosen(book, file, wanted)
            hidden = tuple(one.name for one in _filled(book, hidden=True))
            rows = [
                [_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)
            ]
            unseen = _unseen(content, file, sheet.name)
            _put_lost(rows, unseen.lost)
            _put_signs(rows, unseen.signs)
            merged = tuple(sheet.merged_cell_ranges or ())
            _fill_down(rows, merged)
    except CalamineError as error:
        raise SheetError(
            f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again"
        ) from error
    return Table(file, _limited(rows, file), sheet=wanted or "", merged=merged, hidden=hidden)


def _chosen(book: CalamineWorkbook, file: str, wanted: str | None) -> CalamineSheet:
    """The sheet that is wanted, which may be hidden; without a name, the only one that is not."""
    sheets, hidden = list(_filled(book)), list(_filled(book, hidden=True))
    names = ", ".join(visible(sheet.name) for sheet in sheets)
    if wanted is None:
        if hidden and not sheets:
            names = ", ".join(visible(sheet.name) for sheet in hidden)
            raise UnclearError(
                "sheet",
                f"{visible(file)}: all its sheets are hidden: {names}",
                "choose one with --sheet NAME",
            )
        if not sheets:
            raise SheetError(f"{visible(file)}: it is empty", "check that it is the right file")
        if len(sheets) > 1:
            raise UnclearError(
                "sheet",
                f"{visible(file)}: it has several sheets: {names}",
                "choose one with --sheet NAME",
            )
        return sheets[0]
    for sheet in (*sheets, *hidden):
        if sheet.name == wanted:
            return sheet
    raise SheetError(f"{visible(file)}: it has no sheet {visible(wanted)}", f"it has {names}")


def _cell(value: object) -> Cell:
    """A value of a workbook as a cell.

    Excel keeps 15 digits of a number: the rest is rounding noise.
    """
    match value:
        case bool():
            return value
        case int() | float():
            return Decimal(format(value, ".15g"))
        case datetime():
            return (
                value
                if value.time() > time.min and timedelta(hours=value.hour) < STILL_YESTERDAY
                else value.date()
            )
        case date():
            return value
        case None:
            return None
    return _text_cell(str(value))


def _put_lost(rows: list[list[Cell]], lost: Iterable[tuple[int, int, str]]) -> None:
    """Put errors of formulas, and formulas without a result, where a workbook reader leaves the
    cell empty.
    """
    for row, column, text in lost:
        rows += ([None] * len(rows[0]) for _ in range(row - len(rows)))
        cells = rows[row - 1]
        cells += [None] * (column - len(cells))
        cells[column - 1] = text


def _put_signs(rows: list[list[Cell]], signs: Iterable[tuple[int, int, Sign]]) -> None:
    """Give numbers the sign of a currency that their format has."""
    for row, column, sign in signs:
        cell = (
            rows[row - 1][column - 1] if row <= len(rows) and column <= len(rows[row - 1]) else None
        )
        if isinstance(cell, Decimal):
            rows[row - 1][column - 1] = number = Priced(cell)
            number.sign = sign


def _fill_down(
    rows: list[list[Cell]], merged: Iterable[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    """Copy the value of a merged cell into each of its rows: often a date beside all players of a
    night.
    """
    for (top, left), (bottom, right) in merged:
        if left == right and top < len(rows):
            for row in rows[top + 1 : bottom + 1]:
                row[left] = rows[top][left]


if __name__ == "__main__":
    main(*sys.argv[1:])
