"""Luck, and what decisions cost, of each player: sums with their intervals, from the tables ``luck`` and ``decisions``."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.game.options import read_rules
from ledger.insight import FEWEST, WHOLE, HowOften, Said, how_often
from ledger.stats.chosen import CHOSEN, EVERYTHING, Filter
from ledger.stats.frames import Z, frame

ENOUGH: Final = 100
"""Hands below which nothing is said: luck, and what a decision costs, swing too much."""

THIS_TABLE: Final = "table"
"""Priced against others as loose as they were that evening."""
EVEN_TABLE: Final = "even"
"""Priced against an even table."""
_KNEW: Final = "Priced from what the player knew then, against reference players"
_UNSEEN: Final = "faces and how well the rest of the hand is played are left out."
PRICED_FROM: Final = {
    THIS_TABLE: f"{_KNEW} as loose as the others were that evening; {_UNSEEN}",
    EVEN_TABLE: f"{_KNEW} at an even table; {_UNSEEN}",
}
"""The line that says from what and against whom decisions are priced, and what cannot be seen."""

HOW_OFTEN: Final = (
    "Lost by how often somebody stays, not by which hands: from who passed and who played alone, taking it that people choose "
    "their hands in the usual order. It is in stakes in 100 decisions, with the range that holds it 19 times out of 20; Best is "
    "how often to stay in those places and against those players. Too often or too seldom is said only where it is more than 95% "
    "likely, and so is about right; otherwise it cannot be told yet."
)
WHO_SAID: Final = (
    f"Whether somebody stays too often can be told from {FEWEST} hands on in which everybody's `pass` or `play` is written "
    "down, in turn from the dealer's left, with no card at all."
)

_MOST: Final = 10
"""Decisions of a player that are worth another look, of each kind."""


def player_insight(connection: DuckDBPyConnection, where: Filter = EVERYTHING, reference: str = THIS_TABLE) -> pl.DataFrame:
    """Return a row for each player who was dealt in, by name; amounts are chips.

    ``chips`` is what was won in ``hands`` of which luck is known, ``luck`` that of the deal and the draw in them, ``skill``
    what is left of the result and ``skill_reach`` half of its 95 % interval: chips, the share of the pot, antes saved. Of
    ``decisions`` to stay or pass ``priced`` have a price; ``lost_staying`` and ``lost_passing`` are what they cost, where the
    other was better, against ``reference``, with ``…_reach``. The same of ``discards`` and of ``cards`` that were a choice, of
    which ``discards_priced`` and ``cards_priced`` have one, against others as loose as they were. A reach is
    null where there are fewer than two.
    """
    # Where nothing is worked out yet the whole query would find the same, but in a large book takes long.
    sql = _PLAYERS if connection.execute("SELECT 1 FROM decisions LIMIT 1").fetchall() else f"{_PLAYERS} LIMIT 0"
    return frame(connection, sql, {**where._asdict(), "whole": WHOLE, "reference": reference, "z": Z})


def how_often_stayed(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player who declared often enough, by name: ``HowOften`` with its ``verdict``.

    Of hands in which everybody's pass or play is written down: where passes are left out, people seem to stay always.
    """
    said, met = (frame(connection, sql, where._asdict()) for sql in (_SAID, _MET))
    told = []
    for player, text, seats, place, before, ace, stayed, many in said.drop("name").rows():
        rules = read_rules(text)
        bound = rules.dealer_plays or (ace and rules.ace_binds_dealer)
        if not (bound and place == seats - 1):
            told.append(Said(player, rules, seats, place, before if rules.declare != "simultaneous" else 0, stayed, many))
    found = how_often(told, {(one, other): many for one, other, many in met.rows()})
    names = dict(said.select("player", "name").rows())
    rows = [
        {"player": player, "name": names[player], **one._asdict(), "verdict": one.verdict}
        for player, one in found.items()
        if where.whose in (None, player)
    ]
    kinds = dict.fromkeys(HowOften._fields, pl.Float64) | {"decisions": pl.Int64}
    return pl.DataFrame(rows, {"player": pl.Int64, "name": pl.String, **kinds, "verdict": pl.String}).sort("name")


def lost_in_words(row: Mapping[str, float]) -> str:
    """What somebody loses by how often they stay: ``1.7 (0.9 to 2.6)``, or ``up to 0.4``."""
    if row["lost_low"] < _LEAST:
        return f"up to {max(row['lost_high'], 2 * _LEAST):.1f}"
    return f"{row['lost']:.1f} ({row['lost_low']:.1f} to {row['lost_high']:.1f})"


