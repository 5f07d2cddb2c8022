"""The hands found, as a table that can be sorted by every column; each row links to the replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import polars as pl

from dashboard.find import criteria
from dashboard.find.criteria import Asked
from dashboard.frame import escape, navigation, wording
from dashboard.frame.shown_book import asked
from dashboard.frame.table import Cell, Column, download, table
from ledger.money import amount_text
from ledger.stats import ANY_HAND, EVERYTHING, ORDERS, Filter, Shown, Sought, biggest_pot, found_hands

Row = dict[str, Any]

_COLUMNS: Final = (
    ("hand", Column("Hand")),
    ("date", Column("Played")),
    ("session", Column("Session", roomy=True)),
    ("dealer", Column("Dealer", roomy=True)),
    ("trump", Column("Trump", roomy=True)),
    ("stayed", Column("Stayed", roomy=True)),
    ("pot", Column("Pot, chips", right=True)),
    ("winner", Column("Won by")),
    ("bourres", Column("Bourré")),
    ("reneges", Column("Reneged", roomy=True)),
    ("loss", Column("Biggest loss, chips", right=True, roomy=True)),
)
"""The columns, each with the order that sorts by it."""
_SHOWN_BY: Final = {"renege": "reneges", "bourre": "bourres", "dealt": "dealer", "stayed": "stayed"}
"""The column that shows who did the deed in a filter: phones show that one too."""
SORTED: Final = {
    "date": "Day",
    "session": "Session",
    "hand": "Number of the hand",
    "dealer": "Dealer",
    "trump": "Trump",
    "stayed": "How many stayed",
    "pot": "Pot",
    "winner": "Winner",
    "bourres": "Bourrés",
    "reneges": "Reneges",
    "loss": "Biggest loss",
}
"""The name of each order, in either direction: the arrow in the heading shows which."""
_ALL: Final = 10**9


def hands_table(frame: pl.DataFrame, now: Asked) -> None:
    """Show hands (rows of ``found_hands``). A heading sorts by its column, or reverses the order if it does already."""
    asked_of = {now.order, *(_SHOWN_BY.get(one.deed) for one in now.sought.did)}
    columns = [_column(name, _for_phones(name, column, asked_of), now) for name, column in _COLUMNS]
    table("Hands", columns, [_row(row) for row in frame.iter_rows(named=True)])


def _for_phones(name: str, column: Column, asked_of: set[str | None]) -> Column:
    """The column of a filter is shown on phones too, instead of the bourrés if need be."""
    roomy = name not in asked_of and (column.roomy or (name == "bourres" and "reneges" in asked_of))
    return replace(column, roomy=roomy)


def save(now: Asked) -> None:
    """Offer all the hands found, not only those shown, as a CSV file."""
    headings = ["date", "session", "hand", "line", "dealer", "trump", "stayed", "pot", "winner", "split", "bourres", "reneges"]
    everything = Shown(now.order, now.backwards, 0, _ALL)
    download(
        "hands",
        [*headings, "biggest loss", "lost by", "pot certain", "no outcome"],
        lambda: map(plain, asked(found_hands, now.where, now.sought, everything).iter_rows(named=True)),
    )


def biggest(where: Filter = EVERYTHING, sought: Sought = ANY_HAND) -> None:
    """Link to the replay of the biggest pot of some hands, by default of all in the book."""
    for row in asked(biggest_pot, where, sought).iter_rows(named=True):
        navigation.link("replay", f"Replay the biggest pot: {escape.md(pot(row))}", **replay_of(row))


def replay_of(row: Row) -> dict[str, object]:
    """The values of the replay's address for a hand (a row of ``found_hands``)."""
    hand = navigation.hand_name(row["number"], row["line"], row["of_number"], row["which"])
    return {"session": row["session"], "hand": hand}


def pot(row: Row) -> str:
    """The size of a pot, in chips and in money."""
    worth = "" if row["unit"] == "chips" else f" ({amount_text(row['pot'] * row['chip'], row['unit'])})"
    return f"{'' if row['verified'] else '≈ '}{wording.counted(row['pot'], 'chip')}{worth}"


def _column(name: str, column: Column, now: Asked) -> Column:
    here = name == now.order
    falling = ORDERS[name].falling != now.backwards
    query = criteria.query_of(now.where, now.sought, name, backwards=here and not now.backwards)
    sort = ("descending" if falling else "ascending") if here else ""
    return Column(column.label, column.right, column.roomy, "find", query, sort)


def _row(row: Row) -> list[Cell | str]:
    number = "?" if row["number"] is None else str(row["number"])
    first = Cell(number, page="replay", query=replay_of(row), tip="Replay this hand")
    title = wording.evening(row["title"], row["session"], row["date"])
    played = Cell(f"{row['date'].day} {row['date']:%b %Y}", tip=title)  # a phone has no room for the day of the week
    session = Cell(title, page="session", query={"session": row["session"]})
    if row["quarantined"]:
        return [first, played, session, "", "", "", "", Cell("left out", "quiet", tip="A line of it cannot be read"), "", "", ""]
    worth = "" if row["unit"] == "chips" else amount_text(row["pot"] * row["chip"], row["unit"])
    return [
        first,
        played,
        session,
        row["dealer"] or "",
        wording.SUITS.get(row["trump"] or "", "") or Cell("?", "quiet"),
        "" if row["misdeal"] else Cell(f"{len(row['stayed'])} of {row['seated']}", tip=", ".join(row["stayed"])),
        Cell(
            f"{'' if row['verified'] else '≈ '}{row['pot']:,}", note=worth, tip="" if row["verified"] else "This is not certain"
        ),
        _winner(row),
        ", ".join(row["bourres"]),
        Cell(", ".join(row["reneges"]), "warning"),
        Cell(f"{row['loss']:,}", note=row["loser"]) if row["loss"] else "",
    ]


def _winner(row: Row) -> Cell | str:
    if row["misdeal"]:
        return Cell("thrown in", "quiet")
    return "split" if row["split"] else row["winner"] or Cell("nobody" if row["known"] else "not known", "quiet")


def plain(row: Row) -> Iterator[object]:
    """A hand as a row of the CSV file."""
    yield row["date"].isoformat()
    yield row["session"]
    yield from (row[name] for name in ("number", "line", "dealer", "trump"))
    yield "" if row["quarantined"] else ", ".join(row["stayed"])
    yield from (row["pot"], row["winner"], "yes" if row["split"] else "no")
    yield ", ".join(row["bourres"])
    yield ", ".join(row["reneges"])
    yield from (row["loss"], row["loser"])
    yield "yes" if row["verified"] else "no"
    yield wording.without_outcome(row)
