"""Spreadsheets that cannot be used as they are: refused with row and column, and nothing of them
stored.
"""

from __future__ import annotations

import io
from datetime import date
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import xlsxwriter
from test_results import CHIPS, EUR, workbook

from ledger.sheets import Reading, SheetError, Unit, read_table, results_of

pytestmark = pytest.mark.hostile


def complaint(content: str | bytes, unit: Unit = EUR, file: str = "r.csv") -> str:
    """Return everything that is said of a table that is refused."""
    bytes_ = content.encode() if isinstance(content, str) else content
    with pytest.raises(SheetError) as refused:
        results_of(read_table(bytes_, file), Reading(unit=unit))
    return f"{refused.value.message}\n  {refused.value.remedy}".rstrip()


def test_a_complaint_has_place_excerpt_what_was_expected_and_a_remedy() -> None:
    assert complaint("Date,Ann,Bea\n2025-01-03,12 chips,-12\n") == (
        "r.csv: row 2, column B: 12 chips is not an amount\n"
        "  | 2025-01-03 | 12 chips | -12\n"
        "  |              ^\n"
        "  expected an amount in EUR such as 12.50, -12.50 or (12.50)\n"
        "  write only the number; leave the cell empty if the player was not there; call a column "
        "of words Notes"
    )


def test_all_that_is_wrong_is_told_at_once_further_up_first() -> None:
    said = complaint("Date,Ann,Bea\n2025-01-03,x,-12\nsoon,1,-1\n2025-01-05,1,y\n")
    assert [line for line in said.splitlines() if line.startswith("r.csv")] == [
        "r.csv: row 2, column B: x is not an amount",
        "r.csv: row 3, column A: soon is not a date",
        "r.csv: row 4, column C: y is not an amount",
    ]


