"""What a process does otherwise that runs one command and ends: a third of a short command would go into what it never needs."""

from __future__ import annotations

import gc
import os
from typing import Final

from ledger.without_pandas import do_without_pandas

OBJECTS: Final = 50_000
"""New objects before Python looks for those that nobody can reach any more; by itself it does so some hundred times in the
second that the modules of a command take to load, and finds nothing."""


def prepare() -> None:
    """Make this process one that runs a command and ends."""
    do_without_pandas()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts one for each core, for products that we never ask for
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])
