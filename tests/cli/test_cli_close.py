"""bourre close and reopen, as they are typed: a change to what is sealed is refused by commands, and found if made by hand.

Nothing is used here but command lines and files, so that a program without closing fails by what it leaves unsaid.
More of it is in tests/book/test_closing.py.
"""

from __future__ import annotations

import re

from book_on_disk import Book, flat

SEALED = """
session 2024-03-14 march
chip 0.25 USD
seats Ann Bea Eve
hand 1 Eve 9h
  play Ann 0
  play Bea 0
  pass Eve
  tricks Ann 3 Bea 2
hand 2 Ann 9h
  pass Ann
  play Bea 0
  play Eve 0
  tricks Bea 3 Eve 2
"""
HEAD = re.compile(r"[0-9a-f]{4}(?:-[0-9a-f]{4}){3}")


def closed(book: Book) -> Book:
    """Close a book of one session, after which Eve paid Ann, to the end of its month."""
    book.add(SEALED)
    book.run("pay", "Eve", "Ann", "0.25", "--date", "2024-03-20")
    book.run("close", "2024-03-31", "--by", "Ann", "--why", "end of March")
    return book


def by_hand(book: Book, file: str, old: str, new: str) -> None:
    """Change a file of a book as an editor does."""
    path = book.folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_one_digit_of_a_sealed_log_is_named_by_check_and_owes_with_its_session_line_and_money(book: Book) -> None:
    closed(book)
    by_hand(book, "sessions/march.bourre", "tricks Ann 3 Bea 2", "tricks Ann 2 Bea 3")
    check = book.run("check")
    where = "evening march of 14 March 2024: sessions/march.bourre, line 10 has changed (‘tricks Ann 2 Bea 3’ now)"
    assert where in flat(check.out)
    assert "balances: Ann −$0.75, Bea +$0.75" in flat(check.out)
    assert check.status == 1
    assert where in flat(book.run("owes").out)
    by_hand(book, "sessions/march.bourre", "tricks Ann 2 Bea 3", "tricks Ann 3 Bea 2")
    assert book.run("check").status == 0


def test_one_digit_of_a_sealed_payment_is_named_with_its_line(book: Book) -> None:
    closed(book)
    by_hand(book, "payments.bourre", "pay Eve Ann 0.25", "pay Eve Ann 0.75")
    check = book.run("check")
    assert "payments.bourre, line 4 has changed (‘pay Eve Ann 0.75’ now)" in flat(check.out)
    assert check.status == 1


def test_commands_refuse_to_change_what_is_sealed(book: Book) -> None:
    closed(book)
    before = {path: path.read_text("utf-8") for path in book.folder.rglob("*.bourre")}
    other = book.put(book.log("march").replace("tricks Ann 3 Bea 2", "tricks Ann 2 Bea 3"))
    for words in (
        ("pay", "Eve", "Bea", "0.10", "--date", "2024-03-30"),
        ("expense", "Bea", "3", "pizza", "--for", "Ann,Bea", "--date", "2024-03-30"),
        ("import", other, "--replace"),
    ):
        told = book.run(*words)
        assert {path: path.read_text("utf-8") for path in book.folder.rglob("*.bourre")} == before, words
        assert "the book is closed to 31 March 2024" in flat(told.err), words
        assert told.status in {1, 2}


def test_the_head_on_a_statement_proves_later_that_the_past_was_written_anew(book: Book) -> None:
    closed(book)
    statement = book.run("statement", "Ann").out
    assert HEAD.search(statement), statement
    kept = HEAD.findall(statement)[0]
    assert book.run("check", "--head", kept).status == 0
    by_hand(book, "sessions/march.bourre", "tricks Ann 3 Bea 2", "tricks Ann 2 Bea 3")
    for name in ("closed.txt", ".closed"):
        (book.folder / name).unlink()
    book.run("close", "2024-03-31", "--by", "Ann")
    assert book.run("check").status == 0  # the chain fits, for it is new
    told = book.run("check", "--head", kept)
    assert "it was rewritten since, or belongs to another book" in flat(told.out)
    assert told.status == 1


def test_reopening_is_an_act_that_stays_in_the_book(book: Book) -> None:
    closed(book)
    reopened = book.run("reopen", "--why", "Bea had three tricks", "--by", "Bea")
    assert "Nothing is closed now" in flat(reopened.out), reopened.err
    assert "Bea reopened what was closed to 2024-03-31: Bea had three tricks" in flat(book.run("close").out)
    assert book.run("pay", "Eve", "Bea", "0.10", "--date", "2024-03-30").status == 0
