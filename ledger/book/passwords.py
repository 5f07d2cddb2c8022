"""Passwords for the dashboard: kept as salted Argon2 hashes in ``book.toml``, and compared in constant time.

A guess is looked at with one computation, whatever the number of roles: they share a salt. Whoever guesses makes the machine
work for it, and the less work a guess is, the shorter it holds up somebody who knows a password.
"""

from __future__ import annotations

from base64 import b64decode
from hmac import compare_digest
from pathlib import Path
from typing import Final

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import Argon2Error

from ledger.book.folder import SETTINGS, make_folder
from ledger.book.lock import writing
from ledger.book.roles import Access, Role
from ledger.book.settings import parse_settings
from ledger.book.settings_edit import change_settings, with_password
from ledger.errors import UserError

SHORTEST, LONGEST = 8, 200

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""The least that OWASP's advice on storing passwords asks of Argon2id: 19 MB and two rounds, some 25 ms."""


def set_password(folder: Path, role: Role, password: str) -> None:
    """Write the hash of a role's password into ``book.toml``; the book is made if it is not there.

    Raises UserError for a password that is too short to be one, and for that of another role.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise UserError(f"a password has {SHORTEST} to {LONGEST} characters", "a few unrelated words make a good one")
    make_folder(folder)
    with writing(folder, None):
        change_settings(folder / SETTINGS, lambda text: with_password(text, role, _hashed(text, role, password)))


def _hashed(settings: str, role: Role, password: str) -> str:
    """The hash of a role's password, with the salt of the others where they are hashed as it is done now."""
    passwords = parse_settings(settings).access.passwords
    others = {one: hashed for one, hashed in passwords.items() if one != role}
    taken = role_for(Access(passwords=others), password)
    if taken is not None:
        raise UserError(f"this is already the password of the {taken.word}", "each role needs its own: choose another")
    fresh = _HASHER.hash(password)
    alike = (hashed for hashed in others.values() if extract_parameters(hashed) == extract_parameters(fresh))
    other = next(alike, None)
    return fresh if other is None else _HASHER.hash(password, salt=_salt(other))


def role_for(access: Access, password: str) -> Role | None:
    """Return the highest role that a password opens, or None. Every hash is tried, so that the time taken reveals nothing."""
    kinds: dict[tuple[str, int], list[Role]] = {}
    for role, hashed in access.passwords.items():
        kinds.setdefault((hashed.rpartition("$")[0], len(hashed)), []).append(role)
    opened: list[Role] = []
    for roles in kinds.values():
        made = _again(password[: LONGEST + 1], access.passwords[roles[0]])
        opened += [role for role in roles if compare_digest(made, access.passwords[role])]
    return max(opened, default=None)


def _again(password: str, hashed: str) -> str:
    """The hash of a password with the salt and at the cost of another; nothing for one that Argon2 cannot have made."""
    try:
        return PasswordHasher.from_parameters(extract_parameters(hashed)).hash(password, salt=_salt(hashed))
    except (Argon2Error, ValueError):
        return ""


def _salt(hashed: str) -> bytes:
    text = hashed.split("$")[4]
    return b64decode(text + "=" * (-len(text) % 4))
