"""``bourre export``: the books for other programs."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final

from ledger import book, export
from ledger.cli.book_options import ask_book, folder_of
from ledger.cli.terminal import add_book_option, counter
from ledger.errors import UserError
from ledger.export import FORMATS, Counts, Export, Format
from ledger.files import replacing
from ledger.wording import counted

DESCRIPTION: Final = """Write the books in the format of another program.

examples:
  bourre export beancount cards.beancount
  bourre export hledger - | hledger -f - balance
  bourre export csv tables/ --force
  bourre export parquet tables/ --book ~/cards
"""

EPILOG: Final = f"""formats:
{chr(10).join(f"  {name:<11}{form.sentence}" for name, form in FORMATS.items())}

In beancount and hledger each player has an account: above zero the player is
owed money, below zero the player owes it, as in bourre owes. The same book
gives the same bytes. Hands go to one Parquet file with bourre convert.

exit status: 0 done; 2 there is no book, or OUT is there already"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("format", choices=tuple(FORMATS), metavar="FORMAT", help=", ".join(FORMATS))
    folders = " and ".join(name for name, form in FORMATS.items() if form.is_folder)
    parser.add_argument(
        "out", metavar="OUT", help=f"a file (- for standard output), or a folder for {folders}"
    )
    add_book_option(parser)
    parser.add_argument(
        "--force", action="store_true", help="replace what was exported there before"
    )


def run(args: argparse.Namespace) -> int:
    """Export the book."""
    form = FORMATS[args.format]
    if form.is_folder and args.out == "-":
        raise UserError(
            f"{form.name} is a folder of files, which cannot go to standard output",
            "name a folder for it",
        )
    if form.is_folder:
        _write_folder(args, form, Path(args.out))
    elif args.out == "-":
        _print_file(args, form)
    else:
        _write_file(args, form, Path(args.out))
    return 0


def _write_file(args: argparse.Namespace, form: Format, out: Path) -> None:
    export.require_free_file(out, force=args.force)
    with replacing(out) as file:
        counts = _export(args, form, lambda export: _write_anew(form, export, file))
    _say(out, counts)


def _print_file(args: argparse.Namespace, form: Format) -> None:
    """Write to standard output, but only once the book is released: a slow reader must not keep
    others from it.
    """
    with tempfile.TemporaryFile() as file:
        _export(args, form, lambda export: _write_anew(form, export, file))
        file.seek(0)
        sys.stdout.flush()
        shutil.copyfileobj(file, sys.stdout.buffer)


def _write_anew(form: Format, export: Export, file: IO[bytes]) -> Counts:
    """Write from the beginning of the file: if the database turns out to be damaged, it is rebuilt
    and asked again.
    """
    file.seek(0)
    file.truncate()
    return form.write(export, file)


def _write_folder(args: argparse.Namespace, form: Format, out: Path) -> None:
    book.folder.require_book(folder_of(args))
    export.require_free_folder(out, form.suffix, force=args.force)
    with export.whole_folder(out, form.suffix, force=args.force) as folder:
        counts = _export(args, form, lambda export: form.write(export, folder))
    _say(out, counts)


def _export(args: argparse.Namespace, form: Format, write: Callable[[Export], Counts]) -> Counts:
    def question(connection: book.Connection) -> Counts:
        title = book.read_settings(folder_of(args) / book.folder.SETTINGS).name
        with counter(form.unit) as written:
            return write(Export(connection, title, written, folder_of(args)))

    return ask_book(args, question)


def _say(out: Path, counts: Counts) -> None:
    print(f"{out}: {', '.join(counted(count, what) for what, count in counts.items())}")
