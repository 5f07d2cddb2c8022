"""What becomes of logs and Parquet files that come into a book.

First the rulings made in the book by a command, which go along when the log of their session is
replaced: a ruling is a line at the end of a log with a mark, ``# ruled 2026-11-22``. Before there
was a mark they were lines like any other, so a ruling at the end that the new log does not have is
taken for one of those. Then the outcome, session by session; then what replacing sessions changed:
what everybody won in each, and whose balance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.answer import Remedy
from ledger.book.balances.figures import account_names
from ledger.book.balances.unread import Unread, UnreadSession
from ledger.book.files.folder import PAYMENTS, SETTLES
from ledger.errors import UserError
from ledger.findings import Finding
from ledger.log import Doubt, content_of, format_statement, read, with_statement
from ledger.log.between_hands import Penalty, Transfer, Waive
from ledger.log.payments import read_payments
from ledger.log.records import Comment, Hand, Session
from ledger.log.words import shown
from ledger.wording import listing

# --- Rulings made in the book ---------------------------------------------------------------------
Ruling: TypeAlias = Penalty | Transfer | Waive
_MARK: Final = "# ruled "


class Kept(NamedTuple):
    """A ruling made in the book on a ``hand``, when its log was replaced: ``reason`` says why it
    was not kept, if it was not.

    ``changed`` is True if the hand differs in the new log.
    """

    session: str
    statement: str
    hand: int | None
    reason: str = ""
    changed: bool = False

    @property
    def kept(self) -> bool:
        """True if the ruling is in the new log."""
        return not self.reason

    @property
    def told(self) -> str:
        """What became of the ruling, in a sentence."""
        if self.reason:
            return f"not kept: `{self.statement}` of evening {self.session}, because {self.reason}"
        look = (
            f"; hand {self.hand} is different in this log, so check that the ruling still holds"
            if self.changed
            else ""
        )
        return (
            f"kept: `{self.statement}` of evening {self.session}, a ruling made in the book{look}"
        )


def marked(ruling: Penalty | Waive) -> Penalty | Waive:
    """Return a ruling with the mark of one that is made in the book today."""
    return ruling._replace(comment=f"{_MARK}{date.today().isoformat()}")  # noqa: DTZ011 - the day here


def without_rulings(old: bytes, new: Session) -> bytes:
    """Return a log of the book without the rulings that were made there and that ``new`` does not
    have.
    """
    gone = {one.line for one in _made_here(read(old, ""), new)}
    if not gone:
        return old
    lines = old.split(b"\n")
    return b"\n".join(line for number, line in enumerate(lines, 1) if number not in gone)


def with_rulings(old: bytes, content: bytes, file: str) -> tuple[bytes, list[Kept]]:
    """Return a log that is to replace ``old``, with the rulings made in the book, and what became
    of each.

    A ruling gives way if the new log itself rules on the same case. Raises UserError if one cannot
    stand in the new log.
    """
    before, new = read(old, ""), read(content, file)
    fates = []
    for ruling in _made_here(before, new):
        statement = format_statement(ruling._replace(comment=""))
        other = next((one for one in _rulings(new) if _case(one) == _case(ruling)), None)
        if other is not None:
            said = f"the new log has `{format_statement(other._replace(comment=''))}`"
            fates.append(Kept(new.id, statement, ruling.hand, said))
            continue
        content = _added(content, ruling, new, file, statement)
        changed = _plays(before, ruling.hand) != _plays(new, ruling.hand)
        fates.append(Kept(new.id, statement, ruling.hand, changed=changed))
    return content, fates


def _added(content: bytes, ruling: Ruling, new: Session, file: str, statement: str) -> bytes:
    remedy = "if it no longer holds, delete it from the book's log, then import again"
    if not _plays(new, ruling.hand):
        message = (
            f"{file}: `{statement}` is a ruling made in the book, but this log has no hand "
            f"{ruling.hand}"
        )
        raise UserError(message, remedy)
    try:
        return with_statement(content, ruling, file)
    except UserError as error:
        raise UserError(
            f"{file}: `{shown(statement)}` is a ruling made in the book: {error.message}", remedy
        ) from error


def _made_here(old: Session, new: Session) -> list[Ruling]:
    """The rulings of a log of the book that bear the mark, or stand at its end, and that another
    log does not have.
    """
    there = {_content(one) for one in _rulings(new)}
    last = _first_of_the_end(old)
    return [
        one
        for one in _rulings(old)
        if (one.comment.startswith(_MARK) or one.line >= last) and _content(one) not in there
    ]


def _first_of_the_end(log: Session) -> int:
    """The line from which on a log has only rulings and comments."""
    last = 1 << 62
    for said in reversed(log.body):
        if isinstance(said, Hand) or not isinstance(said, Ruling | Comment):
            break
        last = said.line
    return last


def _rulings(log: Session) -> Iterator[Ruling]:
    yield from (said for said in log.body if isinstance(said, Ruling) and said.hand is not None)


def _content(ruling: Ruling) -> tuple[object, ...]:
    return (type(ruling).__name__, *ruling[1:-1])


def _case(ruling: Ruling) -> tuple[object, ...]:
    """What identifies the case of a ruling: a later ruling on the same case replaces it."""
    who = (ruling.giver, ruling.receiver) if isinstance(ruling, Transfer) else (ruling.player,)
    return (*who, ruling.hand)


def _plays(log: Session, number: int | None) -> Sequence[object]:
    """What a log says about a hand, apart from line numbers and comments; nothing if it has no such
    hand.
    """
    for hand in log.body:
        if isinstance(hand, Hand) and hand.first is not None and hand.first.number == number:
            said = [one for one in hand.statements if not isinstance(one, Comment)]
            return [hand.first[1:-1], *((type(one).__name__, *one[1:-1]) for one in said)]
    return []


# --- Session by session ---------------------------------------------------------------------------
STORED, EXISTS, REPLACED, REFUSED, REMOVED = OUTCOMES = (
    "stored",
    "exists",
    "replaced",
    "refused",
    "removed",
)
"""What may become of a session."""


class SessionOutcome(NamedTuple):
    """What became of a session, or of a file without one (``session`` is then None), and why it was
    refused and what to do, if it was.

    ``unreadable`` is True for a file that could not be read.
    """

    file: str
    session: str | None
    outcome: str
    reason: str = ""
    remedies: tuple[Remedy, ...] = ()
    unreadable: bool = False

    def is_allowed_by(self, option: str) -> bool:
        """True if it would not be refused with an option."""
        return any(one.option == option for one in self.remedies)


class FigureChange(NamedTuple):
    """What a player won in a session, or the player's balance (``session`` is None), before and
    after the session was replaced.

    ``amount`` is in minor units of ``unit``; ``chips`` are the chips won before and after.
    """

    session: str | None
    player: str
    unit: str
    amount: tuple[int, int]
    chips: tuple[int, int] = (0, 0)


class Newcomer(NamedTuple):
    """A player new to the book, and earlier players who may be the same person."""

    name: str
    similar: list[str]


@dataclass(slots=True)
class Imported:
    """What became of each session, and what the audit says of those that were stored or
    replaced.
    """

    sessions: list[SessionOutcome] = field(default_factory=list)
    quarantined: int = 0
    found: list[Finding] = field(default_factory=list)
    # payments between sessions, and shared costs, that came along in a file of their own
    payments: int = 0
    payments_there: int = 0  # those of another app that the book has already
    unread: list[UnreadSession] = field(default_factory=list)
    """The sessions now in the book that were not completely read or have no end, with the files
    that were given.
    """
    unread_payments: int = 0  # lines of that file which cannot be read
    payments_file: str = ""
    # what in the files is read as it stands and perhaps was not meant so
    doubts: list[Doubt] = field(default_factory=list)
    results: list[str] = field(default_factory=list)
    """The ids of evenings for money that came from a spreadsheet of results, new or not: nothing
    says whether they were paid.
    """
    # how spreadsheets differ from the versions of them that the book has
    versions: list[str] = field(default_factory=list)
    # notes that spreadsheets have of evenings in the book, which has others
    other_notes: list[str] = field(default_factory=list)
    rulings: list[Kept] = field(default_factory=list)
    """What became of rulings that were made in the book, in sessions that were replaced."""
    changes: list[FigureChange] = field(default_factory=list)
    """What replacing sessions has changed: of each what players won in it, and then whose
    balance.
    """
    new_players: list[Newcomer] = field(default_factory=list)
    begins_book: bool = False  # there was no book, and this makes one

    @property
    def left_out(self) -> Unread:
        """What is in the book now but not in its figures."""
        return Unread(self.unread, self.unread_payments, [], self.payments_file)

    @property
    def findings(self) -> int:
        """How many findings there are."""
        return len(self.found)

    def after(self, before: Imported) -> Imported:
        """Return what became of files that are imported again, with more that is allowed, together
        with ``before``.
        """
        stored = {
            one.session: one
            for one in before.sessions
            if one.outcome in {STORED, REPLACED, REMOVED}
        }
        self.sessions = [
            stored.get(one.session, one) if one.outcome == EXISTS else one for one in self.sessions
        ]
        self.quarantined += before.quarantined
        self.payments += before.payments
        self.payments_there = max(0, self.payments_there - before.payments)
        self.found = before.found + self.found
        self.rulings = before.rulings + self.rulings
        self.new_players = before.new_players + self.new_players
        self.begins_book |= before.begins_book
        return self

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
    def removed(self) -> list[str]:
        """The ids of the sessions that are no longer in the book, because their spreadsheet has
        them no more.
        """
        return [str(one.session) for one in self.of(REMOVED)]

    @property
    def refused(self) -> list[SessionOutcome]:
        """What is not in the book, and why."""
        return self.of(REFUSED)

    @property
    def status(self) -> int:
        """The exit status: 0 everything is in the figures, 1 something was refused or left out, 2 a
        file could not be read.
        """
        return (
            2
            if any(one.unreadable for one in self.refused)
            else int(bool(self.refused or self.left_out))
        )


def noted_as_paid(folder: Path, evenings: AbstractSet[str]) -> list[str]:
    """Name the payments that were noted as settling some evenings which are about to change or go:
    they stay in the book.
    """
    own = folder / PAYMENTS
    paid = read_payments(content_of(own), PAYMENTS).payments if own.exists() else ()
    lines = [
        str(one.line)
        for one in paid
        if one.note.startswith(SETTLES) and one.note.removeprefix(SETTLES) in evenings
    ]
    where = f"line{'s' if len(lines) > 1 else ''} {listing(lines)}"
    return (
        [
            (
                f"{PAYMENTS}, {where}: noted as paid for these evenings, and to stay; delete what "
                "nobody paid"
            )
        ]
        if lines
        else []
    )


# --- What replacing changed -----------------------------------------------------------------------
class BookFigures(NamedTuple):
    """What each player won in each session, in chips and in minor units, and where each stands in
    all.

    ``won`` is by session, player and unit; ``stands`` by player and unit; players have their
    numbers.
    """

    won: dict[tuple[str, int, str], tuple[int, int]]
    stands: dict[tuple[int, str], int]
    names: dict[int, str]
    known: frozenset[str]


def standing(connection: DuckDBPyConnection) -> BookFigures:
    """Where everybody in a book stands."""
    won = connection.execute(_WON).fetchall()
    stands = connection.execute("SELECT account, unit, amount FROM balances").fetchall()
    return BookFigures(
        won={
            (session, player, unit): (int(chips), int(amount))
            for session, player, unit, chips, amount in won
        },
        stands={(account, unit): int(amount) for account, unit, amount in stands},
        names=account_names(connection),
        known=frozenset(
            str(name) for (name,) in connection.execute("SELECT id FROM sessions").fetchall()
        ),
    )


def changes(
    told: Sequence[FigureChange],
    before: BookFigures,
    after: BookFigures,
    replaced: AbstractSet[str],
) -> list[FigureChange]:
    """Return what has changed in the sessions that were replaced and in all balances, except what
    was reported already.
    """
    names = before.names | after.names
    sessions = [one for one in told if one.session is not None]
    for key in sorted(before.won.keys() | after.won.keys()):
        session, player, unit = key
        (chips, amount), (chips_now, amount_now) = (
            before.won.get(key, (0, 0)),
            after.won.get(key, (0, 0)),
        )
        if session in replaced and (chips, amount) != (chips_now, amount_now):
            sessions.append(
                FigureChange(session, names[player], unit, (amount, amount_now), (chips, chips_now))
            )
    in_all = {(one.player, one.unit): one.amount[0] for one in told if one.session is None}
    balances = []
    for player, unit in sorted(
        before.stands.keys() | after.stands.keys(), key=lambda key: (key[1], names[key[0]])
    ):
        there = in_all.get((names[player], unit), before.stands.get((player, unit), 0))
        balances.append(
            FigureChange(None, names[player], unit, (there, after.stands.get((player, unit), 0)))
        )
    return [*sessions, *(one for one in balances if one.amount[0] != one.amount[1])]


_WON: Final = (
    "SELECT id, player, results.unit, chips, amount FROM results JOIN sessions USING (session)"
)
