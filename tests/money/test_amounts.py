"""Amounts as people and programs read them (``ledger.money.amounts``): every digit, sign
and unit.
"""

from __future__ import annotations

import pytest

from ledger.money.amounts import (
    CHIPS,
    amount_text,
    decimal_text,
    digits_of,
    standing,
    standing_in_words,
    standings,
)


def test_an_amount_has_the_digits_of_its_currency_and_chips_have_none() -> None:
    assert [digits_of(unit) for unit in ("USD", "JPY", "KWD", CHIPS)] == [2, 0, 3, 0]


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        (101250, "USD", "1012.50"),
        (-1250, "USD", "-12.50"),
        (5, "USD", "0.05"),
        (-1, "USD", "-0.01"),
        (0, "USD", "0.00"),
        (1, "KWD", "0.001"),
        (1250, "JPY", "1250"),
        (-1250, CHIPS, "-1250"),
        (0, CHIPS, "0"),
        (10**20 + 1, "USD", "1000000000000000000.01"),
    ],
)
def test_programs_read_a_decimal_with_all_its_digits(amount: int, unit: str, text: str) -> None:
    assert decimal_text(amount, unit) == text


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        (101250, "USD", "$1,012.50"),
        (-5, "USD", "−$0.05"),
        (1250, "CHF", "12.50 CHF"),
        (-123456789, "CHF", "−1,234,567.89 CHF"),
        (1250, "JPY", "¥1,250"),
        (12, CHIPS, "12 chips"),
        (1, CHIPS, "1 chip"),
        (-1, CHIPS, "−1 chip"),
        (0, CHIPS, "0 chips"),
        (1, "KRW", "1 KRW"),
        (10**20 + 1, "USD", "$1,000,000,000,000,000,000.01"),
    ],
)
def test_people_read_a_sign_or_a_unit_and_every_third_digit_set_off(
    amount: int, unit: str, text: str
) -> None:
    assert amount_text(amount, unit) == text


@pytest.mark.parametrize(
    ("unit", "text"),
    [
        ("USD", "$1.50"),
        ("CAD", "CA$1.50"),
        ("AUD", "A$1.50"),
        ("NZD", "NZ$1.50"),
        ("EUR", "€1.50"),
        ("GBP", "£1.50"),
        ("JPY", "¥150"),
        ("INR", "₹1.50"),
        ("MXN", "MX$1.50"),
    ],
)
def test_a_currency_with_a_sign_has_it_before_the_amount(unit: str, text: str) -> None:
    assert amount_text(150, unit) == text


@pytest.mark.parametrize(
    ("amount", "text"), [(150, "+$1.50"), (1, "+$0.01"), (0, "$0.00"), (-150, "−$1.50")]
)
def test_a_signed_amount_says_which_way_it_goes_and_nothing_goes_no_way(
    amount: int, text: str
) -> None:
    assert amount_text(amount, "USD", signed=True) == text


def test_a_balance_says_who_owes() -> None:
    assert [standing_in_words(amount) for amount in (1, 0, -1)] == ["is owed", "is square", "owes"]
    assert [standing(amount, "USD") for amount in (125, 0, -125)] == [
        "is owed $1.25",
        "is square",
        "owes $1.25",
    ]
    assert standings({"EUR": 247, "USD": 2659, "chips": 7}) == "is owed €2.47, $26.59 and 7 chips"
    assert (
        standings({"EUR": 247, "USD": -2659, "chips": 7, "GBP": 0})
        == "is owed €2.47 and 7 chips, and owes $26.59"
    )
    assert standings({"EUR": 0, "USD": 0}) == "is square"
