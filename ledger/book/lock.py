"""Who may use a book now: many readers at a time, or one writer, across processes and threads.

Two small files in the folder of the book carry the locks. ``.turn`` is a door for one: whoever waits for the book
waits in the door, and everybody else queues before it, so readers and writers are served in the order in which they
came and neither can starve the other. ``.lock`` is the lock itself, shared by readers and held alone by a writer. The door
is free again as soon as its holder has the lock, before the work begins: readers that follow one another read together.

The system gives back the locks of a process that ends, however it ends; the files stay and mean nothing by themselves.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from io import FileIO
from pathlib import Path
from threading import Timer, local
from typing import Final

from portalocker import AlreadyLocked, LockException, LockFlags, lock, unlock

from ledger.errors import UserError

TURN_FILE: Final = ".turn"
LOCK_FILE: Final = ".lock"
PATIENCE: Final = 1.0
"""Seconds of waiting before it is worth a word."""


class _Mine(local):
    """The locks that this thread holds, by device and number of their file."""

    def __init__(self) -> None:
        self.held: set[tuple[int, int]] = set()


_MINE: Final = _Mine()


def reading(folder: Path, waiting: Callable[[], None] | None = None) -> AbstractContextManager[None]:
    """Hold the book in ``folder`` for reading: others may read, nobody writes.

    ``waiting`` is called once, from another thread, if the book is not free within about a second. In a folder that we
    may not write a reader locks what is there, or nothing if nobody has ever locked it. Raises UserError for a
    folder that is missing or cannot be locked, and RuntimeError if this thread holds the book already: it would
    wait for itself.
    """
    return _holding(folder, LockFlags.SHARED, waiting)


def writing(folder: Path, waiting: Callable[[], None] | None = None, *, patient: bool = True) -> AbstractContextManager[None]:
    """Hold the book in ``folder`` alone. ``waiting`` and errors are as with ``reading``; UserError also if it is read-only.

    Without ``patient``, a book that is not free is a UserError.
    """
    return _holding(folder, LockFlags.EXCLUSIVE, waiting, patient=patient)


@contextmanager
def _holding(folder: Path, kind: LockFlags, waiting: Callable[[], None] | None, *, patient: bool = True) -> Iterator[None]:
    with _opened(folder, LOCK_FILE, kind) as main:
        if main is None:
            yield
            return
        held = _MINE.held
        status = os.fstat(main.fileno())
        this = (status.st_dev, status.st_ino)
        if this in held:
            raise RuntimeError(f"{folder}: this thread holds the book already")
        with _opened(folder, TURN_FILE, kind) as turn:
            # A reader that may not write here cannot close the door on others, and goes past it.
            door = [(turn, LockFlags.EXCLUSIVE)] if turn and turn.writable() else []
            try:
                _take([*door, (main, kind)], waiting, patient=patient)
            except LockException as error:
                message = f"{folder}: the book cannot be locked: {error.__cause__ or error}"
                raise UserError(message, "keep the book on a disk that supports file locks") from error
            for file, _ in door:
                unlock(file)
        _check_in_place(main, folder)
        held.add(this)
        try:
            yield
        finally:
            held.discard(this)
            unlock(main)  # not only closed: a child process may have been given the file too
            _step_aside()  # or we might be back at the door before whoever waits there has woken up


def _check_in_place(main: FileIO, folder: Path) -> None:
    """Raise UserError if the book was removed while we waited: others would lock another file than ours."""
    try:
        if os.path.samestat(os.fstat(main.fileno()), (folder / LOCK_FILE).stat()):
            return
    except OSError:
        pass
    raise UserError(f"{folder}: the book was removed while waiting for it", "try again")


def _opened(folder: Path, name: str, kind: LockFlags) -> AbstractContextManager[FileIO | None]:
    """Open one of the two files, making it if need be. Every time anew: the system keeps locks by opened file, not by thread.

    None if there is no such file and a reader cannot make it.
    """
    path = folder / name
    try:
        return FileIO(path, "r+", opener=_create)
    except OSError as error:
        if not folder.is_dir():
            raise UserError(f"{folder}: there is no such folder", "check the spelling of the path") from error
        if kind is LockFlags.EXCLUSIVE:
            message = f"{path}: cannot be written: {error.strerror or error}"
            raise UserError(message, "check the permissions of the folder") from error
    try:
        return FileIO(path)
    except FileNotFoundError:
        return nullcontext()
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}", "check its permissions") from error


_step_aside: Final = os.sched_yield if hasattr(os, "sched_yield") else partial(time.sleep, 0)


def _create(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_CREAT, 0o666)


def _take(steps: list[tuple[FileIO, LockFlags]], waiting: Callable[[], None] | None, *, patient: bool) -> None:
    """Take the locks in order; wait for the first that is not free, and from then on for each."""
    for place, (file, kind) in enumerate(steps):
        try:
            lock(file, kind | LockFlags.NON_BLOCKING)
        except AlreadyLocked:
            if not patient:
                raise
            with _notice(waiting) if waiting else nullcontext():
                for busy, its_kind in steps[place:]:
                    _wait_for(busy, its_kind)
            return


def _wait_for(file: FileIO, kind: LockFlags) -> None:
    """Let the system wait instead of polling; only Windows may return without the lock, and is asked again."""
    while True:
        try:
            return lock(file, kind)
        except AlreadyLocked:
            continue


@contextmanager
def _notice(waiting: Callable[[], None]) -> Iterator[None]:
    timer = Timer(PATIENCE, waiting)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
