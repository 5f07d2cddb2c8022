"""The outcome of an audit for people: findings by file and session, each with its place and its sentence, and a summary."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ledger.cli.terminal import WIDTH, number, paint
from ledger.findings.finding import SEVERITY, Finding
from ledger.log.diagnostics import format_diagnostic
from ledger.log.words import visible

if TYPE_CHECKING:
    from ledger.findings.audit import Report

COLOURS: Final = {"error": "red", "warning": "yellow", "remark": "blue"}


def as_text(report: Report, shown: list[Finding]) -> str:
    """Return everything ``bourre audit`` says on a terminal."""
    lines: list[str] = []
    diagnostics = {(error.file, error.line): format_diagnostic(error) for error in report.errors}
    for (file, session), findings in groupby(shown, key=lambda found: (found.file, found.session)):
        title = visible(file) if session is None else f"{visible(file)}  session {visible(session)}"
        lines += [paint(title, "bold"), ""]
        for found in findings:
            if (found.file, found.line) in diagnostics and found.rule == "syntax":
                lines.append(_unreadable(diagnostics[found.file, found.line]))
            else:
                lines += told(found)
        lines.append("")
    return "\n".join([*lines, *summary(report, shown)])


def told(found: Finding) -> Iterator[str]:
    """Yield the lines that tell a finding: its place, then what was wrong."""
    place = f"{visible(found.file)}:{found.line}:"
    parts = [
        None if found.hand is None else f"hand {found.hand}",
        None if found.trick is None else f"trick {found.trick}",
        found.player,
    ]
    where = ", ".join(part for part in parts if part is not None)
    yield f"{place} {paint(found.severity, COLOURS[found.severity])}: {where and where + ' '}[{found.rule}]"
    yield wrapped(found.message)


def wrapped(message: str, indent: str = "    ") -> str:
    """Return a sentence on lines of a terminal; a rule and its number stay on one."""
    glued = message.replace("rule ", "rule\xa0").replace("rules ", "rules\xa0")
    return textwrap.fill(glued, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False).replace(
        "\xa0", " "
    )


def _unreadable(diagnostic: str) -> str:
    first, *rest = diagnostic.split("\n")
    place, colon, message = first.partition(": ")
    lines = [f"{place}{colon}{paint('error', 'red')}: {message} [syntax]"]
    for line in rest:
        lines += [f"  {line}"] if line.startswith("  |") else [wrapped(line.strip())]
    return "\n".join(lines)


def summary(report: Report, shown: list[Finding]) -> Iterator[str]:
    """Yield the counts of everything audited, and of the findings by severity and kind."""
    quarantined = f", {report.quarantined:,} of them in quarantine" if report.quarantined else ""
    counts = [number(report.files, "file"), number(report.sessions, "session"), number(report.hands, "hand") + quarantined]
    if report.unreadable:
        counts.append(number(len(report.unreadable), "file") + " not readable")
    yield ", ".join(counts)
    verified = f"{report.right + report.wrong:,} verified ({report.right:,} right, {report.wrong:,} wrong)"
    yield f"{number(report.plays, 'play')}: {verified}, {report.unproved:,} not provable"
    hidden = len(report.findings) - len(shown)
    rest = f" ({hidden:,} more not shown)" if hidden else ""
    if not shown:
        fine = not report.findings and not report.unreadable
        yield paint("nothing wrong", "green") if fine else f"no findings to show{rest}"
        return
    severities = Counter(found.severity for found in shown)
    counts = [paint(number(severities[name], name), colour) for name, colour in COLOURS.items() if severities[name]]
    yield f"{number(len(shown), 'finding')}: {', '.join(counts)}{rest}"
    kinds = Counter(found.rule for found in shown)
    yield textwrap.fill(
        ", ".join(f"{name} {kinds[name]:,}" for name in SEVERITY if kinds[name]),
        WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
    )
