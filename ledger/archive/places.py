"""Files of an archive: on this machine, or wherever fsspec reaches (``s3://…`` and the like)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX, LogError, find_logs, is_remote, not_written, replacing


class Stored(NamedTuple):
    """A file of an archive: its place, its name within the archive, and its size in bytes."""

    place: str
    name: str
    size: int


def whole(place: str) -> str:
    """A place as an absolute path, which other machines with the same disks understand too."""
    return place.rstrip("/") if is_remote(place) else str(Path(place).absolute())


def files_at(place: str) -> list[Stored]:
    """The Parquet files of an archive, by name: those in a folder at any depth, or the single file
    at ``place``.

    Raises UserError if there are none, and if there are logs, which the sums would leave out.
    """
    found = _remote_files(place) if is_remote(place) else _local_files(Path(place))
    logs = [file.name for file in found if file.name.endswith(SUFFIX)]
    if logs:
        raise UserError(
            f"an archive is of Parquet files, and {logs[0]} is a log",
            f"bourre convert {place} OUT{PARQUET}",
        )
    if not found:
        raise UserError(f"there are no Parquet files in {place}", f"their names end in {PARQUET}")
    return found


def _local_files(root: Path) -> list[Stored]:
    paths = find_logs([root], (PARQUET, SUFFIX))
    names = [path.relative_to(root).as_posix() if path != root else path.name for path in paths]
    return sorted(
        Stored(whole(str(path)), name, path.stat().st_size)
        for path, name in zip(paths, names, strict=True)
    )


def _remote_files(root: str) -> list[Stored]:
    with _told(root):
        system, base = _system(root)
        base = base.rstrip("/")
        found = system.find(base, detail=True)
        return sorted(
            Stored(
                system.unstrip_protocol(key),
                key.removeprefix(base).strip("/") or key.rpartition("/")[2],
                info["size"],
            )
            for key, info in found.items()
            if key.endswith((PARQUET, SUFFIX))
        )


def names_below(folder: str) -> list[str]:
    """The names of the Parquet files below a folder; none if the folder does not exist."""
    if is_remote(folder):
        return [file.name for file in _remote_files(folder)]
    root = Path(folder)
    return sorted(path.relative_to(root).as_posix() for path in root.rglob(f"*{PARQUET}"))


@contextmanager
def local_copy(place: str) -> Iterator[Path]:
    """The path of a file on this machine: itself, or a temporary copy.

    Raises LogError if it cannot be read.
    """
    if not is_remote(place):
        yield Path(place)
        return
    import tempfile  # noqa: PLC0415 - it brings much with it

    with tempfile.TemporaryDirectory(prefix="bourre-") as folder:
        copy = Path(folder, place.rpartition("/")[2])
        with _told(place):
            system, key = _system(place)
            system.get_file(key, str(copy))
        yield copy


@contextmanager
def storing(place: str) -> Iterator[BinaryIO]:
    """A file to write to, which appears at ``place`` once it is complete.

    Raises LogError if it cannot be written.
    """
    if not is_remote(place):
        try:
            Path(place).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise not_written(place, error) from error
        with replacing(place) as file:
            yield file
        return
    import tempfile  # noqa: PLC0415 - it brings much with it

    with tempfile.NamedTemporaryFile(prefix="bourre-", suffix=PARQUET) as file:
        yield file  # type: ignore[misc]  # a wrapper that has all that a BinaryIO has
        file.flush()
        with _told(place):
            system, key = _system(place)
            system.put_file(file.name, key)  # a store shows an object only once it is complete


def said_in(place: str, key: bytes) -> dict[str, Any]:
    """The metadata of a Parquet file of ours under a key.

    Raises whatever stores and damaged files raise.
    """
    import pyarrow.parquet as pq  # noqa: PLC0415 - to ask whether a place is far away takes no Arrow

    system, name = _system(place) if is_remote(place) else (None, place)
    with Path(place).open("rb") if system is None else system.open(name, "rb") as file:
        found: dict[str, Any] = json.loads(pq.read_metadata(file).metadata[key])
    return found


def remove(place: str) -> None:
    """Delete a file. Raises LogError if that fails."""
    with _told(place):
        if is_remote(place):
            system, key = _system(place)
            system.rm_file(key)
        else:
            Path(place).unlink(missing_ok=True)


def _system(place: str) -> tuple[Any, str]:
    """The fsspec file system for a place, and the path within it.

    Raises UserError if a package is missing.
    """
    scheme = place.partition(":")[0]
    try:
        from fsspec.core import url_to_fs  # noqa: PLC0415 - only for what is far away

        # No cached listings: another worker may have written since.
        system, key = url_to_fs(place, use_listings_cache=False)
    except (ImportError, ValueError) as error:
        package = "s3fs" if scheme == "s3" else f"the package of fsspec for {scheme}"
        raise UserError(
            f"{scheme}:// needs {package}, which is not installed here", f"pip install {package}"
        ) from error
    return system, str(key)


@contextmanager
def _told(place: str) -> Iterator[None]:
    """Raise LogError for whatever a store raises: stores have errors of their own, without a common
    base.
    """
    try:
        yield
    except UserError:
        raise
    except FileNotFoundError as error:
        raise LogError(place, "there is no such file or folder", "check the spelling") from error
    except Exception as error:
        raise LogError(
            place, f"the store says: {error}", "check its address, the names and the permissions"
        ) from error
