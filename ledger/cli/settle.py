"""Money that changes hands outside the game: ``bourre settle``, ``bourre expense`` and ``bourre
pay``.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from ledger import book
from ledger.cli.answers import to_text
from ledger.cli.book_options import (
    ask_about_money,
    closed_line,
    command_on_book,
    folder_of,
    print_money,
    say_waiting,
)
from ledger.cli.terminal import (
    add_book_option,
    answer_to,
    change_table,
    confirms,
    folded,
    is_attended,
    note,
    wrapped,
)
from ledger.errors import UserError, shell_text
from ledger.log.between_hands import sharers_from, shares_of
from ledger.log.words import is_number, quote, visible
from ledger.money import FEWEST, PLANS, amount_text
from ledger.wording import counted, listing

T = TypeVar("T")
Said = TypeVar("Said", bound=Any)  # a payment or a shared cost as typed

DESCRIPTION: Final = """Note all the payments that bourre owes suggests, after one question.

They are shown first, with the links to pay them with. Then they are added to
payments.bourre in one step: nobody ever sees half of them. What goes into a
pot, what is unexplained, and chips without a value are not payments, and stay
as they are.

With --session these are the payments that settle one evening on its own,
whatever else is open. A line that has been paid since is struck out; one that
may have been paid is left out, and you are told. They are noted as "settles
EVENING".

examples:
  bourre settle
  bourre settle --plan winners            as in bourre owes --plan winners
  bourre settle --session 2026-11-20
  bourre settle --yes --date 2026-11-21   for scripts: no question

exit status: 0 the payments are on the disk, or there was nothing to pay; 1 the
answer was no; 2 nothing was noted
"""


class Shown(NamedTuple):
    """The payments to record, and what is needed to show them: handles by account, settings and
    currencies of the book.
    """

    settlement: book.payment_lines.Settlement
    handles: Mapping[int, str]
    settings: book.Settings
    currencies: list[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "--session",
        metavar="ID",
        help="only what settles this evening: its id, its file or its day",
    )
    parser.add_argument(
        "--plan", choices=list(PLANS), help="few payments (default), or pay whom you lost to"
    )
    parser.add_argument(
        "--date",
        metavar="DATE",
        help="the day of the payments, such as 2026-11-21 (default: today)",
    )
    parser.add_argument(
        "--future", action="store_true", help="accept a day that is still far ahead"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Show the payments, ask, and record them."""
    if args.session and args.plan:
        raise UserError(
            "--session has one plan, with few payments", "leave out --plan, or --session"
        )
    how, day = args.plan or FEWEST, _day(args)
    shown, left_out = ask_about_money(args, lambda connection: _shown(connection, args, how))
    print_money(args, as_text(shown, args), left_out)
    payments = shown.settlement.payments
    if not payments:
        return 0
    if not args.yes and not _is_meant(len(payments), day, args):
        print("Nothing was noted.")
        return 1
    booked = book.payment_lines.settle(folder_of(args), shown.settlement, day, say_waiting)
    print("\n" + "\n".join([*_told(booked, shown.currencies, args.book), *closed_line(args)]))
    return 0


def _day(args: argparse.Namespace) -> str:
    """The day that was said, else today; one that is still far ahead is asked about."""
    from ledger.log.records import is_far

    day = book.input_values.parse_day(args.date)
    if is_far(day) and not args.future:
        error = UserError(
            f"{day} is still to come",
            "write the day on which it was paid; --future notes it for that day",
        )
        if not is_attended() or not confirms(f"{error.message}. Is that the day?"):
            raise error
    return day


def _shown(connection: book.Connection, args: argparse.Namespace, how: str) -> Shown:
    folder = folder_of(args)
    session = args.session and book.figures.session_called(connection, args.session, folder)
    settings = book.read_settings(folder / book.folder.SETTINGS)
    return Shown(
        book.payment_lines.settlement(connection, how, session),
        book.figures.handles(connection),
        settings,
        book.currencies.currencies(connection, settings.usual_currency),
    )


