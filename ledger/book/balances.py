"""How a balance came about: what each session and payment did to it, and a statement that runs from day to day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import account_names
from ledger.book.posting_words import BANK, PLAYED
from ledger.book.trail import Item, statement
from ledger.money import POSTING_KINDS

EVENING, HAND, POSTING = "evening", "hand", "posting"
BY: Final = (EVENING, HAND, POSTING)
"""What an entry of a statement may be."""


class Step(NamedTuple):
    """One part of a player's position: play in a session, chips bought and cashed in it, or one payment.

    ``part`` is ``PLAYED`` or ``BANK``, each for a whole session, or the kind of payment (``PAYMENT``, ``EXPENSE``) for one
    line of ``file``; ``session`` is None for payments between sessions. ``title`` is that of the session, or says who paid
    whom. ``amount`` is in minor units of ``unit``. All steps of a player in one unit add up to the position.
    """

    part: str
    session: str | None
    date: date
    title: str
    unit: str
    amount: int
    file: str
    line: int | None = None


PAYMENT, EXPENSE = "payment", "expense"
"""What is paid: from one to another, or by one for several."""


def steps(connection: DuckDBPyConnection, account: int) -> list[Step]:
    """Return the steps that lead to a player's position, the latest first."""
    names = account_names(connection)
    found = [Step(*row) for row in connection.execute(_EVENINGS, {"account": account}).fetchall()]
    for kind, session, day, giver, getter, unit, amount, note, file, line in connection.execute(
        _PAID, {"account": account}
    ).fetchall():
        found.append(Step(kind, session, day, _payment(names, kind, giver, getter, note), unit, amount, file, line))
    whole = [one._replace(amount=int(one.amount)) for one in found]
    return sorted(whole, key=lambda one: (one.date, one.session is None, one.session or "", one.line or 0), reverse=True)


def parts_of(connection: DuckDBPyConnection, session: str) -> dict[int, dict[str, dict[str, int]]]:
    """Return what a session adds to each player's position, by account, unit and part (as ``Step`` has them)."""
    found: dict[int, dict[str, dict[str, int]]] = {}
    for account, unit, part, amount in connection.execute(_PARTS, {"session": session}).fetchall():
        found.setdefault(account, {}).setdefault(unit, {})[part] = int(amount)
    return found


def _payment(names: dict[int, str], kind: str, payer: int, payee: int, note: str) -> str:
    said = f"{names[payer]} paid {names[payee]}" if kind == PAYMENT else f"{names[payer]} paid for all"
    return said + (f": {note}" if note else "")


