"""Which hand is shown: the one that the address names, or one that the viewer chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard.frame import escape, navigation, page, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, table
from ledger.book import Told, told_hand
from ledger.errors import UserError
from ledger.stats import nights_called

_AT_A_GLANCE: Final = 60
"""Up to this many hands are offered side by side; more are a list."""


def named(session: str, hand: str | None) -> Told | None:
    """The hand of a session that the address names; None if there is none, after saying why and offering others."""
    try:
        return asked(told_hand, str(the_book().folder), session, hand)
    except UserError as error:
        page.head("Replay")
        page.complain(error)
        choose(session)
        return None


def choose(session: str | None) -> None:
    """Offer the hands of a session, or, if there is no such session, all sessions."""
    if session is not None:
        try:
            first = asked(told_hand, str(the_book().folder), session, None)
        except UserError:
            pass
        else:
            _hands(session, first.names)
            return
    page.need_sessions()
    rows = [
        [
            Cell(wording.evening(night.title, night.session, night.date), page="replay", query={"session": night.session}),
            Cell(str(night.date)),
            Cell(str(night.hands)),
        ]
        for night in asked(nights_called)
    ]
    table("Sessions", [Column("Session"), Column("Played"), Column("Hands", right=True)], rows)


def _hands(session: str, names: Sequence[str]) -> None:
    if len(names) <= _AT_A_GLANCE:
        with st.container(horizontal=True):
            for name in names:
                navigation.link("replay", escape.md(_called(name)), session=session, hand=name)
    else:
        rows = [[Cell(_called(name), page="replay", query={"session": session, "hand": name})] for name in names]
        table("Hands of the session", [Column("Hand")], rows)


def _called(name: str) -> str:
    return f"Line {name[1:]}" if name[0] == ":" else f"Hand {name}"
