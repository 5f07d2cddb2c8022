"""bourre expense: what one player paid for several is a line of the payments file, and a share of
everybody named.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger.cli.main import main


def test_it_is_written_down_and_said_with_the_shares(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal Dot
    transfer Ann Bea 4
    """
    told = book.run(
        "expense", "Bea", "40", "two", "pizzas", "--for", "Ann, Bea,Cal", "--date", "2026-11-21"
    )
    path = book.folder / "payments.bourre"
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith(
        "Bea paid $40.00 for two pizzas on 2026-11-21, shared by Ann, Bea, Cal: $13.34 or\n$13.33 "
        "each\n"
    )
    assert told.out.endswith(f"\nTo undo it, delete line 4 of {path}.\n")
    assert (
        book.payments()
        == "bourre 1\ndate 2026-11-21\ncurrency USD\nexpense Bea 40 two pizzas for Ann Bea Cal\n"
    )
    assert told.out.splitlines()[4:8] == [
        "Balance  before      now",
        "Bea      +$1.00  +$27.67  is owed",
        "Ann      −$1.00  −$14.34  owes",
        "Cal       $0.00  −$13.33  owes",
    ]
    assert book.balances() == {"Ann": "-14.34", "Bea": "27.67", "Cal": "-13.33"}
    assert book.run("check").status == 0


def test_new_makes_players_of_names_that_nobody_has(book: Book) -> None:
    """
    seats Ann Bea
    """
    assert (
        book.run("expense", "Zoltan", "9", "taxi", "--for", "Ann,Yul,Zoltan", "--new").status == 0
    )
    assert book.balances() == {"Ann": "-3.00", "Yul": "-3.00", "Zoltan": "6.00"}


def test_names_are_found_as_in_logs_whatever_their_case_and_accents(book: Book) -> None:
    """
    seats Ann Béa "Big Al" Dot DOT
    """
    assert book.run("expense", "BEA", "9", "taxi", "--for", "ann,big al,béa").status == 0
    assert book.run("pay", "ánn", "bea", "1").status == 0
    assert book.payments().splitlines()[3:] == [
        'expense Béa 9 taxi for Ann "Big Al" Béa',
        "pay Ann Béa 1",
    ]
    assert book.run("players", "rename", "BIG AL", "Al").status == 0
    assert "Al owes $3.00." in book.run("why", "big al").out
    told = book.run("pay", "dot", "Ann", "1")
    assert (told.status, told.err.splitlines()[0]) == (2, "bourre: dot may be DOT or Dot")


def test_names_with_spaces_and_words_like_for_are_read_back(book: Book) -> None:
    """
    seats "Big Al" Bea
    """
    assert (
        book.run(
            "expense",
            "Big Al",
            "7.5",
            "chips",
            "for",
            "all",
            "--for",
            "Bea,Big Al",
            "--date",
            "2026-11-21",
        ).status
        == 0
    )
    assert (
        book.payments().splitlines()[-1] == 'expense "Big Al" 7.50 "chips for all" for Bea "Big Al"'
    )


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("Anne", "4", "--for", "Ann,Bea"),
            "there is no player Anne\n  did you mean Ann?; --new adds Anne as a new player\n",
        ),
        (
            ("Ann", "4", "--for", "Ann,Bee"),
            "there is no player Bee\n  did you mean Bea?; --new adds Bee as a new player\n",
        ),
        (("Ann", "4", "--for", "Bea,Bea"), "Bea is named twice\n  name each player once\n"),
        (
            ("Ann", "4", "--for", ","),
            "nobody is named as sharing this cost\n  name them: --for Ann,Bea,Cal\n",
        ),
        (
            ("Ann", "4", "--for", "Ann", "Bea"),
            "bourre expense cannot use Bea\n  put commas between names: --for Ann,Bea\n",
        ),
        (
            ("Ann", "4", "--for", "Big Al,", "Bea", "--new"),
            "bourre expense cannot use Bea\n  put commas between names: --for 'Big Al,Bea'\n",
        ),
        (("Ann", "0", "--for", "Bea"), "0 is not an amount to pay\n"),
        (("Ann", "1,50", "a\nb", "--for", "Bea"), "the note must be one line of plain text\n"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_written(
    book: Book, words: tuple[str, ...], said: str
) -> None:
    book.add("seats Ann Bea")
    told = book.run("expense", *words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"bourre: {said}")
    assert book.payments() == ""


def test_two_names_of_one_player_share_once(book: Book) -> None:
    """
    seats Ann Bea
    """
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text().replace('name = "Bea"', 'name = "Bea"\naliases = ["Beatrice"]')
    )
    assert (
        "Bea and Beatrice are one player"
        in book.run("expense", "Ann", "4", "--for", "Bea,Beatrice").err
    )