def _is_meant(count: int, day: str, args: argparse.Namespace) -> bool:
    """Ask at a terminal; True if the answer is yes. Raises UserError if there is no terminal."""
    if not is_attended():
        words = ["settle", "--yes"]
        for option, value in (
            ("--session", args.session),
            ("--plan", args.plan),
            ("--date", args.date),
        ):
            words += [option, value] if value else []
        remedy = f"if all the payments were made: {command_on_book(shell_text(words), args.book)}"
        raise UserError("nothing was noted: there is no terminal to ask for confirmation", remedy)
    these = "this payment" if count == 1 else f"these {count:,} payments"
    return confirms(f"\nNote {these} as made on {day}?")


# --- In words -------------------------------------------------------------------------------------
def as_text(shown: Shown, args: argparse.Namespace) -> str:
    """The payments with their links, what is left out of them and why, and whose handle is
    missing.
    """
    payments, session = shown.settlement.payments, shown.settlement.session
    nothing = (
        f"Nothing is left to pay for {visible(session)}." if session else "There is nothing to pay."
    )
    parts = [
        "\n".join(
            line
            for said in book.transfer_words.payment_lines(shown.settings, shown.handles, payments)
            for line in said.lines
        )
        or nothing
    ]
    if shown.settlement.left_out:
        parts.append("\n".join(["Not included:" if payments else "Still open:", *_left_out(shown)]))
    if names := book.transfer_words.without_handle(shown.settings, payments):
        parts.append(to_text([book.transfer_words.no_link(names)], args.book))
    return "\n\n".join(part for part in parts if part)


def _left_out(shown: Shown) -> Iterator[str]:
    for one, why in shown.settlement.left_out:
        yield folded(
            f"{book.transfer_words.transfer_sentence(one, {}).text}: {why}",
            "  ",
            "    ",
            long_words=False,
        )


def _told(booked: book.payment_lines.Booked, units: list[str], book: str | None) -> Iterator[str]:
    """Yield where the payments were written, what they changed, and how to undo them; ``units`` are
    the book's currencies.
    """
    first, last = booked.lines[0], booked.lines[-1]
    where = f"line {first}" if first == last else f"lines {first} to {last}"
    yield (
        f"Noted {counted(len(booked.payments), 'payment')}, {_sums(booked)}: {booked.path}, {where}"
    )
    yield ""
    yield change_table(booked.changes)
    yield ""
    yield "To undo it:" if len(booked.payments) == 1 else "To undo them, run all of these:"
    yield from _undoing(booked, units, book)


def _sums(booked: book.payment_lines.Booked) -> str:
    sums: dict[str, int] = defaultdict(int)
    for one in booked.payments:
        sums[one.currency or ""] += one.amount
    return " and ".join(amount_text(amount, unit) for unit, amount in sums.items())


def _undoing(
    booked: book.payment_lines.Booked, units: list[str], book: str | None
) -> Iterator[str]:
    from ledger.book import pay_words, undoing

    for one in booked.payments:
        wish = replace(
            undoing(one, anyway=True), currency=None if [one.currency] == units else one.currency
        )
        yield f"  {command_on_book(shell_text(pay_words(wish)), book)}"


# --- bourre expense -------------------------------------------------------------------------------
EXPENSE_DESCRIPTION: Final = """\
Note that one player paid something for several, in equal shares or as said.

The expense is added to payments.bourre in the folder of the book, and is safely
on the disk when this command returns. The payer has a share too if named after
for. Ann=2 counts twice, such as for a couple, Cal=12.50 has that much, Dot=25%
that part; the others share the rest. Odd cents go to those named first. A name
that is not in the book is refused, unless you say --new.

examples:
  bourre expense Bea 40 pizza for Ann Bea Cal
  bourre expense Bea 40 pizza for Ann=2 Bea Cal=12.50
  bourre expense "Big Al" 25.50 two decks of cards --for "Big Al,Eve"
  bourre expense Eve 12 taxi --for Ann --date 2026-11-21 --currency EUR

exit status: 0 the expense is on the disk; 2 nothing was noted
"""


