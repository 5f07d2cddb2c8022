"""What the commands on a book share: ``--book``, a question to the book, and what is said while it waits."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from ledger.cli.terminal import counter, note

if TYPE_CHECKING:
    from ledger.book import Connection

T = TypeVar("T")

MOST_LEFT_OUT: Final = 3
"""Files left out of the figures that are named; more are counted."""


def add_book_option(parser: argparse.ArgumentParser) -> None:
    """Add ``--book``."""
    parser.add_argument("--book", metavar="DIR", help="the folder of the book: $BOURRE_BOOK if absent, else ./bourre-book")


def folder_of(args: argparse.Namespace) -> Path:
    """The folder of the book that the command line means."""
    from ledger.book.folder import book_folder

    return book_folder(args.book)


def command_on_book(words: str, book: str | None) -> str:
    """A command to type, for the same book; ``book`` is its folder as somebody typed it."""
    return f"bourre {words}" + (f" --book {shlex.quote(book)}" if book else "")


def ask_book(args: argparse.Namespace, question: Callable[[Connection], T]) -> T:
    """Ask the book a question; one that is out of date is brought up to date first.

    Files that the figures leave out are named on standard error.
    """
    from ledger.book import ask
    from ledger.book.figures import files_left_out

    def both(connection: Connection) -> tuple[T, list[tuple[str, str]]]:
        return question(connection), files_left_out(connection)

    with counter() as progress:
        answer, left_out = ask(folder_of(args), both, say_waiting, progress)
    for file, problem in left_out[:MOST_LEFT_OUT]:
        note(f"bourre: {folder_of(args) / file} is not in these figures: {problem}")
    if left_out:
        more = f"and {len(left_out) - MOST_LEFT_OUT:,} more; " if len(left_out) > MOST_LEFT_OUT else ""
        note(f"  {more}see bourre check")
    return answer


def say_waiting() -> None:
    """Say that somebody else holds the book."""
    note("bourre: another program is writing in this book; waiting for it to finish …")
