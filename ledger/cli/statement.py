"""``bourre statement``: everything that moved for a player, with a running balance."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from ledger import book, export
from ledger.book.balances.transfer_words import bare
from ledger.book.files.folder import CLOSED
from ledger.cli.book_options import (
    Forms,
    ask_about_money,
    closed_as_dict,
    days_typed,
    folder_of,
    left_out_text,
    note_unread,
    print_answer,
)
from ledger.cli.terminal import add_book_option, filled_columns, paint, table
from ledger.errors import UserError
from ledger.export import figure
from ledger.log.words import visible
from ledger.money import CHIPS, decimal_text, standing
from ledger.wording import counted

DESCRIPTION: Final = """\
Everything that moved for a player, with a running balance, as a bank prints it.

In is what the player won or paid to others; out is what the player lost or was
paid by others. A balance above zero is owed to the player, one below zero is
owed by the player. Each currency is an account of its own. Without --to the
last balance is the one in bourre owes.

examples:
  bourre statement Cal                      a line for each evening and payment
  bourre statement Cal --by hand            a line for each hand
  bourre statement Cal --from 2026-11-01 --to 2026-11-30
  bourre statement Cal --format csv > cal.csv
  bourre statement --all statements/        a text for everybody, to send
  bourre statement --all print/ --format html    one page, to print

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
    "in",
    "out",
    "balance",
    "file",
    "line",
    "note",
)
_FIGURES: Final = ("In", "Out", "Balance")
_SUFFIXES: Final = {"text": ".txt", "csv": ".csv", "html": ".html"}


class Answer(NamedTuple):
    """The statements, the lines at their foot, and until when the book is closed."""

    statements: list[book.trail.Statement]
    foot: list[str]
    closed: book.chain.Closed | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "player", metavar="PLAYER", nargs="?", help="any name of a player of the book"
    )
    parser.add_argument(
        "--all",
        metavar="FOLDER",
        help="everybody's, into a folder: a file each, or one page with html",
    )
    help_text = "what one line stands for (default: evening)"
    parser.add_argument(
        "--by", choices=("evening", "hand", "posting"), default="evening", help=help_text
    )
    parser.add_argument(
        "--from",
        dest="first",
        metavar="DATE",
        help="the first day to show (default: the first of all)",
    )
    parser.add_argument(
        "--to", dest="last", metavar="DATE", help="the last day to show (default: the last of all)"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace the folder that --all made before"
    )
    add_book_option(parser)
    help_text = "text for people (the default), html to print, or json or csv"
    parser.add_argument(
        "--format", choices=("text", "html", "json", "csv"), default="text", help=help_text
    )


def run(args: argparse.Namespace) -> int:
    """Print the statement of ``args.player``, or write everybody's."""
    if (args.player is None) == (args.all is None):
        raise UserError(
            "whose statement?", "name a player: bourre statement Cal; or everybody: --all FOLDER"
        )
    players = None if args.player is None else [args.player]
    chosen = book.trail.Chosen(*days_typed(args.first, args.last), args.by)

    def question(connection: book.Connection) -> Answer:
        return Answer(
            book.trail.statements(connection, players, chosen),
            book.chain.statement_footer(connection),
            book.chain.closed_in(connection),
        )

    answer, left_out = ask_about_money(args, question)
    if args.all is not None:
        _write_all(args, answer, left_out)
    else:
        _print(args, answer, left_out)
    return 0


def _print(args: argparse.Namespace, answer: Answer, left_out: book.unread.Unread) -> None:
    (one,) = answer.statements
    if args.format == "html":
        print(_page(args, answer, left_out), end="")
        return
    forms = Forms(
        lambda: as_text(one, answer.foot),
        lambda: (
            as_dict(one.player, one.accounts, *days_typed(args.first, args.last))
            | {"closed": closed_as_dict(args)}
        ),
        HEADINGS,
        lambda: rows(one.accounts, answer.closed),
    )
    print_answer(args, forms, left_out)


