"""What lies in the folder of a book at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ledger.book.database import program
from ledger.book.folder import SETTINGS, fingerprints
from ledger.book.settings import Settings, read_settings

Progress = Callable[[int], None]
"""Is told how many more hands are in the database."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a book reads its logs: who is behind each name, and the currency and game of those that name none."""

    people: Mapping[str, int]
    currency: str
    game: str


@dataclass(slots=True)
class Seen:
    """What lies in the folder of a book at one moment: the settings, and the SHA-256 of every other file."""

    folder: Path
    settings: Settings
    files: dict[str, bytes] = field(default_factory=dict)
    program: str = field(default_factory=program)
    """Its digest, taken before the engine is loaded: an upgrade may put other files there while this process goes on."""

    @property
    def made_with(self) -> tuple[object, ...]:
        """What a database made now would be made with, as ``about`` says it."""
        return self.program, self.settings.currency, self.settings.game

    @property
    def people(self) -> Mapping[str, int]:
        """Return the player behind each name."""
        return self.settings.by_name

    @property
    def terms(self) -> Terms:
        """Return how the book reads its logs."""
        return Terms(self.people, self.settings.currency, self.settings.game)


def look(folder: Path) -> Seen:
    """Return what lies in the folder of a book. Raises UserError for settings that cannot be read."""
    return Seen(folder, read_settings(folder / SETTINGS), fingerprints(folder))
