"""``bourre expense``: notes what one player paid for several."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Final

from ledger.cli.book_options import add_book_option, closed_line, folder_of, say_waiting
from ledger.cli.terminal import change_table, wrapped
from ledger.log.between_hands import shares_of
from ledger.log.words import visible
from ledger.money import amount_text

if TYPE_CHECKING:
    from ledger.book import Spent

DESCRIPTION: Final = """Note that one player paid something for several, in equal shares.

The expense is added to payments.bourre in the folder of the book, and is safely
on the disk when this command returns. The payer has a share too if named after
--for; odd cents go to those named first. A name that is not in the book is
refused, unless you say --new.

examples:
  bourre expense Bea 40 pizza --for Ann,Bea,Cal
  bourre expense "Big Al" 25.50 two decks of cards --for "Big Al,Eve"
  bourre expense Eve 12 taxi --for Ann --date 2026-11-21 --currency EUR

exit status: 0 the expense is on the disk; 2 nothing was noted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("payer", metavar="WHO", help="who paid: any name of a player of the book")
    parser.add_argument("amount", metavar="AMOUNT", help="how much: 12.50")
    parser.add_argument("note", nargs="*", metavar="WHAT", help="what it was for")
    parser.add_argument("--for", dest="sharers", required=True, metavar="NAMES", help="who it was for, separated by commas")
    parser.add_argument("--currency", metavar="CUR", help="the currency: USD, EUR, … (default: that of the book)")
    parser.add_argument("--date", metavar="DATE", help="the day it was paid, such as 2026-11-21 (default: today)")
    parser.add_argument("--new", action="store_true", help="accept a name that is not in the book, as a new player")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Note the expense and print what was written, and where everybody stands now."""
    from ledger.book import Cost, spend

    sharers = tuple(filter(None, map(str.strip, args.sharers.split(","))))
    cost = Cost(args.payer, args.amount, " ".join(args.note), sharers, args.currency, args.date, args.new)
    print("\n".join([*_lines(spend(folder_of(args), cost, say_waiting)), *closed_line(args)]))
    return 0


def _lines(spent: Spent) -> list[str]:
    said, unit = spent.expense, spent.unit
    from ledger.book import said_otherwise

    people = zip(spent.before, spent.after, strict=True)
    rows = [(one.name, unit, one.stands.get(unit, 0), other.stands.get(unit, 0)) for one, other in people]
    shares = shares_of(said.amount, said.sharers)
    each = " or ".join(amount_text(share, unit) for share in dict.fromkeys(shares))
    what = f" for {said.note}" if said.note else ""
    paid = f"{said.payer} paid {amount_text(said.amount, unit)}{what} on {said.date}"
    return [
        wrapped(visible(f"{paid}, shared by {', '.join(said.sharers)}: {each} each"), ""),
        f"{spent.path}, line {spent.line}",
        "",
        change_table(rows),
        "",
        *([told, ""] if (told := said_otherwise(said.note, said.amount, unit)) else []),
        f"To undo it, delete line {spent.line} of {spent.path}.",
    ]
