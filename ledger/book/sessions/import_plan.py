"""What an import would do to a book, decided before anything is written.

``planned`` compares files with what the book holds, and says of each session what is to become of
it: ``Store``, ``Replace``, ``Remove``, ``Skip``, ``Pay``, ``Refuse``, or ``Ask``, which is refused
until somebody allows it. It reads, and writes nothing; ``import_act`` carries a plan out.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, assert_never

from ledger.answer import Remedy, words
from ledger.book.derived.folder_state import digest
from ledger.book.derived.loader import LARGEST_SUM, too_large
from ledger.book.files.chain import check_day_is_open, read_chain, refusal
from ledger.book.files.folder import (
    CLOSED,
    FROM_RESULTS,
    PAYMENTS,
    free_name,
    logs_with_drafts,
    names_taken,
)
from ledger.book.sessions.import_outcome import (
    Kept,
    noted_as_paid,
    with_rulings,
    without_rulings,
)
from ledger.engine import judge
from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX, LogError
from ledger.hands import columns, sessions_of
from ledger.hands.model import Hands
from ledger.log import (
    Doubt,
    content_of,
    doubts,
    format_diagnostic,
    is_payments,
    read,
    read_beginning,
    with_last_end,
    with_payments,
    write,
)
from ledger.log.payments import ExpenseLine, PaymentLine, Payments, read_payments
from ledger.log.records import Diagnostic, Session
from ledger.log.words import visible
from ledger.money import largest
from ledger.wording import day_in_words, listing


# --- What there is --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Holdings:
    """What a book holds, as an import finds it.

    ``homes`` has the file of each session, ``logs`` the session of each log by its SHA-256, and
    ``columns`` the SHA-256 of each Parquet file. ``taken`` are names of files, without capitals,
    that no new one may have. The book is closed ``until`` a day, empty if it is not, with the
    sessions that are ``sealed``.
    """

    folder: Path
    homes: Mapping[str, str]
    logs: Mapping[bytes, str]
    columns: AbstractSet[bytes]
    taken: AbstractSet[str]
    currency: str
    until: str = ""
    sealed: AbstractSet[str] = frozenset()


def holdings(folder: Path, homes: Iterable[tuple[str, str, bytes]], currency: str) -> Holdings:
    """What the book at ``folder`` holds: ``homes`` has id, file and SHA-256 of the file of each
    session.
    """
    homes = list(homes)
    chain = read_chain(folder) if os.path.lexists(folder / CLOSED) else None
    sealed = chain.files.values() if chain else ()
    return Holdings(
        folder,
        {session: home for session, home, _ in homes},
        {content: session for session, home, content in homes if not home.endswith(PARQUET)},
        {content for _, home, content in homes if home.endswith(PARQUET)},
        # a draft is of its own log
        names_taken(folder) | {log.casefold() for log in logs_with_drafts(folder)},
        currency,
        chain.until if chain else "",
        frozenset(session.id for file in sealed for session in file.sessions),
    )


class LogFile(NamedTuple):
    """A log or a file of payments, under the name that messages call it by: what it holds, or why
    it cannot be read.
    """

    file: str
    content: bytes | LogError


class SheetLogs(NamedTuple):
    """The logs that were made from a spreadsheet of results."""

    file: str
    logs: Sequence[bytes]


class CostsFile(NamedTuple):
    """The shared costs and payments of another app, as a file of payments."""

    file: str
    content: bytes


class ColumnsFile(NamedTuple):
    """A Parquet file of hands."""

    path: Path


Given: TypeAlias = LogFile | SheetLogs | CostsFile | ColumnsFile


# --- What is to become of it ----------------------------------------------------------------------
class SomeSessions(NamedTuple):
    """Some of the sessions of a Parquet file."""

    path: Path
    sessions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Store:
    """Store sessions that the book has not in the new file ``home``: a log by its content, a
    Parquet file by its path.
    """

    file: str
    sessions: tuple[str, ...]
    home: str
    content: bytes | Path | SomeSessions


@dataclass(frozen=True, slots=True)
class Replace:
    """Put a log in the place of the one at ``home``, or beside the Parquet file that has the
    session; ``rulings`` is what becomes of those made in the book.
    """

    file: str
    session: str
    home: str
    content: bytes
    rulings: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a session out of the book that its spreadsheet has no more."""

    session: str
    home: str

    @property
    def file(self) -> str:
        """The name of its log."""
        return Path(self.home).name


