"""Counts by brute force how many legal lines of play a deal has; run it to write
``tests/perft.json`` anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from ledger.game.options import read_rules
from ledger.game.rules import Rules

from .deals import DEALS
from .hand import DECK, suit_of
from .referee import Table, allowed, best_of, cinch_cards, sure_tricks

PERFT = Path(__file__).parents[1] / "perft.json"
FIVE = (
    "louisiana",
    "double-ante",
    "separate-trump",
    "dealer-takes-trump",
    "simultaneous",
    "tutorial",
    "acadiana",
    "casino",
    "louisiana cinch=no",
    "casino must-trump=yes",
    "casino cinch=yes",
    "separate-trump must-trump=no",
)
FOUR = (
    "indiana",
    "indiana must-trump=no",
    "indiana cinch=no",
    "indiana trump=dealer",
    "indiana must-trump=no cinch=no",
)


def count_lines(
    hands: list[list[str]], trump: str, separate: str | None, leader: int, rules: Rules
) -> int:
    """Return the number of ways in which all tricks of a deal can be played within 4.3-4.8, nothing
    being taken back.
    """
    return lines_from(
        [set(hand) for hand in hands], trump, separate, leader, [], [0] * len(hands), set(), rules
    )


def lines_from(
    hands: list[set[str]],
    trump: str,
    separate: str | None,
    leader: int,
    table: list[str],
    won: list[int],
    finished: set[str],
    rules: Rules,
) -> int:
    """The same from the middle: ``table`` holds the cards of this trick, ``finished`` those of
    earlier ones.
    """
    if len(table) == len(hands):
        best = best_of(table, suit_of(table[0]), trump)
        winner = (leader + table.index(best)) % len(hands)
        after = [tricks + (seat == winner) for seat, tricks in enumerate(won)]
        return lines_from(hands, trump, separate, winner, [], after, finished | set(table), rules)
    seat = (leader + len(table)) % len(hands)
    if not hands[seat]:
        return 1
    total = 0
    for card in right_cards(
        hands[seat], trump, separate, table, len(hands), won[seat], finished, rules
    ):
        rest = [hand - {card} if place == seat else hand for place, hand in enumerate(hands)]
        total += lines_from(rest, trump, separate, leader, [*table, card], won, finished, rules)
    return total


def right_cards(
    own: set[str],
    trump: str,
    separate: str | None,
    cards: list[str],
    players: int,
    won: int,
    finished: set[str],
    rules: Rules,
) -> set[str]:
    """Return what a player who has seen only the own hand and the finished tricks may play."""
    table = Table(cards, players, trump)
    legal = allowed(own, table, rules)
    if rules.cinch == "no":
        return legal
    # 4.8: every trump not seen for the last time is out, the ones on the table too.
    out = {card for card in DECK if suit_of(card) == trump} - own - finished
    if rules.trump == "separate":
        out.discard(separate)
    trumps = {card for card in own if suit_of(card) == trump}
    if won + sure_tricks(trumps, out) < rules.tricks_for_pot:
        return legal
    return cinch_cards(own, legal, table, out)


def counts() -> list[dict]:
    """Return every deal with its number of lines under each set of rules."""
    table = []
    for deal in DEALS:
        hands = deal.cards()
        lines = FIVE if len(hands[0]) == 5 else FOUR
        numbers = {
            line: count_lines(hands, deal.trump, deal.separate, deal.leader, read_rules(line))
            for line in lines
        }
        table.append(
            {
                "name": deal.name,
                "trump": deal.trump,
                "separate": deal.separate,
                "leader": deal.leader,
                "hands": hands,
                "lines": numbers,
            }
        )
    return table


if __name__ == "__main__":
    text = ",\n".join("  " + json.dumps(deal) for deal in counts())
    PERFT.write_text(f"[\n{text}\n]\n")
