"""A picture to share, of an evening or a season: who won, everybody's results and highlights, and
buttons to send it.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from dashboard.frame import wording
from dashboard.frame.component import component
from dashboard.frame.faces import Face, drawn as face_drawn, initials, ink_on, inline
from dashboard.frame.theme import LIGHT, PIPS, both_colours

WIDTH: Final = 1080
_GOLD: Final = "#ffd257"
_PALE: Final = "#d9e6dc"
_EDGE: Final = 72  # the margin between the side of the picture and its text
_FONT: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif"
_ROW: Final = 66
_MOST_ROWS: Final = 20


class Row(NamedTuple):
    """A player: the result in words, and ``won``, which is positive for a win and negative for a
    loss.

    In a season with a ``place``, and the number of the ``player``, whose face is drawn then.
    """

    name: str
    amount: str
    won: int
    place: int = 0
    player: int = 0


class Told(NamedTuple):
    """A highlight, and its label."""

    what: str
    words: Sequence[str]


class Recap(NamedTuple):
    """An evening or a season to draw: its title, when and how long, who won how much, everybody's
    results, and highlights.
    """

    title: str
    about: str
    winner: str
    won: str
    rows: Sequence[Row]
    told: Sequence[Told]


def show(key: str, shared: Mapping[str, str], of: str) -> None:
    """Show a picture (``svg``) with buttons to share, save, copy and print it; ``of`` says what it
    is of: ``the evening``.

    ``shared`` has besides the ``text`` and ``title`` that go with it, and the ``name`` of a file of
    it, without an ending.
    """
    component("bourre.recap", Path(__file__))(key=key, data={**shared, "of": of})


def recap_card(recap: Recap) -> str:
    """The picture as a self-contained SVG, as high as its content needs, the same in light and dark
    themes.
    """
    page = _Page()
    page.pips()
    page.line(recap.title, 54, "#fff", weight=700, most=34)
    page.line(recap.about, 30, _PALE, most=62)
    page.gap(34)
    page.line(recap.winner, 76, _GOLD, weight=800, most=24)
    page.line(recap.won, 40, "#fff", weight=600, most=44)
    page.gap(22)
    page.plate(recap.rows)
    for told in recap.told:
        page.gap(26)
        page.line(told.what, 27, _GOLD, weight=700, most=60)
        for words in told.words:
            for part in _wrapped(words, 50):
                page.line(part, 36, "#fff", most=50)
    return page.drawn(f"{recap.title}: {recap.winner} {recap.won}")


class _Page:
    """The picture so far, from the top down."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 62.0

    def gap(self, height: float) -> None:
        self.y += height

    def pips(self) -> None:
        for at, suit in enumerate("shdc"):
            colour = "#e9573f" if suit in "hd" else "#10231a"
            x = WIDTH / 2 - 118 + 64 * at
            self.parts.append(
                f'<path d="{PIPS[suit]}" fill="{colour}" transform="translate({x:g} {self.y:g}) '
                'scale(.44)"/>'
            )
        self.y += 62

    def line(self, text: str, size: int, colour: str, *, weight: int = 400, most: int) -> None:
        """Add a centred line of text, in a smaller size if it would be too long."""
        shown, size = _fitting(text, size, most, WIDTH - _EDGE)
        self.y += size * 1.28
        self.parts.append(
            f'<text x="{WIDTH / 2:g}" y="{self.y:g}" font-size="{size}" font-weight="{weight}" '
            f'fill="{colour}"'
            f' text-anchor="middle">{html.escape(shown)}</text>'
        )

    def plate(self, rows: Sequence[Row]) -> None:
        """Add a plate with everybody's results."""
        shown = rows[:_MOST_ROWS]
        height = _ROW * len(shown) + 28
        self.y += 14
        self.parts.append(
            f'<rect x="{_EDGE}" y="{self.y:g}" width="{WIDTH - 2 * _EDGE}" height="{height}" '
            f'rx="26" fill="{LIGHT.page}"/>'
        )
        for at, row in enumerate(shown):
            y = self.y + 14 + _ROW * at + _ROW * 0.68
            colour = LIGHT.won if row.won > 0 else LIGHT.lost if row.won < 0 else LIGHT.quiet
            arrow = "▲ " if row.won > 0 else "▼ " if row.won < 0 else ""
            amount = html.escape(f"{arrow}{row.amount}")
            left = _EDGE + 36
            if row.place:
                colour_of, _ = both_colours(row.player)
                face = Face(initials(row.name), colour_of, ink_on(colour_of), inline(row.player))
                self.parts.append(
                    f'<text x="{left}" y="{y:g}" font-size="34" '
                    f'fill="{LIGHT.quiet}">{row.place}.</text>'
                )
                self.parts.append(face_drawn(face, left + 92, y - 13, 26))
                left += 136
            name, size = _fitting(
                row.name, 38, 26, WIDTH - _EDGE - left - 64 - round(38 * _ems(amount))
            )
            name = html.escape(name)
            self.parts.append(
                f'<text x="{left}" y="{y:g}" font-size="{size}" fill="{LIGHT.ink}">{name}</text>'
            )
            self.parts.append(
                f'<text x="{WIDTH - _EDGE - 36}" y="{y:g}" font-size="38" font-weight="700" '
                f'fill="{colour}" text-anchor="end"'
                f' style="font-variant-numeric:tabular-nums">{amount}</text>'
            )
        self.y += height
        if len(rows) > len(shown):
            self.line(f"and {len(rows) - len(shown)} more", 27, _PALE, most=60)

    def drawn(self, title: str) -> str:
        height = round(self.y + 74)
        said = html.escape(wording.plain(title, 200))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}"'
            f' font-family="{_FONT}" role="img" aria-label="{said}"><title>{said}</title>'
            f'<rect width="{WIDTH}" height="{height}" fill="#6f4a2f"/>'
            f'<rect x="20" y="20" width="{WIDTH - 40}" height="{height - 40}" rx="52" '
            f'fill="{LIGHT.felt}"/>' + "".join(self.parts) + "</svg>"
        )


def _fitting(text: str, size: int, most: int, room: int) -> tuple[str, int]:
    """Return a text and its size, down to half of it, so that it fits into ``room``; what does not
    fit then is clipped.
    """
    longest = most * 2
    while True:
        shown = wording.plain(text, longest)
        fits = int(min(size, size * most / len(shown or " "), room / max(_ems(shown), 1)))
        if fits >= size // 2 or longest <= _SHORTEST:
            return shown, max(fits, size // 2)
        longest -= 2


_SHORTEST: Final = 4


def _ems(text: str) -> float:
    """How wide a bold text is at most, in sizes of its font: a browser's fonts are not
    known here.
    """
    wide = {
        "M": 1.05,
        "W": 1.12,
        "m": 1.05,
        "w": 0.95,
        "@": 1.05,
        "%": 1.05,
        "—": 1.05,
        "…": 1.05,
        "▲": 0.8,
        "▼": 0.8,
    }
    narrow = dict.fromkeys("fijlrt.,:;'!|()[]I /-", 0.45)
    return sum(
        (wide | narrow).get(sign)
        or (1.3 if ord(sign) > 0x2E7F else 0.82 if sign.isupper() else 0.7)
        for sign in text
    )


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
