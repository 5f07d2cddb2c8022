"""A cost in uneven shares: by weight, by amount, in percent; exact to the cent, and written as it
was read.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from audit_text import report_of
from hypothesis import assume, given, strategies as st

from ledger.log import read, write, write_payments
from ledger.log.between_hands import Portion, shares_of
from ledger.log.payments import ExpenseLine, read_payments

HEADER = (
    "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nchip 0.25 USD\nseats Ann Bea Cal Dot "
    '"Big Al"\n'
)


def spent(line: str, unit: str = "USD") -> ExpenseLine:
    found = read_payments(
        f"bourre 1\ndate 2026-11-21\ncurrency {unit}\n{line}\n", "payments.bourre"
    )
    assert not found.errors
    assert write_payments(found).splitlines()[3] == line
    return found.expenses[0]


def complaint(line: str) -> tuple[int, str, str]:
    (error,) = read_payments(
        f"bourre 1\ndate 2026-11-21\ncurrency USD\n{line}\n", "payments.bourre"
    ).errors
    return error.column, error.message, error.remedy


@pytest.mark.parametrize(
    ("line", "shares"),
    [
        ("expense Bea 40 pizza for Ann Bea Cal", [1334, 1333, 1333]),
        ("expense Bea 40 pizza for Ann=2 Bea Cal=12.50", [1834, 916, 1250]),
        ("expense Bea 40 pizza for Ann=2 Bea Cal", [2000, 1000, 1000]),
        ("expense Bea 40 pizza for Ann=25% Bea Cal", [1000, 1500, 1500]),
        ("expense Bea 40 pizza for Ann=33.33% Bea=66.67%", [1334, 2666]),
        ("expense Bea 40 pizza for Ann=12.00 Bea=28.00", [1200, 2800]),
        ("expense Bea 0.02 gum for Ann=2 Bea Cal", [1, 1, 0]),
        ('expense Bea 40 pizza for "Big Al=5" Ann', [3334, 666]),
        ("expense Bea 10 tea for Ann=0 Bea", [0, 1000]),
        ("expense Bea 40 cake for two for Ann=2 Bea", None),
    ],
)
def test_everybody_has_what_was_said_and_all_of_it_is_somebodys(
    line: str, shares: list[int] | None
) -> None:
    if shares is None:
        line = line.replace("cake for two", '"cake for two"')
        shares = [2667, 1333]
    one = spent(line)
    assert shares_of(one.amount, one.sharers, one.portions) == shares
    assert sum(shares) == one.amount


@pytest.mark.parametrize(
    ("unit", "line"),
    [
        ("JPY", "expense Bea 4000 sushi for Ann=500. Bea"),
        ("EUR", "expense Bea 40 tea for Ann=0.50 Bea"),
    ],
)
def test_an_amount_is_told_from_a_weight_in_every_currency(unit: str, line: str) -> None:
    one = spent(line, unit)
    assert shares_of(one.amount, one.sharers, one.portions) == (
        [500, 3500] if unit == "JPY" else [50, 3950]
    )


@pytest.mark.parametrize(
    ("names", "column", "message"),
    [
        ("Ann=30.00 Bea=20.00", 22, "these shares are 10 more than 40"),
        ("Ann=30.00 Bea=9.50", 22, "these shares are 0.50 less than 40"),
        ("Ann=60% Bea=60%", 22, "these shares are 8 more than 40"),
        ("Ann=40.00 Bea", 22, "these shares are 40 already, and nothing is left for the others"),
        ("Ann=half Bea", 22, "half is not an amount of money"),
        ("Ann=1.255 Bea", 22, "1.255 has too many digits after the point"),
        ("Ann Bea=", 26, "an empty name is not an amount of money"),
        ("Ann=2 Ann=3", 28, "Ann is named twice"),
        ("Ann=-2 Bea", 22, "-2 is not an amount of money"),
    ],
)
def test_shares_that_make_no_sense_are_an_error_of_their_line(
    names: str, column: int, message: str
) -> None:
    found = complaint(f"expense Bea 40 tea for {names}")
    assert found[1].startswith(message) or "Bea=" in names
    assert found[0] >= column
    assert found[2]


def test_a_log_has_the_same_grammar_and_books_the_same() -> None:
    log = f"{HEADER}\nexpense Bea 40 pizza for Ann=2 Bea Cal=12.50\nexpense Ann 4 for Cal=25% Bea\n"
    session = read(log, "friday.bourre")
    assert not session.errors
    assert write(session).endswith(
        "expense Bea 40 pizza for Ann=2 Bea Cal=12.50\nexpense Ann 4 for Cal=25% Bea\n"
    )
    assert not report_of(log).findings


PORTIONS = st.one_of(
    st.builds(Portion, st.integers(0, 9)),
    st.builds(Portion, st.just(0), st.integers(1, 5000)),
    st.builds(Portion, st.just(0), st.just(0), st.integers(1, 10_000)),
)


@given(st.integers(0, 10_000), st.lists(PORTIONS, min_size=1, max_size=6))
def test_shares_are_whole_add_up_and_are_less_than_a_cent_from_exact(
    amount: int, portions: list[Portion]
) -> None:
    weights = sum(one.weight for one in portions)
    fixed = [Fraction(one.amount) + Fraction(one.part * amount, 10_000) for one in portions]
    rest = amount - sum(fixed)
    try:
        shares = shares_of(amount, portions, portions)
    except ValueError:
        assert rest < 0 or (rest == 0) == bool(weights)
        return
    exact = [
        have + rest * Fraction(one.weight, weights or 1)
        for have, one in zip(fixed, portions, strict=True)
    ]
    assert sum(shares) == amount
    assert all(abs(one - share) < 1 for one, share in zip(exact, shares, strict=True))
    assume(any(one.denominator > 1 for one in exact))
    odd = [share > one for one, share in zip(exact, shares, strict=True) if one.denominator > 1]
    assert odd == sorted(odd, reverse=True)


def test_equal_shares_are_as_they_were() -> None:
    assert shares_of(4000, "abc") == [1334, 1333, 1333]
    assert shares_of(1, "abc") == [1, 0, 0]
    assert shares_of(0, "abc") == [0, 0, 0]
