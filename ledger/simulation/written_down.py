"""How much of a hand people write down (rules.md 6), and how: several players in one
``play`` line.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final
from zlib import crc32

import numpy as np

from ledger.game.play import NONE, UNKNOWN
from ledger.hands.model import (
    ABSENT,
    BY_TRICKS,
    DROPPED,
    PASSED,
    PLAYED,
    SILENT,
    TRICKS,
    Array,
    Hands,
)
from ledger.log.hand_statements import Play, Plays
from ledger.log.records import Hand, HandRecord, Session
from ledger.simulation.deck import Dice

# how much of a hand is written down (rules.md 6)
LEVELS: Final = ("full", "plays", "partial", "score", "claim")
FULL, PLAYS, PARTIAL, SCORE, CLAIM = range(len(LEVELS))
BLANK = 0.1  # how often a card is not known in a partial record
UNSEEN = 0.3  # how often the turned card is unknown in a hand with nothing but its tricks


@dataclass(slots=True)
class Lines:
    """Which lines a hand has: arrays (hands,).

    ``players`` is True for the lines that say who plays, ``rest`` for tricks after a claim,
    ``leaders`` for tricks with only their leader known.
    """

    counts: Array
    ante: Array
    pot: Array
    take: Array
    match: Array
    players: Array
    rest: Array
    leaders: Array


def choose_lines(level: Array, dice: Dice, rare: float, *, sure: bool) -> Lines:
    """Choose the lines of each hand; ``sure`` asks for the tricks of a partial record, so that its
    outcome is always known.

    ``rare`` is how often ``players`` and ``rest`` are left out, and how often a score has tricks of
    ``??``.
    """
    whole = (level == FULL) | (level == CLAIM)
    some = (level == PARTIAL) | (level == SCORE)
    count = len(level)

    def line(rate: float) -> Array:
        return np.asarray(whole | (some & dice.chance(rate, count)))

    counts = whole | (level == SCORE) | (level == PARTIAL) & (dice.chance(0.8, count) | sure)
    often = (line(0.4), line(0.4), line(0.4), line(0.4))
    seldom = dice.chance(rare, 3, count) if rare else np.zeros((3, count), bool)
    return Lines(
        counts, *often, players=~seldom[0], rest=~seldom[1], leaders=seldom[2] & ~seldom[0]
    )


def write_down(hands: Hands, level: Array, lines: Lines, dice: Dice, faulty: Array) -> None:
    """Remove from the columns what was not written down; a hand with a fault keeps what
    proves it.
    """
    dealt = (level == FULL) | (level == CLAIM)
    partial = np.flatnonzero((level == PARTIAL) & ~faulty)
    _silence(hands, np.flatnonzero(~dealt & ~faulty), dice)
    _turn_over(hands, np.flatnonzero(~dealt & ~faulty), level, lines, dice)
    _blur(hands, partial, lines, dice)
    bare = np.flatnonzero((level == PLAYS) | (level == SCORE))
    for name in ("dealt", "out", "drawn"):
        _forget(hands, name, bare, np.ones((hands.width, len(bare)), bool))
    score = np.flatnonzero(level == SCORE)
    told = lines.leaders[score] & hands.has_counts[score] & (hands.claim[score] < 0)
    _cut(hands, score[~told], np.zeros(int((~told).sum()), np.int64))
    cards = hands.cards[:, :, score[told]]  # each is written as ``??``
    hands.cards[:, :, score[told]] = np.where(cards == NONE, cards, np.uint8(UNKNOWN))
    hands.withdrawn[:, :, score[told]] = NONE
    hands.claim[score] = hands.claim_after[score] = ABSENT
    hands.shown[:, score] = NONE
    quiet = score[dice.chance(0.5, len(score)) & ~faulty[score]]
    hands.draw[:, quiet] = ABSENT
    counted = hands.has_counts & ~(hands.declared == DROPPED).any(0)
    _only_the_tricks(hands, np.flatnonzero(~lines.players & (level == SCORE) & counted), dice)
    ended = np.flatnonzero(~lines.rest & dealt & ~faulty & (hands.claim >= 0) & hands.has_counts)
    _cut(hands, ended, hands.claim_after[ended])


def _only_the_tricks(hands: Hands, rows: Array, dice: Dice) -> None:
    """Leave only ``tricks`` to show who played; it names those who took none, too."""
    playing = hands.declared[:, rows] == PLAYED
    hands.score[rows] = BY_TRICKS
    hands.declared[:, rows] = np.where(playing, np.int8(PLAYED), np.int8(SILENT))
    hands.order[:, rows] = np.where(playing, np.cumsum(playing, 0) - 1, ABSENT)
    hands.draw[:, rows] = ABSENT
    hands.counted[:, rows] = np.where(playing, np.maximum(hands.counted[:, rows], 0), ABSENT)
    unseen = rows[dice.chance(UNSEEN, len(rows))]
    hands.turned[unseen], hands.trump[unseen] = NONE, ABSENT


def _forget(hands: Hands, name: str, rows: Array, where: Array) -> None:
    """Clear lists of cards where ``where`` (width, rows) is True."""
    lists, counts = getattr(hands, name), getattr(hands, f"{name}_count")
    lists[:, :, rows] = np.where(where, np.uint8(NONE), lists[:, :, rows])
    counts[:, rows] = np.where(where, np.int8(ABSENT), counts[:, rows])


def _silence(hands: Hands, rows: Array, dice: Dice) -> None:
    """Leave out some passes (log-format.md: seated players with neither `pass` nor `play`
    passed).
    """
    declared = hands.declared[:, rows]
    # If everybody passes that is written: a hand with only payments would be a score of unknown
    # players.
    silent = (declared == PASSED) & dice.chance(0.5, len(rows)) & (declared >= PLAYED).any(0)
    declared[silent] = SILENT
    hands.declared[:, rows] = declared
    hands.order[:, rows] = np.where(
        declared == SILENT, ABSENT, np.cumsum(declared != SILENT, 0) - 1
    )


def _turn_over(hands: Hands, rows: Array, level: Array, lines: Lines, dice: Dice) -> None:
    """Sometimes keep only the trump suit of the turned card, or nothing if the tricks are counted
    anyway.
    """
    unseen = rows[dice.chance(0.15, len(rows))]
    hands.turned[unseen] = NONE
    blank = unseen[dice.chance(0.2, len(unseen)) & lines.counts[unseen] & (level[unseen] != PLAYS)]
    hands.trump[blank] = ABSENT


def _cut(hands: Hands, rows: Array, kept: Array) -> None:
    """Keep only the first ``kept`` (rows,) tricks."""
    lost = np.arange(TRICKS)[:, None] >= kept
    hands.trick_count[rows] = np.minimum(hands.trick_count[rows], kept)
    for name, nothing in (("trick_size", 0), ("leader", ABSENT)):
        column = getattr(hands, name)
        column[:, rows] = np.where(lost, nothing, column[:, rows])
    for name in ("cards", "withdrawn"):
        column = getattr(hands, name)
        column[:, :, rows] = np.where(lost[:, None], np.uint8(NONE), column[:, :, rows])


def _blur(hands: Hands, rows: Array, lines: Lines, dice: Dice) -> None:
    """Make a partial record: unknown cards, missing lists and tricks."""
    count, width = len(rows), hands.width
    for name, rate in (("dealt", 0.4), ("out", 0.3), ("drawn", 0.3)):
        _forget(hands, name, rows, dice.chance(rate, width, count))
        _blot(getattr(hands, name), rows, dice)
    _blot(hands.cards, rows, dice)
    _blot(hands.withdrawn, rows, dice)
    _blot(hands.shown, rows, dice)
    laid = (hands.shown[:, rows] != NONE).sum(0)
    # A claim without cards is to all remaining tricks.
    hidden = dice.chance(0.3, count) & (
        hands.claim_after[rows] + laid == hands.rules.hand_size[rows]
    )
    hands.shown[:, rows] = np.where(hidden, np.uint8(NONE), hands.shown[:, rows])
    # If the dealer may take the turned card, discards alone do not show how many were drawn.
    unsaid = dice.chance(0.2, width, count) & (~hands.rules.trump_is_dealer_may_take[rows])
    hands.draw[:, rows] = np.where(
        unsaid & (hands.declared[:, rows] >= PLAYED), ABSENT, hands.draw[:, rows]
    )
    size = hands.rules.hand_size[rows]
    recalled = (hands.withdrawn[:, :, rows] != NONE).any(1)
    least = np.where(recalled.any(0), TRICKS - np.argmax(recalled[::-1], 0), 0)
    short = dice.chance(0.25, count) & lines.counts[rows] & (hands.claim[rows] < 0)
    kept = np.maximum(least, dice.below(size, count))
    cut = rows[short]
    _cut(hands, cut, kept[short])


def _blot(column: Array, rows: Array, dice: Dice) -> None:
    """Make some of the cards in ``rows`` unknown."""
    cards = column[..., rows]
    lost = (cards < UNKNOWN) & dice.chance(BLANK, *cards.shape)
    cards[lost] = UNKNOWN
    column[..., rows] = cards


# --- Several players in one play line -------------------------------------------------------------
def shorten(session: Session, often: float) -> Session:
    """In some hands (a rate of ``often``) put players who declared in succession, without noted
    cards, on one line.
    """
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
    for bare, group in groupby(
        lines, key=lambda line: isinstance(line, Play) and line.out is None and line.drawn is None
    ):
        several = list(group)
        if bare and len(several) > 1:
            draws = tuple((line.player, line.draw) for line in several if isinstance(line, Play))
            several = [Plays(several[0].line, draws)]
        found += several
    return found
