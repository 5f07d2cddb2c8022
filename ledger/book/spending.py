"""Notes what one player paid for several in the payments file of a book."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ledger.book.access import Waiting, held
from ledger.book.closed import check_may_be_written
from ledger.book.figures import session_count
from ledger.book.folder import PAYMENTS
from ledger.book.input_values import parse_currency, parse_day, parse_paid
from ledger.book.paying import Party, check_note, parties, settled, write_down
from ledger.errors import UserError
from ledger.files import write_atomically
from ledger.log import content_of, format_statement
from ledger.log.payments import ExpenseLine
from ledger.log.words import shown


@dataclass(frozen=True, slots=True)
class Cost:
    """What somebody paid for several, as it was typed; without a currency it is in the book's, without a day it was today.

    ``new`` lets names that nobody has be those of new players.
    """

    payer: str
    amount: str
    note: str
    sharers: tuple[str, ...]
    currency: str | None = None
    day: str | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Spent:
    """An expense that is in the file for good, and everybody whom it concerns before and after, the payer first."""

    path: Path
    line: int
    expense: ExpenseLine
    unit: str
    before: list[Party]
    after: list[Party]


def spend(folder: Path, cost: Cost, waiting: Waiting | None = None) -> Spent:
    """Add an expense to the book at ``folder``; when this returns it is on the disk.

    Raises UserError for a player whom nobody knows, one who is named twice, an amount or a day that makes no sense, and a
    file that cannot be written: then nothing was changed.
    """
    if not cost.sharers:
        raise UserError("nobody is named as sharing this cost", "name them: --for Ann,Bea,Cal")
    with held(folder, waiting) as hold:
        words = (cost.payer, *cost.sharers)
        payer, *sharers = hold.settle(lambda connection: parties(connection, words, new=cost.new))
        names = [one.name for one in sharers]
        _check_once(names, cost.sharers)
        check_note(cost.note)
        currency = hold.state.settings.currency
        unit = currency if cost.currency is None else parse_currency(cost.currency)
        amount = parse_paid(cost.amount, unit)
        expense = ExpenseLine(0, parse_day(cost.day), payer.name, amount, unit, cost.note, tuple(names))
        path, line = write_down(folder, expense, currency)
        before = [payer, *(one for one in sharers if one.name != payer.name)]
        concerned = [one.name for one in before]
        after = settled(hold, lambda connection: parties(connection, concerned), f"the expense is in {path}, line {line}")
        return Spent(path, line, expense, unit, before, after)


def take_back(folder: Path, spent: Spent) -> None:
    """Delete the line of an expense from the payments file; everything around it stays.

    Raises UserError, and changes nothing, if that line is no longer there.
    """
    with held(folder) as hold:
        path = folder / PAYMENTS
        lines = content_of(path).split(b"\n") if path.exists() else []
        at = spent.line - 1
        if [line.rstrip(b"\r") for line in lines[at : at + 1]] != [format_statement(spent.expense).encode()]:
            where = f"line {spent.line} of {path}"
            raise UserError(f"{where} has changed", "find the expense in that file, and delete it there")
        del lines[at]
        check_may_be_written(path, b"\n".join(lines))
        write_atomically(path, b"\n".join(lines))
        settled(hold, session_count, f"the expense is no longer in {path}")


def _check_once(names: list[str], words: tuple[str, ...]) -> None:
    """Raise UserError for a player who is to share twice."""
    for at, name in enumerate(names):
        if name in names[:at]:
            first, again = words[names.index(name)], words[at]
            both = f"{shown(name)} is named twice" if first == again else f"{shown(first)} and {shown(again)} are one player"
            raise UserError(both, "name each player once")
