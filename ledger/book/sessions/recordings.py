"""Recordings in a book: every step is on the disk before it is acknowledged, and nobody overwrites
anybody.

First recordings that are going on. Then those that were thrown away: nothing of them is in the
book, and all of it can be brought back. The log and the hand that was open lie in the folder
``discarded`` of the book, where no source is looked for. The log is moved there and back in one
step: whenever the program is killed it is in one place or in the other, never in both. The open
hand is in the new place before the log is, and left behind in the old one: without its log it is
nothing.

Then taps that a phone sends: they are applied in order, each at most once. The taps of one tab of a
phone are a *stream* and have numbers, from 1 on. A phone that got no answer sends them again: those
that are in the recording are passed over. Their numbers are kept in the draft, by the write that
keeps the taps.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from difflib import unified_diff
from pathlib import Path
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.derived.access import HeldBook, Waiting, held, reading
from ledger.book.derived.sync import forget_unnamed, named_in
from ledger.book.files.chain import check_day_is_open, check_log_is_open
from ledger.book.files.folder import (
    DRAFT,
    RECORDINGS,
    SESSIONS,
    free_name,
    make_folder,
    names_taken,
    require_book,
)
from ledger.book.sessions.new_session import free_id
from ledger.book.sessions.stored_recording import (
    DISCARDED,
    DISCARDED_DRAFT,
    DraftFile,
    Recorder,
    StoredRecording,
    check_day,
    draft_of,
    end_draft,
    loaded,
    path_for,
    pulse,
    put,
    put_draft,
    read_draft,
    replace_log,
    was_discarded,
    with_draft,
    write_draft,
    write_draft_at,
)
from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX, not_written, sync_folder, write_atomically
from ledger.log import content_of
from ledger.log.words import shown, visible
from ledger.recording import contents, put_right, read_tap, session_line, tapped, view
from ledger.recording.recording import NewSession, Recording, start


# --- Going on -------------------------------------------------------------------------------------
class StaleError(UserError):
    """Log or draft have changed since they were looked at: nothing was written.

    ``current`` is what is there, ``changed`` the lines that came (``+``) and went (``-``).
    """

    def __init__(self, current: StoredRecording, changed: list[str]) -> None:
        some = "; ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
        super().__init__(
            f"{current.log} has changed in the meantime: {visible(some)}",
            "look at the current state, then try again",
        )
        self.current, self.changed = current, changed


class TakenError(UserError):
    """Somebody else is recording the session. ``current`` is what is there, and says who."""

    def __init__(self, current: StoredRecording, recorder: Recorder) -> None:
        super().__init__(f"{shown(recorder.name)} is recording this evening", "watch, or take over")
        self.current = current


def check_mine(now: StoredRecording, me: Recorder) -> None:
    """Raise TakenError if somebody else is recording."""
    if now.recorder is not None and now.recorder.token != me.token:
        raise TakenError(now, now.recorder)


def check_unchanged(base: StoredRecording, now: StoredRecording) -> None:
    """Raise StaleError if log or draft are not as in ``base`` any more."""
    if now.stamp != base.stamp:
        raise StaleError(now, _changes(base.recording.text, now.recording.text))


def begin(
    folder: Path,
    evening: NewSession,
    me: Recorder,
    waiting: Waiting | None = None,
    *,
    stream: str = "",
) -> StoredRecording:
    """Begin a session: its log is in the book when this returns.

    Raises UserError if the book has one of that id already.

    With the ``stream`` in which its taps will come (``ledger.book.sessions.recordings``) it begins
    once, however often it is asked for.
    """
    recording = start(evening)
    make_folder(folder)
    with held(folder, waiting) as hold:
        begun = next((one for one in _unfinished(folder) if stream and stream in one.applied), None)
        if begun is not None:
            check_mine(begun, me)
            return begun
        check_day_is_open(folder, evening.date, "the evening")
        if hold.settle(lambda connection: _home(connection, evening.id)) is not None:
            message = f"the book already has an evening {shown(evening.id)}"
            raise UserError(message, "choose another id, or resume that evening")
        log = free_name(names_taken(folder), evening.id)
        kept = put(
            folder,
            StoredRecording(log, Recording(""), "", me, {stream: 0} if stream else {}),
            recording,
            b"",
        )
        settle(hold)
    return kept


def unfinished(folder: Path) -> list[StoredRecording]:
    """Return the recordings that were begun and not closed, as they are on the disk; not those
    whose log is gone.

    Raises UserError if one of them cannot be read: somebody must look at it.
    """
    require_book(folder)
    with reading(folder):
        return _unfinished(folder)


def _unfinished(folder: Path) -> list[StoredRecording]:
    return [found for path in _drafts(folder) if (found := _of_draft(folder, path)) is not None]


def _drafts(folder: Path) -> list[Path]:
    return sorted((folder / RECORDINGS).glob(f"*{DRAFT}"))


def _of_draft(folder: Path, path: Path) -> StoredRecording | None:
    """Return the recording that a draft belongs to; None if its log is gone.

    Raises UserError if one of them cannot be read.
    """
    file = read_draft(path)
    return (
        loaded(folder, file.log)[0] if file is not None and (folder / file.log).exists() else None
    )


def home_of(folder: Path, session: str, waiting: Waiting | None = None) -> str:
    """Return the name of the log of a session of the book.

    Raises UserError if there is none to write in.
    """
    home = _going_on(folder, session)
    if home is None:
        with held(folder, waiting) as hold:
            home = hold.settle(lambda connection: _home(connection, session))
    if home is None:
        raise UserError(
            f"the book has no evening {shown(session)}",
            "bourre record without a name starts a new one",
        )
    if home.endswith(PARQUET):
        raise UserError(
            f"evening {shown(session)} is in {home}",
            f"convert it to a log first: bourre convert {folder / home} DIR",
        )
    check_log_is_open(folder, home)
    return home


def _going_on(folder: Path, session: str) -> str | None:
    """Return the name of the log of a session that is being recorded: its draft is found sooner
    than the database opens.
    """
    require_book(folder)
    with reading(folder):
        for path in _drafts(folder):
            # one that cannot be read must not keep the others from going on
            with suppress(UserError):
                found = _of_draft(folder, path)
                if found is not None and view(found.recording).session == session:
                    return found.log
    return None


def load(folder: Path, log: str) -> StoredRecording:
    """Return a recording as it is on the disk, by the name of its log.

    Raises UserError if that cannot be read.
    """
    require_book(folder)
    with reading(folder):
        return loaded(folder, log)[0]


def take_over(
    folder: Path, log: str, me: Recorder, waiting: Waiting | None = None
) -> StoredRecording:
    """Become the one who records a session; the one who recorded it learns it at the next step."""
    with held(folder, waiting):
        kept, content = loaded(folder, log)
        return put_draft(folder, replace(kept, recorder=me), content)


def save(
    folder: Path,
    base: StoredRecording,
    recording: Recording,
    me: Recorder,
    waiting: Waiting | None = None,
) -> StoredRecording:
    """Write a recording that continues ``base``; if its log changed, the book is brought up to date
    as well.

    Raises StaleError if log or draft are not as in ``base`` any more and TakenError if somebody
    else is recording: then nothing is written. Raises LogError if the disk fails: then the old
    state holds, or the new one, never a mixture.
    """
    with held(folder, waiting) as hold:
        check_log_is_open(folder, base.log)
        now, content = loaded(folder, base.log)
        check_mine(now, me)
        check_unchanged(base, now)
        check_day(folder, now.recording, recording)
        kept = put(folder, replace(now, recorder=me), recording, content)
        if recording.log != now.recording.log:
            settle(hold)
    return kept


def close(
    folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None
) -> None:
    """End a recording: the log stays, and is no longer offered to be resumed.

    Raises UserError while a hand is open.
    """
    with held(folder, waiting):
        now, content = loaded(folder, base.log)
        check_mine(now, me)
        if now.recording.playing:
            raise UserError("a hand is still open", "confirm it, or undo it")
        end_draft(folder, now, me, content)


def settle(hold: HeldBook) -> None:
    """Bring the database up to date after a change of a log."""
    # the log is safe, and the next question to the book reports what is wrong with its database
    with suppress(UserError):
        hold.settle(lambda _connection: None)


def _home(connection: DuckDBPyConnection, session: str) -> str | None:
    rows = connection.execute("SELECT file FROM sessions WHERE id = ?", [session]).fetchall()
    return str(rows[0][0]) if rows else None


def _changes(before: str, after: str) -> list[str]:
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    return [
        f"{line[0]} {line[1:].strip()}" for line in lines if line[:1] in "+-" and line[1:].strip()
    ]


# --- Thrown away ----------------------------------------------------------------------------------
_DISCARDED_LOG: Final = f"{SUFFIX}.old"
_MOMENT: Final = "%Y-%m-%d %H%M%S.%f"
_LENGTH: Final = len("2026-11-20 235959.123456")


class Discarded(NamedTuple):
    """A recording that was discarded: ``key`` is the name of its files, which ends in the time."""

    key: str
    recording: Recording


def discard(
    folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None
) -> str | None:
    """Take a recording out of the book.

    Returns its key, or None if it had nothing but a header and is gone.

    Raises StaleError if it is not as in ``base`` any more, and TakenError if somebody else is
    recording: then nothing is done.
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
    """Return what was thrown away and can be brought back, the last one first; what cannot be read
    is left out.
    """
    require_book(folder)
    found = []
    for key in _keys(folder):
        with suppress(UserError):
            found.append(Discarded(key, _kept(folder, key)[1]))
    return [one for one in found if contents(one.recording)]


