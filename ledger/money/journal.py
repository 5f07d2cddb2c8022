"""Double entry: everything that moved in a session as postings, each with its log line (rules.md 5, log-format.md).

Value moves from the credited account to the debited one. A posting moves ``chips`` and is worth ``amount``. Chips bought
come from the bank, which is paid for them at once: on credit by the player, in cash by whoever keeps the bank. The bank is
therefore always at zero, a player's chips are what the player should hold, and a player's amount is the position:
chips won or lost at their value, payments made less payments received.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.judge import Judged
from ledger.engine.settle import divided
from ledger.hands.model import (
    BUYIN,
    BY_SEAT,
    CASHOUT,
    END,
    LINE_ANTE,
    LINE_POT,
    LINE_SEATS,
    PAY,
    PENALTY,
    TRANSFER,
    Array,
    Hands,
)

POT, BANK, UNEXPLAINED = -1, -2, -3
"""Accounts that are no player's."""

KINDS: Final = (
    "opening",
    "ante",
    "second ante",
    "pot count",
    "take",
    "match",
    "renege",
    "penalty",
    "transfer",
    "buy-in",
    "cash-out",
    "payment",
    "share",
)
"""What a posting is for. ``opening`` is the pot that a session starts with, ``pot count`` what a count brought to light."""

ANTE, SECOND, COUNTED, TAKE, MATCH, RENEGE, RULED, MOVED, BOUGHT, CASHED, PAID, SHARED = range(1, 13)

_STEP: Final = 24
"""Bits for the order of what happens at one moment: more than there are places, or statements of a session."""


@dataclass(slots=True)
class Journal:
    """Postings as columns, in the order of the sessions and, in each, of what happened; arrays of one length.

    ``session`` indexes ``Hands.sessions`` and ``row`` is the hand they belong to (-1: none); ``number`` is the number of
    that hand as written, or of the one that a ruling names (-1: none). ``debit`` and ``credit`` are indices of the session's
    players or POT, BANK, UNEXPLAINED. ``amount`` is in minor units of the session's currency, or in chips where a chip has
    no value; where ``paid`` is True it is money whatever a chip is worth (a ``pay`` line).
    """

    session: Array  # int32
    row: Array  # int64
    number: Array  # int64
    line: Array  # int64
    kind: Array  # uint8: index in KINDS
    debit: Array  # int32
    credit: Array  # int32
    chips: Array  # int64
    amount: Array  # int64
    paid: Array  # bool

    def __len__(self) -> int:
        """Return the number of postings."""
        return len(self.session)


def journal(judged: Judged) -> Journal:
    """Return every posting of some sessions but their opening pots, which depend on the sessions before.

    Chips and amounts must fit 64 bits (see ``largest``).
    """
    value = np.array([info.chip or 1 for info in judged.hands.sessions], np.int64)
    groups = [*_in_hands(judged), *_between(judged)]
    key, row, session, line, kind, debit, credit, chips, number = (np.concatenate(column) for column in zip(*groups, strict=True))
    order = np.argsort(key, kind="stable")
    session, kind, chips = session[order], kind[order], chips[order]
    paid = kind == PAID
    money = paid | (kind == _BUY_MONEY) | (kind == _CASH_MONEY)
    kind[kind == _BUY_MONEY], kind[kind == _CASH_MONEY] = BOUGHT, CASHED
    return Journal(
        session=session.astype(np.int32),
        row=row[order],
        number=number[order],
        line=line[order],
        kind=kind.astype(np.uint8),
        debit=debit[order].astype(np.int32),
        credit=credit[order].astype(np.int32),
        chips=np.where(money, 0, chips),
        amount=np.where(paid, chips, chips * value[session]),
        paid=paid,
    )


def largest(judged: Judged) -> list[int]:
    """Return for each session a bound on every chip amount and every sum of money in it, in chips or minor units."""
    hands, events, settled = judged.hands, judged.hands.events, judged.settlement
    peak = np.abs(settled.left)
    moved = np.abs(settled.pot) + np.abs(settled.computed) + np.abs(settled.booked)
    for by_seat in (settled.ante, settled.taken, settled.matched, settled.penalty):
        moved = moved + by_seat.sum(0)
    np.add.at(peak, hands.session, moved)
    bounds = [int(chips) * (info.chip or 1) for chips, info in zip(peak, hands.sessions, strict=True)]
    for session, kind, amount in zip(events.session, events.kind, events.amount, strict=True):
        bounds[session] += int(amount) * (1 if kind == PAY else hands.sessions[session].chip or 1)
    return bounds


