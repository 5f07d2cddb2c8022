"""``bourre statement``: everything that moved for a player, with a running balance."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final, NamedTuple

from ledger import book, export
from ledger.answer import Answer as Answered
from ledger.cli.answers import print_answer, to_text
from ledger.cli.book_options import (
    ask_about_money,
    closed_as_dict,
    days_typed,
    folder_of,
    left_out_text,
    note_unread,
)
from ledger.cli.terminal import add_book_option
from ledger.errors import UserError
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

_SUFFIXES: Final = {"text": ".txt", "csv": ".csv", "html": ".html"}


class Answer(NamedTuple):
    """The statements, the lines at their foot, and until when the book is closed."""

    statements: list[book.trail.Statement]
    foot: list[str]
    closed: book.closed.Closed | None


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
            book.closed.closed_in(connection),
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
    print_answer(args, _answered(one, answer, args), left_out, {"closed": closed_as_dict(args)})


def _answered(one: book.trail.Statement, answer: Answer, args: argparse.Namespace) -> Answered:
    chosen = book.trail.Chosen(*days_typed(args.first, args.last), args.by)
    return book.statement.statement(one, chosen, answer.foot, answer.closed)


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
    answered = [_answered(one, answer, args) for one in answer.statements]
    if args.format == "html":
        files = {f"statements{suffix}": _page(args, answer, left_out)}
    elif args.format == "csv":
        files = {
            name: export.csv_text(one.headings, export.to_csv(one.headings, one.rows))
            for name, one in zip(names, answered, strict=True)
        }
    else:
        above = f"{left_out_text(args, left_out)}\n\n" if left_out else ""
        files = {
            name: f"{above}{to_text(one.blocks, args.book)}\n"
            for name, one in zip(names, answered, strict=True)
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
