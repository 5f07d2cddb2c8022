"""How everyone plays: counts, rates and what they won, player by player."""

from __future__ import annotations

from typing import Final, NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import AT_TABLE, CHOSEN, EVERYTHING, Columns, Filter, frame
from ledger.stats.interval import with_intervals


class Statistic(NamedTuple):
    """Something that is counted for each player, over the hands that the player was dealt.

    ``counted`` and ``of`` are SQL aggregates over rows with the columns ``SAT``, one for each hand of the player: those of
    the table ``seats``, ``net`` (the chips won or lost), ``known`` (the hand's outcome), ``proved``. The answer
    has ``counted`` in a column ``name``, ``of`` in ``name_of``; without ``of`` it is a count that stands for itself.
    ``rate``: so many hands out of so many, which has an interval in ``name_low`` and ``name_high``; else a sum. A rate with a
    ``heading`` is a column of the players page, and of its file; with an empty one it is only in the file.
    """

    name: str
    counted: str
    of: str = ""
    rate: bool = True
    heading: str | None = None


DEALT: Final = "count_if(dealt_out)"
"""Hands dealt: one that was thrown in is none (5.14), though its antes are won and lost."""
_STAYED: Final = "count_if(declared = 2 AND known)"
"""Hands stayed in whose outcome is known."""

STATISTICS: Final = (
    # Of hands of which only who took and matched the pot is written down nobody can tell who else stayed.
    Statistic(
        "stayed", "count_if(declared = 2 AND stayers_said)", "count_if(dealt_out AND stayers_said)", heading="Stayed"
    ),  # 3.1
    Statistic("won", "count_if(winner)", _STAYED, heading="Won, of hands stayed"),  # 5.1
    Statistic("split", "count_if(tied)", _STAYED, heading=""),  # 5.2
    Statistic(
        "bourres", "count_if(bourre AND bourre_known)", "count_if(declared = 2 AND bourre_known)", heading="Went bourré"
    ),  # 5.4
    # A play proved wrong (4.9), of hands in which cards of the player's are known and every play is proved right or wrong (6).
    Statistic("reneges", "count_if(reneged AND proved)", "count_if(declared = 2 AND proved)"),
    Statistic("reneges_proved", "count_if(reneged)", rate=False),  # whatever else is known
    # After a claim the outcome may be known, and who took the tricks that nobody wrote down not (4.11).
    Statistic("tricks", "coalesce(sum(tricks), 0)", "count(tricks)", rate=False),
    Statistic("drawn", "coalesce(sum(draw), 0)", "count(draw)", rate=False),  # 3.2: cards, of hands with a recorded draw
    Statistic("chips", "sum(net)", DEALT, rate=False),
)
"""Every statistic of ``player_figures``, in the order of its columns. What is added here is in every answer."""


