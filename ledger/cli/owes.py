"""``bourre owes``: where everybody stands, and who pays whom."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ledger.cli.book_options import add_book_option, add_format_option, ask_book

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from ledger.cli.owes_text import Standing

DESCRIPTION = """Where everybody in the book stands, and who pays whom so that all are square.

The payments are as few as there can be. Chips in a pot that was carried over
belong to whoever wins it: such a pot takes part like a player. Currencies are
kept apart, and so are chips that were never given a value.

examples:
  bourre owes
  bourre owes --book ~/cards --format json
  bourre why Cal                  where Cal's figure comes from, to the log line
  bourre pay Cal Eve 12.50        note that Cal paid

exit status: 0 the figures were printed; 2 there is no book, or it cannot be read
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``owes`` to the command line."""
    parser = subparsers.add_parser("owes", help="where everybody stands, and who pays whom", description=DESCRIPTION)
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print who owes what."""
    standing = ask_book(args, _standing)
    if args.format == "json":
        from ledger.cli.output import print_json
        from ledger.cli.owes_rows import as_dict

        print_json(as_dict(standing.owing))
    elif args.format == "csv":
        from ledger.cli.output import print_csv
        from ledger.cli.owes_rows import HEADINGS, rows

        print_csv(HEADINGS, rows(standing.owing))
    else:
        from ledger.cli.owes_text import as_text

        print(as_text(standing))
    return 0


def _standing(connection: DuckDBPyConnection) -> Standing:
    from ledger.book.figures import handles, owing, session_count
    from ledger.cli.owes_text import Standing

    return Standing(owing(connection), handles(connection), session_count(connection))
