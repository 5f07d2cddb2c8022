"""Recordings that are going on in a book: every step is on the disk before it is acknowledged, and nobody overwrites anybody."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Waiting, held
from ledger.book.carrying import evenings, sequences
from ledger.book.closed import check_day_is_open, check_log_is_open
from ledger.book.draft_file import DRAFT, FOLDER, DraftFile, Recorder, draft_of, path_for, read_draft, write_draft
from ledger.book.folder import free_name, make_folder, names_taken, require_book
from ledger.book.lock import reading
from ledger.errors import UserError
from ledger.files import PARQUET, sync_folder, write_atomically
from ledger.log import content_of
from ledger.log.words import shown, visible
from ledger.recording.spoken import NewSession, Recording, opened, start


@dataclass(frozen=True, slots=True)
class StoredRecording:
    """A recording as it is on the disk. ``log`` is the name of its log below the folder of the book.

    ``stamp`` is another one whenever log or draft is. ``recorder`` is who writes, None for a session that nobody is recording.
    """

    log: str
    recording: Recording
    stamp: str
    recorder: Recorder | None


class StaleError(UserError):
    """Log or draft have changed since they were looked at: nothing was written.

    ``current`` is what is there, ``changed`` the lines that came (``+``) and went (``-``).
    """

    def __init__(self, current: StoredRecording, changed: list[str]) -> None:
        some = "; ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
        super().__init__(f"{current.log} has changed meanwhile: {visible(some)}", "look at what is there now, and say it again")
        self.current, self.changed = current, changed


class TakenError(UserError):
    """Somebody else is recording the session. ``current`` is what is there, and says who."""

    def __init__(self, current: StoredRecording, recorder: Recorder) -> None:
        super().__init__(f"{shown(recorder.name)} is recording this session", "watch, or take over")
        self.current = current


def begin(folder: Path, evening: NewSession, me: Recorder, waiting: Waiting | None = None) -> StoredRecording:
    """Begin a session: its log is in the book when this returns. Raises UserError if the book has one of that id already."""
    recording = start(evening)
    make_folder(folder)
    with held(folder, waiting) as hold:
        check_day_is_open(folder, evening.date, "the session")
        if hold.settle(lambda connection: _home(connection, evening.id)) is not None:
            message = f"there is a session {shown(evening.id)} in the book already"
            raise UserError(message, "give this one another id, or resume that one")
        log = free_name(names_taken(folder), evening.id)
        kept = _put(hold, StoredRecording(log, Recording(""), "", me), recording, b"")
        _settle(hold)
    return kept


def unfinished(folder: Path) -> list[StoredRecording]:
    """Return the recordings that were begun and not closed, as they are on the disk; not those whose log is gone.

    Raises UserError if one of them cannot be read: somebody must look at it.
    """
    require_book(folder)
    found = []
    with reading(folder):
        for path in sorted((folder / FOLDER).glob(f"*{DRAFT}")):
            file = read_draft(path)
            if file is not None and (folder / file.log).exists():
                found.append(_loaded(folder, file.log)[0])
    return found


def home_of(folder: Path, session: str, waiting: Waiting | None = None) -> str:
    """Return the name of the log of a session of the book. Raises UserError if there is none to write in."""
    with held(folder, waiting) as hold:
        home = hold.settle(lambda connection: _home(connection, session))
    if home is None:
        raise UserError(f"there is no session {shown(session)} in the book", "bourre record without a name begins a new one")
    if home.endswith(PARQUET):
        raise UserError(f"session {shown(session)} is in {home}", f"make a log of it first: bourre convert {folder / home} DIR")
    check_log_is_open(folder, home)
    return home


def load(folder: Path, log: str) -> StoredRecording:
    """Return a recording as it is on the disk, by the name of its log. Raises UserError if that cannot be read."""
    require_book(folder)
    with reading(folder):
        return _loaded(folder, log)[0]


def take_over(folder: Path, log: str, me: Recorder, waiting: Waiting | None = None) -> StoredRecording:
    """Become the one who records a session, whoever it was; the others are told at their next step."""
    with held(folder, waiting):
        kept, content = _loaded(folder, log)
        write_draft(folder, DraftFile(log, me, (draft_of(content, kept.recording.draft),)))
    return replace(kept, recorder=me)


def save(
    folder: Path, base: StoredRecording, recording: Recording, me: Recorder, waiting: Waiting | None = None
) -> StoredRecording:
    """Put a recording on the disk that goes on from ``base``; a change of the log brings the book up to date as well.

    Raises StaleError if log or draft are not as in ``base`` any more and TakenError if somebody else is recording: then
    nothing is written. Raises LogError if the disk fails: then the old state holds, or the new one, never a mixture.
    """
    with held(folder, waiting) as hold:
        check_log_is_open(folder, base.log)
        now, content = _loaded(folder, base.log)
        if now.recorder is not None and now.recorder.token != me.token:
            raise TakenError(now, now.recorder)
        if now.stamp != base.stamp:
            raise StaleError(now, _changes(base.recording.text, now.recording.text))
        kept = _put(hold, replace(now, recorder=me), recording, content)
        if recording.log != now.recording.log:
            _settle(hold)
    return kept


def close(folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None) -> None:
    """End a recording: the log stays, and is no longer offered to be resumed. Raises UserError while a hand is open."""
    with held(folder, waiting):
        now, _ = _loaded(folder, base.log)
        if now.recorder is not None and now.recorder.token != me.token:
            raise TakenError(now, now.recorder)
        if now.recording.playing:
            raise UserError("a hand is still open", "confirm it, or undo it")
        path_for(folder, base.log).unlink(missing_ok=True)
        if (folder / FOLDER).is_dir():
            sync_folder(folder / FOLDER)


def pulse(folder: Path, log: str) -> str:
    """Return a token that changes whenever a recording does; nothing is read for it but the times of two files."""
    stamps = []
    for path in (folder / log, path_for(folder, log)):
        with suppress(OSError):
            status = path.stat()
            stamps.append((path.name, status.st_ino, status.st_size, status.st_mtime_ns))
    return sha256(repr(stamps).encode()).hexdigest()


def _put(hold: HeldBook, now: StoredRecording, recording: Recording, content: bytes) -> StoredRecording:
    """Write a recording over what is there, ``content`` being its log; the draft of the new log is on the disk before the log."""
    folder, me = hold.folder, now.recorder
    assert me is not None
    (folder / FOLDER).mkdir(exist_ok=True)
    for left in (folder / FOLDER).glob(".*.new"):  # of a program that was killed while it wrote
        left.unlink(missing_ok=True)
    text = recording.log.encode("utf-8", "surrogateescape")
    if recording.log == now.recording.log:
        text = content  # as its author has it, canonical or not
    else:
        write_draft(folder, DraftFile(now.log, me, (draft_of(content, now.recording.draft), draft_of(text, recording.draft))))
        write_atomically(folder / now.log, text)
    write_draft(folder, DraftFile(now.log, me, (draft_of(text, recording.draft),)))
    return StoredRecording(now.log, recording, _stamp(text, recording.draft), me)


def _loaded(folder: Path, log: str) -> tuple[StoredRecording, bytes]:
    content = content_of(folder / log)
    file = read_draft(path_for(folder, log))
    recording = opened(content, log)
    if file is None:
        return StoredRecording(log, recording, _stamp(content, ()), None), content
    recording = replace(recording, draft=file.lines_for(content))
    return StoredRecording(log, recording, _stamp(content, recording.draft), file.recorder), content


def _stamp(log: bytes, draft: tuple[str, ...]) -> str:
    return sha256(sha256(log).digest() + repr(draft).encode("utf-8", "surrogateescape")).hexdigest()


def _settle(hold: HeldBook) -> None:
    with suppress(UserError):  # the log is safe, and whoever asks the book next is told what is wrong with its database
        hold.settle(lambda _connection: None)


def _home(connection: DuckDBPyConnection, session: str) -> str | None:
    rows = connection.execute("SELECT file FROM sessions WHERE id = ?", [session]).fetchall()
    return str(rows[0][0]) if rows else None


def _changes(before: str, after: str) -> list[str]:
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    return [f"{line[0]} {line[1:].strip()}" for line in lines if line[:1] in "+-" and line[1:].strip()]


class NextSession(NamedTuple):
    """As last time: ``rules`` as a log has them, ``ante`` in chips, ``chip`` in minor units of ``unit`` ("chips": no value).

    ``game`` is that of the last session, None for the usual one of the book, and ``pot`` what lies there. ``exempt`` are all
    names of those who post no ante if they sit in the next hand, None if that is not known. ``seats`` are those who sat at
    the last hand of the book, from the dealer's left on, ``players`` everybody of the book, and ``ids`` those of all sessions.
    """

    rules: str = "louisiana"
    ante: int = 1
    chip: int = 1
    unit: str = "chips"
    game: str | None = None
    pot: int = 0
    seats: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()
    exempt: frozenset[str] | None = frozenset()

    def pot_line(self, chips: int) -> int | None:
        """What the header says of the pot in which ``chips`` lie: nothing where nothing lay there before either."""
        return chips if chips or self.pot else None

    def exempt_line(self, chips: int, seats: Iterable[str]) -> tuple[str, ...] | None:
        """Whom the header lets off if ``chips`` lie in the pot: exemptions go with the pot that was left, and no other."""
        if not chips or chips != self.pot or self.exempt is None:
            return None
        return tuple(name for name in seats if name in self.exempt) or None

    def free_id(self, day: str) -> str:
        """An id for a session of ``day`` that no other has: the day itself, ``2026-11-20``, else ``2026-11-20-2`` and so on."""
        names = (day if at == 1 else f"{day}-{at}" for at in range(1, len(self.ids) + 2))
        return next(name for name in names if name not in self.ids)


def next_session(connection: DuckDBPyConnection) -> NextSession:
    """What a session that begins now would be like; of an empty book the usual."""
    ids = frozenset(name for (name,) in connection.execute("SELECT id FROM sessions").fetchall())
    players = tuple(name for (name,) in connection.execute("SELECT name FROM players ORDER BY name").fetchall())
    last = connection.execute(_LAST).fetchall()
    if not last:
        return NextSession(players=players, ids=ids)
    rules, ante, chip, unit, game = last[0]
    pots = connection.execute("SELECT chips FROM pots WHERE game = ? AND unit = ?", [game, unit]).fetchall()
    seats = tuple(name for (name,) in connection.execute(_SEATS).fetchall())
    people = next(played[-1].exempt for played in sequences(evenings(connection)) if played[-1].game == game)
    exempt = None if people is None else frozenset(name for (name,) in connection.execute(_NAMES, [list(people)]).fetchall())
    ((usual,),) = connection.execute("SELECT game FROM about").fetchall()
    game = None if game == usual else game
    pot = max(0, sum(int(chips) for (chips,) in pots))
    return NextSession(rules, ante, chip, unit, game, pot, seats, players, ids, exempt)


_LAST = "SELECT rules, ante, chip, unit, game FROM sessions ORDER BY date DESC, id DESC LIMIT 1"
_NAMES = "SELECT name FROM names WHERE list_contains($1, player)"
_SEATS = """
    WITH last AS (
        SELECT session, max(hand) AS hand FROM seats JOIN sessions USING (session)
        GROUP BY session, date, id ORDER BY date DESC, id DESC LIMIT 1
    )
    SELECT name FROM last JOIN seats USING (session, hand) JOIN players USING (player) ORDER BY seat
"""
