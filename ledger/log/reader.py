"""Reads a session log: every statement and every error. A bad line loses that line or that hand, never the file."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import Final

from ledger.files import LogError
from ledger.log.body import Body
from ledger.log.context import Context
from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.header import read_header
from ledger.log.limits import LONGEST_LINE, MOST_BYTES, MOST_LINES
from ledger.log.problem import Problem
from ledger.log.records import Session
from ledger.log.words import UNUSUAL

MEGABYTES: Final = f"{MOST_BYTES // 1_000_000} MB"

_PACKED: Final = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf")
"""The first bytes of gzip, zip (also Word and Excel), bzip2, xz and 7-Zip files."""
_LEADING: Final = re.compile("[ \t\r\n\ufeff]*")


def read(text: str | bytes, file: str) -> Session:
    """Return the session that ``text`` records. Never raises: what is wrong is in ``Session.errors``, in line order.

    Bytes are read as UTF-8; a line with other bytes becomes an error. ``file`` is the file's name in errors.
    """
    session = Session(file)
    errors = Errors(file, session.errors)
    try:
        _read(session, errors, text)
    except GiveUp:
        session.readable = False
    return session


def read_lines(text: str, file: str, numbers: list[int]) -> Session:
    """The session in some lines of a text: its whole header, and of the lines after it those with ``numbers``.

    ``ledger.log.plain_lines`` says which texts can be read like this, and which lines need not be read here.
    """
    lines = text.split("\n")
    session = Session(file)
    errors = Errors(file, session.errors)
    context = Context()
    numbered = ((number, lines[number - 1]) for number in numbers)
    try:
        read_header(session, context, errors, numbered)
        Body(session, context, errors).read(numbered, careful=False, commas="," in text)
    except GiveUp:
        session.readable = False
    session.players = list(context.known)
    return session


def read_beginning(text: bytes, file: str) -> Session:
    """The session with only its header read."""
    session = Session(file)
    errors = Errors(file, session.errors)
    try:
        read_header(session, Context(), errors, enumerate(lines_of(text_of(text, errors)), 1))
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
        message = f"cannot be read: {error.strerror or error}"
        raise LogError(str(path), message, "check the path and its permissions") from error
    if len(content) > MOST_BYTES:
        raise LogError(str(path), f"it is larger than {MEGABYTES}", "a log holds one session: split it")
    return content


def _read(session: Session, errors: Errors, content: str | bytes) -> None:
    text = text_of(content, errors)
    lines = lines_of(text)
    numbered = iter(enumerate(lines, 1))
    context = Context()
    try:
        read_header(session, context, errors, numbered)
    except GiveUp:
        if "\0" in text and not session.date:
            session.header.clear()
            refuse_what_is_not_text(errors)
        _see_further_down(errors, lines)
        raise
    careful = UNUSUAL.search(text) is not None or max(map(len, lines)) > LONGEST_LINE
    try:
        Body(session, context, errors).read(numbered, careful=careful, commas="," in text)
    finally:
        session.players = list(context.known)


def _see_further_down(errors: Errors, lines: list[str]) -> None:
    """If the log begins further down, below other text such as an e-mail, say so instead of the remedy."""
    first = errors.found[0]
    below = next((number for number, line in enumerate(lines, 1) if line.split() == ["bourre", "1"]), 0)
    if below > first.line:
        remedy = f"the log begins in line {below}: remove what is above it, or put a # before each of those lines"
        errors.found[0] = first._replace(remedy=remedy)


# --- A file as text and as lines ---------------------------------------------------------------------------------------


def text_of(content: str | bytes, errors: Errors) -> str:
    """The text of a file, without a byte order mark; bytes that are not UTF-8 become surrogates.

    Adds to ``errors`` and raises GiveUp if a file is empty, in UTF-16, or too large.
    """
    if len(content) > MOST_BYTES:
        refuse(errors, f"the file is larger than {MEGABYTES}", f"at most {MEGABYTES} a file", "split it")
    if isinstance(content, bytes) and content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        refuse(errors, "this is text in UTF-16", f"{errors.what} in UTF-8", "save it as UTF-8: most editors ask under Save as")
    if isinstance(content, bytes) and content.startswith(_PACKED):
        refuse(errors, "this is a compressed file", f"{errors.what} in UTF-8", "unpack it first, or save the log as plain text")
    text = decoded(content)
    if not text.strip(" \t\r\n"):
        refuse(errors, "the file is empty", f"{errors.what}, which begins with `bourre 1`", "check that it is the right file")
    if text.count("\n") > MOST_LINES:
        refuse(errors, f"the file has more than {MOST_LINES:,} lines", f"at most {MOST_LINES:,} lines a file", "split it")
    return text


def decoded(content: str | bytes) -> str:
    """The text of a file, without the byte order mark that some editors put before the first line."""
    text = content.decode("utf-8", "surrogateescape") if isinstance(content, bytes) else content
    leading = _LEADING.match(text)
    assert leading is not None
    return leading[0].replace("\ufeff", "") + text[leading.end() :] if "\ufeff" in leading[0] else text


def lines_of(text: str) -> list[str]:
    """The lines of a text, without line ends."""
    lines = text.split("\n")
    return [line.rstrip("\r") for line in lines] if "\r" in text else lines


def refuse(errors: Errors, message: str, expected: str, remedy: str) -> None:
    """Add the error why a file cannot be read at all, and raise GiveUp."""
    errors.add(Problem(0, message, expected, remedy, column=1), 1, "")
    raise GiveUp


def refuse_what_is_not_text(errors: Errors) -> None:
    """Replace all errors by one that says that the file is not text, and raise GiveUp."""
    errors.found.clear()
    refuse(errors, "this is not text", f"{errors.what} in UTF-8", "check that it is the right file, and saved as UTF-8")
