"""From the texts of session logs to columns: what ``read`` and ``columns`` make of them, for many hands at once.

Most hands are plain: their lines are read together (``plain_hands``). Headers, what stands between hands, and every hand that
has anything unusual are read line by line (``ledger.log.reader``).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from ledger.hands.from_log import USUAL_HELD, columns, widest
from ledger.hands.hand_row import Layout
from ledger.hands.model import Array, Hands
from ledger.hands.plain_hands import PlainHands
from ledger.log import read, read_lines
from ledger.log.plain_lines import Lines, usual_text
from ledger.log.records import Hand, Log, Session


class Logs(NamedTuple):
    """What some logs say. Plain hands are in ``hands`` like all others, but have no statements in ``sessions``."""

    sessions: list[Session]
    hands: Hands


def read_logs(logs: Iterable[Log | Session]) -> Logs:
    """Read session logs into columns, as ``columns`` does from what ``read`` returns; some may have been read before."""
    return _Reading(logs).logs()


class _Reading:
    """``texts`` are those that are read at once, each with its file and the index of its session among ``sessions``."""

    def __init__(self, logs: Iterable[Log | Session]) -> None:
        self.sessions: list[Session] = []
        self.texts: list[tuple[str, str, int]] = []
        for at, log in enumerate(logs):
            text = usual_text(log.content) if isinstance(log, Log) else None
            if text is not None:
                self.texts.append((text, log.file, at))
            self.sessions.append(log if isinstance(log, Session) else Session(log.file) if text else read(*log))
        self.lines = Lines([text for text, _, _ in self.texts])
        for number, (_, _, at) in enumerate(self.texts):
            self.sessions[at] = self.session(number, set())

    def session(self, number: int, refused: set[int]) -> Session:
        """Read a text but for its plain hands; ``refused`` are the lines of hands that turned out not to be plain."""
        text, file, _ = self.texts[number]
        begin, end = self.lines.begins[number : number + 2].tolist()
        session = read_lines(text, file, self.lines.others(number, refused))
        if not session.readable:
            return read(text, file)
        counted = self.lines.counted[begin:end].tolist()
        for hand in session.body:
            if type(hand) is Hand and begin + hand.line - 1 not in refused:
                hand.plain = counted[hand.line - 1]
        return session

    def logs(self) -> Logs:
        """Read the plain hands, and then line by line those that are none."""
        plain = PlainHands(self.lines, *self.seatings(), Layout(widest(self.sessions), USUAL_HELD))
        refused = self.lines.first_lines[plain.refused]
        where, lines = np.searchsorted(self.lines.begins, refused, "right") - 1, set(refused.tolist())
        for number in dict.fromkeys(where.tolist()):
            self.sessions[self.texts[number][2]] = self.session(number, lines)
        return Logs(self.sessions, columns(self.sessions, plain))

    def seatings(self) -> tuple[list[tuple[str, ...]], Array]:
        """Return each group of players who sat together once, and the index of each hand's group, -1 unless the hand is plain."""
        numbers: dict[tuple[str, ...], int] = {}
        seating = np.full(len(self.lines.first_lines), -1)
        for session in self.sessions:
            for hand in session.body:
                if type(hand) is Hand and hand.plain >= 0 and not hand.quarantined:
                    seating[hand.plain] = numbers.setdefault(hand.seats, len(numbers))
        return list(numbers), seating
