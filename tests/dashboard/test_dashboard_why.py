"""Why somebody stands where he stands: every figure is the sum of those folded below it, down to
the line of the log.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import looking, settled
from dashboard_app import folds, look_at, page, sent, tables
from playwright.sync_api import Browser, expect

from dashboard.money import why
from dashboard.money.balances import besides
from ledger import Book, owing
from ledger.book.balances.payment_lines import Wish
from ledger.book.balances.trail import BANK, EXPENSE, PAYMENT, PLAYED
from ledger.book.files.settings import Role
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.slow


def cents(line: dict[str, Any]) -> int:
    """Return the figure of a line."""
    number = line["figure"].split("$")[1].replace(".", "").replace(",", "")
    return -int(number) if "−" in line["figure"] else int(number)


def check_sums(lines: list[dict[str, Any]]) -> None:
    """Check that every line that is unfolded is the sum of those under it."""
    for line in lines:
        under = [one for one in line.get("under", ()) if one["figure"]]
        if under:
            assert sum(map(cents, under)) == cents(line), line["text"]
            check_sums(under)


EVENING = """bourre 1
session 2026-11-20 friday "Friday at Ann's"
rules louisiana
chip 0.25 USD
seats Ann Bea Cal
buyin Bea 40 from Ann
hand 1 Cal 9h
  play Ann
  play Bea
  pass Cal
  tricks Ann 3 Bea 2
hand 2 Ann 9h
  play Bea
  play Cal
  pass Ann
  tricks Bea 5 Cal 0
