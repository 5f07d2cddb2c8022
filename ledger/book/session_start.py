"""What a session begins with because of the one before it, and how the database keeps it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from ledger.hands.model import SessionInfo

People: TypeAlias = tuple[int, ...]
"""Players, as the book numbers them, in order; one who forfeited two turns stands there twice."""


class Start(NamedTuple):
    """What a session starts with because of the one before it.

    ``pot`` are chips (None: its log says what is in the pot); ``sure`` is False if they cannot be trusted. ``exempt`` are
    those who post no ante in the first hand (None: not known), unless the log says it. ``forfeits`` are the turns to deal that
    are certainly forfeited, ``possible`` those that may be.
    """

    pot: int | None
    sure: bool
    exempt: People | None
    forfeits: People
    possible: People

    def apply(self, info: SessionInfo, people: Mapping[str, int]) -> None:
        """Let a session begin like this; ``people`` are the players behind its names."""
        who = [people[name] for name in info.players]
        if self.pot is not None:
            info.pot, info.pot_sure = self.pot, self.sure
        if info.exempt is None and not info.exempt_lost:
            # Where the house lets nobody off, everybody antes (5.8), whatever the one before did.
            exempt = self.exempt if info.rules.bourre_exempt or info.rules.tied_exempt else ()
            info.exempt_lost = exempt is None
            info.exempt = None if exempt is None else tuple(at for at, one in enumerate(who) if one in exempt)
        info.forfeits = tuple(Counter(who.index(one) for one in self.forfeits if one in who).items())
        info.possible_forfeits = tuple(Counter(who.index(one) for one in self.possible if one in who).items())

    def text(self) -> str:
        """The same for the database."""
        return json.dumps(self)


def start_of(text: str | None) -> Start | None:
    """Return the start that ``Start.text`` gave as text; None for a session that starts as its log says."""
    if text is None:
        return None
    pot, sure, exempt, forfeits, possible = json.loads(text)
    return Start(pot, sure, None if exempt is None else tuple(exempt), tuple(forfeits), tuple(possible))
