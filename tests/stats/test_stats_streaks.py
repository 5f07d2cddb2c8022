"""Evenings in a row (``streaks``)."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import groupby

from book_on_disk import Book
from stats_trials import Trial

from ledger.book.derived.access import ask
from ledger.stats import streaks, winnings_over_time


def test_evenings_in_a_row_are_those_of_the_winnings(one: Trial) -> None:
    ways: dict[str, list[tuple[int, date]]] = defaultdict(list)
    for row in one.ask(winnings_over_time).to_dicts():
        ways[row["name"]].append(((row["chips"] > 0) - (row["chips"] < 0), row["date"]))
    rows = one.ask(streaks).to_dicts()
    assert [row["name"] for row in rows] == sorted(ways)
    for row in rows:
        mine = ways[row["name"]]
        runs = [
            (way, [day for _, day in run]) for way, run in groupby(mine, key=lambda item: item[0])
        ]
        assert row["evenings"] == len(mine)
        assert row["current"] == runs[-1][0] * len(runs[-1][1])
        for which, sign in (("winning", 1), ("losing", -1)):
            longest = max((days for way, days in runs if way == sign), key=len, default=[])
            assert row[which] == len(longest)
            assert (row[f"{which}_since"], row[f"{which}_until"]) == (
                (longest[0], longest[-1]) if longest else (None, None)
            )


def test_an_evening_that_moved_nothing_ends_a_row(book: Book) -> None:
    """
    session 2026-11-01 one
    chip 1 USD
    result Ann 5 Bea -5
    ---
    session 2026-11-02 two
    chip 1 USD
    result Ann 5 Bea -5
    ---
    session 2026-11-03 three
    chip 1 USD
    result Ann 2 Bea -2
    result Ann -2 Bea 2
    ---
    session 2026-11-04 four
    chip 1 USD
    result Ann 1 Bea -1
    """
    ann, bea = ask(book.folder, streaks).to_dicts()
    assert (ann["winning"], ann["losing"], ann["current"]) == (2, 0, 1)
    assert (bea["winning"], bea["losing"], bea["current"]) == (0, 2, -1)
    assert (ann["winning_since"], ann["winning_until"]) == (date(2026, 11, 1), date(2026, 11, 2))
