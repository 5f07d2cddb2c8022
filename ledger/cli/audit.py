"""``bourre audit``: replays every hand and says what was wrong, with the proof.

From the top: the options; the audit, in pieces; findings in words, for people and for other
programs; and at the end what all commands read: logs, payments files, Parquet files, and logs from
standard input.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ledger import book, findings, hands
from ledger.cli import terminal
from ledger.cli.book_options import ask_book, command_on_book, doubt_words, folder_of
from ledger.errors import UserError, did_you_mean
from ledger.files import PARQUET, SUFFIX, find_logs, hands_about, is_remote
from ledger.findings.kinds import (
    HANGS_ON_THE_EVENING_BEFORE,
    KINDS_OF_FINDING,
    REMARK,
    SEVERITIES,
    SYNTAX,
)
from ledger.log.words import MOST_BYTES, visible
from ledger.money import CHIPS, amount_text
from ledger.wording import counted

if TYPE_CHECKING:
    from ledger.log import Doubt
    from ledger.log.payments import Payments
    from ledger.log.records import Log, Session


MOST_WARNINGS: Final = 5

DESCRIPTION: Final = """Replay every hand and report what was wrong, with the proof.

A PATH is a log, a Parquet file of hands, a folder (searched for both, at any
depth) or - for standard input. Each finding names its place, how serious it is,
the rule and the evidence. Nobody is accused without proof. Of a payments file
only the lines that cannot be read are reported.

An archive of Parquet files may be larger than one machine: with --dask or
--parts, or as s3://…, it is audited file by file. The findings of each file go
into a folder beside the archive, files that are already done are skipped, and a
summary is printed: bourre help scale.

Without a PATH the book is audited, including the pots that go from one evening
to the next.

examples:
  bourre audit --book ~/cards
  bourre audit friday.bourre
  bourre audit games/ --severity error
  bourre audit games/ --rule unpaid-renege --rule take
  bourre audit games/ --format json > findings.json
  bourre audit s3://league/2026 --dask tcp://10.0.0.1:8786
