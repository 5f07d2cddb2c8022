"""Charts: axes with names, colours that nobody takes for another, no empty future, and the same on paper."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from browser import looking, settled, sideways
from colour_vision import EYES, contrast, difference, seen
from dashboard_app import drawn_on, look_at, page
from playwright.sync_api import Browser, expect

from dashboard.frame import charts, line_chart
from dashboard.frame.line_chart import Line
from dashboard.frame.theme import DARK, LIGHT, Tokens

EVENING = "saturday-2026-08"
SHEET = 700
"""Pixels of a sheet of paper, A4 or letter, between the margins that browsers leave."""


def test_the_difference_of_colours_is_that_of_ciede2000() -> None:
    """Three of the pairs that Sharma, Wu and Dalal published in 2005 to test programs with."""
    for one, other, expected in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=0.00005)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_no_two_players_look_alike_nor_like_won_lost_or_the_accent_to_any_eyes(tokens: Tokens) -> None:
    meant = [tokens.won, tokens.lost, tokens.felt]
    for eyes in EYES:
        as_seen = {colour: seen(colour, eyes) for colour in (*tokens.players, *meant)}
        assert len(as_seen) == 15
        for one, other in combinations(as_seen, 2):
            if one in meant and other in meant:
                continue
            assert difference(as_seen[one], as_seen[other]) >= 10, (eyes, one, other)
    assert all(contrast(colour, tokens.page) >= 3 for colour in tokens.players)


@pytest.mark.parametrize(
    ("name", "x", "ys"),
    [
        ("players", "Evening", ["Won or lost, in USD"]),
        ("player", "Evening", ["Won or lost, in USD"]),
        ("session", "Hand", ["Won or lost, in chips", "Pot, in chips"]),
    ],
)
def test_axes_are_named_with_units(name: str, x: str, ys: list[str], sample_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(sample_book, monkeypatch)
    found = drawn_on(page(name, player=1, session=EVENING))
    assert [chart["y"]["label"] for chart in found] == ys
    assert {chart["x"]["label"] for chart in found} == {x}


def test_marks_are_few_and_round() -> None:
    assert [text for _, text in charts.marks(-1_200, 4_800)] == ["−1,000", "0", "1,000", "2,000", "3,000", "4,000"]
    assert [text for _, text in charts.marks(0, 0.6)] == ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]
    assert charts.marks(0, 2, whole=True) == [(0, "0"), (1, "1"), (2, "2")]
    assert charts.marks(1, 1, whole=True) == [(1, "1")]
    for high in (*range(1, 200), 10**9 + 7):
        assert 2 <= len(charts.marks(0, high)) <= 8


AXES = ("Evening", "Won or lost, in USD")


def people(number: int, days: list[date]) -> list[Line]:
    return [Line(one, f"P{one}", days[one % 2 :], [float(one)] * len(days[one % 2 :]), [""] * len(days)) for one in range(number)]


def test_a_chart_ends_with_the_last_evening_and_so_does_every_line() -> None:
    """Those who were not there then have won or lost nothing since."""
    days = [date(2026, 1, 2) + timedelta(weeks=week) for week in range(30)]
    early = Line(1, "Ann", days[:10], [5.0] * 10, ["said"] * 10)
    late = Line(2, "Bea", days[20:], [-5.0] * 10, ["said"] * 10)
    chart = line_chart.chart([early, late], {1, 2}, AXES)
    ends = [day.toordinal() for day in (days[0], days[-1])]
    assert [chart.x.low, chart.x.high] == ends
    assert {*ends} < {at for at, _ in chart.x.marks} <= {day.toordinal() for day in days}
    assert [(line.x[-1], line.y[-1]) for line in chart.series] == [(ends[1], 5.0), (ends[1], -5.0)]
    alone = line_chart.chart([early._replace(x=days[:1], y=[5.0], said=["said"])], {1}, AXES)
    assert alone.x.high == ends[0]


def test_of_more_than_twelve_the_others_are_grey_and_all_have_their_names() -> None:
    days = [date(2026, 1, 2), date(2026, 1, 9)]
    few, many = people(12, days), people(20, days)
    assert line_chart.outstanding(few) == {line.player for line in few}
    strong = line_chart.outstanding(many)
    assert strong == {0, 1, 2, 17, 18, 19}
    assert line_chart.outstanding(many, me=9) == strong | {9}
    chart = line_chart.chart(many, strong, AXES, 600)
    colours = [line.colour for line in chart.series]
    assert colours.count(LIGHT.quiet) == 14
    assert len(set(colours)) == 7  # the last are drawn last, over the others
    assert colours[:14] == [LIGHT.quiet] * 14
    assert [one.text for one in chart.names] == [line.name for line in many]
    assert sum(bool(one.colour) for one in chart.names) == 6


def test_a_name_that_is_cut_is_told_in_full() -> None:
    (name,) = line_chart.chart([Line(1, "Bartholomew Fontenot", [0, 1], [0.0, 1.0], ["", ""])], {1}, AXES).names
    assert name.text.endswith("…")
    assert name.full == "Bartholomew Fontenot"


def test_my_line_is_heavier_than_the_others_over_them_and_says_that_it_is_mine() -> None:
    lines = people(4, [date(2026, 1, 2), date(2026, 1, 9)])
    mine = line_chart.chart(lines, {0, 1, 2, 3}, AXES, me=1)
    assert [line.width for line in mine.series] == [2.25, 2.25, 2.25, 4.5]
    assert [(one.text, one.mine) for one in mine.names if "(you)" in one.text] == [("P1 (you)", True)]
    nobodys = line_chart.chart(lines, {0, 1, 2, 3}, AXES)
    assert not any("(you)" in one.text or one.mine for one in nobodys.names)


def test_a_dozen_players_later_the_same_colour_is_dashed() -> None:
    days = [date(2026, 1, 2), date(2026, 1, 9)]
    one, other = line_chart.chart([Line(player, "x", days, [1.0, 2.0], ["", ""]) for player in (1, 13)], {1, 13}, AXES).series
    assert one.colour == other.colour
    assert not one.dash
    assert other.dash


@pytest.mark.parametrize("width", [1280, 390])
def test_a_chart_is_as_wide_as_the_screen_then_as_the_paper_and_tells_the_point_at_the_mouse(
    width: int, chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=width) as window:
        window.goto(f"{samples_at}/session?session={EVENING}")
        settled(window)
        charts_here = window.locator(".chart svg")
        assert charts_here.count() == 2
        assert sideways(window) <= 0
        drawn = charts_here.first
        names = drawn.locator("text").all_text_contents()
        assert {"Alcide", "Bea", "Clovis", "Gus", "Renée", "Hand", "Won or lost, in chips"} <= {*names}
        first = drawn.locator("path[stroke]").first
        first.hover(force=True)
        expect(window.locator(".chart .tip").first).to_contain_text("after hand")
        window.emulate_media(media="print")
        window.set_viewport_size({"width": SHEET, "height": 990})
        window.wait_for_timeout(100)
        assert all(box["width"] <= SHEET for one in charts_here.all() if (box := one.bounding_box()))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_paper_is_white_whatever_the_screen_was(dark: bool, chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at, dark=dark) as window:
        window.goto(f"{samples_at}/rivals")
        settled(window)
        window.emulate_media(media="print", color_scheme="dark" if dark else "light")
        ground, turned = window.evaluate(
            "[getComputedStyle(document.querySelector('.stApp')).backgroundColor,"
            " getComputedStyle(document.querySelector('.stApp > *')).filter]"
        )
        assert ground == "rgb(255, 255, 255)"
        assert ("invert" in turned) == dark  # what was light is dark: it is to be read on white


def test_who_wants_no_motion_gets_none(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as window:
        window.emulate_media(reduced_motion="reduce")
        window.goto(f"{samples_at}/players")
        settled(window)
        window.wait_for_selector(".chart svg")
        longest = window.evaluate(
            "Math.max(...[...document.querySelectorAll('.stApp *')].flatMap(one => {"
            " const style = getComputedStyle(one);"
            " return [style.transitionDuration, style.animationDuration].flatMap(all => all.split(',').map(parseFloat)) }))"
        )
        assert longest <= 0.001
