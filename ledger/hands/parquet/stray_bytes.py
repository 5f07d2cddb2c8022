"""Text for other programs: a byte of a log that is not UTF-8 becomes a private character, and back."""

from __future__ import annotations

import re
from typing import Final

_FIRST: Final = 0x10FF00
"""Byte ``b`` of a log is the character U+10FF00 + b, which no log has otherwise."""

_STRAY: Final = re.compile("[\ud800-\udfff]")
_PRIVATE: Final = re.compile("[\U0010ff80-\U0010ffff]")


def plain(text: str) -> str:
    """Return ``text`` without characters that UTF-8 cannot hold."""
    return text if text.isascii() else _STRAY.sub(_private, text)


def original(text: str) -> str:
    """Return ``text`` as it was before ``plain``."""
    return text if text.isascii() else _PRIVATE.sub(lambda match: chr(ord(match[0]) - _FIRST + 0xDC00), text)


def _private(match: re.Match[str]) -> str:
    byte = ord(match[0]) - 0xDC00
    return chr(_FIRST + byte) if 0x80 <= byte <= 0xFF else "\ufffd"
