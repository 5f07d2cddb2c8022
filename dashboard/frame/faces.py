"""A player's face, the same wherever a seat is drawn: initials on the player's colour, until somebody has pictures.

In HTML it is ``<span class="face">`` (style in faces.css, which a component may read in), in a picture the group ``face``.
"""

from __future__ import annotations

import html
from typing import Final, NamedTuple

from dashboard.frame import theme
from ledger.log.words import visible as visible_text

_BLACK, _WHITE = "#000000", "#ffffff"


class Face(NamedTuple):
    """One or two letters, the player's colour, and black or white as it can be read on that; colours as CSS writes them.

    ``_asdict`` is what a component is sent.
    """

    initials: str
    colour: str
    ink: str


def face(player: int, name: str) -> Face:
    """The face of a player, by number in the book, in the viewer's theme."""
    colour = theme.player_colour(player)
    return Face(initials(name), colour, ink_on(colour))


def initials(name: str) -> str:
    """``BB`` for Bea Broussard, ``Gu`` for Gus; of a name without a letter or digit its first character, ``?`` of none."""
    words = ["".join(filter(str.isalnum, word)) for word in visible_text(name).split()]
    words = [word for word in words if word]
    if not words:
        return visible_text(name).strip()[:1] or "?"
    if len(words) == 1:
        return words[0][:1].upper() + words[0][1:2].lower()
    return (words[0][0] + words[-1][0]).upper()


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (``#rrggbb``): one of them has a contrast of at least 4.5."""
    return _BLACK if (_light(colour) + 0.05) ** 2 > (_light(_BLACK) + 0.05) * (_light(_WHITE) + 0.05) else _WHITE


def _light(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_DRAWN: Final = (
    '<g class="face" aria-hidden="true"><circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}"/><text x="{x:g}" y="{base:g}"'
    ' text-anchor="middle" style="fill:{ink};font-size:{size:g}px;font-weight:700">{initials}</text></g>'
)


def drawn(one: Face, x: float, y: float, r: float) -> str:
    """A face as SVG: a disc with its middle at (``x``, ``y``), of radius ``r``. Its name has to stand beside it."""
    return _DRAWN.format(
        x=x, y=y, r=r, base=y + 0.33 * r, size=0.9 * r, colour=one.colour, ink=one.ink, initials=html.escape(one.initials)
    )