def bring_back(
    folder: Path, key: str, me: Recorder, waiting: Waiting | None = None
) -> StoredRecording:
    """Restore a recording that was thrown away, with the hand that was open.

    If a session begun since has its id, it gets another. Raises UserError if it is not there any
    more, and if all that it has is in the book.
    """
    with held(folder, waiting) as hold:
        _tidy(folder)
        content, recording, applied = _kept(folder, key)
        kept, draft = _paths(folder, key)
        seen = view(recording)
        check_day_is_open(folder, seen.date, "the evening")
        there = hold.settle(_sessions)
        _check_missing(
            folder,
            recording,
            [(name, file) for name, (day, file) in there.items() if day == seen.date],
        )
        if (name := free_id(seen.session, there)) != seen.session:
            recording = put_right(recording, {"session": session_line(seen, id=name)})
            before, content = (
                draft_of(content, recording, applied),
                recording.log.encode("utf-8", "surrogateescape"),
            )
            # as ``replace_log`` does
            write_draft_at(
                draft, DraftFile(key, me, (before, draft_of(content, recording, applied)))
            )
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
    """Raise UserError if one of these sessions, each with its file, has everything that a recording
    has, under any id.

    It may have been imported since. Or a program copied the log and was killed before it took it
    out of the book.
    """
    for name, file in there:
        if file.endswith(SUFFIX) and _has_all(folder, file, recording):
            message = f"this evening is already in the book, as evening {shown(name)}"
            raise UserError(
                message, "continue that one, or discard it and then bring this one back"
            )