def _write_all(args: argparse.Namespace, answer: Answer, left_out: book.unread.Unread) -> None:
    """Write everybody's statement into a folder.

    Raises UserError for options that make no sense with that.
    """
    if args.format == "json":
        raise UserError(
            "--all writes files, and json is a single answer", "give --format text, csv or html"
        )
    if not answer.statements:
        raise UserError("this book has no postings yet", "import some: bourre import PATH…")
    suffix = _SUFFIXES[args.format]
    names = export.file_names((one.player for one in answer.statements), suffix)
    if args.format == "html":
        files = {f"statements{suffix}": _page(args, answer, left_out)}
    elif args.format == "csv":
        tables = (rows(one.accounts, answer.closed) for one in answer.statements)
        files = {
            name: export.csv_text(HEADINGS, table)
            for name, table in zip(names, tables, strict=True)
        }
    else:
        above = f"{left_out_text(args, left_out)}\n\n" if left_out else ""
        files = {
            name: f"{above}{as_text(one, answer.foot)}\n"
            for name, one in zip(names, answer.statements, strict=True)
        }
    export.put_files(Path(args.all), suffix, files, force=args.force)
    note_unread(args, left_out)
    print(
        f"{args.all}: {counted(len(answer.statements), 'statement')} in "
        f"{counted(len(files), 'file')}"
    )


def _page(args: argparse.Namespace, answer: Answer, left_out: book.unread.Unread) -> str:
    return export.statement_page(
        book.read_settings(folder_of(args) / book.folder.SETTINGS).name,
        answer.statements,
        left_out,
        answer.foot,
    )


# --- For people -----------------------------------------------------------------------------------
def as_text(one: book.trail.Statement, foot: Sequence[str]) -> str:
    """What ``bourre statement`` prints: a table for each account, with a running balance."""
    if not one.accounts:
        return f"Nothing moved for {one.player} up to that day."
    return "\n\n".join(
        [*(_account(one.player, account) for account in one.accounts), "\n".join(foot)]
    )


def _account(player: str, account: book.trail.Running) -> str:
    unit = account.unit
    rows = [["", "", "", "opening balance", "", "", bare(account.opening, unit)]]
    for entry in account.entries:
        item = entry.item
        sides = [
            bare(amount, unit, signed=False) if amount else "" for amount in (entry.into, entry.out)
        ]
        hand = "" if item.hand is None else str(item.hand)
        about = item.date.isoformat(), visible(item.called), hand, item.words(note=True)
        rows.append([*about, *sides, bare(entry.balance, unit)])
    sums = [bare(amount, unit, signed=False) for amount in (account.into, account.out)]
    rows.append(["", "", "", "closing balance", *sums, bare(account.closing, unit)])
    name = "chips" if unit == CHIPS else unit
    title = f"{paint(f'{player}, {name}', 'bold')}: {standing(account.closing, unit)}"
    headings, lines = filled_columns(["Date", "Evening", "Hand", "What", *_FIGURES], rows)
    return f"{title}\n{table(headings, lines, right=_FIGURES)}"


# --- For other programs ---------------------------------------------------------------------------
def as_dict(
    player: str, accounts: Iterable[book.trail.Running], first: date | None, last: date | None
) -> dict[str, object]:
    """The object of ``bourre statement --format json``; amounts are decimals as text."""
    return {
        "player": player,
        "from": first and first.isoformat(),
        "to": last and last.isoformat(),
        "accounts": [
            {
                "currency": account.unit,
                "opening": decimal_text(account.opening, account.unit),
                "entries": [_entry(entry) for entry in account.entries],
                "in": decimal_text(account.into, account.unit),
                "out": decimal_text(account.out, account.unit),
                "closing": decimal_text(account.closing, account.unit),
            }
            for account in accounts
        ],
    }


def _entry(entry: book.trail.Entry) -> dict[str, object]:
    item = entry.item
    return {
        "date": item.date.isoformat(),
        "session": item.session,
        "hand": item.hand,
        "kind": item.kind,
        "rule": item.rule,
        "with": item.other,
        "in": decimal_text(entry.into, item.unit),
        "out": decimal_text(entry.out, item.unit),
        "balance": decimal_text(entry.balance, item.unit),
        "file": item.file,
        "line": item.line,
        "note": item.note,
    }


def rows(
    accounts: Iterable[book.trail.Running], closed: book.chain.Closed | None
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each account's opening balance and for each entry, then the head that a
    receipt ends with.
    """
    for account in accounts:
        unit = account.unit
        yield (
            unit,
            *[""] * 3,
            "opening balance",
            *[""] * 4,
            figure(account.opening, unit),
            *[""] * 3,
        )
        for entry in account.entries:
            item = entry.item
            hand = "" if item.hand is None else item.hand
            sides = (figure(amount, unit) for amount in (entry.into, entry.out, entry.balance))
            about = (item.kind, item.rule or "", item.other)
            yield (
                unit,
                item.date,
                item.session or "",
                hand,
                *about,
                *sides,
                item.file,
                item.line,
                item.note,
            )
    if closed is not None:
        yield ("", closed.until or "", *[""] * 2, "closed", *[""] * 5, CLOSED, "", closed.sentence)