_LEAST: Final = 0.05
"""Stakes in 100 decisions: the chart is no finer."""
_DECLARED: Final = f"""{CHOSEN},
    whole AS (
        SELECT session, hand FROM seats JOIN played USING (session, hand)
        WHERE NOT misdeal AND NOT no_dealer AND stayers_said
            AND NOT EXISTS (
                FROM findings WHERE findings.session = played.session AND findings.hand = number AND rule = 'declare-order')
        GROUP BY session, hand, seated HAVING count(*) = seated AND bool_and(declared > 0)
    ),
    said AS (
        SELECT session, hand, seats.player, seat, played.seated, declared >= 2 AS stays,
            coalesce(turned % 13 = 12, true) AS ace,
            coalesce(sum((declared >= 2)::INTEGER) OVER (
                PARTITION BY session, hand ORDER BY seat ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::INTEGER AS before
        FROM seats JOIN played USING (session, hand) SEMI JOIN whole USING (session, hand)
    )"""
"""Named queries: everybody in the hands in which all declared, and how many had stayed ``before``; ``ace``: one may be turned."""

_SAID: Final = f"""
    WITH {_DECLARED}
    SELECT player, name, rules, seated, seat, before, ace, sum(stays::INTEGER)::INTEGER AS stayed, count(*) AS many
    FROM said JOIN sessions USING (session) JOIN players USING (player)
    GROUP BY player, name, rules, seated, seat, before, ace ORDER BY ALL"""
_MET: Final = f"""
    WITH {_DECLARED}
    SELECT said.player, other.player AS other, count(*) AS many
    FROM said JOIN said AS other USING (session, hand) WHERE said.player <> other.player GROUP BY ALL"""


