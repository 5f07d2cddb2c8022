"""The sessions as a table: who won each, what was left in the pot, and findings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import polars as pl

from dashboard.frame import wording
from dashboard.frame.table import Cell, Column, download, table
from ledger.export import figure
from ledger.money import CHIPS, amount_text

Row = dict[str, Any]


def session_list(nights: pl.DataFrame) -> None:
    """Show sessions (``ledger.evenings``), each with a link to it."""
    games = nights["game"].n_unique() > 1
    table(
        "Evenings",
        [
            Column("Evening"),
            *([Column("Game", roomy=True)] if games else []),
            Column("Won the night"),
            Column("Won", right=True, roomy=True),
            Column("Hands", right=True, roomy=True),
            Column("Pot left", right=True, roomy=True),
            Column("Findings", right=True),
        ],
        [partial(_cells, nights, at, games=games) for at in range(nights.height)],
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


def _cells(nights: pl.DataFrame, at: int, *, games: bool) -> list[Cell | str]:
    row = nights.row(at, named=True)
    called, day = wording.evening(row["title"], row["session"], row["date"]), wording.short_day(row["date"])
    return [
        Cell(called, page="session", query={"session": row["session"]}, note="" if called.startswith(day) else day),
        *([Cell(row["game"], "quiet")] if games else []),
        Cell(winners(row) or "nobody", "" if row["winners"] else "quiet"),
        Cell(wording.signed(row["won_amount"], row["unit"]), "won") if row["winners"] else "",
        _hands(row),
        pot_left(row),
        _found(row),
    ]


def winners(row: Row) -> str:
    """Who won a session, empty for nobody."""
    names: list[str] = row["winners"]
    return wording.listed(names) if len(names) < 4 else f"{len(names)} players"


def _hands(row: Row) -> Cell:
    if row["unlogged"] and not row["hands"]:
        return Cell("none", "quiet", tip=wording.played(row))
    return Cell(f"{row['hands']:,}", tip=f"{row['quarantined']} left out" if row["quarantined"] else "")


def pot_left(row: Row) -> Cell:
    """A cell with the pot at the end of a session."""
    chips = amount_text(row["pot_left"], CHIPS)
    worth = "" if row["unit"] == "chips" else amount_text(row["pot_left"] * row["chip"], row["unit"])
    return Cell(
        chips if row["pot_sure"] else f"≈ {chips}",
        tip=worth if row["pot_sure"] else "This is not certain: the log does not say enough",
    )


def _found(row: Row) -> Cell:
    number = row["errors"] + row["warnings"] + row["remarks"]
    if not number:
        return Cell("none", "quiet")
    query = {"session": row["session"], "state": "all"}
    return Cell(
        f"{row['open']} open" if row["open"] else f"{number} settled", "warning" if row["open"] else "quiet", "audit", query
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
