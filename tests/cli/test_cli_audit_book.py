"""bourre audit without a PATH: the findings of the book are those of its files, and the pots that
do not fit.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from book_on_disk import Book
from planted_faults import Plan, write_down

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.cli.main import main
from ledger.game import PRESETS

TWO_EVENINGS = (
    "seats Ann Bea\nhand 1 Bea 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n",
    "session 2026-11-27 next\npot 9\nseats Ann Bea\n",
)


def said(*words: str, capsys: pytest.CaptureFixture[str]) -> Any:  # noqa: ANN401 - JSON
    main(["audit", *words, "--format", "json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("how", ["logs", "parquet"])
def test_it_says_what_the_audit_of_the_files_says(
    how: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The samples, with a pot that is not the one left."""
    incoming = tmp_path / "samples"
    shutil.copytree(sample_folder(), incoming)
    night = incoming / "mistakes.bourre"
    night.write_text(night.read_text("utf-8").replace("pot 9 ", "pot 8 "), "utf-8")
    if how == "parquet":
        incoming = tmp_path / "hands.parquet"
        assert main(["convert", str(tmp_path / "samples"), str(incoming)]) == 0
    import_files(tmp_path / "book", [incoming], ImportOptions())
    write_down(Plan(PRESETS["louisiana"], level="mixed", faults=0.3), 12, 3, tmp_path / "games")
    import_files(tmp_path / "book", [tmp_path / "games"], ImportOptions())
    (tmp_path / "book" / "payments.bourre").write_text("bourre 1\ndate 2026-11-21\npay Ann\n")
    capsys.readouterr()
    of_book, of_files = (
        said("--book", str(tmp_path / "book"), capsys=capsys),
        said(str(tmp_path / "book"), capsys=capsys),
    )
    assert list(of_book) == list(of_files)
    carried = [found for found in of_book["findings"] if found["rule"] == "carried-pot"]
    assert carried
    of_book["findings"] = [found for found in of_book["findings"] if found["rule"] != "carried-pot"]
    if how == "parquet":  # the book knows the file that it has, not the logs that it was made from
        for found in (*of_book["findings"], *of_files["findings"]):
            found["file"] = None
        key = json.dumps
        of_book["findings"].sort(key=key)
        of_files["findings"].sort(key=key)
    assert of_book == of_files


def test_a_pot_that_is_not_the_one_left_is_found_by_the_book_alone(
    book: Book, capsys: pytest.CaptureFixture[str]
) -> None:
    book.add(*TWO_EVENINGS)
    told = book.run("audit", "--rule", "carried-pot")
    assert told.status == 0
    assert f"{book.folder / 'sessions' / 'next.bourre'}:4: warning: [carried-pot]\n" in told.out
    assert "The evening starts with 9 in the pot" in told.out
    assert main(["audit", str(book.folder), "--rule", "carried-pot"]) == 0
    assert "[carried-pot]" not in capsys.readouterr().out


def test_what_hangs_on_the_evening_before_is_said_of_a_log_of_the_book_that_is_audited_alone(
    book: Book,
) -> None:
    """Cal matched the last pot of the first night, and so posts no ante in the second: its log does
    not say so.
    """
    nights = [
        f"session 2026-11-2{day} night-{day}\nseats Ann Bea Cal\nhand 1 Ann 9h\n" for day in (0, 7)
    ]
    nights[0] += "  tricks Ann 3 Bea 2 Cal 0\n"
    nights[1] = (
        nights[1].replace("hand 1 Ann", "hand 1 Bea")
        + "  ante Ann Bea\n  pot 5\n  tricks Ann 3 Bea 1 Cal 1\n"
    )
    book.add(*nights)
    assert book.run("audit").status == 0
    knows = f"bourre audit --book {book.folder}"
    for path in (book.folder / "sessions" / "night-7.bourre", book.folder):
        assert main(["audit", str(path)]) == 1
        assert knows in " ".join(book.capsys.readouterr().err.split())
    assert main(["show", str(book.folder / "sessions" / "night-7.bourre"), "1"]) == 0
    assert knows in " ".join(book.capsys.readouterr().err.split())
    assert book.run("show", "night-7", "1").err == ""
    assert (
        main(["audit", book.put((book.folder / "sessions" / "night-7.bourre").read_text("utf-8"))])
        == 1
    )
    assert book.capsys.readouterr().err == ""


def test_a_line_that_cannot_be_read_is_shown(book: Book) -> None:
    book.add("seats Ann Bea\nhand 1 Bea 9h\n  plays Ann 0\n")
    told = book.run("audit")
    assert told.status == 1
    assert "    |   plays Ann 0\n    |   ^\n" in told.out


def test_a_file_that_is_not_in_the_book_is_told(book: Book) -> None:
    book.add(*TWO_EVENINGS)
    (book.folder / "sessions" / "zz.bourre").write_text("no log\n")
    told = book.run("audit")
    assert told.status == 2
    assert told.err.splitlines() == [
        "Not in these figures:",
        "  sessions/zz.bourre: line 1, column 1: a log does not begin with no",
        f"  everything: bourre check --book {book.folder}",
    ]
    assert "1 file not readable" in told.out


def test_a_book_that_cannot_be_written_is_told_as_such_and_no_other_one(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked in one process, as a program does that uses the library."""
    told = "cannot be written here: its figures were worked out anew"
    book.add(*TWO_EVENINGS)
    shutil.copytree(book.folder, book.folder.with_name("other"))
    (book.folder / "sessions" / "next.bourre").unlink()
    with monkeypatch.context() as no_right:
        no_right.setattr(os, "access", lambda *_args, **_more: False)
        assert told in " ".join(book.run("audit").err.split())
    main(["audit", "--book", str(book.folder.with_name("other"))])
    assert book.capsys.readouterr().err == ""
    assert book.run("audit").err == ""


def test_players_put_together_hold_their_chips_together(book: Book) -> None:
    book.add(
        "seats Ann Bea\nbuyin Ann 3\n", "session 2026-11-27 next\nseats Annie Bea\nbuyin Annie 4\n"
    )
    text = (book.folder / "book.toml").read_text()
    (book.folder / "book.toml").write_text(
        text.replace('name = "Annie"', 'name = "Ann B."\naliases = ["Annie"]')
    )
    assert book.json("audit")["books"] == {
        "friday": {"Ann": 3, "pot": 0},
        "next": {"Ann B.": 4, "pot": 0},
    }


def test_paths_and_a_book_are_not_mixed(book: Book) -> None:
    told = book.run("audit", str(book.folder))
    assert told.status == 2
    assert "PATHs or a book, not both" in told.err


def test_where_there_is_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BOURRE_BOOK", raising=False)
    assert main(["audit"]) == 2
    assert "bourre import PATH" in capsys.readouterr().err
