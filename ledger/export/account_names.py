"""Account names: the names of players and games, made legal for an accounting program, and unique."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import category

from ledger.book.database import BANK_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.export.transactions import Account, UsedAccount
from ledger.log.words import visible

PLAYERS: Final = "Assets:Players:"
POTS: Final = "Assets:Pots:"
BANK: Final = "Assets:Bank"
UNEXPLAINED: Final = "Equity:Unexplained"

WordsFor = Callable[[str, str], str]
"""Makes a name legal: takes the name, and a word to use if nothing legal is left of it."""


def account_names(accounts: Iterable[UsedAccount], legal: WordsFor) -> dict[Account, str]:
    """The name of each account. If several names become the same, all but the first get a number.

    Players are taken in the order in which they came into the book, so that a new one changes no other account's name.
    """
    found: dict[Account, str] = {BANK_ACCOUNT: BANK, UNEXPLAINED_ACCOUNT: UNEXPLAINED}
    taken: set[str] = set()
    for used in accounts:
        if used.account not in found:
            root, word = (POTS, "Game") if isinstance(used.account, str) else (PLAYERS, "Player")
            plain = name = root + legal(used.name, word)
            number = 1
            while name in taken:
                number += 1
                name = f"{plain}-{number}"
            taken.add(name)
            found[used.account] = name
    return found


def for_beancount(name: str, word: str) -> str:
    """The name reduced to letters, digits and dashes, beginning with a capital letter or a digit, or else with ``word``."""
    parts = "".join(_letter(char) for char in name).split("-")
    text = "-".join(part for part in parts if part)
    capital = text[:1].upper()
    if capital and all(category(char) in {"Lu", "Nd"} for char in capital):
        return capital + text[1:]
    return f"{word}-{text}" if text else word


def _letter(char: str) -> str:
    kind = category(char)
    if kind[0] == "L" or kind == "Nd":
        return char
    return "" if kind[0] == "M" else "-"  # a combining mark belongs to the letter before it


def for_hledger(name: str, word: str) -> str:
    """The name without what would end it in a journal: colons, semicolons, two spaces in a row."""
    return " ".join(visible(name).replace(":", "_").replace(";", "_").split()) or word
