"""How pages ask the book: with the viewer's role, and with answers cached until the book changes.

Who is looking at a page: if only this machine can reach the server, its user, else whoever the door
let in.

Answers for a page that a browser has just requested: worked out while it still loads Streamlit's
scripts.

What a page asks of the book follows from its address: the questions of the last run at an address
are asked again as soon as a browser requests it. By the time its scripts have loaded and its run
begins, most answers are there, or on their way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from threading import BoundedSemaphore, get_native_id
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar
from urllib.parse import urlencode

import streamlit as st
from starlette.requests import Request

from dashboard.door import elsewhere, passport
from dashboard.door.passport import is_local
from dashboard.frame import address, wording
from ledger.book import Book
from ledger.book.files.folder import book_folder
from ledger.book.files.settings import Role
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
    """A page that is running: its questions, and the state of the book that they are about; None:
    to be looked at again.
    """

    questions: list[Asked] = field(default_factory=list)
    state: str | None = None


_run: Final[ContextVar[_Run | None]] = ContextVar("run", default=None)
"""The page that is running; None outside a page."""


class _ShownBook(Book):
    """The book as a page has it: what the page asks after a change is about the book as it
    is then.
    """

    __slots__ = ()

    def require(self, needed: Role, what: str) -> None:
        """Forget the state of the book as well, which is about to change."""
        if (run := _run.get()) is not None:
            run.state = None
        super().require(needed, what)


def the_book() -> Book:
    """The book that this dashboard shows, with the viewer's role.

    Raises UserError without a login.
    """
    if (mine := role()) is None:
        raise UserError("nobody is logged in", "log in first")
    return _ShownBook(book_folder(None), mine)


def evenings_called(sessions: Container[str]) -> dict[str, str]:
    """The titles of some evenings with their day, by session, latest first: ``Fun night, Sat 21 Nov
    2026``.
    """
    return {
        night.session: wording.evening_with_day(night.title, night.session, night.date)
        for night in asked(nights_called)
        if night.session in sessions
    }


def being_recorded() -> frozenset[str]:
    """The logs of evenings being recorded: their prices are not shown, since the viewer may be
    playing.
    """
    return the_book().being_recorded()


def asked(question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The book's answer to a question, cached until the book changes.

    Arguments must be identified by their repr (numbers, text, dates, tuples, a Filter). Answers are
    shared by all viewers: never change one. Raises UserError if there is no readable book.
    """
    answer: T = _answered(Asked(question, args, kwargs, priced=False))
    return answer


