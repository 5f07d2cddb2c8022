"""Whether the database of a book says what its files say."""

from __future__ import annotations

from duckdb import DuckDBPyConnection

from ledger.book.database import about
from ledger.book.seen import Seen
from ledger.book.settings import Settings


def is_usable(connection: DuckDBPyConnection, seen: Seen) -> bool:
    """Tell whether the database was made by this program with these terms; if not, it must be made from nothing."""
    return about(connection) == [seen.made_with]


def is_current(connection: DuckDBPyConnection, seen: Seen) -> bool:
    """Tell whether the database says what the logs and the settings say."""
    return (
        is_usable(connection, seen)
        and files_in(connection) == seen.files
        and names_in(connection) == seen.people
        and players_in(connection) == people_of(seen.settings)
    )


def files_in(connection: DuckDBPyConnection) -> dict[str, bytes]:
    """Return the SHA-256 of each file that the database was made from."""
    return dict(connection.execute("SELECT file, hash FROM files").fetchall())


def names_in(connection: DuckDBPyConnection) -> dict[str, int]:
    """Return the player behind each name, as the database has it."""
    return dict(connection.execute("SELECT name, player FROM names").fetchall())


def players_in(connection: DuckDBPyConnection) -> list[tuple[object, ...]]:
    """Return number, name and handle of each player, as the database has them."""
    return connection.execute("SELECT player, name, handle FROM players ORDER BY player").fetchall()


def people_of(settings: Settings) -> list[tuple[object, ...]]:
    """Return the same as the settings have it."""
    return sorted((player.id, player.name, player.handle) for player in settings.players)
