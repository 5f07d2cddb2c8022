"""A small book for a test: its logs stand in the test's docstring, and commands are run on it as from a shell."""

from __future__ import annotations

import io
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from audit_text import log_of

from ledger.book.importing import ImportOptions, import_files
from ledger.cli.main import main


@dataclass(frozen=True)
class Told:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


class Typing(io.StringIO):
    """A terminal at which somebody has typed something."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Book:
    """A book in a folder of its own."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def add(self, *logs: str) -> None:
        """Bring logs in; what their first lines do not say of the header is filled in (``audit_text.HEADER``)."""
        for at, text in enumerate(logs):
            path = self.folder.parent / f"incoming-{at}.bourre"
            path.write_text(log_of(text), "utf-8")
            done = import_files(self.folder, [path], ImportOptions())
            assert not done.refused
            path.unlink()

    def run(self, *words: str) -> Told:
        """Run ``bourre WORDS…`` on the book."""
        status = main([*words, "--book", str(self.folder)])
        told = self.capsys.readouterr()
        return Told(status, told.out, told.err)

    def json(self, *words: str) -> Any:  # noqa: ANN401 - whatever JSON says
        """Return what ``bourre WORDS… --format json`` says; the command must succeed."""
        told = self.run(*words, "--format", "json")
        assert told.status == 0, told.err
        return json.loads(told.out)

    def log(self, session: str = "friday") -> str:
        """Return the text of a session's log."""
        return (self.folder / "sessions" / f"{session}.bourre").read_text("utf-8")


def logs_in(docstring: str | None) -> list[str]:
    """Return the logs of a docstring, a line ``---`` between two of them; one that begins with words has none."""
    if docstring is None or not docstring.startswith("\n"):
        return []
    return [part for part in re.split(r"^ *---\n", docstring, flags=re.MULTILINE) if part.strip()]
