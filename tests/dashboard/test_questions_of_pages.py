"""How many questions a page asks the book when nothing is known of it yet: each costs a large book
its share of a second.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import streamlit as st
from dashboard_app import look_at, page
from starlette.requests import Request
from streamlit.delta_generator import DeltaGenerator

from dashboard.frame import shown_book
from dashboard.frame.shown_book import noting, the_book
from ledger.book import Book
from ledger.book.balances.figures import account_names
from ledger.book.balances.payment_lines import Wish, payments_made
from ledger.book.derived import access
from ledger.book.derived.access import held
from ledger.stats import ANY_HAND, EVERYTHING, count_of_hands, nights_called

pytestmark = pytest.mark.slow

EVENING: Final = "saturday-2026-08"
ADDRESSES: Final[dict[str, dict[str, object]]] = {
    "session": {"session": EVENING},
    "replay": {"session": EVENING, "hand": 1},
    "player": {"player": 1},
    "compare": {"a": 1},
}
# The page of luck is not among them: it works out what is missing while somebody looks.
MOST: Final = {
    "home": 12,
    "record": 0,
    "owes": 7,
    "sessions": 4,
    "find": 5,
    "session": 9,
    "replay": 4,
    "audit": 8,
    "players": 7,
    "player": 14,
    "standings": 5,
    "compare": 6,
    "rivals": 3,
    "chart": 1,
    "trainer": 4,
    "rules": 1,
    "import": 0,
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the questions that the book is asked, as they come; nothing is known yet."""
    found: list[str] = []
    ask, ask_aside = Book.ask, Book.ask_aside

    def counted(book: Book, question: Callable[..., Any], *args: object, **kwargs: object) -> Any:  # noqa: ANN401
        found.append(f"{question.__qualname__}{args}{kwargs}")
        return ask(book, question, *args, **kwargs)

    def counted_aside(book: Book, questions: Callable[..., None]) -> None:
        found.append("aside")
        ask_aside(book, questions)

    monkeypatch.setattr(Book, "ask", counted)
    monkeypatch.setattr(Book, "ask_aside", counted_aside)
    st.cache_resource.clear()
    shown_book._last.cache_clear()
    return found


def besides_prices(asked: list[str]) -> set[str]:
    """Questions but those about prices, which others may have changed."""
    return {one for one in asked if not one.startswith("unpriced")}


@pytest.mark.parametrize("name", MOST)
def test_a_page_asks_no_more_than_it_needs_and_nothing_twice(
    name: str, sample_book: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page(name, **ADDRESSES.get(name, {}))
    assert not app.exception
    assert len(asked) <= MOST[name], asked
    asked.clear()
    app.run()
    assert besides_prices(asked) == set()


def test_a_book_made_by_another_program_is_read_anew_and_the_page_says_how_far(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    hands = the_book().ask(count_of_hands, EVERYTHING, ANY_HAND)[0]
    with held(samples) as book:
        book.settle(lambda connection: connection.execute("UPDATE about SET program = 'another'"))
    said: list[str] = []
    monkeypatch.setattr(DeltaGenerator, "caption", lambda _place, text: said.append(text))
    shown_book.catch_up()
    assert said[-1] == f"{hands} hands so far"
    said.clear()
    shown_book.catch_up()
    assert said == []


def requested(address: str) -> None:
    """Let a browser request a page, and wait until nothing more is made ready for it."""
    path, _, query = address.partition("?")
    shown_book.make_ready(
        Request({"type": "http", "path": path, "query_string": query.encode(), "headers": []})
    )
    shown_book._worker.submit(int).result()


def test_a_page_that_a_browser_requests_again_finds_its_answers_when_it_runs(
    sample_book: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    page("player", player=2)
    asked.clear()
    st.cache_resource.clear()  # as if the book had changed
    requested("/player?player=1")
    assert asked == []  # nobody has looked at it
    requested("/player?player=2")
    assert asked == ["aside"]  # all in one
    asked.clear()
    page("player", player=2)
    assert besides_prices(asked) == set()


def test_a_page_looks_at_the_folder_once_and_not_with_each_question(
    sample_book: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    looks, state = [], Book.state
    monkeypatch.setattr(Book, "state", lambda book: looks.append(book) or state(book))
    page("player", player=2)
    assert len(asked) > 10
    assert len(looks) == 1 + 2 * 2  # and each part of the page that draws itself twice


def test_what_a_page_asks_after_a_change_is_about_the_book_after_it(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    with noting():
        names = shown_book.asked(account_names)
        payer, payee = [
            name for name, number in zip(names.values(), names, strict=True) if number > 0
        ][:2]
        before = shown_book.asked(payments_made)
        the_book().pay(Wish(payer, payee, "3", anyway=True))
        assert len(shown_book.asked(payments_made)) == len(before) + 1


def test_a_book_that_is_gone_is_no_trouble_to_whoever_requests_a_page(
    samples: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    page("players")
    asked.clear()
    samples.rename(samples.with_name("elsewhere"))
    requested("/players")
    assert not page("players").exception


def test_no_answer_is_waited_for_while_the_book_is_held(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page that works it out may be waiting for the book: both would wait for ever, and
    everybody else for them.
    """
    look_at(sample_book, monkeypatch)
    held, answer = [], shown_book._answer

    def noted(key: tuple[str, ...], ask: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever was asked
        held.append(bool(vars(access._MINE).get("held")))
        return answer(key, ask)

    monkeypatch.setattr(shown_book, "_answer", noted)
    shown_book.answer_ahead("a page", [shown_book.Asked(nights_called, (), {}, priced=False)])
    assert held
    assert not any(held)
