"""The plan of payments: made once, then struck line by line, so that what was agreed on stays while it is being paid.

A plan that is made anew after every payment may pair the rest otherwise: of {-2, -1, +1, +1, +1} with one line paid there are
several fewest plans. So the payments that were made since are looked at in their order. One that is a line of the plan
strikes it; whatever else moved money makes a new plan of what is owed then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ledger.money.debts import Transfer, transfers

Debts: TypeAlias = Mapping[tuple[int, int], int]
"""What one party owes another, in minor units, by debtor and creditor; below zero it is the other way round."""


class Moved(NamedTuple):
    """Money that moved since the last session. A shared cost ``settles`` nothing, even where it looks like a line."""

    transfer: Transfer
    settles: bool = True


def plan(balances: Mapping[int, int], since: Sequence[Moved] = (), debts: Debts | None = None) -> list[Transfer]:
    """Return the payments that are left of the plan, in minor units of one currency, by payer and then by payee.

    ``balances`` and ``debts`` are as they stand now, and add up to zero; ``since`` is what moved after the last session, in
    order. Without ``debts`` the plan has the fewest payments (``transfers``), with them it follows them (``to_winners``).
    Any line paid, in any order, leaves the other lines as they were. Raises ValueError and TypeError as ``transfers`` does.
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
    """Return payments to those to whom one owes by ``debts``, after which everybody is at zero; by payer, then by payee.

    Two who owe each other pay the difference. What debts do not explain of the balances, such as a pot that nobody has won
    yet, is settled in the fewest payments. Debts that run in a circle cancel out: who is square with everybody pays nobody.
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
    return [Transfer(payer, payee, amount) for payer in sorted(owed) for payee, amount in owed[payer].items()]


def _owe(net: defaultdict[tuple[int, int], int], debtor: int, creditor: int, amount: int) -> None:
    """Enter a debt under the pair, the smaller account first."""
    net[min(debtor, creditor), max(debtor, creditor)] += amount if debtor < creditor else -amount


def _cancel_circles(owed: dict[int, dict[int, int]]) -> None:
    """Take from every circle of debts what all in it owe, the least of them, until there is no circle left."""
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
                _take_off(owed, [*zip(circle, [*circle[1:], there], strict=True)])
                del path[path.index(there) + 1 :]


def _take_off(owed: dict[int, dict[int, int]], circle: Sequence[tuple[int, int]]) -> None:
    least = min(owed[debtor][creditor] for debtor, creditor in circle)
    for debtor, creditor in circle:
        owed[debtor][creditor] -= least
        if not owed[debtor][creditor]:
            del owed[debtor][creditor]
