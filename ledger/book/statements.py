"""Running balances: what a player's statement says, account by account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ledger.book.trail import Item


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
        """Return the balance after the last entry."""
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
