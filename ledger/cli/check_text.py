"""What was checked in a book, in words: a line for each check, with a mark and a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.book.check import Check
from ledger.cli.audit_text import wrapped
from ledger.cli.terminal import number, paint
from ledger.log.words import visible

MOST: Final = 5
"""Of places told for one check: more are counted."""

_MARKS: Final = {"ok": ("✓", "green"), "look": ("!", "yellow"), "wrong": ("✗", "red")}


def as_text(checks: list[Check]) -> str:
    """Return a line for each check and, below, where it does not hold and what to do."""
    lines: list[str] = []
    for check in checks:
        mark, colour = _MARKS[check.state]
        lines.append(f"{paint(f'{mark} {check.state:<5}', colour)}  {check.name}")
        lines += _details(check)
    return "\n".join([*lines, "", _verdict(checks)])


def _details(check: Check) -> Iterator[str]:
    for sentence in check.found[:MOST]:
        yield wrapped(visible(sentence), " " * 9)
    if len(check.found) > MOST:
        yield f"         and {len(check.found) - MOST:,} more"
    if check.found:
        yield wrapped(f"→ {check.remedy}", " " * 9)


def _verdict(checks: list[Check]) -> str:
    wrong = [check for check in checks if check.state == "wrong"]
    if wrong:
        return paint(f"{number(len(wrong), 'check')} of {len(checks)} failed", "red")
    return paint("The books are right.", "green")
