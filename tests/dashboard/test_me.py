"""Who of the players is looking: chosen once, kept by the browser, marked wherever that player
stands.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from browser import eventually, looking, settled
from dashboard_app import look_at, page, said, sent, tables
from playwright.sync_api import Browser, Page, expect
from streamlit.testing.v1 import AppTest

from ledger.book.members.people import merge, rename

pytestmark = pytest.mark.slow


def marked(app: AppTest) -> dict[str, list[str]]:
    """Return the cells that are marked as whoever is looking, by table."""
    return {
        one["name"]: [cell["text"] for row in one["rows"] for cell in row if cell.get("mine")]
        for one in sent(app)
        if "rows" in one
    }


def wait_for_cookie(tab: Page, value: str | None) -> None:
    """Wait until the browser keeps a name, or none."""
    wanted = {value} if value else set()
    eventually(
        tab,
        lambda: (
            {one["value"] for one in tab.context.cookies() if one["name"].startswith("bourre-me-")}
            == wanted
        ),
    )


@pytest.mark.parametrize("name", ["owes", "players", "rivals"])
def test_the_row_of_whoever_is_looking_is_marked_and_no_other(
    name: str, sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    assert not any(marked(page(name)).values())
    app = page(name, seen_by="Bea")
    assert "You are **Bea**" in said(app)
    assert {text for cells in marked(app).values() for text in cells} == {"Bea"}


def test_rows_that_only_lead_to_something_of_mine_are_not_marked_as_me(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("players", seen_by="Bea")
    (account,) = {
        cell["query"]["player"]
        for one in sent(app)
        for row in one.get("rows", ())
        for cell in row
        if cell.get("mine")
    }
    assert not any(marked(page("owes", seen_by="Bea", player=account)).values())


def test_payments_of_mine_are_told_to_me(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    by_name = {
        name: [row[0] for row in tables(page("owes", seen_by=name))["Payments that were made"]]
        for name in ("Gus", "Renée")
    }
    assert by_name["Gus"][1:3] == ["You paid Delphine", "Alcide paid Renée"]
    assert by_name["Renée"][1:3] == ["Gus paid Delphine", "Alcide paid you"]


def test_whoever_is_renamed_or_put_together_with_another_is_still_known(
    sample_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(sample_book, tmp_path / "book"))
    look_at(folder, monkeypatch)
    rename(folder, "Bea", "Bea B")
    assert "You are **Bea B**" in said(page("rules", seen_by="Bea"))
    merge(folder, "Beatrice", "Bea B")
    assert "You are **Beatrice**" in said(page("rules", seen_by="Bea"))


def test_a_name_that_is_nobodys_is_as_if_nobody_had_chosen(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("owes", seen_by="Nobody at all")
    assert not app.exception
    assert "You are" not in said(app)
    assert not any(marked(app).values())


def test_who_i_am_is_chosen_once_and_the_browser_brings_it_along(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as tab:
        tab.goto(samples_at)
        settled(tab)
        tab.get_by_role("group", name="Who are you?").get_by_role(
            "button", name="Bea", exact=True
        ).click()
        expect(tab.get_by_text("You are Bea")).to_be_visible()
        wait_for_cookie(tab, "Bea")
        first = tab.context.new_page()
        first.goto(f"{samples_at}/owes")
        settled(first)
        expect(first.locator("tr.mine")).to_contain_text("Bea (you)")
        first.get_by_role("button", name="Not me").click()
        expect(first.locator("tr.mine")).to_have_count(0)
        wait_for_cookie(first, None)
        first.reload()
        settled(first)
        expect(first.get_by_text("You are Bea")).to_have_count(0)
