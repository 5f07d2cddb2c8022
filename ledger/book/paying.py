"""Notes a payment between two players in the payments file of a book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Question, T, Waiting, held
from ledger.book.closed import check_day_is_open
from ledger.book.figures import player_called, positions
from ledger.book.folder import PAYMENTS
from ledger.book.input_values import parse_currency, parse_day, parse_name, parse_paid
from ledger.book.payments_made import TAKEN_BACK, payments_made
from ledger.errors import UserError, shell_text
from ledger.files import write_atomically
from ledger.log import content_of, other_money, with_payment
from ledger.log.payments import ExpenseLine, PaymentLine
from ledger.log.values import money_text
from ledger.log.words import FORBIDDEN, shown, visible
from ledger.money import amount_text, standing


@dataclass(frozen=True, slots=True)
class Wish:
    """A payment as it was typed; without a currency it is in the book's, without a day it was made today.

    ``new`` lets an unknown name be a new player, ``anyway`` allows a payment that makes a debt larger.
    """

    payer: str
    payee: str
    amount: str
    currency: str | None = None
    day: str | None = None
    note: str = ""
    new: bool = False
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment that is in the file for good, with the positions of payer and payee before and after, by unit."""

    path: Path
    line: int
    payment: PaymentLine
    unit: str
    before: tuple[dict[str, int], dict[str, int]]
    after: tuple[dict[str, int], dict[str, int]]
    same: int | None = None
    """The line of a payment that is the same in all and still stands, if there was one: it may have been noted twice."""

    @property
    def undo(self) -> Wish:
        """The payment that undoes it."""
        payer, payee = (position.get(self.unit, 0) for position in self.after)
        return undoing(self.payment, anyway=makes_larger(payee, payer))


def undoing(one: PaymentLine, *, anyway: bool) -> Wish:
    """The payment that undoes another: the same one back, on the same day, so that no day between counts it."""
    amount = money_text(one.amount, one.currency)
    return Wish(one.payee, one.payer, amount, one.currency, one.date, TAKEN_BACK, anyway=anyway)


def pay_words(wish: Wish) -> list[str]:
    """A payment as the words of a command, after ``bourre``."""
    words = ["pay", wish.payer, wish.payee, wish.amount]
    for option, value in (("--currency", wish.currency), ("--date", wish.day), ("--note", wish.note)):
        words += [option, value] if value else []
    return words + (["--anyway"] if wish.anyway else [])


class LargerDebtError(UserError):
    """A payment from somebody who is owed money, to somebody who owes it."""


class Party(NamedTuple):
    """Somebody who paid or was paid: the name in the book, and the position by unit."""

    name: str
    stands: dict[str, int]


def pay(folder: Path, wish: Wish, waiting: Waiting | None = None) -> Paid:
    """Add a payment to the book at ``folder``; when this returns it is on the disk.

    Raises UserError for a player whom nobody knows, an amount or a day that makes no sense, and a file that cannot be
    written, and LargerDebtError for a payment that makes a debt larger: then nothing was changed.
    """
    with held(folder, waiting) as hold:
        payer, payee = hold.settle(lambda connection: parties(connection, (wish.payer, wish.payee), new=wish.new))
        if payer.name == payee.name:
            same = "" if wish.payer == wish.payee else f"{shown(wish.payer)} and {shown(wish.payee)} are one player: "
            raise UserError(f"{same}nobody can pay themselves", "name the payer first, then the payee")
        check_note(wish.note)
        currency = hold.state.settings.currency
        unit = currency if wish.currency is None else parse_currency(wish.currency)
        amount = parse_paid(wish.amount, unit)
        if not wish.anyway:
            _check_direction(payer, payee, amount, unit, wish)
        payment = PaymentLine(0, parse_day(wish.day), payer.name, payee.name, amount, unit, wish.note)
        path, line = write_down(folder, payment, currency)
        names = (payer.name, payee.name)

        def question(connection: DuckDBPyConnection) -> tuple[list[Party], int | None]:
            return parties(connection, names), _same(connection, line)

        now, earlier = settled(hold, question, f"the payment is in {path}, line {line}")
        return Paid(path, line, payment, unit, (payer.stands, payee.stands), (now[0].stands, now[1].stands), earlier)


