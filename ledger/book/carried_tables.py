"""The sessions that go on one from the other, read from the database day by day, and what of them is booked and found there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain, groupby
from typing import Any, Final

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.carried_words import finding_of
from ledger.book.carrying import Carried, JudgeAgain, Opening, PlayedSession, carry, sequences
from ledger.book.database import POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.money_tables import POSTINGS
from ledger.book.rows import Touched, insert
from ledger.book.session_start import start_of
from ledger.book.tables import findings_table
from ledger.findings.kinds import CARRIED_POT


def carried_on(
    connection: DuckDBPyConnection, touched: Touched, kept: Iterable[PlayedSession], judge_again: JudgeAgain
) -> Carried:
    """Return what must be booked, and what does not fit, from the first day on that was ``touched`` in a game.

    ``kept`` are sessions that are not in the database yet.
    """
    found = Carried([], [], [])
    waiting = [*kept]
    together = _by_game(connection, touched.games) if len(touched.games) > _FEW_GAMES else None
    for game, (first, last) in sorted(touched.games.items()):
        mine = [one for one in waiting if one.game == game]
        days = _days(connection, game, first, mine) if together is None else days_from(first, [*together.get(game, ()), *mine])
        day = next(days, [])
        if len(day) == 1 and day[0].date < first:
            carry(found, day[0], days, last, judge_again)
        else:
            carry(found, None, chain([day], days), last, judge_again)
    return found


def _days(connection: DuckDBPyConnection, game: str, first: date, kept: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of a game day by day, in order of id, starting with the last single session before the day ``first``.

    The order of several sessions on one day depends on the pot before them; a single one has no order. Days are read a few at
    a time, since mostly few are needed.
    """
    left, ahead, begin, which = sorted(kept, key=lambda one: one.date), _AHEAD, first, _FROM_LAST_ALONE
    while True:
        rows = connection.execute(which, {"game": game, "begin": begin, "days": ahead}).fetchall()
        read = [played_session(row) for row in rows]
        until = read[-1].date if read else date.max
        read += [one for one in left if one.date <= until]
        left = [one for one in left if one.date > until]
        for _, day in groupby(sorted(read, key=lambda one: (one.date, one.id)), lambda one: one.date):
            yield list(day)
        if until == date.max:
            return
        begin, ahead, which = until + timedelta(1), 2 * ahead, _FROM


_AHEAD: Final = 20
_FEW_GAMES: Final = 3
"""Of more games than these all sessions are read at once: an archive may have thousands, and each question reads the table."""


def _by_game(connection: DuckDBPyConnection, games: Iterable[str]) -> dict[str, list[PlayedSession]]:
    """The sessions of some games."""
    found: dict[str, list[PlayedSession]] = {}
    for row in connection.execute(_OF_GAMES, {"games": list(games)}).fetchall():
        one = played_session(row)
        found.setdefault(one.game, []).append(one)
    return found