@dataclass(frozen=True, slots=True)
class Skip:
    """Leave a session as the book has it already."""

    file: str
    session: str


@dataclass(frozen=True, slots=True)
class Pay:
    """Make ``content`` the payments of the book: ``lines`` are new, ``there`` are in it already;
    None if the book has them all.

    ``whole`` if the file comes as it is into a book that has no payments; ``keeps`` if the file
    that is there is kept as it was, because some of its lines go.
    """

    file: str
    content: bytes | None
    lines: int
    there: int = 0
    whole: bool = False
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Refuse:
    """Leave out a session, or a file (``session`` is None), and say why and what to do.

    ``unreadable`` is True for a file that cannot be read.
    """

    file: str
    session: str | None
    reason: str
    remedies: tuple[Remedy, ...] = ()
    unreadable: bool = False


@dataclass(frozen=True, slots=True)
class Ask(Refuse):
    """Leave out what somebody may allow, by the option of one of the remedies."""


Change: TypeAlias = Store | Replace | Remove | Skip | Pay | Refuse


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that files would make to a book, in their order, and what is to be said of them.

    ``of_sheet`` are the sessions of the spreadsheet among the files, and ``results`` those for
    money, which may have been paid.
    """

    changes: tuple[Change, ...]
    doubts: tuple[Doubt, ...] = ()
    versions: tuple[str, ...] = ()
    other_notes: tuple[str, ...] = ()
    of_sheet: frozenset[str] = frozenset()
    results: tuple[str, ...] = ()

    @property
    def writes(self) -> bool:
        """True if anything of the book is to change."""
        return any(
            one.content is not None if isinstance(one, Pay) else not isinstance(one, Skip | Refuse)
            for one in self.changes
        )

    @property
    def files(self) -> dict[str, str]:
        """The files of the book that are to hold something new, each with the file that it comes
        from; lines that are added to the payments do not count.
        """
        return {
            (PAYMENTS if isinstance(one, Pay) else one.home): one.file
            for one in self.changes
            if isinstance(one, Store | Replace) or (isinstance(one, Pay) and one.whole)
        }

    @property
    def homes(self) -> dict[str, str]:
        """The file that is to hold each session that comes in."""
        return {
            name: one.home
            for one in self.changes
            if isinstance(one, Store | Replace)
            for name in sessions_in(one)
        }

    @property
    def stored(self) -> list[str]:
        """The sessions that the book has not."""
        return [name for one in self.changes if isinstance(one, Store) for name in one.sessions]

    @property
    def replaced(self) -> list[str]:
        """The sessions that take the place of others."""
        return [one.session for one in self.changes if isinstance(one, Replace)]

    @property
    def removed(self) -> list[str]:
        """The sessions that leave the book."""
        return [one.session for one in self.changes if isinstance(one, Remove)]


def sessions_in(change: Change) -> tuple[str, ...]:
    """Return the sessions that a change is about."""
    if isinstance(change, Store):
        return change.sessions
    if isinstance(change, Pay) or change.session is None:
        return ()
    return (change.session,)


# --- What to do about it --------------------------------------------------------------------------
REPLACE: Final = "--replace"
KEEP_BOTH: Final = "--keep-both"
DRY_RUN: Final = "--dry-run"


def told(text: str) -> tuple[Remedy, ...]:
    """Return a remedy that is words only, as an error has it; none for an empty text."""
    return (Remedy(words(text)),) if text else ()


def _option(option: str, do: str) -> Remedy:
    return Remedy(words(do), option=option)


_LOOK: Final = _option(DRY_RUN, "see first whose balance would change")
_REPLACE: Final = (
    _option(
        REPLACE,
        "replace it, keeping the rulings made in the book, and the old log in the folder replaced",
    ),
    _LOOK,
)
_VERSION: Final = (
    _option(
        REPLACE,
        "put this version in the place of that one, keeping the old logs in the folder replaced",
    ),
    _LOOK,
)
_COSTS: Final = (
    _option(
        REPLACE,
        "take what is not in this file out of the book, keeping the old lines in the folder "
        "replaced",
    ),
    _option(KEEP_BOTH, "store what is new beside it, if this is another group"),
)
_TWIN: Final = (
    _option(KEEP_BOTH, "store it as another payment"),
    *told("if it is the same one, take it out of the file"),
)
_SECOND: Final = told(
    "for a second evening of one day, add a column Evening that tells the two apart"
)
_OTHERS: Final = (_option(KEEP_BOTH, "store what is new beside it, if these are other evenings"),)
_NOTHING_NEW: Final = (
    *told("the book has everything in this log, and more: there is nothing to import"),
    _option(REPLACE, "replace it all the same, if the book is wrong"),
)
_PUT_RIGHT: Final = (
    *told("put the value right"),
    Remedy(words("make the file again"), ("convert",)),
)
SAME_SESSION: Final = (
    _option(KEEP_BOTH, "store it, if it is another evening"),
    *told("if it is the same one, keep the better log"),
)
_OTHER_PAYMENTS: Final = (
    *told(f"add the lines of this file to {PAYMENTS} in the folder of the book"),
    Remedy(words("note them one by one instead"), ("pay",)),
)
_FEW: Final = 5  # evenings that a sentence names


def refused_by(file: str, session: str | None, error: UserError) -> Refuse:
    """Return the refusal for an error."""
    return Refuse(file, session, error.message, told(error.remedy))


def unreadable(file: str, errors: Sequence[Diagnostic]) -> Refuse:
    """The refusal of a file that cannot be read: its first error, and how to see the others."""
    more = Remedy(words(f"see all {len(errors)} errors"), ("audit", file))
    return Refuse(
        file,
        None,
        format_diagnostic(errors[0]),
        (more,) if len(errors) > 1 else (),
        unreadable=True,
    )


def cannot_be_read(file: str, home: str, content: bytes | None, problem: str) -> Refuse:
    """The refusal of a file that only the loader could not read, such as a log with unknown rules;
    ``content`` is None for a Parquet file.

    For a log the wrong line is named. If no line is wrong, its pots may be too large for a book.
    """
    if content is None or home.endswith(PARQUET):
        return Refuse(file, None, f"{file}: {problem}", _PUT_RIGHT, unreadable=True)
    log = read(content, file)
    columns([log])  # notes what is wrong with its rules
    if not log.readable:
        return unreadable(file, log.errors)
    return Refuse(file, None, f"{file}: {problem}", unreadable=True)


def too_late(file: str, session: str | None, day: date, until: str) -> Refuse:
    """The refusal of a file with something dated on a closed day: a session, or payments if
    ``session`` is None.
    """
    what = f"evening {session}" if session else "one of its payments"
    return refused_by(file, session, refusal(f"{file}: {what} is dated {day_in_words(day)}", until))


# --- The plan -------------------------------------------------------------------------------------
def planned(
    book: Holdings, given: Iterable[Given], *, replace: bool = False, keep_both: bool = False
) -> Plan:
    """Return what files would change in a book.

    A session that differs is to take the place of the one that is there if ``replace`` is True, and
    is asked about otherwise. ``keep_both`` allows more payments and results beside those of another
    version. Raises LogError for a file of the book that cannot be read, UserError for a book whose
    closed days cannot be trusted.
    """
    draft = _Draft(book, replace, keep_both, dict(book.homes), set(book.taken))
    for one in given:
        if isinstance(one, LogFile):
            _take_log(draft, one)
        elif isinstance(one, SheetLogs):
            _take_sheet(draft, one)
        elif isinstance(one, CostsFile):
            _take_costs(draft, one)
        elif isinstance(one, ColumnsFile):
            _take_columns(draft, one.path)
        else:
            assert_never(one)
    return Plan(
        (*draft.changes, *(Remove(one, draft.homes[one]) for one in sorted(draft.leaving))),
        tuple(draft.doubts),
        tuple(draft.versions),
        tuple(draft.other_notes),
        frozenset(draft.of_sheet),
        tuple(draft.results),
    )


@dataclass(slots=True)
class _Draft:
    """A plan that is being made: what the book would hold after the changes so far.

    ``contents`` are those of the files that would be new, ``entered`` the sessions that the changes
    so far bring in, ``leaving`` those that are to go.
    """

    book: Holdings
    replace: bool
    keep_both: bool
    homes: dict[str, str]
    taken: set[str]
    changes: list[Change] = field(default_factory=list)
    contents: dict[str, bytes] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)
    leaving: set[str] = field(default_factory=set)
    of_sheet: set[str] = field(default_factory=set)
    results: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    other_notes: list[str] = field(default_factory=list)

    def content(self, home: str) -> bytes:
        """Return what a file would hold."""
        return self.contents[home] if home in self.contents else self.path(home).read_bytes()

    def path(self, home: str) -> Path:
        """Return where a file of the book is."""
        return self.book.folder / home

    def free_name(self, session: str, suffix: str) -> str:
        """Return a name for a session's file, and keep it."""
        name = free_name(self.taken, session, suffix)
        self.taken.add(name.casefold())
        return name


