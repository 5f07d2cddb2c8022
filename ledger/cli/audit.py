"""``bourre audit``: replays every hand and says what was wrong, with the proof."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ledger.cli.book_options import add_book_option, ask_book, folder_of
from ledger.cli.output import plain_output
from ledger.cli.sources import PARQUET, records, text_record
from ledger.errors import UserError, did_you_mean
from ledger.findings.finding import SEVERITY
from ledger.findings.kinds import KINDS

if TYPE_CHECKING:
    from ledger.findings.audit import Report
    from ledger.findings.finding import Finding
    from ledger.hands.model import Hands
    from ledger.log.payment_records import Payments
    from ledger.log.records import Session

LEVELS: Final = ("error", "warning", "remark")
MOST_WARNINGS: Final = 5

DESCRIPTION = """Replay every hand and say what was wrong, with the proof.

A PATH is a log, a Parquet file of hands, a folder (searched for both, at any
depth) or - for standard input. Each finding has its place, how serious it is,
and a sentence with the rule and the evidence. Nobody is accused without proof.
Of a payments file only the lines that cannot be read are told.

Without a PATH it is the book that is audited, and the pots that go from one
session to the next are checked as well.

examples:
  bourre audit --book ~/cards
  bourre audit friday.bourre
  bourre audit games/ --severity error
  bourre audit games/ --rule unpaid-renege --rule take
  bourre audit games/ --format json > findings.json
"""

EPILOG: Final = "\n".join(
    [
        "severity:",
        "  error    proved against the rules",
        "  warning  the record contradicts itself or lacks something that matters",
        "  remark   worth a look",
        "",
        "kinds of findings (--rule), with the number of the rule:",
        *(f"  {name:<18}{meaning}" for name, meaning in KINDS.items()),
        "",
        "exit status, of the whole audit, whatever --severity and --rule show:",
        "  0  nothing wrong, or nothing but warnings and remarks",
        "  1  findings of severity error",
        "  2  a file or a command line that could not be read; the other files are audited",
    ]
)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``audit`` to the command line."""
    parser = subparsers.add_parser(
        "audit", help="replay every hand and say what was wrong, with the proof", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a log, a Parquet file, a folder, or - for standard input")
    add_book_option(parser)
    parser.add_argument(
        "--format", choices=("text", "json", "csv"), default="text", help="text for people (the default), or json or csv"
    )
    parser.add_argument("--severity", choices=LEVELS, default="remark", help="show findings that are at least this serious (all)")
    parser.add_argument(
        "--rule", action="append", metavar="NAME", help="show findings of this kind only; may be given several times"
    )


def run(args: argparse.Namespace) -> int:
    """Audit ``args.paths``, or the book, and print what was found; the exit status is that of everything, shown or not."""
    wanted = _kinds(args.rule)
    if args.paths and args.book:
        raise UserError("bourre audit takes PATHs or a book, not both", "leave --book out to audit files that are in no book")
    report = gather(args.paths) if args.paths else _of_book(args)
    levels = LEVELS[: LEVELS.index(args.severity) + 1]
    shown = [found for found in report.findings if found.severity in levels and found.rule in wanted]
    _print(report, shown, args.format)
    _warn(report)
    return report.status


def _kinds(names: list[str] | None) -> set[str]:
    """Return the kinds of findings to show; raises UserError for a name that is none."""
    for name in names or ():
        if name not in SEVERITY:
            raise UserError(
                f"there is no kind of finding named {name}", did_you_mean(name, SEVERITY) or "see bourre audit --help"
            )
    return set(names or SEVERITY)


def _of_book(args: argparse.Namespace) -> Report:
    """Return the report on the book, with its files as seen from here."""
    from ledger.book.audited import audited

    report, folder = ask_book(args, audited), folder_of(args)
    report.findings = [found._replace(file=str(folder / found.file)) for found in report.findings]
    for name in dict.fromkeys(found.file for found in report.findings if found.rule == "syntax"):
        if not name.endswith(PARQUET):
            report.errors += text_record(name)[1].errors
    return report


def gather(paths: list[str]) -> Report:
    """Audit every file at ``paths``, one after the other; those that cannot be opened are told on standard error."""
    from ledger.cli.terminal import progress
    from ledger.files import SUFFIX, find_logs
    from ledger.findings.audit import audit

    files = find_logs((path for path in paths if path != "-"), (SUFFIX, PARQUET))
    names = ["-"] * ("-" in paths) + [str(path) for path in files]
    if not names:
        raise UserError(f"there are no logs in {', '.join(paths)}", f"logs have names that end in {SUFFIX} or {PARQUET}")
    unread: list[str] = []
    report = audit(_readable(progress(names, len(names), "files"), unread))
    report.files += sum(name.endswith(PARQUET) and name not in unread for name in names)
    report.unreadable += unread
    return report


def _readable(names: Iterator[str], unread: list[str]) -> Iterator[Session | Hands | Payments]:
    """Yield what each file records; the names of those that cannot be opened are added to ``unread``."""
    for name in names:
        try:
            yield from records(name)
        except UserError as error:
            unread.append(name)
            print(f"bourre: {error.message}" + (f"\n  {error.remedy}" if error.remedy else ""), file=sys.stderr)


def _warn(report: Report) -> None:
    """Say on standard error which session ids are not unique."""
    shared = {session: files for session, files in report.homes.items() if len(files) > 1}
    for session, files in list(shared.items())[:MOST_WARNINGS]:
        print(f"bourre: {len(files)} sessions have the id {session}: {', '.join(files)}", file=sys.stderr)
    if len(shared) > MOST_WARNINGS:
        print(f"bourre: and {len(shared) - MOST_WARNINGS:,} more ids are not unique", file=sys.stderr)
    if shared:
        print("  each is audited by itself; in the books its file stands beside the id", file=sys.stderr)


def _print(report: Report, shown: list[Finding], form: str) -> None:
    if form != "text":
        plain_output()
    if form == "json":
        from ledger.cli.audit_rows import as_json

        print(as_json(report, shown))
    elif form == "csv":
        from ledger.cli.audit_rows import as_csv

        sys.stdout.write(as_csv(shown))
    else:
        from ledger.cli.audit_text import as_text

        print(as_text(report, shown))
