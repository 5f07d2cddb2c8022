"""The formats of exports: one table, from which ``bourre export`` takes its choices, its help and
its writers.

A new format is a module of this room with a function ``write``, and an entry here.

Where an export goes: a file or folder that appears complete or not at all.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from ledger.errors import UserError
from ledger.files import PARQUET, not_written, sync_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Export(NamedTuple):
    """A book to be exported: its connection, name and folder, and a function to call with how many
    more things were written.
    """

    connection: DuckDBPyConnection
    title: str
    written: Callable[[int], object]
    folder: Path


# what was written, and how much of each, such as ``{"transaction": 12, "account": 5}``
Counts = Mapping[str, int]


class Format(NamedTuple):
    """A format: its name, a few words about it, and the ending of what it writes: a file, or a
    folder of files.

    ``unit`` is what the progress counts. The function ``write`` of ``module``, a module of this
    package, takes an Export and where to write: an open file, or an existing empty folder.
    """

    name: str
    sentence: str
    suffix: str
    unit: str
    module: str
    is_folder: bool = False

    def write(self, export: Export, out: IO[bytes] | Path) -> Counts:
        """Write a book into an open file, or as files into an empty folder; return what was
        written.
        """
        # Import what the format needs only now: every --help reads this table.
        writer: Callable[[Export, IO[bytes] | Path], Counts] = import_module(
            f"ledger.export.{self.module}"
        ).write
        return writer(export, out)


_BEANCOUNT: Final = "a beancount file; bean-check proves its figures"
_HLEDGER: Final = "an hledger journal; hledger check --strict proves its figures"
_TABLES: Final = "a folder with the tables of the book's database"
FORMATS: Final = {
    one.name: one
    for one in (
        Format("beancount", _BEANCOUNT, ".beancount", "transactions", "beancount"),
        Format("hledger", _HLEDGER, ".journal", "transactions", "hledger"),
        Format(
            "csv",
            "a folder of tables for a spreadsheet",
            ".csv",
            "rows",
            "spreadsheets",
            is_folder=True,
        ),
        Format("parquet", _TABLES, PARQUET, "rows", "database_tables", is_folder=True),
    )
}
"""By name, in the order in which the help lists them."""


# --- Where an export goes -------------------------------------------------------------------------
def require_free_file(out: Path, *, force: bool) -> None:
    """Raise UserError if ``out`` is a folder, or exists and ``force`` is False."""
    if out.is_dir():
        raise UserError(f"{out} is a folder", "this format is one file: give it a name of its own")
    if out.exists() and not force:
        raise UserError(f"{out} is there already", "use --force to replace it, or another name")


def require_free_folder(out: Path, suffix: str, *, force: bool) -> None:
    """Raise UserError if a folder of files that end in ``suffix`` may not be put at ``out``.

    Even ``force`` replaces only such a folder, so that nobody loses anything else.
    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UserError(
            f"{out} is not a folder", "this format is a folder of files: choose another name"
        )
    if not out.exists():
        return
    if not force:
        raise UserError(f"{out} is there already", "use --force to replace it, or another name")
    for entry in sorted(out.iterdir()):
        if entry.suffix != suffix or entry.is_symlink() or not entry.is_file():
            raise UserError(
                f"{out} has something else in it: {entry.name}",
                "choose another folder: this one would be replaced",
            )


@contextlib.contextmanager
def whole_folder(out: Path, suffix: str, *, force: bool) -> Iterator[Path]:
    """An empty folder to fill, which is moved to ``out`` once it is complete; what was there is
    removed then.

    If anything is raised in the meantime, the old folder stays. Raises UserError if it may not or
    cannot be put there.
    """
    try:
        with _beside(out) as fresh:
            yield fresh
            for file in fresh.iterdir():
                with file.open("rb+") as handle:
                    os.fsync(handle.fileno())
            sync_folder(fresh)
            require_free_folder(out, suffix, force=force)
            _put(fresh, out)
    except OSError as error:
        raise not_written(out, error) from error


def put_files(out: Path, suffix: str, files: Mapping[str, str], *, force: bool) -> None:
    """Write a folder of text files, given by name; names end in ``suffix``.

    Raises UserError if ``out`` may not be replaced.
    """
    require_free_folder(out, suffix, force=force)
    with whole_folder(out, suffix, force=force) as folder:
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8", newline="")


def file_names(titles: Iterable[str], suffix: str) -> list[str]:
    """A file name for each title, all different, even on disks that ignore case."""
    names: list[str] = []
    taken: set[str] = set()
    for title in titles:
        plain = re.sub(r"[^\w ()'.-]+", "-", title).strip(" .")[:_LONGEST] or "-"
        name, count = plain, 1
        while name.casefold() in taken:
            count += 1
            name = f"{plain}-{count}"
        taken.add(name.casefold())
        names.append(name + suffix)
    return names


# characters of a title in the name of a file: no system takes more than 255 bytes
_LONGEST: Final = 60


@contextlib.contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """An empty folder on the same disk as ``out``; at the end it is removed, unless it was moved,
    with what was put beside it.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix=f".{out.name[:60]}.", suffix=".new", dir=out.parent
    ) as name:
        fresh = Path(name, "whole")
        fresh.mkdir()
        yield fresh


def _put(fresh: Path, out: Path) -> None:
    """Move ``fresh`` to ``out``; a folder in the way is moved aside first, and back if the move
    fails.
    """
    aside = fresh.with_name("old")
    if out.exists():
        out.rename(aside)
    try:
        fresh.rename(out)
    except OSError:
        if aside.exists():
            aside.rename(out)
        raise
    sync_folder(out.parent)
