"""``bourre pay``: notes that one player paid another."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ledger.cli.book_options import add_book_option, closed_line, command_on_book, folder_of, say_waiting
from ledger.cli.terminal import answer_to, change_table, is_attended, note
from ledger.errors import shell_text
from ledger.money import amount_text

if TYPE_CHECKING:
    from ledger.book import Paid

DESCRIPTION: Final = """Note that one player paid another, outside the game.

The payment is added to payments.bourre in the folder of the book, and is safely
on the disk when this command returns. To undo it, pay the same amount back: the
command for that is printed. A name that is not in the book is refused unless
you say --new. A payment from somebody who is owed money to somebody who owes it
makes the debt larger: you are asked whether you mean it, and a script must say
--anyway.

examples:
  bourre pay Cal Eve 12.50
  bourre pay Cal Eve 12.50 --note "venmo, for both evenings"
  bourre pay "Big Al" Eve 20 --currency EUR --date 2026-11-21

exit status: 0 the payment is on the disk; 2 nothing was noted
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("payer", metavar="FROM", help="who paid: any name of a player of the book")
    parser.add_argument("payee", metavar="TO", help="who got it")
    parser.add_argument("amount", metavar="AMOUNT", help="how much: 12.50")
    parser.add_argument("--currency", metavar="CUR", help="the currency: USD, EUR, … (default: that of the book)")
    parser.add_argument("--note", default="", metavar="TEXT", help="a remark that stays with the payment")
    parser.add_argument("--date", metavar="DATE", help="the day of the payment, such as 2026-11-21 (default: today)")
    parser.add_argument("--new", action="store_true", help="accept a name that is not in the book, as a new player")
    parser.add_argument("--anyway", action="store_true", help="accept a payment that makes a debt larger")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Note the payment and print what was written, and where both stand now."""
    from ledger.book import LargerDebtError, Wish, pay

    wish = Wish(args.payer, args.payee, args.amount, args.currency, args.date, args.note, args.new, args.anyway)
    try:
        paid = pay(folder_of(args), wish, say_waiting)
    except LargerDebtError as error:
        if not is_attended():
            raise
        note(error.message)
        if answer_to("Note it anyway? [y/N] ").lower() not in {"y", "yes"}:
            raise
        paid = pay(folder_of(args), replace(wish, anyway=True), say_waiting)
    print("\n".join(_lines(paid, args)))
    return 0


def _lines(paid: Paid, args: argparse.Namespace) -> list[str]:
    from ledger.book import pay_words, said_otherwise

    said, unit = paid.payment, paid.unit
    people = zip((said.payer, said.payee), paid.before, paid.after, strict=True)
    rows = [(name, unit, before.get(unit, 0), after.get(unit, 0)) for name, before, after in people]
    undo = pay_words(replace(paid.undo, currency=args.currency))
    lines = [
        f"{said.payer} paid {said.payee} {amount_text(said.amount, unit)} on {said.date}: {paid.path}, line {paid.line}",
        "",
        change_table(rows),
        "",
    ]
    if paid.same is not None:
        lines += [f"Line {paid.same} has the same payment, and both count. If it was paid only once, undo this one.", ""]
    if told := said_otherwise(said.note, said.amount, unit):
        lines += [told, ""]
    if elsewhere := _elsewhere(paid):
        lines += [elsewhere, ""]
    return [*lines, f"To undo it: {command_on_book(shell_text(undo), args.book)}", *closed_line(args)]


def _elsewhere(paid: Paid) -> str:
    """A sentence if the two had nothing open in the currency of the payment, but something in another one; else empty."""
    open_units = {unit for position in paid.before for unit, amount in position.items() if amount}
    if not open_units or paid.unit in open_units:
        return ""
    return f"Neither owed or was owed anything in {paid.unit}, only in {' and '.join(sorted(open_units))}."
