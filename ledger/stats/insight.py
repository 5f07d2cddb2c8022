"""Luck, and what decisions cost, of each player: sums with their intervals, from the tables
``luck`` and ``decisions``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from typing import Any, Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.game.options import read_rules
from ledger.insight import FEWEST, WHOLE, HowOften, Said, how_often
from ledger.stats.chosen import CHOSEN, EVERYTHING, Filter
from ledger.stats.frames import Z, frame
from ledger.wording import listing

# hands below which nothing is said: luck, and what a decision costs, swing too much
ENOUGH: Final = 100
THIS_TABLE: Final = "table"  # priced against others as loose as they were that evening
EVEN_TABLE: Final = "even"  # priced against an even table
_KNEW: Final = "Priced from what the player knew then, against reference players"
_UNSEEN: Final = "faces and how well the rest of the hand is played are left out."
PRICED_FROM: Final = {
    THIS_TABLE: f"{_KNEW} as loose as the others were that evening; {_UNSEEN}",
    EVEN_TABLE: f"{_KNEW} at an even table; {_UNSEEN}",
}
"""The line that says from what and against whom decisions are priced, and what cannot be seen."""

HOW_OFTEN: Final = (
    "Lost by how often somebody stays, not by which hands: from who passed, who played and, where "
    "it is noted, how many cards "
    "they drew, taking it that people choose their hands in the usual order. It is in stakes in "
    "100 decisions, with the range "
    "that holds it 19 times out of 20; Best is how often to stay in those places and against "
    "those players. Too often or too "
    "seldom is said only where it is more than 95% likely, and so is about right; otherwise it "
    "cannot be told yet."
)
WHO_SAID: Final = (
    f"Whether somebody stays too often can be told from {FEWEST} hands on in which everybody's "
    "`pass` or `play` is written "
    "down, in turn from the dealer's left; no cards are needed."
)

_MOST: Final = 10  # decisions of a player that are worth another look, of each kind


def player_insight(
    connection: DuckDBPyConnection, where: Filter = EVERYTHING, reference: str = THIS_TABLE
) -> pl.DataFrame:
    """Return a row for each player who was dealt in, by name.

    ``chips`` is what was won in ``hands`` of which luck is known, ``luck`` that of the deal and the
    draw in them, as much of it as told in the player's results (``luck_told``, 1 for all), and
    ``skill`` what is left of them: chips, the share of the pot, antes saved. Of ``decisions`` to
    stay or pass ``priced`` have a price; ``lost_staying`` and ``lost_passing`` are the chips that
    they cost, where the other was better, against ``reference``. The same of ``discards`` and of
    ``cards`` that were a choice, of which ``discards_priced`` and ``cards_priced`` have one,
    against others as loose as they were. The rates are those of ``with_rates``.
    """
    # Where nothing is worked out yet the whole query would find the same, but in a large book takes
    # long.
    sql = (
        _PLAYERS
        if connection.execute("SELECT 1 FROM decisions LIMIT 1").fetchall()
        else f"{_PLAYERS} LIMIT 0"
    )
    found = frame(connection, sql, {**where._asdict(), "whole": WHOLE, "reference": reference})
    names: dict[str, Any] = {
        name: kind for name, kind in found.schema.items() if not name.endswith(_OF_STAKES)
    }
    rates: dict[str, Any] = {
        f"{rate}{end}": pl.Float64
        for rate in ("skill_rate", *KINDS)
        for end in ("", "_low", "_high")
    }
    beside = {f"{kind}_chart": pl.Float64 for kind in CHARTED} | {
        f"{kind}_leak": pl.Boolean for kind in CHARTED
    }
    return pl.DataFrame(
        [with_rates(row) for row in found.to_dicts()],
        names | {"luck_told": pl.Float64} | rates | beside,
    )


# --- Rates and their ranges -----------------------------------------------------------------------
PER: Final = 100  # rates are stakes in so many hands dealt; each has one decision to stay or pass
KINDS: Final = {
    "staying": ("decisions", "priced"),
    "passing": ("decisions", "priced"),
    "discarding": ("discards", "discards_priced"),
    "playing": ("cards", "cards_priced"),
}
"""For each kind of decision the counts of decisions, and of those with a price."""
CHARTED: Final = ("staying", "passing")  # decisions that the stay chart makes too
_OF_STAKES: Final = ("_stakes", "_squares")
_LIKE_OTHERS: Final = 5.0
"""How much luck somebody is taken to have followed wholly before any was seen: squares of stakes,
of some twenty hands.
"""
# stakes of the wrong decision that may have gone unseen: as much as one costs on average
UNSEEN: Final = 0.08


def with_rates(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the counts and chips of a player, and rates in stakes in ``PER`` hands dealt, from
    sums and sums of squares.

    ``skill_rate`` is what was won without luck; ``staying``, ``passing``, ``discarding`` and
    ``playing`` are what such decisions cost; each from ``…_low`` to ``…_high``, which holds the
    long run 19 times out of 20. ``staying_chart`` and ``passing_chart`` are what somebody who
    follows the stay chart would be charged in the same decisions, and ``…_leak`` is True where what
    is lost beyond that is certain, and not by a few decisions alone. A rate is None where nothing
    has a price.
    """
    told = {name: value for name, value in row.items() if not name.endswith(_OF_STAKES)}
    hands, told["luck_told"] = row["hands"], luck_told(row)
    back = 1 - told["luck_told"]  # of the luck that was taken away
    told["luck"], told["skill"] = row["luck"] * told["luck_told"], row["skill"] + back * row["luck"]
    won = row["skill_stakes"] + back * row["luck_stakes"]
    squares = row["skill_squares"] + 2 * back * row["both_stakes"] + back**2 * row["luck_squares"]
    reach = Z * sqrt(_spread(won, squares, hands) * hands / max(hands - 1, 1))
    _enter(
        told,
        "skill_rate",
        {"": won, "_low": won - reach, "_high": won + reach},
        PER / hands if hands > 1 else None,
    )
    for kind, (decided, priced) in KINDS.items():
        cost, count = row[f"{kind}_stakes"], row[priced]
        low, high = cost_ends(cost, row[f"{kind}_squares"], count)
        found = {"": cost, "_low": low, "_high": high}
        if kind in CHARTED:
            found["_chart"] = row[f"{kind}_chart_stakes"]
            above, squares = row[f"{kind}_above_stakes"], row[f"{kind}_above_squares"]
            told[f"{kind}_leak"] = above > Z * sqrt(_spread(above, squares, count) + UNSEEN**2)
        _enter(told, kind, found, PER / count * row[decided] / row["decisions"] if count else None)
    return told


