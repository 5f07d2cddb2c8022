"""Colours: one set of tokens, light and dark, used by Streamlit's theme, the charts and everything
we draw.

How the card table looks: its colours by day, by night and in print, and the shapes of cards and
suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit as st


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours with a meaning, as CSS writes them.

    Every eye can tell any two of ``players`` apart, and each from ``won``, ``lost`` and ``felt``:
    they were searched for by the difference that colour-blind eyes see, which a test computes. A
    player's colour has the same hue by day and by night.
    """

    name: str
    page: str
    raised: str
    ink: str
    quiet: str
    line: str
    felt: str
    on_felt: str
    link: str
    won: str
    lost: str
    warning: str
    red: str  # hearts and diamonds
    players: tuple[str, ...]


LIGHT: Final = Tokens(
    name="light",
    page="#fbf9f4",
    raised="#f2ede2",
    ink="#23201b",
    quiet="#655e52",
    line="#ddd5c4",
    felt="#1d6b4b",
    on_felt="#ffffff",
    link="#17593e",
    won="#1a5a9e",
    lost="#a8480a",
    warning="#7a5a00",
    red="#c01525",
    players=(
        "#5f30f4",
        "#fe560d",
        "#1ca438",
        "#da4bf2",
        "#5c401f",
        "#271b94",
        "#0c4335",
        "#65064d",
        "#6a8457",
        "#a0788d",
        "#0a2609",
        "#856fae",
    ),
)
DARK: Final = Tokens(
    name="dark",
    page="#171512",
    raised="#232019",
    ink="#ece6da",
    quiet="#aba290",
    line="#3b362c",
    felt="#6cc39a",
    on_felt="#10231a",
    link="#7fcfa9",
    won="#8ab8f0",
    lost="#f2a65e",
    warning="#e3c15c",
    red="#ff8080",
    players=(
        "#752efb",
        "#ca3113",
        "#9af822",
        "#b90fad",
        "#b68b48",
        "#6885ff",
        "#539d76",
        "#fa299f",
        "#e5f8b0",
        "#edb9cc",
        "#437f4a",
        "#8c87ba",
    ),
)


def tokens() -> Tokens:
    """The tokens of the viewer's theme, light or dark."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def player_colour(player: int) -> str:
    """The colour of a player by number in the book: the same on every page."""
    return both_colours(player)[tokens() is DARK]


def both_colours(player: int) -> tuple[str, str]:
    """The colour of a player, light and dark."""
    light, dark = (one.players[(player - 1) % len(one.players)] for one in (LIGHT, DARK))
    return light, dark


def options() -> Iterator[tuple[str, str]]:
    """Yield Streamlit's options for both themes."""
    for one in (LIGHT, DARK):
        yield f"theme.{one.name}.primaryColor", one.felt
        yield f"theme.{one.name}.backgroundColor", one.page
        yield f"theme.{one.name}.secondaryBackgroundColor", one.raised
        yield f"theme.{one.name}.textColor", one.ink
        yield f"theme.{one.name}.linkColor", one.link
        yield f"theme.{one.name}.borderColor", one.line
        yield f"theme.{one.name}.dataframeBorderColor", one.line
        for colour, meant in (("blue", one.won), ("orange", one.lost), ("green", one.link)):
            yield f"theme.{one.name}.{colour}Color", meant
            yield f"theme.{one.name}.{colour}TextColor", meant
        yield f"theme.{one.name}.redTextColor", one.red
        yield f"theme.{one.name}.sidebar.backgroundColor", one.raised
        yield f"theme.{one.name}.sidebar.secondaryBackgroundColor", one.page
    yield "theme.baseRadius", "0.5rem"


