"""The pot from hand to hand: antes, takes, matches and penalties, in lockstep over sessions (rules.md 2, 3.7 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ledger.hands import ABSENT, BY_RULE, END, PENALTY, Array, Hands
from ledger.outcome import Outcome
from ledger.replay import Replay

LARGE: Final = 1 << 52
"""Above this many chips in a pot, whole numbers of any size take the place of 64-bit ones."""


@dataclass(slots=True)
class Settlement:
    """What moved in each hand and what should have; arrays (seats, hands) unless said otherwise, in chips.

    ``ante`` and ``ante_due``; ``second`` is what was paid for playing (3.7, 7.4); ``taken``, ``matched`` and ``penalty``
    are what the table paid, ``take_due`` and ``match_due`` what the rules give, ``renege_due`` (hands,) the whole of 5.5.
    ``pot`` (hands,) is the pot before it was taken, ``computed`` what the log adds up to there, ``stake`` the stake,
    ``booked`` the difference a ``pot`` line brought into the books. ``verified`` (hands,) tells whether the pot can be relied upon
    when it is settled, ``unverified_first`` marks the first hand of an unverified stretch, ``antes_known`` whether the exemptions
    were known. ``left`` (sessions,) is what lies in the pot at the end, ``opening`` (hands,) what lay there before the antes.
    """

    ante: Array
    ante_due: Array
    second: Array
    taken: Array
    take_due: Array
    matched: Array
    match_due: Array
    penalty: Array
    renege_due: Array
    opening: Array
    pot: Array
    computed: Array
    stake: Array
    booked: Array
    verified: Array
    unverified_first: Array
    antes_known: Array
    left: Array

    @property
    def moved(self) -> Array:
        """Return the chips each place won or lost in each hand (seats, hands)."""
        return self.taken - self.ante - self.second - self.matched - self.penalty


def settle(hands: Hands, result: Replay, won: Outcome) -> Settlement:
    """Settle every hand of every session; exact for pots of any size."""
    settlement = _settle(hands, result, won, np.dtype(np.int64))
    # A pot can multiply by the number of players in every hand: far below an overflow, start again with whole numbers of any size.
    if settlement is None:
        settlement = _settle(hands, result, won, np.dtype(object))
    assert settlement is not None  # noqa: S101
    return settlement


def penalties_before(hands: Hands, kind: Any) -> tuple[Array, Array]:
    """Return the chips put into the pot by rulings before each hand (hands,) and after each session's last hand (sessions,)."""
    events = hands.events
    before, after = np.zeros(len(hands), kind), np.zeros(len(hands.sessions), kind)
    rulings = np.flatnonzero(events.kind == PENALTY)
    ends = np.array([info.first_row + info.rows for info in hands.sessions], np.int64)
    for at in rulings:
        session, row = int(events.session[at]), int(events.before[at])
        if row < ends[session]:
            before[row] += int(events.amount[at])
        else:
            after[session] += int(events.amount[at])
    return before, after


