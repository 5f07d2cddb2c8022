"""Luck and prices on the pages of players and of a hand: what the book has of them, and nothing is
worked out for it there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from book_on_disk import A_CARD_THAT_SPARED, Book
from browser import looking, settled, sideways
from dashboard_app import look_at, page, said, sent, tables
from playwright.sync_api import Browser, expect
from streamlit.testing.v1 import AppTest

from dashboard.frame import navigation
from dashboard.insight import luck_and_decisions
from dashboard.players import all_players, one_player
from dashboard.replay import step_by_step
from ledger.book import CARDS, TABLE, Connection, Recorder, ask, ask_priced, held, unpriced
from ledger.book.members.people import rename
from ledger.book.sessions.recordings import take_over
from ledger.insight.truths import shipped, truths
from ledger.stats import player_insight
from ledger.story import Seat

pytestmark = pytest.mark.nightly

ROW = {"hands": 250, "chips": 300.0, "skill": 120.0, "decisions": 400, "priced": 200} | {
    "skill_rate": 1.2,
    "skill_rate_low": 0.4,
    "skill_rate_high": 2.0,
}
COSTS = {
    "lost_staying": 12.0,
    "staying": 1.5,
    "staying_low": 0.8,
    "staying_high": 2.4,
    "staying_chart": 0.3,
    "staying_leak": True,
    "lost_passing": 3.0,
    "passing": 0.4,
    "passing_low": 0.0,
    "passing_high": 0.9,
    "passing_chart": 0.2,
    "passing_leak": False,
    "discards_priced": 40,
    "cards_priced": 0,
}


def enter_prices(folder: Path, session: str = "%") -> None:
    """Enter prices and luck, as working them out takes long: in every other seat staying is
    better.
    """

    there = "FROM seats SEMI JOIN priced USING (session)"
    price = "0.5 + hand / 100"

    def enter(connection: Connection) -> None:
        connection.execute(
            "INSERT INTO priced SELECT session, 'table' FROM sessions WHERE id LIKE ?", [session]
        )
        connection.execute(
            "INSERT INTO decisions SELECT session, hand, player, 'stay', NULL, (declared >= "
            "2)::INT, (seat % 2 = 0)::INT, "
            f"CASE WHEN (declared >= 2) = (seat % 2 = 0) THEN 0 ELSE {price} END, "
            f"CASE WHEN seat % 2 = 0 THEN {price} ELSE -({price}) END, 0.05, 0, NULL, 'table', "
            f"NULL, 1, 0.01 {there}"
        )
        connection.execute(
            f"INSERT INTO luck SELECT session, hand, player, {price}, 0.01, 0 {there}"
        )

    with held(folder) as book:
        book.settle(enter)


def test_won_without_luck_and_with_which_range() -> None:
    told = one_player.without_luck(ROW)
    assert (
        "**+1.2 stakes in 100 hands** (19 times out of 20 the truth lies between +0.4 and +2.0)."
        in told
    )
    assert "In 250 hands with every card written down: won +300 chips, without luck +120." in told
    assert "chance" not in told
    assert "may still be chance" in one_player.without_luck(ROW | {"skill_rate_low": -0.1})


def test_a_cost_stands_beside_what_the_chart_loses_and_is_a_leak_only_above_it() -> None:
    told = one_player.costs(ROW | COSTS)
    assert (
        "- staying where passing was worth more: **1.5 stakes** (0.8 to 2.4; somebody who "
        "follows the chart 0.3)"
    ) in told
    assert "**0.4 stakes** (0.0 to 0.9; somebody who follows the chart 0.2), 3 chips in all" in told
    assert "certainly more than the chart loses by staying. 200 of 400 decisions" in told
    assert "What is beyond the chart may be chance." in one_player.costs(
        ROW | COSTS | {"staying_leak": False}
    )
    more = {
        "discards_priced": 100,
        "lost_discarding": 10.0,
        "discarding": 0.5,
        "discarding_low": 0.2,
        "discarding_high": 0.9,
    }
    assert (
        "throwing away other cards than were best: **0.5 stakes** (0.2 to 0.9), 10 chips"
        in one_player.costs(ROW | COSTS | more)
    )


def test_who_was_lucky_is_said_first_and_who_plays_well_only_where_it_is_no_chance() -> None:
    ann = ROW | {"name": "Ann", "luck": 180.0, "luck_told": 0.9}
    bea = ann | {
        "name": "Bea",
        "luck": -40.0,
        "skill_rate": -0.5,
        "skill_rate_low": -1.0,
        "skill_rate_high": 0.2,
    }
    told = luck_and_decisions.who_was_lucky([ann, bea]).replace("\\", "")
    assert told == (
        "**Most luck:** Ann :blue[▲\u00a0+180 chips], **least:** Bea :orange[▼\u00a0−40 "
        "chips]. Apart from luck **Ann** wins."
    )
    assert luck_and_decisions.who_was_lucky([ann | {"skill_rate_low": -0.1}, bea]).endswith(
        "apart from luck may be chance."
    )
    assert not luck_and_decisions.who_was_lucky([ann, bea | {"hands": 99}])
    assert luck_and_decisions.who_was_lucky([ann | {"skill_rate_low": 0.3}, *[bea] * 39]).endswith(
        "may be chance."
    ), "one of forty"


def test_nothing_is_said_below_a_hundred() -> None:
    for told in (
        one_player.without_luck(ROW | {"hands": 99}),
        one_player.costs(ROW | COSTS | {"priced": 99}),
    ):
        assert told.startswith("**Too few**")
        assert "stakes" not in told
    assert "have a price: 99 of 400" in one_player.costs(ROW | COSTS | {"priced": 99})


def test_the_page_of_a_player_tells_what_is_worked_out(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    row = max(ask(samples, player_insight).rows(named=True), key=lambda one: one["priced"])
    monkeypatch.setattr(one_player, "ENOUGH", 10)
    app = page("player", player=row["player"])
    assert not app.exception
    assert one_player.without_luck(row) in said(app)
    assert one_player.costs(row) in said(app)
    assert "against reference players" in said(app)
    assert "Not worked out yet" not in said(app)
    monkeypatch.setattr(one_player, "ENOUGH", 10_000)
    told = said(page("player", app, player=row["player"]))
    assert told.count("**Too few**") == 2
    assert f"have a price: {row['priced']:,} of {row['decisions']:,}" in told


def test_eight_truths_stand_beside_the_chart_each_with_its_picture_and_figures(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    app = page("chart", show="truths")
    assert not app.exception
    assert len(app.get("plotly_chart")) == 8
    for one in truths(shipped()):
        headings, rows = one.table
        assert tables(app)[one.title] == [list(row) for row in rows]
        assert len(headings) == len(rows[0])
    assert not page("chart", app).get("plotly_chart")


def test_everybody_s_chips_without_luck_stand_beside_what_they_won(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    assert "Stakes without luck" not in columns(page("players"))
    enter_prices(samples)
    monkeypatch.setattr(all_players, "ENOUGH", 10)
    assert "Stakes without luck" in columns(page("players"))
    row = max(ask(samples, player_insight).rows(named=True), key=lambda one: one["hands"])
    cell = all_players.without_luck(row)
    assert cell.note.endswith(f" · {row['hands']:,} hands")
    assert all_players.without_luck(None).text == "too few"


def test_too_few_hands_take_one_sentence_and_no_row(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    # the prices entered are of no cards
    monkeypatch.setattr(luck_and_decisions, "show_notable", lambda *_: None)
    everybody = ask(samples, player_insight).sort("hands", "name", descending=[True, False])
    app = page("insight")
    assert "Won, by luck and by play" not in tables(app)
    first = everybody.row(0, named=True)
    assert (
        f"{first['name']} has {first['hands']} hands and {first['priced']} decisions, and "
        "nobody has more hands."
    ) in said(app)
    limit = everybody["hands"][0]
    enough = everybody.filter((pl.col("hands") >= limit) | (pl.col("priced") >= limit))
    monkeypatch.setattr(luck_and_decisions, "ENOUGH", limit)
    app = page("insight", app)
    rows = tables(app)["Won, by luck and by play"]
    assert {row[0] for row in rows} == set(enough["name"])
    assert 0 < len(rows) < everybody.height
    assert said(app).count("Too few hands of") == 1


def columns(app: AppTest) -> str:
    """The headings of the table of everybody."""
    return next(str(one["columns"]) for one in sent(app) if one.get("name") == "Everybody")


def test_a_page_of_players_works_nothing_out(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    missing = ask(samples, unpriced)
    app = page("player", player=1)
    assert f"**Not worked out yet:** {missing[0]} evenings with {missing[1]:,} hands" in said(app)
    app = page("players", app)
    assert "Luck and decisions" in said(app)
    app = page("replay", app, session="thibodaux-2026-09", hand="1")
    assert "is not worked out yet" in said(app)
    assert ask(samples, unpriced) == missing


def steps(**query: object) -> list[list[str]]:
    """The prices of the steps of a hand."""
    return [one["prices"] for one in replayed(**query)]


def replayed(**query: object) -> list[dict[str, Any]]:
    """The steps of a hand."""
    (data,) = [one for one in sent(page("replay", **query)) if "steps" in one]
    return list(data["steps"])


def test_a_decision_shows_its_price_in_the_replay(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-11-13 friday
    hand 1 Dot 7h
    dealt Ann Ah Kh Qh 2c 3d
    pass Ann
    play Bea 2
    play Cal 2
    pass Dot
    """
    look_at(book.folder, monkeypatch)
    ask_priced(book.folder, unpriced)
    _, _, ann, bea, *others = steps(session="friday", hand="1")
    assert len(ann) == 1
    assert "From what Ann knew then with A♥ K♥ Q♥ 2♣ 3♦, staying was worth" in ann[0]
    assert "more than passing" in ann[0]
    assert bea == ["No price for Bea: the five cards dealt are not written down."]
    assert not any(others[2:])
    assert "luck and decisions" in said(page("replay", session="friday", hand="1"))


