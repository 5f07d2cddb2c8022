"""Players compared: a difference is named only if it is hardly chance, and the pages say what the
statistics and commands say.
"""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from book_on_disk import Book
from dashboard_app import cells, look_at, page, said, tables

from dashboard.frame.picture import recap_card
from dashboard.players import breakdown, rates, season
from dashboard.players.rates import Compared
from ledger.book.balances.figures import EveningOfSeason, Place, season as days_of, standings
from ledger.book.derived.access import ask
from ledger.cli.main import main
from ledger.money import amount_text
from ledger.stats import (
    Filter,
    Night,
    at_one_table,
    beside_everybody,
    difference,
    head_to_head,
    player_figures,
    rivals,
    streaks,
)

pytestmark = pytest.mark.nightly


@pytest.fixture
def seen(sample_book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    look_at(sample_book, monkeypatch)
    return sample_book


# --- What is named --------------------------------------------------------------------------------


def test_a_difference_is_named_only_if_its_interval_does_not_reach_zero() -> None:
    for others, expected in (
        (
            10,
            [
                (
                    "Goes bourré in **40%** of the hands (40 of 100), the others there in 10% (10 "
                    "of 100): 13 to 45 points more."
                )
            ],
        ),
        (30, []),
        (
            75,
            [
                (
                    "Goes bourré in **40%** of the hands (40 of 100), the others there in 75% (75 "
                    "of 100): 16 to 51 points less."
                )
            ],
        ),
    ):
        assert rates.named([Compared("bourres", "of the hands", 40, 100, others, 100)]) == (
            expected,
            1,
        )


def test_the_more_is_looked_at_the_less_is_named() -> None:
    one = Compared("bourres", "of the hands", 40, 100, 18, 100)
    alike = Compared("won", "of the hands", 50, 100, 50, 100)
    assert len(rates.named([one])[0]) == 1
    assert rates.named([one, *[alike] * 39]) == ([], 40)


def test_with_few_hands_nothing_is_looked_at() -> None:
    assert rates.named(
        [Compared("won", "", 24, 24, 0, 100), Compared("won", "", 100, 100, 0, 24)]
    ) == ([], 0)


def test_staying_in_after_a_bourre_is_tilt_only_if_others_do_not_do_so_too() -> None:
    """The pot is larger then, and everybody stays in more often."""
    usual = {"stayed": 400, "stayed_of": 1000}
    for others, named in ((40, 1), (80, 0)):
        after = {"stayed": 80, "stayed_of": 100, "field_stayed": others, "field_stayed_of": 100}
        said_of_it, looked_at = rates.named([rates.tilt(usual, after)])
        assert (len(said_of_it), looked_at) == (named, 2)


def test_of_players_who_play_alike_hardly_anything_is_named(long_book: Path) -> None:
    """Simulated players all decide by the same rules: whatever differs between them is chance."""
    figures = ask(long_book, player_figures)
    named = []
    for me in figures.rows(named=True)[:5]:
        beside = ask(long_book, partial(beside_everybody, player=me["player"]))
        usual, after = beside.after_bourre.rows(named=True)
        looked_at = [
            *rates.overall(beside.overall.rows(named=True)),
            *(one for group in breakdown.breakdowns(beside) for one in group.compared()),
            *breakdown.compared(beside.stays),
            rates.tilt(usual, after),
        ]
        sentences, number = rates.named(looked_at)
        assert number > 10
        named += sentences
    assert len(named) <= 1, named


# --- Player ---------------------------------------------------------------------------------------


def test_the_map_of_stays_says_how_many_hands_each_cell_has_and_shades_none_with_few(
    long_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(long_book, monkeypatch)
    player = ask(long_book, player_figures).sort("hands")["player"][-1]
    rows = ask(long_book, lambda book: beside_everybody(book, player).stays).rows(named=True)
    shown = [
        cell
        for _, *row in cells(
            page("player", player=player), "How often the player stayed, by trumps dealt and place"
        )
        for cell in row
    ]
    for cell, row in zip(shown, rows, strict=False):
        of, others = row["stayed_of"], row["field_stayed_of"]
        assert cell["text"] == (f"{100 * row['stayed'] / of:.0f}%" if of else "")
        if of:
            assert cell["note"].startswith(f"of {of:,}")
            assert (
                ("shade" in cell)
                == (of >= 25 and others >= 25)
                == (not cell["note"].endswith("few"))
            )
    assert any("shade" in cell for cell in shown)
    assert any(cell.get("note", "").endswith("few") for cell in shown)


# --- Compare --------------------------------------------------------------------------------------


def test_two_are_compared_by_the_rates_of_the_statistics(seen: Path) -> None:
    one, other = ask(seen, player_figures).sort("hands", "name", descending=[True, False])[
        "player"
    ][:2]
    both = ask(seen, lambda book: at_one_table(book, one, other)).rows(named=True)
    figures = dict(zip((one, other), both, strict=True))
    app = page("compare", a=one, b=other)
    rows = {row[0]["text"]: row[1:] for row in cells(app, "Rates side by side")}
    looked_at = 0
    for title, name in (
        ("Stayed", "stayed"),
        ("Won", "won"),
        ("Split", "split"),
        ("Went bourré", "bourres"),
    ):
        first, second, by = rows[title]
        for cell, player in ((first, one), (second, other)):
            count, of = figures[player][name], figures[player][f"{name}_of"]
            assert cell["text"] == f"{100 * count / of:.0f}%"
            assert cell["note"].startswith(f"{count:,} of {of:,}")
        mine, theirs = (
            (figures[player][name], figures[player][f"{name}_of"]) for player in (one, other)
        )
        if min(mine[1], theirs[1]) < 25:
            assert by["text"] == ""
            continue
        looked_at += 1
        expected = difference(mine, theirs, same_hands=True)
        assert expected is not None
        assert int(by["text"].replace("−", "-")) == round(100 * expected.by)
    assert f"{looked_at} rates with at least 25 hands" in said(app).replace("\\", "")
    assert len(app.get("plotly_chart")) == 2
    turned = {
        row[0]["text"]: row[1:]
        for row in cells(page("compare", a=other, b=one), "Rates side by side")
    }
    assert turned["Won"][0] == rows["Won"][1]


def test_everybody_else_is_all_the_others_together(seen: Path) -> None:
    _, others = ask(seen, lambda book: at_one_table(book, 1)).rows(named=True)
    (_, _, theirs, _) = cells(page("compare", a=1), "Rates side by side")[0]
    assert theirs["note"].startswith(f"{others['stayed']:,} of {others['stayed_of']:,}")


def test_a_year_is_compared_with_the_year_before(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2025-11-01 one
    chip 1 USD
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 5 Bea 0
    ---
    session 2026-11-02 two
    chip 1 USD
    seats Ann Bea
    hand 1 Bea 9h
      pass Ann
      play Bea
    """
    look_at(book.folder, monkeypatch)
    app = page("compare", a=1, b="year")
    (_, this, before, _), *_ = cells(app, "Rates side by side")
    assert (this["text"], before["text"]) == ("0%", "100%")
    assert any(element.value.startswith("2025: **Winning") for element in app.markdown)
    assert "No hands are written down** for Ann in 2025" in said(
        page("compare", a=1, b="year", rules="x", sessions="two")
    )


def test_face_to_face_both_see_the_same_from_their_side(seen: Path) -> None:
    found = ask(seen, rivals).sort("evenings", "player", "other", descending=True)
    one, other = found["player"][0], found["other"][0]
    nights = ask(seen, lambda connection: head_to_head(connection, one, other))
    total = amount_text(abs(sum(nights["amount"])), "USD")
    for a, b in ((one, other), (other, one)):
        app = page("compare", a=a, b=b)
        (sentence,) = [
            text.value.replace("\\", "") for text in app.markdown if "Both stayed" in text.value
        ]
        assert total in sentence
        assert f"Both stayed in {sum(nights['stayed'])}" in sentence
        assert f"{nights.height} evening" in sentence


@pytest.mark.usefixtures("seen")
def test_a_figure_of_the_rivals_leads_to_the_two() -> None:
    rows = cells(page("rivals"), "What the player of the row won from the player of the column")
    link = next(cell for row in rows for cell in row[1:] if cell.get("page"))
    assert link["page"] == "compare"
    app = page("compare", **link["query"])
    assert not app.exception
    assert "Both stayed" in said(app)


# --- Standings ------------------------------------------------------------------------------------


def test_the_standings_of_every_season_are_those_of_the_command(
    seen: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    days = [
        day
        for (day,) in ask(seen, lambda book: book.execute("SELECT date FROM sessions").fetchall())
    ]
    app = None
    for word in ("", *list(season.seasons(days))[:4]):
        since, until = days_of(word) if word else (None, None)
        app = page("standings", app, season=word)
        shown = tables(app)["Standings in USD"]
        part = Filter(since=since, until=until)
        places = [one for one in ask(seen, partial(standings, part=part)) if one.unit == "USD"]
        assert [row[1] for row in shown] == [one.name for one in places]
        assert main(["standings", "--book", str(seen), *(["--season", word] if word else [])]) == 0
        printed = [
            line.split()
            for line in capsys.readouterr().out.splitlines()
            if line.strip().partition(".")[0].isdigit()
        ]
        for row, one, line in zip(shown, places, printed, strict=False):
            assert row[:3] == [f"{one.place}.", one.name, str(one.evenings)]
            assert row[4].endswith(amount_text(one.amount, "USD", signed=True))
            assert line[0] == row[0]
            assert row[4].lstrip("▲▼ +−$") in " ".join(line)
    assert app is not None


def test_seasons_are_the_years_quarters_and_months_that_have_evenings() -> None:
    found = season.seasons([date(2025, 12, 31), date(2026, 3, 1), date(2026, 4, 1)])
    assert list(found) == [
        "2026",
        "2025",
        "2026-q2",
        "2026-q1",
        "2025-q4",
        "2026-04",
        "2026-03",
        "2025-12",
    ]
    assert found["2026-q2"] == "2026, quarter 2"
    assert found["2025-12"] == "December 2025"


def test_evenings_in_a_row_stand_on_the_page_as_they_are_counted(seen: Path) -> None:
    rows = {row["name"]: row for row in ask(seen, streaks).to_dicts()}
    app = page("standings")
    shown = tables(app)["Evenings in a row"]
    assert {row[0] for row in shown} == set(rows)
    for name, won, lost in shown:
        assert (won, lost) == tuple(
            str(rows[name][which] or "–") for which in ("winning", "losing")
        )
    for _, name, *_, form, streak, _, _ in tables(app)["Standings in USD"]:
        assert len(form) == 5
        current = rows[name]["current"]
        assert streak.rstrip("?") == (
            f"{abs(current)} {'up' if current > 0 else 'down'}" if current else ""
        )


def test_where_everybody_stood_before_the_last_evening_is_known_only_where_every_line_was_read() -> (  # noqa: E501
    None
):
    one, two = ("one", date(2026, 1, 3)), ("two", date(2026, 2, 7))
    won = {"Ann": (-100, 400), "Bea": (100, -400), "Cal": (None, 0)}
    places = []
    for at, (name, amounts) in enumerate(won.items(), 1):
        nights = [
            EveningOfSeason(*there, much)
            for there, much in zip((one, two), amounts, strict=True)
            if much is not None
        ]
        total = sum(night.amount for night in nights)
        places.append(
            Place(at, at, name, "USD", len(nights), 0, total, nights[0], nights[0], nights)
        )
    evenings = [(day, session) for session, day in (one, two)]
    assert season.before_the_last(places, evenings, ()) == {1: 2, 2: 1}, "Cal had not played yet"
    assert not season.before_the_last(places, evenings, {"one"})


def test_a_picture_of_a_season_tells_who_leads_places_and_what_is_not_recorded() -> None:
    nights = [
        EveningOfSeason("one", date(2026, 1, 3), 500),
        EveningOfSeason("two", date(2026, 2, 7), 200),
    ]
    ann = Place(1, 1, "Ann", "USD", 2, 2, 700, nights[0], nights[1], nights)
    bea = ann._replace(place=2, account=2, name="Bea", amount=-700)
    streaks = [
        {"name": "Ann", "winning": 2, "losing": 0},
        {"name": "Bea", "winning": 0, "losing": 2},
    ]
    night = Night("one", None, date(2026, 1, 3), "", "louisiana", "louisiana", 0, "one.bourre")
    told = season.Highlights(
        [{"name": "Ann", "pot": None, "bourres": 0}], streaks, [night], {"two"}
    )
    for over, won in ((False, "leads 2026 with +$7.00 so far"), (True, "won 2026 with +$7.00")):
        drawn = season.season_drawn("Saturdays", "2026", [ann, bea], told, over=over)
        assert season.in_words(drawn).splitlines() == [
            "Saturdays: 2026 · 2 evenings, 3 Jan to 7 Feb 2026",
            f"Ann {won}.",
            "1. Ann +$7.00",
            "2. Bea −$7.00",
            "Pots and bourrés: not recorded",
            "Longest streak: Ann: 2 evenings up in a row; Bea: 2 evenings down in a row",
            "Not all of it could be read: 1 evening",
        ]
        assert all(
            words in recap_card(drawn) for words in ("Saturdays", won, "1.", "Bea", "BOURRÉS")
        )
