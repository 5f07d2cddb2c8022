"""Pots that carry from one session of a game to the next (rules.md 5.12): what each starts with, from where, what is booked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, pairwise, permutations
from typing import Final, NamedTuple

import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.database import POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.money_tables import POSTINGS
from ledger.book.rows import insert
from ledger.book.tables import findings_table
from ledger.findings.finding import Finding
from ledger.findings.kinds import CARRIED_POT, KINDS_OF_FINDING

MOST_ORDERS: Final = 6
"""Up to as many sessions of one day every order is tried."""


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """What carrying needs to know of a session; chips, and ``chip`` in minor units of ``unit``."""

    session: int
    id: str
    file: str
    date: date
    game: str
    unit: str
    chip: int
    line: int
    opening: int | None
    closing: int
    sure: bool


class Opening(NamedTuple):
    """Value that comes into the pot from nowhere known (above zero), or goes, as a session begins."""

    evening: PlayedSession
    chips: int
    unit: str
    amount: int


class Mismatch(NamedTuple):
    """A session that starts with another pot than the one that was left."""

    evening: PlayedSession
    before: PlayedSession

    @property
    def amount(self) -> int:
        """The chips too many (below zero: too few)."""
        return (self.evening.opening or 0) - self.before.closing


def carried(evenings: Iterable[PlayedSession]) -> tuple[list[Opening], list[Mismatch]]:
    """What must be booked as each session begins, and the opening pots that do not fit."""
    openings: list[Opening] = []
    mismatches: list[Mismatch] = []
    for played in sequences(evenings):
        before: PlayedSession | None = None
        for evening in played:
            openings.extend(_booked(before, evening))
            if before is not None and _differs(before, evening):
                mismatches.append(Mismatch(evening, before))
            before = evening
    return openings, mismatches


def sequences(evenings: Iterable[PlayedSession]) -> Iterator[list[PlayedSession]]:
    """Yield the sessions of each game in the order in which they were played."""
    for _, game in groupby(sorted(evenings, key=lambda one: (one.game, one.date, one.id)), lambda one: one.game):
        yield list(_in_order(list(game)))


def _in_order(evenings: Sequence[PlayedSession]) -> Iterator[PlayedSession]:
    """Yield the sessions of a game as they were played: by date, and within a day so that the pots fit, then by id."""
    before: PlayedSession | None = None
    for _, group in groupby(evenings, lambda one: one.date):
        day = list(group)
        if len(day) > 1:
            day = _fitting(before, day)
        yield from day
        before = day[-1]


def _fitting(before: PlayedSession | None, day: list[PlayedSession]) -> list[PlayedSession]:
    """Return the sessions of one day in the order in which the fewest opening pots differ from what was left."""
    if len(day) <= MOST_ORDERS:
        orders = permutations(day)
        return list(min(orders, key=lambda order: _misfits(before, order)))  # the first of equals: by id
    chain, rest = [], list(day)
    while rest:
        left = {one.closing for one in rest}
        fitting = (one for one in rest if (one.opening not in left if before is None else not _differs(before, one)))
        following = next(fitting, rest[0])
        rest.remove(following)
        chain.append(following)
        before = following
    return chain


def _misfits(before: PlayedSession | None, order: Iterable[PlayedSession]) -> int:
    chain = order if before is None else [before, *order]
    return sum(_differs(one, following) for one, following in pairwise(chain))


def _differs(before: PlayedSession, evening: PlayedSession) -> bool:
    """True if a session certainly starts with another pot than the one before it left."""
    return before.sure and evening.opening is not None and evening.opening != before.closing


def _booked(before: PlayedSession | None, evening: PlayedSession) -> Iterator[Opening]:
    """Yield what has no explanation as a session begins; the pot left before is in the books already."""
    opening = evening.opening or 0
    left = before.closing if before is not None else 0
    if before is not None and (before.unit, before.chip) != (evening.unit, evening.chip):
        # Chips of another value: the old ones go, the new ones come.
        if left:
            yield Opening(evening, -left, before.unit, -left * before.chip)
        left = 0
    if opening != left:
        yield Opening(evening, opening - left, evening.unit, (opening - left) * evening.chip)


# --- In the database ------------------------------------------------------------------------------------------------------


def book_openings(connection: DuckDBPyConnection) -> None:
    """Book the pots that all sessions start with, and say which do not fit; a change in one may touch the next."""
    openings, mismatches = carried(evenings(connection))
    postings, found = opening_postings(openings), findings_table(map(_finding, mismatches))
    for table, rows, which in (("postings", postings, "kind = 'opening'"), ("findings", found, f"rule = '{CARRIED_POT}'")):
        connection.register("wanted", rows)
        here = f"SELECT * FROM {table} WHERE {which}"  # noqa: S608 - our own names
        same = connection.execute(
            f"SELECT (SELECT count(*) FROM ({here})) = $wanted AND NOT EXISTS ({here} EXCEPT SELECT * FROM wanted)",  # noqa: S608
            {"wanted": rows.num_rows},
        ).fetchall()
        connection.unregister("wanted")
        if same != [(True,)]:
            connection.execute(f"DELETE FROM {table} WHERE {which}")  # noqa: S608
            insert(connection, table, rows)


def opening_postings(openings: Iterable[Opening]) -> pa.Table:
    """Return the postings for the pots that sessions start with, as far as nobody knows where they come from."""
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
    """What carrying pots needs to know of every session."""
    return [PlayedSession(*row) for row in connection.execute(_EVENINGS).fetchall()]


_EVENINGS: Final = """
    SELECT session, id, file, date, game, unit, chip, pot_line, opening, closing, sure FROM sessions
"""


def _finding(found: Mismatch) -> Finding:
    evening, before = found.evening, found.before
    chips = f"{found.amount:+}"
    return Finding(
        file=evening.file,
        line=evening.line,
        session=evening.id,
        hand=None,
        trick=None,
        player=None,
        rule=CARRIED_POT,
        severity=KINDS_OF_FINDING[CARRIED_POT].severity,
        card=None,
        required=None,
        amount=found.amount,
        settled=None,
        message=(
            f"The session starts with {evening.opening} in the pot; the session before it, {before.id} of {before.date}, "
            f"left {before.closing} ({chips}): a pot goes on to the next session of its game (rule 5.12)."
        ),
    )
