"""A small book for a test: its logs stand in the test's docstring, and commands are run on it as
from a shell.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from audit_text import log_of
from portalocker import LockFlags, lock

from ledger.book.files.folder import SESSIONS, SETTINGS
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.cli.main import main

THREE_HANDS = """chip 0.25 USD
seats A B C D E F G
hand 1 G h
  play B
  play C
  play E
  play G
  tricks B 1 E 3 G 1
hand 2 A h
  play B
  play E
  play F
  play A
  tricks A 2 B 1 F 2
hand 3 B h
  play C
  play D
  play E
  tricks D 5
"""
"""The worked example of rules.md 5.11."""
A_CARD_THAT_SPARED = """seats Ann Bea Cal
hand 1 Cal 7h
  dealt Ann Ah Kh Qh Ad 4d
  dealt Bea 3h 2s Ks Kd 5d
  play Ann 0
  play Bea 0
  pass Cal
  trick Ann Ah 3h
  trick Ann Kh 2s
  trick Ann Qh 5d
  trick Ann 4d Kd
  trick Bea Ks Ad
"""
"""Ann has three tricks and the ace of diamonds, and leads low to Bea's king."""


def made_once(
    factory: pytest.TempPathFactory,
    name: str,
    make: Callable[[Path], object],
    folder: Path | None = None,
) -> Path:
    """Return a copy of a book that takes its time to be made: the first process of a run that wants
    it makes it for all.

    ``make`` makes the folder ``book`` in a folder that is there. The copy is put into ``folder``,
    or one that stays for the run.
    """
    alone = factory.getbasetemp()
    everybodys = (alone.parent if "PYTEST_XDIST_WORKER" in os.environ else alone) / f"once-{name}"
    with everybodys.with_suffix(".lock").open("w") as waiting:
        lock(waiting, LockFlags.EXCLUSIVE)
        if not everybodys.exists():
            making = factory.mktemp(f"making-{name}")
            make(making)
            making.rename(everybodys)
    return Path(shutil.copytree(everybodys / "book", (folder or factory.mktemp(name)) / "book"))


def book_of_samples(factory: pytest.TempPathFactory, folder: Path | None = None) -> Path:
    """Return a book of the samples at which nobody has looked: whoever looks at its prices makes
    the book work them out.
    """
    return made_once(
        factory,
        "samples",
        lambda here: import_files(here / "book", [sample_folder()], ImportOptions()),
        folder,
    )


def jpeg(width: int = 96, height: int = 96, more: bytes = b"") -> bytes:
    """Return a picture of that size as far as its head tells; there are no pixels in it."""
    size = height.to_bytes(2) + width.to_bytes(2)
    return (
        b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08"
        + size
        + b"\x01\x01\x11\x00"
        + more
        + b"\xff\xd9"
    )


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
        """Bring logs in; what their first lines do not say of the header is filled in
        (``audit_text.HEADER``).

        The cases of a test begin with the same: what comes into a book that has nothing yet is
        brought in once, and copied.
        """
        if not logs:
            return
        nothing_yet = {path.name for path in self.folder.rglob("*")} == {
            ".gitignore",
            SESSIONS,
            SETTINGS,
        }
        begun = ((self.folder / SETTINGS).read_text("utf-8") if nothing_yet else "", logs)
        if nothing_yet and begun in _BEGUN:
            shutil.copytree(_BEGUN[begun], self.folder, dirs_exist_ok=True)
            return
        paths = []
        for at, text in enumerate(logs):
            paths.append(self.folder.parent / f"incoming-{at}.bourre")
            paths[-1].write_text(log_of(text), "utf-8")
        done = import_files(self.folder, paths, ImportOptions())
        assert not done.refused
        for path in paths:
            path.unlink()
        if nothing_yet:
            _BEGUN[begun] = Path(
                shutil.copytree(self.folder, Path(mkdtemp(dir=self.folder.parents[1]), "book"))
            )

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

    def put(self, text: str, name: str = "incoming.bourre") -> str:
        """Write a file beside the book and return its path."""
        path = self.folder.parent / name
        path.write_text(text, "utf-8")
        return str(path)

    def balances(self) -> dict[str, str]:
        """Return what everybody is owed; for a book of one currency."""
        return {one["player"]: one["amount"] for one in self.json("owes")["balances"]}

    def payments(self) -> str:
        """Return the text of the payments file; an empty one if there is none."""
        path = self.folder / "payments.bourre"
        return path.read_text("utf-8") if path.exists() else ""

    def log(self, session: str = "friday") -> str:
        """Return the text of a session's log."""
        return (self.folder / "sessions" / f"{session}.bourre").read_text("utf-8")


_BEGUN: dict[tuple[str, tuple[str, ...]], Path] = {}
"""Books as they were when logs had just been brought in, by their settings before and by
the logs.
"""


def flat(text: str) -> str:
    """Return what was printed on one line."""
    return " ".join(text.split())


def logs_in(docstring: str | None) -> list[str]:
    """Return the logs of a docstring, a line ``---`` between two of them; one that begins with
    words has none.
    """
    if docstring is None or not docstring.startswith("\n"):
        return []
    return [part for part in re.split(r"^ *---\n", docstring, flags=re.MULTILINE) if part.strip()]
