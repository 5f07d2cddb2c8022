"""Players, one player and rivals: the pages say what the statistics say, how sure it is, and where
there is too little.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize

import polars as pl
import pytest
from book_on_disk import Book
from dashboard_app import cells, look_at, page, said, sent, tables
from hostile_words import NAMES
from trials import drawn

from dashboard.frame import charts
from dashboard.players import all_players, one_player, rates
from ledger.book.derived.access import ask
from ledger.money.amounts import amount_text
from ledger.stats import (
    RIVALS_DEFINITION,
    Filter,
    beside_everybody,
    player_figures,
    player_money,
    rivals,
    winnings_over_time,
)

pytestmark = pytest.mark.nightly

RATES = ("stayed", "won", "split", "bourres", "reneges")


@pytest.fixture
def seen(sample_book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the sample book, which the dashboard shows."""
    look_at(sample_book, monkeypatch)
    return sample_book


@pytest.fixture(params=["sample_book", "long_book"])
def either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the same, or one of 2,000 made-up hands."""
    folder = Path(request.getfixturevalue(request.param))
    look_at(folder, monkeypatch)
    return folder


def check_rate(cell: Mapping[str, Any], row: Mapping[str, Any], name: str) -> None:
    """A rate has its numerator, its denominator and its interval; it is grey below 25, and blank
    where there is nothing.
    """
    count, of = row[name], row[f"{name}_of"]
    if not of:
        assert (cell["text"], cell.get("note"), cell.get("bar")) == ("", None, None)
        return
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    assert cell["text"] == f"{100 * count / of:.0f}%"
    assert cell["note"].startswith(f"{count:,} of {of:,} · {100 * low:.0f}–{100 * high:.0f}%")
    assert cell["bar"] == pytest.approx([low, count / of, high])
    assert (cell["tone"] == "quiet") == cell["note"].endswith("few") == (of < 25)


def check_chips(cell: Mapping[str, Any], row: Mapping[str, Any]) -> None:
    chips, of = row["chips"], row["chips_of"]
    if not of:
        assert (cell["text"], cell.get("note")) == ("", None)
        return
    assert float(cell["text"].replace("−", "-")) == pytest.approx(chips / of, abs=0.0051)
    assert f"{abs(chips):,} chip" in cell["note"]
    assert f"in {of:,} hand" in cell["note"]
    assert cell["note"].endswith("few") == (of < 25)


def test_everybodys_figures_are_those_of_the_statistics(either: Path) -> None:
    figures = {row["name"]: row for row in ask(either, player_figures).iter_rows(named=True)}
    money = {row["name"]: row for row in ask(either, player_money).iter_rows(named=True)}
    rows = cells(page("players"), "Everybody")
    assert sorted(name["text"] for name, *_ in rows) == sorted(figures)
    for name, won, *shares, each, lately in rows:
        row = figures[name["text"]]
        assert name["query"] == {"player": str(row["player"])}
        assert won["text"].endswith(amount_text(money[name["text"]]["amount"], "USD", signed=True))
        for cell, rate in zip(shares, ("stayed", "won", "bourres"), strict=True):
            check_rate(cell, row, rate)
        check_chips(each, row)
        assert 0 < len(lately["marks"]) <= 5
    amounts = [money[name["text"]]["amount"] for name, *_ in rows]
    assert amounts == sorted(amounts, reverse=True)


def test_who_stays_too_often_has_a_face_as_on_every_other_page(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    rows = cells(page("insight"), "How often they stay")
    assert all(name["faces"] for name, *_ in rows)


def test_who_is_up_and_who_is_down_is_said_first(seen: Path) -> None:
    money = ask(seen, player_money).sort("amount")
    shown = [one.value.replace("\\", "") for one in page("players").markdown]
    first = next(
        one for one in shown if "Not in these figures" not in one and not one.startswith("[")
    )
    assert f"{money['name'][-1]} is up the most" in first
    assert amount_text(money["amount"][-1], "USD", signed=True) in first
    assert f"{money['name'][0]} is down the most" in first
    assert amount_text(money["amount"][0], "USD", signed=True) in first


def test_every_figure_of_every_player_is_that_of_the_statistics(either: Path) -> None:
    app = None
    for row in drawn(ask(either, player_figures).head(12).rows(named=True), 2):
        app = page("player", app, player=row["player"])
        assert not app.exception
        assert app.title[0].value.replace("\\", "") == row["name"]
        for (_, cell), rate in zip(cells(app, "Rates"), RATES, strict=True):
            check_rate(cell, row, rate)
        sums = {heading["text"]: cell for heading, cell in cells(app, "Sums, means and records")}
        assert sums["Hands dealt"]["text"] == f"{row['hands']:,}"
        for title, mean in (("Tricks a hand stayed", "tricks"), ("Cards drawn a hand", "drawn")):
            total, of = row[mean], row[f"{mean}_of"]
            assert sums[title]["text"] == (f"{total / of:.2f}" if of else "")
        assert sums["Chips won or lost"]["text"].endswith(
            amount_text(row["net"], "chips", signed=True)
        )
        check_chips(sums["Chips a hand"], row)
        for title, most in (("Biggest pot won", "pot"), ("Most expensive bourré", "match")):
            assert sums[title]["text"] == (
                "" if row[most] is None else amount_text(row[most], "chips")
            )
            if row[most] is not None:
                assert sums[title]["query"]["session"] == row[f"{most}_session"]
        assert sums["Reneges proved"]["text"] == (
            f"{row['reneges_proved']}" if row["reneges_proved"] or row["reneges_of"] else ""
        )
        beside = ask(either, partial(beside_everybody, player=row["player"]))
        groupings = (
            ("trumps", "Trumps held", beside.by_trumps),
            ("stayers", "How many stayed", beside.by_stayers),
            ("place", "Place from the dealer", beside.by_position),
            ("pot", "Size of the pot", beside.by_pot),
        )
        for by, name, groups in drawn(groupings, 1):
            app = page("player", app, player=row["player"], by=by)
            assert (name in tables(app)) == (sum(groups["chips_of"]) > 0)
            if name not in tables(app):
                continue
            shown = cells(app, name)
            assert len(shown) == groups.height
            for (_, *middle, chips), group in zip(shown, groups.iter_rows(named=True), strict=True):
                for cell, rate in zip(
                    middle, ("stayed", "won", "bourres")[-len(middle) :], strict=True
                ):
                    check_rate(cell, group, rate)
                check_chips(chips, group)


def test_what_is_told_as_the_style_is_not_told_again(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    monkeypatch.setattr(rates, "named", lambda _: (["Leads high.", "Draws four."], 2))
    told = said(page("player", player=1))
    assert "**Style:** Leads high." in told
    assert "What else sets" in told
    assert (told.count("Leads high."), told.count("Draws four.")) == (1, 1)


def test_the_way_to_a_hand_to_remember_leads_there(seen: Path) -> None:
    for row in ask(seen, player_figures).head(3).iter_rows(named=True):
        sums = cells(page("player", player=row["player"]), "Sums, means and records")
        (link,) = [cell for name, cell in sums if name["text"] == "Biggest pot won"]
        app = page("replay", **link["query"])
        assert not app.exception
        assert f"Hand {row['pot_number']}" in said(app)


def test_the_evenings_of_a_player_are_those_of_the_statistics(seen: Path) -> None:
    (player,) = ask(seen, player_money).sort("evenings")["player"].tail(1)
    over_time = ask(seen, winnings_over_time).filter(player=player).reverse()
    shown = cells(
        page("player", unfolded=["winnings of one as a table"], player=player), "Evening by evening"
    )
    for (day, _, amount, until), row in zip(
        shown, over_time.head(50).iter_rows(named=True), strict=True
    ):
        assert day["query"] == {"session": row["session"]}
        assert amount["text"].endswith(amount_text(row["amount"], "USD", signed=True))
        assert until["text"].endswith(amount_text(row["amount_until"], "USD", signed=True))


def test_the_matrix_is_signed_and_says_what_the_statistics_say(either: Path) -> None:
    app = page("rivals")
    found = {
        (row["name"], row["other_name"]): row["amount"]
        for row in ask(either, rivals).iter_rows(named=True)
    }
    rows = cells(app, "What the player of the row won from the player of the column")
    names = [row[0]["text"] for row in rows]
    assert len(names) == min(10, len({name for name, _ in found}))
    for name, *others in rows:
        for other, cell in zip(names, others, strict=True):
            amount = found.get((name["text"], other))
            assert cell["text"] == (
                "" if amount is None else amount_text(amount, "USD", signed=True)
            )
            assert (cell.get("shade", 0) > 0) == ((amount or 0) > 0)
            assert (cell.get("shade", 0) < 0) == ((amount or 0) < 0)
    assert RIVALS_DEFINITION in said(app)


def test_a_phone_has_every_pair_once(seen: Path) -> None:
    found = ask(seen, rivals)
    expected = [
        (row["name"], row["other_name"])
        for row in found.sort(
            "amount", "name", "other_name", descending=[True, False, False]
        ).iter_rows(named=True)
        if row["amount"] > 0
    ]
    assert [(one, other) for one, other, _ in tables(page("rivals"))["Pairs"]] == expected[:15]


def test_filters_in_the_address_narrow_every_figure(seen: Path) -> None:
    (day,) = ask(seen, winnings_over_time)["date"].unique().sort().tail(1)
    where = Filter(since=day)
    narrowed = ask(seen, lambda connection: player_figures(connection, where))
    assert (
        narrowed.height < ask(seen, player_figures).height
        or narrowed["hands"].sum() < ask(seen, player_figures)["hands"].sum()
    )
    rows = cells(page("players", since=day.isoformat()), "Everybody")
    assert {name["text"] for name, *_ in rows} == set(narrowed["name"])
    app = page("player", player=narrowed["player"][0], since=day.isoformat())
    (row,) = narrowed.head(1).iter_rows(named=True)
    for (_, cell), rate in zip(cells(app, "Rates"), RATES, strict=True):
        check_rate(cell, row, rate)
    app = page("rivals", since=day.isoformat())
    assert not app.exception
    found = ask(seen, lambda connection: rivals(connection, where))
    assert len({name for name, *_ in tables(app)["Pairs"]}) <= found.height


@pytest.mark.usefixtures("seen")
@pytest.mark.parametrize("name", ["players", "player", "rivals", "compare"])
def test_a_filter_that_leaves_nothing_is_told(name: str) -> None:
    app = page(name, since="2199-01-01", player=1, a=1)
    assert not app.exception
    assert "in this selection" in said(app)


def test_few_hands_are_said_to_be_few(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      pass Ann
      play Bea
      play Cal
      tricks Bea 3 Cal 2
    """
    look_at(book.folder, monkeypatch)
    ann = ask(book.folder, player_figures).row(by_predicate=pl.col("name") == "Ann", named=True)
    app = page("player", player=ann["player"])
    assert "Fewer than 25 hands say little" in said(app)
    stayed, *others = [cell for _, cell in cells(app, "Rates")]
    assert (stayed["text"], stayed["tone"]) == ("0%", "quiet")
    assert [cell["text"] for cell in others] == [""] * 4
    sums = {
        heading["text"]: cell["text"] for heading, cell in cells(app, "Sums, means and records")
    }
    for title in (
        "Tricks a hand stayed",
        "Cards drawn a hand",
        "Biggest pot won",
        "Most expensive bourré",
        "Reneges proved",
    ):
        assert sums[title] == ""


