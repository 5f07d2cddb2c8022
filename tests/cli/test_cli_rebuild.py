"""bourre rebuild, and its promise: whatever has happened to a book, its database is the one made
from its logs alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import duckdb
import pytest
from book_on_disk import Book
from book_trials import everything
from planted_faults import Plan, write_down

from ledger.book import keep_copy
from ledger.book.derived.access import ask, held
from ledger.book.derived.schema import TABLES
from ledger.book.files.folder import DATABASE, PAYMENTS, SESSIONS, SETTINGS
from ledger.book.files.settings import read_settings
from ledger.book.files.settings_edit import (
    change_settings,
    enrolled,
    merged,
    renamed,
    separated,
    with_handle,
)
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main
from ledger.errors import UserError
from ledger.game import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read

pytestmark = pytest.mark.slow

Tables = dict[str, list[str]]

SEED = int(os.environ.get("BOURRE_SEED", "1"))
"""The first history to try; print says which failed."""
HISTORIES = int(os.environ.get("BOURRE_HISTORIES", "4"))
STEPS = 10


def made_from_logs(folder: Path, copy: Path) -> Tables:
    """Return what a database says that is made from nothing, in a copy of the book."""
    shutil.copytree(folder, copy)
    (copy / DATABASE).unlink()
    tables = ask(copy, everything)
    shutil.rmtree(copy)
    return tables


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Logs of many kinds: several games, currencies and days, all levels of record, planted faults,
    pots and payments.
    """
    folder = tmp_path_factory.mktemp("pool")
    write_down(Plan(PRESETS["louisiana"], 4, (2, 6), "mixed", faults=0.3), 14, 5, folder)
    rng = Random(0)  # noqa: S311 - chance, not secrets
    logs = []
    for number, path in enumerate(sorted(folder.glob("*.bourre"))):
        lines = path.read_text("utf-8").split("\n")
        date, session = lines[1].split()[1:3]
        day = rng.choice([date, "2024-01-05", "2024-03-01"])
        lines[1] = f"session {day} night{number}"
        lines = [line for line in lines if not line.startswith("chip")]
        lines.insert(3, rng.choice(["chip 0.25 USD", "chip 0.5 EUR", "# no value"]))
        lines.insert(2, rng.choice(["game poker", "# the usual game"]))
        lines.insert(
            5,
            f"pot {rng.randrange(4)}"
            if not any(line.startswith("pot") for line in lines[:8])
            else "# a pot",
        )
        logs.append("\n".join(lines))
        assert session
    return logs


