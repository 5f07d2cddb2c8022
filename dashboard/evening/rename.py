"""A form to correct the date and the title of an evening, for scorers. The id stays, and so do addresses."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

import streamlit as st

from dashboard.frame import escape, page
from dashboard.frame.shown_book import the_book
from dashboard.frame.typed_text import typed_text
from ledger.book.corrections import Named, Renamed, order_words
from ledger.book.settings import Role
from ledger.errors import UserError
from ledger.log.words import visible as visible_text

_DONE: Final = "evening renamed"
_TITLE: Final = 80
_FIRST: Final = date(1900, 1, 1)


def form(night: dict[str, Any]) -> None:
    """Show scorers the form, and the outcome of its last use; others see nothing."""
    if the_book().role < Role.SCORER:
        return
    _outcome(night["session"])
    folded = st.expander("Correct the date or title", icon=":material/edit_calendar:", key="rename", on_change="rerun")
    if not folded.open:
        return
    session, title = night["session"], night["title"] or ""
    with folded, st.form("rename evening", border=False):
        st.date_input(
            "Date",
            night["date"],
            min_value=min(_FIRST, night["date"]),
            max_value=date.max,
            format="YYYY-MM-DD",
            key=_key("date", session),
        )
        st.text_input("Title", title, max_chars=max(_TITLE, len(title)), key=_key("title", session), placeholder="none")
        st.caption("The pot goes on from evening to evening in the order of dates. Links to this page stay as they are.")
        st.form_submit_button("Put it right", type="primary", key="rename write", on_click=_write, args=(session,))


def _key(what: str, session: str) -> str:
    """The key of a field, different for each evening: otherwise one would get what was typed for another."""
    return f"rename {what} {session}"


def _write(session: str) -> None:
    day, title = st.session_state[_key("date", session)], str(st.session_state[_key("title", session)] or "")
    try:
        named = Named(session, day.isoformat() if day else None, title)  # an emptied date field leaves the date as it is
        done: Renamed | UserError = the_book().rename_evening(named)
    except UserError as error:
        done = error
    else:
        st.session_state["rename"] = False
    st.session_state[_DONE] = (session, done)


def _outcome(session: str) -> None:
    where, done = st.session_state.get(_DONE, ("", None))
    if done is None or where != session:
        return
    if isinstance(done, UserError):
        page.complain(done)
    else:
        st.success(f"Line {done.line} of {escape.md(str(done.path), 200)} is now:")
        typed_text(visible_text(done.now), "renamed line")
        st.markdown("  \n".join(escape.md(said, 600) for said in order_words(done)))
    st.button("Done", key="rename seen", on_click=lambda: st.session_state.pop(_DONE, None))
