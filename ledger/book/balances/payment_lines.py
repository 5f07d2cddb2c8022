"""Lines of the payments file: payments, shared costs, and whole settlements.

First the payments that a book has, each with whether it still stands: a payment that was taken
back, and the one that takes it back, are undone. Then noting one payment, then what one player paid
for several, then booking a plan of payments, one or all at once: that of ``bourre owes``, or one
that settles a session by itself. Only what was agreed on is booked: if the plan has changed by
then, nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.currencies import (
    CurrencyUnclearError,
    choices,
    currencies,
    currency_meant,
)
from ledger.book.balances.figures import (
    SuggestedTransfer,
    owing,
    player_called,
    positions,
    session_count,
    settled_tonight,
)
from ledger.book.derived.access import HeldBook, Waiting, held
from ledger.book.derived.database import player_names
from ledger.book.files.chain import check_day_is_open, check_may_be_written
from ledger.book.files.folder import PAYMENTS, SETTLES
from ledger.book.files.input_values import parse_currency, parse_day, parse_name, parse_paid
from ledger.errors import UserError, shell_text
from ledger.files import write_atomically
from ledger.log import Problem, content_of, format_statement, other_money, with_payments
from ledger.log.between_hands import Portion, name_in, portions_from
from ledger.log.payments import ExpenseLine, Given, PaymentLine, given_for
from ledger.log.values import money_text
from ledger.log.words import FORBIDDEN, shown, visible
from ledger.money import CHIPS, FEWEST, amount_text, standing

# --- Payments and whether they stand --------------------------------------------------------------
TAKEN_BACK: Final = "taken back"  # the note of a payment that undoes another


class PaymentMade(NamedTuple):
    """A payment between two players, in minor units of ``unit``; ``line`` is in ``file``.

    ``session`` is the id of the session whose log has it, None if it is in the payments file.
    ``undone``: it was taken back, or takes another back. ``closed``: its day is closed, so it can
    no longer be taken back.
    """

    session: str | None
    file: str
    line: int
    date: date
    payer: int
    payee: int
    payer_name: str
    payee_name: str
    unit: str
    amount: int
    note: str
    undone: bool
    closed: bool


def payments_made(connection: DuckDBPyConnection) -> list[PaymentMade]:
    """Return all payments: those of the payments file first, each file in the order of its
    lines.
    """
    found = [PaymentMade(*row) for row in connection.execute(_MADE).fetchall()]
    standing: list[int] = []
    undone: set[int] = set()
    for place, one in enumerate(found):
        if one.session is not None:
            break  # in a log nothing is taken back: it is mended there
        taken = _taken_back(one, standing, found) if one.note == TAKEN_BACK else None
        if taken is None:
            standing.append(place)
        else:
            standing.remove(taken)
            undone |= {taken, place}
    return [one._replace(undone=place in undone) for place, one in enumerate(found)]


def _taken_back(back: PaymentMade, standing: list[int], found: list[PaymentMade]) -> int | None:
    """The index of the payment that another takes back: the last one of its day, or else the last
    one.
    """
    turned = (back.payee, back.payer, back.unit, back.amount)
    alike = [(place, found[place]) for place in standing]
    alike = [
        (place, one)
        for place, one in alike
        if (one.payer, one.payee, one.unit, one.amount) == turned
    ]
    return max(((one.date == back.date, place) for place, one in alike), default=(False, None))[1]


_MADE: Final = """
    SELECT id, payments.file, payments.line, payments.date, payer, payee, giver.name, getter.name,
        payments.unit, amount,
        coalesce(note, ''), FALSE, coalesce(payments.date <= (SELECT until FROM closed), FALSE)
    FROM payments LEFT JOIN sessions USING (session)
        JOIN players AS giver ON giver.player = payer JOIN players AS getter
            ON getter.player = payee
    ORDER BY id NULLS FIRST, payments.line
