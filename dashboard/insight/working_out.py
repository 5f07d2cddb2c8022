"""Evenings whose luck and prices are not worked out yet: shows that, and works them out while the page is open."""

from __future__ import annotations

from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard.frame import wording
from dashboard.frame.shown_book import the_book
from ledger.book import CARDS, DISCARDS, EVEN, TABLE, unpriced

_AT_ONCE: Final = 250
"""Up to this many hands are worked out without asking: it takes some seconds."""
_A_MINUTE: Final = {TABLE: 2_000, EVEN: 2_500, DISCARDS: 2_000, CARDS: 500}
"""Hands worked out in a minute, by part."""
_MISSING: Final = {
    TABLE: "Not worked out yet",
    EVEN: "Not worked out yet against an even table",
    DISCARDS: "Discards not worked out yet",
    CARDS: "Cards not worked out yet",
}
_WANTED: Final = "luck wanted"


def left(part: str = TABLE) -> int:
    """How many hands are not worked out yet."""
    _, hands = the_book().ask(unpriced, part)
    return hands


def go_on(place: DeltaGenerator, part: str = TABLE) -> None:
    """Work out what is missing of a part, a few evenings at a time, then rerun the page; leaving the page stops it.

    ``place`` is where the page says what its figures leave out. Many hands are worked out only on request.
    """
    sessions, hands = the_book().ask(unpriced, part)
    if not sessions:
        return
    said = f"{wording.counted(sessions, 'evening')} with {wording.counted(hands, 'hand')} {'is' if sessions == 1 else 'are'}"
    with place.container(border=True):
        st.markdown(f"**{_MISSING[part]}:** {said} in none of these figures.")
        if hands > _AT_ONCE and not st.session_state.get(_WANTED):
            minutes = wording.counted(-(-hands // _A_MINUTE[part]), "minute")
            st.caption(f"It takes about {minutes}, in which this page must stay open. What is done is kept.")
            st.button("Work them out", type="primary", on_click=_want, key=f"work out {part}")
            return
        shown = st.progress(0.0)
    while the_book().price_some(part):
        _, rest = the_book().ask(unpriced, part)
        shown.progress(1 - rest / max(hands, rest, 1), f"{wording.counted(rest, 'hand')} to go")
    st.rerun()


def _want() -> None:
    st.session_state[_WANTED] = True
