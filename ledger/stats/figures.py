"""How everyone plays: counts, rates and what they won, player by player; and each player beside
everybody else.

The hands at a player's tables are counted once, in the smallest groups that anything is asked
about; every answer adds some up: when a player stays in, where a player wins, how a player does
beside the others at the same tables. At the end, who wins from whom: chips out of the pot go to
whoever took it from whoever had put them in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.stats.chosen import AT_TABLE, CHOSEN, EVENINGS, EVERYTHING, STANDINGS, THERE, Filter
from ledger.stats.frames import frame, with_intervals


class Statistic(NamedTuple):
    """Something that is counted for each player, over the hands that the player was dealt.

    ``counted`` and ``of`` are SQL aggregates over rows with the columns ``SAT``, one for each hand
    of the player: those of the table ``seats``, ``net`` (the chips won or lost), ``known`` (the
    hand's outcome), ``proved``. The answer has ``counted`` in a column ``name``, ``of`` in
    ``name_of``; without ``of`` it is a count that stands for itself. ``rate``: so many hands out of
    so many, which has an interval in ``name_low`` and ``name_high``; else a sum. A rate with a
    ``heading`` is a column of the players page, and of its file; with an empty one it is only in
    the file.
    """

    name: str
    counted: str
    of: str = ""
    rate: bool = True
    heading: str | None = None


DEALT: Final = "count_if(dealt_out)"
"""Hands dealt: one that was thrown in is none (5.14), though its antes are won and lost."""
_STAYED: Final = "count_if(declared = 2 AND known)"  # hands stayed in whose outcome is known

STATISTICS: Final = (
    # Of hands of which only who took and matched the pot is written down nobody can tell who else
    # stayed.
    Statistic(
        "stayed",
        "count_if(declared = 2 AND stayers_said)",
        "count_if(dealt_out AND stayers_said)",
        heading="Stayed",
    ),  # 3.1
    Statistic("won", "count_if(winner)", _STAYED, heading="Won, of hands stayed"),  # 5.1
    Statistic("split", "count_if(tied)", _STAYED, heading=""),  # 5.2
    Statistic(
        "bourres",
        "count_if(bourre AND bourre_known)",
        "count_if(declared = 2 AND bourre_known)",
        heading="Went bourré",
    ),  # 5.4
    # A play proved wrong (4.9), of hands in which cards of the player's are known and every play is
    # proved right or wrong (6).
    Statistic("reneges", "count_if(reneged AND proved)", "count_if(declared = 2 AND proved)"),
    Statistic("reneges_proved", "count_if(reneged)", rate=False),  # whatever else is known
    # After a claim the outcome may be known, and who took the tricks that nobody wrote down not
    # (4.11).
    Statistic("tricks", "coalesce(sum(tricks), 0)", "count(tricks)", rate=False),
    # 3.2: cards, of hands with a recorded draw
    Statistic("drawn", "coalesce(sum(draw), 0)", "count(draw)", rate=False),
    Statistic("chips", "sum(net)", DEALT, rate=False),
)
"""Every statistic of ``player_figures``, in the order of its columns.

What is added here is in every answer.
"""


def player_figures(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player who was there, by name; hands in quarantine do not count.

    ``evenings`` is in how many, as in ``player_money``; ``hands`` is 0 for who was only there in
    evenings kept by chips. Each of the ``STATISTICS`` has the columns ``X`` and ``X_of``, how often
    (or the sum) and of how many; a rate has besides ``X_low`` and ``X_high``, the 95% interval
    (``wilson``; null where ``X_of`` is 0). ``between`` is what was won beside those hands, by
    ``WON_BETWEEN``; ``chips`` and ``between`` together are ``net``.

    ``pot`` is the most chips that the player took in one hand, ``match`` the most that was matched
    for a bourré, each with the ``_session`` (id), the ``_hand`` (its place) and its ``_number`` as
    written; the first of equals, null if there is none.
    """
    return with_intervals(
        frame(connection, _FIGURES, where._asdict()), [one.name for one in STATISTICS if one.rate]
    )


COUNTS: Final = {
    column: sql
    for one in STATISTICS
    for column, sql in ((one.name, one.counted), (f"{one.name}_of", one.of))
    if sql
}
"""The columns of all statistics, each with its aggregate."""
_COUNTED: Final = ", ".join(f"{sql} AS {column}" for column, sql in COUNTS.items())
# the first of some hands
_HAND: Final = "min({'date': date, 'id': id, 'hand': hand, 'number': number})"

_FIGURES: Final = f"""
    WITH {CHOSEN},
    each_night AS (
        SELECT player, session, {DEALT} AS hands, {_COUNTED},
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
        FROM counted JOIN each_night USING (player) JOIN evenings USING (session) JOIN seats
            USING (session, player)
            JOIN played USING (session, hand)
        WHERE (each_night.pot = counted.pot OR each_night.match = counted.match)
            AND (taken = counted.pot OR bourre AND matched = counted.match)
        GROUP BY player
    )
    SELECT player, name, evenings,
        {", ".join(f"coalesce({column}, 0) AS {column}" for column in ("hands", *COUNTS))},
        coalesce(between, 0) AS between, coalesce(counted.chips, 0) + coalesce(between, 0) AS net,
        pot, pots.id AS pot_session, pots.hand AS pot_hand, pots.number AS pot_number,
        match, matches.id AS match_session, matches.hand AS match_hand,
            matches.number AS match_number
    FROM there JOIN players USING (player) LEFT JOIN counted USING (player) LEFT JOIN ruled
        USING (player)
        LEFT JOIN best USING (player)
    ORDER BY name, player"""


def at_one_table(
    connection: DuckDBPyConnection,
    player: int,
    other: int | None = None,
    where: Filter = EVERYTHING,
) -> pl.DataFrame:
    """Return how a player and everybody else, or one ``other``, did in the hands dealt to both: two
    rows, or none.

    The columns are ``hands`` and those of the ``STATISTICS``, as in ``player_figures``; ``field``
    is False in the first row, the player's, and True in the second, of the others together. Only
    hands at the same tables are compared, because other sizes and rules give other rates.
    """
    return two_sides(
        frame(connection, _AT_ONE_TABLE, {**where._asdict(), "player": player, "other": other})
    )


_AT_ONE_TABLE: Final = f"""
    WITH {CHOSEN}, {AT_TABLE},
    shared AS (
        SELECT session, hand FROM at_table WHERE dealt_out GROUP BY session, hand
        HAVING bool_or(player <> $player AND ($other IS NULL OR player = $other))
    )
    SELECT player <> $player AS field, {DEALT} AS hands, {_COUNTED}
    FROM at_table SEMI JOIN shared USING (session, hand)
    WHERE $other IS NULL OR player IN ($player, $other) GROUP BY field ORDER BY field"""


def two_sides(counted: pl.DataFrame) -> pl.DataFrame:
    """Return the answer of ``at_one_table`` from the ``hands`` and ``COUNTS`` of some groups of
    hands, each of a ``field``.
    """
    sides = (
        counted.group_by("field")
        .agg(pl.col("hands", *COUNTS).sum().cast(pl.Int64, strict=False))
        .sort("field")
    )
    return with_intervals(
        sides if sides.height == 2 else sides.clear(), [one.name for one in STATISTICS if one.rate]
    )


def player_money(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """What each player won or lost in each unit, by name and unit: payments left out, rulings and
    shares counted.

    ``amount`` is in minor units of ``unit``, a currency, or in chips where a chip has no value;
    ``evenings`` is in how many. ``best`` and ``worst`` are the evenings that went best and worst,
    the first of equals, each with its ``_session`` (id) and ``_date``.
    """
    sql = f"""\
SELECT player, name, unit, evenings, amount, best, best_session, best_date, worst, worst_session,
    worst_date
        FROM ({STANDINGS}) ORDER BY name, player, unit"""
    return frame(connection, sql, where._asdict())


def winnings_over_time(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """What each player won or lost in each evening, and until then: by date, evening and name.

    ``chips`` and ``amount`` (minor units of ``unit``) are of the evening, as in the view
    ``results`` of the book; ``chips_until`` and ``amount_until`` add up the player's evenings in
    the same unit. Chips of several values are added up as they are: only the amounts compare.
    """
    return frame(connection, _OVER_TIME, where._asdict())


_OVER_TIME: Final = f"""
    WITH {CHOSEN}
    SELECT date, id AS session, title, player, name, unit, chips, chips * chip AS amount,
        sum(chips) OVER so_far AS chips_until, sum(chips * chip) OVER so_far AS amount_until
    FROM moved JOIN evenings USING (session) JOIN players USING (player)
    WINDOW so_far AS (PARTITION BY player, unit ORDER BY date, id)
    ORDER BY date, id, name, player"""


# --- A player's tables, in the smallest groups ----------------------------------------------------
BANDS: Final = (0, 5, 10, 20, 40, 80)  # where the bands of stakes begin, in antes
# trumps dealt from which no difference is made: so many and more are one group
MOST_TRUMPS: Final = 4
# before the names of the columns that are of everybody else in the same situation
FIELD: Final = "field_"


def grouped_hands(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING
) -> pl.DataFrame:
    """Count the hands at the tables at which a player sat, in groups that are alike in all that is
    asked about.

    A row is a group of hands of the player (``mine``) or of everybody else, with ``hands`` and the
    columns of ``STATISTICS`` (sums are Int128). All else is what the hands of the group have in
    common: ``dealt_out`` (not thrown in), ``seat`` and ``seated`` with the ``position`` from the
    dealer's left (null: the dealer) and the ``place`` (null: nobody noted who dealt),
    ``hand_size``, the band of ``antes`` in which the stake was (null without an ante), and for
    those who stayed ``trumps`` held when the play began (null if not every card is known, 6.1) and
    how many ``stayers`` there were (null if nobody says). ``after`` is whether it follows a bourré
    of the same person on that evening, null if nobody knows. ``trumps_dealt`` is null unless all
    deals are shown (``hands.deals_shown``); ``MOST_TRUMPS`` means so many or more.
    """
    return frame(connection, _GROUPS, {**where._asdict(), "player": player}, sums=pl.Int128)


_TRUMP_SUIT: Final = "(8191::UBIGINT << (13 * trump))"
_BAND: Final = " ".join(f"WHEN stake >= {antes} * one_ante THEN {antes}" for antes in BANDS[::-1])

_GROUPS: Final = f"""
    WITH {CHOSEN}, {AT_TABLE}
    SELECT player = $player AS mine, dealt_out, seat, seated, hand_size, CASE WHEN seat < seated - 1
        THEN seat END AS position,
        CASE WHEN no_dealer THEN NULL WHEN seat = seated - 1 THEN 'dealer' WHEN seat = 0
            THEN 'first'
            WHEN seat = seated - 2 THEN 'before' ELSE 'middle' END AS place,
        CASE WHEN one_ante > 0 THEN CASE {_BAND} END END AS antes,
        CASE WHEN declared = 2 AND trump IS NOT NULL AND bit_count(held) = hand_size
            THEN bit_count(held & {_TRUMP_SUIT}) END
            AS trumps,
        CASE WHEN declared = 2 AND stayers_said THEN stayers END AS stayers,
        after_bourre AS after,
        CASE WHEN deals_shown THEN least(bit_count(dealt & {_TRUMP_SUIT}),
            {MOST_TRUMPS}) END AS trumps_dealt,
        {DEALT} AS hands, {_COUNTED}
    FROM at_table GROUP BY ALL"""


def beside(counted: pl.DataFrame, groups: pl.DataFrame, rates: Sequence[str]) -> pl.DataFrame:
    """Return for each of some groups how the player did, and everybody else, from what
    ``grouped_hands`` counted.

    ``groups`` has columns of ``counted`` alone, and as many rows as the answer. ``X`` and ``X_of``
    are the player's (as in ``player_figures``), ``field_X`` and ``field_X_of`` everybody else's: of
    the hands of each group at the tables at which the player sat, since at a larger table everybody
    wins less often. Each of the ``rates`` has an interval in ``X_low`` and ``X_high``; besides
    there are ``chips`` and ``hands``.
    """
    by, sums = (
        groups.columns,
        ["hands", *(name for rate in (*rates, "chips") for name in (rate, f"{rate}_of"))],
    )
    added = counted.group_by(*by, "mine").agg(pl.col(sums).sum().cast(pl.Int64, strict=False))
    told = groups
    for before, whose in (("", pl.col("mine")), (FIELD, ~pl.col("mine"))):
        theirs = added.filter(whose).select(*by, pl.col(sums).name.prefix(before))
        told = told.join(theirs, on=by, how="left", nulls_equal=True, maintain_order="left")
    told = told.with_columns(pl.exclude(by).fill_null(0)).drop(f"{FIELD}hands")
    return with_intervals(told, [f"{before}{rate}" for before in ("", FIELD) for rate in rates])


# --- Beside everybody else ------------------------------------------------------------------------
PLACES: Final = ("first", "middle", "before", "dealer")
"""Places at tables of any size: the first to speak, those between, the last before the dealer, the
dealer (3.1).
"""


PLAYED: Final = ("won", "bourres")
RATES: Final = ("stayed", *PLAYED)


def _numbers(name: str, first: int, most: pl.Series) -> pl.DataFrame:
    """Return a column of the numbers from the first to the largest; none where there is none."""
    last = most.max()
    return pl.DataFrame(
        {name: range(first, last + 1) if isinstance(last, int) else []}, {name: pl.Int64}
    )


class Beside(NamedTuple):
    """How a player does: ``overall`` is as ``at_one_table``, the others have a row for each group
    of hands, as ``beside`` has it.

    - ``by_trumps``: trumps held when the play began, from 0 to the largest hand dealt; of hands
      stayed in with every card known (6.1);
    - ``by_stayers``: players in the play, from 1 to the most there were; of hands stayed in of
      which it is recorded who did;
    - ``by_position``: the distance from the dealer's left (0 speaks first: 3.1), the dealer last,
      ``dealer`` and without one;
    - ``by_pot``: the stake (5) in antes of the hand, from ``antes`` up to, but not including,
      ``below`` (null: no end);
    - ``after_bourre``: the next hand of the evening that was dealt to who went bourré (``after``
      True), and all others, which come first; one is in neither if it is not known whether they
      did;
    - ``stays``: trumps dealt, to ``MOST_TRUMPS`` and more, at each of the ``PLACES``; of hands in
      which the whole deal of everybody is written down: where only those show their cards who stay,
      everybody whose cards are known stayed.
    """

    overall: pl.DataFrame
    by_trumps: pl.DataFrame
    by_stayers: pl.DataFrame
    by_position: pl.DataFrame
    by_pot: pl.DataFrame
    after_bourre: pl.DataFrame
    stays: pl.DataFrame


def beside_everybody(
    connection: DuckDBPyConnection, player: int, where: Filter = EVERYTHING
) -> Beside:
    """Return how a player does beside everybody else at the same tables."""
    counted = grouped_hands(connection, player, where)
    placed = counted.filter(pl.col("place").is_not_null())
    by_position = beside(
        placed, placed.select("position").unique().sort("position", nulls_last=True), RATES
    )
    by_pot = beside(counted, pl.DataFrame({"antes": BANDS}, {"antes": pl.Int64}), RATES)
    cells = pl.DataFrame(
        list(product(range(MOST_TRUMPS + 1), PLACES)),
        {"trumps": pl.Int64, "place": pl.String},
        orient="row",
    )
    return Beside(
        two_sides(
            counted.filter(pl.col("dealt_out") & (pl.col("seated") > 1)).with_columns(
                field=~pl.col("mine")
            )
        ),
        beside(counted, _numbers("trumps", 0, counted["hand_size"]), PLAYED),
        beside(counted, _numbers("stayers", 1, counted["stayers"]), PLAYED),
        by_position.insert_column(1, by_position["position"].is_null().alias("dealer")),
        by_pot.insert_column(1, pl.Series("below", [*BANDS[1:], None], pl.Int64)),
        beside(counted, pl.DataFrame({"after": [False, True]}), RATES),
        beside(counted.with_columns(trumps="trumps_dealt"), cells, ["stayed"]),
    )


# --- Who wins from whom ---------------------------------------------------------------------------
RIVALS_DEFINITION: Final = (
    "Every chip in the pot is remembered with the player who put it in: antes, matched pots and "
    "penalties. Who takes chips "
    "from the pot wins them from everybody who has chips in it, in proportion to what they have "
    "there, in whole chips. "
    "Your own chips that come back to you count for nothing, nor do chips that lay in the pot "
    "when the evening began, "
    "or that a count of the pot brought to light. Of hands that nobody wrote down the winners "
    "have won from the losers, in "
    "proportion. Chips handed over outside the pot are not counted."
)
"""What ``rivals`` counts, in words for a page."""


def rivals(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Who won how much from whom, over all: a row for each ordered pair who sat down in the same
    evening, by names.

    ``chips`` is what ``player`` won from ``other`` less what ``other`` won from ``player`` (below
    zero: lost), ``amount`` the worth in minor units of ``unit``; the row of the pair the other way
    round has the opposite sign. ``evenings`` is in how many both sat down. What is counted is told
    in ``RIVALS_DEFINITION``; always of whole evenings.
    """
    return frame(connection, _RIVALS, where._asdict())


_FROM_EACH: Final = """
    won AS (
        SELECT session, winner AS player, loser AS other, chips FROM winnings SEMI JOIN evenings
            USING (session) WHERE loser > 0
        UNION ALL
        SELECT session, loser, winner, -chips FROM winnings SEMI JOIN evenings USING (session)
            WHERE loser > 0
    )"""
"""A named query: what players won from each other, seen from both sides."""

_RIVALS: Final = f"""
    WITH {EVENINGS},
    {_FROM_EACH},
    {THERE},
    netted AS (
        SELECT player, other, unit, 0 AS evenings, chips, chips * chip AS amount FROM won
            JOIN evenings USING (session)
        UNION ALL
        SELECT one.player, two.player, unit, 1, 0, 0 FROM there AS one JOIN there AS two
            USING (session)
            JOIN evenings USING (session) WHERE one.player <> two.player
    )
    SELECT player, one.name, other, two.name AS other_name, unit, sum(evenings) AS evenings,
        sum(chips) AS chips,
        sum(amount) AS amount
    FROM netted JOIN players AS one USING (player) JOIN players AS two ON two.player = other
    GROUP BY ALL ORDER BY one.name, player, two.name, other, unit"""


def head_to_head(
    connection: DuckDBPyConnection, player: int, other: int, where: Filter = EVERYTHING
) -> pl.DataFrame:
    """Return how two players did against each other, evening by evening: those in which both were
    there, by date.

    ``hands`` were dealt to both, both stayed in ``stayed`` of them; of these ``player`` won ``won``
    and ``other`` ``other_won`` (5.1). ``chips`` is what ``player`` won from ``other`` less what
    ``other`` won from ``player``, as in ``rivals`` of the whole evening, ``amount`` the worth in
    minor units of ``unit``; ``chips_until`` and ``amount_until`` add up the evenings in the same
    unit.
    """
    return frame(connection, _HEAD_TO_HEAD, {**where._asdict(), "player": player, "other": other})


_HEAD_TO_HEAD: Final = f"""
    WITH {CHOSEN},
    {_FROM_EACH},
    mine AS (SELECT * FROM sat WHERE player = $player),
    theirs AS (SELECT * FROM sat WHERE player = $other),
    met AS (
        SELECT session, count_if(mine.dealt_out) AS hands,
            count_if(mine.declared = 2 AND theirs.declared = 2) AS stayed,
            count_if(mine.winner AND theirs.declared = 2) AS won,
                count_if(theirs.winner AND mine.declared = 2) AS other_won
        FROM mine JOIN theirs USING (session, hand) GROUP BY session
    ),
    netted AS (SELECT session, sum(chips) AS chips FROM won WHERE player = $player
        AND other = $other GROUP BY session),
    {THERE},
    nights AS (
        SELECT date, id, title, coalesce(met.hands, 0) AS hands, coalesce(met.stayed, 0) AS stayed,
            coalesce(won, 0) AS won,
            coalesce(other_won, 0) AS other_won, unit, coalesce(chips, 0)::BIGINT AS chips,
            coalesce(chips, 0)::BIGINT * chip AS amount
        FROM evenings SEMI JOIN (FROM there WHERE player = $player) USING (session)
            SEMI JOIN (FROM there WHERE player = $other) USING (session)
            LEFT JOIN met USING (session) LEFT JOIN netted USING (session)
    )
    SELECT date, id AS session, title, hands, stayed, won, other_won, unit, chips, amount,
        sum(chips) OVER so_far AS chips_until,
        sum(amount) OVER so_far AS amount_until
    FROM nights WINDOW so_far AS (PARTITION BY unit ORDER BY date, id) ORDER BY date, id"""
