"""Claims: a player lays the hand down and takes the rest (rules.md 4.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ledger.engine.cinch import trumps_out
from ledger.engine.facts import Fact
from ledger.game.cards import cards_in
from ledger.game.play import ranks, sure_tricks
from ledger.hands.model import LINE_CLAIM, TRICKS

if TYPE_CHECKING:
    from ledger.engine.replay import Judge


def unproven_claims(judge: Judge) -> list[Fact]:
    """Return a fact for each claim that is not proven, unsettled unless it is disproven.

    A claim is proven when every remaining trick is sure against all trumps that may be out, and disproven when the
    whole hand is known and some trick is not sure against those certain to be out.
    """
    hands, form, known = judge.hands, judge.form, judge.known
    alone = (form.players == 1) & (form.claimant >= 0)
    rows = np.flatnonzero((hands.claim >= 0) & (form.broken < 0) & ~alone)
    if not len(rows):
        return []
    trick, player = form.tricks[rows].astype(np.intp), form.claimant[rows].astype(np.intp)
    left = (form.hand_size[rows] - trick).astype(np.int64)
    at = np.minimum(trick, TRICKS - 1)
    held = np.where(left > 0, known.known[at, np.maximum(player, 0), rows], 0)
    contradictory = judge.cards.doubted[hands.claim[rows], rows] | (np.bitwise_count(held) > left)
    out = trumps_out(judge, at, np.maximum(player, 0), rows, held)
    suit = np.maximum(hands.trump[rows], 0).astype(np.int64)
    own, certain = ranks(held & judge.trumps[rows], suit), ranks(out.certain, suit)
    proven = (left <= 0) | ((judge.trumps[rows] != 0) & (sure_tricks(own, ranks(out.may, suit)) >= left))
    disproven = (judge.trumps[rows] != 0) & (np.bitwise_count(held) == left) & (sure_tricks(own, certain) < left)
    facts = []
    for index in np.flatnonzero((player < 0) | contradictory | ~proven):
        row = int(rows[index])
        why: dict[str, Any] = {"held": cards_in(int(held[index])), "left": int(left[index])}
        unsettled = True
        if player[index] < 0:
            why |= {"held": [], "active": False}
        elif contradictory[index]:
            why["contradictory"] = True
        elif disproven[index]:
            unsettled, why["out"] = False, cards_in(int(out.certain[index]))
        line = hands.line_of(row, LINE_CLAIM)
        place = int(hands.claim[row])
        facts.append(Fact("claim", row, int(trick[index]) + 1, place, line=line, why=why, unsettled=unsettled))
    return facts
