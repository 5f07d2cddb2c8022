"""A file that is not read again is certainly the same; one that may be another is read, and in some
commands every file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from book_trials import MEMORY, log_of

from ledger.book.checks.check import check_book
from ledger.book.derived import access, folder_state as module
from ledger.book.derived.access import Connection, ask, held
from ledger.book.derived.database import Stamp, recorded
from ledger.book.derived.folder_state import SETTLED
from ledger.errors import UserError

pytestmark = pytest.mark.slow

Read = Callable[[], list[str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """The folder of a book of three logs, not read yet."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        book = Path(temporary, "book")
        (book / "sessions").mkdir(parents=True)
        for session in ("s1", "s2", "s3"):
            (book / "sessions" / f"{session}.bourre").write_text(log_of(session), "utf-8")
        yield book


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book is read long after its files were written."""
    now = module.time_ns
    monkeypatch.setattr(module, "time_ns", lambda: now() + 10 * SETTLED)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """The names of the logs that were hashed since this was asked last."""
    names: list[str] = []
    digest = module.digest

    def noted(path: Path) -> bytes:
        names.append(path.stem)
        return digest(path)

    def since() -> list[str]:
        found = sorted(set(names))
        names.clear()
        return found

    monkeypatch.setattr(module, "digest", noted)
    return since


def stamps(monkeypatch: pytest.MonkeyPatch, change: Callable[[Stamp], Stamp]) -> None:
    """Let the disk give other stamps."""
    true = module.stamp_of
    monkeypatch.setattr(module, "stamp_of", lambda status: change(true(status)))


def won(folder: Path, session: str = "s1") -> int:
    """What Ann won in a session, as the book has it."""

    def question(connection: Connection) -> int:
        sql = (
            "SELECT chips FROM postings JOIN sessions USING (session) WHERE id = ? AND kind = "
            "'take' ORDER BY hand LIMIT 1"
        )
        ((chips,),) = connection.execute(sql, [session]).fetchall()
        return abs(int(chips))

    return ask(folder, question)


def edited(text: str) -> str:
    """Another log of the same size: the winner of the first hand took more."""
    at = text.index("\n", text.index("  take ")) - 1
    return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"


def edit(path: Path) -> None:
    """Change a log in place, and keep its size and the time of its content."""
    before = path.stat()
    text = edited(path.read_text("utf-8"))
    with path.open("r+", encoding="utf-8") as file:
        file.write(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size


def check_edit_is_seen(folder: Path) -> None:
    before = won(folder)
    edit(folder / "sessions" / "s1.bourre")
    assert won(folder) != before


@pytest.mark.usefixtures("later")
def test_what_has_not_changed_is_not_read(folder: Path, read: Read) -> None:
    won(folder)
    assert read() == ["s1", "s2", "s3"]
    won(folder)
    with held(folder) as book:
        book.settle(lambda _connection: None)
    assert read() == []
    (folder / "sessions" / "s2.bourre").write_text(log_of("s2", 1), "utf-8")
    won(folder)
    assert read() == ["s2"]


@pytest.mark.usefixtures("later")
def test_an_edit_that_keeps_size_and_time_is_seen(folder: Path) -> None:
    check_edit_is_seen(folder)


def test_an_edit_of_the_same_size_within_the_grain_of_the_clock_is_seen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk counts by twos of seconds, and the log was hashed in the middle of two."""
    now = module.time_ns()
    monkeypatch.setattr(module, "time_ns", lambda: now + SETTLED // 2)
    stamps(monkeypatch, lambda stamp: (stamp[0], now, now, stamp[3]))
    check_edit_is_seen(folder)


def test_a_file_of_a_moment_ago_is_read_until_it_has_rested(
    folder: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = module.time_ns()
    monkeypatch.setattr(module, "time_ns", lambda: now)
    won(folder)
    read()
    won(folder)
    assert read() == ["s1", "s2", "s3"]
    monkeypatch.setattr(module, "time_ns", lambda: now + 10 * SETTLED)
    (folder / "sessions" / "s3.bourre").unlink()
    won(folder)
    read()
    won(folder)
    assert read() == []


@pytest.mark.usefixtures("later")
def test_an_old_copy_that_is_put_back_with_its_old_times_is_seen(folder: Path) -> None:
    log, backup = folder / "sessions" / "s1.bourre", folder / "backup"
    shutil.copy2(log, backup)
    edit(log)
    shutil.copystat(backup, log)
    after = won(folder)
    shutil.copy2(backup, log)
    assert won(folder) != after


@pytest.mark.usefixtures("later")
def test_another_file_with_the_same_size_and_times_is_seen_by_its_number(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamps(monkeypatch, lambda stamp: (stamp[0], 1, 1, stamp[3]))
    log, other = folder / "sessions" / "s1.bourre", folder / "other"
    other.write_text(edited(log.read_text("utf-8")), "utf-8")
    before = won(folder)
    other.replace(log)
    assert won(folder) != before


@pytest.mark.usefixtures("later")
def test_a_folder_that_is_copied_is_read(folder: Path, read: Read) -> None:
    won(folder)
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    read()
    check_edit_is_seen(copy)
    assert read() == ["s1", "s2", "s3"]


def test_a_clock_that_was_set_back_lets_files_of_the_future_be_read(
    folder: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = module.time_ns
    monkeypatch.setattr(module, "time_ns", lambda: now() - 3600 * 10**9)
    won(folder)
    read()
    won(folder)
    assert read() == ["s1", "s2", "s3"]
    monkeypatch.setattr(
        module, "stamp_of", lambda status: (status.st_size, 2 * 10**18, 2 * 10**18, 1)
    )
    check_edit_is_seen(folder)


@pytest.mark.usefixtures("later")
def test_a_disk_without_numbers_of_files_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamps(monkeypatch, lambda stamp: (stamp[0], 1, 1, 0))
    check_edit_is_seen(folder)


@pytest.mark.usefixtures("later")
def test_a_system_without_time_of_change_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_HAS_TIME_OF_CHANGE", False)
    stamps(monkeypatch, lambda stamp: (stamp[0], 1, 1, stamp[3]))
    check_edit_is_seen(folder)


def check_again(folder: Path) -> None:
    assert not any(
        check.found for check in check_book(folder) if check.name == "the database matches the logs"
    )


def rebuild(folder: Path) -> None:
    with held(folder) as book:
        book.rebuild(lambda _connection: None)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("command", [check_again, rebuild])
def test_check_and_rebuild_read_every_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, read: Read, command: Callable[[Path], None]
) -> None:
    """A disk that gives every file the same times at all times deceives a question, but not these
    two.
    """
    stamps(monkeypatch, lambda stamp: (stamp[0], 1, 1, stamp[3]))
    before = won(folder)
    edit(folder / "sessions" / "s1.bourre")
    assert won(folder) == before
    read()
    command(folder)
    assert read() == ["s1", "s2", "s3"]
    assert won(folder) != before


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("enough", ["WORTH_NOTING", "LARGE"])
def test_a_copied_book_is_read_once_if_its_files_are_many_or_large(
    enough: str, folder: Path, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, enough, 3)
    won(folder)
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    read()
    won(copy)
    assert read() == ["s1", "s2", "s3"]
    check_edit_is_seen(copy)
    assert read() == ["s1"]


@pytest.mark.usefixtures("later")
def test_a_copied_book_that_may_not_be_written_answers_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "WORTH_NOTING", 3)
    before = won(folder)
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)

    def refuse(_folder: Path, *, patient: bool) -> None:
        raise UserError(f"it is read-only, {patient=}")

    monkeypatch.setattr(access, "writing", refuse)
    assert won(copy) == before


@pytest.mark.usefixtures("later")
def test_what_was_noted_of_a_file_that_has_changed_meanwhile_is_not_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody writes between the answer of a reader and the note of what it read."""
    monkeypatch.setattr(access, "WORTH_NOTING", 1)
    with held(folder) as book:
        book.settle(lambda _connection: None)
        old = book.state
    log = folder / "sessions" / "s1.bourre"
    edit(log)
    won(folder)
    old.hashed = list(old.files)
    access._note_stamps(folder, old)

    def stamp(connection: Connection) -> object:
        return recorded(connection).stamps["sessions/s1.bourre"]

    assert ask(folder, stamp) == module.stamp_of(log.stat())
