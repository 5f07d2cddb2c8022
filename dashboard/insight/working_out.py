"""Evenings whose luck and prices are not worked out yet: says so, and how far the work in the
background has come.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.door.streamlit_inside import DeltaGenerator
from dashboard.frame import wording
from dashboard.frame.shown_book import the_book
from ledger.book import CARDS, DISCARDS, EVEN, TABLE
from ledger.errors import UserError

_EVERY: Final = 3  # seconds after which the page looks again
_MISSING: Final = {
    TABLE: "Not worked out yet",
    EVEN: "Not worked out yet against an even table",
    DISCARDS: "Discards not worked out yet",
    CARDS: "Cards not worked out yet",
}


def left(part: str = TABLE) -> int:
    """How many hands of evenings that are over are not worked out yet."""
    _, hands = the_book().unpriced(part)
    return hands


def go_on(place: DeltaGenerator, part: str = TABLE) -> None:
    """Have what is missing of a part worked out, and show how far that is; the page is drawn again
    once it is done.

    ``place`` is where the page says what its figures leave out. It is done in the background; where
    that is not possible, here.
    """
    book = the_book()
    _, hands = book.unpriced(part)
    if not hands:
        return
    with place:
        if book.price_in_background(part):
            _watch(part, hands)
            return
        with st.container(border=True):
            st.markdown(_missing(part))
            shown = st.progress(0.0)
    try:
        for _ in book.price_all(part):
            _, rest = book.unpriced(part)
            shown.progress(1 - rest / max(hands, rest, 1), f"{wording.counted(rest, 'hand')} to go")
    except UserError as error:  # a book on a disk that cannot be written shows what it has
        shown.markdown(f"They cannot be worked out here: {wording.md(str(error), 300)}")
        return
    if not book.unpriced(part)[1]:  # or it was changed meanwhile, and waits for the next look
        st.rerun()


@st.fragment(run_every=_EVERY)
def _watch(part: str, at_first: int) -> None:
    """Show how many hands are left, until there are none."""
    book = the_book()
    _, hands = book.unpriced(part)
    if not hands or not book.price_in_background(part):
        st.rerun()
    with st.container(border=True):
        st.markdown(
            f"{_missing(part)} They are being worked out in the background: this page may be "
            "closed."
        )
        st.progress(1 - hands / max(hands, at_first), f"{wording.counted(hands, 'hand')} to go")


def _missing(part: str) -> str:
    sessions, hands = the_book().unpriced(part)
    said = (
        f"{wording.counted(sessions, 'evening')} with {wording.counted(hands, 'hand')} "
        f"{'is' if sessions == 1 else 'are'}"
    )
    return f"**{_MISSING[part]}:** {said} in none of these figures."
