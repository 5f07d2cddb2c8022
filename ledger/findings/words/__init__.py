"""Findings in words: a sentence that a card player understands, with the number of the rule and the evidence."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ledger.findings.words import money, play, record, table
from ledger.findings.words.view import View

if TYPE_CHECKING:
    from ledger.engine.facts import Fact
    from ledger.engine.judge import Judged

SENTENCES: Final[dict[str, Callable[[View, Fact], str]]] = {
    "follow-suit": play.follow_suit,
    "must-trump": play.must_trump,
    "must-beat": play.must_beat,
    "cinch": play.cinch,
    "recall": play.recall,
    "claim": play.claim,
    "turn": play.turn,
    "hand-size": record.hand_size,
    "duplicate-card": record.duplicate_card,
    "not-held": record.not_held,
    "draw-cap": record.draw_cap,
    "draw-count": record.draw_count,
    "trick-count": record.trick_count,
    "qualify": table.qualify,
    "dealer-must-play": table.dealer_must_play,
    "declare-order": table.declare_order,
    "seats": table.seats,
    "dealer": table.dealer,
    "hand-number": table.hand_number,
    "all-passed": table.all_passed,
    "ante": money.ante,
    "pot": money.pot,
    "take": money.take,
    "match": money.match,
    "penalty": money.penalty,
    "unpaid-renege": money.unpaid_renege,
    "unverified-pot": money.unverified_pot,
}


def sentence(judged: Judged, fact: Fact) -> str:
    """Return what one fact says, in words."""
    if fact.rule == "count":
        return money.chip_count(judged, fact)
    return SENTENCES[fact.rule](View(judged, fact.row), fact)
