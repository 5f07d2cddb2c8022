"""One hand of many sessions: dealt, declared and played, as columns (rules.md 1 to 4)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ledger.engine.form import bits
from ledger.game import Rules
from ledger.game.play import NONE
from ledger.hands.model import ABSENT, PLAYED, SILENT, TRICKS, Array
from ledger.simulation.deck import Dice, Stock, deal, turn_an_ace
from ledger.simulation.declarations import HELD, Deal, Declarations
from ledger.simulation.faults import Slips, Wishes
from ledger.simulation.laid_down import fold_laid_down
from ledger.simulation.tricks import Holdings, Tricks


@dataclass(slots=True)
class HandPlayed:
    """The columns of ``Hands`` about cards, completely known, and what the next hand and the settlement need."""

    columns: dict[str, Array]
    recalled: Array  # bool (width, hands)
    reshuffled: Array  # bool (hands)
    slips: Slips


def play_hand(rules: Rules, dice: Dice, wishes: Wishes, seated: Array, width: int) -> HandPlayed:
    """Deal and play one hand in each of many sessions."""
    count = len(seated)
    decks = dice.shuffled(count)
    turn_an_ace(rules, decks, seated, np.flatnonzero(wishes.fault_is("dealer-must-play")))
    dealt, turned, top = deal(rules, decks, seated, width)
    stock = Stock(dice, decks, top)
    said = Declarations(rules, dice, wishes, Deal(seated, dealt, turned), stock)
    said.run()
    columns = {
        "seated": seated.astype(np.int8),
        "turned": turned.astype(np.uint8),
        "trump": said.trump.astype(np.int8),
        "declared": said.declared,
        "order": np.where(said.declared == SILENT, ABSENT, np.arange(width)[:, None]).astype(np.int8),
        "draw": said.draw,
        "dealt": np.concatenate([dealt, np.full((HELD - len(dealt), width, count), NONE, np.uint8)]),
        "dealt_count": np.where(said.declared == SILENT, ABSENT, rules.hand_size).astype(np.int8),
        "out": said.out,
        "out_count": said.out_count,
        "drawn": said.drawn,
        "drawn_count": said.drawn_count,
        "early": _early(dice, wishes, seated, width),
        "trick_count": np.zeros(count, np.int8),
        "trick_size": np.zeros((TRICKS, count), np.int8),
        "leader": np.full((TRICKS, count), ABSENT, np.int8),
        "cards": np.full((TRICKS, width, count), NONE, np.uint8),
        "withdrawn": np.full((TRICKS, width, count), NONE, np.uint8),
        "claim": np.full(count, ABSENT, np.int8),
        "claim_after": np.full(count, ABSENT, np.int8),
        "shown": np.full((HELD, count), NONE, np.uint8),
    }
    recalled = np.zeros((width, count), bool)
    slips = said.slips
    _play(said, wishes, columns, recalled, slips)
    return HandPlayed(columns, recalled, stock.reshuffled, slips)


def _early(dice: Dice, wishes: Wishes, seated: Array, width: int) -> Array:
    """Let some players announce out of turn (3.9)."""
    announces = dice.chance(wishes.early, len(seated))
    place = dice.below(seated, len(seated))
    return np.asarray((np.arange(width)[:, None] == place) & announces)


def holdings(said: Declarations, rows: Array) -> tuple[Array, Holdings]:
    """What the players who stayed hold after the draw in the hands ``rows``, and the place of each (players, hands)."""
    rules = said.rules
    active = said.declared[:, rows] == PLAYED
    number = active.sum(0)
    rank = np.cumsum(active, 0) - 1
    most = int(number.max())
    place_of = np.zeros((most, len(rows)), np.int64)
    held = np.zeros((most, len(rows)), np.int64)
    own_out = np.zeros((most, len(rows)), np.int64)
    for place in range(said.width):
        here = np.flatnonzero(active[place])
        player = rank[place, here]
        place_of[player, here] = place
        held[player, here] = said.hand[place, rows[here]]
        own_out[player, here] = said.own_out[place, rows[here]]
    turned = bits(said.turned[rows])
    nothing = np.zeros_like(turned)
    drawn = np.cumsum(np.maximum(said.draw[:, rows], 0), 0, dtype=np.int64)
    stock = np.array([rules.stock(seats) for seats in range(said.width + 1)])[said.seated[rows]]
    if rules.reuse == "folded-first":
        seated = np.arange(said.width)[:, None] < said.seated[rows]
        passed = np.cumsum(seated & (said.declared[:, rows] < PLAYED), 0)
        stock = stock + rules.hand_size * (passed if rules.declare == "with-draw" else passed[-1])
    return place_of, Holdings(
        held=held,
        own_out=own_out,
        number=number,
        trump=said.trump[rows],
        trumps=said.trumps[rows],
        upcard=turned if rules.trump == "separate" else nothing,
        loose=turned if rules.trump == "dealer-may-take" else nothing,
        ran_out=np.any(drawn > stock, 0),
    )


def _play(said: Declarations, wishes: Wishes, columns: dict[str, Array], recalled: Array, slips: Slips) -> None:
    """Play the tricks of hands with more than one player, and enter them in the columns."""
    rows = np.flatnonzero((said.declared == PLAYED).sum(0) > 1)
    if not len(rows):
        return
    rules = said.rules
    place_of, held = holdings(said, rows)
    most = len(place_of)
    part = wishes.part(rows)
    tricks = Tricks(rules, said.dice, part, held)
    tricks.run()
    fold_laid_down(tricks)
    wishes.fault[rows] = part.fault
    columns["trick_count"][rows] = tricks.trick_count
    columns["trick_size"][:, rows] = np.where(tricks.leader >= 0, held.number, 0)
    columns["cards"][:, :most, rows] = tricks.cards
    columns["withdrawn"][:, :most, rows] = tricks.withdrawn
    leader = np.take_along_axis(place_of, np.maximum(tricks.leader, 0).astype(np.intp), 0)
    columns["leader"][:, rows] = np.where(tricks.leader >= 0, leader, ABSENT)
    claimed = np.flatnonzero(tricks.claimant >= 0)
    columns["claim"][rows[claimed]] = place_of[tricks.claimant[claimed], claimed]
    columns["claim_after"][rows[claimed]] = tricks.claim_after[claimed]
    shown = tricks.shown[claimed]
    for card in range(rules.hand_size):
        bit = shown & -shown
        columns["shown"][card, rows[claimed]] = np.where(bit != 0, np.bitwise_count(bit - 1), NONE)
        shown &= ~bit
    for player in range(most):
        here = np.flatnonzero(tricks.recalled[player])
        recalled[place_of[player, here], rows[here]] = True
    for rule, row, trick, player, card in zip(
        tricks.slips.rule, tricks.slips.row, tricks.slips.trick, tricks.slips.place, tricks.slips.card, strict=True
    ):
        slips.add(rule, rows[[row]], trick, place_of[[player], [row]], np.array([card]))
