"""The fewest transfers by ways that know nothing of how ``ledger.money.plan`` finds them: slow, and
plain to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache


@cache
def fewest_by_trying(balances: tuple[int, ...]) -> int:
    """Return the fewest transfers: the first party settles in full with each of the others in turn,
    then the rest settle.
    """
    balances = tuple(sorted(balance for balance in balances if balance))
    if not balances:
        return 0
    first, *others = balances
    ways = []
    for i, other in enumerate(others):
        if other > 0:  # the first owes, being the smallest
            ways.append(1 + fewest_by_trying((*others[:i], other + first, *others[i + 1 :])))
    return min(ways)


def fewest_by_subsets(balances: Sequence[int]) -> int:
    """Return the fewest transfers from the most groups that add up to zero, one subset after the
    other.
    """
    count = len(balances)
    sums = [0] * (1 << count)
    groups = [0] * (1 << count)
    for subset in range(1, 1 << count):
        members = [i for i in range(count) if subset >> i & 1]
        sums[subset] = sums[subset & (subset - 1)] + balances[members[0]]
        groups[subset] = max(groups[subset & ~(1 << i)] for i in members) + (sums[subset] == 0)
    return count - groups[-1]


def most_uncrossed_groups(balances: Sequence[int]) -> int:
    """Return the most groups that add up to zero each and do not cross in this order: every
    division is tried.
    """
    return max(
        len(groups)
        for groups in _divisions(0, len(balances), [])
        if not any(sum(balances[place] for place in group) for group in groups)
        and not any(_cross(one, other) for one in groups for other in groups if one is not other)
    )


def _divisions(place: int, count: int, groups: list[list[int]]) -> Iterator[list[list[int]]]:
    """Yield every way to divide the places from here on among these groups and new ones."""
    if place == count:
        yield groups
        return
    for at, group in enumerate(groups):
        yield from _divisions(place + 1, count, [*groups[:at], [*group, place], *groups[at + 1 :]])
    yield from _divisions(place + 1, count, [*groups, [place]])


def _cross(one: Sequence[int], other: Sequence[int]) -> bool:
    """True if the second group does not stand in one gap of the first; before it and after it are
    the same gap.
    """
    return len({sum(member < place for member in one) % len(one) for place in other}) > 1
