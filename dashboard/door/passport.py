"""What a browser keeps of a login: a signed cookie that names it and the role, and opens nothing once the password is another."""

from __future__ import annotations

import hashlib
import hmac
from functools import cache
from pathlib import Path
from secrets import token_hex
from typing import Final, NamedTuple

import streamlit as st
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ledger.book.folder import book_folder
from ledger.book.logins import KEPT, Logins
from ledger.book.roles import Access, Role

_COOKIE: Final = "bourre-login"
LONGEST: Final = 1_000
"""Characters of a cookie of ours."""


class Passport(NamedTuple):
    """A login: its own name, the role, and which password it was."""

    login: str
    role: Role
    proof: str


def cookie() -> str:
    """The name of the cookie: browsers send those of one machine to all its ports, and each may be another book's."""
    return f"{_COOKIE}-{st.get_option('server.port')}"


def issue(role: Role, hashed: str) -> str:
    """The cookie of a new login with the password of a role, of which ``hashed`` is the hash."""
    return _signer().dumps([token_hex(16), role.word, _proof(hashed)])


def read(token: str | None) -> Passport | None:
    """The login that a cookie was given for, whether or not it still opens anything; None for anything that is not ours."""
    if not token or len(token) > LONGEST:
        return None
    try:
        login, word, proof = _signer().loads(token, max_age=KEPT)
        return Passport(login, Role[word.upper()], proof)
    except (BadSignature, ValueError, KeyError, AttributeError, TypeError):
        return None


def holds(passport: Passport, access: Access | None) -> bool:
    """True as long as nobody logged out and the password of the role is the same."""
    hashed = access.passwords.get(passport.role) if access is not None and not access.oidc else None
    return hashed is not None and hmac.compare_digest(_proof(hashed), passport.proof) and not has_ended(passport.login)


def end(login: str) -> None:
    """End a login, in every window and on whatever device its cookie is."""
    _logins().end(login)


def has_ended(login: str) -> bool:
    """True if somebody logged out of it."""
    return _logins().has_ended(login)


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(_logins().key(), salt=_COOKIE, signer_kwargs={"digest_method": hashlib.sha256})


def _proof(hashed: str) -> str:
    """What stands for a password in a cookie; without the key nobody can tell it from the hash."""
    return hmac.new(_logins().key().encode(), hashed.encode(), "sha256").hexdigest()[:32]


def _logins() -> Logins:
    return _logins_of(book_folder(None).absolute())


@cache
def _logins_of(folder: Path) -> Logins:
    return Logins(folder)
