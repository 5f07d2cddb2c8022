"""Files on disk: the logs under a path, and writing one so that it is never half written."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ledger.errors import UserError

SUFFIX = ".bourre"


class LogError(UserError):
    """A file that cannot be used at all: its name, what is wrong and what to do about it."""

    def __init__(self, file: str, message: str, remedy: str = "") -> None:
        super().__init__(f"{file}: {message}", remedy)
        self.file = file


def find_logs(paths: Iterable[str | Path]) -> list[Path]:
    """Return the logs at ``paths``, each once, sorted: a file is taken whatever its name, a folder is searched for ``*.bourre``.

    Links to folders inside a folder are not followed. Raises LogError for a path that does not exist.
    """
    found: set[Path] = set()
    for path in map(Path, paths):
        if path.is_dir():
            for folder, _, names in os.walk(path, onerror=_refuse):
                found.update(Path(folder, name) for name in names if name.endswith(SUFFIX))
        elif path.exists():
            found.add(path)
        else:
            raise LogError(str(path), "there is no such file or folder", "check the spelling of the path")
    return sorted(found)


def write_atomically(path: str | Path, data: str | bytes) -> None:
    """Replace the file at ``path`` by ``data`` in one step: readers see the old file or the new one, never a part.

    Permissions are kept and links followed. Raises LogError if the folder cannot be written.
    """
    target = os.path.realpath(path)
    content = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    try:
        _replace(target, content)
    except OSError as error:
        raise LogError(
            str(path), f"it cannot be written: {error.strerror or error}", "check the folder's permissions and free space"
        ) from error


def _replace(target: str, content: bytes) -> None:
    folder = os.path.dirname(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(target)[:100]}.", suffix=".new", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.chmod(temporary, _permissions(target))
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
    _sync_folder(folder)


def _permissions(target: str) -> int:
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: str) -> None:
    """Make the new name survive a power cut; some systems cannot open a folder, and then it is up to them."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _refuse(error: OSError) -> None:
    raise LogError(str(error.filename), f"the folder cannot be read: {error.strerror or error}", "check its permissions")
