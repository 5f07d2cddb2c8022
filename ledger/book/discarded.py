"""Recordings that somebody has thrown away: nothing of them is in the book, and all of it can be brought back.

The log and the hand that was open lie in the folder ``discarded`` of the book, where no source is looked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from ledger.book.access import Waiting, held
from ledger.book.closed import check_day_is_open, check_log_is_open
from ledger.book.draft_file import DRAFT, FOLDER, Recorder, path_for, read_draft
from ledger.book.folder import SESSIONS, free_name, names_taken, require_book
from ledger.book.recordings import check_mine, check_unchanged, free_id, settle
from ledger.book.stored_recording import StoredRecording, loaded, put, with_draft
from ledger.errors import UserError
from ledger.files import SUFFIX, sync_folder, write_atomically
from ledger.log import content_of
from ledger.recording import contents, put_right, session_line, view
from ledger.recording.spoken import Recording

DISCARDED: Final = "discarded"
_LOG: Final = f"{SUFFIX}.old"
_DRAFT: Final = f"{DRAFT}.old"
_MOMENT: Final = "%Y-%m-%d %H%M%S.%f"
_LENGTH: Final = len("2026-11-20 235959.123456")


class Discarded(NamedTuple):
    """A recording that was thrown away: ``key`` is what its files are called, with the moment at its end."""

    key: str
    recording: Recording


def discard(folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None) -> str | None:
    """Take a recording out of the book. What comes back is its key, None if nothing but the header was there: then it is gone.

    Raises StaleError if it is not as in ``base`` any more, and TakenError if somebody else is recording: then nothing is done.
    """
    with held(folder, waiting) as hold:
        check_log_is_open(folder, base.log)
        now, content = loaded(folder, base.log)
        check_mine(now, me)
        check_unchanged(base, now)
        draft, key = path_for(folder, base.log), None
        if contents(now.recording):
            key = f"{Path(base.log).stem} {datetime.now():{_MOMENT}}"  # noqa: DTZ005 - the clock on the wall
            (folder / DISCARDED).mkdir(exist_ok=True)
            for suffix, said in ((_DRAFT, draft.read_bytes()), (_LOG, content)):
                write_atomically(folder / DISCARDED / f"{key}{suffix}", said)
        (folder / base.log).unlink()
        sync_folder(folder / SESSIONS)
        draft.unlink(missing_ok=True)  # without its log it is no recording any more
        sync_folder(folder / FOLDER)
        settle(hold)
    return key


def discarded(folder: Path) -> list[Discarded]:
    """Return what was thrown away and can be brought back, the last one first; what cannot be read is left out."""
    require_book(folder)
    found = []
    for key in _keys(folder):
        with suppress(UserError):
            found.append(Discarded(key, _kept(folder, key)[0]))
    return found


def bring_back(folder: Path, key: str, me: Recorder, waiting: Waiting | None = None) -> StoredRecording:
    """Put a recording that was thrown away into the book again, with the hand that was open.

    If a session begun since has its id, it gets another. Raises UserError if it is not there any more.
    """
    with held(folder, waiting) as hold:
        recording, applied = _kept(folder, key)
        seen = view(recording)
        check_day_is_open(folder, seen.date, "the session")
        ids = hold.settle(lambda connection: connection.execute("SELECT id FROM sessions").fetchall())
        if (name := free_id(seen.session, {str(one) for (one,) in ids})) != seen.session:
            recording = put_right(recording, {"session": session_line(seen, id=name)})
        log = free_name(names_taken(folder), name)
        kept = put(folder, StoredRecording(log, Recording(""), "", me, applied), recording, b"")
        for suffix in (_LOG, _DRAFT):
            (folder / DISCARDED / f"{key}{suffix}").unlink(missing_ok=True)
        settle(hold)
    return kept


def _keys(folder: Path) -> list[str]:
    names = [path.name.removesuffix(_LOG) for path in (folder / DISCARDED).glob(f"*{_LOG}")]
    return sorted(names, key=lambda name: name[-_LENGTH:], reverse=True)


def _kept(folder: Path, key: str) -> tuple[Recording, Mapping[str, int]]:
    """A recording that was thrown away, and the taps that are in it. Raises UserError where there is none."""
    if key not in _keys(folder):  # it may come from anybody's browser
        raise UserError("this evening is not among those that were discarded", "look at what is there: it may be back already")
    draft = read_draft(folder / DISCARDED / f"{key}{_DRAFT}")
    return with_draft(content_of(folder / DISCARDED / f"{key}{_LOG}"), key, draft)