penalty Bea 2 for 1
cashout Bea 10 from Ann
pay Ann Cal 1.50 USD
expense Cal 3 beer for Ann Bea Cal
"""
"""With everything that may move: hands, a penalty, chips bought and cashed, a payment, and a shared
cost.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of that evening, and a payment after it, which nobody changes."""
    here = tmp_path_factory.mktemp("why")
    (here / "friday.bourre").write_text(EVENING, "utf-8")
    import_files(here / "book", [here / "friday.bourre"], ImportOptions())
    Book(here / "book", Role.BANKER).pay(Wish("Bea", "Ann", "1", anyway=True))
    return here / "book"


def account_of(name: str, folder: Path) -> int:
    return next(
        one.account for one in Book(folder, Role.VIEWER).ask(owing).balances if one.name == name
    )


def test_every_figure_is_the_sum_of_those_folded_below_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(folder, monkeypatch)
    reader = Book(folder, Role.VIEWER)
    for one in reader.ask(owing).balances:
        if one.account > 0:
            ((_, lines),) = folds(
                page("owes", player=one.account, session="friday", bank="friday")
            ).items()
            *groups, last = lines
            assert groups[0]["text"] == "Won or lost at the table"
            assert sum(map(cents, groups)) == cents(last) == one.amount
            check_sums(groups)
            assert all(group["opened"] for group in groups)


def test_play_and_bank_and_payments_and_costs_are_apart(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(folder, monkeypatch)
    ((_, lines),) = folds(page("owes", player=account_of("Bea", folder))).items()
    assert [(line["text"], line["figure"]) for line in lines] == [
        ("Won or lost at the table", "▼ −$0.25"),
        ("Chips bought and cashed", "▲ +$7.50"),
        ("Payments", "▲ +$1.00"),
        ("Shared costs", "▼ −$1.00"),
        ("In all", "▲ +$7.25"),
    ]
    assert lines[0]["under"][0]["note"] == (
        "Fri 20 Nov 2026 · Paid $7.50 for chips and owes $1.00 for shared costs; is still owed "
        "$6.25."
    )
    assert lines[3]["under"][0]["link"] == "Line 20 of sessions/friday.bourre"


@pytest.mark.parametrize(
    ("name", "table"),
    [("session", "What each player won or lost"), ("home", "Who won and lost on the last evening")],
)
def test_home_and_session_have_the_same_figure_and_say_what_comes_on_top(
    name: str, table: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(folder, monkeypatch)
    app = page(name, session="friday")
    assert ["Bea", "▼ −$0.25"] in [row[:2] for row in tables(app)[table]]
    (rows,) = (one["rows"] for one in sent(app) if one.get("name") == table)
    notes = {row[0]["text"]: row[1]["note"] for row in rows}
    assert (
        notes["Bea"] == "Paid $7.50 for chips and owes $1.00 for shared costs; is still owed $6.25."
    )
    assert rows[0][1]["href"].startswith("./owes?player=")


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("sums", "unit", "note"),
    [
        ({PLAYED: 1750}, "USD", ""),
        ({PLAYED: 1750, BANK: -1750}, "USD", "Got $17.50 for chips; nothing is left to settle."),
        (
            {PLAYED: -100, BANK: 100, PAYMENT: 500},
            "USD",
            "Paid $1.00 for chips and paid $5.00 to others; gets $5.00 back.",
        ),
        (
            {PLAYED: -1500, BANK: 900, PAYMENT: -1500},
            "USD",
            "Paid $9.00 for chips and got $15.00 from others; still owes $21.00.",
        ),
        ({PLAYED: 1275, PAYMENT: -2798}, "USD", "Got $27.98 from others; owes $15.23 back."),
        ({PLAYED: -500, PAYMENT: 800}, "USD", "Paid $8.00 to others; gets $3.00 back."),
        ({EXPENSE: 200}, "USD", "Paid $2.00 of shared costs for others; is still owed $2.00."),
        ({PLAYED: -12, BANK: 40}, "chips", "Paid the price of 40 chips; is still owed 28 chips."),
    ],
)
def test_what_was_paid_and_what_is_left_are_told_in_words(
    sums: dict[str, int], unit: str, note: str
) -> None:
    assert besides(sums, unit) == note


def test_a_hand_is_told_to_the_line_of_the_log_which_is_a_link(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(folder, monkeypatch)
    lines = (folder / "sessions" / "friday.bourre").read_text("utf-8").splitlines()
    ((_, shown),) = folds(page("owes", player=account_of("Cal", folder), session="friday")).items()
    hands = shown[0]["under"][0]["under"]
    assert [hand["text"] for hand in hands] == ["Hand 1", "Hand 2"]
    items = [item for hand in hands for item in hand["under"] if item["figure"]]
    assert items
    for item in items:
        number, _, text = item["link"].removeprefix("Line ").partition(": ")
        assert text == "by the rules" or lines[int(number) - 1].strip() == text
        assert item["go"]["href"] == f"./session?session=friday&line={number}"
    assert hands[1]["under"][-1]["go"]["href"] == "./replay?session=friday&hand=2"


def test_hands_come_when_their_evening_is_unfolded(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(folder, monkeypatch)
    ((_, shown),) = folds(page("owes", player=account_of("Cal", folder), session="nowhere")).items()
    (evening,) = shown[0]["under"]
    assert (evening["under"], evening["opened"], evening["asks"]) == ([], False, "session=friday")


@pytest.mark.nightly
def test_of_many_evenings_the_latest_are_shown_and_the_others_are_summed_up(
    long_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(long_book, monkeypatch)
    monkeypatch.setattr(why, "MOST_ROWS", 3)
    one = next(one for one in Book(long_book, Role.VIEWER).ask(owing).balances if one.account > 0)
    for lines in folds(page("owes", player=one.account)).values():
        (played, *_) = lines
        assert len(played["under"]) == 4
        assert "earlier" in played["under"][-1]["text"]
        assert not played["opened"]
        check_sums(lines)


def test_an_evening_unfolds_where_it_stands_and_the_address_can_be_shared(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at, width=390) as shown:
        shown.goto(f"{samples_at}/owes?player=3")
        settled(shown)
        shown.locator("summary", has_text="The worked example").click()
        shown.locator("summary", has_text="Hand 3").click()
        line = shown.get_by_role("link", name="Line 37: ante Bea Clovis Delphine Gus")
        expect(line).to_be_visible()
        expect(shown).to_have_url(re.compile("session=worked-example"))
        shared = shown.url
        line.click()
        expect(shown.locator("li.here")).to_contain_text("ante Bea Clovis Delphine Gus")
        shown.goto(shared)
        settled(shown)
        expect(shown.locator("summary", has_text="Hand 3")).to_be_visible()
        shown.locator("summary", has_text="The worked example").click()
        expect(shown.locator("summary", has_text="Hand 3")).to_be_hidden()
        shown.wait_for_url(lambda url: "session=" not in url)