# --- Logs -----------------------------------------------------------------------------------------
def _take_log(draft: _Draft, given: LogFile) -> None:
    if isinstance(given.content, LogError):
        error = given.content
        draft.changes.append(
            Refuse(given.file, None, error.message, told(error.remedy), unreadable=True)
        )
    else:
        _take_content(draft, given.file, given.content)


def _take_content(draft: _Draft, file: str, content: bytes, *, made: bool = False) -> None:
    """Plan to store a log, unless the book has its session or it cannot be read.

    Of one that was ``made`` from another file other comments are no other content, unless it is to
    replace what is there. It is stored with the end of its last line: if that is missing one day,
    the file was cut off in the book.
    """
    draft.doubts += doubts(content, file, draft.book.currency)
    content = content if content.endswith(b"\n") else with_last_end(content)
    same = draft.book.logs.get(sha256(content).digest())
    if same is not None and same not in draft.entered:
        draft.changes.append(Skip(file, same))
        return
    if is_payments(content, file):
        _take_payments(draft, file, content)
        return
    session = read_beginning(content, file)
    home = draft.homes.get(session.id)
    # of one that turns out not to be readable further down the figures tell
    if session.readable and home is None:
        home = draft.free_name(session.id, SUFFIX)
        _enter(draft, session.id, home, content)
        draft.changes.append(Store(file, (session.id,), home, content))
        return
    session = read(content, file)
    if not session.readable or home is None:
        draft.changes.append(unreadable(file, session.errors))
    elif home.endswith(PARQUET):
        ((_, theirs),) = _stored_texts(draft, [session.id])
        _compare(draft, file, session.id, (_plain(columns([session]), 0), theirs), content)
    else:
        there = whole_text(without_rulings(draft.content(home), session))
        if made and _is_as_made(content, there, session, notes_too=draft.replace):
            draft.changes.append(Skip(file, session.id))
        else:
            _compare(draft, file, session.id, (whole_text(content), there), content)


