"""Every legal line of play of some fixed deals, counted: the engine against a naive count
(naive/perft.py).

The counts in perft.json were worked out with sets and lists by a second reading of the rules. Here
the same lines are counted with the engine's own arithmetic, one hand at a time and all in step as
arrays; and once more by the whole audit, which has to find nothing wrong with exactly so many of
all ways to play the cards.
"""

import json
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from ledger.engine import WRONG, judge
from ledger.game.options import read_rules
from ledger.game.play import (
    NAMES,
    RANKS,
    SUIT,
    SUITS,
    Mask,
    beats,
    cards_in,
    highest_trumps,
    legal_plays,
    ranks,
    sure_tricks,
)
from ledger.hands import read_logs
from ledger.log.records import Log
from ledger.log.words import MOST_HANDS

TABLE = json.loads((Path(__file__).parents[1] / "perft.json").read_text())
NAMED = pytest.mark.parametrize("deal", TABLE, ids=[deal["name"] for deal in TABLE])


class Game(NamedTuple):
    """What holds for a whole line: the rules, trumps, every card dealt, and the card that is no
    one's (masks).
    """

    must_trump: int
    over_trump: bool
    cinch: bool
    needed: int
    suit: int
    dealt: int
    gone: int


def masks_of(deal: dict[str, Any]) -> list[int]:
    return [sum(1 << NAMES.index(card) for card in hand) for hand in deal["hands"]]


def game_of(deal: dict[str, Any], line: str) -> Game:
    rules = read_rules(line)
    gone = 1 << NAMES.index(deal["separate"]) if rules.trump == "separate" else 0
    must = -1 if rules.must_trump else 0
    return Game(
        must,
        rules.over_trump,
        rules.cinch == "yes",
        rules.tricks_for_pot,
        SUITS.index(deal["trump"]),
        sum(masks_of(deal)),
        gone,
    )


def right_plays(
    game: Game, hand: Mask, led: Mask, best: Mask, last: bool, won: Mask, finished: Mask
) -> Mask:
    """Return what a player who knows the own hand and the finished tricks may play (4.3 to 4.8):
    ints or arrays.
    """
    trumps = SUIT[game.suit]
    legal = legal_plays(hand, led, best, trumps, game.must_trump, game.over_trump)
    if not game.cinch or last:
        return legal
    own = ranks(hand, game.suit)
    out = ranks(trumps & ~hand & ~finished & ~game.gone, game.suit)
    highest = highest_trumps(own, out) << 13 * game.suit
    asked = (won + sure_tricks(own, out) >= game.needed) * ((legal & trumps) != 0)
    return legal & (highest | asked * 1 - 1)


