"""What is closed in a book, in a sentence, and the refusal of changes to it."""

from __future__ import annotations

from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.chain import Chain, digest_of, lines_in, read_chain, short
from ledger.book.folder import CLOSED, PAYMENTS, SESSIONS
from ledger.errors import UserError
from ledger.log.words import visible
from ledger.months import day_in_words

AGAIN: Final = "if everybody agrees on the correction: bourre reopen --why TEXT, then close again"


class ClosedError(UserError):
    """Something that is closed would change: nothing was written."""


class Closed(NamedTuple):
    """How far a book is closed: the last day, None if nothing is closed any more, and the head of its chain."""

    until: date | None
    head: str

    @property
    def sentence(self) -> str:
        """What stands at the foot of statements and receipts."""
        where = f"Closed to {day_in_words(self.until)}" if self.until else "Nothing is closed now"
        return f"{where}, head {short(self.head)}"

    def as_dict(self) -> dict[str, str | None]:
        """The field ``closed`` of answers in JSON."""
        return {"until": self.until.isoformat() if self.until else None, "head": self.head}


def closed(folder: Path) -> Closed | None:
    """How far the book at ``folder`` is closed; None if nothing ever was. Raises UserError if that cannot be read."""
    return closed_by(read_chain(folder))


def closed_by(chain: Chain) -> Closed | None:
    """How far a chain closes its book; None if it is empty, or was changed: such a head proves nothing."""
    until = date.fromisoformat(chain.until) if chain.until else None
    return Closed(until, chain.head) if chain.entries and not chain.problems else None


def closed_in(connection: DuckDBPyConnection) -> Closed | None:
    """How far a book is closed, as its database has it; None if nothing ever was."""
    rows = connection.execute("SELECT until, head FROM closed").fetchall()
    return Closed(*rows[0]) if rows else None


# --- Refusals ---------------------------------------------------------------------------------------------------------


def check_day_is_open(folder: Path, day: str, what: str) -> None:
    """Raise ClosedError if a day such as ``2026-06-12`` is closed; ``what`` would be dated that day."""
    until = read_chain(folder).until
    if day <= until:
        raise refusal(f"{what} would be dated {day_in_words(date.fromisoformat(day))}", until)


def check_log_is_open(folder: Path, log: str) -> None:
    """Raise ClosedError if a log, by its name below ``folder``, is closed."""
    chain = read_chain(folder)
    if log in chain.files:
        raise refusal(f"{visible(log)} would change", chain.until)


def check_may_be_written(path: Path, content: bytes) -> None:
    """Raise ClosedError if ``path`` is a file of a book, and ``content`` would change what is closed of it."""
    path = path.resolve()
    folder = path.parent.parent if path.parent.name == SESSIONS else path.parent
    chain = read_chain(folder)
    file, paid = chain.files.get(path.relative_to(folder).as_posix()), chain.payments
    if file is not None and sha256(content).hexdigest() != file.digest:
        raise refusal(f"{visible(str(path))} would change", chain.until)
    if path.name == PAYMENTS and paid is not None and digest_of(lines_in(content)[: paid.lines]) != paid.digest:
        raise refusal(f"{visible(str(path))} would change", chain.until)


def refusal(what: str, until: str) -> ClosedError:
    """Return the error for a change to something that is closed, up to the day ``until``."""
    return ClosedError(f"{what}, but the book is closed to {day_in_words(date.fromisoformat(until))}", AGAIN)


NOT_OURS: Final = f"{CLOSED} is written only by bourre close and bourre reopen: restore it from a copy"
