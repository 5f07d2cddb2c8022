"""``bourre edit``: a hand of a stored evening, or its whole log, in an editor; what would change is
shown first.
"""

from __future__ import annotations

import argparse
import getpass
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from ledger import book
from ledger.book.files.folder import PAYMENTS
from ledger.cli.book_options import command_on_book, folder_of, say_waiting
from ledger.cli.new import editor
from ledger.cli.terminal import add_book_option, change_table, confirms, is_attended, note, wrapped
from ledger.errors import UserError, shell_text
from ledger.log.words import visible

DESCRIPTION: Final = """Edit a hand of an evening in the book, or its whole log, in $EDITOR.

You are shown what would change: the lines, whose balance moves by how much, and
what the audit finds now or no longer; then you are asked. The old log stays in
the folder `replaced`, and a comment below the lines says what was there, when it
was edited, and by whom. Someone who doubts a hand or a payment can say so, and be
answered: that is a comment in the log, too.

examples:
  bourre edit friday 5                     hand 5
  bourre edit 2026-11-20 :41               the hand with line 41
  bourre edit friday                       the whole log
  bourre edit friday 5 --lines hand.txt    lines from a file; - reads them here
  bourre edit friday --undo                bring back the log as it was before
  bourre edit friday 5 --dispute "I took two tricks" --by Bea
  bourre edit friday 5 --answer "no: Cal's trick, see the score sheet"
  bourre edit payments.bourre :12 --dispute "I paid six" --by Bea

exit status: 0 it is on the disk; 1 it was not stored; 2 it could not be
"""

UNREADABLE: Final = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "session",
        metavar="EVENING",
        help="the id of the evening, its file or its day; or payments.bourre",
    )
    parser.add_argument(
        "hand", nargs="?", metavar="HAND", help="its number, or :LINE (default: the whole log)"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--lines",
        metavar="FILE",
        help="take the lines from a file instead of $EDITOR; - is standard input",
    )
    how.add_argument(
        "--undo", action="store_true", help="bring back the log that was replaced last"
    )
    how.add_argument(
        "--dispute", metavar="WORDS", help="say what is wrong with the hand, and change nothing"
    )
    how.add_argument("--answer", metavar="WORDS", help="answer somebody who did")
    parser.add_argument(
        "--by", metavar="NAME", help="who says so (default: your name on this computer)"
    )
    parser.add_argument("--yes", action="store_true", help="store it without asking")
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Edit the log, or say something about a hand."""
    folder, by = folder_of(args), args.by or getpass.getuser()
    there = book.edits.lines_to_edit(
        folder,
        book.disputes.PAID if args.session == PAYMENTS else args.session,
        args.hand,
        say_waiting,
    )
    if words := args.dispute or args.answer:
        if args.hand is None:
            raise UserError(
                "which hand?", f"bourre edit {shell_text([args.session])} HAND --dispute WORDS"
            )
        done = (book.edits.dispute if args.dispute else book.edits.answer)(folder, there, by, words)
        print(f"{done.path}: {done.come[-1].strip()}")
        return 0
    if args.undo:
        return _store(args, book.edits.last_kept(folder, there))
    texts = _typed(args, there)
    while True:
        try:
            status = _store(
                args,
                book.edits.Edit(
                    there.session, there.digest, there.first, len(there.texts), texts, by
                ),
            )
        except UserError as error:  # a phone confirmed a hand meanwhile, or the disk is full
            if args.lines is not None:
                raise
            raise UserError(
                error.message, f"{error.remedy}; what you wrote is in {_set_aside(texts)}"
            ) from error
        if (
            status != UNREADABLE
            or args.lines is not None
            or not is_attended()
            or not confirms("Edit it again?")
        ):
            if status == UNREADABLE and args.lines is None:
                note(f"What you wrote is in {_set_aside(texts)}")
            return status
        texts = _in_editor(texts)


def _set_aside(texts: tuple[str, ...]) -> str:
    """Keep what somebody wrote in an editor and the book did not take; return where."""
    handle, name = tempfile.mkstemp(prefix="bourre-edit-", suffix=".txt")
    with open(handle, "w", encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123 - it is open already
        file.write("\n".join(texts) + "\n")
    return name


def _typed(args: argparse.Namespace, there: book.edits.Lines) -> tuple[str, ...]:
    if args.lines is None:
        return _in_editor(there.texts)
    try:
        text = (
            sys.stdin.read()
            if args.lines == "-"
            else Path(args.lines).read_text("utf-8", "surrogateescape")
        )
    except OSError as error:
        raise UserError(
            f"{args.lines}: cannot be read: {error.strerror}", "name a file with the new lines"
        ) from error
    return tuple(text.removesuffix("\n").split("\n"))


def _in_editor(texts: tuple[str, ...]) -> tuple[str, ...]:
    words = editor("bourre edit")
    with tempfile.TemporaryDirectory(prefix="bourre-") as place:
        path = Path(place, "hand.bourre")
        path.write_text("\n".join(texts) + "\n", "utf-8", "surrogateescape")
        done = subprocess.run([*words, str(path)], check=False)  # noqa: S603 - what the user has set
        if done.returncode:
            raise UserError(
                f"{words[0]} ended with status {done.returncode}", "nothing was changed"
            )
        return tuple(path.read_text("utf-8", "surrogateescape").removesuffix("\n").split("\n"))


def _store(args: argparse.Namespace, edit: book.edits.Edit) -> int:
    """Show what an edit changes, ask, and store it."""
    from ledger.log import format_diagnostic

    folder = folder_of(args)
    seen = book.edits.preview(folder, edit, say_waiting)
    for error in seen.errors:
        note(format_diagnostic(error))
    if seen.errors:
        note("Nothing was stored.")
        return UNREADABLE
    print(_told(seen))
    if args.dry_run:
        return 0
    if not args.yes:
        if not is_attended():
            raise UserError(
                "nothing was stored: there is no terminal to ask",
                "look at the changes above, then add --yes",
            )
        if not confirms("\nStore it?"):
            note("Nothing was stored.")
            return 1
    done = book.edits.store(folder, edit, say_waiting)
    undo = command_on_book(f"edit {shell_text([edit.session or PAYMENTS])} --undo", args.book)
    print(f"\n{done.path} is edited. To undo it: {undo}")
    return 0


def _told(seen: book.edits.Edited) -> str:
    """What an edit changes: lines, balances, findings."""
    lines = [f"{seen.path}, line {seen.first}:"]
    lines += [visible(f"- {line}") for line in seen.gone] + [
        visible(f"+ {line}") for line in seen.come
    ]
    moved = [(one.player, one.unit, *one.amount) for one in seen.changes if one.session is None]
    lines += ["", change_table(moved) if moved else "No balance moves."]
    for said, found in (
        ("The audit finds now:", seen.found),
        ("The audit no longer finds:", seen.settled),
    ):
        if found:
            lines += ["", said, *(wrapped(visible(one), "  ") for one in found)]
    return "\n".join(lines)
