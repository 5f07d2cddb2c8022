"""The sessions as a table: who won each, what was left in the pot, and findings.

A form to correct the date and the title of an evening, for scorers. The id stays, and so do
addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import page, wording
from dashboard.frame.component import typed_text
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, people, table
from ledger.book.files.settings import Role
from ledger.book.sessions.corrections import Named, Renamed, order_words
from ledger.errors import UserError
from ledger.export import figure
from ledger.log.words import visible as visible_text
from ledger.money import CHIPS, amount_text
from ledger.stats import winnings_over_time

Row = dict[str, Any]


def session_list(nights: pl.DataFrame) -> None:
    """Show sessions (``ledger.evenings``), each with a link to it."""
    # else the column tells nothing: one game, or each evening its own
    games = 1 < nights["game"].n_unique() < nights.height
    cells = _Cells(nights, games=games)
    table(
        "Evenings",
        [
            Column("Evening"),
            *([Column("Game", hidden_on_phones=True)] if games else []),
            Column("Won the evening"),
            Column("Who was there", hidden_on_phones=True),
            Column("Hands", right=True, hidden_on_phones=True),
            Column("Pot left", right=True, hidden_on_phones=True),
            Column("Findings", right=True),
        ],
        [partial(cells.row, at) for at in range(nights.height)],
    )
    headings = [
        "date",
        "session",
        "title",
        "game",
        "winners",
        "won",
        "currency",
        "hands",
        "left out",
        "pot left",
        "findings",
        "open",
    ]
    download("evenings", headings, lambda: _plain(nights))


class _Cells:
    """Makes the cells of one row after another, from what is asked once for all of them."""

    def __init__(self, nights: pl.DataFrame, *, games: bool) -> None:
        self._nights, self._games, self._who = nights, games, people()
        won = asked(winnings_over_time).sort("amount", "name", descending=[True, False])
        self._there = {
            session: rows.to_dicts()
            for (session,), rows in won.group_by("session", maintain_order=True)
        }

    def row(self, at: int) -> list[Cell | str]:
        """The cells of the evening at a place; only those of rows that are shown are made."""
        row = self._nights.row(at, named=True)
        called, day = (
            wording.evening(row["title"], row["session"], row["date"]),
            wording.short_day(row["date"]),
        )
        return [
            Cell(
                called,
                page="session",
                query={"session": row["session"]},
                note="" if called.startswith(day) else day,
            ),
            *([Cell(row["game"], "quiet")] if self._games else []),
            self._winners(row),
            self._everybody(self._there.get(row["session"], [])),
            Cell("none", "quiet", tip=wording.played(row))
            if row["unlogged"] and not row["hands"]
            else Cell(
                f"{row['hands']:,}",
                tip=f"{row['quarantined']} left out" if row["quarantined"] else "",
            ),
            pot_left(row),
            _found(row),
        ]

    def _winners(self, row: Row) -> Cell:
        names = row["winners"]
        if not names:
            return Cell("nobody", "quiet")
        won = f"{wording.signed(row['won_amount'], row['unit'])}{' each' if names[1:] else ''}"
        return self._who(*names, note=won) if len(names) < _MANY else Cell(winners(row), note=won)

    def _everybody(self, there: list[Row]) -> Cell:
        """The faces of those who were there, whoever won most first."""
        told = ", ".join(
            f"{one['name']} {wording.signed(one['amount'], one['unit'])}" for one in there
        )
        return replace(
            self._who(*(one["name"] for one in there)), text=f"{len(there)}", tone="quiet", tip=told
        )


def winners(row: Row) -> str:
    """Who won a session, empty for nobody."""
    names: list[str] = row["winners"]
    return wording.listed(names) if len(names) < _MANY else f"{len(names)} players"


_MANY: Final = 4  # so many winners are counted, and not named


def pot_left(row: Row) -> Cell:
    """A cell with the pot at the end of a session."""
    if not row["pot_left"] and row["pot_sure"]:
        return Cell("–", "quiet", tip="The pot was empty at the end")
    chips = amount_text(row["pot_left"], CHIPS)
    worth = (
        "" if row["unit"] == "chips" else amount_text(row["pot_left"] * row["chip"], row["unit"])
    )
    return Cell(
        chips if row["pot_sure"] else f"≈ {chips}",
        tip=worth if row["pot_sure"] else "This is not certain: the log does not say enough",
    )


def _found(row: Row) -> Cell:
    number = row["errors"] + row["warnings"] + row["remarks"]
    if not number:
        return Cell("–", "quiet", tip="Nothing was found")
    query = {"session": row["session"], "state": "all"}
    return Cell(
        f"{row['open']} open" if row["open"] else f"{number} settled",
        "warning" if row["open"] else "quiet",
        "audit",
        query,
    )


def _plain(nights: pl.DataFrame) -> Iterator[tuple[object, ...]]:
    for row in nights.iter_rows(named=True):
        yield (
            row["date"].isoformat(),
            row["session"],
            row["title"] or "",
            row["game"],
            ", ".join(row["winners"]),
            "" if row["won_amount"] is None else figure(row["won_amount"], row["unit"]),
            row["unit"],
            row["hands"],
            row["quarantined"],
            row["pot_left"],
            row["errors"] + row["warnings"] + row["remarks"],
            row["open"],
        )


# --- Date and title -------------------------------------------------------------------------------
_DONE: Final = "evening renamed"
_TITLE: Final = 80
_FIRST: Final = date(1900, 1, 1)


def form(night: dict[str, Any]) -> None:
    """Show scorers the form, and the outcome of its last use; others see nothing."""
    if the_book().role < Role.SCORER:
        return
    _outcome(night["session"])
    folded = st.expander(
        "Correct the date or title",
        icon=":material/edit_calendar:",
        key="rename",
        on_change="rerun",
    )
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
        st.text_input(
            "Title",
            title,
            max_chars=max(_TITLE, len(title)),
            key=_key("title", session),
            placeholder="none",
        )
        st.caption(
            "The pot goes on from evening to evening in the order of dates. Links to this page "
            "stay as they are."
        )
        st.form_submit_button(
            "Put it right", type="primary", key="rename write", on_click=_write, args=(session,)
        )


def _key(what: str, session: str) -> str:
    """The key of a field, different for each evening: otherwise one would get what was typed for
    another.
    """
    return f"rename {what} {session}"


def _write(session: str) -> None:
    day, title = (
        st.session_state[_key("date", session)],
        str(st.session_state[_key("title", session)] or ""),
    )
    try:
        # an emptied date field leaves the date as it is
        named = Named(session, day.isoformat() if day else None, title)
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
        st.success(f"Line {done.line} of {wording.md(str(done.path), 200)} is now:")
        typed_text(visible_text(done.now), "renamed line")
        st.markdown("  \n".join(wording.md(said, 600) for said in order_words(done)))
    st.button("Done", key="rename seen", on_click=lambda: st.session_state.pop(_DONE, None))
