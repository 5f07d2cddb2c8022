"""The end of a session: chips counted and compared, the pot carried or divided, who owes what, and a text for the chat."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import escape, navigation, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.record.between_hands import show
from dashboard.record.desk import Desk, close, step
from dashboard.record.hand import undo_button
from ledger.book.figures import handles
from ledger.book.night_words import chat_text
from ledger.book.one_night import one_night
from ledger.book.unread import of_evening, unread
from ledger.log.words import quote as quoted
from ledger.recording import RecordingView
from ledger.recording.spoken import Recording, say


def ending(view: RecordingView) -> None:
    """Ask for the counts, as far as anybody counts, and what becomes of the pot."""
    st.markdown("**Count the chips**, if you like: what the books say stands beside.")
    counts: dict[str, int] = {}
    for name in view.seats:
        books = view.chips[name]
        found = st.number_input(
            f"{escape.md(name)}: {books:,} by the books", min_value=0, value=None, step=1, key=f"record count {name}"
        )
        if found is not None:
            counts[name] = int(found)
            off = counts[name] - books
            st.caption(f"{wording.counted(abs(off), 'chip')} {'too many' if off > 0 else 'missing'}." if off else "It is right.")
    truth = any(chips != view.chips[name] for name, chips in counts.items()) and st.toggle(
        "The counts are right: not every hand was written down", key="record counted"
    )
    st.markdown(f"**{wording.counted(view.pot, 'chip')} in the pot.**")
    with st.container(key="record-grid end"):
        for how, label in _COUNTED if truth else _ENDS:
            st.button(label, key=f"record end {how}", type="primary", width="stretch", on_click=_end, args=(how, counts))
        st.button("Back", key="record back", width="stretch", on_click=show, args=("",))


_ENDS: Final = (("carry", "Carried to next time"), ("divide", "Divided"))
_COUNTED: Final = (("counted", "Carried to next time"), ("counted divide", "Divided, and counted with the chips"))
"""How a session may end, and what the buttons say; a pot that was divided before the counts is in them."""


def _end(how: str, counts: dict[str, int]) -> None:
    show("")
    step(_ended, how, counts)


def _ended(recording: Recording, how: str, counts: dict[str, int]) -> Recording:
    for name, chips in counts.items():
        recording = say(recording, f"count {quoted(name)} {chips}")
    return say(recording, f"end {how}")


def ended(desk: Desk, view: RecordingView) -> None:
    """Show what the session came to."""
    text = summary(view)
    st.subheader("The evening is over", anchor=False)
    st.code(text, language=None, wrap_lines=True)
    st.caption("Tap the sign at the top right of the text to copy it.")
    navigation.link("session", "The whole evening", session=view.session)
    with st.container(key="record-grid over"):
        undo_button(desk, view)
        st.button("Done", key="record done", type="primary", width="stretch", on_click=close)


def summary(view: RecordingView) -> str:
    """The session in words to send to those who played: who won what, the pot, who pays whom."""
    left_out = of_evening(asked(unread), view.session)
    return chat_text(asked(one_night, view.session), the_book().settings(), asked(handles), left_out)
