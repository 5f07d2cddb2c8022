"""Who stays too often or too seldom, from pass, play and draws: no card need be written down."""

from __future__ import annotations

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Column, player_cell, table
from ledger.stats import HOW_OFTEN, WHO_SAID, Filter, how_often_stayed, lost_in_words


def show(where: Filter, player: int | None = None) -> None:
    """Show who stays too often or too seldom, or say what that needs."""
    found = asked(how_often_stayed, where)
    rows = [row for row in found.to_dicts() if player in (None, row["player"])]
    st.subheader("How often they stay" if player is None else "How often to stay", anchor=False)
    if not rows:
        st.markdown(WHO_SAID)
        return
    table(
        "How often they stay",
        [
            Column("Player"),
            *(Column(name, right=True) for name in ("Stayed", "Best", "Lost")),
            Column("Stays"),
        ],
        [
            [
                player_cell(row, wording.counted(row["decisions"], "hand")),
                f"{row['stayed']:.0%}",
                f"{row['right']:.0%}",
                lost_in_words(row),
                row["verdict"] or "cannot be told",
            ]
            for row in rows
        ],
    )
    page.worked_out("Lost: stakes in 100 decisions. Best: how often it is best to stay.", HOW_OFTEN)
