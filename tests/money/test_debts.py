"""Who pays whom: the fewest transfers, after which everybody is at zero (``ledger.money.plan``)."""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st
from naive.debts import fewest_by_subsets, fewest_by_trying, most_uncrossed_groups

from ledger.money.plan import EXACT, Transfer, transfers

POT = -1
SEED = 20261122
SPANS = (1, 2, 3, 5, 10, 100, 10**4, 10**20)
"""Balances up to so much: the small ones abound in groups that add up to zero, the large ones do
not fit 64 bits.
"""


def seeded(seed: int) -> random.Random:
    """Return dice for this seed, which pytest shows if the test fails."""
    print("seed", seed)
    return random.Random(seed)  # noqa: S311 - no secrets are made from it


def random_balances(rng: random.Random, most: int, fewest: int = 0) -> dict[int, int]:
    """Return balances of ``fewest`` to ``most`` parties, some of them zero perhaps, in no order."""
    span = rng.choice(SPANS)
    count = rng.randint(fewest, most)
    amounts = [rng.randint(-span, span) for _ in range(count - 1)]
    if count:
        amounts.append(-sum(amounts))
    return dict(zip(rng.sample(range(-2, count + 5), count), amounts, strict=True))


def without_opposites(rng: random.Random, count: int) -> dict[int, int]:
    """Return balances of ``count`` parties, no two of which are exact opposites: who owes owes an
    odd amount.
    """
    while True:
        amounts = [rng.choice((2, -1)) * rng.randrange(1, 60, 2) for _ in range(count - 1)]
        last = -sum(amounts)
        if last and (last % 4 == 2 if last > 0 else last % 2 == 1):
            return dict(enumerate([*amounts, last], 1))


def after(balances: Mapping[int, int], *made: Transfer) -> dict[int, int]:
    """Return the balances when these transfers have been made."""
    left = dict(balances)
    for transfer in made:
        left[transfer.payer] += transfer.amount
        left[transfer.payee] -= transfer.amount
    return left


def check(balances: Mapping[int, int]) -> list[Transfer]:
    """Return the plan, having checked what holds of every plan."""
    plan = transfers(balances)
    assert all(amount > 0 for _, _, amount in plan)
    assert all(balances[payer] < 0 < balances[payee] for payer, payee, _ in plan), (
        "who owes only pays"
    )
    assert not any(after(balances, *plan).values()), "afterwards everybody is at zero"
    assert len(plan) <= max(0, sum(map(bool, balances.values())) - 1)
    assert plan == sorted(plan)
    return plan


@pytest.mark.parametrize("balances", [{}, {1: 0}, {3: 0, 1: 0, POT: 0}])
def test_nobody_pays_where_nobody_owes(balances: dict[int, int]) -> None:
    assert transfers(balances) == []


def test_one_debt_is_one_transfer() -> None:
    assert transfers({1: 1250, 2: -1250}) == [Transfer(payer=2, payee=1, amount=1250)]


def test_exact_opposites_pay_each_other() -> None:
    assert transfers({1: 30, 2: -20, 3: 20, 4: -30}) == [Transfer(2, 3, 20), Transfer(4, 1, 30)]


def test_among_equals_the_lower_account_is_paired_first() -> None:
    assert transfers({4: -5, 3: 5, 2: -5, 1: 5, 5: -5, 6: 10, 7: -5}) == [
        Transfer(2, 1, 5),
        Transfer(4, 3, 5),
        Transfer(5, 6, 5),
        Transfer(7, 6, 5),
    ]


def test_a_group_that_adds_up_to_zero_settles_within_itself() -> None:
    # Largest first, 5 would pay 6 the whole 9 and three more would follow; 4 + 5 = 9 and 3 + 8 = 11
    # need four in all.
    assert transfers({1: 4, 2: 5, 3: -9, 4: 3, 5: 8, 6: -11}) == [
        Transfer(3, 1, 4),
        Transfer(3, 2, 5),
        Transfer(6, 4, 3),
        Transfer(6, 5, 8),
    ]