"""

EPILOG: Final = "\n".join(
    [
        "severity:",
        "  error    proved against the rules",
        "  warning  the record contradicts itself or lacks something that matters",
        "  remark   worth a look",
        "",
        "kinds of findings (--rule), with the number of the rule:",
        *(f"  {name:<18}{kind.meaning}" for name, kind in KINDS_OF_FINDING.items()),
        "",
        "exit status, of the whole audit, whatever --severity and --rule show:",
        "  0  nothing wrong, or nothing but warnings, remarks and what was settled later",
        "  1  findings of severity error that are not settled",
        "  2  a file or a command line that could not be read; the other files are audited",
    ]
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="a log, a Parquet file, a folder, or - for standard input",
    )
    terminal.add_book_option(parser)
    terminal.add_format_option(parser)
    terminal.add_jobs_option(parser)
    terminal.add_dask_option(parser)
    terminal.add_parts_option(parser)
    parser.add_argument(
        "--severity",
        choices=SEVERITIES,
        default=REMARK,
        help="show findings that are at least this serious (all)",
    )
    parser.add_argument(
        "--rule",
        action="append",
        metavar="NAME",
        help="show findings of this kind only; may be given several times",
    )


def run(args: argparse.Namespace) -> int:
    """Audit ``args.paths``, or the book, and print what was found; the exit status is that of
    everything, shown or not.
    """
    wanted = _kinds(args.rule)
    if is_archive(args):
        from ledger.cli.archive import audit_archive

        return audit_archive(args)
    if args.paths and args.book:
        raise UserError(
            "bourre audit takes PATHs or a book, not both",
            "leave --book out to audit files that are in no book",
        )
    report = gather(args) if args.paths else _of_book(args)
    levels = SEVERITIES[: SEVERITIES.index(args.severity) + 1]
    shown = [
        found for found in report.findings if found.severity in levels and found.rule in wanted
    ]
    _print(report, shown, args.format)
    _warn(report)
    if args.paths:
        say_what_books_know(
            found.file for found in shown if found.rule in HANGS_ON_THE_EVENING_BEFORE
        )
    return report.status


def _kinds(names: list[str] | None) -> set[str]:
    """The kinds of findings to show. Raises UserError for a name that is not a kind."""
    for name in names or ():
        if name not in KINDS_OF_FINDING:
            raise UserError(
                f"there is no kind of finding named {name}",
                did_you_mean(name, KINDS_OF_FINDING) or "see bourre audit --help",
            )
    return set(names or KINDS_OF_FINDING)


def _of_book(args: argparse.Namespace) -> findings.Report:
    """The report on the book, with its files as seen from here."""
    report, folder = ask_book(args, book.audited), folder_of(args)
    report.findings = [found._replace(file=str(folder / found.file)) for found in report.findings]
    for name in dict.fromkeys(found.file for found in report.findings if found.rule == SYNTAX):
        if not name.endswith(PARQUET):
            report.errors += text_record(name)[1].errors
    return report


class _Piece(NamedTuple):
    """What one process audits at a time: some files, or some row groups of a Parquet file.

    ``hands`` is an estimate.
    """

    names: list[str]
    hands: int
    groups: range | None = None


def gather(args: argparse.Namespace) -> findings.Report:
    """Audit every file at the paths; those that cannot be opened are named on standard error."""
    paths: list[str] = args.paths
    files = find_logs((path for path in paths if path != "-"), (SUFFIX, PARQUET))
    names = ["-"] * ("-" in paths) + [str(path) for path in files]
    if not names:
        raise UserError(
            f"there are no logs in {', '.join(paths)}",
            f"logs have names that end in {SUFFIX} or {PARQUET}",
        )
    unread: dict[str, UserError] = {}
    pieces = list(_pieces(names))
    # Standard input is this process's own.
    jobs = (
        1
        if "-" in names
        else min(len(pieces), terminal.jobs_for(args, sum(piece.hands for piece in pieces)))
    )
    audited: Iterable[_Audited]
    if jobs == 1:
        audited = map(_audit_piece, pieces)
    else:
        from ledger.workers import spread

        audited = spread(_audit_piece, pieces, jobs)
    report, doubts = findings.Report(), []
    for part, found, lost in terminal.progress(audited, len(pieces), "parts"):
        if args.format != "json":  # of a large archive they are most of what is kept
            part.books.clear()
        findings.merge(report, part)
        doubts += found
        for name, message, remedy in lost:
            if name not in unread:
                unread[name] = UserError(message, remedy)
                terminal.complain(unread[name])
    report.files += sum(name.endswith(PARQUET) and name not in unread for name in names)
    report.unreadable += unread
    if doubts := [one for one in doubts if one.file not in report.unreadable]:
        terminal.note(
            doubt_words(sorted(doubts, key=lambda one: (one.file, one.line)), MOST_WARNINGS)
        )
    return findings.finish(report)


def _pieces(names: Iterable[str]) -> Iterator[_Piece]:
    """Split what there is to audit into pieces of some ten thousand hands."""
    small: list[str] = []
    hands = 0
    for name in names:
        groups = _groups(name)
        if len(groups) > 1:
            yield from (_Piece([name], rows, range(at, at + 1)) for at, rows in enumerate(groups))
            continue
        small.append(name)
        hands += groups[0] if groups else hands_about(name)
        if hands >= _HANDS_OF_A_PIECE:
            yield _Piece(small, hands)
            small, hands = [], 0
    if small:
        yield _Piece(small, hands)


def _groups(name: str) -> list[int]:
    """How many rows each group of a Parquet file has; empty for other files, and for those that
    cannot be opened.
    """
    if name.endswith(PARQUET):
        with suppress(UserError):  # reported when it is read
            return hands.row_groups(name)
    return []


_HANDS_OF_A_PIECE: Final = 20_000


class _Audited(NamedTuple):
    """The report on a piece, its doubts, and for each file that cannot be opened: name, what is
    wrong, and what to do.
    """

    report: findings.Report
    doubts: list[Doubt]
    unread: list[tuple[str, str, str]]


def _audit_piece(piece: _Piece) -> _Audited:
    found: list[Doubt] = []
    unread: list[tuple[str, str, str]] = []

    def readable() -> Iterator[Log | hands.model.Hands | Payments]:
        for name in piece.names:
            try:
                yield from _records(name, piece.groups, found)
            except UserError as error:
                unread.append((name, error.message, error.remedy))

    return _Audited(findings.audit(readable()), found, unread)


def _records(
    name: str, groups: range | None, found: list[Doubt]
) -> Iterator[Log | hands.model.Hands | Payments]:
    """Yield what is in a file, and note what is doubtful in a text."""
    from ledger.log import doubts

    if name.endswith(PARQUET):
        yield from unread_records(name, groups)
    else:
        log, payments = text_of_file(name)
        found += doubts(log.content, log.file)
        yield payments or log


def _warn(report: findings.Report) -> None:
    """Say on standard error which sessions end in the middle of a hand, and which ids occur
    twice.
    """
    for one in report.stopped[:MOST_WARNINGS]:
        pot = amount_text(one.pot, CHIPS) if one.pot else ""
        said = findings.without_an_end(one.ending, f"the last hand, hand {one.hand}", pot)
        terminal.note(
            terminal.folded(visible(f"{one.file}:{one.line}: {said}"), "", "  ", long_words=False)
        )
        terminal.note(
            terminal.folded(
                visible(f"→ {one.file.join(findings.TO_END_IT)}"), "  ", "    ", long_words=False
            )
        )
    if len(report.stopped) > MOST_WARNINGS:
        terminal.note(
            f"bourre: and {len(report.stopped) - MOST_WARNINGS:,} more evenings stop in their "
            "last hand"
        )
    shared = {session: files for session, files in report.homes.items() if len(files) > 1}
    for session, files in list(shared.items())[:MOST_WARNINGS]:
        terminal.note(f"bourre: {len(files)} evenings have the id {session}: {', '.join(files)}")
    if len(shared) > MOST_WARNINGS:
        terminal.note(f"bourre: and {len(shared) - MOST_WARNINGS:,} more ids are not unique")
    if shared:
        terminal.note("  each is audited separately; books and exports show the file beside the id")


def _print(report: findings.Report, shown: list[findings.Finding], form: str) -> None:
    if form == "json":
        terminal.plain_output()
        print(as_json(report, shown))
    elif form == "csv":
        terminal.print_csv(findings.Finding._fields, rows(shown))
    else:
        print(as_text(report, shown))


def is_archive(args: argparse.Namespace) -> bool:
    """True if ``bourre audit`` is to process an archive file by file, rather than print its
    findings.
    """
    return args.dask is not None or args.parts is not None or any(map(is_remote, args.paths))


def say_what_books_know(files: Iterable[str]) -> None:
    """Warn on standard error if logs that belong to a book are read one by one: only the book knows
    what came before them.
    """
    homes = {Path(file).absolute().parent for file in files}
    for folder in sorted(
        home.parent
        for home in homes
        if home.name == book.folder.SESSIONS and (home.parent / book.folder.SETTINGS).is_file()
    ):
        said = (
            "A log that is looked at by itself begins with an empty pot, unless it says "
            "otherwise, and with nobody let off. The "
            "book knows what the evening before left there, whom it let off and who is to deal: "
            f"{command_on_book('audit', str(folder))}"
        )
        terminal.note(terminal.folded(visible(said), "", "  ", long_words=False))


# --- For people -----------------------------------------------------------------------------------
def as_text(report: findings.Report, shown: list[findings.Finding]) -> str:
    """What ``bourre audit`` prints: findings by file and session, and a summary."""
    from ledger.log import format_diagnostic

    lines: list[str] = []
    diagnostics = {(error.file, error.line): format_diagnostic(error) for error in report.errors}
    for (file, session), group in groupby(shown, key=lambda found: (found.file, found.session)):
        title = visible(file) if session is None else f"{visible(file)}  evening {visible(session)}"
        lines += [terminal.paint(title, "bold"), ""]
        for found in group:
            if (found.file, found.line) in diagnostics and found.rule == SYNTAX:
                lines.append(_unreadable(diagnostics[found.file, found.line]))
            else:
                lines += told(found)
        lines.append("")
    return "\n".join([*lines, *summary(report, shown)])


def told(found: findings.Finding) -> Iterator[str]:
    """Yield the lines on a finding: its place, then what was wrong."""
    place = f"{visible(found.file)}:{found.line}:"
    parts = [
        None if found.hand is None else f"hand {found.hand}",
        None if found.trick is None else f"trick {found.trick}",
        found.player,
    ]
    where = ", ".join(part for part in parts if part is not None)
    yield f"{place} {terminal.level(found)}: {where and where + ' '}[{found.rule}]"
    yield terminal.wrapped(found.message)


def _unreadable(diagnostic: str) -> str:
    first, *rest = diagnostic.split("\n")
    place, colon, message = first.partition(": ")
    lines = [f"{place}{colon}{terminal.paint('error', 'red')}: {message} [syntax]"]
    for line in rest:
        lines += [f"  {line}"] if line.startswith("  |") else [terminal.wrapped(line.strip())]
    return "\n".join(lines)


def summary(report: findings.Report, shown: list[findings.Finding]) -> Iterator[str]:
    """Yield the counts of everything audited, and of the findings by severity and kind."""
    quarantined = f", {report.quarantined:,} of them in quarantine" if report.quarantined else ""
    counts = [
        counted(report.files, "file"),
        counted(report.sessions, "evening"),
        counted(report.hands, "hand") + quarantined,
    ]
    if report.unreadable:
        counts.append(counted(len(report.unreadable), "file") + " not readable")
    yield terminal.wrapped(", ".join(counts), "")
    verified = (
        f"{report.right + report.wrong:,} verified ({report.right:,} right, {report.wrong:,} wrong)"
    )
    yield f"{counted(report.plays, 'play')}: {verified}, {report.unproved:,} not provable"
    hidden = len(report.findings) - len(shown)
    rest = f" ({hidden:,} more not shown)" if hidden else ""
    if not shown:
        fine = not report.findings and not report.unreadable
        if fine and report.stopped:
            yield "nothing wrong in what was recorded"
        else:
            yield terminal.paint("nothing wrong", "green") if fine else f"no findings to show{rest}"
        return
    severities = Counter(found.severity for found in shown)
    counts = [
        terminal.paint(counted(severities[name], name), colour)
        for name, colour in terminal.SEVERITY_COLOURS.items()
        if severities[name]
    ]
    settled = sum(found.settled is not None for found in shown)
    yield (
        f"{counted(len(shown), 'finding')}: "
        f"{', '.join(counts)}{f', {settled:,} of them settled' if settled else ''}{rest}"
    )
    kinds = Counter(found.rule for found in shown)
    yield terminal.folded(
        ", ".join(f"{name} {kinds[name]:,}" for name in KINDS_OF_FINDING if kinds[name]), "  ", "  "
    )


# --- For other programs (log-format.md, "What the audit says") ------------------------------------
def as_json(report: findings.Report, shown: list[findings.Finding]) -> str:
    """The object of ``--format json``, with a line for each session in the books and for each
    finding.
    """
    parts = []
    for name, value in report.as_dict().items():
        if name == "books":
            books = [f"  {_json(session)}: {_json(held)}" for session, held in report.books.items()]
            text = _lines("{", books, "}")
        elif name == "findings":
            text = _lines("[", [f"  {_json(found.as_dict())}" for found in shown], "]")
        else:
            text = _json(value)
        parts.append(f" {_json(name)}: {text}")
    return _lines("{", parts, "}")


def _lines(begin: str, parts: list[str], end: str) -> str:
    if not parts:
        return begin + end
    indent = " " if parts[0].startswith("  ") else ""
    return f"{begin}\n" + ",\n".join(parts) + f"\n{indent}{end}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def rows(shown: list[findings.Finding]) -> Iterator[Iterable[object]]:
    """Yield a row for each finding, its fields in their order; required cards are separated by
    spaces.
    """
    for found in shown:
        yield (found._asdict() | {"required": " ".join(found.required or ())}).values()


# --- What commands read ---------------------------------------------------------------------------
def records(name: str) -> Iterator[Session | hands.model.Hands | Payments]:
    """Yield what a file records; ``-`` is standard input.

    Raises UserError if it cannot be opened.
    """
    if name.endswith(PARQUET):
        yield from hands.read_hands(name)
    else:
        yield text_record(name)[1]


def unread_records(
    name: str, groups: range | None = None
) -> Iterator[Log | hands.model.Hands | Payments]:
    """As ``records``, but logs are not read yet, so that ``read_logs`` can read many together.

    ``groups`` selects row groups of a Parquet file; None selects all.
    """
    if name.endswith(PARQUET):
        yield from hands.read_hands(name, groups=groups)
    else:
        log, payments = text_of_file(name)
        yield payments or log


def text_record(name: str) -> tuple[bytes, Session | Payments]:
    """The bytes of a log or a payments file, and its records.

    Raises UserError if it cannot be opened.
    """
    from ledger.log import read

    log, payments = text_of_file(name)
    return log.content, payments or read(*log)


def text_of_file(name: str) -> tuple[Log, Payments | None]:
    """A text file, and its records if it is a payments file.

    Raises UserError if it cannot be opened.
    """
    from ledger.log import content_of, is_payments
    from ledger.log.payments import read_payments
    from ledger.log.records import Log

    content = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else content_of(name)
    file = "standard input" if name == "-" else name
    payments = (
        read_payments(content, file, _currency_beside(name)) if is_payments(content, file) else None
    )
    return Log(content, file), payments


def _currency_beside(name: str) -> str | None:
    """The currency of the book that a payments file lies in; None without a book, or if its
    settings cannot be read.
    """
    settings = Path(name).with_name(book.folder.SETTINGS)
    if name == "-" or not settings.exists():
        return None
    with suppress(UserError):
        return book.read_settings(settings).currency
    return None
