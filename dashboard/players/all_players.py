"""Everybody side by side: who is up, who is down, and how each of them plays."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.frame import escape, wording
from dashboard.frame.table import Cell, Column, download, table
from dashboard.players import rates
from ledger import figure


def answer(money: pl.DataFrame, unit: str) -> str:
    """Return in Markdown who is up the most and who is down the most; ``money`` as ``ledger.player_money`` has it."""
    ranked = money.filter(unit=unit).sort("amount", "name", descending=[True, False])
    said = []
    for which, row in (("up", ranked.head(1)), ("down", ranked.tail(1))):
        for one in row.filter(pl.col("amount") > 0 if which == "up" else pl.col("amount") < 0).iter_rows(named=True):
            nights = wording.counted(one["evenings"], "evening")
            said.append(
                f"**{escape.md(one['name'])} is {which} the most:** {wording.signed_md(one['amount'], unit)} in {nights}."
            )
    return " ".join(said) or "Nobody is up and nobody is down."


def everybody(figures: pl.DataFrame, money: pl.DataFrame, unit: str) -> None:
    """Show a row for each player, who won most first; ``figures`` as ``ledger.player_figures`` has them."""
    won = {row["player"]: row["amount"] for row in money.filter(unit=unit).iter_rows(named=True)}
    rows = sorted(figures.iter_rows(named=True), key=lambda row: (-won.get(row["player"], 0), row["name"]))
    table(
        "Everybody",
        [
            Column("Player"),
            Column("Won or lost", right=True),
            Column("Stayed", roomy=True),
            Column("Won, of hands stayed", roomy=True),
            Column("Went bourré"),
            Column("Chips a hand", right=True, roomy=True),
        ],
        [_row(row, won.get(row["player"]), unit) for row in rows],
    )
    download(
        "players", ["player", *_COUNTS, "unit", "amount"], lambda: [_plain(row, won.get(row["player"]), unit) for row in rows]
    )


_COUNTS = (
    "evenings",
    "hands",
    "stayed",
    "won",
    "won_of",
    "split",
    "bourres",
    "bourres_of",
    "reneges_proved",
    "tricks",
    "drawn",
    "chips",
    "net",
)


def _row(row: dict[str, Any], amount: int | None, unit: str) -> list[Cell]:
    about = f"{wording.counted(row['hands'], 'hand')}, {wording.counted(row['evenings'], 'evening')}"
    money = Cell("") if amount is None else Cell(wording.signed(amount, unit), wording.tone(amount))
    return [
        Cell(row["name"], page="player", query={"player": row["player"]}, tip=row["name"], note=about),
        money,
        rates.rate(row, "stayed"),
        rates.rate(row, "won"),
        rates.rate(row, "bourres"),
        rates.chips_a_hand(row),
    ]


def _plain(row: dict[str, Any], amount: int | None, unit: str) -> list[object]:
    return [row["name"], *(row[name] for name in _COUNTS), unit, "" if amount is None else figure(amount, unit)]
