"""Who has access, according to the book's settings. Every message needs that, so they are reread only if the file changed."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Final

from ledger.book import read_settings
from ledger.book.folder import SETTINGS, book_folder
from ledger.book.settings import REACH, Access
from ledger.errors import UserError

_LOCK: Final = Lock()
_KEPT: Final[dict[Path, tuple[object, Access | None]]] = {}


def is_local() -> bool:
    """True if the server can be reached from this machine alone."""
    return os.environ.get(REACH) == "local"


def access() -> Access | None:
    """Who may look at the book; None if its settings cannot be read. Strangers are not told why."""
    path = book_folder(None).absolute() / SETTINGS
    with _LOCK:
        stamp = _stamp(path)
        kept = _KEPT.get(path)
        if kept is None or stamp is None or kept[0] != stamp:
            kept = (stamp, _read(path))
            _KEPT[path] = kept
        return kept[1]


def _stamp(path: Path) -> object:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _read(path: Path) -> Access | None:
    try:
        return read_settings(path).access
    except UserError:
        return None
