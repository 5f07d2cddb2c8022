"""A hand or a payment that somebody says is wrong: what became of it, saying so, and answering.

What is said stands in the log, below the hand or the payment, for everybody to read; no figure
moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.me import me
from dashboard.frame.shown_book import the_book
from ledger.book.files.disputes import PAID, History, Remark, history_of
from ledger.book.files.folder import DISPUTED
from ledger.book.files.settings import Role
from ledger.book.sessions.edits import Edit, Edited, Lines, lines_to_edit
from ledger.errors import UserError
from ledger.recording import MOST_WORDS

_DONE: Final = "dispute"


def became(path: Path) -> History:
    """What became of the hands and payments of a log, or of the payments file; nothing if there is
    no such file.
    """
    try:
        found = path.stat()
    except OSError:
        return {}
    return _became(path, found.st_mtime_ns, found.st_size, found.st_ino)


@lru_cache(maxsize=300)
def _became(path: Path, *_stamp: int) -> History:
    return history_of(path)


def history(some: Sequence[Remark]) -> None:
    """Show what became of a hand or a payment: when it was corrected, disputed and answered, and by
    whom.
    """
    for one in some:
        st.markdown(f":material/history: {told(one)}")


def told(one: Remark) -> str:
    """A remark as a sentence (Markdown)."""
    return (
        f"{wording.md(one.heading[0].upper() + one.heading[1:], 120)}: {wording.md(one.words, 400)}"
    )


def fold(session: str, line: int, what: str, said: Sequence[Remark]) -> None:
    """Offer, folded, to say what is wrong with ``what`` (Markdown) at a line, or to answer who did
    in what was ``said`` of it.
    """
    if not _is_asked(said) and not the_book().may("dispute"):
        return
    label = f"Something is wrong with {what}"
    folded = st.expander(label, icon=":material/flag:", key=f"dispute {line}", on_change="rerun")
    if folded.open:
        with folded:
            form(lines_to_edit(the_book().folder, session, f":{line}"), said)


def form(there: Lines, said: Sequence[Remark]) -> None:
    """Ask whoever may for an answer to the last dispute in ``said``, or else for what is wrong."""
    answers = _is_asked(said)
    if not answers and not the_book().may("dispute"):
        return
    key = f"dispute {there.session} {there.first}"
    ask, label = ("Your answer", "Answer") if answers else ("What is wrong", "Say so")
    with st.form(key, border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(
                ask,
                key=f"{key} words",
                max_chars=MOST_WORDS,
                placeholder=ask,
                label_visibility="collapsed",
                width="stretch",
            )
            st.form_submit_button(
                label, type="primary", key=f"{key} write", on_click=_say, args=(there, key, answers)
            )
        if not answers:
            st.caption(
                "It becomes a comment in the log, with the time and your name, for everybody to "
                "read. No figure changes."
            )


def outcome() -> None:
    """Show what was said last, and how to take it back."""
    outcome_of(_DONE, _said_to_all, _take_back)


def outcome_of(key: str, tell: Callable[[Edited], None], take_back: Callable[[Edit], None]) -> None:
    """Show what came of the last edit that ``page.attempt`` made under ``key``, and how to take it
    back.
    """
    done: Edited | UserError | None = st.session_state.get(key)
    if done is None:
        return
    if isinstance(done, UserError):
        page.complain(done)
    else:
        tell(done)
    with st.container(horizontal=True):
        if (
            not isinstance(done, UserError)
            and done.undo is not None
            and _may_take_back(done.undo.session)
        ):
            st.button("Take it back", key=f"{key} undo", on_click=take_back, args=(done.undo,))
        st.button("Done", key=f"{key} seen", on_click=lambda: st.session_state.pop(key, None))


def _said_to_all(done: Edited) -> None:
    said = wording.md(done.come[-1].strip("# "), 400)
    st.success(f"It is in {wording.md(str(done.path), 200)}, for everybody to read: {said}")


def who() -> str:
    """Whose name stands beside what is said or edited here."""
    return me() or the_book().role.word


def _is_asked(said: Sequence[Remark]) -> bool:
    return bool(said) and said[-1].kind == DISPUTED and the_book().may("answer")


def _may_take_back(session: str) -> bool:
    return the_book().may("edit") and (session != PAID or the_book().role >= Role.BANKER)


def _take_back(undo: Edit) -> None:
    st.session_state.pop(_DONE, None)
    try:
        the_book().edit(undo)
    except UserError as error:
        st.session_state[_DONE] = error


def _say(there: Lines, key: str, answers: bool) -> None:
    words = st.session_state[f"{key} words"]

    def say() -> Edited:
        return (
            the_book().answer(there, who(), words)
            if answers
            else the_book().dispute(there, who(), words)
        )

    if page.attempt(_DONE, say):  # else what is typed stays
        st.session_state[f"{key} words"] = ""
