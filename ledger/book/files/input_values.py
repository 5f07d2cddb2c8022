"""What people type after a command, read as the log reader reads it: amounts, chips, days,
currencies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TypeVar
from unicodedata import normalize

from ledger.errors import UserError, did_you_mean
from ledger.log import Problem
from ledger.log.grammar import date_from
from ledger.log.spellings import SIGNS
from ledger.log.values import currency_from, money_from, name_from, number_from, plain_name
from ledger.log.words import shown
from ledger.wording import STILL_YESTERDAY

T = TypeVar("T")


def parse_money(word: str, currency: str) -> int:
    """Return an amount of money above zero, in minor units of ``currency``.

    Raises UserError if it is not one.
    """
    amount = _read(lambda words: money_from(words, 0, currency), word)
    if not amount:
        raise UserError(f"{word} is not an amount to pay", "give the amount that was paid")
    return amount


def parse_paid(word: str, currency: str) -> int:
    """Like ``parse_money``, but suggests ``--currency`` for the sign of another currency."""
    for sign in (word[:1], word[-1:]):
        if sign in SIGNS and currency not in SIGNS[sign]:
            remedy = f"leave the sign out, or say what it stands for: --currency {SIGNS[sign][0]}"
            raise UserError(f"{sign} is not the sign of {currency}", remedy)
    return parse_money(word, currency)


def parse_chips(word: str) -> int:
    """Return a number of chips above zero. Raises UserError if it is not one."""
    chips = _read(lambda words: number_from(words, 0), word)
    if not chips:
        raise UserError(
            f"{word} chips is not a penalty", "bourre waive lets a renege stand unpunished"
        )
    return chips


def parse_hand(word: str) -> int:
    """Return the number of a hand. Raises UserError if it is not one."""
    return _read(lambda words: number_from(words, 0, "the number of a hand"), word)


def parse_name(word: str) -> str:
    """Return the name of a new player. Raises UserError for a name that no log can have."""
    return _read(lambda words: name_from(words, 0), word)


def player_meant(word: str, names: Mapping[str, int]) -> int:
    """Find a player by name or alias; ignore case and accents if unambiguous.

    Raises UserError if there is not exactly one.
    """
    written = normalize("NFC", word).strip()
    if written in names:
        return names[written]
    alike = [name for name in names if plain_name(name) == plain_name(written)]
    if len({names[name] for name in alike}) == 1:
        return names[alike[0]]
    if alike:
        raise UserError(
            f"{shown(word)} may be {' or '.join(map(shown, alike))}",
            "write the name as the book has it",
        )
    raise UserError(
        f"there is no player {shown(word)}",
        did_you_mean(word, names) or "bourre players lists everybody",
    )


def parse_currency(word: str) -> str:
    """Return a currency. Raises UserError if it is not one."""
    return _read(lambda words: currency_from(words, 0), word)


def parse_day(word: str | None) -> str:
    """Return a day as ``2026-11-21``: ``tonight`` if it is None.

    Raises UserError if it is not a day.
    """
    if word is None:
        return tonight()
    return _read(lambda words: date_from(words, 0, "a day: 2026-11-21"), word)


def tonight(now: datetime | None = None) -> str:
    """The day of what happens now, as a log has it: until six in the morning it is still the day
    before.
    """
    return ((now or datetime.now().astimezone()) - STILL_YESTERDAY).date().isoformat()


def parse_zone(word: str) -> str:
    """Return the name of a time zone, also one by its city alone.

    Raises UserError if it is none.
    """
    from zoneinfo import available_timezones  # noqa: PLC0415 - it reads a folder, and few commands ask

    names = available_timezones()
    city = plain_name(word.strip().replace(" ", "_"))
    found = [one for one in names if city == plain_name(one)] or [
        one for one in names if plain_name(one).endswith(f"/{city}")
    ]
    if len(found) != 1:
        remedy = (
            f"it may be {' or '.join(sorted(found))}"
            if found
            else "write it like this: America/Chicago, Europe/Berlin"
        )
        raise UserError(
            f"{shown(word)} is not the name of a time zone", did_you_mean(word, names) or remedy
        )
    return found[0]


def _read(read: Callable[[list[str]], T], word: str) -> T:
    try:
        return read([word])
    except Problem as problem:
        raise UserError(
            problem.message, problem.remedy or f"expected {problem.expected}"
        ) from problem
