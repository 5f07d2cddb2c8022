"""``closed.txt``: what was closed and reopened, as a chain in which each head covers everything
above it.

The text is for people too, and ``sha256sum`` proves a head. Nothing in it is ever changed; more is
added at its end. First the entries and how they are written and read; then what is closed now, the
refusal to change it, and the line in the footer of a statement that says how much of the book it
was made from.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.book.files.closed import Closed, closed_in
from ledger.book.files.folder import CLOSED, PAYMENTS, SESSIONS
from ledger.errors import UserError
from ledger.log.words import visible
from ledger.money import decimal_text
from ledger.wording import counted, day_in_words

# --- Entries --------------------------------------------------------------------------------------
Figures: TypeAlias = Mapping[tuple[str | None, str], int]
"""Amounts in minor units by player and unit; of None, what is unexplained."""

PRINT: Final = 4
"""Digits of the SHA-256 of a line: enough to say which one was changed.

That one was, says the SHA-256 of the file.
"""
_IN_A_ROW: Final = 14
_BEGINNING: Final = """\
bourre closed 1
# What was closed: fingerprints of logs and payments, and where everybody stood. Each head is the SHA-256 of all
# that stands above it, so nothing here may be changed, and nothing left out. `bourre help closing` says more.
"""  # noqa: E501
_HEADING: Final = _BEGINNING.count("\n")
_END: Final = "end"
_PLAIN: Final = re.compile(r'[^\s"\x00-\x1f\x7f-\x9f]+')
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')


class SealedSession(NamedTuple):
    """A session as it was closed: what it did to everybody's balance."""

    date: str
    id: str
    moved: Figures


class SealedFile(NamedTuple):
    """A log or Parquet file as it was closed: its SHA-256, a print of each line of a log, and its
    sessions.
    """

    name: str
    digest: str
    prints: Sequence[str]
    sessions: Sequence[SealedSession]


class SealedPayments(NamedTuple):
    """The first ``lines`` of the payments file as they were closed, and the prints of those that no
    earlier closing has.
    """

    lines: int
    digest: str
    prints: Sequence[str]


@dataclass(slots=True)
class Entry:
    """A closing, up to the day ``until``, or a reopening: of every closing to ``until`` or to a
    later day.

    ``on`` is the day on which it was done and ``by`` who did it; ``note`` says why. ``head`` is
    worked out from the text above it, no matter which head the text itself gives.
    """

    until: str
    on: str
    by: str
    note: str = ""
    head: str = ""


@dataclass(slots=True)
class Reopening(Entry):
    """A reopening: every closing to ``until`` or to a later day is void."""


@dataclass(slots=True)
class Closing(Entry):
    """A closing: what no earlier one had.

    ``people`` are all names of each player, the name in the book first.
    """

    program: str = ""
    currency: str = ""
    game: str = ""
    people: list[tuple[str, ...]] = field(default_factory=list)
    files: list[SealedFile] = field(default_factory=list)
    payments: SealedPayments | None = None
    balances: Figures = field(default_factory=dict)


