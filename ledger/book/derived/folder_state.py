"""What lies in the folder of a book at one moment: its settings, and a digest of every other file.

To hash a file takes ten times as long as to look at its stamp: size, times and number on the disk.
So the database keeps the stamp that each had when it was hashed, and one that still has it is not
read. That is safe because no program can choose the time of the last change (ctime): not one that
puts back an old copy with its old times, nor one that edits a file and keeps its size. A copy of
the folder has other numbers and times, and is read. A stamp is not kept if the file may change once
more and have the same one: it was touched a moment ago (by our clock, or in the future), or the
disk gives no numbers.

What is left is what no stamp can tell: a clock that was set back and meets the very same nanosecond
again, memory that is mapped to a file and written twice, a disk that tells no time of change, such
as FAT, if somebody sets the other time back. ``check``, ``rebuild`` and closing a period read every
file.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from time import time_ns
from typing import Final

from ledger.book.derived.database import Recorded, Stamp, program
from ledger.book.files.folder import (
    CLOSED,
    LAST_HEAD,
    PAYMENTS,
    SESSIONS,
    SETTINGS,
    in_sessions,
    unused,
)
from ledger.book.files.settings import Settings, read_settings
from ledger.book.files.settings_edit import change_settings, enrolled
from ledger.errors import UserError

SETTLED: Final = 3_000_000_000
"""Nanoseconds after which a change of a file has certainly changed its times too, however coarse
the clock of the disk.
"""

_NOTHING: Final = Recorded({}, {})
_UNSEEN: Final[Stamp] = (0, 0, 0, 0)
_IN_ONE_GO: Final = 1 << 18
_HAS_TIME_OF_CHANGE: Final = os.name == "posix"  # Windows has the time of making in its place


def digest(path: Path) -> bytes:
    """Return the SHA-256 of a file."""
    with path.open("rb", buffering=0) as file:
        start = file.read(_IN_ONE_GO)
        found = hashlib.sha256(start)
        while start:
            start = file.read(_IN_ONE_GO)
            found.update(start)
    return found.digest()


stamp_of: Final[Callable[[os.stat_result], Stamp]] = attrgetter(
    "st_size", "st_mtime_ns", "st_ctime_ns", "st_ino"
)
"""What changes when a file does."""


def _is_lasting(stamp: Stamp, now: int) -> bool:
    """True if every later change of a file is sure to change its stamp; ``now`` must be from before
    the file was read.
    """
    _, modified, changed, inode = stamp
    return _HAS_TIME_OF_CHANGE and inode > 0 and max(modified, changed) + SETTLED < now


Progress = Callable[[int], None]  # is told how many more hands are in the database


@dataclass(frozen=True, slots=True)
class Terms:
    """How a book reads its logs: who is behind each name, and the currency and game of those that
    name none.
    """

    people: Mapping[str, int]
    currency: str
    game: str


@dataclass(slots=True)
class FolderState:
    """What lies in the folder of a book at one moment: the settings, and the SHA-256 of every other
    file.
    """

    folder: Path
    settings: Settings
    files: dict[str, bytes] = field(default_factory=dict)  # those that count first come first
    stamps: dict[str, Stamp] = field(default_factory=dict)  # by which files can be known again
    hashed: list[str] = field(default_factory=list)  # the files that were read to know them
    # files that are not used, with each why; nobody reads them
    unused: dict[str, str] = field(default_factory=dict)
    program: str = field(default_factory=program)
    """Its digest, taken before the engine is loaded: an upgrade may put other files there while
    this process goes on.
    """

    @property
    def made_with(self) -> tuple[object, ...]:
        """What a database made now would be made with, in the form of ``about``."""
        return self.program, self.settings.currency, self.settings.game

    @property
    def known(self) -> dict[str, bytes]:
        """The hash of every file as the database has it: empty for those that are not used."""
        return self.files | dict.fromkeys(self.unused, b"")

    @property
    def people(self) -> Mapping[str, int]:
        """The player behind each name."""
        return self.settings.by_name

    @property
    def terms(self) -> Terms:
        """How the book reads its logs."""
        return Terms(self.people, self.settings.currency, self.settings.game)

    @property
    def news(self) -> dict[str, Stamp]:
        """The stamps by which files can be recognized from now on."""
        return {name: self.stamps[name] for name in self.hashed if name in self.stamps}


def folder_state(folder: Path, recorded: Recorded = _NOTHING) -> FolderState:
    """What lies in the folder of a book. Files whose stamp is still as ``recorded`` are not read.

    One of the sessions that cannot be read is not used. Raises UserError for settings, payments or
    what was closed: without them all figures would be wrong.
    """
    settings, now = read_settings(folder / SETTINGS), time_ns()
    names, rest = in_sessions(folder)
    state = FolderState(folder, settings, unused=unused(folder, rest))
    seen = _stamps(folder, names)
    known = recorded.stamps
    state.hashed = (
        [name for name, stamp in seen.items() if known.get(name) != stamp] if seen != known else []
    )
    fresh = {
        name: digest
        for name in state.hashed
        if (digest := _digest_of_source(name, state)) is not None
    }
    for name in state.unused.keys() & seen.keys():
        del seen[name]
    hashes = {**recorded.hashes, **fresh} if fresh else recorded.hashes
    state.files = dict(zip(seen, map(hashes.__getitem__, seen), strict=True))
    state.stamps = (
        {
            name: stamp
            for name, stamp in seen.items()
            if name not in fresh or _is_lasting(stamp, now)
        }
        if fresh
        else seen
    )
    return state


def _stamps(folder: Path, names: list[str]) -> dict[str, Stamp]:
    """Return the stamps of all files that a book is made from but ``book.toml``; ``names`` are
    those of its sessions.
    """
    stamps = _stamps_in(folder / SESSIONS, names)
    found = {f"{SESSIONS}/{name}": stamp for name, stamp in zip(names, stamps, strict=True)}
    # also as a link to nowhere
    beside = [name for name in (PAYMENTS, CLOSED, LAST_HEAD) if os.path.lexists(folder / name)]
    return found | {name: _stamp(folder / name) for name in beside}


def _stamps_in(folder: Path, names: list[str]) -> list[Stamp]:
    """Return the stamps of the files of one folder, which is opened once if possible, to save
    looking up its path for each.
    """
    if os.stat not in os.supports_dir_fd:
        return [_stamp(folder / name) for name in names]
    opened = os.open(folder, os.O_RDONLY)
    try:
        return [stamp_of(os.stat(name, dir_fd=opened)) for name in names]
    except OSError:
        return [_stamp(folder / name) for name in names]
    finally:
        os.close(opened)


def _stamp(path: Path) -> Stamp:
    try:
        return stamp_of(path.stat())
    except OSError:  # reading it will say why
        return _UNSEEN


def _digest_of_source(name: str, state: FolderState) -> bytes | None:
    """Return the SHA-256 of a file; None for one of the sessions that cannot be read, which is
    noted as not used.
    """
    path = state.folder / name
    try:
        if path.is_file() or not path.exists():  # a pipe would keep us waiting for ever
            return digest(path)
        message, remedy = "not a regular file", "move it out of the folder"
    except OSError as error:
        message, remedy = (
            f"cannot be read: {error.strerror or error}",
            "fix it, or move it out of the folder",
        )
    if not name.startswith(f"{SESSIONS}/"):
        raise UserError(f"{path}: {message}", remedy)
    state.unused[name] = f"{message}; {remedy}"
    return None


def meet(state: FolderState, names: Iterable[str]) -> None:
    """Add an entry to the settings for every name that is new."""
    new = [name for name in dict.fromkeys(names) if name not in state.people]
    if new:
        state.settings = change_settings(state.folder / SETTINGS, lambda text: enrolled(text, new))