def _has_all(folder: Path, file: str, recording: Recording) -> bool:
    """True if a log has the hands of a recording or, if that has no finished hand, its open one."""
    with suppress(UserError):  # what cannot be read is reported elsewhere
        there = loaded(folder, file)[0].recording
        begins = _without_id(there.log).startswith(_without_id(recording.log))
        return begins and (view(recording).hands > 0 or "\n".join(recording.draft) in there.text)
    return False


def _without_id(log: str) -> str:
    return "\n".join(line for line in log.split("\n") if not line.startswith("session "))


# --- Where they lie -------------------------------------------------------------------------------
def _paths(folder: Path, key: str) -> tuple[Path, Path]:
    """Paths of a discarded recording: its log and its draft."""
    return (
        folder / DISCARDED / f"{key}{_DISCARDED_LOG}",
        folder / DISCARDED / f"{key}{DISCARDED_DRAFT}",
    )


def _keys(folder: Path) -> list[str]:
    names = [
        path.name.removesuffix(_DISCARDED_LOG)
        for path in (folder / DISCARDED).glob(f"*{_DISCARDED_LOG}")
    ]
    return sorted(names, key=lambda name: name[-_LENGTH:], reverse=True)


def _kept(folder: Path, key: str) -> tuple[bytes, Recording, Mapping[str, int]]:
    """The log of a recording that was thrown away, the recording, and the taps in it.

    Raises UserError where there is none.
    """
    if key not in _keys(folder):  # it may come from anybody's browser
        raise UserError(
            "no discarded evening has this name", "see what is there: it may already be back"
        )
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
    """Remove leftovers: drafts that were copied with a log when it was moved, and half-written
    files.
    """
    for path in (folder / RECORDINGS).glob(f"*{DRAFT}"):
        log = f"{SESSIONS}/{path.name.removesuffix(DRAFT)}{SUFFIX}"
        if not (folder / log).exists() and was_discarded(folder, log):
            path.unlink()
    for path in (*(folder / DISCARDED).glob(".*.new"), *(folder / RECORDINGS).glob(".*.new")):
        path.unlink()
    for path in (folder / DISCARDED).glob(f"*{DISCARDED_DRAFT}"):
        if not path.with_name(path.name.removesuffix(DISCARDED_DRAFT) + _DISCARDED_LOG).exists():
            path.unlink()


