"""The last tricks of a hand with open cards, gone through by brute force: each line of play, and
what it is worth (max^n).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from ledger.game.rules import Rules

from .hand import RANKS, height, suit_of
from .perft import right_cards
from .referee import best_of

Line: TypeAlias = tuple[str, ...]
"""The cards that were played from the beginning of an ending, in order."""


@dataclass(frozen=True)
class Ending:
    """A hand of which some tricks are left; tuples by player, clockwise.

    ``own_out`` are the discards that a player has seen the last of, ``separate`` the turned card
    that is nobody's (2.4), ``table`` the cards of this trick so far, and ``shown_out`` those who
    have shown that they have no trump (4.8).
    """

    rules: Rules
    trump: str
    separate: str
    hands: tuple[frozenset[str], ...]
    own_out: tuple[frozenset[str], ...]
    leader: int
    won: tuple[int, ...]
    table: Line = ()
    finished: frozenset[str] = frozenset()
    shown_out: frozenset[int] = frozenset()

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.table)) % len(self.hands)

    def right(self) -> list[str]:
        """The cards that are right now, the lowest first (4.3 to 4.8); none when the hand
        is over.
        """
        who = self.player
        gone = self.finished | self.own_out[who]
        if self.shown_out >= set(range(len(self.hands))) - {who}:
            gone = gone | {rank + self.trump for rank in RANKS}
        if not self.hands[who]:
            return []
        cards, players = list(self.table), len(self.hands)
        right = right_cards(
            set(self.hands[who]),
            self.trump,
            self.separate,
            cards,
            players,
            self.won[who],
            set(gone),
            self.rules,
        )
        return sorted(right, key=lambda card: (height(card), suit_of(card)))

    def after(self, card: str) -> Ending:
        """What is left when this card has been played; the trick goes to whoever takes it when it
        is whole.
        """
        who, players = self.player, len(self.hands)
        hands = tuple(
            hand - {card} if place == who else hand for place, hand in enumerate(self.hands)
        )
        table = (*self.table, card)
        if len(table) < players:
            return replace(self, hands=hands, table=table)
        led = suit_of(table[0])
        taker = (self.leader + table.index(best_of(list(table), led, self.trump))) % players
        shown = {
            (self.leader + turn) % players
            for turn, other in enumerate(table)
            if suit_of(other) not in (led, self.trump)
            and (self.rules.must_trump or led == self.trump)
        }
        return replace(
            self,
            hands=hands,
            leader=taker,
            won=tuple(tricks + (place == taker) for place, tricks in enumerate(self.won)),
            table=(),
            finished=self.finished | set(table),
            shown_out=self.shown_out | shown,
        )

    def chips(self) -> tuple[int, ...]:
        """What each has of a stake when the hand is over: it is taken by most tricks, and paid by
        whoever has none (5.1, 5.4).
        """
        most = max(self.won)
        alone = self.won.count(most) == 1
        return tuple((alone and tricks == most) - (tricks == 0) for tricks in self.won)


def solved(ending: Ending) -> dict[Line, tuple[int, ...]]:
    """What each line is worth to each player: what it ends with, or if each from there on plays
    what brings most chips.

    Everybody sees all cards and thinks of nobody else (max^n); of cards that bring as much the
    lowest is played.
    """
    found: dict[Line, tuple[int, ...]] = {}

    def value(now: Ending, line: Line) -> tuple[int, ...]:
        each = [value(now.after(card), (*line, card)) for card in now.right()]
        found[line] = max(each, key=lambda chips: chips[now.player]) if each else now.chips()
        return found[line]

    value(ending, ())
    return found
