"""Where a player's figures come from, for other programs: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.book.trail import Item, Night, Trail
from ledger.export.cells import figure
from ledger.money.amounts import CHIPS, decimal_text

NIGHTS: Final = ("currency", "date", "session", "chips", "amount")
ITEMS: Final = ("currency", "date", "session", "hand", "kind", "rule", "with", "chips", "amount", "file", "line", "text", "note")


def as_dict(trail: Trail, *, brief: bool) -> dict[str, object]:
    """Return the object of ``bourre why --format json``; amounts are decimals as text, chips those won or lost."""
    return {
        "player": trail.player,
        "positions": [
            {
                "currency": account.unit,
                "amount": decimal_text(account.amount, account.unit),
                "sessions": [_night(night, account.unit, brief=brief) for night in account.nights],
                "payments": [_item(item) for item in account.payments],
            }
            for account in trail.accounts
        ],
    }


def _night(night: Night, unit: str, *, brief: bool) -> dict[str, object]:
    told: dict[str, object] = {
        "session": night.session,
        "date": night.date.isoformat(),
        "title": night.title,
        "game": night.game,
        "file": night.file,
        "chip": None if unit == CHIPS else decimal_text(night.chip, unit),
        "chips": night.chips,
        "amount": decimal_text(night.amount, unit),
    }
    if brief:
        return told
    hands = [
        {
            "hand": part.hand,
            "chips": part.chips,
            "amount": decimal_text(part.amount, unit),
            "postings": [_item(item) for item in part.items],
        }
        for part in night.hands
    ]
    return told | {
        "hands": hands,
        "between": [_item(item) for item in night.between],
        "bank": [_item(item) for item in night.bank],
    }


def _item(item: Item) -> dict[str, object]:
    return {
        "date": item.date.isoformat(),
        "kind": item.kind,
        "rule": item.rule,
        "with": item.other,
        "chips": item.chips,
        "amount": decimal_text(item.amount, item.unit),
        "file": item.file,
        "line": item.line,
        "text": item.text,
        "note": item.note,
    }


def nights(trail: Trail) -> Iterator[tuple[object, ...]]:
    """Yield a row for each session, and one for each payment between sessions."""
    for account in trail.accounts:
        unit = account.unit
        for night in account.nights:
            yield unit, night.date, night.session, night.chips, figure(night.amount, unit)
        for item in account.payments:
            yield unit, item.date, "", 0, figure(item.amount, unit)


def items(trail: Trail) -> Iterator[tuple[object, ...]]:
    """Yield a row for each posting, session by session; the amounts of a currency add up to the position."""
    for account in trail.accounts:
        for night in account.nights:
            for part in night.hands:
                yield from map(_row, part.items)
            yield from map(_row, (*night.between, *night.bank))
        yield from map(_row, account.payments)


def _row(item: Item) -> tuple[object, ...]:
    hand = "" if item.hand is None else item.hand
    amount = figure(item.amount, item.unit)
    place = (item.file, item.line, item.text, item.note)
    return item.unit, item.date, item.session or "", hand, item.kind, item.rule or "", item.other, item.chips, amount, *place
