"""A recording as it lies on the disk: how it is read, and replaced so that whoever is killed leaves the old or the new."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from ledger.book.closed import check_day_is_open
from ledger.book.draft_file import DraftFile, Recorder, draft_of, path_for, read_draft, was_discarded, write_draft
from ledger.book.folder import RECORDINGS, require_log_name
from ledger.errors import UserError
from ledger.files import write_atomically
from ledger.log import content_of
from ledger.recording import view
from ledger.recording.recording import Recording, opened


class GoneError(UserError):
    """The log is no longer there, and nobody records it; sending again later will not help."""


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """A recording as it is on the disk. ``log`` is the name of its log below the folder of the book.

    ``stamp`` changes whenever log or draft does. ``recorder`` is who is recording, None for nobody. ``applied`` is the number
    of the last tap of each stream that it includes.
    """

    log: str
    recording: Recording
    stamp: str
    recorder: Recorder | None
    applied: Mapping[str, int] = field(default_factory=dict)


def loaded(folder: Path, log: str) -> tuple[StoredRecording, bytes]:
    """A recording and the log as its author has it, by its name below the folder of the book. Raises GoneError."""
    require_log_name(log)
    file = read_draft(path_for(folder, log))
    if not (folder / log).exists() and (file is None or was_discarded(folder, log)):
        raise GoneError("this evening is no longer in the book", "somebody discarded it; you can bring it back")
    content = content_of(folder / log)
    recording, applied = with_draft(content, log, file)
    return StoredRecording(log, recording, _stamp(content, recording.draft), file.recorder if file else None, applied), content


def with_draft(content: bytes, log: str, file: DraftFile | None) -> tuple[Recording, Mapping[str, int]]:
    """The recording of a log with the hand that is open, and the number of the last tap of each stream in it."""
    recording = _opened(content, log)
    if file is None:
        return recording, {}
    draft = file.draft_for(content)
    return replace(recording, draft=draft.lines, past=draft.past), draft.applied


@lru_cache(maxsize=8)
def _opened(content: bytes, log: str) -> Recording:
    """The recording of a log; each tap reads the same one again."""
    return opened(content, log)


def check_day(folder: Path, before: Recording, after: Recording) -> None:
    """Raise ClosedError if a recording has a new date, and that day is closed."""
    if after.log.startswith(before.log):  # most say something more, and the header is as it was
        return
    if (day := view(after).date) != view(before).date:
        check_day_is_open(folder, day, "the session")


def put(folder: Path, now: StoredRecording, recording: Recording, content: bytes) -> StoredRecording:
    """Write a recording over what is there, ``content`` being its log; the draft of the new log is on the disk before the log."""
    text = content  # as its author has it, canonical or not
    if recording.log != now.recording.log:
        text = replace_log(folder, now, recording, content)
    return put_draft(folder, replace(now, recording=recording), text)


def replace_log(
    folder: Path, now: StoredRecording, recording: Recording, content: bytes, applied: Mapping[str, int] | None = None
) -> bytes:
    """Write a log, and before it drafts for the old and the new one: after a crash either log has its draft and taps.

    ``applied`` are the taps in the new one, if they differ. Returns the content of the new log.
    """
    assert now.recorder is not None
    text = recording.log.encode("utf-8", "surrogateescape")
    before = draft_of(content, now.recording, now.applied)
    after = draft_of(text, recording, now.applied if applied is None else applied)
    _make_room(folder)
    write_draft(folder, DraftFile(now.log, now.recorder, (before, after)))
    write_atomically(folder / now.log, text)
    return text


def put_draft(folder: Path, now: StoredRecording, text: bytes) -> StoredRecording:
    """Write the draft of a recording whose log on the disk is ``text``."""
    assert now.recorder is not None
    _make_room(folder)
    write_draft(folder, DraftFile(now.log, now.recorder, (draft_of(text, now.recording, now.applied),)))
    return replace(now, stamp=_stamp(text, now.recording.draft))


def _make_room(folder: Path) -> None:
    (folder / RECORDINGS).mkdir(exist_ok=True)
    for left in (folder / RECORDINGS).glob(".*.new"):  # of a program that was killed while it wrote
        left.unlink(missing_ok=True)


def pulse(folder: Path, log: str) -> str:
    """Return a token that changes whenever a recording does; nothing is read for it but the times of two files."""
    require_log_name(log)
    stamps = []
    for path in (folder / log, path_for(folder, log)):
        with suppress(OSError):
            status = path.stat()
            stamps.append((path.name, status.st_ino, status.st_size, status.st_mtime_ns))
    return sha256(repr(stamps).encode()).hexdigest()


def _stamp(log: bytes, draft: tuple[str, ...]) -> str:
    return sha256(sha256(log).digest() + repr(draft).encode("utf-8", "surrogateescape")).hexdigest()
