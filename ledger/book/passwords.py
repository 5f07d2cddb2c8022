"""Passwords for the dashboard: kept as salted Argon2 hashes in ``book.toml``, and compared in constant time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from ledger.book.folder import SETTINGS, make_folder
from ledger.book.lock import writing
from ledger.book.roles import Access, Role
from ledger.book.settings_edit import change_settings, with_password
from ledger.errors import UserError

SHORTEST, LONGEST = 8, 200

_HASHER: Final = PasswordHasher()


def set_password(folder: Path, role: Role, password: str) -> None:
    """Write the hash of a role's password into ``book.toml``; the book is made if it is not there.

    Raises UserError for a password that is too short to be one.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise UserError(f"a password has {SHORTEST} to {LONGEST} characters", "a few words that belong to nothing else do well")
    hashed = _HASHER.hash(password)
    make_folder(folder)
    with writing(folder, None):
        change_settings(folder / SETTINGS, lambda text: with_password(text, role, hashed))


def role_for(access: Access, password: str) -> Role | None:
    """Return the highest role that a password opens, or None. Every hash is tried, whichever matches: time tells nothing."""
    opened = [role for role, hashed in sorted(access.passwords.items()) if _matches(hashed, password[: LONGEST + 1])]
    return opened[-1] if opened else None


def _matches(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except VerificationError:
        return False
