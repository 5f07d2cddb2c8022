"""The engine's judgement of a recording: the log, the open hand, and the hand to come, judged as one log."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ledger.engine import Judged, judge
from ledger.game.cards import NAMES, UNKNOWN
from ledger.hands import columns
from ledger.hands.model import PLAYED, Hands, House
from ledger.log import read
from ledger.log.between_hands import End
from ledger.log.hand_statements import Trick
from ledger.log.records import Comment, Hand, Session
from ledger.log.words import quote
from ledger.recording.spoken import Recording

FILE: Final = "the log"


@dataclass(frozen=True, slots=True)
class Standing:
    """A judged recording. Rows are indices of hands in ``judged``, or None.

    ``here`` is the open hand, ``coming`` a hand after it of which only the dealer is given: by it the engine says
    whose deal it is and who antes. ``open_trick`` is how many cards an incomplete trick has: the rest are
    judged as unseen cards, so that nobody is blamed for anything that is not proved. ``dealer`` is None if
    anybody may deal. ``before`` is the session as recorded, ``seats`` who is seated now, clockwise.
    """

    judged: Judged
    before: Session
    seats: tuple[str, ...]
    here: int | None
    coming: int | None
    dealer: str | None
    open_trick: int

    @property
    def hands(self) -> Hands:
        """The hands that were judged, as columns."""
        return self.judged.hands

    @property
    def house(self) -> House:
        """The rules and the ante of the open hand, else of the hand to come, else of the last one."""
        row = self.coming if self.here is None else self.here
        if row is None and not len(self.hands):
            return self.hands.sessions[0].house
        return self.hands.houses[int(self.hands.house[-1 if row is None else row])]

    @property
    def hand(self) -> Hand | None:
        """The statements of the open hand; None if none is open."""
        said = self.before.body[-1] if self.here is not None else None
        return said if isinstance(said, Hand) else None


def standing(recording: Recording) -> Standing:
    """Judge a recording. The last few results are cached."""
    return _standing(recording.text, recording.playing)


@lru_cache(maxsize=16)
def _standing(text: str, playing: bool) -> Standing:
    before = read(text, FILE)
    filled, open_trick = _filled(text, before) if playing else (text, 0)
    seats = _seated(text)
    ended = any(isinstance(item, End) for item in before.body)
    if ended or not seats:
        judged = judge(columns([before]))
        return Standing(judged, before, seats, len(judged.hands) - 1 if playing else None, None, None, open_trick)
    trial = read(filled + _next_hand(before, seats[0]), FILE).body[-1]
    assert isinstance(trial, Hand)
    judged, dealer = _with_next(filled, before, trial.due, seats[0])
    coming = len(judged.hands) - 1
    return Standing(judged, before, seats, coming - 1 if playing else None, coming, dealer, open_trick)


def _with_next(text: str, before: Session, due: str | None, anyone: str) -> tuple[Judged, str | None]:
    """Judge a log with a hand to come added. Also returns who deals it; without forfeits that would be ``due``."""
    judged = judge(columns([read(text + _next_hand(before, due or anyone), FILE)]))
    row = len(judged.hands) - 1
    wrong = [fact for fact in judged.facts if fact.row == row and fact.rule == "dealer"]
    if not wrong:
        return judged, due
    dealer = judged.hands.name(row, wrong[0].why["expected"])
    if judged.hands.houses[int(judged.hands.house[row])].rules.dealer_antes:
        judged = judge(columns([read(text + _next_hand(before, dealer), FILE)]))
    return judged, dealer


def _next_hand(before: Session, dealer: str) -> str:
    last = next((item for item in reversed(before.body) if isinstance(item, Hand) and item.first), None)
    number = 1 if last is None or last.first is None else last.first.number + (not last.misdeal)
    return f"hand {number} {quote(dealer)} -\n"


def _seated(text: str) -> tuple[str, ...]:
    """Who is seated at the end of a log, clockwise. The reader tells that for a hand whose dealer it cannot read."""
    hand = read(text + "hand\n", FILE).body[-1]
    assert isinstance(hand, Hand)
    return hand.seats


def _filled(text: str, session: Session) -> tuple[str, int]:
    """The log with its last trick filled up with ``??``, and how many cards that trick really has."""
    hand = session.body[-1]
    assert isinstance(hand, Hand)
    said = [statement for statement in hand.statements if not isinstance(statement, Comment)]
    if not said or not isinstance(said[-1], Trick):
        return text, 0
    row = columns([session])
    active = int((row.declared[:, -1] == PLAYED).sum())
    missing = active - len(said[-1].cards)
    if missing <= 0:
        return text, 0
    lines = text.split("\n")
    at = said[-1].line - 1
    words, mark, comment = lines[at].partition("   #")
    lines[at] = words + f" {NAMES[UNKNOWN]}" * missing + mark + comment
    return "\n".join(lines), len(said[-1].cards)
