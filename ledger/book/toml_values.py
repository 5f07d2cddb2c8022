"""Values in a TOML text: what each must be, and where one stands that is wrong, which the parser tells of syntax only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

from ledger.log import Problem
from ledger.log.words import FORBIDDEN

LONGEST_TEXT: Final = 200
"""Of a name of a book or game, and of a payment handle, in characters."""

_T = TypeVar("_T")

Where = tuple[str | int, ...]
"""The keys that lead to a value, with the number of an entry (from 0) after the name of its list."""


_HEADER: Final = re.compile(r"""[ \t]*(?P<mark>\[\[?)[ \t]*["']?(?P<name>[^\]"']*?)["']?[ \t]*\]""")


class WrongValue(Exception):  # noqa: N818 - it becomes a UserError as soon as its place is known
    """A value that cannot be used: ``where`` are the keys that lead to it, ``word`` what to point at within it."""

    def __init__(self, where: Where, message: str, remedy: str, word: str | None = None) -> None:
        super().__init__(message)
        self.where, self.message, self.remedy, self.word = where, message, remedy, word


def text_value(value: object, where: Where) -> str:
    """A text of one line that is not empty. Raises WrongValue."""
    if not isinstance(value, str):
        raise WrongValue(where, f"{where[-1]} must be text", "put it in quotes")
    if not value.strip():
        raise WrongValue(where, f"{where[-1]} is empty", "write something between the quotes, or delete the line")
    if len(value) > LONGEST_TEXT or FORBIDDEN.search(value):
        raise WrongValue(where, f"{where[-1]} must be at most {LONGEST_TEXT} plain characters on one line", "shorten it")
    return value


def word_value(where: Where, read: Callable[[list[str], int], _T], word: str) -> _T:
    """A word as the log reader reads it. Raises WrongValue."""
    try:
        return read([word], 0)
    except Problem as problem:
        raise WrongValue(where, problem.message, problem.remedy or f"expected {problem.expected}", word) from problem


def whole_value(value: object, where: Where, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``. Raises WrongValue."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise WrongValue(
            where, f"{where[-1]} must be a whole number from {low} to {high:,}", "write it as digits, without quotes"
        )
    return value


def table_value(value: object, where: Where, form: str) -> dict[str, Any]:
    """A table; ``form`` is how one is written. Raises WrongValue."""
    if not isinstance(value, dict):
        raise WrongValue(where, "this must be a table", f"write {form}")
    return value


def list_value(value: object, where: Where, form: str) -> list[Any]:
    """A list; ``form`` is how one is written. Raises WrongValue."""
    if not isinstance(value, list):
        raise WrongValue(where, f"{where[-1]} must be a list", f"write {form}")
    return value


# --- Places ---------------------------------------------------------------------------------------------------------------


def place_of(text: str, path: Where, word: str | None = None) -> tuple[int, int]:
    """Return line and column (from 1) of the value at ``path``, or of ``word`` within it; if it is hidden, of what it is in."""
    lines = text.split("\n")
    first, last, rest = _section(lines, path)
    found = (first, 0)
    for key in rest:
        place = _key(lines, found[0], last, str(key)) if isinstance(key, str) else None
        found = place or found
    if word:
        found = _word(lines, found, last, word) or found
    return min(found[0], len(lines) - 1) + 1, found[1] + 1


def _section(lines: list[str], path: Where) -> tuple[int, int, Where]:
    """Return the lines (from 0, and the one after) of the table that a path leads into, and the rest of the path."""
    headers = [(number, match) for number, line in enumerate(lines) if (match := _HEADER.match(line))]
    starts = [number for number, _ in headers] + [len(lines)]
    wanted = ("[[", path[1]) if len(path) > 1 and isinstance(path[1], int) else ("[", 0)
    named = [at for at, (_, match) in enumerate(headers) if (match["mark"], match["name"]) == (wanted[0], path[0])]
    if len(named) > int(wanted[1]):
        at = named[int(wanted[1])]
        return starts[at], starts[at + 1], path[1:]
    return 0, starts[0] if _key(lines, 0, starts[0], str(path[0])) else len(lines), path


def _key(lines: list[str], first: int, last: int, key: str) -> tuple[int, int] | None:
    """Return the place of the value that a key is given, or None."""
    pattern = re.compile(rf"""(?:^|[{{,.])[ \t]*["']?{re.escape(key)}["']?[ \t]*[.=][ \t]*""")
    for number in range(first, last):
        match = pattern.search(lines[number])
        if match:
            return number, match.end()
    return None


def _word(lines: list[str], start: tuple[int, int], last: int, word: str) -> tuple[int, int] | None:
    for number in range(start[0], last):
        column = lines[number].find(word, start[1] if number == start[0] else 0)
        if column >= 0:
            return number, column
    return None
