"""Which cards a record names of each hand, as far as luck and prices may lean on them (rules.md 6)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine import Judged, after_draw
from ledger.engine.form import bits
from ledger.game.play import UNKNOWN, player_at
from ledger.hands.model import DROPPED, PLAYED, Array

CONTRADICTORY = frozenset({"duplicate-card", "not-held", "declare-order"})
"""Findings of a record that says impossible things, or nobody knows in which order: nothing is worked out of such a hand."""


@dataclass(slots=True)
class KnownCards:
    """Arrays (seats, hands) unless said otherwise.

    ``sound`` (hands,) is True where a hand was played out and its record does not contradict itself. ``dealt`` are masks of five
    cards where ``deal_known``, ``kept`` of those kept where ``out_known``, and ``after`` of those held after the draw where
    ``after_known``. ``entered`` said that they play; ``draw`` is how many cards they drew (0 where they passed).
    """

    sound: Array
    dealt: Array
    deal_known: Array
    entered: Array
    kept: Array
    out_known: Array
    after: Array
    after_known: Array
    draw: Array

    @property
    def every_deal(self) -> Array:
        """True (hands,) where all cards dealt are known."""
        return np.asarray(self.deal_known.all(0))

    def free(self, judged: Judged) -> Array:
        """True (seats, hands) where somebody could both stay and pass: not a dealer who has to play (3.5, 5.13)."""
        hands = judged.hands
        ace = (hands.turned % 13 == 12) & (hands.turned < UNKNOWN)
        bound = hands.rules.dealer_plays | (ace & hands.rules.ace_binds_dealer)
        dealer = np.arange(hands.width)[:, None] == hands.seated - 1
        return np.asarray((hands.declared != 0) & ~(dealer & bound))


def known_cards(judged: Judged) -> KnownCards:
    """What is known of the cards of each hand."""
    hands, result = judged.hands, judged.replay
    form = result.form
    held = after_draw(hands, form, hands)
    there = np.arange(hands.width)[:, None] < hands.seated
    entered = (hands.declared == PLAYED) | (hands.declared == DROPPED)
    contradicted = [fact.row for fact in judged.facts if fact.row >= 0 and fact.rule in CONTRADICTORY]
    sound = ~hands.quarantined & ~hands.misdeal & (hands.turned < UNKNOWN)
    sound[contradicted] = False
    size = form.hand_size
    # Whoever played every trick of a hand without a card in doubt held what was played.
    played = _played(judged)
    by_play = np.bitwise_count(played) == size
    after = np.where(held.whole, held.kept | held.drawn, played)
    return KnownCards(
        sound=sound,
        dealt=held.dealt,
        deal_known=~there | held.deal_known,
        entered=entered & there,
        kept=held.kept,
        out_known=held.outs_known & held.deal_known,
        after=after,
        after_known=held.outs_known & (held.whole | by_play) & (np.bitwise_count(after) == size),
        draw=np.where(entered, np.maximum(form.draws, 0), 0).astype(np.int64),
    )


def _played(judged: Judged) -> Array:
    """The cards that each place played (seats, hands), as masks."""
    form, cards = judged.replay.form, judged.replay.cards
    played = np.zeros(judged.hands.player.shape, np.int64)
    for trick in range(cards.shape[0]):
        for turn in range(cards.shape[1]):
            rows = np.flatnonzero((cards[trick, turn] < UNKNOWN) & (turn < form.players))
            player = player_at(form.lead[trick, rows].astype(np.int64), turn, form.players[rows])
            played[form.seat_of[player, rows], rows] |= bits(cards[trick, turn, rows])
    return played
