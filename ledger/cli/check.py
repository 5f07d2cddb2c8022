"""``bourre check``: everything that must hold in a book."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ledger.cli.book_options import add_book_option, add_format_option, folder_of, hand_counter, say_waiting

if TYPE_CHECKING:
    from ledger.book.check import Check

DESCRIPTION = """Check everything that must hold in the book.

Every file is in it and no session twice; positions and pots add up to zero, and
every pot is what the last session left; counted chips agree; every posting has
its line in a log; and the database is the same as one made from the logs anew.
What is wrong with the play itself is for bourre audit.

exit status: 0 all is well; 1 something is wrong; 2 the book cannot be read
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``check`` to the command line."""
    parser = subparsers.add_parser("check", help="everything that must hold in the book", description=DESCRIPTION)
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Check the book and print what holds and what does not."""
    from ledger.book.check import check_book

    with hand_counter() as progress:
        checks = check_book(folder_of(args), say_waiting, progress)
    wrong = any(check.state == "wrong" for check in checks)
    _print(checks, args.format, wrong=wrong)
    return int(wrong)


def _print(checks: list[Check], form: str, *, wrong: bool) -> None:
    if form == "json":
        from ledger.cli.output import print_json

        print_json({"ok": not wrong, "checks": [{"state": check.state, **check._asdict()} for check in checks]})
    elif form == "csv":
        from ledger.cli.output import print_csv

        rows = ([check.name, check.state, found] for check in checks for found in check.found or [""])
        print_csv(("check", "state", "found"), rows)
    else:
        from ledger.cli.check_text import as_text

        print(as_text(checks))
