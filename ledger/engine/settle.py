"""The pot from hand to hand: antes, takes, matches and penalties, in lockstep over sessions (rules.md 2, 3.7 and 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ledger.engine.outcome import Outcome
from ledger.engine.replay import Replay
from ledger.hands.events import END
from ledger.hands.model import ABSENT, BY_RULE, Array, Hands
from ledger.log.between_hands import DIVIDE

LARGE: Final = 1 << 45
"""Above this many chips in a pot, whole numbers of any size take the place of 64-bit ones.

A hand can cost a player twice the pot, and a book of 64-bit sums must hold for 100,000 such hands: 2**45 · 2 · 2**17 = 2**63.
"""

_ENDLESS: Final = 1 << 62
"""A limit that no pot of 64-bit chips reaches."""


@dataclass(slots=True)
class Settlement:
    """What moved in each hand and what should have; arrays (seats, hands) unless said otherwise, in chips.

    ``ante`` and ``ante_due``; ``second`` is what was paid for playing (3.7, 7.4); ``taken``, ``matched`` and ``penalty``
    are what the table paid, ``take_due`` and ``match_due`` what the rules give, ``renege_due`` (hands,) the whole of 5.5.
    ``pot`` (hands,) is the pot before it was taken, ``computed`` what the log adds up to there, ``stake`` the stake,
    ``prize`` what a single winner takes, which is more where the limit caps the costs alone (5.9), ``booked`` the difference
    a ``pot`` line brought into the books. ``verified`` (hands,) is True where the pot can be trusted when it is settled,
    ``unverified_first`` marks the first hand of an unverified stretch, ``antes_known`` is True where the exemptions were
    known. ``left`` (sessions,) is what lies in the pot at the end, ``opening`` (hands,) what lay there before the antes.
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
    prize: Array
    booked: Array
    verified: Array
    unverified_first: Array
    antes_known: Array
    left: Array

    @property
    def moved(self) -> Array:
        """The chips each place won or lost in each hand (seats, hands)."""
        return self.taken - self.ante - self.second - self.matched - self.penalty


def settle(hands: Hands, result: Replay, won: Outcome) -> Settlement:
    """Settle every hand of every session; exact for pots of any size."""
    chain = _Chain(hands, result, won, np.dtype(np.int64))
    if not chain.run():
        # A pot can multiply in every hand: long before an overflow, start again with Python's whole numbers.
        chain = _Chain(hands, result, won, np.dtype(object))
        chain.run()
    return chain.done


def penalties_before(hands: Hands, kind: np.dtype[Any]) -> tuple[Array, Array]:
    """The chips put into the pot by rulings before each hand (hands,) and after each session's last hand (sessions,)."""
    events = hands.events
    before, after = np.zeros(len(hands), kind), np.zeros(len(hands.sessions), kind)
    ruled = events.into_pot
    ends = np.array([info.first_row + info.rows for info in hands.sessions], np.int64)
    for at in np.flatnonzero(ruled):
        session, row = int(events.session[at]), int(events.before[at])
        if row < ends[session]:
            before[row] += int(ruled[at])
        else:
            after[session] += int(ruled[at])
    return before, after