def luck_told(row: Mapping[str, Any]) -> float:
    """Return how many stakes a player's results rose by with each stake of luck, by least squares
    over all hands.

    Luck is what the cards are worth to reference players. Whoever passes with them all the same has
    no more of them: taking all of it away would add to the swings. Luck averages zero whoever
    plays, and so does any part of it.
    """
    return 1 + float(row["both_stakes"] / (row["luck_squares"] + _LIKE_OTHERS))


def _enter(told: dict[str, Any], name: str, sums: Mapping[str, float], each: float | None) -> None:
    """Enter rates that are ``each`` so many of some sums."""
    told |= {f"{name}{end}": None if each is None else value * each for end, value in sums.items()}


def cost_ends(total: float, squares: float, count: int) -> tuple[float, float]:
    """Return the ends of the 95% interval of a sum of costs, most of which are nothing, from the
    sum of their squares.

    What few decisions cost is skewed: the sum is taken to be distributed as gamma, with the
    variance that was seen (Fay and Feuer 1997), and above it as if one more decision had cost
    ``UNSEEN``. So nothing seen is not nothing for certain, and the ranges of staying and of passing
    alone hold the truth as often as that of both. A true cost is never less than 0.
    """
    spread = _spread(total, squares, count)
    low = _of_gamma(total, spread, -Z) if total > 0 and spread > 0 else 0.0
    return low, _of_gamma(max(total, 0.0) + UNSEEN, spread + UNSEEN**2, Z)


def _spread(total: float, squares: float, count: int) -> float:
    """The variance of a sum of ``count`` values."""
    return max(0.0, squares - total**2 / max(count, 1))


def _of_gamma(mean: float, variance: float, z: float) -> float:
    """The quantile at ``z`` standard deviations of a gamma distribution (Wilson and
    Hilferty 1931).
    """
    ninth = variance / (9 * mean**2)
    return mean * float(max(0.0, 1 - ninth + z * sqrt(ninth)) ** 3)


