"""Lists that the browser draws itself: what is chosen stands in the address, and the address
decides.
"""

from __future__ import annotations

import re

import pytest
from browser import looking, settled
from playwright.sync_api import Browser, expect

from dashboard.frame import filters


def test_what_is_chosen_stands_in_the_address_and_is_there_after_a_reload(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/find")
        settled(page)
        page.get_by_role("button", name="Filters").click()
        trump = page.get_by_role("combobox", name="Trump")
        expect(trump).to_have_value("")
        trump.select_option(index=2)
        expect(page).to_have_url(re.compile("trump="))
        chosen = trump.input_value()
        assert chosen
        settled(page)
        page.reload()
        settled(page)
        page.get_by_role("button", name="Filters").click()
        expect(trump).to_have_value(chosen)
        trump.select_option(index=0)  # none
        expect(page).not_to_have_url(re.compile("trump="))
        settled(page)


def test_a_list_is_used_by_keys_alone(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at) as page:
        page.goto(f"{samples_at}/player?player=1")
        settled(page)
        people = page.get_by_role("combobox", name="Player", exact=True)
        names = people.locator("option").all_text_contents()
        people.focus()
        page.keyboard.press("End")
        expect(page.get_by_role("heading", name=names[-1], exact=True)).to_be_visible()
        expect(page).to_have_url(re.compile(r"player=\d"))
        expect(people).to_be_focused()


@pytest.mark.parametrize("number", [2, 200, 201])
def test_only_a_long_list_has_a_search_field(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr(filters, "drop_down", lambda *_: shown.append("the browser's own"))
    monkeypatch.setattr(filters.st, "selectbox", lambda *_, **__: shown.append("one to search in"))
    filters.choice("Evening", "evening", {f"{at}": f"evening {at}" for at in range(number)})
    assert shown == ["the browser's own" if number <= 200 else "one to search in"]
