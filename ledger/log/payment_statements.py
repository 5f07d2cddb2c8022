"""The statements of a payments file, each with its record (log-format.md, "Payments between evenings")."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ledger.log.between_hands import each_once, free_words, shared_text, sharers_from
from ledger.log.context import Context, check_quotes, name_from
from ledger.log.header_statements import HEADER_STATEMENTS, Version
from ledger.log.parts import DATE, Kind, Part, note_from, note_text, own
from ledger.log.statement import Statement, by_keyword
from ledger.log.values import currency_from, money_from, money_text
from ledger.log.words import Problem, is_number, quote, shown, split


class Date(NamedTuple):
    """``date 2026-11-21``: the day of the payments below."""

    line: int
    date: str
    comment: str = ""


class Currency(NamedTuple):
    """``currency EUR``: the currency of the payments below."""

    line: int
    currency: str
    comment: str = ""


class PaymentLine(NamedTuple):
    """``pay Bea Ann 12.50 venmo``: from Bea to Ann, with the day and the currency that apply there.

    ``amount`` is in minor units of ``currency``, which is None if none was named (then hundredths);
    ``note`` is the free text, without its quotes.
    """

    line: int
    date: str
    payer: str
    payee: str
    amount: int
    currency: str | None
    note: str
    comment: str = ""


class ExpenseLine(NamedTuple):
    """``expense Bea 40 pizza for Ann Bea Cal``: Bea paid for those named, in equal shares, with the day and currency there.

    ``amount``, ``currency`` and ``note`` are as in a payment; ``sharers`` are those it was for.
    """

    line: int
    date: str
    payer: str
    amount: int
    currency: str | None
    note: str
    sharers: tuple[str, ...]
    comment: str = ""


InPayments: TypeAlias = Version | Date | Currency | PaymentLine | ExpenseLine


def _date(context: Context, said: Date) -> None:
    context.date = said.date
    context.lost.pop("date", None)


def _currency(context: Context, said: Currency) -> None:
    context.currency = said.currency
    context.lost.pop("currency", None)


def _pay(context: Context, line: int, words: list[str], comment: str, text: str) -> PaymentLine:
    payer, payee = _player(words, 1), _player(words, 2)
    day = _day(context, "payment")
    amount = money_from(words, 3, context.currency, "currency")
    return PaymentLine(line, day, payer, payee, amount, context.currency, note_from(words, 4, text), comment)


def _expense(context: Context, line: int, words: list[str], comment: str, text: str) -> ExpenseLine:
    payer = _player(words, 1)
    day = _day(context, "expense")
    amount = money_from(words, 2, context.currency, "currency")
    start = sharers_from(words, text, lambda word: word != "for" and not is_number(word))
    if start == len(words):
        expected = "who paid, how much, for what and for whom: expense Bea 40 pizza for Ann Bea Cal"
        raise Problem(start, "the people it was for are missing", expected, "write for and their names")
    check_quotes(text, split(text).columns[start] - 1)
    sharers = each_once([name_from(words, index) for index in range(start + 1, max(len(words), start + 2))], start + 1)
    return ExpenseLine(line, day, payer, amount, context.currency, free_words(words, text, 3, start), sharers, comment)


def _day(context: Context, what: str) -> str:
    """The day that applies there. Raises Problem if it, or the currency, is not known."""
    for kind, spoiled in context.lost.items():
        message = f"the {kind} of this {what} is not known: line {spoiled} cannot be read"
        raise Problem(0, message, f"a `{kind}` line above it", f"put line {spoiled} right")
    if context.date is None:
        article = "an" if what[0] in "aeiou" else "a"
        raise Problem(0, f"{article} {what} without a date", "a `date` line above it", "write one above it: date 2026-11-21")
    return context.date


def _player(words: list[str], index: int) -> str:
    if index < len(words) and is_number(words[index]):
        expected = "who paid, who got it, and how much: pay Bea Ann 12.50"
        raise Problem(index, f"{shown(words[index])} is a number, not a player", expected, "name both players first")
    return name_from(words, index)


def _pay_text(said: PaymentLine, _currency: str | None) -> str:
    words = ("pay", quote(said.payer), quote(said.payee), money_text(said.amount, said.currency), note_text(said.note))
    return " ".join(filter(None, words))


def _expense_text(said: ExpenseLine, _currency: str | None) -> str:
    rest = shared_text(said.note, said.sharers)
    return " ".join(["expense", quote(said.payer), money_text(said.amount, said.currency), rest])


PAYMENT_STATEMENTS: Final[dict[str, Statement[InPayments]]] = by_keyword(
    Statement(
        "date",
        Date,
        (Part("date", DATE),),
        says="the day of the payments below",
        example="date 2026-11-21",
        help="The day of the payments below, up to the next.",
        then=_date,
    ),
    Statement(
        "currency",
        Currency,
        (Part("currency", Kind("", "CURRENCY", lambda line, index: currency_from(line.words, index), lambda code, _: code)),),
        says="the currency of the payments below",
        example="currency EUR",
        help="The currency of the payments below, up to the next; before the first, that of the book.",
        then=_currency,
    ),
    Statement(
        "pay",
        PaymentLine,
        tuple(
            Part(field, own(form))
            for field, form in (("payer", "PLAYER"), ("payee", "PLAYER"), ("amount", "MONEY"), ("note", "[WORDS]"))
        ),
        example="pay Bea Ann 12.50 venmo",
        help="Money from one person to another, between two sessions.",
        own_reader=_pay,
        own_writer=_pay_text,
    ),
    Statement(
        "expense",
        ExpenseLine,
        tuple(
            Part(field, own(form))
            for field, form in (("payer", "PLAYER"), ("amount", "MONEY"), ("note", "[WORDS]"), ("sharers", "for PLAYER …"))
        ),
        example="expense Bea 40 pizza for Ann Bea Cal",
        help="Money that somebody spent for the people named, in equal shares.",
        own_reader=_expense,
        own_writer=_expense_text,
    ),
)
"""The statements by keyword; the first line is ``bourre 1``, as in a log."""

VERSION: Final = HEADER_STATEMENTS["bourre"]
