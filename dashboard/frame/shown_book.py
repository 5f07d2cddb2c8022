"""The way from pages to the book: as whom, and answers that are kept for as long as the book stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Concatenate, ParamSpec, TypeVar

import streamlit as st

from dashboard.frame import login, wording
from ledger.book import Book, worked_out
from ledger.book.folder import book_folder
from ledger.errors import UserError
from ledger.stats import nights_called

T = TypeVar("T")
P = ParamSpec("P")


def the_book() -> Book:
    """The book that this dashboard shows, as whoever is looking may use it. Raises UserError for nobody."""
    role = login.role()
    if role is None:
        raise UserError("nobody is logged in", "log in first")
    return Book(book_folder(None), role)


def evenings_called(sessions: Container[str]) -> dict[str, str]:
    """What people call some evenings, with the day, by session, the latest first: ``Fun night, Sat 21 Nov 2026``."""
    return {
        night.session: wording.evening_with_day(night.title, night.session, night.date)
        for night in asked(nights_called)
        if night.session in sessions
    }


def being_recorded() -> frozenset[str]:
    """The logs of evenings that go on: nothing is told of a price in them, since who looks may sit at the table."""
    return the_book().being_recorded()


def asked(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The answer to a question of the book: an old one if nothing in the book has changed since.

    Arguments must be values that print what they are (numbers, text, dates, tuples, a Filter). Answers are shared by all who
    look: never change one. Raises UserError if there is no book, or none that can be read.
    """
    book = the_book()
    answer: T = _answer(
        (str(book.folder), book.state(), _name(question), repr((args, kwargs))), lambda: book.ask(question, *args, **kwargs)
    )
    return answer


def asked_priced(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As ``asked``, for a question about luck and prices: they are worked out by and by, while the book stays as it is."""
    book = the_book()
    key = (str(book.folder), f"{book.state()} {book.ask(worked_out)}", _name(question), repr((args, kwargs)))
    answer: T = _answer(key, lambda: book.ask(question, *args, **kwargs))
    return answer


def _name(question: Callable[..., object]) -> str:
    return f"{question.__module__}.{question.__qualname__}"


@st.cache_resource(max_entries=400, show_spinner="Reading the book …")
def _answer(key: tuple[str, ...], _ask: Callable[[], Any]) -> Any:  # noqa: ANN401, ARG001 - whatever was asked
    return _ask()
