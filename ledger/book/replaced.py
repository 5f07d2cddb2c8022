"""What replacing sessions changes: what everybody won in each, and whose balance."""

from __future__ import annotations

from collections.abc import Sequence, Set as AbstractSet
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import account_names
from ledger.book.import_outcome import Change


class Standing(NamedTuple):
    """What each player won in each session, in chips and in minor units, and where each stands in all.

    ``won`` is by session, player and unit; ``stands`` by player and unit; players have their numbers.
    """

    won: dict[tuple[str, int, str], tuple[int, int]]
    stands: dict[tuple[int, str], int]
    names: dict[int, str]
    known: frozenset[str]


def standing(connection: DuckDBPyConnection) -> Standing:
    """Where everybody in a book stands."""
    won = connection.execute(_WON).fetchall()
    stands = connection.execute("SELECT account, unit, amount FROM balances").fetchall()
    return Standing(
        won={(session, player, unit): (int(chips), int(amount)) for session, player, unit, chips, amount in won},
        stands={(account, unit): int(amount) for account, unit, amount in stands},
        names=account_names(connection),
        known=frozenset(str(name) for (name,) in connection.execute("SELECT id FROM sessions").fetchall()),
    )


def changes(told: Sequence[Change], before: Standing, after: Standing, replaced: AbstractSet[str]) -> list[Change]:
    """Return what has changed in the sessions that were replaced and in all balances, except what was reported already."""
    names = before.names | after.names
    sessions = [one for one in told if one.session is not None]
    for key in sorted(before.won.keys() | after.won.keys()):
        session, player, unit = key
        (chips, amount), (chips_now, amount_now) = before.won.get(key, (0, 0)), after.won.get(key, (0, 0))
        if session in replaced and (chips, amount) != (chips_now, amount_now):
            sessions.append(Change(session, names[player], unit, (amount, amount_now), (chips, chips_now)))
    in_all = {(one.player, one.unit): one.amount[0] for one in told if one.session is None}
    balances = []
    for player, unit in sorted(before.stands.keys() | after.stands.keys(), key=lambda key: (key[1], names[key[0]])):
        there = in_all.get((names[player], unit), before.stands.get((player, unit), 0))
        balances.append(Change(None, names[player], unit, (there, after.stands.get((player, unit), 0))))
    return [*sessions, *(one for one in balances if one.amount[0] != one.amount[1])]


_WON: Final = "SELECT id, player, results.unit, chips, amount FROM results JOIN sessions USING (session)"
