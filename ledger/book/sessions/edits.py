"""Lines of a stored log, or of the payments file, are edited or disputed: what stands there, what
would change, and the edit.

The log is what counts, so an edit is an edit of its text, by the same reader and the same referee.
What was there before stays: the old log in the folder ``replaced``, the lines in a comment below
the new ones, with the time and who it was. A dispute and its answer are comments too: anybody who
reads the hand reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import session_called
from ledger.book.derived.access import HeldBook, Waiting, ask, copied, held
from ledger.book.files.chain import check_day_is_open, check_log_is_open, check_may_be_written
from ledger.book.files.disputes import ANSWERED, PAID, blocks, read_file, remark_in
from ledger.book.files.folder import DISPUTED, PAYMENTS, keep, kept_of
from ledger.book.sessions.corrections import log_to_change, session_file
from ledger.book.sessions.import_outcome import FigureChange, changes, standing
from ledger.book.sessions.stored_recording import loaded, path_for, put
from ledger.errors import UserError
from ledger.files import PARQUET, write_atomically
from ledger.log import as_suggested, content_of, decoded, is_payments, lines_of
from ledger.log.payments import ExpenseLine, PaymentLine, Payments
from ledger.log.records import Comment, Diagnostic, Session
from ledger.log.words import shown, visible
from ledger.recording import EDITED, MOST_WORDS, differing, remark, what_was
from ledger.recording.recording import opened, remember
from ledger.wording import counted


class Lines(NamedTuple):
    """Lines of a log that may be edited: ``texts`` from line ``first`` on, from 1; ``digest`` is
    the SHA-256 of the whole.
    """

    session: str
    path: Path
    digest: str
    first: int
    texts: tuple[str, ...]


class Edit(NamedTuple):
    """The lines to write in place of ``many`` lines from ``first`` on, in the log with this digest;
    ``by`` is who edits.

    ``whole`` is the log as it was before an edit that is undone: then nothing else matters, and
    nothing is noted of it.
    """

    session: str
    digest: str
    first: int
    many: int
    texts: tuple[str, ...]
    by: str = ""
    whole: bytes | None = None


@dataclass(frozen=True, slots=True)
class Edited:
    """What an edit changes: the lines that go and that come, figures, and findings that are new or
    gone, each with its place.

    ``errors`` are lines that cannot be read; with one nothing is stored. ``undo`` brings back the
    log as it was.
    """

    path: Path
    first: int
    gone: tuple[str, ...]
    come: tuple[str, ...]
    errors: tuple[Diagnostic, ...] = ()
    changes: tuple[FigureChange, ...] = ()
    found: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    undo: Edit | None = None


# --- What stands there ----------------------------------------------------------------------------
def lines_to_edit(
    folder: Path, session: str, hand: str | None = None, waiting: Waiting | None = None
) -> Lines:
    """Return the lines of a hand, or of the whole log.

    ``session`` is an id or a day, ``hand`` a number, or a line as ``:41``.

    The session ``PAID`` is the payments file. Raises UserError if there is no such session or hand.
    """

    def home(connection: DuckDBPyConnection) -> tuple[str, str]:
        called = session_called(connection, session, folder)
        return called, session_file(connection, called).file

    session, file = (PAID, PAYMENTS) if session == PAID else ask(folder, home, waiting)
    path, content = _stored(folder, session, file)
    texts = lines_of(decoded(content))
    first, last = (
        (1, len(texts))
        if hand is None
        else _place(read_file(folder, session, content), hand, len(texts))
    )
    return Lines(session, path, sha256(content).hexdigest(), first, tuple(texts[first - 1 : last]))


def _stored(folder: Path, session: str, file: str) -> tuple[Path, bytes]:
    """Where a log, or the payments file, is or is to be, and its text."""
    if session != PAID:
        return log_to_change(folder, session, file)
    if not (folder / PAYMENTS).is_file():
        raise UserError(
            f"there is no file {folder / PAYMENTS}", "payments that are recorded go there"
        )
    return folder / PAYMENTS, content_of(folder / PAYMENTS)


def suggestions(there: Lines) -> list[tuple[str, tuple[str, ...]]]:
    """Return what the reader suggests for lines that it cannot read, each with all lines as they
    would be then.
    """
    found = []
    content = "\n".join(lines_of(decoded(content_of(there.path)))) if there.path.exists() else ""
    for error in read_file(there.path.parent, there.session, content).errors if content else ():
        at, meant = error.line - there.first, as_suggested(error)
        if meant is not None and 0 <= at < len(there.texts) and there.texts[at] == error.text:
            found.append((meant[0], (*there.texts[:at], meant[1], *there.texts[at + 1 :])))
    return found


def _place(log: Session | Payments, name: str, lines: int) -> tuple[int, int]:
    """The first and the last line of a hand; of a line that is in none, that line, with the remarks
    on it.
    """
    number = name.removeprefix(":")
    found = blocks(log)
    for one in found:
        if number.isdecimal() and (
            one.first <= int(number) <= one.last if name != number else str(one.number) == number
        ):
            return one.first, one.last
    if name != number and number.isdecimal() and 1 <= int(number) <= lines:
        return int(number), int(number)
    what = f"there is no line {number}" if name != number else f"there is no hand {visible(name)}"
    hands = (
        f"{counted(sum(one.is_hand for one in found), 'hand')} in "
        if isinstance(log, Session)
        else ""
    )
    where = f"evening {shown(log.id)}" if isinstance(log, Session) else PAYMENTS
    raise UserError(f"{what} in {where}", f"it has {hands}{counted(lines, 'line')}")


def note_of(kind: str, by: str, words: str) -> str:
    """The comment that says what became of a hand or a payment just now."""
    return remark(kind, f"{datetime.now().astimezone():%Y-%m-%d %H:%M}", by, words)


def remark_on(there: Lines, kind: str, by: str, words: str) -> Edit:
    """The edit that disputes a hand or a payment, or answers, in a comment.

    Raises UserError for no words or too many.
    """
    said = " ".join(words.split())
    if not 0 < len(said) <= MOST_WORDS:
        raise UserError(
            "nothing is said" if not said else "this is too long",
            f"say it in 1 to {MOST_WORDS} characters",
        )
    indent = "  " * there.texts[0].startswith("hand ")
    texts = (*there.texts, f"{indent}{note_of(kind, by, said)}")
    return Edit(there.session, there.digest, there.first, len(there.texts), texts, by)


def dispute(folder: Path, there: Lines, by: str, words: str) -> Edited:
    """Say that a hand or a payment is wrong; nothing else changes.

    Raises as ``remark_on`` and ``store`` do.
    """
    return store(folder, remark_on(there, DISPUTED, by, words))


def answer(folder: Path, there: Lines, by: str, words: str) -> Edited:
    """Answer a dispute, as ``dispute``."""
    return store(folder, remark_on(there, ANSWERED, by, words))


def last_kept(folder: Path, there: Lines) -> Edit:
    """The edit that brings back the log that was replaced last.

    Raises UserError if there is none.
    """
    kept = sorted(kept_of(folder, there.path), reverse=True)
    texts = (path.read_bytes() for path in kept)
    before = next(
        (text for text in texts if is_payments(text, there.path.name) == (there.session == PAID)),
        None,
    )
    if before is None:
        raise UserError(f"{there.path} was not edited", "there is nothing to take back")
    return Edit(there.session, there.digest, 1, 0, (), whole=before)


# --- The edit -------------------------------------------------------------------------------------
def preview(folder: Path, edit: Edit, waiting: Waiting | None = None) -> Edited:
    """What an edit would change; nothing is written.

    Raises as ``store``, but for lines that cannot be read says so.
    """
    with held(folder, waiting) as hold:  # what refuses it, refuses it here
        path, file, old, new = _texts(hold, edit)
    if errors := () if edit.whole is not None else _errors(folder, edit.session, file, old, new):
        return Edited(path, *_differing(edit, old), errors)
    with copied(folder, waiting) as copy:
        return replace(store(copy, edit), path=path, undo=None)


def store(folder: Path, edit: Edit, waiting: Waiting | None = None) -> Edited:
    """Edit a log, and keep the old one; when this returns it is on the disk, and ``undo`` takes it
    back.

    Raises UserError, and changes nothing: for a log that somebody else changed in the meantime, a
    line that cannot be read, a period that is closed, another name of the evening.
    """
    with held(folder, waiting) as hold:
        path, file, old, new = _texts(hold, edit)
        if (
            errors := ()
            if edit.whole is not None
            else _errors(folder, edit.session, file, old, new)
        ):
            error = errors[0]
            raise UserError(
                f"line {error.line}, column {error.column}: {error.message}", error.remedy
            )
        before, found = hold.settle(standing), hold.settle(_found)
        stored = (
            edit.session == PAID or file.endswith(PARQUET) or not path_for(folder, file).exists()
        )
        now = None if stored else loaded(folder, file)[0]
        if path.exists():  # else it was in a Parquet file, which stays
            keep(folder, path)
        if now is None:
            write_atomically(path, new)
        else:  # somebody is recording it: the hand that is open goes with it
            put(
                folder,
                now,
                remember(now.recording, replace(now.recording, log=opened(new, file).log)),
                old,
            )
        figures, left = hold.settle_written(
            lambda connection: (standing(connection), _found(connection)), f"{path} is edited"
        )
    there = (
        None
        if file.endswith(PARQUET)
        else Edit(edit.session, sha256(path.read_bytes()).hexdigest(), 1, 0, (), whole=old)
    )
    return Edited(
        path,
        *_differing(edit, old),
        changes=tuple(changes([], before, figures, {edit.session})),
        found=tuple(one for one in left if one not in found),
        settled=tuple(one for one in found if one not in left),
        undo=there,
    )


def _texts(hold: HeldBook, edit: Edit) -> tuple[Path, str, bytes, bytes]:
    """The log's path, its name below the folder, its text before and after.

    Raises UserError for what may not be edited.
    """
    folder, session = hold.folder, edit.session
    file = (
        PAYMENTS
        if session == PAID
        else hold.settle(lambda connection: session_file(connection, session)).file
    )
    check_log_is_open(folder, file)
    path, old = _stored(folder, session, file)
    if sha256(old).hexdigest() != edit.digest:
        what = f"evening {shown(session)}" if session != PAID else str(path)
        raise UserError(
            f"{what} was changed by somebody else meanwhile", "look at it again, then edit it"
        )
    new = _edited(old, edit)
    if new == old:
        raise UserError("nothing would change", "the lines are as they were")
    before, after = read_file(folder, session, old), read_file(folder, session, new)
    if isinstance(before, Payments) and isinstance(after, Payments):
        check_may_be_written(path, new)
        for day in sorted({one.date for one in _booked(after) - _booked(before)}):
            check_day_is_open(folder, day, "the payment")
    elif isinstance(before, Session) and isinstance(after, Session) and after.readable:
        if after.id != before.id:
            raise UserError(
                "an edit cannot change the name of an evening",
                f"leave {shown(before.id)} on the line `session`",
            )
        if after.date != before.date:
            check_day_is_open(folder, after.date, "the evening")
    return path, file, old, new


def _booked(payments: Payments) -> set[PaymentLine | ExpenseLine]:
    return {
        *(one._replace(line=0) for one in payments.payments),
        *(one._replace(line=0) for one in payments.expenses),
    }


def _edited(old: bytes, edit: Edit) -> bytes:
    """The new text of a log, with a note below the lines that differ; all other bytes stay."""
    if edit.whole is not None:
        return edit.whole
    bare = old.decode("utf-8", "surrogateescape")
    ending = "\r" if "\r\n" in bare else ""
    lines = bare.split("\n")
    there = lines[edit.first - 1 : edit.first - 1 + edit.many]
    start, gone, come = differing(there, _with_remarks(there, edit.texts))
    # comments alone change nothing
    if gone or not all(line.lstrip().startswith("#") for line in come):
        before = (come or lines[edit.first - 1 + start - 1 : edit.first - 1 + start] or [""])[-1]
        inside = before[:1].isspace() or before.startswith("hand ")
        come.append("  " * inside + note_of(EDITED, edit.by, what_was(gone)))
    at = edit.first - 1 + start
    lines[at : at + len(gone)] = [f"{line}{ending}" for line in come]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _differing(edit: Edit, old: bytes) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """The first line of the log that differs, and the lines from there on that go and that come."""
    lines = lines_of(decoded(old))
    if edit.whole is not None:
        start, gone, come = differing(lines, lines_of(decoded(edit.whole)))
    else:
        lines = lines[edit.first - 1 : edit.first - 1 + edit.many]
        same, gone, come = differing(lines, _with_remarks(lines, edit.texts))
        start = edit.first - 1 + same
    return start + 1, tuple(gone), tuple(come)


def _with_remarks(there: Sequence[str], texts: Sequence[str]) -> list[str]:
    """New lines of a hand or a payment, with what was said of it before, which stays.

    Raises UserError if it has no place.
    """
    kept = {text.strip() for text in texts}
    bare = [line.rstrip("\r") for line in there]
    missing = [
        line
        for line in bare
        if line.strip() not in kept and remark_in(Comment(0, False, line.strip()))
    ]
    is_one = len(bare) > 0 and (
        bare[0].startswith("hand ") or sum(not line.lstrip().startswith("#") for line in bare) == 1
    )
    if missing and not is_one:
        raise UserError(
            "what was said of a hand stays in the log",
            f"keep the line {visible(missing[0].strip())}",
        )
    return [*texts, *missing]


def _errors(
    folder: Path, session: str, file: str, old: bytes, new: bytes
) -> tuple[Diagnostic, ...]:
    """The lines of a log that cannot be read and could be before."""
    known = {(error.text, error.message) for error in read_file(folder, session, old).errors}
    found = read_file(folder, session, new, file).errors
    return tuple(error for error in found if (error.text, error.message) not in known)


def _found(connection: DuckDBPyConnection) -> list[str]:
    return [f"{place}: {message}" for place, message in connection.execute(_FOUND).fetchall()]


_FOUND: Final = """
    SELECT coalesce('hand ' || hand || ' of ' || id, findings.file), message FROM findings LEFT
        JOIN sessions USING (session)
    WHERE settled IS NULL AND severity <> 'remark' ORDER BY findings.file, findings.line, message
"""
