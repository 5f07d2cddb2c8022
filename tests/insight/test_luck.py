"""Luck and results: what the cards were worth, and what hands were worth, in stakes."""

from __future__ import annotations

from functools import cache

import numpy as np
from made_tables import evenings

from ledger.engine import Judged, judge
from ledger.game import Rules
from ledger.game.play import NONE
from ledger.hands.model import ABSENT
from ledger.insight import known_cards, luck, reference, results
from ledger.insight.luck import tables_of
from ledger.insight.rollout import at_rest
from ledger.insight.stay_table import KINGS, SUITS
from ledger.simulation import Plan, simulations


@cache
def evening() -> Judged:
    """Three evenings of five, every card written down."""
    return judge(next(simulations(Plan(Rules(), players=5, hands=(12, 12)), 3, seed=8)))


def test_luck_of_a_hand_adds_up_to_zero_over_the_table() -> None:
    found = luck(evening())
    for part in (found.deal, found.draw):
        told = ~np.isnan(part).all(0)
        assert told.sum() > 30
        assert np.abs(np.nansum(part, 0)[told]).max() < 1e-9


def test_results_of_a_hand_add_up_to_zero_over_the_table() -> None:
    found = results(evening())
    told = ~np.isnan(found).all(0)
    assert told.sum() > 30
    assert np.abs(np.nansum(found, 0)[told]).max() < 1e-9


def test_results_less_luck_swing_far_less() -> None:
    """At a table of reference players: others play their cards in other ways, which luck takes to
    be played as those do.
    """
    judged = judge(evenings((0.0,) * 5, 2, 25, seed=8))
    cards = luck(judged)
    raw, adjusted = results(judged), results(judged) - cards.deal - cards.draw
    both = ~np.isnan(adjusted)
    assert np.std(adjusted[both]) < 0.35 * np.std(raw[both])


def test_nothing_but_the_size_of_the_ante_is_left_where_all_play_as_the_reference() -> None:
    """Of hands in which nobody could waver about a king, and nobody is spared an ante: to the last
    digit, in only 64 ways.
    """
    judged = judge(evenings((0.0,) * 5, 3, 25, seed=1))
    hands, won, known = judged.hands, judged.outcome, known_cards(judged)
    cards, table = luck(judged, known), reference(Rules(), 5)
    left = (results(judged) - cards.deal - cards.draw)[:5]
    kings = known.dealt[:5] & KINGS & ~SUITS[hands.turned.astype(np.int64) // 13]
    plain = (
        ~(known.entered[:5] & (kings != 0)).any(0)
        & ~(won.bourre | won.tied).any(0)
        & ~np.isnan(left).all(0)
    )
    assert plain.sum() > 20
    ante = (hands.unit / judged.settlement.stake)[plain]
    np.testing.assert_allclose(
        left[:, plain], np.outer(5 * table.share - 1, ante - table.ante), atol=1e-9
    )


def test_luck_of_the_places_is_nothing_once_the_deal_has_gone_round() -> None:
    for seats in (2, 5, 8):
        table = reference(Rules(), seats)
        places = table.worth + at_rest(table)
        assert np.abs(places).max() > 0.01
        assert abs(places.sum()) < 1e-9


def test_results_of_an_evening_add_up_to_chips_and_what_the_pot_is_worth() -> None:
    """As long as the same people sit there: chips won, and the share of the pot at the end less
    that at the beginning.
    """
    judged = evening()
    hands, settled = judged.hands, judged.settlement
    followed = 0
    for info in hands.sessions:
        rows = np.arange(info.first_row, info.first_row + info.rows)
        moved_on = np.flatnonzero(
            (hands.seated[rows] != hands.seated[rows[0]]) | np.isnan(results(judged)[0, rows])
        )
        rows = rows[: moved_on[0]] if len(moved_on) else rows
        if len(rows) < 3 or not (settled.antes_known[rows]).all():
            continue
        followed += 1
        ((_, table),) = tables_of(judged, rows[:1])
        first, last = rows[0], rows[-1]
        for place in range(table.seats):
            player = hands.player[place, first]
            at = [int(np.flatnonzero(hands.player[:, row] == player)[0]) for row in rows]
            total = sum(
                results(judged)[seat, row] * settled.stake[row]
                for seat, row in zip(at, rows, strict=True)
            )
            won = sum(int(settled.moved[seat, row]) for seat, row in zip(at, rows, strict=True))
            # The antes of the first hand are paid by then, those of the hand after the last are
            # due.
            begun = np.roll(table.share, -1)[at[0]] * (
                settled.pot[first] - settled.second[:, first].sum()
            )
            won += int(settled.ante[at[0], first])
            left = (
                settled.pot[last]
                - settled.taken[:, last].sum()
                + settled.matched[:, last].sum()
                + settled.penalty[:, last].sum()
            )
            due = (
                hands.unit[last]
                * ~(judged.outcome.bourre | judged.outcome.tied)[: table.seats, last]
            )
            ends = table.share[at[-1]] * (left + due.sum()) - due[at[-1]]
            assert abs(total - (won + ends - begun)) < 1e-6
    assert followed


def test_no_luck_is_told_of_a_hand_whose_deal_is_not_all_known() -> None:
    """Who passed did not show five cards: the deal cannot be weighed."""
    judged = evening()
    hands = judged.hands
    row = int(np.flatnonzero(known_cards(judged).every_deal)[0])
    dealt, count = hands.dealt.copy(), hands.dealt_count.copy()
    hands.dealt[:, 0, row], hands.dealt_count[0, row] = NONE, ABSENT
    try:
        masked = luck(judge(hands))
    finally:
        hands.dealt[:], hands.dealt_count[:] = dealt, count
    whole = luck(judged)
    assert np.isnan(masked.deal[:, row]).all()
    others = np.arange(len(hands)) != row
    np.testing.assert_array_equal(masked.deal[:, others], whole.deal[:, others])
