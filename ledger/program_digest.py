"""Which program it is: a digest of sources, so that what was made by other ones is known and made
anew.
"""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent
_BESIDE: Final = ("wording", "workers")  # rooms that every other one may use


@cache
def digest_of(rooms: tuple[str, ...]) -> str:
    """The digest of the sources of some rooms: another one as soon as a line of them is.

    Sources are read once a process, which takes a few milliseconds. A program that was installed
    without them has ``.pyc`` files in their places, and is known by those.
    """
    found = blake2b(digest_size=16)
    for name in sources_of(rooms):
        with open(f"{_PACKAGE}/{name}", "rb", buffering=0) as file:  # noqa: PTH123 - twice as fast as a Path for each of them
            content = file.read()
        found.update(f"{name} {len(content)}\n".encode())
        found.update(content)
    return found.hexdigest()


def sources_of(rooms: tuple[str, ...]) -> list[str]:
    """The files of some rooms, and what all rooms may use, in an order that is the same everywhere.

    Their paths from the package on, in text, with slashes.
    """
    found = [entry.name for entry in os.scandir(_PACKAGE) if entry.is_file()]
    for room in (*_BESIDE, *rooms):
        for folder, _, names in os.walk(_PACKAGE / room):
            if not folder.endswith("__pycache__"):
                inside = Path(folder).relative_to(_PACKAGE).as_posix()
                found += [f"{inside}/{name}" for name in names]
    found = sorted(name for name in found if name.endswith((".py", ".pyc", ".sql", ".parquet")))
    assert any(not name.endswith(".sql") for name in found), (
        "a program in one file cannot tell what made its results"
    )
    return found
