"""Who wins from whom: everybody against everybody, and two players face to face.

The two sides of a comparison: a player and everybody else, another player, or the year before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

import polars as pl
import streamlit as st

from dashboard.frame import address, page, theme, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, download, table
from dashboard.players import all_players
from ledger.export import figure
from ledger.money import amount_text
from ledger.stats import Filter, at_one_table, nights_called, player_figures

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
        f"**{wording.md(one['name'])} has won the most from {wording.md(one['other_name'])}:** "
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
        [Column("won from …"), *(Column(wording.plain(name, 9), right=True) for name in people["name"])],
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
    first, second = wording.md(name), wording.md(other_name)
    if nights.is_empty():
        st.markdown(f"**{first} and {second}** never sat down together in this selection.")
        return
    unit = nights["unit"][0]
    amount, hands, stayed, won, other_won = (sum(nights[column]) for column in ("amount", "hands", "stayed", "won", "other_won"))
    figures = wording.md(amount_text(abs(amount), unit))
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
    all_players.chart_and_table(whole, unit, "winnings of two", "Evenings of both")


# --- The two sides of a comparison ----------------------------------------------------------------------------------

Row = Mapping[str, Any]

OTHERS: Final = "others"
YEAR: Final = "year"
BESIDE: Final = {OTHERS: "Everybody else", YEAR: "The year before"}
"""What a player can be compared with, besides another player."""


class Side(NamedTuple):
    """One side of a comparison: its name, its colour, and a row of ``player_figures`` (None without a hand).

    For two players, the statistics cover the hands dealt to both.

    ``where`` is the part of the book they cover.
    """

    name: str
    colour: str
    figures: Row | None
    where: Filter


def sides(player: int, beside: str, where: Filter, names: Mapping[int, str]) -> tuple[Side, Side]:
    """The two sides of a comparison; ``beside`` is a key of ``BESIDE`` or the number of a player."""
    quiet = theme.tokens().quiet
    if beside == YEAR:
        last = asked(nights_called)[0].date.year  # latest first
        now, before = (where._replace(since=date(year, 1, 1), until=date(year, 12, 31)) for year in (last, last - 1))
        of_now, of_before = (asked(player_figures, span._replace(whose=player)).rows(named=True) for span in (now, before))
        return (
            Side(str(last), theme.player_colour(player), _of_hands(of_now), now),
            Side(str(last - 1), quiet, _of_hands(of_before), before),
        )
    other = None if beside == OTHERS else int(beside)
    found = asked(at_one_table, player, other, where).rows(named=True)
    mine, theirs = found or (None, None)
    return (
        Side(names[player], theme.player_colour(player), mine, where),
        Side(BESIDE[OTHERS], quiet, theirs, where)
        if other is None
        else Side(names[other], theme.player_colour(other), theirs, where),
    )


def _of_hands(rows: Sequence[Row]) -> Row | None:
    return next((row for row in rows if row["hands"]), None)
