"""Taps that a phone sends, put into a recording: in order, each at most once, and on the disk before they are acknowledged.

The taps of one tab of a phone are a *stream* and have numbers, from 1 on. A phone that got no answer sends them again: those
that are in the recording are passed over. Their numbers are kept in the draft, by the write that keeps the taps.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ledger.book.access import held
from ledger.book.closed import check_log_is_open
from ledger.book.draft_file import Recorder
from ledger.book.recordings import check_mine
from ledger.book.stored_recording import StoredRecording, check_day, loaded, pulse, put_draft, replace_log
from ledger.errors import UserError
from ledger.recording import read_tap, tapped
from ledger.recording.recording import Recording

_LOG: Final = logging.getLogger(__name__)
STREAMS: Final = 64
"""Streams whose numbers are kept for a recording; of more, those that were quiet longest are forgotten."""
PATIENCE: Final = 0.5
"""Seconds for which the book is held; taps that are left are for another call."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """A tap with its number in its stream; ``tap`` is the raw data, which is read when its turn comes."""

    number: int
    tap: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """A tap that was refused; later ones were not looked at. ``number`` is its own or, for a ``gap``, the number expected."""

    number: int
    error: UserError
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """What became of taps: the recording on the disk, its ``pulse``, the last tap in it, and the one that was refused, if any."""

    kept: StoredRecording
    pulse: str
    applied: int
    refused: Refused | None = None


def apply_taps(folder: Path, log: str, me: Recorder, stream: str, taps: Sequence[Numbered]) -> Tapped:
    """Put taps into a recording; when this returns, all up to ``applied`` are on the disk.

    The database is not touched: the next question to the book brings it up to date. Raises TakenError if somebody else is
    recording, and LogError if the disk fails: then some of the taps may be on it, and it is right to send all again.
    """
    with held(folder):
        check_log_is_open(folder, log)
        now, content = loaded(folder, log)
        check_mine(now, me)
        desk = _Desk(folder, replace(now, recorder=me), content, stream)
        refused = desk.take(taps)
        kept = desk.keep()
        return Tapped(kept, pulse(folder, log), desk.applied, refused)


class _Desk:
    """A recording while taps are applied to it, with what is not on the disk yet in memory."""

    def __init__(self, folder: Path, now: StoredRecording, content: bytes, stream: str) -> None:
        self.folder, self.now, self.content, self.stream = folder, now, content, stream
        self.before = now
        self.end = time.monotonic() + PATIENCE

    @property
    def applied(self) -> int:
        """The number of the last tap of the stream."""
        return self.now.applied.get(self.stream, 0)

    def take(self, taps: Sequence[Numbered]) -> Refused | None:
        """Apply taps in order, up to the first that cannot stand, or until it has taken long enough."""
        for tap in sorted(taps, key=lambda one: one.number):
            if tap.number <= self.applied:
                continue
            if tap.number > self.applied + 1:
                error = UserError(f"tap {self.applied + 1} is missing before tap {tap.number}", "send it first")
                return Refused(self.applied + 1, error, gap=True)
            try:
                said = tapped(self.now.recording, read_tap(tap.tap))
                check_day(self.folder, self.now.recording, said)
            except UserError as error:
                return Refused(tap.number, error)
            except Exception:  # noqa: BLE001 - a defect of ours must not hold up every tap behind this one for ever
                _LOG.exception("a tap that cannot be entered: %s", dict(tap.tap))
                return Refused(tap.number, UserError("this tap runs into a bug in bourre", "drop it, and enter it another way"))
            self._say(said, tap.number)
            if time.monotonic() > self.end:
                return None
        return None

    def _say(self, said: Recording, number: int) -> None:
        others = {name: at for name, at in self.now.applied.items() if name != self.stream}
        applied = {**dict(list(others.items())[-(STREAMS - 1) :]), self.stream: number}
        if said.log != self.now.recording.log:
            self.content = replace_log(self.folder, self.now, said, self.content, applied)
        self.now = replace(self.now, recording=said, applied=applied)

    def keep(self) -> StoredRecording:
        """Write the draft, if anything has been said."""
        if self.now is self.before:
            return self.now
        return put_draft(self.folder, self.now, self.content)
