"""What was said of hands and payments: disputes, answers and edits, in comments below their lines.

Of a dispute that nobody has answered every answer about money says so: it may move the figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.files.folder import DISPUTED, PAYMENTS, SESSIONS, SETTINGS
from ledger.book.files.settings import read_settings
from ledger.files import PARQUET
from ledger.log import content_of, decoded, lines_of, read
from ledger.log.payments import Payments, read_payments
from ledger.log.records import Comment, Hand, Session
from ledger.log.words import visible
from ledger.recording import EDITED
from ledger.wording import day_in_words

ANSWERED: Final = "answered"
_SAID: Final = {EDITED: "corrected", DISPUTED: "disputed", ANSWERED: "answered"}
_KINDS: Final = tuple(_SAID)
PAID: Final = ""  # stands for the payments file where the id of an evening does; no evening has it


class Remark(NamedTuple):
    """A comment that says what became of a hand or a payment: ``kind`` is one of _KINDS, ``day``
    such as ``2026-11-27 04:31``.
    """

    line: int
    kind: str
    day: str
    by: str
    words: str

    @property
    def heading(self) -> str:
        """What was done, when and by whom: ``corrected on 27 November 2026, 04:31, by Ann``."""
        day, _, time = self.day.partition(" ")
        return (
            f"{_SAID[self.kind]} on {day_in_words(date.fromisoformat(day))}, {time}, by {self.by}"
        )


History: TypeAlias = dict[int, list[Remark]]
"""What became of each hand, and of each other statement, by its first line, in the order in which
it was said.
"""


class Dispute(NamedTuple):
    """What somebody says is wrong, unanswered: the evening (or ``PAID``), its first line, ``what``
    it is, and the words.
    """

    session: str
    line: int
    what: str
    said: tuple[Remark, ...]


def read_file(
    folder: Path, session: str | None, content: str | bytes, file: str = ""
) -> Session | Payments:
    """Read a log, or the payments file if the session is ``PAID``."""
    if session == PAID:
        return read_payments(content, file, read_settings(folder / SETTINGS).usual_currency)
    return read(content, file)


class _Block(NamedTuple):
    """The lines that go together: a hand (``number``, None for one without), or another statement
    with remarks on it.
    """

    first: int
    last: int
    is_hand: bool
    number: int | None
    said: list[Remark]


def blocks(log: Session | Payments) -> list[_Block]:
    """Return the hands and the other statements of a file, each with what was said of it."""
    found: list[_Block] = []
    for one in log.body if isinstance(log, Session) else log.statements:
        here = one.statements if isinstance(one, Hand) else [one]
        said = [
            remark for said in here if isinstance(said, Comment) and (remark := remark_in(said))
        ]
        if isinstance(one, Hand):
            last = max([one.line, *(said.line for said in here)])
            found.append(
                _Block(one.line, last, True, one.first.number if one.first else None, said)
            )
        elif not isinstance(one, Comment):
            found.append(_Block(one.line, one.line, False, None, said))
        elif said and found:
            found[-1] = found[-1]._replace(last=one.line, said=found[-1].said + said)
    return found


def history(path: Path, line: int) -> list[Remark]:
    """Return what became of the hand or the payment that has a line of a log, or of the payments
    file, in order.
    """
    return of_line(history_of(path), line)


def history_of(path: Path) -> History:
    """Return what became of each hand and payment of a file; nothing if nothing is noted in it, as
    in a Parquet file.
    """
    content = b"" if path.suffix == PARQUET or not path.is_file() else path.read_bytes()
    if not any(f"# {kind} ".encode() in content for kind in _KINDS):
        return {}
    paid = path.name == PAYMENTS and path.parent.name != SESSIONS
    return {
        one.first: sorted(one.said, key=_when)
        for one in blocks(read_file(path.parent, PAID if paid else None, content))
    }


def of_line(found: History, line: int | None) -> list[Remark]:
    """What became of the hand or the payment that has a line of the file."""
    return found.get(max((one for one in found if line is not None and one <= line), default=0), [])


def _when(said: Remark) -> tuple[str, int]:
    return said.day, said.line


def open_disputes(connection: DuckDBPyConnection, folder: Path) -> list[Dispute]:
    """Return the disputes that nobody has answered yet, by words or by an edit, the oldest first.

    A question of the book like any other, so that a page asks it again only when a log has changed.
    """
    found: list[Dispute] = []
    for (file,) in connection.execute("SELECT DISTINCT file FROM disputes").fetchall():
        content = content_of(folder / file)
        found += unanswered(read_file(folder, PAID if file == PAYMENTS else None, content), content)
    return sorted(found, key=lambda one: one.said[0].day)


def unanswered(log: Session | Payments, content: bytes) -> list[Dispute]:
    """Return the disputes in one file that nobody has answered yet.

    An answer stands below what it answers, and an edit anywhere in the hand: its time alone can
    tell, which may be wrong.
    """
    found, lines = [], lines_of(decoded(content))
    for one in blocks(log):
        said = [
            remark
            for remark in sorted(one.said, key=_when)
            if remark.kind == DISPUTED
            and not any(other.kind == ANSWERED and other.line > remark.line for other in one.said)
            and not any(other.kind == EDITED and _when(other) > _when(remark) for other in one.said)
        ]
        what = (
            f"hand {one.number}"
            if one.number is not None
            else visible(lines[one.first - 1].strip())
        )
        if said:
            found.append(
                Dispute(log.id if isinstance(log, Session) else PAID, one.first, what, tuple(said))
            )
    return found


def dispute_records(file: str, content: bytes) -> Iterator[dict[str, object]]:
    """Yield the rows of ``disputes`` for a file of a book."""
    log = read_payments(content, file) if file == PAYMENTS else read(content, file)
    days: dict[int, date] = {}
    if isinstance(log, Payments):
        days = {
            one.line: date.fromisoformat(one.date)
            for some in (log.payments, log.expenses)
            for one in some
        }
    for one in unanswered(log, content):
        last = one.said[-1]
        row = {
            "file": file,
            "line": one.line,
            "what": one.what,
            "who": last.by,
            "words": last.words,
        }
        yield row | {"date": days.get(one.line)}


def remark_in(comment: Comment) -> Remark | None:
    """What a comment says became of the hand or the payment above it; None for any other
    comment.
    """
    kind, _, rest = comment.comment.removeprefix("#").strip().partition(" ")
    head, colon, words = rest.partition(": ")
    day, by, who = head.partition(" by ")
    if kind not in _KINDS or not colon or not by or len(day) != len("2026-11-27 04:31"):
        return None
    try:
        day = datetime.strptime(day, "%Y-%m-%d %H:%M").isoformat(" ", "minutes")  # noqa: DTZ007 - as it was on the clock there
    except ValueError:
        return None
    return Remark(comment.line, kind, day, who, words)
