"""Which hands a line that cannot be read leaves in doubt: nobody is accused under terms that may not have applied.

Such a line inside a hand puts only that hand in quarantine. Between hands it may reach further: ``ant 2`` may have set the
ante of all hands below it, ``Rules must-trump=no`` may have changed the rules, after ``leave Dott`` somebody may no longer
have to ante or deal, and ``penalty Bea 7 fro 12`` may have put chips into the pot.
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
"""Kinds of facts that depend on no rule of the house."""
_BY_THE_SEATS: Final = frozenset(("ante", "dealer", "seats"))


@dataclass(slots=True)
class LostLines:
    """What is in doubt in each hand, because of a line above it that cannot be read: flags (hands,).

    ``rules`` and ``ante`` are True for all hands below a line that may have changed them, ``seats`` below one that may have
    changed who sits where. Where players may have changed places nobody can tell whose cards are whose: there ``rules`` is
    True as well, and nothing of the hand can be judged. ``pot`` is True only for the hand right below a line that may have put
    chips into the pot, given the result of play that was not recorded, or thrown a hand in.
    """

    rules: Array
    ante: Array
    seats: Array
    pot: Array

    @property
    def antes_unknown(self) -> Array:
        """True (hands,) where nobody can say what had to be put in."""
        return np.asarray(self.rules | self.ante | self.seats | self.pot)

    def unaffected(self, hands: Hands, facts: list[Fact]) -> list[Fact]:
        """The facts that do not depend on a line that cannot be read."""
        if not self.antes_unknown.any():
            return facts
        # A limit that is a number of antes is unknown where the ante is, and so is every stake.
        in_antes = np.array([not isinstance(house.rules.limit, int | None) for house in hands.houses], bool)
        capped = self.ante & in_antes[hands.house]
        return [fact for fact in facts if fact.row < 0 or not self._may_be_due_to_one(fact, capped)]

    def _may_be_due_to_one(self, fact: Fact, capped: Array) -> bool:
        """True if a fact may be due to a line that cannot be read; ``capped`` (hands,): the limit may be another."""
        row, rule = fact.row, fact.rule
        if (self.rules[row] or capped[row]) and rule not in _WHATEVER_THE_RULES:
            return True
        return bool((self.seats[row] and rule in _BY_THE_SEATS) or (self.pot[row] and rule == "dealer"))


def lost_lines(hands: Hands) -> LostLines:
    """Find what the lines that cannot be read leave in doubt, in which hands."""
    lost = LostLines(*(np.zeros(len(hands), bool) for _ in range(4)))
    of_file = {info.file: at for at, info in enumerate(hands.sessions)} if hands.errors else {}
    for error in hands.errors:
        if error.file in of_file:
            session = of_file[error.file]
            for meant in statements_meant(error.text, hands.sessions[session].players):
                _lose(hands, lost, session, error.line, meant)
    for row, lines in hands.text.items():  # in quarantine, but if it was thrown in nobody antes for the next hand
        if any(text.split()[:1] == ["misdeal"] for _, text in lines):
            session = int(hands.session[row])
            _lose(hands, lost, session, int(hands.line[row]) + 1, "misdeal")
    return lost


def _lose(hands: Hands, lost: LostLines, session: int, line: int, meant: str) -> None:
    """Mark the hands of a session below ``line``, which may have been meant as a statement ``meant``."""
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
            lost.rules[below : rows.stop] = True  # somebody left and sat down elsewhere: nobody can tell whose cards are whose
        lost.seats[below : rows.stop] = True
    elif meant in {"penalty", "result", "misdeal"}:
        lost.pot[below : min(below + 1, rows.stop)] = True