@cache
def lines(
    game: Game,
    hands: tuple[int, ...],
    turn: int,
    table: tuple[int, int, int, int],
    won: tuple[int, ...],
    done: int,
) -> int:
    """Count the lines from here, after ``turn`` cards of a trick; ``done`` are the cards of
    finished ones.

    ``table`` is who led, the suit, the best card and who played it.
    """
    leader, led, best, winner = table
    if turn == len(hands):
        after = tuple(tricks + (at == winner) for at, tricks in enumerate(won))
        return lines(game, hands, 0, (winner, 0, 0, winner), after, game.dealt & ~sum(hands))
    seat = (leader + turn) % len(hands)
    if not hands[seat]:
        return 1
    total = 0
    for card in cards_in(
        right_plays(game, hands[seat], led, best, turn == len(hands) - 1, won[seat], done)
    ):
        bit = 1 << card
        wins = turn == 0 or bool(bit & beats(best, led, SUIT[game.suit]))
        lies = (leader, led or SUIT[card // 13], bit if wins else best, seat if wins else winner)
        total += lines(game, tuple(hand & ~bit for hand in hands), turn + 1, lies, won, done)
    return total


def lines_in_step(game: Game, hands: list[int], leader: int) -> int:
    """Count the same lines as columns of an array, all of them one card further at each step."""
    players = len(hands)
    held = np.array(hands, np.int64)[:, None]
    won = np.zeros((players, 1), np.int64)
    lead = np.array([leader])
    done = np.zeros(1, np.int64)
    suits = np.array([suit for suit in SUIT for _ in RANKS], np.int64)
    for _ in range(hands[0].bit_count()):
        led, best, winner = np.zeros_like(done), np.zeros_like(done), lead
        for turn in range(players):
            seat = (lead + turn) % players
            here = np.arange(len(done))
            legal = right_plays(
                game, held[seat, here], led, best, turn == players - 1, won[seat, here], done
            )
            state, card = np.nonzero(legal[:, None] >> np.arange(52) & 1)
            bit = np.left_shift(1, card)
            held, won = held[:, state], won[:, state]
            lead, led, best, winner, done, seat = (
                column[state] for column in (lead, led, best, winner, done, seat)
            )
            held[seat, np.arange(len(state))] &= ~bit
            wins = (
                (bit & beats(best, led, SUIT[game.suit])) != 0
                if turn
                else np.ones(len(state), bool)
            )
            led = suits[card] if turn == 0 else led
            best, winner = np.where(wins, bit, best), np.where(wins, seat, winner)
        won[winner, np.arange(len(winner))] += 1
        lead, done = winner, game.dealt & ~held.sum(0)
    return len(done)


@NAMED
def test_perft(deal: dict[str, Any]) -> None:
    hands, leader = masks_of(deal), deal["leader"]
    assert deal["lines"]
    for line, expected in deal["lines"].items():
        counted = lines(
            game_of(deal, line), tuple(hands), 0, (leader, 0, 0, leader), (0,) * len(hands), 0
        )
        assert counted == expected, line


@NAMED
def test_perft_in_step(deal: dict[str, Any]) -> None:
    for line, expected in deal["lines"].items():
        assert lines_in_step(game_of(deal, line), masks_of(deal), deal["leader"]) == expected, line


# --- The whole audit ------------------------------------------------------------------------------


def all_ways(deal: dict[str, Any], line: str) -> list[str]:
    """Return the log of every way in which two players can put down their cards, legal or not, the
    winner leading.
    """
    turned = deal["separate"] if read_rules(line).trump == "separate" else deal["trump"]
    names = ("Ann", "Bea")
    dealt = "".join(
        f"dealt {name} {' '.join(hand)}\nplay {name} 0\n"
        for name, hand in zip(names, deal["hands"], strict=True)
    )
    hands = []
    for ways in product(*(permutations(hand) for hand in deal["hands"])):
        leader, tricks = deal["leader"], []
        for pair in zip(*ways, strict=True):
            first, second = pair[leader], pair[1 - leader]
            tricks.append(f"trick {names[leader]} {first} {second}\n")
            higher = second[1] == first[1] and RANKS.index(second[0]) > RANKS.index(first[0])
            if higher or (second[1] == deal["trump"] != first[1]):
                leader = 1 - leader
        hands.append(f"{turned}\n{dealt}{''.join(tricks)}take -\n")
    return hands


TWO = {
    "a top cinch against nothing": "louisiana",
    "king to eight: two trumps stand over it": "tutorial",
    "the missing ace is the separate card": "separate-trump",
    "a low trump that can wait": "acadiana",
    "four cards, two players": "indiana",
}


@pytest.mark.drawn(1)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "line"), TWO.items())
def test_perft_by_the_audit(name: str, line: str) -> None:
    """Of all ways to put the cards down, the audit lets exactly the legal ones pass."""
    deal = next(deal for deal in TABLE if deal["name"] == name)
    dealer = ("Dot", "Ann")[deal["leader"]]
    seats = "Ann Bea Dot" if dealer == "Dot" else "Bea Ann"
    ways = all_ways(deal, line)
    logs = []
    for start in range(0, len(ways), MOST_HANDS):
        hands = "".join(
            f"hand {at} {dealer} {way}"
            for at, way in enumerate(ways[start : start + MOST_HANDS], 1)
        )
        text = f"bourre 1\nsession 2026-11-20 perft\nrules {line} limit=1\nseats {seats}\n{hands}"
        logs.append(Log(text.encode(), f"from-{start:05}.bourre"))
    sessions, played = read_logs(logs)
    verdict = judge(played).replay.verdict
    assert not any(session.errors for session in sessions)
    assert len(played) == len(ways)
    assert np.count_nonzero(~(verdict == WRONG).any((0, 1))) == deal["lines"][line]
