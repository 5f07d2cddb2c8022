"""Addresses of pages: how they are written, and the one place where they are read, since anybody
can type anything there.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from datetime import date
from typing import Final
from urllib.parse import urlencode

import streamlit as st

LONGEST: Final = 2_000  # the most characters of a value: no name in a book is longer
_MOST_DIGITS: Final = 18


def of(page: str, query: Mapping[str, str | list[str]]) -> str:
    """The address of a page with some values, relative to any other page."""
    path = "./" if page == "home" else f"./{page}"
    return f"{path}?{urlencode(query, doseq=True)}" if query else path


def word(name: str) -> str | None:
    """The value of a name, None if there is none or it is not a possible value."""
    found = st.query_params.get(name)
    return found if found is not None and _is_sound(found) else None


def words(name: str) -> list[str]:
    """All values of a name, each once."""
    return [one for one in dict.fromkeys(st.query_params.get_all(name)) if _is_sound(one)]


def everything() -> list[tuple[str, str]]:
    """All names with each of their values, as somebody typed them."""
    return [(name, value) for name in st.query_params for value in st.query_params.get_all(name)]


def number(name: str, known: Container[int]) -> int | None:
    """The number given for a name, None unless it is in ``known``."""
    return as_number(word(name) or "", known)


def day(name: str) -> date | None:
    """The day given for a name, as ``2026-03-14``; None if there is none."""
    try:
        return date.fromisoformat(word(name) or "")
    except ValueError:
        return None


def as_number(found: str, known: Container[int]) -> int | None:
    """A value as a number, None unless it is in ``known``."""
    # int() refuses thousands of digits
    if not (found.isascii() and found.isdecimal() and len(found) <= _MOST_DIGITS):
        return None
    return int(found) if int(found) in known else None


def _is_sound(value: str) -> bool:
    """True for text that is not too long and can be written as UTF-8."""
    return len(value) <= LONGEST and not any(
        "\ud800" <= character <= "\udfff" for character in value
    )
