"""The stay tables that are shipped."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl
import pytest
from benchmarks.make_tables import played, rows_of
from polars.testing import assert_frame_equal
from trials import drawn

from ledger.engine.form import mask_of_lists
from ledger.game import PRESETS, Rules
from ledger.insight import reference, stay_table
from ledger.insight.paired import Paired, paired
from ledger.insight.reference_tables import FOLDER, shipped_leads, sizes
from ledger.insight.rollout import ReferenceTable
from ledger.insight.stay_table import CLASSES, REPLIES, SHOWN, class_of, low_trumps
from ledger.simulation.deck import Dice, deal

TWO = 2
DEALS = 20_000


@pytest.mark.parametrize("preset", PRESETS)
def test_there_is_a_table_for_every_way_of_playing_and_every_size(preset: str) -> None:
    for seats in sizes(PRESETS[preset]):
        table = reference(PRESETS[preset], seats)
        assert table.seats == seats
        assert abs(table.share.sum() - 1) < 1e-9
        assert abs(table.worth.sum()) < 1e-9
        assert (np.diff(table.stay_rate) >= 0).all()


def test_a_carried_pot_is_worth_most_to_who_deals_next() -> None:
    """Five at the table, by the place in the hand before: at the dealer's left one deals next."""
    np.testing.assert_allclose(
        reference(Rules(), 5).share, [0.31, 0.22, 0.17, 0.16, 0.15], atol=0.025
    )


@pytest.mark.nightly
def test_made_again_it_is_what_is_shipped() -> None:
    """Two at the table, by another way of playing each time: whoever changes what players throw
    dice for ships them anew.
    """
    for preset in drawn([name for name, rules in PRESETS.items() if sizes(rules)[0] == TWO], 1):
        print(preset)
        made = played(PRESETS[preset], TWO, shipped_leads())
        for name, frame in zip(("stay", "tables"), rows_of(made), strict=True):
            shipped = pl.read_parquet(FOLDER / f"{name}.parquet").filter(
                preset=preset, seats=made.seats
            )
            assert_frame_equal(frame, shipped, abs_tol=1e-6)


@cache
def tried() -> Paired:
    """New deals to five, by other dice, one decision of each tried both ways."""
    return paired(ReferenceTable(reference(Rules(), 5)), Dice(2026), DEALS)


def test_what_is_shipped_is_what_self_play_finds() -> None:
    """Cells that come often have the margin that they are shipped with."""
    table = reference(Rules(), 5)
    cells, difference, _, _ = tried()
    weight, total, squares = (np.zeros(table.margin.shape) for _ in range(3))
    for what, values in ((weight, 1.0), (total, difference), (squares, difference**2)):
        np.add.at(what, cells, values)
    often = weight >= 150
    mean = total[often] / weight[often]
    error = np.sqrt(np.maximum(squares[often] / weight[often] - mean**2, 0) / weight[often])
    off = (mean - table.margin[often]) / np.maximum(error, 0.01)
    assert often.sum() > 10
    assert np.abs(off).max() < 5
    assert np.abs(off).mean() < 1.5


def test_high_trumps_below_the_queen_and_a_turned_honour_tell_what_the_class_leaves_out() -> None:
    """Each of the two brings the table nearer to what staying was worth over passing, by more than
    chance.
    """
    table, (cells, difference, row, _) = reference(Rules(), 5), tried()
    dealt, turned, _ = deal(
        table.rules, Dice(2026).shuffled(DEALS), np.full(DEALS, table.seats), table.seats
    )
    hand, turned = mask_of_lists(dealt)[cells[1], row], turned[row].astype(np.int64)
    shown = np.where(cells[1] < table.seats - 1, SHOWN[turned % 13], 0)
    off = difference - table.margin[cells]
    for more in (low_trumps(hand, turned // 13), shown):
        nearer = off**2 - (off - more) ** 2
        assert nearer.mean() > 2 * np.std(nearer) / np.sqrt(len(nearer))


def test_the_best_reply_to_a_loose_table_is_what_is_shipped() -> None:
    """New deals: what is shipped for such a table agrees with them better than what is for an even
    one.
    """
    table = reference(PRESETS["louisiana"], 5)
    level = REPLIES.index(0.3)
    cells, difference, _, _ = paired(ReferenceTable(table, 0.3), Dice(2027), 20_000)
    shipped = table.replies[(level, *cells)]
    assert abs((difference - shipped).mean()) < 4 * np.std(difference) / np.sqrt(len(difference))
    assert ((difference - shipped) ** 2).sum() < (
        (difference - table.margin[cells]) ** 2
    ).sum() - 10
    likely = table.reply(np.array([0b11111]), np.array([3]), 1, np.array([0]), np.array([0.15]))
    at = (class_of(np.array([0b11111]), np.array([3])), 1, 0)
    assert likely == pytest.approx((table.margin[at] + table.replies[(level, *at)]) / 2)


def test_who_holds_the_ace_and_king_of_trumps_stays_anywhere() -> None:
    table = reference(Rules(), 5)
    for line in stay_table.chart(table):
        if line.hand.honours >= 6:
            assert all(cell.stays for cell in line.cells)


def test_a_class_is_told_as_a_player_says_it() -> None:
    """A♥ K♥ 7♥ and the ace of spades, hearts being trumps."""
    hand = sum(1 << card for card in (13 + 12, 13 + 11, 13 + 5, 12, 40))
    number = int(class_of(np.array([hand]), np.array([1]))[0])
    assert str(CLASSES[number]) == "A K +1, side ace"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_dealer_with_nobody_in_takes_the_pot_with_any_cards(preset: str) -> None:
    """The chart had +27 for no trump and +100 for ace and queen: estimates, in brackets, of what is
    certain (3.6).
    """
    table = reference(PRESETS[preset], 4)
    found = paired(ReferenceTable(table, -0.3), Dice(3), 4_000)
    alone = (found.cells[1] == 3) & (found.cells[2] == 0)
    assert alone.sum() > 20
    if PRESETS[preset].declare != "simultaneous":
        np.testing.assert_allclose(found.difference[alone], table.margin[0, 3, 0], atol=1e-9)
        cheap = paired(ReferenceTable(table.at_ante(0.02), -0.3), Dice(3), 4_000)
        there = (cheap.cells[1] == 3) & (cheap.cells[2] == 0)
        np.testing.assert_allclose(
            cheap.difference[there], table.at_ante(0.02).margins[20, 3, 0], atol=1e-9
        )


def test_a_dealer_without_a_trump_is_drawn_as_what_cannot_be_where_the_dealer_s_card_is_turned() -> (  # noqa: E501
    None
):
    for preset, dash in (("louisiana", True), ("separate-trump", False)):
        table = reference(PRESETS[preset], 5)
        first = stay_table.chart(table)[0]
        assert [cell.hundredths == "–" for cell in first.cells if cell.place == 4] == [dash] * 5
        rows = [row for row in stay_table.rows_of(table) if row[2] == 0 and row[5] == 5]
        assert bool(rows) is not dash
