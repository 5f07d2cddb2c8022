"""A spreadsheet with any one cell replaced: read as what a log could say, asked about, or refused
with row and column.
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest
from audit_text import log_of as whole_log
from test_results import EUR, FORMS, workbook
from trials import FULL, luck

from ledger.book.balances.figures import owing
from ledger.book.derived.access import ask
from ledger.book.sessions.importing import ImportOptions, MadeLog, import_files
from ledger.log import read
from ledger.sheets import Reading, Results, SheetError, UnclearError, log_of, results_in
from ledger.sheets.nights import MOST_SEATS

TEXTS = (
    *(
        "",
        " ",
        "Ann",
        " Ann",
        "Bea",
        "ann",
        "x\ny",
        "-",
        "=cmd|x",
        "=1+1",
        "@SUM(1)",
        "#REF!",
        "hand",
        "Total",
        "Date",
        "€",
        "EUR",
    ),
    *(
        "USD",
        "\u202e",
        "é",
        "½",
        "٣",
        "\ufeff",
        "\U0010ff85",
        "\x1b[2J",
        "a" * 1000,
        "a" * 100_000,
        "p-x",
        "5%",
        "1,2,3",
    ),
)
NUMBERS = (
    *(
        "0",
        "-0",
        "5",
        "-5",
        "(5)",
        "€3",
        "1.5",
        "1.005",
        "1e5",
        "1e400",
        "NaN",
        "inf",
        "0x10",
        "1_000",
        "9" * 12,
        "9" * 400,
    ),
    *("2" + "0" * 18, "-9999999999.99"),
)
DAYS = (
    "2025-01-03",
    "2025-13-45",
    "0/0/00",
    "31.12.9999",
    "1.1.0001",
    "45000",
    "2025-01-03T25:61",
    "3/4/25",
    "yesterday",
)

Rows = list[list[str]]


def rows_of(form: str) -> Rows:
    """The cells of one of the forms."""
    text = dedent(FORMS[form]).lstrip("\n")
    separator = max(",;\t", key=text.count)
    return [
        row
        for row in csv.reader(io.StringIO(text), delimiter=separator)
        if not row or not row[0].startswith("sep=")
    ]


def with_another(rows: Rows, rng: Random) -> tuple[Rows, bool]:
    """The rows with one cell replaced, and whether it is above the nights: there a whole row is
    refused, not a cell.
    """
    at = rng.choice([number for number, row in enumerate(rows) if row])
    column = rng.randrange(len(rows[at]))
    value = rng.choice([one for one in (*TEXTS, *NUMBERS, *DAYS) if one != rows[at][column]])
    above = not any("2025" in cell for row in rows[: at + 1] for cell in row)
    return [
        *rows[:at],
        [*rows[at][:column], value, *rows[at][column + 1 :]],
        *rows[at + 1 :],
    ], above


def understood(rows: Rows, rng: Random, *, above: bool) -> Results | None:
    """What is read of a table as CSV, or now and then as a workbook; None if it is asked about or
    refused, as it should be.
    """
    file, content = "r.csv", io.StringIO()
    csv.writer(content).writerows(rows)
    as_workbook = rng.random() < 0.02 and max(len(cell) for row in rows for cell in row) < 32_000
    raw = workbook(("s", [[*row] for row in rows])) if as_workbook else content.getvalue().encode()
    refused: SheetError
    try:
        return results_in(raw, "r.xlsx" if as_workbook else file, Reading(unit=EUR))
    except UnclearError as question:
        refused = question
    except SheetError as error:
        refused = error
        first = error.message.split("\n")[0]
        if not re.search(r"row \d+" if above else r"row \d+, column [A-Z]+", first):
            raise
    assert len(refused.message) < 5_000
    return None


def test_any_cell_with_any_value_is_what_a_log_can_say_or_asked_about_or_refused() -> None:
    rng = luck()
    for _ in range(5_000 if FULL else 40):
        rows, above = with_another(rows_of(rng.choice(list(FORMS))), rng)
        try:
            found = understood(rows, rng, above=above)
            for night in found.nights if found else ():
                log = read(log_of(night, EUR), "log")
                assert log.readable
                assert not log.errors
                assert night.rest == 0
                assert 0 < len(night.results) <= MOST_SEATS
        except Exception as error:
            raise AssertionError([[cell[:50] for cell in row] for row in rows]) from error


def test_a_note_that_no_log_can_hold_is_refused_with_row_and_column() -> None:
    """It ended the import in a traceback."""
    text = "Date,Ann,Bea,Notes\n2025-01-03,5,-5,late\n2025-01-10,5,-5," + "a" * 100_000
    with pytest.raises(SheetError, match=r"^r\.csv: row 3, column D: a note of 100,000 characters"):
        results_in(text.encode(), "r.csv", Reading(unit=EUR))


def test_the_book_afterwards_answers_as_before(tmp_path: Path) -> None:
    rng = luck()
    folder, first = tmp_path / "book", tmp_path / "first.bourre"
    first.write_text(
        whole_log("session 2020-01-01 first\nchip 0.25 EUR\nseats Ann Bea\nresult Ann 4 Bea -4\n"),
        "utf-8",
    )
    import_files(folder, [first], ImportOptions())
    before = ask(folder, owing)
    done = 0
    while done < (100 if FULL else 2):
        rows, above = with_another(rows_of(rng.choice(list(FORMS))), rng)
        found = understood(rows, rng, above=above)
        if not found or not found.nights:
            continue
        done += 1
        made = [MadeLog("r.csv", log_of(night, EUR, "r.csv").encode()) for night in found.nights]
        imported = import_files(folder, [], ImportOptions(), made)
        assert len(imported.stored) == len(made)
        won = sum(night.results.get("Ann", 0) for night in found.nights)
        (ann,) = [one.amount for one in ask(folder, owing).balances if one.name == "Ann"]
        assert ann == 100 + won
        for log in (folder / "sessions").glob("results-*.bourre"):
            log.unlink()
        assert ask(folder, owing) == before
        assert [one.name for one in (folder / "sessions").iterdir()] == ["first.bourre"]
