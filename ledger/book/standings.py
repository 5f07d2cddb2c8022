"""The table of a season: what everybody won or lost in some evenings, and in how many."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.part import WHOLE, WITHIN, Part


class Night(NamedTuple):
    """A player's result in one session, in minor units."""

    session: str
    date: date
    amount: int


class Place(NamedTuple):
    """A player's place in a unit: ``amount`` is what was won (above zero) or lost, payments and chips bought and cashed aside.

    ``evenings`` is how many sessions the player was there for, ``won`` in how many nobody won more. Players with equal amounts
    share a ``place``. ``best`` and ``worst`` are the player's best and worst sessions, the earlier of equals.
    """

    place: int
    account: int
    name: str
    unit: str
    evenings: int
    won: int
    amount: int
    best: Night
    worst: Night


def standings(connection: DuckDBPyConnection, part: Part = WHOLE) -> list[Place]:
    """Return the places of everybody who was there, unit by unit, the first place first."""
    found = []
    for *about, best, worst in connection.execute(_STANDINGS, part.values()).fetchall():
        nights = (Night(night["id"], night["date"], sign * night["amount"]) for night, sign in ((best, -1), (worst, 1)))
        found.append(Place(*about, *nights))
    return found


_STANDINGS: Final = f"""
    WITH evenings AS (SELECT * FROM sessions WHERE {WITHIN}),
    played AS (
        SELECT session, player, unit, id, date, chips * chip AS amount, max(chips) OVER (PARTITION BY session) * chip AS most
        FROM nights JOIN evenings USING (session)
    ),
    summed AS (
        SELECT player, unit, count(*) AS evenings, count_if(amount = most AND most > 0) AS won, sum(amount)::BIGINT AS amount,
            min({{'amount': -amount, 'date': date, 'id': id}}) AS best, min({{'amount': amount, 'date': date, 'id': id}}) AS worst
        FROM played GROUP BY player, unit
    )
    SELECT rank() OVER (PARTITION BY unit ORDER BY amount DESC) AS place, player, name, unit, evenings, won, amount, best, worst
    FROM summed JOIN players USING (player) ORDER BY unit, place, name, player
"""  # noqa: S608 - our own names
