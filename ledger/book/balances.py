"""How a balance came about: what each session and payment did to it, and a statement that runs from day to day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import account_names
from ledger.book.trail import Item


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
        Step(None, day, _payment(names, kind, giver, getter, note), unit, int(amount), line)
        for day, kind, giver, getter, unit, amount, note, line in connection.execute(_PAID, {"account": account}).fetchall()
    ]
    whole = [one._replace(amount=int(one.amount)) for one in evenings]
    return sorted([*whole, *paid], key=lambda one: (one.date, one.session is None, one.line or 0), reverse=True)


def _payment(names: dict[int, str], kind: str, payer: int, payee: int, note: str) -> str:
    said = f"{names[payer]} paid {names[payee]}" if kind == "payment" else f"{names[payer]} paid for all"
    return said + (f": {note}" if note else "")


_EVENINGS: Final = """
    SELECT id, any_value(sessions.date), coalesce(any_value(title), id), entries.unit, sum(amount)
    FROM entries JOIN sessions USING (session) WHERE account = $account GROUP BY id, entries.unit
"""
_PAID: Final = """
    SELECT entries.date, entries.kind, any_value(CASE WHEN amount > 0 THEN account ELSE other END) AS payer,
        any_value(CASE WHEN amount > 0 THEN other ELSE account END), unit, sum(amount), coalesce(any_value(note), ''),
        entries.line
    FROM entries
    LEFT JOIN papers ON papers.session IS NULL AND papers.kind = entries.kind AND papers.line = entries.line
    WHERE entries.session IS NULL AND account = $account
    GROUP BY entries.date, entries.kind, unit, entries.line
"""


class Entry(NamedTuple):
    """Something that moved, and the balance after it, in minor units."""

    item: Item
    balance: int


@dataclass(slots=True)
class Running:
    """A player's account in one unit over some days: the balance before them, what moved, and the balance after."""

    unit: str
    opening: int = 0
    entries: list[Entry] = field(default_factory=list)

    @property
    def closing(self) -> int:
        """The balance after the last entry."""
        return self.entries[-1].balance if self.entries else self.opening


def accounts_in(items: Iterable[Item], first: date | None, last: date | None) -> list[Running]:
    """Return the accounts of a player by unit, from everything that moved in order; both days count."""
    accounts: dict[str, Running] = {}
    for item in items:
        if last is not None and item.date > last:
            continue
        account = accounts.setdefault(item.unit, Running(item.unit))
        if first is not None and item.date < first:
            account.opening += item.amount
        else:
            account.entries.append(Entry(item, account.closing + item.amount))
    return [accounts[unit] for unit in sorted(accounts)]
