"""Which lines of a file were changed, from what was kept of each: a print, and not the line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from ledger.book.chain import prints_of
from ledger.log.words import visible

_MOST_PLACES: Final = 4
_MOST_LINES: Final = 2_000
"""Lines between the first and the last that differ, which are compared one by one."""


def places(before: Sequence[str], lines: Sequence[bytes], *, more: bool = False) -> str:
    """Say which lines differ from those with the prints ``before``, and what the first of each group says now.

    With ``more`` the file may have grown at its end.
    """
    said = []
    for first, last, start, end in _changes(before, prints_of(lines), more=more):
        if first == last:
            said.append(f"{_lines(start, end)} {'is' if end - start == 1 else 'are'} new{_quoted(lines[start])}")
        elif start == end:
            said.append(f"the old {_lines(first, last)} {'is' if last - first == 1 else 'are'} missing")
        else:
            said.append(f"{_lines(start, end)} {'has' if end - start == 1 else 'have'} changed{_quoted(lines[start])}")
    rest = [f"and {len(said) - _MOST_PLACES:,} more places"] if len(said) > _MOST_PLACES else []
    return "; ".join([*said[:_MOST_PLACES], *rest])


def _changes(before: Sequence[str], now: Sequence[str], *, more: bool) -> Iterator[tuple[int, int, int, int]]:
    """Yield the differences: from and to which line before (first, last), and now (start, end)."""
    pairs = enumerate(zip(before, now, strict=False))
    head = next((at for at, (one, other) in pairs if one != other), min(len(before), len(now)))
    if more:
        yield from _changes_above(before[head:], now[head:], head)
        return
    tail, longest = 0, min(len(before), len(now)) - head
    while tail < longest and before[-1 - tail] == now[-1 - tail]:
        tail += 1
    old, new = before[head : len(before) - tail], now[head : len(now) - tail]
    if max(len(old), len(new)) > _MOST_LINES:
        yield head, head + len(old), head, head + len(new)
        return
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield head + first, head + last, head + start, head + end


def _changes_above(old: Sequence[str], new: Sequence[str], head: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the differences in the first lines of a file that may have grown at its end."""
    old, new = old[:_MOST_LINES], new[:_MOST_LINES]
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal" or first == last == len(old):  # the others
            continue
        until = min(end, start + last - first) if last == len(old) else end
        yield head + first, head + last, head + start, head + until


def _lines(first: int, last: int) -> str:
    return f"line {first + 1}" if last - first == 1 else f"lines {first + 1} to {last}"


def _quoted(line: bytes) -> str:
    text = visible(line.decode("utf-8", "surrogateescape").strip())
    return f" (‘{text[:60]}{'…' if text[60:] else ''}’ now)" if text else ""
