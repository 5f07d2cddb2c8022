"""``bourre convert``: logs to a Parquet file of hands, and back."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ledger.cli.audit import text_of_file
from ledger.cli.terminal import add_jobs_option, complain, jobs_for, note, progress
from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX, find_logs, hands_about
from ledger.wording import counted

if TYPE_CHECKING:
    from ledger.hands.model import Hands
    from ledger.log.records import Log, Session

DESCRIPTION: Final = """\
Turn logs into one Parquet file of hands for other programs, or such a file back
into logs. OUT decides which way: a name that ends in .parquet, or a folder.

examples:
  bourre convert friday.bourre friday.parquet
  bourre convert games/ hands.parquet
  bourre convert hands.parquet logs/
"""

EPILOG: Final = """A Parquet file has everything that an audit uses, and bourre audit reads it. It
has no comments, no statements of other programs (x-), no stay lines and no free
words after a payment: keep the logs. Its columns are described in
ledger/docs/parquet.md.

exit status: 0 done; 2 a file that could not be read, or is there already"""

BATCH: Final = 4_000_000  # bytes of logs to read before writing their hands


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "paths", nargs="+", metavar="IN", help="a log, a folder of logs, or a Parquet file"
    )
    parser.add_argument("out", metavar="OUT", help="a Parquet file to write, or a folder for logs")
    add_jobs_option(parser)
    parser.add_argument("--force", action="store_true", help="replace files that are there already")


def run(args: argparse.Namespace) -> int:
    """Convert ``args.paths``; the exit status is 2 if something could not be read, else 0."""
    packed = [path for path in args.paths if path.endswith(PARQUET)]
    if args.out.endswith(PARQUET) and packed:
        raise UserError(
            f"{packed[0]} is already a Parquet file",
            "name a folder for the logs, or give logs to convert",
        )
    if args.out.endswith(PARQUET):
        return _pack(args)
    if len(packed) < len(args.paths):
        raise UserError(
            f"{args.out} is not a Parquet file, so there is nothing to convert to",
            f"end its name in {PARQUET}: hands{PARQUET}",
        )
    return _unpack(packed, Path(args.out), force=args.force)


def _pack(args: argparse.Namespace) -> int:
    from ledger.hands import write_hands

    paths, out = args.paths, Path(args.out)
    if out.exists() and not args.force:
        raise UserError(f"{out} is there already", "use --force to replace it, or another name")
    logs = find_logs(paths)
    if not logs:
        raise UserError(
            f"there are no logs in {', '.join(paths)}", "logs have names that end in .bourre"
        )
    unread: list[str] = []
    aside: list[str] = []
    jobs = jobs_for(args, sum(map(hands_about, logs)))
    hands = write_hands(out, _packed(progress(logs, len(logs), "files"), unread, aside, jobs))
    print(
        f"{out}: {counted(hands, 'hand')} of "
        f"{counted(len(logs) - len(unread) - len(aside), 'evening')}"
    )
    return 2 if unread else 0


def _packed(
    logs: Iterable[Path], unread: list[str], aside: list[str], jobs: int
) -> Iterator[Hands]:
    """Yield what the logs record, some thousands of hands at a time, read by ``jobs`` processes.

    Adds the names of unreadable files to ``unread``, and those of payments files to ``aside``.
    """
    from ledger.workers import spread

    for hands, lost in spread(_columns, _batches(logs, unread, aside), jobs):
        for file, diagnostic in lost:
            unread.append(file)
            note(diagnostic)
            note(f"bourre: {file}: kept as a log that could not be read, without its hands")
        yield hands


def _batches(logs: Iterable[Path], unread: list[str], aside: list[str]) -> Iterator[list[Log]]:
    batch: list[Log] = []
    waiting = 0
    for log in logs:
        try:
            record, payments = text_of_file(str(log))
        except UserError as error:
            unread.append(str(log))
            complain(error)
            continue
        if payments is not None:
            aside.append(record.file)
            note(f"bourre: {record.file}: left out, because it is a payments file and has no hands")
            continue
        batch.append(record)
        waiting += len(record.content)
        if waiting >= BATCH:
            yield batch
            batch, waiting = [], 0
    yield batch


def _columns(logs: list[Log]) -> tuple[Hands, list[tuple[str, str]]]:
    """Logs as hands; and the logs that could not be read, each with the reason."""
    from ledger.hands import read_logs
    from ledger.log import format_diagnostic

    sessions, hands = read_logs(logs)
    return hands, [
        (one.file, format_diagnostic(one.errors[0])) for one in sessions if not one.readable
    ]


def _unpack(paths: list[str], out: Path, *, force: bool) -> int:
    from ledger.hands import count_sessions
    from ledger.log import write_session

    if out.exists() and not out.is_dir():
        raise UserError(
            f"{out} is not a folder",
            f"name a folder for the logs, or a file that ends in {PARQUET}",
        )
    total = sum(map(count_sessions, paths))
    if any(out.glob("*.bourre")) and not force:
        raise UserError(
            f"{out} has logs already",
            "use --force to replace those of the same name, or another folder",
        )
    out.mkdir(parents=True, exist_ok=True)
    unread: list[str] = []
    taken: set[str] = set()
    for session in progress(_unpacked(paths, unread), total, "evenings"):
        write_session(session, out / _name(session, taken))
    print(f"{out}: {counted(len(taken), 'log')}")
    return 2 if unread else 0


def _unpacked(paths: list[str], unread: list[str]) -> Iterator[Session]:
    """Yield the sessions of Parquet files; the names of logs that could not be read are added to
    ``unread``.
    """
    from ledger.hands import read_hands, sessions_of

    for path in paths:
        for hands in read_hands(path):
            known = {info.file for info in hands.sessions}
            for lost in sorted({error.file for error in hands.errors} - known):
                unread.append(lost)
                note(f"bourre: {lost}: left out, because it could not be read when {path} was made")
            yield from sessions_of(hands)


def _name(session: Session, taken: set[str]) -> str:
    """A file name for a session's log that is not ``taken``: that of the log it was read from, else
    its id.
    """
    base = Path(session.file).name
    stem = base.removesuffix(SUFFIX) if base.endswith(SUFFIX) else session.id
    stem = re.sub(r"[^\w .+-]", "_", stem).lstrip(".")[:100] or "session"
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name + SUFFIX
