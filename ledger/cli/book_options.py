"""What every command that uses a book has in common: ``--book``, ``--format``, and what is said while it waits."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

T = TypeVar("T")

MOST_LEFT_OUT: Final = 3
"""Of files that figures leave out: more are counted."""
_LEFT_OUT: Final = "SELECT file, problem FROM files WHERE problem IS NOT NULL ORDER BY file"


def add_book_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--book``."""
    parser.add_argument("--book", metavar="DIR", help="the folder of the book: $BOURRE_BOOK if absent, else ./bourre-book")


def add_format_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--format``."""
    parser.add_argument(
        "--format", choices=("text", "json", "csv"), default="text", help="text for people (the default), or json or csv"
    )


def folder_of(args: argparse.Namespace) -> Path:
    """Return the folder of the book that the command line means."""
    from ledger.book.folder import book_folder

    return book_folder(args.book)


def ask_book(args: argparse.Namespace, question: Callable[[DuckDBPyConnection], T]) -> T:
    """Ask the book a question; one that is out of date is brought up to date first.

    Files that the figures leave out are told on standard error.
    """
    from ledger.book.access import ask

    def both(connection: DuckDBPyConnection) -> tuple[T, list[tuple[str, str]]]:
        return question(connection), connection.execute(_LEFT_OUT).fetchall()

    with hand_counter() as progress:
        answer, left_out = ask(folder_of(args), both, say_waiting, progress)
    for file, problem in left_out[:MOST_LEFT_OUT]:
        print(f"bourre: {folder_of(args) / file} is not in these figures: {problem}", file=sys.stderr)
    if left_out:
        more = f"and {len(left_out) - MOST_LEFT_OUT:,} more; " if len(left_out) > MOST_LEFT_OUT else ""
        print(f"  {more}see bourre check", file=sys.stderr)
    return answer


def say_waiting() -> None:
    """Say on standard error that somebody else holds the book."""
    print("bourre: another program is writing in this book; waiting for it to finish …", file=sys.stderr)


@contextmanager
def hand_counter(unit: str = "hands") -> Iterator[Callable[[int], None]]:
    """Give a function that is told how many more hands are done; a terminal shows their number when it takes longer.

    Other things may be counted: ``unit`` says what they are called.
    """
    if not sys.stderr.isatty():
        yield lambda _more: None
        return
    from tqdm import tqdm

    with tqdm(unit=f" {unit}", leave=False, delay=0.5, file=sys.stderr) as bar:
        yield lambda more: bar.update(more) and None
