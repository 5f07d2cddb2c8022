"""What a terminal can show: colour, tables that fit 80 columns, a progress bar."""

import os
import sys
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Final, TextIO, TypeVar
from unicodedata import combining, east_asian_width

T = TypeVar("T")

WIDTH: Final = 80
STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


def has_colour(stream: TextIO | None = None) -> bool:
    """Tell whether to colour ``stream`` (standard output): only a terminal that can, and never against NO_COLOR."""
    stream = stream or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """Return ``text`` in a style of STYLES where ``stream`` is coloured, else as it is."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if has_colour(stream) else text


def width_of(text: str) -> int:
    """Return how many columns ``text`` takes: two for a wide character, none for a combining one."""
    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], width: int = WIDTH, right: Container[str] = ()) -> str:
    """Return lines of columns two spaces apart, the widest words cut to fit ``width``.

    Columns of figures stand to the right and are never cut, and so do those with a heading in ``right``.
    """
    lines = [list(headings), *(list(row) for row in rows)]
    columns = range(len(headings))
    widths = [max(width_of(line[column]) for line in lines) for column in columns]
    figures = [headings[column] in right or all(_is_figure(line[column]) for line in lines[1:]) for column in columns]
    words = [column for column in columns if not figures[column]]
    while words and sum(widths) + 2 * (len(widths) - 1) > width:
        widest = max(words, key=widths.__getitem__)
        if widths[widest] <= 4:
            break
        widths[widest] -= 1
    return "\n".join(
        "  ".join(_fit(line[column], widths[column], right=figures[column]) for column in columns).rstrip() for line in lines
    )


def _is_figure(cell: str) -> bool:
    return not cell or cell.strip("+-−×% ").replace(",", "").replace(".", "").isdigit() or cell in {"-", "–"}


def _fit(cell: str, width: int, *, right: bool) -> str:
    if width_of(cell) > width:
        while width_of(cell) >= width:
            cell = cell[:-1]
        cell += "…"
    space = " " * (width - width_of(cell))
    return space + cell if right else cell + space


def number(count: int, what: str) -> str:
    """Return a number of things: ``1 hand``, ``3,000 hands``."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def progress(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Yield ``items``, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    from tqdm import tqdm

    yield from tqdm(items, total=total, unit=f" {unit}", leave=False, delay=0.5, file=sys.stderr)
