"""What was before each of the last taps: a tap may change several lines, some in the middle, and undo takes back a tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import takewhile
from typing import Final

from ledger.recording import spoken
from ledger.recording.spoken import Before, Recording

MOST: Final = 60
"""Taps that are remembered; further back it goes line by line, as in a log that was typed."""


def remember(before: Recording, after: Recording) -> Recording:
    """What a tap made of a recording, knowing how that was before."""
    if after == before:
        return before
    size = len(before.log) if after.log.startswith(before.log) else alike(before.log, after.log)
    rest = 0 if size == len(before.log) else alike(before.log[size:][::-1], after.log[size:][::-1])
    kept = alike(before.draft, after.draft)
    between = before.log[size : len(before.log) - rest]
    step = Before(_digest(after), size, kept, before.draft[kept:], between, rest)
    return replace(after, past=(*before.past[1 - MOST :], step))


def undo(recording: Recording) -> Recording:
    """Take back the last tap; where none is known, or somebody has edited what it made, the last step (``spoken.undo``).

    Raises UserError where nothing is left but the header.
    """
    *past, last = recording.past or (None,)
    if last is None or last.after != _digest(recording):
        return spoken.undo(recording)
    log = recording.log[: last.size] + last.between + recording.log[len(recording.log) - last.rest :]
    return Recording(log, (*recording.draft[: last.kept], *last.lines), tuple(filter(None, past)))


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many characters, or lines, two begin that are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _digest(recording: Recording) -> str:
    return sha256(repr((recording.log, recording.draft)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
