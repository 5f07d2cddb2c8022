"""Ruling on several reneges at once: the ticked ones, the lines to be written, and the outcome of
each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import streamlit as st

from dashboard.audit import ruling
from dashboard.audit.ruling import Price, Renege
from dashboard.frame import page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import the_book
from ledger.book.files.settings import Role
from ledger.book.sessions.corrections import Ruled, ruling_line
from ledger.errors import UserError
from ledger.log.words import visible as visible_text

_TICKED: Final = "reneges ticked"
_ASKED: Final = "several asked"
_DONE: Final = "several done"


class _Asked(NamedTuple):
    """A ruling to confirm on several reneges, each with its price; nothing is written yet."""

    reneges: tuple[tuple[Renege, Price], ...]
    uphold: bool


def tick(renege: Renege) -> None:
    """Show bankers a box to tick a renege, to rule on several; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    key = f"tick {renege!r}"
    st.session_state[key] = renege in _ticked()
    st.checkbox(
        "Select", key=key, on_change=_turn, args=(renege, key), help="To rule on several at once"
    )


def bar(unpaid: Mapping[Renege, Price]) -> None:
    """Offer both rulings on the ticked reneges, show the lines that would be written, and write
    them once confirmed.

    ``unpaid`` are the reneges of the book that nobody has ruled on, the latest first.
    """
    chosen = tuple((renege, price) for renege, price in unpaid.items() if renege in _ticked())
    if not chosen or the_book().role < Role.BANKER:
        return
    number = len(chosen)
    with st.container(border=True, key="several"):
        with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
            st.markdown(f"**{wording.counted(number, 'renege')} ticked**", width="content")
            st.button(
                f"Uphold {number} …",
                key="uphold several",
                on_click=_ask,
                args=(_Asked(chosen, True),),
            )
            st.button(
                f"Waive {number} …",
                key="waive several",
                on_click=_ask,
                args=(_Asked(chosen, False),),
            )
            st.button("Untick all", key="untick", type="tertiary", on_click=_forget)
        _confirmation(chosen)


def outcome() -> None:
    """Show the outcome of each of the last rulings, written or not."""
    done: list[tuple[Renege, Ruled | UserError]] | None = st.session_state.get(_DONE)
    if done is None:
        return
    for renege, ruled in done:
        if isinstance(ruled, UserError):
            st.markdown(
                f"Not written for {wording.md(renege.player)}, hand {renege.hand} of "
                f"{wording.md(renege.session, 60)}:"
            )
            page.complain(ruled)
        else:
            ruling.tell(renege, ruled)
    st.button("Done", key="several seen", on_click=lambda: st.session_state.pop(_DONE, None))


def _confirmation(chosen: tuple[tuple[Renege, Price], ...]) -> None:
    wanted: _Asked | None = st.session_state.get(_ASKED)
    # another one was ticked, or somebody has ruled in the meantime
    if wanted is None or wanted.reneges != chosen:
        return
    can = [
        (renege, price) for renege, price in chosen if price.chips is not None or not wanted.uphold
    ]
    logs: dict[str, list[str]] = {}
    for renege, price in can:
        line = ruling_line(renege.player, renege.hand, price.chips if wanted.uphold else None)
        logs.setdefault(price.file, []).append(visible_text(line))
    for at, (file, lines) in enumerate(logs.items()):
        st.markdown(f"At the end of {ruling.log_called(file)}:")
        typed_text("\n".join(lines), f"ruling lines {at}")
    if len(can) < len(chosen):
        left = wording.counted(len(chosen) - len(can), "renege")
        st.markdown(
            f"{left} stay open: their logs do not say how large the pot was. Rule on each of them "
            "by itself."
        )
    with st.container(horizontal=True):
        if can:
            label = f"Write {wording.counted(len(can), 'line')}"
            st.button(
                label,
                type="primary",
                key="several write",
                on_click=_write,
                args=(can, wanted.uphold),
            )
        st.button(
            "Cancel", key="several cancel", on_click=lambda: st.session_state.pop(_ASKED, None)
        )


def _write(chosen: list[tuple[Renege, Price]], uphold: bool) -> None:
    """Write the lines one by one, latest session first, so that no price depends on a line just
    written.
    """
    done = list[tuple[Renege, Ruled | UserError]]()
    for renege, price in chosen:
        try:
            done.append((renege, ruling.rule(renege, price.chips, uphold=uphold)))
        except UserError as error:
            done.append((renege, error))
    _forget()
    st.session_state[_DONE] = done


def _ask(wanted: _Asked) -> None:
    st.session_state[_ASKED] = wanted
    st.session_state.pop(_DONE, None)


def _turn(renege: Renege, key: str) -> None:
    ticked = _ticked()
    st.session_state[_TICKED] = ticked | {renege} if st.session_state[key] else ticked - {renege}


def _forget() -> None:
    for name in (_TICKED, _ASKED):
        st.session_state.pop(name, None)


def _ticked() -> frozenset[Renege]:
    found: frozenset[Renege] = st.session_state.get(_TICKED, frozenset())
    return found