def days_from(first: date, sessions: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of one game as ``_days`` does, all of which are known."""
    days = [list(day) for _, day in groupby(sorted(sessions, key=lambda one: (one.date, one.id)), lambda one: one.date)]
    alone = [at for at, day in enumerate(days) if len(day) == 1 and day[0].date < first]
    yield from days[max(alone, default=0) :]


def last_of(connection: DuckDBPyConnection, game: str) -> PlayedSession:
    """The last session of a game that has one; no more is read than decides in which order its last days were played."""
    return next(sequences(one for day in _days(connection, game, date.max, ()) for one in day))[-1]


def book_carried(connection: DuckDBPyConnection, found: Carried, names: Mapping[int, str]) -> None:
    """Book the value without an explanation as sessions start, and report what does not fit; ``names`` are the players'.

    For sessions that start as before this may be in the database already; for all others it is not.
    """
    same = set(found.same)
    for mine in (True, False):
        booked = opening_postings(one for one in found.openings if (one.evening.session in same) is mine)
        wrong = [one for one in found.mismatches if (one.evening.session in same) is mine]
        told = findings_table((finding_of(one, names) for one in wrong), {one.evening.id: one.evening.session for one in wrong})
        if not mine:
            insert(connection, "postings", booked)
            insert(connection, "findings", told)
        elif same:
            connection.register("same", pa.table({"session": pa.array(found.same, pa.int64())}))
            if _cleared(connection, "postings", booked, "kind = 'opening'"):
                connection.execute("DELETE FROM totals WHERE opening AND session IN (SELECT session FROM same)")
                insert(connection, "postings", booked)
            if _cleared(connection, "findings", told, f"rule = '{CARRIED_POT}'"):
                insert(connection, "findings", told)
            connection.unregister("same")


def _cleared(connection: DuckDBPyConnection, table: str, rows: pa.Table, which: str) -> bool:
    """Delete the rows of the sessions ``same`` for which ``which`` holds if they are not those wanted; True if it did."""
    which += " AND session IN (SELECT session FROM same)"
    if not rows.num_rows:
        connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608 - our own names
        return True
    connection.register("wanted", rows)
    here = f"SELECT * FROM {table} WHERE {which}"  # noqa: S608 - our own names
    equal = connection.execute(
        f"SELECT (SELECT count(*) FROM ({here})) = $wanted AND NOT EXISTS ({here} EXCEPT SELECT * FROM wanted)",  # noqa: S608
        {"wanted": rows.num_rows},
    ).fetchall()
    connection.unregister("wanted")
    if equal == [(True,)]:
        return False
    connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608
    return True


def opening_postings(openings: Iterable[Opening]) -> pa.Table:
    """Return the postings for the part of the opening pots that comes from an unknown source."""
    rows: list[dict[str, object]] = []
    placed: dict[int, int] = {}
    for evening, chips, unit, amount in openings:
        n = placed[evening.session] = placed.get(evening.session, 1) - 1
        comes = chips > 0
        rows.append(
            {
                "session": evening.session,
                "n": n,
                "date": evening.date,
                "line": evening.line,
                "kind": "opening",
                "debit": POT_ACCOUNT if comes else UNEXPLAINED_ACCOUNT,
                "credit": UNEXPLAINED_ACCOUNT if comes else POT_ACCOUNT,
                "chips": abs(chips),
                "unit": unit,
                "amount": abs(amount),
            }
        )
    return pa.Table.from_pylist(rows, POSTINGS)


def evenings(connection: DuckDBPyConnection) -> list[PlayedSession]:
    """What carrying needs to know of every session."""
    return [played_session(row) for row in connection.execute(_EVENINGS).fetchall()]


def played_sessions(rows: pa.Table) -> list[PlayedSession]:
    """The sessions of the table ``sessions``."""
    return [played_session(row) for row in zip(*(rows.column(name).to_pylist() for name in COLUMNS), strict=True)]


def played_session(row: Sequence[Any]) -> PlayedSession:
    """A session from its columns in the database, in the order of ``PlayedSession``."""
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    values[-1] = start_of(values[-1])
    return PlayedSession(*values)


COLUMNS: Final = (
    *("session", "id", "file", "date", "game", "unit", "chip", "pot_line", "opening", "closing", "sure"),
    *("pot_said", "exempt_said", "seated_first", "alone", "exempt", "forfeits", "possible_forfeits", "start"),
)
"""The columns of the table ``sessions`` that ``played_session`` takes."""
_EVENINGS: Final = f"SELECT {', '.join(COLUMNS)} FROM sessions"  # noqa: S608 - our own names
_FROM: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM sessions WHERE game = $game AND date IN (
        SELECT DISTINCT date FROM sessions WHERE game = $game AND date >= $begin ORDER BY date LIMIT $days
    ) ORDER BY date
"""  # noqa: S608 - our own names
_OF_GAMES: Final = f"SELECT {', '.join(COLUMNS)} FROM sessions WHERE game IN (SELECT unnest($games))"  # noqa: S608 - our own names
_FROM_LAST_ALONE: Final = _FROM.replace(
    "$begin",
    """coalesce(
            (SELECT max(date) FROM (
                SELECT date FROM sessions WHERE game = $game AND date < $begin GROUP BY date HAVING count(*) = 1
            )), '0001-01-01'::DATE)""",
)
