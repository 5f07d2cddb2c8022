"""A new book: where it is, what is in its folder besides what people wrote, and that a refused
import makes none.
"""

from __future__ import annotations

import json
import re
import stat
import threading
from pathlib import Path

import pytest
from audit_text import log_of

from ledger.book import ask, set_password
from ledger.book.balances.figures import owing
from ledger.book.derived.access import LOCK_FILE, writing
from ledger.book.derived.database import opened
from ledger.book.files.folder import book_folder
from ledger.book.files.settings import Role
from ledger.cli.main import main
from ledger.errors import UserError

ALONE = "bourre 1\nsession 2026-13-20 x\nrules louisiana\nseats Ann Bea\n"
"""No log: the year has no 13th month."""


def log(folder: Path, text: str = "") -> str:
    path = folder / "incoming.bourre"
    path.write_text(
        text or log_of("hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5"), "utf-8"
    )
    return str(path)


def test_a_refused_import_leaves_no_empty_book_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "games" / "mine"
    assert main(["import", log(tmp_path, ALONE), "--book", str(book)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["incoming.bourre"]
    assert capsys.readouterr().out.endswith(f"There is still no book in {book}\n")
    slips = log_of("hand 1 Dot 9\n  play Ana 0\nbuyin Ann 4O").replace(
        "rules louisiana", "rules lousiana"
    )
    # the last thing that is looked at
    assert main(["import", log(tmp_path, slips), "--book", str(tmp_path / "mine")]) == 2
    told = capsys.readouterr().err
    assert "did you mean louisiana?" in told
    assert re.search(r"\n  to see all \d+ errors: bourre audit ", told)
    assert not (tmp_path / "mine").exists()


def test_what_was_there_before_a_refused_import_stays(tmp_path: Path) -> None:
    book = tmp_path / "mine"
    book.mkdir()
    (book / "book.toml").write_text('name = "Fridays"\n')
    (book / "notes.txt").write_text("ours")
    assert main(["import", log(tmp_path, ALONE), "--book", str(book)]) == 2
    assert sorted(path.name for path in book.iterdir()) == ["book.toml", "notes.txt"]


@pytest.mark.slow
def test_an_import_in_which_something_is_stored_makes_the_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "a.bourre"
    bad.write_text(ALONE)
    words = ["import", str(bad), log(tmp_path), "--book", str(tmp_path / "mine")]
    assert main([*words, "--dry-run"]) == 2
    assert f"It would make a new book: {tmp_path / 'mine'}\n" in capsys.readouterr().out
    assert main(words) == 2
    assert capsys.readouterr().out.endswith(f"A new book was made: {tmp_path / 'mine'}\n")
    assert main(words) == 2
    assert capsys.readouterr().out.endswith(f"Book: {tmp_path / 'mine'}\n")
    assert main([*words, "--format", "json"]) == 2
    said = json.loads(capsys.readouterr().out)
    assert (said["book"], said["new_book"]) == (str(tmp_path / "mine"), False)


def test_who_waited_for_a_book_that_went_away_is_told(tmp_path: Path) -> None:
    waits, told = threading.Event(), []

    def take() -> None:
        try:
            with writing(tmp_path, waits.set):
                told.append("ours")
        except UserError as error:
            told.append(str(error))

    with writing(tmp_path):
        thread = threading.Thread(target=take)
        thread.start()
        assert waits.wait(60)
        (tmp_path / LOCK_FILE).unlink()
    thread.join(60)
    assert told == [f"{tmp_path}: the book was removed while waiting for it"]


@pytest.mark.parametrize("given", [None, "~/cards"])
def test_a_tilde_is_our_home(
    given: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setenv("BOURRE_BOOK", "~/cards")
    assert book_folder(given) == tmp_path / "cards"


def test_git_is_told_what_follows_from_the_rest(tmp_path: Path) -> None:
    book = tmp_path / "mine"
    assert main(["import", log(tmp_path), "--book", str(book)]) == 0
    ignored = (book / ".gitignore").read_text().splitlines()
    assert {"/book.duckdb*", "/.lock", "/.turn"} <= set(ignored)
    (book / ".gitignore").write_text("mine\n")
    assert main(["import", log(tmp_path), "--book", str(book)]) == 0
    assert (book / ".gitignore").read_text() == "mine\n"


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.slow
def test_names_and_passwords_are_for_their_owner_only(tmp_path: Path) -> None:
    book = tmp_path / "mine"
    assert main(["import", log(tmp_path), "--book", str(book)]) == 0
    assert [permissions(book / name) for name in ("book.toml", "book.duckdb")] == [0o600, 0o600]
    for name in ("book.toml", "book.duckdb"):  # as an older version left them
        (book / name).chmod(0o644)
    set_password(book, Role.BANKER, "a long one")
    (night,) = (book / "sessions").iterdir()
    night.write_text(night.read_text() + "count Ann 0\n")
    ask(book, owing)
    assert [permissions(book / name) for name in ("book.toml", "book.duckdb")] == [0o600, 0o600]
    with opened(book / "book.duckdb", read_only=False) as connection:
        connection.execute("UPDATE about SET program = ''")
        assert permissions(book / "book.duckdb.wal") == 0o600
    with opened(book / "book.duckdb", read_only=False):
        pass
    assert not (book / "book.duckdb.wal").exists()
