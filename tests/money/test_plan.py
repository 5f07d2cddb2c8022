"""The plan of payments stays as it is while it is paid, and may follow who lost to whom
(``ledger.money.plan``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, strategies as st
from hypothesis.strategies import DataObject

from ledger.money import Debts, Moved, Transfer, plan, transfers

UNEVEN = {1: -2, 2: -1, 3: 1, 4: 1, 5: 1}
"""Has several plans of three payments once one line of a plan is paid."""

PARTIES = st.integers(0, 6)
DEBTS = st.dictionaries(
    st.tuples(PARTIES, PARTIES).filter(lambda pair: pair[0] != pair[1]),
    st.integers(-20, 20),
    max_size=15,
)


def balances_of(debts: Debts) -> dict[int, int]:
    """Return where the debts leave everybody."""
    stands: Counter[int] = Counter()
    for (debtor, creditor), amount in debts.items():
        stands[debtor] -= amount
        stands[creditor] += amount
    return dict(stands)


def after(
    balances: Mapping[int, int], debts: Debts, paid: Sequence[Transfer]
) -> tuple[dict[int, int], dict[tuple[int, int], int]]:
    """Return balances and debts when these payments have been made."""
    stands, owed = defaultdict(int, balances), defaultdict(int, debts)
    for payer, payee, amount in paid:
        stands[payer] += amount
        stands[payee] -= amount
        owed[payee, payer] += amount
    return dict(stands), dict(owed)


@pytest.mark.parametrize("line", transfers(UNEVEN))
def test_one_line_paid_leaves_the_others_as_they_were(line: Transfer) -> None:
    stands, _ = after(UNEVEN, {}, [line])
    assert plan(stands, [Moved(line)]) == [one for one in transfers(UNEVEN) if one != line]


@given(st.data(), DEBTS, st.booleans())
def test_any_lines_paid_in_any_order_leave_the_others_as_they_were(
    data: DataObject, debts: Debts, winners: bool
) -> None:
    balances = balances_of(debts)
    lines = plan(balances, (), debts if winners else None)
    paid = data.draw(st.permutations(lines))[: data.draw(st.integers(0, len(lines)))]
    stands, owed = after(balances, debts, paid)
    assert plan(stands, [Moved(one) for one in paid], owed if winners else None) == [
        one for one in lines if one not in paid
    ]


@given(
    st.lists(st.tuples(PARTIES, PARTIES, st.integers(1, 9)).filter(lambda one: one[0] != one[1])),
    DEBTS,
    st.booleans(),
)
def test_whatever_was_paid_the_rest_of_the_plan_brings_everybody_to_zero(
    paid: list[tuple[int, int, int]], debts: Debts, winners: bool
) -> None:
    made = [Transfer(*one) for one in paid]
    stands, owed = after(balances_of(debts), debts, made)
    rest = plan(stands, [Moved(one) for one in made], owed if winners else None)
    assert not any(after(stands, owed, rest)[0].values())
    assert all(amount > 0 for _, _, amount in rest)


def test_a_payment_that_is_no_line_makes_a_new_plan_which_stays_too() -> None:
    odd = Transfer(1, 3, 1)
    now = {1: -1, 2: -1, 3: 0, 4: 1, 5: 1}
    lines = plan(now, [Moved(odd)])
    assert lines == transfers(now)
    for line in lines:
        stands, _ = after(now, {}, [line])
        assert plan(stands, [Moved(odd), Moved(line)]) == [one for one in lines if one != line]


def test_a_shared_cost_strikes_no_line() -> None:
    cost = Moved(Transfer(1, 2, 5), settles=False)
    assert plan({1: 0, 2: 0}, [cost]) == []
    assert plan(
        {1: -5, 2: 5, 3: 0}, [cost, Moved(Transfer(3, 2, 5)), Moved(Transfer(2, 3, 5))]
    ) == [Transfer(1, 2, 5)]


def test_whom_one_lost_to_is_paid_and_two_who_owe_each_other_pay_the_difference() -> None:
    debts = {(1, 2): 5, (2, 1): 2, (1, 3): 4, (3, 2): 1}
    assert plan(balances_of(debts), (), debts) == [
        Transfer(1, 2, 3),
        Transfer(1, 3, 4),
        Transfer(3, 2, 1),
    ]
    assert plan(balances_of(debts)) == [Transfer(1, 2, 4), Transfer(1, 3, 3)]


def test_debts_in_a_circle_cancel_out() -> None:
    """Ann lost to Bea and Bea to Cal; Ann has paid Cal, as the fewest payments have it: all are
    square.
    """
    assert plan({1: 0, 2: 0, 3: 0}, (), {(1, 2): 10, (2, 3): 10, (3, 1): 10}) == []
    assert plan({1: -2, 2: 2, 3: 0}, (), {(1, 2): 12, (2, 3): 10, (3, 1): 10}) == [
        Transfer(1, 2, 2)
    ]


def test_what_debts_do_not_explain_is_settled_besides() -> None:
    pot = -3
    assert plan({1: -7, 2: 5, pot: 2}, (), {(1, 2): 5}) == [Transfer(1, pot, 2), Transfer(1, 2, 5)]