def add_expense_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("payer", metavar="WHO", help="who paid: any name of a player of the book")
    parser.add_argument("amount", metavar="AMOUNT", help="how much: 12.50")
    parser.add_argument(
        "note", nargs="*", metavar="WHAT", help="what it was for, and then: for NAME[=SHARE] …"
    )
    parser.add_argument(
        "--for",
        dest="sharers",
        metavar="NAMES",
        help="who it was for, separated by commas: Ann=2,Bea",
    )
    parser.add_argument(
        "--currency", metavar="CUR", help="the currency: USD, EUR, … (default: as the book tells)"
    )
    parser.add_argument(
        "--date", metavar="DATE", help="the day it was paid, such as 2026-11-21 (default: today)"
    )
    parser.add_argument(
        "--future", action="store_true", help="accept a day that is still far ahead"
    )
    parser.add_argument(
        "--new", action="store_true", help="accept a name that is not in the book, as a new player"
    )
    add_book_option(parser)


def run_expense(args: argparse.Namespace) -> int:
    """Note the expense and print what was written, and where everybody stands now."""
    what, sharers = _shared(args)
    cost = book.Cost(args.payer, args.amount, what, sharers, args.currency, args.date, args.new)
    _day(args)
    spent = _noted(cost, lambda one: book.spend(folder_of(args), one, say_waiting))
    print("\n".join([*_lines(spent), *closed_line(args)]))
    return 0


def _shared(args: argparse.Namespace) -> tuple[str, tuple[str, ...]]:
    """What a cost was for, and for whom: after --for, or as in a log behind the word for."""
    if args.sharers is not None:
        return " ".join(args.note), tuple(filter(None, map(str.strip, args.sharers.split(","))))
    words = ["expense", args.payer, args.amount, *args.note]
    start = sharers_from(
        words, " ".join(map(quote, words)), lambda word: word != "for" and not is_number(word)
    )
    return " ".join(words[3:start]), tuple(
        filter(None, (word.strip(" ,") for word in words[start + 1 :]))
    )


def _noted(said: Said, note_it: Callable[[Said], T]) -> T:
    """Note what was said, and at a terminal ask what is not clear about it."""
    while True:
        try:
            return note_it(said)
        except book.currencies.CurrencyUnclearError as error:
            unit = (
                answer_to(
                    f"In which currency{', ' if error.units else ''}{' or '.join(error.units)}? "
                )
                if is_attended()
                else ""
            )
            if not unit:
                raise
            said = replace(said, currency=unit.upper())
        except book.LargerDebtError as error:
            if not is_attended():
                raise
            note(error.message)
            if not confirms("Note it anyway?"):
                raise
            said = replace(said, anyway=True)


def _lines(spent: book.Spent) -> list[str]:
    said, unit = spent.expense, spent.unit
    shares = [
        amount_text(share, unit) for share in shares_of(said.amount, said.sharers, said.portions)
    ]
    if said.portions:
        parts = [f"{name} {share}" for name, share in zip(said.sharers, shares, strict=True)]
        shared = f"of it {listing(parts)}"
    else:
        shared = f"shared by {', '.join(said.sharers)}: {' or '.join(dict.fromkeys(shares))} each"
    what = f" for {said.note}" if said.note else ""
    paid = f"{said.payer} paid {amount_text(said.amount, unit)}{what} on {said.date}"
    return [
        wrapped(visible(f"{paid}, {shared}"), ""),
        f"{spent.path}, line {spent.line}",
        "",
        change_table(spent.changes),
        "",
        *([told, ""] if (told := book.said_otherwise(said.note, said.amount, unit)) else []),
        f"To undo it, delete line {spent.line} of {spent.path}.",
    ]


