"""Logins and passwords of the dashboard.

The key that signs logins, and the ones that were ended before their time, are in ``.logins`` in the
folder of the book, which only its owner may read, so that logins and logouts survive a restart of
the server. Without that file everybody logs in again.

Passwords are kept as salted Argon2 hashes in ``book.toml``. A guess costs one computation, however
many roles there are: they share a salt. Guessing makes this machine work, and the less work a guess
is, the shorter it holds up somebody who knows a password.
"""

from __future__ import annotations

import json
import time
from base64 import b64decode
from contextlib import suppress
from hmac import compare_digest, new as new_hmac
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, Final

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import Argon2Error

from ledger.book.derived.access import writing
from ledger.book.files.folder import SETTINGS, make_folder
from ledger.book.files.settings import Access, Role, parse_settings, read_settings
from ledger.book.files.settings_edit import change_settings, with_password
from ledger.errors import UserError
from ledger.files import write_atomically

# --- Logins ---------------------------------------------------------------------------------------
FILE: Final = ".logins"
KEPT: Final = 90 * 24 * 3600  # seconds that a login lasts
_MOST: Final = 10_000  # ended logins that are remembered
_KEY: Final = 32  # bytes of a key


class Logins:
    """The signing key and the ended logins of the book in ``folder``; threads may share it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = Lock()
        self._seen: object = None
        self._key = ""
        self._ended: dict[str, int] = {}

    def key(self) -> str:
        """The signing key, made when it is first asked for.

        If the book cannot be written it lasts until the server stops.
        """
        with self._lock:
            self._read()
            if not self._key:
                self._key = token_hex(_KEY)
                self._write()
            return self._key

    def local_key(self) -> str:
        """What whoever sits at this machine shows: other accounts of it cannot know the key that
        this follows from.
        """
        return new_hmac(self.key().encode(), b"this machine", "sha256").hexdigest()[:32]

    def end(self, login: str) -> None:
        """End a login, or those made with a hash of a password until now."""
        with self._lock:
            self._read()
            now = int(time.time())
            kept = {one: at for one, at in self._ended.items() if now - at < KEPT}
            self._ended = dict(
                [*kept.items(), (login, max(now, self._ended.get(login, 0) + 1))][-_MOST:]
            )
            self._write()

    def ended(self, login: str) -> int:
        """When a login was ended, in seconds since 1970; 0 if it was not."""
        with self._lock:
            self._read()
            return self._ended.get(login, 0)

    def has_ended(self, login: str) -> bool:
        """True if a login was ended, here or by another server of this book."""
        return self.ended(login) > 0

    def _read(self) -> None:
        try:
            status = self._path.stat()
        except OSError:
            return
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen == self._seen:
            return
        self._seen = seen
        # a file that cannot be used is replaced
        with suppress(OSError, ValueError, AttributeError):
            data: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            key, ended = data.get("key"), data.get("ended")
            if isinstance(key, str) and len(key) >= _KEY and isinstance(ended, dict):
                self._key = key
                self._ended.update({str(one): int(at) for one, at in ended.items()})

    def _write(self) -> None:
        # a folder that is missing or read-only: what is in memory lasts until the server stops
        with suppress(UserError):
            write_atomically(
                self._path, json.dumps({"key": self._key, "ended": self._ended}), private=True
            )


# --- Passwords ------------------------------------------------------------------------------------
SHORTEST, LONGEST = 8, 200
_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""The least that OWASP's advice on storing passwords asks of Argon2id: 19 MB and two rounds, some
25 ms.
"""


def set_password(folder: Path, role: Role, password: str) -> None:
    """Write the hash of a role's password into ``book.toml``; the book is made if it is not there.

    Raises UserError for a password that is too short to be one, and for that of another role.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise UserError(
            f"a password has {SHORTEST} to {LONGEST} characters",
            "a few unrelated words make a good one",
        )
    make_folder(folder)
    with writing(folder, None):
        before = read_settings(folder / SETTINGS).access.passwords.get(role)
        after = change_settings(
            folder / SETTINGS, lambda text: with_password(text, role, _hashed(text, role, password))
        )
    # the same password, with the salt of the others
    if before is not None and after.access.passwords[role] == before:
        Logins(folder).end(before)


def _hashed(settings: str, role: Role, password: str) -> str:
    """The hash of a role's password, with the salt of the others where they are hashed as it is
    done now.
    """
    passwords = parse_settings(settings).access.passwords
    others = {one: hashed for one, hashed in passwords.items() if one != role}
    taken = role_for(Access(passwords=others), password)
    if taken is not None:
        raise UserError(
            f"this is already the password of the {taken.word}",
            "each role needs its own: choose another",
        )
    fresh = _HASHER.hash(password)
    alike = (
        hashed
        for hashed in others.values()
        if extract_parameters(hashed) == extract_parameters(fresh)
    )
    other = next(alike, None)
    return fresh if other is None else _HASHER.hash(password, salt=_salt(other))


def role_for(access: Access, password: str) -> Role | None:
    """Return the highest role that a password opens, or None.

    Every hash is tried, so that the time taken reveals nothing.
    """
    kinds: dict[tuple[str, int], list[Role]] = {}
    for role, hashed in access.passwords.items():
        kinds.setdefault((hashed.rpartition("$")[0], len(hashed)), []).append(role)
    opened: list[Role] = []
    for roles in kinds.values():
        made = _again(password[: LONGEST + 1], access.passwords[roles[0]])
        opened += [role for role in roles if compare_digest(made, access.passwords[role])]
    return max(opened, default=None)


def _again(password: str, hashed: str) -> str:
    try:
        return PasswordHasher.from_parameters(extract_parameters(hashed)).hash(
            password, salt=_salt(hashed)
        )
    except (Argon2Error, ValueError):
        return ""


def _salt(hashed: str) -> bytes:
    text = hashed.split("$")[4]
    return b64decode(text + "=" * (-len(text) % 4))