def _enter(draft: _Draft, session: str, home: str, content: bytes) -> None:
    draft.homes[session] = home
    draft.contents[home] = content
    draft.entered.add(session)


def _compare(
    draft: _Draft, file: str, session: str, texts: tuple[str, str], content: bytes
) -> None:
    """Plan to skip a session that is there already, or to replace it if that is wanted, or ask and
    describe the difference.
    """
    difference = first_difference(*texts)
    if difference is None:
        draft.changes.append(Skip(file, session))
    elif session in draft.book.sealed:
        draft.changes.append(_sealed(draft, file, session))
    elif draft.replace:
        draft.changes.append(
            _unfit(draft, file, session, content) or _in_place(draft, file, session, content)
        )
    else:
        line, ours, theirs = difference
        said = (
            f"evening {session} is in the book with different content: line {line} "
            f"{differing(ours, theirs)}"
        )
        remedies = _NOTHING_NEW if has_all_of(*texts) else _REPLACE
        draft.changes.append(Ask(file, session, f"{file}: {said}", remedies))


def _sealed(draft: _Draft, file: str, session: str) -> Refuse:
    error = refusal(f"evening {session} would change", draft.book.until)
    return Refuse(file, session, f"{file}: {error.message}", told(error.remedy))


def _unfit(draft: _Draft, file: str, session: str, content: bytes) -> Refuse | None:
    """Why a log cannot be stored in any book, or not in this one; None if it can.

    It must be found out before storing. A new log could be taken back later; here the old one would
    be lost if we were stopped in between.
    """
    log = read(content, file)
    hands = columns([log])  # notes what is wrong with its rules
    if not log.readable:
        return unreadable(file, log.errors)
    if log.date <= draft.book.until:
        return too_late(file, session, date.fromisoformat(log.date), draft.book.until)
    if max(largest(judge(hands)), default=0) > LARGEST_SUM:
        return Refuse(file, session, f"{file}: {too_large(session)}", unreadable=True)
    return None


