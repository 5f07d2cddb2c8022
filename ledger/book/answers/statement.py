"""The statement of a player: everything that moved, with a running balance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from ledger.answer import Amount, Answer, Block, Column, Day, Listed, Section, Table, Value, words
from ledger.book.balances.trail import Chosen, Entry, Running, Statement
from ledger.book.files.closed import Closed
from ledger.book.files.folder import CLOSED
from ledger.log.words import visible
from ledger.money import CHIPS, standing


def statement(one: Statement, chosen: Chosen, foot: Sequence[str], closed: Closed | None) -> Answer:
    """A statement in words and in tables; ``foot`` is what the book knew when it was made."""
    data: dict[str, Value] = {
        "player": one.player,
        "from": _day(chosen.first),
        "to": _day(chosen.last),
        "accounts": [_account(account) for account in one.accounts],
    }
    rows = [table for account in one.accounts for table in (_opening(account), _entries(account))]
    rows += [] if closed is None else [_closed(closed)]
    return Answer(tuple(_blocks(one, foot)), data, HEADINGS, tuple(rows))


# --- For people -----------------------------------------------------------------------------------
def _blocks(one: Statement, foot: Sequence[str]) -> Iterator[Block]:
    if not one.accounts:
        yield words(f"Nothing moved for {visible(one.player)} up to that day.")
        return
    for account in one.accounts:
        unit = "chips" if account.unit == CHIPS else account.unit
        stands = standing(account.closing, account.unit)
        heading = f"{visible(one.player)}, {unit}: {stands}"
        yield Section("account", heading, (_shown(account).filled(),))
    yield Listed("foot", tuple(map(words, foot)))


def _shown(account: Running) -> Table:
    unit = account.unit
    opening, closing = (
        Amount(amount, unit, signed=True) for amount in (account.opening, account.closing)
    )
    sums = Amount(account.into, unit), Amount(account.out, unit)
    rows = (
        (None, "", None, "opening balance", None, None, opening),
        *(_line(entry, unit) for entry in account.entries),
        (None, "", None, "closing balance", *sums, closing),
    )
    return Table("entries", _SHOWN, rows)


def _line(entry: Entry, unit: str) -> tuple[Value, ...]:
    item = entry.item
    sides = (Amount(side, unit) if side else None for side in (entry.into, entry.out))
    hand = None if item.hand is None else str(item.hand)
    about = (Day(item.date), visible(item.called), hand, item.words(note=True))
    return (*about, *sides, Amount(entry.balance, unit, signed=True))


_SHOWN: Final = (
    *(Column(name) for name in ("Date", "Evening", "Hand", "What")),
    *(Column(name, right=True, bare=True) for name in ("In", "Out", "Balance")),
)


# --- For other programs ---------------------------------------------------------------------------
HEADINGS: Final = (
    "currency",
    "date",
    "session",
    "hand",
    "kind",
    "rule",
    "with",
    "in",
    "out",
    "balance",
    "file",
    "line",
    "note",
)
_ENTRIES: Final = (
    Column(field="currency"),
    *(Column(key=name, field=name) for name in HEADINGS[1:]),
)


def _account(account: Running) -> dict[str, Value]:
    unit = account.unit
    return {
        "currency": unit,
        "opening": Amount(account.opening, unit),
        "entries": _entries(account),
        "in": Amount(account.into, unit),
        "out": Amount(account.out, unit),
        "closing": Amount(account.closing, unit),
    }


def _entries(account: Running) -> Table:
    rows = tuple(_entry(entry, account.unit) for entry in account.entries)
    return Table("entries", _ENTRIES, rows)


def _entry(entry: Entry, unit: str) -> tuple[Value, ...]:
    item = entry.item
    about = (unit, Day(item.date), item.session, item.hand, item.kind, item.rule, item.other)
    sides = (Amount(amount, unit) for amount in (entry.into, entry.out, entry.balance))
    return (*about, *sides, item.file, item.line, item.note)


def _opening(account: Running) -> Table:
    columns = tuple(Column(field=name) for name in ("currency", "kind", "balance"))
    opening = Amount(account.opening, account.unit)
    return Table("opening", columns, ((account.unit, "opening balance", opening),))


def _closed(closed: Closed) -> Table:
    """The head that a receipt ends with."""
    columns = tuple(Column(field=name) for name in ("date", "kind", "file", "note"))
    return Table("closed", columns, ((_day(closed.until), "closed", CLOSED, closed.sentence),))


def _day(day: date | None) -> Day | None:
    return None if day is None else Day(day)
