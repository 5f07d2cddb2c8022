"""The currency of an amount that names none is the one the book plays in, else what those named owe
each other, else asked.
"""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from book_on_disk import Book, Typing

from ledger.book.balances.currencies import currency_meant

CASE = Path(__file__).parents[1] / "cases/foreign/01-currency-usd/results.csv"


@pytest.fixture
def fresh(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """A book that is not there yet."""
    return Book(tmp_path / "fresh", capsys)


def amounts(book: Book) -> dict[tuple[str, str], str]:
    return {
        (one["player"], one["currency"]): one["amount"] for one in book.json("owes")["balances"]
    }


def owed(book: Book, unit: str) -> dict[str, str]:
    return {name: amount for (name, one), amount in amounts(book).items() if one == unit}


def test_a_new_book_has_the_currency_of_its_evenings(fresh: Book) -> None:
    sheet = shutil.copy(CASE, fresh.folder.parent / "results.csv")
    assert fresh.run("import", str(sheet), "--money", "EUR").status == 0
    assert 'currency = "EUR"' in (fresh.folder / "book.toml").read_text()
    told = fresh.run("pay", "Cal", "Ann", "11.50", "--date", "2026-11-22")
    assert (told.status, told.out.splitlines()[0].partition(":")[0]) == (
        0,
        "Cal paid Ann €11.50 on 2026-11-22",
    )
    assert (
        fresh.run(
            "expense", "Bea", "30", "pizza", "--for", "Ann,Bea,Cal", "--date", "2026-11-22"
        ).status
        == 0
    )
    assert amounts(fresh) == {
        ("Ann", "EUR"): "-8.00",
        ("Bea", "EUR"): "18.00",
        ("Cal", "EUR"): "-10.00",
    }


@pytest.mark.parametrize("said", ["USD", "EUR", "ZAR"])
def test_an_old_book_whose_settings_say_another_currency_pays_in_what_it_plays_for(
    book: Book, said: str
) -> None:
    """
    chip 1 EUR
    transfer Ann Bea 10
    """
    (book.folder / "book.toml").write_text(
        (book.folder / "book.toml").read_text().replace('"USD"', f'"{said}"')
    )
    told = book.run("pay", "Ann", "Bea", "2", "--date", "2026-11-22")
    assert told.out.startswith("Ann paid Bea €2.00 ")
    undo = told.out.splitlines()[-1]
    assert ("--currency EUR" in undo) == (said == "never")
    assert book.run("expense", "Bea", "4", "tea", "--for", "Ann,Bea").out.startswith(
        "Bea paid €4.00 "
    )
    assert owed(book, "EUR") == {"Ann": "-10.00", "Bea": "10.00"}


def test_lines_that_name_no_currency_keep_the_one_that_they_had(book: Book) -> None:
    """
    chip 1 EUR
    transfer Ann Bea 10
    """
    (book.folder / "payments.bourre").write_text("bourre 1\ndate 2026-11-21\npay Ann Bea 1\n")
    assert book.run("pay", "Ann", "Bea", "2", "--date", "2026-11-22").status == 0
    assert book.payments() == (
        "bourre 1\ndate 2026-11-21\npay Ann Bea 1\ndate 2026-11-22\ncurrency EUR\npay Ann Bea 2\n"
    )
    assert owed(book, "USD") == {"Ann": "1.00", "Bea": "-1.00"}


TWO = """chip 1 EUR
seats Ann Bea Cal
transfer Ann Bea 10
"""
OTHER = """session 2026-11-21 later
chip 1 USD
seats Ann Bea Cal
transfer Cal Bea 7
"""


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (("pay", "Ann", "Bea", "10"), "€"),
        (("pay", "Cal", "Bea", "7"), "$"),
        (("pay", "Ann", "Cal", "€3", "--anyway"), "€"),
        (("pay", "Ann", "Cal", "3", "--currency", "USD", "--anyway"), "$"),
        (("expense", "Bea", "6", "tea", "--for", "Cal,Bea"), "$"),
    ],
)
def test_of_several_currencies_what_they_owe_each_other_decides(
    book: Book, words: tuple[str, ...], unit: str
) -> None:
    book.add(TWO, OTHER)
    told = book.run(*words)
    assert (told.status, told.err) == (0, "")
    assert f" {unit}" in told.out.splitlines()[0]


