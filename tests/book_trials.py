"""Small books to try hard things on: logs of any version, what a book says in every table, and what
it should say.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any, Self

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import Owing, owing
from ledger.book.derived.access import ask, held
from ledger.book.derived.database import SAID
from ledger.book.derived.schema import TABLES
from ledger.book.files.folder import (
    CLOSED,
    DATABASE,
    LAST_HEAD,
    LAST_SETTINGS,
    PAYMENTS,
    SESSIONS,
    SETTINGS,
)
from ledger.files import write_atomically
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log import read
from ledger.log.payments import PaymentLine
from ledger.log.writer import with_payments

Rows = dict[str, list[str]]

PLAYERS = ("Ann", "Bea", "Cal")
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
"""Where files do not wait for a disk; None if there is no such place."""


def log_of(session: str, version: int = 0) -> str:
    """Return a log of three hands, each of its 1,000 versions with other winners: whole, partly
    known, with a renege.
    """
    rng = Random(f"{session}, {version}")  # noqa: S311 - made-up games
    number = sum(session.encode())
    head = (
        f"bourre 1\nsession 2026-11-{1 + number % 28:02} {session}\ngame "
        f"{'even' if number % 2 else 'odd'}\nrules louisiana\n"
    )
    hands = [f"chip 1 USD\npot {version}\nseats {' '.join(PLAYERS)}\n# version {version}\n"]
    for number in range(1, 3):
        first, second, third = (PLAYERS[(number + step) % 3] for step in range(3))
        mine = rng.randrange(3, 6)
        hands.append(
            f"hand {number} {third} 9h\n  play {first} 0\n  play {second} 0\n  pass {third}\n"
            f"  tricks {first} {mine} {second} {5 - mine}\n  take {first} {rng.randrange(1, 9)}\n"
        )
    return head + "".join(hands) + _RENEGE


_RENEGE = dedent("""\
    hand 3 Cal Ah
      dealt Ann 2c 3c Kh 9s Td
      play Ann 0
      play Bea 0
      pass Cal
      trick Bea 5c 9s
      trick Bea 6c 2c
      pay Ann Bea 1 USD
    """)


def log_of_march() -> str:
    """A log of a month that is long over, so that it can be closed."""
    return log_of("march").replace("session 2026-11-", "session 2024-03-")


MARCH_ENDS = "2024-03-31"


def parquet_of(path: Path, sessions: Iterable[str]) -> None:
    """Write sessions to a Parquet file."""
    write_hands(path, [columns([read(log_of(session), session) for session in sessions])])


def paid(folder: Path, amount: int) -> None:
    """Add a payment to the file of payments, as a command does that holds the book."""
    path = folder / PAYMENTS
    text = path.read_text("utf-8") if path.exists() else ""
    payment = PaymentLine(
        line=0, date="2026-11-21", payer="Ann", payee="Bea", amount=amount, currency="USD", note=""
    )
    write_atomically(path, with_payments(text, [payment])[0])


def everything(connection: DuckDBPyConnection) -> Rows:
    """Return the rows of every table, each as text, sorted; without what only the disk knows."""
    rows = {table: connection.execute(f"SELECT {SAID} FROM {table}").fetchall() for table in TABLES}  # noqa: S608 - ours
    return {table: sorted(map(repr, found)) for table, found in rows.items()}


def both(connection: DuckDBPyConnection) -> tuple[Rows, Owing]:
    """Return every row, and who owes what."""
    return everything(connection), owing(connection)


def truth(folder: Path) -> tuple[Rows, Owing]:
    """Return what the book says when its database is made from nothing, elsewhere."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        copy = Path(temporary) / folder.name

        def derived(_folder: str, names: list[str]) -> list[str]:
            return [
                name for name in names if name.startswith((DATABASE, ".")) and name != LAST_HEAD
            ]

        shutil.copytree(folder, copy, ignore=derived)
        with held(copy) as book:
            return book.rebuild(both)


def check_zero(said: Owing) -> None:
    """Check that positions and pots add up to zero."""
    for unit in {one.unit for one in said.balances} | {one.unit for one in said.pots}:
        assert not sum(one.amount for one in (*said.balances, *said.pots) if one.unit == unit)


def check_whole(folder: Path) -> None:
    """Check that a book says what a new one made of the same logs says, table by table, and that
    everything adds up.
    """
    found, said = ask(folder, both)
    expected, owed = truth(folder)
    for table in TABLES:
        assert found[table] == expected[table], table
    assert said == owed
    check_zero(said)


def leftovers(folder: Path) -> list[str]:
    """Return the files in a book that no book has for long."""
    names = [path.name for place in (folder, folder / SESSIONS) for path in place.iterdir()]
    ours = {SESSIONS, PAYMENTS, SETTINGS, LAST_SETTINGS, DATABASE, CLOSED, LAST_HEAD}
    usual = {*ours, ".lock", ".turn", ".gitignore", "replaced"}
    return [
        name for name in names if name not in usual and not name.endswith((".bourre", ".parquet"))
    ]


def settle(folder: Path) -> None:
    """Hold the book for writing and do nothing with it."""
    with held(folder) as book:
        book.settle(owing)


def rebuild(folder: Path) -> None:
    """Make the database from the logs alone."""
    with held(folder) as book:
        book.rebuild(owing)


class Server:
    """A process that does actions of book_server.py in children of its own, on a disk that may be
    made to fail.
    """

    def __init__(self, faulty_disk: Path | None = None) -> None:
        words = [sys.executable, str(Path(__file__).with_name("book_server.py"))]
        preload = {"LD_PRELOAD": str(faulty_disk)} if faulty_disk else {}
        self.process = Popen(words, stdin=PIPE, stdout=PIPE, text=True, env=os.environ | preload)

    def start(self, *words: object) -> int:
        """Begin an action and return the number of its process."""
        return int(self._asked(json.dumps(words)))

    def end(self) -> list[Any]:
        """Wait for the end of the action that was begun last and return what it said."""
        return list(json.loads(self._asked("")))

    def do(
        self, name: str, folder: Path, argument: object = None, fault: list[int] | None = None
    ) -> list[Any]:
        """Do an action to its end and return what it said; last [how it ended, calls to the
        disk].
        """
        self.start(name, str(folder), argument, fault)
        return self.end()

    def _asked(self, line: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        with self.process:
            self.process.kill()
