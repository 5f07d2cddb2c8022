"""The cookie of a login: signed, with its id and role.

It opens nothing once the password has been changed.

Who has access, according to the book's settings. Every message needs that, so they are reread only
if the file changed.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from functools import cache
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Final, NamedTuple

import streamlit as st
from itsdangerous import BadSignature, URLSafeTimedSerializer

from ledger.book import read_settings
from ledger.book.files.folder import SETTINGS, book_folder
from ledger.book.files.settings import LOCAL_KEY, REACH, Access, Role
from ledger.book.members.logins import KEPT, Logins
from ledger.errors import UserError

_COOKIE: Final = "bourre-login"
LONGEST: Final = 1_000  # characters in a cookie of ours, at most


class Passport(NamedTuple):
    """A login: its id, the role, and a proof of the password that was used."""

    login: str
    role: Role
    proof: str


def cookie() -> str:
    """The name of the cookie.

    It has the port, as browsers send cookies to all ports of a machine, where other books may be.
    """
    return f"{_COOKIE}-{st.get_option('server.port')}"


def issue(role: Role, hashed: str) -> str:
    """The cookie of a new login to a role; ``hashed`` is the hash of the role's password."""
    return _signer().dumps([token_hex(16), role.word, _proof(hashed)])


def read(token: str | None) -> Passport | None:
    """The login of a cookie, whether or not it still opens anything; None if the cookie is too old,
    or not ours.
    """
    if not token or len(token) > LONGEST:
        return None
    try:
        login, word, proof = _signer().loads(token, max_age=KEPT)
        return Passport(login, Role[word.upper()], proof)
    except (BadSignature, ValueError, KeyError, AttributeError, TypeError):
        return None


def holds(passport: Passport, access: Access | None) -> bool:
    """True as long as nobody has logged out of it and the role's password is the same."""
    hashed = access.passwords.get(passport.role) if access is not None and not access.oidc else None
    return (
        hashed is not None
        and hmac.compare_digest(_proof(hashed), passport.proof)
        and not has_ended(passport.login)
    )


def end(login: str) -> None:
    """End a login, in every window and on every device that has its cookie."""
    _logins().end(login)


def has_ended(login: str) -> bool:
    """True if somebody has logged out of a login."""
    return _logins().has_ended(login)


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(
        _logins().key(), salt=_COOKIE, signer_kwargs={"digest_method": hashlib.sha256}
    )


def _proof(hashed: str) -> str:
    """What stands for a password in a cookie, until it is set again; without the key nobody can
    work it out from the hash.
    """
    logins = _logins()
    set_again = logins.ended(hashed)
    return hmac.new(
        logins.key().encode(), f"{hashed}{set_again or ''}".encode(), "sha256"
    ).hexdigest()[:32]


def _logins() -> Logins:
    return _logins_of(book_folder(None).absolute())


@cache
def _logins_of(folder: Path) -> Logins:
    return Logins(folder)


# --- Who has access -------------------------------------------------------------------------------
_LOCK: Final = Lock()
_KEPT: Final[dict[Path, tuple[object, Access | None]]] = {}


def is_local() -> bool:
    """True if the server can be reached from this machine alone."""
    return os.environ.get(REACH) == "local"


def is_local_key(given: str) -> bool:
    """True for the key of a server for this machine alone: other accounts of the machine can reach
    it too, and do not have it.
    """
    key = os.environ.get(LOCAL_KEY, "")
    return bool(key) and hmac.compare_digest(key.encode(), given.encode())


def access() -> Access | None:
    """Who may look at the book; None if its settings cannot be read. Strangers are not told why."""
    path = book_folder(None).absolute() / SETTINGS
    with _LOCK:
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size, status.st_ino
        except OSError:
            stamp = None
        if stamp is None or _KEPT.get(path, (None,))[0] != stamp:
            try:
                _KEPT[path] = stamp, read_settings(path).access
            except UserError:
                return None  # what is wrong may be put right beside it
        return _KEPT[path][1]