def test_groups_that_cross_each_other_settle_within_themselves() -> None:
    # Units, tens, hundreds and thousands: each digit adds up to zero by itself, and by itself only.
    amounts = [1, 10, 100, 1000, 2, 20, 200, 2000, -3, -30, -300, -3000]
    assert transfers(dict(enumerate(amounts, 1))) == [
        Transfer(payer, payee, amounts[payee - 1])
        for payer in (9, 10, 11, 12)
        for payee in (payer - 8, payer - 4)
    ]


def test_who_owes_and_comes_first_pays_those_who_come_later() -> None:
    assert transfers({1: -5, 2: 3, 3: 2}) == [Transfer(1, 2, 3), Transfer(1, 3, 2)]
    assert transfers({1: 5, 2: -3, 3: -2}) == [Transfer(2, 1, 3), Transfer(3, 1, 2)]


def test_among_many_equals_too_the_lower_account_is_paired_first() -> None:
    count = EXACT // 2 + 1
    owed, owing = dict.fromkeys(range(1, count + 1), 1), dict.fromkeys(range(101, count + 101), -1)
    assert transfers(owed | owing) == [Transfer(100 + at, at, 1) for at in range(1, count + 1)]


def test_whoever_is_square_does_not_count_among_the_parties() -> None:
    # Two groups that cross: beyond EXACT parties they would not be found.
    square = dict.fromkeys(range(100, 100 + EXACT), 0)
    assert len(transfers({1: 1, 2: 10, 3: 2, 4: 20, 5: -3, 6: -30} | square)) == 4


def test_a_pot_and_the_unexplained_are_parties() -> None:
    unexplained = 0
    assert transfers({1: -7, 2: -3, POT: 8, unexplained: 2}) == [
        Transfer(1, POT, 5),
        Transfer(1, unexplained, 2),
        Transfer(2, POT, 3),
    ]


def test_the_plan_reads_by_payer_then_payee() -> None:
    plan = transfers({9: 10, 8: 20, 3: -15, 2: -14, 5: -1})
    assert [(payer, payee) for payer, payee, _ in plan] == sorted(
        (payer, payee) for payer, payee, _ in plan
    )


def test_balances_that_do_not_add_up_to_zero_are_refused_with_the_difference() -> None:
    with pytest.raises(ValueError, match="these add up to -3"):
        transfers({1: 7, 2: -10})


def test_balances_that_are_not_whole_numbers_are_refused() -> None:
    with pytest.raises(TypeError):
        transfers({1: 0.5, 2: -0.5})  # type: ignore[dict-item]


@pytest.mark.nightly
def test_ten_thousand_random_sets_need_as_many_transfers_as_brute_force_says() -> None:
    rng = seeded(SEED)
    parties = []
    for _ in range(10_000):
        balances = random_balances(rng, 8)
        plan = check(balances)
        assert len(plan) == fewest_by_trying(tuple(balances.values())), balances
        parties.append(sum(map(bool, balances.values())))
    assert parties.count(8) > 500


@pytest.mark.nightly
def test_any_payment_leaves_exactly_one_transfer_fewer_in_ten_thousand_random_sets() -> None:
    rng = seeded(SEED + 1)
    for _ in range(10_000):
        balances = random_balances(rng, 8)
        plan = transfers(balances)
        assert all(len(transfers(after(balances, made))) == len(plan) - 1 for made in plan), (
            balances
        )


@given(st.lists(st.integers(-(10**30), 10**30) | st.integers(-9, 9), max_size=11), st.data())
def test_any_order_of_payments_settles_in_as_many_steps(
    amounts: list[int], data: st.DataObject
) -> None:
    balances = dict(enumerate([*amounts, -sum(amounts)]))
    plan = check(balances)
    for left in reversed(range(len(plan))):
        balances = after(balances, data.draw(st.sampled_from(plan)))
        plan = check(balances)
        assert len(plan) == left


