"""Exported books: beancount and hledger find nothing wrong, and come to what ``bourre
owes`` says.
"""

from __future__ import annotations

import re
import shutil
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from book_on_disk import Book
from export_trials import REPORTS, Report, bean_check, exported, hledger, owed
from planted_faults import Plan, simulations

from ledger.book.files.folder import PAYMENTS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation.sessions import MIXED

pytestmark = pytest.mark.slow

CHIPS = ("chip 0.25 USD", "chip 0.10 EUR", "chip 50 JPY", "chip 0.125 BHD", "chip 1 EUR", "")


def simulated(book: Book, seed: int) -> None:
    """Fill a book with sessions of some presets, of which each third is played for other chips, and
    pay something between.
    """
    rng = Random(seed)  # noqa: S311 - made-up games
    games = book.folder.parent / "games"
    games.mkdir()
    for preset in rng.sample(sorted(PRESETS), 3):
        plan = Plan(PRESETS[preset], hands=(3, 12), level=MIXED, faults=0.3)
        for number, session in enumerate(sessions_of(next(simulations(plan, 6, seed)).hands)):
            text = re.sub(r"(?m)^chip .*\n", f"{CHIPS[number % len(CHIPS)]}\n", write(session))
            text = re.sub(
                r"(?m)^session (\S+) (\S+)(.*)\n",
                rf"session \1 \2-{preset}\3\ngame {rng.choice('AB')}\n",
                text,
            )
            (games / f"{preset}-{number}.bourre").write_text(text, "utf-8")
    import_files(book.folder, [games], ImportOptions())
    (book.folder / PAYMENTS).write_text(
        (
            "bourre 1\ndate 2024-02-01\npay Ann Bea 12.50 by hand\ndate 2027-01-01\ncurrency JPY\n"
            "pay Bea Stranger 300\n"
        ),
        "utf-8",
    )


@pytest.mark.parametrize("report", REPORTS)
def test_the_sample_book(report: Report, book: Book, sample_book: Path) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    assert report(book) == owed(book)


@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.nightly
def test_shared_costs_and_a_night_kept_by_chips(report: Report, book: Book) -> None:
    """
    chip 0.25 USD
    pot 6
    seats Ann Bea Cal
    buyin Ann 40
    buyin Bea 40 from Ann
    buyin Cal 20
    expense Bea 10 pizza
    count Ann 55
    cashout Bea 22
    count Cal 31
    end counted
    """
    (book.folder / PAYMENTS).write_text(
        "bourre 1\ndate 2027-01-01\nexpense Cal 0.02 gum for Ann Cal Stranger\n", "utf-8"
    )
    said = owed(book)
    # 15 chips won; the cash that Bea paid for chips; a third of the pizza; a third of the gum, the
    # first cent of two.
    assert said["Ann", "USD"] == Decimal("3.75") - Decimal("10.00") - Decimal("3.34") - Decimal(
        "0.01"
    )
    assert report(book) == said


@pytest.mark.nightly
@pytest.mark.drawn(2)
@pytest.mark.parametrize("report", REPORTS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_simulated_books_of_several_currencies_games_and_values_of_a_chip(
    report: Report, seed: int, book: Book
) -> None:
    simulated(book, seed)
    standing = owed(book)
    assert {unit for _, unit in standing} >= {"USD", "EUR", "JPY", "BHD", "chips"}
    assert report(book) == standing


@pytest.mark.parametrize("report", REPORTS)
def test_hostile_names(report: Report, book: Book) -> None:
    r"""
    session 2026-11-20 friday,hand:1;x "(Friday \"at\" Ann's | 20\\% ; date:99, [2026-99-99]"
    game "Pot: 100%, really; odd"
    chip 0.25 USD
    seats "pot" bank "Big  Al" "Big Al" "date:2026-99-99" "a;b" "a:b"
    hand 1 a:b 9h
      play pot 0
      play bank 0
      tricks pot 5
    transfer pot "Big  Al" 1
    transfer bank "Big Al" 2
    transfer "date:2026-99-99" "a;b" 3
    transfer "date:2026-99-99" "a:b" 4
    pay bank pot 1 for "the\" ; date:2026-99-99 pot | and \\ more
    ---
    session 2026-11-27 saturday
    game *
    chip 0.25 USD
    seats Zoë zoë 李雷 🎲 🃏 "7 up" ann
    transfer Zoë zoë 1
    transfer zoë 李雷 2
    transfer 李雷 🎲 3
    transfer 🎲 🃏 4
    transfer 🃏 "7 up" 5
    transfer "7 up" ann 6
    ---
    session 2026-11-28 sunday
    game (bank)
    chip 0.25 USD
    pot 7
    seats Player Player-2 ßeta ब्रिजेश "(Ann)" "Ann  Lee" Ann-Lee
    transfer Player Player-2 1
    transfer ßeta ब्रिजेश 2
    transfer "(Ann)" "Ann  Lee" 3
    transfer Player Ann-Lee 4
    """
    standing = owed(book)
    assert len(standing) == 23
    assert report(book) == standing


@pytest.mark.parametrize("report", REPORTS)
def test_chips_bought_in_cash_and_payments_in_a_session_without_a_chip_value(
    report: Report, book: Book
) -> None:
    """
    seats Ann Bea Cal
    buyin Ann 40
    buyin Bea 20 from Cal
    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    pay Bea Ann 3.50 USD
    cashout Ann 43 from Cal
    penalty Bea 2 for 1
    ---
    session 2026-11-27 saturday
    chip 0.50 USD
    pot 4
    seats Ann Bea Cal
    end divide
    """
    assert report(book) == owed(book)


@pytest.mark.parametrize("report", REPORTS)
def test_the_first_and_the_last_day_that_there_is(report: Report, book: Book) -> None:
    """
    session 0001-01-01 first
    chip 1 USD
    transfer Ann Bea 1
    ---
    session 9999-12-31 last
    chip 1 USD
    transfer Ann Bea 2
    """
    assert report(book) == owed(book)


@pytest.mark.parametrize("report", REPORTS)
def test_a_book_in_which_nothing_moved(report: Report, book: Book) -> None:
    assert report(book) == {}


def test_bean_check_accepts_the_figures_and_no_others(
    book: Book, sample_book: Path, tmp_path: Path
) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    path = exported(book, "beancount")
    assert bean_check(path) == ""
    text = path.read_text("utf-8")
    wrong = tmp_path / "wrong.beancount"
    for at in (text.rindex(" balance Assets:Players:"), text.rindex(" balance Assets:Pots:")):
        digit = re.compile(r"\d(?= ~ 0)").search(text, at)
        assert digit is not None
        wrong.write_text(
            f"{text[: digit.start()]}{(int(digit[0]) + 1) % 10}{text[digit.end() :]}", "utf-8"
        )
        assert "Balance failed" in bean_check(wrong)


def test_hledger_accepts_the_figures_and_no_others(
    book: Book, sample_book: Path, tmp_path: Path
) -> None:
    shutil.copytree(sample_book, book.folder, dirs_exist_ok=True)
    path = exported(book, "hledger")
    text = path.read_text("utf-8")
    wrong = tmp_path / "wrong.journal"
    digit = re.compile(r"\d(?= USD\n)").search(text, text.index("What everything comes to"))
    assert digit is not None
    wrong.write_text(
        f"{text[: digit.start()]}{(int(digit[0]) + 1) % 10}{text[digit.end() :]}", "utf-8"
    )
    with pytest.raises(AssertionError, match="balance assertion"):
        hledger(wrong, "check")
