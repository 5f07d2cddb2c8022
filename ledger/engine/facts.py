"""Facts: what the replay and the settlement found wrong, before anybody puts it into words."""

from __future__ import annotations

from typing import Any, NamedTuple

from ledger.game.cards import NONE


class Fact(NamedTuple):
    """One thing found: its rule as in the table of findings (log-format.md) and what belongs to it.

    ``row`` is the hand in ``Hands`` (-1: ``session`` only); ``trick`` counts from 1, 0 for none; ``seat`` is a place
    at the table and ``player`` an index in the session's players (-1: none); ``card`` a code; ``required`` a mask;
    ``amount`` in chips. ``why`` is what the sentence needs besides. ``unproved`` is True where the record neither proves nor
    disproves it; ``remark`` where it is worth no more than a remark. ``settled`` is the log line that put it right later
    (rules.md 5.15), None if none did.
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
        """The same fact of another row; ``_replace`` takes four times as long."""
        return Fact(self[0], row, *self[2:])

    @property
    def wrong_card(self) -> bool:
        """True if a card broke a rule of play: only there is it known which cards were right (``required``)."""
        return self.required is not None
