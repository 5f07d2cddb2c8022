"""Makes user text (names, titles, notes) inert: it is shown as written, whatever markup it resembles.

``plain`` is for widgets, cells and anything else that shows plain text; ``md`` is for Markdown, ``chart`` for the labels of
charts. HTML is never made of it: tables are given text.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final
from unicodedata import bidirectional

from ledger.log.words import visible as visible_text

LONGEST: Final = 32
"""Characters of a name that are shown; the rest is in a tooltip, if possible."""

_FIRST_STRONG_ISOLATE, _POP_ISOLATE, _JOINER = "\u2068", "\u2069", "\u2060"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_MARKS: Final = re.compile(r"([!-/:-@\[-`{-~])")
_REWRITTEN: Final = re.compile(r"(?<=[:@])(?=\S)|(?<=www)(?=\.)|(?<=[<>=~-])(?=[<>=~-])", re.IGNORECASE)
"""Where Streamlit looks for shortcodes, addresses and arrows after Markdown has been read: a joiner there has no width."""


def plain(text: str, longest: int = LONGEST) -> str:
    """Text on one line, clipped, that cannot reorder the text around it."""
    short = clipped(text, longest)
    if any(bidirectional(character) in _RIGHT_TO_LEFT for character in short):
        return f"{_FIRST_STRONG_ISOLATE}{short}{_POP_ISOLATE}"
    return short


def clipped(text: str, longest: int = LONGEST) -> str:
    """Text on one line, clipped to ``longest`` characters."""
    seen = visible_text(text)
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def md(text: str, longest: int = LONGEST) -> str:
    """Text for Markdown, escaped so that it is shown as it is."""
    return marks(plain(text, longest))


def marks(text: str) -> str:
    """The result of ``plain`` with all Markdown characters escaped."""
    return _MARKS.sub(r"\\\1", _REWRITTEN.sub(_JOINER, text))


def chart(text: str, longest: int = 20) -> str:
    """Text for a label of a chart, without anything that Plotly would read as a tag or a template."""
    return escape(plain(text, longest), quote=False).replace("%{", "%\u2060{").replace("$", "＄")
