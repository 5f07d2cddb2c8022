"""Colours: one set of tokens, light and dark, used by Streamlit's theme, the charts and everything we draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import streamlit as st


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours with a meaning, as CSS writes them.

    Every eye can tell any two of ``players`` apart, and each from ``won``, ``lost`` and ``felt``: they were searched for by
    the difference that colour-blind eyes see, which a test computes.
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
    red: str
    """Hearts and diamonds."""
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
        "#3b9cb1",
        "#550b1c",
        "#9c9239",
        "#965d72",
        "#1b259b",
        "#045af3",
        "#920700",
        "#533558",
        "#699169",
        "#01493b",
        "#8f80fb",
        "#f94199",
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
        "#f6eb55",
        "#0d72c4",
        "#e6322d",
        "#16f9ff",
        "#bd4467",
        "#bdf8a6",
        "#9f9366",
        "#fb65b1",
        "#088201",
        "#ffc3cc",
        "#1f9986",
        "#8782f7",
    ),
)


def tokens() -> Tokens:
    """The tokens of the viewer's theme, light or dark."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def player_colour(player: int) -> str:
    """The colour of a player by number in the book: the same on every page."""
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
        yield f"theme.{one.name}.redTextColor", one.red
        yield f"theme.{one.name}.sidebar.backgroundColor", one.raised
        yield f"theme.{one.name}.sidebar.secondaryBackgroundColor", one.page
    yield "theme.baseRadius", "0.5rem"


def style_sheet() -> str:
    """The colours as CSS variables (``--page``, ``--on-felt`` …), light and dark, for what Streamlit does not draw."""
    light, dark = (
        "".join(f"--{name.replace('_', '-')}: {getattr(one, name)}; " for name in _PLAIN).strip() for one in (LIGHT, DARK)
    )
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}"


_PLAIN: Final = ("page", "raised", "ink", "quiet", "line", "felt", "on_felt", "link", "lost")
