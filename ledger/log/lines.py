"""A file as text and as lines: how large it may be, stray bytes, the byte order mark, the ends of lines."""

from __future__ import annotations

import re
from typing import Final

from ledger.log.diagnostics import Errors, GiveUp
from ledger.log.limits import MOST_BYTES, MOST_LINES
from ledger.log.problem import Problem

MEGABYTES: Final = f"{MOST_BYTES // 1_000_000} MB"

_LEADING: Final = re.compile("[ \t\r\n\ufeff]*")


def text_of(content: str | bytes, errors: Errors) -> str:
    """Return the text of a file, without a byte order mark; bytes that are not UTF-8 become surrogates.

    A file that is empty, or larger than one may be, is noted in ``errors``, and GiveUp raised.
    """
    if len(content) > MOST_BYTES:
        refuse(errors, f"the file is larger than {MEGABYTES}", f"at most {MEGABYTES} a file", "split it")
    text = decoded(content)
    if not text.strip(" \t\r\n"):
        refuse(errors, "the file is empty", f"{errors.what}, which begins with `bourre 1`", "check that it is the right file")
    if text.count("\n") > MOST_LINES:
        refuse(errors, f"the file has more than {MOST_LINES:,} lines", f"at most {MOST_LINES:,} lines a file", "split it")
    return text


def decoded(content: str | bytes) -> str:
    """Return the text of a file, without the byte order mark that some editors put before the first line."""
    text = content.decode("utf-8", "surrogateescape") if isinstance(content, bytes) else content
    leading = _LEADING.match(text)
    assert leading is not None
    return leading[0].replace("\ufeff", "") + text[leading.end() :] if "\ufeff" in leading[0] else text


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without their ends."""
    lines = text.split("\n")
    return [line.rstrip("\r") for line in lines] if "\r" in text else lines


def refuse(errors: Errors, message: str, expected: str, remedy: str) -> None:
    """Note why a file cannot be read at all, and raise GiveUp."""
    errors.add(Problem(0, message, expected, remedy, column=1), 1, "")
    raise GiveUp


def refuse_what_is_not_text(errors: Errors) -> None:
    """Note in place of all other errors that a file is not text, and raise GiveUp."""
    errors.found.clear()
    refuse(errors, "this is not text", f"{errors.what} in UTF-8", "check that it is the right file, and saved as UTF-8")
