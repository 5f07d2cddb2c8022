"""Books payments of a plan, one or all at once: those that ``bourre owes`` suggests, or that settle one session by itself.

What is booked is what was agreed on. If the plan is another one by then, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.access import HeldBook, Waiting, held
from ledger.book.closed import check_day_is_open
from ledger.book.figures import SuggestedTransfer, owing, settled_tonight
from ledger.book.folder import PAYMENTS
from ledger.book.input_values import parse_day
from ledger.book.paying import check_note, settled
from ledger.book.payments_made import TAKEN_BACK, Made, payments_made
from ledger.errors import UserError
from ledger.files import write_atomically
from ledger.log import content_of, with_payment
from ledger.log.payments import PaymentLine
from ledger.money import CHIPS, FEWEST, amount_text, standing


class LeftOut(NamedTuple):
    """A line of a plan that cannot be booked, and why."""

    transfer: SuggestedTransfer
    why: str


class Settlement(NamedTuple):
    """The payments to book, and the lines of the plan that are not among them.

    ``how`` is the plan; with a ``session`` it is that which settles the session by itself.
    """

    payments: list[SuggestedTransfer]
    left_out: list[LeftOut]
    how: str = FEWEST
    session: str | None = None


class Change(NamedTuple):
    """Where somebody stood in a unit, and stands now, in minor units."""

    name: str
    unit: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Booked:
    """Payments that are in the file for good: where, each in its line, what, and whose balance changed."""

    path: Path
    lines: tuple[int, ...]
    payments: tuple[PaymentLine, ...]
    changes: tuple[Change, ...]


# --- What there is to book ------------------------------------------------------------------------------------------


def settlement(connection: DuckDBPyConnection, how: str = FEWEST, session: str | None = None) -> Settlement:
    """What is left to book of the plan ``how``, or of the fewest payments that settle one session by itself.

    Only money from one player to another is booked: a pot is paid by whoever plays for it. The session is named by its id; one
    that the book does not have any more leaves nothing to pay.
    """
    if session is None:
        return settlement_of(owing(connection, how).transfers, how)
    found = Settlement([], [], how, session)
    return _with_lines(found, _of_session(connection, session, found))


def settlement_of(transfers: Iterable[SuggestedTransfer], how: str = FEWEST) -> Settlement:
    """What is left to book of the transfers of the plan ``how``, as ``Owing`` has them."""
    return _with_lines(Settlement([], [], how), transfers)


def _with_lines(found: Settlement, lines: Iterable[SuggestedTransfer]) -> Settlement:
    for one in lines:
        why = _no_payment(one)
        if why:
            found.left_out.append(LeftOut(one, why))
        else:
            found.payments.append(one)
    return found


def _no_payment(one: SuggestedTransfer) -> str:
    """Why a transfer cannot be noted in the payments file; empty if it can."""
    if min(one.payer_account, one.payee_account) < 0:
        return "the source is unexplained, so it is not a payment"
    if min(one.payer_account, one.payee_account) == 0:
        return "it stays in the pot for the next session"
    return "chips without a value are not money" if one.unit == CHIPS else ""


def _of_session(connection: DuckDBPyConnection, session: str, found: Settlement) -> list[SuggestedTransfer]:
    """Return the lines that settle a session and have not been paid; uncertain ones go to ``found.left_out``.

    Nothing is booked twice: an equal payment strikes a line if it was made for this session, or on its day or later for no
    other. A line is uncertain if the same two have paid another amount since. It is also uncertain if the payer owes nothing
    any more and the payee is owed nothing, or if that is true of one of them who has paid or been paid since, as when the plan
    of all sessions was paid.
    """
    found_day = connection.execute("SELECT date FROM sessions WHERE id = $id", {"id": session}).fetchone()
    if found_day is None:
        return []
    (day,) = found_day
    paid = [one for one in payments_made(connection) if one.session is None and not one.undone]
    since = [one for one in paid if one.note == _note(session) or (one.date >= day and not one.note.startswith(_FOR))]
    stands = {(account, unit): int(amount) for account, unit, amount in connection.execute(_BALANCES).fetchall()}
    open_lines = []
    for one in settled_tonight(connection, session):
        line = (one.payer_account, one.payee_account, one.unit, one.amount)
        equal = next((other for other in since if (other.payer, other.payee, other.unit, other.amount) == line), None)
        if equal is None:
            open_lines.append(one)
        else:
            since.remove(equal)
    lines = []
    for one in open_lines:
        why = "" if _no_payment(one) else _may_be_settled(one, since, stands)
        if why:
            found.left_out.append(LeftOut(one, why))
        else:
            lines.append(one)
    return lines


def _may_be_settled(one: SuggestedTransfer, since: Sequence[Made], stands: dict[tuple[int, str], int]) -> str:
    """Why a line of a session may have been paid already; nothing if there is no sign of it."""
    for other in since:
        if (other.payer, other.payee, other.unit) == (one.payer_account, one.payee_account, one.unit):
            amount = amount_text(other.amount, one.unit)
            return f"{one.payer} paid {one.payee} {amount} on {other.date}, which may have been for this"
    payer, payee = (stands.get((account, one.unit), 0) for account in (one.payer_account, one.payee_account))
    took_part = {account for other in since if other.unit == one.unit for account in (other.payer, other.payee)}
    netted = (payer >= 0 and one.payer_account in took_part) or (payee <= 0 and one.payee_account in took_part)
    if netted or payer >= 0 >= payee:
        return f"{one.payer} now {standing(payer, one.unit)}, and {one.payee} {standing(payee, one.unit)}"
    return ""


_FOR: Final = "settles "
"""What the note of a payment for one session begins with."""


def _note(session: str) -> str:
    return f"{_FOR}{session}"


_BALANCES: Final = "SELECT account, unit, amount FROM balances"


# --- Booking it -----------------------------------------------------------------------------------------------------


def settle(folder: Path, agreed: Settlement, day: str | None = None, waiting: Waiting | None = None) -> Booked:
    """Book the payments of a settlement in one step: readers, and a crash, find all of them or none.

    ``day`` is when they were made, today if None. Raises UserError, and writes nothing, if the payments are no longer those
    that were ``agreed`` on.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if settlement(connection, agreed.how, agreed.session).payments != agreed.payments:
            message = "nothing was noted: the plan has changed, because somebody changed the book in the meantime"
            raise UserError(message, "look at the new plan, then settle")

    with held(folder, waiting) as hold:
        hold.settle(check)
        return _book(hold, agreed.payments, day, "" if agreed.session is None else _note(agreed.session))