def _in_place(draft: _Draft, file: str, session: str, content: bytes) -> Replace | Refuse:
    """Plan to replace a session, unless a ruling that was made in the book cannot stand in the new
    log.
    """
    home, rulings = draft.homes[session], list[Kept]()
    if home.endswith(SUFFIX):
        try:
            content, rulings = with_rulings(draft.content(home), content, file)
        except UserError as error:
            return refused_by(file, session, error)
    else:  # a log goes before the Parquet file that has the same session
        home = draft.free_name(session, SUFFIX)
    _enter(draft, session, home, content)
    return Replace(file, session, home, content, tuple(rulings))


# --- Spreadsheets ---------------------------------------------------------------------------------
def _is_as_made(content: bytes, there: str, session: Session, *, notes_too: bool) -> bool:
    """True if a log made from a spreadsheet says what the book has: rows, a title and what was
    added there do not count.
    """
    from ledger.sheets import sheet_night  # noqa: PLC0415 - logs need no tables

    new, old = sheet_night(session.id, content.decode()), sheet_night(session.id, there)
    same_day = read_beginning(there.encode(), "").date == session.date
    return same_day and new.results == old.results and (new.notes == old.notes or not notes_too)


def _take_sheet(draft: _Draft, given: SheetLogs) -> None:
    """Plan to store the logs made from a spreadsheet; if the book has another version of it, all or
    nothing is to be replaced.
    """
    from ledger.sheets import another_name, renamed, sheet_night, version  # noqa: PLC0415 - as above

    file = given.file
    texts = {read_beginning(content, file).id: content for content in given.logs}
    book = [
        sheet_night(session, whole_text(draft.content(home)))
        for session, home in draft.homes.items()
        if session.startswith(FROM_RESULTS) and home.endswith(SUFFIX)
    ]
    found = version(
        book, [sheet_night(session, content.decode()) for session, content in texts.items()]
    )
    if found.noted and not draft.replace:
        days = listing([visible(one.told) for one in found.noted[:_FEW]]) + (
            " and others" if len(found.noted) > _FEW else ""
        )
        draft.other_notes.append(
            f"{file}: its notes of {days} are not in the book, which keeps its own"
        )
    if found.changed or found.leaving:
        draft.versions.append(f"{file}: {found.told}")
        old = [one.id for one in (*found.leaving, *(old for old, _ in found.changed))]
        draft.versions += noted_as_paid(draft.book.folder, set(old))
        sealed = [one for one in old if one in draft.book.sealed]
        if not draft.replace and (found.changed or not draft.keep_both):
            which = (
                "another version of it"
                if found.shared or found.changed
                else "another spreadsheet of this name"
            )
            said = f"{which}; this one has {found.told}"
            if found.others:
                days = listing([new.told for _, new in found.changed[:_FEW]])
                said = f"other results of these days from {listing(found.others)}: {days}"
            said = f"{file}: the book has {said}; nothing was stored"
            more = _SECOND if found.others else () if found.changed else _OTHERS
            draft.changes.append(Ask(file, None, said, (*_VERSION, *more)))
            return
        if draft.replace and sealed:
            draft.changes.append(_sealed(draft, file, sealed[0]))
            return
    if draft.replace and not draft.keep_both:
        draft.leaving = {one.id for one in found.leaving}
    draft.of_sheet = set(texts)
    draft.results += [session for session, content in texts.items() if b"\nchip " in content]
    name = (
        another_name(found.name, book)
        if draft.keep_both and found.gone and not found.shared
        else found.name
    )
    for content in texts.values():
        _take_content(draft, file, renamed(content, name), made=True)