def insight_of_sums(players: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """The rows of ``player_insight`` from the sums of each player (``ledger.insight.summed``); cards have no price in them."""
    nothing = dict.fromkeys(("discards", "discards_priced", "lost_discarding", "cards", "cards_priced", "lost_playing"), 0)
    rows = []
    for name, sums in sorted(players.items()):
        row: dict[str, Any] = {"name": name, **nothing, "lost_discarding_reach": None, "lost_playing_reach": None}
        for what in ("hands", "chips", "luck", "skill", "decisions", "priced", "lost_staying", "lost_passing"):
            row[what] = sums.get(what, 0)
        for what, of in (("skill", "hands"), ("lost_staying", "priced"), ("lost_passing", "priced")):
            count, squares = row[of], sums.get(f"{what}_squares", 0)
            spread = max(0.0, squares - row[what] ** 2 / count) / (count - 1) if count > 1 else None
            row[f"{what}_reach"] = None if spread is None else Z * sqrt(spread * count)
        rows.append(row)
    return rows


_PLAYERS: Final = f"""
    WITH {CHOSEN},
    complete AS (
        SELECT session, hand, player, (deal_luck + draw_luck) * stake AS luck, result * stake AS result, net,
            result + deal_luck + draw_luck IS NOT NULL AS known
        FROM luck JOIN sat USING (session, hand, player) WHERE dealt_out
    ),
    told AS (SELECT session FROM complete GROUP BY session HAVING count(*) FILTER (known) >= $whole * count(*)),
    lucky AS (
        SELECT player, count(*) AS hands, sum(net)::DOUBLE AS chips, sum(luck) AS luck, sum(result - luck) AS skill,
            $z * stddev(result - luck) * sqrt(count(*)) AS skill_reach
        FROM complete SEMI JOIN told USING (session) WHERE known GROUP BY player
    ),
    decided AS (
        SELECT decisions.*, cost * stake AS chips FROM decisions JOIN sat USING (session, hand, player)
        WHERE reference = CASE WHEN kind = 'stay' THEN $reference ELSE '{THIS_TABLE}' END
    ),
    told_apart AS (
        SELECT *, kind = 'stay' AS stays, CASE WHEN stays AND chosen = 1 THEN chips WHEN stays THEN chips * 0 END AS staying,
            CASE WHEN stays AND chosen = 0 THEN chips WHEN stays THEN chips * 0 END AS passing,
            CASE WHEN kind = 'discard' THEN chips END AS discarding, CASE WHEN kind = 'card' THEN chips END AS playing
        FROM decided
    ),
    costs AS (
        SELECT player, count(*) FILTER (stays) AS decisions, count(staying) AS priced,
            count(*) FILTER (kind = 'discard') AS discards, count(discarding) AS discards_priced,
            count(*) FILTER (kind = 'card') AS cards, count(playing) AS cards_priced,
            coalesce(sum(staying), 0) AS lost_staying, $z * stddev(staying) * sqrt(count(staying)) AS lost_staying_reach,
            coalesce(sum(passing), 0) AS lost_passing, $z * stddev(passing) * sqrt(count(passing)) AS lost_passing_reach,
            coalesce(sum(discarding), 0) AS lost_discarding,
            $z * stddev(discarding) * sqrt(count(discarding)) AS lost_discarding_reach,
            coalesce(sum(playing), 0) AS lost_playing, $z * stddev(playing) * sqrt(count(playing)) AS lost_playing_reach
        FROM told_apart GROUP BY player
    )
    SELECT player, name, coalesce(hands, 0) AS hands, coalesce(chips, 0) AS chips, coalesce(luck, 0) AS luck,
        coalesce(skill, 0) AS skill, skill_reach, costs.* EXCLUDE (player)
    FROM costs LEFT JOIN lucky USING (player) JOIN players USING (player) ORDER BY name"""


def notable_decisions(
    connection: DuckDBPyConnection,
    player: int,
    where: Filter = EVERYTHING,
    reference: str = THIS_TABLE,
    *,
    well: bool = False,
) -> pl.DataFrame:
    """Return the ten decisions of a player that cost the most, or (``well``) that were worth most, for certain.

    The whole 95 % interval of ``chips`` lies above zero, from ``low`` to ``high``: by so much what was not done was better, or
    what was done. ``kind`` is ``stay``, ``discard`` or ``card``; ``chosen`` and ``best`` are 1 for staying, 0 for passing, else
    masks of cards. ``dealt`` and ``turned`` are the cards, ``hand`` is the place of the hand in its session from 1, ``seat`` that
    of the player at the table from 0.
    """
    asked = {**where._asdict(), "player": player, "reference": reference, "most": _MOST, "z": Z, "well": well}
    return frame(connection, _NOTABLE, asked)


_NOTABLE: Final = f"""
    WITH {CHOSEN},
    mine AS (
        SELECT *,
            CASE WHEN (chosen = best) <> $well THEN NULL WHEN NOT $well THEN cost
                WHEN chosen = 1 THEN margin ELSE -margin END AS by_it
        FROM decisions
        WHERE player = $player AND reference = CASE WHEN kind = 'stay' THEN $reference ELSE '{THIS_TABLE}' END
            AND (NOT $well OR kind = 'stay')
    )
    SELECT sessions.id, sessions.file, sessions.date, mine.hand, sat.seat, sat.number, kind, trick, chosen, best, sat.dealt,
        played.turned,
        (SELECT count(*) FROM seats AS other WHERE other.session = mine.session AND other.hand = mine.hand
            AND other.seat < sat.seat AND other.declared >= 2) AS before,
        by_it * sat.stake AS chips, (by_it - $z * se) * sat.stake AS low, (by_it + $z * se) * sat.stake AS high
    FROM mine JOIN sat USING (session, hand, player) JOIN played USING (session, hand) JOIN sessions USING (session)
    WHERE by_it > $z * se
    ORDER BY low DESC, sessions.id, mine.hand LIMIT $most"""


def nice_plays(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return the cards that let somebody take a first trick at a cost to who played them, in hands of which every card is known.

    ``name`` played ``chosen`` to ``trick`` where ``best`` was worth more and would have kept ``gave`` out; the 95 % interval of
    the cost lies above zero. That may be kindness or an oversight: it is no finding.
    """
    return frame(connection, _NICE, {**where._asdict(), "z": Z})


_NICE: Final = f"""
    WITH {CHOSEN}
    SELECT sessions.id, sessions.file, sessions.date, one.hand, number, trick, players.name, other.name AS gave, chosen, best,
        cost * stake AS chips, (cost - $z * se) * stake AS low, (cost + $z * se) * stake AS high
    FROM decisions AS one JOIN sat USING (session, hand, player) JOIN sessions USING (session) JOIN players USING (player)
        JOIN players AS other ON other.player = gave
    WHERE cost > $z * se ORDER BY date, sessions.id, one.hand, trick"""


def prices_of_hand(connection: DuckDBPyConnection, session: str, hand: int) -> pl.DataFrame | None:
    """Return the decisions of a hand (its place in its session, from 1), in order; None if nobody priced it yet.

    ``kind``, ``chosen`` and ``best`` are as in ``notable_decisions``; ``gain`` is by how many chips the better was, give or take
    ``reach`` (95 %): of staying and passing beside the other, else beside what was chosen. Without a price best, gain and reach
    are null, and ``why_not`` says why.
    """
    if not connection.execute(_IS_PRICED, {"session": session, "reference": THIS_TABLE}).fetchall():
        return None
    return frame(connection, _OF_HAND, {"session": session, "hand": hand, "z": Z, "reference": THIS_TABLE})


_IS_PRICED: Final = "SELECT 1 FROM priced JOIN sessions USING (session) WHERE id = $session AND part = $reference"

_OF_HAND: Final = """
    SELECT seat, kind, trick, chosen, best,
        stake * CASE WHEN kind <> 'stay' THEN cost WHEN best = 1 THEN margin ELSE -margin END AS gain, $z * se * stake AS reach,
        why_not
    FROM decisions JOIN sessions USING (session) JOIN hands USING (session, hand) JOIN seats USING (session, hand, player)
    WHERE sessions.id = $session AND hand = $hand AND stake > 0 AND reference = $reference
    ORDER BY seat, kind DESC, trick"""
