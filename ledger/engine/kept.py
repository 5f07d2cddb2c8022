"""What each player certainly held after the draw (log-format.md, "What a hand is known to hold")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ledger.engine.form import BIT, Form, has_unknown
from ledger.game.cards import UNKNOWN
from ledger.hands.model import Array, Hands


@dataclass(slots=True)
class Kept:
    """What each place certainly held after the draw: masks (seats, hands).

    ``kept`` are cards dealt and not discarded; ``whole`` tells whether the hand after the draw is recorded card by
    card; ``outs_known`` whether every discard is named (or there was none); ``twice`` are cards named twice in one list.
    """

    dealt: Array
    out: Array
    drawn: Array
    kept: Array
    whole: Array
    outs_known: Array
    deal_known: Array
    twice: Array


def mask_and_repeats(lists: Array) -> tuple[Array, Array]:
    """Return the mask of each list of cards (held, …) and the mask of those that stand in it twice."""
    mask = BIT[lists[0]]
    repeats = np.zeros_like(mask)
    if not (lists[0] < UNKNOWN).any() and not (lists < UNKNOWN).any():
        return mask, repeats  # nobody wrote such cards down in any of these hands
    for cards in lists[1:]:
        bit = BIT[cards]
        repeats |= mask & bit
        mask |= bit
    return mask, repeats


class CardLists(Protocol):
    """The cards named before the play: ``Hands`` as written, or as far as the record does not contradict itself."""

    dealt: Array
    out: Array
    drawn: Array
    turned: Array


def kept_cards(hands: Hands, form: Form, cards: CardLists) -> Kept:
    """Return what is certain of each hand after the draw (log-format.md, "What a hand is known to hold")."""
    dealt, out, drawn, turned = cards.dealt, cards.out, cards.drawn, cards.turned
    width = hands.width
    places = np.arange(width, dtype=np.int8)[:, None]
    dealer = places == hands.seated - 1
    trump_rule = hands.by_rule("trump")
    own = (trump_rule == "dealer") & dealer
    takes = (trump_rule == "dealer-may-take") & dealer
    upcard = BIT[turned]
    dealt_mask, dealt_twice = mask_and_repeats(dealt)
    out_mask, out_twice = mask_and_repeats(out)
    drawn_mask, drawn_twice = mask_and_repeats(drawn)
    dealt_mask |= np.where(own, upcard, 0)
    draws, outs = form.draws, hands.out_count
    named = (outs >= 0) & ~has_unknown(out)
    stood = (draws == 0) & (outs <= 0) & ~takes
    left = takes & named & (outs == draws)
    taken = takes & named & (outs == draws + 1)
    outs_known = form.playing & (stood | (named & (outs == draws)) | taken)
    kept = np.where(outs_known, (dealt_mask | np.where(taken, upcard, 0)) & ~out_mask, 0)
    deal_known = (hands.dealt_count == form.hand_size) & ~has_unknown(dealt)
    refilled = (draws == 0) & (hands.drawn_count <= 0) | (hands.drawn_count == draws) & ~has_unknown(drawn)
    seen_upcard = ~taken | (turned < UNKNOWN)
    whole = deal_known & outs_known & refilled & seen_upcard & (~takes | left | taken)
    whole |= form.playing & (draws == form.hand_size) & (hands.drawn_count == draws) & ~has_unknown(drawn)
    return Kept(dealt_mask, out_mask, drawn_mask, kept, whole, outs_known, deal_known, dealt_twice | out_twice | drawn_twice)
