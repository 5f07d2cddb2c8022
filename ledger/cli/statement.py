"""``bourre statement``: everything that moved for a player, with a running balance."""

from __future__ import annotations

import argparse
from datetime import date

from ledger.cli.book_options import add_book_option, add_format_option, ask_book

DESCRIPTION = """Everything that moved for a player, with a running balance, as a bank prints it.

A debit is value that the player received, a credit value that the player gave;
a balance above zero is owed to the player. Each currency is an account of its
own. Without --to the last balance is what bourre owes says.

examples:
  bourre statement Cal
  bourre statement Cal --from 2026-11-01 --to 2026-11-30
  bourre statement Cal --format csv > cal.csv

exit status: 0 the figures were printed; 2 nobody is called that, or there is no book
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``statement`` to the command line."""
    parser = subparsers.add_parser(
        "statement", help="everything that moved for a player, with a running balance", description=DESCRIPTION
    )
    parser.add_argument("player", metavar="PLAYER", help="any name of a player of the book")
    parser.add_argument("--from", dest="first", metavar="DATE", help="the first day to show (default: the first of all)")
    parser.add_argument("--to", dest="last", metavar="DATE", help="the last day to show (default: the last of all)")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statement of ``args.player``."""
    from ledger.book.statements import accounts_in
    from ledger.book.trail import statement
    from ledger.errors import UserError

    first, last = _day(args.first), _day(args.last)
    if first and last and first > last:
        raise UserError(f"from {first} to {last} there are no days", "give the earlier day first")
    player, items = ask_book(args, lambda connection: statement(connection, args.player))
    accounts = accounts_in(items, first, last)
    if args.format == "json":
        from ledger.cli.output import print_json
        from ledger.cli.statement_rows import as_dict

        print_json(as_dict(player, accounts, first, last))
    elif args.format == "csv":
        from ledger.cli.output import print_csv
        from ledger.cli.statement_rows import HEADINGS, rows

        print_csv(HEADINGS, rows(accounts))
    else:
        from ledger.cli.statement_text import as_text

        print(as_text(player, accounts))
    return 0


def _day(word: str | None) -> date | None:
    """Return a day that was typed, if any. Raises UserError for what is none."""
    from ledger.book.typed import day_typed

    return None if word is None else date.fromisoformat(day_typed(word))
