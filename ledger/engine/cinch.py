"""Sure tricks on the evidence of the record, and the duty of a player who is certain of the pot (rules.md 4.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ledger.engine.form import bits, short_ranks, summed
from ledger.engine.knowledge import Evidence
from ledger.engine.tricks import OnTable
from ledger.game.cards import UNKNOWN
from ledger.game.play import ALL_RANKS, above, highest_trumps, player_at, sure_tricks
from ledger.hands.model import TRICKS, Array

# --- Trumps that are out --------------------------------------------------------------------------------------------------


class Out(NamedTuple):
    """Masks of the trumps that are still out against some players: that ``may`` be, and that are ``certain`` to be (4.8).

    ``none`` is True where nobody else has a trump, because everybody else has shown out.
    """

    may: Array
    certain: Array
    none: Array


def trumps_out(evidence: Evidence, trick: Array, player: Array, row: Array, held: Array) -> Out:
    """The trumps that are out against ``player`` (active) at ``trick`` of hand ``row``, who is known to hold ``held``.

    Once everybody else has shown out there are none. All arguments are arrays of one length. Ann holds A♠ and J♠ in trick 3,
    the 9♠ fell in trick 1, Bea plays the Q♠ in trick 5: every spade but those three may be out, for nobody knows what the
    others threw away; certain is the Q♠ only.
    """
    form, known, cards, shown_out = evidence.form, evidence.known, evidence.cards, evidence.shown_out
    trumps = evidence.trumps[row]
    own_out = known.own_out[player, row]
    unseen = trumps & ~held & ~known.finished[trick, row] & ~evidence.upcard[row]
    may = unseen & ~np.where(evidence.ran_out[row], 0, own_out)
    # If a player's whole hand and discards are known, each trump that was never seen is certainly out: in another hand, among
    # the discards, or in the stock. The exception is a turned card of form 2, which the dealer may or may not have taken.
    left = form.hand_size[row] - trick
    upcard_known = ~evidence.separate[row] | (cards.turned[row] < UNKNOWN)
    whole = (np.bitwise_count(held) >= left) & known.outs_known[player, row] & upcard_known & ~known.hidden[trick, row]
    loose = np.where(evidence.separate[row], bits(cards.turned[row]), 0)
    never_seen = np.where(whole, unseen & ~own_out & ~loose, 0)
    certain = trumps_of_others(evidence, trick, player, row)
    if shown_out is None:
        return Out(may, certain | never_seen, np.zeros(len(row), bool))
    none, perhaps = shown_out.certain[trick, player, row], shown_out.perhaps[trick, player, row]
    return Out(np.where(none, 0, may), certain | np.where(perhaps, 0, never_seen), none)


def trumps_of_others(evidence: Evidence, trick: Array, player: Array, row: Array) -> Array:
    """The trumps that others are known to hold, or had when they passed after the draw; none once all may have shown out."""
    known, shown_out = evidence.known, evidence.shown_out
    everyone = known.anyones[trick, row] | evidence.dropped[row]
    theirs = evidence.trumps[row] & everyone & ~known.known[trick, player, row]
    return theirs if shown_out is None else np.where(shown_out.perhaps[trick, player, row], 0, theirs)


# --- The cinch ------------------------------------------------------------------------------------------------------------


class AtTurn(NamedTuple):
    """What is known of each player at the turn to play: arrays (tricks, turns, hands) in order of play.

    ``held`` are the cards known to be held (a mask), ``blank`` is how many more there are, and ``possible`` which cards
    those may be. ``judged`` is True where there is a known card, on a known lead, to judge.
    """

    held: Array
    blank: Array
    possible: Array
    judged: Array


@dataclass(slots=True)
class Cinch:
    """The plays in which a cinch matters: arrays of one length; ``at`` are their places in the flattened ``shape``.

    ``shown_out`` is True where everybody else has shown to have no trump. ``duty`` is True where the cinch is certain,
    ``allowed`` are the trumps that then count as the highest (a mask), and ``doubt`` is True where a cinch that is not
    certain may make the play wrong.
    """

    shape: tuple[int, ...]
    at: Array
    duty: Array
    allowed: Array
    doubt: Array
    won: Array
    sure: Array
    out: Array
    shown_out: Array

    def breaks(self, wrong: Array, right: Array, bit: Array) -> Array:
        """The plays that break the duty; takes from ``right`` the ones not proved to keep it."""
        breaks = self.duty & ((bit.take(self.at) & self.allowed) == 0) & ~wrong.take(self.at)
        right.put(self.at[self.doubt], False)
        found = np.zeros_like(wrong)
        found.put(self.at[breaks], True)
        return found

    def place(self, trick: int, turn: int, row: int) -> int | None:
        """The index of a play in which there is a duty."""
        play = np.ravel_multi_index((trick, turn, row), self.shape)
        index = int(np.searchsorted(self.at, play))
        return index if index < len(self.at) and self.at[index] == play and self.duty[index] else None

    def required(self, trick: int, turn: int, row: int) -> int | None:
        """The trumps that the duty asks for in one play, None where there is no duty."""
        at = self.place(trick, turn, row)
        return None if at is None else int(self.allowed[at])

    def numbers(self, trick: int, turn: int, row: int) -> tuple[int, int, int, bool] | None:
        """Behind a duty: tricks won, sure tricks, the mask of trumps that may be out, whether all others have shown out."""
        at = self.place(trick, turn, row)
        return None if at is None else (int(self.won[at]), int(self.sure[at]), int(self.out[at]), bool(self.shown_out[at]))


def cinch_duty(evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn) -> Cinch | None:
    """Where a player is certain of the pot and must play the highest trump (4.8 a to d); None if nowhere.

    ``winner`` (tricks, hands) is who won each trick. ``barred`` (tricks, seats, hands) are those who cannot win the pot
    because they took a card back.
    """
    near = _near(evidence, table, winner, barred, now)
    if not len(near.at):
        return None
    hoped = _hoped_for(evidence, near, now)
    # Hardly any of them is certain of the pot, even if the only trumps out were those that others are known to hold. Where the
    # best of those beats the player's best, not every trump is a sure trick: that excludes most plays without any counting.
    theirs = _of_trumps(evidence, near.row, trumps_of_others(evidence, near.trick, near.player, near.row)) & ~hoped
    needed = evidence.hands.by_rule("tricks_for_pot")[near.row] - near.won
    hopeful = np.flatnonzero(np.bitwise_count(hoped) >= needed + (theirs > hoped))
    wins = hopeful[sure_tricks(hoped[hopeful], theirs[hopeful]) >= needed[hopeful]]
    if not len(wins):
        return None
    hoped = hoped[wins]
    at, tricks, rows, players, won, hidden = near = near.chosen(wins)
    needed, literal = evidence.hands.by_rule("tricks_for_pot")[rows], evidence.hands.has_rule("cinch", "literal")[rows]
    mine = now.held.take(at)
    out = trumps_out(evidence, tricks, players, rows, mine)
    own, may, certain = (_of_trumps(evidence, rows, mask) for mask in (mine, out.may, out.certain))
    number = evidence.hands.trump[rows].astype(np.int64)
    sure = sure_tricks(own, may)
    duty = (hidden == 0) & (won + sure >= needed) & (own != 0)
    allowed = highest_trumps(own, np.where(literal, np.int16(ALL_RANKS), certain)).astype(np.int64) << 13 * number
    # The play is proved right only if it is right with the best cards that the unknown ones may be, and all trumps badly placed.
    certain_of_pot = won + sure_tricks(hoped, certain & ~hoped) >= needed
    between = np.where(literal, np.int16(ALL_RANKS), may & ~hoped)
    played = _of_trumps(evidence, rows, table.bit.take(at))
    doubt = certain_of_pot & (hoped != 0) & ((highest_trumps(hoped, between) & played) == 0)
    return Cinch(now.held.shape, at, duty, allowed, doubt, won, sure, out.may, out.none)


class _Near(NamedTuple):
    """Plays that may break a cinch: arrays of one length; ``at`` is the index of each in the flattened (tricks, turns, hands).

    ``player`` is the active player, ``won`` how many tricks that player has won if the ``hidden`` ones are counted too.
    """

    at: Array
    trick: Array
    row: Array
    player: Array
    won: Array
    hidden: Array

    def chosen(self, index: Array) -> _Near:
        """Some of the plays."""
        return _Near(*(column.take(index) for column in self))


def _of_trumps(evidence: Evidence, row: Array, mask: Array) -> Array:
    """The ranks of the trumps in a mask for each of some rows."""
    return short_ranks(mask, evidence.hands.trump[row].astype(np.int64))


def _hoped_for(evidence: Evidence, near: _Near, now: AtTurn) -> Array:
    """The trumps that each player holds, and the best trumps that the player's unknown cards may be."""
    own, blank = _of_trumps(evidence, near.row, now.held.take(near.at)), now.blank.take(near.at)
    if not blank.any():
        return own
    return np.asarray(own | highest_of(_of_trumps(evidence, near.row, now.possible.take(near.at)), blank))


