"""Logins to the dashboard: the key that signs them, and the ones that were ended before their time.

Both are in ``.logins`` in the folder of the book, which only its owner may read, so that logins and logouts survive a restart
of the server. Without that file everybody logs in again.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import Any, Final

from ledger.errors import UserError
from ledger.files import write_atomically

FILE: Final = ".logins"
KEPT: Final = 90 * 24 * 3600
"""Seconds that a login lasts."""
_MOST: Final = 10_000
"""Ended logins that are remembered."""
_KEY: Final = 32
"""Bytes of a key."""


class Logins:
    """The signing key and the ended logins of the book in ``folder``; threads may share it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = Lock()
        self._seen: object = None
        self._key = ""
        self._ended: dict[str, int] = {}

    def key(self) -> str:
        """The signing key, made when it is first asked for. If the book cannot be written it lasts until the server stops."""
        with self._lock:
            self._read()
            if not self._key:
                self._key = token_hex(_KEY)
                self._write()
            return self._key

    def end(self, login: str) -> None:
        """End a login."""
        with self._lock:
            self._read()
            now = int(time.time())
            kept = {one: at for one, at in self._ended.items() if now - at < KEPT}
            self._ended = dict([*kept.items(), (login, now)][-_MOST:])
            self._write()

    def has_ended(self, login: str) -> bool:
        """True if a login was ended, here or by another server of this book."""
        with self._lock:
            self._read()
            return login in self._ended

    def _read(self) -> None:
        """Read the file again if it has changed."""
        try:
            status = self._path.stat()
        except OSError:
            return
        seen = (status.st_mtime_ns, status.st_size, status.st_ino)
        if seen == self._seen:
            return
        self._seen = seen
        with suppress(OSError, ValueError, AttributeError):  # a file that cannot be used is replaced
            data: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            key, ended = data.get("key"), data.get("ended")
            if isinstance(key, str) and len(key) >= _KEY and isinstance(ended, dict):
                self._key = key
                self._ended.update({str(one): int(at) for one, at in ended.items()})

    def _write(self) -> None:
        with suppress(UserError):  # a folder that is missing or read-only: what is in memory lasts until the server stops
            write_atomically(self._path, json.dumps({"key": self._key, "ended": self._ended}), private=True)
