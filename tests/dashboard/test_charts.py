"""Charts: axes with names, colours that nobody takes for another, no empty future, and the same on
paper.
"""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser import looking, settled
from colour_vision import EYES, contrast, difference, seen
from dashboard_app import look_at, page
from playwright.sync_api import Browser
from streamlit.testing.v1 import AppTest
from trials import drawn

from dashboard.frame import charts, server
from dashboard.frame.charts import Line
from dashboard.frame.theme import DARK, LIGHT, Tokens
from dashboard.players import places

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
def test_no_two_players_look_alike_nor_like_won_lost_or_the_accent_to_any_eyes(
    tokens: Tokens,
) -> None:
    meant = [tokens.won, tokens.lost, tokens.felt]
    for eyes in EYES:
        as_seen = {colour: seen(colour, eyes) for colour in (*tokens.players, *meant)}
        assert len(as_seen) == 15
        for one, other in combinations(as_seen, 2):
            if one in meant and other in meant:
                continue
            assert difference(as_seen[one], as_seen[other]) >= 10, (eyes, one, other)
    assert all(contrast(colour, tokens.page) >= 3 for colour in tokens.players)


def test_a_player_has_the_same_hue_by_day_and_by_night() -> None:
    for day, night in zip(LIGHT.players, DARK.players, strict=True):
        one, other = (np.degrees(np.arctan2(*seen(colour)[:0:-1])) for colour in (day, night))
        assert abs((one - other + 180) % 360 - 180) < 40, (day, night)


