"""Carrying over in the database: sessions are read day by day, and what does not fit is booked and
reported.

First the sentences for a session that does not begin with what the one before it left, then the
search through the database. At the end is a short cut for sessions that are judged together: most
of a season comes in one file or folder. It is judged once as its logs stand; then each session gets
what the one before it among these left, and its money is calculated again, until nothing changes.
Whether a session of another file comes between is found out when all are in the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import fields, replace
from datetime import date, timedelta
from itertools import chain, groupby
from typing import Any, Final

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.derived.carrying import (
    Carried,
    JudgeAgain,
    Mismatch,
    Opening,
    PlayedSession,
    Start,
    carry,
    sequences,
    sitting_again,
    start_of,
    starts,
)
from ledger.book.derived.database import POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.derived.folder_state import Terms
from ledger.book.derived.rows import Touched, insert
from ledger.book.derived.tables import findings_table, records_of, session_columns
from ledger.engine import Judged, judge
from ledger.findings import Finding, of_a_line
from ledger.findings.kinds import CARRIED_POT
from ledger.hands.model import SessionInfo
from ledger.money import CHIPS, amount_text


# --- What does not fit, in words ------------------------------------------------------------------
def finding_of(found: Mismatch, names: Mapping[int, str]) -> Finding:
    """Return the finding that reports a mismatch; ``names`` are the players'."""
    evening = found.evening
    said = _SENTENCES[found.what](found, names)
    return of_a_line(evening.file, evening.pot_line, evening.id, CARRIED_POT, said)._replace(
        amount=found.amount
    )


