"""Who owes what: the payments that make everybody square, balances, and the pots.

The parts of a balance, and why a balance differs from what was won or lost at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import streamlit as st

from dashboard.frame import wording
from dashboard.frame.answers import (
    Drawn,
    cell_of,
    named,
    sentence_md,
    table_of,
    to_page,
)
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, download
from dashboard.money import plan_lines
from ledger.answer import Amount, Block, Listed, Player, Section, Sentence, Table, Value
from ledger.book.answers.evening import told
from ledger.book.answers.owes import Standing, who_owes
from ledger.book.balances.trail import BANK, EXPENSE, PAYMENT, PLAYED
from ledger.book.files.closed import Closed, closed_in
from ledger.export import to_csv
from ledger.money import CHIPS, amount_text


def everybody(stands: Standing) -> None:
    """Show who owes what, separately for each unit: payments, pots and what is unexplained beside
    the balances.
    """
    answer = who_owes(stands, the_book().settings(), my_account())

    def payments(one: Block) -> None:
        assert isinstance(one, Listed)
        offers = plan_lines.offers(one.sentences)
        plan_lines.show(offers, "owes", offers[0].one.unit)
        plan_lines.dialogs(offers, stands.how, "owes")

    drawn: Drawn = {
        "payments": payments,
        "pots": _pots,
        "of pots": plan_lines.sentences,
        "balances": _table,
    }

    def in_one_unit(one: Block) -> None:
        assert isinstance(one, Section)
        if one.heading:
            st.subheader(wording.md(one.heading), anchor=False)
        left, right = st.columns(2, gap="large")
        beside = [block for block in one.blocks if not isinstance(block, Table)]
        with left:  # what there is to do comes first
            to_page(sorted(beside, key=lambda block: not named(block, "payments")), drawn)
        with right:
            to_page([block for block in one.blocks if isinstance(block, Table)], drawn)

    # the verdict stands at the head of the page
    rest = [block for block in answer.blocks if not named(block, "verdict")]
    to_page(rest, {"unit": in_one_unit, "closed": closed_line})


def closed() -> None:
    """Show until when the book is closed, with the head to keep; nothing if it never was."""
    found = asked(closed_in)
    if found is not None:
        closed_line(found.said)


def closed_line(one: Block) -> None:
    """The same, of an answer."""
    assert isinstance(one, Sentence)
    assert isinstance(one.about, Closed)
    sign = "lock" if one.about.until else "lock_open"
    st.caption(f":material/{sign}: {sentence_md(one)}")


def _table(one: Block) -> None:
    assert isinstance(one, Table)

    def cell(value: Value) -> Cell:
        made = cell_of(value)
        if not isinstance(value, Player):
            return made
        return replace(made, page="owes", tip=f"Why {value.name} stands there")

    table_of(one, cell)
    # as people know it by its heading
    headings = ["player" if name == "from" else name for name in _DOWNLOADED]
    download(f"balances-{one.rows[0][2]}", headings, lambda: to_csv(_DOWNLOADED, [one]))


_DOWNLOADED: Final = ("from", "currency", "amount")


def _pots(one: Block) -> None:
    """Show what is in the pots; if they are many, each only when unfolded."""
    assert isinstance(one, Listed)
    if not one.heading:
        for said in one.sentences:
            st.markdown(sentence_md(said))
        return
    st.markdown(f"**{wording.md(one.heading, 400)}**")
    each = st.expander("The pot of each game", key=f"pots {one.heading}", on_change="rerun")
    if each.open:
        with each:
            st.markdown("\n".join(f"- {sentence_md(said)}" for said in one.sentences))


# --- The parts of a balance -----------------------------------------------------------------------
PARTS: Final = {
    PLAYED: "Won or lost at the table",
    BANK: "Chips bought and cashed",
    PAYMENT: "Payments",
    EXPENSE: "Shared costs",
}
"""The parts with their headings, in the order of the page."""


def besides(sums: Mapping[str, int], unit: str) -> str:
    """What a player paid and got in a session besides play, and what it leaves to settle; empty if
    there was only play.

    ``Got $17.50 for chips; nothing is left to settle.`` ``sums`` are the parts that the session
    adds to the balance, in minor units of ``unit``.
    """
    said = [_moved(part, sums[part], unit) for part in PARTS if part != PLAYED and sums.get(part)]
    if not said:
        return ""
    total = sum(sums.values())
    much = amount_text(abs(total), unit)
    # paid, or was paid, more than the game came to
    if total * sums.get(PLAYED, 0) < 0 and sums.get(PAYMENT):
        left = f"gets {much} back" if total > 0 else f"owes {much} back"
    else:
        left = (
            f"is still owed {much}"
            if total > 0
            else f"still owes {much}"
            if total
            else "nothing is left to settle"
        )
    return wording.sentence(f"{wording.listed(said)}; {left}")


def _moved(part: str, amount: int, unit: str) -> str:
    """What a player handed over (positive) or was given in a part of a session.

    The banker also pays for chips.
    """
    much = amount_text(abs(amount), unit)
    if part == BANK:
        did = "paid" if amount > 0 else "got"
        return f"{did} the price of {much}" if unit == CHIPS else f"{did} {much} for chips"
    if part == PAYMENT:
        return f"paid {much} to others" if amount > 0 else f"got {much} from others"
    return (
        f"paid {much} of shared costs for others" if amount > 0 else f"owes {much} for shared costs"
    )


def results_of(session: str) -> Callable[[Player, Amount], Cell]:
    """A function that makes a cell of what a player won or lost in a session.

    The cell links to why, and says what else was paid in the session and what it leaves to settle.
    """
    found = asked(told, session).parts

    def cell(player: Player, won: Amount) -> Cell:
        return replace(
            cell_of(won),
            page="owes",
            query={"player": player.account, "session": session},
            tip=f"Why, hand by hand: {player.name}",
            note=besides(found.get(player.account, {}).get(won.unit, {}), won.unit),
        )

    return cell
