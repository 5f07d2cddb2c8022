"""What each player is known to hold at each trick, from what is seen later and what was certainly kept (rules.md 6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.examination import Cards
from ledger.engine.form import BIT, Form, PlayOrder, by_player, mask_of_lists
from ledger.game.cards import NONE, UNKNOWN
from ledger.hands.model import TRICKS, Array


@dataclass(slots=True)
class Knowledge:
    """Masks of cards by active player; the hand is the last axis.

    ``known[t]`` (tricks, active, hands) was in hand before trick ``t``; ``ever`` at some time after the draw;
    ``finished[t]`` (tricks, hands) lay in tricks before ``t``. ``hidden[t]`` tells whether a finished trick hides a
    card. ``own_out`` are named discards and ``outs_known`` whether those are all. ``played`` (tricks, active, hands)
    are card codes.
    """

    played: Array
    known: Array
    ever: Array
    shown: Array
    finished: Array
    hidden: Array
    own_out: Array
    outs_known: Array


def knowledge(form: Form, order: PlayOrder, cards: Cards) -> Knowledge:
    """Return what the record proves of each active player's hand at each trick (6.1)."""
    active, count = form.seat_of.shape
    held = cards.held
    certain = by_player(held.kept | held.drawn, form)
    claimed = (np.arange(active, dtype=np.int8)[:, None] == form.claimant) & form.claimed
    shown = np.where(claimed, mask_of_lists(cards.shown), 0) if claimed.any() else np.zeros_like(certain)
    played = order.by_player(cards.cards)
    card = BIT[played]
    seen = card
    back: Array | None = None
    if (cards.withdrawn != NONE).any():
        back = BIT[order.by_player(cards.withdrawn)]
        seen = card | back
    known = np.empty((TRICKS, active, count), np.int64)
    later = shown
    for trick in reversed(range(TRICKS)):
        later = np.bitwise_or(later, seen[trick], out=known[trick])
    ever = later | certain
    finished = np.zeros((TRICKS, count), np.int64)
    hidden = np.zeros((TRICKS, count), bool)
    lying = np.bitwise_or.reduce(card, 1)
    unseen = played == UNKNOWN
    some_unseen = bool(unseen.any())
    kept = certain
    for trick in range(TRICKS):
        known[trick] |= kept
        if trick + 1 < TRICKS:
            kept = (kept if back is None else kept | back[trick]) & ~card[trick]
            np.bitwise_or(finished[trick], lying[trick], out=finished[trick + 1])
            if some_unseen:
                kept[unseen[trick]] = 0
                hidden[trick + 1] = hidden[trick] | unseen[trick].any(0)
    return Knowledge(played, known, ever, shown, finished, hidden, by_player(held.out, form), by_player(held.outs_known, form))
