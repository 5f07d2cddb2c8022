"""Hands and payments that somebody said are wrong, and that nobody has answered yet, each with the
way to answer.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import dispute, navigation, wording
from dashboard.frame.shown_book import asked, evenings_called, the_book
from ledger.book.files.disputes import PAID, Dispute, open_disputes
from ledger.book.sessions.edits import lines_to_edit

_MOST: Final = 10


def show() -> None:
    """Show the disputes that are open, the oldest first, with a field for the answer; nothing if
    there are none.
    """
    dispute.outcome()
    found = asked(open_disputes, the_book().folder)
    if not found:
        return
    evenings = evenings_called({one.session for one in found})
    with st.container(key="disputes"):
        st.markdown(
            f"**{wording.counted(len(found), 'dispute')} without an answer.** Answer in words, or "
            "edit the hand."
        )
        for one in found[:_MOST]:
            with st.container(border=True, gap="small"):
                _one(one, evenings.get(one.session, one.session))
        if len(found) > _MOST:
            st.caption(f"And {len(found) - _MOST:,} more, once these are answered.")


def _one(one: Dispute, evening: str) -> None:
    if one.session == PAID:
        way = navigation.linked("owes", f"A payment: {wording.md(one.what, 120)}", wrong=one.line)
    else:
        label = f"{wording.md(evening, 80)}, {wording.md(one.what, 120)}"
        way = navigation.linked("session", label, session=one.session, view="log", line=one.line)
    st.markdown("  \n".join([f":material/flag: {way}", *map(dispute.told, one.said)]))
    dispute.form(lines_to_edit(the_book().folder, one.session, f":{one.line}"), one.said)
