"""Links to a hand of which only the place in the evening is known."""

from __future__ import annotations

import polars as pl

from dashboard.parts.book import asked
from ledger import hands_of


def query(session: str, place: int) -> dict[str, object]:
    """Return the values of the replay's address for the hand at a place (from 1): by number, or by line or turn if not alone."""
    hands = asked(hands_of, session)
    row = hands.row(by_predicate=pl.col("hand") == place, named=True)
    alike = hands.filter((pl.col("number") == row["number"]).fill_null(value=False))
    if alike.height == 1:
        name = str(row["number"])
    elif row["line"] or row["number"] is None:
        name = f":{row['line']}"
    else:
        name = f"{row['number']}#{alike.filter(pl.col('hand') <= place).height}"
    return {"session": session, "hand": name}