_BUY_MONEY, _CASH_MONEY = len(KINDS), len(KINDS) + 1
"""How chips bought or cashed are paid for: postings of money beside those of chips."""

_Group = tuple[Array, ...]
"""Postings of one kind: key, row, session, line, kind, debit, credit, chips, number."""


def _in_hands(judged: Judged) -> Iterator[_Group]:
    """Yield what moved in each hand, kind by kind: antes, the pot counted, taken, matched."""
    hands, settled = judged.hands, judged.settlement
    for kind, chips, lines, into_pot in (
        (ANTE, settled.ante, np.broadcast_to(hands.lines[LINE_ANTE], hands.player.shape), True),
        (SECOND, settled.second, _lines(hands, "declared"), True),
        (TAKE, settled.taken, _lines(hands, "take"), False),
        (MATCH, settled.matched, _lines(hands, "match"), True),
        (RENEGE, settled.penalty, _lines(hands, "renege"), True),
    ):
        rows, seats = np.nonzero(chips.T)
        player, pot = hands.player[seats, rows], np.full(len(rows), POT)
        debit, credit = (pot, player) if into_pot else (player, pot)
        yield _of_hands(hands, kind, (rows, seats), lines[seats, rows], debit, credit, chips[seats, rows])
    rows = np.flatnonzero(settled.booked)
    extra = settled.booked[rows]
    debit, credit = np.where(extra > 0, POT, UNEXPLAINED), np.where(extra > 0, UNEXPLAINED, POT)
    yield _of_hands(hands, COUNTED, (rows, np.zeros_like(rows)), hands.lines[LINE_POT, rows], debit, credit, abs(extra))


def _lines(hands: Hands, kind: str) -> Array:
    """Return the lines of each player's statements of a kind (seats, hands), as offsets from the hand's first."""
    start = LINE_SEATS + BY_SEAT.index(kind) * hands.width
    return hands.lines[start : start + hands.width]


def _of_hands(  # noqa: PLR0913, PLR0917 - the columns of a posting
    hands: Hands, kind: int, place: tuple[Array, Array], offset: Array, debit: Array, credit: Array, chips: Array
) -> _Group:
    rows, seats = place
    key = (2 * rows + 1 << _STEP) + (kind << 8) + seats
    line = hands.line[rows].astype(np.int64) + offset
    return key, rows, hands.session[rows], line, np.full(len(rows), kind), debit, credit, chips, hands.number[rows]


def _between(judged: Judged) -> Iterator[_Group]:
    """Yield what moved between hands: rulings, chips bought and cashed, payments, and the pot divided."""
    hands, events = judged.hands, judged.hands.events
    for statement, kind in ((PENALTY, RULED), (TRANSFER, MOVED), (PAY, PAID), (BUYIN, BOUGHT), (CASHOUT, CASHED)):
        at = np.flatnonzero((events.kind == statement) & (events.amount != 0))
        player, other = events.player[at], events.other[at]
        bank = np.full(len(at), BANK)
        if statement == PENALTY:
            yield _of_events(hands, kind, at, np.full(len(at), POT), player)
        elif statement == TRANSFER:
            yield _of_events(hands, kind, at, other, player)
        elif statement == PAY:
            yield _of_events(hands, kind, at, player, other)
        elif statement == BUYIN:
            yield _of_events(hands, kind, at, player, bank)
            yield _of_events(hands, _BUY_MONEY, at, bank, np.where(other >= 0, other, player))
        else:
            yield _of_events(hands, kind, at, bank, player)
            yield _of_events(hands, _CASH_MONEY, at, np.where(other >= 0, other, player), bank)
    ends = {int(events.session[at]): int(at) for at in np.flatnonzero(events.kind == END)}
    shares = divided(hands, judged.settlement.left)[1]
    at = np.array([ends[session] for session, _, _ in shares], np.int64)
    sharers = np.array([player for _, player, _ in shares], np.int64)
    key, row, session, line, kinds, _, pot, _, number = _of_events(hands, SHARED, at, sharers, np.full(len(at), POT))
    yield key, row, session, line, kinds, sharers, pot, np.array([chips for _, _, chips in shares], np.int64), number


def _of_events(hands: Hands, kind: int, at: Array, debit: Array, credit: Array) -> _Group:
    events = hands.events
    last = kind in {_BUY_MONEY, _CASH_MONEY}  # chips first, then what was paid for them
    key = (2 * events.before[at] << _STEP) + 2 * at + last
    row, kinds = np.full(len(at), -1), np.full(len(at), kind)
    return key, row, events.session[at], events.line[at], kinds, debit, credit, events.amount[at], events.target[at]