class _Chain:
    """The pots of all sessions, taken forward together hand by hand; ``done`` is what was settled so far."""

    def __init__(self, hands: Hands, result: Replay, won: Outcome, kind: np.dtype[Any]) -> None:
        self.hands, self.form, self.won, self.kind = hands, result.form, won, kind
        width, count = hands.player.shape
        infos = hands.sessions
        self.done = _blank(width, count, len(infos), kind)
        self.first = np.array([info.first_row for info in infos], np.int64)
        self.rows = np.array([info.rows for info in infos], np.int64)
        self.unit = np.array([info.ante for info in infos], np.int64).astype(kind)
        self.rule = {
            name: np.array([getattr(info.rules, name) for info in infos])
            for name in ("dealer_antes", "second_ante", "stay_ante", "bourre_exempt", "tied_exempt", "renege_factor")
        }
        limits = [info.rules.limit_in_chips(info.ante) for info in infos]
        self.limited = np.array([limit is not None for limit in limits], bool)
        self.limit = np.array([min(limit or 0, _ENDLESS) for limit in limits], np.int64).astype(kind)
        self.caps_prize = np.array([info.rules.limit_caps == "all" for info in infos], bool)
        self.some_share = any(info.rules.split == "share" for info in infos)
        self.price = np.array([info.rules.bourre or 0 for info in infos], np.int64).astype(kind)
        self.pot = np.array([info.pot or 0 for info in infos], np.int64).astype(kind)
        self.verified = np.array([info.pot is not None for info in infos], bool)
        self.noted = np.zeros(len(infos), bool)
        self.exempt = np.zeros((len(infos), max((len(info.players) for info in infos), default=0) + 1), bool)
        self.known_exempt = np.ones(len(infos), bool)
        self.before, self.after = penalties_before(hands, kind)
        self.places = np.arange(width, dtype=np.int8)[:, None]

    def run(self) -> bool:
        """Settle hand after hand; return False if a pot grows too large for this kind of number."""
        for hand in range(int(self.rows.max(initial=0))):
            at = np.flatnonzero(self.rows > hand)
            row = self.first[at] + hand
            self.pot[at] += self.before[row]
            lost = self.hands.quarantined[row]
            self.verified[at[lost]] = self.known_exempt[at[lost]] = False
            at, row = at[~lost], row[~lost]
            if len(at):
                computed = self.antes(at, row)
                self.count_pot(at, row, computed)
                self.pay(at, row)
                if self.kind != np.dtype(object) and int(np.abs(self.pot[at]).max()) > LARGE:
                    return False
        self.done.left[:] = self.pot + self.after
        return True

    def antes(self, at: Array, row: Array) -> Array:
        """Take the antes (2.1, 2.2, 3.7, 5.6 to 5.8, 7.4); return what then lies in the pot by the log."""
        hands, done, rule = self.hands, self.done, self.rule
        done.opening[row] = self.pot[at]
        player, ante = hands.player[:, row], self.unit[at]
        by_dealer = rule["dealer_antes"][at]
        sure = self.known_exempt[at] | by_dealer | ~(rule["bourre_exempt"][at] | rule["tied_exempt"][at])
        free = self.exempt[at, player] & self.known_exempt[at]
        dealer = self.places == hands.seated[row] - 1
        due = np.where(
            by_dealer,
            np.where(dealer, ante * hands.seated[row], 0),
            np.where((player >= 0) & ~free, ante, 0),
        )
        recorded = hands.has_ante[row]
        paid = np.where(recorded, hands.ante[:, row], due)
        self.verified[at] &= sure | recorded
        fee = np.where(self.form.playing[:, row] & rule["second_ante"][at], ante, 0)
        fee = fee + np.where(self.form.active[:, row] & rule["stay_ante"][at], ante, 0)
        done.antes_known[row] = sure
        done.ante[:, row], done.ante_due[:, row], done.second[:, row] = paid, due, fee
        return np.asarray(self.pot[at] + paid.sum(0) + fee.sum(0))

    def count_pot(self, at: Array, row: Array, computed: Array) -> None:
        """Compare the pot with its ``pot`` line, which sets it if it could not be trusted; note what is at stake (5, 5.9)."""
        done, counted = self.done, self.hands.pot[row]
        has_pot = counted != ABSENT
        trusted = self.verified[at]
        begins = ~trusted & ~self.noted[at]
        booked = np.where(has_pot & ~trusted, counted - computed, 0)
        full = computed + booked
        trusted = trusted | has_pot
        self.noted[at] = (self.noted[at] | begins) & ~trusted
        stake = np.maximum(np.where(self.limited[at], np.minimum(full, self.limit[at]), full), 0)
        done.prize[row] = np.where(self.caps_prize[at], stake, np.maximum(full, 0))
        done.verified[row], done.unverified_first[row] = trusted, begins
        done.pot[row], done.computed[row], done.stake[row], done.booked[row] = full, computed, stake, booked

    def pay(self, at: Array, row: Array) -> None:
        """Take the pot, match it and pay for reneges as the table did (5.1 to 5.5); note who antes no more (5.6, 5.7)."""
        hands, won, done, rule = self.hands, self.won, self.done, self.rule
        stake, prize = done.stake[row], done.prize[row]
        take_due, by_rule = np.where(self.places == won.winner[row], prize, 0), prize
        if self.some_share:
            sharing = won.sharing[:, row]
            share = prize // np.maximum(sharing.sum(0), 1)
            take_due, by_rule = np.where(sharing, share, take_due), np.where(sharing, share, prize)
        taken = _paid(hands.has_take[row], hands.take[:, row], take_due, by_rule)
        bourre = np.where(self.price[at] > 0, self.price[at], stake)
        match_due = np.where(won.bourre[:, row], bourre, 0)
        matched = _paid(hands.has_match[row], hands.match[:, row], match_due, bourre)
        asked = stake * rule["renege_factor"][at]
        line = hands.renege[:, row]
        unsaid = won.called[:, row] & (line < 0)
        penalty = np.where(unsaid, np.maximum(asked - matched, 0), np.where(line >= 0, line, 0))
        done.taken[:, row], done.take_due[:, row] = taken, take_due
        done.matched[:, row], done.match_due[:, row] = matched, match_due
        done.penalty[:, row], done.renege_due[row] = penalty, asked
        self.pot[at] = done.pot[row] - taken.sum(0) + matched.sum(0) + penalty.sum(0)
        known = won.known[row]
        self.verified[at] = done.verified[row] & (known | (hands.has_take[row] & hands.has_match[row]))
        self.known_exempt[at] = known
        # Where the books cannot be trusted a stake may come out as nothing: there it counts who paid, not how much.
        gave = gave_match(hands.has_match[row], hands.match[:, row], won.bourre[:, row])
        gave = (gave | (won.called[:, row] & (line != 0))) & (~done.verified[row] | (matched + penalty > 0))
        off = gave & rule["bourre_exempt"][at] | won.tied[:, row] & rule["tied_exempt"][at]
        self.exempt[at] = False
        seats, columns = np.nonzero(off)
        self.exempt[at[columns], hands.player[seats, row[columns]]] = True


