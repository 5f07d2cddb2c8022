"""Reads a session log: every statement, and every error; a bad line costs that line or that hand, never the file."""

from __future__ import annotations

from pathlib import Path

from ledger.files import LogError
from ledger.log.body import Body
from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.header import read_header
from ledger.log.limits import LONGEST_LINE, MOST_BYTES
from ledger.log.lines import MEGABYTES, lines_of, refuse_what_is_not_text, text_of
from ledger.log.records import Session
from ledger.log.table import Table
from ledger.log.words import UNUSUAL


def read(text: str | bytes, file: str) -> Session:
    """Return the session that ``text`` records. Never raises: what is wrong is in ``Session.errors``, in line order.

    Bytes are taken as UTF-8; those that are not spoil their line. ``file`` is the name that the errors give.
    """
    session = Session(file)
    errors = Errors(file, session.errors)
    try:
        _read(session, errors, text)
    except GiveUp:
        session.readable = False
    return session


def read_path(path: str | Path) -> Session:
    """Return the session in the file at ``path``. Raises LogError if it cannot be opened or is too large."""
    return read(content_of(path), str(path))


def content_of(path: str | Path) -> bytes:
    """Return what the file at ``path`` holds. Raises LogError if it cannot be opened or is too large for a log."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        message = f"it cannot be read: {error.strerror or error}"
        raise LogError(str(path), message, "check the path and its permissions") from error
    if len(content) > MOST_BYTES:
        raise LogError(str(path), f"it is larger than {MEGABYTES}", "a log holds one session: split it")
    return content


def _read(session: Session, errors: Errors, content: str | bytes) -> None:
    text = text_of(content, errors)
    lines = lines_of(text)
    numbered = iter(enumerate(lines, 1))
    table = Table()
    try:
        read_header(session, table, errors, numbered)
    except GiveUp:
        if "\0" in text and not session.date:
            session.header.clear()
            refuse_what_is_not_text(errors)
        raise
    careful = UNUSUAL.search(text) is not None or max(map(len, lines)) > LONGEST_LINE
    try:
        Body(session, table, errors).read(numbered, careful=careful)
    finally:
        session.players = list(table.known)
