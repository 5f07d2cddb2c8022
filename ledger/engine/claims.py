"""Claims: cards laid down, each of which is to take a trick (rules.md 4.11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ledger.engine.cinch import hidden_before, trumps_out, won_before
from ledger.engine.facts import Fact
from ledger.engine.form import mask_of_lists
from ledger.engine.knowledge import Evidence
from ledger.game.cards import NONE, UNKNOWN
from ledger.game.play import ranks, sure_tricks
from ledger.hands.model import LINE_CLAIM, TRICKS, Array


def unproven_claims(evidence: Evidence, winner: Array) -> list[Fact]:
    """Facts for each claim that is not proven, ``unproved`` unless it is disproven (4.11).

    Two tricks won, and the A♥ of trumps laid down: proven, for the ace takes the third whatever the others hold. A claim to
    all that are left asks for no third, but each must be sure. A claim is disproven when the cards are known, and a trump
    certain to be out beats one of them, or one is no trump, or there are too few of them to win the pot. That the cards are
    the highest of the hand need not be asked: what the hand has above them may be out as long as nobody knows of it.

    ``winner`` (tricks, hands) is who won each trick.
    """
    hands, form, known = evidence.hands, evidence.form, evidence.known
    alone = (form.players == 1) & (form.claimant >= 0)
    rows = np.flatnonzero((hands.claim >= 0) & form.claim_stands & ~alone)
    if not len(rows):
        return []
    player = np.maximum(form.claimant[rows], 0).astype(np.intp)
    before = np.maximum(form.laid_from[rows], 0).astype(np.intp)
    at = np.minimum(before, TRICKS - 1)
    left = np.maximum(form.hand_size[rows] - before, 0).astype(np.int64)
    laid = form.laid[rows].astype(np.int64)
    whole = laid == left
    held = np.where(left > 0, known.known[at, player, rows], 0)
    named = (evidence.cards.shown[:, rows] != NONE).any(0)
    cards = np.where(named, mask_of_lists(evidence.cards.shown[:, rows]), held)
    complete = np.where(named, (evidence.cards.shown[:, rows] != UNKNOWN).all(0), np.bitwise_count(held) == left)
    contradictory = evidence.cards.doubted[hands.claim[rows], rows] | (np.bitwise_count(held) > left)
    trumps, suit = evidence.trumps[rows], np.maximum(hands.trump[rows], 0).astype(np.int64)
    # What others held when the claim was made is never recorded; that does not weaken what they had shown before.
    shown_out = evidence.shown_out and evidence.shown_out._replace(certain=evidence.shown_out.at_claim)
    out = trumps_out(evidence._replace(shown_out=shown_out), at, player, rows, held | cards)
    told = np.where(
        (np.arange(1, TRICKS, dtype=np.int8)[:, None] < form.laid_from) & (winner[:-1] < 0), form.lead[1:], winner[:-1]
    )
    winner = np.concatenate([told, winner[-1:]])  # who leads next tells who won, where a hidden card does not
    won = won_before(winner, evidence.players)[at, player, rows].astype(np.int64)
    hidden = hidden_before(winner)[at, rows]
    needed = evidence.hands.by_rule("tricks_for_pot")[rows]
    own = ranks(cards & trumps, suit)
    sure = (trumps != 0) & (sure_tricks(own, ranks(out.may, suit)) >= laid)
    proven = (left == 0) | (sure & (whole | (won + laid >= needed)))
    unsure = (trumps != 0) & (sure_tricks(own, ranks(out.certain, suit)) < laid)
    few = ~whole & (won + hidden + laid < needed)
    disproven = complete & (unsure | few)
    facts = []
    for index in np.flatnonzero((form.claimant[rows] < 0) | contradictory | ~proven):
        row = int(rows[index])
        why: dict[str, Any] = {
            "cards": int(cards[index]),
            "laid": int(laid[index]),
            "whole": bool(whole[index]),
            "won": int(won[index]),
            "sure": bool(sure[index]),
            "few": bool(few[index]),
            "out": int(out.certain[index]),
            "active": bool(form.claimant[row] >= 0),
            "contradictory": bool(contradictory[index]),
        }
        unproved = not (why["active"] and disproven[index]) or why["contradictory"]
        line = hands.line_of(row, LINE_CLAIM)
        place = int(hands.claim[row])
        facts.append(Fact("claim", row, int(before[index]) + 1, place, line=line, why=why, unproved=unproved))
    return facts