def how_often_stayed(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player who declared often enough, by name: ``HowOften`` with its
    ``verdict``.

    Of hands in which everybody's pass or play is written down: where passes are left out, people
    seem to stay always. How many cards somebody drew tells more, where it is noted.
    """
    said, met = (frame(connection, sql, where._asdict()) for sql in (_SAID, _MET))
    told, read = [], {text: read_rules(text) for text in said["rules"].unique()}
    for player, text, seats, place, before, ace, draw, stayed, many in said.rows():
        rules = read[text]
        bound = rules.dealer_plays or (ace and rules.ace_binds_dealer)
        if not (bound and place == seats - 1):
            told.append(
                Said(
                    player,
                    rules,
                    seats,
                    place,
                    before if rules.declare != "simultaneous" else 0,
                    stayed,
                    many,
                    draw,
                )
            )
    found = how_often(told, {(one, other): many for one, other, many in met.rows()})
    names = dict(connection.execute("SELECT player, name FROM players").fetchall())
    rows = [
        {"player": player, "name": names[player], **one._asdict(), "verdict": one.verdict}
        for player, one in found.items()
        if where.whose in (None, player)
    ]
    kinds = dict.fromkeys(HowOften._fields, pl.Float64) | {"decisions": pl.Int64}
    return pl.DataFrame(
        rows, {"player": pl.Int64, "name": pl.String, **kinds, "verdict": pl.String}
    ).sort("name")


def lost_in_words(row: Mapping[str, float]) -> str:
    """What somebody loses by how often they stay: ``1.7 (0.9 to 2.6)``, or ``up to 0.4``."""
    if row["lost_low"] < _LEAST:
        return f"up to {max(row['lost_high'], 2 * _LEAST):.1f}"
    return f"{row['lost']:.1f} ({row['lost_low']:.1f} to {row['lost_high']:.1f})"


_LEAST: Final = 0.05  # stakes in 100 decisions: the chart is no finer
_DECLARED: Final = f"""{CHOSEN},
    whole AS (
        SELECT session, hand, bit_or(CASE WHEN declared >= 2 THEN 1 << seat::INTEGER
            ELSE 0 END) AS mask,
            -- Where some draws are not noted, those that are may be the striking ones; where the
            -- stock may have run out (3.4), nobody drew as many as they liked.
            coalesce(sum(draw) < 51 - 5 * seated AND bool_and(declared < 2 OR draw IS NOT NULL),
                false) AS drew
        FROM seats JOIN played USING (session, hand)
        WHERE NOT misdeal AND NOT no_dealer AND stayers_said
            AND NOT EXISTS (
                FROM findings WHERE findings.session = played.session AND findings.hand = number
                    AND rule = 'declare-order')
        GROUP BY session, hand, seated HAVING count(*) = seated AND bool_and(declared > 0)
    ),
    said AS (
        SELECT session, hand, seats.player, seat, played.seated, declared >= 2 AS stays,
            coalesce(turned % 13 = 12, true) AS ace,
            CASE WHEN stays AND drew THEN draw END AS draw,
            bit_count(mask & ((1 << seat::INTEGER) - 1)) AS before
        FROM seats JOIN played USING (session, hand) JOIN whole USING (session, hand)
    )"""
"""Named queries: everybody in the hands in which all declared, and how many had stayed ``before``;
``ace``: one may be turned.
"""

_SAID: Final = f"""
    WITH {_DECLARED}
    SELECT player, rules, seated, seat, before, ace, draw, sum(stays::INTEGER)::INTEGER AS stayed,
        count(*) AS many
    FROM said JOIN sessions USING (session)
    GROUP BY ALL ORDER BY ALL"""
_MET: Final = f"""
    WITH {_DECLARED}
    SELECT said.player, other.player AS other, count(*) AS many
    FROM said JOIN said AS other USING (session, hand) WHERE said.player <> other.player
        GROUP BY ALL"""


def leaks_in_words(rows: Iterable[Mapping[str, Any]]) -> str:
    """Say in a sentence who certainly loses more than the stay chart, by what."""
    enough = [row for row in rows if row["priced"] >= ENOUGH]
    named = {kind: [str(row["name"]) for row in enough if row[f"{kind}_leak"]] for kind in CHARTED}
    told = [f"by {kind} {listing(who)}" for kind, who in named.items() if who]
    return f"{BEYOND}: {'; '.join(told) or 'nobody, as far as can be told'}." if enough else ""


BEYOND: Final = "Certainly losing more than somebody who follows the stay chart"


def insight_of_sums(players: Mapping[str, Mapping[str, float]]) -> list[dict[str, Any]]:
    """The rows of ``player_insight`` from the sums of each player (``ledger.insight.summed``);
    cards have no price in them.
    """
    nothing = dict.fromkeys((*_LUCKY_NAMES, *(column.split(" AS ")[-1] for column in _costs())), 0)
    return [with_rates({"name": name, **nothing, **sums}) for name, sums in sorted(players.items())]


def _sums(name: str, value: str) -> Iterator[str]:
    """Yield the columns of a sum of stakes, and of the squares."""
    yield f"coalesce(sum({value}), 0) AS {name}_stakes"
    yield f"coalesce(sum(({value}) ** 2), 0) AS {name}_squares"


def _costs() -> Iterator[str]:
    """Yield the columns of what decisions cost."""
    for kind, (decided, priced) in KINDS.items():
        if kind != "passing":
            yield f"count(*) FILTER (kind = '{_KIND[decided]}') AS {decided}"
            yield f"count({kind}) AS {priced}"
        yield f"coalesce(sum({kind} * stake), 0) AS lost_{kind}"
        yield from _sums(kind, kind)
        if kind in CHARTED:
            yield f"coalesce(sum({kind}_chart), 0) AS {kind}_chart_stakes"
            yield from _sums(f"{kind}_above", f"{kind} - {kind}_chart")


_KIND: Final = {"decisions": "stay", "discards": "discard", "cards": "card"}
_LUCKY: Final = (
    "count(*) AS hands",
    "sum(net)::DOUBLE AS chips",
    "sum(luck * stake) AS luck",
    "sum((result - luck) * stake) AS skill",
    *_sums("skill", "result - luck"),
    *_sums("luck", "luck"),
    "coalesce(sum((result - luck) * luck), 0) AS both_stakes",
)
_LUCKY_NAMES: Final = tuple(column.split(" AS ")[-1] for column in _LUCKY)

_PLAYERS: Final = f"""
    WITH {CHOSEN},
    complete AS (
        SELECT session, hand, player, deal_luck + draw_luck AS luck, result, net,
            stake::DOUBLE AS stake,
            result + deal_luck + draw_luck IS NOT NULL AS known
        FROM luck JOIN sat USING (session, hand, player) WHERE dealt_out
    ),
    told AS (SELECT session FROM complete GROUP BY session
        HAVING count(*) FILTER (known) >= $whole * count(*)),
    lucky AS (SELECT player, {", ".join(_LUCKY)} FROM complete SEMI JOIN told USING (session)
        WHERE known GROUP BY player),
    decided AS (
        SELECT player, kind, chosen, chart, cost, chart_cost, stake::DOUBLE AS stake
        FROM decisions JOIN sat USING (session, hand, player)
        WHERE reference = CASE WHEN kind = 'stay' THEN $reference ELSE '{THIS_TABLE}' END
    ),
    told_apart AS (
        SELECT *,
            CASE WHEN kind = 'stay' THEN cost * (chosen = 1)::INTEGER END AS staying,
            CASE WHEN kind = 'stay' THEN cost * (chosen = 0)::INTEGER END AS passing,
            CASE WHEN kind = 'stay' THEN chart_cost * (chart = 1)::INTEGER END AS staying_chart,
            CASE WHEN kind = 'stay' THEN chart_cost * (chart = 0)::INTEGER END AS passing_chart,
            CASE WHEN kind = 'discard' THEN cost END AS discarding, CASE WHEN kind = 'card'
                THEN cost END AS playing
        FROM decided
    ),
    costs AS (SELECT player, {", ".join(_costs())} FROM told_apart GROUP BY player)
    SELECT player, name,
        {", ".join(f"coalesce({name}, 0) AS {name}" for name in _LUCKY_NAMES)},
        costs.* EXCLUDE (player)
    FROM costs LEFT JOIN lucky USING (player) JOIN players USING (player) ORDER BY name"""


def notable_decisions(
    connection: DuckDBPyConnection,
    player: int | None,
    where: Filter = EVERYTHING,
    reference: str = THIS_TABLE,
    *,
    well: bool = False,
) -> pl.DataFrame:
    """Return the ten decisions of a player that cost the most, or (``well``) that were worth most,
    for certain; None: of anybody.

    The whole 95% interval of ``chips`` lies above zero, from ``low`` to ``high``: by so much what
    was not done was better, or what was done. ``kind`` is ``stay``, ``discard`` or ``card``;
    ``chosen`` and ``best`` are 1 for staying, 0 for passing, else masks of cards. ``dealt`` and
    ``turned`` are the cards, ``hand`` is the place of the hand in its session from 1, ``seat`` that
    of the player at the table from 0.
    """
    asked = {
        **where._asdict(),
        "player": player,
        "reference": reference,
        "most": _MOST,
        "z": Z,
        "well": well,
        "kind": None,
    }
    return frame(connection, _NOTABLE, asked)


def costly_stays(connection: DuckDBPyConnection) -> pl.DataFrame:
    """Return the ten decisions to stay or pass of anybody that cost the most, as
    ``notable_decisions`` does.
    """
    asked = {
        "player": None,
        "reference": THIS_TABLE,
        "most": _MOST,
        "z": Z,
        "well": False,
        "kind": "stay",
    }
    return frame(connection, _NOTABLE, EVERYTHING._asdict() | asked)


_NOTABLE: Final = f"""
    WITH {CHOSEN},
    mine AS (
        SELECT *,
            CASE WHEN (chosen = best) <> $well THEN NULL WHEN NOT $well THEN cost
                WHEN chosen = 1 THEN margin ELSE -margin END AS by_it
        FROM decisions
        WHERE player = coalesce($player, player) AND kind = coalesce($kind, kind)
            AND (NOT $well OR kind = 'stay')
            AND reference = CASE WHEN kind = 'stay' THEN $reference ELSE '{THIS_TABLE}' END
    )
    SELECT sessions.id, sessions.file, sessions.date, mine.hand, sat.seat, sat.number, kind, trick,
        chosen, best, sat.dealt,
        played.turned,
        (SELECT count(*) FROM seats AS other WHERE other.session = mine.session
            AND other.hand = mine.hand
            AND other.seat < sat.seat AND other.declared >= 2) AS before,
        by_it * sat.stake AS chips, (by_it - $z * se) * sat.stake AS low,
            (by_it + $z * se) * sat.stake AS high
    FROM mine JOIN sat USING (session, hand, player) JOIN played USING (session, hand) JOIN sessions
        USING (session)
    WHERE by_it > $z * se
    ORDER BY low DESC, sessions.id, mine.hand LIMIT $most"""


def nice_plays(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return the cards that let somebody take a first trick at a cost to who played them, in hands
    of which every card is known.

    ``name`` played ``chosen`` to ``trick`` where ``best`` was worth more and would have kept
    ``gave`` out; the 95% interval of the cost lies above zero. That may be kindness or an
    oversight: it is no finding.
    """
    return frame(connection, _NICE, {**where._asdict(), "z": Z})


_NICE: Final = f"""
    WITH {CHOSEN}
    SELECT sessions.id, sessions.file, sessions.date, one.hand, number, trick, players.name,
        other.name AS gave, chosen, best,
        cost * stake AS chips, (cost - $z * se) * stake AS low, (cost + $z * se) * stake AS high
    FROM decisions AS one JOIN sat USING (session, hand, player) JOIN sessions USING (session)
        JOIN players USING (player)
        JOIN players AS other ON other.player = gave
    WHERE cost > $z * se ORDER BY date, sessions.id, one.hand, trick"""


def prices_of_hand(connection: DuckDBPyConnection, session: str, hand: int) -> pl.DataFrame | None:
    """Return the decisions of a hand (its place in its session, from 1), in order; None if nobody
    priced it yet.

    ``kind``, ``chosen`` and ``best`` are as in ``notable_decisions``; ``gain`` is by how many chips
    the better was, give or take ``reach`` (95%): of staying and passing beside the other, else
    beside what was chosen. Without a price best, gain and reach are null, and ``why_not`` says why.
    """
    if not is_priced(connection, session):
        return None
    return frame(
        connection, _OF_HAND, {"session": session, "hand": hand, "z": Z, "reference": THIS_TABLE}
    )


def is_priced(connection: DuckDBPyConnection, session: str) -> bool:
    """True if luck and the prices of staying and passing are worked out for an evening, as far as
    its cards allow.
    """
    return bool(
        connection.execute(_IS_PRICED, {"session": session, "reference": THIS_TABLE}).fetchall()
    )


_IS_PRICED: Final = (
    "SELECT 1 FROM priced JOIN sessions USING (session) WHERE id = $session AND part = $reference"
)

_OF_HAND: Final = """
    SELECT seat, kind, trick, chosen, best,
        stake * CASE WHEN kind <> 'stay' THEN cost WHEN best = 1 THEN margin
            ELSE -margin END AS gain, $z * se * stake AS reach,
        why_not
    FROM decisions JOIN sessions USING (session) JOIN hands USING (session, hand) JOIN seats
        USING (session, hand, player)
    WHERE sessions.id = $session AND hand = $hand AND stake > 0 AND reference = $reference
    ORDER BY seat, kind DESC, trick"""
