"""A player's statement for people: one table an account, with a running balance."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.book.posting_words import bare, what
from ledger.book.statements import Running
from ledger.cli.standing import standing
from ledger.cli.terminal import paint, table
from ledger.log.words import visible
from ledger.money.amounts import CHIPS

_FIGURES = ("Debit", "Credit", "Balance")


def as_text(player: str, accounts: Sequence[Running]) -> str:
    """Return everything that ``bourre statement`` says on a terminal."""
    if not accounts:
        return f"Nothing moved for {player} up to that day."
    return "\n\n".join(_account(player, account) for account in accounts)


def _account(player: str, account: Running) -> str:
    unit = account.unit
    rows = [["", "", "", "opening balance", "", "", bare(account.opening, unit)]]
    for item, balance in account.entries:
        sides = [bare(amount, unit, signed=False) if amount > 0 else "" for amount in (item.amount, -item.amount)]
        hand = "" if item.hand is None else str(item.hand)
        rows.append(
            [item.date.isoformat(), visible(item.session or ""), hand, what(item, note=True), *sides, bare(balance, unit)]
        )
    rows.append(["", "", "", "closing balance", "", "", bare(account.closing, unit)])
    name = "chips" if unit == CHIPS else unit
    title = f"{paint(f'{player}, {name}', 'bold')}: {standing(account.closing, unit)}"
    return f"{title}\n{table(['Date', 'Session', 'Hand', 'What', *_FIGURES], rows, right=_FIGURES)}"
