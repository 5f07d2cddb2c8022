"""The hand of a line of the log, to edit or to dispute: what would change is shown before it is
stored, and can be taken back.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import streamlit as st

from dashboard.audit import mending
from dashboard.frame import address, dispute, page, wording
from dashboard.frame.shown_book import the_book
from ledger.book.files.disputes import of_line
from ledger.book.sessions.edits import Edit, Edited, Lines, lines_to_edit, suggestions
from ledger.errors import UserError
from ledger.log import format_diagnostic
from ledger.log.words import visible as visible_text

_SEEN: Final = "edit preview"
MOST: Final = 400  # lines that are edited here at a time


def edit(session: str, line: int | None, *, faulty: bool) -> None:
    """Offer to edit the hand of a line, and to dispute it; open where it is ``faulty``, or where
    the address says so.
    """
    mending.outcome()
    dispute.outcome()
    if line is None:
        st.caption("Choose a line by its number to edit or dispute its hand.")
        return
    try:
        there = lines_to_edit(the_book().folder, session, f":{line}")
    except UserError as error:
        page.complain(error)
        return
    said = of_line(dispute.became(there.path), line)
    dispute.history(said)
    what = (
        "this hand"
        if len(there.texts) > 1 or there.texts[0].startswith("hand ")
        else f"line {line}"
    )
    if the_book().may("edit"):
        opened = faulty or address.word("edit") is not None
        folded = st.expander(
            f"Edit {what}",
            icon=":material/edit:",
            key=f"edit {line}",
            expanded=opened,
            on_change="rerun",
        )
        if folded.open or opened:
            with folded:
                _editor(there)
    dispute.fold(session, there.first, what, said)


def _editor(there: Lines) -> None:
    if len(there.texts) > MOST or any(visible_text(one) != one for one in there.texts):
        st.caption(
            "It has too many lines, or characters that cannot be typed here: edit it with the "
            "command bourre edit."
        )
        return
    st.text_area(
        "Lines", "\n".join(there.texts), key=_key(there), height=34 + 24 * (len(there.texts) + 1)
    )
    with st.container(horizontal=True):
        for meant, texts in suggestions(there):
            st.button(
                f"Use “{wording.md(meant, 40)}”",
                key=f"use {meant}",
                type="primary",
                on_click=_look,
                args=(there, texts),
            )
        st.button("See what would change", key="edit look", on_click=_look, args=(there,))
    seen: tuple[Edit, Edited] | UserError | None = st.session_state.get(_SEEN)
    if isinstance(seen, UserError):
        page.complain(seen)
    elif seen and (seen[0].session, seen[0].digest, seen[0].first) == (
        there.session,
        there.digest,
        there.first,
    ):
        for error in seen[1].errors:
            st.error(
                wording.md(
                    f"line {error.line}, column {error.column}: {error.message}. {error.remedy}",
                    400,
                )
            )
            st.code(format_diagnostic(error), language=None)
        if not seen[1].errors:
            mending.told(seen[1])
            with st.container(horizontal=True):
                st.button(
                    "Store it", type="primary", key="edit store", on_click=_store, args=(seen[0],)
                )
                st.button(
                    "Cancel", key="edit cancel", on_click=lambda: st.session_state.pop(_SEEN, None)
                )


def _key(there: Lines) -> str:
    """The same as long as these lines are: hands that a phone confirms meanwhile do not empty the
    field.
    """
    return (
        f"lines {there.session} {there.first} {sha256(repr(there.texts).encode()).hexdigest()[:12]}"
    )


def _look(there: Lines, texts: tuple[str, ...] | None = None) -> None:
    texts = texts or tuple(st.session_state[_key(there)].rstrip("\n").split("\n"))
    wanted = Edit(there.session, there.digest, there.first, len(there.texts), texts, dispute.who())
    page.attempt(_SEEN, lambda: (wanted, the_book().preview_edit(wanted)))


def _store(wanted: Edit) -> None:
    st.session_state.pop(_SEEN, None)
    mending.store(wanted)
