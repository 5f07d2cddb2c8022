"""What is wrong before the first card is played: numbers, seats, declarations and draws (rules.md 1 to 3, 7.4)."""

from __future__ import annotations

from typing import Final

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, Form, indices, mask_of_lists
from ledger.engine.outcome import unnamed
from ledger.engine.replay import Replay
from ledger.engine.settle import unwritten
from ledger.game import Rules
from ledger.game.cards import UNKNOWN
from ledger.hands.model import WRITTEN, Array, Hands

CLUBS: Final = int(SUIT_BITS[3])


def before_play(hands: Hands, result: Replay) -> list[Fact]:
    """Facts for everything wrong before the play."""
    return [
        *_numbers(hands),
        *_tables(hands),
        *_declarations(hands, result.form),
        *_draws(hands, result.form),
        *_dealers_who_passed(hands, result),
        *_unqualified(hands, result),
    ]


def _numbers(hands: Hands) -> list[Fact]:
    """hand-number: not one more than the number before it; a hand dealt again may have the same (5.14)."""
    follows = np.zeros(len(hands), bool)
    follows[1:] = (hands.session[1:] == hands.session[:-1]) & ~hands.quarantined[1:] & ~hands.quarantined[:-1]
    follows &= ~unwritten(hands)[: len(hands)]
    gap = np.zeros(len(hands), bool)
    gap[1:] = hands.number[1:] != hands.number[:-1] + 1
    gap[1:] &= ~hands.misdeal[:-1] | (hands.number[1:] != hands.number[:-1])
    return [
        Fact("hand-number", int(row), line=int(hands.line[row]), why={"before": int(hands.number[row - 1])})
        for row in np.flatnonzero(follows & gap)
    ]


def _tables(hands: Hands) -> list[Fact]:
    """seats: a number of players that the rules do not allow, reported once for each such number in a session (1.2)."""
    ranges = hands.by_rule("seats")
    if not len(hands):
        return []
    wrong = ((hands.seated < ranges[:, 0]) | (hands.seated > ranges[:, 1])) & ~hands.quarantined
    facts, told = [], set()
    for row in np.flatnonzero(wrong):
        key = (int(hands.session[row]), int(hands.seated[row]))
        if key not in told:
            told.add(key)
            facts.append(Fact("seats", int(row), line=int(hands.line[row]), why={"seated": key[1]}))
    return facts


def _declarations(hands: Hands, form: Form) -> list[Fact]:
    """declare-order: out of turn, where the house declares in turn (3.1); all-passed: nobody is left to play (3.6).

    The order of a score means nothing: players may be written down in any order.
    """
    in_turn = ~hands.has_rule("declare", "simultaneous") & ~hands.misdeal
    latest = np.full(len(hands), -1, np.int8)
    disorder = np.zeros(len(hands), bool)
    for order in hands.order:
        disorder |= (order >= 0) & (order < latest)
        latest = np.maximum(latest, order)
    facts = []
    disorder &= in_turn & ~hands.quarantined
    disorder[disorder] = _more_than_a_score(hands, form, np.flatnonzero(disorder))
    for row in np.flatnonzero(disorder):
        seat = int(np.argmin(np.where(hands.order[:, row] == 0, 0, 1)))
        line = hands.line_of_seat(int(row), "declared", seat)
        facts.append(Fact("declare-order", int(row), line=line))
    for row in np.flatnonzero((form.players == 0) & ~unnamed(hands) & ~hands.misdeal & ~hands.quarantined):
        dropped = bool(form.playing[:, row].any())
        facts.append(Fact("all-passed", int(row), line=int(hands.line[row]), why={"dropped": dropped}))
    return facts


def _more_than_a_score(hands: Hands, form: Form, rows: Array) -> Array:
    """True for those of ``rows`` that record more than a score: a card not turned, a draw, an early announcement."""
    found = (form.draws[:, rows] >= 0).any(0) | hands.early[:, rows].any(0)
    for cards in (hands.dealt, hands.out, hands.drawn, hands.cards, hands.withdrawn, hands.shown):
        found |= (cards[..., rows] < UNKNOWN).any(tuple(range(cards.ndim - 1)))
    return np.asarray(found)


