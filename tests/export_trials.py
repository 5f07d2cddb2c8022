"""What other programs make of an export: their own checks, and their own reports of where everybody
stands.
"""

from __future__ import annotations

import csv
import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest
from book_on_disk import Book
from needed_programs import need_package, need_program

from ledger.book.balances.figures import account_names
from ledger.book.derived.access import ask

Standing = dict[tuple[str, str], Decimal]
"""What everybody is owed, by name (``pot of GAME`` for a pot) and currency; nothing where it comes
to zero.
"""

_PLACES = {"Assets:Bank": "bank", "Equity:Unexplained": "unexplained"}


def owed(book: Book) -> Standing:
    """Return what ``bourre owes --format json`` says."""
    said = book.json("owes")
    rows = [(row["player"], row["currency"], row["amount"]) for row in said["balances"]]
    rows += [(f"pot of {row['game']}", row["currency"], row["amount"]) for row in said["pots"]]
    return {(name, unit): Decimal(amount) for name, unit, amount in rows if Decimal(amount)}


def exported(book: Book, kind: str) -> Path:
    """Export a book and return the file or folder."""
    out = book.folder.parent / f"exported.{kind}"
    told = book.run("export", kind, str(out), "--force")
    assert told.status == 0, told.err
    return out


def by_beancount(book: Book) -> Standing:
    """Return the balances that beancount reports, after it found nothing wrong."""
    need_package("beancount")
    from beancount.core.data import Open  # noqa: PLC0415 - it may be absent
    from beancount.core.realization import get_or_create, realize  # noqa: PLC0415
    from beancount.loader import load_file  # noqa: PLC0415

    entries, errors, _ = load_file(str(exported(book, "beancount")))
    assert errors == []
    names = ask(book.folder, account_names)
    called = dict(_PLACES)
    for entry in entries:
        if isinstance(entry, Open) and entry.account not in called:
            called[entry.account] = (
                f"pot of {entry.meta['game']}"
                if "game" in entry.meta
                else names[int(entry.meta["player"])]
            )
    root = realize(entries)
    found = {}
    for account, name in called.items():
        for position in get_or_create(root, account).balance:
            unit = position.units.currency
            found[name, "chips" if unit == "CHIPS" else unit] = position.units.number
    return {key: amount for key, amount in found.items() if amount}


def by_hledger(book: Book) -> Standing:
    """Return the balances that hledger reports, after it found nothing wrong."""
    path = exported(book, "hledger")
    hledger(path, "check", "--strict", "ordereddates")
    names = ask(book.folder, account_names)
    called = dict(_PLACES)
    for account, tags in re.findall(
        r"^account (.*)\n    ; (.*)$", path.read_text("utf-8"), re.MULTILINE
    ):
        kind, value = re.fullmatch(r"(game|player):(.*?)(?:, name:.*)?", tags).groups()  # type: ignore[union-attr]
        called[account] = (
            names[int(value)]
            if kind == "player"
            else f"pot of {value.replace('%2C', ',').replace('%25', '%')}"
        )
    report = hledger(path, "balance", "--flat", "--no-total", "--layout=bare", "-O", "csv")
    rows = csv.DictReader(io.StringIO(report, newline=""))
    return {
        (called[row["account"]], row["commodity"]): Decimal(row["balance"])
        for row in rows
        if Decimal(row["balance"])
    }


def hledger(path: Path, *words: str) -> str:
    """Return what hledger says to a journal; it must be content."""
    run = subprocess.run(
        [need_program("hledger", "apt-get install hledger"), "-f", path, *words],
        capture_output=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def bean_check(path: Path) -> str:
    """Return what bean-check complains about in a file: nothing if all is well."""
    need_package("beancount")
    program = "from beancount.scripts.check import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", program, "--no-cache", path],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (run.returncode == 0) == (run.stderr == "")
    return run.stderr


Report = Callable[[Book], Standing]
REPORTS = [
    pytest.param(by_beancount, id="beancount"),
    pytest.param(by_hledger, id="hledger"),
]
