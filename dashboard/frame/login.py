"""Who is looking at a page: if only this machine can reach the server, its user, else whoever the door let in."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.door import elsewhere, passport, settings
from dashboard.door.settings import is_local
from ledger.book.settings import Role

_KEPT: Final = "bourre login"


def role() -> Role | None:
    """The viewer's role according to the current settings, None without a login.

    The door has checked this; it is checked again here whenever a page reads or writes anything.
    """
    if is_local():
        return Role.BANKER
    access = settings.access()
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
    access = settings.access()
    if access is not None and access.oidc:
        st.logout()
        return
    found = passport.read(_token())
    if found is not None:
        passport.end(found.login)
    st.session_state.clear()


def _token() -> str | None:
    """The viewer's cookie; while the connection is lost, the last one, so that earlier taps are still carried out."""
    found = st.context.cookies.get(passport.cookie())
    if found is not None:
        st.session_state[_KEPT] = found
        return found
    kept: str | None = st.session_state.get(_KEPT)
    return kept
