"""What the next evening will most likely be like: everything as last time, and the pot as it was left."""

from __future__ import annotations

from typing import NamedTuple

from duckdb import DuckDBPyConnection


class NextEvening(NamedTuple):
    """As last time: ``rules`` as a log has them, ``ante`` in chips, ``chip`` in minor units of ``unit`` ("chips": no value).

    ``game`` is that of the last session, None for the usual one of the book, and ``pot`` what lies there. ``seats`` are
    those who sat at its last hand, from the dealer's left on, ``players`` everybody of the book, and ``ids`` those of all
    sessions.
    """

    rules: str = "louisiana"
    ante: int = 1
    chip: int = 1
    unit: str = "chips"
    game: str | None = None
    pot: int = 0
    seats: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()

    def free_id(self, day: str) -> str:
        """An id for a session of ``day`` that no other has: the day itself, ``2026-11-20``, else ``2026-11-20-2`` and so on."""
        names = (day if at == 1 else f"{day}-{at}" for at in range(1, len(self.ids) + 2))
        return next(name for name in names if name not in self.ids)


def next_evening(connection: DuckDBPyConnection) -> NextEvening:
    """Return what a session that begins now would be like; of an empty book the usual."""
    ids = frozenset(name for (name,) in connection.execute("SELECT id FROM sessions").fetchall())
    players = tuple(name for (name,) in connection.execute("SELECT name FROM players ORDER BY name").fetchall())
    last = connection.execute(_LAST).fetchall()
    if not last:
        return NextEvening(players=players, ids=ids)
    session, rules, ante, chip, unit, game = last[0]
    pots = connection.execute("SELECT chips FROM pots WHERE game = ? AND unit = ?", [game, unit]).fetchall()
    seats = tuple(name for (name,) in connection.execute(_SEATS, {"session": session}).fetchall())
    ((usual,),) = connection.execute("SELECT game FROM about").fetchall()
    game = None if game == usual else game
    return NextEvening(rules, ante, chip, unit, game, max(0, sum(int(chips) for (chips,) in pots)), seats, players, ids)


_LAST = "SELECT session, rules, ante, chip, unit, game FROM sessions ORDER BY date DESC, id DESC LIMIT 1"
_SEATS = """
    SELECT name FROM seats JOIN players USING (player)
    WHERE session = $session AND hand = (SELECT max(hand) FROM seats WHERE session = $session) ORDER BY seat
"""
