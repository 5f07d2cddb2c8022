"""What luck and costs promise, tried on simulated players whose skill is known; with BOURRE_TRIALS=full on many more hands."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import pytest
from made_tables import evenings
from trials import FULL

from ledger.engine import judge
from ledger.hands.model import Array
from ledger.insight import known_cards, looseness, luck, results, stay_or_pass

AT_TABLE: Final = ((-0.3, -0.1, 0.0, 0.3, 0.6), (0.0, -0.2, 0.15, 0.45, -0.3))
"""Two tables; eight skills, told by how much staying may lose and they stay."""
HANDS: Final = 20_000 if FULL else 100
"""Hands of each table."""
AT_ONCE: Final = 1_000
BLOCK: Final = 200
Z: Final = 1.96


class Of(NamedTuple):
    """The hands of a player whose luck is known: results and luck, in stakes."""

    result: Array
    luck: Array


@cache
def players() -> dict[tuple[int, float], Of]:
    """The hands of each skill at each table, in the order in which they were played."""
    parts: dict[tuple[int, float], list[tuple[Array, Array]]] = defaultdict(list)
    for table, loose in enumerate(AT_TABLE):
        for batch in range(max(1, HANDS // AT_ONCE)):
            hands = evenings(loose, min(HANDS, AT_ONCE) // 25, 25, seed=1000 * table + batch)
            judged = judge(hands)
            cards = luck(judged)
            found, lucky = results(judged), cards.deal + cards.draw
            for player, skill in enumerate(loose):
                mine = (hands.player == player) & ~np.isnan(found + lucky)
                parts[table, skill].append((found.T[mine.T], lucky.T[mine.T]))
    return {one: Of(*(np.concatenate(column) for column in zip(*some, strict=True))) for one, some in parts.items()}


def test_luck_is_nothing_in_the_long_run_whoever_plays() -> None:
    """So results less luck have the mean of results."""
    for (table, skill), of in players().items():
        error = of.luck.std() / np.sqrt(len(of.luck))
        print(f"{table} {skill:+.2f}: {len(of.luck)} hands, luck {of.luck.mean():+.4f} ± {error:.4f}")
        assert abs(of.luck.mean()) < 3 * error


@pytest.mark.skipif(not FULL, reason="a dozen bands say nothing")
def test_the_band_holds_the_truth_nineteen_times_of_twenty() -> None:
    """Two hundred hands at a time; the truth is the mean of all hands of that skill at that table."""
    held, blocks = 0, 0
    for of in players().values():
        apart = of.result - of.luck
        truth = apart.mean()
        for start in range(0, len(apart) - BLOCK + 1, BLOCK):
            some = apart[start : start + BLOCK]
            reach = Z * some.std(ddof=1) / np.sqrt(BLOCK)
            held += abs(some.mean() - truth) < reach
            blocks += 1
    print(f"{held} of {blocks}: {held / blocks:.3f}")
    assert blocks >= 900
    assert 0.93 <= held / blocks <= 0.97


def test_fewer_hands_tell_the_same_without_luck_and_fewest_by_cost() -> None:
    """How many hands tell a player of a skill from a reference player (95 %, power 0.8) at a table of four of those."""
    for skill in (-0.3, 0.6) if FULL else (0.6,):
        raw, apart, cost = [], [], []
        for batch in range(8 if FULL else 1):
            judged = judge(evenings((skill, 0.0, 0.0, 0.0, 0.0), 20 if FULL else 3, 25, seed=batch))
            known = known_cards(judged)
            cards, mine = luck(judged, known), judged.hands.player == 0
            found = results(judged)
            there = mine & ~np.isnan(found + cards.deal + cards.draw)
            raw.append(found[there])
            apart.append((found - cards.deal - cards.draw)[there])
            priced = stay_or_pass(judged, looseness(judged, known), known)
            own = judged.hands.player[priced.place, priced.row] == 0
            cost.append(priced.cost[own & ~np.isnan(priced.cost)])
        columns = [np.concatenate(part) for part in (raw, apart, cost)]
        loss = columns[2].mean()
        needed = [((Z + 0.84) * column.std() / loss) ** 2 for column in columns]
        print(f"{skill:+.2f}: loses {loss:.4f} a hand; hands needed " + " → ".join(f"{number:,.0f}" for number in needed))
        assert needed[0] > 3 * needed[1]
        assert needed[1] > needed[2]
