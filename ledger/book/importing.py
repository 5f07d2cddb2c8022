"""Logs and Parquet files come into a book: each session once, never changed unless somebody says so."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.audit import findings, judge
from ledger.book.access import Waiting, ask, held
from ledger.book.folder import PARQUET, SESSIONS, digest, free_name, make_folder
from ledger.book.intake import Progress
from ledger.book.tables import session_key
from ledger.columns import columns
from ledger.errors import UserError
from ledger.files import SUFFIX, LogError, find_logs, replacing, write_atomically
from ledger.hands import Hands
from ledger.log import format_diagnostic, is_payments, read, write
from ledger.log.limits import MOST_BYTES
from ledger.parquet import read_hands, session_ids, write_hands
from ledger.recorded import sessions_of

AT_ONCE: Final = 50
"""Logs that are stored before others may use the book again; of very many, a tenth."""


class Refusal(NamedTuple):
    """A session that was not stored, and why; ``session`` is None if the file could not be read."""

    file: str
    session: str | None
    reason: str
    remedy: str


@dataclass(slots=True)
class Imported:
    """What became of each session: ids by outcome, and what the audit says of those that were stored or replaced."""

    stored: list[str] = field(default_factory=list)
    exists: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    quarantined: int = 0
    findings: int = 0
    new_players: list[str] = field(default_factory=list)

    @property
    def status(self) -> int:
        """Return the exit status: 0 everything is in the book, 1 a session was refused, 2 a file could not be read."""
        return 2 if any(refusal.session is None for refusal in self.refused) else int(bool(self.refused))


@dataclass(frozen=True, slots=True)
class How:
    """How to import: replace sessions that differ, or only say what would be done; and whom to tell about it."""

    replace: bool = False
    dry_run: bool = False
    waiting: Waiting | None = None
    progress: Progress | None = None


def import_files(folder: Path, paths: Iterable[str | Path], how: How) -> Imported:
    """Bring the logs and Parquet files at ``paths`` into the book at ``folder``, which is made if it is not there.

    Each session is stored whole and for good before it is counted. Raises UserError for a path that does not exist, a folder
    that cannot be written, a full disk; what was stored before that stays.
    """
    paths = list(paths)
    files = find_logs(paths, (SUFFIX, PARQUET))
    if not files:
        named = ", ".join(map(str, paths))
        raise UserError(f"there are no logs in {named}", f"logs have names that end in {SUFFIX} or {PARQUET}")
    if not how.dry_run:
        make_folder(folder)
    done = Imported()
    logs = [file for file in files if file.suffix != PARQUET]
    most = max(AT_ONCE, len(logs) // 10)
    for start in range(0, len(logs), most):
        with _desk(folder, how, done) as desk:
            for log in logs[start : start + most]:
                desk.take_log(log)
    for file in files:
        if file.suffix == PARQUET:
            with _desk(folder, how, done) as desk:
                desk.take_parquet(file)
    return done


@contextmanager
def _desk(folder: Path, how: How, done: Imported) -> Iterator[_Desk]:
    """Hold the book while some files are stored, bring its database up to date, and count what became of them."""
    if how.dry_run:
        desk = _Desk(folder, how, done, ask(folder, _homes) if (folder / SESSIONS).is_dir() else {})
        yield desk
        return
    with held(folder, how.waiting, how.progress) as hold:
        desk = _Desk(folder, how, done, hold.settle(_homes))
        people = set(hold.seen.people)
        try:
            yield desk
        finally:
            if desk.take_back(hold.settle(desk.problems)):
                hold.settle(_homes)
            hold.settle(desk.take_stock)
            done.new_players += sorted(set(hold.seen.people) - people)


def _homes(connection: DuckDBPyConnection) -> dict[str, str]:
    """Return the file of each session."""
    return dict(connection.execute("SELECT id, file FROM sessions").fetchall())


class _Desk:
    """Where files are taken in, one after the other. ``homes`` has the file of each session that the book has."""

    def __init__(self, folder: Path, how: How, done: Imported, homes: dict[str, str]) -> None:
        self.folder, self.how, self.done, self.homes = folder, how, done, homes
        self.entered: list[str] = []
        self.before: dict[str, tuple[Path, bytes | None]] = {}

    def take_log(self, path: Path) -> None:
        """Store a log, unless the book has its session or it cannot be read."""
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if is_payments(content, str(path)):
            self.refuse(path, None, "it has payments, no session", "bourre pay enters payments; a book has one file of them")
            return
        session = read(content, str(path))
        hands = columns([session])
        if not session.readable:
            self.refuse(path, None, format_diagnostic(session.errors[0]), "")
            return
        home = self.homes.get(session.id)
        if home is None:
            self.store(path, session.id, content, self.done.stored)
        elif home.endswith(PARQUET):
            self.compare(path, session.id, (_plain(hands, 0), self.stored_text(session.id)), content)
        else:
            self.compare(path, session.id, (_text(content), _text((self.folder / home).read_bytes())), content)
        if self.how.dry_run and session.id in self.entered:
            self.done.quarantined += int(hands.quarantined.sum())
            self.done.findings += len(findings(judge(hands)))

    def compare(self, path: Path, session: str, texts: tuple[str, str], content: bytes) -> None:
        """Say that a session exists already, or replace it if that is wanted, or refuse it and say where it differs."""
        difference = _first_difference(*texts)
        if difference is None:
            self.done.exists.append(session)
        elif self.how.replace:
            self.store(path, session, content, self.done.replaced)
        else:
            line, ours, theirs = difference
            reason = f"session {session} is in the book with other content: line {line} is {ours}, in the book {theirs}"
            self.refuse(path, session, reason, "--replace puts this one in its place")

    def store(self, path: Path, session: str, content: bytes, outcome: list[str]) -> None:
        """Write a log into the book: over the one that is there, or under a name of its own."""
        home = self.homes.get(session, PARQUET)
        if home.endswith(PARQUET):  # a log goes before the Parquet file that has the same session
            home = free_name(self.folder, session)
        if not self.how.dry_run:
            there = self.folder / home
            self.before[home] = (path, there.read_bytes() if there.exists() else None)
            write_atomically(there, content)
            self.homes[session] = home
        self.entered.append(session)
        outcome.append(session)

    def refuse(self, path: Path, session: str | None, reason: str, remedy: str) -> None:
        """Note what is not stored."""
        self.done.refused.append(Refusal(str(path), session, reason, remedy))

    def take_parquet(self, path: Path) -> None:
        """Store the sessions of a Parquet file: as the file it is if all are new, else those that are."""
        try:
            names = session_ids(path)
            again = [name for name in names if name in self.homes]
            if again and self.has(digest(path)):
                self.done.exists += names
            elif again or self.how.dry_run:
                self.take_some(path)
            else:
                self.take_whole(path, names)
        except LogError as error:
            self.refuse(path, None, error.message, error.remedy)

    def has(self, content: bytes) -> bool:
        """Tell whether a Parquet file of the book has this SHA-256."""
        files = {home for home in self.homes.values() if home.endswith(PARQUET)}
        return any(digest(self.folder / file) == content for file in files)

    def take_whole(self, path: Path, names: list[str]) -> None:
        """Copy a Parquet file into the book."""
        home = free_name(self.folder, path.stem, PARQUET)
        self.before[home] = (path, None)
        with path.open("rb") as source, replacing(self.folder / home) as target:
            shutil.copyfileobj(source, target)
        self.homes |= dict.fromkeys(names, home)
        self.entered += names
        self.done.stored += names

    def take_some(self, path: Path) -> None:
        """Store the sessions of a Parquet file that the book has not; compare the others."""
        new: list[Hands] = []
        for part in read_hands(path):
            for at, info in enumerate(part.sessions):
                one = part.part(slice(at, at + 1))
                if info.id in self.homes or info.id in self.entered:
                    text = _plain(one, 0)
                    self.compare(path, info.id, (text, self.stored_text(info.id)), text.encode())
                else:
                    new.append(one)
                    self.entered.append(info.id)
                    self.done.stored.append(info.id)
                if self.how.dry_run and info.id in self.entered:
                    self.done.quarantined += int(one.quarantined.sum())
                    self.done.findings += len(findings(judge(one)))
        if new and not self.how.dry_run:
            home = free_name(self.folder, path.stem, PARQUET)
            self.before[home] = (path, None)
            write_hands(self.folder / home, iter(new))
            self.homes |= {hands.sessions[0].id: home for hands in new}

    def stored_text(self, session: str) -> str:
        """Return the canonical text of a session in the book, without what a Parquet file has no room for."""
        home = self.homes[session]
        if not home.endswith(PARQUET):
            return _plain(columns([read((self.folder / home).read_bytes(), home)]), 0)
        for part in read_hands(self.folder / home):
            for at, info in enumerate(part.sessions):
                if info.id == session:
                    return _plain(part, at)
        return ""

    def problems(self, connection: DuckDBPyConnection) -> dict[str, str]:
        """Return what is wrong with files that were stored just now."""
        rows = connection.execute("SELECT file, problem FROM files WHERE problem IS NOT NULL").fetchall()
        return {file: problem for file, problem in rows if file in self.before}

    def take_back(self, problems: dict[str, str]) -> bool:
        """Put everything back as it was for files that no book can hold; tell whether there were any."""
        for home, problem in problems.items():
            path, content = self.before[home]
            if content is None:
                (self.folder / home).unlink()
            else:
                write_atomically(self.folder / home, content)
            lost = {session for session, file in self.homes.items() if file == home}
            for outcome in (self.entered, self.done.stored, self.done.replaced):
                outcome[:] = [session for session in outcome if session not in lost]
            self.refuse(path, None, problem, "")
        return bool(problems)

    def take_stock(self, connection: DuckDBPyConnection) -> None:
        """Count what the audit says of the sessions that were entered."""
        keys = [session_key(name) for name in self.entered]
        for sql, name in ((_QUARANTINED, "quarantined"), (_FINDINGS, "findings")):
            ((number,),) = connection.execute(sql, {"sessions": keys}).fetchall()
            setattr(self.done, name, getattr(self.done, name) + int(number))


_QUARANTINED: Final = "SELECT coalesce(sum(quarantined), 0) FROM sessions WHERE session IN (SELECT unnest($sessions))"
_FINDINGS: Final = "SELECT count(*) FROM findings WHERE session IN (SELECT unnest($sessions))"


def _plain(hands: Hands, at: int) -> str:
    """Return one of some sessions as canonical text, without comments."""
    return write(next(iter(sessions_of(hands.part(slice(at, at + 1))))))


def _text(content: bytes) -> str:
    """Return a log's text, whatever it begins with and however its lines end."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def _first_difference(ours: str, theirs: str) -> tuple[int, str, str] | None:
    """Return the number of the first line that differs, and both lines in words."""
    for number, lines in enumerate(zip_longest(ours.rstrip("\n").split("\n"), theirs.rstrip("\n").split("\n")), 1):
        if lines[0] != lines[1]:
            mine, other = ("missing" if line is None else repr(line.strip()) for line in lines)
            return number, mine, other
    return None
