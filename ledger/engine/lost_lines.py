"""Lines that cannot be read and may have changed what the hands below them are judged by: nobody is accused for want of them.

A line that cannot be read costs its hand. But ``ant 2`` may have been the ante of all hands below it, ``Rules must-trump=no`` the
rules, ``leave Dott`` the end of somebody's turns to ante and to deal; ``penalty Bea 7 fro 12`` put chips into the pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.facts import Fact
from ledger.hands.events import ANTE
from ledger.hands.model import Array, Hands
from ledger.log import statements_meant

_WHATEVER_THE_RULES: Final = frozenset(("hand-number", "all-passed", "unverified-pot", "count"))
"""What is found by no rule of the house."""
_BY_THE_SEATS: Final = frozenset(("ante", "dealer", "seats"))


@dataclass(slots=True)
class LostLines:
    """The hands (hands,) below a line that cannot be read and may have changed the ``rules``, the ``ante`` or the ``seats``.

    Without the rules nothing of a hand can be judged; nor where somebody may sit on another chair, which counts as the same.
    ``pot`` are those right below one that may have put chips into the pot, told what was played unwritten, or thrown a hand in.
    """

    rules: Array
    ante: Array
    seats: Array
    pot: Array

    @property
    def antes_unknown(self) -> Array:
        """True where nobody can say what had to be put in."""
        return np.asarray(self.rules | self.ante | self.seats | self.pot)

    def unaffected(self, hands: Hands, facts: list[Fact]) -> list[Fact]:
        """The facts that hang on no line that was lost."""
        if not self.antes_unknown.any():
            return facts
        in_antes = np.array([not isinstance(house.rules.limit, int | None) for house in hands.houses], bool)
        capped = self.ante & in_antes[hands.house]
        return [fact for fact in facts if fact.row < 0 or not self._hangs_on_one(fact, capped)]

    def _hangs_on_one(self, fact: Fact, capped: Array) -> bool:
        row, rule = fact.row, fact.rule
        if (self.rules[row] or capped[row]) and rule not in _WHATEVER_THE_RULES:
            return True
        return bool((self.seats[row] and rule in _BY_THE_SEATS) or (self.pot[row] and rule == "dealer"))


def lost_lines(hands: Hands) -> LostLines:
    """Find the lines that were lost, and the hands below them."""
    lost = LostLines(*(np.zeros(len(hands), bool) for _ in range(4)))
    of_file = {info.file: at for at, info in enumerate(hands.sessions)} if hands.errors else {}
    for error in hands.errors:
        if error.file in of_file:
            session = of_file[error.file]
            for meant in statements_meant(error.text, hands.sessions[session].players):
                _lose(hands, lost, session, error.line, meant)
    for row, lines in hands.text.items():  # nothing of it counts, and nobody antes after it all the same
        if any(text.split()[:1] == ["misdeal"] for _, text in lines):
            session = int(hands.session[row])
            _lose(hands, lost, session, int(hands.line[row]) + 1, "misdeal")
    return lost


def _lose(hands: Hands, lost: LostLines, session: int, line: int, meant: str) -> None:
    info, events = hands.sessions[session], hands.events
    rows = slice(info.first_row, info.first_row + info.rows)
    below = rows.start + int(np.searchsorted(hands.line[rows], line))
    if meant == "ante":
        said = events.before[(events.session == session) & (events.kind == ANTE) & (events.line > line)]
        lost.ante[below : int(said[0]) if len(said) else rows.stop] = True
    elif meant == "rules":
        lost.rules[below : rows.stop] = True
    elif meant in {"sit", "leave"}:
        if meant == "sit" and lost.seats[below : below + 1].any():
            lost.rules[below : rows.stop] = True  # somebody left, and sat down elsewhere: whose each card is, hangs on it
        lost.seats[below : rows.stop] = True
    elif meant in {"penalty", "result", "misdeal"}:
        lost.pot[below : min(below + 1, rows.stop)] = True
