"""A book at a glance: the last session, what the audit says, and whether everything that must hold does."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.check import Check, checks_of
from ledger.book.figures import account_names


class Result(NamedTuple):
    """What a player won (above zero) or lost in a session, in chips and in minor units of the session's unit."""

    account: int
    name: str
    chips: int
    amount: int


class Night(NamedTuple):
    """A session: its id, what it is called, how it was played, and who won, the best first. ``pot`` is what it left, in chips."""

    session: str
    date: date
    title: str | None
    game: str
    rules: str
    unit: str
    chip: int
    hands: int
    quarantined: int
    pot: int
    results: list[Result]


class Overview(NamedTuple):
    """A whole book. ``findings`` counts them by severity; ``quarantined`` are hands that do not count, being unreadable."""

    sessions: int
    hands: int
    quarantined: int
    findings: dict[str, int]
    checks: list[Check]
    last: Night | None

    @property
    def sound(self) -> bool:
        """Tell whether counts agree, positions and pots add up to zero, and every line of every log was read."""
        return not self.quarantined and all(check.state != "wrong" for check in self.checks)


def overview(connection: DuckDBPyConnection) -> Overview:
    """Return a book at a glance."""
    ((sessions, hands, quarantined),) = connection.execute(_COUNTS).fetchall()
    newest = connection.execute(_NEWEST).fetchall()
    return Overview(
        sessions=sessions,
        hands=int(hands),
        quarantined=int(quarantined),
        findings=dict(connection.execute("SELECT severity, count(*) FROM findings GROUP BY severity").fetchall()),
        checks=checks_of(connection),
        last=night(connection, newest[0][0]) if newest else None,
    )


def night(connection: DuckDBPyConnection, session: str) -> Night | None:
    """Return a session by its id, or None if the book has no such session."""
    found = connection.execute(_NIGHT, {"id": session}).fetchall()
    if not found:
        return None
    names = account_names(connection)
    results = [
        Result(account, names[account], int(chips), int(amount))
        for account, chips, amount in connection.execute(_RESULTS, {"id": session}).fetchall()
    ]
    return Night._make([*found[0], results])


_COUNTS: Final = "SELECT count(*), coalesce(sum(hands), 0), coalesce(sum(quarantined), 0) FROM sessions"
_NEWEST: Final = "SELECT id FROM sessions ORDER BY date DESC, id DESC LIMIT 1"
_NIGHT: Final = """
    SELECT id, date, title, game, rules, unit, chip, hands, quarantined, closing FROM sessions WHERE id = $id
"""
_RESULTS: Final = """
    SELECT player, sum(chips) AS chips, sum(amount) AS amount FROM (
        SELECT player, chips, amount FROM results JOIN sessions USING (session) WHERE id = $id
        UNION ALL SELECT DISTINCT player, 0, 0 FROM seats JOIN sessions USING (session) WHERE id = $id
    ) GROUP BY player ORDER BY amount DESC, player
"""
