"""What the table paid against what the rules ask: antes, pot, takes, matches, penalties (rules.md 5, log-format.md)."""

from __future__ import annotations

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import indices
from ledger.engine.lost_lines import LostLines
from ledger.engine.outcome import Outcome, gave_match
from ledger.engine.replay import Replay
from ledger.engine.settle import Settlement, fees_missing, unwritten
from ledger.hands.model import ABSENT, BY_RULE, LINE_ANTE, LINE_MATCHES, LINE_POT, LINE_TAKES, Array, Hands


def wrong_amounts(  # noqa: PLR0913, PLR0917 - all that is known of a hand
    hands: Hands, result: Replay, won: Outcome, settled: Settlement, ruled: Array, lost: LostLines
) -> list[Fact]:
    """A fact for each payment that is not what the rules ask; ``ruled`` is True (seats, hands) where a renege was ruled on."""
    facts = _unverified(hands, settled, lost)
    facts += _antes(hands, settled)
    facts += _pots(hands, settled)
    facts += _takes(hands, won, settled)
    facts += _penalties(hands, result, won, settled)
    facts += _unpaid(hands, result, won, settled, ruled)
    return facts


def _unverified(hands: Hands, settled: Settlement, lost: LostLines) -> list[Fact]:
    skipped, fees = unwritten(hands), fees_missing(hands)
    return [
        Fact(
            "unverified-pot",
            int(row),
            line=int(hands.line[row]),
            why={"unwritten": bool(skipped[row]), "fees": bool(row and fees[row - 1]), "lost": bool(lost.antes_unknown[row])},
        )
        for row in np.flatnonzero(settled.unverified_first & ~hands.quarantined)
    ]


def _cells(found: Array) -> list[tuple[int, int]]:
    return [(int(seat), int(row)) for seat, row in zip(*indices(found), strict=True)]


def _antes(hands: Hands, settled: Settlement) -> list[Fact]:
    off = hands.has_ante & settled.antes_known & ~hands.quarantined & (settled.ante != settled.ante_due)
    return [
        Fact(
            "ante",
            row,
            seat=seat,
            amount=int(settled.ante[seat, row] - settled.ante_due[seat, row]),
            line=hands.line_of(row, LINE_ANTE),
            why={"paid": int(settled.ante[seat, row]), "due": int(settled.ante_due[seat, row])},
        )
        for seat, row in _cells(off)
    ]


def _pots(hands: Hands, settled: Settlement) -> list[Fact]:
    off = (hands.pot != ABSENT) & ~hands.quarantined & settled.verified & (settled.booked == 0) & (hands.pot != settled.computed)
    off &= ~fees_missing(hands)
    return [
        Fact(
            "pot",
            int(row),
            amount=int(hands.pot[row] - settled.computed[row]),
            line=hands.line_of(int(row), LINE_POT),
            why={
                "counted": int(hands.pot[row]),
                "computed": int(settled.computed[row]),
                "opening": int(settled.opening[row]),
                "antes": int(settled.ante[:, row].sum()),
                "second": int(settled.second[:, row].sum()),
            },
        )
        for row in np.flatnonzero(off)
    ]


def _takes(hands: Hands, won: Outcome, settled: Settlement) -> list[Fact]:
    checked = hands.has_take & won.known & ~hands.quarantined & ~hands.misdeal
    owed = (np.arange(hands.width, dtype=np.int8)[:, None] == won.winner) | won.sharing
    took = (hands.take == BY_RULE) | (hands.take > 0)
    off = np.where(settled.verified, settled.taken != settled.take_due, took != owed) & checked
    facts = []
    for seat, row in _cells(off):
        amount = int(settled.taken[seat, row] - settled.take_due[seat, row]) if settled.verified[row] else None
        why = _why(settled, row, taken=int(settled.taken[seat, row]), due=int(settled.take_due[seat, row]))
        why |= {"winner": int(won.winner[row]), "won": won.won[:, row].tolist(), "sharing": won.sharing[:, row].tolist()}
        line = hands.line_of_seat(row, "take", seat)
        line = line if line != hands.line[row] else hands.line_of(row, LINE_TAKES)
        facts.append(Fact("take", row, seat=seat, amount=amount, line=line, why=why))
    return facts


def _why(settled: Settlement, row: int, **more: object) -> dict[str, object]:
    return {
        "stake": int(settled.stake[row]),
        "pot": int(settled.pot[row]),
        "verified": bool(settled.verified[row]),
        **more,
    }


def _penalties(hands: Hands, result: Replay, won: Outcome, settled: Settlement) -> list[Fact]:
    """Match and penalty (5.4, 5.5): what each player paid into the next pot, both kinds added up where both are due."""
    line_given = (hands.renege != ABSENT) & ~hands.misdeal
    by_house = result.recalls & hands.has_rule("recall", "renege")
    refuted = line_given & result.right & ~by_house & ~hands.quarantined & (hands.player >= 0)
    called = won.called
    due = np.where(called, np.maximum(settled.renege_due, settled.match_due), settled.match_due)
    paid = settled.matched + settled.penalty
    owed = called | won.bourre
    gave = gave_match(hands.has_match, hands.match, won.bourre) | (called & (hands.renege != 0))
    checked = won.known & ~hands.quarantined & ~hands.misdeal & (hands.has_match | called)
    off = np.where(settled.verified, paid != due, gave != owed) & checked
    facts = []
    for seat, row in _cells(off | refuted):
        why = _why(settled, row, paid=int(paid[seat, row]), due=int(due[seat, row]))
        why |= {"bourre": bool(won.bourre[seat, row]), "refuted": bool(refuted[seat, row]), "called": bool(called[seat, row])}
        known = bool(settled.verified[row]) and not refuted[seat, row]
        amount = int(paid[seat, row] - due[seat, row]) if known else None
        rule = "penalty" if line_given[seat, row] else "match"
        line = hands.line_of_seat(row, "renege" if line_given[seat, row] else "match", seat)
        line = line if line != hands.line[row] or rule == "penalty" else hands.line_of(row, LINE_MATCHES)
        facts.append(Fact(rule, row, seat=seat, amount=amount, line=line, why=why))
    return facts


def _unpaid(hands: Hands, result: Replay, won: Outcome, settled: Settlement, ruled: Array) -> list[Fact]:
    """unpaid-renege: a proved renege that nobody called or ruled on, and what it would have cost (5.5)."""
    open_ = result.wrong & ~won.called & ~ruled & ~hands.quarantined
    first_line: dict[tuple[int, int], int] = {}
    for fact in result.facts:
        if fact.wrong_card:
            key = (fact.row, fact.seat)
            first_line[key] = min(fact.line, first_line.get(key, fact.line))
    facts = []
    for seat, row in _cells(open_):
        cost = int(settled.renege_due[row] - settled.matched[seat, row])
        amount: int | None = cost
        if not settled.verified[row]:
            rules = hands.house_of(row).rules
            bourre = bool(won.bourre[seat, row]) if won.known[row] else bool(settled.matched[seat, row])
            # A bourré matches the pot once; where it has a price (5.13), a pot of unknown size may be no larger.
            paid = bourre * (1 if rules.bourre is None else rules.renege_factor)
            cost, amount = rules.renege_factor - paid, None
        if cost > 0:
            why = _why(settled, row, matched=int(settled.matched[seat, row]))
            facts.append(Fact("unpaid-renege", row, seat=seat, amount=amount, line=first_line[row, seat], why=why))
    return facts
