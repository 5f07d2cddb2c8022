"""The standard streams of the program: open however it was started, and errors of printing become messages."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Final

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO})
"""The errors of a disk that is full or fails."""
_LAST: Final = 2
"""The file descriptor of standard error."""


def prepare() -> None:
    """Open closed streams to the null device, and print ``?`` for what a terminal cannot show."""
    if not (sys.stdin and sys.stdout and sys.stderr):
        # Files opened later would get the free descriptors: a database in the place of standard output would receive
        # whatever a library prints.
        number = os.open(os.devnull, os.O_RDWR)
        while number <= _LAST:
            number = os.open(os.devnull, os.O_RDWR)
        os.close(number)
        sys.stdin = sys.stdin or os.fdopen(0)
        sys.stdout = sys.stdout or os.fdopen(1, "w")
        sys.stderr = sys.stderr or os.fdopen(2, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # card suits on a terminal that has none must not end in a traceback
            stream.reconfigure(errors="replace")


def is_of_printing(error: OSError) -> bool:
    """True for an error of printing, rather than of a named file."""
    return error.filename is None and error.errno in _NO_ROOM


def fall_silent() -> None:
    """Discard what is still to be printed: Python would flush it when it exits, and fail again."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
