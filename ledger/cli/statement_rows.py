"""A player's statement for other programs: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final

from ledger.book.statements import Entry, Running
from ledger.export.cells import figure
from ledger.money.amounts import decimal_text

HEADINGS: Final = (
    "currency",
    "date",
    "session",
    "hand",
    "kind",
    "rule",
    "with",
    "debit",
    "credit",
    "balance",
    "file",
    "line",
    "note",
)


def as_dict(player: str, accounts: Iterable[Running], first: date | None, last: date | None) -> dict[str, object]:
    """Return the object of ``bourre statement --format json``; amounts are decimals as text."""
    return {
        "player": player,
        "from": first and first.isoformat(),
        "to": last and last.isoformat(),
        "accounts": [
            {
                "currency": account.unit,
                "opening": decimal_text(account.opening, account.unit),
                "postings": [_posting(entry) for entry in account.entries],
                "closing": decimal_text(account.closing, account.unit),
            }
            for account in accounts
        ],
    }


def _posting(entry: Entry) -> dict[str, object]:
    item = entry.item
    return {
        "date": item.date.isoformat(),
        "session": item.session,
        "hand": item.hand,
        "kind": item.kind,
        "rule": item.rule,
        "with": item.other,
        "debit": decimal_text(max(item.amount, 0), item.unit),
        "credit": decimal_text(max(-item.amount, 0), item.unit),
        "balance": decimal_text(entry.balance, item.unit),
        "file": item.file,
        "line": item.line,
        "note": item.note,
    }


def rows(accounts: Iterable[Running]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each account's opening balance and one for each posting."""
    for account in accounts:
        unit = account.unit
        yield (unit, *[""] * 3, "opening balance", *[""] * 4, figure(account.opening, unit), *[""] * 3)
        for item, balance in account.entries:
            hand = "" if item.hand is None else item.hand
            sides = figure(max(item.amount, 0), unit), figure(max(-item.amount, 0), unit), figure(balance, unit)
            about = (item.kind, item.rule or "", item.other)
            yield unit, item.date, item.session or "", hand, *about, *sides, item.file, item.line, item.note
