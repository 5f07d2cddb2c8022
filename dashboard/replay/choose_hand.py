"""Which hand is shown: the one that the address names, or one that the viewer chooses.

Sharing a hand: its address for others, and the hand as text for a chat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import streamlit as st

from dashboard.frame import dispute, me, navigation, page, theme, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, table
from dashboard.replay.card_table import CAPTION, words
from ledger.book import Told, told_hand
from ledger.book.files.disputes import of_line
from ledger.book.files.folder import name_for
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.stats import nights_called
from ledger.story import Moment

_AT_A_GLANCE: Final = 60  # up to this many hands are offered side by side; more are a list


def named(session: str, hand: str | None) -> Told | None:
    """The hand of a session that the address names; None if there is none, after saying why and
    offering others.
    """
    try:
        return asked(told_hand, str(the_book().folder), session, hand)
    except UserError as error:
        page.head("Replay")
        if page.has_sessions():  # else what to do is said below
            page.complain(error)
        choose(session)
        return None


def choose(session: str | None) -> None:
    """Offer the hands of a session, or, if there is no such session, all sessions."""
    if session is not None:
        try:
            first = asked(told_hand, str(the_book().folder), session, None)
        except UserError:
            pass
        else:
            _hands(session, first.names)
            return
    page.need_sessions()
    rows = [
        [
            Cell(
                wording.evening(night.title, night.session, night.date),
                page="replay",
                query={"session": night.session},
            ),
            Cell(wording.short_day(night.date)),
            Cell(str(night.hands)),
        ]
        for night in asked(nights_called)
        if night.hands
    ]
    if rows:
        table("Evenings", [Column("Evening"), Column("Played"), Column("Hands", right=True)], rows)
    else:
        st.markdown(f"**No hand has been written down yet.** {wording.NO_HANDS}")


def _hands(session: str, names: Sequence[str]) -> None:
    if len(names) <= _AT_A_GLANCE:
        with st.container(horizontal=True):
            for name in names:
                navigation.link("replay", wording.md(_called(name)), session=session, hand=name)
    else:
        rows = [
            [Cell(_called(name), page="replay", query={"session": session, "hand": name})]
            for name in names
        ]
        table("Hands of the evening", [Column("Hand")], rows)


def _called(name: str) -> str:
    return f"Line {name[1:]}" if name[0] == ":" else f"Hand {name}"


def what_became_of_it(told: Told) -> None:
    """Show when the hand was corrected, disputed and answered, with ways to do so."""
    hand = told.hand
    dispute.outcome()
    said = of_line(dispute.became(the_book().folder / hand.file), hand.line)
    dispute.history(said)
    if hand.line and not hand.file.endswith(PARQUET):
        dispute.fold(hand.session, hand.line, "this hand", said)
    if the_book().may("edit"):
        navigation.link(
            "session",
            "Edit this hand",
            session=hand.session,
            view="log",
            line=hand.line,
            edit="yes",
        )


# --- Sharing --------------------------------------------------------------------------------------
_HERE_ALONE: Final = (
    "Links to it work on this machine only: start the dashboard with --share to let others in."
)
_FOR_OTHERS: Final = "Whoever opens it is asked for the password."


def shared(told: Told, steps: Sequence[Moment]) -> dict[str, Any]:
    """The data that the browser needs to share a hand, as plain values."""
    address = me.shared_address()
    night = Path(name_for(told.hand.session, "")).name
    return {
        "address": address,
        "reach": _FOR_OTHERS if address else _HERE_ALONE,
        "file": {
            "name": f"{night}-hand-{told.names[told.place - 1].lstrip(':')}",
            "title": _title(told),
        },
        "text": hand_text(told, steps),
        "caption": CAPTION,
        "paper": theme.LIGHT.page,
    }


def hand_text(told: Told, steps: Sequence[Moment]) -> str:
    """A hand in words: a line for what came before the tricks, one for each trick, one for the end,
    and what was wrong.
    """
    hand = told.hand
    lines = [_title(told)]
    lines += [
        " ".join(words(one.said, hand) for one in some)
        for _, some in groupby(steps, lambda one: one.trick)
    ]
    lines += [f"Wrong: {wording.clipped(words(text, hand), 1_000)}" for text in _wrong(steps)]
    return "\n".join(lines)


def _title(told: Told) -> str:
    number = told.hand.number
    name = "A hand without a number" if number is None else f"Hand {number}"
    return f"{name} of {_evening(told)}"


def _evening(told: Told) -> str:
    title = None if told.title is None else wording.clipped(told.title, 60)
    return wording.evening_with_day(title, told.hand.session, date.fromisoformat(told.hand.date))


def _wrong(steps: Sequence[Moment]) -> Iterator[str]:
    """Yield the audit's message on each wrong play, once."""
    yield from dict.fromkeys(
        found.message for one in steps if one.verdict == "wrong" for found in one.findings
    )
