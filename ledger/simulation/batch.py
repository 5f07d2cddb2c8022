"""Sessions made together: played, paid and recorded, with planted faults if wanted."""

from __future__ import annotations

from typing import NamedTuple

from ledger.hands.model import Hands
from ledger.simulation.deck import Dice
from ledger.simulation.faults import Planted, as_recorded
from ledger.simulation.payments import pay, write_events
from ledger.simulation.played import Played
from ledger.simulation.written_down import choose_lines, write_down
from ledger.simulation.wrong_records import misrecord, spoil_lines


class Simulated(NamedTuple):
    """Sessions, and the faults planted in them."""

    hands: Hands
    planted: list[Planted]


def made(dice: Dice, played: Played) -> Simulated:
    """Pay and record sessions that were played."""
    faulty = played.fault >= 0
    lines = choose_lines(played.level, dice, played.plan.rare, sure=played.plan.faults > 0)
    settled = pay(played, lines, dice)
    write_events(played, settled, dice)
    write_down(played.hands, played.level, lines, dice, faulty)
    misrecord(played, dice.bits(int(faulty.sum())).tolist())
    spoil_lines(played)
    return Simulated(played.hands, as_recorded(played.planted, played.hands))
