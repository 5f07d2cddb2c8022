"""What becomes of logs and Parquet files that come into a book, session by session."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ledger.book.made_here import Kept
from ledger.book.unread import Unread, UnreadSession
from ledger.findings.kinds import Finding
from ledger.log import Doubt

STORED, EXISTS, REPLACED, REFUSED = OUTCOMES = ("stored", "exists", "replaced", "refused")
"""What may become of a session."""


class SessionOutcome(NamedTuple):
    """What became of a session, or of a file without one (``session`` is then None), and why it was refused, if it was.

    ``unreadable`` is True for a file that could not be read.
    """

    file: str
    session: str | None
    outcome: str
    reason: str = ""
    remedy: str = ""
    unreadable: bool = False


class Change(NamedTuple):
    """What a player won in a session, or the player's balance (``session`` is None), before and after the session was replaced.

    ``amount`` is in minor units of ``unit``; ``chips`` are the chips won before and after.
    """

    session: str | None
    player: str
    unit: str
    amount: tuple[int, int]
    chips: tuple[int, int] = (0, 0)


class Newcomer(NamedTuple):
    """A player whom no log of the book had named before, and earlier ones who may be the same person."""

    name: str
    similar: list[str]


@dataclass(slots=True)
class Imported:
    """What became of each session, and what the audit says of those that were stored or replaced."""

    sessions: list[SessionOutcome] = field(default_factory=list)
    quarantined: int = 0
    found: list[Finding] = field(default_factory=list)
    payments: int = 0
    """Payments between sessions that came along, in a file of their own."""
    unread: list[UnreadSession] = field(default_factory=list)
    """The sessions now in the book of which something could not be read or has no end, with the files that were given."""
    unread_payments: int = 0
    """Lines of that file which cannot be read."""
    payments_file: str = ""
    doubts: list[Doubt] = field(default_factory=list)
    """What in the files is read as it stands and perhaps was not meant so."""
    rulings: list[Kept] = field(default_factory=list)
    """What became of rulings that were made in the book, in sessions that were replaced."""
    changes: list[Change] = field(default_factory=list)
    """What replacing sessions has changed: of each what players won in it, and then whose balance."""
    new_players: list[Newcomer] = field(default_factory=list)
    begins_book: bool = False
    """There was no book, and this makes one."""

    @property
    def left_out(self) -> Unread:
        """What is in the book now but not in its figures."""
        return Unread(self.unread, self.unread_payments, [], self.payments_file)

    @property
    def findings(self) -> int:
        """How many findings there are."""
        return len(self.found)

    def of(self, outcome: str) -> list[SessionOutcome]:
        """Return the sessions with this outcome."""
        return [one for one in self.sessions if one.outcome == outcome]

    @property
    def stored(self) -> list[str]:
        """The ids of the sessions that the book did not have."""
        return [str(one.session) for one in self.of(STORED)]

    @property
    def exists(self) -> list[str]:
        """The ids of the sessions that the book had already, just as they are."""
        return [str(one.session) for one in self.of(EXISTS)]

    @property
    def replaced(self) -> list[str]:
        """The ids of the sessions that took the place of others."""
        return [str(one.session) for one in self.of(REPLACED)]

    @property
    def refused(self) -> list[SessionOutcome]:
        """What is not in the book, and why."""
        return self.of(REFUSED)

    @property
    def status(self) -> int:
        """The exit status: 0 everything is in the figures, 1 something was refused or left out, 2 a file could not be read."""
        return 2 if any(one.unreadable for one in self.refused) else int(bool(self.refused or self.left_out))
