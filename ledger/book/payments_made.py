"""The payments that a book has, each with whether it still stands: what was taken back, and what takes it back, is undone."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

TAKEN_BACK: Final = "taken back"
"""The note of a payment that undoes another."""


class Made(NamedTuple):
    """A payment between two players, in minor units of ``unit``; ``line`` is in ``file``.

    ``session`` is the id of the session whose log has it, None if it is in the payments file. ``undone``: it was taken back,
    or takes another back. ``closed``: its day is closed, so it can no longer be taken back.
    """

    session: str | None
    file: str
    line: int
    date: date
    payer: int
    payee: int
    payer_name: str
    payee_name: str
    unit: str
    amount: int
    note: str
    undone: bool
    closed: bool


def payments_made(connection: DuckDBPyConnection) -> list[Made]:
    """Return all payments: those of the payments file first, each file in the order of its lines."""
    found = [Made(*row) for row in connection.execute(_MADE).fetchall()]
    standing: list[int] = []
    undone: set[int] = set()
    for place, one in enumerate(found):
        if one.session is not None:
            break  # in a log nothing is taken back: it is mended there
        taken = _taken_back(one, standing, found) if one.note == TAKEN_BACK else None
        if taken is None:
            standing.append(place)
        else:
            standing.remove(taken)
            undone |= {taken, place}
    return [one._replace(undone=place in undone) for place, one in enumerate(found)]


def _taken_back(back: Made, standing: list[int], found: list[Made]) -> int | None:
    """The index of the payment that another takes back: the last one of its day, or else the last one."""
    turned = (back.payee, back.payer, back.unit, back.amount)
    alike = [(place, found[place]) for place in standing]
    alike = [(place, one) for place, one in alike if (one.payer, one.payee, one.unit, one.amount) == turned]
    return max(((one.date == back.date, place) for place, one in alike), default=(False, None))[1]


_MADE: Final = """
    SELECT id, payments.file, payments.line, payments.date, payer, payee, giver.name, getter.name, payments.unit, amount,
        coalesce(note, ''), FALSE, coalesce(payments.date <= (SELECT until FROM closed), FALSE)
    FROM payments LEFT JOIN sessions USING (session)
        JOIN players AS giver ON giver.player = payer JOIN players AS getter ON getter.player = payee
    ORDER BY id NULLS FIRST, payments.line
"""
