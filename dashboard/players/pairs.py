"""Who wins from whom: everybody against everybody, and two players face to face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl
import streamlit as st

from dashboard.frame import address, escape, page, wording
from dashboard.frame.table import Cell, Column, download, table
from dashboard.players import winnings
from ledger.export import figure
from ledger.money import amount_text

MOST: Final = 10
"""The most players in the matrix."""


def answer(rivals: pl.DataFrame) -> str:
    """A sentence (Markdown) on who won the most from whom; ``rivals`` are as from ``ledger.rivals``, in one unit."""
    best = _pairs(rivals).head(1)
    if best.is_empty():
        return "Nobody has won anything from anybody."
    one = best.row(0, named=True)
    nights = wording.counted(one["evenings"], "evening")
    return (
        f"**{escape.md(one['name'])} has won the most from {escape.md(one['other_name'])}:** "
        f"{wording.signed_md(one['amount'], one['unit'])} in {nights} together."
    )


def everybody(rivals: pl.DataFrame) -> None:
    """Show who won how much from whom: as a matrix, or on a phone as a list of pairs."""
    wide, narrow = page.wide_and_narrow("rivals")
    with wide:
        _matrix(rivals)
    with narrow:
        _list("Pairs", _pairs(rivals), most=15)
    headings = ["player", "other", "unit", "evenings", "chips", "amount"]
    download("rivals", headings, lambda: [_plain(row) for row in rivals.iter_rows(named=True)])


def _pairs(rivals: pl.DataFrame) -> pl.DataFrame:
    """Each pair once, from its winner's side, largest amounts first."""
    return rivals.filter(pl.col("amount") > 0).sort("amount", "name", "other_name", descending=[True, False, False])


def _matrix(rivals: pl.DataFrame) -> None:
    """Show what each player (row) won from each other (column), for those who played most. Cells link to the pair."""
    present = rivals.group_by("player", "name").agg(pl.col("evenings").sum()).sort("evenings", "name", descending=[True, False])
    people = present.head(MOST).sort("name", "player")
    cells = {(row["player"], row["other"]): row for row in rivals.iter_rows(named=True)}
    shown = [row["amount"] for (one, other), row in cells.items() if {one, other} <= set(people["player"])]
    largest = max((abs(amount) for amount in shown), default=0) or 1
    table(
        "What the player of the row won from the player of the column",
        [Column("won from …"), *(Column(escape.plain(name, 9), right=True) for name in people["name"])],
        [
            [
                Cell(name, page="player", query={"player": player}),
                *(_cell(cells.get((player, other)), largest) for other in people["player"]),
            ]
            for player, name in zip(people["player"], people["name"], strict=True)
        ],
    )
    if present.height > MOST:
        st.caption(f"The {MOST} who sat with others most often; all pairs are below.")
        folded = st.expander("All pairs", key="all pairs", on_change="rerun")
        if folded.open:
            with folded:
                _list("All pairs", _pairs(rivals), most=50)


def _cell(row: Mapping[str, Any] | None, largest: int) -> Cell:
    """What one player won from another; blank for a player against themselves, and for pairs who never met."""
    if row is None:
        return Cell("")
    amount, unit = row["amount"], row["unit"]
    figures = amount_text(amount, unit, signed=True).removesuffix(f" {unit}").removesuffix(" chip")
    return Cell(
        figures,
        page="compare",
        query=_both(row),
        tip=f"{row['name']} from {row['other_name']}: {wording.signed(amount, unit)}",
        shade=amount / largest,
    )


def _list(name: str, pairs: pl.DataFrame, most: int) -> None:
    table(
        name,
        [Column("Winner"), Column("from"), Column("Won", right=True)],
        [
            [
                Cell(
                    row["name"], page="compare", query=_both(row), note=f"{wording.counted(row['evenings'], 'evening')} together"
                ),
                Cell(row["other_name"]),
                Cell(wording.signed(row["amount"], row["unit"]), "won"),
            ]
            for row in pairs.iter_rows(named=True)
        ],
        most=most,
    )


def _both(row: Mapping[str, Any]) -> dict[str, object]:
    return {"a": row["player"], "b": row["other"], "unit": address.word("unit")}


def _plain(row: Mapping[str, Any]) -> list[object]:
    return [row["name"], row["other_name"], row["unit"], row["evenings"], row["chips"], figure(row["amount"], row["unit"])]


def face_to_face(one: tuple[int, str], other: tuple[int, str], nights: pl.DataFrame) -> None:
    """Show how two players did against each other, in one unit; ``nights`` are as from ``ledger.head_to_head``."""
    (number, name), (_, other_name) = one, other
    first, second = escape.md(name), escape.md(other_name)
    if nights.is_empty():
        st.markdown(f"**{first} and {second}** never sat down together in this selection.")
        return
    unit = nights["unit"][0]
    amount, hands, stayed, won, other_won = (sum(nights[column]) for column in ("amount", "hands", "stayed", "won", "other_won"))
    figures = escape.md(amount_text(abs(amount), unit))
    if amount > 0:
        verdict = f"**{first} has won** :blue[▲ {figures}] from **{second}**"
    elif amount < 0:
        verdict = f"**{first} has lost** :orange[▼ {figures}] to **{second}**"
    else:
        verdict = f"**{first} and {second} are square**"
    together = f"{verdict} in {wording.counted(nights.height, 'evening')}"
    if hands:
        together += f" and {wording.counted(hands, 'hand')} together. "
        together += f"Both stayed in {stayed:,} of them: {first} won {won:,}, {second} {other_won:,}."
    else:
        together += " together, but no hand dealt to both is written down."
    st.markdown(together)
    whole = nights.with_columns(player=pl.lit(number), name=pl.lit(name))
    winnings.chart_and_table(whole, unit, "winnings of two", "Evenings of both")
