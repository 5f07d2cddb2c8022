"""``bourre fmt``: writes logs and payments files in their canonical form."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger.cli.audit import text_record
from ledger.cli.terminal import confirms, is_attended, note
from ledger.errors import UserError
from ledger.files import LogError, find_logs, write_atomically
from ledger.log.words import visible

if TYPE_CHECKING:
    from ledger.log.payments import Payments
    from ledger.log.records import Session

DESCRIPTION: Final = "Write logs, and payments files, in their canonical form."

EPILOG: Final = """\
A line that cannot be read is kept word for word; a file whose header cannot be read is left alone,
and so is one that is closed (bourre help closing).

--mend writes plainly what was typed on a phone or pasted from a chat: “Big Al”, no-break spaces,
dashes for -, Hand and Play in capitals, 1Oh for Th. It changes a line only if the line cannot be
read as it is and can be afterwards; names, amounts and comments keep every letter.

exit status: 0 done; 1 with --check, if a file would change; 2 if a file could not be read"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="a log, a payments file, a folder of both, or - for standard input",
    )
    parser.add_argument(
        "--check", action="store_true", help="list the files that would change, and write nothing"
    )
    parser.add_argument(
        "--diff", action="store_true", help="show what would change, and write nothing"
    )
    help_text = (
        "mend lines that cannot be read for how they are typed, too: show the changes, then ask"
    )
    parser.add_argument("--mend", action="store_true", help=help_text)
    parser.add_argument("--yes", action="store_true", help="with --mend, do not ask")


def run(args: argparse.Namespace) -> int:
    """Format ``args.paths``; the status is 1 if ``--check`` found something to do, 2 if a file
    could not be read, else 0.
    """
    names = ["-"] * ("-" in args.paths) + [
        str(path) for path in find_logs(path for path in args.paths if path != "-")
    ]
    return max((_format_or_refuse(name, args) for name in names), default=0)


def _format_or_refuse(name: str, args: argparse.Namespace) -> int:
    """Format one file.

    If it cannot be opened or written, say so and return 2, so that the other files are still
    formatted.
    """
    from ledger.book.files.chain import ClosedError

    try:
        return _format(name, args)
    except (LogError, ClosedError) as error:
        return _refuse(f"{error.message}\n  {error.remedy}")


def _format(name: str, args: argparse.Namespace) -> int:
    content, record = text_record(name)
    if args.mend and record.errors:
        record = _mended(content, record)
    if not record.readable:
        _show_errors(record)
        return _refuse(
            f"{record.file}: left alone, because its header or most of it cannot be read"
        )
    if record.errors:
        _show_errors(record)
        lines = (
            "1 line that cannot be read is"
            if len(record.errors) == 1
            else f"{len(record.errors)} lines that cannot be read are"
        )
        note(f"{record.file}: {lines} kept word for word")
    formatted = _canonical(record).encode("utf-8", "surrogateescape")
    asks = (
        args.mend
        and formatted != content
        and name != "-"
        and not (args.yes or args.check or args.diff)
    )
    if args.diff or asks:
        _show_difference(record.file, content, formatted)
    if args.check and formatted != content and not args.diff:
        print(record.file)
    if not (args.check or args.diff) and (not asks or _agreed(record.file)):
        _save(name, content, formatted)
    return int(args.check and formatted != content)


def _mended(content: bytes, record: Session | Payments) -> Session | Payments:
    """Read a file again, with the lines mended that can be read then."""
    from ledger.log import decoded, mended, read
    from ledger.log.payments import read_payments
    from ledger.log.records import Session

    def again(text: str) -> Session | Payments:
        data = text.encode("utf-8", "surrogateescape")
        return (
            read(data, record.file)
            if isinstance(record, Session)
            else read_payments(data, record.file, record.currency)
        )

    return again(mended(decoded(content), lambda text: again(text).errors))


def _agreed(file: str) -> bool:
    if not is_attended():
        raise UserError(
            f"{file} was not written: there is no terminal to ask",
            "look at the changes above, then add --yes",
        )
    return confirms(f"\nWrite {file}?")


def _canonical(record: Session | Payments) -> str:
    from ledger.log import write, write_payments
    from ledger.log.records import Session

    return write(record) if isinstance(record, Session) else write_payments(record)


def _save(name: str, content: bytes, formatted: bytes) -> None:
    from ledger.book.files.chain import check_may_be_written

    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(formatted)
        sys.stdout.buffer.flush()
    elif formatted != content:
        check_may_be_written(Path(name), formatted)
        write_atomically(name, formatted)
        print(f"formatted {name}")


def _show_difference(name: str, content: bytes, formatted: bytes) -> None:
    from difflib import unified_diff

    before, after = (
        text.decode("utf-8", "surrogateescape").split("\n") for text in (content, formatted)
    )
    for line in unified_diff(
        before, after, f"{name} (as it is)", f"{name} (formatted)", lineterm=""
    ):
        print(visible(line))


def _show_errors(record: Session | Payments) -> None:
    from ledger.log import format_diagnostic

    for diagnostic in record.errors[:20]:
        note(format_diagnostic(diagnostic))
    if len(record.errors) > 20:
        note(f"{record.file}: and {len(record.errors) - 20:,} more")


def _refuse(text: str) -> int:
    note(text)
    return 2
