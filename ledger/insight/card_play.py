"""What it cost to play this card and no other that the rules left, from what the player knew then
(in stakes).

The own hand, what was thrown away, what everybody drew and played until then are known; the other
hands are dealt in many ways that agree with it. From each card that was allowed the hand is played
on by reference players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine import Judged
from ledger.engine.form import bits
from ledger.game.play import (
    NONE,
    UNKNOWN,
    best_after,
    best_of as best_card,
    legal_plays,
    player_at,
    suit_of,
)
from ledger.hands.model import ABSENT, PLAYED, TRICKS, Array
from ledger.insight import rollout
from ledger.insight.beliefs import OthersSeen, likely_hands
from ledger.insight.luck import KnownCards, at_real_ante, ran_out, tables_of
from ledger.insight.prices import NO_OPTION, Priced, best_of, looseness_of_others, without_price
from ledger.insight.stay_table import SUITS, StayTable
from ledger.simulation.hand import Deal

WORLDS: Final = 64  # in how many ways the unseen cards lie
FEWEST: Final = 24  # fewer ways than this say nothing
BATCH: Final = 128  # decisions looked at together


@dataclass(slots=True)
class HandsPlayed:
    """Hands of one table as they were played; arrays (tricks, turns, hands), or (places, hands).

    ``cards`` are masks, 0 where a card was not seen or none was played, ``legal`` what the rules
    left there, and ``place`` whose turn it was. ``held`` is what each is known to have held at the
    beginning, ``recorded`` how many each drew or ABSENT; the others are as in ``Held``.
    """

    rows: Array
    cards: Array
    legal: Array
    place: Array
    deal: Deal
    declared: Array
    held: Array
    own_out: Array
    draw: Array
    recorded: Array


def priced_cards(judged: Judged, loose: Array, known: KnownCards) -> Priced:
    """Price every card where the rules left a choice; ``loose`` (seats, hands) is how loose each
    player is taken to be.
    """
    parts, loose = [], looseness_of_others(loose, judged.hands.player)
    for rows, table in tables_of(judged, np.flatnonzero(known.sound & in_order(judged))):
        played = hands_played(judged, known, rows, table)
        parts.append(_of_table(judged, known, (played, table), loose))
    if not parts:
        nothing = np.zeros(0, np.int64)
        return without_price(nothing, nothing, nothing, nothing, np.zeros(0, object))
    return Priced(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def in_order(judged: Judged) -> Array:
    """True (hands,) where everybody played in turn and no card was taken back, which would have
    revealed something.
    """
    found = (judged.hands.withdrawn == NONE).all((0, 1))
    found[[fact.row for fact in judged.facts if fact.row >= 0 and fact.rule == "turn"]] = False
    return np.asarray(found)


def hands_played(judged: Judged, known: KnownCards, rows: Array, table: StayTable) -> HandsPlayed:
    """How some hands were played, and what the rules left to whose turn it was."""
    hands, replay = judged.hands, judged.replay
    seats, form = table.seats, replay.form
    turns = min(replay.cards.shape[1], seats)
    codes = np.full((TRICKS, seats, len(rows)), NONE, np.uint8)
    codes[:, :turns] = replay.cards[:, :turns, rows]
    cards = np.where(codes < UNKNOWN, bits(np.minimum(codes, 51)), 0)
    declared = np.where(known.entered[:seats, rows], hands.declared[:seats, rows], 0)
    players, lead = form.players[rows].astype(np.int64), form.lead[:, rows].astype(np.int64)
    place = np.full(codes.shape, ABSENT, np.int64)
    for turn in range(turns):
        who = player_at(np.maximum(lead, 0), turn, np.maximum(players, 1))
        seat = np.take_along_axis(
            form.seat_of[:, rows].astype(np.int64), np.minimum(who, len(form.seat_of) - 1), 0
        )
        place[:, turn] = np.where(
            (turn < players) & (lead >= 0) & (np.arange(TRICKS)[:, None] < form.tricks[rows]),
            seat,
            ABSENT,
        )
    own_out = np.where(known.out_known, known.dealt & ~known.kept, 0)[:seats, rows]
    held = np.where(known.after_known, known.after, 0)[:seats, rows]
    for at in range(seats):
        held[at] |= np.bitwise_or.reduce(np.where(place == at, cards, 0), (0, 1))
    turned = hands.turned[rows].astype(np.int64)
    deal = Deal(np.full(len(rows), seats), rollout.codes_of(held, table.rules.hand_size), turned)
    draw = known.draw[:seats, rows]
    legal = rollout.legal_cards(table, deal, rollout.Held(declared, held, own_out, draw), cards)
    return HandsPlayed(
        rows,
        cards,
        legal,
        place,
        deal,
        declared,
        held,
        own_out,
        draw,
        form.draws[:seats, rows].astype(np.int64),
    )


def _of_table(
    judged: Judged, known: KnownCards, at_table: tuple[HandsPlayed, StayTable], loose: Array
) -> Priced:
    """Every choice of a card in some hands of one table."""
    played, _ = at_table
    there = played.place != ABSENT
    # Whatever an unseen card was, it may have been the one to beat.
    hidden = (there & (played.cards == 0)).reshape(-1, len(played.rows))
    seen_before = (np.cumsum(hidden, 0) == 0).reshape(there.shape)
    row_at = np.broadcast_to(played.rows, there.shape)
    whole = there & known.after_known[np.maximum(played.place, 0), row_at]
    forced = whole & seen_before & (np.bitwise_count(played.legal) < 2)
    broken = whole & seen_before & (played.cards & played.legal == 0)
    trick, turn, at = np.nonzero(there & ~forced & ~broken)
    why = np.full(len(trick), "", dtype=object)
    why[~whole[trick, turn, at]] = "the whole hand is not written down"
    why[(why == "") & ~seen_before[trick, turn, at]] = "a card before it is not written down"
    why[(why == "") & ran_out(judged, known)[played.rows[at]]] = "the stock ran out"
    place = played.place[trick, turn, at]
    priced = without_price(played.rows[at], place, trick, played.cards[trick, turn, at], why)
    told = np.flatnonzero(why == "")
    for start in range(0, len(told), BATCH):
        some = told[start : start + BATCH]
        _enter(priced, some, (judged, known, loose), at_table, (trick[some], turn[some], at[some]))
    priced.why_not[(priced.why_not == "") & np.isnan(priced.cost)] = (
        "nothing agrees with what was played before"
    )
    _enter_gifts(priced, judged, known, played, (turn, at))
    return priced


def _enter_gifts(
    priced: Priced,
    judged: Judged,
    known: KnownCards,
    played: HandsPlayed,
    when: tuple[Array, Array],
) -> None:
    """Enter whom a card let take a first trick: where every card of the hand is known, and the best
    one would not have.
    """
    winner = judged.replay.winner[:, played.rows]
    everything = (known.after_known | ~known.entered)[:, played.rows].all(0) & (
        played.place != ABSENT
    ).any((0, 1))
    for number in np.flatnonzero((priced.best != priced.chosen) & ~np.isnan(priced.cost)).tolist():
        trick, turn, at = int(priced.trick[number]), int(when[0][number]), int(when[1][number])
        took = winner[: trick + 1, at]
        if not everything[at] or (took < 0).any() or took[-1] in took[:-1]:
            continue
        places, cards = played.place[trick, :, at], played.cards[trick, :, at].tolist()
        taker = int(judged.replay.form.seat_of[took[-1], played.rows[at]])
        instead = [*cards[:turn], int(priced.best[number]), *cards[turn + 1 :]]
        best = best_card(
            [card for card in instead if card], int(SUITS[played.deal.turned[at] // 13])
        )
        if taker not in (priced.place[number], places[instead.index(best)]):
            priced.gave[number] = taker


def _enter(
    priced: Priced,
    told: Array,
    record: tuple[Judged, KnownCards, Array],
    at_table: tuple[HandsPlayed, StayTable],
    when: tuple[Array, Array, Array],
) -> None:
    """Price some of the decisions, made in a trick, a turn and a hand each, and enter them at
    ``told``.
    """
    (judged, known, loose), (played, table), (trick, turn, at) = record, at_table, when
    place, count = priced.place[told], len(told)
    before = (
        np.arange(TRICKS * table.seats).reshape(TRICKS, table.seats, 1) < trick * table.seats + turn
    )
    cards = np.where(before, played.cards[..., at], 0)
    seen = _others(known, played, table, (place, at, cards, loose[place, played.rows[at]]))
    step = trick * table.seats + turn
    keys = rollout.keys_of(judged.hands, played.rows[at], "card") + step.astype(np.uint64)
    which = np.repeat(np.arange(count), WORLDS)
    dice = rollout.KeyedDice(rollout.worlds(keys, WORLDS))
    holds, allowed = likely_hands(_repeated(seen, which), dice)
    holds, which = holds[:, allowed], which[allowed]
    mine = at[which]
    held = holds | seen.played[:, which]
    held[place[which], np.arange(len(which))] = played.held[place[which], mine]
    own_out = np.where(np.arange(table.seats)[:, None] == place[which], played.own_out[:, mine], 0)
    real = at_real_ante(judged, table, played.rows)

    def play(ways: Array, card: Array) -> Array:
        here, rows = which[ways], mine[ways]
        told_cards = cards[..., here]
        told_cards[trick[here], turn[here], np.arange(len(ways))] = card
        now = rollout.Held(
            played.declared[:, rows], held[:, ways], own_out[:, ways], played.draw[:, rows]
        )
        deal = Deal(
            played.deal.seated[rows], played.deal.dealt[..., rows], played.deal.turned[rows]
        )
        players = rollout.ReferenceTable(real.of_hands(rows))
        ended = rollout.play_out(players, deal, now, rollout.KeyedDice(keys[here]), told_cards)
        return np.asarray(rollout.value_of(ended, players.table)[place[here], np.arange(len(ways))])

    best, cost, error = best_of(
        _options(played.legal[trick, turn, at], table.rules.hand_size),
        priced.chosen[told],
        which,
        play,
    )
    enough = np.bincount(which, minlength=count) >= FEWEST
    priced.enter(told[enough], best[enough], cost[enough], error[enough])


def _options(legal: Array, most: int) -> Array:
    """Each of the cards that are allowed (hands, options)."""
    codes = rollout.codes_of(legal, most)
    return np.where(codes == NONE, NO_OPTION, bits(np.minimum(codes, 51))).T


def _others(
    known: KnownCards,
    played: HandsPlayed,
    table: StayTable,
    turn: tuple[Array, Array, Array, Array],
) -> OthersSeen:
    """What players in ``place`` of hands ``at`` know of the others, who have played ``cards``
    (tricks, turns, hands) by then.
    """
    place, at, cards, loose = turn
    seats, rules = table.seats, table.rules
    everywhere = np.arange(seats)[:, None]
    whose = played.place[..., at]
    stays = played.declared[:, at] == PLAYED
    other = stays & (everywhere != place)
    gone = np.stack(
        [np.bitwise_or.reduce(np.where(whose == one, cards, 0), (0, 1)) for one in range(seats)]
    )
    left = np.where(other, rules.hand_size - np.bitwise_count(gone).astype(np.int64), 0)
    rows = np.arange(len(place))
    own, own_out = played.held[place, at], played.own_out[place, at]
    turned = bits(played.deal.turned[at])
    draw = np.where(
        known.entered[:seats, played.rows[at]] & (known.draw[:seats, played.rows[at]] >= 0),
        played.draw[:, at],
        ABSENT,
    )
    surely, elsewhere = np.zeros_like(left), np.zeros_like(turned)
    if rules.trump == "dealer":
        kept = other[-1] & (left[-1] > 0) & (draw[-1] < rules.hand_size) & (gone[-1] & turned == 0)
        surely[-1] = np.where(kept, turned, 0)
        # the dealer's, thrown away, or passed with
        elsewhere = np.where(place == seats - 1, 0, turned)
    elif rules.trump == "separate":
        elsewhere = turned
    unseen = rollout.ALL & ~(own | own_out | elsewhere | np.bitwise_or.reduce(gone, 0))
    in_before = (
        np.cumsum(known.entered[:seats, played.rows[at]], 0)
        - known.entered[:seats, played.rows[at]]
    )
    never = _never(played, table, (whose, cards, at))
    never[place, rows] = 0
    return OthersSeen(
        table, loose, played.deal.turned[at], gone, left, surely, never, draw, in_before, unseen
    )


def _never(played: HandsPlayed, table: StayTable, turn: tuple[Array, Array, Array]) -> Array:
    """The cards (places, hands) that players cannot still hold, having played as they did: they
    would have had to play them.

    Whether a card was allowed does not depend on the rest of the hand, so each card is asked for
    alone (4.3 to 4.7).
    """
    whose, cards, at = turn
    trumps = SUITS[played.deal.turned[at] // 13]
    must, over = -int(table.rules.must_trump), table.rules.over_trump
    never = np.zeros((table.seats, len(at)), np.int64)
    for trick in range(TRICKS):
        led = best = np.zeros(len(at), np.int64)
        for turn_at in range(table.seats):
            card = cards[trick, turn_at]
            there = np.flatnonzero(card != 0)
            if not len(there):
                break
            if turn_at:
                banned = np.zeros(len(at), np.int64)
                for other in range(52):
                    either = card | 1 << other
                    allowed = legal_plays(either, led, best, trumps, must, over) & card
                    banned |= np.where(allowed == 0, 1 << other, 0)
                never[whose[trick, turn_at, there], there] |= banned[there]
                best = np.where(card != 0, best_after(best, card, led, trumps), best)
            else:
                led, best = suit_of(card), card
    return never


def _repeated(seen: OthersSeen, which: Array) -> OthersSeen:
    names = ("loose", "turned", "played", "left", "surely", "never", "draw", "in_before", "unseen")
    return OthersSeen(seen.table, *(getattr(seen, name)[..., which] for name in names))
