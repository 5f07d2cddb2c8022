"""Amounts of money and of chips as people and programs read them; whole minor units inside, never a
float.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ledger.log.values import minor_digits

# the unit of sessions in which a chip has no value: an amount is then a number of chips
CHIPS: Final = "chips"

_SYMBOLS: Final = {
    "USD": "$",
    "CAD": "CA$",
    "AUD": "A$",
    "NZD": "NZ$",
    "EUR": "€",
    "GBP": "£",
    "JPY": "¥",
    "INR": "₹",
    "MXN": "MX$",
}
"""Signs that stand before the amount; any other currency stands behind it."""


def digits_of(unit: str) -> int:
    """Return how many digits an amount has after the point: none for chips."""
    return 0 if unit == CHIPS else minor_digits(unit)


def decimal_text(amount: int, unit: str) -> str:
    """Return an amount in minor units as a decimal with all its digits: ``-12.50``, for other
    programs.
    """
    digits = digits_of(unit)
    whole, part = divmod(abs(amount), 10**digits)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def amount_text(amount: int, unit: str, *, signed: bool = False) -> str:
    """Return an amount as people write it: ``$1,012.50``, ``12.50 CHF``, ``12 chips``; ``+`` or
    ``−`` in front if ``signed``.

    An amount below zero has its ``−`` in any case.
    """
    whole, point, part = decimal_text(abs(amount), unit).partition(".")
    figures = f"{int(whole):,}{point}{part}"
    sign = "−" if amount < 0 else "+" if signed and amount > 0 else ""
    if unit in _SYMBOLS:
        return f"{sign}{_SYMBOLS[unit]}{figures}"
    word = "chip" if unit == CHIPS and abs(amount) == 1 else unit
    return f"{sign}{figures} {word}"


def standing_in_words(amount: int) -> str:
    """What a balance means: ``is owed`` above zero, ``owes`` below it."""
    return "is owed" if amount > 0 else "owes" if amount < 0 else "is square"


def standing(amount: int, unit: str) -> str:
    """A balance in minor units as the end of a sentence: ``owes $1.25``, ``is square``."""
    return standing_in_words(amount) + (f" {amount_text(abs(amount), unit)}" if amount else "")


def money_as_dict(amount: int, unit: str) -> dict[str, str]:
    """The fields ``currency`` and ``amount`` of answers in JSON; the amount is a decimal as
    text.
    """
    return {"currency": unit, "amount": decimal_text(amount, unit)}


def standings(amounts: Mapping[str, int]) -> str:
    """Balances by unit as the end of a sentence: ``is owed €2.47 and 7 chips, and owes $26.59``."""
    groups: dict[str, list[str]] = {}
    for unit, amount in amounts.items():
        if amount or not any(amounts.values()):
            groups.setdefault(standing_in_words(amount), []).append(
                amount_text(abs(amount), unit) if amount else ""
            )
    return ", and ".join(
        f"{way} {' and '.join(filter(None, (', '.join(texts[:-1]), texts[-1])))}".rstrip()
        for way, texts in groups.items()
    )
