"""``bourre pay``: a payment is on the disk, in the figures, and can be undone by the command that
is printed.
"""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from book_on_disk import Book, Typing

from ledger.book import payment_lines
from ledger.book.derived.access import HeldBook
from ledger.book.files.input_values import tonight
from ledger.errors import UserError
from ledger.log.payments import read_payments


def balance(book: Book, name: str, unit: str = "USD") -> str:
    return next(
        (
            one["amount"]
            for one in book.json("owes")["balances"]
            if (one["player"], one["currency"]) == (name, unit)
        ),
        "none",
    )


def test_it_is_written_down_and_said_with_the_balances(book: Book) -> None:
    """
    chip 0.25 USD
    transfer Ann Bea 10
    """
    told = book.run("pay", "Ann", "Bea", "1.50", "--date", "2026-11-21", "--note", "venmo, at last")
    path = book.folder / "payments.bourre"
    assert told.status == 0
    assert told.out == (
        f"Ann paid Bea $1.50 on 2026-11-21: {path}, line 4\n"
        "\n"
        "Balance  before     now\n"
        "Ann      −$2.50  −$1.00  owes\n"
        "Bea      +$2.50  +$1.00  is owed\n"
        "\n"
        "To undo it: bourre pay Bea Ann 1.50 --date 2026-11-21 --note 'taken back' --anyway "
        f"--book {book.folder}\n"
    )
    assert (
        book.payments()
        == "bourre 1\ndate 2026-11-21\ncurrency USD\npay Ann Bea 1.50 venmo, at last\n"
    )
    assert balance(book, "Ann") == "-1.00"


def test_the_command_for_undoing_it_undoes_it(book: Book) -> None:
    """
    chip 0.25 USD
    seats "Big Al" Bea
    transfer "Big Al" Bea 10
    """
    before = book.json("owes")
    undo = (
        book.run("pay", "Big Al", "Bea", "0.75", "--currency", "USD")
        .out.splitlines()[-1]
        .removeprefix("To undo it: bourre ")
    )
    words = shlex.split(undo)
    assert book.json("owes") != before
    place = words.index("--book")
    assert book.run(*words[:place], *words[place + 2 :]).status == 0
    assert book.json("owes") == before


PAID = ("pay", "Ann", "Bea", "1", "--date", "2026-11-21", "--note", "cash")