# --- Payments -------------------------------------------------------------------------------------
def _take_payments(draft: _Draft, file: str, content: bytes) -> None:
    """Plan to store a file of payments if the book has none; payments have no id that tells which
    it has already.
    """
    if PAYMENTS in draft.contents or draft.path(PAYMENTS).exists():
        if draft.content(PAYMENTS) != content:
            said = f"{file}: its payments differ from those of the book"
            draft.changes.append(Refuse(file, None, said, _OTHER_PAYMENTS))
        return
    paid = read_payments(content, file)
    if not paid.readable:
        draft.changes.append(unreadable(file, paid.errors))
        return
    draft.contents[PAYMENTS] = content
    draft.changes.append(Pay(file, content, len(_lines_of(paid)), whole=True))


def _take_costs(draft: _Draft, given: CostsFile) -> None:
    """Plan to add the shared costs and payments of another app that the book lacks.

    If it has some of that app that are no longer there, everything is refused, unless they are to
    be replaced.
    """
    from ledger.book.balances.costs import compared  # noqa: PLC0415 - logs need none of it
    from ledger.book.files.disputes import blocks  # noqa: PLC0415 - as above

    file, own = given.file, draft.path(PAYMENTS)
    text = content_of(own) if own.exists() else b""
    there = read_payments(text, str(own), draft.book.currency)
    came = read_payments(given.content, file)
    new, gone, twin = compared(_lines_of(there), sorted(_lines_of(came), key=lambda one: one.line))
    if draft.keep_both:
        gone, twin = [], None
    if gone:
        are = "is" if len(gone) == 1 else "are"
        said = (
            f"{len(gone)} of them {are} not in this file, such as line {gone[0].line} of {PAYMENTS}"
        )
        draft.versions.append(f"{file}: {said}")
        if not draft.replace:
            reason = f"{file}: the book has other lines of this export: {said}; nothing was stored"
            draft.changes.append(Ask(file, None, reason, _COSTS))
            return
    if twin:
        here = (
            f"line {twin.line} of {PAYMENTS} is the same payment as one in this file, in other "
            "words"
        )
        draft.changes.append(Ask(file, None, f"{file}: {here}; nothing was stored", _TWIN))
        return
    try:
        for day in {one.date for one in (*new, *gone)}:
            check_day_is_open(draft.book.folder, day, "a payment or shared cost")
        # with what was said of them: else it would be said of the line above
        lines = {one.line for one in gone}
        numbers = {
            line
            for one in blocks(there)
            if one.first in lines
            for line in range(one.first, one.last + 1)
        }
        kept = b"\n".join(
            line for number, line in enumerate(text.split(b"\n"), 1) if number not in numbers
        )
        after = with_payments(kept, new, None, str(own))[0] if new else kept
    except UserError as error:
        draft.changes.append(refused_by(file, None, error))
        return
    already = len(_lines_of(came)) - len(new)
    draft.changes.append(
        Pay(file, after if new or gone else None, len(new), already, keeps=bool(gone))
    )


def _lines_of(payments: Payments) -> list[PaymentLine | ExpenseLine]:
    return [*payments.payments, *payments.expenses]


# --- Parquet files --------------------------------------------------------------------------------
def _take_columns(draft: _Draft, path: Path) -> None:
    """Plan to store the sessions of a Parquet file: as the file it is if all are new, else those
    that are.
    """
    from ledger.hands import check_size, session_ids  # noqa: PLC0415 - what reads Parquet takes its time to load

    try:
        check_size(path, str(path), upload=False)
        names = session_ids(path)
        again = [name for name in names if name in draft.homes]
        if again and digest(path) in draft.book.columns:
            draft.changes += [Skip(str(path), name) for name in names]
        elif again:
            _take_some(draft, path)
        else:
            home = draft.free_name(path.stem, PARQUET)
            draft.changes.append(Store(str(path), tuple(names), home, path))
    except LogError as error:
        if error.file != str(path):  # it is one of the book
            raise
        draft.changes.append(
            Refuse(str(path), None, error.message, told(error.remedy), unreadable=True)
        )


