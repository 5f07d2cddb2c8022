"""The search from every page: what a line leads to, whom it answers, and a whole search by the
keyboard alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from browser import looking, settled
from dashboard_app import awaited, look_at, page, said
from playwright.sync_api import Browser, expect
from starlette.requests import Request
from starlette.responses import Response

from dashboard.door import passport
from dashboard.find.search import find, search
from ledger.book import ask
from ledger.book.balances.figures import account_names
from ledger.book.files.settings import LOCAL_KEY, Role

pytestmark = pytest.mark.slow

TODAY = date(2026, 11, 23)
Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def found(sample_book: Path) -> Asked:
    def ask_it(text: str, role: Role = Role.BANKER) -> dict[str, Any]:
        return ask(sample_book, lambda connection: search(connection, text, TODAY, role))

    return ask_it


def answer_to(text: str) -> Response:
    """Return what the route answers."""
    cookie = (b"cookie", f"{passport.cookie()}={os.environ.get(LOCAL_KEY, '')}".encode())
    return awaited(
        find(
            Request(
                {
                    "type": "http",
                    "headers": [cookie],
                    "query_string": urlencode({"q": text}).encode(),
                }
            )
        )
    )


def titles(answer: dict[str, Any]) -> list[str]:
    return [group["title"] for group in answer["groups"]]


def test_a_deed_leads_to_its_hands_first_and_to_the_player(found: Asked, sample_book: Path) -> None:
    bea = next(number for number, name in ask(sample_book, account_names).items() if name == "Bea")
    answer = found("Bea bourré")
    assert titles(answer) == ["Hands", "Players"]
    first, *hands = answer["groups"][0]["items"]
    assert (first["note"], first["href"]) == ("Bea went bourré", f"./find?bourre={bea}")
    assert all(hand["page"] == "replay" and "Bea" in hand["note"] for hand in hands)


def test_a_name_leads_to_its_player_first(found: Asked) -> None:
    answer = found("Uncle Joe")
    assert titles(answer)[0] == "Players"
    assert answer["groups"][0]["items"][0]["text"] == "Uncle Joe"


def test_half_a_name_finds_its_players_and_no_hands(found: Asked) -> None:
    answer = found("de")
    assert [item["text"] for item in answer["groups"][0]["items"]] == ["Delphine"]
    assert "Hands" not in titles(answer)
    assert not answer["unknown"]


def test_a_day_and_a_title_lead_to_their_session(found: Asked) -> None:
    for text in ("7 March", "fishing", "camp-2026-03"):
        assert found(text)["groups"][0]["items"][0]["query"] == {"session": "camp-2026-03"}


def test_the_biggest_pot_is_the_first_hand(found: Asked) -> None:
    _, first, *_ = found("biggest pot")["groups"][0]["items"]
    assert first["query"] == {"session": "porch-2026-05", "hand": "1"}


def test_reneges_and_kinds_of_finding_lead_to_the_audit_too(found: Asked) -> None:
    of_reneges = next(
        group for group in found("reneges in March")["groups"] if group["title"] == "Audit"
    )["items"][0]
    assert of_reneges["query"] == {
        "kind": "renege",
        "state": "all",
        "since": "2026-03-01",
        "until": "2026-03-31",
    }
    (group,) = found("did not trump")["groups"]
    assert group["items"][0]["query"] == {"kind": "must-trump", "state": "all"}


@pytest.mark.parametrize(
    ("text", "page", "who"),
    [
        ("who does Bea owe", "owes", {"player": "Bea"}),
        ("Alcide against Gus", "compare", {"a": "Alcide", "b": "Gus"}),
        ("this year against last", "compare", {"b": "year"}),
        ("lucky or good", "insight", {}),
        ("Gus: this year vs last", "compare", {"a": "Gus", "b": "year"}),
    ],
)
def test_a_question_about_money_and_a_comparison_lead_to_their_page(
    text: str, page: str, who: dict[str, str], found: Asked, sample_book: Path
) -> None:
    numbers = {name: str(number) for number, name in ask(sample_book, account_names).items()}
    answer = found(text)
    first = answer["groups"][0]["items"][0]
    assert (first["page"], first["query"]) == (
        page,
        {key: numbers.get(name, name) for key, name in who.items()},
    )
    assert not answer["unknown"]


def test_a_page_is_found_by_whoever_may_see_it(found: Asked) -> None:
    assert titles(found("impor")) == ["Pages"]
    assert not found("impor", Role.VIEWER)["groups"]


def test_what_was_not_understood_is_in_the_answer_and_said_on_the_page(
    found: Asked, sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = found("reneges blorf")
    assert answer["unknown"] == ["blorf"]
    look_at(sample_book, monkeypatch)
    app = page("find", renege="any", unknown="blorf")
    assert "Not understood: “blorf”" in said(app)
    app = next(button for button in app.button if button.label == "split pots").click().run()
    assert dict(app.query_params) == {"what": "split"}


def test_nothing_is_said_of_a_word_that_is_half_typed(
    chromium: Browser, samples_at: str, found: Asked
) -> None:
    assert (found("reneges bour")["unknown"], found("reneges bour")["begun"]) == ([], True)
    assert (found("reneges blorf")["unknown"], found("reneges blorf")["begun"]) == (
        ["blorf"],
        False,
    )
    with looking(chromium, samples_at) as window:
        window.goto(f"{samples_at}/owes")
        settled(window)
        window.keyboard.press("/")
        said_of_it = window.locator(".search .unknown")
        for text, words in (
            ("misde", ""),
            ("misdeo", "Not understood: “misdeo”."),
            ("most b", ""),
            ("most x", "Not understood: “most x”."),
        ):
            with window.expect_response(
                lambda answer, text=text: answer.url.endswith(urlencode({"q": text}))
            ):  # type: ignore[misc]
                window.get_by_role("combobox", name="Search players").fill(text)
            window.wait_for_timeout(100)  # it is drawn when it has come
            expect(said_of_it).to_have_text(words)


def test_words_on_the_page_narrow_it_down(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("find", pot_from="5")
    app.text_input[0].input("Uncle Joe bourré").run()
    assert {"pot_from", "bourre"} == set(app.query_params)
    app.text_input[0].input("pots above 7").run()
    assert app.query_params["pot_from"] == "8"


def test_nobody_is_answered_without_a_login(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LOCAL_KEY, "our own")
    look_at(sample_book, monkeypatch, "shared")
    assert answer_to("Bea").status_code == 401
    look_at(sample_book, monkeypatch)
    answer = answer_to("Bea")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"


def test_an_empty_book_answers_with_examples(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(LOCAL_KEY, "our own")
    look_at(tmp_path / "none", monkeypatch)
    answer = json.loads(bytes(answer_to("Bea").body))
    assert (answer["groups"], bool(answer["examples"])) == ([], True)
    assert not (tmp_path / "none").exists()


def test_a_slash_searches_and_the_keyboard_alone_opens_what_was_found(
    chromium: Browser, samples_at: str
) -> None:
    with looking(chromium, samples_at) as window:
        window.goto(f"{samples_at}/owes")
        settled(window)
        window.keyboard.press("/")
        # at once: an answer to a part of it would be on the way
        window.keyboard.insert_text("biggest pot")
        expect(window.get_by_role("option").first).to_contain_text("118 hands")
        window.keyboard.press("ArrowDown")
        expect(window.locator("[aria-selected=true]")).to_contain_text("On the porch")
        window.keyboard.press("Escape")
        expect(window.get_by_role("dialog")).to_be_hidden()
        window.keyboard.press("/")
        # Closed, the box has the focus until the next frame: a slash that comes before it is for
        # the page nevertheless.
        window.get_by_role("combobox", name="Search players").evaluate(
            """input => {
                input.closest("dialog").close();
                for (const key of ["Enter", "/"]) {
                    input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
                }
            }"""  # noqa: E501
        )
        window.keyboard.type("Gus")  # over what was there, and Enter before any answer
        window.keyboard.press("Enter")
        expect(window.get_by_role("heading", name="Gus")).to_be_visible()
        settled(window)
        window.get_by_role("button", name="Search").click()
        window.keyboard.type("a/b")
        expect(window.get_by_role("combobox", name="Search players")).to_have_value("a/b")
