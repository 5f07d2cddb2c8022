"""Luck and prices worked out in the background: one process for a book, after everything else that
the machine does.

``python -m ledger.book.prices.background FOLDER PART`` goes on until every evening that is over is
worked out. It ends when its standard input does, so that it never outlives the program that began
it; whoever begins next goes on where it was.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

from portalocker import LockException, LockFlags, lock

from ledger.book.files.folder import logs_with_drafts
from ledger.book.prices.pricing import TABLE, price_all
from ledger.errors import UserError

SWITCH: Final = "BOURRE_PRICING"
"""The variable that leaves this out if it is ``asked``: luck and prices are then worked out only
when somebody asks.
"""
# locked by the process while it is at work; its content means nothing
PRICING_FILE: Final = ".pricing"
_begun: Final[dict[Path, subprocess.Popen[bytes]]] = {}  # the processes of this program, by book


def begin_pricing(folder: Path, part: str = TABLE) -> bool:
    """Have a part worked out in the background, unless a process is at it; False if there can be
    none.

    There is none for a book on a disk that cannot be written, where it was switched off, and once
    one has ended with an error.
    """
    if only_when_asked():
        return False
    mine = _begun.get(folder)
    if mine is not None and mine.poll() is None:
        return True
    if (mine is not None and mine.returncode) or not os.access(folder, os.W_OK):
        return False
    command = [sys.executable, "-P", "-m", __name__, str(folder), part]
    with suppress(OSError):
        _begun[folder] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # noqa: S603 - ourselves
        return True
    return False


def only_when_asked() -> bool:
    """True where luck and prices are to be worked out only when somebody asks."""
    return os.environ.get(SWITCH) == "asked"


def main(folder: str, part: str) -> str | None:
    """Work out what is missing of a part, unless another process does.

    Returns why it failed, if it did.
    """
    Thread(target=_end_with_starter, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(19)
    book = Path(folder)
    try:
        with (book / PRICING_FILE).open("ab") as mine:
            lock(mine, LockFlags.EXCLUSIVE | LockFlags.NON_BLOCKING)
            for _ in price_all(book, part, without=partial(logs_with_drafts, book)):
                pass
    except LockException:
        return None
    except (UserError, OSError) as error:
        return f"luck and prices: {error}"
    return None


def _end_with_starter() -> None:
    """End at once, as if killed: what was not entered yet is worked out again."""
    with suppress(OSError):
        while os.read(0, 1):
            pass
    os._exit(0)


if __name__ == "__main__":
    failed = main(*sys.argv[1:])
    sys.stderr.write(f"{failed}\n" if failed else "")
    sys.stderr.flush()
    # with a thread still waiting, DuckDB would complain of what it leaves
    os._exit(1 if failed else 0)
