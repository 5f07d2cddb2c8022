"""What people and evenings are called: what the words of somebody who looks for them may name."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection


class Night(NamedTuple):
    """An evening, as it can be named and chosen: ``preset`` is the first word of its ``rules``."""

    session: str
    title: str | None
    date: date
    game: str
    rules: str
    preset: str
    hands: int


def names_called(connection: DuckDBPyConnection) -> dict[str, int]:
    """Every name of a player, those that logs alone have too, with the player's number."""
    return dict(connection.execute("SELECT name, player FROM players UNION SELECT name, player FROM names").fetchall())


def nights_called(connection: DuckDBPyConnection) -> list[Night]:
    """The evenings, the latest first; what became of each takes ten times as long to find out (``evenings``)."""
    return [Night(*row) for row in connection.execute(_NIGHTS).fetchall()]


_NIGHTS: Final = """
    SELECT id, title, date, game, rules, split_part(rules, ' ', 1), hands FROM sessions ORDER BY date DESC, id DESC
"""