@pytest.mark.parametrize(
    "words",
    [
        ("pay", "Ann", "Cal", "3"),
        ("pay", "Cal", "Ann", "3"),
        ("expense", "Bea", "6", "tea", "--for", "Ann,Bea,Cal"),
    ],
)
def test_where_nothing_decides_it_is_asked_and_a_script_is_refused(
    book: Book, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(TWO, OTHER)
    told = book.run(*words)
    assert (told.status, told.out) == (2, "")
    assert told.err == (
        "bourre: it is not clear in which currency: there is EUR and USD\n  say it: --currency "
        "EUR or --currency USD\n"
    )
    assert book.payments() == ""
    monkeypatch.setattr("sys.stdin", Typing("eur\ny\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = book.run(*words)
    assert (told.status, told.err.partition("?")[0]) == (0, "In which currency, EUR or USD")
    assert "currency EUR\n" in book.payments()


def test_a_new_book_that_plays_for_nothing_asks_for_the_currency(fresh: Book) -> None:
    assert (
        fresh.run(
            "import",
            fresh.put("bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea\n"),
        ).status
        == 0
    )
    told = fresh.run("pay", "Ann", "Bea", "3")
    assert told.err == (
        "bourre: it is not clear in which currency: nothing in the book names one\n  say it: "
        "--currency EUR\n"
    )
    assert fresh.run("pay", "Ann", "Bea", "3", "--currency", "USD").status == 0
    assert "currency USD\n" in fresh.payments()
    assert fresh.run("pay", "Ann", "Bea", "4", "--anyway").out.startswith("Ann paid Bea $4.00")


def test_what_was_paid_first_keeps_its_currency_when_the_book_begins_to_play_in_another(
    fresh: Book,
) -> None:
    assert (
        fresh.run(
            "import",
            fresh.put("bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea\n"),
        ).status
        == 0
    )
    (fresh.folder / "payments.bourre").write_text("bourre 1\ndate 2026-11-21\npay Ann Bea 1\n")
    later = (
        "bourre 1\nsession 2026-11-27 later\nrules louisiana\nchip 1 EUR\nseats Ann Bea\nbuyin "
        "Ann 4 from Bea\n"
    )
    assert fresh.run("import", fresh.put(later, "later.bourre")).status == 0
    assert "currency" not in (fresh.folder / "book.toml").read_text()
    assert owed(fresh, "USD") == {"Ann": "1.00", "Bea": "-1.00"}


def test_undoing_a_settlement_of_two_currencies_names_each(book: Book) -> None:
    book.add(TWO, OTHER)
    told = book.run("settle", "--yes")
    undo = [line for line in told.out.splitlines() if line.startswith("  bourre pay")]
    assert [("EUR" in line, "USD" in line) for line in undo] == [(True, False), (False, True)]


def test_the_currency_follows_from_where_they_stand() -> None:
    owes, gets = {"EUR": -5, "chips": -3}, {"EUR": 5, "USD": 4, "chips": 3}
    assert currency_meant(["EUR"], [], pays=False) == "EUR"
    assert currency_meant(["EUR", "USD"], [owes, gets], pays=True) == "EUR"
    assert currency_meant(["EUR", "USD"], [gets, owes], pays=True) == "EUR"
    assert currency_meant(["EUR", "USD"], [gets, gets], pays=True) is None
    assert currency_meant(["EUR", "USD"], [gets, gets], "$4", pays=True) == "USD"
    assert currency_meant(["AUD", "USD"], [{}, {}], "$4", pays=True) is None
    assert currency_meant(["EUR"], [{"USD": 3}, {}], pays=True) is None
    assert currency_meant([], [{"chips": 3}, {"chips": -3}], pays=True) is None
    both = [{"EUR": -5, "USD": 5}, {"EUR": 5, "USD": -5}]
    assert currency_meant(["EUR", "USD"], both, pays=True) == "EUR"
    assert currency_meant(["EUR", "USD"], both, pays=False) is None


@pytest.mark.parametrize(
    "words",
    [("pay", "Ann", "Bea", "1"), ("expense", "Ann", "1", "--for", "Bea"), ("settle", "--yes")],
)
def test_a_day_that_is_still_far_ahead_is_asked_about(
    book: Book, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 1 USD
    seats Ann Bea
    transfer Ann Bea 10
    """
    told = book.run(*words, "--date", "2162-11-21")
    assert (told.status, book.payments()) == (2, "")
    assert told.err == (
        "bourre: 2162-11-21 is still to come\n  write the day on which it was paid; --future "
        "notes it for that day\n"
    )
    monkeypatch.setattr("sys.stdin", Typing("n\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert book.run(*words, "--date", "2162-11-21").status == 2
    monkeypatch.setattr("sys.stdin", Typing("y\n"))
    assert book.run(*words, "--date", "2162-11-21").status == 0
    assert book.run(*words, "--date", "2162-11-22", "--future").status == 0


def test_a_debt_is_settled_in_another_currency_and_no_rate_is_invented(book: Book) -> None:
    book.add(TWO, OTHER)
    told = book.run(
        "pay", "Cal", "Bea", "6", "EUR", "for", "7", "USD", "--date", "2026-11-22", "--note", "cash"
    )
    assert told.out.startswith("Cal paid Bea €6.00 for $7.00 on 2026-11-22: ")
    assert book.payments().splitlines()[-1] == "pay Cal Bea 6 EUR for 7 USD cash"
    assert owed(book, "USD") == {"Bea": "0.00", "Cal": "0.00"}
    assert owed(book, "EUR") == {"Ann": "-10.00", "Bea": "10.00"}
    undo = told.out.splitlines()[-1].removeprefix("To undo it: bourre ")
    words = shlex.split(undo)
    at = words.index("--book")
    assert book.run(*words[:at], *words[at + 2 :]).status == 0
    assert owed(book, "USD") == {"Bea": "7.00", "Cal": "-7.00"}
    assert book.run("check").status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("6", "EUR", "for", "7", "EUR"), "both amounts are in one currency"),
        (("6", "EUR", "and", "7", "USD"), "6 EUR and 7 USD is not an amount"),
        (("6.5", "JPY", "for", "7", "USD"), "6.5 has too many digits after the point"),
    ],
)
def test_what_is_no_exchange_is_refused(book: Book, words: tuple[str, ...], said: str) -> None:
    book.add(TWO, OTHER)
    told = book.run("pay", "Cal", "Bea", *words)
    assert (told.status, book.payments()) == (2, "")
    assert told.err.startswith(f"bourre: {said}")


def test_a_currency_may_stand_behind_the_amount(book: Book) -> None:
    book.add(TWO, OTHER)
    assert book.run("pay", "Cal", "Bea", "7", "USD").out.startswith("Cal paid Bea $7.00 ")
    assert book.run("pay", "Cal", "Bea", "2", "€").out.startswith("Cal paid Bea €2.00 ")