def test_the_same_payment_a_second_time_is_told(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    transfer Ann Bea 10
    """
    assert "says the same" not in book.run(*PAID).out
    assert "Line 4 has the same payment, and both count." in book.run(*PAID).out
    assert "says the same" not in book.run(*PAID[:-1], "venmo").out


def test_a_note_that_names_another_currency_is_told(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    transfer Ann Bea 100
    """
    told = book.run("pay", "Ann", "Bea", "12.50", "--note", "EUR venmo")
    assert "\nThe note says EUR venmo, but the amount noted is $12.50.\n" in told.out


def test_what_was_taken_back_is_not_told_to_be_noted_twice(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea
    transfer Ann Bea 10
    """
    back = ("pay", "Bea", "Ann", "1", "--date", "2026-11-21", "--note", "taken back", "--anyway")
    for words in (PAID, back, PAID, back, PAID):
        assert "says the same" not in book.run(*words).out
    assert "Line 8 has the same payment, and both count." in book.run(*PAID).out


def test_an_alias_is_written_as_the_players_name(book: Book) -> None:
    """
    transfer Ann Bea 10
    """
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text().replace('name = "Bea"', 'name = "Bea"\naliases = ["Beatrice"]')
    )
    assert book.run("pay", "Beatrice", "Ann", "2").status == 0
    assert book.payments().endswith("pay Bea Ann 2\n")


def test_without_a_date_it_was_this_evening(book: Book) -> None:
    """
    seats Ann Bea
    """
    days = [tonight()]
    assert book.run("pay", "Ann", "Bea", "2").status == 0
    days.append(tonight())
    assert book.payments().splitlines()[1].removeprefix("date ") in days


def test_a_currency_in_which_nobody_owes_anything_is_told(book: Book) -> None:
    """
    chip 1 EUR
    transfer Ann Bea 10
    """
    told = book.run("pay", "Ann", "Bea", "2", "--currency", "USD")
    assert "Neither owed or was owed anything in USD, only in EUR." in told.out
    assert (balance(book, "Ann", "USD"), balance(book, "Ann", "EUR")) == ("2.00", "-10.00")
    told = book.run("pay", "Ann", "Bea", "10", "--currency", "EUR")
    assert "Note that" not in told.out
    assert balance(book, "Ann", "EUR") == "0.00"
    assert [one.currency for one in read_payments(book.payments(), "p", "USD").payments] == [
        "USD",
        "EUR",
    ]


def test_payments_are_added_below_what_people_wrote(book: Book) -> None:
    """
    seats Ann Bea
    """
    before = "bourre 1\n# by hand\ndate 2026-11-21\npay Ann  Bea 1   # cash\n"
    (book.folder / "payments.bourre").write_text(before)
    told = book.run("pay", "Ann", "Bea", "2", "--date", "2026-11-22", "--anyway")
    assert "payments.bourre, line 7\n" in told.out
    assert book.payments() == before + "date 2026-11-22\ncurrency USD\npay Ann Bea 2\n"
    assert balance(book, "Ann") == "3.00"


def test_each_payment_that_owes_suggests_is_one_less(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal Dot Eve
    transfer Ann Bea 7
    transfer Cal Bea 4
    transfer Dot Eve 9
    transfer Ann Eve 2
    """
    left = book.json("owes")["transfers"]
    assert len(left) > 2
    while left:
        one = left[len(left) // 2]
        assert book.run("pay", one["from"], one["to"], one["amount"]).status == 0
        before, left = len(left), book.json("owes")["transfers"]
        assert len(left) == before - 1
    assert book.run("owes").out.startswith("Everybody is square. Nobody owes anybody anything.\n")


@pytest.mark.nightly
def test_payments_made_at_one_time_are_all_noted(book: Book) -> None:
    """
    seats Ann Bea
    """
    program = [sys.executable, "-m", "ledger.cli.main", "pay", "--anyway", "Ann", "Bea"]
    running = [
        subprocess.Popen(
            [*program, str(amount), "--book", str(book.folder)], stdout=subprocess.PIPE
        )
        for amount in range(1, 5)
    ]
    for one in running:
        assert one.communicate()[0].startswith(b"Ann paid Bea")
        assert one.returncode == 0
    assert sorted(line.split()[3] for line in book.payments().splitlines()[3:]) == [
        "1",
        "2",
        "3",
        "4",
    ]
    assert balance(book, "Ann") == "10.00"


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("words", "message", "remedy"),
    [
        (
            ("Anne", "Bea", "1"),
            "there is no player Anne",
            "did you mean Ann?; --new adds Anne as a new player",
        ),
        (
            ("Ann", "Zoltan", "1"),
            "there is no player Zoltan",
            "bourre players lists everybody; --new adds Zoltan as a new player",
        ),
        (("Ann", "Ann", "1"), "nobody can pay themselves", "name the payer first, then the payee"),
        (("Ann", "Bea", "0.00"), "0.00 is not an amount to pay", "give the amount that was paid"),
        (
            ("Ann", "Bea", "-1"),
            "-1 is not an amount of money",
            "amounts are never negative: name first who paid",
        ),
        (("Ann", "Bea", "1,50"), "1,50 is not an amount of money", "did you mean 1.50?"),
        (("Ann", "Bea", "1,250.00"), "1,250.00 is not an amount of money", "did you mean 1250.00?"),
        (
            ("Ann", "Bea", "1.255"),
            "1.255 has too many digits after the point",
            "USD has 2 digits after the point; no separator between thousands: 1255",
        ),
        (
            ("Ann", "Bea", "1.5", "--currency", "JPY"),
            "1.5 has too many digits after the point",
            "JPY has 0 digits after the point",
        ),
        (
            ("Ann", "Bea", "10€"),
            "€ is not the sign of USD",
            "leave the sign out, or say what it stands for: --currency EUR",
        ),
        (
            ("Ann", "Bea", "$10", "--currency", "EUR"),
            "$ is not the sign of EUR",
            "leave the sign out, or say what it stands for: --currency USD",
        ),
        (("Ann", "Bea", "1", "--currency", "usd"), "usd is not a currency", "did you mean USD?"),
        (
            ("Ann", "Bea", "1", "--date", "today"),
            "today is not a date",
            "write year, month and day: 2026-11-20",
        ),
        (
            ("Ann", "Bea", "1", "--note", "a\nb"),
            "the note must be one line of plain text",
            "leave out line breaks and control characters",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_written(
    book: Book, words: tuple[str, ...], message: str, remedy: str
) -> None:
    book.add("seats Ann Bea")
    told = book.run("pay", *words)
    assert (told.status, told.out, told.err) == (2, "", f"bourre: {message}\n  {remedy}\n")
    assert book.payments() == ""


def test_new_makes_a_player_of_a_name_that_nobody_has(book: Book) -> None:
    """
    seats Ann Bea
    """
    told = book.run("pay", "Zoltan", "Ann", "3", "--new")
    assert (told.status, told.err) == (0, "")
    assert book.payments().endswith("pay Zoltan Ann 3\n")
    assert balance(book, "Zoltan") == "3.00"
    assert 'name = "Zoltan"' in (book.folder / "book.toml").read_text()


@pytest.mark.parametrize(
    ("name", "message"), [("12", "12 is a number, not a name"), ("A=B", "A=B cannot be a name")]
)
def test_new_takes_no_name_that_a_log_could_not_have(book: Book, name: str, message: str) -> None:
    book.add("seats Ann Bea")
    told = book.run("pay", name, "Ann", "3", "--new")
    assert told.status == 2
    assert f"bourre: {message}" in told.err
    assert book.payments() == ""


@pytest.mark.parametrize("payer", ["Bea", "Cal"])
def test_a_payment_that_makes_a_debt_larger_is_refused_to_a_script(book: Book, payer: str) -> None:
    """From whoever is owed money, or owes none, to whoever owes it."""
    book.add("chip 0.25 USD\nseats Ann Bea Cal\ntransfer Ann Bea 10")
    told = book.run("pay", payer, "Ann", "1")
    stands = {"Bea": "is owed $2.50", "Cal": "is square"}[payer]
    assert (told.status, told.out) == (2, "")
    assert told.err == (
        f"bourre: {payer} {stands} and Ann owes $2.50: this payment would add to the debt\n"
        f"  if it was the other way round: bourre pay Ann {payer} 1; if it is for an evening\n"
        "    that is not in the book yet, import that first; --anyway notes it as it is\n"
    )
    other = book.run("pay", payer, "Ann", "1", "--date", "2026-11-21", "--note", "for two")
    assert f"bourre pay Ann {payer} 1 --date 2026-11-21 --note 'for two'; if it" in " ".join(
        other.err.split()
    )
    assert book.payments() == ""
    assert book.run("pay", payer, "Ann", "1", "--anyway").status == 0
    assert balance(book, "Ann") == "-3.50"


def test_a_payment_from_one_who_owes_to_another_who_does_is_nothing_to_ask_about(
    book: Book,
) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal
    transfer Ann Bea 10
    transfer Cal Bea 10
    """
    assert book.run("pay", "Ann", "Cal", "1").status == 0
    assert book.run("pay", "Ann", "Bea", "9").status == 0


@pytest.mark.parametrize(("answer", "status"), [("y\n", 0), ("n\n", 2), ("", 2)])
def test_a_terminal_is_asked_whether_it_is_meant(
    book: Book, monkeypatch: pytest.MonkeyPatch, answer: str, status: int
) -> None:
    book.add("chip 0.25 USD\nseats Ann Bea\ntransfer Ann Bea 10")
    monkeypatch.setattr(sys, "stdin", Typing(answer))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = book.run("pay", "Bea", "Ann", "1")
    assert told.status == status
    assert told.err.startswith(
        "Bea is owed $2.50 and Ann owes $2.50: this payment would add to the debt\nNote it "
        "anyway? [y/N] "
    )
    assert bool(book.payments()) == (status == 0)


def test_two_names_of_one_player_cannot_pay_each_other(book: Book) -> None:
    """
    seats Ann Bea
    """
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text().replace('name = "Bea"', 'name = "Bea"\naliases = ["Beatrice"]')
    )
    assert (
        "Bea and Beatrice are one player: nobody can pay themselves"
        in book.run("pay", "Bea", "Beatrice", "1").err
    )


def test_a_payments_file_that_cannot_be_read_is_left_alone(book: Book) -> None:
    """
    seats Ann Bea
    """
    (book.folder / "payments.bourre").write_text("bourre 2\n")
    told = book.run("pay", "Ann", "Bea", "1")
    assert told.status == 2
    assert "nothing can be added to" in told.err
    assert book.payments() == "bourre 2\n"


def test_when_only_the_figures_fail_it_says_that_the_payment_is_there(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    seats Ann Bea
    """
    original = HeldBook.settle
    calls = []

    def settle(hold: HeldBook, question: object) -> object:
        calls.append(question)
        if len(calls) == 2:
            raise UserError("the disk is full", "make room")
        return original(hold, question)  # type: ignore[arg-type]

    monkeypatch.setattr(HeldBook, "settle", settle)
    told = book.run("pay", "Ann", "Bea", "1", "--date", "2026-11-21")
    path = book.folder / "payments.bourre"
    assert told.status == 2
    assert told.err == (
        f"bourre: the payment is in {path}, line 4, and is safe; but the figures could not be "
        "updated: the disk is full\n"
        "  make room\n"
    )
    assert book.payments().endswith("pay Ann Bea 1\n")


@pytest.mark.parametrize(
    "fault", [RuntimeError("so"), MemoryError(), KeyboardInterrupt(), OSError(5, "I/O error")]
)
def test_whatever_fails_after_the_payment_is_written_it_says_that_it_is(
    book: Book, fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 0.10 USD
    transfer Ann Bea 20
    """
    settled = HeldBook.settle

    def settle(hold: HeldBook, question: object) -> object:
        if book.payments():
            raise fault
        return settled(hold, question)  # type: ignore[arg-type]

    monkeypatch.setattr(HeldBook, "settle", settle)
    told = book.run("pay", "Ann", "Bea", "1")
    assert told.status == 2
    assert "payments.bourre, line 4, and is safe; but the figures could not be updated" in told.err
    assert "do not write it again" in told.err


def test_a_file_that_cannot_be_written_changes_nothing(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    seats Ann Bea
    """

    def fail(path: Path, _data: bytes) -> None:
        raise UserError(f"{path}: cannot be written", "check free space")

    monkeypatch.setattr(payment_lines, "write_atomically", fail)
    assert book.run("pay", "Ann", "Bea", "1").status == 2
    assert book.payments() == ""
