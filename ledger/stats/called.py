"""What people and evenings are called: what the words of somebody who looks for them may name."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from duckdb import DuckDBPyConnection


class Night(NamedTuple):
    """An evening, as it can be named."""

    session: str
    title: str | None
    date: date


def names_called(connection: DuckDBPyConnection) -> dict[str, int]:
    """Every name of a player, those that logs alone have too, with the player's number."""
    return dict(connection.execute("SELECT name, player FROM players UNION SELECT name, player FROM names").fetchall())


def nights_called(connection: DuckDBPyConnection) -> list[Night]:
    """The evenings, the latest first."""
    rows = connection.execute("SELECT id, title, date FROM sessions ORDER BY date DESC, id DESC").fetchall()
    return [Night(*row) for row in rows]
