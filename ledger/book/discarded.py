"""Recordings that somebody has thrown away: nothing of them is in the book, and all of it can be brought back.

The log and the hand that was open lie in the folder ``discarded`` of the book, where no source is looked for. The log itself is
moved there and back, in one step: whenever the program is killed it is in the one place or in the other, never in both. The
hand that was open is in the new place before the log is, and left behind in the old one: without its log it is nothing.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import Waiting, held
from ledger.book.closed import check_day_is_open, check_log_is_open
from ledger.book.draft_file import (
    DISCARDED,
    DISCARDED_DRAFT,
    DraftFile,
    Recorder,
    draft_of,
    path_for,
    read_draft,
    was_discarded,
    write_draft,
    write_draft_at,
)
from ledger.book.folder import DRAFT, RECORDINGS, SESSIONS, free_name, names_taken, require_book
from ledger.book.nobody import forget_unnamed, named_in
from ledger.book.recordings import check_mine, check_unchanged, free_id, settle
from ledger.book.stored_recording import StoredRecording, loaded, with_draft
from ledger.errors import UserError
from ledger.files import SUFFIX, not_written, sync_folder, write_atomically
from ledger.log import content_of
from ledger.log.words import shown
from ledger.recording import contents, put_right, session_line, view
from ledger.recording.recording import Recording

_LOG: Final = f"{SUFFIX}.old"
_MOMENT: Final = "%Y-%m-%d %H%M%S.%f"
_LENGTH: Final = len("2026-11-20 235959.123456")


class Discarded(NamedTuple):
    """A recording that was discarded: ``key`` is the name of its files, which ends in the time."""

    key: str
    recording: Recording


def discard(folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None) -> str | None:
    """Take a recording out of the book. Returns its key, or None if it had nothing but a header and is gone.

    Raises StaleError if it is not as in ``base`` any more, and TakenError if somebody else is recording: then nothing is done.
    """
    with held(folder, waiting) as hold:
        _tidy(folder)
        check_log_is_open(folder, base.log)
        now, _ = loaded(folder, base.log)
        check_mine(now, me)
        check_unchanged(base, now)
        named = hold.settle(lambda connection: named_in(connection, [base.log]))
        key = f"{Path(base.log).stem} {datetime.now():{_MOMENT}}"  # noqa: DTZ005 - the clock on the wall
        log, draft = _paths(folder, key)
        log.parent.mkdir(exist_ok=True)
        open_hand = path_for(folder, base.log)
        if open_hand.exists():
            write_atomically(draft, open_hand.read_bytes())
        _move(folder / base.log, log)
        open_hand.unlink(missing_ok=True)
        sync_folder(folder / RECORDINGS)
        settle(hold)
        with suppress(UserError):
            hold.settle(lambda connection: forget_unnamed(connection, hold.state, named))
        settle(hold)
        if contents(now.recording):
            return key
        log.unlink()
        draft.unlink(missing_ok=True)
        return None


def discarded(folder: Path) -> list[Discarded]:
    """Return what was thrown away and can be brought back, the last one first; what cannot be read is left out."""
    require_book(folder)
    found = []
    for key in _keys(folder):
        with suppress(UserError):
            found.append(Discarded(key, _kept(folder, key)[1]))
    return [one for one in found if contents(one.recording)]


def bring_back(folder: Path, key: str, me: Recorder, waiting: Waiting | None = None) -> StoredRecording:
    """Put a recording that was thrown away into the book again, with the hand that was open.

    If a session begun since has its id, it gets another. Raises UserError if it is not there any more, and if all that it has
    is in the book.
    """
    with held(folder, waiting) as hold:
        _tidy(folder)
        content, recording, applied = _kept(folder, key)
        kept, draft = _paths(folder, key)
        seen = view(recording)
        check_day_is_open(folder, seen.date, "the session")
        there = hold.settle(_sessions)
        _check_missing(folder, recording, [(name, file) for name, (day, file) in there.items() if day == seen.date])
        if (name := free_id(seen.session, there)) != seen.session:
            recording = put_right(recording, {"session": session_line(seen, id=name)})
            before, content = draft_of(content, recording, applied), recording.log.encode("utf-8", "surrogateescape")
            write_draft_at(draft, DraftFile(key, me, (before, draft_of(content, recording, applied))))  # as ``replace_log`` does
            write_atomically(kept, content)
        log = free_name(names_taken(folder), name)
        write_draft(folder, DraftFile(log, me, (draft_of(content, recording, applied),)))
        _move(kept, folder / log)
        draft.unlink(missing_ok=True)
        settle(hold)
        return loaded(folder, log)[0]


def _sessions(connection: DuckDBPyConnection) -> dict[str, tuple[str, str]]:
    """The day and the file of each session, by its id."""
    rows = connection.execute("SELECT id, date::VARCHAR, file FROM sessions").fetchall()
    return {str(name): (str(day), str(file)) for name, day, file in rows}


def _check_missing(folder: Path, recording: Recording, there: list[tuple[str, str]]) -> None:
    """Raise UserError if one of these sessions, each with its file, has everything that a recording has, whatever its id.

    It may have been imported since. Or a program copied the log and was killed before it took it out of the book.
    """
    for name, file in there:
        if file.endswith(SUFFIX) and _has_all(folder, file, recording):
            message = f"this evening is already in the book, as session {shown(name)}"
            raise UserError(message, "continue that one, or discard it and then bring this one back")


def _has_all(folder: Path, file: str, recording: Recording) -> bool:
    """True if a log has the hands of a recording or, if that has no finished hand, its open one."""
    with suppress(UserError):  # what cannot be read is told elsewhere
        there = loaded(folder, file)[0].recording
        begins = _without_id(there.log).startswith(_without_id(recording.log))
        return begins and (view(recording).hands > 0 or "\n".join(recording.draft) in there.text)
    return False


def _without_id(log: str) -> str:
    return "\n".join(line for line in log.split("\n") if not line.startswith("session "))


# --- Files ----------------------------------------------------------------------------------------------------------------


def _paths(folder: Path, key: str) -> tuple[Path, Path]:
    """Where the log of a recording lies that was thrown away, and the hand that was open."""
    return folder / DISCARDED / f"{key}{_LOG}", folder / DISCARDED / f"{key}{DISCARDED_DRAFT}"


def _keys(folder: Path) -> list[str]:
    names = [path.name.removesuffix(_LOG) for path in (folder / DISCARDED).glob(f"*{_LOG}")]
    return sorted(names, key=lambda name: name[-_LENGTH:], reverse=True)


def _kept(folder: Path, key: str) -> tuple[bytes, Recording, Mapping[str, int]]:
    """The log of a recording that was thrown away, the recording, and the taps in it. Raises UserError where there is none."""
    if key not in _keys(folder):  # it may come from anybody's browser
        raise UserError("no discarded evening has this name", "see what is there: it may already be back")
    log, draft = _paths(folder, key)
    content = content_of(log)
    return content, *with_draft(content, key, read_draft(draft))


def _move(source: Path, target: Path) -> None:
    """Move a log in one step; between two disks it is copied first."""
    try:
        shutil.move(source, target)
        sync_folder(target.parent)
        sync_folder(source.parent)
    except OSError as error:
        raise not_written(target, error) from error


def _tidy(folder: Path) -> None:
    """Remove leftovers: drafts that were copied with a log when it was moved, and half-written files."""
    for path in (folder / RECORDINGS).glob(f"*{DRAFT}"):
        log = f"{SESSIONS}/{path.name.removesuffix(DRAFT)}{SUFFIX}"
        if not (folder / log).exists() and was_discarded(folder, log):
            path.unlink()
    for path in (*(folder / DISCARDED).glob(".*.new"), *(folder / RECORDINGS).glob(".*.new")):
        path.unlink()
    for path in (folder / DISCARDED).glob(f"*{DISCARDED_DRAFT}"):
        if not path.with_name(path.name.removesuffix(DISCARDED_DRAFT) + _LOG).exists():
            path.unlink()
