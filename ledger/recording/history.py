"""The state before each of the last taps, for undo: a tap may change several lines, some of them in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import takewhile
from typing import Final

from ledger.recording import spoken
from ledger.recording.spoken import Before, Recording

MOST: Final = 60
"""Taps that are remembered; further back undo goes line by line, as in a typed log."""


def remember(before: Recording, after: Recording) -> Recording:
    """The recording ``after`` a tap, with the state ``before`` it remembered."""
    if after == before:
        return before
    size = len(before.log) if after.log.startswith(before.log) else alike(before.log, after.log)
    rest = 0 if size == len(before.log) else alike(before.log[size:][::-1], after.log[size:][::-1])
    kept = alike(before.draft, after.draft)
    between = before.log[size : len(before.log) - rest]
    step = Before(_digest(after), size, kept, before.draft[kept:], between, rest)
    return replace(after, past=(*before.past[1 - MOST :], step))


def undo(recording: Recording) -> Recording:
    """Take back the last tap, or, if none is remembered or its result was edited, the last step (``spoken.undo``).

    Raises UserError if only the header is left.
    """
    *past, last = recording.past or (None,)
    if last is None or last.after != _digest(recording):
        return spoken.undo(recording)
    log = recording.log[: last.size] + last.between + recording.log[len(recording.log) - last.rest :]
    return Recording(log, (*recording.draft[: last.kept], *last.lines), tuple(filter(None, past)))


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the common prefix of two sequences."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _digest(recording: Recording) -> str:
    return sha256(repr((recording.log, recording.draft)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
