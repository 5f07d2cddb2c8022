"""Files that came from elsewhere and once became wrong money, by command; neighbours of each stand beside what reads them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from book_on_disk import Book, Told, flat

from ledger.cli.main import main

CASES = Path(__file__).parents[1] / "cases" / "foreign"


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """A book that is not there yet."""
    return Book(tmp_path / "book", capsys)


def case(book: Book, name: str) -> str:
    """Return the path of a copy of a case beside the book."""
    return str(shutil.copy(CASES / name, book.folder.parent))


def audit(book: Book, path: str) -> Told:
    status = main(["audit", path])
    told = book.capsys.readouterr()
    return Told(status, told.out, told.err)


def test_payments_are_in_the_only_currency_of_the_book(fresh: Book) -> None:
    fresh.run("import", case(fresh, "01-currency-usd/results.csv"), "--money", "EUR")
    assert fresh.run("pay", "Cal", "Ann", "11.50", "--date", "2026-11-22").status == 0
    assert fresh.run("expense", "Bea", "30", "pizza", "--for", "Ann,Bea,Cal", "--date", "2026-11-22").status == 0
    assert {one["currency"] for one in fresh.json("owes")["balances"]} == {"EUR"}
    assert fresh.balances() == {"Ann": "-8.00", "Bea": "18.00", "Cal": "-10.00"}


def test_the_same_file_with_other_dates_doubles_nothing(fresh: Book) -> None:
    path = case(fresh, "02-reimport-other-dates/results.csv")
    assert fresh.run("import", path, "--money", "EUR", "--dates", "mdy").status == 0
    assert fresh.run("import", path, "--money", "EUR", "--dates", "dmy").status == 1
    assert fresh.balances() == {"Ann": "-7.50", "Bea": "3.00", "Cal": "-5.50", "Dot": "10.00"}
    assert fresh.run("import", path, "--money", "EUR", "--dates", "dmy", "--replace").status == 0
    assert fresh.balances() == {"Ann": "-7.50", "Bea": "3.00", "Cal": "-5.50", "Dot": "10.00"}
    assert len(list((fresh.folder / "sessions").iterdir())) == 3


@pytest.mark.parametrize("name", sorted(path.name for path in (CASES / "04-semicolon-quoted").iterdir()))
def test_quoted_cells_of_any_separator_are_read(fresh: Book, name: str) -> None:
    told = fresh.run("import", case(fresh, f"04-semicolon-quoted/{name}"), "--money", "EUR", "--dates", "dmy")
    assert (told.status, "misplaced" in told.err) == (0, False)
    won = {"v7_comma_file_with_semicolons.csv": "5.00", "v2_note_ends_comma.csv": "13.50"}.get(name, "12.50")
    assert fresh.balances() == {"Ann": won, "Bea": f"-{won}"}


@pytest.mark.parametrize(("name", "cells"), [("err2.csv", 2), ("err2.xlsx", 2), ("form2.xlsx", 6)])
def test_cells_that_were_lost_are_named_and_nothing_is_stored(fresh: Book, name: str, cells: int) -> None:
    told = fresh.run("import", case(fresh, f"05-xlsx-error-cells/{name}"), "--money", "USD")
    assert (told.status, told.err.count(": row "), fresh.folder.exists()) == (2, cells, False)


def test_what_lets_one_night_in_lets_no_other_in(fresh: Book) -> None:
    fresh.run("import", case(fresh, "07-anyway-switches-off-both/fri.bourre"))
    told = fresh.run("import", case(fresh, "07-anyway-switches-off-both/r.csv"), "--money", "EUR")
    assert "--anyway" not in told.err
    told = fresh.run("import", case(fresh, "07-anyway-switches-off-both/r.csv"), "--money", "EUR", "--unbalanced", "2026-11-13")
    assert (told.status, "looks like evening friday of 2026-11-20 again" in flat(told.err)) == (1, True)
    assert fresh.balances()["Ann"] == "14.00"


@pytest.mark.parametrize("name", ["r.csv", "r3.csv"])
def test_no_pot_is_below_zero_and_no_other_night_is_blamed(fresh: Book, name: str) -> None:
    path = case(fresh, f"08-negative-pot/{name}")
    assert fresh.run("import", path, "--money", "EUR", "--unbalanced", "all").status == 0
    owes = fresh.json("owes")
    assert owes["pots"] == []
    assert [one["session"] for one in owes["unexplained"]] == ["results-2026-11-13", "results-2026-11-27"][
        : 1 + (name == "r3.csv")
    ]
    told = fresh.run("new", "--seats", "Ann, Bea, Cal", "--chip", "0.25", "--output", "-")
    assert (told.status, "\npot" in told.out) == (0, False)


@pytest.mark.parametrize("name", ["fri.bourre", "sat.bourre"])
def test_a_second_log_in_a_file_is_never_counted_in_the_first(fresh: Book, name: str) -> None:
    told = fresh.run("import", case(fresh, "12-two-logs-in-one-file/both.bourre"))
    assert told.status == 1
    told = fresh.run("audit")
    assert "fri.bourre:8:1: error: a second log begins here, and nothing from here on is read" in told.out
    assert "put it into a file of its own" in told.out
    assert fresh.balances() == {"Ann": "0.50", "Bea": "-0.25", "Cal": "-0.25"}
    told = fresh.run("import", case(fresh, f"12-two-logs-in-one-file/{name}"), "--replace")
    if name == "sat.bourre":
        assert fresh.balances() == {"Ann": "-9.50", "Bea": "19.75", "Cal": "-10.25"}
    assert told.status == 0


@pytest.mark.parametrize("between", ["", "\n", "# Saturday\n", "\ufeff", "\u200b", " "])
def test_a_second_log_is_found_behind_whatever_stands_between(fresh: Book, between: str) -> None:
    first, second = ((CASES / f"12-two-logs-in-one-file/{name}.bourre").read_text() for name in ("fri", "sat"))
    assert fresh.run("import", fresh.put(first + between + second)).status == 1
    assert fresh.balances() == {"Ann": "0.50", "Bea": "-0.25", "Cal": "-0.25"}


def test_two_people_of_one_name_are_asked_about(fresh: Book) -> None:
    path = case(fresh, "13-pokernow-two-ids-one-name/b.csv")
    words = ("import", path, "--chip", "0.01", "USD", "--date", "2026-04-27")
    told = fresh.run(*words)
    assert (told.status, "Mike has 2 ids (x1, x2)" in told.err, fresh.folder.exists()) == (2, True, False)
    assert fresh.run(*words, "--same-name", "several").status == 0
    assert fresh.balances() == {"Mike": "1.01", "Mike x2": "-0.51", "Shay": "-0.50"}


def test_the_number_format_for_accounts_is_read(fresh: Book) -> None:
    assert fresh.run("import", case(fresh, "14-accounting-format/e_acct.csv"), "--money", "USD").status == 0
    assert fresh.balances() == {"Ann": "12.50", "Bea": "-1.00", "Cal": "-11.50"}


def test_suits_are_read_in_the_text_form_too(fresh: Book) -> None:
    told = audit(fresh, case(fresh, "15-text-variation-selector/a.bourre"))
    assert "K\N{BLACK SPADE SUIT}" not in told.out
    assert [line.partition("a.bourre:")[2] for line in told.out.splitlines() if ": error:" in line] == [
        "8:12: error: – is not a card [syntax]"
    ]
    assert "write - if nobody knows it" in told.out


@pytest.mark.parametrize("card", ["K\u2660\ufe0e", "K\u2660\ufe0f", "K\u2660", "k\u2660\ufe0e"])
def test_a_suit_in_any_form_is_the_same_card(fresh: Book, card: str) -> None:
    text = (CASES / "15-text-variation-selector/a.bourre").read_text().replace("K\u2660\ufe0e", card).partition("hand 2")[0]
    assert ": error:" not in audit(fresh, fresh.put(text)).out


def test_a_house_that_gives_the_pot_only_for_most_tricks_can_say_so(fresh: Book) -> None:
    text = (CASES / "16-majority-rule/a.bourre").read_text()
    assert "[take]" in audit(fresh, fresh.put(text)).out
    told = audit(fresh, fresh.put(text.replace("louisiana", "louisiana wins=majority")))
    assert (told.status, "nothing wrong" in told.out) == (0, True)
