"""Links to a hand of which only the place in the evening is known."""

from __future__ import annotations

from collections import Counter

import polars as pl

from dashboard.frame.shown_book import asked
from ledger import hands_of


def query(session: str, place: int) -> dict[str, object]:
    """Return the values of the replay's address for the hand at a place (from 1)."""
    return {"session": session, "hand": names(asked(hands_of, session))[place - 1]}


def names(hands: pl.DataFrame) -> list[str]:
    """Return what each hand of an evening (``hands_of``) is asked for by: its number, or line or turn if others have it too."""
    numbers, lines = hands["number"].to_list(), hands["line"].to_list()
    times = Counter(numbers)
    seen: Counter[int | None] = Counter()
    found = []
    for number, line in zip(numbers, lines, strict=True):
        seen[number] += 1
        if number is not None and times[number] == 1:
            found.append(str(number))
        else:
            found.append(f":{line}" if line or number is None else f"{number}#{seen[number]}")
    return found
