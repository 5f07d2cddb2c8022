"""``bourre fmt``: writes logs in their canonical form."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.log.records import Session

_EPILOG = """\
A line that cannot be read is kept word for word; a file whose header cannot be read is left alone.

exit status: 0 done; 1 with --check, if a file would change; 2 if a file could not be read"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``fmt`` to the commands."""
    parser = subparsers.add_parser(
        "fmt", help="write logs in their canonical form", description="Write logs in their canonical form.", epilog=_EPILOG
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a log, a folder of logs, or - for standard input")
    parser.add_argument("--check", action="store_true", help="list the files that would change, and write nothing")
    parser.add_argument("--diff", action="store_true", help="show what would change, and write nothing")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Format ``args.paths``; return 1 if ``--check`` found something to do, 2 if a file could not be read, else 0."""
    from ledger.files import find_logs

    names = ["-"] * ("-" in args.paths) + [str(path) for path in find_logs(path for path in args.paths if path != "-")]
    return max((_format_or_complain(name, check=args.check, diff=args.diff) for name in names), default=0)


def _format_or_complain(name: str, *, check: bool, diff: bool) -> int:
    """Format one file; one that cannot be opened or written does not keep the others from it."""
    from ledger.files import LogError

    try:
        return _format(name, check=check, diff=diff)
    except LogError as error:
        return _complain(f"{error.message}\n  {error.remedy}")


def _format(name: str, *, check: bool, diff: bool) -> int:
    from ledger.log import write

    content, session = _read(name)
    if not session.readable:
        _show_errors(session)
        return _complain(f"{session.file}: left alone, because its header or most of it cannot be read")
    if session.errors:
        _show_errors(session)
        lines = (
            "1 line that cannot be read is"
            if len(session.errors) == 1
            else f"{len(session.errors)} lines that cannot be read are"
        )
        _note(f"{session.file}: {lines} kept word for word")
    formatted = write(session).encode("utf-8", "surrogateescape")
    if diff:
        _show_difference(session.file, content, formatted)
    if check and formatted != content and not diff:
        print(session.file)
    if not (check or diff):
        _save(name, content, formatted)
    return int(check and formatted != content)


def _read(name: str) -> tuple[bytes, Session]:
    from ledger.log import read
    from ledger.log.reader import content_of

    if name != "-":
        content = content_of(name)
        return content, read(content, name)
    content = sys.stdin.buffer.read()
    return content, read(content, "standard input")


def _save(name: str, content: bytes, formatted: bytes) -> None:
    from ledger.files import write_atomically

    if name == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(formatted)
        sys.stdout.buffer.flush()
    elif formatted != content:
        write_atomically(name, formatted)
        print(f"formatted {name}")


def _show_difference(name: str, content: bytes, formatted: bytes) -> None:
    from difflib import unified_diff

    from ledger.log.words import visible

    before, after = (text.decode("utf-8", "surrogateescape").split("\n") for text in (content, formatted))
    for line in unified_diff(before, after, f"{name} (as it is)", f"{name} (formatted)", lineterm=""):
        print(visible(line))


def _show_errors(session: Session) -> None:
    from ledger.log import format_diagnostic

    for diagnostic in session.errors[:20]:
        _note(format_diagnostic(diagnostic))
    if len(session.errors) > 20:
        _note(f"{session.file}: and {len(session.errors) - 20:,} more")


def _complain(text: str) -> int:
    _note(text)
    return 2


def _note(text: str) -> None:
    print(text, file=sys.stderr)
