"""Everything about a hand before its first card is played: seats, numbers, declarations and draws (rules.md 1 to 3, 7.4)."""

from __future__ import annotations

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import Form, mask_of_lists
from ledger.engine.replay import SUITS, Replay
from ledger.game.cards import UNKNOWN
from ledger.hands.model import Array, Hands, SessionInfo

CLUBS = int(SUITS[3])


def before_play(hands: Hands, result: Replay) -> list[Fact]:
    """Return a fact for everything wrong before the play."""
    return [
        *_numbers(hands),
        *_tables(hands),
        *_declarations(hands, result.form),
        *_draws(hands, result.form),
        *_aces(hands, result),
        *_unqualified(hands, result),
    ]


def _numbers(hands: Hands) -> list[Fact]:
    """hand-number: not one more than the number before it."""
    follows = np.zeros(len(hands), bool)
    follows[1:] = (hands.session[1:] == hands.session[:-1]) & ~hands.quarantined[1:] & ~hands.quarantined[:-1]
    gap = np.zeros(len(hands), bool)
    gap[1:] = hands.number[1:] != hands.number[:-1] + 1
    return [
        Fact("hand-number", int(row), line=int(hands.line[row]), why={"before": int(hands.number[row - 1])})
        for row in np.flatnonzero(follows & gap)
    ]


def _tables(hands: Hands) -> list[Fact]:
    """seats: a number of players the rules do not provide for, once a session for each number (1.2)."""
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
    """declare-order: out of turn, where the house declares in turn (3.1); all-passed: nobody is left to play (3.6)."""
    in_turn = hands.by_rule("declare") != "simultaneous"
    latest = np.full(len(hands), -1, np.int8)
    disorder = np.zeros(len(hands), bool)
    for order in hands.order:
        disorder |= (order >= 0) & (order < latest)
        latest = np.maximum(latest, order)
    facts = []
    for row in np.flatnonzero(disorder & in_turn & ~hands.quarantined):
        seat = int(np.argmin(np.where(hands.order[:, row] == 0, 0, 1)))
        line = hands.line_of_seat(int(row), "declared", seat)
        facts.append(Fact("declare-order", int(row), line=line))
    for row in np.flatnonzero((form.players == 0) & ~hands.quarantined):
        dropped = bool(form.playing[:, row].any())
        facts.append(Fact("all-passed", int(row), line=int(hands.line[row]), why={"dropped": dropped}))
    return facts


def _draws(hands: Hands, form: Form) -> list[Fact]:
    """draw-cap: more discards than allowed (3.3); draw-count: replacements, discards and the number do not agree (3.2)."""
    dealer = np.arange(hands.width, dtype=np.int8)[:, None] == hands.seated - 1
    sixth = dealer & (hands.by_rule("trump") == "dealer-may-take")
    draws, outs, drawn, announced = form.draws, hands.out_count, hands.drawn_count, hands.draw
    one_more = sixth & (outs == draws + 1)
    discards = np.where(one_more, draws, np.maximum(draws, outs))
    caps = np.array([[_cap(info, seats) for seats in range(hands.width + 1)] for info in hands.sessions])
    cap = caps[hands.session, hands.seated] if len(hands) else np.zeros(0, int)
    playing = form.playing & ~hands.quarantined
    too_many = playing & (discards > cap)
    told = np.where(announced >= 0, announced, drawn)
    disagree = (outs >= 0) & (told >= 0) & (outs != told) & ~(sixth & (outs == told + 1))
    disagree |= (drawn >= 0) & (announced >= 0) & (drawn != announced)
    facts = []
    for rule, found in (("draw-cap", too_many), ("draw-count", playing & disagree)):
        for seat, row in zip(*np.nonzero(found), strict=True):
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


def _cap(info: SessionInfo, seats: int) -> int:
    rules = info.rules
    cap = rules.cap(seats)
    return int(rules.hand_size if cap is None else min(cap, rules.hand_size))


def _aces(hands: Hands, result: Replay) -> list[Fact]:
    """dealer-must-play: the turned card is the dealer's own ace, and the dealer passed (3.5)."""
    ace = (result.turned < UNKNOWN) & (result.turned % 13 == 12)
    asked = hands.by_rule("ace_must_play") & (hands.by_rule("trump") == "dealer") & ~hands.quarantined
    dealer = np.maximum(hands.seated - 1, 0)
    plays = np.take_along_axis(result.form.active, dealer[None].astype(np.intp), 0)[0]
    return [
        Fact(
            "dealer-must-play",
            int(row),
            seat=int(dealer[row]),
            line=hands.line_of_seat(int(row), "declared", int(dealer[row])),
            why={"turned": int(result.turned[row])},
        )
        for row in np.flatnonzero(ace & asked & ~plays)
    ]


def _unqualified(hands: Hands, result: Replay) -> list[Fact]:
    """qualify: played the Indiana game without a trump or a club (7.4)."""
    asked = hands.by_rule("qualify") & (hands.trump >= 0) & ~hands.quarantined
    if not asked.any():
        return []
    known = (hands.dealt_count == result.form.hand_size) & ((result.dealt < UNKNOWN).sum(0) == result.form.hand_size)
    dealt = mask_of_lists(result.dealt)
    good: Array = SUITS[np.maximum(hands.trump, 0)] | CLUBS
    found = asked & result.form.playing & known & ((dealt & good) == 0)
    return [
        Fact(
            "qualify",
            int(row),
            seat=int(seat),
            line=hands.line_of_seat(int(row), "declared", int(seat)),
            why={"dealt": int(dealt[seat, row])},
        )
        for seat, row in zip(*np.nonzero(found), strict=True)
    ]
