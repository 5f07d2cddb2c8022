"""Pots of any size are exact: 64-bit numbers while they suffice, then Python's own; and what
amounts of nothing do.
"""

from __future__ import annotations

import numpy as np

from ledger.engine.judge import Judged, judge
from ledger.engine.settle import divided
from ledger.hands.from_log import columns
from ledger.log import read
from ledger.log.words import MOST_CHIPS

PLAYERS = "ABCDEFGH"
HEADER = "bourre 1\nsession 2026-11-20 evening\nrules louisiana renege-factor=2\n"
DEAR, DULL = 4, 800
"""Hands that each make the pot fourteen times as large, and hands after them that leave it as it
is.
"""


def judged(text: str) -> Judged:
    return judge(columns([read(text, "a log")]))


def dear_evening(pot: int) -> str:
    """Return a session: in dear hands seven players renege at twice the pot each, then B goes
    bourré in every hand.
    """
    turn = [*PLAYERS[1:], PLAYERS[0]]
    everybody = "".join(f"  play {name} 0\n" for name in turn) + "  tricks A 5\n"
    dear = everybody + "".join(f"  renege {name}\n" for name in PLAYERS[1:])
    dull = "  play B 0\n  play A 0\n  tricks A 5\n"
    hands = "".join(
        f"hand {number + 1} A -\n{dear if number < DEAR else dull}" for number in range(DEAR + DULL)
    )
    return f"{HEADER}pot {pot}\nseats {' '.join(PLAYERS)}\n{hands}"


def test_what_a_player_loses_in_many_hands_is_exact() -> None:
    # The pot comes to rest below 2**55: twenty times less than 64 bits hold, and still too much for
    # 800 hands.
    carried = 900_000_000_000
    pot, lost = carried, 0
    for number in range(DEAR + DULL):
        # who paid into the pot antes not for the next hand
        antes = {0: 8, DEAR: 1}.get(number, 1 if number < DEAR else 7)
        stake = pot + antes
        lost += (2 if number < DEAR else 1) * stake + (number == 0)
        pot = 14 * stake if number < DEAR else stake
    assert 1 << 54 < pot < 1 << 55
    assert lost > 1 << 63
    found = judged(dear_evening(carried))
    assert found.books.pot == [pot]
    assert found.books.chips[0][1] == -lost
    assert sum(found.books.chips[0]) + pot == carried


def test_whole_numbers_of_any_size_only_where_they_are_needed() -> None:
    # They are many times slower: what a log can say in one number must not bring them about.
    hand = "hand 1 A -\n  play B 0\n  play A 0\n  tricks A 5\n"
    plain = judged(f"{HEADER}pot {MOST_CHIPS}\nseats A B\n{hand}").settlement
    assert plain.pot.dtype == np.int64
    assert plain.pot.tolist() == [MOST_CHIPS + 2]
    assert judged(dear_evening(MOST_CHIPS)).settlement.pot.dtype == object


def test_an_empty_pot_is_divided_into_no_shares() -> None:
    hands = columns([read(f"{HEADER}seats A B\nbuyin A 5\nend divide\n", "a log")])
    left, shares = divided(hands, np.array([0]))
    assert (left.tolist(), shares) == ([0], [])


def test_statements_of_nothing_move_nothing() -> None:
    text = HEADER + (
        "seats A B\nbuyin A 5\nresult A 0\nbuyin B 0\ntransfer A B 0\npenalty B 0\ncount B 0\n"
        "cashout B 0\ncount A 0\n"
    )
    found = judged(text)
    assert found.books.chips == [[5, 0]]
    assert found.books.pot == [0]
    assert [(fact.rule, fact.player, fact.amount) for fact in found.facts] == [("count", 0, -5)]