class History:
    """A book to which one thing after another happens, chosen by chance."""

    def __init__(self, rng: Random, folder: Path, pool: list[str]) -> None:
        self.rng, self.folder, self.pool = rng, folder, pool
        self.count = 0
        self.incoming = folder.parent / "incoming"
        self.incoming.mkdir()

    def happen(self) -> str:
        """Do one thing, as far as there is something to do it to, and return what it was."""
        steps: list[Callable[[], object]] = [
            self.import_logs,
            self.import_logs,
            self.import_other_content,
            self.import_parquet,
            self.edit,
            self.edit,
            self.spoil,
            self.remove,
            self.copy_of_another,
            self.parquet_by_hand,
            self.damaged_parquet,
            self.pay,
            self.people,
            self.people,
            self.terms,
            self.lose_names,
            self.lose_the_database,
        ]
        step = self.rng.choice(steps)
        told = step()
        return f"{step.__name__}: {told}" if told else self.happen()

    def files(self) -> list[Path]:
        return sorted((self.folder / SESSIONS).glob("*.*"))

    def logs(self) -> list[Path]:
        return [path for path in self.files() if path.suffix == ".bourre"]

    def new_file(self, suffix: str) -> Path:
        self.count += 1
        return self.incoming / f"file{self.count}{suffix}"

    def some(self) -> list[str]:
        return self.rng.sample(self.pool, self.rng.randrange(1, 5))

    def put(self, path: Path, *, replace: bool) -> object:
        done = import_files(self.folder, [path], ImportOptions(replace))
        return (
            path.name,
            done.stored,
            done.exists,
            done.replaced,
            [fate.session for fate in done.refused],
        )

    def import_logs(self) -> object:
        where = self.new_file("")
        where.mkdir()
        for number, text in enumerate(self.some()):
            (where / f"{number}.bourre").write_text(text, "utf-8")
        return self.put(where, replace=False)

    def import_other_content(self) -> object:
        path = self.new_file(".bourre")
        path.write_text(self.rng.choice(self.pool) + f"# version {self.rng.random()}\n", "utf-8")
        return self.put(path, replace=self.rng.random() < 0.7)

    def import_parquet(self) -> object:
        path = self.new_file(".parquet")
        write_hands(
            path, [columns([read(text, f"{n}.bourre") for n, text in enumerate(self.some())])]
        )
        return self.put(path, replace=self.rng.random() < 0.5)

    def edit(self) -> object:
        """Somebody adds a line to a log in the book, or takes the last hand out."""
        if not self.logs():
            return None
        path = self.rng.choice(self.logs())
        text = path.read_text("utf-8", "surrogateescape")
        seats = next(
            (line.split()[1:3] for line in text.split("\n") if line.startswith("seats")),
            ["Ann", "Bea"],
        )
        line = self.rng.choice(
            [
                f"count {seats[0]} 7",
                f"pay {seats[0]} {seats[1]} 3.50 cash",
                f"penalty {seats[1]} 2",
                "sit Beatrice",
                "end divide",
                "nonsense",
                "hand x",
            ]
        )
        text = text.rpartition("hand ")[0] if self.rng.random() < 0.2 else f"{text}\n{line}\n"
        path.write_text(text, "utf-8", "surrogateescape")
        return path.name, line

    def spoil(self) -> object:
        """A log loses its header, takes another's id, or gets a byte that is no text."""
        if not self.logs():
            return None
        path = self.rng.choice(self.logs())
        content = path.read_bytes()
        how = self.rng.randrange(3)
        if how == 0:
            path.write_bytes(content.partition(b"\n")[2])
        elif how == 1:
            path.write_bytes(content.replace(b" night", b" night1", 1))
        else:
            path.write_bytes(content + b"count \xff 3\n")
        return path.name, how

    def remove(self) -> object:
        if not self.files():
            return None
        path = self.rng.choice(self.files())
        path.unlink()
        return path.name

    def copy_of_another(self) -> object:
        """The same file twice in the folder, the copy before or after the one it was made from."""
        if not self.files():
            return None
        path = self.rng.choice(self.files())
        self.count += 1
        copy = path.with_name(f"{self.rng.choice('az')}copy{self.count}{path.suffix}")
        shutil.copyfile(path, copy)
        return path.name, copy.name

    def parquet_by_hand(self) -> object:
        path = self.folder / SESSIONS / f"{self.rng.choice('az')}{self.rng.randrange(3)}.parquet"
        write_hands(
            path, [columns([read(text, f"{n}.bourre") for n, text in enumerate(self.some())])]
        )
        return path.name

    def damaged_parquet(self) -> object:
        paths = [path for path in self.files() if path.suffix == ".parquet"]
        if not paths:
            return None
        path = self.rng.choice(paths)
        content = bytearray(path.read_bytes())
        content[self.rng.randrange(len(content))] ^= 1 << self.rng.randrange(8)
        path.write_bytes(content)
        return path.name

    def pay(self) -> object:
        path = self.folder / PAYMENTS
        text = self.rng.choice(
            [
                "bourre 1\ndate 2024-02-01\npay Ann Bea 3\n",
                "bourre 1\ndate 2024-02-01\npay Ann Bea 3\ncurrency EUR\npay Zed Ann 12.50 venmo\n",
                "bourre 1\ndate 2024-02-01\npay Ann\npay Quinn Bea 1\n",
                "no payments\n",
                None,
            ]
        )
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, "utf-8")
        return text or "no payments any more"

    def people(self) -> object:
        """Players are merged, separated, renamed, given handles, or entered by hand."""
        names = [
            name
            for player in read_settings(self.folder / SETTINGS).players
            for name in (player.name, *player.aliases)
        ]
        one, other = (self.rng.choice(names or ["Ann"]) for _ in range(2))
        what = self.rng.choice([merged, merged, separated, renamed, with_handle, enrolled])
        arguments = {
            merged: (one, other),
            separated: (one,),
            renamed: (one, f"{other}s"),
            with_handle: (one, f"@{other}"),
        }
        try:
            change_settings(
                self.folder / SETTINGS,
                lambda text: what(text, *arguments.get(what, ([f"{one}x"],))),
            )  # type: ignore[operator]
        except UserError as error:
            return str(error)
        return what.__name__, one, other

    def terms(self) -> object:
        """The currency of payments, or the game of sessions that name none."""
        path = self.folder / SETTINGS
        text = path.read_text("utf-8") if path.exists() else ""
        rest = [line for line in text.split("\n") if not line.startswith(("currency", "game"))]
        new = [
            f'currency = "{self.rng.choice(["USD", "EUR"])}"',
            f'game = "{self.rng.choice(["book", "poker"])}"',
        ]
        path.write_text("\n".join([*new, *rest]), "utf-8")
        return new

    def lose_names(self) -> object:
        """Somebody throws the settings away, and says so: everybody is somebody new."""
        there = self.lose(SETTINGS)
        keep_copy(self.folder / SETTINGS)
        return there

    def lose_the_database(self) -> object:
        return self.lose(DATABASE)

    def lose(self, name: str) -> object:
        there = (self.folder / name).exists()
        (self.folder / name).unlink(missing_ok=True)
        return there


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", range(SEED, SEED + HISTORIES))
def test_whatever_happened_the_database_is_the_one_made_from_the_logs(
    seed: int, tmp_path: Path, pool: list[str]
) -> None:
    folder = tmp_path / "book"
    (folder / SESSIONS).mkdir(parents=True)
    history = History(Random(seed), folder, pool)  # noqa: S311 - as above
    print("seed", seed, history.import_logs())
    for _ in range(STEPS):
        print(history.happen())
        if history.rng.random() < 0.7:  # else several things happen before anybody looks
            now = ask(folder, everything)
            anew = made_from_logs(folder, tmp_path / "copy")
            for table in TABLES:
                assert now[table] == anew[table], table
    before = ask(folder, everything)
    with held(folder) as book:
        assert book.rebuild(everything) == before


def test_it_makes_the_database_again_and_says_of_how_much(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    """
    before = ask(book.folder, everything)
    with duckdb.connect(str(book.folder / DATABASE)) as connection:
        connection.execute("UPDATE postings SET amount = amount + 1")
    told = book.run("rebuild")
    assert told.status == 0
    assert "1 hand of 1 evening in " in told.out
    assert ask(book.folder, everything) == before


def test_it_says_which_files_are_not_in_the_book(book: Book) -> None:
    """
    seats Ann Bea
    """
    (book.folder / SESSIONS / "zz.bourre").write_text("no log\n")
    told = book.run("rebuild")
    assert told.status == 0
    assert "sessions/zz.bourre" in told.out
    assert "bourre check says why" in told.out


def test_where_there_is_no_book_it_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rebuild", "--book", str(tmp_path)]) == 2
    assert "there is no book here" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
