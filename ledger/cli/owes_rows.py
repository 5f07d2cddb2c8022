"""Who owes what, for other programs: JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ledger.book.figures import Owing
from ledger.export.cells import figure
from ledger.money.amounts import decimal_text

HEADINGS: Final = ("kind", "from", "to", "game", "chips", "currency", "amount")


def as_dict(owing: Owing) -> dict[str, list[dict[str, object]]]:
    """Return the object of ``bourre owes --format json``; amounts are decimals as text."""
    return {
        "balances": [
            {"player": one.name, "currency": one.unit, "amount": decimal_text(one.amount, one.unit)} for one in owing.balances
        ],
        "transfers": [
            {"from": one.payer, "to": one.payee, "currency": one.unit, "amount": decimal_text(one.amount, one.unit)}
            for one in owing.transfers
        ],
        "pots": [
            {"game": pot.game, "chips": pot.chips, "currency": pot.unit, "amount": decimal_text(pot.amount, pot.unit)}
            for pot in owing.pots
        ],
    }


def rows(owing: Owing) -> Iterator[tuple[object, ...]]:
    """Yield a row for each balance (its player under ``from``), each transfer and each pot."""
    for one in owing.balances:
        yield "balance", one.name, "", "", "", one.unit, figure(one.amount, one.unit)
    for transfer in owing.transfers:
        amount = figure(transfer.amount, transfer.unit)
        yield "transfer", transfer.payer, transfer.payee, "", "", transfer.unit, amount
    for pot in owing.pots:
        yield "pot", "", "", pot.game, pot.chips, pot.unit, figure(pot.amount, pot.unit)
