"""Errors of a log in words: where, the line with a caret, what was expected, and what to do."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from ledger.errors import did_you_mean
from ledger.log.letters import odd_character, quotes_meant, spelt_plainly
from ledger.log.limits import MOST_ERRORS, MOST_SUGGESTIONS
from ledger.log.problem import Problem
from ledger.log.records import Diagnostic
from ledger.log.words import quote, shown, split, visible

_LEFT: Final = 50
_RIGHT: Final = 40
"""Characters of a long line that are shown on each side of the caret."""


def format_diagnostic(diagnostic: Diagnostic) -> str:
    """Return place and message, the line and a caret, what was expected, and a remedy: plain text, safe to show."""
    place = f"{visible(diagnostic.file)}:{diagnostic.line}:{diagnostic.column}"
    lines = [f"{place}: {diagnostic.message}", *(f"  | {line}" for line in excerpt(diagnostic))]
    if diagnostic.expected:
        lines.append(f"  expected {diagnostic.expected}")
    if diagnostic.remedy:
        lines.append(f"  {diagnostic.remedy}")
    return "\n".join(lines)


def excerpt(diagnostic: Diagnostic) -> list[str]:
    """Return the line, clipped around what is wrong, and below it a caret: safe to show, nothing for an empty line."""
    from wcwidth import width  # noqa: PLC0415 - tables that only a log with errors needs

    text, column = diagnostic.text, diagnostic.column
    if not text.strip():
        return []
    start = max(0, column - 1 - _LEFT) if len(text) > _LEFT + _RIGHT else 0
    end = max(column + _RIGHT, start + _LEFT + _RIGHT)
    before = ("…" if start else "") + visible(text[start : column - 1])
    after = visible(text[column - 1 : end]) + ("…" if end < len(text) else "")
    return [f"{before}{after}".rstrip(), f"{' ' * width(before)}^"]


class GiveUp(Exception):  # noqa: N818 - it only ends the reading
    """Nothing after this in the file can be understood."""


class Errors:
    """The errors of one file so far; ``what`` says what kind of file it should be."""

    def __init__(self, file: str, found: list[Diagnostic], what: str = "a session log") -> None:
        self.file = file
        self.found = found
        self.what = what

    def add(self, problem: Problem, line: int, text: str, hand: int | None = None) -> None:
        """Report what is wrong with a line. Raises GiveUp at one error too many."""
        self.found.append(self._diagnostic(problem, line, text, hand))

    def insert(self, problem: Problem, line: int, text: str) -> None:
        """Report what is wrong with a line above the last one. Raises GiveUp at one error too many."""
        found = self._diagnostic(problem, line, text, None)
        self.found.insert(bisect_right(self.found, line, key=lambda error: error.line), found)

    def _diagnostic(self, problem: Problem, line: int, text: str, hand: int | None) -> Diagnostic:
        if len(self.found) >= MOST_ERRORS:
            message = f"more than {MOST_ERRORS:,} lines cannot be read: the rest of the file is given up"
            remedy = "check that it is the right file"
            self.found.append(Diagnostic(self.file, line, 1, text, message, self.what, remedy))
            raise GiveUp
        column, word = problem.column, ""
        if not column:
            words, columns, _, end = split(text)
            column, word = (columns[problem.word], words[problem.word]) if problem.word < len(words) else (end, "")
        remedy = problem.remedy
        if len(self.found) < MOST_SUGGESTIONS:
            remedy = odd_character(text, column) or quotes_meant(text, column) or _near(word, problem) or remedy
        return Diagnostic(self.file, line, column, text, problem.message, problem.expected, remedy, hand)


def _near(word: str, problem: Problem) -> str:
    """Which of the words that could stand there is meant by a misspelt one; empty if none is near."""
    for one in dict.fromkeys((word, spelt_plainly(word))) if word else ():
        if near := did_you_mean(shown(one), map(shown, problem.near), quote):
            return near
    return ""
