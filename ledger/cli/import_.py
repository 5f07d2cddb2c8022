"""``bourre import``: brings logs into the book, each session once."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from ledger.cli.book_options import add_book_option, add_format_option, folder_of, hand_counter, say_waiting

if TYPE_CHECKING:
    from ledger.book.importing import Imported

DESCRIPTION = """Bring logs into the book, each session once.

A PATH is a log, a Parquet file of hands, or a folder (searched for both, at any
depth). They are copied into the folder of the book, which is made if it is not
there. A session is known by its id: what the book has already, just as it is,
stays as it is, and other content under the same id is refused unless you say
--replace. Importing twice changes nothing.

examples:
  bourre import friday.bourre
  bourre import games/ --book ~/cards
  bourre import games/ --dry-run           what would happen
  bourre import friday.bourre --replace    this log is the right one

exit status: 0 everything is in the book; 1 something was refused; 2 a file could
not be read, or the book could not be written
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``import`` to the command line."""
    parser = subparsers.add_parser("import", help="bring logs into the book, each session once", description=DESCRIPTION)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a log, a Parquet file, or a folder")
    add_book_option(parser)
    parser.add_argument("--replace", action="store_true", help="put sessions in the place of those with the same id")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen, and write nothing")
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Import ``args.paths`` and print what became of each session."""
    from ledger.book.importing import How, import_files

    with hand_counter() as progress:
        done = import_files(folder_of(args), args.paths, How(args.replace, args.dry_run, say_waiting, progress))
    _print(args, done)
    return done.status


def _print(args: argparse.Namespace, done: Imported) -> None:
    if args.format == "json":
        from ledger.cli.import_rows import as_dict
        from ledger.cli.output import print_json

        print_json(as_dict(done))
    elif args.format == "csv":
        from ledger.cli.import_rows import HEADINGS, rows
        from ledger.cli.output import print_csv

        print_csv(HEADINGS, rows(done))
    else:
        from ledger.cli.import_text import as_text, refusals

        sys.stdout.flush()
        if done.refused:
            print(refusals(done.refused), file=sys.stderr)
        print(as_text(done, args.book, dry_run=args.dry_run))