def test_what_it_was_for_that_names_another_currency_is_told(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    """
    told = book.run("expense", "Bea", "40", "EUR", "pizza", "--for", "Ann,Bea")
    assert "\nThe note says EUR pizza, but the amount noted is $40.00.\n" in told.out


@pytest.mark.parametrize(
    "words",
    [
        ("pizza", "for", "Ann=2", "Bea", "Cal=12.50"),
        ("pizza", "--for", "Ann=2,Bea,Cal=12.50"),
        ("pizza", "for", "ann=2,", "bea,", "cal=12.50"),
    ],
)
@pytest.mark.nightly
def test_uneven_shares_are_said_as_in_a_log(book: Book, words: tuple[str, ...]) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal Dot
    """
    told = book.run("expense", "Bea", "40", *words, "--date", "2026-11-21")
    assert (told.status, told.err) == (0, "")
    assert " ".join(told.out.split()).startswith(
        "Bea paid $40.00 for pizza on 2026-11-21, of it Ann $18.34, Bea $9.16 and Cal $12.50"
    )
    assert book.payments().splitlines()[-1] == "expense Bea 40 pizza for Ann=2 Bea Cal=12.50"
    assert book.balances() == {"Ann": "-18.34", "Bea": "30.84", "Cal": "-12.50"}
    assert book.run("check").status == 0
    assert book.run("rebuild").status == 0
    assert book.balances() == {"Ann": "-18.34", "Bea": "30.84", "Cal": "-12.50"}


def test_shares_that_are_more_than_the_cost_are_refused(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal Dot
    """
    told = book.run("expense", "Bea", "40", "pizza", "for", "Ann=30.00", "Bea=20.00")
    assert (told.status, book.payments()) == (2, "")
    assert told.err.startswith("bourre: these shares are 10 more than 40\n")
    assert "nobody is named" in book.run("expense", "Bea", "40", "pizza").err


@pytest.mark.parametrize("unit", ["USD", "JPY"])
def test_an_evening_has_uneven_shares_too_and_exports_keep_them(book: Book, unit: str) -> None:
    text = (book.folder / "book.toml").read_text().replace('"USD"', f'"{unit}"')
    (book.folder / "book.toml").write_text(text)
    book.add("seats Ann Bea Cal\nexpense Bea 40 pizza for Ann=2 Bea Cal=10.00\n")
    found = book.balances()
    assert found == (
        {"Ann": "-20.00", "Bea": "30.00", "Cal": "-10.00"}
        if unit == "USD"
        else {"Ann": "-20", "Bea": "30", "Cal": "-10"}
    )


def test_a_table_of_hands_and_back_keeps_uneven_shares(tmp_path: Path) -> None:
    lines = "expense Bea 40 pizza for Ann=2 Bea Cal=12.50\nexpense Bea 40 tea for Ann Bea Cal\n"
    (tmp_path / "a.bourre").write_text(log_of(f"chip 0.25 USD\nseats Ann Bea Cal\n{lines}"))
    assert main(["convert", str(tmp_path / "a.bourre"), str(tmp_path / "a.parquet")]) == 0
    assert main(["convert", str(tmp_path / "a.parquet"), str(tmp_path / "back")]) == 0
    (back,) = (tmp_path / "back").iterdir()
    assert (
        "expense Bea 40 for Ann=18.34 Bea=9.16 Cal=12.50\nexpense Bea 40 for Ann Bea Cal\n"
        in back.read_text()
    )
