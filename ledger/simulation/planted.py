"""A fault that was planted, and where the audit must find it."""

from __future__ import annotations

import json
from typing import NamedTuple

from ledger.game.cards import NAMES, NONE, UNKNOWN
from ledger.hands.model import Hands


class Planted(NamedTuple):
    """``rule`` as in the table of findings (log-format.md); ``row`` the hand in ``Hands``; ``trick`` from 1, 0 for none.

    ``place`` is a seat of that hand and ``player`` an index in the session's players, -1 for none; ``card`` a code;
    ``session`` is set instead of ``row`` where the finding belongs to no hand. ``follows`` names the fault that brought
    this one with it.
    """

    rule: str
    row: int
    trick: int = 0
    place: int = -1
    card: int = NONE
    player: int = -1
    session: int = -1
    follows: str | None = None

    def as_dict(self, hands: Hands) -> dict[str, object]:
        """Return the fault as a line of the side file has it."""
        info = hands.sessions[self.session if self.row < 0 else int(hands.session[self.row])]
        player = None
        if self.row >= 0 and self.place >= 0:
            player = hands.name(self.row, self.place)
        elif self.player >= 0:
            player = info.players[self.player]
        return {
            "file": info.file,
            "session": info.id,
            "hand": int(hands.number[self.row]) if self.row >= 0 else None,
            "trick": self.trick or None,
            "player": player,
            "rule": self.rule,
            "card": NAMES[self.card] if self.card < UNKNOWN else None,
            "follows": self.follows,
        }

    def line(self, hands: Hands) -> str:
        """Return the fault as JSON."""
        return json.dumps(self.as_dict(hands), ensure_ascii=False)


def as_recorded(planted: list[Planted], hands: Hands) -> list[Planted]:
    """Return the faults as the record shows them: a card taken back may not have been written down."""
    return [
        fault._replace(card=NONE)
        if fault.rule == "recall" and fault.card not in hands.withdrawn[fault.trick - 1, :, fault.row]
        else fault
        for fault in planted
    ]
