"""What was paid, as the engine settles it, and chips bought, counted and cashed (rules.md 5)."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from ledger.engine import Settlement, outcome, replay, settle
from ledger.hands import model
from ledger.hands.model import Array, Events, SessionInfo
from ledger.log.between_hands import COUNTED, DIVIDE, shares_of
from ledger.log.words import MOST_CHIPS
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import STAKE, Move, Played
from ledger.simulation.written_down import PARTIAL, Lines

COUNTS, DIVIDES, PAYS = 0.3, 0.3, 0.2
"""How often a session ends with a count of everybody's chips, a divided pot, a payment outside the
game.
"""
OFF = 4  # if the counted chips decide, each player's count differs from the books by less than this


def pay(played: Played, lines: Lines, dice: Dice) -> Settlement:
    """Settle every hand, and enter what was paid on the lines that ``lines`` has."""
    hands = played.hands
    for line in (lines.counts, lines.pot, lines.take, lines.match):
        line[hands.misdeal] = False
    # No ``??`` may hide who took the tricks after the ones that somebody laid down cards for.
    lines.counts |= (
        (hands.claim >= 0) & (hands.trick_count > hands.claim_after) & (played.level == PARTIAL)
    )
    told = [move for move in played.table.moves if move[2] == model.RESULT]
    hands.events = _events(
        [
            _event(hands.sessions[move[0]], move, move[-1])
            for move in sorted(told, key=lambda move: move[:2])
        ]
    )
    result = replay(hands)
    nothing_waived = np.full(hands.player.shape, model.ABSENT)
    won = outcome(hands, result, nothing_waived)[0]
    if played.mishaps.pay_wrongly(played, dice, won):
        won = outcome(hands, result, nothing_waived)[0]
    settled = settle(hands, won)
    hands.has_ante[:] = lines.ante
    hands.ante[:] = np.where(lines.ante, settled.ante_due, 0)
    played.mishaps.pay_other_amounts(played, dice, won, settled)
    settled = settle(hands, won)
    played.mishaps.after_payments(settled)
    hands.has_counts[:] = lines.counts & won.scored & (won.won.sum(0) > 0)
    hands.counted[:] = np.where(hands.has_counts & (won.won > 0), won.won, model.ABSENT)
    _write_amounts(played, lines, settled, dice)
    return settled


def _write_amounts(played: Played, lines: Lines, settled: Settlement, dice: Dice) -> None:
    """Fill in the amounts, except those too large for a log."""
    hands = played.hands
    small = (settled.pot <= MOST_CHIPS).astype(bool)
    small &= ((settled.matched <= MOST_CHIPS) & (settled.penalty <= MOST_CHIPS)).astype(bool).all(0)
    hands.pot[:] = np.where(lines.pot & small, settled.pot, model.ABSENT)
    called = (
        (settled.penalty > 0) & played.recalled & dice.chance(0.5, len(hands)) & lines.match & small
    )
    hands.renege[:] = np.where(
        called & (hands.renege == model.ABSENT), settled.penalty, hands.renege
    )
    for name, paid, wanted in (
        ("take", settled.taken, lines.take),
        ("match", settled.matched, lines.match),
    ):
        has, column = getattr(hands, f"has_{name}"), getattr(hands, name)
        written = has | wanted
        amount = np.where(
            small,
            np.where(paid > 0, paid, model.ABSENT),
            np.where(paid > 0, model.BY_RULE, model.ABSENT),
        )
        column[:] = np.where(written & ~(has & (column >= 0).any(0)), amount, column)
        has[:] = written


def write_events(played: Played, settled: Settlement, dice: Dice) -> None:
    """Write the statements between hands, with chip counts as in the books."""
    hands = played.hands
    moves = [*played.table.moves, *_at_the_end(played, dice), *played.mishaps.counts(played, dice)]
    by_session: defaultdict[int, list[Move]] = defaultdict(list)
    for move in sorted(moves, key=lambda move: move[:2]):
        by_session[move[0]].append(move)
    events: list[tuple[int, ...]] = []
    for session, said in sorted(by_session.items()):
        events += _of_session(played, settled, session, said)
    hands.events = _events(events)
    _number_lines(played)


def _event(info: SessionInfo, move: Move, amount: int) -> tuple[int, ...]:
    session, hand, kind, player, other, _ = move
    return (session, info.first_row + hand, kind, player, other, amount, -1)


def _events(said: list[tuple[int, ...]]) -> Events:
    numbers = np.array(said, np.int64).reshape(len(said), 7)
    owner, before, kind, player, other, amount, target = np.ascontiguousarray(numbers.T)
    return Events(owner, before, kind, player, other, amount, target, np.zeros(len(said), np.int64))


def _at_the_end(played: Played, dice: Dice) -> list[Move]:
    """The statements after the last hand: chips counted, the pot divided, payments."""
    hands = played.hands
    count = len(hands.sessions)
    counts, divides, pays = (
        dice.chance(COUNTS, count),
        dice.chance(DIVIDES, count),
        dice.chance(PAYS, count),
    )
    sums = dice.below(4000, count)
    # The last readable hand says who would share the pot.
    divides[played.mishaps.unread(played)] = False
    kept = _kept_by_chips(played, dice)
    divides &= ~kept
    moves: list[Move] = []
    for at, info in enumerate(hands.sessions):
        circle = played.last_round[at]
        if kept[at]:
            # unrecorded play adds up to zero: what one gains the next one loses
            more = dice.below(OFF, len(circle))
            swings = (more - np.roll(more, 1)).tolist()
            moves += [
                (at, info.rows, model.COUNT, player, -1, swing)
                for player, swing in zip(circle, swings, strict=True)
            ]
        elif counts[at]:
            moves += [(at, info.rows, model.COUNT, player, -1, 0) for player in circle]
        if kept[at] and info.rows:
            moves.append((at, info.rows, model.END, -1, -1, COUNTED))
        if divides[at]:
            info.shares = circle
            moves.append((at, info.rows, model.END, -1, -1, DIVIDE))
        if pays[at]:
            moves.append((at, info.rows, model.PAY, circle[0], circle[-1], 25 + int(sums[at])))
    return moves + _expenses(played, dice)


def _kept_by_chips(played: Played, dice: Dice) -> Array:
    """True (sessions,) where the counted chips decide, as they do if nothing else is
    written down.
    """
    hands = played.hands
    if not played.plan.rare:
        return np.zeros(len(hands.sessions), bool)
    kept = dice.chance(played.plan.rare, len(hands.sessions))
    # If the books lose track, the counts cannot tell that from a planted fault.
    kept[played.mishaps.astray(played)] = False
    told = {
        move[0]
        for move in played.table.moves
        if move[2] == model.RESULT and not hands.sessions[move[0]].rows
    }
    for at, info in enumerate(hands.sessions):
        if not info.rows:
            kept[at] = at not in told
    return kept


def _expenses(played: Played, dice: Dice) -> list[Move]:
    """Shared costs: somebody pays for some of those still seated at the end."""
    infos = played.hands.sessions
    if not played.plan.rare:
        return []
    eats, sums, picks = (
        dice.chance(played.plan.rare, len(infos)),
        dice.below(4000, len(infos)) + 500,
        dice.bits(len(infos)),
    )
    moves = []
    for at in np.flatnonzero(eats).tolist():
        circle = played.last_round[at]
        sharers = circle[: 1 + int(picks[at]) % len(circle)]
        payer = circle[int(picks[at] >> 8) % len(circle)]
        shares = zip(sharers, shares_of(int(sums[at]), sharers), strict=True)
        moves += [
            (at, infos[at].rows, model.EXPENSE, payer, player, share) for player, share in shares
        ]
    return moves


def _of_session(
    played: Played, settled: Settlement, session: int, said: list[Move]
) -> list[tuple[int, ...]]:
    """The events of a session; counts and cash-outs have the chips that each player holds at that
    moment.
    """
    info = played.hands.sessions[session]
    asked = any(move[2] in {model.CASHOUT, model.COUNT} for move in said)
    held = _held(played, settled, session) if asked else np.zeros((0, 0), np.int64)
    bought: defaultdict[int, int] = defaultdict(int)
    events: list[tuple[int, ...]] = []

    def happens(move: Move, kind: int, amount: int) -> None:
        bought[move[3]] += {model.BUYIN: amount, model.CASHOUT: -amount, model.RESULT: amount}.get(
            kind, 0
        )
        events.append(_event(info, (*move[:2], kind, *move[3:]), amount))

    # The counted chips decide if the log says so, or has nothing else (log-format.md, "Nights kept
    # by chips").
    told = any(kind == model.END and how == COUNTED for _, _, kind, _, _, how in said)
    kept = told or not (info.rows or any(move[2] == model.RESULT for move in said))
    for move in said:
        _, hand, kind, player, _, amount = move
        if kind in {model.CASHOUT, model.COUNT}:
            amount += int(held[hand, player]) + bought[player]
            if amount < 0:  # a count cannot be negative: more chips are bought
                happens(move, model.BUYIN, STAKE - amount)
                if not kept:
                    continue
                amount = STAKE
            if amount >= MOST_CHIPS:
                continue
            if kind == model.COUNT:
                amount += played.mishaps.miscounted(move, last=info.rows, kept=kept)
        happens(move, kind, amount)
    return events


def _held(played: Played, settled: Settlement, session: int) -> Array:
    """What each player has won or lost before each hand of a session and after the last: (hands +
    1, players).
    """
    hands = played.hands
    info = hands.sessions[session]
    rows = slice(info.first_row, info.first_row + info.rows)
    kind = settled.pot.dtype
    moved = np.zeros((info.rows + 1, len(info.players)), kind)
    seats, at = np.nonzero(hands.player[:, rows] >= 0)
    chips = settled.taken[:, rows] - settled.ante[:, rows] - settled.second[:, rows]
    chips = chips - settled.matched[:, rows] - settled.penalty[:, rows]
    moved[at + 1, hands.player[seats, info.first_row + at]] = chips[seats, at]
    return np.asarray(np.add.accumulate(moved, 0))


def _number_lines(played: Played) -> None:
    """Number the statements as if each hand were one line below the header."""
    hands, events = played.hands, played.hands.events
    owner = np.concatenate([events.session, hands.session])
    before = np.concatenate([events.before, np.arange(len(hands))])
    last = np.repeat([0, 1], [len(events), len(hands)])
    order = np.lexsort((np.arange(len(owner)), last, before, owner))
    ranked = owner[order]
    begins = np.ones(len(order), bool)
    begins[1:] = ranked[1:] != ranked[:-1]
    place = np.arange(len(order))
    line = np.empty(len(order), np.int64)
    line[order] = place - np.maximum.accumulate(np.where(begins, place, 0)) + 7
    events.line = line[: len(events)]
    # A statement that names several players is several events on one line.
    for at in np.flatnonzero(np.isin(events.kind[1:], model.SEVERAL)) + 1:
        if all(
            column[at] == column[at - 1] for column in (events.session, events.before, events.kind)
        ):
            events.line[at] = events.line[at - 1]
    hands.line[:] = line[len(events) :]
