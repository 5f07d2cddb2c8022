"""When a player stays in, beside everybody else: by the trumps dealt and the place, and in the hand after going bourré."""

from __future__ import annotations

from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.breakdown import MINE_OR_NOT, RATES, in_groups
from ledger.stats.chosen import AT_TABLE, EVERYTHING, Columns, Filter

PLACES: Final = ("first", "middle", "before", "dealer")
"""Places at tables of any size: the first to speak, those between, the last before the dealer, the dealer (3.1)."""
MOST_TRUMPS: Final = 4
"""Trumps dealt from which no difference is made: so many and more are one group."""


def stays(connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, at_table: str = AT_TABLE) -> pl.DataFrame:
    """Return a row for each number of trumps dealt, to ``MOST_TRUMPS`` and more, and each of the ``PLACES``: who stayed in.

    ``stayed`` out of ``stayed_of`` are the player's, ``field_stayed`` and ``field_stayed_of`` of everybody else. Counted are
    hands in which the whole deal of everybody is written down, of evenings in which that of somebody who passed is: where only
    those show their cards who stay, everybody whose cards are known stayed.
    """
    about: Columns = {"trumps": pl.Int64, "place": pl.String}
    values = {**where.values(), "player": player, "places": list(PLACES), "most": MOST_TRUMPS}
    return in_groups(connection, at_table, _STAYS, values, about, "stayed")


_STAYS: Final = f"""
    seen AS (
        SELECT *, least(bit_count(dealt & (8191::UBIGINT << (13 * trump))), $most) AS trumps,
            CASE WHEN seat = seated - 1 THEN 'dealer' WHEN seat = 0 THEN 'first'
                WHEN seat = seated - 2 THEN 'before' ELSE 'middle' END AS place,
            bit_count(dealt) = hand_size AS known_deal
        FROM at_table WHERE trump IS NOT NULL AND dealt_out AND stayers_said
    ),
    told AS (SELECT DISTINCT session FROM seen WHERE declared < 2 AND known_deal),
    whole AS (SELECT session, hand FROM seen SEMI JOIN told USING (session) GROUP BY session, hand HAVING bool_and(known_deal)),
    groups AS (SELECT trumps, place FROM range($most + 1) AS one(trumps), unnest($places::VARCHAR[]) AS other(place)),
    counted AS (SELECT * FROM seen SEMI JOIN whole USING (session, hand))
    SELECT groups.trumps, groups.place, {MINE_OR_NOT}
    FROM groups LEFT JOIN counted USING (trumps, place)
    GROUP BY groups.trumps, groups.place, mine ORDER BY groups.trumps, list_position($places::VARCHAR[], groups.place)"""


def after_bourre(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING, *, at_table: str = AT_TABLE
) -> pl.DataFrame:
    """Return two rows: how a player does in the hand after going bourré (``after`` True), and in all others, which come first.

    The hand after is the next of the same evening that was dealt to the player, whichever hands are chosen; one is in neither
    row if it is not known whether the player went bourré in the hand before. Of everybody else (``field_``) it is the hand after
    going bourré themselves.
    """
    return in_groups(connection, at_table, _AFTER, {**where.values(), "player": player}, {"after": pl.Boolean}, *RATES)


_AFTER: Final = f"""
    mine AS (SELECT session, hand FROM seats WHERE player = $player),
    dealt AS (
        SELECT session, hand, player,
            lag(CASE WHEN NOT quarantined AND (declared <> 2 OR bourre OR bourre_known) THEN bourre END, 1, FALSE)
                OVER (PARTITION BY session, player ORDER BY hand) AS after
        FROM seats SEMI JOIN (SELECT DISTINCT session FROM mine) USING (session) JOIN hands USING (session, hand)
        WHERE NOT misdeal
    ),
    theirs AS (SELECT at_table.*, after FROM at_table JOIN dealt USING (session, hand, player)),
    groups AS (SELECT unnest([FALSE, TRUE]) AS after)
    SELECT groups.after, {MINE_OR_NOT} FROM groups LEFT JOIN theirs USING (after) GROUP BY ALL ORDER BY groups.after"""
