"""From files to rows: logs and Parquet files are read, judged and entered in the database.

First from hands to judged sessions and their rows, and what is too large for a book; then the
loader, file by file; then a large Parquet file in parts: other processes read and judge them and
make their rows, while this one fills the database. What depends on the order of the sessions is
done before, in order, by the one process that holds the book: which file has each session, and
which number each player.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger import hands
from ledger.book.derived.carried_tables import (
    book_carried,
    carried_on,
    follow_on,
    own_values,
    played_sessions,
    with_start,
)
from ledger.book.derived.carrying import Notes, PlayedSession, SessionReader, Start, notes_of
from ledger.book.derived.database import one_thread
from ledger.book.derived.folder_state import FolderState, Progress, Terms, meet
from ledger.book.derived.rows import (
    DamagedError,
    FilesRead,
    RowWriter,
    Tables,
    Touched,
    forget_sessions,
    problem_text,
    row_writer,
)
from ledger.book.derived.tables import joined, session_key, session_rows, tables, with_values
from ledger.book.files.folder import goes_before
from ledger.engine import Judged, judge, without_collection
from ledger.errors import UserError
from ledger.files import PARQUET, LogError
from ledger.hands import read_logs
from ledger.hands.model import EXPENSE, IN_MONEY, Hands
from ledger.log.between_hands import Portion, shares_of
from ledger.log.records import Diagnostic, Log
from ledger.log.values import minor_digits
from ledger.money import largest
from ledger.workers import ALONE, Crew

# --- From hands to rows ---------------------------------------------------------------------------
# the largest sum, in chips or minor units, that the figures of a session may come to
LARGEST_SUM: Final = 10**15


def judged_for(hands: Hands, currency: str) -> tuple[Judged, dict[int, str]]:
    """Judge hands for a book with this currency.

    Returns too what is wrong with sessions whose figures it cannot hold.
    """
    odd = _paid_in(hands, currency)
    judged = judge(hands)
    odd |= {
        at: too_large(hands.sessions[at].id)
        for at, peak in enumerate(largest(judged))
        if peak > LARGEST_SUM
    }
    return judged, odd


class JudgedLogs(NamedTuple):
    """What logs come to: their sessions judged, those too ``odd`` for the book, and why some could
    not be read, by file.
    """

    judged: Judged
    odd: dict[int, str]
    notes: Notes
    unreadable: dict[str, Diagnostic]


def judged_logs(logs: list[Log], currency: str) -> JudgedLogs:
    """Read and judge logs for a book with this currency."""
    with without_collection():
        sessions, hands = read_logs(logs)
        unreadable = {one.file: one.errors[0] for one in sessions if not one.readable}
        return JudgedLogs(*judged_for(hands, currency), notes_of(sessions), unreadable)


def rows_followed(judged: Judged, terms: Terms, notes: Notes, file: str | None) -> Tables:
    """Return the rows of sessions that begin with what those before them leave."""
    own: dict[str, list[object]] = {}
    if len(judged.hands.sessions) > 1:
        followed, said = follow_on(judged, terms)
        # Else judge each alone, to find the one that is too large.
        if followed is judged or max(largest(followed)) <= LARGEST_SUM:
            judged, own = followed, said
    rows = tables(judged, terms, notes, file)
    rows["sessions"] = with_values(rows["sessions"], own)
    return rows


def _paid_in(hands: Hands, currency: str) -> dict[int, str]:
    """Turn payments of sessions that name no currency, read with two digits, into minor units of
    the book's.

    Returns what is wrong with the sessions in which somebody pays a part of the smallest unit.
    """
    digits = minor_digits(currency)
    odd: dict[int, str] = {}
    if digits == minor_digits(None):
        return odd
    events = hands.events
    for lines in _money_lines(hands):
        amount, rest = divmod(
            int(events.amount[lines].sum()) * 10**digits, 10 ** minor_digits(None)
        )
        events.amount[lines] = shares_of(
            amount, lines, [Portion(int(one)) for one in events.amount[lines]] if amount else ()
        )
        if rest:
            line, session = int(events.line[lines[0]]), int(events.session[lines[0]])
            odd[session] = (
                f"line {line}: the smallest payment in {currency}, the book's currency, is 1"
            )
    return odd


def _money_lines(hands: Hands) -> list[list[int]]:
    """The events of each line about money in sessions that name no currency; an expense has one for
    each who shares it.
    """
    events = hands.events
    nameless = np.array([info.currency is None for info in hands.sessions], bool)
    found: dict[tuple[int, ...], list[int]] = {}
    for at in np.flatnonzero(IN_MONEY[events.kind] & nameless[events.session]):
        whole = (int(events.session[at]), int(events.line[at]), int(events.player[at]))
        found.setdefault(
            (*whole, -1) if events.kind[at] == EXPENSE else (*whole, int(at)), []
        ).append(int(at))
    return list(found.values())


def too_large(session: str) -> str:
    """What is wrong with a session whose figures are too large for a book."""
    return f"evening {session}: its pots are too large for a book"


# --- File by file ---------------------------------------------------------------------------------
BATCH: Final = 1_000_000  # bytes of logs that are read and judged at a time


def load_sessions(  # noqa: PLR0913 - as the loader
    connection: DuckDBPyConnection,
    state: FolderState,
    files: FilesRead,
    which: Sequence[str],
    touched: Touched,
    *,
    progress: Progress,
    crew: Crew,
) -> None:
    """Enter some logs and Parquet files, and carry on from session to session what they, or those
    that went, have ``touched``.
    """
    alone = len(which) == 1 and not which[0].endswith(PARQUET)
    with (
        nullcontext() if alone else one_thread(connection),
        row_writer(connection) as writer,
        without_collection(),
    ):
        loader = FileLoader(writer, state, files, progress, touched, crew=crew, alone=alone)
        loader.load_logs(file for file in which if not file.endswith(PARQUET))
        for file in which:
            if file.endswith(PARQUET):
                loader.load_parquet(file)
        writer.wait()
        found = carried_on(connection, touched, loader.sessions_kept(), loader.judge_again)
        loader.store_sessions()
    book_carried(connection, found, {player.id: player.name for player in state.settings.players})


class FileLoader:
    """Enters files, which are noted in ``files``.

    A log that comes ``alone``, as one that is recorded line by line, waits for ``store_sessions``:
    only then it is known what it begins with, and most of its rows follow from that. ``touched``
    notes the days of all sessions that come or go. A ``crew`` of several processes judges logs, and
    makes the rows of large Parquet files; what comes of it is the same.
    """

    def __init__(  # noqa: PLR0913 - all of them for as long as it lives
        self,
        writer: RowWriter,
        state: FolderState,
        files: FilesRead,
        progress: Progress,
        touched: Touched,
        *,
        crew: Crew = ALONE,
        alone: bool = False,
    ) -> None:
        self.writer, self.state, self.files, self.progress = writer, state, files, progress
        self.touched, self.crew, self.alone = touched, crew, alone
        self.connection = writer.connection
        self.reader = SessionReader(state.folder)
        self.waiting: _Waiting | None = None
        self.kept: dict[int, Tables] = {}
        """The rows of sessions that replace those in the database."""
        self.owners: dict[str, str] = {} if alone else dict(self._in_files())

    def load_logs(self, files: Iterable[str]) -> None:
        """Enter logs, a batch at a time."""
        under_way: deque[list[Log]] = deque()

        def begun() -> Iterator[Callable[[], JudgedLogs]]:
            for batch in self._batches(files):
                under_way.append(batch)
                yield partial(judged_logs, batch, self.state.settings.currency)

        judged = (
            self.crew.do(begun())
            if self.crew.jobs > 1
            else (judge_batch() for judge_batch in begun())
        )
        with closing(judged) as results:
            for found in results:
                self._enter_logs(under_way.popleft(), found)

    def _batches(self, files: Iterable[str]) -> Iterator[list[Log]]:
        batch: list[Log] = []
        waiting = 0
        for file in files:
            batch.append(Log(self.files.content(file), file))
            waiting += len(batch[-1].content)
            if waiting >= BATCH:
                yield batch
                batch, waiting = [], 0
        if batch:
            yield batch

    def _enter_logs(self, logs: list[Log], found: JudgedLogs) -> None:
        named = {info.file: info.id for info in found.judged.hands.sessions}
        claimed = [file for file, name in named.items() if self._claim(file, name)]
        # no file after it has a better claim
        mine = {file for file in claimed if self.owners[named[file]] == file}
        if len(mine) < len(named):
            logs = [log for log in logs if log.file in mine or log.file in found.unreadable]
            found = judged_logs(logs, self.state.settings.currency)
        self.files.problems |= {
            file: problem_text(error) for file, error in found.unreadable.items()
        }
        self._enter(found.judged, found.odd, found.notes)

    def load_parquet(self, file: str) -> None:
        """Enter a Parquet file part by part.

        Raises DamagedError if it cannot be read to its end.
        """
        if file in self.files.damaged:
            self.files.problems[file] = self.files.damaged[file]
            return
        path = self.state.folder / file
        self.files.loading = file
        try:
            (self._share_out if self.crew.jobs > 1 else self._read_parts)(path, file)
        except LogError as error:
            if error.file != str(path) or (
                isinstance(error.__cause__, OSError) and error.__cause__.errno
            ):
                raise  # book.toml cannot be written, or the disk fails: the file may be whole
            raise DamagedError(file, error.message.removeprefix(f"{path}: ")) from error

    def _read_parts(self, path: Path, file: str, groups: range | None = None) -> None:
        """Enter a Parquet file, or the sessions that begin in some groups of its rows."""
        for part in hands.read_hands(path, groups=groups):
            mine = [self._claim(file, info.id) for info in part.sessions]
            if all(mine):
                self._enter(*judged_for(part, self.state.settings.currency), {}, file)
            else:
                for at in (at for at, counts in enumerate(mine) if counts):
                    self._enter(
                        *judged_for(part.part(slice(at, at + 1)), self.state.settings.currency),
                        {},
                        file,
                    )

    def _share_out(self, path: Path, file: str) -> None:
        """Have the crew make the rows of a Parquet file; a part with something unusual is read
        here, in its turn.
        """
        left = deque(parts_of(path))
        with TemporaryDirectory(prefix="bourre-", ignore_cleanup_errors=True) as place:
            while left:
                self._let_make(path, file, left, Path(place))
                # those after it have to wait: sessions are claimed, and players numbered, in order
                if left:
                    self._read_parts(path, file, left.popleft())

    def _let_make(self, path: Path, file: str, left: deque[range], place: Path) -> None:
        """Enter the parts whose rows the crew makes: those that are ``left``, up to the first with
        something unusual.
        """
        under_way: deque[tuple[range, list[str]]] = deque()

        def begun() -> Iterator[Callable[[], MadePart | None]]:
            while left and (expected := self._expected(path, file, left[0])) is not None:
                sessions, terms = expected
                under_way.append((left[0], sessions))
                yield partial(made_of, FilePart(path, file, left.popleft(), terms, place))

        with closing(self.crew.do(begun())) as results:
            for made in results:
                groups, sessions = under_way.popleft()
                # the crew could not make it: its sessions are claimed again here, one by one
                if made is None:
                    for one in sessions:
                        del self.owners[one]
                    self._read_parts(path, file, groups)
                else:
                    rows = made.rows()
                    self.writer.put(rows)
                    self._entered(rows["sessions"], made.hands)

    def _expected(self, path: Path, file: str, groups: range) -> tuple[list[str], Terms] | None:
        """Claim the sessions that begin in some groups of rows and meet their players; None, and
        nothing, if not all are new.
        """
        try:
            found = list(hands.session_players(path, groups))
            names = dict.fromkeys(name for _, players in found for name in players)
        except LogError:  # told in its turn
            return None
        sessions = [session for session, _ in found]
        if len({*sessions}) < len(sessions) or not self.owners.keys().isdisjoint(sessions):
            return None
        self.owners |= dict.fromkeys(sessions, file)
        meet(self.state, names)
        terms = self.state.terms
        return sessions, replace(terms, people={name: terms.people[name] for name in names})

    def _claim(self, file: str, name: str) -> bool:
        """True if a file's session counts: no other file has its id, or none that goes before this
        one.

        A log goes before a Parquet file, so that it can correct a session; of two logs the one that
        ``goes_before`` counts, and the other is a problem that somebody must look at.
        """
        if self.alone:
            self.owners.update(self._in_files(name))
        owner = self.owners.get(name)
        if owner is None:
            self.owners[name] = file
            return True
        self.writer.wait()
        wins = goes_before(file, owner, name)
        loser = owner if wins else file
        if wins:
            self.touched.add(forget_sessions(self.connection, "id = $id", {"id": name}))
            self.owners[name] = file
        if owner == file or not loser.endswith(PARQUET):
            self.files.problems[loser] = (
                f"evening {name} is also in another file, and that one counts"
            )
            self.connection.execute(
                "UPDATE files SET problem = ? WHERE file = ?", [self.files.problems[loser], loser]
            )
        self.connection.execute("INSERT INTO duplicates VALUES (?, ?)", [loser, name])
        return wins

    def _in_files(self, name: str | None = None) -> list[tuple[str, str]]:
        """Return the file of each session in the database, or of one alone."""
        return self.connection.execute(
            "SELECT id, file FROM sessions WHERE $id IS NULL OR id = $id", {"id": name}
        ).fetchall()

    def _enter(
        self, judged: Judged, odd: Mapping[int, str], notes: Notes, file: str | None = None
    ) -> None:
        """Enter sessions but for the odd ones, whose figures the book cannot hold."""
        hands = judged.hands
        meet(self.state, (name for info in hands.sessions for name in info.players))
        if not odd:
            self._insert(judged, notes, file)
            return
        for at, info in enumerate(hands.sessions):
            if at in odd:
                self.files.problems[file or info.file] = odd[at]
            else:
                self._insert(judge(hands.part(slice(at, at + 1))), notes, file)

    def judge_again(self, played: PlayedSession, start: Start | None) -> PlayedSession:
        """Judge a session again, with another start, and keep its rows for ``store_sessions``.

        If its figures would then be too large for the book, it starts as its log says.
        """
        if self.waiting is not None and self.waiting.session == played.session:
            return self.waiting.begin(played, start)
        hands, notes = self.reader.hands(played.file, played.id)
        if start is not None:
            start.apply(hands.sessions[0], self.state.people)
        judged, odd = judged_for(hands, self.state.settings.currency)
        if odd:  # judged by itself it was not, or it would not be in the book
            return played if played.start is None else self.judge_again(played, None)
        rows = tables(judged, self.state.terms, notes, played.file)
        rows["sessions"] = with_values(rows["sessions"], own_values([replace(played, start=start)]))
        self.kept[played.session] = rows
        return played_sessions(rows["sessions"])[0]

    def sessions_kept(self) -> list[PlayedSession]:
        """The session that is not in the database yet, if one waits."""
        return [] if self.waiting is None else [self.waiting.played()]

    def store_sessions(self) -> None:
        """Replace the rows of sessions in the database by those that were kept."""
        if self.waiting is not None:
            self.writer.put(self.waiting.rows())
            self.writer.wait()
        if self.kept:
            forget_sessions(
                self.connection, "list_contains($keys, session)", {"keys": list(self.kept)}
            )
            self.writer.put(joined(list(self.kept.values())))
            self.writer.wait()
            self.kept.clear()

    def _insert(self, judged: Judged, notes: Notes, file: str | None) -> None:
        if self.alone and len(judged.hands.sessions) == 1:
            self.waiting = _Waiting(judged, self.state.terms, notes)
            self._entered(session_rows(judged, self.state.terms), len(judged.hands))
        else:
            rows = rows_followed(judged, self.state.terms, notes, file)
            self.writer.put(rows)
            self._entered(rows["sessions"], len(judged.hands))

    def _entered(self, sessions: pa.Table, hands: int) -> None:
        """Note the days of the sessions that come, and report their hands as progress."""
        self.touched.add(
            zip(sessions["game"].to_pylist(), sessions["date"].to_pylist(), strict=True)
        )
        self.progress(hands)


class _Waiting:
    """A log's session, judged as its log says, until its start is known."""

    def __init__(self, judged: Judged, terms: Terms, notes: Notes) -> None:
        self.judged, self.terms, self.notes = judged, terms, notes
        self.own: dict[str, list[object]] = {}
        self.session = session_key(judged.hands.sessions[0].id, judged.hands.sessions[0].date)

    def played(self) -> PlayedSession:
        return played_sessions(with_values(session_rows(self.judged, self.terms), self.own))[0]

    def begin(self, played: PlayedSession, start: Start | None) -> PlayedSession:
        """Give the session another start, unless its figures are then too large for the book."""
        info = with_start(self.judged.hands.sessions[0], start, self.terms.people)
        judged = judge(replace(self.judged.hands, sessions=[info]), self.judged.replay)
        if max(largest(judged)) > LARGEST_SUM:
            return played
        self.judged, self.own = judged, own_values([replace(played, start=start)])
        return self.played()

    def rows(self) -> Tables:
        rows = tables(self.judged, self.terms, self.notes)
        rows["sessions"] = with_values(rows["sessions"], self.own)
        return rows