def _same(connection: DuckDBPyConnection, line: int) -> int | None:
    """The last line above a payment's ``line`` with the same payment that has not been taken back; None if there is none.

    A payment that was taken back does not count: noting it again, or taking it back too, is no mistake.
    """
    standing = [one for one in payments_made(connection) if one.session is None and not one.undone]
    new = next((one for one in standing if one.line == line), None)
    same = [one.line for one in standing if new is not None and one.line < line and one == new._replace(line=one.line)]
    return max(same, default=None)


def parties(connection: DuckDBPyConnection, words: Sequence[str], *, new: bool = False) -> list[Party]:
    """Return the players with some names. Raises UserError for a name that nobody has, unless it may be ``new``."""
    names = dict(connection.execute("SELECT player, name FROM players").fetchall())
    known = [_called(connection, word, new=new) for word in words]
    return [Party(one, {}) if isinstance(one, str) else Party(names[one], positions(connection, one)) for one in known]


def _called(connection: DuckDBPyConnection, word: str, *, new: bool) -> int | str:
    """Return the account of a player, or the name of a new one."""
    try:
        return player_called(connection, word)
    except UserError as error:
        if new:
            return parse_name(word)
        raise UserError(error.message, f"{error.remedy}; --new adds {shown(word)} as a new player") from error


def check_note(note: str) -> None:
    """Raise UserError for a note that is no line of plain text."""
    if FORBIDDEN.search(note):
        raise UserError("the note must be one line of plain text", "leave out line breaks and control characters")


def said_otherwise(note: str, amount: int, unit: str) -> str:
    """A sentence if the note begins as if it belonged to the amount, which it does not change; else empty."""
    return (
        f"The note says {visible(note)}, but the amount noted is {amount_text(amount, unit)}." if other_money(note, unit) else ""
    )


def makes_larger(payer: int, payee: int) -> bool:
    """True if a payment only adds to a debt: the payer owes nothing, the payee is owed nothing, and not both are square."""
    return payer >= 0 >= payee and payer != payee


def _check_direction(payer: Party, payee: Party, amount: int, unit: str, wish: Wish) -> None:
    """Raise LargerDebtError for a payment the wrong way round."""
    one, other = payer.stands.get(unit, 0), payee.stands.get(unit, 0)
    if makes_larger(one, other):
        message = (
            f"{payer.name} {standing(one, unit)} and {payee.name} {standing(other, unit)}: this payment would add to the debt"
        )
        turned = replace(wish, payer=payee.name, payee=payer.name, amount=money_text(amount, unit))
        remedy = (
            f"if it was the other way round: {shell_text(['bourre', *pay_words(turned)])}; if it is for an evening that is not "
            "in the book yet, import that first; --anyway notes it as it is"
        )
        raise LargerDebtError(message, remedy)


def write_down(folder: Path, record: PaymentLine | ExpenseLine, currency: str) -> tuple[Path, int]:
    """Add a line to the payments file of a book, whose currency is ``currency``; return where it is.

    Raises ClosedError for a day that is closed.
    """
    path = folder / PAYMENTS
    check_day_is_open(folder, record.date, "the payment")
    longer = with_payment(content_of(path) if path.exists() else b"", record, currency, str(path))
    write_atomically(path, longer)
    return path, longer.count(b"\n")


def settled(hold: HeldBook, question: Question[T], written: str) -> T:
    """Ask a question after something was written. If that fails, say that it is written, so that nobody repeats it."""
    try:
        return hold.settle(question)
    except UserError as error:
        message = f"{written}, and is safe; but the figures could not be updated: {error.message}"
        raise UserError(message, error.remedy) from error
