"""What somebody may do with a book: look, keep records, or move money."""

from __future__ import annotations

from enum import IntEnum

from ledger.errors import UserError


class Role(IntEnum):
    """Each may do what the ones before may: a viewer reads, a scorer stores and records sessions, a banker pays and rules."""

    VIEWER = 1
    SCORER = 2
    BANKER = 3

    @property
    def word(self) -> str:
        """Return the name of the role as ``book.toml`` has it."""
        return self.name.lower()


class Forbidden(UserError):  # noqa: N818 - it is the answer that a person reads
    """Somebody asked for what their role does not allow."""

    def __init__(self, role: Role, needed: Role, what: str) -> None:
        super().__init__(f"a {role.word} may not {what}", f"that takes a {needed.word}: log in as one")
