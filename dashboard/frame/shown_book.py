"""How pages ask the book: with the viewer's role, and with answers cached until the book changes."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import streamlit as st

from dashboard.frame import login, wording
from ledger.book import Book
from ledger.book.folder import book_folder
from ledger.book.settings import Role
from ledger.errors import UserError
from ledger.stats import nights_called

T = TypeVar("T")
P = ParamSpec("P")


class Asked(NamedTuple):
    """A question to the book with its arguments; ``priced`` if it is about luck and prices."""

    question: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    priced: bool


@dataclass
class _Run:
    """A page that is running: its questions, and the state of the book that they are about; None: to be looked at again."""

    questions: list[Asked] = field(default_factory=list)
    state: str | None = None


_run: Final[ContextVar[_Run | None]] = ContextVar("run", default=None)
"""The page that is running; None outside a page."""


class _ShownBook(Book):
    """The book as a page has it: what the page asks after a change is about the book as it is then."""

    __slots__ = ()

    def require(self, needed: Role, what: str) -> None:
        """Forget the state of the book as well, which is about to change."""
        if (run := _run.get()) is not None:
            run.state = None
        super().require(needed, what)


def the_book() -> Book:
    """The book that this dashboard shows, with the viewer's role. Raises UserError without a login."""
    role = login.role()
    if role is None:
        raise UserError("nobody is logged in", "log in first")
    return _ShownBook(book_folder(None), role)


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
    answer: T = _answered(Asked(question, args, kwargs, priced=False))
    return answer


def asked_priced(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """As ``asked``, for questions about luck and prices, which change as more is worked out although the book does not."""
    answer: T = _answered(Asked(question, args, kwargs, priced=True))
    return answer


@contextmanager
def noting() -> Iterator[list[Asked]]:
    """Give the questions asked within, in their order."""
    run = _Run()
    token = _run.set(run)
    try:
        yield run.questions
    finally:
        _run.reset(token)


def answer_ahead(name: str, questions: Sequence[Asked]) -> None:
    """Cache the answers to the questions of a page before it asks them; ``name`` tells it from other pages.

    To be called from a thread without a page, once the door has let a viewer in. Raises UserError if there is no readable book.
    """
    book = Book(book_folder(None), Role.VIEWER)
    _answered_ahead(book.state(), name, book, questions)


@st.cache_resource(max_entries=100, show_spinner=False)
def _answered_ahead(state: str, name: str, _book: Book, _questions: Sequence[Asked]) -> None:  # noqa: ARG001
    def answer_all(ask: Callable[..., Any]) -> None:
        for one in _questions:  # within a function that is cached Streamlit shows no spinner: there is no page for it
            _answer(_key(_book, state, one), partial(ask, one.question, *one.args, **one.kwargs))

    _book.ask_aside(answer_all)


def _answered(asked: Asked) -> Any:  # noqa: ANN401 - whatever was asked
    book, run = the_book(), _run.get() or _Run()
    run.questions.append(asked)
    run.state = run.state or book.state()
    return _answer(_key(book, run.state, asked), lambda: book.ask(asked.question, *asked.args, **asked.kwargs))


def _key(book: Book, state: str, asked: Asked) -> tuple[str, ...]:
    """What an answer is kept under: it is another as soon as the answer may be."""
    prices = book.prices_state() if asked.priced else ""
    name = f"{asked.question.__module__}.{asked.question.__qualname__}"
    return str(book.folder), state, prices, name, repr((asked.args, asked.kwargs))


@st.cache_resource(max_entries=400, show_spinner="Reading the book …")
def _answer(key: tuple[str, ...], _ask: Callable[[], Any]) -> Any:  # noqa: ANN401, ARG001 - whatever was asked
    return _ask()
