"""Who stays too often, from ``pass`` and ``play`` alone: what it takes to be told, and how seldom
anybody is told falsely.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from made_tables import evenings
from trials import FULL

from ledger.engine import judge
from ledger.game import Rules
from ledger.insight import HowOften, Said, how_often, known_cards

NIGHT = 30
SEATS = 5
TRIED = 400 if FULL else 40
"""Tables of five that play some nights."""


def tables(
    loose: tuple[float, ...], nights: int, tried: int, seed: int = 1, *, draws: bool = False
) -> list[dict[int, HowOften]]:
    """What is told of the players of each of some tables after so many nights; ``draws`` if these
    are noted as well.
    """
    judged = judge(evenings(loose, nights * tried, NIGHT, seed=seed))
    hands, known = judged.hands, known_cards(judged)
    free, before = known.free(judged), np.cumsum(known.entered, 0) - known.entered
    found = []
    for table in range(tried):
        here = np.flatnonzero((hands.session // nights == table) & known.sound)
        many: Counter[tuple[int, int, int, int | None]] = Counter()
        stayed: Counter[tuple[int, int, int, int | None]] = Counter()
        for place in range(SEATS):
            for row in here[free[place, here]]:
                drew = int(known.draw[place, row]) if draws and known.entered[place, row] else None
                cell = int(hands.player[place, row]), place, int(before[place, row]), drew
                many[cell] += 1
                stayed[cell] += int(known.entered[place, row])
        said = [
            Said(who, Rules(), SEATS, place, first, stayed[who, place, first, drew], count, drew)
            for (who, place, first, drew), count in many.items()
        ]
        together = {
            (one, other): len(here)
            for one in range(SEATS)
            for other in range(SEATS)
            if one != other
        }
        found.append(how_often(said, together))
    return found


def told(found: list[dict[int, HowOften]], verdict: str, who: range) -> tuple[float, float]:
    """How often somebody among ``who`` is told ``verdict``, and its standard error."""
    said = [each[player].verdict == verdict for each in found for player in who if player in each]
    return float(np.mean(said)), float(np.sqrt(np.mean(said) * (1 - np.mean(said)) / len(said)))


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize(
    ("loose", "nights", "verdict", "least"),
    [(0.3, 1, "too often", 0.8), (0.15, 3, "too often", 0.6), (-0.2, 1, "too seldom", 0.6)],
)
@pytest.mark.parametrize("draws", [False, True])
def test_who_stays_too_often_or_too_seldom_is_told(
    loose: float, nights: int, verdict: str, least: float, draws: bool
) -> None:
    found = tables((loose, 0.0, 0.0, 0.0, 0.0), nights, TRIED, draws=draws)
    power, error = told(found, verdict, range(1))
    stayed = np.mean([each[0].stayed for each in found if 0 in each])
    lost, spread = (of([each[0].lost for each in found if 0 in each]) for of in (np.mean, np.std))
    falsely = [told(found, word, range(1, SEATS))[0] for word in ("too often", "too seldom")]
    print(
        f"{loose:+.2f} stays {stayed:.0%}, {nights} nights: {verdict} {power:.1%} ± {error:.1%}; "
        f"lost {lost:.1f} ± {spread:.1f}"
    )
    print(f"  the others falsely: {falsely}")
    assert power >= least


def test_who_drew_much_is_looser_and_who_drew_little_is_tighter_than_by_pass_and_play_alone() -> (
    None
):
    """Half of 60 hands stayed with, in the first place: all drew four cards, or one, or it is not
    noted.
    """
    passed = Said(1, Rules(), SEATS, 0, 0, 0, 30)
    four, one, unnoted = (
        how_often([passed, Said(1, Rules(), SEATS, 0, 0, 30, 30, draw)], {})[1]
        for draw in (4, 1, None)
    )
    assert four.often > unnoted.often > one.often
    assert four.stayed == one.stayed == unnoted.stayed == 0.5


@pytest.mark.nightly
@pytest.mark.parametrize("nights", [1, 3, 20])
def test_who_follows_the_chart_is_told_so_at_most_two_times_in_a_hundred(nights: int) -> None:
    found = tables((0.0,) * SEATS, nights, TRIED if nights < 20 else TRIED // 8, seed=5)
    falsely = [told(found, word, range(SEATS)) for word in ("too often", "too seldom")]
    stayed, right = (
        np.mean([getattr(one, name) for each in found for one in each.values()])
        for name in ("stayed", "right")
    )
    print(f"chart players, {nights} nights: {falsely}; stayed {stayed:.3f}, right {right:.3f}")
    assert sum(each[0] for each in falsely) <= 0.02 + 3 * np.hypot(*(each[1] for each in falsely))


def test_nothing_is_said_of_a_few_decisions() -> None:
    assert how_often([Said(1, Rules(), SEATS, 0, 0, 24, 24)], {}) == {}
    always = how_often([Said(1, Rules(), SEATS, 0, 0, 60, 60)], {})[1]
    assert always.verdict == "too often"
    assert 4 < always.lost < 20


def test_nobody_stays_too_seldom_who_always_stays() -> None:
    """Against others who hardly ever stay any hand is worth it: what is lost is what counts, not
    how loose one may be.
    """
    tight = [Said(player, Rules(), SEATS, player - 2, 0, 2, 100) for player in (2, 3, 4)]
    always = how_often(
        [Said(1, Rules(), SEATS, 3, 0, 60, 60), *tight], {(1, other): 60 for other in (2, 3, 4)}
    )[1]
    assert always.right > 0.8
    assert always.verdict != "too seldom"