def player_figures(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player who was there, by name; hands in quarantine do not count.

    ``evenings`` is in how many, as in ``player_money``; ``hands`` is 0 for who was only there in evenings kept by chips.
    Each of the ``STATISTICS`` has the columns ``X`` and ``X_of``, how often (or the sum) and of how many; a rate has besides
    ``X_low`` and ``X_high``, the 95 % interval (``wilson``; null where ``X_of`` is 0). ``between`` is what was won
    beside those hands, by ``WON_BETWEEN``; ``chips`` and ``between`` together are ``net``.

    ``pot`` is the most chips that the player took in one hand, ``match`` the most that was matched for a bourré, each with
    the ``_session`` (id), the ``_hand`` (its place) and its ``_number`` as written; the first of equals, null if there is none.
    """
    columns: Columns = {
        "player": pl.Int64,
        "name": pl.String,
        "evenings": pl.Int64,
        "hands": pl.Int64,
        **dict.fromkeys(COUNTS, pl.Int64),
        "between": pl.Int64,
        "net": pl.Int64,
        **{f"{most}{part}": kind for most in ("pot", "match") for part, kind in _PLACE.items()},
    }
    return with_intervals(frame(connection, _FIGURES, where.values(), columns), [one.name for one in STATISTICS if one.rate])


COUNTS: Final = {
    column: sql for one in STATISTICS for column, sql in ((one.name, one.counted), (f"{one.name}_of", one.of)) if sql
}
"""The columns of all statistics, each with its aggregate."""
_PLACE: Final = {"": pl.Int64, "_session": pl.String, "_hand": pl.Int64, "_number": pl.Int64}

_HAND: Final = "min({'date': date, 'id': id, 'hand': hand, 'number': number})"
"""The first of some hands."""

_FIGURES: Final = f"""
    WITH {CHOSEN},
    each_night AS (
        SELECT player, session, {DEALT} AS hands, {", ".join(f"{sql} AS {column}" for column, sql in COUNTS.items())},
            nullif(max(taken), 0) AS pot,
            nullif(max(matched) FILTER (bourre), 0) AS match
        FROM sat GROUP BY player, session
    ),
    counted AS (
        SELECT player, max(pot) AS pot, max(match) AS match,
            sum(COLUMNS(* EXCLUDE (player, session, pot, match)))
        FROM each_night GROUP BY player
    ),
    there AS (SELECT player, count(*) AS evenings FROM moved GROUP BY player),
    ruled AS (SELECT player, sum(chips) AS between FROM between GROUP BY player),
    best AS (
        SELECT player, {_HAND} FILTER (taken = counted.pot) AS pots,
            {_HAND} FILTER (bourre AND matched = counted.match) AS matches
        FROM counted JOIN each_night USING (player) JOIN evenings USING (session) JOIN seats USING (session, player)
            JOIN played USING (session, hand)
        WHERE (each_night.pot = counted.pot OR each_night.match = counted.match)
            AND (taken = counted.pot OR bourre AND matched = counted.match)
        GROUP BY player
    )
    SELECT player, name, evenings, {", ".join(f"coalesce({column}, 0) AS {column}" for column in ("hands", *COUNTS))},
        coalesce(between, 0) AS between, coalesce(counted.chips, 0) + coalesce(between, 0) AS net,
        pot, pots.id AS pot_session, pots.hand AS pot_hand, pots.number AS pot_number,
        match, matches.id AS match_session, matches.hand AS match_hand, matches.number AS match_number
    FROM there JOIN players USING (player) LEFT JOIN counted USING (player) LEFT JOIN ruled USING (player)
        LEFT JOIN best USING (player)
    ORDER BY name, player"""


def at_one_table(
    connection: DuckDBPyConnection,
    player: int,
    other: int | None = None,
    where: Filter = EVERYTHING,
) -> pl.DataFrame:
    """Return how a player and everybody else, or one ``other``, did in the hands dealt to both: two rows, or none.

    The columns are ``hands`` and those of the ``STATISTICS``, as in ``player_figures``; ``field`` is False in the first row,
    the player's, and True in the second, of the others together. Only hands at the same tables are compared, because other
    sizes and rules give other rates.
    """
    columns: Columns = {"field": pl.Boolean, "hands": pl.Int64, **dict.fromkeys(COUNTS, pl.Int64)}
    return two_sides(frame(connection, _AT_ONE_TABLE, {**where.values(), "player": player, "other": other}, columns))


_AT_ONE_TABLE: Final = f"""
    WITH {CHOSEN}, {AT_TABLE},
    shared AS (
        SELECT session, hand FROM at_table WHERE dealt_out GROUP BY session, hand
        HAVING bool_or(player <> $player AND ($other IS NULL OR player = $other))
    )
    SELECT player <> $player AS field, {DEALT} AS hands, {", ".join(f"{sql} AS {column}" for column, sql in COUNTS.items())}
    FROM at_table SEMI JOIN shared USING (session, hand)
    WHERE $other IS NULL OR player IN ($player, $other) GROUP BY field ORDER BY field"""


def two_sides(counted: pl.DataFrame) -> pl.DataFrame:
    """Return the answer of ``at_one_table`` from the ``hands`` and ``COUNTS`` of some groups of hands, each of a ``field``."""
    sides = counted.group_by("field").agg(pl.col("hands", *COUNTS).sum().cast(pl.Int64, strict=False)).sort("field")
    return with_intervals(sides if sides.height == 2 else sides.clear(), [one.name for one in STATISTICS if one.rate])


def player_money(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """What each player won or lost in each unit, by name and unit: payments left out, rulings and shares counted.

    ``amount`` is in minor units of ``unit``, a currency, or in chips where a chip has no value; ``evenings`` is in how
    many. ``best`` and ``worst`` are the evenings that went best and worst, the first of equals, each with its ``_session``
    (id) and ``_date``.
    """
    columns: Columns = {
        "player": pl.Int64,
        "name": pl.String,
        "unit": pl.String,
        "evenings": pl.Int64,
        "amount": pl.Int64,
        **{f"{which}{part}": kind for which in ("best", "worst") for part, kind in _EVENING.items()},
    }
    return frame(connection, _MONEY, where.values(), columns)


_EVENING: Final = {"": pl.Int64, "_session": pl.String, "_date": pl.Date}

_MONEY: Final = f"""
    WITH {CHOSEN},
    results AS (
        SELECT player, unit, chips * chip AS amount, {{'date': date, 'id': id}} AS night
        FROM moved JOIN evenings USING (session)
    ),
    summed AS (
        SELECT player, unit, count(*) AS evenings, sum(amount) AS amount,
            min({{'amount': -amount, 'night': night}}) AS best, min({{'amount': amount, 'night': night}}) AS worst
        FROM results GROUP BY player, unit
    )
    SELECT player, name, unit, evenings, amount, -best.amount AS best, best.night.id AS best_session,
        best.night.date AS best_date, worst.amount AS worst, worst.night.id AS worst_session, worst.night.date AS worst_date
    FROM summed JOIN players USING (player) ORDER BY name, player, unit"""


def winnings_over_time(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """What each player won or lost in each evening, and until then: by date, evening and name.

    ``chips`` and ``amount`` (minor units of ``unit``) are of the evening, as in the view ``results`` of the book;
    ``chips_until`` and ``amount_until`` add up the player's evenings in the same unit. Chips of several values are added up
    as they are: only the amounts compare.
    """
    columns: Columns = {
        "date": pl.Date,
        "session": pl.String,
        "title": pl.String,
        "player": pl.Int64,
        "name": pl.String,
        "unit": pl.String,
        "chips": pl.Int64,
        "amount": pl.Int64,
        "chips_until": pl.Int64,
        "amount_until": pl.Int64,
    }
    return frame(connection, _OVER_TIME, where.values(), columns)


_OVER_TIME: Final = f"""
    WITH {CHOSEN}
    SELECT date, id AS session, title, player, name, unit, chips, chips * chip AS amount,
        sum(chips) OVER so_far AS chips_until, sum(chips * chip) OVER so_far AS amount_until
    FROM moved JOIN evenings USING (session) JOIN players USING (player)
    WINDOW so_far AS (PARTITION BY player, unit ORDER BY date, id)
    ORDER BY date, id, name, player"""
