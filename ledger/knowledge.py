"""What each player is known to hold at each trick, from what is seen later and what was certainly kept (rules.md 6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.cards import NONE, UNKNOWN
from ledger.contradictions import Cards, kept_cards
from ledger.hands import TRICKS, Array, Hands
from ledger.shape import BIT, Shape, by_player, mask_of_lists


@dataclass(slots=True)
class Knowledge:
    """Masks of cards by active player; the hand is the last axis.

    ``known[t]`` (tricks, active, hands) was in hand before trick ``t``; ``ever`` at some time in the hand; ``certain``
    after the draw; ``finished[t]`` (tricks, hands) lay in tricks before ``t``. ``hidden[t]`` tells whether a
    finished trick hides a card. ``own_out`` are named discards and ``outs_known`` whether those are all.
    ``played`` and ``withdrawn`` (tricks, active, hands) are card codes.
    """

    played: Array
    withdrawn: Array
    known: Array
    ever: Array
    certain: Array
    shown: Array
    finished: Array
    hidden: Array
    own_out: Array
    outs_known: Array


def knowledge(hands: Hands, form: Shape, cards: Cards) -> Knowledge:
    """Return what the record proves of each active player's hand at each trick (6.1)."""
    active, count = form.seat_of.shape
    held = kept_cards(hands, form, cards.dealt, cards.out, cards.drawn, cards.turned)
    there = form.seat_of >= 0
    certain = np.where(there, by_player(held.kept | held.drawn, form), 0)
    own_out = np.where(there, by_player(held.out, form), 0)
    outs_known = there & by_player(held.outs_known, form)
    claimed = (np.arange(active, dtype=np.int8)[:, None] == form.claimant) & form.claimed
    shown = np.where(claimed, mask_of_lists(cards.shown), 0)
    played = np.empty((TRICKS, active, count), np.uint8)
    withdrawn = np.empty((TRICKS, active, count), np.uint8)
    for trick in range(TRICKS):
        turn = form.player_to_turn[trick].astype(np.intp)
        played[trick] = np.where(there, np.take_along_axis(cards.cards[trick], turn, 0), np.uint8(NONE))
        withdrawn[trick] = np.where(there, np.take_along_axis(cards.withdrawn[trick], turn, 0), np.uint8(NONE))
    card, back = BIT[played], BIT[withdrawn]
    known = np.empty((TRICKS, active, count), np.int64)
    later = shown
    for trick in reversed(range(TRICKS)):
        later = later | card[trick] | back[trick]
        known[trick] = later
    ever = later | certain
    kept = certain
    finished = np.zeros((TRICKS, count), np.int64)
    hidden = np.zeros((TRICKS, count), bool)
    for trick in range(TRICKS):
        known[trick] |= kept
        if trick + 1 < TRICKS:
            unseen = played[trick] == UNKNOWN
            kept = np.where(unseen, 0, (kept | back[trick]) & ~card[trick])
            finished[trick + 1] = finished[trick] | np.bitwise_or.reduce(card[trick], 0)
            hidden[trick + 1] = hidden[trick] | unseen.any(0)
    return Knowledge(played, withdrawn, known, ever, certain, shown, finished, hidden, own_out, outs_known)
