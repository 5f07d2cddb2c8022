"""Database files attached to DuckDB for a moment.

To start DuckDB takes longer than most questions to a book, for the thousands of functions that it has to enter; to attach a
file to one that runs takes a moment. So one that nobody uses any more is kept for whoever asks next.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

import duckdb
from duckdb import DuckDBPyConnection

from ledger.errors import UserError

NAME: Final = "book"
"""What an attached file is called in SQL; nobody needs to say it."""

_OFFLINE: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@dataclass(slots=True)
class _Attached:
    """A file that is attached, and how many use it: in one program several may read it at a time."""

    root: DuckDBPyConnection
    read_only: bool
    users: int = 1
    sound: bool = True
    """False after an error: DuckDB may have given up on all that it has open."""


_guard: Final = Lock()
_attached: Final[dict[Path, _Attached]] = {}
_idle: Final[list[DuckDBPyConnection]] = []
"""One at most."""


@contextmanager
def attached(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Give a connection to the database at ``path``, which is made if it is not there and not only read.

    Raises ``duckdb.Error`` for whatever is wrong with it.
    """
    here = path.absolute()
    with _guard:
        one = _taken(here, read_only=read_only)
    try:
        with one.root.cursor() as connection:
            connection.execute(f"USE {NAME}")
            yield connection
    except UserError:
        raise
    except BaseException:
        one.sound = False
        raise
    finally:
        with _guard:
            _let_go(here, one)


def _taken(path: Path, *, read_only: bool) -> _Attached:
    one = _attached.get(path)
    if one is not None and one.read_only and read_only and one.sound:
        one.users += 1
        return one
    root = _idle.pop() if _idle else duckdb.connect(":memory:", config=_OFFLINE)
    try:
        root.execute(f"SET temp_directory = {_quoted(_spill(path))}")
        root.execute(f"ATTACH {_quoted(path)} AS {NAME} (TYPE duckdb{', READ_ONLY' if read_only else ''})")
    except BaseException:
        root.close()
        raise
    one = _Attached(root, read_only)
    _attached.setdefault(path, one)
    return one


def _let_go(path: Path, one: _Attached) -> None:
    one.users -= 1
    if one.users:
        return
    if _attached.get(path) is one:
        del _attached[path]
    with suppress(duckdb.Error):  # nobody hears of it when DuckDB closes a file either: what was written is in its log
        if one.sound and not _idle and not _spill(path).exists():
            one.root.execute(f"DETACH {NAME}")
            _idle.append(one.root)
            return
    one.root.close()


def _spill(path: Path) -> Path:
    """The folder for what does not fit into memory: beside the database, as if DuckDB had opened it by itself."""
    return path.with_name(f"{path.name}.tmp")


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _close() -> None:
    with _guard:
        while _idle:
            _idle.pop().close()


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_close)  # a child would have it without the threads that it works with
