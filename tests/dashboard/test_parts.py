"""Parts of pages that run again by themselves: what is on a page is of one state of the book, and
filters reach all of it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser import looking, settled
from dashboard_app import look_at, page
from playwright.sync_api import Browser, expect
from streamlit.testing.v1 import AppTest

from ledger.book.book import Book
from ledger.book.derived.access import ask
from ledger.stats import evenings


def in_parts() -> None:
    import streamlit as st  # noqa: PLC0415

    from dashboard.frame.filters import part  # noqa: PLC0415

    st.session_state.runs = st.session_state.get("runs", 0) + 1
    part(lambda: st.markdown(f"run {st.session_state.runs}"))


def test_a_part_is_never_of_another_state_of_the_book_than_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(tmp_path, monkeypatch)
    app = AppTest.from_function(in_parts).run()
    assert [said.value for said in app.markdown] == ["run 1"]
    states = iter(["before", "after", "after", "after"])
    monkeypatch.setattr(Book, "state", lambda _: next(states))
    app.run()
    # the second ended where the book was another
    assert [said.value for said in app.markdown] == ["run 3"]


def refused() -> None:
    from dashboard.frame.filters import part  # noqa: PLC0415
    from ledger.errors import UserError  # noqa: PLC0415

    def draw() -> None:
        raise UserError("nobody is logged in", "log in first")

    part(draw)


def test_what_a_part_cannot_show_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Around a page that runs as a whole such words are said, but a part runs without that."""
    look_at(tmp_path, monkeypatch)
    app = AppTest.from_function(refused).run()
    assert not app.exception
    assert "nobody is logged in" in app.error[0].value


def test_a_mistake_of_ours_is_told_as_one_and_printed_where_the_dashboard_runs(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Streamlit sends people to logs that nobody keeps, and said nothing where it was started."""
    look_at(sample_book, monkeypatch)
    monkeypatch.setattr("dashboard.players.all_players.answer", lambda _money, _unit: 1 / 0)
    (shown,) = page("players").exception
    assert "printed where `bourre dashboard` runs" in shown.message
    assert not shown.stack_trace
    assert "ZeroDivisionError" not in shown.message
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_filters_are_unfolded_by_themselves_and_what_is_chosen_there_reaches_the_page(
    chromium: Browser, samples_at: str, sample_book: Path
) -> None:
    nights = ask(sample_book, evenings)
    rules = nights["preset"][0]
    here = nights.filter(preset=rules).height
    assert 0 < here < nights.height
    with looking(chromium, samples_at) as window:
        window.goto(f"{samples_at}/sessions")
        settled(window)
        expect(window.get_by_role("rowheader")).to_have_count(nights.height)
        window.get_by_role("button", name="Filters").click()
        window.get_by_role("combobox", name="Rules").click()
        window.get_by_role("option", name=rules, exact=True).click()
        # as they are to others while it is unfolded
        evenings_shown = window.get_by_role("rowheader", include_hidden=True)
        expect(window.get_by_text("1 chosen")).to_be_visible()
        expect(evenings_shown).to_have_count(here)
        expect(window).to_have_url(re.compile(f"rules={rules}"))
        # still unfolded, for the next choice
        expect(window.get_by_role("combobox", name="Rules")).to_be_visible()
        window.get_by_role("button", name="Clear", exact=True).click()
        expect(evenings_shown).to_have_count(nights.height)
        expect(window.get_by_text("1 chosen")).to_have_count(0)
        expect(window.get_by_role("combobox", name="Rules")).to_be_visible()
