"""``bourre reopen``: reopens a closed period; that is recorded for good."""

from __future__ import annotations

import argparse
from typing import Final

from ledger.cli.book_options import add_book_option, command_on_book, folder_of, say_waiting
from ledger.cli.close import act_of, add_act_options, as_dict
from ledger.cli.terminal import add_format_option, folded, print_json

DESCRIPTION: Final = """Reopen what was closed, so that it can be put right.

Who did it, when and why is kept for good in closed.txt, and anyone who kept an
earlier head is told by bourre check --head. Without a DATE the last closing is
reopened; with one, everything that was closed from that day on. Close the book
again when it is right.

examples:
  bourre reopen --why "the log of 5 June was the wrong one"
  bourre reopen 2026-04-01 --why "Bea's payment was never noted" --by Ann

exit status: 0 it is open; 2 nothing was changed
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("day", nargs="?", metavar="DATE", help="the first day that is to be open (default: the last closing)")
    add_act_options(parser, "the reason, for all to read", required=True)
    add_book_option(parser)
    add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Reopen the book and print until when it is still closed."""
    from ledger.book.closing import reopen

    done = reopen(folder_of(args), act_of(args), args.day, say_waiting)
    if args.format == "json":
        print_json({"closed": done.closed.as_dict(), "act": as_dict(done.entry)})
        return 0
    print(folded(f"What was closed to {done.entry.until} is open again; closed.txt records who reopened it, and why."))
    print(f"{done.closed.sentence}.")
    print(f"When it is right: {command_on_book(f'close {done.entry.until}', args.book)}")
    return 0
