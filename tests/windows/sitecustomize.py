"""Takes away from a process, and from those that it starts, what Windows does not have: put this
folder on PYTHONPATH.

Modules and functions of POSIX are gone, a file that is open is not replaced or removed, no folder
is opened, and whoever reads a file without saying its encoding is told. The locks of files stay:
those are another library's to translate.
"""

from __future__ import annotations

import asyncio  # noqa: F401 - these know both kinds of system, and must see the one that they are on
import multiprocessing.util  # noqa: F401
import os
import shutil
import subprocess  # noqa: F401
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import portalocker  # noqa: F401

MODULES = (
    "resource",
    "fcntl",
    "pwd",
    "grp",
    "termios",
    "tty",
    "pty",
    "syslog",
    "curses",
    "readline",
)
FUNCTIONS = (
    "fork",
    "sched_getaffinity",
    "sched_yield",
    "getuid",
    "geteuid",
    "getpgid",
    "killpg",
    "setsid",
    "mkfifo",
)


def open_in_this_process(path: str) -> bool:
    """True for the path of a file, not of a folder, that this process has open."""
    real = Path(path).resolve()
    opened = set()
    for link in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            opened.add(link.readlink())
    return real in opened and not real.is_dir()


def refusing(change: Callable[..., None]) -> Callable[..., None]:
    def changed(*paths: str, **rest: object) -> None:
        for path in paths:
            if open_in_this_process(path):
                raise PermissionError(
                    13,
                    (
                        "The process cannot access the file because it is being used by another "
                        "process"
                    ),
                    path,
                )
        change(*paths, **rest)

    return changed


def opening(path: str, *rest: int, _open: Callable[..., int] = os.open, **more: int) -> int:
    if Path(path).is_dir():
        raise PermissionError(13, "Permission denied", path)
    return _open(path, *rest, **more)


for module in MODULES:
    sys.modules[module] = None  # type: ignore[assignment]
for function in FUNCTIONS:
    delattr(os, function)
os.supports_dir_fd.clear()
tempfile.TemporaryFile = tempfile.NamedTemporaryFile
shutil._use_fd_functions = False
for name in ("replace", "rename", "unlink", "remove"):
    setattr(os, name, refusing(getattr(os, name)))
os.open = opening
warnings.filterwarnings("ignore", category=EncodingWarning)
warnings.filterwarnings("error", category=EncodingWarning, module=r"(ledger|dashboard)\b")
