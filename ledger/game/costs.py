"""What a hand is played for and what it costs, decided here alone (rules.md 3.7 and 5).

It serves one hand, with numbers, and many, with arrays (hands,). Amounts are in whatever the pot is
counted in: chips, or for estimates stakes, of which a chip is a part.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ledger.game.rules import Antes, Rules

Amount: TypeAlias = Any
"""A number or an array: typing cannot say "the same kind in, the same kind out" for both."""


class Terms(NamedTuple):
    """What the rules of a house ask, whatever is in the pot.

    ``limit`` is None where there is none, and 0 for such a hand among others that have one. It
    ``caps_prize`` where the winner takes no more than it either (5.9). ``fee`` is what playing
    costs (3.7), and staying in again (7.4). A bourré ``matches`` the stake, or costs ``price``
    (5.13); a renege costs ``factor`` stakes (5.5).
    """

    limit: Amount | None
    caps_prize: Amount
    fee: Amount
    matches: Amount
    price: Amount
    factor: Amount

    def chosen(self, rows: Any) -> Terms:  # noqa: ANN401 - a slice or an array
        """The terms of some hands."""
        return Terms(*(None if column is None else column[rows] for column in self))


def terms_of(rules: Rules, ante: Amount, chip: Amount = 1) -> Terms:
    """The terms of a house, where an ante and a chip are so much."""
    limit, fee = rules.limit, rules.second_ante
    return Terms(
        limit=limit.number * ante if isinstance(limit, Antes) else limit and limit * chip,
        caps_prize=rules.limit_caps == "all",
        fee=fee * chip if isinstance(fee, int) else ante,
        matches=rules.bourre is None,
        price=(rules.bourre or 0) * chip,
        factor=rules.renege_factor,
    )


class Costs(NamedTuple):
    """What a hand is played for and costs.

    ``stake`` is the pot, or the limit if that is less; ``prize`` is what a single winner takes,
    which is more where the limit is on the costs alone (5.9). ``bourre`` is what a bourré costs,
    and ``bourre_is_stake`` True where that is the stake; ``renege`` is what a renege costs without
    a bourré.
    """

    stake: Amount
    prize: Amount
    bourre: Amount
    bourre_is_stake: Amount
    renege: Amount


def costs_of(terms: Terms, pot: Amount) -> Costs:
    """What a hand with so much in the pot is played for and costs."""
    limit = terms.limit
    stake = prize = pot
    if limit is not None:
        stake = np.where(limit > 0, np.minimum(pot, limit), pot)
        prize = np.where(terms.caps_prize, stake, pot)
    renege = stake * terms.factor
    if limit is not None:  # what is on the costs alone is on a double renege too (5.9)
        uncapped = np.logical_or(terms.caps_prize, limit == 0)
        renege = np.where(uncapped, renege, np.minimum(renege, limit))
    bourre, is_stake = bourre_cost(terms, stake)
    return Costs(stake, prize, bourre, is_stake, renege)


def bourre_cost(terms: Terms, stake: Amount) -> tuple[Amount, Amount]:
    """What a bourré costs (5.4, 5.13), and True where that is the stake."""
    return np.where(terms.matches, stake, terms.price), terms.matches


def renege_beyond(renege: Amount, bourre: Amount, both: Amount) -> Amount:
    """What a renege costs beside the same player's bourré, paid or owed: nothing that the bourré
    covers, but all of it where ``both`` count (5.5).
    """
    return np.maximum(renege - np.where(both, 0, bourre), 0)
