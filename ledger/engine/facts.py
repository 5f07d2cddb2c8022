"""Facts: what the replay and the settlement found wrong, before anybody puts it into words."""

from __future__ import annotations

from typing import Any, NamedTuple

from ledger.game.cards import NONE


class Fact(NamedTuple):
    """One thing that is wrong, not yet in words. ``rule`` is its kind, as in the table of findings (log-format.md).

    Where it is: ``row`` is a hand in ``Hands``, -1 if only a ``session`` is meant; ``trick`` counts from 1 (0: none); ``seat``
    is a place at the table and ``player`` an index into the players of the session (-1: none); ``line`` is a line of the log.

    What it is: ``card`` is the code of the card played, ``required`` the mask of those that would have been right (None unless
    a card broke a rule of play), ``amount`` a number of chips. ``why`` has what else the sentence needs, by name.

    ``unproved`` is True if the record neither proves nor disproves it, ``remark`` if it deserves no more than a remark.
    ``settled`` is the later line of the log that put it right (rules.md 5.15), None if none did.
    """

    rule: str
    row: int
    trick: int = 0
    seat: int = -1
    card: int = NONE
    required: int | None = None
    amount: int | None = None
    line: int = 0
    why: dict[str, Any] = {}  # noqa: RUF012 - never changed
    session: int = -1
    player: int = -1
    unproved: bool = False
    remark: bool = False
    settled: int | None = None

    def moved(self, row: int) -> Fact:
        """The same fact about another row, four times faster than with ``_replace``."""
        return Fact(self[0], row, *self[2:])

    @property
    def wrong_card(self) -> bool:
        """True if a card broke a rule of play."""
        return self.required is not None