def _blank(width: int, count: int, sessions: int, kind: np.dtype[Any]) -> Settlement:
    """A settlement in which nothing has moved yet."""
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        **dict.fromkeys(_BY_SEAT, ((width, count), kind)),
        **dict.fromkeys(_BY_HAND, ((count,), kind)),
        **dict.fromkeys(("verified", "unverified_first", "antes_known"), ((count,), np.dtype(bool))),
        "left": ((sessions,), kind),
    }
    return Settlement(**{name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()})


_BY_SEAT: Final = ("ante", "ante_due", "second", "taken", "take_due", "matched", "match_due", "penalty")
_BY_HAND: Final = ("renege_due", "opening", "pot", "computed", "stake", "prize", "booked")


def gave_match(recorded: Array, lines: Array, bourre: Array) -> Array:
    """Who matched the pot, whatever the amount: as recorded where there are ``match`` lines, else who went bourré."""
    return np.where(recorded, (lines == BY_RULE) | (lines > 0), bourre)


def _paid(recorded: Array, lines: Array, due: Array, by_rule: Array) -> Array:
    """What was paid: as recorded where there are lines of that kind (``by_rule`` for an amount left out), else as due."""
    written = np.where(lines == BY_RULE, by_rule, np.where(lines == ABSENT, 0, lines))
    return np.where(recorded, written, due)


def divided(hands: Hands, left: Array) -> tuple[Array, list[tuple[int, int, int]]]:
    """What remains in each pot after ``end divide`` and (session, player, chips) for each share (5.12)."""
    remaining = left.copy()
    shares: list[tuple[int, int, int]] = []
    events, into_pot = hands.events, hands.events.into_pot
    for at in np.flatnonzero((events.kind == END) & (events.amount & DIVIDE > 0)):
        session = int(events.session[at])
        sharers = hands.sessions[session].shares or ()
        later = slice(int(at) + 1, int(np.searchsorted(events.session, session, "right")))
        ruled = int(into_pot[later].sum())
        chips = int(left[session]) - ruled
        if chips <= 0 or not sharers:
            continue
        each, odd = divmod(chips, len(sharers))
        shares.extend((session, player, each + (index < odd)) for index, player in enumerate(sharers))
        remaining[session] = ruled
    return remaining, shares
