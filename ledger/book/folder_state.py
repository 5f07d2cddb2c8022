"""What lies in the folder of a book at one moment: its settings, and a digest of every other file."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ledger.book.database import program
from ledger.book.folder import CLOSED, LAST_HEAD, PAYMENTS, SETTINGS, sources, unused
from ledger.book.settings import Settings, read_settings
from ledger.errors import UserError

SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a change of a file has certainly changed its times too, whatever the clock of the disk."""

Stamp = tuple[int, int, int, int, int]

_KNOWN: Final[dict[Path, tuple[Stamp, bytes]]] = {}


def digest(path: Path) -> bytes:
    """Return the SHA-256 of a file. A program that runs for long asks the disk for it only where the file was touched."""
    with path.open("rb") as file:
        stamp = stamp_of(os.fstat(file.fileno()))
        known = _KNOWN.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = hashlib.file_digest(file, "sha256").digest()
    if time.time_ns() - max(stamp[3:]) > SETTLED:
        _KNOWN[path] = (stamp, found)
    return found


def stamp_of(status: os.stat_result) -> Stamp:
    """What changes when a file does: device, number, size, time of change of content and of anything."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def fingerprints(folder: Path) -> dict[str, bytes]:
    """Return the SHA-256 of every file that the book is made from but ``book.toml``, in the order of ``sources``.

    Raises UserError for one that cannot be read: without it the figures would be wrong.
    """
    names = sources(folder)
    names += [name for name in (PAYMENTS, CLOSED, LAST_HEAD) if os.path.lexists(folder / name)]  # also as a link to nowhere
    return {name: _fingerprint(folder / name) for name in names}


def _fingerprint(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe would keep us waiting for ever
            raise UserError(f"{path}: it is no file", "take it out of the folder")
        return digest(path)
    except OSError as error:
        message = f"{path}: it cannot be read: {error.strerror or error}"
        raise UserError(message, "put it right, or take it out of the folder") from error


Progress = Callable[[int], None]
"""Is told how many more hands are in the database."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a book reads its logs: who is behind each name, and the currency and game of those that name none."""

    people: Mapping[str, int]
    currency: str
    game: str


@dataclass(slots=True)
class FolderState:
    """What lies in the folder of a book at one moment: the settings, and the SHA-256 of every other file."""

    folder: Path
    settings: Settings
    files: dict[str, bytes] = field(default_factory=dict)
    unused: dict[str, str] = field(default_factory=dict)
    """Files that are not used, with each why; nobody reads them."""
    program: str = field(default_factory=program)
    """Its digest, taken before the engine is loaded: an upgrade may put other files there while this process goes on."""

    @property
    def made_with(self) -> tuple[object, ...]:
        """What a database made now would be made with, as ``about`` says it."""
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


def folder_state(folder: Path) -> FolderState:
    """What lies in the folder of a book. Raises UserError for settings that cannot be read."""
    return FolderState(folder, read_settings(folder / SETTINGS), fingerprints(folder), unused(folder))