def _settle(hands: Hands, result: Replay, won: Outcome, kind: np.dtype[Any]) -> Settlement | None:
    width, count = hands.player.shape
    sessions = hands.sessions
    form = result.form

    def chips(*shape: int) -> Array:
        return np.zeros(shape, kind)

    s = Settlement(
        *(chips(width, count) for _ in range(8)),
        *(chips(count) for _ in range(6)),
        verified=np.zeros(count, bool),
        unverified_first=np.zeros(count, bool),
        antes_known=np.zeros(count, bool),
        left=chips(len(sessions)),
    )
    if not sessions:
        return s
    most_players = max((len(info.players) for info in sessions), default=1) + 1
    first = np.array([info.first_row for info in sessions])
    rows = np.array([info.rows for info in sessions])
    unit = np.array([info.ante for info in sessions], np.int64).astype(kind)
    rule = {
        name: np.array([getattr(info.rules, name) for info in sessions])
        for name in ("dealer_antes", "second_ante", "stay_ante", "bourre_exempt", "split_exempt", "renege_factor")
    }
    limited = np.array([info.rules.limit is not None for info in sessions])
    limit = np.array([info.rules.limit or 0 for info in sessions], np.int64).astype(kind)
    never_exempt = ~rule["bourre_exempt"] & ~rule["split_exempt"]
    pot = np.array([info.pot or 0 for info in sessions], np.int64).astype(kind)
    verified = np.array([info.pot is not None for info in sessions])
    noted = np.zeros(len(sessions), bool)
    exempt = np.zeros((len(sessions), most_players), bool)
    known_exempt = np.ones(len(sessions), bool)
    before, after = penalties_before(hands, kind)
    places = np.arange(width, dtype=np.int8)[:, None]
    for hand in range(int(rows.max(initial=0))):
        at = np.flatnonzero(rows > hand)
        row = first[at] + hand
        pot[at] = pot[at] + before[row]
        lost = hands.quarantined[row]
        gone = at[lost]
        verified[gone] = False
        known_exempt[gone] = False
        at, row = at[~lost], row[~lost]
        if not len(at):
            continue
        s.opening[row] = pot[at]
        player = hands.player[:, row]
        seated = player >= 0
        dealer = places == hands.seated[row] - 1
        ante = unit[at]
        sure = known_exempt[at] | rule["dealer_antes"][at] | never_exempt[at]
        free = exempt[at, player] & seated & known_exempt[at]
        due = np.where(
            rule["dealer_antes"][at],
            np.where(dealer, ante * hands.seated[row], 0),
            np.where(seated & ~free, ante, 0),
        )
        recorded = hands.has_ante[row]
        paid = np.where(recorded, hands.ante[:, row], due)
        verified[at] &= sure | recorded
        fee = np.where(form.playing[:, row] & rule["second_ante"][at], ante, 0)
        fee = fee + np.where(form.active[:, row] & rule["stay_ante"][at], ante, 0)
        computed = pot[at] + paid.sum(0) + fee.sum(0)
        counted = hands.pot[row]
        has_pot = counted != ABSENT
        trusted = verified[at]
        begins = ~trusted & ~noted[at]
        noted[at] |= begins
        booked = np.where(has_pot & ~trusted, counted - computed, 0)
        full = computed + booked
        trusted = trusted | has_pot
        noted[at] &= ~trusted
        stake = np.maximum(np.where(limited[at], np.minimum(full, limit[at]), full), 0)
        known = won.known[row]
        winner = places == won.winner[row]
        take_due = np.where(winner, stake, 0)
        taken = _paid(hands.has_take[row], hands.take[:, row], take_due, stake)
        match_due = np.where(won.bourre[:, row], stake, 0)
        matched = _paid(hands.has_match[row], hands.match[:, row], match_due, stake)
        asked = stake * rule["renege_factor"][at]
        called = won.called[:, row]
        line = hands.renege[:, row]
        by_rule = called & (line < 0)
        penalty = np.where(by_rule, np.maximum(asked - matched, 0), np.where(line >= 0, line, 0))
        s.antes_known[row], s.verified[row], s.unverified_first[row] = sure, trusted, begins
        s.ante[:, row], s.ante_due[:, row], s.second[:, row] = paid, due, fee
        s.taken[:, row], s.take_due[:, row] = taken, take_due
        s.matched[:, row], s.match_due[:, row] = matched, match_due
        s.penalty[:, row], s.renege_due[row] = penalty, asked
        s.pot[row], s.computed[row], s.stake[row], s.booked[row] = full, computed, stake, booked
        pot[at] = full - taken.sum(0) + matched.sum(0) + penalty.sum(0)
        verified[at] = trusted & (known | (hands.has_take[row] & hands.has_match[row]))
        known_exempt[at] = known
        off = ((matched + penalty) > 0) & rule["bourre_exempt"][at] | won.tied[:, row] & rule["split_exempt"][at]
        exempt[at] = False
        seats, columns = np.nonzero(off & seated)
        exempt[at[columns], player[seats, columns]] = True
        if kind != object and len(at) and int(np.abs(pot[at]).max()) > LARGE:
            return None
    s.left[:] = pot + after
    return s


def _paid(recorded: Array, lines: Array, due: Array, stake: Array) -> Array:
    """Return what was paid: as recorded where there are lines of that kind (BY_RULE is the stake), else as due."""
    written = np.where(lines == BY_RULE, stake, np.where(lines == ABSENT, 0, lines))
    return np.where(recorded, written, due)


def divided(hands: Hands, left: Array) -> tuple[Array, list[tuple[int, int, int]]]:
    """Return what remains in each pot after ``end divide`` and (session, player, chips) for each share (5.12)."""
    remaining = left.copy()
    shares: list[tuple[int, int, int]] = []
    events = hands.events
    for at in np.flatnonzero((events.kind == END) & (events.amount == 1)):
        session = int(events.session[at])
        sharers = hands.sessions[session].shares or ()
        chips = int(left[session])
        if chips <= 0 or not sharers:
            continue
        each, odd = divmod(chips, len(sharers))
        shares.extend((session, player, each + (index < odd)) for index, player in enumerate(sharers))
        remaining[session] = 0
    return remaining, shares


