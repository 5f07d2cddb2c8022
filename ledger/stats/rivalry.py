"""Who wins from whom: chips out of the pot go to whoever took it from whoever had put them in."""

from __future__ import annotations

from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import CHOSEN, EVENINGS, EVERYTHING, THERE, Columns, Filter, frame

RIVALS_DEFINITION: Final = (
    "Every chip in the pot is remembered with the player who put it in: antes, matched pots and penalties. Who takes chips "
    "from the pot wins them from everybody who has chips in it, in proportion to what they have there, in whole chips. "
    "Your own chips that come back to you count for nothing, nor do chips that lay in the pot when the evening began, "
    "or that a count of the pot brought to light. Of hands that nobody wrote down the winners have won from the losers, in "
    "proportion. Chips handed over outside the pot are not counted."
)
"""What ``rivals`` counts, in words for a page."""


def rivals(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Who won how much from whom, over all: a row for each ordered pair who sat down in the same evening, by names.

    ``chips`` is what ``player`` won from ``other`` less what ``other`` won from ``player`` (below zero: lost), ``amount`` the
    worth in minor units of ``unit``; the row of the pair the other way round has the opposite sign. ``evenings`` is in how
    many both sat down. What is counted is told in ``RIVALS_DEFINITION``; always of whole evenings.
    """
    columns: Columns = {
        "player": pl.Int64,
        "name": pl.String,
        "other": pl.Int64,
        "other_name": pl.String,
        "unit": pl.String,
        "evenings": pl.Int64,
        "chips": pl.Int64,
        "amount": pl.Int64,
    }
    return frame(connection, _RIVALS, where.values(), columns)


_FROM_EACH: Final = """
    won AS (
        SELECT session, winner AS player, loser AS other, chips FROM winnings SEMI JOIN evenings USING (session) WHERE loser > 0
        UNION ALL
        SELECT session, loser, winner, -chips FROM winnings SEMI JOIN evenings USING (session) WHERE loser > 0
    )"""
"""A named query: what players won from each other, seen from both sides."""

_RIVALS: Final = f"""
    WITH {EVENINGS},
    {_FROM_EACH},
    {THERE},
    netted AS (
        SELECT player, other, unit, 0 AS evenings, chips, chips * chip AS amount FROM won JOIN evenings USING (session)
        UNION ALL
        SELECT one.player, two.player, unit, 1, 0, 0 FROM there AS one JOIN there AS two USING (session)
            JOIN evenings USING (session) WHERE one.player <> two.player
    )
    SELECT player, one.name, other, two.name AS other_name, unit, sum(evenings) AS evenings, sum(chips) AS chips,
        sum(amount) AS amount
    FROM netted JOIN players AS one USING (player) JOIN players AS two ON two.player = other
    GROUP BY ALL ORDER BY one.name, player, two.name, other, unit"""


def head_to_head(connection: DuckDBPyConnection, player: int, other: int, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return how two players did against each other, evening by evening: those in which both were there, by date.

    ``hands`` were dealt to both, both stayed in ``stayed`` of them; of these ``player`` won ``won`` and ``other``
    ``other_won`` (5.1). ``chips`` is what ``player`` won from ``other`` less what ``other`` won from ``player``, as in
    ``rivals`` of the whole evening, ``amount`` the worth in minor units of ``unit``; ``chips_until`` and ``amount_until``
    add up the evenings in the same unit.
    """
    columns: Columns = {
        "date": pl.Date,
        "session": pl.String,
        "title": pl.String,
        "hands": pl.Int64,
        "stayed": pl.Int64,
        "won": pl.Int64,
        "other_won": pl.Int64,
        "unit": pl.String,
        "chips": pl.Int64,
        "amount": pl.Int64,
        "chips_until": pl.Int64,
        "amount_until": pl.Int64,
    }
    return frame(connection, _HEAD_TO_HEAD, {**where.values(), "player": player, "other": other}, columns)


_HEAD_TO_HEAD: Final = f"""
    WITH {CHOSEN},
    {_FROM_EACH},
    mine AS (SELECT * FROM sat WHERE player = $player),
    theirs AS (SELECT * FROM sat WHERE player = $other),
    met AS (
        SELECT session, count_if(mine.dealt_out) AS hands, count_if(mine.declared = 2 AND theirs.declared = 2) AS stayed,
            count_if(mine.winner AND theirs.declared = 2) AS won, count_if(theirs.winner AND mine.declared = 2) AS other_won
        FROM mine JOIN theirs USING (session, hand) GROUP BY session
    ),
    netted AS (SELECT session, sum(chips) AS chips FROM won WHERE player = $player AND other = $other GROUP BY session),
    {THERE},
    nights AS (
        SELECT date, id, title, coalesce(met.hands, 0) AS hands, coalesce(met.stayed, 0) AS stayed, coalesce(won, 0) AS won,
            coalesce(other_won, 0) AS other_won, unit, coalesce(chips, 0)::BIGINT AS chips,
            coalesce(chips, 0)::BIGINT * chip AS amount
        FROM evenings SEMI JOIN (FROM there WHERE player = $player) USING (session)
            SEMI JOIN (FROM there WHERE player = $other) USING (session)
            LEFT JOIN met USING (session) LEFT JOIN netted USING (session)
    )
    SELECT date, id AS session, title, hands, stayed, won, other_won, unit, chips, amount, sum(chips) OVER so_far AS chips_until,
        sum(amount) OVER so_far AS amount_until
    FROM nights WINDOW so_far AS (PARTITION BY unit ORDER BY date, id) ORDER BY date, id"""
