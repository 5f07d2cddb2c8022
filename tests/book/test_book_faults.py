"""A disk that fails: at every single call that writes, at every size that is too large, and a
program that dies there.

The book is afterwards what it was before or what it was to become, never a mixture, and the next
command just works. ``BOURRE_TRIALS=full`` tries every call; without it some are drawn, others each
time.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from book_trials import (
    MEMORY,
    Rows,
    Server,
    both,
    leftovers,
    log_of,
    log_of_march,
    paid,
    parquet_of,
    settle,
    truth,
)
from needed_programs import missing, need_program
from trials import drawn

from ledger.book.balances.figures import Owing
from ledger.book.derived.access import ask
from ledger.book.derived.folder_state import folder_state
from ledger.book.files.folder import CLOSED, DATABASE, PAYMENTS, SESSIONS, SETTINGS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.errors import UserError

pytestmark = pytest.mark.crash

FAIL_ONCE, FAIL_FROM_NOW, DIE_BEFORE, DIE_AFTER, DIE_HALFWAY = range(5)
FAULTS = {
    "no space, once": (FAIL_ONCE, errno.ENOSPC),
    "no space from now on": (FAIL_FROM_NOW, errno.ENOSPC),
    "an error of the disk": (FAIL_ONCE, errno.EIO),
    "not permitted": (FAIL_ONCE, errno.EACCES),
    "dies before the call": (DIE_BEFORE, 0),
    "dies after the call": (DIE_AFTER, 0),
    "dies in the middle of a write": (DIE_HALFWAY, 0),
}
DRAWN = 1
"""Faults that are tried for each action, at a call each, unless all are at every call: chance draws
others each time.
"""

Contents = dict[str, bytes]


@dataclass
class Deed:
    """Something that is done to a book: an action of book_server.py, and a look at what it was to
    change.
    """

    name: str
    argument: Any
    again: bool = True
    """Whether doing it twice is the same as doing it once."""


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the library that makes the disk fail."""
    if os.uname().sysname != "Linux":
        missing("the disk that fails is one of Linux")
    compiler = need_program("cc", "apt-get install gcc")
    library = tmp_path_factory.mktemp("disk") / "faulty_disk.so"
    source = Path(__file__).parents[1] / "faulty_disk.c"
    subprocess.run(
        [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True
    )
    return library


@pytest.fixture(scope="module")
def server(disk: Path) -> Iterator[Server]:
    """Return a server on the disk that fails."""
    with Server(disk) as started:
        yield started


@pytest.fixture(scope="module")
def away(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of logs to import: new ones, with somebody new; others of sessions that the
    book has; a Parquet file.
    """
    folder = tmp_path_factory.mktemp("away")
    for name in ("s1", "s8", "pa"):
        (folder / f"{name}.bourre").write_text(log_of(name, 7), "utf-8")
    (folder / "s9.bourre").write_text(log_of("s9", 7).replace("Cal", "Dot"), "utf-8")
    parquet_of(folder / "q.parquet", ["qa", "qb"])
    parquet_of(folder / "r.parquet", ["pb", "ra"])
    return folder


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of four logs, a Parquet file and two payments, to be copied."""
    folder = tmp_path_factory.mktemp("before")
    for name in ("s1", "s2", "s3"):
        (folder / f"{name}.bourre").write_text(log_of(name, 3), "utf-8")
    (folder / "march.bourre").write_text(log_of_march(), "utf-8")
    parquet_of(folder / "p.parquet", ["pa", "pb"])
    import_files(folder / "book", [folder], ImportOptions())
    paid(folder / "book", 100)
    paid(folder / "book", 250)
    settle(folder / "book")
    return folder / "book"


@pytest.fixture
def copy_of(before: Path) -> Iterator[Callable[[str], Path]]:
    """Give a function that copies the book to a new place, in memory if possible: there it is the
    calls that count.
    """
    with TemporaryDirectory(dir=MEMORY) as temporary:
        yield lambda name: Path(shutil.copytree(before, Path(temporary, name, "book")))


def contents(folder: Path) -> Contents:
    """Return the files of a book that are no database."""
    files = [
        folder / PAYMENTS,
        folder / SETTINGS,
        folder / CLOSED,
        *(folder / SESSIONS).glob("[!.]*"),
    ]
    return {
        file.relative_to(folder).as_posix(): file.read_bytes() for file in files if file.exists()
    }


def sessions_in(files: Contents) -> Contents:
    """Those that hold sessions."""
    return {name: content for name, content in files.items() if name.startswith(SESSIONS)}


class Truths:
    """What books say when they are made from nothing, remembered by what is in them."""

    def __init__(self) -> None:
        self.known: dict[str, tuple[Rows, Owing]] = {}

    def of(self, folder: Path) -> tuple[Rows, Owing]:
        key = repr((sorted(folder_state(folder).files.items()), (folder / SETTINGS).read_bytes()))
        if key not in self.known:
            self.known[key] = truth(folder)
        return self.known[key]


@pytest.fixture(scope="module")
def truths() -> Truths:
    return Truths()


def deeds(away: Path) -> dict[str, Deed]:
    return {
        "import of new logs": Deed("take in", [str(away / "s8.bourre"), str(away / "s9.bourre")]),
        "import in place of others": Deed(
            "take in", [str(away / "s1.bourre"), str(away / "pa.bourre")]
        ),
        "import of a Parquet file": Deed("take in", [str(away / "q.parquet")]),
        "import of a part of a Parquet file": Deed("take in", [str(away / "r.parquet")]),
        "payment": Deed("pay", 400, again=False),
        "change of settings": Deed("set handle", "@ann"),
        "closing": Deed("close", None, again=False),
        "edit by hand": Deed("edit", ["s2.bourre", log_of("s2", 9)]),
        "rebuild": Deed("make again", None),
    }


DEEDS = tuple(deeds(Path()))


def check_old_or_new(folder: Path, old: Contents, new: Contents) -> None:
    """Check that each file is as before or as it was to be, and that the database says what the
    files say.
    """
    for name, content in contents(folder).items():
        assert content in {old.get(name), new.get(name)}, name
    assert old.keys() <= contents(folder).keys()


def check_truth(folder: Path, truths: Truths) -> None:
    """Check that a book says what one made from nothing says, table by table."""
    (found, said), (expected, owed) = ask(folder, both), truths.of(folder)
    for table, rows in expected.items():
        assert found[table] == rows, table
    assert not found["breaches"]
    assert said == owed


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", DEEDS)
def test_a_failing_disk_leaves_the_old_book_or_the_new_one(
    name: str, server: Server, away: Path, copy_of: Callable[[str], Path], truths: Truths
) -> None:
    deed = deeds(away)[name]
    whole = copy_of("whole")
    old = contents(whole)
    ((ended, calls),) = server.do(deed.name, whole, deed.argument, [0, 0, 0])[-1:]
    new = contents(whole)
    assert (ended, calls > 10) == ("done", True)
    for fault, number in drawn(
        [(fault, number) for fault in FAULTS for number in range(1, calls + 1)], DRAWN
    ):
        folder = copy_of(f"{fault} {number}")
        said = server.do(deed.name, folder, deed.argument, [number, *FAULTS[fault]])
        ended = said[-1][0] if said and isinstance(said[-1], list) else "died"
        if "dies" in fault:
            assert ended == "died", number
        else:
            assert ended.startswith(("done", "UserError: ", "OSError: ")), (number, said)
        print(fault, number, ended)
        check_old_or_new(folder, old, new)
        check_truth(folder, truths)
        if name == "import in place of others":
            assert sessions_in(contents(folder)) in (sessions_in(old), sessions_in(new)), (
                fault,
                number,
            )
        if ended == "done":
            assert contents(folder) == new, number
        elif deed.again or contents(folder) != new:
            assert server.do(deed.name, folder, deed.argument)[-1][0] == "done"
            assert contents(folder) == new, number
        settle(folder)
        assert leftovers(folder) == []
        shutil.rmtree(folder.parent)


def test_a_disk_without_room_leaves_the_old_book_or_the_new_one(
    away: Path, copy_of: Callable[[str], Path], truths: Truths, fork_server: Server
) -> None:
    logs = [str(away / "s8.bourre"), str(away / "s9.bourre")]
    whole = copy_of("whole")
    old = contents(whole)
    assert fork_server.do("take in", whole, logs)[-1][0] == "done"
    new = contents(whole)
    largest = (whole / DATABASE).stat().st_size
    ends = []
    some = drawn([100, 500, 1000, 5000, 20_000, largest // 4, largest // 2, largest - 1000], 1)
    for room in (0, *some, 2 * largest):
        folder = copy_of(f"{room}")
        ((ended, _),) = fork_server.do("take in where there is little room", folder, [room, logs])[
            -1:
        ]
        print(room, ended)
        assert ended.startswith(("done", "UserError: ", "OSError: ")), ended
        ends.append(ended)
        check_old_or_new(folder, old, new)
        check_truth(folder, truths)
        assert fork_server.do("take in", folder, logs)[-1][0] == "done"
        assert contents(folder) == new
        assert leftovers(folder) == []
    assert "File too large" in ends[0]
    assert ends[-1] == "done"


CALLS = {
    "fsync": os.fsync,
    "replace": os.replace,
    "unlink": os.unlink,
    "open": os.open,
    "chmod": os.chmod,
}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_fails_once_leaves_the_old_book_or_the_new_one(
    name: str,
    away: Path,
    copy_of: Callable[[str], Path],
    truths: Truths,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same without a compiler, for the calls that are made in Python."""
    paths = [away / "s1.bourre", away / "s8.bourre"]
    whole = copy_of("whole")
    old = contents(whole)
    (whole / DATABASE).unlink()  # so that one is made, too
    calls: list[object] = []
    with monkeypatch.context() as patch:
        patch.setattr(
            os, name, lambda *words, **more: calls.append(words) or CALLS[name](*words, **more)
        )
        import_files(whole, paths, ImportOptions(replace=True))
    assert calls, "nobody calls it"
    new = contents(whole)
    for number in drawn(range(1, len(calls) + 1), 2):
        folder = copy_of(f"{number}")
        (folder / DATABASE).unlink()
        countdown = iter([*[False] * (number - 1), True])

        def fail(*words: Any, **more: Any) -> Any:  # noqa: ANN401 - as the call itself
            if next(countdown, False):  # noqa: B023 - used before it is set again
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return CALLS[name](*words, **more)

        with monkeypatch.context() as patch:
            patch.setattr(os, name, fail)
            try:
                import_files(folder, paths, ImportOptions(replace=True))
            except (UserError, OSError) as error:
                assert "Input/output error" in str(error)  # noqa: PT017 - or it ends well
        assert next(countdown, "past") == "past"
        check_old_or_new(folder, old, new)
        check_truth(folder, truths)
        import_files(folder, paths, ImportOptions(replace=True))
        assert contents(folder) == new
        assert leftovers(folder) == []
