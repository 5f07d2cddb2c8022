"""``bourre statement``: everything that moved for a player, with a running balance."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from ledger.book.posting_words import bare, what
from ledger.cli.book_options import add_book_option, ask_about_money, note_unread, print_money
from ledger.cli.terminal import add_format_option, paint, print_csv, print_json, table
from ledger.errors import UserError
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import CHIPS, decimal_text, standing

if TYPE_CHECKING:
    from ledger.book.balances import Entry, Running

DESCRIPTION: Final = """Everything that moved for a player, with a running balance, as a bank prints it.

A debit is value that the player received, a credit value that the player gave;
a balance above zero is owed to the player. Each currency is an account of its
own. Without --to the last balance is what bourre owes says.

examples:
  bourre statement Cal
  bourre statement Cal --from 2026-11-01 --to 2026-11-30
  bourre statement Cal --format csv > cal.csv

exit status: 0 the figures were printed; 2 nobody is called that, or there is no book
"""

HEADINGS: Final = (
    "currency",
    "date",
    "session",
    "hand",
    "kind",
    "rule",
    "with",
    "debit",
    "credit",
    "balance",
    "file",
    "line",
    "note",
)
_FIGURES: Final = ("Debit", "Credit", "Balance")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what stands behind the command's name."""
    parser.add_argument("player", metavar="PLAYER", help="any name of a player of the book")
    parser.add_argument("--from", dest="first", metavar="DATE", help="the first day to show (default: the first of all)")
    parser.add_argument("--to", dest="last", metavar="DATE", help="the last day to show (default: the last of all)")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the statement of ``args.player``."""
    from ledger.book.balances import accounts_in
    from ledger.book.trail import statement

    first, last = _day(args.first), _day(args.last)
    if first and last and first > last:
        raise UserError(f"from {first} to {last} there are no days", "give the earlier day first")
    (player, items), left_out = ask_about_money(args, lambda connection: statement(connection, args.player))
    accounts = accounts_in(items, first, last)
    if args.format == "json":
        print_json(as_dict(player, accounts, first, last) | {"not_read": left_out.as_dict()})
    elif args.format == "csv":
        note_unread(args, left_out)
        print_csv(HEADINGS, rows(accounts))
    else:
        print_money(args, as_text(player, accounts), left_out)
    return 0


def _day(word: str | None) -> date | None:
    """The day that was typed, if any. Raises UserError for what is none."""
    from ledger.book.input_values import parse_day

    return None if word is None else date.fromisoformat(parse_day(word))


# --- For people -----------------------------------------------------------------------------------------------------


def as_text(player: str, accounts: Sequence[Running]) -> str:
    """Everything that ``bourre statement`` says to people: a table for each account, with a running balance."""
    if not accounts:
        return f"Nothing moved for {player} up to that day."
    return "\n\n".join(_account(player, account) for account in accounts)


def _account(player: str, account: Running) -> str:
    unit = account.unit
    rows = [["", "", "", "opening balance", "", "", bare(account.opening, unit)]]
    for item, balance in account.entries:
        sides = [bare(amount, unit, signed=False) if amount > 0 else "" for amount in (item.amount, -item.amount)]
        hand = "" if item.hand is None else str(item.hand)
        rows.append(
            [item.date.isoformat(), visible(item.session or ""), hand, what(item, note=True), *sides, bare(balance, unit)]
        )
    rows.append(["", "", "", "closing balance", "", "", bare(account.closing, unit)])
    name = "chips" if unit == CHIPS else unit
    title = f"{paint(f'{player}, {name}', 'bold')}: {standing(account.closing, unit)}"
    return f"{title}\n{table(['Date', 'Session', 'Hand', 'What', *_FIGURES], rows, right=_FIGURES)}"


# --- For other programs ---------------------------------------------------------------------------------------------


def as_dict(player: str, accounts: Iterable[Running], first: date | None, last: date | None) -> dict[str, object]:
    """The object of ``bourre statement --format json``; amounts are decimals as text."""
    return {
        "player": player,
        "from": first and first.isoformat(),
        "to": last and last.isoformat(),
        "accounts": [
            {
                "currency": account.unit,
                "opening": decimal_text(account.opening, account.unit),
                "postings": [_posting(entry) for entry in account.entries],
                "closing": decimal_text(account.closing, account.unit),
            }
            for account in accounts
        ],
    }


def _posting(entry: Entry) -> dict[str, object]:
    item = entry.item
    return {
        "date": item.date.isoformat(),
        "session": item.session,
        "hand": item.hand,
        "kind": item.kind,
        "rule": item.rule,
        "with": item.other,
        "debit": decimal_text(max(item.amount, 0), item.unit),
        "credit": decimal_text(max(-item.amount, 0), item.unit),
        "balance": decimal_text(entry.balance, item.unit),
        "file": item.file,
        "line": item.line,
        "note": item.note,
    }


def rows(accounts: Iterable[Running]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each account's opening balance and one for each posting."""
    for account in accounts:
        unit = account.unit
        yield (unit, *[""] * 3, "opening balance", *[""] * 4, figure(account.opening, unit), *[""] * 3)
        for item, balance in account.entries:
            hand = "" if item.hand is None else item.hand
            sides = figure(max(item.amount, 0), unit), figure(max(-item.amount, 0), unit), figure(balance, unit)
            about = (item.kind, item.rule or "", item.other)
            yield unit, item.date, item.session or "", hand, *about, *sides, item.file, item.line, item.note
