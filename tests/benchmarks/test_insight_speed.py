"""How fast hands are played out and priced, as ratios in one run. ``python -m pytest
tests/benchmarks -s`` prints the table.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from benchmarks.make_tables import BATCH
from conftest import best_of, made
from made_tables import ending_of
from naive.open_cards import best_play as by_brute_force, worth_in
from needed_programs import need_package

from ledger.engine import judge
from ledger.findings import findings
from ledger.game import Rules
from ledger.hands.model import PLAYED, Array, Hands
from ledger.insight import StayTable, known_cards, looseness, luck, reference, stay_or_pass
from ledger.insight.card_play import HandsPlayed, hands_played
from ledger.insight.luck import tables_of
from ledger.insight.open_cards import best_play
from ledger.insight.rollout import Held, ReferenceTable, all_said, roll_out
from ledger.simulation.deck import Dice
from ledger.simulation.hand import Deal, holdings

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def hands() -> Hands:
    """A thousand hands of five, every card written down."""
    return made(1000, "full")


@pytest.fixture(scope="module")
def seconds_of_a_hand() -> float:
    """What it takes to shuffle and deal a hand of five, and to play it out."""
    players, dice = ReferenceTable(reference(Rules(), 5)), Dice(3)
    return best_of(15, lambda: roll_out(players, dice.shuffled(BATCH), dice)) / BATCH


def test_hands_played_out_against_random_playouts_of_euchre(seconds_of_a_hand: float) -> None:
    """Euchre by OpenSpiel, called as its documentation does: 24 cards, four players, five
    tricks.
    """
    need_package("pyspiel", "peers")
    import pyspiel  # noqa: PLC0415 - the others need no such thing

    euchre, chance, many = pyspiel.load_game("euchre"), random.Random(1), 500  # noqa: S311 - a game

    def play_out() -> None:
        for _ in range(many):
            state = euchre.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))

    theirs = best_of(15, play_out) / many
    print(
        f"\nplayed out: {1 / seconds_of_a_hand:10,.0f} hands/s, {theirs / seconds_of_a_hand:5.1f} "
        "× OpenSpiel's euchre"
    )
    assert theirs >= 10 * seconds_of_a_hand


def test_hands_played_out_against_the_audit_of_as_many(
    seconds_of_a_hand: float, hands: Hands
) -> None:
    audited = best_of(5, lambda: findings(judge(hands))) / len(hands)
    print(f"\nplayed out: {seconds_of_a_hand / audited:5.2f} × the time of the audit")
    assert seconds_of_a_hand <= 5 * audited


def test_a_thousand_hands_are_priced_in_ten_seconds_of_one_processor(hands: Hands) -> None:
    judged = judge(hands)
    known = known_cards(judged)
    lucky = best_of(1, lambda: luck(judged, known))
    priced = best_of(1, lambda: stay_or_pass(judged, looseness(judged, known), known))
    print(f"\n{len(hands):,} hands: luck {lucky:.1f} s, staying and passing {priced:.1f} s")
    assert lucky + priced <= 10


def test_two_hundred_hands_a_second_are_solved_with_open_cards(hands: Hands) -> None:
    """A mix as it is played, two to five in; beside brute force, where two stayed: with more it
    takes seconds a hand.
    """
    judged = judge(hands)
    known = known_cards(judged)
    tables = [
        (table, hands_played(judged, known, rows, table))
        for rows, table in tables_of(judged, np.flatnonzero(known.sound))
    ]

    def solve(played: HandsPlayed, table: StayTable, some: Array) -> Array:
        now = Held(
            *(each[:, some] for each in (played.declared, played.held, played.own_out, played.draw))
        )
        deal = Deal(
            played.deal.seated[some], played.deal.dealt[..., some], played.deal.turned[some]
        )
        return best_play(table, deal, now, np.zeros_like(played.cards[..., some])).won

    def solve_all() -> None:
        for table, played in tables:
            solve(played, table, np.arange(len(played.rows)))

    ours = best_of(3, solve_all) / sum(len(played.rows) for _, played in tables)
    table, played = tables[0]
    two = np.flatnonzero((played.declared == PLAYED).sum(0) == 2)
    said = all_said(
        ReferenceTable(table),
        played.deal,
        Held(played.declared, played.held, played.own_out, played.draw),
        Dice(0),
    )
    endings = [
        ending_of(
            table.rules, holdings(said, two[at : at + 1])[1], int(played.deal.turned[two[at]])
        )
        for at in range(5)
    ]
    worth = worth_in(table.rules, table.ante, table.share.tolist(), [0, 1], [0, 1])
    theirs = best_of(1, lambda: [by_brute_force(one, worth) for one in endings]) / len(endings)
    own = best_of(3, lambda: solve(played, table, two)) / len(two)
    print(f"\nopen cards: {1 / ours:10,.0f} hands/s; of two {theirs / own:5.1f} × brute force")
    assert 1 / ours >= 200
    assert theirs >= 20 * own
