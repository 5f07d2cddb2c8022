"""A recording on the disk: first its draft, then log and draft together, replaced so that a kill
leaves the old or the new.

A draft is the file with the hand that is open and who is recording. It lies in the folder
``recording`` of a book, beside the log that it belongs to and never in it, so that the figures of
the book are those of confirmed hands. Each draft says which log it belongs to, by size and SHA-256.
Before a log is replaced the file has both, the draft for the log as it is and the one for the log
as it will be: whenever the program is killed, the log that is there says which of them counts, and
replacing the log is the one moment at which a hand is confirmed.

Each draft also has the number of the last tap of each stream (``ledger.book.sessions.recordings``)
that is in it or in its log: one write makes a tap durable and its number, so that a tap that is
sent again is known, whenever a kill came. And it has what was before the last of them, so that undo
takes back a tap.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ledger.book.files.chain import check_day_is_open
from ledger.book.files.folder import DRAFT, RECORDINGS, SESSIONS, require_log_name
from ledger.errors import UserError
from ledger.files import SUFFIX, sync_folder, write_atomically
from ledger.log import content_of
from ledger.log.words import visible
from ledger.recording import view
from ledger.recording.recording import Before, Recording, opened

# --- The draft ------------------------------------------------------------------------------------
# the folder of the recordings that somebody has thrown away (``ledger.book.sessions.recordings``)
DISCARDED: Final = "discarded"
DISCARDED_DRAFT: Final = f"{DRAFT}.old"


@dataclass(frozen=True, slots=True)
class Recorder:
    """Who is recording: ``token`` identifies the phone or terminal, ``name`` is shown to others."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The hand that is open on top of a log of ``size`` bytes with this SHA-256.

    ``applied`` is as in ``StoredRecording``, ``past`` as in ``Recording``.
    """

    size: int
    digest: str
    lines: tuple[str, ...]
    applied: Mapping[str, int] = field(default_factory=dict)
    past: tuple[Before, ...] = ()

    def begins(self, log: bytes) -> bool:
        """True if a log is the one meant, or that one with more at its end."""
        return len(log) >= self.size and sha256(log[: self.size]).hexdigest() == self.digest


@dataclass(frozen=True, slots=True)
class DraftFile:
    """What the file says: the name of the log below the folder of the book, who records, and one
    draft, or two (see above).
    """

    log: str
    recorder: Recorder
    drafts: tuple[Draft, ...]

    def draft_for(self, log: bytes) -> Draft:
        """Return the draft that belongs to a log.

        A log that was added to or edited in the meantime keeps its draft. If the program was killed
        in the very moment of confirming a hand, and the log was edited in the middle after that,
        the hand itself tells: it is in the log, or it is not. Where no hand was open the log counts
        as it was before: a tap that it may have already is sent again, and seen twice, rather than
        lost.
        """
        fitting = [draft for draft in self.drafts if draft.begins(log)]
        if fitting:  # of a hand that was confirmed before others added lines, the later one
            return max(fitting, key=lambda draft: draft.size)
        fullest = max(self.drafts, key=lambda draft: len(draft.lines))
        confirmed = (
            len(self.drafts) > 1
            and fullest.lines
            and "\n".join((*fullest.lines, "")).encode() in log
        )
        return (
            next(draft for draft in self.drafts if draft is not fullest) if confirmed else fullest
        )


def _is_stale(draft: Draft, log: bytes, recording: Recording) -> bool:
    """True if the open hand is in the log already: one of the two was restored, or came with a
    sync, without the other.
    """
    number = re.match(r"hand (\d+)", "".join(draft.lines[:1]))
    if number is None or (draft.size == len(log) and draft.begins(log)):
        return False
    next_one = view(recording).coming
    return next_one is None or int(number[1]) < next_one.number


def draft_of(
    log: bytes, recording: Recording, applied: Mapping[str, int] = MappingProxyType({})
) -> Draft:
    """Return the draft of a recording on top of a log."""
    return Draft(len(log), sha256(log).hexdigest(), recording.draft, dict(applied), recording.past)


def path_for(folder: Path, log: str) -> Path:
    """Return the path of the file for a log, by its name below the folder of the book."""
    return folder / RECORDINGS / (log.removeprefix(f"{SESSIONS}/").removesuffix(SUFFIX) + DRAFT)


def was_discarded(folder: Path, log: str) -> bool:
    """True if this draft is among the discarded ones as well: it was left behind when its log was
    moved.
    """
    with suppress(UserError):
        here = read_draft(path_for(folder, log))
        return here is not None and any(
            _has(there, here) for there in (folder / DISCARDED).glob(f"*{DISCARDED_DRAFT}")
        )
    return False


def _has(path: Path, file: DraftFile) -> bool:
    """True if all drafts of a file are in the one at ``path`` too, even if somebody else
    recorded.
    """
    with suppress(UserError):
        there = read_draft(path)
        return there is not None and all(draft in there.drafts for draft in file.drafts)
    return False


def read_draft(path: Path) -> DraftFile | None:
    """What the file at ``path`` says, None if there is none. Raises UserError if it is damaged."""
    try:
        said = json.loads(path.read_text("utf-8", "surrogateescape"))
        drafts = tuple(_draft(one) for one in said["drafts"])
        return DraftFile(said["log"], Recorder(**said["recorder"]), drafts)
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"{path}: cannot be read; it holds the hand that was being recorded"
        raise UserError(
            message, "open it in an editor, or delete it: all confirmed hands are in the log"
        ) from error


def _draft(said: Mapping[str, Any]) -> Draft:
    """A draft as the file has it; files of older programs lack taps, or what undo needs."""
    applied = {name: int(at) for name, at in said.get("applied", {}).items()}
    past = tuple(map(_before, said.get("past", ())))
    return Draft(said["size"], said["digest"], tuple(said["lines"]), applied, past)


def _before(said: Mapping[str, Any]) -> Before:
    lines, between = tuple(said["lines"]), str(said.get("between", ""))
    return Before(
        said["after"],
        int(said["size"]),
        int(said["kept"]),
        lines,
        between,
        int(said.get("rest", 0)),
    )


def write_draft(folder: Path, file: DraftFile) -> None:
    """Replace the file in one step; when this returns it is on the disk."""
    path = path_for(folder, file.log)
    path.parent.mkdir(exist_ok=True)
    write_draft_at(path, file)


def write_draft_at(path: Path, file: DraftFile) -> None:
    """As ``write_draft``, at another path."""
    write_atomically(path, json.dumps(asdict(file), ensure_ascii=False, indent=1) + "\n")


# --- Log and draft together -----------------------------------------------------------------------
class GoneError(UserError):
    """The log is no longer there, and nobody records it; sending again later will not help."""


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """A recording as it is on the disk.

    ``log`` is the name of its log below the folder of the book.

    ``stamp`` changes whenever log or draft does. ``recorder`` is who is recording, None for nobody.
    ``applied`` is the number of the last tap of each stream that it includes. ``aside`` are the
    lines of a hand that is not open any more, since the log has it: the next write keeps its draft
    under another name.
    """

    log: str
    recording: Recording
    stamp: str
    recorder: Recorder | None
    applied: Mapping[str, int] = field(default_factory=dict)
    aside: tuple[str, ...] = ()


def told_aside(kept: StoredRecording) -> str:
    """What is said of an open hand that was set aside; empty if none was."""
    if not kept.aside:
        return ""
    return (
        f"The open hand is in the log already: {visible(kept.aside[0])} was set aside, in "
        f"{RECORDINGS}/*{_ASIDE}."
    )


_ASIDE: Final = f"{DRAFT}.aside"
_ENDED: Final = f"{DRAFT}.ended"
_MOST_ENDED: Final = 50  # recordings that are over, and whose taps are still known


def loaded(folder: Path, log: str) -> tuple[StoredRecording, bytes]:
    """A recording and the log as its author has it, by its name below the folder of the book.

    Raises GoneError.
    """
    require_log_name(log)
    file = read_draft(path_for(folder, log))
    if not (folder / log).exists() and (file is None or was_discarded(folder, log)):
        raise GoneError(
            "this evening is no longer in the book", "somebody discarded it; you can bring it back"
        )
    content = content_of(folder / log)
    recording, applied = with_draft(content, log, file)
    if file is None:
        with suppress(UserError):
            ended = read_draft(_path_of_ended(folder, log))
            applied = ended.drafts[0].applied if ended else applied
    stamp, aside = (
        _stamp(content, recording.draft),
        file.draft_for(content).lines if file and not recording.draft else (),
    )
    return StoredRecording(
        log, recording, stamp, file.recorder if file else None, applied, aside
    ), content


def with_draft(
    content: bytes, log: str, file: DraftFile | None
) -> tuple[Recording, Mapping[str, int]]:
    """The recording of a log with the hand that is open, and the number of the last tap of each
    stream in it.
    """
    recording = _opened(content, log)
    if file is None:
        return recording, {}
    draft = file.draft_for(content)
    if _is_stale(draft, content, recording):
        return recording, draft.applied
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
        check_day_is_open(folder, day, "the evening")


def put(
    folder: Path, now: StoredRecording, recording: Recording, content: bytes
) -> StoredRecording:
    """Write a recording over what is there, ``content`` being its log; the draft of the new log is
    on the disk before the log.
    """
    text = content  # as its author has it, canonical or not
    if recording.log != now.recording.log:
        text, now = replace_log(folder, now, recording, content), replace(now, aside=())
    return put_draft(folder, replace(now, recording=recording), text)


def replace_log(
    folder: Path,
    now: StoredRecording,
    recording: Recording,
    content: bytes,
    applied: Mapping[str, int] | None = None,
) -> bytes:
    """Write a log, and before it drafts for the old and the new one: after a crash either log has
    its draft and taps.

    ``applied`` are the taps in the new one, if they differ. Returns the content of the new log.
    """
    assert now.recorder is not None
    text = recording.log.encode("utf-8", "surrogateescape")
    before = draft_of(content, now.recording, now.applied)
    after = draft_of(text, recording, now.applied if applied is None else applied)
    _make_room(folder, now)
    write_draft(folder, DraftFile(now.log, now.recorder, (before, after)))
    write_atomically(folder / now.log, text)
    return text


def put_draft(folder: Path, now: StoredRecording, text: bytes) -> StoredRecording:
    """Write the draft of a recording whose log on the disk is ``text``."""
    assert now.recorder is not None
    _make_room(folder, now)
    write_draft(
        folder, DraftFile(now.log, now.recorder, (draft_of(text, now.recording, now.applied),))
    )
    return replace(now, stamp=_stamp(text, now.recording.draft))


def _make_room(folder: Path, now: StoredRecording) -> None:
    (folder / RECORDINGS).mkdir(exist_ok=True)
    keep_aside(folder, now)
    for left in (folder / RECORDINGS).glob(".*.new"):  # of a program that was killed while it wrote
        left.unlink(missing_ok=True)


def keep_aside(folder: Path, now: StoredRecording) -> None:
    """Keep the draft of a hand that was set aside: the file that has it is about to go."""
    path = path_for(folder, now.log)
    if now.aside and path.exists():
        content = path.read_bytes()
        write_atomically(
            path.with_name(f"{path.stem}-{sha256(content).hexdigest()[:8]}{_ASIDE}"), content
        )


def end_draft(folder: Path, now: StoredRecording, me: Recorder, content: bytes) -> None:
    """Take the draft of a recording away, and keep which taps are in it: a phone may come back that
    never got the answer.
    """
    keep_aside(folder, now)
    if now.applied:
        (folder / RECORDINGS).mkdir(exist_ok=True)
        taps = draft_of(content, replace(now.recording, past=()), now.applied)
        write_draft_at(_path_of_ended(folder, now.log), DraftFile(now.log, me, (taps,)))
        ended = sorted(
            (folder / RECORDINGS).glob(f"*{_ENDED}"), key=lambda path: path.stat().st_mtime_ns
        )
        for path in ended[:-_MOST_ENDED]:
            path.unlink(missing_ok=True)
    path_for(folder, now.log).unlink(missing_ok=True)
    if (folder / RECORDINGS).is_dir():
        sync_folder(folder / RECORDINGS)


def _path_of_ended(folder: Path, log: str) -> Path:
    return path_for(folder, log).with_suffix(_ENDED)


def pulse(folder: Path, log: str) -> str:
    """Return a token that changes whenever a recording does; nothing is read for it but the times
    of two files.
    """
    require_log_name(log)
    stamps = []
    for path in (folder / log, path_for(folder, log)):
        with suppress(OSError):
            status = path.stat()
            stamps.append((path.name, status.st_ino, status.st_size, status.st_mtime_ns))
    return sha256(repr(stamps).encode()).hexdigest()


def _stamp(log: bytes, draft: tuple[str, ...]) -> str:
    return sha256(sha256(log).digest() + repr(draft).encode("utf-8", "surrogateescape")).hexdigest()
