"""Where in a TOML text something stands that is wrong: the parser tells places of syntax only, so this looks for the rest."""

from __future__ import annotations

import re
from typing import Final

Where = tuple[str | int, ...]
"""The keys that lead to a value, with the number of an entry (from 0) after the name of its list."""

_HEADER: Final = re.compile(r"""[ \t]*(?P<mark>\[\[?)[ \t]*["']?(?P<name>[^\]"']*?)["']?[ \t]*\]""")


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
