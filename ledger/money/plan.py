"""Who pays whom: the plans that one may choose from, the fewest transfers, and a plan while it is
being paid.

Some parties owe and some are owed. Parties whose balances add up to zero can settle among
themselves, and a group of k needs k - 1 transfers unless it falls into smaller such groups. So the
fewest transfers are the parties less the largest number of groups that add up to zero each. Every
plan moves the same money in all: what is owed.

A plan is made once, then struck line by line, so that what was agreed on stays while it is being
paid. A plan that is made anew after every payment may pair the rest otherwise: of {-2, -1, +1, +1,
+1} with one line paid there are several fewest plans. So the payments that were made since are
looked at in their order. One that is a line of the plan strikes it; whatever else moved money makes
a new plan of what is owed then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np


FEWEST, WINNERS = "fewest", "winners"
PLANS: Final = {FEWEST: "Few payments", WINNERS: "Pay whom you lost to"}  # what to call each


# --- The fewest transfers -------------------------------------------------------------------------
EXACT: Final = 24
"""Up to so many parties, not counting those with an exact opposite, the plan is proved to have the
fewest transfers.
"""

FEW: Final = 13
"""The subsets of up to so many parties are added up sooner than NumPy is loaded, which is a third
of what a command takes.
"""

# subsets of the first so many parties are added up at once; what this needs of memory stays small
LOW: Final = 16
Party: TypeAlias = tuple[int, int]  # an account and its balance, which is not zero


class Transfer(NamedTuple):
    """One payment that settles debts, in minor units of one currency; ``amount`` is above zero."""

    payer: int
    payee: int
    amount: int


def transfers(balances: Mapping[int, int]) -> list[Transfer]:
    """Return payments after which everybody is at zero, as few as there can be; by payer, then by
    payee.

    ``balances`` are minor units of one currency by account; above zero: is owed. A pot, or what is
    unexplained, is a party like any other. Who owes only pays, and who is owed only receives. The
    order of ``balances`` makes no difference.

    The number is proved to be the fewest if at most ``EXACT`` parties remain when exact opposites
    (one owes what another is owed) are set aside. For more it is a good one: the fewest among the
    plans that ``_nested`` looks at.

    When any one of the payments has been made, the others are still enough, and as many as there
    were: never more. They are fewer only where there were too many parties for proof: as these get
    fewer, a better plan may be found.

    Raises:
        ValueError: the balances do not add up to zero.
        TypeError: a balance is not a whole number.
    """
    parties = sorted(
        (account, amount)
        for account, amount in ((a, index(b)) for a, b in balances.items())
        if amount
    )
    if total := sum(amount for _, amount in parties):
        raise ValueError(f"balances must add up to zero, and these add up to {total}")
    pairs, others = _opposites(parties)
    groups = [*pairs, *_fewest(others)] if len(others) <= EXACT else _nested(parties)
    return sorted(transfer for group in groups for transfer in _settled(group))


def _settled(group: Sequence[Party]) -> Iterator[Transfer]:
    """Yield the payments of a group: each party settles with the nearest earlier ones that are
    still open.

    Open balances and debts match like brackets. Each payment settles one party, and the last one
    settles two; otherwise the group would fall into smaller ones. Once a payment has been made, the
    remaining brackets match as before, so the others stay the same.
    """
    unsettled: list[Party] = []
    for account, balance in group:
        left = balance
        while left and unsettled and (unsettled[-1][1] < 0) != (left < 0):
            other, theirs = unsettled.pop()
            amount = min(abs(left), abs(theirs))
            yield Transfer(account, other, amount) if left < 0 else Transfer(other, account, amount)
            left += theirs
            if abs(theirs) > amount:
                unsettled.append((other, left))
                left = 0
        if left:
            unsettled.append((account, left))


def _opposites(parties: Sequence[Party]) -> tuple[list[list[Party]], list[Party]]:
    """Return the pairs in which one owes exactly what the other is owed, and the parties that are
    in none.

    Taking them out costs no group. Let a and b be opposites in some division into groups. If they
    share a group, they can leave it as one of their own. If not, put their two groups together and
    take a and b out: what is left adds up to zero, so there are two groups again. Either way there
    are no fewer than before, and {a, b} is one of them.
    """
    same: dict[int, list[Party]] = defaultdict(list)
    for party in parties:
        same[party[1]].append(party)
    pairs = [
        [*pair]
        for amount in same
        if amount < 0
        for pair in zip(same[amount], same.get(-amount, ()), strict=False)
    ]
    paired = {party for pair in pairs for party in pair}
    return pairs, [party for party in parties if party not in paired]


def _fewest(parties: Sequence[Party]) -> list[list[Party]]:
    """Divide up to ``EXACT`` parties into as many groups as possible that add up to zero each.

    A set of parties is a number s whose bit i stands for party i. A family of sets is a number too,
    of 2^n bits: bit s is on if the set s is in it. So one operation on whole numbers treats every
    set at once.
    """
    count = len(parties)
    everyone = (1 << count) - 1
    without = _families_without(count)
    zero = _zero_sums([amount for _, amount in parties])
    # divisible[k] has the sets that fall into k groups or more: without one of them a smaller such
    # set is left, at last none.
    divisible = [zero]
    # if any set is in it, then everyone is: the rest is a group
    while finer := _supersets(divisible[-1], without) & zero:
        divisible.append(finer)
    groups = []
    whole = everyone
    for family in reversed(divisible[:-1]):
        inside = family
        for i in range(count):
            if not whole >> i & 1:
                inside &= without[i]
        # the smallest number: always the same one, and never the whole
        part = (inside & -inside).bit_length() - 1
        groups.append(whole ^ part)
        whole = part
    return [[party for i, party in enumerate(parties) if group >> i & 1] for group in groups]


def _families_without(count: int) -> list[int]:
    """Return for each party the family of all sets that it is not in."""
    families = []
    for i in range(count):
        family = (1 << (1 << i)) - 1
        for j in range(i + 1, count):
            family |= family << (1 << j)
        families.append(family)
    return families


def _supersets(family: int, without: Sequence[int]) -> int:
    """Return all sets that have a set of the family inside them and at least one party more."""
    larger = 0
    for i, sets in enumerate(without):
        joined = (family & sets) << (1 << i)
        larger |= joined
        family |= joined
    return larger


def _zero_sums(amounts: Sequence[int]) -> int:
    """Return the family of all sets that add up to zero; the empty one does."""
    if len(amounts) <= FEW:
        totals = [0]
        for amount in amounts:
            totals += [total + amount for total in totals]
        return int("".join("0" if total else "1" for total in reversed(totals)), 2)
    import numpy as np  # noqa: PLC0415 - see FEW

    # Python's own whole numbers take over where 64 bits might not do.
    kind: type[Any] = np.int64 if sum(map(abs, amounts)) < 1 << 62 else object

    def sums(part: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[Any]]:
        every = np.zeros(1, kind)
        for amount in part:
            every = np.concatenate([every, every + amount])
        return every

    low = sums(amounts[:LOW])
    rows = (
        np.packbits(low == -high, bitorder="little").tobytes()
        for high in sums(amounts[LOW:]).tolist()
    )
    return int.from_bytes(b"".join(rows), "little")


def _nested(parties: Sequence[Party]) -> list[list[Party]]:
    """Divide any number of parties into groups that add up to zero each: as many as there can be if
    no two groups cross.

    Groups cross if, in the order of the accounts, a member of one stands between members of the
    other and the other way round. Without that condition the search would take too long. What is
    kept by it: a payment of ``_settled`` divides its group into two that do not cross either. So
    when any payment has been made, the rest of the plan is among those looked at here, and the
    number of payments left is never more. (Setting opposites aside first, or going by amount, would
    find fewer payments at times, but more of them after some payment.)
    """
    import numpy as np  # noqa: PLC0415 - see FEW

    count = len(parties)
    before = [0, *accumulate(amount for _, amount in parties)]
    places: dict[int, list[int]] = defaultdict(list)
    for place, total in enumerate(before):
        places[total].append(place)
    # most[i, j]: the most groups among the parties from i up to j; who is in none belongs to a
    # group around them all.
    most = np.zeros((count + 1, count + 1), np.int32)
    for i in reversed(range(count)):
        most[i] = most[i + 1]
        for end in places[before[i]]:
            if end > i:  # a group from i to end, with groups inside it, and groups after it
                np.maximum(most[i, end:], 1 + most[i + 1, end] + most[end, end:], out=most[i, end:])
    groups: list[list[Party]] = []
    todo: list[tuple[int, int, list[Party]]] = [(0, count, [])]
    while todo:
        i, j, around = todo.pop()
        if i == j:
            continue
        if most[i, j] == most[i + 1, j]:
            around.append(parties[i])
            todo.append((i + 1, j, around))
            continue
        end = next(
            k
            for k in places[before[i]]
            if i < k <= j and 1 + most[i + 1, k] + most[k, j] == most[i, j]
        )
        groups.append([parties[i]])
        todo += [(i + 1, end, groups[-1]), (end, j, around)]
    return groups


# --- A plan, struck line by line ------------------------------------------------------------------
Debts: TypeAlias = Mapping[tuple[int, int], int]
"""What one party owes another, in minor units, by debtor and creditor; below zero it is the other
way round.
"""


class Moved(NamedTuple):
    """Money that moved since the last session.

    A shared cost ``settles`` nothing, even where it looks like a line.
    """

    transfer: Transfer
    settles: bool = True


def plan(
    balances: Mapping[int, int], since: Sequence[Moved] = (), debts: Debts | None = None
) -> list[Transfer]:
    """Return the payments that are left of the plan, in minor units of one currency, by payer and
    then by payee.

    ``balances`` and ``debts`` are as they stand now, and add up to zero; ``since`` is what moved
    after the last session, in order. Without ``debts`` the plan has the fewest payments
    (``transfers``), with them it follows them (``to_winners``). Any line paid, in any order, leaves
    the other lines as they were. Raises ValueError and TypeError as ``transfers`` does.
    """
    stands, owed = defaultdict(int, balances), defaultdict(int, debts or {})

    def move(transfer: Transfer, sign: int) -> None:
        stands[transfer.payer] += sign * transfer.amount
        stands[transfer.payee] -= sign * transfer.amount
        owed[transfer.payee, transfer.payer] += sign * transfer.amount

    def made() -> list[Transfer]:
        return transfers(stands) if debts is None else to_winners(stands, owed)

    for one in since:
        move(one.transfer, -1)
    lines = made()
    for one in since:
        move(one.transfer, 1)
        if one.settles and one.transfer in lines:
            lines.remove(one.transfer)
        else:
            lines = made()
    return lines


def to_winners(balances: Mapping[int, int], debts: Debts) -> list[Transfer]:
    """Return payments to those to whom one owes by ``debts``, after which everybody is at zero; by
    payer, then by payee.

    Two who owe each other pay the difference. What debts do not explain of the balances, such as a
    pot that nobody has won yet, is settled in the fewest payments. Debts that run in a circle
    cancel out: who is square with everybody pays nobody.
    """
    rest = defaultdict(int, balances)
    net: defaultdict[tuple[int, int], int] = defaultdict(int)
    for (debtor, creditor), amount in debts.items():
        rest[debtor] += amount
        rest[creditor] -= amount
        _owe(net, debtor, creditor, amount)
    for payer, payee, amount in transfers(rest):
        _owe(net, payer, payee, amount)
    owed: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for debtor, creditor, amount in sorted(
        (*pair, amount) if amount > 0 else (*pair[::-1], -amount) for pair, amount in net.items()
    ):
        if amount:
            owed[debtor][creditor] = amount
    _cancel_circles(owed)
    return [
        Transfer(payer, payee, amount)
        for payer in sorted(owed)
        for payee, amount in owed[payer].items()
    ]


def _owe(net: defaultdict[tuple[int, int], int], debtor: int, creditor: int, amount: int) -> None:
    net[min(debtor, creditor), max(debtor, creditor)] += amount if debtor < creditor else -amount


def _cancel_circles(owed: dict[int, dict[int, int]]) -> None:
    """Take from every circle of debts what all in it owe, the least of them, until there is no
    circle left.
    """
    done: set[int] = set()  # from here no way leads into a circle
    for start in sorted(owed):
        path = [] if start in done else [start]
        while path:
            there = next((one for one in owed.get(path[-1], {}) if one not in done), None)
            if there is None:
                done.add(path.pop())
            elif there not in path:
                path.append(there)
            else:
                circle = path[path.index(there) :]
                pairs = [*zip(circle, [*circle[1:], there], strict=True)]
                least = min(owed[debtor][creditor] for debtor, creditor in pairs)
                for debtor, creditor in pairs:
                    owed[debtor][creditor] -= least
                    if not owed[debtor][creditor]:
                        del owed[debtor][creditor]
                del path[path.index(there) + 1 :]
