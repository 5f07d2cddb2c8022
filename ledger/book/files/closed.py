"""How far a book is closed, for answers: they need no chain, and it takes its time to load."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.answer import Sentence
from ledger.wording import day_in_words

# digits of a head that are printed: nobody finds another chain that has the same ones
SHORT: Final = 16


def short(head: str) -> str:
    """Return a head as it is printed, in groups to read out: ``7f3a-91c2-04be-66d1``."""
    return "-".join(head[at : at + 4] for at in range(0, min(SHORT, len(head)), 4))


class Closed(NamedTuple):
    """How far a book is closed: the last day, None if nothing is closed any more, and the head of
    its chain.
    """

    until: date | None
    head: str

    @property
    def sentence(self) -> str:
        """What stands at the foot of statements and receipts."""
        where = f"Closed to {day_in_words(self.until)}" if self.until else "Nothing is closed now"
        return f"{where}, head {short(self.head)}"

    @property
    def said(self) -> Sentence:
        """The same as the end of an answer."""
        return Sentence((f"{self.sentence}.",), "closed", about=self)

    def as_dict(self) -> dict[str, str | None]:
        """The field ``closed`` of answers in JSON."""
        return {"until": self.until.isoformat() if self.until else None, "head": self.head}


def closed_in(connection: DuckDBPyConnection) -> Closed | None:
    """How far a book is closed, as its database has it; None if nothing ever was."""
    rows = connection.execute("SELECT until, head FROM closed").fetchall()
    return Closed(*rows[0]) if rows else None
