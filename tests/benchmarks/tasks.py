"""What people come for, by clicks and seconds: ``python tests/benchmarks/tasks.py [--book BOOK]``.

Each is done from Home of a copy of the book, the samples by default, as ``test_tasks_browser`` does
it. The seconds are the page's own, for somebody who knows where to click. A task about something
that the book does not hold says so.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "dashboard"))

from browser import looking, serving, settled, started
from playwright.sync_api import Error, expect
from test_tasks_browser import DEMO, TASKS, AbsentError, Hand, Named

from dashboard.frame import wording
from ledger.book import ask
from ledger.book.balances.figures import owing
from ledger.book.derived.database import names_in
from ledger.cli.main import main as bourre
from ledger.stats import nights_called

PATIENCE: Final = 20_000
"""Milliseconds after which a task is said to fail."""


def named_in(book: Path) -> Named:
    """Somebody of a book who owes, somebody else, and its first evening."""
    owes = ask(book, owing).payments[0].payer
    # Compare begins with the first by name
    other = max(name for name in ask(book, names_in) if name != owes)
    first = ask(book, nights_called)[-1]
    called = wording.evening(first.title, first.session, first.date)
    return Named(owes, other, called, called)


def measure(book: Path, width: int, named: Named) -> None:
    """Print a line a task."""
    expect.set_options(timeout=PATIENCE)
    with serving(book) as address, started() as browser:
        for task in TASKS:
            with (
                looking(browser, address, width=width) as page,
                tempfile.TemporaryDirectory() as place,
            ):
                page.set_default_timeout(PATIENCE)
                page.goto(address)
                settled(page)
                hand, start = Hand(page, Path(place), named), time.perf_counter()
                try:
                    task(hand)
                    said = f"{time.perf_counter() - start:5.1f} s"
                except AbsentError as error:
                    said = f"not in this book: {error}"
                except (AssertionError, Error, StopIteration) as error:
                    said = f"fails: {(str(error) or type(error).__name__).splitlines()[0]}"
                clicks = f"{hand.clicks} {'click ' if hand.clicks == 1 else 'clicks'}"
                print(f"{task.__name__.replace('_', ' '):34} {clicks} {said}", flush=True)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--book", type=Path, help="another book, which is copied")
    words.add_argument("--width", type=int, default=1280)
    asked = words.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "book")
        if asked.book:
            shutil.copytree(asked.book, copy)
        else:
            bourre(["demo", str(copy)])
        measure(copy, asked.width, named_in(copy) if asked.book else DEMO)
