"""What people wrote (names, titles, notes) made inert: it is shown as it is, whatever it looks like to a program.

``plain`` is for widgets, cells and anything else that takes text for text; ``md`` for Markdown, ``chart`` for the labels of
charts. HTML is never made of it: tables are given text.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final
from unicodedata import bidirectional

from ledger.log.words import visible as visible_text

LONGEST: Final = 32
"""Characters of a name that are shown; the rest is in a tooltip where there can be one."""

_FIRST_STRONG_ISOLATE, _POP_ISOLATE, _JOINER = "\u2068", "\u2069", "\u2060"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_MARKS: Final = re.compile(r"([!-/:-@\[-`{-~])")
_REWRITTEN: Final = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[<>=~-])(?=[<>=~-])", re.IGNORECASE)
"""Where Streamlit looks for shortcodes, addresses and arrows after Markdown has been read: a joiner there has no width."""


def plain(text: str, longest: int = LONGEST) -> str:
    """Text on one line, not too long, that cannot reorder what stands around it."""
    short = clipped(text, longest)
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in short):
        return f"{_FIRST_STRONG_ISOLATE}{short}{_POP_ISOLATE}"
    return short


def clipped(text: str, longest: int = LONGEST) -> str:
    """Text on one line, not too long."""
    seen = visible_text(text)
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def md(text: str, longest: int = LONGEST) -> str:
    """Text for Markdown, in which it stands as it is."""
    return marks(plain(text, longest))


def marks(text: str) -> str:
    """Text that ``plain`` has been over, with every mark that Markdown would read escaped."""
    return _MARKS.sub(r"\\\1", _REWRITTEN.sub(_JOINER, text))


def chart(text: str, longest: int = 20) -> str:
    """Text for a label of a chart, where tags and templates would be taken for such."""
    return escape(plain(text, longest), quote=False).replace("%{", "%\u2060{").replace("$", "＄")
