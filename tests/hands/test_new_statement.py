"""What a new statement of a hand costs: an entry in two files, as architecture.md says.

The statement is made up: ``bet Bea 3``. A copy of the program gets it, and everything between a
log and a Parquet file has to know it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import ledger

PACKAGE: Final = Path(ledger.__file__).parent
RECORD: Final = '''
class Bet(NamedTuple):
    """``bet Bea 3``."""

    line: int
    player: str
    chips: int
    comment: str = ""


InHand: TypeAlias ='''
ENTRY: Final = """
    HandStatement(
        "bet",
        Bet,
        (_PLAYER, Part("chips", CHIPS, "Chips")),
        says="a player and chips",
        example="bet Bea 3",
        help="What somebody bets.",
    ),
    HandStatement(
        "misdeal","""
COLUMN: Final = """
    bet: Array = field(
        metadata=column(
            CHIPS, "seats", said="bet", kept=Kept("seat_chips", "by seat: bets", later=True)
        )
    )
    misdeal: Array ="""
ADDED: Final = {
    "log/hand_statements.py": (
        ("\nInHand: TypeAlias =", RECORD),
        ('\n    HandStatement(\n        "misdeal",', ENTRY),
    ),
    "hands/model.py": (("\n    misdeal: Array =", COLUMN),),
}
"""What the statement adds to which file."""

PROGRAM: Final = """
import sys
import numpy as np
import pyarrow.parquet as pq
from ledger.errors import UserError
from ledger.hands import columns, read_hands, sessions_of, write_hands
from ledger.hands.from_log import read_logs
from ledger.hands.model import ABSENT, BY_RULE
from ledger.log import read, write
from ledger.log.records import Hand, Log
from ledger.log.writer import help_table

HEADER = "bourre 1\\nsession 2026-11-20 friday\\nrules louisiana\\nseats Ann Bea Cal\\n\\n"
LOG = HEADER + "hand 1 Ann 9h\\n  play Bea 2\\n  pass Cal Ann\\n  bet Bea 3\\n  bet Cal 40\\n"
session = read(LOG, "a log")
assert not session.errors and write(session) == LOG, session.errors
hands = columns([session])
assert hands.bet[:, 0].tolist() == [3, 40, ABSENT]
assert [write(one) for one in sessions_of(hands)] == [LOG]

found = read_logs([Log(LOG.encode(), "a log")])
assert [one.plain for one in found.sessions[0].body if isinstance(one, Hand)] == [0], "read at once"
assert np.array_equal(found.hands.bet, hands.bet)

write_hands("bets.parquet", [hands])
(again,) = read_hands("bets.parquet")
assert np.array_equal(again.bet, hands.bet)
assert [write(one) for one in sessions_of(again)] == [LOG]

for words in ("", "Bea", "Bea x", "Zed 3", "Bea 3 4"):
    (error,) = read(LOG + f"  bet {words}\\n", "a log").errors
    print(error.column, error.message, "-", error.expected)
hands.bet[0, 0] = BY_RULE
write_hands("bets.parquet", [hands])
try:
    list(read_hands("bets.parquet"))
except UserError as error:
    print(error)
assert "| hand | `bet PLAYER CHIPS` | What somebody bets. |" in help_table()
table = pq.read_table("bets.parquet").drop_columns("bet")
pq.write_table(table, "before.parquet")
(older,) = read_hands("before.parquet")
assert (older.bet == ABSENT).all(), "a file from before there were bets"
"""
SAID: Final = """\
6 a player is missing - a player, seated: Ann, Bea, Cal
10 a number of chips is missing - a number of chips: a whole number
11 x is not a number of chips - a number of chips: a whole number
7 Zed is not seated - a player, seated: Ann, Bea, Cal
13 4 is one word too many - a player and chips: bet Bea 3
"""


def row_of(what: str) -> str:
    """Where architecture.md says that something belongs."""
    page = (PACKAGE / "docs" / "architecture.md").read_text("utf-8")
    found = re.search(rf"^\| {what} \| (.*) \|$", page, re.MULTILINE)
    assert found is not None
    return found[1]


def test_a_statement_of_a_hand_with_a_column_costs_two_files(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "ledger", ignore=shutil.ignore_patterns("__pycache__"))
    for name, places in ADDED.items():
        path = tmp_path / "ledger" / name
        text = path.read_text("utf-8")
        for before, after in places:
            assert text.count(before) == 1
            text = text.replace(before, after)
        path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROGRAM],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(SAID)
    assert "the column bet has a player without an amount" in done.stdout


def test_the_page_and_the_test_name_the_same_two_files() -> None:
    said = row_of("a statement of a hand").partition("; ")[0]
    assert re.findall(r"`([a-z_/]+\.py)`", said) == list(ADDED)
