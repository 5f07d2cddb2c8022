"""How many questions a page asks the book when nothing is known of it yet: each costs a large book its share of a second."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
import streamlit as st
from dashboard_app import look_at, page

from ledger.book import Book

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
    "sessions": 2,
    "find": 5,
    "session": 7,
    "replay": 3,
    "audit": 6,
    "players": 7,
    "player": 20,
    "standings": 5,
    "compare": 6,
    "rivals": 3,
    "chart": 1,
    "rules": 1,
    "import": 0,
}


@pytest.mark.parametrize("name", MOST)
def test_a_page_asks_no_more_than_it_needs_and_nothing_twice(
    name: str, sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = Book.ask

    def counted(book: Book, question: Callable[..., Any], *args: object, **kwargs: object) -> Any:  # noqa: ANN401
        asked.append(f"{question.__qualname__}{args}{kwargs}")
        return ask(book, question, *args, **kwargs)

    look_at(sample_book, monkeypatch)
    monkeypatch.setattr(Book, "ask", counted)
    st.cache_resource.clear()
    app = page(name, **ADDRESSES.get(name, {}))
    assert not app.exception
    assert len(asked) <= MOST[name], asked
    asked.clear()
    app.run()
    assert {one for one in asked if not one.startswith(("unpriced", "worked_out"))} == set()  # which others may have changed
