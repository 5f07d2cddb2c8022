"""Finding hands: what the address asks for is shown as chips, sorted in SQL, and each row opens its
replay.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from dashboard_app import cells, look_at, page, said, sent, tables, ways
from streamlit.testing.v1 import AppTest

from dashboard.find import hands_found
from dashboard.frame.shown_book import the_book
from ledger.book.balances.figures import account_names
from ledger.book.sessions.session_text import told_hand
from ledger.stats import Did, Filter, Shown, Sought, found_hands

pytestmark = pytest.mark.nightly


@pytest.fixture(autouse=True)
def samples(sample_book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    look_at(sample_book, monkeypatch)
    return sample_book


def player(name: str) -> int:
    return next(
        number for number, called in the_book().ask(account_names).items() if called == name
    )


def chips(app: AppTest) -> list[str]:
    return [
        button.label.replace("\\", "")
        for button in app.button
        if str(button.key).startswith("chip ")
    ]


def press(app: AppTest, label: str) -> AppTest:
    return (
        next(button for button in app.button if button.label.replace("\\", "") == label)
        .click()
        .run()
    )


def heads(app: AppTest) -> dict[str, dict[str, str]]:
    (found,) = [one for one in sent(app) if "rows" in one]
    return {column["label"]: column for column in found["columns"]}


def test_without_filters_it_has_every_hand_the_latest_first() -> None:
    app = page("find")
    assert "**118 hands** in 10 evenings." in said(app)
    rows = tables(app)["Hands"]
    assert len([row for row in rows if row[1:]]) == hands_found.A_PAGE
    assert "Page 1 of 3" in said(app)
    evenings = [row[0] for row in rows if not row[1:]]
    assert evenings[:2] == [
        "Birthday at Delphine's, Fri 6 Nov 2026",
        "Chips in fists, Fri 2 Oct 2026",
    ]


def test_hands_in_another_order_say_their_evenings_themselves() -> None:
    assert "Played" not in heads(page("find"))
    rows = tables(page("find", sort="pot"))["Hands"]
    assert all(len(row) == len(heads(page("find", sort="pot"))) for row in rows)


def test_the_order_of_evenings_is_turned_by_a_button() -> None:
    app = page("find")
    app.button(key="find turned").click().run()
    assert tables(app)["Hands"][0] == ["The worked example, Fri 2 Jan 2026"]
    app.button(key="find turned").click().run()
    assert tables(app)["Hands"][0] == ["Birthday at Delphine's, Fri 6 Nov 2026"]


def test_on_a_phone_too_the_table_says_who_did_what_was_asked_for() -> None:
    """Of the hands with a renege a phone did not show who had reneged."""

    def phones(app: AppTest) -> list[str]:
        return [label for label, column in heads(app).items() if not column["hidden_on_phones"]]

    assert phones(page("find")) == ["Hand", "Pot, chips", "Won by", "Bourré"]
    assert phones(page("find", renege="any")) == ["Hand", "Pot, chips", "Won by", "Reneged"]
    assert phones(page("find", renege="any", bourre="any")) == [
        "Hand",
        "Pot, chips",
        "Won by",
        "Bourré",
        "Reneged",
    ]
    assert phones(page("find", sort="loss")) == [
        "Hand",
        "Played",
        "Pot, chips",
        "Won by",
        "Bourré",
        "Biggest loss, chips",
    ]


def test_the_address_is_shown_as_chips_and_a_chip_takes_its_part_away() -> None:
    app = page(
        "find", bourre=player("Renée"), pot_from="10", since="2026-05-01", until="2026-12-31"
    )
    assert chips(app) == [
        "Renée went bourré",
        "pot of 10 or more",
        "Fri 1 May 2026 to Thu 31 Dec 2026",
    ]
    few = len(tables(app)["Hands"])
    app = press(app, "pot of 10 or more")
    assert "pot_from" not in app.query_params
    assert len(tables(app)["Hands"]) > few
    app = press(app, "Clear")
    assert not chips(app)
    assert "**118 hands**" in said(app)
    nobody = page("find", stayers="0")  # as the widget offers it
    assert chips(nobody) == ["0 stayed"]
    assert "**118 hands**" not in said(nobody)


def test_what_makes_no_sense_in_the_address_is_left_out() -> None:
    app = page(
        "find",
        bourre="99999",
        what="nonsense",
        pot_from="-3",
        since="yesterday",
        sort="'; DROP",
        trump="x",
        page="0",
    )
    assert not app.exception
    assert not chips(app)
    assert "**118 hands**" in said(app)


def test_a_heading_sorts_by_its_column_and_turns_the_order_round() -> None:
    pots = [
        int(row[6].replace(",", "").lstrip("≈ "))
        for row in tables(page("find", sort="pot"))["Hands"]
    ]
    assert pots == sorted(pots, reverse=True)
    head = heads(page("find", sort="pot", trump="h"))["Pot, chips"]
    assert head["query"] == {"trump": "h", "sort": "pot", "turned": "1"}
    app = page("find", sort="pot", turned="1")
    assert heads(app)["Pot, chips"]["sort"] == "ascending"
    pots = [int(row[6].replace(",", "").lstrip("≈ ")) for row in tables(app)["Hands"]]
    assert pots == sorted(pots)


def test_each_row_opens_the_hand_that_it_is(samples: Path) -> None:
    app = page("find", sort="pot")
    rows = cells(app, "Hands")
    wanted = the_book().ask(found_hands, Filter(), Sought(), Shown("pot"))
    for row, hand in list(zip(rows, wanted.iter_rows(named=True), strict=True))[:12]:
        query = row[0]["query"]
        assert (
            the_book().ask(told_hand, samples, query["session"], query["hand"]).place
            == hand["hand"]
        )
        assert query["session"] == hand["session"]


def test_the_biggest_pot_is_one_click_away() -> None:
    (way,) = [one for one in ways(page("find")) if one.page == "replay"]
    assert way.label.startswith("Replay the biggest pot: 70 chips")
    assert way.query == {"session": "porch-2026-05", "hand": "1"}


def test_whoever_chooses_who_and_what_asks_for_both() -> None:
    app = page("find")
    next(box for box in app.selectbox if box.label == "Who").select(player("Bea")).run()
    next(box for box in app.selectbox if box.label == "Did what").select("won").run()
    app = press(app, "Add")
    assert app.query_params["won"] == str(player("Bea"))
    assert chips(app) == ["Bea won"]
    assert {row[5] for row in tables(app)["Hands"] if row[1:]} == {"Bea"}


def test_nothing_found_is_said() -> None:
    assert "**No hand matches.**" in said(page("find", pot_from="100000"))


def test_an_address_that_is_made_is_read_as_it_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    where = Filter(date(2026, 3, 1), None, ("camp-2026-03",), ("louisiana",), (5,))
    sought = Sought(
        (Did("bourre", 2), Did("bourre", 3), Did("renege")), ("split", "unsure"), 3, 9, "h", 4, 12
    )
    query = hands_found.query_of(where, sought, "pot", backwards=True)
    monkeypatch.setattr(hands_found.address.st, "query_params", Params(query))
    assert hands_found.asked_for() == hands_found.Asked(
        where, sought, "pot", backwards=True, unknown=[]
    )


class Params(dict[str, object]):
    """An address, as Streamlit has it."""

    def get_all(self, name: str) -> list[str]:
        found = self.get(name, [])
        return [str(one) for one in found] if isinstance(found, list) else [str(found)]

    def get(self, name: str, default: object = None) -> object:
        found = super().get(name, default)
        return found if isinstance(found, list) or found is default else str(found)


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        (date(2026, 3, 14), date(2026, 3, 14), "14 March 2026"),
        (date(2026, 3, 1), date(2026, 3, 31), "March 2026"),
        (date(2026, 1, 1), date(2026, 12, 31), "2026"),
        (date(2026, 3, 1), None, "since 1 March 2026"),
        (None, date(2026, 3, 1), "until 1 March 2026"),
        (date(2026, 3, 2), date(2026, 3, 31), "Mon 2 Mar 2026 to Tue 31 Mar 2026"),
    ],
)
def test_days_are_said_as_people_say_them(
    since: date | None, until: date | None, words: str
) -> None:
    assert hands_found.days(since, until) == words
