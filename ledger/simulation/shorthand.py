"""Several players in one ``play`` line, as people write them. Columns do not keep that, so it is done on the records."""

from __future__ import annotations

from itertools import groupby
from zlib import crc32

from ledger.log.hand_statements import Play, Plays
from ledger.log.records import Hand, HandRecord, Session
from ledger.simulation.deck import Dice


def shorten(session: Session, often: float) -> Session:
    """In some hands (a rate of ``often``) put players who declared in succession, without noted cards, on one line."""
    if often:
        hands = [said for said in session.body if isinstance(said, Hand) and not said.quarantined]
        # The session's name is its seed: a session is always written the same way.
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
