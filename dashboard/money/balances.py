"""Who owes what: the payments that make everybody square, balances, and the pots.

The parts of a balance, and why a balance differs from what was won or lost at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from dashboard.frame import faces, navigation, wording
from dashboard.frame.shown_book import asked, the_book
from dashboard.frame.table import Cell, Column, download, table
from dashboard.money import plan_lines
from ledger.book.balances.figures import Balance, Owing
from ledger.book.balances.trail import BANK, EXPENSE, PAYMENT, PLAYED, parts_of
from ledger.book.balances.transfer_words import unexplained_sentence
from ledger.book.files.chain import closed_in
from ledger.export import figure
from ledger.money import CHIPS, FEWEST, WINNERS, amount_text, standing_in_words

_FEW_POTS: Final = 5


def verdict(standing: Owing, how: str = FEWEST, *, all_read: bool) -> str:
    """A sentence (Markdown) on whether everybody is square; ``how`` is the plan.

    Without ``all_read`` something is not in these figures, and nobody is called square.
    """
    so_far = "" if all_read else ", as far as the record goes"
    if not standing.transfers:  # an unexplained amount leaves somebody's balance open
        return (
            "**Everybody is square.** Nobody owes anybody anything."
            if all_read
            else f"**There is nothing to pay**{so_far}."
        )
    number, kind = (
        len(standing.between_players),
        (_KINDS[how] if standing.is_fewest or how != FEWEST else _FEW) + so_far,
    )
    rest = ["what is left stays in the pot for the next evening"] if standing.of_pots else []
    rest += ["what is unexplained stays open"] if standing.open else []
    more = f"; {', and '.join(rest)}" if rest else ""
    if not number:
        return f"**There is nothing to pay**{so_far}{more}."
    if more or so_far:
        return f"**{wording.counted(number, 'payment')} to make**, {kind}{more}."
    makes = f"{wording.counted(number, 'payment')} {'makes' if number == 1 else 'make'}"
    return f"**{makes} everybody square**, {kind}."


_KINDS: Final = {
    FEWEST: "the fewest possible",
    WINNERS: "each to somebody whom the payer lost to",
}
_FEW: Final = "few for so many people, if not the fewest possible"


def everybody(standing: Owing, how: str) -> None:
    """Show the payments of the plan ``how``, pots and balances, separately for each unit."""
    units = sorted({one.unit for one in standing.balances} | {one.unit for one in standing.pots})
    for unit in units:
        if len(units) > 1:
            st.subheader("Chips without a value" if unit == "chips" else unit, anchor=False)
        left, right = st.columns(2, gap="large")
        with left:
            offers = plan_lines.offers(one for one in standing.between_players if one.unit == unit)
            plan_lines.show(offers, "owes", unit)
            plan_lines.dialogs(offers, how, "owes")
            _pots(standing, unit)
            _unexplained(standing, unit)
        with right:
            _table([one for one in standing.balances if one.unit == unit and one.account > 0], unit)
    plan_lines.missing_handles(the_book().settings(), standing.payments)


def closed() -> None:
    """Show until when the book is closed, with the head to keep; nothing if it never was."""
    found = asked(closed_in)
    if found is not None:
        st.caption(
            f":material/{'lock' if found.until else 'lock_open'}: {wording.md(found.sentence, 100)}"
        )


def _table(people: list[Balance], unit: str) -> None:
    table(
        f"Where everybody stands, in {unit}",
        [Column("Player"), Column("Stands"), Column("Balance", right=True)],
        [
            [
                Cell(
                    one.name,
                    page="owes",
                    query={"player": one.account},
                    tip=f"Why {one.name} stands there",
                    face=faces.face(one.account, one.name),
                ),
                Cell(standing_in_words(one.amount), "quiet"),
                Cell(wording.signed(one.amount, one.unit), wording.tone(one.amount)),
            ]
            for one in sorted(people, key=lambda one: (-one.amount, one.name))
        ],
    )
    rows = [(one.name, one.unit, figure(one.amount, one.unit)) for one in people]
    download(f"balances-{unit}", ["player", "currency", "amount"], lambda: rows)


def _pots(standing: Owing, unit: str) -> None:
    """Show the pot of each game that waits for its next session; if there are many, their sum, and
    each when unfolded.
    """
    here = [pot for pot in standing.pots if pot.unit == unit]
    if len(here) <= _FEW_POTS:
        several = len({pot.game for pot in standing.pots}) > 1
        for pot in here:
            of_game = f" of {wording.md(pot.game)}" if several else ""
            worth = _worth(pot.chips, pot.amount, unit)
            st.markdown(f"**In the pot{of_game}:** {worth}, for whoever wins it next time.")
        plan_lines.sentences(one for one in standing.of_pots if one.unit == unit)
        return
    worth = _worth(sum(pot.chips for pot in here), sum(pot.amount for pot in here), unit)
    st.markdown(f"**In {len(here):,} pots:** {worth}, for whoever wins them next time.")
    each = st.expander("The pot of each game", key=f"pots {unit}", on_change="rerun")
    if each.open:
        with each:
            st.markdown(
                "\n".join(
                    f"- **{wording.md(pot.game)}:** {_worth(pot.chips, pot.amount, unit)}"
                    for pot in here
                )
            )
            plan_lines.sentences(one for one in standing.of_pots if one.unit == unit)


def _worth(chips: int, amount: int, unit: str) -> str:
    return wording.counted(chips, "chip") + (
        "" if unit == "chips" else f", worth {wording.md(amount_text(amount, unit))}"
    )


def _unexplained(standing: Owing, unit: str) -> None:
    """Show unexplained amounts: each with its line of the log, and whose balance stays open because
    of it.
    """
    some = [one for one in standing.unexplained if one.unit == unit]
    if not some:
        return
    st.markdown("**Unexplained:**")
    st.markdown("\n".join(f"- {wording.md(unexplained_sentence(one), 400)}" for one in some))
    plan_lines.sentences(one for one in standing.open if one.unit == unit)
    for session in dict.fromkeys(one.session for one in some):
        navigation.link("session", f"See {wording.md(session, 60)}", session=session)


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


def results_of(session: str) -> Callable[[Mapping[str, Any]], Cell]:
    """A function from a row with ``player``, ``name``, ``amount`` and ``unit`` to a cell: what was
    won or lost in a session.

    The cell links to why, and says what else was paid in the session and what it leaves to settle.
    """
    found = asked(parts_of, session)

    def cell(row: Mapping[str, Any]) -> Cell:
        return Cell(
            wording.signed(row["amount"], row["unit"]),
            wording.tone(row["amount"]),
            page="owes",
            query={"player": row["player"], "session": session},
            tip=f"Why, hand by hand: {row['name']}",
            note=besides(found.get(row["player"], {}).get(row["unit"], {}), row["unit"]),
        )

    return cell
