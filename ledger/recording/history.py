"""What was before each of the last taps: a tap may change several lines, some in the middle, and undo takes back a tap."""

from __future__ import annotations

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
    if not after.log.startswith(before.log):
        return replace(after, past=())
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before.draft, after.draft, strict=False)))
    step = Before(_digest(after), len(before.log), kept, before.draft[kept:])
    return replace(after, past=(*before.past[1 - MOST :], step))


def undo(recording: Recording) -> Recording:
    """Take back the last tap; where none is known, or somebody has edited what it made, the last step (``spoken.undo``).

    Raises UserError where nothing is left but the header.
    """
    *past, last = recording.past or (None,)
    if last is None or last.after != _digest(recording):
        return spoken.undo(recording)
    return Recording(recording.log[: last.size], (*recording.draft[: last.kept], *last.lines), tuple(filter(None, past)))


def _digest(recording: Recording) -> str:
    return sha256(repr((recording.log, recording.draft)).encode("utf-8", "surrogateescape")).hexdigest()[:16]
