"""Logs in tests: the shortest header put in front of a few lines, the audit of them, and findings
in one short line each.
"""

from textwrap import dedent

from ledger.findings import Finding
from ledger.findings.audit import Report, audit
from ledger.log.reader import read

HEADER = {
    "bourre": "bourre 1",
    "session": "session 2026-11-20 friday",
    "game": "",
    "rules": "rules louisiana",
    "chip": "",
    "ante": "",
    "pot": "",
    "exempt": "",
    "seats": "seats Ann Bea Cal Dot",
}
"""The header of a test's log, in order. A log that begins with some of these lines replaces
them.
"""


def log_of(text: str) -> str:
    """Return ``text`` as a whole log: what its first lines do not say of the header is filled in
    from HEADER.
    """
    lines = dedent(text).strip("\n").split("\n")
    header = dict(HEADER)
    while lines and lines[0].partition(" ")[0] in header:
        line = lines.pop(0)
        header[line.partition(" ")[0]] = line
    return "\n".join([line for line in header.values() if line] + lines) + "\n"


def report_of(*texts: str) -> Report:
    """Return the audit of one log or several."""
    return audit([read(log_of(text), f"log{at}.bourre") for at, text in enumerate(texts)])


def brief(found: Finding) -> str:
    """Return a finding as ``rule hand.trick player card [required] amount``, without the parts that
    it does not have.

    ``must-beat 1.2 Cal 6h [Ah Kh]``, ``take 3 Eve +5``, ``all-passed 4``, ``count Ann -2``.
    """
    parts = [found.rule]
    if found.hand is not None:
        parts.append(f"{found.hand}.{found.trick}" if found.trick else str(found.hand))
    if found.player is not None:
        parts.append(found.player)
    if found.card is not None:
        parts.append(found.card)
    if found.required is not None:
        parts.append(f"[{' '.join(found.required)}]")
    if found.amount is not None:
        parts.append(f"{found.amount:+d}")
    return " ".join(parts)


def briefs(report: Report) -> list[str]:
    """Return every finding of a report in brief, sorted."""
    return sorted(brief(found) for found in report.findings)


def found_in(text: str) -> list[str]:
    """Return the findings of a log in brief, sorted."""
    return briefs(report_of(text))