def _draws(hands: Hands, form: Form) -> list[Fact]:
    """draw-cap: more discards than allowed (3.3); draw-count: replacements, discards and the number do not agree (3.2)."""
    dealer = np.arange(hands.width, dtype=np.int8)[:, None] == hands.seated - 1
    sixth = dealer & hands.has_rule("trump", "dealer-may-take")
    draws, outs, drawn, announced = form.draws, hands.out_count, hands.drawn_count, hands.draw
    discards = np.maximum(draws, outs - sixth)  # who may have taken the turned card may throw away one more
    caps = np.array([[_cap(house.rules, seats) for seats in range(hands.width + 1)] for house in hands.houses])
    cap = caps[hands.house, hands.seated] if len(hands) else np.zeros(0, int)
    playing = form.playing & ~hands.quarantined
    too_many = playing & (discards > cap)
    told = np.where(announced >= 0, announced, drawn)
    disagree = (outs >= 0) & (told >= 0) & (outs != told) & ~(sixth & (outs == told + 1))
    disagree |= (drawn >= 0) & (announced >= 0) & (drawn != announced)
    facts = []
    for rule, found in (("draw-cap", too_many), ("draw-count", playing & disagree)):
        for seat, row in zip(*indices(found), strict=True):
            why = {
                "discards": int(discards[seat, row]),
                "cap": int(cap[row]),
                "announced": int(announced[seat, row]),
                "out": int(outs[seat, row]),
                "drawn": int(drawn[seat, row]),
            }
            line = hands.line_of_seat(int(row), "declared", int(seat))
            facts.append(Fact(rule, int(row), seat=int(seat), line=line, why=why))
    return facts


def _cap(rules: Rules, seats: int) -> int:
    cap = rules.cap(seats)
    return int(rules.hand_size if cap is None else min(cap, rules.hand_size))


def _dealers_who_passed(hands: Hands, result: Replay) -> list[Fact]:
    """dealer-must-play: a dealer who had to play passed, having turned an ace (3.5) or by a rule of the house (5.13).

    Only where declarations are recorded: a score may leave out a dealer who played.
    """
    ace = (result.turned < UNKNOWN) & (result.turned % 13 == 12) & hands.by_rule("ace_binds_dealer")
    asked = (ace | hands.by_rule("dealer_plays")) & ~hands.quarantined & ~hands.misdeal & (hands.score == WRITTEN)
    dealer = np.maximum(hands.seated - 1, 0)
    plays = np.take_along_axis(result.form.active, dealer[None].astype(np.intp), 0)[0]
    return [
        Fact(
            "dealer-must-play",
            int(row),
            seat=int(dealer[row]),
            line=hands.line_of_seat(int(row), "declared", int(dealer[row])),
            why={"turned": int(result.turned[row]) if ace[row] else None},
        )
        for row in np.flatnonzero(asked & ~plays)
    ]


def _unqualified(hands: Hands, result: Replay) -> list[Fact]:
    """qualify: played the Indiana game without a trump or a club (7.4)."""
    asked = hands.by_rule("qualify") & (hands.trump >= 0) & ~hands.quarantined
    if not asked.any():
        return []
    known = (hands.dealt_count == result.form.hand_size) & ((result.dealt < UNKNOWN).sum(0) == result.form.hand_size)
    dealt = mask_of_lists(result.dealt)
    good: Array = SUIT_BITS[np.maximum(hands.trump, 0)] | CLUBS
    found = asked & result.form.playing & known & ((dealt & good) == 0)
    return [
        Fact(
            "qualify",
            int(row),
            seat=int(seat),
            line=hands.line_of_seat(int(row), "declared", int(seat)),
            why={"dealt": int(dealt[seat, row])},
        )
        for seat, row in zip(*indices(found), strict=True)
    ]
