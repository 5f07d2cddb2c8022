"""``pay Bea Ann 10 EUR for 11.20 USD``: what was paid for what; only the debt that it settles
moves, and no rate is known.
"""

from __future__ import annotations

import pytest

from ledger.log import doubts, with_payments, write_payments
from ledger.log.payments import Given, PaymentLine, read_payments

TOP = "bourre 1\ndate 2026-11-21\n"


@pytest.mark.parametrize(
    ("line", "amount", "unit", "given", "note"),
    [
        ("pay Bea Ann 10 EUR for 11.20 USD", 1120, "USD", Given(1000, "EUR"), ""),
        ("pay Bea Ann 1500 JPY for 9.50 EUR venmo", 950, "EUR", Given(1500, "JPY"), "venmo"),
        ('pay "Big Al" Ann 11.20 USD for 1500 JPY', 1500, "JPY", Given(1120, "USD"), ""),
    ],
)
def test_it_is_read_and_written_as_it_stands(
    line: str, amount: int, unit: str, given: Given, note: str
) -> None:
    found = read_payments(f"{TOP}{line}\npay Ann Bea 1\n", "p", "CHF")
    assert not found.errors
    one, after = found.payments
    assert (one.amount, one.currency, one.given, one.note) == (amount, unit, given, note)
    assert after.currency == "CHF"
    assert write_payments(found) == f"{TOP}{line}\npay Ann Bea 1\n"
    assert list(doubts(f"{TOP}{line}\n".encode(), "p", "CHF")) == []


@pytest.mark.parametrize(
    "note",
    ["EUR for beer", "tea for 2 and cake", "for 2 USD", '"EUR for 11.20 USD"', "eur for 11.20 usd"],
)
def test_other_words_are_a_note_as_before(note: str) -> None:
    (one,) = read_payments(f"{TOP}pay Bea Ann 10 {note}\n", "p", "USD").payments
    assert (one.amount, one.given, one.note) == (1000, None, note.strip('"'))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pay Bea Ann 10 EUR for 11.20 EUR", "both amounts are in one currency"),
        ("pay Bea Ann 10.5 JPY for 11.20 EUR", "10.5 has too many digits after the point"),
        ("pay Bea Bea 10 EUR for 11.20 USD", "Bea cannot pay themselves"),
    ],
)
def test_what_makes_no_sense_is_an_error_of_its_line(line: str, message: str) -> None:
    (error,) = read_payments(f"{TOP}{line}\n", "p").errors
    assert (error.line, error.message) == (3, message)


def test_it_needs_no_currency_line_and_the_next_payment_has_its_own() -> None:
    given = PaymentLine(0, "2026-11-21", "Bea", "Ann", 1120, "USD", "", Given(1000, "EUR"))
    text = with_payments(f"{TOP}currency CHF\n", [given], "CHF")[0]
    assert text == f"{TOP}currency CHF\npay Bea Ann 10 EUR for 11.20 USD\n"
    assert with_payments(text, [given._replace(given=None, currency="CHF")], "CHF")[0].endswith(
        "USD\npay Bea Ann 11.20\n"
    )
    quoted = given._replace(given=None, currency="CHF", note="EUR for 11.20 USD")
    assert with_payments(text, [quoted], "CHF")[0].endswith(
        'pay Bea Ann 11.20 "EUR for 11.20 USD"\n'
    )


def test_in_a_log_it_is_told_to_be_a_note() -> None:
    log = (
        b"bourre 1\nsession 2026-11-20 friday\nrules louisiana\nchip 1 EUR\nseats Ann Bea\npay "
        b"Bea Ann 10 EUR for 11.20 USD\n"
    )
    assert [one.line for one in doubts(log, "friday.bourre")] == [6]
