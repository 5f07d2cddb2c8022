"""The lines of a stored log are edited, or disputed: what stands there, what an edit would change, and the edit itself.

The log is what counts, so an edit is an edit of its text, by the same reader and the same referee. What was there before stays:
the old log in the folder ``replaced``, the lines in a comment below the new ones, with the time and who it was. A dispute and
its answer are comments too: anybody who reads the hand reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from glob import escape
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Waiting, ask, copied, held
from ledger.book.chain import check_day_is_open, check_log_is_open
from ledger.book.corrections import log_to_change, session_file
from ledger.book.figures import session_called
from ledger.book.folder import SESSIONS
from ledger.book.import_outcome import BookFigures, FigureChange, changes, standing
from ledger.book.session_files import KEPT, keep
from ledger.book.stored_recording import loaded, path_for, put
from ledger.errors import UserError
from ledger.files import PARQUET, SUFFIX, write_atomically
from ledger.log import as_suggested, content_of, decoded, lines_of, read
from ledger.log.records import Comment, Diagnostic, Hand, Session
from ledger.log.words import shown, visible
from ledger.recording import EDITED, MOST_WORDS, differing, remark, what_was
from ledger.recording.recording import opened, remember
from ledger.wording import counted

DISPUTED: Final = "disputed"
ANSWERED: Final = "answered"
_KINDS: Final = (EDITED, DISPUTED, ANSWERED)


class Lines(NamedTuple):
    """Lines of a log that may be edited: ``texts`` from line ``first`` on, from 1; ``digest`` is the SHA-256 of the whole."""

    session: str
    path: Path
    digest: str
    first: int
    texts: tuple[str, ...]


class Edit(NamedTuple):
    """The lines to write in place of ``many`` lines from ``first`` on, in the log with this digest; ``by`` is who edits.

    ``whole`` is the log as it was before an edit that is undone: then nothing else matters, and nothing is noted of it.
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
    """What an edit changes: the lines that go and that come, figures, and findings that are new or gone, each with its place.

    ``errors`` are lines that cannot be read; with one nothing is stored. ``undo`` brings back the log as it was.
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


class Remark(NamedTuple):
    """A comment that says what became of a hand: ``kind`` is one of _KINDS, ``day`` such as ``2026-11-27 04:31``."""

    line: int
    kind: str
    day: str
    by: str
    words: str


# --- What stands there ------------------------------------------------------------------------------------------------


def lines_to_edit(folder: Path, session: str, hand: str | None = None, waiting: Waiting | None = None) -> Lines:
    """Return the lines of a hand, or of the whole log. ``session`` is an id or a day, ``hand`` a number, or a line as ``:41``.

    Raises UserError if there is no such session or hand.
    """

    def home(connection: DuckDBPyConnection) -> tuple[str, str]:
        called = session_called(connection, session, folder)
        return called, session_file(connection, called).file

    session, file = ask(folder, home, waiting)
    path, content = log_to_change(folder, session, file)
    texts = lines_of(decoded(content))
    first, last = (1, len(texts)) if hand is None else _place(read(content, file), session, hand, len(texts))
    return Lines(session, path, sha256(content).hexdigest(), first, tuple(texts[first - 1 : last]))


def suggestions(there: Lines) -> list[tuple[str, tuple[str, ...]]]:
    """Return what the reader suggests for lines that it cannot read, each with all lines as they would be then."""
    found = []
    for error in read("\n".join(lines_of(decoded(content_of(there.path)))), "").errors if there.path.exists() else ():
        at, meant = error.line - there.first, as_suggested(error)
        if meant is not None and 0 <= at < len(there.texts) and there.texts[at] == error.text:
            found.append((meant[0], (*there.texts[:at], meant[1], *there.texts[at + 1 :])))
    return found


def _place(log: Session, session: str, name: str, lines: int) -> tuple[int, int]:
    """The first and the last line of a hand; of a line that is in none, that line alone."""
    number = name.removeprefix(":")
    hands = [one for one in log.body if isinstance(one, Hand)]
    for hand in hands:
        here = range(hand.line, max([hand.line, *(said.line for said in hand.statements)]) + 1)
        of_number = hand.first is not None and str(hand.first.number) == number
        if number.isdecimal() and (int(number) in here if name != number else of_number):
            return here[0], here[-1]
    if name != number and number.isdecimal() and 1 <= int(number) <= lines:
        return int(number), int(number)
    what = f"there is no line {number}" if name != number else f"there is no hand {visible(name)}"
    raise UserError(f"{what} in evening {shown(session)}", f"it has {counted(len(hands), 'hand')} in {counted(lines, 'line')}")


def history(path: Path, line: int) -> list[Remark]:
    """Return what became of the hand that has a line of a log, in order; nothing for a session in a Parquet file."""
    content = b"" if path.suffix == PARQUET or not path.is_file() else path.read_bytes()
    if not any(f"# {kind} ".encode() in content for kind in _KINDS):
        return []
    log = read(content, "")
    hand = max((one.line for one in log.body if isinstance(one, Hand) and one.line <= line), default=0)
    return remarks(log).get(hand, [])


def open_disputes(_connection: DuckDBPyConnection, folder: Path) -> list[tuple[str, Remark]]:
    """Return the disputes that nobody has answered yet, each with the id of its evening, the oldest first.

    A question of the book like any other, so that a page asks it again only when a log has changed.
    """
    found = []
    for path in sorted((folder / SESSIONS).glob(f"*{SUFFIX}")):
        content = content_of(path)
        if f"# {DISPUTED} ".encode() not in content:
            continue
        log = read(content, path.name)
        found += [(log.id, said[-1]) for said in remarks(log).values() if said[-1].kind == DISPUTED]
    return sorted(found, key=lambda one: one[1].day)


def remarks(session: Session) -> dict[int, list[Remark]]:
    """Return what became of the hands of a log, by the line of the hand: edits, disputes, answers."""
    found: dict[int, list[Remark]] = {}
    for hand in session.body:
        if isinstance(hand, Hand):
            said = [_remark(one) for one in hand.statements if isinstance(one, Comment)]
            found[hand.line] = [one for one in said if one is not None]
    return {line: said for line, said in found.items() if said}


def _remark(comment: Comment) -> Remark | None:
    kind, _, rest = comment.comment.removeprefix("#").strip().partition(" ")
    head, colon, words = rest.partition(": ")
    day, by, who = head.partition(" by ")
    if kind not in _KINDS or not colon or not by or len(day) != len("2026-11-27 04:31"):
        return None
    return Remark(comment.line, kind, day, who, words)


def note_of(kind: str, by: str, words: str) -> str:
    """The comment that says what became of a hand just now."""
    return remark(kind, f"{datetime.now().astimezone():%Y-%m-%d %H:%M}", by, words)


def remark_on(there: Lines, kind: str, by: str, words: str) -> Edit:
    """The edit that disputes a hand, or answers: a comment at its end. Raises UserError for no words, or too many of them."""
    said = " ".join(words.split())
    if not 0 < len(said) <= MOST_WORDS:
        raise UserError("nothing is said" if not said else "this is too long", f"say it in 1 to {MOST_WORDS} characters")
    texts = (*there.texts, f"  {note_of(kind, by, said)}")
    return Edit(there.session, there.digest, there.first, len(there.texts), texts, by)


def dispute(folder: Path, there: Lines, by: str, words: str) -> Edited:
    """Say that a hand is wrong; nothing else changes. Raises as ``remark_on`` and ``store`` do."""
    return store(folder, remark_on(there, DISPUTED, by, words))


def answer(folder: Path, there: Lines, by: str, words: str) -> Edited:
    """Answer a dispute, as ``dispute``."""
    return store(folder, remark_on(there, ANSWERED, by, words))


def last_kept(folder: Path, there: Lines) -> Edit:
    """The edit that brings back the log that was replaced last. Raises UserError if there is none."""
    kept = sorted((folder / KEPT).glob(f"{escape(there.path.stem)} ????-??-?? ??????.*{SUFFIX}.old"))
    if not kept:
        raise UserError(f"evening {shown(there.session)} was not edited", "there is nothing to take back")
    return Edit(there.session, there.digest, 1, 0, (), whole=kept[-1].read_bytes())


# --- The edit ---------------------------------------------------------------------------------------------------------


def preview(folder: Path, edit: Edit, waiting: Waiting | None = None) -> Edited:
    """What an edit would change; nothing is written. Raises as ``store``, but for lines that cannot be read says so."""
    with held(folder, waiting) as hold:  # what refuses it, refuses it here
        path, file, old, new = _texts(hold, edit)
    if errors := () if edit.whole is not None else _errors(file, old, new):
        return Edited(path, edit.first, *_differing(edit, old), errors)
    with copied(folder, waiting) as copy:
        return replace(store(copy, edit), path=path, undo=None)


def store(folder: Path, edit: Edit, waiting: Waiting | None = None) -> Edited:
    """Edit a log, and keep the old one; when this returns it is on the disk, and ``undo`` takes it back.

    Raises UserError, and changes nothing: for a log that somebody else changed in the meantime, a line that cannot be read,
    a period that is closed, another name of the evening.
    """
    with held(folder, waiting) as hold:
        path, file, old, new = _texts(hold, edit)
        if errors := () if edit.whole is not None else _errors(file, old, new):
            error = errors[0]
            raise UserError(f"line {error.line}, column {error.column}: {error.message}", error.remedy)
        before, found = hold.settle(standing), hold.settle(_found)
        now = None if file.endswith(PARQUET) or not path_for(folder, file).exists() else loaded(folder, file)[0]
        if path.exists():  # else it was in a Parquet file, which stays
            keep(folder, path)
        if now is None:
            write_atomically(path, new)
        else:  # somebody is recording it: the hand that is open goes with it
            put(folder, now, remember(now.recording, replace(now.recording, log=opened(new, file).log)), old)
        figures, left = hold.settle_written(_all, f"{path} is edited")
    there = None if file.endswith(PARQUET) else Edit(edit.session, sha256(path.read_bytes()).hexdigest(), 1, 0, (), whole=old)
    return Edited(
        path,
        edit.first,
        *_differing(edit, old),
        changes=tuple(changes([], before, figures, {edit.session})),
        found=tuple(one for one in left if one not in found),
        settled=tuple(one for one in found if one not in left),
        undo=there,
    )


def _texts(hold: HeldBook, edit: Edit) -> tuple[Path, str, bytes, bytes]:
    """The log's path, its name below the folder, its text before and after. Raises UserError for what may not be edited."""
    folder = hold.folder
    file = hold.settle(lambda connection: session_file(connection, edit.session)).file
    check_log_is_open(folder, file)
    path, old = log_to_change(folder, edit.session, file)
    if sha256(old).hexdigest() != edit.digest:
        raise UserError(f"evening {shown(edit.session)} was changed by somebody else meanwhile", "look at it again, then edit it")
    new = _edited(old, edit)
    if new == old:
        raise UserError("nothing would change", "the lines are as they were")
    before, after = read(old, file), read(new, file)
    if after.readable and after.id != before.id:
        raise UserError("an edit cannot change the name of an evening", f"leave {shown(before.id)} on the line `session`")
    if after.readable and after.date != before.date:
        check_day_is_open(folder, after.date, "the evening")
    return path, file, old, new


