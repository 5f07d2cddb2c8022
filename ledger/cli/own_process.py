"""What a process does otherwise that runs one command and ends: a third of a short command would go into what it never needs."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress
from typing import Final, NoReturn

from ledger.without_pandas import do_without_pandas

OBJECTS: Final = 50_000
"""New objects before Python looks for those that nobody can reach any more; by itself it does so some hundred times in the
second that the modules of a command take to load, and finds nothing."""


def prepare() -> None:
    """Make this process one that runs a command and ends."""
    do_without_pandas()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts one for each core, for products that we never ask for
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])


def leave(status: int) -> NoReturn:
    """End this process with an exit status, and leave it to the system to free the memory.

    Python would free each object by itself, which takes a tenth of a short command. Whatever asked to be called at the end is
    called, and what was printed is written; if a thread is still at work the process ends as usual, once it is done.
    """
    if threading.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()  # noqa: SLF001 - nothing public does this
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # then it was told already, or nobody can be told
            stream.flush()
    os._exit(status)