def _kinds(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


_PART: Final = f"""CASE WHEN kind IN ('{PAYMENT}', '{EXPENSE}') THEN kind
    WHEN kind IN ({_kinds(kind.name for kind in POSTING_KINDS.values() if kind.bank)}) THEN '{BANK}' ELSE '{PLAYED}' END"""
_PARTS: Final = f"""
    SELECT account, entries.unit, {_PART} AS part, sum(amount)
    FROM entries JOIN sessions USING (session) WHERE id = $session AND account > 0 GROUP BY account, entries.unit, part
"""  # noqa: S608 - our own names
_EVENINGS: Final = f"""
    SELECT {_PART} AS part, id, any_value(sessions.date), coalesce(any_value(title), id), entries.unit, sum(amount),
        any_value(sessions.file)
    FROM entries JOIN sessions USING (session)
    WHERE account = $account AND kind NOT IN ('{PAYMENT}', '{EXPENSE}') GROUP BY part, id, entries.unit
"""  # noqa: S608 - our own names
_PAID: Final = f"""
    SELECT entries.kind, any_value(id), entries.date, any_value(CASE WHEN amount > 0 THEN account ELSE other END) AS payer,
        any_value(CASE WHEN amount > 0 THEN other ELSE account END), entries.unit, sum(amount), coalesce(any_value(note), ''),
        any_value(papers.file), entries.line
    FROM entries
    LEFT JOIN papers ON papers.kind = entries.kind AND papers.line = entries.line
        AND papers.session IS NOT DISTINCT FROM entries.session
    LEFT JOIN sessions ON sessions.session = entries.session
    WHERE entries.kind IN ('{PAYMENT}', '{EXPENSE}') AND account = $account
    GROUP BY entries.session, entries.date, entries.kind, entries.unit, entries.line
"""  # noqa: S608 - our own names


class Entry(NamedTuple):
    """Something that moved, and the balance after it, in minor units: ``into`` the account, or ``out`` of it."""

    item: Item
    balance: int

    @property
    def into(self) -> int:
        """What was won, and what the player paid."""
        return max(self.item.amount, 0)

    @property
    def out(self) -> int:
        """What was lost, and what the player was paid."""
        return max(-self.item.amount, 0)


@dataclass(slots=True)
class Running:
    """A player's account in one unit over some days: the balance before them, what moved, and the balance after."""

    unit: str
    opening: int = 0
    entries: list[Entry] = field(default_factory=list)

    @property
    def into(self) -> int:
        """All that came in."""
        return sum(entry.into for entry in self.entries)

    @property
    def out(self) -> int:
        """All that went out: opening balance + ``into`` − this is the closing balance."""
        return sum(entry.out for entry in self.entries)

    @property
    def closing(self) -> int:
        """The balance after the last entry."""
        return self.entries[-1].balance if self.entries else self.opening


def accounts_in(items: Iterable[Item], first: date | None, last: date | None, by: str = POSTING) -> list[Running]:
    """Return the accounts of a player by unit, from everything that moved in order; both days count.

    An entry is all that was won or lost in an ``EVENING``, or in a ``HAND``, or each ``POSTING`` by itself.
    """
    accounts: dict[str, Running] = {}
    for item in items if by == POSTING else _summed(items, by):
        if last is not None and item.date > last:
            continue
        account = accounts.setdefault(item.unit, Running(item.unit))
        if first is not None and item.date < first:
            account.opening += item.amount
        else:
            account.entries.append(Entry(item, account.closing + item.amount))
    return [accounts[unit] for unit in sorted(accounts)]


class Statement(NamedTuple):
    """A player, and the accounts of that player by unit."""

    player: str
    accounts: list[Running]


class Chosen(NamedTuple):
    """Which days a statement covers (both count; None: no limit), and what one entry stands for."""

    first: date | None = None
    last: date | None = None
    by: str = EVENING


def statements(connection: DuckDBPyConnection, players: Iterable[str] | None, chosen: Chosen) -> list[Statement]:
    """Return statements for players by any of their names; for everybody for whom something moved if ``players`` is None.

    Raises UserError if nobody has a name.
    """
    everybody = connection.execute(_EVERYBODY).fetchall() if players is None else ()
    found = []
    for word in [name for (name,) in everybody] if players is None else players:
        name, items = statement(connection, word)
        found.append(Statement(name, accounts_in(items, *chosen)))
    return found


_EVERYBODY: Final = """
    SELECT name FROM players WHERE player IN (SELECT account FROM entries) ORDER BY name, player
"""


def _summed(items: Iterable[Item], by: str) -> list[Item]:
    """Combine what was won or lost in each hand or session into one item, at the place of the first; payments stay as they are.

    Chips bought and cashed become one item for each session, unless they cancel out.
    """
    sums: dict[object, Item] = {}
    for at, item in enumerate(items):
        posting = POSTING_KINDS[item.kind]
        kind = BANK if posting.bank else PLAYED
        hand = item.hand if by == HAND and kind == PLAYED else None
        whole = by == EVENING or kind == BANK or hand is not None
        if item.session is None or posting.money or not whole:
            sums[at] = item
            continue
        key = item.session, item.unit, kind, hand
        nothing = item._replace(kind=kind, hand=hand, rule=None, other="", chips=0, amount=0, text="", note="")
        so_far = sums.get(key, nothing)
        sums[key] = so_far._replace(chips=so_far.chips + item.chips, amount=so_far.amount + item.amount)
    return [item for item in sums.values() if item.kind != BANK or item.amount]