def settle_line(folder: Path, line: SuggestedTransfer, how: str, day: str | None = None, note: str = "") -> Booked:
    """Book one payment of the plan ``how``, made on a ``day`` (today if None).

    Raises UserError, and writes nothing, if it is no longer in the plan: somebody else has noted it, or played on.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if line not in settlement(connection, how).payments:
            message = f"nothing was noted: the plan no longer has this payment from {line.payer} to {line.payee}"
            raise UserError(message, "look at the plan again: somebody changed the book in the meantime")

    check_note(note)
    with held(folder) as hold:
        hold.settle(check)
        return _book(hold, [line], day, note)


def _book(hold: HeldBook, payments: Sequence[SuggestedTransfer], day: str | None, note: str) -> Booked:
    names, date = hold.settle(_names), parse_day(day)
    said = ((names[one.payer_account], names[one.payee_account], one.amount, one.unit) for one in payments)
    return _write(hold, [PaymentLine(0, date, *one, note) for one in said])


def take_back(folder: Path, booked: Booked, waiting: Waiting | None = None) -> Booked:
    """Book the same payments the other way round, on their day and in one step."""
    with held(folder, waiting) as hold:
        turned = [one._replace(payer=one.payee, payee=one.payer, note=TAKEN_BACK) for one in reversed(booked.payments)]
        return _write(hold, turned)


def take_back_one(folder: Path, made: Made) -> Booked:
    """Book a payment of the payments file the other way round, on its day.

    Raises UserError, and writes nothing, if it was taken back already or is no longer there, ClosedError if its day is closed.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if made.session is not None or made.undone or made not in payments_made(connection):
            raise UserError("nothing was noted: this payment has already been taken back, or has changed", "look at it again")

    with held(folder) as hold:
        hold.settle(check)
        day = made.date.isoformat()
        return _write(hold, [PaymentLine(0, day, made.payee_name, made.payer_name, made.amount, made.unit, TAKEN_BACK)])


def _write(hold: HeldBook, payments: Sequence[PaymentLine]) -> Booked:
    """Add payments to the file of a book, which is replaced once."""
    path, currency = hold.folder / PAYMENTS, hold.state.settings.currency
    before = hold.settle(_positions)
    text = content_of(path) if path.exists() else b""
    lines = []
    for one in payments:
        check_day_is_open(hold.folder, one.date, "the payment")
        text = with_payment(text, one, currency, str(path))
        lines.append(text.count(b"\n"))
    if payments:
        write_atomically(path, text)
    after = settled(hold, _positions, f"the payments are in {path}, to line {lines[-1] if lines else 0}")
    moved = sorted({(name, one.currency or currency) for one in payments for name in (one.payer, one.payee)})
    changes = (Change(name, unit, before.get((name, unit), 0), after.get((name, unit), 0)) for name, unit in moved)
    return Booked(path, tuple(lines), tuple(payments), tuple(changes))


def _names(connection: DuckDBPyConnection) -> dict[int, str]:
    return dict(connection.execute("SELECT player, name FROM players").fetchall())


def _positions(connection: DuckDBPyConnection) -> dict[tuple[str, str], int]:
    """Where everybody stands, by name and unit."""
    return {(name, unit): int(amount) for name, unit, amount in connection.execute(_NAMED_BALANCES).fetchall()}


_NAMED_BALANCES: Final = "SELECT name, unit, amount FROM balances JOIN players ON account = player"
