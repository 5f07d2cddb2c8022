"""The files that are read into the database, and what is to be noted of each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ledger.log import open_line
from ledger.log.records import Diagnostic
from ledger.log.words import MOST_BYTES


class DamagedError(Exception):
    """A Parquet file that turned out to be damaged when a part of it was in the database already."""

    def __init__(self, file: str, message: str) -> None:
        super().__init__(message)
        self.file, self.message = file, message


class FilesRead:
    """The files that are read: ``problems`` is what is wrong with some, ``open_lines`` which line of each has no end.

    ``damaged`` are those that turned out to be when they were read before: they are not read again.
    """

    def __init__(self, folder: Path, damaged: Mapping[str, str]) -> None:
        self.folder, self.damaged = folder, damaged
        self.problems: dict[str, str] = {}
        self.open_lines: dict[str, int | None] = {}

    def content(self, file: str) -> bytes:
        """Return what a file of text holds, and note whether it ends with its last line."""
        with (self.folder / file).open("rb") as source:
            content = source.read(MOST_BYTES + 1)
        self.open_lines[file] = open_line(content)
        return content


def problem_text(error: Diagnostic) -> str:
    """What is wrong with a file, as the database notes it."""
    return f"line {error.line}, column {error.column}: {error.message}"
