"""A book begins with the first thing that is stored in it: where nothing is, no empty book stays behind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ledger.book.database import remove
from ledger.book.folder import DATABASE, IGNORED, PAYMENTS, SESSIONS, SETTINGS, make_folder, sources
from ledger.book.lock import LOCK_FILE, TURN_FILE, writing
from ledger.errors import UserError

_OURS: Final = (SETTINGS, IGNORED, TURN_FILE, LOCK_FILE)
"""What a new book gets besides its database, whatever is stored in it."""


@contextmanager
def begun(folder: Path) -> Iterator[None]:
    """Make the missing folders of a book; if nothing has been stored in a new one at the end, remove them again.

    Folders and files that were there before stay, and so does what another program stored in the meantime.
    """
    new = [path for path in (folder / SESSIONS, folder, *folder.parents) if not path.exists()]
    made = [folder / name for name in _OURS if not os.path.lexists(folder / name)]
    make_folder(folder)
    try:
        yield
    finally:
        if new:
            with suppress(UserError, OSError):  # an empty folder is no harm, and there may be an error to tell already
                _remove_if_empty(folder, new, made)


def _remove_if_empty(folder: Path, folders: list[Path], files: list[Path]) -> None:
    with writing(folder):  # others waiting for the book are told that it went away
        if sources(folder) or os.path.lexists(folder / PAYMENTS):
            return
        remove(folder / DATABASE)
        for file in files:
            file.unlink(missing_ok=True)
        for path in folders:  # the innermost first; one that has anything in it refuses
            path.rmdir()
