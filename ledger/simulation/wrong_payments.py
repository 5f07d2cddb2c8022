"""Wrong payments: the wrong player, the wrong amount, a renege called on somebody who played correctly (rules.md 5)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ledger.engine import Outcome, Settlement
from ledger.findings.kinds import UNPAID_RENEGE
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, BY_RULE, PLAYED
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import Played
from ledger.simulation.faults import Planted, number_of
from ledger.simulation.written_down import SCORE

LARGEST = 10**11
"""No wrong amounts for larger stakes: the reader accepts no number above 10¹²."""


class Amount(NamedTuple):
    """An amount to be ``more`` than is due, in a ``column`` of ``Hands``, at a place and row."""

    row: int
    column: str
    place: int
    more: int


def pay_wrongly(played: Played, dice: Dice, won: Outcome) -> list[Amount]:
    """Plant payments by or to the wrong player. Returns the wrong amounts to write later: what is due is not known yet."""
    amounts: list[Amount] = []
    for kind, plant in (("take", _take), ("match", _match), ("penalty", _penalty)):
        rows = np.flatnonzero(played.fault == number_of(kind))
        coins = dice.bits(len(rows), 2)
        for row, (coin, pick) in zip(rows.tolist(), coins.tolist(), strict=True):
            amount = plant(played, won, row, heads=bool(coin & 1), pick=pick)
            if amount is not None:
                amounts.append(amount)
    return amounts


def _take(played: Played, won: Outcome, row: int, *, heads: bool, pick: int) -> Amount | None:
    """Let the wrong player take the pot, or the right one the wrong amount."""
    hands = played.hands
    winner = int(won.winner[row])
    hands.has_take[row] = True
    if winner >= 0 and heads:
        hands.take[winner, row] = BY_RULE
        return Amount(row, "take", winner, -1)
    others = [place for place in range(int(hands.seated[row])) if place != winner and not won.sharing[place, row]]
    if not others:
        hands.has_take[row] = False
        return None
    taker = others[pick % len(others)]
    hands.take[taker, row] = BY_RULE
    played.planted.append(Planted("take", row, place=taker))
    if winner >= 0:
        played.planted.append(Planted("take", row, place=winner, follows="take"))
    return None


def _match(played: Played, won: Outcome, row: int, *, heads: bool, pick: int) -> Amount | None:
    """Let a bourré go unpaid, be paid wrongly, or be paid by a player who has taken a trick."""
    hands = played.hands
    hands.has_match[row] = True
    bourre = np.flatnonzero(won.bourre[:, row])
    hands.match[bourre, row] = BY_RULE
    if len(bourre):
        place = int(bourre[pick % len(bourre)])
        if heads:
            return Amount(row, "match", place, 1)
        hands.match[place, row] = ABSENT
    else:
        place = pick % int(hands.seated[row])
        hands.match[place, row] = BY_RULE
    played.planted.append(Planted("match", row, place=place))
    return None


def _penalty(played: Played, _won: Outcome, row: int, *, heads: bool, pick: int) -> Amount | None:  # noqa: ARG001 - the level decides
    """Call a renege on somebody who played correctly, or charge too much for one that cannot be proved."""
    hands, rules = played.hands, played.hands.house_of(row).rules
    active = np.flatnonzero(hands.declared[:, row] == PLAYED)
    if len(active) < 2:
        return None
    place = int(active[pick % len(active)])
    if played.level[row] == SCORE:
        hands.renege[place, row] = BY_RULE
        return Amount(row, "renege", place, 1)
    drawn = np.maximum(hands.draw[:, row], 0).sum(dtype=int)
    if rules.trump != "dealer-may-take" and drawn <= rules.stock(int(hands.seated[row])):
        hands.renege[place, row] = BY_RULE
        played.planted.append(Planted("penalty", row, place=place))
    return None


def miscount_antes(played: Played, dice: Dice, settled: Settlement) -> None:
    """Let somebody ante too much, or nothing (2.1)."""
    hands = played.hands
    rows = np.flatnonzero(played.fault == number_of("ante"))
    for row, pick in zip(rows.tolist(), dice.bits(len(rows)).tolist(), strict=True):
        place = pick % int(hands.seated[row])
        due = int(settled.ante_due[place, row])
        hands.ante[place, row] = 0 if due and pick & 1 << 20 else due + 1
        played.planted.append(Planted("ante", row, place=place))


def rounds(played: Played, amounts: list[Amount]) -> list[list[Amount]]:
    """The amounts in lists with at most one from each session, in the order of the hands."""
    seen: dict[int, int] = {}
    found: list[list[Amount]] = []
    for amount in sorted(amounts):
        session = int(played.hands.session[amount.row])
        turn = seen.get(session, 0)
        seen[session] = turn + 1
        if turn == len(found):
            found.append([])
        found[turn].append(amount)
    return found


def write_wrong_amounts(played: Played, amounts: list[Amount], settled: Settlement) -> None:
    """Write amounts that are wrong, now that what is due is known."""
    hands = played.hands
    for row, column, place, more in amounts:
        stake = int(settled.stake[row])
        due = stake
        if column == "renege":
            due = max(int(settled.renege_due[row] - settled.matched[place, row]), 0)
        if stake > LARGEST or due + more < 0 or not stake:
            continue
        getattr(hands, column)[place, row] = due + more
        rule = "penalty" if column == "renege" else column
        played.planted.append(Planted(rule, row, place=place))


def forgotten(planted: list[Planted], settled: Settlement) -> list[Planted]:
    """What was planted, without payments out of an empty pot, which are neither right nor wrong."""
    money = {"take", "match"}
    return [fault for fault in planted if fault.rule not in money or settled.stake[fault.row] > 0]


def unpaid_reneges(played: Played, wrong: list[Planted], settled: Settlement) -> None:
    """Plant the unpaid renege that follows a wrong card nobody called (5.5), if it would have cost anything."""
    for fault in wrong:
        if int(settled.renege_due[fault.row]) > int(settled.matched[fault.place, fault.row]):
            played.planted.append(Planted(UNPAID_RENEGE, fault.row, 0, fault.place, NONE, follows=fault.rule))
