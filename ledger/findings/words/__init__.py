"""Findings in words: a sentence that a card player understands, with the number of the rule and the evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ledger.findings.words import before_the_play, contradictions, payments, the_play
from ledger.findings.words.hand_in_words import HandInWords

if TYPE_CHECKING:
    from ledger.engine.facts import Fact
    from ledger.engine.judge import Judged

SENTENCES: Final[dict[str, Callable[[HandInWords, Fact], str]]] = {
    "follow-suit": the_play.follow_suit,
    "must-trump": the_play.must_trump,
    "must-beat": the_play.must_beat,
    "cinch": the_play.cinch,
    "recall": the_play.recall,
    "claim": the_play.claim,
    "turn": the_play.turn,
    "hand-size": contradictions.hand_size,
    "duplicate-card": contradictions.duplicate_card,
    "not-held": contradictions.not_held,
    "draw-cap": before_the_play.draw_cap,
    "draw-count": contradictions.draw_count,
    "trick-count": contradictions.trick_count,
    "qualify": before_the_play.qualify,
    "dealer-must-play": before_the_play.dealer_must_play,
    "declare-order": before_the_play.declare_order,
    "seats": before_the_play.seats,
    "dealer": before_the_play.dealer,
    "hand-number": before_the_play.hand_number,
    "all-passed": before_the_play.all_passed,
    "ante": payments.ante,
    "pot": payments.pot,
    "take": payments.take,
    "match": payments.match,
    "penalty": payments.penalty,
    "unpaid-renege": payments.unpaid_renege,
    "unverified-pot": payments.unverified_pot,
}


def sentence(judged: Judged, fact: Fact) -> str:
    """Return what one fact says, in words."""
    if fact.rule == "count":
        return payments.chip_count(judged, fact)
    return SENTENCES[fact.rule](HandInWords(judged, fact.row), fact)