def _take_some(draft: _Draft, path: Path) -> None:
    """Plan to store the sessions of a Parquet file that the book has not; compare the others."""
    from ledger.hands import read_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

    new: list[str] = []
    again: dict[str, str] = {}
    for part in read_hands(path):
        for at, info in enumerate(part.sessions):
            if info.id in draft.homes:
                again[info.id] = _plain(part.part(slice(at, at + 1)), 0)
            else:
                new.append(info.id)
    new_texts = {name: text.encode() for name, text in again.items()}
    for session, theirs in _stored_texts(draft, again, new_texts):
        _compare(draft, str(path), session, (again[session], theirs), new_texts[session])
    if new:
        home = draft.free_name(path.stem, PARQUET)
        some = SomeSessions(path, frozenset(new))
        draft.changes.append(Store(str(path), tuple(new), home, some))


def _stored_texts(
    draft: _Draft, sessions: Iterable[str], new: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield sessions of the book with their canonical text, without what a Parquet file has no room
    for.

    Rulings that were made in the book are left out unless the ``new`` log has them.
    """
    from ledger.hands import read_hands  # noqa: PLC0415 - what reads Parquet takes its time to load

    by_home: defaultdict[str, set[str]] = defaultdict(set)
    for session in sessions:
        by_home[draft.homes[session]].add(session)
    for home, wanted in by_home.items():
        if home.endswith(PARQUET):
            for part in read_hands(draft.path(home)):
                yield from (
                    (info.id, _plain(part, at))
                    for at, info in enumerate(part.sessions)
                    if info.id in wanted
                )
        else:
            content = draft.content(home)
            for name in wanted & (new or {}).keys():
                content = without_rulings(content, read((new or {})[name], name))
            log = read(content, home)
            yield log.id, _plain(columns([log]), 0)


def _plain(hands: Hands, at: int) -> str:
    """Return one of some sessions as canonical text, without comments."""
    return write(next(iter(sessions_of(hands.part(slice(at, at + 1))))))


# --- Where two logs differ ------------------------------------------------------------------------
def whole_text(content: bytes) -> str:
    """Return a log's text without a byte order mark, with one kind of line end."""
    return content.decode("utf-8-sig", "replace").replace("\r\n", "\n")


def first_difference(ours: str, theirs: str) -> tuple[int, str, str] | None:
    """Return the number of the first line that differs, and both lines in words."""
    for number, (one, other) in enumerate(
        zip_longest(ours.rstrip("\n").split("\n"), theirs.rstrip("\n").split("\n")), 1
    ):
        if one != other:
            pairs = enumerate(zip(one or "", other or "", strict=False))
            at = next(
                (place for place, (a, b) in pairs if a != b), min(len(one or ""), len(other or ""))
            )
            return number, _excerpt(one, at), _excerpt(other, at)
    return None


def has_all_of(ours: str, theirs: str) -> bool:
    """True if a text is the beginning of another."""
    lines = ours.rstrip("\n").split("\n")
    return theirs.split("\n")[: len(lines)] == lines


def differing(ours: str, theirs: str) -> str:
    """Describe how a line differs from the book's; a line that a text does not have is empty."""
    if not theirs:
        return f"is {ours}, but the book's log ends before it"
    return (
        f"is {ours}, but {theirs} in the book"
        if ours
        else f"of the book's log, {theirs}, is missing: this one ends before it"
    )


def _excerpt(line: str | None, at: int) -> str:
    """Return a line in quotes; of a long one what stands around the place ``at``; nothing for one
    that is not there.
    """
    if line is None:
        return ""
    if not line.strip():
        return "an empty line"
    start = max(0, at - 30) if len(line) > 80 else 0
    part = visible(line[start : start + 80])
    return f"‘{'…' if start else ''}{part}{'…' if start + 80 < len(line) else ''}’"
