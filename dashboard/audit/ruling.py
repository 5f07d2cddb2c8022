"""Ruling on a renege that nobody called: shows the line, writes it, and shows the outcome."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

import streamlit as st

from dashboard.frame import dispute, page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import the_book
from ledger.book.files.disputes import history
from ledger.book.files.folder import DISPUTED
from ledger.book.files.settings import Role
from ledger.book.sessions.corrections import Case, Ruled, ruling_line
from ledger.book.sessions.edits import lines_to_edit
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.log.words import visible as visible_text
from ledger.money import amount_text

_ASKED: Final = "ruling asked"
_DONE: Final = "ruling done"
_MOST: Final = 10**12


class Renege(NamedTuple):
    """A renege: the session, the number of the hand, and the player's name as in the log."""

    session: str
    hand: int
    player: str


class Price(NamedTuple):
    """What upholding an unpaid renege would cost: chips (None if the log does not say) and what a
    chip is worth; and its log.
    """

    chips: int | None
    chip: int
    unit: str
    file: str


class _Asked(NamedTuple):
    """A ruling to confirm; nothing is written yet.

    ``at`` is the index of the finding in the list.
    """

    renege: Renege
    uphold: bool
    at: int


def buttons(renege: Renege, at: int) -> None:
    """Offer both rulings to bankers; others see nothing."""
    if the_book().role < Role.BANKER:
        return
    st.button(
        "Uphold …",
        key=f"uphold {at}",
        on_click=_ask,
        args=(_Asked(renege, True, at),),
        help="The player pays for it",
    )
    st.button(
        "Waive …",
        key=f"waive {at}",
        on_click=_ask,
        args=(_Asked(renege, False, at),),
        help="It stands unpunished",
    )


def confirmation(renege: Renege, file: str, price: int | None, at: int) -> None:
    """Show the line that would be written, and write it once confirmed."""
    wanted: _Asked | None = st.session_state.get(_ASKED)
    if (
        wanted is None
        or (wanted.renege, wanted.at) != (renege, at)
        or the_book().role < Role.BANKER
    ):
        return
    chips = None
    if wanted.uphold:
        chips = st.number_input(
            "Chips to pay",
            min_value=1,
            max_value=_MOST,
            value=price,
            step=1,
            key="ruling chips",
            width=220,
        )
        if chips is None:
            st.caption("Say what the table agreed on.")
            st.button("Cancel", key="ruling cancel", on_click=_forget)
            return
    st.markdown(f"This line will be written at the end of {log_called(file)}:")
    typed_text(visible_text(ruling_line(renege.player, renege.hand, chips)), "ruling line")
    with st.container(horizontal=True):
        st.button(
            "Write it", type="primary", key="ruling write", on_click=_write, args=(wanted, chips)
        )
        st.button("Cancel", key="ruling cancel", on_click=_forget)


def log_called(file: str) -> str:
    """The log, in Markdown, that a ruling on a session of this file is written into."""
    return "a log that is made for this evening" if file.endswith(PARQUET) else wording.md(file, 80)


def outcome() -> None:
    """Show the outcome of the last ruling: what was written, and how to undo it."""
    done: tuple[Renege, Ruled] | UserError | None = st.session_state.get(_DONE)
    if done is None:
        return
    if isinstance(done, UserError):
        page.complain(done)
    else:
        tell(*done)
    st.button("Done", key="ruling seen", on_click=lambda: st.session_state.pop(_DONE, None))


def tell(case: Renege, ruled: Ruled) -> None:
    """Show what a ruling changed, its line, and how to undo it."""
    where = f"hand {case.hand} of {wording.md(case.session, 60)}"
    who = wording.md(ruled.player)
    if ruled.chips:
        worth = (
            ""
            if ruled.unit == "chips"
            else f" ({wording.md(amount_text(ruled.amount, ruled.unit))})"
        )
        st.success(
            f"Upheld: {who} pays {wording.counted(ruled.chips, 'chip')}{worth} into the pot for a "
            f"renege in {where}."
        )
        before, now = (wording.md(wording.signed(amount, ruled.unit)) for amount in ruled.position)
        pots = [wording.counted(chips, "chip") for chips in ruled.pot]
        st.markdown(f"{who} went from {before} to {now}. The pot went from {pots[0]} to {pots[1]}.")
    else:
        st.success(f"Waived: the renege of {who} in {where} stands unpunished.")
    st.markdown(f"Line {ruled.line} of {wording.md(str(ruled.path), 200)} is new:")
    typed_text(
        visible_text(ruled.statement), f"ruled line {ruled.line} {visible_text(case.session)}"
    )
    if ruled.still:
        st.markdown("The audit still reports this renege.")
    for message in ruled.carried:
        st.markdown(wording.md(message, 600))
    st.caption("To undo it, delete that line: the log is what counts.")


def _ask(wanted: _Asked) -> None:
    st.session_state[_ASKED] = wanted
    st.session_state.pop("ruling chips", None)
    st.session_state.pop(_DONE, None)


def _forget() -> None:
    st.session_state.pop(_ASKED, None)


def _write(wanted: _Asked, chips: int | None) -> None:
    _forget()
    page.attempt(_DONE, lambda: (wanted.renege, rule(wanted.renege, chips, uphold=wanted.uphold)))


def rule(renege: Renege, chips: int | None, *, uphold: bool) -> Ruled:
    """Write a ruling; it is also the answer to whoever said that the hand is wrong.

    Raises UserError.
    """
    case = Case(*renege)
    ruled = the_book().uphold(case, chips) if uphold else the_book().waive(case)
    there = lines_to_edit(the_book().folder, renege.session, str(renege.hand))
    said = history(there.path, there.first)
    if said and said[-1].kind == DISPUTED and the_book().may("answer"):
        with suppress(UserError):  # the ruling stands; the dispute then stays open
            the_book().answer(there, dispute.who(), f"ruled: {ruled.statement}")
            # below the answer, which is a line of the hand
            return replace(ruled, line=ruled.line + 1)
    return ruled