def test_what_no_hand_tells_is_not_recorded_and_has_no_column(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    chip 1 USD
    seats Ann Bea
    result Ann 5 Bea -5
    """
    look_at(book.folder, monkeypatch)
    app = page("players")
    assert [len(row) for row in cells(app, "Everybody")] == [3, 3]
    assert [row[0]["note"] for row in cells(app, "Everybody")] == ["1 evening"] * 2
    assert "is not recorded: no hand of these evenings was written down" in said(app)
    assert "it never came up" not in said(app)


def test_currencies_are_not_added_up(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    session 2026-11-01 one
    chip 0.25 USD
    seats Ann Bea Cal
    hand 1 Cal 9h
      pass Ann
      play Bea
      play Cal
      tricks Bea 3 Cal 2
    ---
    session 2026-11-02 two
    chip 1 EUR
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann
      pass Bea
      play Cal
      tricks Ann 3 Cal 2
    """
    look_at(book.folder, monkeypatch)
    for unit, best in (("USD", "Bea"), ("EUR", "Ann")):
        app = page("players", unit=unit)
        assert f"{best} is up the most" in app.markdown[1].value
        amounts = {name: won for name, won, *_ in tables(app)["Everybody"]}
        money = ask(book.folder, player_money).filter(unit=unit)
        for name, amount in zip(money["name"], money["amount"], strict=True):
            assert amounts[name].endswith(amount_text(amount, unit, signed=True))
        assert best in page("rivals", unit=unit).markdown[1].value
    both = page("player", player=1).markdown
    assert any("$" in one.value and "€" in one.value for one in both)
    (box,) = [one for one in sent(page("players")) if one.get("label") == "Counted in"]
    assert {value for value, _ in box["options"]} == {"EUR", "USD"}


def test_hands_with_one_number_are_told_apart(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      pass Ann
      play Bea
      play Cal
      tricks Bea 3 Cal 2
    hand 1 Ann 9h
      play Bea
      play Cal
      pass Ann
      tricks Bea 5 Cal 0
    """
    look_at(book.folder, monkeypatch)
    cal = ask(book.folder, player_figures).row(by_predicate=pl.col("name") == "Cal", named=True)
    sums = {
        heading["text"]: cell
        for heading, cell in cells(page("player", player=cal["player"]), "Sums, means and records")
    }
    assert sums["Most expensive bourré"]["query"]["hand"].startswith(":")
    app = page("replay", **sums["Most expensive bourré"]["query"])
    assert not app.exception
    assert not app.error


def test_hostile_names_are_inert_on_every_page_about_people(
    hostile_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(hostile_book, monkeypatch)
    players = ask(hostile_book, player_figures)
    assert set(players["name"]) == {normalize("NFC", name) for name in NAMES}
    marks = "|".join(re.escape(one) for one in NAMES if one[0] in "<![*_~`#|$:\\")
    marked = re.compile(rf"(?<!\\)(?:{marks})")
    pairs = (
        ask(hostile_book, rivals)
        .group_by("player")
        .first()
        .sort("player")
        .select("player", "other")
        .rows()
    )
    looks: list[tuple[str, dict[str, int]]] = [("players", {}), ("rivals", {})]
    looks += [("player", {"player": player}) for player in drawn(players["player"].to_list(), 2)]
    looks += [("compare", {"a": one, "b": other}) for one, other in drawn(pairs, 1)]
    app = None
    for name, query in looks:
        app = page(name, app, **query)
        assert not app.exception
        for element in (*app.markdown, *app.caption, *app.subheader, *app.title):
            assert not marked.search(element.value)
        for element in app.get("plotly_chart"):
            assert not re.search(
                r"<(?:script|img|b\b|a\b|/div)",
                element.proto.spec.replace("<br>", "").replace("<extra>", ""),
            )


def test_winning_is_said_in_money_and_in_chips() -> None:
    figures = {"chips": -34, "hands": 83, "between": 12}
    money = [
        {"amount": -730, "unit": "USD", "evenings": 7},
        {"amount": 5, "unit": "chips", "evenings": 1},
    ]
    assert one_player.winning(figures, money).replace("\\", "") == (
        "**Losing:** :orange[▼\u00a0−$7.30] in 7 evenings. **Winning:** :blue[▲\u00a0+5 chips] in "
        "1 evening. "
        "That is :orange[▼\u00a0−34 chips] in 83 hands, −0.41 a hand. "
        "Results, counted chips, rulings, transfers and divided pots brought :blue[▲\u00a0+12 "
        "chips] besides."
    )
    only_thrown_in = {"chips": -1, "hands": 0, "between": 0}
    assert (
        one_player.winning(only_thrown_in, [])
        == "**No hands are counted** for this player in this selection."
    )


def test_who_share_the_first_place_are_all_named() -> None:
    rows = [("Ann", -1), ("Bea", -1), ("Cal", 2)]
    money = pl.DataFrame(
        [{"name": name, "unit": "chips", "evenings": 1, "amount": amount} for name, amount in rows]
    )
    said_first = all_players.answer(money, "chips").replace("\\", "")
    assert said_first == (
        "**Cal is up the most:** :blue[▲\u00a0+2 chips] in 1 evening. "
        "**Ann and Bea are down the most:** :orange[▼\u00a0−1 chip] each."
    )


def test_what_rounds_to_nothing_has_no_sign() -> None:
    told = [rates.a_hand(total, 201) for total in (-2, -1, 0, 1, 2)]
    assert told == ["−0.01", "0.00", "0.00", "0.00", "+0.01"]


def test_names_beside_lines_never_cover_each_other() -> None:
    for places in ([3.0, 3.1, 9.0, 2.9], [0.0] * 12, [5.0], [], [1.0, 2.0, 1.5, 7.0, 6.9]):
        found = charts.spread(places, 1.0)
        order = sorted(range(len(places)), key=places.__getitem__)
        spread = [found[at] for at in order]
        assert all(second - first > 0.999 for first, second in pairwise(spread))
        assert sum(found) == pytest.approx(sum(places))
    assert charts.spread([1.0, 5.0], 1.0) == [1.0, 5.0]


def test_a_long_line_is_thinned_but_ends_where_it_ends() -> None:
    days = pl.date_range(pl.date(2020, 1, 1), pl.date(2022, 12, 31), eager=True)
    named = {"player": pl.lit(1), "name": pl.lit("Ann"), "session": pl.lit("friday")}
    over_time = pl.DataFrame({"date": days, "amount_until": range(len(days))}).with_columns(**named)
    (line,) = all_players.lines(over_time, "chips")
    assert len(line.x) == len(line.y) == len(line.said) <= 150
    assert (line.x[-1], line.y[-1]) == (days[-1], len(days) - 1)
    assert line.x == sorted(line.x)
    many = pl.concat([over_time.with_columns(player=pl.lit(number)) for number in range(36)])
    assert sum(len(line.x) for line in all_players.lines(many, "chips")) <= 12 * 150
