"""Adds a statement at the end of a file: what was there stays as it is, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import AnyStr
from unicodedata import normalize

from ledger.errors import UserError
from ledger.files import PAYMENTS_FILE
from ledger.log.between_hands import BetweenHands
from ledger.log.header_statements import Version
from ledger.log.payment_file import read_payments
from ledger.log.payment_statements import Currency, Date, ExpenseLine, PaymentLine
from ledger.log.reader import decoded, read
from ledger.log.records import Payments, Session
from ledger.log.words import shown, visible
from ledger.log.writer import Record, format_statement


def with_statement(log: AnyStr, record: BetweenHands, file: str = "the log") -> AnyStr:
    """Return the text of a session's log with a statement between hands at its end, read back as ``record`` but for its line.

    Only a missing last newline is added to what was there; the new line ends as the others do. Money is in minor units
    of the session's currency. ``file`` is the name that messages give. Raises UserError for a log that cannot be
    read, and for a statement that cannot stand there: of a player who never sat, or of several lines.
    """
    before = read(log, file)
    _check_readable(before)
    line = _line_of(record, before.currency)
    longer = _with_lines(log, [line])
    after = read(longer, file)
    _check_no_more(before, after, line)
    _check_alike(after.body[-1], record, line, file)
    return longer


def with_payment(
    text: AnyStr, payment: PaymentLine | ExpenseLine, currency: str | None = None, file: str = PAYMENTS_FILE
) -> AnyStr:
    """Return the text of a payments file with a payment or an expense at its end, read back as ``payment`` but for its line.

    A ``date`` or ``currency`` line is put above it where another holds at the end of the file; ``currency`` is that of
    the book, as for ``read_payments``. Only a missing last newline is added to what was there; an empty text becomes a
    new file. Raises UserError for a file that cannot be read, and for a payment that no line can hold.
    """
    start = text if decoded(text).strip(" \t\r\n") else _with_lines(text, [_line_of(Version(0, 1))])
    before: Payments = read_payments(start, file, currency)
    _check_readable(before)
    line = _line_of(payment)
    longer = _with_lines(start, [*_lines_above(payment, before), line])
    after: Payments = read_payments(longer, file, currency)
    _check_no_more(before, after, line)
    _check_alike(after.statements[-1], payment, line, file)
    return longer


def _lines_above(payment: PaymentLine | ExpenseLine, before: Payments) -> list[str]:
    """Return the lines that must stand between the payments of a file and one more."""
    lines = []
    if before.date != payment.date or "date" in before.lost:
        lines.append(_line_of(Date(0, payment.date)))
    if before.currency != payment.currency or "currency" in before.lost:
        if payment.currency is None:
            message = f"the payment has no currency, and those at the end of {visible(before.file)} have one"
            raise UserError(message, "name the currency of the payment")
        lines.append(_line_of(Currency(0, payment.currency)))
    return lines


def _check_readable(before: Session | Payments) -> None:
    if not before.readable:
        error = before.errors[0]
        raise UserError(f"nothing can be added to {visible(before.file)}: line {error.line}, {error.message}", error.remedy)


def _check_no_more(before: Session | Payments, after: Session | Payments, line: str) -> None:
    """Raise UserError if reading the longer file met an error that was not there before."""
    if not after.readable or len(after.errors) > len(before.errors):
        error = (after.errors[len(before.errors) :] or after.errors)[0]
        raise UserError(f"`{shown(line)}` cannot be added to {visible(after.file)}: {error.message}", error.remedy)


def _check_alike(said: object, record: Record, line: str, file: str) -> None:
    """Raise UserError unless ``said`` is the same statement, whatever its line and comment."""
    if type(said) is not type(record) or _content(said) != _content(record):
        message = f"`{shown(line)}` cannot be added to {visible(file)}: it would be read as something else"
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
        return _with_lines(text.decode("utf-8", "surrogateescape"), lines).encode("utf-8", "surrogateescape")
    end = "\r\n" if text[: text.rfind("\n") + 1].endswith("\r\n") else "\n"
    missing = "" if text in {"", "\ufeff"} or text.endswith("\n") else end.removeprefix(text[-1])
    return text + missing + "".join(line + end for line in lines)


def with_last_end(text: AnyStr) -> AnyStr:
    """Return ``text`` with a line end after its last line, if it has none."""
    return _with_lines(text, [])