def _near(evidence: Evidence, table: OnTable, winner: Array, barred: Array, now: AtTurn) -> _Near:
    """Where a player may be certain of the pot, may play a trump, and did not play the highest.

    Counting sure tricks is slow, and few players come near a cinch: so first ask what is cheap. Three tricks win the pot; Ann
    has won one, holds Q♠ 9♠ 4♦ with spades trumps, and plays the 9♠ to a lead of hearts, not last. One trick won and at most
    two trumps make three: near. With Q♠ 4♦ and no unknown card she is not (one and one); nor if she plays the Q♠, her highest;
    nor if she is last to play (4.8 c, but for ``cinch=literal``); nor if she holds a heart. Each unknown card of hers counts
    as a trump, and each trick with an unknown winner as won. Her last card is not looked at: it is forced.
    """
    hands, form, players, held, blank = evidence.hands, evidence.form, evidence.players, now.held, now.blank
    asked = ~hands.has_rule("cinch", "no") & (evidence.trumps != 0)
    not_last = np.arange(held.shape[1], dtype=np.int8)[:, None] < players - 1
    not_last = not_last | hands.has_rule("cinch", "literal")
    most = np.bitwise_count(held & evidence.trumps).astype(np.int8) + np.maximum(blank, 0).astype(np.int8)
    tricks = len(held)
    hidden = hidden_before(winner)[:tricks]
    won = evidence.order.in_order(won_before(winner, players), tricks) + hidden[:, None]
    more = (np.arange(tricks, dtype=np.int8)[:, None] < form.hand_size - 1)[:, None]
    enough = won + most >= hands.by_rule("tricks_for_pot").astype(np.int8)
    near = now.judged & (asked & not_last) & enough & (most > 0) & (more | (blank > 0))
    at = np.flatnonzero(near)
    trick, turn, row = np.unravel_index(at, near.shape)
    mine, led, suit, bit = held.take(at), table.led[trick, row], evidence.trumps[row], table.bit.take(at)
    allowed = (turn == 0) | (led == suit) | ((mine & led) == 0)
    highest = ((bit & suit) != 0) & ((mine & suit & above(bit)) == 0)  # always right, if the whole hand is known
    chosen = np.flatnonzero(allowed & ((blank.take(at) > 0) | ~highest))
    at, trick, turn, row = (column.take(chosen) for column in (at, trick, turn, row))
    found = _Near(at, trick, row, player_at(form.lead[trick, row], turn, players), won.take(at), hidden[trick, row])
    if barred.any():
        found = found.chosen(np.flatnonzero(~barred[trick, form.seat_of[found.player, row], row]))
    return found


def hidden_before(winner: Array) -> Array:
    """How many earlier tricks (tricks, hands) have a winner that the cards do not tell (6.3)."""
    hidden = np.zeros(winner.shape, np.int8)
    hidden[1:] = summed((winner[:-1] < 0).astype(np.int8))
    return hidden


def won_before(winner: Array, active: int) -> Array:
    """How many tricks (tricks, active, hands) each player is known to have won before each trick."""
    won = np.zeros((TRICKS, active, winner.shape[-1]), np.int8)
    players = np.arange(active, dtype=np.int8)[:, None]
    for trick in range(1, TRICKS):
        won[trick] = won[trick - 1] + (winner[trick - 1] == players)
    return won


def highest_of(mask: Array, count: Array) -> Array:
    """The ``count`` highest ranks of 13-bit masks."""
    highest = mask & 0
    left = count.astype(mask.dtype)
    for rank in range(12, -1, -1):
        taken = (mask >> rank & 1) * (left > 0)
        highest = highest | taken << rank
        left = left - taken
    return highest
