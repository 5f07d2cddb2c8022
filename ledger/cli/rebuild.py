"""``bourre rebuild``: makes the database of the book anew from its logs."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Final

from ledger.cli.book_options import add_book_option, folder_of, say_waiting
from ledger.cli.terminal import add_jobs_option, counter, jobs_for, number
from ledger.files import hands_about
from ledger.log.words import visible

MOST: Final = 10
"""Files that are named; ``bourre check`` names the rest."""

DESCRIPTION: Final = """Make the database of the book again from its logs.

The logs are the truth and the database is made from them, so it may be deleted
at any time; commands bring it up to date by themselves. This one starts from
scratch, and replaces the old database once the new one is complete.

exit status: 0 it is made; 2 there is no book, or it could not be written
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_book_option(parser)
    add_jobs_option(parser)


def run(args: argparse.Namespace) -> int:
    """Rebuild the database, and print how much is in it and how long it took."""
    from ledger.book import counted, held
    from ledger.book.folder import SESSIONS
    from ledger.workers import crew

    folder = folder_of(args)
    jobs = jobs_for(args, sum(map(hands_about, folder.glob(f"{SESSIONS}/*"))))
    with counter() as progress, crew(jobs) as helping, held(folder, say_waiting, progress, helping) as book:
        begun = perf_counter()
        made = book.rebuild(counted)
        seconds = perf_counter() - begun
    print(f"{folder}: {number(made.hands, 'hand')} of {number(made.sessions, 'session')} in {seconds:.1f} seconds")
    for file in made.unreadable[:MOST]:
        print(f"  {visible(file)}: not in the book, or only in part")
    if made.unreadable:
        print("  bourre check says why, and what to do")
    return 0
