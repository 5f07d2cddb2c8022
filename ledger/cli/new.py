"""``bourre new``: writes the log of a new evening to type into, set up like the last one of the
book.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Final

from ledger import book, recording
from ledger.cli.book_options import command_on_book, folder_of, say_waiting
from ledger.cli.terminal import add_book_option, note
from ledger.errors import UserError, shell_text
from ledger.log.words import MOST_SEATS, quote

DESCRIPTION: Final = """\
Write an empty evening to type the hands into: the rules of the house, who sat
there last time, what a chip is worth, the pot that was left and who posts no
ante.

It is a log, EVENING.bourre in this folder, and not in any book yet. Change
whatever is different this time in an editor. When the evening is typed in:

  bourre audit 2026-11-20.bourre     what is wrong in it
  bourre import 2026-11-20.bourre    put it into the book

examples:
  bourre new
  bourre new --edit                  open it in $EDITOR, and audit it afterwards
  bourre new friday-at-anns --seats "Ann, Big Al, Cal"
  bourre new --rules 'louisiana limit=$10' --chip 0.50
  bourre new --date 2026-11-20 -o games/friday.bourre

exit status: 0 it is written, and nothing in it is wrong; 1 after --edit the audit
finds an error; 2 there is such a file already, or it cannot be written
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="EVENING",
        help="a name that no other evening has (default: the day)",
    )
    add_book_option(parser)
    parser.add_argument(
        "--date", metavar="DAY", help="the day (default: today; until 6 in the morning, yesterday)"
    )
    parser.add_argument(
        "--chip",
        metavar="VALUE",
        help="what a chip is worth, such as 0.25, or - (default: as last time)",
    )
    parser.add_argument(
        "--rules",
        metavar="RULES",
        help="a preset and options, a limit in chips or in money (default: as last time)",
    )
    parser.add_argument(
        "--seats",
        metavar="NAMES",
        help="who plays, clockwise, separated by commas (default: as last time)",
    )
    parser.add_argument(
        "--edit", action="store_true", help="open it in $EDITOR, and audit it when that is closed"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="the file; - prints it")


def run(args: argparse.Namespace) -> int:
    """Write the log, and open it in the editor if asked to."""
    from ledger.files import SUFFIX

    # the name of the file was given instead of the session's
    if args.session is not None and args.session.endswith(SUFFIX):
        args.output = args.output or args.session
        args.session = Path(args.session).stem
    words = editor("bourre new --edit") if args.edit else []
    if words and args.output == "-":
        raise UserError("--edit needs a file", "leave out -o -")
    evening = _evening(args)
    text = recording.blank_evening(evening)
    if args.output == "-":
        print(text, end="")
        return 0
    path = Path(args.output or book.new_session.file_of(evening.id))
    _write(path, text)
    print(f"{path}: {evening.rules}, {len(evening.seats)} players: {', '.join(evening.seats)}")
    status = _edited(words, path) if words else 0
    print(f"Then: {command_on_book(shell_text(['import', str(path)]), args.book)}")
    return status


def _evening(args: argparse.Namespace) -> recording.recording.NewSession:
    """The evening as last time, except for what ``args`` say.

    Raises UserError without players, or if the session exists.
    """
    from ledger.money import CHIPS

    usual, settings = book.new_session.usual_session(folder_of(args), say_waiting)
    day = book.input_values.parse_day(args.date or None)
    session = (
        usual.free_id(day)
        if args.session is None
        else book.new_session.read_id(args.session, usual, day)
    )
    if args.seats is None and not usual.seats:
        message = "results do not say who sat where" if usual.ids else "the book has no evening yet"
        names = ", ".join(map(quote, usual.players[:MOST_SEATS])) or "Ann, Bea, Cal"
        raise UserError(
            f"cannot tell who plays: {message}", shell_text(["bourre", "new", "--seats", names])
        )
    if args.chip is None and not usual.chip:
        remedy = "say it: bourre new --chip 0.25, or --chip - if you do not play for money"
        raise UserError(
            "cannot tell what a chip is worth: no evening of the book has hands", remedy
        )
    if args.chip is not None:
        chip, unit = book.new_session.read_chip(
            args.chip, settings.currency if usual.unit == CHIPS else usual.unit
        ) or (1, CHIPS)
        usual = usual._replace(chip=chip, unit=unit)
    if args.rules is not None:
        usual = usual._replace(
            rules=book.new_session.read_rules_answer(
                args.rules, None if usual.unit == CHIPS else (usual.chip, usual.unit)
            )
        )
    seats = (
        usual.seats
        if args.seats is None
        else book.new_session.read_seats(args.seats, usual.players)
    )
    return book.new_session.as_last_time(usual, day, session, seats)


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(text)
    except FileExistsError:
        raise UserError(
            f"{path}: already exists", "give another name: bourre new EVENING, or -o FILE"
        ) from None


def editor(command: str) -> list[str]:
    """The command that starts the editor. Raises UserError if none is set, or it does not exist."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        # a path on Windows has backslashes, and may have spaces
        words = [named] if shutil.which(named) else shlex.split(named)
    except ValueError:
        words = []
    if not words or shutil.which(words[0]) is None:
        problem = f"there is no editor {named}" if named else "no editor is named"
        raise UserError(problem, f"name one in $EDITOR, such as: EDITOR=nano {command}")
    return words


def _edited(words: list[str], path: Path) -> int:
    from ledger.cli.main import run_command

    done = subprocess.run([*words, str(path)], check=False)  # noqa: S603 - what the user has set
    if done.returncode:
        note(f"bourre: {words[0]} ended with status {done.returncode}")
    return run_command(["audit", str(path)])
