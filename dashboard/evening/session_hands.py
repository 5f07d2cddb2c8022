"""The hands of a session as a table: each leads to its replay."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboard.frame import navigation, wording
from dashboard.frame.table import Cell, Column, download, table

Row = dict[str, Any]


def table_of(frame: pl.DataFrame, session: str) -> None:
    """Show the hands; each leads to its replay."""
    names = navigation.hand_names(frame)
    table(
        "Hands",
        [
            Column("Hand"),
            Column("Dealer", roomy=True),
            Column("Trump", roomy=True),
            Column("Stayed", roomy=True),
            Column("Won by"),
            Column("Pot, chips", right=True),
            Column("What happened"),
        ],
        [_hand_row(row, session, name) for row, name in zip(frame.to_dicts(), names, strict=True)],
    )
    headings = ["hand", "line", "dealer", "turned", "trump", "stayed", "winner", "split", "pot", "stake", "bourres", "reneges"]
    download(f"hands-{session}", [*headings, "no outcome"], lambda: plain(frame))


def _hand_row(row: Row, session: str, name: str) -> list[Cell | str]:
    first = Cell(number(row), page="replay", query={"session": session, "hand": name}, tip="Replay this hand")
    if row["quarantined"]:
        return [first, "", "", "", Cell("left out", "quiet"), "", Cell("a line cannot be read", "warning")]
    trump = wording.SUITS.get(row["trump"] or "", "")
    card = wording.card(row["turned"]) if row["turned"] else trump
    return [
        first,
        row["dealer"] or "",
        card or Cell("?", "quiet"),
        "" if row["misdeal"] else Cell(f"{len(row['stayed'])} of {row['seated']}", tip=", ".join(row["stayed"])),
        "split" if row["split"] else row["winner"] or Cell("nobody" if row["known"] else "not known", "quiet"),
        Cell("" if row["pot"] is None else f"{row['pot']:,}"),
        _happened(row),
    ]


def _happened(row: Row) -> Cell:
    said = [f"{what}: {', '.join(who)}" for what, who in (("renege", row["reneges"]), ("bourré", row["bourres"])) if who]
    other = row["errors"] + row["warnings"]
    if row["misdeal"]:
        said.append("thrown in")
    if other and not row["reneges"]:
        said.append(wording.counted(other, "finding"))
    return Cell(said[0] if said else "", "warning" if other else "", note=", ".join(said[1:]))


def number(row: Row) -> str:
    """The number of a hand as its log has it."""
    return "?" if row["number"] is None else str(row["number"])


def plain(frame: pl.DataFrame) -> list[tuple[object, ...]]:
    """The hands as rows of a table to download."""
    return [
        (
            row["number"],
            row["line"],
            row["dealer"],
            row["turned"],
            row["trump"],
            "" if row["quarantined"] else ", ".join(row["stayed"]),
            row["winner"],
            "yes" if row["split"] else "no",
            row["pot"],
            row["stake"],
            ", ".join(row["bourres"]),
            ", ".join(row["reneges"]),
            wording.without_outcome(row),
        )
        for row in frame.iter_rows(named=True)
    ]
