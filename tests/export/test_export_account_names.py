"""Names of accounts: legal for the program that reads them, readable, and each its own."""

from __future__ import annotations

import re
from datetime import date
from itertools import count
from unicodedata import category

import pytest
from hypothesis import given, strategies as st

from ledger.export.transactions import (
    Account,
    UsedAccount,
    WordsFor,
    account_names,
    for_beancount,
    for_hledger,
)


def names(legal: WordsFor, *called: str) -> list[str]:
    """Return what the accounts of some players are called, in the order of their coming into the
    book.
    """
    used = [UsedAccount(player, name, date(2026, 1, 1)) for player, name in enumerate(called, 1)]
    found = account_names(used, legal)
    return [found[one.account].removeprefix("Assets:Players:") for one in used]


@pytest.mark.parametrize(
    ("name", "account"),
    [
        ("Ann", "Ann"),
        ("ann", "Ann"),
        ("Big Al", "Big-Al"),
        ("O'Neil, Jr.", "O-Neil-Jr"),
        ("Zoë", "Zoë"),
        ("élise", "Élise"),
        ("ßeta", "SSeta"),
        ("7 up", "7-up"),
        ("李雷", "Player-李雷"),
        ("🎲", "Player"),
        ("-", "Player"),
        ("🎲 Bo 🎲", "Bo"),
        ("Pot", "Pot"),
        ("A:B", "A-B"),
    ],
)
def test_a_name_in_beancount_has_letters_digits_and_dashes(name: str, account: str) -> None:
    assert names(for_beancount, name) == [account]


@pytest.mark.parametrize(
    ("name", "account"),
    [
        ("Ann", "Ann"),
        ("ann", "ann"),
        ("Big  Al", "Big Al"),
        ("a;b", "a_b"),
        ("a:b", "a_b"),
        ("李雷 🎲", "李雷 🎲"),
        (" ", "Player"),
    ],
)
def test_a_name_in_hledger_stays_as_it_is_where_it_can(name: str, account: str) -> None:
    assert names(for_hledger, name) == [account]


def test_names_that_become_the_same_get_a_number() -> None:
    assert names(for_beancount, "Ann", "ann", "Ann-2", "ANN", "ann ") == [
        "Ann",
        "Ann-2",
        "Ann-2-2",
        "ANN",
        "Ann-3",
    ]
    assert names(for_beancount, "🎲", "🃏", "Player") == ["Player", "Player-2", "Player-3"]


def test_somebody_new_changes_nobodys_account() -> None:
    before = names(for_beancount, "ann", "Bea")
    assert names(for_beancount, "ann", "Bea", "Ann", "bea")[:2] == before


def test_a_player_is_never_taken_for_a_pot_or_the_bank() -> None:
    accounts: list[Account] = [1, 2, 3, -1, -2, "Pot", "Bank"]
    called = ["Pot", "Bank", "Unexplained", "bank", "unexplained", "Pot", "Bank"]
    used = [
        UsedAccount(account, name, date(2026, 1, 1))
        for account, name in zip(accounts, called, strict=True)
    ]
    found = account_names(used, for_beancount)
    assert len(set(found.values())) == len(used)
    assert found[-1] == "Assets:Bank"
    assert found["Pot"] == "Assets:Pots:Pot"


texts = st.lists(
    st.text(max_size=6) | st.sampled_from(["a", "A", "a-2", "A 2", "Player", "Game", "李", "--"]),
    max_size=8,
)


@pytest.mark.nightly
@given(texts, texts)
def test_every_account_of_every_book_has_a_legal_name_of_its_own(
    people: list[str], games: list[str]
) -> None:
    number = count(1)
    used = [UsedAccount(next(number), name, date(2026, 1, 1)) for name in people]
    used += [UsedAccount(game, game, date(2026, 1, 1)) for game in dict.fromkeys(games)]
    for legal in (for_beancount, for_hledger):
        found = account_names(used, legal)
        assert len(set(found.values())) == len(found) == len(used) + 2
    for name in account_names(used, for_beancount).values():
        for part in name.split(":"):
            assert category(part[0]) in {"Lu", "Nd"}
            assert all(
                char == "-" or category(char)[0] == "L" or category(char) == "Nd" for char in part
            )
    for name in account_names(used, for_hledger).values():
        assert re.fullmatch(r"(Assets|Equity):(\w+:)?[^\s:;]+( [^\s:;]+)*", name)
