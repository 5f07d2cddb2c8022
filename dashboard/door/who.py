"""Who sends a request: on a server for this machine alone, whoever sits at it; else whoever is logged in."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import HTTPConnection

from dashboard.door import elsewhere, passport, settings
from dashboard.door.settings import is_local
from ledger.book.settings import Role


class Known(NamedTuple):
    """Somebody with a role; ``login`` tells one login from another."""

    role: Role
    login: str


class Nobody(NamedTuple):
    """Somebody without a role; ``was_known`` if their login was one of ours and is no longer valid."""

    was_known: bool = False


def known(request: HTTPConnection) -> Known | Nobody:
    """Who sends a request, by the cookie of the login and the settings as they are now."""
    if is_local():
        return Known(Role.BANKER, "")
    access = settings.access()
    if access is not None and access.oidc:
        return _known_elsewhere(request)
    found = passport.read(request.cookies.get(passport.cookie()))
    if found is None:
        return Nobody()
    return Known(found.role, found.login) if passport.holds(found, access) else Nobody(was_known=True)


def _known_elsewhere(request: HTTPConnection) -> Known | Nobody:
    access = settings.access()
    user = elsewhere.user_of(request)
    if user is None or access is None:
        return Nobody()
    role = elsewhere.role_of(access, user.data)
    return Nobody(was_known=True) if role is None or passport.has_ended(user.login) else Known(role, user.login)


def role_of(request: HTTPConnection) -> Role | None:
    """The role of whoever sends a request to one of our routes; None for somebody without one."""
    who = known(request)
    return who.role if isinstance(who, Known) else None
