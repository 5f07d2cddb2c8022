"""The folder of a book: which files are in it, and what they are called."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from glob import escape
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import quote

from ledger.errors import UserError
from ledger.files import (
    PARQUET,
    PAYMENTS_FILE,
    SUFFIX,
    LogError,
    not_written,
    put_in_place,
    sync_folder,
    write_atomically,
)
from ledger.log.words import shown

SESSIONS: Final = "sessions"
PAYMENTS: Final = PAYMENTS_FILE
SETTINGS: Final = "book.toml"
# the settings as they last were when nothing was missing, so that a loss shows
LAST_SETTINGS: Final = ".book.toml"
CLOSED: Final = "closed.txt"  # what was closed (``chain.py``); nothing else may change it
LAST_HEAD: Final = ".closed"  # the last head of that file, so that the loss of it shows
RECORDINGS: Final = "recording"
KEPT: Final = "replaced"  # the folder with the logs that were replaced
CHANGING: Final = ".changing"  # which files are being changed together, and what puts them back
FACES: Final = "faces"  # the folder of the players' pictures (``portraits.py``)
# what the file of a recording that is going on ends in (``stored_recording.py``)
DRAFT: Final = ".draft"
# what the token of somebody who records at a terminal begins with, and that of no phone
TERMINAL_TOKEN_PREFIX: Final = "terminal "  # noqa: S105
DATABASE: Final = "book.duckdb"
VARIABLE: Final = "BOURRE_BOOK"
USUAL: Final = "bourre-book"
IGNORED: Final = ".gitignore"

_NOT_KEPT: Final = """\
# What bourre makes again from the other files, or needs only while it runs. Keep the rest: logs, payments, settings.
/.book.toml
/book.duckdb*
/.lock
/.turn
/.pricing
/.logins
.*.new*
"""  # noqa: E501

_LONGEST_NAME: Final = 150
_OF_WINDOWS: Final = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.IGNORECASE)
"""Names of devices, whatever stands after a dot: what is written to such a file is lost there."""
_STRAY: Final = re.compile(
    rf"[^.].*({re.escape(SUFFIX)}|{re.escape(PARQUET)}|\.toml)|payments.*|closed.*\.txt",
    re.DOTALL | re.IGNORECASE,
)
_USED: Final = {SETTINGS, PAYMENTS, CLOSED}
_OF_OTHERS: Final = re.compile(r".*~|desktop\.ini|thumbs\.db", re.DOTALL | re.IGNORECASE)
"""What editors and file managers leave behind."""
_NOT_UTF8: Final = "not used: its name is not UTF-8; rename it"
_NO_LOG: Final = f"not used: the name of a log ends in {SUFFIX}, of a Parquet file in {PARQUET}"
_IN_A_FOLDER: Final = f"not used: logs belong in {SESSIONS} itself, not in a folder below it"
_BESIDE: Final = f"not used: a book has {SETTINGS}, {PAYMENTS} and the logs in {SESSIONS}"
_LEFT_OVER: Final = re.compile(r"\..*\.new(\.wal.*)?", re.DOTALL)


def book_folder(given: str | None) -> Path:
    """Return the folder of the book: the one given, else ``$BOURRE_BOOK``, else ``bourre-book``
    here; ``~`` is our home.

    Raises UserError for one whose path is not text: no database can be made there.
    """
    # A shell does not know ~ in a setting in quotes, nor after --book=; a folder of that name is
    # ./~.
    folder = Path(os.path.expanduser(given or os.environ.get(VARIABLE) or USUAL))  # noqa: PTH111 - Path raises for ~nobody
    if not is_utf8(str(folder.absolute())):
        readable = os.fsencode(folder.absolute()).decode("utf-8", "backslashreplace")
        raise UserError(f"{readable}: the path of a book must be UTF-8", "rename that folder")
    return folder


def logs_with_drafts(folder: Path) -> frozenset[str]:
    """Return the names of all logs that are being recorded; no file is read for it."""
    return frozenset(
        f"{SESSIONS}/{path.name.removesuffix(DRAFT)}{SUFFIX}"
        for path in (folder / RECORDINGS).glob(f"*{DRAFT}")
    )


_SEEN: Final[set[Path]] = set()  # where this process has seen a book
_LEFT: Final = (DATABASE, LAST_SETTINGS, RECORDINGS, CLOSED)
"""What only a book has: without its sessions it is the rest of one that was moved, or is on its
way.
"""


def is_book(folder: Path) -> bool:
    """True if there is a book in ``folder``."""
    if (folder / SESSIONS).is_dir():
        _SEEN.add(folder.absolute())
        return True
    return False


def forget(folder: Path) -> None:
    """Note that we took a book away ourselves."""
    _SEEN.discard(folder.absolute())


def check_not_gone(folder: Path) -> None:
    """Raise LogError if a book was in ``folder`` and no longer is: a disk is away, or somebody
    moved it.
    """
    if is_book(folder):
        return
    gone = folder.absolute() in _SEEN or any(os.path.lexists(folder / name) for name in _LEFT)
    # it is one if another import made it just now: the sessions come before the rest
    if gone and not is_book(folder):
        remedy = (
            f"bring it back, or say where it is now with --book or ${VARIABLE}; a new book needs "
            "another folder"
        )
        raise LogError(str(folder), f"a book was here, and its folder {SESSIONS} is gone", remedy)


def require_book(folder: Path) -> None:
    """Raise UserError if there is no book in ``folder``."""
    if not is_book(folder):
        check_not_gone(folder)
        what = "there is no book here" if folder.is_dir() else "there is no such folder"
        remedy = (
            f"bourre import PATH… --book {folder} makes one from your logs; --book DIR or "
            f"${VARIABLE} says where yours is"
        )
        raise UserError(f"{folder}: {what}", remedy)


# what a comment that doubts the hand or the payment above it begins with (``disputes.py``)
DISPUTED: Final = "disputed"
SETTLES: Final = "settles "  # what the note of a payment for one session begins with
# what the ids of sessions from a spreadsheet of results begin with
FROM_RESULTS: Final = ("results-", "pokernow-")


def make_folder(folder: Path) -> None:
    """Make the folders of a book that are not there yet, and a ``.gitignore`` for what follows from
    the rest.
    """
    check_not_gone(folder)
    try:
        (folder / SESSIONS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"{folder}: cannot be made: {error.strerror or error}",
            "choose another place with --book",
        ) from error
    # not over what somebody wrote there
    with suppress(OSError), (folder / IGNORED).open("x", encoding="utf-8") as file:
        file.write(_NOT_KEPT)


def sources(folder: Path) -> list[str]:
    """Return the files that hold sessions, as names below ``folder``, those that count first: logs,
    then Parquet files.
    """
    return [f"{SESSIONS}/{name}" for name in in_sessions(folder).files]


class InSessions(NamedTuple):
    """What lies in the folder of the sessions: the names of the files of ``sources`` in their
    order, and the rest.
    """

    files: list[str]
    rest: list[os.DirEntry[str]]


def in_sessions(folder: Path) -> InSessions:
    """Return what lies in the folder of the sessions."""
    logs: list[str] = []
    columns: list[str] = []
    rest: list[os.DirEntry[str]] = []
    with os.scandir(folder / SESSIONS) as entries:
        for entry in entries:  # every command does this, and there may be thousands
            name = entry.name
            if name[0] == "." or not (name.isascii() or is_utf8(name)):
                rest.append(entry)
            elif name.endswith(SUFFIX):
                logs.append(name)
            elif name.endswith(PARQUET):
                columns.append(name)
            else:
                rest.append(entry)
    return InSessions([*sorted(logs), *sorted(columns)], rest)


def require_log_name(log: str) -> None:
    """Raise UserError for what cannot be the name of a log below the folder of a book: it may come
    from anybody's browser.
    """
    place, _, name = log.partition("/")
    if len(name.encode("utf-8", "surrogatepass")) > LONGEST_ON_DISK:
        place = ""
    if (
        place != SESSIONS
        or not name.endswith(SUFFIX)
        or name.startswith(".")
        or any(sign in name for sign in "/\\\0")
    ):
        raise UserError(
            f"{shown(log[:80])} is not a log of this book",
            "choose an evening that is being recorded",
        )


LONGEST_ON_DISK: Final = 255
"""Bytes in the name of a file, on every usual disk; to ask whether a longer one exists is an error
of the system.
"""


def is_utf8(name: str) -> bool:
    """True if the name of a file is text; on Linux it may be any bytes."""
    return name.isascii() or not any("\ud800" <= character <= "\udfff" for character in name)


def unused(folder: Path, rest: Iterable[os.DirEntry[str]]) -> dict[str, str]:
    """Return what looks as if it belonged to the book, and is not used, with the reason for each.

    That is everything in the folder of the sessions that is neither a log nor a Parquet file.
    Beside that folder it is everything named like a log, settings or payments, such as the copies
    that a sync makes of a file that two computers changed.
    """
    found = {}
    for entry in rest:
        name = f"{SESSIONS}/{entry.name}"
        if not is_utf8(entry.name):  # no database, no page and no terminal can say it as it is
            found[os.fsencode(name).decode("utf-8", "backslashreplace")] = _NOT_UTF8
            continue
        if not entry.name.startswith(".") and not _OF_OTHERS.fullmatch(entry.name):
            found[name] = _IN_A_FOLDER if entry.is_dir() else _NO_LOG
    for entry in os.scandir(folder):
        if (
            is_utf8(entry.name)
            and entry.name not in _USED
            and _STRAY.fullmatch(entry.name)
            and not entry.is_dir()
        ):
            found[entry.name] = _BESIDE
    return dict(sorted(found.items()))


def name_for(session: str, suffix: str = SUFFIX) -> str:
    """Return the name of the file for a session: its id as a file name."""
    return f"{SESSIONS}/{file_name(session)}{suffix}"


def file_name(text: str) -> str:
    """Return a text as the name of a file, without ending: characters that such a name may not have
    are written as ``%XX``.
    """
    name = quote(text, safe=" ")
    if name.startswith(".") or _OF_WINDOWS.fullmatch(name.partition(".")[0].rstrip()):
        name = f"%{ord(name[0]):02X}{name[1:]}"
    if len(name) > _LONGEST_NAME or name.endswith(" "):
        name = name[:_LONGEST_NAME].rstrip() + "-" + hashlib.sha256(text.encode()).hexdigest()[:16]
    return name


def goes_before(file: str, other: str, session: str) -> bool:
    """True if the first of two files that have the same session counts: a log, or the log named
    after the session.

    If neither decides, the name that sorts first does: ``2026-03`` goes before ``2026-03
    (conflicted copy)``.
    """

    def rank(name: str) -> tuple[bool, bool, str]:
        suffix = PARQUET if name.endswith(PARQUET) else SUFFIX
        return suffix == PARQUET, name != name_for(session), name.removesuffix(suffix)

    return rank(file) < rank(other)


def names_taken(folder: Path) -> set[str]:
    """Return the names of everything in the folder of the sessions, as ``name_for`` gives them,
    without capitals.
    """
    return {f"{SESSIONS}/{entry.name}".casefold() for entry in os.scandir(folder / SESSIONS)}


def free_name(taken: Container[str], session: str, suffix: str = SUFFIX) -> str:
    """Return a name for a session's file that is not ``taken``, even on a disk that ignores
    case.
    """
    name, number = name_for(session, suffix), 1
    while name.casefold() in taken:
        number += 1
        name = f"{name_for(session, '')}-{number}{suffix}"
    return name


def sweep(folder: Path) -> None:
    """Undo and remove what a killed writer left half-written; only for a caller that holds the book
    alone.
    """
    put_back_changes(folder)
    for place in (folder, folder / SESSIONS, folder / FACES):
        for entry in os.scandir(place) if place.is_dir() else ():
            if _LEFT_OVER.fullmatch(entry.name) and not entry.is_dir(follow_symlinks=False):
                with suppress(PermissionError):  # a scanner or a sync has it open: another time
                    Path(entry.path).unlink(missing_ok=True)


# --- Logs that are replaced -----------------------------------------------------------------------
_MOMENT: Final = "%Y-%m-%d %H%M%S.%f"


def kept_of(folder: Path, log: Path) -> list[Path]:
    """Return where a log is kept as it was, in no order."""
    return list((folder / KEPT).glob(f"{escape(log.stem)} ????-??-?? ??????.*{SUFFIX}.old"))


def keep(folder: Path, old: Path, *, many: bool = False) -> Path:
    """Keep a log that is about to be replaced, with the day and time, where no source is looked
    for; return where it is.

    The last one is that with the latest time, even if a clock was put back, as on a night in
    autumn. Where ``many`` are kept at once that is left to the clock: to look at all that are there
    for each would take too long.
    """
    kept = folder / KEPT
    kept.mkdir(exist_ok=True)
    moment = datetime.now()  # noqa: DTZ005 - the clock on the wall
    if before := "" if many else max((path.name for path in kept_of(folder, old)), default=""):
        with suppress(ValueError):
            last = datetime.strptime(  # noqa: DTZ007
                before[len(old.stem) + 1 :].removesuffix(f"{SUFFIX}.old"), _MOMENT
            )
            moment = max(moment, last + timedelta(microseconds=1))
    path = kept / f"{old.stem} {moment:{_MOMENT}}{SUFFIX}.old"
    write_atomically(path, old.read_bytes())
    return path


# --- Files that change together -------------------------------------------------------------------
@contextmanager
def changing_together(folder: Path) -> Iterator[None]:
    """Have all files that ``note_change`` is told of changed, or none: no figure of half an old and
    half a new version is right.

    Only for a caller that holds the book alone. Whoever is killed meanwhile leaves the notes, and
    who holds the book next puts the files back, before anything is read from them.
    """
    try:
        yield
        if is_changing(folder):
            (folder / CHANGING).unlink()
            sync_folder(folder)
    except BaseException as error:
        had = is_changing(folder)
        with suppress(OSError):  # whoever holds the book next tries again
            put_back_changes(folder)
        if had and isinstance(error, UserError):
            raise UserError(
                f"{error.message}; what was stored with it is taken back",
                f"{error.remedy}, then try again",
            ) from error
        raise


def is_changing(folder: Path) -> bool:
    """True if somebody changes files of the book together, or was killed at it."""
    return os.path.lexists(folder / CHANGING)


def note_change(
    folder: Path, file: str, kept: Path | None, after: bytes | None, *, lasting: bool = True
) -> None:
    """Note that a file is about to be ``after`` (None: gone), and that it is ``kept`` as it was
    (None: it was not there).

    With None for both it is new, whatever is in it. A ``lasting`` note survives a power cut, too,
    which takes its time.
    """
    note = (file, kept.name if kept else "", _digest(after))
    try:
        with (folder / CHANGING).open("ab") as notes:
            notes.write("".join(f"{part}\0" for part in note).encode())
            notes.flush()
            if lasting:
                os.fsync(notes.fileno())
                sync_folder(folder)
    except OSError as error:
        raise not_written(folder / CHANGING, error) from error


def put_back_changes(folder: Path) -> None:
    """Put back what was changed by somebody who did not come to an end; what was edited since stays
    as it is.

    It takes no room on the disk, and may be cut short and begun again.
    """
    if not is_changing(folder):
        return
    # behind the last \0 one was cut short
    parts = (folder / CHANGING).read_bytes().decode("utf-8", "replace").split("\0")[:-1]
    notes = list(zip(parts[::3], parts[1::3], parts[2::3], strict=False))
    for file, kept, after in reversed(notes):
        path = folder / (PAYMENTS if file == PAYMENTS else f"{SESSIONS}/{Path(file).name}")
        if (kept or after) and _digest(path.read_bytes() if path.exists() else None) != after:
            continue  # it was not changed yet
        if not kept:
            path.unlink(missing_ok=True)
        elif (old := folder / KEPT / Path(kept).name).exists():
            put_in_place(old, path)
        sync_folder(path.parent)
    (folder / CHANGING).unlink()
    sync_folder(folder)


def _digest(content: bytes | None) -> str:
    return "" if content is None else hashlib.sha256(content).hexdigest()
