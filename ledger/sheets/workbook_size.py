"""The real size of a workbook, checked before it is opened: in a small file a single distant cell can fill the memory."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Final
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from ledger.log.words import visible
from ledger.sheets.problem import SheetError

MOST_CELLS: Final = 500_000
"""The most cells of a table, counting empty ones between the first and the last."""
MOST_UNPACKED: Final = 40_000_000
"""The most bytes of a workbook when it is unpacked."""

_CHUNK: Final = 1_000_000
_MARK: Final = b"sheetData"
_RIGHT: Final = "check that it is the right file, or save the sheet as CSV"


def check_workbook(content: bytes, file: str, most_rows: int) -> None:
    """Raise SheetError if a workbook unpacks to too many bytes, or has a cell too far from the first."""
    try:
        with ZipFile(io.BytesIO(content)) as packed:
            left = MOST_UNPACKED
            for info in packed.infolist():
                info.file_size = left + 2  # its declared size may be wrong: unpack until it ends or is too much
                with packed.open(info) as member:
                    part = member.read(left + 1)
                left -= len(part)
                if left < 0:
                    raise SheetError(f"{visible(file)}: it unpacks to more than {MOST_UNPACKED // 1_000_000} MB", _RIGHT)
                if _MARK in part:
                    _check_cells(part, file, most_rows)
    except (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise SheetError(f"{visible(file)}: cannot be read as .xlsx: {visible(str(error))}", "save it again") from error


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
        raise SheetError(f"{visible(file)}: cannot be read as .xlsx: {error}", "save it again") from error
    if rows > most_rows:
        raise SheetError(f"{visible(file)}: it has more than {most_rows:,} rows", _RIGHT)
    if max(rows * columns, cells, merged) > MOST_CELLS:
        raise SheetError(f"{visible(file)}: it has more than {MOST_CELLS:,} cells, empty ones included", _RIGHT)


def _parse(sheet: bytes, started: Callable[[str, dict[str, str]], None]) -> None:
    parser = expat.ParserCreate()
    parser.StartElementHandler = started
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
