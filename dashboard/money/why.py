"""Why a player stands where he stands: sessions and payments, then hand by hand, down to the line of the log."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from dashboard.frame import escape, navigation, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from ledger.book.balances import Step, steps
from ledger.book.people import people
from ledger.book.posting_words import in_the_log, what as posting_words
from ledger.book.trail import Item, Night as TrailNight, trail
from ledger.export import figure
from ledger.money import amount_text, standing_in_words


def why(player: int) -> None:
    """Show what a player's position is made of: each step leads to what happened in it."""
    (person,) = asked(people, (player,))
    found = asked(steps, player)
    units = sorted({one.unit for one in found})
    if not units:
        st.markdown(f"Nothing ever moved for **{escape.md(person.name)}**.")
    for unit in units:
        here = [one for one in found if one.unit == unit]
        total = sum(one.amount for one in here)
        st.subheader(f"Why {escape.md(person.name)} {_standing(total, unit)}", anchor=False)
        _steps(player, here, total)
    rows = [(one.date.isoformat(), one.session or "", one.title, one.unit, figure(one.amount, one.unit)) for one in found]
    download(f"why-{player}", ["date", "session", "what", "currency", "amount"], lambda: rows)


def in_session(player: int, session: str) -> None:
    """Show what moved for a player in one session, hand by hand; each hand leads to its replay."""
    (person,) = asked(people, (player,))
    told = asked(trail, the_book().folder, person.name, session)
    for account in told.accounts:
        for night in account.nights:
            title = escape.md(night.title or night.session, 80)
            st.subheader(f"{title}: {wording.signed_md(night.amount, account.unit)} for {escape.md(person.name)}", anchor=False)
            st.caption(f"{wording.day(night.date)} · {escape.md(night.file, 80)}")
            _night(night, account.unit)
    if not told.accounts:
        st.markdown(f"Nothing moved for **{escape.md(person.name)}** in this session.")
    navigation.link("owes", f"← Everything about {escape.md(person.name)}", player=player)


def _standing(amount: int, unit: str) -> str:
    return standing_in_words(amount) + (f" {escape.md(amount_text(abs(amount), unit))}" if amount else "")


def _steps(player: int, some: list[Step], total: int) -> None:
    unit = some[0].unit
    rows: list[list[Cell | str]] = [
        [
            Cell(one.title, page="owes" if one.session else "", query={"player": player, "session": one.session}),
            Cell(one.date.isoformat(), "quiet"),
            Cell(wording.signed(one.amount, unit), wording.tone(one.amount)),
        ]
        for one in some
    ]
    rows.append(["In all", "", Cell(wording.signed(total, unit), wording.tone(total))])
    columns = [Column("Session or payment"), Column("Date"), Column("Amount", right=True)]
    table(f"What the position is made of, in {unit}", columns, rows)


def _night(night: TrailNight, unit: str) -> None:
    rows: list[list[Cell | str]] = []
    for part in night.hands:
        hand = Cell(f"Hand {part.hand}", page="replay", query={"session": night.session, "hand": part.hand})
        rows += _lines(hand, part.items, unit)
    rows += _lines(Cell("Between hands"), night.between, unit)
    rows += _lines(Cell("Chips bought and cashed"), night.bank, unit)
    rows += _lines(Cell("Paid"), night.paid, unit)
    rows.append(["In all", "", Cell(wording.signed(night.amount, unit), wording.tone(night.amount)), "", ""])
    columns = [
        Column("Where"),
        Column("What"),
        Column("Amount", right=True),
        Column("Rule", roomy=True),
        Column("In the log", roomy=True),
    ]
    table(f"Hand by hand, in {unit}", columns, rows)


def _lines(where: Cell, items: Iterable[Item], unit: str) -> list[list[Cell | str]]:
    """A row for each thing that moved; only the first says where."""
    rows: list[list[Cell | str]] = []
    for item in items:
        rows.append(
            [
                where if not rows else "",
                posting_words(item, note=True),
                Cell(wording.signed(item.amount, unit), wording.tone(item.amount)),
                Cell(item.rule or "", "quiet"),
                Cell(f"{item.line}: {in_the_log(item)}", "quiet"),
            ]
        )
    return rows
