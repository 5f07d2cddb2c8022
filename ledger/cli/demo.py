"""``bourre demo``: a book of the sample sessions, what the audit says of it, who owes what, and what to do next."""

from __future__ import annotations

import argparse
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger.cli.book_options import say_waiting
from ledger.cli.terminal import paint, program
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.book import Connection
    from ledger.findings import Report

DESCRIPTION: Final = """Make a book of the sample sessions that come with the program, and look at it:
what the audit finds, who owes what, and what to do next.

The book is made in DIR, or in a new temporary folder. The mistakes in the samples
are planted, so that there is something to see.

exit status: 0 it is made; 2 DIR has something else in it, or cannot be written
"""

TELLING: Final = ("must-beat", "cinch", "follow-suit", "dealer", "take", "match", "count", "carried-pot")
"""Kinds of findings of which the demo shows one each, as far as there are any, up to MOST of them."""
MOST: Final = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what stands behind the command's name."""
    parser.add_argument("folder", nargs="?", metavar="DIR", help="where to make the book (a new temporary folder if absent)")


def run(args: argparse.Namespace) -> int:
    """Make the book and show it."""
    from ledger.book import ask
    from ledger.cli.main import run_command

    folder = Path(args.folder) if args.folder else Path(tempfile.mkdtemp(prefix="bourre-demo-"))
    status = _make(folder)
    report, debtor = ask(folder, _look)
    print(paint("What the audit finds", "bold") + "\n")
    print("\n".join(_findings(report)))
    print("\n" + paint("Who owes what", "bold") + "\n")
    run_command(["owes", "--book", str(folder)])
    print("\n" + paint("What next", "bold") + "\n")
    print(f"All this is in a book, the folder {folder}\n")
    print("\n".join(f"  {command} --book {shlex.quote(str(folder))}" for command in _commands(debtor)))
    print(f"\nThe mistakes are planted. For a book of your own: {program()} import PATH…")
    return status


def sample_folder() -> Path:
    """The folder of the sample logs: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "_sample_data"
    return installed if installed.is_dir() else package.parent / "sample_data"


def _make(folder: Path) -> int:
    """Make the book at ``folder``, as far as it is not there already; the status is 2 if a sample could not be read."""
    from ledger.book import ImportOptions, import_files, new_text
    from ledger.book.folder import SETTINGS, make_folder
    from ledger.cli.import_ import refusals
    from ledger.files import write_atomically

    _refuse_others(folder)
    make_folder(folder)
    if not (folder / SETTINGS).exists():
        write_atomically(folder / SETTINGS, new_text("The demo"))
    done = import_files(folder, [sample_folder()], ImportOptions(waiting=say_waiting))
    unreadable = [fate for fate in done.refused if fate.unreadable]
    if unreadable:
        print(refusals(unreadable))
    return 2 if unreadable else 0


def _refuse_others(folder: Path) -> None:
    """Raise UserError for a folder with something in it that is no demo, a book of somebody's above all."""
    from ledger.book import ask
    from ledger.book.folder import SESSIONS
    from ledger.files import find_logs
    from ledger.log import read_path

    remedy = "name a folder that is not there yet, or none for a temporary one"
    if (folder / SESSIONS).is_dir():
        strangers = set(ask(folder, _sessions)) - {read_path(log).id for log in find_logs([sample_folder()])}
        if strangers:
            raise UserError(f"{folder}: this is a book with sessions of its own, such as {min(strangers)}", remedy)
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder}: there is something else already", remedy)


def _sessions(connection: Connection) -> list[str]:
    from ledger.book import audited

    return list(audited(connection).books)


def _look(connection: Connection) -> tuple[Report, str | None]:
    """The report on the book, and who owes most."""
    from ledger.book import audited
    from ledger.book.figures import owing

    people = [one for one in owing(connection).balances if one.account > 0]
    return audited(connection), min(people, key=lambda one: one.amount).name if people else None


def _findings(report: Report) -> Iterator[str]:
    """Yield the counts, and some findings that tell what the audit is for."""
    from ledger.cli.audit import summary, told

    yield from summary(report, report.findings)
    first = {found.rule: found for found in reversed(report.findings)}
    for rule in [rule for rule in TELLING if rule in first][:MOST]:
        yield ""
        yield from told(first[rule])


def _commands(debtor: str | None) -> Iterator[str]:
    """Yield what to try next, as far as this program has it."""
    from ledger.cli.main import COMMANDS

    for command in ("audit", "owes", "why", "players", "check", "dashboard"):
        if command in COMMANDS and (command != "why" or debtor):
            yield f"{program()} {command}" + (f" {shlex.quote(debtor)}" if debtor and command == "why" else "")
