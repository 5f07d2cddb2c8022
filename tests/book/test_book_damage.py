"""Damage to the files of a book: found out, harmless or made good, never a wrong figure.

A damaged database, or a damaged log of its last changes, is made again from the logs; a database
that somebody else has open is left alone. What the book is made from cannot be made again: each
such file that cannot be read is named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import duckdb
import pytest
from book_trials import MEMORY, Rows, Server, both, log_of, paid, parquet_of, rebuild, settle, truth
from trials import FULL, luck

from ledger.book import database
from ledger.book.balances.figures import Owing, owing
from ledger.book.balances.unread import unread
from ledger.book.derived.access import ask
from ledger.book.derived.schema import TABLES
from ledger.book.files.folder import DATABASE, PAYMENTS, SESSIONS, SETTINGS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.errors import UserError

pytestmark = pytest.mark.crash

HARMS = 2000 if FULL else 4

Said = tuple[Rows, Owing]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of two logs, a Parquet file and a payment, to be copied."""
    folder = tmp_path_factory.mktemp("whole")
    for name in ("s1", "s2"):
        (folder / f"{name}.bourre").write_text(log_of(name, 3), "utf-8")
    parquet_of(folder / "p.parquet", ["pa", "pb"])
    import_files(folder / "book", folder.glob("*.*"), ImportOptions())
    paid(folder / "book", 100)
    settle(folder / "book")
    return folder / "book"