def drawn_on(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(element.proto.spec) for element in app.get("plotly_chart")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "x", "ys"),
    [
        ("players", "Evening", ["Won or lost, in USD"]),
        ("player", "Evening", ["Won or lost, in USD"]),
        ("session", "Hand", ["Won or lost, in chips"]),
    ],
)
def test_axes_are_named_with_units_in_the_type_of_the_page_and_nothing_moves(
    name: str, x: str, ys: list[str], sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    found = drawn_on(page(name, player=1, session=EVENING))
    assert [chart["layout"]["yaxis"]["title"]["text"] for chart in found] == ys
    for chart in found:
        assert chart["layout"]["xaxis"]["title"]["text"] == x
        assert chart["layout"]["font"]["family"].startswith('"Source Sans"')
        assert "transition" not in chart["layout"]
        assert not chart.get("frames")


def people(number: int, days: list[date]) -> list[Line]:
    return [
        Line(one, f"P{one}", days[one % 2 :], [float(one)] * len(days[one % 2 :]), [""] * len(days))
        for one in range(number)
    ]


def test_a_chart_ends_with_the_last_evening_and_so_does_every_line() -> None:
    """Those who were not there then have won or lost nothing since."""
    days = [date(2026, 1, 2) + timedelta(weeks=week) for week in range(30)]
    early = Line(1, "Ann", days[:10], [5.0] * 10, ["said"] * 10)
    late = Line(2, "Bea", days[20:], [-5.0] * 10, ["said"] * 10)
    (*drawn, _), layout = charts.chart([early, late], {1, 2}, 400).values()
    assert layout["xaxis"]["range"] == [days[0], days[-1]]
    assert {days[0], days[-1]} < set(layout["xaxis"]["tickvals"]) <= set(days)
    assert [(line["x"][-1], line["y"][-1]) for line in drawn] == [(days[-1], 5.0), (days[-1], -5.0)]
    _, of_two_hands = charts.chart(
        [Line(1, "Ann", [1, 2], [1.0, 2.0], ["", ""])], {1}, 400
    ).values()
    # nobody played hand 0.5
    assert (of_two_hands["xaxis"]["tick0"], of_two_hands["xaxis"]["dtick"]) == (0, 1)
    _, alone = charts.chart([early._replace(x=days[:1], y=[5.0], said=["said"])], {1}, 400).values()
    assert alone["xaxis"]["range"][1] == days[0]


def test_places_count_down_and_an_evening_has_a_dot_for_who_was_there_a_hollow_one_if_it_is_in_doubt() -> (  # noqa: E501
    None
):
    days = [date(2026, 1, 2), date(2026, 1, 9), date(2026, 3, 6)]
    opens = [{"page": "session", "session": f"s{at}"} for at in range(3)]
    ann = Line(1, "Ann", [0, 1, 2], [1.0, 2.0, 1.0], ["1st", "2nd", "1st"], opens)
    # away on the last evening
    bea = Line(2, "Bea", [0, 1, 2], [2.0, 1.0, 2.0], ["2nd", "1st", ""], opens[:2])
    drawn = places.chart([ann, bea], days, [1], me=2)
    of_ann, of_bea = drawn["lines"]
    assert [(dot["at"], dot["place"], dot["unread"]) for dot in of_ann["dots"]] == [
        (0, 1, False),
        (1, 2, True),
        (2, 1, False),
    ]
    assert [dot["at"] for dot in of_bea["dots"]] == [0, 1]
    assert [dot["href"] for dot in of_ann["dots"]] == [
        f"./session?session=s{at}" for at in range(3)
    ]
    assert (drawn["ranks"], drawn["days"]) == (
        [1, 2],
        [(0, "2 Jan\n2026"), (1, "9 Jan"), (2, "6 Mar")],
    )
    assert (of_ann["beside"], of_bea["beside"], of_bea["name"], of_bea["width"]) == (
        1,
        2,
        "Bea (you)",
        2 * of_ann["width"],
    )


def test_of_more_than_twelve_the_others_are_grey_and_all_have_their_names() -> None:
    days = [date(2026, 1, 2), date(2026, 1, 9)]
    few, many = people(12, days), people(20, days)
    assert charts.outstanding(few) == {line.player for line in few}
    strong = charts.outstanding(many)
    assert strong == {0, 1, 2, 17, 18, 19}
    assert charts.outstanding(many, me=9) == strong | {9}
    (*drawn, _), layout = charts.chart(many, strong, 600).values()
    colours = [line["line"]["color"] for line in drawn]
    assert colours.count(LIGHT.quiet) == 14
    assert len(set(colours)) == 7  # the last are drawn last, over the others
    assert colours[:14] == [LIGHT.quiet] * 14
    names = "".join(layout["yaxis2"]["ticktext"])
    assert all(f"{line.name}</span>" in names or f"</span> {line.name}" in names for line in many)
    assert names.count("●") == 6


def test_my_line_is_heavier_than_the_others_over_them_and_says_that_it_is_mine() -> None:
    lines = people(4, [date(2026, 1, 2), date(2026, 1, 9)])
    (*drawn, _), mine = charts.chart(lines, {0, 1, 2, 3}, 400, me=1).values()
    assert [line["line"]["width"] for line in drawn] == [2.25, 2.25, 2.25, 4.5]
    names = mine["yaxis2"]["ticktext"]
    assert [name for name in names if "(you)" in name] == [name for name in names if "P1" in name]
    _, nobodys = charts.chart(lines, {0, 1, 2, 3}, 400).values()
    assert "(you)" not in "".join(nobodys["yaxis2"]["ticktext"])


def test_a_dozen_players_later_the_same_colour_is_dashed() -> None:
    days = [date(2026, 1, 2), date(2026, 1, 9)]
    lines = [Line(player, "x", days, [1.0, 2.0], ["", ""]) for player in (1, 13)]
    (one, other, _), _ = charts.chart(lines, {1, 13}, 400).values()
    assert one["line"]["color"] == other["line"]["color"]
    assert (one["line"]["dash"], other["line"]["dash"]) == ("solid", "dash")


def test_a_printed_chart_is_no_wider_than_a_sheet_of_paper_and_not_much_narrower() -> None:
    """A chart is drawn as wide as the window was, up to 1,088 pixels, and printed by the rule for
    the digit it begins with.
    """
    rules = {
        digit: float(zoom)
        for digit, zoom in re.findall(r'width\^="(.)"\].* zoom: (.*);', server.body())
    }
    for wide in range(300, 1089):
        printed = wide * rules.get(str(wide)[0], 1)
        assert min(wide, 0.8 * SHEET) <= printed <= SHEET


def test_plotly_is_fetched_once_and_only_where_a_chart_is_looked_at(
    chromium: Browser, samples_at: str
) -> None:
    """A chart has its place before it is there, and the next page has its charts at once."""
    with looking(chromium, samples_at) as window:
        fetched: list[str] = []
        window.on(
            "request",
            lambda asked: fetched.append(asked.url) if "plotly" in asked.url.lower() else None,
        )
        for where in drawn(("/owes", "/rivals", "/standings"), 1):
            window.goto(samples_at + where)
            settled(window)
        assert fetched == []
        window.get_by_role("link", name="Players").click()
        window.wait_for_url("**/players")
        settled(window)
        place = window.locator('[class*="st-key-chart-"]')
        before = place.bounding_box()
        assert before is not None
        assert fetched == []
        place.scroll_into_view_if_needed()
        window.wait_for_selector(".main-svg")
        after = place.bounding_box()
        assert after is not None
        assert after["height"] == before["height"] >= 360
        window.get_by_role("table", name="Everybody").get_by_role("link").first.click()
        window.wait_for_url("**/player?**")
        settled(window)
        window.wait_for_selector(".main-svg")
        assert len(fetched) == 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_paper_is_white_whatever_the_screen_was(
    dark: bool, chromium: Browser, samples_at: str
) -> None:
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
        # nobody has looked at its place: it may be wanted on paper
        window.wait_for_selector(".main-svg")
        longest = window.evaluate(
            "Math.max(...[...document.querySelectorAll('.stApp *')].flatMap(one => {"
            " const style = getComputedStyle(one);"
            " return [style.transitionDuration, style.animationDuration].flatMap(all => "
            "all.split(',').map(parseFloat)) }))"
        )
        assert longest <= 0.001


def test_flags_stand_over_the_lines_at_their_hands_and_one_that_would_cover_another_stands_higher() -> (  # noqa: E501
    None
):
    line = Line(1, "Ann", list(range(41)), [float(at) for at in range(41)], [""] * 41)
    flags = [
        charts.Flag(at, str(nth), f"mark {nth}", {"page": "replay", "hand": at})
        for nth, at in enumerate((3, 4, 30, 30), 1)
    ]
    (_, drawn, _), layout = charts.chart([line], {1}, 400, flags=flags).values()
    low, high = layout["yaxis"]["range"]
    assert drawn["x"] == [3, 4, 30, 30]
    assert drawn["y"][0] == drawn["y"][2] < drawn["y"][1] == drawn["y"][3] < high
    assert drawn["y"][0] > 40
    assert [one["hand"] for one in drawn["customdata"]] == [3, 4, 30, 30]
    assert [(one["x0"], one["y0"]) for one in layout["shapes"]] == [
        (3, low),
        (4, low),
        (30, low),
        (30, low),
    ]
    assert layout["yaxis2"]["range"] == [low, high]