def asked_priced(
    question: Callable[Concatenate[Any, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """As ``asked``, for questions about luck and prices, which change as more is worked out
    although the book does not.
    """
    answer: T = _answered(Asked(question, args, kwargs, priced=True))
    return answer


def catch_up() -> None:
    """Before the first page of this process: read anew what another program has read, and say on
    the page how far that is.
    """
    with suppress(UserError):  # the page itself says what is wrong
        book = the_book()
        if book.folder in _CAUGHT_UP or not book.exists:
            return
        with st.spinner(_READING):
            place, read = st.empty(), 0

            def told(hands: int) -> None:
                nonlocal read
                read += hands
                place.caption(f"{wording.counted(read, 'hand')} so far")

            try:
                book.catch_up(told)
            finally:
                place.empty()
        _CAUGHT_UP.add(book.folder)


_READING: Final = "Reading the book …"
_CAUGHT_UP: Final[set[Path]] = set()


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
    """Cache the answers to the questions of a page before it asks them; ``name`` tells it from
    other pages.

    To be called from a thread without a page, once the door has let a viewer in. Raises UserError
    if there is no readable book.
    """
    book = Book(book_folder(None), Role.VIEWER)
    _answered_ahead(book.state(), name, book, questions)


@st.cache_resource(max_entries=100, show_spinner=False)
def _answered_ahead(state: str, name: str, _book: Book, _questions: Sequence[Asked]) -> None:  # noqa: ARG001
    """Answer what nobody knows yet.

    While the book is held no answer is waited for: its page may be waiting for the book.
    """
    missing = {key: one for one in _questions if not _is_known(key := _key(_book, state, one))}
    found: dict[tuple[str, ...], Any] = {}

    def answer_all(ask: Callable[..., Any]) -> None:
        found.update(
            (key, ask(one.question, *one.args, **one.kwargs)) for key, one in missing.items()
        )

    if missing:
        _book.ask_aside(answer_all)
    # within a function that is cached Streamlit shows no spinner: there is no page for it
    for key in found:
        _answer(key, partial(found.get, key))


def _is_known(key: tuple[str, ...]) -> bool:
    """True if an answer is kept; one that a page is working out is waited for."""
    try:
        _answer(key, _unknown)
    except LookupError:
        return False
    return True


def _unknown() -> Any:  # noqa: ANN401 - whatever was asked
    raise LookupError


def _answered(asked: Asked) -> Any:  # noqa: ANN401 - whatever was asked
    book, run = the_book(), _run.get() or _Run()
    run.questions.append(asked)
    run.state = run.state or book.state()
    return _answer(
        _key(book, run.state, asked), lambda: book.ask(asked.question, *asked.args, **asked.kwargs)
    )


def _key(book: Book, state: str, asked: Asked) -> tuple[str, ...]:
    """What an answer is kept under: it is another as soon as the answer may be."""
    prices = book.prices_state() if asked.priced else ""
    name = f"{asked.question.__module__}.{asked.question.__qualname__}"
    return str(book.folder), state, prices, name, repr((asked.args, asked.kwargs))


@st.cache_resource(max_entries=400, show_spinner=_READING)
def _answer(key: tuple[str, ...], _ask: Callable[[], Any]) -> Any:  # noqa: ANN401, ARG001 - whatever was asked
    return _ask()


# --- Who is looking -------------------------------------------------------------------------------
_KEPT: Final = "bourre login"


def role() -> Role | None:
    """The viewer's role according to the current settings, None without a login.

    The door has checked this; it is checked again here whenever a page reads or writes anything.
    """
    if is_local():
        return Role.BANKER
    access = passport.access()
    if access is None:
        return None
    if access.oidc:
        return elsewhere.role_of(access, dict(st.user))
    found = passport.read(_token())
    return found.role if found is not None and passport.holds(found, access) else None


def leave_button() -> None:
    """Show who is logged in and a button to log out, if there is a login."""
    here = role()
    if is_local() or here is None:
        return
    st.caption(f"You are here as {here.word}.")
    st.button("Log out", key="log out", width="stretch", on_click=_leave)


def _leave() -> None:
    """End the login; every window then shows the login page."""
    access = passport.access()
    if access is not None and access.oidc:
        st.logout()
        return
    found = passport.read(_token())
    if found is not None:
        passport.end(found.login)
    st.session_state.clear()


def _token() -> str | None:
    """The viewer's cookie; while the connection is lost, the last one, so that earlier taps are
    still carried out.
    """
    found = st.context.cookies.get(passport.cookie())
    if found is not None:
        st.session_state[_KEPT] = found
        return found
    kept: str | None = st.session_state.get(_KEPT)
    return kept


# --- Answers ahead of a page ----------------------------------------------------------------------
Address: TypeAlias = tuple[str, str]  # the name of a page, and its query in one order


def _give_way() -> None:
    """Let everybody else go first: browsers that load scripts, if they are on this machine, and
    pages that run.
    """
    if sys.platform == "linux":  # where a thread has a priority of its own
        os.setpriority(os.PRIO_PROCESS, get_native_id(), 5)


_worker: Final = ThreadPoolExecutor(1, "ahead", initializer=_give_way)
_free: Final = BoundedSemaphore(4)
"""Pages that may be waiting at a time; others get their answers when they run, as without this."""


@contextmanager
def remembering(page: str) -> Iterator[None]:
    """Remember what a page asks at its present address, also if it stops before its end."""
    here = _address(page, address.everything())
    with noting() as questions:
        try:
            yield
        finally:
            _last(here)[:] = questions


def make_ready(request: Request) -> None:
    """Begin to answer what the requested page will ask, if that is known.

    For viewers who may see the book.
    """
    here = _address(request.url.path.strip("/"), request.query_params.multi_items())
    questions = tuple(_last(here))
    if questions and _free.acquire(blocking=False):
        _worker.submit(_work_out, here, questions).add_done_callback(lambda _: _free.release())


@lru_cache(200)
def _last(_here: Address) -> list[Asked]:
    """What was asked at an address the last time: a list that ``remembering`` fills, kept for the
    latest addresses.
    """
    return []


def _work_out(here: Address, questions: tuple[Asked, ...]) -> None:
    with suppress(UserError):  # the page itself says what is wrong
        answer_ahead(repr(here), questions)


def _address(page: str, query: Iterable[tuple[str, str]]) -> Address:
    return page or "home", urlencode(sorted(query))