def _edited(old: bytes, edit: Edit) -> bytes:
    """The new text of a log, with a note below the lines that differ; all other bytes stay."""
    if edit.whole is not None:
        return edit.whole
    bare = old.decode("utf-8", "surrogateescape")
    ending = "\r" if "\r\n" in bare else ""
    lines = bare.split("\n")
    start, gone, come = differing(lines[edit.first - 1 : edit.first - 1 + edit.many], edit.texts)
    if gone or not all(line.lstrip().startswith("#") for line in come):  # comments alone change nothing
        before = (come or lines[edit.first - 1 + start - 1 : edit.first - 1 + start] or [""])[-1]
        inside = before[:1].isspace() or before.startswith("hand ")
        come.append("  " * inside + note_of(EDITED, edit.by, what_was(gone)))
    at = edit.first - 1 + start
    lines[at : at + len(gone)] = [f"{line}{ending}" for line in come]
    return "\n".join(lines).encode("utf-8", "surrogateescape")


def _differing(edit: Edit, old: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    lines = lines_of(decoded(old))
    if edit.whole is None:
        lines = lines[edit.first - 1 : edit.first - 1 + edit.many]
    _, gone, come = differing(lines, edit.texts if edit.whole is None else lines_of(decoded(edit.whole)))
    return tuple(gone), tuple(come)


def _errors(file: str, old: bytes, new: bytes) -> tuple[Diagnostic, ...]:
    """The lines of a log that cannot be read and could be before."""
    known = {(error.text, error.message) for error in read(old, "").errors}
    return tuple(error for error in read(new, file).errors if (error.text, error.message) not in known)


def _all(connection: DuckDBPyConnection) -> tuple[BookFigures, list[str]]:
    return standing(connection), _found(connection)


def _found(connection: DuckDBPyConnection) -> list[str]:
    return [f"{place}: {message}" for place, message in connection.execute(_FOUND).fetchall()]


_FOUND: Final = """
    SELECT coalesce('hand ' || hand || ' of ' || id, findings.file), message FROM findings LEFT JOIN sessions USING (session)
    WHERE settled IS NULL AND severity <> 'remark' ORDER BY findings.file, findings.line, message
"""
