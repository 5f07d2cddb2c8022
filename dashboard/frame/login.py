"""Who is looking at a page: on this machine alone whoever sits at it, else whoever the door let in."""

from __future__ import annotations

from typing import Final

import streamlit as st

from dashboard.door import elsewhere, passport, settings
from dashboard.door.who import is_local
from ledger.book.roles import Role

_KEPT: Final = "bourre login"


def role() -> Role | None:
    """The role of whoever is looking, by what the settings say now, or None for nobody.

    The door has asked the same; here it is asked again whenever a page reads or writes anything.
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
    """Show who is looking and a way out, where there is a login."""
    here = role()
    if is_local() or here is None:
        return
    st.caption(f"You are here as {here.word}.")
    st.button("Log out", key="log out", width="stretch", on_click=_leave)


def _leave() -> None:
    """End the login; the door shows its page then, in every window."""
    access = settings.access()
    if access is not None and access.oidc:
        st.logout()
        return
    found = passport.read(_token())
    if found is not None:
        passport.end(found.login)
    st.session_state.clear()


def _token() -> str | None:
    """The cookie of whoever looks; while the line is cut, the last one: what was tapped before that is done."""
    found = st.context.cookies.get(passport.cookie())
    if found is not None:
        st.session_state[_KEPT] = found
        return found
    kept: str | None = st.session_state.get(_KEPT)
    return kept
