"""A player's picture: chosen on the player's page by those who may record evenings, and taken away
again.
"""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.frame import page, theme
from dashboard.frame.component import component
from dashboard.frame.faces import address_of
from dashboard.frame.shown_book import the_book
from ledger.book.files.settings import Role
from ledger.errors import UserError

_HEAD: Final = "data:image/jpeg;base64,"
_OUTCOME: Final = "portrait outcome"


def choose(player: int) -> None:
    """Show scorers the ways to choose a player's picture and to take it away; others see
    nothing.
    """
    if the_book().role < Role.SCORER:
        return
    key = f"portrait {player}"

    def chosen() -> None:
        _write(player, _content(st.session_state[key]["chosen"]))

    is_there = bool(address_of(player))
    data = {
        "label": "Another picture" if is_there else "Choose a picture",
        "link": theme.tokens().link,
    }
    with st.container(horizontal=True, vertical_alignment="center", key="portrait"):
        component("bourre.portrait", Path(__file__))(
            key=key, data=data, on_chosen_change=chosen, width="content"
        )
        if is_there:
            about = "Initials stand in its place. To have it back, choose it again."
            st.button(
                "Take it away",
                key="portrait away",
                type="tertiary",
                help=about,
                on_click=_write,
                args=(player, None),
            )
    outcome = st.session_state.pop(_OUTCOME, None)
    if isinstance(outcome, UserError):
        page.complain(outcome)


def _write(player: int, content: bytes | None) -> None:
    page.attempt(_OUTCOME, lambda: the_book().picture(player, content))


def _content(said: object) -> bytes:
    """The picture that a browser sent, which can send anything; empty, and so no picture, for what
    cannot be read.
    """
    if not isinstance(said, str) or not said.startswith(_HEAD):
        return b""
    try:
        return base64.b64decode(said.removeprefix(_HEAD), validate=True)
    except binascii.Error:
        return b""