@pytest.mark.parametrize("count", range(9, 17))
def test_up_to_sixteen_parties_need_as_many_as_the_most_groups_allow(count: int) -> None:
    rng = seeded(SEED + count)
    for balances in (without_opposites(rng, count), random_balances(rng, count, count)):
        assert len(check(balances)) == fewest_by_subsets(list(balances.values()))


def test_groups_hidden_among_the_most_parties_are_all_found() -> None:
    # Powers of ten: each amount can only be made up in its own group. Eight groups of three, dealt
    # out to 24 accounts.
    amounts = [part * 10**k for k in range(EXACT // 3) for part in (1, 2, -3)]
    seeded(SEED).shuffle(amounts)
    balances = dict(enumerate(amounts, 1))
    plan = check(balances)
    assert len(plan) == EXACT - EXACT // 3
    assert all(len(transfers(after(balances, made))) == len(plan) - 1 for made in plan)


@pytest.mark.parametrize("large", [2**61, 2**62, 2**63, 2**64, 10**40])
def test_amounts_of_any_size_do_not_overflow(large: int) -> None:
    # In 64 bits, four times 2**62 would be zero.
    balances = {1: large, 2: large, 3: large, 4: large, 5: -3 * large - 1, 6: -large + 1}
    assert len(check(balances)) == fewest_by_trying(tuple(balances.values())) == 5


def test_the_order_of_the_balances_makes_no_difference() -> None:
    rng = seeded(SEED)
    for most in (10, 40):
        for _ in range(50):
            balances = random_balances(rng, most)
            again = list(balances.items())
            rng.shuffle(again)
            assert transfers(dict(again)) == transfers(balances)


@pytest.mark.nightly
@pytest.mark.drawn(1)
@pytest.mark.parametrize("count", [EXACT + 1, EXACT + 2, 33, 40])
def test_many_parties_never_have_more_to_pay_after_any_payment(count: int) -> None:
    balances = without_opposites(seeded(SEED + count), count)
    plan = check(balances)
    left = [check(after(balances, made)) for made in plan]
    assert all(len(rest) <= len(plan) - 1 for rest in left)


def test_many_parties_are_settled_one_payment_after_the_other() -> None:
    rng = seeded(SEED)
    balances = without_opposites(rng, 40)
    plan = check(balances)
    while plan:
        balances = after(balances, rng.choice(plan))
        rest = check(balances)
        assert len(rest) < len(plan)
        plan = rest


def test_many_parties_are_divided_where_groups_do_not_cross() -> None:
    # A group of three inside another, ten times over, each with amounts of its own.
    amounts = [part * 100**k for k in range(10) for part in (5, 1, 1, -2, 6, -11)]
    assert len(check(dict(enumerate(amounts)))) == 60 - 20


def test_many_parties_with_opposites_need_the_fewest() -> None:
    # Twenty pairs, crossing each other, and a group of three.
    amounts = [*range(1, 21), 100, 101, *range(-1, -21, -1), -201]
    assert len(check(dict(enumerate(amounts)))) == 20 + 2


def test_too_many_parties_for_proof_need_the_fewest_among_groups_that_do_not_cross(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        sys.modules["ledger.money.plan"], "EXACT", -1
    )  # so that few enough parties are too many to try every division of them
    rng = seeded(SEED)
    worse = 0
    for _ in range(400):
        balances = {
            account: amount for account, amount in random_balances(rng, 7, 2).items() if amount
        }
        amounts = [balances[account] for account in sorted(balances)]
        most = most_uncrossed_groups(amounts) if amounts else 0
        assert len(check(balances)) == len(amounts) - most, balances
        worse += len(amounts) - most > fewest_by_trying(tuple(amounts))
    assert worse > 5  # or else nothing has crossed
