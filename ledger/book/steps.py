"""The steps that lead to a player's position: sessions and payments, added up where they lie, for books of any size."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import account_names


class Step(NamedTuple):
    """What a session, or a payment between sessions (``session`` is None), did to a player's position.

    ``title`` is that of the session, or says who paid whom. ``amount`` is in minor units of ``unit``; all steps of a player
    in one unit add up to the position.
    """

    session: str | None
    date: date
    title: str
    unit: str
    amount: int
    line: int | None = None


def steps(connection: DuckDBPyConnection, account: int) -> list[Step]:
    """Return the steps that lead to a player's position, the latest first."""
    names = account_names(connection)
    evenings = [Step(*row) for row in connection.execute(_EVENINGS, {"account": account}).fetchall()]
    paid = [
        Step(None, day, _payment(names, payer, payee, note), unit, int(amount) if payer == account else -int(amount), line)
        for day, payer, payee, unit, amount, note, line in connection.execute(_PAID, {"account": account}).fetchall()
    ]
    whole = [one._replace(amount=int(one.amount)) for one in evenings]
    return sorted([*whole, *paid], key=lambda one: (one.date, one.session is None, one.line or 0), reverse=True)


def _payment(names: dict[int, str], payer: int, payee: int, note: str) -> str:
    return f"{names[payer]} paid {names[payee]}" + (f": {note}" if note else "")


_EVENINGS: Final = """
    SELECT id, any_value(sessions.date), coalesce(any_value(title), id), entries.unit, sum(amount)
    FROM entries JOIN sessions USING (session) WHERE account = $account GROUP BY id, entries.unit
"""
_PAID: Final = """
    SELECT date, payer, payee, unit, amount, note, line FROM payments
    WHERE session IS NULL AND $account IN (payer, payee)
"""
