"""Names of accounts: what people call players and games, made into words that an accounting program takes, each its own."""

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
"""Makes a name legal; is given the name, and a word to use where nothing legal is left of it."""


def account_names(accounts: Iterable[UsedAccount], legal: WordsFor) -> dict[Account, str]:
    """What each account is called; of names that become the same all but the first get a number.

    Players are met in the order in which they came into the book, so that a new one changes nobody's account.
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
    """A name of letters, digits and dashes that begins with a capital letter or a digit."""
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
    return "" if kind[0] == "M" else "-"  # a mark belongs to the letter before it


def for_hledger(name: str, word: str) -> str:
    """The name without what ends an account's name: colons, semicolons, two blanks in a row."""
    return " ".join(visible(name).replace(":", "_").replace(";", "_").split()) or word
