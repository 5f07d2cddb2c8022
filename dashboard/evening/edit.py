"""The hand of a line of the log, to edit or to dispute: what would change is shown before it is stored, and can be taken back."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import dispute, page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import asked, the_book
from ledger.book.edits import Edit, Edited, Lines, history_of, lines_to_edit, of_line, suggestions
from ledger.errors import UserError
from ledger.log import format_diagnostic
from ledger.log.words import visible as visible_text
from ledger.money import standing_in_words

_SEEN: Final = "edit seen"
_DONE: Final = "edit done"
MOST: Final = 400
"""Lines that are edited here at a time."""


def edit(session: str, line: int | None, *, faulty: bool) -> None:
    """Offer scorers to edit the hand of a line, and everybody to dispute it; open where the line is ``faulty``."""
    _outcome()
    dispute.outcome()
    if line is None:
        st.caption("Choose a line by its number to edit or dispute its hand.")
        return
    try:
        there = lines_to_edit(the_book().folder, session, f":{line}")
    except UserError as error:
        page.complain(error)
        return
    said = of_line(asked(history_of, there.path), line)
    dispute.history(said)
    what = "this hand" if len(there.texts) > 1 or there.texts[0].startswith("hand ") else f"line {line}"
    if the_book().may("edit"):
        folded = st.expander(f"Edit {what}", icon=":material/edit:", key=f"edit {line}", expanded=faulty, on_change="rerun")
        if folded.open or faulty:
            with folded:
                _editor(there)
    dispute.fold(session, there.first, what, said)


def _editor(there: Lines) -> None:
    if len(there.texts) > MOST or any(visible_text(one) != one for one in there.texts):
        st.caption("It has too many lines, or characters that cannot be typed here: edit it with the command bourre edit.")
        return
    st.text_area("Lines", "\n".join(there.texts), key=_key(there), height=34 + 24 * (len(there.texts) + 1))
    with st.container(horizontal=True):
        for meant, texts in suggestions(there):
            st.button(f"Use “{wording.md(meant, 40)}”", key=f"use {meant}", type="primary", on_click=_look, args=(there, texts))
        st.button("See what would change", key="edit look", on_click=_look, args=(there,))
    seen: tuple[Edit, Edited] | UserError | None = st.session_state.get(_SEEN)
    if isinstance(seen, UserError):
        page.complain(seen)
    elif seen and (seen[0].session, seen[0].digest, seen[0].first) == (there.session, there.digest, there.first):
        for error in seen[1].errors:
            st.error(wording.md(f"line {error.line}, column {error.column}: {error.message}. {error.remedy}", 400))
            st.code(format_diagnostic(error), language=None)
        if not seen[1].errors:
            _told(seen[1])
            with st.container(horizontal=True):
                st.button("Store it", type="primary", key="edit store", on_click=_store, args=(seen[0],))
                st.button("Cancel", key="edit cancel", on_click=lambda: st.session_state.pop(_SEEN, None))


def _key(there: Lines) -> str:
    return f"lines {there.session} {there.first} {there.digest[:12]}"


def _told(seen: Edited) -> None:
    """Whose balance moves by how much, and what the audit finds now or no longer."""
    typed_text(
        "\n".join([*(f"- {visible_text(one)}" for one in seen.gone), *(f"+ {visible_text(one)}" for one in seen.come)]), "change"
    )
    moved = [one for one in seen.changes if one.session is None]
    for one in moved:
        before, now = (wording.md(wording.signed(amount, one.unit)) for amount in one.amount)
        st.markdown(f"{wording.md(one.player, 60)}: {before} → {now} ({standing_in_words(one.amount[1])})")
    if not moved:
        st.markdown("No balance moves.")
    for said, found in (("The audit finds now:", seen.found), ("The audit no longer finds:", seen.settled)):
        if found:
            st.markdown(said + "".join(f"\n- {wording.md(one, 400)}" for one in found[:10]))


def _outcome() -> None:
    done: Edited | UserError | None = st.session_state.get(_DONE)
    if isinstance(done, UserError):
        page.complain(done)
    elif done is not None:
        st.success(f"It is in {wording.md(str(done.path), 200)}. The log as it was stays in the folder replaced.")
        _told(done)
    if done is not None:
        with st.container(horizontal=True):
            if not isinstance(done, UserError) and done.undo is not None and the_book().may("edit"):
                st.button("Take it back", key="edit undo", on_click=_store, args=(done.undo,))
            st.button("Done", key="edit seen", on_click=lambda: st.session_state.pop(_DONE, None))


def _look(there: Lines, texts: tuple[str, ...] | None = None) -> None:
    texts = texts or tuple(st.session_state[_key(there)].rstrip("\n").split("\n"))
    wanted = Edit(there.session, there.digest, there.first, len(there.texts), texts, dispute.who())
    page.attempt(_SEEN, lambda: (wanted, the_book().preview_edit(wanted)))


def _store(wanted: Edit) -> None:
    st.session_state.pop(_SEEN, None)
    page.attempt(_DONE, lambda: the_book().edit(wanted))