# --- Taps of a phone ------------------------------------------------------------------------------
_LOG: Final = logging.getLogger(__name__)
# streams whose numbers are kept for a recording; of more, those that were quiet longest are
# forgotten
STREAMS: Final = 64
PATIENCE: Final = 0.5  # seconds for which the book is held; taps that are left are for another call


@dataclass(frozen=True, slots=True)
class Numbered:
    """A tap with its number in its stream; ``tap`` is the raw data, which is read when its turn
    comes.
    """

    number: int
    tap: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """A tap that was refused; later ones were not looked at.

    ``number`` is its own or, for a ``gap``, the number expected.
    """

    number: int
    error: UserError
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """What became of taps: the recording on the disk, its ``pulse``, the last tap in it, and the
    one that was refused, if any.
    """

    kept: StoredRecording
    pulse: str
    applied: int
    refused: Refused | None = None


def apply_taps(
    folder: Path, log: str, me: Recorder, stream: str, taps: Sequence[Numbered]
) -> Tapped:
    """Apply taps to a recording; when this returns, all up to ``applied`` are on the disk.

    The database is not touched: the next question to the book brings it up to date. Raises
    TakenError if somebody else is recording, and LogError if the disk fails: then some of the taps
    may be on it, and it is right to send all again.
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
        return self.now.applied.get(self.stream, 0)

    def take(self, taps: Sequence[Numbered]) -> Refused | None:
        """Apply taps in order, up to the first that cannot stand, or until it has taken long
        enough.
        """
        for tap in sorted(taps, key=lambda one: one.number):
            if tap.number <= self.applied:
                continue
            if tap.number > self.applied + 1:
                error = UserError(
                    f"tap {self.applied + 1} is missing before tap {tap.number}", "send it first"
                )
                return Refused(self.applied + 1, error, gap=True)
            try:
                said = tapped(self.now.recording, read_tap(tap.tap))
                check_day(self.folder, self.now.recording, said)
            except UserError as error:
                return Refused(tap.number, error)
            except Exception:  # noqa: BLE001 - a defect of ours must not hold up every tap behind this one for ever
                _LOG.exception("a tap that cannot be entered: %s", dict(tap.tap))
                return Refused(
                    tap.number,
                    UserError(
                        "this tap runs into a bug in bourre", "drop it, and enter it another way"
                    ),
                )
            self._say(said, tap.number)
            if time.monotonic() > self.end:
                return None
        return None

    def _say(self, said: Recording, number: int) -> None:
        others = {name: at for name, at in self.now.applied.items() if name != self.stream}
        applied = {**dict(list(others.items())[-(STREAMS - 1) :]), self.stream: number}
        if said.log != self.now.recording.log:
            self.content = replace_log(self.folder, self.now, said, self.content, applied)
            self.now = replace(self.now, aside=())
        self.now = replace(self.now, recording=said, applied=applied)

    def keep(self) -> StoredRecording:
        return (
            self.now if self.now is self.before else put_draft(self.folder, self.now, self.content)
        )
