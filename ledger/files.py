"""Files on disk: the logs under a path, and writing one so that it is never half written."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from ledger.errors import ON_WINDOWS, UserError

SUFFIX: Final = ".bourre"  # how the names of logs and payments files end
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""A cell of a CSV file that begins with one of these may be taken for a formula: it gets an
apostrophe in front.
"""
PARQUET: Final = ".parquet"  # how the names of Parquet files end
PAYMENTS_FILE: Final = "payments.bourre"  # how the payments file of a book is called
PRIVATE: Final = 0o600  # the permissions of a file that only its owner may read and write
BYTES_OF_A_HAND: Final = {SUFFIX: 200, PARQUET: 50}  # about, where all is written down


class LogError(UserError):
    """A file that cannot be used at all: its name, what is wrong and what to do about it."""

    def __init__(self, file: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{file}: {message}", remedy)
        self.file = file


def find_logs(paths: Iterable[str | Path], suffixes: tuple[str, ...] = (SUFFIX,)) -> list[Path]:
    """The logs at ``paths``, each once, sorted: a file is taken whatever its name, a folder is
    searched for ``suffixes``.

    Links to folders inside a folder are not followed. Raises LogError for a path that does not
    exist, for an empty one, which a shell makes of a variable that is not set, and for a pipe in a
    folder, which would keep us waiting for ever.
    """
    found: set[Path] = set()
    for word in paths:
        path = Path(word)
        if not str(word):
            raise LogError(
                "''", "there is no file without a name", "check the words of the command"
            )
        if path.is_dir():
            for folder, _, names in os.walk(path, onerror=_refuse):
                inside = [Path(folder, name) for name in names if name.endswith(suffixes)]
                pipe = next((one for one in inside if one.is_fifo()), None)
                if pipe is not None:
                    raise LogError(str(pipe), "not a regular file", "move it out of the folder")
                found.update(inside)
        elif path.exists():
            found.add(path)
        else:
            raise LogError(
                str(path), "there is no such file or folder", "check the spelling of the path"
            )
    return sorted(found)


def hands_about(path: str | Path) -> int:
    """How many hands a file may have, by its size alone.

    0 if it cannot be opened; reading it reports the error.
    """
    path = Path(path)
    with contextlib.suppress(OSError):
        return path.stat().st_size // BYTES_OF_A_HAND[PARQUET if path.suffix == PARQUET else SUFFIX]
    return 0


def write_atomically(path: str | Path, data: str | bytes, *, private: bool = False) -> None:
    """Replace the file at ``path`` by ``data`` in one step: readers see the old file or the new
    one, never a part.

    Permissions are kept, unless the file is ``private``: only its owner may read that. Links are
    followed. Raises LogError if the folder cannot be written.
    """
    content = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    with replacing(path, private=private) as file:
        file.write(content)


@contextlib.contextmanager
def replacing(path: str | Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Give a file to write to, which takes the place of the one at ``path`` in one step once it is
    whole.

    If anything is raised, the old file stays. Permissions are kept, unless the file is ``private``:
    only its owner may read that. Links are followed. Raises LogError if the file or its folder
    cannot be written.
    """
    try:
        with _temporary(Path(path).resolve(), private=private) as file:
            yield file
    except OSError as error:
        raise not_written(path, error) from error


def not_written(path: str | Path, error: OSError) -> LogError:
    """What is said of a file or folder that cannot be written."""
    here = Path(path).resolve().parent.is_dir()
    remedy = (
        "check the folder's permissions and free space"
        if here
        else f"make the folder {Path(path).parent} first"
    )
    if ON_WINDOWS and isinstance(error, PermissionError) and Path(path).exists():
        remedy = (
            "close it in other programs, or wait until a sync is done with it; check its "
            "permissions"
        )
    return LogError(str(path), f"cannot be written: {error.strerror or error}", remedy)


@contextlib.contextmanager
def _temporary(target: Path, *, private: bool) -> Iterator[BinaryIO]:
    import tempfile  # noqa: PLC0415 - most commands write no file, and it brings random and more with it

    handle, name = tempfile.mkstemp(
        prefix=f".{target.name[:60]}.", suffix=".new", dir=target.parent
    )
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            temporary.chmod(PRIVATE if private else _permissions(target))
            os.fsync(file.fileno())
        put_in_place(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def put_in_place(new: Path, target: Path) -> None:
    """Rename a file to ``target``, which it replaces.

    Windows refuses that while another program has the old file open, as a virus scanner or a sync
    has it for a moment.
    """
    for wait in _WAITS if ON_WINDOWS else ():
        with contextlib.suppress(PermissionError):
            new.replace(target)
            return
        time.sleep(wait)
    new.replace(target)


_WAITS: Final = (0.05, 0.1, 0.2, 0.4, 0.8)


def _permissions(target: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def sync_folder(folder: Path) -> None:
    """Make a new name in a folder survive a power cut.

    A system that cannot open a folder sees to that itself, and so do some disks.
    """
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
    finally:
        os.close(handle)


def _refuse(error: OSError) -> None:
    message = f"the folder cannot be read: {error.strerror or error}"
    raise LogError(str(error.filename), message, "check its permissions") from error


_URL: Final = re.compile(r"[a-z][a-z0-9+.-]+://")


def is_remote(place: str) -> bool:
    """True for a place that is not on a disk of this machine."""
    return _URL.match(place) is not None
