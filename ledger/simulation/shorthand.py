"""Several players in one ``play`` line, as people write them: columns do not keep that, so it is made of the records."""

from __future__ import annotations

from itertools import groupby
from zlib import crc32

from ledger.log.hand_records import Play, Plays
from ledger.log.records import Hand, HandRecord, Session
from ledger.simulation.deck import Dice


def shorten(session: Session, often: float) -> Session:
    """Write in some hands (0 to 1) all players in one line who declared one after the other and whose cards nobody noted."""
    if often:
        hands = [said for said in session.body if isinstance(said, Hand) and not said.quarantined]
        # The name stands for the session's own dice: whoever writes a session writes it alike.
        wanted = Dice(crc32(session.id.encode())).chance(often, len(hands))
        for hand, short in zip(hands, wanted, strict=True):
            if short:
                hand.statements = _shortened(hand.statements)
    return session


def _shortened(lines: list[HandRecord]) -> list[HandRecord]:
    found: list[HandRecord] = []
    for bare, group in groupby(lines, key=lambda line: isinstance(line, Play) and line.out is None and line.drawn is None):
        several = list(group)
        if bare and len(several) > 1:
            draws = tuple((line.player, line.draw) for line in several if isinstance(line, Play))
            several = [Plays(several[0].line, draws)]
        found += several
    return found
