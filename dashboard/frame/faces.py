"""A player's face, the same wherever a seat is drawn: the player's picture, else initials, on the
player's colour.

In HTML it is ``<span class="face">`` (style in faces.css, which every page and component has), in a
picture the group ``face``. Pictures are sent by a route of their own, which a browser asks once: a
table of a hundred players would be heavy with them.
"""

from __future__ import annotations

import base64
import html
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dashboard.door.gate import role_of
from dashboard.frame import theme
from ledger.book.files.folder import FACES, SETTINGS, book_folder
from ledger.book.files.portraits import portraits
from ledger.book.files.settings import read_settings
from ledger.errors import UserError
from ledger.log.words import visible as visible_text

_BLACK, _WHITE = "#000000", "#ffffff"


class Face(NamedTuple):
    """One or two letters, the player's colour, and black or white as it can be read on that;
    colours as CSS writes them.

    ``picture`` is the address of the player's picture, empty without one. ``_asdict`` is what a
    component is sent.
    """

    initials: str
    colour: str
    ink: str
    picture: str = ""


def face(player: int, name: str) -> Face:
    """The face of a player, by number in the book, in the viewer's theme."""
    colour = theme.player_colour(player)
    return Face(initials(name), colour, ink_on(colour), address_of(player))


def faces_anywhere(names: Iterable[str]) -> dict[str, Face]:
    """The faces of some names, for an answer to a phone: in colours that a browser chooses by its
    theme, which no route knows.

    A name that is new to the book has no colour yet, and is left out.
    """
    known: Mapping[str, int] = {}
    # whoever asks is told what is wrong with the settings by everything else
    with suppress(UserError):
        known = read_settings(book_folder(None) / SETTINGS).by_name
    return {name: _anywhere(known[name], name) for name in names if name in known}


def _anywhere(player: int, name: str) -> Face:
    light, dark = theme.both_colours(player)
    ink = f"light-dark({ink_on(light)}, {ink_on(dark)})"
    return Face(initials(name), f"light-dark({light}, {dark})", ink, address_of(player))


def markup(one: Face) -> str:
    """A face as HTML; its name has to stand beside it."""
    picture = f'<img src="{html.escape(one.picture)}" alt="">' if one.picture else ""
    style = f"background:{one.colour};color:{one.ink}"
    return (
        f'<span class="face" style="{style}" '
        f'aria-hidden="true">{html.escape(one.initials)}{picture}</span>'
    )


def initials(name: str) -> str:
    """``BB`` for Bea Broussard, ``Gu`` for Gus; of a name without a letter or digit its first
    character, ``?`` of none.
    """
    words = ["".join(filter(str.isalnum, word)) for word in visible_text(name).split()]
    words = [word for word in words if word]
    if not words:
        return visible_text(name).strip()[:1] or "?"
    if len(words) == 1:
        return words[0][:1].upper() + words[0][1:2].lower()
    return (words[0][0] + words[-1][0]).upper()


def ink_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour (``#rrggbb``): one of them has a
    contrast of at least 4.5.
    """
    return (
        _BLACK
        if (_light(colour) + 0.05) ** 2 > (_light(_BLACK) + 0.05) * (_light(_WHITE) + 0.05)
        else _WHITE
    )


def _light(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


_DRAWN: Final = (
    '<g class="face" aria-hidden="true"><circle cx="{x:g}" cy="{y:g}" r="{r:g}" '
    'fill="{colour}"/><text x="{x:g}" y="{base:g}"'
    ' text-anchor="middle" '
    'style="fill:{ink};font-size:{size:g}px;font-weight:700">{initials}</text>{picture}</g>'
)
_IMAGE: Final = (
    '<image x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" href="{href}" '
    'preserveAspectRatio="xMidYMid slice"'
    ' style="clip-path:circle(50%)"/>'
)


def drawn(one: Face, x: float, y: float, r: float) -> str:
    """A face as SVG: a disc with its middle at (``x``, ``y``), of radius ``r``.

    Its name has to stand beside it.
    """
    inner = r * _WITHIN
    picture = (
        _IMAGE.format(x=x - inner, y=y - inner, side=2 * inner, href=html.escape(one.picture))
        if one.picture
        else ""
    )
    return _DRAWN.format(
        x=x,
        y=y,
        r=r,
        base=y + 0.33 * r,
        size=0.9 * r,
        colour=one.colour,
        ink=one.ink,
        initials=html.escape(one.initials),
        picture=picture,
    )


_WITHIN: Final = 0.9
"""The part of a face that its picture fills: the rest is a ring in the player's colour (as in
faces.css).
"""

# --- Pictures -------------------------------------------------------------------------------------
_SECONDS: Final = 3
"""After these a file that somebody put in place of another is noticed; what the page itself does is
noticed at once.
"""
_ADDRESS: Final = "/bourre/face"


def address_of(player: int) -> str:
    """The address of a player's picture, from any page; it is another once the picture is.

    Empty without a picture.
    """
    content = _pictures().get(player)
    return (
        f".{_ADDRESS}?player={player}&is={blake2b(content, digest_size=8).hexdigest()}"
        if content
        else ""
    )


def inline(player: int) -> str:
    """A player's picture as a ``data:`` address, for a picture that leaves the page; empty without
    one.
    """
    content = _pictures().get(player)
    return f"data:image/jpeg;base64,{base64.b64encode(content).decode()}" if content else ""


def _pictures() -> dict[int, bytes]:
    folder = book_folder(None)
    with suppress(OSError):  # no player has a picture
        stamps = (folder / FACES).stat().st_mtime_ns, (folder / SETTINGS).stat().st_mtime_ns
        return _read(folder, stamps, int(time.monotonic() / _SECONDS))
    return {}


@lru_cache(maxsize=2)
def _read(folder: Path, _stamps: tuple[int, int], _when: int) -> dict[int, bytes]:
    with suppress(UserError):  # the page itself says what is wrong with the settings
        return portraits(folder, read_settings(folder / SETTINGS))
    return {}


def _answer(request: Request) -> Response:
    """A player's picture, for whoever may see the book."""
    if role_of(request) is None:
        return Response(status_code=401)
    player = request.query_params.get("player", "")
    content = (
        _pictures().get(int(player)) if player.isdecimal() and len(player) < _LONGEST else None
    )
    if content is None:
        return Response(status_code=404, headers={"cache-control": "no-store"})
    return Response(
        content,
        media_type="image/jpeg",
        headers={"cache-control": "private, max-age=31536000, immutable"},
    )


_LONGEST: Final = 10
ROUTES: Final = (Route(_ADDRESS, _answer, methods=["GET"]),)  # the route of pictures
