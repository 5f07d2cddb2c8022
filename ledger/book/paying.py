"""Notes a payment between two players in the payments file of a book."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Question, T, Waiting, held
from ledger.book.figures import player_called, positions
from ledger.book.folder import PAYMENTS
from ledger.book.input_values import parse_currency, parse_day, parse_money
from ledger.errors import UserError
from ledger.files import write_atomically
from ledger.log import content_of, with_payment
from ledger.log.payment_statements import PaymentLine
from ledger.log.words import FORBIDDEN, shown


@dataclass(frozen=True, slots=True)
class Wish:
    """A payment as somebody typed it; without a currency it is in the book's, without a day it was today."""

    payer: str
    payee: str
    amount: str
    currency: str | None = None
    day: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment that is in the file for good: where, what, and the positions of payer and payee before and after, by unit."""

    path: Path
    line: int
    payment: PaymentLine
    unit: str
    before: tuple[dict[str, int], dict[str, int]]
    after: tuple[dict[str, int], dict[str, int]]


def pay(folder: Path, wish: Wish, waiting: Waiting | None = None) -> Paid:
    """Add a payment to the book at ``folder``; when this returns it is on the disk.

    Raises UserError for a player whom nobody knows, an amount or a day that makes no sense, and a file that cannot be
    written: then nothing was changed.
    """
    with held(folder, waiting) as hold:
        payer, payee, *before = hold.settle(lambda connection: _both(connection, wish))
        if payer == payee:
            same = "" if wish.payer == wish.payee else f"{shown(wish.payer)} and {shown(wish.payee)} are one player: "
            raise UserError(f"{same}nobody pays himself", "name who paid, and then who got it")
        if FORBIDDEN.search(wish.note):
            raise UserError("the note must be one line of plain text", "leave out line breaks and control characters")
        settings = hold.state.settings
        names = {player.id: player.name for player in settings.players}
        unit = settings.currency if wish.currency is None else parse_currency(wish.currency)
        amount = parse_money(wish.amount, unit)
        payment = PaymentLine(0, parse_day(wish.day), names[payer], names[payee], amount, unit, wish.note)
        path = folder / PAYMENTS
        longer = with_payment(content_of(path) if path.exists() else b"", payment, settings.currency, str(path))
        write_atomically(path, longer)
        line = longer.count(b"\n")
        written = f"the payment is in {path}, line {line}"
        _, _, *after = settled(hold, lambda connection: _both(connection, wish), written)
        return Paid(path, line, payment, unit, (before[0], before[1]), (after[0], after[1]))


def _both(connection: DuckDBPyConnection, wish: Wish) -> tuple[int, int, dict[str, int], dict[str, int]]:
    """Return the accounts of payer and payee, and where both stand."""
    payer, payee = player_called(connection, wish.payer), player_called(connection, wish.payee)
    return payer, payee, positions(connection, payer), positions(connection, payee)


def settled(hold: HeldBook, question: Question[T], written: str) -> T:
    """Ask after something was written; if that fails, say that it is written all the same, so that nobody does it twice."""
    try:
        return hold.settle(question)
    except UserError as error:
        message = f"{written}, for good; but the figures cannot be brought up to date: {error.message}"
        raise UserError(message, error.remedy) from error
