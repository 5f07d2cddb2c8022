"""Attaches database files to DuckDB for a short time.

To start DuckDB takes longer than most questions to a book, because it registers thousands of functions; to attach a file to a
running one takes a moment. So one that is no longer used is kept for the next question.
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
"""The name of an attached file in SQL. It is the default, so queries need not mention it."""

_OFFLINE: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}


@dataclass(slots=True)
class _Attached:
    """A file that is attached, and how many use it: within a program, several can read it at once."""

    root: DuckDBPyConnection
    read_only: bool
    users: int = 1
    sound: bool = True
    """False after an error: DuckDB may have invalidated everything it has open."""


_guard: Final = Lock()
_attached: Final[dict[Path, _Attached]] = {}
_idle: Final[list[DuckDBPyConnection]] = []
"""What is kept for the next question, at most one."""


@contextmanager
def attached(path: Path, *, read_only: bool) -> Iterator[DuckDBPyConnection]:
    """Give a connection to the database at ``path``; unless it is ``read_only``, it is made if it is not there.

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
    with suppress(duckdb.Error):  # nothing is lost: what was written is in DuckDB's log
        if one.sound and not _idle and not _spill(path).exists():
            one.root.execute(f"DETACH {NAME}")
            _idle.append(one.root)
            return
    one.root.close()


def _spill(path: Path) -> Path:
    """The folder for data that does not fit into memory: beside the database, where DuckDB itself would put it."""
    return path.with_name(f"{path.name}.tmp")


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def _close() -> None:
    with _guard:
        while _idle:
            _idle.pop().close()


atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_close)  # a forked child would inherit it without its threads
