"""The log of a night with only its results."""

from __future__ import annotations

from typing import Final

from ledger.log import read, write
from ledger.log.values import minor_digits, money_text
from ledger.log.words import quote
from ledger.sheets.amounts import Unit
from ledger.sheets.nights import Night

_RULES: Final = "rules louisiana   # not known; no hand of this night was written down"
"""Every log must name rules; without hands no figure depends on them."""


def log_of(night: Night, unit: Unit) -> str:
    """The canonical text of a night's log.

    It depends only on date, players and amounts, so that moving rows or columns of the table gives the same sessions.
    Money is written as chips worth one minor unit each.
    """
    players = sorted(night.results)
    lines = ["bourre 1", f"session {night.day} {quote(night.id)}", _RULES, *_chip(unit)]
    lines.append("seats " + " ".join(map(quote, players)))
    lines.append("result " + " ".join(f"{quote(name)} {night.results[name]}" for name in players))
    session = read("\n".join(lines) + "\n", night.id)
    assert not session.errors, session.errors[0]
    return write(session)


def _chip(unit: Unit) -> list[str]:
    """The line that says what a chip is worth; empty if that is not known."""
    if unit.money:
        digits = minor_digits(unit.currency)
        return [f"chip {'0.'.ljust(digits + 1, '0')}1 {unit.currency}" if digits else f"chip 1 {unit.currency}"]
    return [f"chip {money_text(unit.chip, unit.currency)} {unit.currency}"] if unit.chip else []