def _other_pot(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    left = str(before.closing)
    if (before.unit, before.chip) != (evening.unit, evening.chip) and before.unit != CHIPS:
        left += f" chips worth {amount_text(before.left, before.unit)}"
    by = "" if found.amount is None else f" ({found.amount:+})"
    odd = (
        "" if found.amount is not None else ", which is not a whole number of this evening's chips"
    )
    return (
        f"The evening starts with {evening.opening} in the pot; the evening before it, "
        f"{before.id} of {before.date}, "
        f"left {left}{odd}{by}. A pot carries over to the next evening of its game (rule 5.12)."
    )


def _other_exemptions(found: Mismatch, names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    both = (evening.exempt_said or (), sitting_again(before, evening))
    here, there = (", ".join(names[one] for one in people) or "nobody" for people in both)
    return (
        f"The log exempts {here} from the ante of its first hand; after the evening before it, "
        f"{before.id} of {before.date}, "
        f"it should be {there}. Exemptions carry over with the pot (rule 5.6)."
    )


def _other_currency(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    return (
        f"The evening is played in {evening.unit}, but the evening before it, {before.id} of "
        f"{before.date}, left "
        f"{amount_text(before.left, before.unit)} in the pot: a pot cannot change its currency "
        "(rule 5.12). "
        "Write `end divide` at the end of that evening, or name another `game` in this one."
    )


_SENTENCES: Final = {"pot": _other_pot, "exempt": _other_exemptions, "currency": _other_currency}


# --- Through the database -------------------------------------------------------------------------
def carried_on(
    connection: DuckDBPyConnection,
    touched: Touched,
    kept: Iterable[PlayedSession],
    judge_again: JudgeAgain,
) -> Carried:
    """Return what must be booked, and what does not fit, from the first day on that was ``touched``
    in a game.

    ``kept`` are sessions that are not in the database yet.
    """
    found = Carried([], [], [])
    waiting = [*kept]
    together = _by_game(connection, touched.games) if len(touched.games) > _FEW_GAMES else None
    for game, (first, last) in sorted(touched.games.items()):
        mine = [one for one in waiting if one.game == game]
        days = (
            _days(connection, game, first, mine)
            if together is None
            else days_from(first, [*together.get(game, ()), *mine])
        )
        day = next(days, [])
        if len(day) == 1 and day[0].date < first:
            carry(found, day[0], days, last, judge_again)
        else:
            carry(found, None, chain([day], days), last, judge_again)
    return found


def _days(
    connection: DuckDBPyConnection, game: str, first: date, kept: Iterable[PlayedSession]
) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of a game day by day, in order of id, starting with the last single
    session before the day ``first``.

    The order of several sessions on one day depends on the pot before them; a single one has no
    order. Days are read a few at a time, since mostly few are needed.
    """
    left, ahead, begin, which = (
        sorted(kept, key=lambda one: one.date),
        _AHEAD,
        first,
        _FROM_LAST_ALONE,
    )
    while True:
        rows = connection.execute(which, {"game": game, "begin": begin, "days": ahead}).fetchall()
        read = [played_session(row) for row in rows]
        until = read[-1].date if read else date.max
        read += [one for one in left if one.date <= until]
        left = [one for one in left if one.date > until]
        for _, day in groupby(
            sorted(read, key=lambda one: (one.date, one.id)), lambda one: one.date
        ):
            yield list(day)
        if until == date.max:
            return
        begin, ahead, which = until + timedelta(1), 2 * ahead, _FROM


_AHEAD: Final = 20
_FEW_GAMES: Final = 3
"""Of more games than these all sessions are read at once: an archive may have thousands, and each
question reads the table.
"""


def _by_game(
    connection: DuckDBPyConnection, games: Iterable[str]
) -> dict[str, list[PlayedSession]]:
    found: dict[str, list[PlayedSession]] = {}
    for row in connection.execute(_OF_GAMES, {"games": list(games)}).fetchall():
        one = played_session(row)
        found.setdefault(one.game, []).append(one)
    return found


def days_from(first: date, sessions: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of one game as ``_days`` does, from all of them."""
    days = [
        list(day)
        for _, day in groupby(
            sorted(sessions, key=lambda one: (one.date, one.id)), lambda one: one.date
        )
    ]
    alone = [at for at, day in enumerate(days) if len(day) == 1 and day[0].date < first]
    yield from days[max(alone, default=0) :]


def last_of(connection: DuckDBPyConnection, game: str) -> PlayedSession:
    """Return the last session of a game that has one, reading only as much as decides the order of
    its last days.
    """
    return next(sequences(one for day in _days(connection, game, date.max, ()) for one in day))[-1]


def book_carried(connection: DuckDBPyConnection, found: Carried, names: Mapping[int, str]) -> None:
    """Book the value without an explanation as sessions start, and report what does not fit;
    ``names`` are the players'.

    For sessions that start as before this may be in the database already; for all others it is not.
    """
    same = set(found.same)
    for mine in (True, False):
        booked = opening_postings(
            one for one in found.openings if (one.evening.session in same) is mine
        )
        wrong = [one for one in found.mismatches if (one.evening.session in same) is mine]
        told = findings_table(
            (finding_of(one, names) for one in wrong),
            {one.evening.id: one.evening.session for one in wrong},
        )
        if not mine:
            insert(connection, "postings", booked)
            insert(connection, "findings", told)
        elif same:
            connection.register("same", pa.table({"session": pa.array(found.same, pa.int64())}))
            if _cleared(connection, "postings", booked, "kind = 'opening'"):
                connection.execute(
                    "DELETE FROM totals WHERE opening AND session IN (SELECT session FROM same)"
                )
                insert(connection, "postings", booked)
            if _cleared(connection, "findings", told, f"rule = '{CARRIED_POT}'"):
                insert(connection, "findings", told)
            connection.unregister("same")


def _cleared(connection: DuckDBPyConnection, table: str, rows: pa.Table, which: str) -> bool:
    """Delete the rows of the sessions ``same`` for which ``which`` holds if they are not those
    wanted; True if it did.
    """
    which += " AND session IN (SELECT session FROM same)"
    if not rows.num_rows:
        connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608 - our own names
        return True
    connection.register("wanted", rows)
    here = f"SELECT * FROM {table} WHERE {which}"  # noqa: S608 - our own names
    equal = connection.execute(
        (
            f"SELECT (SELECT count(*) FROM ({here})) = $wanted AND NOT EXISTS ({here} EXCEPT "  # noqa: S608
            "SELECT * FROM wanted)"
        ),
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
                "line": evening.pot_line,
                "kind": "opening",
                "debit": POT_ACCOUNT if comes else UNEXPLAINED_ACCOUNT,
                "credit": UNEXPLAINED_ACCOUNT if comes else POT_ACCOUNT,
                "chips": abs(chips),
                "unit": unit,
                "amount": abs(amount),
            }
        )
    return records_of("postings", rows)


def all_sessions(connection: DuckDBPyConnection) -> list[PlayedSession]:
    """What carrying needs to know of every session."""
    return [played_session(row) for row in connection.execute(_EVENINGS).fetchall()]


def played_sessions(rows: pa.Table) -> list[PlayedSession]:
    """The sessions of the table ``sessions``."""
    return [
        played_session(row)
        for row in zip(*(rows.column(name).to_pylist() for name in COLUMNS), strict=True)
    ]


def played_session(row: Sequence[Any]) -> PlayedSession:
    """A session from its columns in the database, in the order of ``PlayedSession``."""
    values: list[Any] = [tuple(value) if isinstance(value, list) else value for value in row]
    values[-1] = start_of(values[-1])
    return PlayedSession(*values)


COLUMNS: Final = tuple(one.name for one in fields(PlayedSession))
"""The columns of the table ``sessions`` that ``played_session`` takes."""
_EVENINGS: Final = f"SELECT {', '.join(COLUMNS)} FROM sessions"  # noqa: S608 - our own names
_FROM: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM sessions WHERE game = $game AND date IN (
        SELECT DISTINCT date FROM sessions WHERE game = $game AND date >= $begin
            ORDER BY date LIMIT $days
    ) ORDER BY date
"""  # noqa: S608 - our own names
_OF_GAMES: Final = (
    f"SELECT {', '.join(COLUMNS)} FROM sessions WHERE game IN (SELECT unnest($games))"  # noqa: S608 - our own names
)
_FROM_LAST_ALONE: Final = _FROM.replace(
    "$begin",
    """coalesce(
            (SELECT max(date) FROM (
                SELECT date FROM sessions WHERE game = $game AND date < $begin GROUP BY date
                    HAVING count(*) = 1
            )), '0001-01-01'::DATE)""",
)


# --- Sessions judged together ---------------------------------------------------------------------
_ROUNDS: Final = 4
"""A pot is mostly won before the evening ends, and what comes after begins with that: the second
round changes little.
"""


def follow_on(judged: Judged, terms: Terms) -> tuple[Judged, dict[str, list[object]]]:
    """Return the sessions judged with their starts, and the columns of ``sessions`` with each one's
    own values.
    """
    hands = judged.hands
    alone = now = _played(judged, terms)
    begun: list[Start | None] = [None] * len(now)
    for _ in range(_ROUNDS):
        left = starts(now)
        wanted = [left[one.session] for one in now]
        if wanted == begun:
            break
        begun = wanted
        infos = [with_start(*one, terms.people) for one in zip(hands.sessions, begun, strict=True)]
        judged = judge(replace(hands, sessions=infos), judged.replay)
        now = [
            replace(found, exempt_said=before.exempt_said, alone=before.alone, start=start)
            for found, before, start in zip(_played(judged, terms), alone, begun, strict=True)
        ]
    return judged, own_values(now)


def _played(judged: Judged, terms: Terms) -> list[PlayedSession]:
    """What carrying needs to know of judged sessions."""
    columns = session_columns(judged, terms)
    return [played_session(row) for row in zip(*(columns[name] for name in COLUMNS), strict=True)]


def own_values(played: list[PlayedSession]) -> dict[str, list[object]]:
    """What a session begins with, and what of it was known before that: columns of ``sessions``."""
    return {
        "start": [one.start and one.start.text() for one in played],
        "exempt_said": [one.exempt_said for one in played],
        "alone": [one.alone for one in played],
    }


def with_start(logged: SessionInfo, start: Start | None, people: Mapping[str, int]) -> SessionInfo:
    """Return a session with what it begins with; None for what its log says."""
    info = copy(logged)
    if start is not None:
        start.apply(info, people)
    return info