def landed(**query: object) -> list[str]:
    """The prices of the step with which a hand begins."""
    (data,) = [one for one in sent(page("replay", **query)) if "steps" in one]
    prices_there: list[str] = data["steps"][data["at"]]["prices"]
    return prices_there


def test_a_decision_worth_another_look_leads_to_its_own_step(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    (told,) = landed(
        session="porch-2026-05", hand="1", step=navigation.decision_name("stay", None, 3)
    )
    assert told.startswith("From what Renée knew then")
    at_once = landed(
        session="fists-2026-10", hand="1", step=navigation.decision_name("stay", None, 0)
    )
    assert any("Renée knew then" in one for one in at_once)
    assert (
        landed(session="porch-2026-05", hand="1", step=navigation.decision_name("stay", None, 9))
        == []
    )


def test_a_decision_is_found_in_the_log_though_the_book_calls_its_player_otherwise(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename(samples, "Renée", "Renata")
    enter_prices(samples)
    look_at(samples, monkeypatch)
    (told,) = landed(
        session="porch-2026-05", hand="1", step=navigation.decision_name("stay", None, 3)
    )
    assert told.startswith("From what Renée knew then")


def test_nothing_can_be_priced_without_cards_dealt_and_the_pages_say_so(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-11-13 friday
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    """
    look_at(book.folder, monkeypatch)
    ask_priced(book.folder, unpriced)
    app = page("insight")
    assert "No hand here says which cards were dealt" in said(app)
    assert not app.button_group
    told = said(page("player", player=1))
    assert "it takes hands with every card dealt written down" in told
    assert "Too few" not in told


def test_nothing_is_told_of_an_evening_that_is_being_recorded(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    asked = {"session": "thibodaux-2026-09", "hand": "1"}
    assert any(steps(**asked))
    take_over(samples, "sessions/thibodaux-2026-09.bourre", Recorder("1", "Ann"))
    assert not any(steps(**asked))
    assert any(steps(session="saturday-2026-08", hand="12"))


def test_hindsight_stands_at_its_card_and_not_while_an_evening_is_recorded(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    asked = {"session": "thibodaux-2026-09", "hand": "1"}
    told = replayed(**asked)
    (one,) = [
        one
        for one in told
        if any("would have won Alcide the pot" in text for text, _ in one["hindsight"])
    ]
    assert one["said"].startswith("Alcide leads 7♠")
    assert not one["prices"]
    assert "everybody playing for the most" in told[-1]["hindsight"][0][0]
    take_over(samples, "sessions/thibodaux-2026-09.bourre", Recorder("1", "Ann"))
    assert not any(one["hindsight"] for one in replayed(**asked))


def test_all_who_declare_at_once_have_their_prices_in_one_step(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    told = [one for one in steps(session="fists-2026-10", hand="1") if one]
    assert len(told) == 1
    assert len(told[0]) > 2
    for at, one in enumerate(told[0]):
        assert "staying was worth" in one if at % 2 == 0 else "passing was worth" in one
        assert "chips more than" in one


def test_a_price_stands_where_it_was_decided_and_goes_with_the_step(
    chromium: Browser, changing_at: str, changing_book: Path
) -> None:
    enter_prices(changing_book, "porch-2026-05")
    with looking(chromium, changing_at, width=390) as page:
        page.goto(f"{changing_at}/replay?session=porch-2026-05&hand=1&step=2")
        settled(page)
        price, seen = page.locator(".prices li"), page.locator(".seen")
        expect(page.locator(".count")).to_contain_text("Step 2 of")
        expect(price).to_have_count(0)
        expect(seen).to_be_empty()
        page.keyboard.press("ArrowRight")
        expect(price).to_have_count(1)
        expect(price).to_contain_text("staying was worth")
        expect(seen).to_contain_text("against reference players")
        assert sideways(page) <= 0
        page.keyboard.press("End")
        expect(price).to_have_count(0)
        expect(seen).to_be_empty()


@pytest.mark.parametrize(
    ("better", "gain", "reach", "end"),
    [
        (True, 12.34, 4.0, "staying was worth 12.3 chips more than passing (8.3 to 16.3)."),
        (False, 5.0, 1.0, "passing was worth 5.0 chips more than staying (4.0 to 6.0)."),
        (False, 1.0, 3.0, "too close to tell apart: passing was worth −2.0 to +4.0 chips more."),
        (True, -3.0, 1.0, "staying and passing are too close to tell apart."),
    ],
)
def test_a_price_is_a_sentence_and_what_may_be_chance_is_none(
    *, better: bool, gain: float, reach: float, end: str
) -> None:
    row = {
        "seat": 0,
        "kind": "stay",
        "trick": None,
        "chosen": 1,
        "best": int(better),
        "gain": gain,
        "reach": reach,
        "why_not": None,
    }
    told = step_by_step.sentence(
        Seat("Ann", "plays", [51, 50, 49, 14, 0], 0, None, None, None), row
    )
    assert told.startswith("From what Ann knew then with A♣ K♣ Q♣ 3♥ 2♠, ")
    assert told.endswith(end)
    assert not any(word in told.lower() for word in ("mistake", "optimal", "gto", "accuracy"))


def test_a_better_discard_is_named_where_it_is_clear() -> None:
    """Ann threw away the 3♦ alone; the 2♣ and the 3♦ are the cards 39 and 14."""
    seat = Seat("Ann", "plays", [51, 50, 49, 14, 39], 1, None, None, None)
    row = {
        "seat": 0,
        "kind": "discard",
        "trick": None,
        "chosen": 1 << 14,
        "best": 1 << 14 | 1 << 39,
        "gain": 3.0,
        "reach": 1.0,
        "why_not": None,
    }
    assert "throwing away 3♥ 2♣ was worth 3.0 chips more (2.0 to 4.0)." in step_by_step.sentence(
        seat, row
    )
    assert "nothing was clearly better" in step_by_step.sentence(seat, row | {"reach": 4.0})
    told = step_by_step.sentence(seat, row | {"best": None, "why_not": "the stock ran out"})
    assert told == "No price for what Ann threw away: the stock ran out."


def test_a_card_is_told_where_another_was_clearly_better() -> None:
    seat = Seat("Ann", "plays", [51, 50, 49, 14, 39], 1, None, None, None)
    row = {
        "seat": 0,
        "kind": "card",
        "trick": 2,
        "chosen": 1 << 14,
        "best": 1 << 51,
        "gain": 3.0,
        "reach": 1.0,
        "why_not": None,
    }
    assert (
        step_by_step.sentence(seat, row)
        == "From what Ann knew then, A♣ was worth 3.0 chips more (2.0 to 4.0)."
    )
    assert step_by_step.sentence(seat, row | {"reach": 4.0}) == ""


def test_a_card_s_price_stands_in_its_own_trick(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(A_CARD_THAT_SPARED)
    look_at(book.folder, monkeypatch)
    ask_priced(book.folder, unpriced, parts=(TABLE, CARDS))
    told = [one for at_step in steps(session="friday", hand="1") for one in at_step]
    assert sum("A♦ was worth" in one for one in told) == 1
    app = page("insight")
    (wanted,) = [one for one in app.button_group if one.label == "Price as well"]
    app = wanted.set_value([CARDS]).run()
    app = next(one for one in app.toggle if one.label == "Nice plays").set_value(True).run()
    assert tables(app)["Nice plays"]
    assert "kindness or an oversight" in said(app)
    take_over(book.folder, "sessions/friday.bourre", Recorder("1", "Ann"))
    assert "are shown once it is over" not in said(app)
    assert "No such card" in said(app.run())
    assert "are shown once it is over" in said(app)
    assert "Nice plays" not in tables(app)
