"""What results from a spreadsheet leave for the next evening, and whether they were paid."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from book_on_disk import Book, Typing

CASE = Path(__file__).parents[1] / "cases/foreign/09-chip-001-after-sheet/r.csv"
EVENING = [
    "friday",
    "Ann, Bea, Cal",
    "-",
    "",
    "",
    "hand Cal 9h",
    "tricks Ann 3 Bea 2",
    "",
    "end carry",
    "",
]


@pytest.fixture
def old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Book:
    """A book of two nights from a spreadsheet."""
    book = Book(tmp_path / "old", capsys)
    assert (
        book.run("import", str(shutil.copy(CASE, tmp_path / "r.csv")), "--money", "EUR").status == 0
    )
    return book


def recorded(book: Book, monkeypatch: pytest.MonkeyPatch, *answers: str) -> str:
    monkeypatch.setattr("sys.stdin", Typing("\n".join(answers or EVENING)))
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    assert book.run("record").status == 0
    return book.log()


@pytest.mark.nightly
def test_no_chip_of_one_cent_is_proposed_and_the_first_pot_can_be_followed(
    old: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match="nothing says what a chip is worth"):
        recorded(old, monkeypatch, *EVENING[:2], "", *EVENING[3:])
    log = recorded(old, monkeypatch)
    assert "chip" not in log
    assert "exempt -\n" in log
    assert "unverified-pot" not in old.run("audit").out


def test_a_chip_without_a_currency_is_in_that_of_the_book(
    old: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "chip 0.25 EUR\n" in recorded(old, monkeypatch, *EVENING[:2], "0.25", *EVENING[3:])


def test_the_house_decides_where_only_results_are_known(
    old: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (old.folder / "book.toml").open("a") as file:
        file.write('\n[house]\nrules = "acadiana"\nante = 2\nchip = "0.50"\n')
    log = recorded(old, monkeypatch, *EVENING[:2], "", *EVENING[3:])
    assert "rules acadiana\nchip 0.50 EUR\nante 2\n" in log


def test_results_after_an_evening_change_neither_its_stakes_nor_its_seats(old: Book) -> None:
    hand = "hand 1 Bea 9h\n  tricks Ann 3 Cal 2\n  take Ann 3\nend carry\n"
    old.add(f"session 2026-10-01 real\nrules acadiana\nchip 0.25 EUR\nseats Cal Ann Bea\n{hand}")
    told = old.run("new", "next", "--date", "2026-12-01", "-o", "-")
    assert "rules acadiana\nchip 0.25 EUR\n" in told.out
    assert "seats Cal Ann Bea\n" in told.out


def test_a_pot_is_carried_by_its_worth_over_results_in_cents(old: Book) -> None:
    old.add(
        "session 2026-10-01 real\nchip 0.25 EUR\nseats Cal Ann Bea\nhand 1 Bea 9h\n  pass Cal Ann "
        "Bea\nend carry\n"
    )
    told = old.run("new", "next", "--date", "2026-12-01", "-o", "-")
    assert "chip 0.25 EUR\npot 3\n" in told.out


@pytest.mark.parametrize("unit", [("--money", "EUR"), ("--chips",)])
def test_a_book_of_results_is_not_called_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], unit: tuple[str, ...]
) -> None:
    book = Book(tmp_path / "old", capsys)
    assert book.run("import", str(shutil.copy(CASE, tmp_path / "r.csv")), *unit).status == 0
    told = book.run("new", "next")
    assert (told.status, told.out) == (2, "")
    assert told.err == (
        "bourre: cannot tell who plays: results do not say who sat where\n  bourre new --seats "
        "'Ann, Bea, Cal'\n"
    )
    told = book.run("new", "next", "--seats", "Cal, Ann, Bea")
    assert "what a chip is worth: no evening of the book has hands" in told.err
    told = book.run("new", "next", "--seats", "Cal, Ann, Bea", "--chip", "-", "-o", "-")
    assert "chip" not in told.out.partition("#")[0]


SHEET = ("--money", "EUR")


def test_results_are_asked_once_whether_they_were_paid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    book, sheet = Book(tmp_path / "old", capsys), str(shutil.copy(CASE, tmp_path / "r.csv"))
    monkeypatch.setattr("sys.stdin", Typing("y\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told = book.run("import", sheet, *SHEET)
    assert told.status == 0
    assert "Were these evenings paid at the time?" in told.err
    assert "Noted 4 payments, each on the day of its evening:" in told.err
    assert set(book.balances().values()) == {"0.00"}
    assert (
        "date 2026-11-13\ncurrency EUR\npay Bea Ann 2 settles results-2026-11-13\n"
        in book.payments()
    )
    monkeypatch.setattr("sys.stdin", Typing(""))
    before = book.payments()
    told = book.run("import", sheet, *SHEET)
    assert "paid at the time" not in told.err
    assert "Nobody owes anybody anything." in book.run("owes").out
    assert book.payments() == before


def test_an_export_knows_what_was_paid_and_is_never_asked(
    old: Book, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert old.run("export", "csv", str(tmp_path / "tables")).status == 0
    monkeypatch.setattr("sys.stdin", Typing("y\n"))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    again = Book(tmp_path / "again", capsys)
    told = again.run("import", str(tmp_path / "tables"), "--paid")
    assert (told.status, "paid" in told.err, again.payments()) == (0, False, "")
    assert again.balances() == old.balances()


def test_who_says_no_owes_what_was_lost_and_can_say_it_later(old: Book, tmp_path: Path) -> None:
    assert old.balances() == {"Ann": "14.00", "Bea": "-8.00", "Cal": "-6.00"}
    told = old.run("import", str(tmp_path / "r.csv"), *SHEET, "--paid")
    assert "Noted 4 payments" in told.err
    assert set(old.balances().values()) == {"0.00"}
    before = old.payments()
    assert (
        "No payment was left to note."
        in old.run("import", str(tmp_path / "r.csv"), *SHEET, "--paid").err
    )
    assert old.payments() == before


def test_what_was_paid_since_is_not_paid_twice(old: Book, tmp_path: Path) -> None:
    assert old.run("pay", "Bea", "Ann", "2", "--date", "2026-11-14").status == 0
    assert old.run("import", str(tmp_path / "r.csv"), *SHEET, "--paid").status == 0
    assert old.payments().count("pay Bea Ann 2") == 1


def test_a_winner_of_all_may_have_lost_a_night_and_paid_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "s.csv").write_text("Date,Ann,Bea\n2026-11-13,-4,4\n2026-11-20,10,-10\n")
    book = Book(tmp_path / "old", capsys)
    assert book.run("import", str(tmp_path / "s.csv"), *SHEET, "--paid").status == 0
    assert [line for line in book.payments().splitlines() if line.startswith("pay")] == [
        "pay Ann Bea 4 settles results-2026-11-13",
        "pay Bea Ann 10 settles results-2026-11-20",
    ]


def test_chips_without_a_value_are_nothing_to_pay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, sheet = Book(tmp_path / "old", capsys), str(shutil.copy(CASE, tmp_path / "r.csv"))
    assert "paid" not in book.run("import", sheet, "--chips", "--paid").err
    assert book.payments() == ""