def style_sheet() -> str:
    """The colours as CSS variables (``--page``, ``--on-felt`` …), light and dark, for what
    Streamlit does not draw.
    """
    light, dark = (
        "".join(f"--{name.replace('_', '-')}: {getattr(one, name)}; " for name in _PLAIN).strip()
        for one in (LIGHT, DARK)
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"


_PLAIN: Final = ("page", "raised", "ink", "quiet", "line", "felt", "on_felt", "link", "won", "lost")


# --- The card table -------------------------------------------------------------------------------
PIPS: Final = {
    "s": "M50 4C66 28 92 42 92 63C92 77 82 84 72 84C65 84 59 81 55 75C56 84 59 91 66 96L34 96C41 "
    "91 44 84 45 75C41 81 35 84 28 84"
    "C18 84 8 77 8 63C8 42 34 28 50 4Z",
    "h": (
        "M50 94C22 68 6 50 6 31C6 16 17 6 30 6C39 6 46 11 50 20C54 11 61 6 70 6C83 6 94 16 94 "
        "31C94 50 78 68 50 94Z"
    ),
    "d": "M50 3L87 50L50 97L13 50Z",
    "c": "M50 4A22 22 0 0 1 66 41A22 22 0 1 1 55 74C56 84 59 91 66 96L34 96"
    "C41 91 44 84 45 74A22 22 0 1 1 34 41A22 22 0 0 1 50 4Z",
}
"""The suits as outlines in a square of 100: no letter of any font, so that they look the same
everywhere.
"""


def _face(suit: str) -> str:
    return (
        f'<g id="bt-{suit}"><rect class="bt-paper" width="38" height="53" rx="4.5"/>'
        f'<use href="#bt-pip-{suit}" transform="translate(4 23) scale(.14)"/>'
        f'<use href="#bt-pip-{suit}" transform="translate(16 30) scale(.19)"/></g>'
    )


DEFINITIONS: Final = (
    "".join(f'<path id="bt-pip-{suit}" d="{path}"/>' for suit, path in PIPS.items())
    + "".join(_face(suit) for suit in PIPS)
    + '<g id="bt-back"><rect class="bt-paper" width="38" height="53" rx="4.5"/>'
    '<rect class="bt-pattern" x="3" y="3" width="32" height="47" rx="3"/>'
    '<path class="bt-lines" transform="scale(1.06)" d="M3 14L14 3M3 25L25 3M3 36L33 6M3 47L33 '
    '17M14 47L33 28M25 47L33 39"/></g>'
    '<rect id="bt-edge" class="bt-edge" x="-1" y="-1" width="40" height="55" rx="5.5"/>'
)
"""Cards, backs and suits, once for a picture or for a page of them."""


def _both(light: str, dark: str) -> str:
    return f"light-dark({light}, {dark})"


_COLOURS: Final = {
    "ink": (LIGHT.ink, DARK.ink),
    "quiet": (LIGHT.quiet, DARK.quiet),
    "plate": (LIGHT.raised, DARK.raised),
    "line": (LIGHT.line, DARK.line),
    "felt": (LIGHT.felt, "#17503a"),
    "rim": ("#6f4a2f", "#3d2b1e"),
    "onfelt": ("#ffffff", "#f1ecdf"),
    "paper": ("#ffffff", "#f6f1e6"),
    "edge": ("#8d8574", "#2a2620"),
    "back": ("#7b2d3b", "#6b2a36"),
    "gold": ("#ffd257", "#f0c24c"),
    "wrong": ("#d5480b", "#ff7a33"),
    "right": ("#1f6fd0", "#5aa0f5"),
}


def felt() -> dict[str, str]:
    """The colours of the card table in the viewer's theme, by name, for what is drawn on it in
    HTML.
    """
    return {name: both[tokens() is DARK] for name, both in _COLOURS.items()}


STYLE: Final = (
    ".bourre-table{"
    + "".join(f"--bt-{name}:{light};" for name, (light, _) in _COLOURS.items())
    + (
        "--bt-black:#16130f;--bt-red:#c01525;font-family:system-ui,-apple-system,'Segoe "
        "UI',Roboto,'Noto Sans',sans-serif}"
    )
    + "@supports (color:light-dark(#000,#fff)){.bourre-table{"
    + "".join(f"--bt-{name}:{_both(*both)};" for name, both in _COLOURS.items())
    + "}}"
    + Path(__file__).with_name("card_table.css").read_text("utf-8").strip()
)
"""The rules for the picture and everything in it.

Dark where the page around it is dark (``color-scheme``).
"""
