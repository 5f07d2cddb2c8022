"""Which program it is: a digest of sources, so that what was made by other ones is known and made anew."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


@cache
def digest_of(rooms: tuple[str, ...]) -> str:
    """The digest of the sources of some rooms: another one as soon as a line of them is.

    Sources are read once a process, which takes a few milliseconds. A program that was installed without them has
    ``.pyc`` files in their places, and is known by those.
    """
    found = blake2b(digest_size=16)
    for path in sources_of(rooms):
        content = path.read_bytes()
        found.update(f"{path.relative_to(_PACKAGE).as_posix()} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def sources_of(rooms: tuple[str, ...]) -> list[Path]:
    """The files of some rooms, and the modules beside the rooms, in an order that is the same everywhere."""
    loose = [path for path in _PACKAGE.iterdir() if path.is_file()]
    inside = [
        Path(folder, name)
        for room in rooms
        for folder, _, names in os.walk(_PACKAGE / room)
        if not folder.endswith("__pycache__")
        for name in names
    ]
    found = sorted(path for path in (*loose, *inside) if path.suffix in {".py", ".pyc", ".sql", ".parquet"})
    assert any(path.suffix != ".sql" for path in found), "a program in one file cannot tell what made its results"
    return found
