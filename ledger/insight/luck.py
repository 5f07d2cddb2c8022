"""Luck, and what each hand was worth: in stakes, as far as the record names the cards (rules.md 6).

Luck is what the place at the table, the deal and the draw were worth before anybody decided
anything: the value of the cards that came, with reference players deciding, less its mean over all
that might have come, and what that mean is in each place, which is zero once the deal has gone
round. So luck is zero in the long run whoever plays: results less luck are as right as the results,
and swing far less. It adds up to zero over the table.

Results are chips, plus the change in the value of the place: a share of the pot carried on, less
the ante due. Those of an evening add up to what was won and lost plus the value of the last pot,
and those of a hand to zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine import Judged, after_draw
from ledger.engine.form import bits
from ledger.game.play import UNKNOWN, player_at
from ledger.hands.model import DROPPED, PLAYED, Array
from ledger.insight import rollout
from ledger.insight.reference_tables import reference
from ledger.insight.stay_table import StayTable
from ledger.simulation.hand import Deal

CONTRADICTORY = frozenset({"duplicate-card", "not-held", "declare-order"})
"""Findings of a record that says impossible things, or nobody knows in which order: nothing is
worked out of such a hand.
"""


@dataclass(slots=True)
class KnownCards:
    """Arrays (seats, hands) unless said otherwise.

    ``sound`` (hands,) is True where a hand was played out and its record does not contradict
    itself. ``dealt`` are masks of five cards where ``deal_known``, ``kept`` of those kept where
    ``out_known``, and ``after`` of those held after the draw where ``after_known``. ``entered``
    said that they play; ``draw`` is how many cards they drew (0 where they passed).
    """

    sound: Array
    dealt: Array
    deal_known: Array
    entered: Array
    kept: Array
    out_known: Array
    after: Array
    after_known: Array
    draw: Array

    @property
    def every_deal(self) -> Array:
        """True (hands,) where all cards dealt are known."""
        return np.asarray(self.deal_known.all(0))

    def free(self, judged: Judged) -> Array:
        """True (seats, hands) where somebody could both stay and pass: not a dealer who has to play
        (3.5, 5.13).
        """
        hands = judged.hands
        ace = (hands.turned % 13 == 12) & (hands.turned < UNKNOWN)
        bound = hands.rules.dealer_plays | (ace & hands.rules.ace_binds_dealer)
        dealer = np.arange(hands.width)[:, None] == hands.seated - 1
        return np.asarray((hands.declared != 0) & ~(dealer & bound))


def known_cards(judged: Judged) -> KnownCards:
    """What is known of the cards of each hand."""
    hands, result = judged.hands, judged.replay
    form = result.form
    held = after_draw(hands, form, hands)
    there = np.arange(hands.width)[:, None] < hands.seated
    entered = (hands.declared == PLAYED) | (hands.declared == DROPPED)
    contradicted = [
        fact.row for fact in judged.facts if fact.row >= 0 and fact.rule in CONTRADICTORY
    ]
    sound = ~hands.quarantined & ~hands.misdeal & ~hands.no_dealer & (hands.turned < UNKNOWN)
    sound[contradicted] = False
    size = form.hand_size
    # Whoever played every trick of a hand without a card in doubt held what was played.
    played = _played(judged)
    by_play = np.bitwise_count(played) == size
    after = np.where(held.whole, held.kept | held.drawn, played)
    return KnownCards(
        sound=sound,
        dealt=held.dealt,
        deal_known=~there | held.deal_known,
        entered=entered & there,
        kept=held.kept,
        out_known=held.outs_known & held.deal_known,
        after=after,
        after_known=held.outs_known & (held.whole | by_play) & (np.bitwise_count(after) == size),
        draw=np.where(entered, np.maximum(form.draws, 0), 0).astype(np.int64),
    )


def _played(judged: Judged) -> Array:
    """The cards that each place played (seats, hands), as masks."""
    form, cards = judged.replay.form, judged.replay.cards
    played = np.zeros(judged.hands.player.shape, np.int64)
    for trick in range(cards.shape[0]):
        for turn in range(cards.shape[1]):
            rows = np.flatnonzero((cards[trick, turn] < UNKNOWN) & (turn < form.players))
            player = player_at(form.lead[trick, rows].astype(np.int64), turn, form.players[rows])
            played[form.seat_of[player, rows], rows] |= bits(cards[trick, turn, rows])
    return played


# --- Luck -----------------------------------------------------------------------------------------
WORLDS: Final = 64  # in how many ways the cards that nobody saw may lie, for each hand
BATCH: Final = 128  # hands looked at together: with their worlds they fill the processor's cache


@dataclass(slots=True)
class Luck:
    """In stakes (seats, hands), NaN where it cannot be known: ``deal`` of the place and the cards
    dealt, ``draw`` of those drawn.

    Luck is known where every card dealt is, also of those who passed; that of the draw where every
    discard is named besides.
    """

    deal: Array
    draw: Array


def luck(judged: Judged, known: KnownCards | None = None) -> Luck:
    """The luck of every hand whose record says enough."""
    hands = judged.hands
    known = known_cards(judged) if known is None else known
    nowhere = np.full(hands.player.shape, np.nan)
    found = Luck(nowhere, nowhere.copy())
    complete = known.sound & known.every_deal
    drawn = complete & (known.after_known | ~known.entered).all(0) & ~ran_out(judged, known)
    for rows, table in tables_of(judged, np.flatnonzero(complete)):
        seats = table.seats
        found.deal[:seats, rows] = _of_deal(judged, known, rows, table)
        if not table.rules.stay_ante:  # who gives up after the draw (7.4) decides by what was drawn
            told = rows[drawn[rows]]
            if not len(told):
                continue
            found.draw[:seats, told] = _of_draw(judged, known, told, table)
    return found


def tables_of(judged: Judged, rows: Array, most: int = BATCH) -> list[tuple[Array, StayTable]]:
    """Some hands (rows), by the rules and the number at the table, ``most`` together, with the
    reference table of each.
    """
    hands = judged.hands
    together = hands.house[rows].astype(np.int64) * 64 + hands.seated[rows]
    found = []
    for one in np.unique(together):
        here = rows[together == one]
        (rules, ante), seats = hands.houses[int(one) // 64], int(one) % 64
        table = reference(rules, seats, ante)
        if table.seats == seats:  # nobody has played out what larger tables are worth
            found += [(here[start : start + most], table) for start in range(0, len(here), most)]
    return found


def at_real_ante(judged: Judged, table: StayTable, rows: Array) -> StayTable:
    """The table for some hands (rows) with their own antes, in stakes; the usual one where nobody
    knows the pot.
    """
    stake, unit = judged.settlement.stake[rows].astype(float), judged.hands.unit[rows]
    known = judged.settlement.verified[rows] & (stake > 0)
    stake = np.where(known, stake, 1.0)
    chip = np.where(known, 1 / stake, table.ante / np.maximum(unit, 1))
    return table.at_ante(np.where(known, unit / stake, table.ante), chip)


def ran_out(judged: Judged, known: KnownCards) -> Array:
    """True (hands,) where the stock did not suffice, and cards were dealt a second time (3.4)."""
    hands = judged.hands
    stock = np.array(
        [[house.rules.stock(seats) for seats in range(hands.width + 1)] for house in hands.houses]
    )
    return np.asarray(known.draw.sum(0) > stock[hands.house, hands.seated])


def _of_deal(judged: Judged, known: KnownCards, rows: Array, table: StayTable) -> Array:
    keys = rollout.worlds(rollout.keys_of(judged.hands, rows, "deal"), WORLDS)
    dealt = rollout.codes_of(known.dealt[: table.seats, rows], table.rules.hand_size)
    turned = judged.hands.turned[rows].astype(np.int64)
    dealt, turned = np.repeat(dealt, WORLDS, -1), np.repeat(turned, WORLDS)
    dice = rollout.KeyedDice(keys)
    stock = rollout.stock_of(table.rules, dealt, turned, dice)
    ended = rollout.played_on(
        rollout.ReferenceTable(table),
        Deal(np.full(len(keys), table.seats), dealt, turned),
        stock,
        dice,
    )
    value = rollout.value_of(ended, table).reshape(table.seats, len(rows), WORLDS).mean(-1)
    return np.asarray(value + rollout.at_rest(table)[:, None])


def _of_draw(judged: Judged, known: KnownCards, rows: Array, table: StayTable) -> Array:
    """The value of the cards drawn against those that might have been, if all threw away what they
    did and play as the reference.

    The stock lies in the same ways as for the deal. A player who threw away what the reference
    would have might draw the same cards, so the chance effects of so few ways cancel between the
    two.
    """
    seats = table.seats
    dealt, kept = known.dealt[:seats, rows], known.kept[:seats, rows]
    after, draw = known.after[:seats, rows], known.draw[:seats, rows]
    entered = known.entered[:seats, rows]
    turned = judged.hands.turned[rows].astype(np.int64)
    keys = rollout.worlds(rollout.keys_of(judged.hands, rows, "deal"), WORLDS)
    dice = rollout.KeyedDice(keys)
    listed = rollout.codes_of(dealt, table.rules.hand_size)
    stock = rollout.stock_of(
        table.rules, np.repeat(listed, WORLDS, -1), np.repeat(turned, WORLDS), dice
    )
    redrawn = np.repeat(kept, WORLDS, -1)
    many = np.repeat(draw, WORLDS, -1)
    for place in range(seats):
        for card in range(table.rules.hand_size):
            redrawn[place] |= bits(stock.draw(card < many[place]))
    declared = np.where(entered, judged.hands.declared[:seats, rows], 0)

    def value(held: Array, copies: int, dice: rollout.KeyedDice) -> Array:
        declarations, out, number, cards, up = (
            np.repeat(each, copies, -1) for each in (declared, dealt & ~kept, draw, listed, turned)
        )
        deal = Deal(np.full(held.shape[1], seats), cards, up)
        return rollout.value_of(
            rollout.play_out(
                rollout.ReferenceTable(table),
                deal,
                rollout.Held(declarations, held, out, number),
                dice,
            ),
            table,
        )

    really = value(np.where(entered, after, dealt), 1, rollout.KeyedDice(keys[::WORLDS]))
    might = value(redrawn, WORLDS, dice).reshape(seats, len(rows), WORLDS).mean(-1)
    return np.asarray(really - might)


# --- Results --------------------------------------------------------------------------------------
def results(judged: Judged) -> Array:
    """The results (seats, hands) in stakes; NaN where it is not known who won, or nothing was at
    stake.
    """
    hands, settled, won = judged.hands, judged.settlement, judged.outcome
    found = np.full(hands.player.shape, np.nan)
    whole = won.known & settled.verified & ~hands.quarantined & ~hands.misdeal & (settled.stake > 0)
    for rows, table in tables_of(judged, np.flatnonzero(whole)):
        seats = table.seats
        own, second, penalty = (
            getattr(settled, name)[:seats, rows].astype(float)
            for name in ("taken", "second", "penalty")
        )
        own -= settled.matched[:seats, rows].astype(float) + second + penalty
        dealt_for = settled.pot[rows].astype(float) - second.sum(0)
        left = dealt_for - own.sum(0)
        exempt = won.bourre & hands.rules.bourre_exempt | won.tied & hands.rules.tied_exempt
        due = hands.unit[rows] * ~exempt[:seats, rows]
        after = table.share[:, None] * (left + due.sum(0)) - due
        before = np.roll(table.share, -1)[:, None] * dealt_for
        found[:seats, rows] = (own + after - before) / settled.stake[rows].astype(float)
    return found
