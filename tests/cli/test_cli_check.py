"""bourre check: a line for each check, a mark and a word, and an exit status."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from book_on_disk import Book

from ledger.cli.main import main


def test_all_is_well(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    """
    told = book.run("check")
    assert told.status == 0
    *lines, empty, verdict = told.out.splitlines()
    assert len(lines) == 20
    assert all(line.startswith("✓ ok     ") for line in lines)
    assert (empty, verdict) == ("", "The books are right.")


def test_books_with_something_unexplained_are_not_called_right_without_a_word(book: Book) -> None:
    """
    chip 0.25 USD
    pot 7
    seats Ann Bea
    hand 1 Bea -
      tricks Ann 5
    """
    told = book.run("check")
    assert told.status == 0
    lines = told.out.splitlines()
    at = lines.index("! look   no pot and no count has chips that nobody can explain")
    assert lines[at + 1].startswith("         $1.75 came from an unknown source: friday,")
    assert lines[-1] == "No check failed; what is marked ! is worth a look."


def test_what_is_wrong_is_told_with_what_to_do(book: Book) -> None:
    """
    seats Ann Bea
    buyin Ann 40
    count Ann 38
    """
    told = book.run("check")
    assert told.status == 1
    lines = told.out.splitlines()
    at = lines.index("✗ wrong  counted chips agree with the books")
    assert lines[at + 1].startswith(
        "         sessions/friday.bourre:6: The chips counted do not add up: together"
    )
    assert any(line.startswith("         → ") for line in lines[at:])
    assert lines[-1] == "1 check of 20 failed"


def test_a_count_is_not_called_wrong_where_the_books_do_not_know_who_won(book: Book) -> None:
    """
    seats Ann Bea
    buyin Ann 40
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
    count Ann 41
    """
    told = book.run("check")
    assert told.status == 1  # of hand 1 nobody knows who won
    lines = told.out.splitlines()
    assert lines[
        lines.index("! look   no pot and no count has chips that nobody can explain") + 1
    ].startswith("         sessions/friday.bourre:9: Ann counted 41 chips, 2 more than the 39")


def test_of_many_only_some_are_told(book: Book) -> None:
    book.add("seats Ann Bea\n" + "".join(f"count Ann {chips}\n" for chips in range(1, 21)))
    assert "         and 15 more\n" in book.run("check").out


def test_json_has_every_check(book: Book) -> None:
    """
    seats Ann Bea
    """
    said = book.json("check")
    assert said["ok"] is True
    assert len(said["checks"]) == 20
    assert said["checks"][0] == {
        "state": "ok",
        "name": "every file can be read and is in the book",
        "found": [],
        "remedy": "correct what is reported, or move the file out of the folder",
        "must": True,
    }


def test_csv_has_a_row_for_each_check_and_each_thing_found(book: Book) -> None:
    """
    seats Ann Bea
    count Ann 2
    count Bea 3
    """
    told = book.run("check", "--format", "csv")
    assert told.status == 1
    rows = list(csv.DictReader(io.StringIO(told.out)))
    assert len(rows) == 21
    assert [row["state"] for row in rows].count("wrong") == 2


def test_where_there_is_no_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--book", str(tmp_path / "nowhere")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "there is no such folder" in told.err
