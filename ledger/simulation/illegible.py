"""A line that cannot be read: its hand, the last of a session, is kept word for word (log-format.md, "Unverified")."""

from __future__ import annotations

import numpy as np

from ledger.hands.from_log import columns
from ledger.hands.model import COLUMNS
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation.game import Game, blank
from ledger.simulation.plan import number_of
from ledger.simulation.planted import Planted

SLIPS = {"play": "plya", "pass": "apss"}


def spoil_lines(game: Game) -> None:
    """Misspell the first declaration of each hand that should have a line that cannot be read."""
    for row in np.flatnonzero(game.fault == number_of("syntax")).tolist():
        _spoil(game, row)
        # Nothing else that happened in this hand can be found any more.
        game.planted[:] = [*(fault for fault in game.planted if fault.row != row), Planted("syntax", row)]


def _spoil(game: Game, row: int) -> None:
    hands = game.hands
    at = int(hands.session[row])
    log = write(next(sessions_of(hands.part(slice(at, at + 1)))))
    before, mark, last = log.rpartition("\nhand ")
    for word, slip in SLIPS.items():
        place = last.find(f"\n  {word} ")
        if place >= 0:
            last = last[: place + 3] + slip + last[place + 3 + len(word) :]
            break
    spoilt = columns([read(before + mark + last, hands.sessions[at].file)])
    nothing = blank(hands.width, 1)
    for name in set(COLUMNS) - {"session", "number", "line", "seated", "player"}:
        getattr(hands, name)[..., row] = getattr(nothing, name)[..., 0]
    hands.quarantined[row] = True
    hands.text[row] = spoilt.text[len(spoilt) - 1]
    hands.errors += spoilt.errors
