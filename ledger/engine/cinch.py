"""The duty of a player who is certain of the pot (rules.md 4.8), on the evidence of the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ledger.engine.form import BIT
from ledger.game.cards import UNKNOWN
from ledger.game.play import above, highest_trumps, ranks, sure_tricks
from ledger.hands.model import TRICKS, Array

if TYPE_CHECKING:
    from ledger.engine.replay import Judge


def hidden_before(winner: Array) -> Array:
    """Return (tricks, hands): how many earlier tricks have a winner that the cards do not tell (6.3)."""
    hidden = np.zeros(winner.shape, np.int8)
    np.cumsum(winner[:-1] < 0, 0, out=hidden[1:])
    return hidden


def won_before(winner: Array, active: int) -> Array:
    """Return (tricks, active, hands): how many tricks each player is known to have won before each trick."""
    won = np.zeros((TRICKS, active, winner.shape[-1]), np.int8)
    players = np.arange(active, dtype=np.int8)[:, None]
    for trick in range(1, TRICKS):
        won[trick] = won[trick - 1] + (winner[trick - 1] == players)
    return won


def highest_of(mask: Array, count: Array) -> Array:
    """Return the ``count`` highest ranks of 13-bit masks."""
    highest = mask & 0
    left = count.astype(np.int64)
    for rank in range(12, -1, -1):
        taken = (mask >> rank & 1) * (left > 0)
        highest = highest | taken << rank
        left = left - taken
    return highest


@dataclass(slots=True)
class Out:
    """Trumps still out against some players: masks. ``may`` be out, ``certain`` to be out (4.8, evidence)."""

    may: Array
    certain: Array


def trumps_out(judge: Judge, trick: Array, player: Array, row: Array, held: Array) -> Out:
    """Return the trumps that are out against ``player`` (active) at ``trick`` of hand ``row``, who is known to hold ``held``.

    All arguments are arrays of one length.
    """
    form, known, cards = judge.form, judge.known, judge.cards
    trumps = judge.trumps[row]
    own_out = known.own_out[player, row]
    finished = known.finished[trick, row]
    unseen = trumps & ~held & ~finished & ~judge.upcard[row]
    may = unseen & ~np.where(judge.ran_out[row], 0, own_out)
    everyone = np.bitwise_or.reduce(known.known[trick, :, row], 1)
    certain = trumps & (everyone | judge.dropped[row]) & ~known.known[trick, player, row]
    left = form.hand_size[row] - trick
    upcard_known = ~judge.separate[row] | (cards.turned[row] < UNKNOWN)
    whole = (np.bitwise_count(held) >= left) & known.outs_known[player, row] & upcard_known & ~known.hidden[trick, row]
    loose = np.where(judge.separate[row] & ~judge.form1[row], BIT[cards.turned[row]], 0)
    certain = certain | np.where(whole, unseen & ~own_out & ~loose, 0)
    return Out(may, certain)


@dataclass(slots=True)
class Cinch:
    """The plays in which a cinch matters: arrays of one length, indices into (tricks, turns, hands).

    ``duty`` tells where the cinch is certain, ``allowed`` which trumps then count as the highest (a mask), ``doubt``
    where a cinch that is not certain may make the play wrong.
    """

    trick: Array
    turn: Array
    row: Array
    duty: Array
    allowed: Array
    doubt: Array
    won: Array
    sure: Array
    out: Array
    index: dict[tuple[int, int, int], int] | None = None

    def breaks(self, wrong: Array, right: Array, bit: Array) -> Array:
        """Return the plays that break the duty; take from ``right`` those and the ones not proved to keep it."""
        at = (self.trick, self.turn, self.row)
        breaks = self.duty & ((bit[at] & self.allowed) == 0) & ~wrong[at]
        right[at] &= ~breaks & ~self.doubt
        found = np.zeros_like(wrong)
        found[at] = breaks
        return found

    def place(self, trick: int, turn: int, row: int) -> int | None:
        """Return the index of a play in which there is a duty."""
        if self.index is None:
            found = zip(self.trick.tolist(), self.turn.tolist(), self.row.tolist(), strict=True)
            self.index = {key: at for at, key in enumerate(found) if self.duty[at]}
        return self.index.get((trick, turn, row))

    def required(self, trick: int, turn: int, row: int) -> int | None:
        """Return the trumps that the duty asks for in one play, None where there is no duty."""
        at = self.place(trick, turn, row)
        return None if at is None else int(self.allowed[at])

    def numbers(self, trick: int, turn: int, row: int) -> tuple[int, int, int] | None:
        """Return the tricks already won and the sure ones behind a duty, and the mask of the trumps that may be out."""
        at = self.place(trick, turn, row)
        return None if at is None else (int(self.won[at]), int(self.sure[at]), int(self.out[at]))


def _near(judge: Judge, held: Array, blank: Array, judged: Array) -> tuple[Array, ...]:
    """Return where a player may be certain of the pot, a trump is allowed and another than the highest one was played.

    Arrays of one length: trick, turn, hand, active player, tricks won if all hidden ones were that player's, and how
    many are hidden.
    """
    hands, form, table = judge.hands, judge.form, judge.table
    asked = hands.by_rule("cinch") & (judge.trumps != 0)
    places = np.arange(held.shape[1], dtype=np.int8)[:, None]
    not_last = (places == 0) | (places < judge.players - 1)
    most = np.bitwise_count(held & judge.trumps).astype(np.int8) + np.maximum(blank, 0).astype(np.int8)
    tricks = len(held)
    hidden = hidden_before(judge.winner)[:tricks]
    won = judge.order.in_order(won_before(judge.winner, form.seat_of.shape[0]), tricks) + hidden[:, None]
    more = (np.arange(tricks, dtype=np.int8)[:, None] < form.hand_size - 1)[:, None]
    near = judged & (asked & not_last) & (won + most >= hands.by_rule("tricks_for_pot")) & (most > 0) & (more | (blank > 0))
    trick, turn, row = np.nonzero(near)
    mine, led, suit, bit = held[trick, turn, row], table.led[trick, row], judge.trumps[row], table.bit[trick, turn, row]
    allowed = (turn == 0) | (led == suit) | ((mine & led) == 0)
    highest = ((bit & suit) != 0) & ((mine & suit & above(bit)) == 0)  # always right, if the whole hand is known
    player = (form.lead[trick, row] + turn) % judge.players
    chosen = allowed & ((blank[trick, turn, row] > 0) | ~highest)
    if judge.forfeited.any():
        chosen &= ~judge.forfeited[form.seat_of[player, row], row]
    trick, turn, row, player = trick[chosen], turn[chosen], row[chosen], player[chosen]
    return trick, turn, row, player, won[trick, turn, row].astype(np.int64), hidden[trick, row]


def cinch_duty(judge: Judge, held: Array, blank: Array, judged: Array, possible: Array) -> Cinch | None:
    """Return where a player is certain of the pot and must play the highest trump (4.8 a to d), None if nowhere.

    All arguments are (tricks, turns, hands) in order of play: the cards known to be held, how many are unknown, which
    plays are judged, and what the unknown cards may be.
    """
    if judge.players == 1:
        return None
    tricks, turns, rows, players, won, hidden = _near(judge, held, blank, judged)
    if not len(rows):
        return None
    needed = judge.hands.by_rule("tricks_for_pot")
    mine, bit = held[tricks, turns, rows], judge.table.bit[tricks, turns, rows]
    out = trumps_out(judge, tricks, players, rows, mine)
    number = judge.hands.trump[rows].astype(np.int64)
    own_ranks, may, certain = ranks(mine, number), ranks(out.may, number), ranks(out.certain, number)
    sure = sure_tricks(own_ranks, may)
    duty = (hidden == 0) & (won + sure >= needed[rows]) & (own_ranks != 0)
    allowed_trumps = highest_trumps(own_ranks, certain) << 13 * number
    # The play is only proved right if it is so with the best cards that the unknown ones may be, and all trumps lying badly.
    hoped = own_ranks | highest_of(ranks(possible[tricks, turns, rows], number), blank[tricks, turns, rows])
    certain_of_pot = won + sure_tricks(hoped, certain & ~hoped) >= needed[rows]
    doubt = certain_of_pot & (hoped != 0) & ((highest_trumps(hoped, may & ~hoped) & ranks(bit, number)) == 0)
    return Cinch(tricks, turns, rows, duty, allowed_trumps, doubt, won, sure, out.may)
