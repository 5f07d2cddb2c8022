"""``bourre settle``: all payments of the plan after one question, in one step; and the links of
``bourre owes``.
"""

from __future__ import annotations

import shlex
import sys
from datetime import datetime
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest
from book_on_disk import Book, Typing

from ledger.book import payment_lines
from ledger.book.derived.access import ask
from ledger.errors import UserError

DAY = ("--date", "2026-11-21")


def paid(book: Book) -> list[str]:
    return [line for line in book.payments().splitlines() if line.startswith("pay ")]


def at_a_terminal(patch: pytest.MonkeyPatch, answer: str) -> None:
    patch.setattr(sys, "stdin", Typing(answer))
    patch.setattr(sys.stderr, "isatty", lambda: True, raising=False)


def test_all_payments_are_shown_then_asked_about_then_written_at_once_and_can_be_undone(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 1 USD
    seats Ann "Big Al" Cal Dot Eve
    result Ann -2 "Big Al" -1 Cal 1 Dot 1 Eve 1
    """
    before = book.json("owes")
    plan = "Ann pays Dot $1.00\nAnn pays Eve $1.00\nBig Al pays Cal $1.00\n"
    told = book.run("settle", *DAY)
    assert (told.status, told.out) == (2, plan)
    assert told.err == (
        "bourre: nothing was noted: there is no terminal to ask for confirmation\n"
        "  if all the payments were made: bourre settle --yes --date 2026-11-21 --book "
        f"{book.folder}\n"
    )
    at_a_terminal(monkeypatch, "n\n")
    told = book.run("settle", *DAY)
    assert (told.status, told.out) == (1, f"{plan}Nothing was noted.\n")
    assert told.err.strip() == "Note these 3 payments as made on 2026-11-21? [y/N]"
    assert book.payments() == ""

    written = []
    write = payment_lines.write_atomically
    monkeypatch.setattr(
        payment_lines,
        "write_atomically",
        lambda path, text: (written.append(path), write(path, text)),
    )
    at_a_terminal(monkeypatch, "y\n")
    told = book.run("settle", *DAY)
    path = book.folder / "payments.bourre"
    assert written == [path]
    assert book.payments() == (
        'bourre 1\ndate 2026-11-21\ncurrency USD\npay Ann Dot 1\npay Ann Eve 1\npay "Big Al" '
        "Cal 1\n"
    )
    assert told.out.startswith(
        f"{plan}\nNoted 3 payments, $3.00: {path}, lines 4 to 6\n\nBalance  before    now\nAnn    "
        "  −$2.00  $0.00  is square\n"
    )
    assert book.json("owes")["transfers"] == []
    assert book.run("settle", "--yes").out == "There is nothing to pay.\n"
    for line in told.out.partition("To undo them, run all of these:\n")[2].splitlines():
        words = shlex.split(line)[1:-2]  # without --book
        assert book.run(*words).status == 0
    assert book.json("owes") == before


def test_payments_that_are_no_longer_those_agreed_on_are_not_noted(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann -2 Bea 1 Cal 1
    """
    agreed = ask(book.folder, payment_lines.settlement)
    assert len(agreed.payments) == 2
    assert book.run("pay", "Ann", "Bea", "1").status == 0
    with pytest.raises(UserError, match="nothing was noted: the plan has changed"):
        payment_lines.settle(book.folder, agreed)
    assert len(paid(book)) == 1


def test_what_no_payment_settles_stays_and_what_is_not_read_is_said_first(book: Book) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal
    hand 1 Ann 9h
      play Bea 0
      play Cal 0
      tricks Bea 5 Cal 0
    end carry
    ---
    session 2026-11-21 saturday
    game for-fun
    seats Ann Bea
    result Ann -3 Bea 3
    pay Ann Bea 4O
    """
    told = book.run("settle", "--yes", *DAY)
    unread, plan, left_out, *_ = told.out.split("\n\n")
    assert unread.startswith(
        "Not in these figures:\n  1 line of 21 November 2026 (saturday) could not be read"
    )
    assert plan == "Cal pays Bea $0.50"
    assert left_out.splitlines() == [
        "Not included:",
        "  Ann owes the pot $0.25: it stays in the pot for the next evening",
        "  Cal owes the pot $0.50: it stays in the pot for the next evening",
        "  Ann pays Bea 3 chips: chips without a value are not money",
    ]
    assert (told.status, paid(book)) == (0, ["pay Cal Bea 0.50"])


def test_what_others_have_paid_somebody_since_is_not_paid_again_for_the_session(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal Dot
    result Ann -4 Bea -8 Dot 12
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Ann Bea Cal Dot
    result Bea -4 Cal 4
    """
    assert book.run("pay", "Ann", "Cal", "4", "--date", "2026-11-22").status == 0
    told = book.run("settle", "--session", "saturday", "--yes")
    assert told.out == (
        "Nothing is left to pay for saturday.\n\nStill open:\n  Bea pays Cal $4.00: Bea now owes "
        "$12.00, and Cal is square\n"
    )
    assert paid(book) == ["pay Ann Cal 4"]


def test_a_session_is_settled_by_itself_and_never_twice(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann -5 Bea 5
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Ann Bea Cal
    result Ann -5 Bea 3 Cal 2
    ---
    session 2026-11-22 sunday
    chip 1 USD
    seats Ann Bea Cal
    result Ann -5 Bea 5
    """
    assert book.run("settle", "--session", "sunday", "--yes", "--date", "2026-11-23").status == 0
    assert paid(book) == ["pay Ann Bea 5 settles sunday"]
    assert (
        "Nothing is left to pay for sunday."
        in book.run("settle", "--session", "sunday", "--yes").out
    )
    # A payment of sunday's amount is none of friday's, though it is later.
    # by its day
    assert (
        book.run("settle", "--session", "2026-11-20", "--yes", "--date", "2026-11-23").status == 0
    )
    assert paid(book)[1:] == ["pay Ann Bea 5 settles friday"]
    # One that may be for saturday is not taken for it, and not left out of account either.
    assert book.run("pay", "Ann", "Bea", "1", "--date", "2026-11-23").status == 0
    told = book.run("settle", "--session", "saturday", "--yes", "--date", "2026-11-23")
    assert (
        "Ann pays Bea $3.00: Ann paid Bea $1.00 on 2026-11-23, which may have been for this"
        in " ".join(told.out.split())
    )
    assert paid(book)[3:] == ["pay Ann Cal 2 settles saturday"]
    assert book.run("settle", "--yes", "--date", "2026-11-23").status == 0
    assert paid(book)[4:] == ["pay Ann Bea 2"]
    # Taken back it is open again.
    assert book.run("pay", "Cal", "Ann", "2", "--note", "taken back", "--anyway").status == 0
    assert book.run("settle", "--session", "saturday").out.startswith("Ann pays Cal $2.00\n")


@pytest.mark.parametrize(
    ("day", "left"),
    [
        (
            "2026-11-19",
            "Ann pays Bea $5.00: Ann paid Bea $5.00 on 2026-11-19, which may have been for this",
        ),
        ("2026-11-20", "Nothing is left to pay for friday."),
        ("2026-11-21", "Nothing is left to pay for friday."),
        ("2026-11-18", "Noted 1 payment"),
    ],
)
def test_what_was_paid_that_evening_is_never_paid_twice_for_it(
    book: Book, day: str, left: str
) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    ---
    session 2026-11-10 before
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    """
    assert book.run("pay", "Ann", "Bea", "5", "--date", day).status == 0
    assert left in " ".join(book.run("settle", "--session", "friday", "--yes").out.split())


@pytest.mark.parametrize(
    ("clock", "day"), [("2026-11-21 05:59", "2026-11-20"), ("2026-11-21 06:00", "2026-11-21")]
)
def test_what_is_paid_at_night_is_of_the_evening_that_is_over(
    book: Book, clock: str, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann -5 Bea 5
    """
    now = datetime.fromisoformat(clock).astimezone()
    monkeypatch.setattr("ledger.book.files.input_values.datetime", SimpleNamespace(now=lambda: now))
    assert book.run("pay", "Ann", "Bea", "5").out.startswith(f"Ann paid Bea $5.00 on {day}: ")


def test_a_night_that_was_settled_with_others_is_not_settled_again(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea Cal
    result Ann -5 Bea 5
    ---
    session 2026-11-21 saturday
    chip 1 USD
    seats Ann Bea Cal
    result Bea -5 Cal 5
    """
    assert book.run("settle", "--yes", *DAY).status == 0
    assert paid(book) == ["pay Ann Cal 5"]
    told = book.run("settle", "--session", "friday", "--yes")
    assert "Ann pays Bea $5.00: Ann now is square, and Bea is square\n" in told.out
    assert len(paid(book)) == 1


def test_nonsense_is_refused_with_what_to_type(book: Book) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann -1 Bea 1
    """
    for words, said in (
        (("--session", "frday"), "there is no evening frday\n  did you mean friday?"),
        (("--session", "friday", "--plan", "winners"), "--session has one plan, with few payments"),
        (("--date", "tomorrow"), "tomorrow is not a date"),
    ):
        told = book.run("settle", "--yes", *words)
        assert told.status == 2
        assert said in told.err
    assert book.payments() == ""


def test_owes_has_a_link_below_each_payment_and_says_whose_handle_is_missing(book: Book) -> None:
    """
    chip 1 USD
    seats Ann "Zoë B" Cal Dot
    result Ann -7 "Zoë B" 4 Cal 2 Dot 1
    """
    settings = book.folder / "book.toml"
    settings.write_text(
        settings.read_text("utf-8")
        + '\n[pay]\nlink = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"\n',
        "utf-8",
    )
    assert book.run("players", "handle", "Zoë B", "@zoe b").status == 0
    out = book.run("owes").out
    link = out.partition("Ann pays Zoë B $4.00 (@zoe b)\n  ")[2].partition("\n")[0]
    assert link.startswith("https://venmo.com/zoe%20b?")
    assert parse_qs(urlsplit(link).query) == {
        "txn": ["pay"],
        "amount": ["4.00"],
        "note": ["book: Ann to Zoë B"],
    }
    assert out.endswith(
        "\nNo payment link for Cal and Dot: the book has no handle for them.\n"
        f"  to add one: bourre players handle Cal HANDLE --book {book.folder}\n"
    )
    links = {one["to"]: one["link"] for one in book.json("owes")["transfers"]}
    assert links == {"Cal": None, "Dot": None, "Zoë B": link}
    assert link in book.run("settle").out
    settings.write_text(settings.read_text("utf-8").replace("https://", "javascript://"), "utf-8")
    told = book.run("owes")
    assert told.status == 2
    assert f"bourre: {settings}:" in told.err
