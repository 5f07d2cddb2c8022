"""How pages ask the book: with the viewer's role, and with answers cached until the book changes."""

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
    """The book that this dashboard shows, with the viewer's role. Raises UserError without a login."""
    role = login.role()
    if role is None:
        raise UserError("nobody is logged in", "log in first")
    return Book(book_folder(None), role)


def evenings_called(sessions: Container[str]) -> dict[str, str]:
    """The titles of some evenings with their day, by session, latest first: ``Fun night, Sat 21 Nov 2026``."""
    return {
        night.session: wording.evening_with_day(night.title, night.session, night.date)
        for night in asked(nights_called)
        if night.session in sessions
    }


def being_recorded() -> frozenset[str]:
    """The logs of evenings being recorded: their prices are not shown, since the viewer may be playing."""
    return the_book().being_recorded()


def asked(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The book's answer to a question, cached until the book changes.

    Arguments must be identified by their repr (numbers, text, dates, tuples, a Filter). Answers are shared by all
    viewers: never change one. Raises UserError if there is no readable book.
    """
    book = the_book()
    answer: T = _answer(
        (str(book.folder), book.state(), _name(question), repr((args, kwargs))), lambda: book.ask(question, *args, **kwargs)
    )
    return answer


def asked_priced(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As ``asked``, for questions about luck and prices, which change as more is worked out although the book does not."""
    book = the_book()
    key = (str(book.folder), f"{book.state()} {book.ask(worked_out)}", _name(question), repr((args, kwargs)))
    answer: T = _answer(key, lambda: book.ask(question, *args, **kwargs))
    return answer


def _name(question: Callable[..., object]) -> str:
    return f"{question.__module__}.{question.__qualname__}"


@st.cache_resource(max_entries=400, show_spinner="Reading the book …")
def _answer(key: tuple[str, ...], _ask: Callable[[], Any]) -> Any:  # noqa: ANN401, ARG001 - whatever was asked
    return _ask()
