"""``bourre export``: the books for other programs."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ledger.cli.book_options import add_book_option, ask_book, folder_of
from ledger.cli.terminal import counter, number
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.book.access import Connection

FORMATS: Final = {
    "beancount": "a beancount file; bean-check proves its figures",
    "hledger": "an hledger journal; hledger check --strict proves its figures",
    "csv": "a folder of tables for a spreadsheet",
    "parquet": "a folder with the tables of the book's database",
}

DESCRIPTION: Final = """Write the books in the format of another program.

examples:
  bourre export beancount cards.beancount
  bourre export hledger - | hledger -f - balance
  bourre export csv tables/ --force
  bourre export parquet tables/ --book ~/cards
"""

EPILOG: Final = f"""formats:
{chr(10).join(f"  {name:<11}{text}" for name, text in FORMATS.items())}

In beancount and hledger each player has an account: above zero the player is
owed money, below zero the player owes it, as in bourre owes. The same book
gives the same bytes. Hands go to one Parquet file with bourre convert.

exit status: 0 done; 2 there is no book, or OUT is there already"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``export`` to the command line."""
    parser = subparsers.add_parser("export", help="the books for other programs", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("format", choices=tuple(FORMATS), metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("out", metavar="OUT", help="a file (- for standard output), or a folder for csv and parquet")
    add_book_option(parser)
    parser.add_argument("--force", action="store_true", help="replace what was exported there before")


def run(args: argparse.Namespace) -> int:
    """Export the book."""
    if args.format in {"beancount", "hledger"}:
        return _print_books(args) if args.out == "-" else _write_books(args, Path(args.out))
    if args.out == "-":
        raise UserError(f"{args.format} is a folder of files, which cannot go to standard output", "name a folder for it")
    return _write_folder(args, Path(args.out))


def _write_books(args: argparse.Namespace, out: Path) -> int:
    """Write one file of plain-text accounting."""
    from ledger.export.place import require_free_file
    from ledger.files import replacing

    require_free_file(out, force=args.force)
    with replacing(out) as file:
        transactions, accounts = _books(args, file)
    print(f"{out}: {number(transactions, 'transaction')}, {number(accounts, 'account')}")
    return 0


def _print_books(args: argparse.Namespace) -> int:
    """Write plain-text accounting to standard output, when nobody who waits for the book has to wait for the reader."""
    with tempfile.TemporaryFile() as file:
        _books(args, file)
        file.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(file, sys.stdout.buffer)
    return 0


def _books(args: argparse.Namespace, file: BinaryIO) -> tuple[int, int]:
    from ledger.book.folder import SETTINGS
    from ledger.book.settings import read_settings
    from ledger.export.beancount import BEANCOUNT
    from ledger.export.hledger import HLEDGER
    from ledger.export.plain_text import write_books

    form = BEANCOUNT if args.format == "beancount" else HLEDGER

    def question(connection: Connection) -> tuple[int, int]:
        file.seek(0)  # a database that turns out to be damaged is made again, and asked again
        file.truncate()
        title = read_settings(folder_of(args) / SETTINGS).name
        with counter("transactions") as written:
            return write_books(connection, form, title, file, written)

    return ask_book(args, question)


def _write_folder(args: argparse.Namespace, out: Path) -> int:
    """Write a folder of tables."""
    from ledger.book.folder import require_book
    from ledger.export.place import require_free_folder, whole_folder

    suffix = f".{args.format}"
    require_book(folder_of(args))
    require_free_folder(out, suffix, force=args.force)
    with whole_folder(out, suffix, force=args.force) as folder:
        tables = ask_book(args, lambda connection: _tables(args.format, connection, folder))
    print(f"{out}: {number(tables, 'table')}")
    return 0


def _tables(kind: str, connection: Connection, folder: Path) -> int:
    with counter("rows") as written:
        if kind == "csv":
            from ledger.export.spreadsheets import write_spreadsheets

            return write_spreadsheets(connection, folder, written)
        from ledger.export.tables import write_tables

        return write_tables(connection, folder, written)
