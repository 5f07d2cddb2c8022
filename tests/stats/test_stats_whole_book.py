"""What holds for a whole book, and for a chosen part of it."""

from __future__ import annotations

from datetime import date

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from stats_trials import Trial, by_name
from trials import drawn

from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.stats import (
    EVERYTHING,
    Filter,
    evenings,
    findings_of_book,
    last_evening,
    player_figures,
    player_money,
    rivals,
    streaks,
    winnings_over_time,
)
from ledger.stats.figures import grouped_hands


def test_nothing_is_lost_between_players_pot_and_what_has_no_explanation(one: Trial) -> None:
    unexplained = dict(
        one.rows(
            """SELECT id, sum(chips) FROM entries JOIN sessions USING (session)
               WHERE account = -2 AND kind <> 'opening' GROUP BY id"""
        )
    )
    won = one.ask(winnings_over_time).group_by("session").agg(pl.col("chips").sum())
    won_by = dict(won.iter_rows())
    for row in one.ask(evenings).to_dicts():
        pot = row["pot_left"] - (row["pot_first"] or 0)
        assert won_by.get(row["session"], 0) + pot + int(unexplained.get(row["session"], 0)) == 0


@pytest.mark.slow
def test_a_filter_gives_the_figures_of_a_book_with_only_those_sessions(
    one: Trial, tmp_path_factory: pytest.TempPathFactory
) -> None:
    nights = one.ask(evenings)
    middle = sorted(nights["date"].to_list())[len(nights) // 2]
    preset = nights["preset"].to_list()[0]
    choices = [
        (Filter(presets=(preset,)), nights.filter(pl.col("preset") == preset)["session"].to_list()),
        (
            Filter(sessions=tuple(nights["session"].to_list()[::3])),
            nights["session"].to_list()[::3],
        ),
        (Filter(since=middle), nights.filter(pl.col("date") >= middle)["session"].to_list()),
        (Filter(until=middle), nights.filter(pl.col("date") <= middle)["session"].to_list()),
    ]
    for where, chosen in drawn(choices, 1):
        files = {row["session"]: one.folder / row["file"] for row in nights.to_dicts()}
        here = tmp_path_factory.mktemp("part") / "book"
        import_files(here, [files[session] for session in chosen], ImportOptions())
        part = Trial(here, one.judged, [], [])
        for question in (player_figures, player_money, winnings_over_time, rivals):
            numbers = [name for name in ("player", "other") if name in part.ask(question).columns]
            assert_frame_equal(
                one.ask(question, where).drop(numbers), part.ask(question).drop(numbers)
            )
        names = {name: player for name, player in one.ids().items() if name in part.ids()}
        for name in list(names)[:3]:
            assert_frame_equal(
                one.ask(grouped_hands, names[name], where),
                part.ask(grouped_hands, part.ids()[name]),
                check_row_order=False,
            )
        assert_frame_equal(
            one.ask(evenings, where).drop("warnings", "open", "file"),
            part.ask(evenings).drop("warnings", "open", "file"),
        )


def test_one_player_has_the_figures_that_are_theirs_among_all(one: Trial) -> None:
    for player in drawn(sorted(one.ids().values()), 1):
        for where in (
            EVERYTHING,
            Filter(seated=tuple(sorted({deed.seated for deed in one.deeds})[:2])),
        ):
            for question in (player_figures, player_money, streaks, winnings_over_time):
                alone = one.ask(question, where._replace(whose=player))
                assert_frame_equal(alone, one.ask(question, where).filter(player=player))


def test_the_size_of_the_table_chooses_hands(one: Trial) -> None:
    sizes = sorted({deed.seated for deed in one.deeds})[:2]
    figures = {
        row["name"]: row for row in one.ask(player_figures, Filter(seated=tuple(sizes))).to_dicts()
    }
    chosen = by_name([deed for deed in one.deeds if deed.seated in sizes])
    assert figures.keys() == chosen.keys()
    for name, mine in chosen.items():
        chips = sum(deed.net for deed in mine)
        found = tuple(
            figures[name][column] for column in ("hands", "stayed", "chips", "between", "net")
        )
        assert found == (len(mine), sum(deed.stayed for deed in mine), chips, 0, chips)
    nights = {deed.session for deed in one.deeds if deed.seated in sizes}
    assert set(one.ask(winnings_over_time, Filter(seated=tuple(sizes)))["session"]) == nights


@pytest.mark.slow
def test_dates_before_and_after_everything_choose_nothing(one: Trial) -> None:
    for where in (
        Filter(since=date(2999, 1, 1)),
        Filter(until=date(1000, 1, 1)),
        Filter(sessions=("' OR 1 = 1 --",)),
    ):
        for question in (
            evenings,
            player_figures,
            player_money,
            winnings_over_time,
            rivals,
            findings_of_book,
            last_evening,
        ):
            empty = one.ask(question, where)
            assert len(empty) == 0
            assert empty.schema == one.ask(question).schema


def test_the_trials_have_something_to_count(one: Trial) -> None:
    kinds = {
        "a renege": any(deed.wrong for deed in one.deeds),
        "a play that nobody can judge": any(deed.doubtful for deed in one.deeds),
        "a hand that is known": any(len(deed.cards) == deed.size for deed in one.deeds),
        "a split": any(deed.tied for deed in one.deeds),
        "chips between hands": bool(one.moved),
        "several tables": len({deed.seated for deed in one.deeds}) > 1,
    }
    clean = "clean" in one.folder.parent.name
    assert {kind for kind, there in kinds.items() if not there} <= (
        {"a renege"} if clean else set()
    )
