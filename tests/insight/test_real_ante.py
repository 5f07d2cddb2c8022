"""An ante saved by a bourré or a tie is priced by the pot of the hand: what was shipped was a
constant of 0.158 stakes.
"""

from __future__ import annotations

import numpy as np
import pytest
from naive.antes import antes_saved
from trials import FULL, luck

from ledger.engine import judge
from ledger.game import PRESETS
from ledger.hands import columns
from ledger.insight import known_cards, reference, stay_or_pass
from ledger.insight.luck import at_real_ante
from ledger.log import read

SEATS = 5
NAMES = ("Ann", "Bea", "Cal", "Dot", "Eve")
EVENINGS = 64
DEALT = {
    "dealer": ("9h 7h 2c 3d 6s", "7h", 4, (True, False, True, False)),
    "third": ("9h 4h 2c 3d 6s", "7h", 2, (True, False)),
}
"""Cards, the turned card, the place, and who has stayed before."""


def margins(name: str, pot: int) -> np.ndarray:
    """How much more staying is worth in a hand played for ``pot`` antes, in each of some evenings,
    whose dice differ.
    """
    own, turned, place, before = DEALT[name]
    rest = (*before, True, *(False,) * SEATS)[:SEATS]
    said = "\n".join(
        f"{'play' if stays else 'pass'} {name}" for name, stays in zip(NAMES, rest, strict=True)
    )
    logs = [
        f"bourre 1\nsession 2026-11-20 evening-{number}\nrules louisiana\npot {pot - SEATS}\n"
        "seats Ann Bea Cal Dot Eve\n\n"
        f"hand 1 Eve {turned}\ndealt {NAMES[place]} {own}\n{said}\n"
        for number in range(EVENINGS)
    ]
    judged = judge(columns([read(log, f"{number}.bourre") for number, log in enumerate(logs)]))
    priced = stay_or_pass(judged, np.zeros(judged.hands.player.shape))
    found = priced.margin[priced.place == place]
    assert len(found) == EVENINGS
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("name", DEALT)
def test_the_price_of_staying_moves_with_the_pot_as_the_antes_saved_do(name: str) -> None:
    """A fresh pot of five antes and one of fifty, beside hands counted by the rules alone."""
    own, turned, place, before = DEALT[name]
    each = (margins(name, SEATS) - margins(name, 50)) / (1 / SEATS - 1 / 50)
    slope, error = each.mean(), each.std(ddof=1) / np.sqrt(EVENINGS)
    counted, own_error = antes_saved(
        luck(), own.split(), turned, (place, SEATS), dict(enumerate(before)), 3_000 if FULL else 250
    )
    print(
        f"{name}: priced {slope:.3f} ± {error:.3f} antes, counted {counted:.3f} ± {own_error:.3f}"
    )
    assert slope > 0.1
    assert abs(slope - counted) < 0.1 + 3 * np.hypot(error, own_error)


def test_the_ante_of_a_hand_is_its_own_and_the_usual_one_where_nobody_knows_the_pot() -> None:
    head = (
        "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nante 2\npot 30\nseats Ann Bea Cal "
        "Dot Eve\n"
    )
    log = head + "\nhand 1 Eve 7h\nplay Ann\npass Bea\n"
    table = reference(PRESETS["louisiana"], SEATS)
    judged = judge(columns([read(log, "friday.bourre")]))
    assert known_cards(judged).sound.all()
    assert at_real_ante(judged, table, np.array([0])).beyond == pytest.approx(2 / 40 - table.ante)
    judged.settlement.verified[:] = False
    assert at_real_ante(judged, table, np.array([0])).beyond == pytest.approx(0)


@pytest.mark.parametrize("custom", ["bourre={}", "second-ante={}"])
def test_a_price_in_chips_is_that_part_of_the_stake_whatever_an_ante_is(custom: str) -> None:
    """A game for five times as many chips is the same; without an ante there are prices too."""
    five, one, free = (
        margin_of_dealer(f"rules louisiana {custom.format(price)}\nante {ante}\npot {pot}\n")
        for price, ante, pot in ((30, 5, 75), (6, 1, 15), (6, 0, 20))
    )
    dear = margin_of_dealer(f"rules louisiana {custom.format(60)}\nante 0\npot 20\n")
    assert five == pytest.approx(one)
    assert dear < free - 0.02


def margin_of_dealer(house: str) -> float:
    """How much more staying is worth to a dealer before whom one has stayed."""
    log = (
        f"bourre 1\nsession 2026-11-20 friday\n{house}seats Ann Bea Cal Dot Eve\n\nhand 1 Eve 7h\n"
        "dealt Eve 9h 7h 2c 3d 6s\npass Ann Bea Cal\nplay Dot\nplay Eve\n"
    )
    judged = judge(columns([read(log, "friday.bourre")]))
    priced = stay_or_pass(judged, np.zeros(judged.hands.player.shape))
    (margin,) = priced.margin[priced.place == SEATS - 1]
    return float(margin)


def test_a_cheap_ante_makes_fewer_hands_worth_staying_with() -> None:
    """Two low trumps, in stakes: at the margin an ante saved is worth a quarter of an ante."""
    table = reference(PRESETS["louisiana"], SEATS)
    often = table.decisions > 300
    near = often & (np.abs(table.margin) < 0.1)
    print(f"antes saved by staying near the margin: {table.per_ante[near].mean():.3f}")
    assert 0.15 < table.per_ante[near].mean() < 0.4
    hand, trump, place = np.array([1 << 39 | 1 << 40]), np.array([3]), np.array([0])
    large, usual, fresh = (
        float(table.at_ante(ante).of(hand, trump, 0, place)[0]) for ante in (0.02, table.ante, 0.2)
    )
    assert large < usual < fresh