ROWS = "2025-01-03,1,-1\n"
BROKEN = {
    "two orders of dates": (
        "Date,Ann,Bea\n13.01.2025,1,-1\n01/25/2025,2,-2\n",
        "row 3, column A: 01/25/2025 can only be",
    ),
    "a date without a year": ("Date,Ann,Bea\n13.01.,1,-1\n", "row 2, column A: 13.01. has no year"),
    "a date that is no day": (
        "Date,Ann,Bea\n30.02.2025,1,-1\n",
        "row 2, column A: 30.02.2025 is not a date",
    ),
    "a missing date": (f"Date,Ann,Bea\n{ROWS},2,-2\n", "row 3, column A: the date is missing"),
    "a date twice": (
        f"Date,Ann,Bea\n{ROWS}{ROWS}",
        "row 3, column A: 2025-01-03 is already in row 2",
    ),
    "no headings": (ROWS, "row 1: there is no row of headings"),
    "no results": ("Date,Player,Place\n2025-01-03,Ann,home\n", "row 1: no column has results"),
    "no player": ("Date,Notes\n2025-01-03,1\n", "row 1: there is no column for a player"),
    "dates side by side": (
        "Player,2025-01-03,2025-01-10\nAnn,1,2\nBea,-1,-2\n",
        "row 1: the dates are in columns",
    ),
    "two columns of a player": (
        "Date,Ann,Bea,ann\n2025-01-03,1,-1,2\n",
        "row 1, column D: ann has two columns",
    ),
    "two columns of dates": (
        "Date,Player,Net,Won\n2025-01-03,Ann,1,1\n",
        "row 1, column D: Won is a second column",
    ),
    "a player twice in a night": (
        "Date,Player,Result\n2025-01-03,Ann,1\n2025-01-03,ANN,-1\n",
        "row 3, column B: Ann has a result of 2025-01-03 in row 2 already",
    ),
    "nobody's result": (
        "Date,Player,Result\n2025-01-03,,1\n2025-01-03,Bea,-1\n",
        "row 2, column B: the player is missing",
    ),
    "a number for a name": (
        "Date,1,2\n2025-01-03,1,-1\n",
        "row 1, column B: 1 is a number, not a name",
    ),
    "a result missing": (
        "Date,Player,Result\n2025-01-03,Ann,1\n2025-01-03,Bea,\n",
        "row 3, column C: an empty cell is not",
    ),
    "a cash-out missing": (
        "Date,Player,Buy-in,Cash-out\n2025-01-03,Ann,20,\n",
        "row 2, column D: the amount cashed is missing",
    ),
    "a net that differs": (
        "Date,Player,Buy-in,Cash-out,Net\n2025-01-03,Ann,20,30,12\n",
        "row 2, column E: 12 is not the amount cashed minus",
    ),
    "two decimal signs": (
        'Date,Ann,Bea\n2025-01-03,1.50,"-1,50"\n',
        "row 2, column C: -1,50 uses a different decimal sign",
    ),
    "thousands without quotes": (
        "Date,Ann,Bea\n2025-01-03,1,234.00,-1234\n",
        "row 2, column D: -1234 is in a column",
    ),
    "two signs": ("Date,Ann,Bea\n2025-01-03,(-1),1\n", "row 2, column B: (-1) is not an amount"),
    "another currency": (
        "Date,Ann,Bea\n2025-01-03,$1,-1\n",
        "row 2, column B: $1 is in another unit: the amounts are in EUR",
    ),
    "an error of a formula": (
        "Date,Ann,Bea\n2025-01-03,#REF!,-1\n",
        "row 2, column B: #REF! is a spreadsheet error",
    ),
    "a part of a cent": (
        "Date,Ann,Bea\n2025-01-03,0.3333,-1\n",
        "row 2, column B: 0.3333 has more decimal places",
    ),
    "results that do not add up": (
        f"Date,Ann,Bea\n{ROWS}2025-01-10,5,-4\n",
        "row 3: the results of 2025-01-10 add up to +1",
    ),
    "a total that differs": (
        f"Date,Ann,Bea\n{ROWS}Total,3,-1\n",
        "row 3, column B: 3 is not what Ann's results add up to: +1",
    ),
    "nothing below the headings": ("Date,Ann,Bea\n", "row 1: there is nothing below the headings"),
    "bytes that are no UTF-8": (
        b"Date,Jos\xe9,Bea\n2025-01-03,1,-1\n",
        "row 1, byte 9: 0xe9 is not UTF-8",
    ),
    "a quote left open": ('Date,"Ann,Bea\n2025-01-03,1,-1\n', "row 2: a misplaced quotation mark"),
    "no text": (b"Date,Ann\0,Bea\n", "this is not text"),
    "more players than seats": (
        "Date," + ",".join(f"P{at}" for at in range(13)) + "\n2025-01-03" + ",0" * 13 + "\n",
        "row 2: 13 players on 2025-01-03",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_it_is_refused_with_row_and_column(what: str) -> None:
    content, said = BROKEN[what]
    assert f"r.csv: {said}" in complaint(content)


def test_chips_are_whole_and_money_is_another_option() -> None:
    said = complaint("Date,Ann,Bea\n2025-01-03,1.5,-1.5\n", CHIPS)
    assert "row 2, column B: 1.5 is not a whole number of chips\n" in said
    assert "if the amounts are money, use --money CUR" in said


def test_a_result_that_excel_took_for_a_date_is_told() -> None:
    content = workbook(
        ("Results", [["Date", "Ann", "Bea"], [date(2025, 1, 3), date(2025, 5, 1), -1.5]])
    )
    assert "row 2, column B: 2025-05-01 is a date, not an amount" in complaint(
        content, file="r.xlsx"
    )


def test_a_number_in_the_place_of_a_date_is_told() -> None:
    content = workbook(("Results", [["Date", "Ann", "Bea"], [45660, 1, -1]]))
    assert "row 2, column A: 45660 is a number, not a date" in complaint(content, file="r.xlsx")


def test_a_file_that_is_no_workbook_is_told() -> None:
    assert "r.xlsx: cannot be read as .xlsx" in complaint(b"PK\x03\x04 not really", file="r.xlsx")
    assert "r.xlsx: it is empty" in complaint(workbook(("Empty", [])), file="r.xlsx")


# --- Small files that become large ----------------------------------------------------------------


def with_sheet(sheet: str, *, size: int | None = None) -> bytes:
    """Return an XLSX file whose sheet has this in it; ``size`` is what the file says of how long
    that is.
    """
    held, packed = io.BytesIO(), io.BytesIO()
    with xlsxwriter.Workbook(held) as book:
        book.add_worksheet().write(0, 0, "Date")
    with ZipFile(held) as plain, ZipFile(packed, "w", ZIP_DEFLATED) as other:
        for info in plain.infolist():
            content = plain.read(info)
            if info.filename.endswith("sheet1.xml"):
                head, _, _ = content.partition(b"<sheetData>")
                content = head + b"<sheetData>" + sheet.encode() + b"</sheetData></worksheet>"
            other.writestr(info.filename, content)
        if size is not None:
            other.getinfo("xl/worksheets/sheet1.xml").file_size = size
    return packed.getvalue()


CELL = '<c r="A1" t="inlineStr"><is><t>{}</t></is></c>'


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("sheet", "complaint"),
    [
        (
            (
                '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row><row '
                'r="40000"><c><v>1</v></c></row>'
            ),
            "500,000 cells",
        ),
        ('<row r="1048576"><c r="A1048576"><v>1</v></c></row>', "100,000 rows"),
        (f'<row r="1">{"<c/>" * 600}</row><row r="90000"/>', "500,000 cells"),
        (f'<row r="1">{CELL.format("a" * 45_000_000)}</row>', "unpacks to more than 40 MB"),
    ],
)
def test_a_small_workbook_that_becomes_large_is_refused_before_it_is_opened(
    sheet: str, complaint: str
) -> None:
    for size in (None, 1_000):
        content = with_sheet(sheet, size=size)
        assert len(content) < 100_000
        with pytest.raises(SheetError, match=complaint):
            read_table(content, "night.xlsx")


@pytest.mark.parametrize(
    "content", [b"," * 600_000, b"\n" * 600_000, b"\r" * 600_000, (b"\t" * 100_000 + b"\n") * 6]
)
def test_a_table_with_too_many_cells_is_refused_before_it_is_cut(content: bytes) -> None:
    with pytest.raises(SheetError, match="500,000 cells"):
        read_table(content, "night.csv")
