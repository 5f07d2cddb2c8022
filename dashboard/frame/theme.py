"""Colours: one set of tokens, light and dark, from which Streamlit's theme, the charts and everything we draw are made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import streamlit as st


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours with a meaning, as CSS writes them. ``won`` and ``lost`` differ for colour-blind eyes too."""

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
    players=(
        "#1a5a9e",
        "#a8480a",
        "#1d6b4b",
        "#8a3b8f",
        "#8a6d00",
        "#0e7a86",
        "#b02a4c",
        "#5a52b8",
        "#5d7319",
        "#6f4a2f",
        "#4a5a66",
        "#c2185b",
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
    players=(
        "#8ab8f0",
        "#f2a65e",
        "#6fc79d",
        "#d69adb",
        "#e3c15c",
        "#67c9d3",
        "#f08aa5",
        "#aaa4f2",
        "#b3ca6a",
        "#cfa585",
        "#a9bac6",
        "#f57fb0",
    ),
)


def tokens() -> Tokens:
    """The colours that the person is looking at."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def player_colour(player: int) -> str:
    """A player's colour: the same on every page, by the player's number in the book."""
    colours = tokens().players
    return colours[(player - 1) % len(colours)]


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
        yield f"theme.{one.name}.sidebar.backgroundColor", one.raised
        yield f"theme.{one.name}.sidebar.secondaryBackgroundColor", one.page
    yield "theme.baseRadius", "0.5rem"


def style_sheet() -> str:
    """The colours as variables of CSS, for the one page that is not Streamlit's: ``--page``, ``--on-felt`` …; light, or dark."""
    light, dark = (
        "".join(f"--{name.replace('_', '-')}: {getattr(one, name)}; " for name in _PLAIN).strip() for one in (LIGHT, DARK)
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"


_PLAIN: Final = ("page", "raised", "ink", "quiet", "line", "felt", "on_felt", "link", "lost")
