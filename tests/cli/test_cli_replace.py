"""``bourre import --replace`` says first whose balance changes, asks a terminal, and loses nothing
that was ruled in the book.
"""

from __future__ import annotations

import sys

import pytest
from audit_text import log_of
from book_on_disk import Book, Told, Typing

NIGHT = log_of("""
    chip 0.25 USD
    seats Ann Bea Cal

    hand 1 Cal 9h
      play Ann 0
      play Bea 0
      pass Cal
      trick Ann Ks 2c
      trick Ann Kd 3c
      trick Ann 4s 6s
      trick Bea 4c 5d
      trick Bea 5c 6d

    hand 2 Ann 9h
      play Bea 0
      play Cal 0
      tricks Bea 3 Cal 2
    """)
"""In hand 1 Bea plays a club on a spade, holds the six, and wins."""
OTHER = NIGHT.replace("Bea 3 Cal 2", "Bea 2 Cal 3")
CHANGES = """
Won in       Chips  now  Amount     now
friday  Bea     +1   −2  +$0.25  −$0.50
friday  Cal     −2   +1  −$0.50  +$0.25

Balance  before     now
Bea      +$0.25  −$0.50  owes
Cal      −$0.50  +$0.25  is owed
"""


@pytest.fixture
def friday(book: Book) -> Book:
    """Return a book with the night, and with a ruling on it that was made in the book."""
    assert bring(book, NIGHT).status == 0
    assert book.run("uphold", "friday", "1", "Bea").status == 0
    return book


def bring(book: Book, log: str, *options: str) -> Told:
    path = book.folder.parent / "friday.bourre"
    path.write_text(log, "utf-8")
    return book.run("import", str(path), *options)


def test_a_log_is_in_the_book_already_whatever_was_ruled_there(friday: Book) -> None:
    told = bring(friday, NIGHT, "--replace")
    assert (told.status, told.out) == (0, f"1 evening already in the book\nBook: {friday.folder}\n")
    assert "\npenalty Bea 3 for 1 " in friday.log()


def test_what_changes_is_said_and_a_ruling_stays(friday: Book) -> None:
    """The ruling of a book that is older than the mark is a line at the end like any other."""
    trial = bring(friday, OTHER, "--replace", "--dry-run")
    assert CHANGES in trial.out
    for log in (friday.log(), friday.log().replace("   # ruled", "\n# ruled")):
        (friday.folder / "sessions/friday.bourre").write_text(log, "utf-8")
        before = friday.log()
        told = bring(friday, OTHER, "--replace")
        assert (told.status, told.err) == (0, "")
        assert told.out.startswith(
            "To be replaced: friday. The old logs will be kept in the book's folder replaced.\n"
        )
        assert (
            "  kept: `penalty Bea 3 for 1` of evening friday, a ruling made in the book\n" + CHANGES
            in told.out
        )
        assert friday.log().startswith(OTHER + "penalty Bea 3 for 1")
        assert before in {
            path.read_text("utf-8") for path in (friday.folder / "replaced").iterdir()
        }
        (friday.folder / "sessions/friday.bourre").write_text(before, "utf-8")


def test_a_ruling_on_a_hand_that_is_another_now_is_looked_at(friday: Book) -> None:
    told = bring(friday, NIGHT.replace("Bea 4c", "Bea 7c"), "--replace")
    assert "hand 1 is different in this log, so check that the ruling still holds" in " ".join(
        told.out.split()
    )
    assert told.out.split("\n\n")[0].endswith("No chips and no balances change.")


def test_what_the_new_log_rules_itself_goes_before(friday: Book) -> None:
    told = bring(friday, NIGHT + "waive 1 Bea\n", "--replace")
    said = (
        "not kept: `penalty Bea 3 for 1` of evening friday, because the new log has `waive 1 Bea`"
    )
    assert said in " ".join(told.out.split())
    assert friday.log() == NIGHT + "waive 1 Bea\n"


def test_a_ruling_that_cannot_stand_in_the_new_log_refuses_it(friday: Book) -> None:
    before = friday.log()
    told = bring(friday, NIGHT.replace("hand 1", "hand 7"), "--replace")
    assert told.status == 1
    assert (
        "`penalty Bea 3 for 1` is a ruling made in the book, but this log has no hand 1" in told.err
    )
    assert friday.log() == before


@pytest.mark.parametrize(("answer", "replaced"), [("n", False), ("", False), ("y", True)])
def test_a_terminal_is_asked(
    friday: Book, monkeypatch: pytest.MonkeyPatch, answer: str, replaced: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", Typing(f"{answer}\n"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    told = bring(friday, OTHER, "--replace")
    assert CHANGES in told.out
    assert (
        "\nReplace this evening? [y/N] " + ("" if replaced else "Nothing was changed.\n")
        in told.err
    )
    assert (told.status, "Bea 2 Cal 3" in friday.log()) == (int(not replaced), replaced)


def test_a_refusal_recommends_nothing_that_would_be_lost(friday: Book) -> None:
    told = bring(friday, OTHER)
    assert told.status == 1
    assert (
        "keeping the rulings made in the book, and the old log in the folder replaced"
        in " ".join(told.err.split())
    )
    cut = bring(friday, NIGHT[: NIGHT.index("hand 2")])
    assert cut.status == 1
    assert (
        "\n  the book has everything in this log, and more: there is nothing to import" in cut.err
    )
