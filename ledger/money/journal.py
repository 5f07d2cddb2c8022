"""Double entry: everything that moved in a session as postings, each with its log line (rules.md 5,
log-format.md).

Value moves from the credited account to the debited one. A posting moves ``chips`` and is worth
``amount``. Chips bought come from the bank, which is paid for them at once: on credit by the
player, in cash by whoever keeps the bank. The bank is therefore always at zero, a player's chips
are what the player should hold, and a player's amount is the position: chips won or lost at their
value, payments made less payments received.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine import Judged, divided
from ledger.hands import model
from ledger.hands.model import Array, Hands
from ledger.money.posting_kinds import CODES, NOT_WON, POSTING_KINDS

POT, BANK, UNEXPLAINED = -1, -2, -3  # accounts that are no player's
_NAMES: Final = ("ante", "second ante", "pot count", "take", "match", "renege", "share", "unlogged")
_ANTE, _SECOND, _COUNTED, _TAKE, _MATCH, _RENEGE, _SHARE, _UNLOGGED = map(CODES.__getitem__, _NAMES)
_STEP: Final = 24
"""Bits for the order of what happens at one moment: more than there are kinds of posting, or
statements of a batch.
"""


@dataclass(slots=True)
class Journal:
    """Postings as columns, in the order of the sessions and, in each, of what happened; arrays of
    one length.

    ``session`` indexes ``Hands.sessions`` and ``row`` is the hand they belong to (-1: none);
    ``number`` is the number of that hand as written, or of the one that a ruling names (-1: none).
    ``debit`` and ``credit`` are indices of the session's players or POT, BANK, UNEXPLAINED.
    ``amount`` is in minor units of the session's currency, or in chips where a chip has no value;
    where ``paid`` is True it is money whatever a chip is worth (a ``pay`` or an ``expense`` line).
    """

    session: Array  # int32
    row: Array  # int64
    number: Array  # int64
    line: Array  # int64
    kind: Array  # uint8: place in POSTING_KINDS
    debit: Array  # int32
    credit: Array  # int32
    chips: Array  # int64
    amount: Array  # int64
    paid: Array  # bool

    def __len__(self) -> int:
        return len(self.session)


def journal(judged: Judged) -> Journal:
    """Return every posting of some sessions but their opening pots, which depend on the sessions
    before.

    Chips and amounts must fit 64 bits (see ``largest``).
    """
    value = np.array([info.chip or 1 for info in judged.hands.sessions], np.int64)
    groups = [*_in_hands(judged), *_between(judged)]
    key, row, session, line, kind, debit, credit, chips, number = (
        np.concatenate(column) for column in zip(*groups, strict=True)
    )
    order = np.argsort(key, kind="stable")
    session, kind, chips = session[order], kind[order], chips[order]
    price, kind = kind >= _PRICE, kind % _PRICE
    paid = np.isin(kind, _IN_MONEY)
    return Journal(
        session=session.astype(np.int32),
        row=row[order],
        number=number[order],
        line=line[order],
        kind=kind.astype(np.uint8),
        debit=debit[order].astype(np.int32),
        credit=credit[order].astype(np.int32),
        chips=np.where(paid | price, 0, chips),
        amount=np.where(paid, chips, chips * value[session]),
        paid=paid,
    )


def won(judged: Judged) -> list[list[int]]:
    """Return the chips that each player of each session won or lost; chips bought and cashed, and
    money, are neither.
    """
    infos = judged.hands.sessions
    chips, _ = won_and_there(judged, journal(judged))
    return [
        [int(one) for one in mine[: len(info.players)]]
        for mine, info in zip(chips, infos, strict=True)
    ]


def won_and_there(judged: Judged, booked: Journal) -> tuple[Array, Array]:
    """Return what players won or lost, and who was there by a hand that counts or by what moved
    (sessions, players).

    Chips bought and cashed, and money, are not won. Who broke even in lines beside the hands is not
    known from postings.
    """
    hands = judged.hands
    width = max((len(info.players) for info in hands.sessions), default=0)
    chips = np.zeros((len(hands.sessions), width), np.int64)
    there = np.zeros(chips.shape, bool)
    seats, rows = np.nonzero((hands.player >= 0) & ~hands.quarantined)
    there[hands.session[rows], hands.player[seats, rows]] = True
    counts = ~np.isin(booked.kind, _NOT_WON)
    for account, sign in ((booked.debit, 1), (booked.credit, -1)):
        at = np.flatnonzero(counts & (account >= 0))
        place = booked.session[at], account[at]
        np.add.at(chips, place, sign * booked.chips[at])
        there[place] = True
    return chips, there


def largest(judged: Judged) -> list[int]:
    """Return for each session a bound on every chip amount and every sum of money in it, in chips
    or minor units.
    """
    hands, events, settled = judged.hands, judged.hands.events, judged.settlement
    peak = settled.left + settled.short
    moved = np.abs(settled.pot) + np.abs(settled.computed) + np.abs(settled.unexplained)
    for by_seat in (settled.ante, settled.taken, settled.matched, settled.penalty):
        moved = moved + np.abs(by_seat).sum(0)
    np.add.at(peak, hands.session, moved)
    bounds = [
        int(chips) * (info.chip or 1) for chips, info in zip(peak, hands.sessions, strict=True)
    ]
    for session, in_money, amount in zip(
        events.session.tolist(),
        model.IN_MONEY[events.kind].tolist(),
        events.amount.tolist(),
        strict=True,
    ):
        bounds[session] += abs(amount) * (1 if in_money else hands.sessions[session].chip or 1)
    for one in judged.books.unlogged:
        bounds[one.session] += 2 * abs(one.chips) * (hands.sessions[one.session].chip or 1)
    return bounds


_PRICE: Final = len(CODES)
"""Added to the code of chips bought or cashed: how they are paid for, in postings of money beside
those of chips.
"""

_NOT_WON: Final = [CODES[name] for name in NOT_WON]
_IN_MONEY: Final = [CODES[kind.name] for kind in POSTING_KINDS.values() if kind.money]
# postings of one kind: key, row, session, line, kind, debit, credit, chips, number
_Group = tuple[Array, ...]


def _in_hands(judged: Judged) -> Iterator[_Group]:
    """Yield what moved in each hand, kind by kind: antes, the pot counted, taken, matched."""
    hands, settled = judged.hands, judged.settlement
    evidence = _who_won(hands)
    for kind, chips, lines, into_pot in (
        (
            _ANTE,
            settled.ante,
            np.broadcast_to(hands.lines[model.LINE_ANTE], hands.player.shape),
            True,
        ),
        (_SECOND, settled.second, _lines(hands, "declared"), True),
        (_TAKE, settled.taken, _said_or(_lines(hands, "take"), evidence), False),
        (_MATCH, settled.matched, _said_or(_lines(hands, "match"), evidence), True),
        (_RENEGE, settled.penalty, _lines(hands, "renege"), True),
    ):
        rows, seats = np.nonzero(chips.T)
        player, pot = hands.player[seats, rows], np.full(len(rows), POT)
        moved = chips[seats, rows]
        # of a pot below nothing the stake is too, and goes the other way
        given = (moved > 0) == into_pot
        debit, credit = np.where(given, pot, player), np.where(given, player, pot)
        yield _of_hands(hands, kind, rows, lines[seats, rows], debit, credit, abs(moved))
    unexplained = settled.unexplained
    rows = np.flatnonzero(unexplained)
    extra = unexplained[rows]
    debit, credit = np.where(extra > 0, POT, UNEXPLAINED), np.where(extra > 0, UNEXPLAINED, POT)
    yield _of_hands(
        hands, _COUNTED, rows, hands.lines[model.LINE_POT, rows], debit, credit, abs(extra)
    )


def _lines(hands: Hands, kind: str) -> Array:
    """Return the lines of each player's statements of a kind (seats, hands), as offsets from the
    hand's first.
    """
    start = model.LINE_SEATS + model.BY_SEAT.index(kind) * hands.width
    return hands.lines[start : start + hands.width]


def _said_or(lines: Array, evidence: Array) -> Array:
    """The line that says what a player took or matched; where there is none, the one from which the
    rules have it.
    """
    return np.where(lines > 0, lines, evidence)


def _who_won(hands: Hands) -> Array:
    """Return the line that tells who won each hand and who went bourré (hands,), as an offset:
    tricks counted, claimed or played.

    0, the hand's first line, where none does: nobody else stayed.
    """
    claimed = np.maximum(
        hands.lines[model.LINE_CLAIM],
        hands.lines[model.LINE_TRICK : model.LINE_TRICK + model.TRICKS].max(0),
    )
    return np.asarray(
        np.where(hands.lines[model.LINE_COUNTS] > 0, hands.lines[model.LINE_COUNTS], claimed)
    )


def _of_hands(  # noqa: PLR0913, PLR0917 - the columns of a posting
    hands: Hands, kind: int, rows: Array, offset: Array, debit: Array, credit: Array, chips: Array
) -> _Group:
    key = (2 * rows + 1 << _STEP) + kind  # seat by seat already, and the sort is stable
    line = hands.line[rows].astype(np.int64) + offset
    return (
        key,
        rows,
        hands.session[rows],
        line,
        np.full(len(rows), kind),
        debit,
        credit,
        chips,
        hands.number[rows],
    )


def _between(judged: Judged) -> Iterator[_Group]:
    """Yield what moved between hands: rulings, chips bought and cashed, payments, the pot divided,
    play not written down.
    """
    hands, events = judged.hands, judged.hands.events
    for kind, statement in enumerate(model.STATEMENTS):
        if statement.books is None:
            continue
        # Nobody owes a share of what that player has paid.
        at = np.flatnonzero(
            (events.kind == kind)
            & (events.amount != 0)
            & ((kind != model.EXPENSE) | (events.player != events.other))
        )
        player, other = events.player[at], events.other[at]
        pot, bank = np.full(len(at), POT), np.full(len(at), BANK)
        account = {"player": player, "other": other, "pot": pot, "bank": bank}
        code, giver, receiver = (
            CODES[statement.books.kind],
            statement.books.giver,
            statement.books.receiver,
        )
        yield _of_events(hands, code, at, account[receiver], account[giver])
        if statement.books.bank:
            whose = np.where(other >= 0, other, player)
            debit, credit = (bank, whose) if giver == "bank" else (whose, bank)
            yield _of_events(hands, code + _PRICE, at, debit, credit)
    ends = {int(events.session[at]): int(at) for at in np.flatnonzero(events.kind == model.END)}
    shares = divided(hands, judged.settlement.left).shares
    at = np.array([ends[session] for session, _, _ in shares], np.int64)
    sharers = np.array([player for _, player, _ in shares], np.int64)
    key, row, session, line, kinds, _, pot, _, number = _of_events(
        hands, _SHARE, at, sharers, np.full(len(at), POT)
    )
    yield (
        key,
        row,
        session,
        line,
        kinds,
        sharers,
        pot,
        np.array([chips for _, _, chips in shares], np.int64),
        number,
    )
    yield from _not_written_down(judged)
    yield _short(judged)


def _of_events(hands: Hands, kind: int, at: Array, debit: Array, credit: Array) -> _Group:
    events = hands.events
    # before the hand; chips come first here, then what was paid for them
    key = (2 * events.before[at] << _STEP) + at
    row, kinds = np.full(len(at), -1), np.full(len(at), kind)
    moved = _turned(debit, credit, events.amount[at])
    return key, row, events.session[at], events.line[at], kinds, *moved, events.target[at]


def _not_written_down(judged: Judged) -> Iterator[_Group]:
    """Yield what counts show of nights kept by chips, by way of the pot; what does not add up there
    is unexplained.
    """
    events, unlogged = judged.hands.events, judged.books.unlogged
    ends = np.searchsorted(events.session, np.arange(len(judged.hands.sessions)), "right") - 1
    moves = [(one.event, one.player, POT, one.chips) for one in unlogged]
    sums: dict[int, int] = {}
    for one in unlogged:
        sums[one.session] = sums.get(one.session, 0) + one.chips
    moves += [
        (int(ends[session]), POT, UNEXPLAINED, chips) for session, chips in sums.items() if chips
    ]
    at, debit, credit, chips = (
        np.array(column, np.int64) for column in (zip(*moves, strict=True) if moves else ((),) * 4)
    )
    key, row, session, line, kinds, _, _, _, number = _of_events(
        judged.hands, _UNLOGGED, at, debit, credit
    )
    yield key, row, session, line, kinds, *_turned(debit, credit, chips), number


def _short(judged: Judged) -> _Group:
    """What the books lack in the pots when the evenings end, unexplained (5.10)."""
    hands, short = judged.hands, judged.settlement.short
    at = np.flatnonzero(short)
    infos = [hands.sessions[session] for session in at.tolist()]
    end = np.array([info.first_row + info.rows for info in infos], np.int64)
    said = {
        int(session): int(line)
        for session, line in zip(hands.events.session, hands.events.line, strict=True)
    }
    line = [
        max(said.get(session, 0), int(hands.line[last - 1]) if info.rows else 0)
        for session, info, last in zip(at.tolist(), infos, end.tolist(), strict=True)
    ]
    key = (2 * end << _STEP) + len(hands.events)  # after all that is said
    none, pot = np.full(len(at), -1), np.full(len(at), POT)
    return (
        key,
        none,
        at,
        np.array(line, np.int64),
        np.full(len(at), _UNLOGGED),
        pot,
        np.full(len(at), UNEXPLAINED),
        short[at],
        none,
    )


def _turned(debit: Array, credit: Array, chips: Array) -> tuple[Array, Array, Array]:
    return np.where(chips < 0, credit, debit), np.where(chips < 0, debit, credit), abs(chips)
