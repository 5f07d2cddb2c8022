"""Who is looking: on this machine alone whoever sits at it, else whoever knows a password or is known to a login elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from hmac import compare_digest
from math import ceil
from threading import Lock
from typing import Final, NamedTuple, TypeVar

import streamlit as st

from dashboard.door.who import is_local
from dashboard.frame import escape, wording
from ledger.book import Book, role_for
from ledger.book.folder import book_folder
from ledger.book.roles import Access, Role
from ledger.errors import UserError

T = TypeVar("T")

LONGEST_WAIT: Final = 60.0
"""Seconds that attempts from one address have to wait at most."""
EVERYBODYS_WAIT: Final = 4.0
"""The same for attempts from anywhere: short, so that nobody can lock the others out for long."""
MEMORY: Final = 900.0
"""Seconds after which wrong passwords are forgotten; a right one forgets nothing, or whoever knows one could try the others."""
_MOST_ADDRESSES: Final = 10_000

_ROLE: Final = "bourre role"
_PROOF: Final = "bourre proof"


def enter() -> None:
    """Find out who is looking, once in every run of the app; a password that was changed since opens nothing any more."""
    st.session_state[_ROLE] = Role.BANKER if is_local() else _known(_access() or Access())


def role() -> Role | None:
    """The role of whoever is looking, or None for nobody."""
    found: Role | None = st.session_state.get(_ROLE)
    return found


def form() -> None:
    """Ask for a password, or send people to where they log in."""
    access = _access()
    st.title("Bourré", anchor=False)
    if access is None:
        st.error("The settings of this book cannot be read. Whoever keeps it sees why on the machine where it lies.")
    elif not access:
        st.info("Nobody may look at this book from elsewhere yet. Whoever keeps it can set a password:")
        st.code("bourre dashboard password viewer", language=None)
    elif access.oidc:
        _elsewhere()
    else:
        _password(access)


def leave_button() -> None:
    """Show who is looking and a way out, where there is a login."""
    here = role()
    if is_local() or here is None:
        return
    st.caption(f"You are here as {here.word}.")
    if st.button("Log out", key="log out", width="stretch"):
        st.session_state.clear()
        if (_access() or Access()).oidc:
            st.logout()
        st.rerun()


def _access() -> Access | None:
    """Who may look; None if the settings cannot be read, of which strangers are told nothing more."""
    try:
        return Book(book_folder(None), Role.VIEWER).settings().access
    except UserError:
        return None


def _known(access: Access) -> Role | None:
    if access.oidc:
        return _role_elsewhere(access)
    proof: tuple[Role, str] | None = st.session_state.get(_PROOF)
    if proof is not None and compare_digest(access.passwords.get(proof[0], ""), proof[1]):
        return proof[0]
    return None


def _password(access: Access) -> None:
    with st.form("login", width=420):
        password = st.text_input("Password", type="password", autocomplete="current-password", max_chars=200)
        if not st.form_submit_button("Log in", type="primary"):
            return
    found = _GUARD.attempt(_address(), lambda: role_for(access, password))
    if isinstance(found, TooSoon):
        st.error(f"Too many wrong passwords. Try again in {wording.counted(ceil(found.seconds), 'second')}.")
    elif found is None:
        st.error("That is not a password of this book. Ask whoever keeps it.")
    else:
        st.session_state[_PROOF] = (found, access.passwords[found])
        st.rerun()


def _address() -> str:
    """Where a browser is; behind a proxy all are at one place."""
    return st.context.ip_address or ""


def _elsewhere() -> None:
    if st.user.get("is_logged_in"):
        st.error(f"{escape.md(str(st.user.get('email', 'This address')), 80)} may not look at this book. Ask whoever keeps it.")
        st.button("Log in as somebody else", on_click=st.logout)
    else:
        st.button("Log in", type="primary", on_click=st.login)


def _role_elsewhere(access: Access) -> Role | None:
    """The highest role of the address that somebody has proved to have."""
    user = st.user
    if not user.get("is_logged_in") or user.get("email_verified") is False:
        return None
    address = str(user.get("email", "")).casefold()
    return max((role for role, people in access.people.items() if address in people), default=None)


# --- Wrong passwords: after each one the next attempt has to wait longer ---------------------------------------------------


class TooSoon(NamedTuple):
    """An attempt that was not looked at: ``seconds`` have to pass first."""

    seconds: float


class _Failures(NamedTuple):
    times: int
    last: float


class Guard:
    """Lets attempts through one at a time; one guard stands before all sessions of a server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._from: dict[str, _Failures] = {}
        self._all = _Failures(0, 0.0)

    def attempt(self, address: str, check: Callable[[], T | None]) -> T | TooSoon | None:
        """What ``check`` says, None for a wrong password, or TooSoon without a look at it."""
        with self._lock:
            now = self._clock()
            seconds = max(
                _until(self._from.get(address), LONGEST_WAIT, 0) - now,
                _until(self._all, EVERYBODYS_WAIT, 5) - now,
            )
            if seconds > 0:
                return TooSoon(seconds)
            found = check()
            if found is None:
                self._note(address, self._clock())
            return found

    def _note(self, address: str, now: float) -> None:
        self._all = _more(self._all, now)
        mine = _more(self._from.pop(address, None), now)
        self._from = {one: failures for one, failures in self._from.items() if now - failures.last < MEMORY}
        while len(self._from) >= _MOST_ADDRESSES:
            del self._from[next(iter(self._from))]  # the one that has been quiet longest
        self._from[address] = mine


def _more(failures: _Failures | None, now: float) -> _Failures:
    return _Failures(1 if failures is None or now - failures.last >= MEMORY else failures.times + 1, now)


def _until(failures: _Failures | None, longest: float, free: int) -> float:
    """The moment from which the next attempt is looked at; the first ``free`` wrong ones cost nothing."""
    if failures is None or failures.times <= free:
        return 0.0
    return failures.last + min(longest, 2.0 ** (min(failures.times - free, 30) - 1))


_GUARD: Final = Guard()
