"""The page Stay or pass?: what it sends the browser, what the browser keeps, and that it keeps out
of a game that goes on.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browser import looking, settled
from dashboard_app import look_at, page, said, sent
from playwright.sync_api import Browser, expect
from test_luck_on_pages import enter_prices

from ledger.book import Recorder
from ledger.book.sessions.recordings import take_over

pytestmark = pytest.mark.nightly


def questions_of_page() -> list[dict[str, Any]]:
    """The questions that the page sends."""
    (data,) = [one for one in sent(page("trainer")) if "questions" in one]
    return list(data["questions"])


def test_hands_of_the_book_come_first_and_show_the_cards_of_one_player(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter_prices(samples)
    look_at(samples, monkeypatch)
    questions = questions_of_page()
    own = [one for one in questions if one["way"]]
    assert own
    assert questions[: len(own)] == own
    assert len(questions) > len(own)
    for one in questions:
        assert [right for _, _, right in one["options"]] in ([True, False], [False, True])
        # five cards, and the card turned
        assert len(re.findall(r'<use href="#bt-[shdc]"', one["svg"])) <= 6
        assert "Your trumps: " in one["why"]
    assert "chips more than" in own[0]["why"]
    assert "By the stay chart" in questions[-1]["why"]


def test_while_an_evening_is_recorded_nothing_is_dealt(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    take_over(samples, "sessions/porch-2026-05.bourre", Recorder("1", "Ann"))
    app = page("trainer")
    assert "An evening is being recorded: play that one." in said(app)
    assert not [one for one in sent(app) if "questions" in one]


def test_keys_answer_and_the_count_stays_in_the_browser(chromium: Browser, samples_at: str) -> None:
    with looking(chromium, samples_at, width=390) as window:
        window.goto(f"{samples_at}/trainer")
        settled(window)
        expect(window.locator(".verdict")).to_be_empty()
        window.keyboard.press("s")
        first = window.locator(".score").inner_text()
        assert first[1:].startswith(" of 1 hands right")
        window.keyboard.press("p")  # one answer a hand
        window.keyboard.press("n")
        expect(window.locator(".verdict")).to_be_empty()
        window.keyboard.press("p")
        expect(window.locator(".score")).to_contain_text("of 2 hands right")
        window.reload()
        settled(window)
        expect(window.locator(".score")).to_contain_text("of 2 hands right")