@pytest.fixture
def book(whole: Path) -> Iterator[Path]:
    """Give a copy of that book."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        yield Path(shutil.copytree(whole, Path(temporary, "book")))


# --- The database ---------------------------------------------------------------------------------


def flipped(data: bytes, rng: Random) -> bytes:
    harmed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 30))):
        bit = rng.randrange(len(data) * 8)
        harmed[bit // 8] ^= 1 << (bit % 8)
    return bytes(harmed)


def flipped_at_the_start(data: bytes, rng: Random) -> bytes:
    """Flip a bit in the headers, on which everything else depends."""
    return flipped(data[: 3 * 4096], rng) + data[3 * 4096 :]


def zeroed(data: bytes, rng: Random) -> bytes:
    start, size = rng.randrange(len(data)), rng.randrange(1, 5000)
    return data[:start] + bytes(len(data[start : start + size])) + data[start + size :]


def cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def swapped(data: bytes, rng: Random) -> bytes:
    """Put a part of the file in the place of another."""
    size = min(rng.choice((64, 4096)), len(data) // 2)
    here, there = (rng.randrange(len(data) // size) * size for _ in range(2))
    return data[:here] + data[there : there + size] + data[here + size :]


def garbage(_data: bytes, rng: Random) -> bytes:
    return rng.randbytes(rng.choice((0, 1, 100, 20_000)))


HARM = (flipped, flipped, flipped_at_the_start, zeroed, cut, swapped, garbage)


def check_says(folder: Path, expected: Said) -> None:
    (found, said), (rows, owed) = ask(folder, both), expected
    for table in rows:
        assert found[table] == rows[table], table
    assert said == owed


def test_a_damaged_database_never_gives_a_wrong_figure(book: Path) -> None:
    rng = luck()
    good = (book / DATABASE).read_bytes()
    before = (book / PAYMENTS).read_bytes()
    here = truth(book)
    paid(book, 250)
    after = (book / PAYMENTS).read_bytes()
    later = truth(book)
    for number in range(HARMS):
        harm = rng.choice(HARM)
        changes = rng.random() < 0.3  # damaged, and then brought up to date as it is
        (book / DATABASE).write_bytes(harm(good, rng))
        (book / PAYMENTS).write_bytes(after if changes else before)
        if changes:
            settle(book)
        print(number, harm.__name__, changes)
        check_says(book, later if changes else here)


def die_with_a_payment(server: Server, folder: Path) -> bytes:
    """Pay, and die as soon as the database has it: return the log of its last changes that is left
    behind.
    """
    server.do("pay and die", folder, 999)
    return (folder / f"{DATABASE}.wal").read_bytes()


def test_a_damaged_or_foreign_log_of_the_database_never_gives_a_wrong_figure(
    book: Path, fork_server: Server
) -> None:
    rng = luck()
    old = (book / DATABASE).read_bytes()
    other = Path(shutil.copytree(book, book.parent / "other" / "book"))
    rebuild(other)
    log = die_with_a_payment(fork_server, book)
    foreign = die_with_a_payment(fork_server, other)
    left = (book / DATABASE).read_bytes()
    expected = truth(book)
    check_says(book, expected)
    settle(book)
    newer = (book / DATABASE).read_bytes()
    assert len(log) > 1000
    assert newer != left
    for number in range(HARMS // 4):
        harm = rng.choice(HARM)
        base = rng.choice((old, left, newer))
        content = rng.choice((log, foreign, harm(log, rng), harm(foreign, rng)))
        (book / DATABASE).write_bytes(base)
        (
            book
            / f"{DATABASE}{rng.choice(('.wal', '.wal', '.wal', '.wal.checkpoint', '.wal.recovery'))}"  # noqa: E501
        ).write_bytes(content)
        if rng.random() < 0.2:
            (book / DATABASE).unlink()
        print(number, harm.__name__)
        check_says(book, expected)
        settle(book)
        check_says(book, expected)
        database.remove(book / DATABASE)


def make_folder_of(path: Path) -> None:
    path.unlink()
    path.mkdir()


def make_foreign(path: Path) -> None:
    path.unlink()
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE about (program INTEGER); INSERT INTO about VALUES (1)")


def set_about(column: str, value: str) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        with duckdb.connect(str(path)) as connection:
            connection.execute(f"UPDATE about SET {column} = {value}")  # noqa: S608 - ours

    return harm


ODD: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "a database of something else": make_foreign,
    "of another program": set_about("program", "'0.0.0'"),
    "of another currency": set_about("currency", "'EUR'"),
    "without a row about itself": lambda path: duckdb.connect(str(path)).execute(
        "DELETE FROM about"
    ),
    "a link to nowhere": lambda path: (path.unlink(), path.symlink_to("nowhere")),
}


@pytest.mark.drawn(2)
@pytest.mark.parametrize("odd", ODD)
def test_an_odd_database_is_made_again(odd: str, book: Path) -> None:
    expected = truth(book)
    ODD[odd](book / DATABASE)
    check_says(book, expected)


def test_a_folder_in_the_place_of_the_database_is_an_error_in_words(book: Path) -> None:
    make_folder_of(book / DATABASE)
    with pytest.raises(UserError, match=r"book\.duckdb: cannot be made: .*directory"):
        ask(book, owing)
    (book / DATABASE).rmdir()
    check_says(book, truth(book))


# --- A database that others have open -------------------------------------------------------------

OPEN = (
    "import duckdb, sys; it = duckdb.connect(sys.argv[1], read_only=sys.argv[2] == 'True'); "
    "print(flush=True); input()"
)


@contextmanager
def open_elsewhere(path: Path, *, read_only: bool) -> Iterator[None]:
    """Have a database open in another program, which knows nothing of our lock."""
    words = [sys.executable, "-c", OPEN, str(path), str(read_only)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        try:
            yield
        finally:
            other.kill()


@pytest.mark.parametrize("read_only", [True, False])
def test_a_database_that_others_have_open_is_left_to_them(
    read_only: bool, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    expected = truth(book)
    inode = (book / DATABASE).stat().st_ino
    with open_elsewhere(book / DATABASE, read_only=read_only):
        if read_only:
            check_says(book, expected)
        else:
            with pytest.raises(UserError, match=r"book\.duckdb: .*\(PID \d+\) has it open"):
                ask(book, owing)
        paid(book, 250)
        for use in (lambda: ask(book, owing), lambda: settle(book), lambda: rebuild(book)):
            with pytest.raises(UserError, match="has it open"):
                use()
        assert (book / DATABASE).stat().st_ino == inode
    check_says(book, truth(book))


@pytest.mark.glance
def test_a_database_that_is_open_elsewhere_in_this_program_is_left_alone(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    paid(book, 250)
    with (
        duckdb.connect(str(book / DATABASE), read_only=True),
        pytest.raises(UserError, match="has it open"),
    ):
        ask(book, owing)
    check_says(book, truth(book))


def test_somebody_who_closes_the_database_in_time_is_waited_for(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = []
    with open_elsewhere(book / DATABASE, read_only=False):
        monkeypatch.setattr(database, "time", Clock(pauses))
        with pytest.raises(UserError, match="has it open"):
            ask(book, owing)
    assert len(pauses) > 10
    assert ask(book, owing) == truth(book)[1]


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self, pauses: list[float]) -> None:
        self.pauses = pauses

    def sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def monotonic(self) -> float:
        return sum(self.pauses)


# --- What the book is made from -------------------------------------------------------------------


def make_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def make_link_to_nowhere(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


@pytest.mark.glance
@pytest.mark.hostile
@pytest.mark.drawn(2)
@pytest.mark.parametrize("harm", [make_folder_of, make_loop, make_pipe, make_link_to_nowhere])
@pytest.mark.parametrize(
    "name", [f"{SESSIONS}/s1.bourre", f"{SESSIONS}/p.parquet", PAYMENTS, SETTINGS]
)
def test_a_file_that_cannot_be_read_is_named(
    name: str, harm: Callable[[Path], None], book: Path
) -> None:
    harm(book / name)
    if name.startswith(SESSIONS):  # the rest of the book goes on without it
        for use in (settle, rebuild):
            use(book)
            told = dict(ask(book, unread).files)
            del told[name]
            # the pot came from what is missing
            assert all("out of the pot than are in it" in said for said in told.values())
        return
    for use in (lambda: ask(book, owing), lambda: settle(book), lambda: rebuild(book)):
        with pytest.raises(UserError) as raised:
            use()
        assert name in raised.value.message
        assert raised.value.remedy


@pytest.mark.hostile
@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", [f"{SESSIONS}/s1.bourre", f"{SESSIONS}/p.parquet", PAYMENTS])
def test_a_damaged_file_is_noted_and_the_rest_of_the_book_stands(name: str, book: Path) -> None:
    rng = luck()
    good = (book / name).read_bytes()
    expected, _ = truth(book)
    for harmed in (b"", b"\0" * 100, rng.randbytes(3000)):
        (book / name).write_bytes(harmed)
        noted = ask(
            book,
            lambda connection: connection.execute(
                "SELECT file FROM files WHERE problem IS NOT NULL"
            ).fetchall(),
        )
        assert noted == [(name,)]
        check_says(book, truth(book))
    for _ in range(20 if FULL else 1):
        (book / name).write_bytes(rng.choice((flipped, zeroed, cut, swapped))(good, rng))
        # players whom only the last harm had named leave the settings, from which the truth is made
        ask(book, both)
        check_says(book, truth(book))
    (book / name).unlink()
    check_says(book, truth(book))
    (book / name).write_bytes(good)
    check_says(book, truth(book))
    found, _ = ask(book, both)  # but a name that only the damage made stays in book.toml
    assert [found[table] for table in TABLES if table not in {"players", "names"}] == [
        expected[table] for table in TABLES if table not in {"players", "names"}
    ]


@pytest.mark.hostile
def test_a_parquet_file_damaged_in_its_middle_is_left_out_whole(book: Path) -> None:
    path = book / SESSIONS / "p.parquet"
    good = path.read_bytes()
    path.write_bytes(good[:2000] + bytes(50) + good[2050:])
    found, _ = ask(book, both)
    (row,) = (row for row in found["files"] if "p.parquet" in row)
    assert "damaged" in row
    assert not any("p.parquet" in row for row in found["sessions"])


@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"name = ", b"[[players]]\nid = 1\n", b"currency = 7\n", bytes(20)]
)
def test_damaged_settings_are_an_error_with_its_place(content: bytes, book: Path) -> None:
    good = (book / SETTINGS).read_bytes()
    expected = truth(book)
    (book / SETTINGS).write_bytes(content)
    for use in (lambda: ask(book, owing), lambda: settle(book), lambda: rebuild(book)):
        with pytest.raises(UserError, match=r"book\.toml:\d+:\d+: "):
            use()
    assert (book / SETTINGS).read_bytes() == content
    (book / SETTINGS).write_bytes(good)
    check_says(book, expected)


# --- A folder that we may not write ---------------------------------------------------------------


def test_a_folder_that_we_may_not_write_can_be_asked_and_nothing_else(
    book: Path, fork_server: Server
) -> None:
    book.parent.chmod(0o755)
    for path in (*book.rglob("*"), book):
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert fork_server.do("ask as a nobody", book)[-1] == ["done", 0]
    ((ended, _),) = fork_server.do("pay as a nobody", book, 250)
    assert ended.startswith("UserError: ")
    assert "Permission denied" in ended
    book.joinpath(SESSIONS).chmod(0o755)
    book.joinpath(SESSIONS, "s1.bourre").chmod(0o644)
    book.joinpath(SESSIONS, "s1.bourre").write_text(log_of("s1", 9), "utf-8")
    before = {path: path.read_bytes() for path in book.rglob("*") if path.is_file()}
    # from a copy: the folder cannot be brought up to date
    assert fork_server.do("ask as a nobody", book)[-1] == ["done", 0]
    assert {path: path.read_bytes() for path in book.rglob("*") if path.is_file()} == before
    book.chmod(0o755)
    for path in book.iterdir():
        path.chmod(0o755)
    check_says(book, truth(book))
