"""The rulings that were made in a book, by a command: they go along when the log of their session is replaced.

A ruling is a line at the end of a log and bears a mark, ``# ruled 2026-11-22``. Before there was a mark they were lines at the
end like any other: so a ruling there which the new log does not have is taken for one of those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple, TypeAlias

from ledger.errors import UserError
from ledger.log import format_statement, read, with_statement
from ledger.log.between_hands import Penalty, Transfer, Waive
from ledger.log.records import Comment, Hand, Session
from ledger.log.words import shown

Ruling: TypeAlias = Penalty | Transfer | Waive

_MARK: Final = "# ruled "


class Kept(NamedTuple):
    """Whether a ruling made in the book was kept when its log was replaced, and if not, why.

    ``changed`` is True if its hand differs in the new log.
    """

    session: str
    statement: str
    kept: bool
    reason: str
    changed: bool

    @property
    def told(self) -> str:
        """The same in a sentence."""
        if not self.kept:
            return f"not kept: `{self.statement}` of session {self.session}, because {self.reason}"
        look = f"; hand {self.reason} is different in this log, so check that the ruling still holds" if self.changed else ""
        return f"kept: `{self.statement}` of session {self.session}, a ruling made in the book{look}"


def marked(ruling: Penalty | Waive) -> Penalty | Waive:
    """Return a ruling with the mark of one that is made in the book today."""
    return ruling._replace(comment=f"{_MARK}{date.today().isoformat()}")  # noqa: DTZ011 - the day here


def without_rulings(old: bytes, new: Session) -> bytes:
    """Return a log of the book without the rulings that were made there and that ``new`` does not have."""
    gone = {one.line for one in _made_here(read(old, ""), new)}
    if not gone:
        return old
    lines = old.split(b"\n")
    return b"\n".join(line for number, line in enumerate(lines, 1) if number not in gone)


def with_rulings(old: bytes, content: bytes, file: str) -> tuple[bytes, list[Kept]]:
    """Return a log that is to replace ``old``, with the rulings made in the book, and what became of each.

    A ruling gives way if the new log itself rules on the same case. Raises UserError if one cannot stand in the new log.
    """
    before, new = read(old, ""), read(content, file)
    fates = []
    for ruling in _made_here(before, new):
        statement = format_statement(ruling._replace(comment=""))
        other = next((one for one in _rulings(new) if _case(one) == _case(ruling)), None)
        if other is not None:
            said = f"the new log has `{format_statement(other._replace(comment=''))}`"
            fates.append(Kept(new.id, statement, kept=False, reason=said, changed=False))
            continue
        content = _added(content, ruling, new, file, statement)
        changed = _plays(before, ruling.hand) != _plays(new, ruling.hand)
        fates.append(Kept(new.id, statement, kept=True, reason=str(ruling.hand), changed=changed))
    return content, fates


def _added(content: bytes, ruling: Ruling, new: Session, file: str, statement: str) -> bytes:
    remedy = "if it no longer holds, delete it from the book's log, then import again"
    if not _plays(new, ruling.hand):
        message = f"{file}: `{statement}` is a ruling made in the book, but this log has no hand {ruling.hand}"
        raise UserError(message, remedy)
    try:
        return with_statement(content, ruling, file)
    except UserError as error:
        raise UserError(f"{file}: `{shown(statement)}` is a ruling made in the book: {error.message}", remedy) from error


def _made_here(old: Session, new: Session) -> list[Ruling]:
    """The rulings of a log of the book that bear the mark, or stand at its end, and that another log does not have."""
    there = {_content(one) for one in _rulings(new)}
    last = _first_of_the_end(old)
    return [one for one in _rulings(old) if (one.comment.startswith(_MARK) or one.line >= last) and _content(one) not in there]


def _first_of_the_end(log: Session) -> int:
    """The line from which on a log has only rulings and comments."""
    last = 1 << 62
    for said in reversed(log.body):
        if isinstance(said, Hand) or not isinstance(said, Ruling | Comment):
            break
        last = said.line
    return last


def _rulings(log: Session) -> Iterator[Ruling]:
    """Yield the rulings on a hand."""
    yield from (said for said in log.body if isinstance(said, Ruling) and said.hand is not None)


def _content(ruling: Ruling) -> tuple[object, ...]:
    return (type(ruling).__name__, *ruling[1:-1])


def _case(ruling: Ruling) -> tuple[object, ...]:
    """What identifies the case of a ruling: a later ruling on the same case replaces it."""
    who = (ruling.giver, ruling.receiver) if isinstance(ruling, Transfer) else (ruling.player,)
    return (*who, ruling.hand)


def _plays(log: Session, number: int | None) -> Sequence[object]:
    """What a log says about a hand, apart from line numbers and comments; nothing if it has no such hand."""
    for hand in log.body:
        if isinstance(hand, Hand) and hand.first is not None and hand.first.number == number:
            said = [one for one in hand.statements if not isinstance(one, Comment)]
            return [hand.first[1:-1], *((type(one).__name__, *one[1:-1]) for one in said)]
    return []
