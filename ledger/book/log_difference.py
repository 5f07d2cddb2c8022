"""Where two logs of one session differ, in words."""

from __future__ import annotations

from itertools import zip_longest

from ledger.log.words import visible


def whole_text(content: bytes) -> str:
    """Return a log's text, whatever it begins with and however its lines end."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def first_difference(ours: str, theirs: str) -> tuple[int, str, str] | None:
    """Return the number of the first line that differs, and both lines in words."""
    for number, (one, other) in enumerate(zip_longest(ours.rstrip("\n").split("\n"), theirs.rstrip("\n").split("\n")), 1):
        if one != other:
            pairs = enumerate(zip(one or "", other or "", strict=False))
            at = next((place for place, (a, b) in pairs if a != b), min(len(one or ""), len(other or "")))
            return number, _excerpt(one, at), _excerpt(other, at)
    return None


def has_all_of(ours: str, theirs: str) -> bool:
    """True if a text is the beginning of another."""
    lines = ours.rstrip("\n").split("\n")
    return theirs.split("\n")[: len(lines)] == lines


def differing(ours: str, theirs: str) -> str:
    """Say how a line differs from that of the book; one that a text does not have is empty."""
    if not theirs:
        return f"is {ours}, but the book's log ends before it"
    return f"is {ours}, but {theirs} in the book" if ours else f"of the book's log, {theirs}, is missing: this one ends before it"


def _excerpt(line: str | None, at: int) -> str:
    """Return a line in quotes; of a long one what stands around the place ``at``; nothing for one that is not there."""
    if line is None:
        return ""
    if not line.strip():
        return "an empty line"
    start = max(0, at - 30) if len(line) > 80 else 0
    part = visible(line[start : start + 80])
    return f"‘{'…' if start else ''}{part}{'…' if start + 80 < len(line) else ''}’"
