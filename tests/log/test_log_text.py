"""The log of a session as a page shows it: every line, what was found in it, and what does not
count.
"""

import re
from pathlib import Path

import pytest
from audit_text import log_of
from book_on_disk import Book

from ledger.book.derived.access import ask
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.session_text import LogLine, LogText, log_text
from ledger.cli.demo import sample_folder
from ledger.cli.main import main
from ledger.errors import UserError


def text_of(folder: Path, session: str) -> LogText:
    return ask(folder, lambda connection: log_text(connection, folder, session))


def test_the_log_is_shown_as_it_stands_and_faulty_lines_are_marked(book: Book) -> None:
    """
    hand 1 Ann 9h
      play Bea 0
      nonsense
      take Bea
    hand 2 Bea 9h
      pass Ann
      take Bea
    count Ann 3
    """
    (session,) = (path.stem for path in (book.folder / "sessions").iterdir())
    told = text_of(book.folder, session)
    assert told.content == (book.folder / told.file).read_bytes()
    assert [line.number for line in told.lines] == list(range(1, len(told.lines) + 1))
    assert [line.text for line in told.lines] == told.content.decode().split("\n")[:-1]
    marked = {
        line.text.strip(): (line.severity, len(line.found)) for line in told.lines if line.severity
    }
    assert marked["nonsense"] == ("error", 1)
    assert [line.text.strip() for line in told.lines if not line.counts] == [
        "hand 1 Ann 9h",
        "play Bea 0",
        "nonsense",
        "take Bea",
    ]


def sayings(line: LogLine) -> list[str]:
    """What was found in a line, without the numbers of other lines."""
    return [re.sub(r"line \d+", "line", said) for said in line.found]


def test_a_session_of_a_parquet_file_gets_a_log_whose_lines_are_marked(tmp_path: Path) -> None:
    logs, columns = tmp_path / "logs", tmp_path / "columns"
    assert main(["convert", str(sample_folder()), str(tmp_path / "all.parquet")]) == 0
    import_files(logs, [sample_folder()], ImportOptions())
    import_files(columns, [tmp_path / "all.parquet"], ImportOptions())
    own, made = text_of(logs, "saturday-2026-08"), text_of(columns, "saturday-2026-08")
    assert not own.written
    assert made.written
    marked = [
        {line.text.split("#")[0].strip(): sayings(line) for line in told.lines if line.severity}
        for told in (own, made)
    ]
    # What the session before left is told of the book, not of the log.
    assert {
        text: found for text, found in marked[0].items() if not text.startswith("pot ")
    } == marked[1]
    assert len(marked[1]) > 5


def test_the_log_of_a_parquet_file_begins_as_the_session_before_it_let_it(tmp_path: Path) -> None:
    """Cal matched the last pot of the first night: it lies there in the second, and Cal posts no
    ante.
    """
    first, second = (
        "Ann 9h\n  tricks Ann 3 Bea 2 Cal 0",
        "Bea 9h\n  ante Ann Bea\n  pot 5\n  tricks Ann 3 Bea 1 Cal 1",
    )
    for day, hand in ((20, first), (27, second)):
        log = log_of(f"session 2026-11-{day} night-{day}\nseats Ann Bea Cal\nhand 1 {hand}\n")
        (tmp_path / f"{day}.bourre").write_text(log, "utf-8")
    assert main(["convert", str(tmp_path), str(tmp_path / "all.parquet")]) == 0
    import_files(tmp_path / "book", [tmp_path / "all.parquet"], ImportOptions())
    assert [
        sayings(line) for line in text_of(tmp_path / "book", "night-27").lines if line.severity
    ] == []


def test_a_session_that_is_not_in_the_book_is_told_so(book: Book) -> None:
    """
    hand 1 Ann 9h
    """
    with pytest.raises(UserError, match="no evening x"):
        text_of(book.folder, "x")
