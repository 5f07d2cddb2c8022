"""A copy of a book, to try things on without touching it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from ledger.book.folder import DATABASE, PAYMENTS, SESSIONS, SETTINGS
from ledger.book.lock import LOCK_FILE, reading
from ledger.book.settings import read_settings
from ledger.errors import UserError


@contextmanager
def copied(folder: Path, waiting: Callable[[], None] | None = None) -> Iterator[Path]:
    """Give a temporary copy of the book at ``folder``, an empty folder if there is none yet; nothing is written to the book.

    Raises UserError for settings that cannot be used, and if there is no room for the copy.
    """
    read_settings(folder / SETTINGS)  # so that what is wrong with them is told with their own path
    with TemporaryDirectory(prefix="bourre-") as temporary:
        copy = Path(temporary) / (folder.resolve().name or "book")
        copy.mkdir()
        # A book that was never locked has no files for it, and must not get any.
        with reading(folder, waiting) if (folder / LOCK_FILE).exists() else nullcontext():
            try:
                _copy(folder, copy)
            except (OSError, shutil.Error) as error:
                raise UserError(f"{folder}: it cannot be copied to try this on: {error}", "check free space") from error
        yield copy


def _copy(folder: Path, copy: Path) -> None:
    if (folder / SESSIONS).is_dir():
        shutil.copytree(folder / SESSIONS, copy / SESSIONS)
    for name in (SETTINGS, PAYMENTS, DATABASE, f"{DATABASE}.wal"):
        if (folder / name).exists():
            shutil.copyfile(folder / name, copy / name)