# --- A large Parquet file in parts ----------------------------------------------------------------
LEAST_ROWS: Final = 20_000
MOST_ROWS: Final = 200_000
"""Rows of a part.

A file with larger groups of rows is read by one process: there would be too much at a time.
"""


class FilePart(NamedTuple):
    """Some row groups of the file at ``path``, which is ``file`` in the book; their rows go into
    ``folder``.
    """

    path: Path
    file: str
    groups: range
    terms: Terms
    folder: Path


class MadePart(NamedTuple):
    """The rows of a part, by table, in the file at ``path``."""

    path: Path
    names: list[str]
    hands: int

    def rows(self) -> Tables:
        """The rows. Their file goes: they stay in memory as long as they are needed."""
        with pa.memory_map(str(self.path)) as source:
            found = {name: pa.ipc.open_stream(source).read_all() for name in self.names}
        self.path.unlink()
        return found


def parts_of(path: Path) -> list[range]:
    """Split a file into readable ranges of row groups; one range if it cannot be split."""
    sizes = hands.row_groups(path)
    found: list[range] = []
    start, rows = 0, 0
    for at, size in enumerate(sizes, 1):
        rows += size
        if rows >= LEAST_ROWS or (rows and at == len(sizes)):
            found.append(range(start, at))
            start, rows = at, 0
    return found if max(sizes, default=0) <= MOST_ROWS else [range(len(sizes))]


def made_of(part: FilePart) -> MadePart | None:
    """Make the rows of a part; None if something in it has to be reported by the process that holds
    the book.
    """
    from ledger.hands import read_hands  # noqa: PLC0415 - as above

    made: list[Tables] = []
    count = 0
    with without_collection():
        try:
            for hands in read_hands(part.path, 2 * (LEAST_ROWS + MOST_ROWS), part.groups):
                judged, odd = judged_for(hands, part.terms.currency)
                if odd:
                    return None
                made.append(rows_followed(judged, part.terms, {}, part.file))
                count += len(hands)
        except UserError:
            return None
    return _stored(joined(made), part.folder, count) if made else None


def _stored(rows: Tables, folder: Path, hands: int) -> MadePart:
    # A file costs a third of what it costs to send them, and waits on the disk until it is their
    # turn.
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as target:
        for table in rows.values():
            with pa.ipc.new_stream(target, table.schema) as stream:
                stream.write_table(table)
    return MadePart(Path(target.name), list(rows), hands)