# --- bourre pay -----------------------------------------------------------------------------------
PAY_DESCRIPTION: Final = """Note that one player paid another, outside the game.

The payment is added to payments.bourre in the folder of the book, and is safely
on the disk when this command returns. To undo it, pay the same amount back: the
command for that is printed. A name that is not in the book is refused unless
you say --new. A payment from somebody who is owed money to somebody who owes it
makes the debt larger: you are asked whether you mean it, and a script must say
--anyway.

examples:
  bourre pay Cal Eve 12.50
  bourre pay Cal Eve 12.50 --note "venmo, for both evenings"
  bourre pay "Big Al" Eve 20 --currency EUR --date 2026-11-21
  bourre pay Cal Eve 10 EUR for 11.20 USD    settles 11.20 USD; no rate is kept

exit status: 0 the payment is on the disk; 2 nothing was noted
"""


def add_pay_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument("payer", metavar="FROM", help="who paid: any name of a player of the book")
    parser.add_argument("payee", metavar="TO", help="who got it")
    parser.add_argument("amount", metavar="AMOUNT", help="how much: 12.50")
    parser.add_argument(
        "other",
        nargs="*",
        metavar="CUR for AMOUNT CUR",
        help="what it settles, in another currency",
    )
    parser.add_argument(
        "--currency", metavar="CUR", help="the currency: USD, EUR, … (default: as the book tells)"
    )
    parser.add_argument(
        "--note", default="", metavar="TEXT", help="a remark that stays with the payment"
    )
    parser.add_argument(
        "--date", metavar="DATE", help="the day of the payment, such as 2026-11-21 (default: today)"
    )
    parser.add_argument(
        "--future", action="store_true", help="accept a day that is still far ahead"
    )
    parser.add_argument(
        "--new", action="store_true", help="accept a name that is not in the book, as a new player"
    )
    parser.add_argument(
        "--anyway", action="store_true", help="accept a payment that makes a debt larger"
    )
    add_book_option(parser)


def run_pay(args: argparse.Namespace) -> int:
    """Note the payment and print what was written, and where both stand now."""
    amount, unit, given = _settled(args)
    wish = book.Wish(
        args.payer, args.payee, amount, unit, args.date, args.note, args.new, args.anyway, given
    )
    _day(args)
    paid = _noted(wish, lambda one: book.pay(folder_of(args), one, say_waiting))
    print("\n".join(_receipt(paid, args)))
    return 0


def _settled(args: argparse.Namespace) -> tuple[str, str | None, str]:
    """The amount that is settled, its currency, and what was paid for it in another one."""
    from ledger.log import currency_meant

    match args.other:
        case []:
            return args.amount, args.currency, ""
        case [unit] if (code := currency_meant(unit)) and args.currency in {None, code}:
            return args.amount, code, ""
        case [unit, "for", amount, other] if args.currency in {None, other}:
            return amount, other, f"{args.amount} {unit}"
    words = " ".join([args.amount, *args.other])
    raise UserError(
        f"{visible(words)} is not an amount",
        "such as: 12.50, 12.50 EUR, or 10 EUR for 11.20 USD; a remark: --note",
    )


def _receipt(paid: book.Paid, args: argparse.Namespace) -> list[str]:
    said, unit = paid.payment, paid.unit
    undo = book.pay_words(
        replace(paid.undo, currency=None) if paid.only_currency and not args.currency else paid.undo
    )
    given = "" if said.given is None else f"{amount_text(*said.given)} for "
    lines = [
        (
            f"{said.payer} paid {said.payee} {given}{amount_text(said.amount, unit)} on "
            f"{said.date}: {paid.path}, line {paid.line}"
        ),
        "",
        change_table(paid.changes),
        "",
    ]
    if paid.same is not None:
        lines += [
            (
                f"Line {paid.same} has the same payment, and both count. If it was paid only "
                "once, undo this one."
            ),
            "",
        ]
    if told := book.said_otherwise(said.note, said.amount, unit):
        lines += [told, ""]
    if paid.elsewhere:
        lines += [
            f"Neither owed or was owed anything in {unit}, only in {' and '.join(paid.elsewhere)}.",
            "",
        ]
    return [
        *lines,
        f"To undo it: {command_on_book(shell_text(undo), args.book)}",
        *closed_line(args),
    ]
