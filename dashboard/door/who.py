"""Who is asking: on this machine alone whoever sits at it, else whoever the door let in."""

from __future__ import annotations

import os
from typing import Final

from starlette.requests import HTTPConnection

from ledger.book.roles import REACH, Role

STATE: Final = "bourre role"
"""Where the door writes the role of whoever asks, in the state of a request."""


def is_local() -> bool:
    """True if the server can be reached from this machine alone."""
    return os.environ.get(REACH) == "local"


def role_of(request: HTTPConnection) -> Role | None:
    """The role of whoever sent a request to a route of ours, None for nobody."""
    if is_local():
        return Role.BANKER
    found: Role | None = request.scope.get("state", {}).get(STATE)
    return found
