"""Every statement with its help, and the writing of logs: canonical text, which has one way to
write each statement.

Last the adding of a statement to a file, in which what was there stays as it is, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, AnyStr, Final, NamedTuple, TypeAlias
from unicodedata import normalize

from ledger.errors import UserError
from ledger.files import PAYMENTS_FILE, write_atomically
from ledger.log.between_hands import BETWEEN_HANDS, BetweenHands
from ledger.log.grammar import HEADER_STATEMENTS, Statement, Version
from ledger.log.hand_statements import HAND, HAND_STATEMENTS, Draws, HandLine, Plays, plays_text
from ledger.log.payments import (
    PAYMENT_STATEMENTS,
    VERSION,
    Currency,
    Date,
    ExpenseLine,
    PaymentLine,
    PaymentRecord,
    Payments,
    read_payments,
)
from ledger.log.reader import SECOND_LOG, decoded, read
from ledger.log.records import (
    Comment,
    Foreign,
    Hand,
    HandRecord,
    HeaderRecord,
    Session,
    TableRecord,
    Unreadable,
)
from ledger.log.words import FORBIDDEN, shown, visible

# --- Every statement ------------------------------------------------------------------------------
_PLACES: Final[dict[str, tuple[Statement[Any], ...]]] = {
    "header": tuple(HEADER_STATEMENTS.values()),
    "between hands": tuple(BETWEEN_HANDS.values()),
    "hand": (HAND, *HAND_STATEMENTS.values()),
    "payments file": (VERSION, *PAYMENT_STATEMENTS.values()),
}
PAGE: Final = Path(__file__).parents[1] / "docs" / "log-format.md"
BEGIN: Final = "<!-- statements: made by python -m ledger.log -->"
END: Final = "<!-- end of statements -->"


def every_statement() -> Iterator[Statement[Any]]:
    """Yield every statement, those of the log first."""
    for statements in _PLACES.values():
        yield from statements


class HelpRow(NamedTuple):
    """The help on a statement: where it belongs, its form, with optional parts in brackets, its
    purpose, and an example.
    """

    where: str
    keyword: str
    form: str
    help: str
    example: str = ""


def help_rows() -> list[HelpRow]:
    """The help on every statement, in their order in a file."""
    return [
        HelpRow(
            where,
            statement.keyword,
            statement.form,
            statement.help,
            statement.example or statement.form,
        )
        for where, statements in _PLACES.items()
        for statement in statements
    ]


def help_table() -> str:
    """The table of statements in log-format.md, as Markdown between its marker lines."""
    rows = ["| where | statement | |", "|---|---|---|"]
    for row in help_rows():
        form = row.form.replace("|", "\\|")
        rows.append(f"| {row.where} | `{form}` | {row.help} |")
    return "\n".join([BEGIN, *rows, END])


# --- Writer ---------------------------------------------------------------------------------------
Record: TypeAlias = HeaderRecord | TableRecord | HandRecord | HandLine | PaymentRecord
_INDENT: Final = "  "
_BEFORE_COMMENT: Final = "   "


def write(session: Session) -> str:
    """The canonical text of ``session``; ``read`` turns it back into the same records.

    Lines that could not be read are kept word for word. Raises ValueError for a session that is not
    ``readable``: the reader gave up on it, so lines would be lost.
    """
    if not session.readable:
        raise ValueError(
            f"{session.file} could not be read to its end, so it cannot be written again"
        )
    text = _Text(session.currency)
    for record in session.header:
        text.add(record, "")
    for item in session.body:
        if isinstance(item, Hand):
            text.begin(item)
            for statement in item.statements:
                text.add(statement, _INDENT)
        else:
            text.add(item, "")
    return "\n".join(text.lines) + "\n"


def write_payments(payments: Payments) -> str:
    """The canonical text of a payments file; ``read_payments`` turns it back into the same records.

    Lines that could not be read are kept word for word. Raises ValueError for a file that is not
    ``readable``.
    """
    if not payments.readable:
        raise ValueError(
            f"{payments.file} could not be read to its end, so it cannot be written again"
        )
    text = _Text(None)
    for record in payments.statements:
        text.add(record, "")
    return "\n".join(text.lines) + "\n"


def write_session(session: Session, path: str | Path) -> None:
    """Replace the file at ``path`` by the canonical text of ``session``, in one step.

    Raises LogError and ValueError.
    """
    write_atomically(path, write(session))


def format_statement(record: Record, currency: str | None = None) -> str:
    """A statement as the log writes it, with its comment, not indented.

    Money is in minor units of ``currency``, the session's. Raises ValueError for a record that does
    not fit on one line.
    """
    text = _WRITERS[type(record)](record, currency)
    if record.comment and not isinstance(record, Comment):
        text += _BEFORE_COMMENT + _comment(record.comment)
    verbatim = isinstance(record, Unreadable | Foreign)
    if "\n" in text if verbatim else FORBIDDEN.search(text):
        raise ValueError(f"a statement is one line of text: {text!r}")
    return text


class _Text:
    """The lines so far, and for each the number it had in the log if it is a comment in
    column 1.
    """

    def __init__(self, currency: str | None) -> None:
        self.currency = currency
        self.lines: list[str] = []
        self.comments: list[int | None] = []

    def add(
        self, record: HeaderRecord | TableRecord | HandRecord | PaymentRecord, indent: str
    ) -> None:
        """Write a record that is not the first line of a hand."""
        comment = isinstance(record, Comment) and not record.indented
        if isinstance(record, Unreadable) or comment:
            indent = ""
        elif isinstance(record, Comment):
            indent = _INDENT
        self.lines.append(indent + format_statement(record, self.currency))
        self.comments.append(record.line if comment else None)

    def begin(self, hand: Hand) -> None:
        """Write a blank line and the first line of a hand; comments directly above that line stay
        there.
        """
        attached = 0
        while (
            attached < len(self.lines) and self.comments[-1 - attached] == hand.line - 1 - attached
        ):
            attached += 1
        place = len(self.lines) - attached
        self.lines.insert(place, "")
        self.comments.insert(place, None)
        if hand.first is not None:
            self.lines.append(format_statement(hand.first))
            self.comments.append(None)


def _comment(text: str) -> str:
    return text if text.startswith("#") else f"# {text}"


_WRITERS: Final[dict[type, Callable[[Any, str | None], str]]] = {
    **{said.record: said.write for said in every_statement()},
    Plays: plays_text,
    Draws: plays_text,
    Comment: lambda record, _: _comment(record.comment),
    Foreign: lambda record, _: record.text,
    Unreadable: lambda record, _: record.text,
}


# --- Append ---------------------------------------------------------------------------------------
def with_statement(log: AnyStr, record: BetweenHands, file: str = "the log") -> AnyStr:
    """Return the text of a session's log with a statement between hands at its end, read back as
    ``record`` but for its line.

    Only a missing last newline is added to what was there; the new line ends as the others do.
    Money is in minor units of the session's currency. ``file`` is the name that messages give.
    Raises UserError for a log that cannot be read, and for a statement that cannot stand there: of
    a player who never sat, or of several lines.
    """
    before = read(log, file)
    _check_readable(before)
    line = _line_of(record, before.currency)
    longer = _with_lines(log, [line])
    after = read(longer, file)
    _check_no_more(before, after, line)
    _check_alike(after.body[-1], record, line, file)
    return longer


def with_payments(
    text: AnyStr,
    some: Sequence[PaymentLine | ExpenseLine],
    currency: str | None = None,
    file: str = PAYMENTS_FILE,
) -> tuple[AnyStr, list[int]]:
    """Return the text of a payments file with payments and expenses at its end, and the lines on
    which they are.

    Each is read back as it is in ``some`` but for its line. A ``date`` or ``currency`` line is put
    above it where another holds at the end of the file, or none is written; ``currency`` is that of
    the book, as for ``read_payments``. Only a missing last newline is added to what was there; an
    empty text becomes a new file. Raises UserError for a file that cannot be read, and for a
    payment that no line can hold.
    """
    start = text if decoded(text).strip(" \t\r\n") else _with_lines(text, [_line_of(Version(0, 1))])
    before: Payments = read_payments(start, file, currency)
    _check_readable(before)
    lines = list(_lines_for(some, before))
    longer = _with_lines(start, lines)
    after: Payments = read_payments(longer, file, currency)
    _check_no_more(before, after, lines[-1])
    new = [
        said
        for said in after.statements[len(before.statements) :]
        if not isinstance(said, Date | Currency)
    ]
    for found, payment in zip(new, some, strict=True):
        _check_alike(found, payment, _line_of(payment), file)
    return longer, [said.line for said in new]


def _lines_for(some: Sequence[PaymentLine | ExpenseLine], before: Payments) -> Iterator[str]:
    """Yield the lines of some payments, below the day and the currency of each where they are not
    those that hold there.

    A currency holds only once a line names it: that of the book may get lost, and a payment keeps
    its own.
    """
    named = "currency" not in before.lost and any(
        isinstance(said, Currency) for said in before.statements
    )
    day, unit = None if "date" in before.lost else before.date, before.currency if named else None
    for one in some:
        if one.date != day:
            day = one.date
            yield _line_of(Date(0, day))
        # an exchange names both of its currencies
        if not (isinstance(one, PaymentLine) and one.given is not None):
            if one.currency is None:
                message = (
                    f"the payment has no currency, and those at the end of {visible(before.file)} "
                    "have one"
                )
                raise UserError(message, "name the currency of the payment")
            if one.currency != unit:
                unit = one.currency
                yield _line_of(Currency(0, unit))
        yield _line_of(one)


def _check_readable(before: Session | Payments) -> None:
    second_log = next((error for error in before.errors if error.message == SECOND_LOG), None)
    if not before.readable or second_log:
        error = second_log or before.errors[0]
        raise UserError(
            f"nothing can be added to {visible(before.file)}: line {error.line}, {error.message}",
            error.remedy,
        )


def _check_no_more(before: Session | Payments, after: Session | Payments, line: str) -> None:
    """Raise UserError if reading the longer file met an error that was not there before."""
    if not after.readable or len(after.errors) > len(before.errors):
        error = (after.errors[len(before.errors) :] or after.errors)[0]
        raise UserError(
            f"`{shown(line)}` cannot be added to {visible(after.file)}: {error.message}",
            error.remedy,
        )


def _check_alike(said: object, record: Record, line: str, file: str) -> None:
    """Raise UserError unless ``said`` is the same statement, whatever its line and comment."""
    if type(said) is not type(record) or _content(said) != _content(record):
        message = (
            f"`{shown(line)}` cannot be added to {visible(file)}: it would be read as something "
            "else"
        )
        raise UserError(message, "check what you are adding for a # or a missing word")


def _content(record: Sequence[object]) -> list[object]:
    return [normalize("NFC", value) if isinstance(value, str) else value for value in record[1:-1]]


def _line_of(record: Record, currency: str | None = None) -> str:
    """Return a statement as a line of text. Raises UserError if it would not be one."""
    try:
        return format_statement(record, currency)
    except ValueError as error:
        message = f"a `{type(record).__name__.lower()}` statement must be one line of plain text"
        raise UserError(message, "leave out line breaks and control characters") from error


def _with_lines(text: AnyStr, lines: Sequence[str]) -> AnyStr:
    """Return ``text`` with more lines, ended in the same way as its last complete line."""
    if isinstance(text, bytes):
        return _with_lines(text.decode("utf-8", "surrogateescape"), lines).encode(
            "utf-8", "surrogateescape"
        )
    end = "\r\n" if text[: text.rfind("\n") + 1].endswith("\r\n") else "\n"
    missing = "" if text in {"", "\ufeff"} or text.endswith("\n") else end.removeprefix(text[-1])
    return text + missing + "".join(line + end for line in lines)


def with_last_end(text: AnyStr) -> AnyStr:
    """Return ``text`` with a line end after its last line, if it has none."""
    return _with_lines(text, [])
