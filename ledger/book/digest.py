"""The SHA-256 of files, read again only when a file may have changed since."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Final

SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a change of a file has certainly changed its times too, whatever the clock of the disk."""

Stamp = tuple[int, int, int, int, int]

_KNOWN: Final[dict[Path, tuple[Stamp, bytes]]] = {}


def digest(path: Path) -> bytes:
    """Return the SHA-256 of a file. A program that runs for long asks the disk for it only where the file was touched."""
    with path.open("rb") as file:
        stamp = stamp_of(os.fstat(file.fileno()))
        known = _KNOWN.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        found = hashlib.file_digest(file, "sha256").digest()
    if time.time_ns() - max(stamp[3:]) > SETTLED:
        _KNOWN[path] = (stamp, found)
    return found


def stamp_of(status: os.stat_result) -> Stamp:
    """Return what changes when a file does: device, number, size, time of change of content and of anything."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