@dataclass(slots=True)
class Chain:
    """All closings and reopenings in order, and what is wrong with the text, in sentences."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def closings(self) -> list[Closing]:
        """The closings that hold: those that were not opened again."""
        found: list[Closing] = []
        for entry in self.entries:
            if isinstance(entry, Closing):
                found.append(entry)
            else:
                found = [one for one in found if one.until < entry.until]
        return found

    @property
    def until(self) -> str:
        """The last day that is closed; an empty text if none is."""
        return max((one.until for one in self.closings), default="")

    @property
    def head(self) -> str:
        """The last head; an empty text if nothing was ever closed."""
        return self.entries[-1].head if self.entries else ""

    @property
    def files(self) -> dict[str, SealedFile]:
        """The files that are closed, by name; a Parquet file may have been closed session by
        session.
        """
        found: dict[str, SealedFile] = {}
        for file in (file for one in self.closings for file in one.files):
            before = found.get(file.name)
            found[file.name] = (
                file
                if before is None
                else before._replace(sessions=[*before.sessions, *file.sessions])
            )
        return found

    @property
    def payments(self) -> SealedPayments | None:
        """The closed lines of payments, each with its print."""
        parts = [one.payments for one in self.closings if one.payments is not None]
        return (
            parts[-1]._replace(prints=[mark for part in parts for mark in part.prints])
            if parts
            else None
        )


def prints_of(lines: Sequence[bytes]) -> list[str]:
    """Return a print of each line."""
    return [sha256(line).hexdigest()[:PRINT] for line in lines]


def lines_in(content: bytes) -> list[bytes]:
    """Return the lines of a file, without what ends them."""
    lines = content.split(b"\n")
    return lines[:-1] if lines[-1] == b"" else lines


def digest_of(lines: Sequence[bytes]) -> str:
    """Return the SHA-256 of lines, each with its end."""
    return sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


# --- Writing --------------------------------------------------------------------------------------
def extended(text: str, entry: Entry) -> str:
    """Return the text of a chain with one more act; an empty text becomes a new chain."""
    above = text.removesuffix(f"{_END}\n") if text else _BEGINNING
    above += "\n" + "".join(f"{row}\n" for row in _rows(entry))
    return f"{above}head {sha256(above.encode()).hexdigest()}\n{_END}\n"


def _rows(entry: Entry) -> Iterator[str]:
    act = "close" if isinstance(entry, Closing) else "reopen"
    yield _row(act, entry.until, "on", entry.on, "by", entry.by)
    if entry.note:
        yield _row("why", entry.note)
    if isinstance(entry, Closing):
        yield _row("with", "bourre", entry.program, "currency", entry.currency, "game", entry.game)
        yield from (_row("player", *names) for names in entry.people)
        for file in entry.files:
            yield _row("file", file.name, file.digest)
            yield from _print_rows(file.prints)
            for session in file.sessions:
                yield _row("  session", session.date, session.id)
                yield from (f"  {row}" for row in _figure_rows(session.moved))
        if entry.payments is not None:
            yield _row("payments", str(entry.payments.lines), entry.payments.digest)
            yield from _print_rows(entry.payments.prints)
        yield from _figure_rows(entry.balances)


def _print_rows(prints: Sequence[str]) -> Iterator[str]:
    for at in range(0, len(prints), _IN_A_ROW):
        yield f"  lines {' '.join(prints[at : at + _IN_A_ROW])}"


def _figure_rows(figures: Figures) -> Iterator[str]:
    for (name, unit), amount in figures.items():
        text = decimal_text(amount, unit)
        yield _row("unexplained", text, unit) if name is None else _row("balance", name, text, unit)


def _row(keyword: str, *words: str) -> str:
    return " ".join(
        [keyword, *(word if _PLAIN.fullmatch(word) else json.dumps(word) for word in words)]
    )


# --- Reading --------------------------------------------------------------------------------------
def chain_text(folder: Path) -> str:
    """Return the text of a book's chain, empty if nothing was ever closed.

    Raises UserError if it cannot be read.
    """
    try:
        return (folder / CLOSED).read_bytes().decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise UserError(
            f"{folder / CLOSED}: cannot be read: {error.strerror or error}", "check its permissions"
        ) from error


def read_chain(folder: Path) -> Chain:
    """Return what was closed in the book at ``folder``.

    Raises UserError if the file cannot be read.
    """
    return parse_chain(chain_text(folder))


def parse_chain(text: str) -> Chain:
    """Return the chain in a text; what is wrong with it is in ``Chain.problems``."""
    chain = Chain()
    if text:
        _Reader(chain).read(text)
    return chain


class _Reader:
    """Reads a chain row by row.

    Only the first problem is reported, because the others may follow from it.
    """

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.entry: Entry | None = None
        self.first = 1
        self.prints: list[str] = []
        self.sessions: list[SealedSession] = []
        self.moved: dict[tuple[str | None, str], int] = {}
        self.balances: dict[tuple[str | None, str], int] = {}

    def read(self, text: str) -> None:
        above, ended = sha256(), False
        if not text.startswith(_BEGINNING):
            self.wrong(1, _HEADING, "are not how bourre close begins this file")
        lines = text.split("\n")
        for number, line in enumerate(lines[:-1], 1):
            if ended:
                self.wrong(number, number, "comes after the end")
            elif line == _END:
                ended = True
            elif number > _HEADING and line:
                self.row(number, line, above.hexdigest())
            above.update(f"{line}\n".encode("utf-8", "surrogateescape"))
        if lines[-1] or not ended or self.entry is not None:
            self.wrong(len(lines) - 1, len(lines) - 1, "is not an end line: the file was cut off")

    def row(self, number: int, line: str, head: str) -> None:
        """Read one row; ``head`` is the SHA-256 of everything above it."""
        try:
            keyword, *words = (
                json.loads(word) if word[0] == '"' else word for word in _TOKEN.findall(line)
            )
            if keyword == "head":
                self.end(number, head, *words)
            elif keyword in {"close", "reopen"}:
                self.act(number, keyword, *words)
            else:
                self.part(keyword, words, of_session=line[0] == " ")
        except (ValueError, TypeError, IndexError):
            self.wrong(number, number, "cannot be read")

    def act(self, number: int, act: str, until: str, _on: str, on: str, _by: str, by: str) -> None:
        for day in (until, on):
            date.fromisoformat(day)
        self.first, self.balances = number, {}
        self.entry = (
            Closing(until, on, by, balances=self.balances)
            if act == "close"
            else Reopening(until, on, by)
        )

    def end(self, number: int, head: str, said: str) -> None:
        if self.entry is None:
            raise ValueError(said)
        entry, self.entry = self.entry, None
        entry.head = head
        self.chain.entries.append(entry)
        if said != head:
            first = self.first if self.chain.entries[1:] else 1
            self.wrong(first, number, "have changed: they do not match the head below them")

    def part(self, keyword: str, words: list[str], *, of_session: bool) -> None:
        """Read a row of an entry. Raises ValueError and the like for one that makes no sense."""
        if self.entry is not None and keyword == "why":
            (self.entry.note,) = words
            return
        if not isinstance(self.entry, Closing):
            raise TypeError(keyword)
        closing = self.entry
        match keyword, words:
            case "with", [_, program, _, currency, _, game]:
                closing.program, closing.currency, closing.game = program, currency, game
            case "player", [name, *others]:
                closing.people.append((name, *others))
            case "file", [name, digest]:
                self.prints, self.sessions = [], []
                closing.files.append(SealedFile(name, digest, self.prints, self.sessions))
            case "payments", [count, digest]:
                self.prints = []
                closing.payments = SealedPayments(int(count), digest, self.prints)
            case "lines", prints:
                self.prints += prints
            case "session", [day, name]:
                self.moved = {}
                self.sessions.append(SealedSession(day, name, self.moved))
            case (("balance" | "unexplained"), [*name, amount, unit]):
                (self.moved if of_session else self.balances)[name[0] if name else None, unit] = (
                    int(amount.replace(".", ""))
                )
            case _:
                raise ValueError(keyword)

    def wrong(self, first: int, last: int, what: str) -> None:
        if not self.chain.problems:
            lines = f"lines {first} to {last}" if last > first else f"line {first}"
            self.chain.problems.append(f"{CLOSED}, {lines} {what}")


# --- What is closed now ---------------------------------------------------------------------------
AGAIN: Final = "if everybody agrees on the correction: bourre reopen --why TEXT, then close again"


class ClosedError(UserError):
    """Something that is closed would change: nothing was written."""


def closed(folder: Path) -> Closed | None:
    """How far the book at ``folder`` is closed; None if nothing ever was.

    Raises UserError if that cannot be read.
    """
    return closed_by(read_chain(folder))


def closed_by(chain: Chain) -> Closed | None:
    """How far a chain closes its book; None if it is empty, or was changed: such a head proves
    nothing.
    """
    until = date.fromisoformat(chain.until) if chain.until else None
    return Closed(until, chain.head) if chain.entries and not chain.problems else None


# --- Refusals -------------------------------------------------------------------------------------
def check_day_is_open(folder: Path, day: str, what: str) -> None:
    """Raise ClosedError if a day such as ``2026-06-12`` is closed; ``what`` would be dated that
    day.
    """
    until = read_chain(folder).until
    if day <= until:
        raise refusal(f"{what} would be dated {day_in_words(date.fromisoformat(day))}", until)


def check_log_is_open(folder: Path, log: str) -> None:
    """Raise ClosedError if a log, by its name below ``folder``, is closed."""
    chain = read_chain(folder)
    if log in chain.files:
        raise refusal(f"{visible(log)} would change", chain.until)


def check_may_be_written(path: Path, content: bytes) -> None:
    """Raise ClosedError if ``path`` is a file of a book, and ``content`` would change what is
    closed of it.
    """
    path = path.resolve()
    folder = path.parent.parent if path.parent.name == SESSIONS else path.parent
    chain = read_chain(folder)
    file, paid = chain.files.get(path.relative_to(folder).as_posix()), chain.payments
    if file is not None and sha256(content).hexdigest() != file.digest:
        raise refusal(f"{visible(str(path))} would change", chain.until)
    if (
        path.name == PAYMENTS
        and paid is not None
        and digest_of(lines_in(content)[: paid.lines]) != paid.digest
    ):
        raise refusal(f"{visible(str(path))} would change", chain.until)


def refusal(what: str, until: str) -> ClosedError:
    """Return the error for a change to something that is closed, up to the day ``until``."""
    return ClosedError(
        f"{what}, but the book is closed to {day_in_words(date.fromisoformat(until))}", AGAIN
    )


NOT_OURS: Final = (
    f"{CLOSED} is written only by bourre close and bourre reopen: restore it from a copy"
)


# --- The footer of a statement --------------------------------------------------------------------
def statement_footer(connection: DuckDBPyConnection) -> list[str]:
    """Return the lines of the footer: they show later what the book knew when the document was
    made.
    """
    ((sessions, payments, last),) = connection.execute(_EXTENT).fetchall()
    if last is None:
        return ["The book has no evenings or payments yet."]
    parts = [
        counted(number, what)
        for number, what in ((sessions, "evening"), (payments, "payment"))
        if number
    ]
    found = closed_in(connection)
    return [
        f"As of {day_in_words(last)}: {' and '.join(parts)}.",
        *([f"{found.sentence}."] if found is not None else []),
    ]


_EXTENT: Final = """
    SELECT (SELECT count(*) FROM sessions), (SELECT count(*) FROM papers),
        greatest((SELECT max(date) FROM sessions), (SELECT max(date) FROM postings))
"""
