"""Recordings that are going on in a book: every step is on the disk before it is acknowledged, and nobody overwrites anybody."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Waiting, held
from ledger.book.carried_tables import last_of
from ledger.book.closed import check_day_is_open, check_log_is_open
from ledger.book.draft_file import DraftFile, Recorder, draft_of, path_for, read_draft, write_draft
from ledger.book.folder import DRAFT, RECORDINGS, free_name, make_folder, names_taken, require_book
from ledger.book.lock import reading
from ledger.book.stored_recording import StoredRecording, check_day, loaded, put
from ledger.errors import UserError
from ledger.files import PARQUET, sync_folder
from ledger.log.words import shown, visible
from ledger.recording import view
from ledger.recording.recording import NewSession, Recording, start


class StaleError(UserError):
    """Log or draft have changed since they were looked at: nothing was written.

    ``current`` is what is there, ``changed`` the lines that came (``+``) and went (``-``).
    """

    def __init__(self, current: StoredRecording, changed: list[str]) -> None:
        some = "; ".join(changed[:3]) + (" …" if len(changed) > 3 else "")
        super().__init__(
            f"{current.log} has changed in the meantime: {visible(some)}", "look at the current state, then try again"
        )
        self.current, self.changed = current, changed


class TakenError(UserError):
    """Somebody else is recording the session. ``current`` is what is there, and says who."""

    def __init__(self, current: StoredRecording, recorder: Recorder) -> None:
        super().__init__(f"{shown(recorder.name)} is recording this session", "watch, or take over")
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
    folder: Path, evening: NewSession, me: Recorder, waiting: Waiting | None = None, *, stream: str = ""
) -> StoredRecording:
    """Begin a session: its log is in the book when this returns. Raises UserError if the book has one of that id already.

    With the ``stream`` in which its taps will come (``ledger.book.tapping``) it begins once, however often it is asked for.
    """
    recording = start(evening)
    make_folder(folder)
    with held(folder, waiting) as hold:
        begun = next((one for one in _unfinished(folder) if stream and stream in one.applied), None)
        if begun is not None:
            check_mine(begun, me)
            return begun
        check_day_is_open(folder, evening.date, "the session")
        if hold.settle(lambda connection: _home(connection, evening.id)) is not None:
            message = f"the book already has a session {shown(evening.id)}"
            raise UserError(message, "choose another id, or resume that session")
        log = free_name(names_taken(folder), evening.id)
        kept = put(folder, StoredRecording(log, Recording(""), "", me, {stream: 0} if stream else {}), recording, b"")
        settle(hold)
    return kept


def unfinished(folder: Path) -> list[StoredRecording]:
    """Return the recordings that were begun and not closed, as they are on the disk; not those whose log is gone.

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
    """Return the recording that a draft belongs to; None if its log is gone. Raises UserError if one of them cannot be read."""
    file = read_draft(path)
    return loaded(folder, file.log)[0] if file is not None and (folder / file.log).exists() else None


def home_of(folder: Path, session: str, waiting: Waiting | None = None) -> str:
    """Return the name of the log of a session of the book. Raises UserError if there is none to write in."""
    home = _going_on(folder, session)
    if home is None:
        with held(folder, waiting) as hold:
            home = hold.settle(lambda connection: _home(connection, session))
    if home is None:
        raise UserError(f"the book has no session {shown(session)}", "bourre record without a name starts a new one")
    if home.endswith(PARQUET):
        raise UserError(
            f"session {shown(session)} is in {home}", f"convert it to a log first: bourre convert {folder / home} DIR"
        )
    check_log_is_open(folder, home)
    return home


def _going_on(folder: Path, session: str) -> str | None:
    """Return the name of the log of a session that is being recorded: its draft is found sooner than the database opens."""
    require_book(folder)
    with reading(folder):
        for path in _drafts(folder):
            with suppress(UserError):  # one that cannot be read must not keep the others from going on
                found = _of_draft(folder, path)
                if found is not None and view(found.recording).session == session:
                    return found.log
    return None


def load(folder: Path, log: str) -> StoredRecording:
    """Return a recording as it is on the disk, by the name of its log. Raises UserError if that cannot be read."""
    require_book(folder)
    with reading(folder):
        return loaded(folder, log)[0]


def take_over(folder: Path, log: str, me: Recorder, waiting: Waiting | None = None) -> StoredRecording:
    """Become the one who records a session, whoever it was; the others are told at their next step."""
    with held(folder, waiting):
        kept, content = loaded(folder, log)
        write_draft(folder, DraftFile(log, me, (draft_of(content, kept.recording, kept.applied),)))
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
        now, content = loaded(folder, base.log)
        check_mine(now, me)
        check_unchanged(base, now)
        check_day(folder, now.recording, recording)
        kept = put(folder, replace(now, recorder=me), recording, content)
        if recording.log != now.recording.log:
            settle(hold)
    return kept


def close(folder: Path, base: StoredRecording, me: Recorder, waiting: Waiting | None = None) -> None:
    """End a recording: the log stays, and is no longer offered to be resumed. Raises UserError while a hand is open."""
    with held(folder, waiting):
        now, _ = loaded(folder, base.log)
        check_mine(now, me)
        if now.recording.playing:
            raise UserError("a hand is still open", "confirm it, or undo it")
        path_for(folder, base.log).unlink(missing_ok=True)
        if (folder / RECORDINGS).is_dir():
            sync_folder(folder / RECORDINGS)


def settle(hold: HeldBook) -> None:
    """Bring the database up to date after a change of a log."""
    with suppress(UserError):  # the log is safe, and whoever asks the book next is told what is wrong with its database
        hold.settle(lambda _connection: None)


def _home(connection: DuckDBPyConnection, session: str) -> str | None:
    rows = connection.execute("SELECT file FROM sessions WHERE id = ?", [session]).fetchall()
    return str(rows[0][0]) if rows else None


def _changes(before: str, after: str) -> list[str]:
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    return [f"{line[0]} {line[1:].strip()}" for line in lines if line[:1] in "+-" and line[1:].strip()]


class NextSession(NamedTuple):
    """A session like the last: ``rules`` as in a log, ``ante`` in chips, ``chip`` in minor units of ``unit`` ("chips": no value).

    ``game`` is that of the last session (None: the usual one of the book), and ``pot`` the chips in its pot. ``exempt`` are
    all names of those who post no ante if they sit in the next hand (None: not known). ``seats`` are those who sat at the last
    hand of the book, from the dealer's left on, ``players`` all players of the book, and ``ids`` the ids of all sessions.
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
        """The chips for a ``pot`` line in the header; None, for no line, if the pot is empty and was before."""
        return chips if chips or self.pot else None

    def exempt_line(self, chips: int, seats: Iterable[str]) -> tuple[str, ...] | None:
        """Whom the header exempts if ``chips`` are in the pot: exemptions carry over only with the very pot that was left."""
        if not chips or chips != self.pot or self.exempt is None:
            return None
        return tuple(name for name in seats if name in self.exempt) or None

    def free_id(self, day: str) -> str:
        """An id for a session of ``day`` that no other has: ``2026-11-20``, or else ``2026-11-20-2`` and so on."""
        return free_id(day, self.ids)


def free_id(name: str, ids: Collection[str]) -> str:
    """A name that is not among ``ids``, else with a number from 2 on."""
    names = (name if at == 1 else f"{name}-{at}" for at in range(1, len(ids) + 2))
    return next(one for one in names if one not in ids)


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
    people = last_of(connection, game).exempt
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