"""


# --- A payment ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Wish:
    """A payment as typed (today, in the book's currency, if not said); ``new`` allows unknown
    names, ``anyway`` a larger debt.
    """

    payer: str
    payee: str
    amount: str
    currency: str | None = None
    day: str | None = None
    note: str = ""
    new: bool = False
    anyway: bool = False
    # what was paid, if that was in another currency: ``10 EUR``; then ``currency`` is that of
    # ``amount``
    given: str = ""


class BalanceChange(NamedTuple):
    """Where somebody stood in a unit, and stands now, in minor units."""

    name: str
    unit: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment that is in the file for good, and what it changed for payer and payee."""

    path: Path
    line: int
    payment: PaymentLine
    unit: str
    changes: list[BalanceChange]
    # the units in which the two had something open, if they had nothing in that of the payment
    elsewhere: list[str]
    same: int | None = None
    """The line of a payment that is the same in all and still stands, if there was one: it may have
    been noted twice.
    """
    # the book has no other currency, so that a command need not name it
    only_currency: bool = False

    @property
    def undo(self) -> Wish:
        """The payment that undoes it."""
        payer, payee = self.changes
        return undoing(self.payment, anyway=makes_larger(payee.after, payer.after))


def undoing(one: PaymentLine, *, anyway: bool) -> Wish:
    """The payment that undoes another: the same one back, on the same day, so that no day between
    counts it.
    """
    amount = money_text(one.amount, one.currency)
    return Wish(one.payee, one.payer, amount, one.currency, one.date, TAKEN_BACK, anyway=anyway)


def pay_words(wish: Wish) -> list[str]:
    """A payment as the words of a command, after ``bourre``."""
    words = ["pay", wish.payer, wish.payee, wish.amount]
    for option, value in (
        ("--currency", wish.currency),
        ("--date", wish.day),
        ("--note", wish.note),
    ):
        words += [option, value] if value else []
    return words + (["--anyway"] if wish.anyway else [])


class LargerDebtError(UserError):
    """A payment that adds to a debt: from a player who is owed money to one who owes it."""


class Party(NamedTuple):
    """Somebody who paid or was paid: the name in the book, and the position by unit."""

    name: str
    stands: dict[str, int]


def pay(folder: Path, wish: Wish, waiting: Waiting | None = None) -> Paid:
    """Add a payment to the book at ``folder``; when this returns it is on the disk.

    Raises UserError for a player whom nobody knows, an amount or a day that makes no sense, and a
    file that cannot be written, and LargerDebtError for a payment that makes a debt larger: then
    nothing was changed.
    """
    with held(folder, waiting) as hold:
        (payer, payee), units = _concerned(hold, (wish.payer, wish.payee), new=wish.new)
        if payer.name == payee.name:
            same = (
                ""
                if wish.payer == wish.payee
                else f"{shown(wish.payer)} and {shown(wish.payee)} are one player: "
            )
            raise UserError(
                f"{same}nobody can pay themselves", "name the payer first, then the payee"
            )
        check_note(wish.note)
        unit = _unit(units, wish, [payer, payee])
        amount = parse_paid(wish.amount, unit)
        if not wish.anyway:
            _check_direction(payer, payee, amount, unit, wish)
        given = _given(wish, unit) if wish.given else None
        payment = PaymentLine(
            0, parse_day(wish.day), payer.name, payee.name, amount, unit, wish.note, given
        )
        path, (line,) = _append(hold, [payment])
        names = (payer.name, payee.name)

        def question(connection: DuckDBPyConnection) -> tuple[list[Party], int | None]:
            return parties(connection, names), _same(connection, line)

        now, earlier = hold.settle_written(question, f"the payment is in {path}, line {line}")
        open_units = {
            one
            for party in (payer, payee)
            for one, open_amount in party.stands.items()
            if open_amount
        }
        elsewhere = [] if unit in open_units else sorted(open_units)
        return Paid(
            path,
            line,
            payment,
            unit,
            _changes([payer, payee], now, unit),
            elsewhere,
            earlier,
            [unit] == units,
        )


def _given(wish: Wish, unit: str) -> Given:
    try:
        return given_for([*wish.given.split(), "for", wish.amount, unit], 0)[0]
    except Problem as problem:
        raise UserError(
            problem.message, problem.remedy or "write it like this: 10 EUR for 11.20 USD"
        ) from problem


def _concerned(hold: HeldBook, words: Sequence[str], *, new: bool) -> tuple[list[Party], list[str]]:
    """Return the players with some names, and the currencies of the book."""
    return hold.settle(
        lambda connection: (
            parties(connection, words, new=new),
            currencies(connection, hold.state.settings.usual_currency),
        )
    )


def _unit(book: Sequence[str], said: Wish | Cost, named: Sequence[Party]) -> str:
    """The currency of an amount among those named, in a book with some currencies.

    Raises CurrencyUnclearError.
    """
    if said.currency is not None:
        return parse_currency(said.currency)
    stands = [one.stands for one in named]
    unit = currency_meant(book, stands, said.amount, pays=isinstance(said, Wish))
    if unit is None:
        raise CurrencyUnclearError(choices(book, stands))
    return unit


def _changes(before: Sequence[Party], after: Sequence[Party], unit: str) -> list[BalanceChange]:
    both = zip(before, after, strict=True)
    return [
        BalanceChange(one.name, unit, one.stands.get(unit, 0), now.stands.get(unit, 0))
        for one, now in both
    ]


def _same(connection: DuckDBPyConnection, line: int) -> int | None:
    """The last line above ``line`` with the same payment; one taken back does not count: noting it
    again is no mistake.
    """
    standing = [one for one in payments_made(connection) if one.session is None and not one.undone]
    new = next((one for one in standing if one.line == line), None)
    same = [
        one.line
        for one in standing
        if new is not None and one.line < line and one == new._replace(line=one.line)
    ]
    return max(same, default=None)


def parties(
    connection: DuckDBPyConnection, words: Sequence[str], *, new: bool = False
) -> list[Party]:
    """Return the players with some names.

    Raises UserError for a name that nobody has, unless it may be ``new``.
    """
    names = player_names(connection)
    known = [_called(connection, word, new=new) for word in words]
    return [
        Party(one, {}) if isinstance(one, str) else Party(names[one], positions(connection, one))
        for one in known
    ]


def _called(connection: DuckDBPyConnection, word: str, *, new: bool) -> int | str:
    try:
        return player_called(connection, word)
    except UserError as error:
        if new:
            return parse_name(word)
        raise UserError(
            error.message, f"{error.remedy}; --new adds {shown(word)} as a new player"
        ) from error


def check_note(note: str) -> None:
    """Raise UserError for a note that is no line of plain text."""
    if FORBIDDEN.search(note):
        raise UserError(
            "the note must be one line of plain text",
            "leave out line breaks and control characters",
        )


def said_otherwise(note: str, amount: int, unit: str) -> str:
    """A sentence if the note begins as if it belonged to the amount, which it does not change; else
    empty.
    """
    return (
        f"The note says {visible(note)}, but the amount noted is {amount_text(amount, unit)}."
        if other_money(note, unit)
        else ""
    )


def makes_larger(payer: int, payee: int) -> bool:
    """True if a payment only adds to a debt: the payer owes nothing, the payee is owed nothing, and
    not both are square.
    """
    return payer >= 0 >= payee and payer != payee


def _check_direction(payer: Party, payee: Party, amount: int, unit: str, wish: Wish) -> None:
    one, other = payer.stands.get(unit, 0), payee.stands.get(unit, 0)
    if makes_larger(one, other):
        message = (
            f"{payer.name} {standing(one, unit)} and {payee.name} {standing(other, unit)}: this "
            "payment would add to the debt"
        )
        turned = replace(wish, payer=payee.name, payee=payer.name, amount=money_text(amount, unit))
        remedy = (
            f"if it was the other way round: {shell_text(['bourre', *pay_words(turned)])}; if it "
            "is for an evening that is not "
            "in the book yet, import that first; --anyway notes it as it is"
        )
        raise LargerDebtError(message, remedy)


def _append(hold: HeldBook, records: Sequence[PaymentLine | ExpenseLine]) -> tuple[Path, list[int]]:
    """Add lines to the payments file, which is replaced once; return where they are.

    Raises ClosedError for a closed day.
    """
    path, currency = hold.folder / PAYMENTS, hold.state.settings.usual_currency
    text = content_of(path) if path.exists() else b""
    for day in dict.fromkeys(one.date for one in records):
        check_day_is_open(hold.folder, day, "the payment")
    if not records:
        return path, []
    text, lines = with_payments(text, records, currency, str(path))
    write_atomically(path, text)
    return path, lines


# --- A shared cost --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Cost:
    """What one paid for several, as typed (today, in the book's currency, if not said); ``new``
    allows unknown names.
    """

    payer: str
    amount: str
    note: str
    sharers: tuple[str, ...]  # the names; who has no simple share with it: ``Ann=2``
    currency: str | None = None
    day: str | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Spent:
    """An expense that is in the file for good, and what it changed for everybody concerned, the
    payer first.
    """

    path: Path
    line: int
    expense: ExpenseLine
    unit: str
    changes: list[BalanceChange]


def spend(folder: Path, cost: Cost, waiting: Waiting | None = None) -> Spent:
    """Add an expense to the book at ``folder``; when this returns it is on the disk.

    Raises UserError for a player whom nobody knows, one who is named twice, an amount or a day that
    makes no sense, and a file that cannot be written: then nothing was changed.
    """
    if not cost.sharers:
        raise UserError("nobody is named as sharing this cost", "name them: --for Ann,Bea,Cal")
    called = [name_in(word) for word in cost.sharers]
    with held(folder, waiting) as hold:
        (payer, *sharers), units = _concerned(hold, (cost.payer, *called), new=cost.new)
        names = [one.name for one in sharers]
        _check_once(names, called)
        check_note(cost.note)
        unit = _unit(units, cost, [payer, *sharers])
        amount = parse_paid(cost.amount, unit)
        portions = portions_said(cost.sharers, amount, unit)
        expense = ExpenseLine(
            0, parse_day(cost.day), payer.name, amount, unit, cost.note, tuple(names), portions
        )
        path, (line,) = _append(hold, [expense])
        before = [payer, *(one for one in sharers if one.name != payer.name)]
        concerned = [one.name for one in before]
        after = hold.settle_written(
            lambda connection: parties(connection, concerned),
            f"the expense is in {path}, line {line}",
        )
        return Spent(path, line, expense, unit, _changes(before, after, unit))


def portions_said(sharers: Sequence[str], amount: int, unit: str) -> tuple[Portion, ...]:
    """The portions of sharers as typed, ``Ann=2``, of an amount in a currency.

    Raises UserError for what makes no sense.
    """
    try:
        return portions_from(["for", *sharers], 0, amount, unit, lambda _, index: str(index))[1]
    except Problem as problem:
        raise UserError(
            problem.message, problem.remedy or f"expected {problem.expected}"
        ) from problem


def take_back_cost(folder: Path, spent: Spent) -> None:
    """Delete the line of an expense and nothing else.

    Raises UserError, and changes nothing, if it is no longer there.
    """
    with held(folder) as hold:
        path = folder / PAYMENTS
        lines = content_of(path).split(b"\n") if path.exists() else []
        at = spent.line - 1
        if [line.rstrip(b"\r") for line in lines[at : at + 1]] != [
            format_statement(spent.expense).encode()
        ]:
            where = f"line {spent.line} of {path}"
            raise UserError(
                f"{where} has changed", "find the expense in that file, and delete it there"
            )
        del lines[at]
        check_may_be_written(path, b"\n".join(lines))
        write_atomically(path, b"\n".join(lines))
        hold.settle_written(session_count, f"the expense is no longer in {path}")


def _check_once(names: Sequence[str], words: Sequence[str]) -> None:
    for at, name in enumerate(names):
        if name in names[:at]:
            first, again = words[names.index(name)], words[at]
            both = (
                f"{shown(name)} is named twice"
                if first == again
                else f"{shown(first)} and {shown(again)} are one player"
            )
            raise UserError(both, "name each player once")


# --- A plan of payments ---------------------------------------------------------------------------
class LeftOut(NamedTuple):
    """A line of a plan that cannot be booked, and why."""

    transfer: SuggestedTransfer
    why: str


class Settlement(NamedTuple):
    """The payments to book of the plan ``how``, or that settle a ``session`` by itself, and the
    lines that cannot be booked.
    """

    payments: list[SuggestedTransfer]
    left_out: list[LeftOut]
    how: str = FEWEST
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Booked:
    """Payments that are in the file for good: where, each in its line, what, and whose balance
    changed.

    ``left_out`` are transfers that may have been booked already, and were not booked for that.
    """

    path: Path
    lines: tuple[int, ...]
    payments: tuple[PaymentLine, ...]
    changes: tuple[BalanceChange, ...]
    left_out: tuple[LeftOut, ...] = ()


# --- What there is to book ------------------------------------------------------------------------
def settlement(
    connection: DuckDBPyConnection, how: str = FEWEST, session: str | None = None
) -> Settlement:
    """Return what is left to book of the plan ``how``, or of the fewest payments that settle one
    session.

    Only money from one player to another is booked: a pot is paid by those who play for it. The
    session is named by its id; one that the book does not have any more leaves nothing to pay.
    """
    if session is None:
        return settlement_of(owing(connection, how).transfers, how)
    lines, uncertain = _of_session(connection, session)
    found = settlement_of(lines, how)
    return found._replace(left_out=uncertain + found.left_out, session=session)


def settlement_of(transfers: Iterable[SuggestedTransfer], how: str = FEWEST) -> Settlement:
    """What is left to book of the transfers of the plan ``how``, as ``Owing`` has them."""
    found = Settlement([], [], how)
    for one in transfers:
        if why := _no_payment(one):
            found.left_out.append(LeftOut(one, why))
        else:
            found.payments.append(one)
    return found


def _no_payment(one: SuggestedTransfer) -> str:
    """Why a transfer cannot be noted in the payments file; empty if it can."""
    if min(one.payer_account, one.payee_account) < 0:
        return "the source is unexplained, so it is not a payment"
    if min(one.payer_account, one.payee_account) == 0:
        return "it stays in the pot for the next evening"
    return "chips without a value are not money" if one.unit == CHIPS else ""


def _of_session(
    connection: DuckDBPyConnection, session: str, *, paid_then: bool = False
) -> tuple[list[SuggestedTransfer], list[LeftOut]]:
    """Return the lines that settle a session and have not been paid, and those that may have been.

    Nothing is booked twice: an equal payment strikes a line if it was made for this session, or on
    its day or later for no other. A line is uncertain if the same two have paid another amount
    since, or the same the day before, for the clock that dated the session may have been another.
    It is also uncertain if the payer owes nothing any more and the payee is owed nothing, or if
    that is true of one of them who has paid or been paid since, as when the plan of all sessions
    was paid. If it is known to have been ``paid_then``, where they stand today says nothing.
    """
    found_day = connection.execute(
        "SELECT date FROM sessions WHERE id = $id", {"id": session}
    ).fetchone()
    if found_day is None:
        return [], []
    (day,) = found_day
    paid = [one for one in payments_made(connection) if one.session is None and not one.undone]
    free = [one for one in paid if not one.note.startswith(SETTLES)]
    since = [
        one
        for one in paid
        if one.note == f"{SETTLES}{session}" or (one.date >= day and one in free)
    ]
    before = [one for one in free if one.date == day - timedelta(days=1)]
    rows = connection.execute("SELECT account, unit, amount FROM balances").fetchall()
    stands = {(account, unit): int(amount) for account, unit, amount in rows}
    left = []
    for one in settled_tonight(connection, session):
        line = (one.payer_account, one.payee_account, one.unit, one.amount)
        equal = next(
            (
                other
                for other in (*since, *before)
                if (other.payer, other.payee, other.unit, other.amount) == line
            ),
            None,
        )
        if equal in since:
            since.remove(equal)
        else:
            left.append(one)
            since += [equal] if equal else []
    doubts = [
        (one, "" if _no_payment(one) else _may_be_settled(one, since, {} if paid_then else stands))
        for one in left
    ]
    return [one for one, why in doubts if not why], [
        LeftOut(one, why) for one, why in doubts if why
    ]


def _may_be_settled(
    one: SuggestedTransfer, since: Sequence[PaymentMade], stands: dict[tuple[int, str], int]
) -> str:
    """Why a line of a session may have been paid already; nothing if there is no sign of it."""
    for other in since:
        if (other.payer, other.payee, other.unit) == (
            one.payer_account,
            one.payee_account,
            one.unit,
        ):
            amount = amount_text(other.amount, one.unit)
            return (
                f"{one.payer} paid {one.payee} {amount} on {other.date}, which may have been for "
                "this"
            )
    if not stands:
        return ""
    payer, payee = (
        stands.get((account, one.unit), 0) for account in (one.payer_account, one.payee_account)
    )
    took_part = {
        account
        for other in since
        if other.unit == one.unit
        for account in (other.payer, other.payee)
    }
    netted = (payer >= 0 and one.payer_account in took_part) or (
        payee <= 0 and one.payee_account in took_part
    )
    if netted or payer >= 0 >= payee:
        return (
            f"{one.payer} now {standing(payer, one.unit)}, and {one.payee} "
            f"{standing(payee, one.unit)}"
        )
    return ""


# --- Booking it -----------------------------------------------------------------------------------
def settle(
    folder: Path, agreed: Settlement, day: str | None = None, waiting: Waiting | None = None
) -> Booked:
    """Book the payments of a settlement in one step: readers, and a crash, find all of them or
    none.

    ``day`` is when they were made, today if None. Raises UserError, and writes nothing, if the
    payments are no longer those that were ``agreed`` on.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if settlement(connection, agreed.how, agreed.session).payments != agreed.payments:
            message = (
                "nothing was noted: the plan has changed, because somebody changed the book in "
                "the meantime"
            )
            raise UserError(message, "look at the new plan, then settle")

    with held(folder, waiting) as hold:
        hold.settle(check)
        return _book(
            hold, agreed.payments, day, f"{SETTLES}{agreed.session}" if agreed.session else ""
        )


def settle_then(folder: Path, sessions: Sequence[str], waiting: Waiting | None = None) -> Booked:
    """Book what settles each of some sessions, on its day: they were paid at the time.

    What may be booked already is not.
    """

    def said(connection: DuckDBPyConnection) -> tuple[list[PaymentLine], list[LeftOut]]:
        names = player_names(connection)
        days = dict(
            connection.execute("SELECT id, date FROM sessions ORDER BY date, id").fetchall()
        )
        lines, left_out = list[PaymentLine](), list[LeftOut]()
        for session, day in days.items():
            open_, uncertain = (
                _of_session(connection, session, paid_then=True) if session in wanted else ([], [])
            )
            left_out.extend(uncertain)
            lines += [
                PaymentLine(
                    0,
                    str(day),
                    names[one.payer_account],
                    names[one.payee_account],
                    one.amount,
                    one.unit,
                    f"{SETTLES}{session}",
                )
                for one in settlement_of(open_).payments
            ]
        return lines, left_out

    wanted = set(sessions)
    with held(folder, waiting) as hold:
        paid, uncertain = hold.settle(said)
        return replace(_write(hold, paid), left_out=tuple(uncertain))


def settle_line(
    folder: Path, line: SuggestedTransfer, how: str, day: str | None = None, note: str = ""
) -> Booked:
    """Book one payment of the plan ``how``.

    Raises UserError, and writes nothing, if it is no longer in the plan.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if line not in settlement(connection, how).payments:
            message = (
                f"nothing was noted: the plan no longer has this payment from {line.payer} to "
                f"{line.payee}"
            )
            raise UserError(
                message, "look at the plan again: somebody changed the book in the meantime"
            )

    check_note(note)
    with held(folder) as hold:
        hold.settle(check)
        return _book(hold, [line], day, note)


def _book(
    hold: HeldBook, payments: Sequence[SuggestedTransfer], day: str | None, note: str
) -> Booked:
    names, date = hold.settle(player_names), parse_day(day)
    said = (
        (names[one.payer_account], names[one.payee_account], one.amount, one.unit)
        for one in payments
    )
    return _write(hold, [PaymentLine(0, date, *one, note) for one in said])


def take_back(folder: Path, booked: Booked, waiting: Waiting | None = None) -> Booked:
    """Book the same payments the other way round, on their day and in one step."""
    with held(folder, waiting) as hold:
        turned = [
            one._replace(payer=one.payee, payee=one.payer, note=TAKEN_BACK)
            for one in reversed(booked.payments)
        ]
        return _write(hold, turned)


def take_back_one(folder: Path, made: PaymentMade) -> Booked:
    """Book a payment the other way round, on its day.

    Raises UserError if it was taken back or is gone, or its day is closed.
    """

    def check(connection: DuckDBPyConnection) -> None:
        if made.session is not None or made.undone or made not in payments_made(connection):
            raise UserError(
                "nothing was noted: this payment has already been taken back, or has changed",
                "look at it again",
            )

    with held(folder) as hold:
        hold.settle(check)
        day = made.date.isoformat()
        return _write(
            hold,
            [
                PaymentLine(
                    0, day, made.payee_name, made.payer_name, made.amount, made.unit, TAKEN_BACK
                )
            ],
        )


def _write(hold: HeldBook, payments: Sequence[PaymentLine]) -> Booked:
    before = hold.settle(_positions)
    path, lines = _append(hold, payments)
    after = hold.settle_written(
        _positions, f"the payments are in {path}, to line {lines[-1] if lines else 0}"
    )
    currency = hold.state.settings.currency
    moved = sorted(
        {(name, one.currency or currency) for one in payments for name in (one.payer, one.payee)}
    )
    changes = (
        BalanceChange(name, unit, before.get((name, unit), 0), after.get((name, unit), 0))
        for name, unit in moved
    )
    return Booked(path, tuple(lines), tuple(payments), tuple(changes))


def _positions(connection: DuckDBPyConnection) -> dict[tuple[str, str], int]:
    rows = connection.execute(
        "SELECT name, unit, amount FROM balances JOIN players ON account = player"
    ).fetchall()
    return {(name, unit): int(amount) for name, unit, amount in rows}
