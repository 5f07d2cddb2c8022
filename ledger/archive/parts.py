"""Parts: the result for each file of an archive, stored under a digest of its inputs so that
nothing is worked out twice.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ledger.archive.audited import Done, audited
from ledger.archive.places import files_at, local_copy, names_below, remove, said_in, storing, whole
from ledger.errors import UserError
from ledger.files import PARQUET, is_remote
from ledger.program_digest import digest_of
from ledger.workers import spread

# whole numbers by name, nested to any depth; files are added up name by name
Figures: TypeAlias = dict[str, Any]
AUDIT, INSIGHT = "audit", "insight"  # what can be worked out for an archive
MAKERS: Final = {
    AUDIT: ("game", "log", "hands", "engine", "findings", "money", "archive"),
    INSIGHT: ("game", "log", "hands", "engine", "insight", "simulation", "archive"),
}
"""The packages whose code determines each result: if one changes, the parts are made anew."""

_KEY: Final = b"bourre.part"
_NAMED: Final = 16  # hexadecimal digits of the digest in a part's name
_PART: Final = re.compile(rf"(.+)-[0-9a-f]{{{_NAMED}}}-[0-9a-f]{{{_NAMED}}}\.parquet")
_ONE: Final = threading.Lock()
"""A Dask worker may have several threads: each would hold a file in memory, and they would be no
faster together.
"""


class Piece(NamedTuple):
    """A file to work out: its place, its name in the archive, its size in bytes, the folder of
    parts, what, by which program.
    """

    place: str
    name: str
    size: int
    parts: str
    what: str
    program: str


class Part(NamedTuple):
    """The result for a file: the name of its part within the folder, and that part's metadata.

    ``sessions`` are digests of the ids of its sessions. ``is_new`` is False if the part existed
    already. If the file could not be worked out, ``refused`` says what is wrong and what to do
    about it.
    """

    name: str
    file: str = ""
    source: str = ""
    digest: str = ""
    figures: Figures = {}  # noqa: RUF012 - never changed
    sessions: bytes = b""
    is_new: bool = False
    refused: tuple[str, str] | None = None


@dataclass(slots=True)
class Summary:
    """The result for an archive: its parts in order, the sums of their figures, and what they leave
    out.
    """

    parts: list[Part]
    figures: Figures
    # sessions whose id occurs more than once, in any file: their figures are counted each time
    repeated: int
    place: str
    program: str
    left_over: list[str]  # parts in the folder whose files are not in the archive

    @property
    def refused(self) -> list[Part]:
        """The files that are not in the figures."""
        return [part for part in self.parts if part.refused is not None]

    @property
    def digest(self) -> str:
        """A digest of findings and figures, the same wherever and on however many machines they
        were worked out.
        """
        told = [self.figures, [[part.name, part.source, part.digest] for part in self.parts]]
        return hashlib.sha256(_json(told).encode()).hexdigest()

    def as_dict(self) -> dict[str, object]:
        """The content of ``SUMMARY``."""
        return {
            "digest": self.digest,
            "program": self.program,
            "figures": self.figures,
            "repeated_sessions": self.repeated,
            "parts": [
                {"name": part.name, "part": part.file, "source": part.source, "digest": part.digest}
                for part in self.parts
                if part.refused is None
            ],
            "not_read": [
                {"name": part.name, "why": part.refused[0]}
                for part in self.parts
                if part.refused is not None
            ],
        }


SUMMARY: Final = "summary.json"  # the file beside the parts that has their sums


def program(what: str) -> str:
    """The digest of the code that works a file out."""
    return digest_of(MAKERS[what])


def pieces_of(place: str, parts: str, what: str = AUDIT) -> list[Piece]:
    """The files to work out.

    Raises UserError if there are none, or if the parts would lie among them.
    """
    root, parts = whole(place), whole(parts)
    if (parts + "/").startswith(root + "/"):
        raise UserError(f"{parts} lies in the archive itself", "name another folder for the parts")
    return [Piece(*file, parts, what, program(what)) for file in files_at(root)]


def parts_beside(place: str, ending: str) -> str:
    """The default folder for parts: beside the archive.

    Raises UserError if the archive has no folder around it.
    """
    root = whole(place)
    if is_remote(root) and "/" not in root.partition("://")[2]:
        raise UserError(f"there is nothing beside {root}", "name a folder for the parts")
    return root.removesuffix(PARQUET) + ending


def work_out(
    pieces: list[Piece],
    jobs: int,
    cluster: str | None,
    told: Callable[[Iterable[Part]], Iterable[Part]] = iter,
) -> Summary:
    """Work out missing parts in ``jobs`` processes or on a Dask cluster, and add up all; ``told``
    wraps the parts, for progress.

    Writes the summary beside the parts. Raises UserError as ``spread`` does.
    """
    found: list[Part] = []
    sums: Figures = {}
    sessions: list[bytes] = []
    for part in told(spread(part_of, pieces, jobs, cluster)):
        add_up(sums, part.figures)
        sessions.append(part.sessions)
        found.append(part._replace(figures={}, sessions=b""))
    ids = np.frombuffer(b"".join(sessions), np.uint64)
    _, counts = np.unique(ids, return_counts=True)
    place = pieces[0].parts
    left_over = _without_older(found, place)
    summary = Summary(
        found, sums, int(counts[counts > 1].sum()), place, pieces[0].program, left_over
    )
    with storing(f"{place}/{SUMMARY}") as file:
        text = json.dumps(summary.as_dict(), ensure_ascii=False, indent=1) + "\n"
        file.write(text.encode("utf-8", "backslashreplace"))
    return summary


def add_up(sums: Figures, more: Figures) -> None:
    """Add ``more`` to ``sums`` in place, name by name."""
    for name, value in more.items():
        if isinstance(value, dict):
            add_up(sums.setdefault(name, {}), value)
        else:
            sums[name] = sums.get(name, 0) + value


def part_of(piece: Piece) -> Part:
    """Work a file out, unless its part exists.

    Raises UserError only for what would stop every file.
    """
    if piece.program != program(piece.what):
        raise UserError(
            "a worker has another version of bourre than this command",
            "install the same on every machine",
        )
    path = Path(piece.place)
    with _ONE:
        try:
            with local_copy(piece.place) as path:
                return _part_of(piece, path)
        except UserError as error:
            return Part(
                piece.name,
                refused=(error.message.replace(f"{path}: ", f"{piece.name}: "), error.remedy),
            )


def _part_of(piece: Piece, path: Path) -> Part:
    source = _digest_of_file(path, piece.name)
    stem = piece.name.removesuffix(PARQUET)
    file = f"{stem}-{source[:_NAMED]}-{piece.program[:_NAMED]}{PARQUET}"
    place = f"{piece.parts}/{file}"
    kept = _kept(place, file, piece, source)
    if kept is not None:
        return kept
    with storing(place) as out:
        done = _work(piece.what)(
            path, piece.name, out, lambda done: {_KEY: _json(_said(piece, source, done)).encode()}
        )
    return Part(piece.name, file, source, done.digest, done.figures, done.sessions, is_new=True)


def _work(what: str) -> Callable[..., Done]:
    if what == AUDIT:
        return audited
    from ledger.archive.audited import priced  # noqa: PLC0415 - its tables are read only where somebody asks

    return priced


def _said(piece: Piece, source: str, done: Done) -> dict[str, object]:
    return {
        "name": piece.name,
        "source": source,
        "program": piece.program,
        "digest": done.digest,
        "figures": done.figures,
        "sessions": b64encode(done.sessions).decode(),
    }


def _kept(place: str, file: str, piece: Piece, source: str) -> Part | None:
    """A part that was worked out before; None if it does not exist or cannot be read."""
    try:
        said = said_in(place, _KEY)
        if (said["name"], said["source"], said["program"]) != (piece.name, source, piece.program):
            return None
        return Part(
            piece.name, file, source, said["digest"], said["figures"], b64decode(said["sessions"])
        )
    except Exception:  # noqa: BLE001 - whatever a store or a damaged file brings up: it is worked out again
        return None


def _digest_of_file(path: Path, name: str) -> str:
    """The digest of a file. Raises UserError if it cannot be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UserError(
            f"{name}: cannot be read: {error.strerror}", "check the path and its permissions"
        ) from error


def _without_older(found: list[Part], place: str) -> list[str]:
    """Delete superseded parts of the archive's files, and return the parts whose files are not in
    the archive.

    A program that reads the whole folder would count superseded parts too.
    """
    now = {part.file for part in found}
    begun = {part.name.removesuffix(PARQUET) for part in found}
    worked_out = {part.name.removesuffix(PARQUET) for part in found if part.refused is None}
    left_over = []
    for name in names_below(place):
        ours = _PART.fullmatch(name)
        if ours is None or name in now:
            continue
        if ours[1] in worked_out:
            remove(f"{place}/{name}")
        elif ours[1] not in begun:
            left_over.append(name)
    return left_over


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True)
