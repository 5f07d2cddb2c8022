"""The standard streams of the program: there, whoever started it, and what cannot be printed ends in words."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import Final

_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO})
"""What a disk answers that takes no more."""
_LAST: Final = 2
"""The number of standard error."""


def prepare() -> None:
    """Open a stream that was closed, to nowhere, and print what a terminal cannot show as ``?``."""
    if not (sys.stdin and sys.stdout and sys.stderr):
        # Files that are opened later would get the free numbers: a database in the place of standard output would have
        # in it whatever a library prints.
        number = os.open(os.devnull, os.O_RDWR)
        while number <= _LAST:
            number = os.open(os.devnull, os.O_RDWR)
        os.close(number)
        sys.stdin = sys.stdin or os.fdopen(0)
        sys.stdout = sys.stdout or os.fdopen(1, "w")
        sys.stderr = sys.stderr or os.fdopen(2, "w")
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # suits on a terminal that has none must not end in a traceback
            stream.reconfigure(errors="replace")


def is_of_printing(error: OSError) -> bool:
    """True for an error that came when something was printed, and not from a file that has a name."""
    return error.filename is None and error.errno in _NO_ROOM


def fall_silent() -> None:
    """Let whatever is still to be printed go nowhere: Python prints the rest of it at its end."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
