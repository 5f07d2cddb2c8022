"""An edit of a log from a page: what the reader suggests for a line in one tap, what an edit
changed, and the way back.
"""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.frame import dispute, page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import the_book
from ledger.book.files.disputes import PAID
from ledger.book.files.settings import Role
from ledger.book.sessions.edits import Edit, Edited, Lines, lines_to_edit, suggestions
from ledger.log.words import visible as visible_text
from ledger.money import standing_in_words

_DONE: Final = "edit"


def store(wanted: Edit) -> None:
    """Store an edit; ``outcome`` shows what came of it."""
    page.attempt(_DONE, lambda: the_book().edit(wanted))


def outcome() -> None:
    """Show what the last edit changed, and how to take it back."""
    dispute.outcome_of(_DONE, _where_and_what, store)


def _where_and_what(done: Edited) -> None:
    st.success(
        f"It is in {wording.md(str(done.path), 200)}. The log as it was stays in the folder "
        "replaced."
    )
    told(done)


def told(seen: Edited) -> None:
    """Show whose balance an edit moves and by how much, and what the audit finds now or no
    longer.
    """
    lines = [
        *(f"- {visible_text(one)}" for one in seen.gone),
        *(f"+ {visible_text(one)}" for one in seen.come),
    ]
    typed_text("\n".join(lines), "change")
    moved = [one for one in seen.changes if one.session is None]
    for one in moved:
        before, now = (wording.md(wording.signed(amount, one.unit)) for amount in one.amount)
        st.markdown(
            f"{wording.md(one.player, 60)}: {before} → {now} ({standing_in_words(one.amount[1])})"
        )
    if not moved:
        st.markdown("No balance moves.")
    for said, found in (
        ("The audit finds now:", seen.found),
        ("The audit no longer finds:", seen.settled),
    ):
        if found:
            st.markdown(said + "".join(f"\n- {wording.md(one, 400)}" for one in found[:10]))


def line_with_ways(session: str | None, line: int, key: str) -> None:
    """Show a line of a stored log, or (without a session) of the payments, and a button for each
    thing it may have meant.
    """
    there = lines_to_edit(the_book().folder, PAID if session is None else session, f":{line}")
    text = there.texts[line - there.first]
    typed_text(visible_text(text)[:2_000], f"line {key}", excerpt=True)
    if not the_book().may("edit") or (session is None and the_book().role < Role.BANKER):
        return
    for meant, texts in suggestions(there):
        if texts[line - there.first] != text:
            label = f"Use “{wording.md(meant, 40)}”"
            st.button(
                label,
                key=f"use {key}",
                type="primary",
                on_click=_use,
                args=(there, texts),
                help="The old log is kept",
            )


def _use(there: Lines, texts: tuple[str, ...]) -> None:
    store(Edit(there.session, there.digest, there.first, len(there.texts), texts, dispute.who()))
