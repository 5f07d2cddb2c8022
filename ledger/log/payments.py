"""The payments file, what people paid each other between sessions (log-format.md, "Payments between
evenings").

First its statements, each with its record, then its reader. A bad line loses only itself, never the
file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from ledger.errors import nearest
from ledger.log.between_hands import Portion, expense_text, portions_from, sharers_from
from ledger.log.grammar import (
    DATE,
    HEADER_STATEMENTS,
    Kind,
    Part,
    Statement,
    Version,
    by_keyword,
    free_words,
    note_text,
    own,
)
from ledger.log.reader import Errors, GiveUp, lines_of, refuse, refuse_what_is_not_text, text_of
from ledger.log.records import Comment, Diagnostic, Foreign, Unreadable
from ledger.log.spellings import (
    before_the_keyword,
    behind_a_prefix,
    currencies_named,
    date_meant,
    is_exchange,
    keyword_meant,
)
from ledger.log.values import (
    Context,
    check_quotes,
    currency_from,
    money_from,
    money_text,
    name_from,
)
from ledger.log.words import (
    BLANK,
    Problem,
    first_word,
    is_number,
    quote,
    quoted,
    shown,
    spelt_plainly,
    split,
)
from ledger.wording import MONTH_BY_NAME


# --- Payment statements ---------------------------------------------------------------------------
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


class Given(NamedTuple):
    """An amount in minor units of another currency."""

    amount: int
    currency: str


class PaymentLine(NamedTuple):
    """``pay Bea Ann 12.50 venmo``: from Bea to Ann, with the day and the currency that apply there.

    ``amount`` is in minor units of ``currency``, which is None if none was named (then hundredths);
    ``note`` is the free text, without its quotes. In ``pay Bea Ann 10 EUR for 11.20 USD`` the
    amount is what was settled, 11.20 USD, and ``given`` what was paid for it; no rate is known.
    """

    line: int
    date: str
    payer: str
    payee: str
    amount: int
    currency: str | None
    note: str
    given: Given | None = None
    comment: str = ""


class ExpenseLine(NamedTuple):
    """``expense Bea 40 pizza for Ann=2 Bea Cal=12.50``: Bea paid for those named, with the day and
    the currency there.

    ``amount``, ``currency`` and ``note`` are as in a payment; ``sharers`` are those it was for,
    ``portions`` what each has, empty for equal shares.
    """

    line: int
    date: str
    payer: str
    amount: int
    currency: str | None
    note: str
    sharers: tuple[str, ...]
    portions: tuple[Portion, ...] = ()
    comment: str = ""


InPayments: TypeAlias = Version | Date | Currency | PaymentLine | ExpenseLine
_PAY_FORM: Final = "who paid, who got it, and how much: pay Bea Ann 12.50"


def _date(context: Context, said: Date) -> None:
    context.date = said.date
    context.lost.pop("date", None)


def _currency(context: Context, said: Currency) -> None:
    context.currency = said.currency
    context.lost.pop("currency", None)


def _pay(context: Context, line: int, words: list[str], comment: str, text: str) -> PaymentLine:
    payer, payee = _player(words, 1), _player(words, 2)
    if payer == payee:
        raise Problem(
            2, f"{shown(payee)} cannot pay themselves", _PAY_FORM, "name who paid, then who got it"
        )
    if is_exchange(words[4:]):
        day = _day(context, "payment", "currency")
        given, settled = given_for(words, 3)
        return PaymentLine(
            line, day, payer, payee, *settled, free_words(words, text, 8), given, comment
        )
    day = _day(context, "payment")
    amount = money_from(words, 3, context.currency, "currency")
    return PaymentLine(
        line, day, payer, payee, amount, context.currency, free_words(words, text, 4), None, comment
    )


def given_for(words: list[str], index: int) -> tuple[Given, Given]:
    """What was paid and what that settled, of ``10 EUR for 11.20 USD`` at an index.

    Raises Problem for what is none.
    """
    both = []
    for at in (index, index + 3):
        unit = currency_from(words, at + 1)
        both.append(Given(money_from(words, at, unit), unit))
    given, settled = both
    if given.currency == settled.currency:
        raise Problem(
            index + 4,
            "both amounts are in one currency",
            "pay Bea Ann 10 EUR for 11.20 USD",
            "write what was paid once",
        )
    return given, settled


def _expense(context: Context, line: int, words: list[str], comment: str, text: str) -> ExpenseLine:
    payer = _player(words, 1)
    day = _day(context, "expense")
    amount = money_from(words, 2, context.currency, "currency")
    start = sharers_from(words, text, lambda word: word != "for" and not is_number(word))
    if start == len(words):
        expected = "who paid, how much, for what and for whom: expense Bea 40 pizza for Ann Bea Cal"
        raise Problem(
            start, "the people it was for are missing", expected, "write for and their names"
        )
    check_quotes(text, split(text).columns[start] - 1)
    sharers, portions = portions_from(words, start, amount, context.currency, name_from)
    return ExpenseLine(
        line,
        day,
        payer,
        amount,
        context.currency,
        free_words(words, text, 3, start),
        sharers,
        portions,
        comment,
    )


def _day(context: Context, what: str, said: str = "") -> str:
    """The day that applies there.

    Raises Problem if it, or the currency, is not known, unless the line has ``said`` it.
    """
    for kind, spoiled in context.lost.items():
        if kind == said:
            continue
        message = f"the {kind} of this {what} is not known: line {spoiled} cannot be read"
        raise Problem(0, message, f"a `{kind}` line above it", f"put line {spoiled} right")
    if context.date is None:
        article = "an" if what[0] in "aeiou" else "a"
        raise Problem(
            0,
            f"{article} {what} without a date",
            "a `date` line above it",
            "write one above it: date 2026-11-21",
        )
    return context.date


def _player(words: list[str], index: int) -> str:
    if index < len(words) and is_number(words[index]):
        raise Problem(
            index,
            f"{shown(words[index])} is a number, not a player",
            _PAY_FORM,
            "name both players first",
        )
    return name_from(words, index)


def _pay_text(said: PaymentLine, _currency: str | None) -> str:
    amount = money_text(said.amount, said.currency)
    if said.given is not None:
        amount = f"{money_text(*said.given)} {said.given.currency} for {amount} {said.currency}"
    note = (
        quoted(said.note)
        if said.given is None and is_exchange(said.note.split())
        else note_text(said.note)
    )
    words = ("pay", quote(said.payer), quote(said.payee), amount, note)
    return " ".join(filter(None, words))


def _parts(**forms: str) -> tuple[Part, ...]:
    """The parts of a statement that only its own reader reads, each with its form."""
    return tuple(Part(name, own(form)) for name, form in forms.items())


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
        (
            Part(
                "currency",
                Kind(
                    "",
                    "CURRENCY",
                    lambda _context, words, at, _form: currency_from(words, at),
                    lambda code, _: code,
                ),
            ),
        ),
        says="the currency of the payments below",
        example="currency EUR",
        help=(
            "The currency of the payments below, up to the next; before the first, that of the "
            "book."
        ),
        then=_currency,
    ),
    Statement(
        "pay",
        PaymentLine,
        _parts(payer="PLAYER", payee="PLAYER", amount="MONEY", note="[WORDS]", given=""),
        example="pay Bea Ann 12.50 venmo",
        help=(
            "Money from one person to another, between two evenings; 10 EUR for 11.20 USD: what "
            "was paid, and what it settles."
        ),
        own_reader=_pay,
        own_writer=_pay_text,
    ),
    Statement(
        "expense",
        ExpenseLine,
        _parts(
            payer="PLAYER",
            amount="MONEY",
            note="[WORDS]",
            sharers="for PLAYER[=SHARE] …",
            portions="",
        ),
        example="expense Bea 40 pizza for Ann Bea Cal",
        help=(
            "Money that somebody spent for the people named, in equal shares or as said: Ann=2, "
            "Cal=12.50, Dot=25%."
        ),
        own_reader=_expense,
        own_writer=lambda said, _: expense_text(said, said.currency),
    ),
)
"""The statements by keyword; the first line is ``bourre 1``, as in a log."""

VERSION: Final = HEADER_STATEMENTS["bourre"]


# --- Payment file ---------------------------------------------------------------------------------
# what may stand in a payments file
PaymentRecord: TypeAlias = InPayments | Comment | Foreign | Unreadable


@dataclass(slots=True)
class Payments:
    """One payments file.

    ``readable`` is False if it is none, or was given up: what is in it then is not all there is.

    ``payments`` and ``expenses`` are the lines that can be booked; ``statements`` is everything, in
    order. ``date`` and ``currency`` are those in force at the end of the file; ``lost`` has
    ``date`` or ``currency``, with the number of its line, where that cannot be read.
    """

    file: str
    readable: bool = True
    payments: list[PaymentLine] = field(default_factory=list)
    expenses: list[ExpenseLine] = field(default_factory=list)
    statements: list[PaymentRecord] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    date: str | None = None
    currency: str | None = None
    lost: dict[str, int] = field(default_factory=dict)


_EXPECTED: Final = "one of " + ", ".join(PAYMENT_STATEMENTS)
_KEYWORDS_HERE: Final = tuple(PAYMENT_STATEMENTS)
_A_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_FEW: Final = 4  # a line with at most this many words is hardly a remark


def read_payments(text: str | bytes, file: str, currency: str | None = None) -> Payments:
    """Read a payments file. Never raises: what is wrong is in ``Payments.errors``, in line order.

    ``currency``, that of the book, applies until a line of the file names another. Bytes are read
    as UTF-8; a line with other bytes becomes an error. ``file`` is the file's name in errors.
    """
    payments = Payments(file, currency=currency)
    errors = Errors(file, payments.errors, "a payments file")
    context = Context()
    context.currency, context.lost = currency, payments.lost
    try:
        _Reader(payments, context, errors).read(text_of(text, errors))
    except GiveUp:
        payments.readable = False
    payments.date, payments.currency = context.date, context.currency
    return payments


class _Reader:
    """Reads line by line; ``begun`` once the first statement was ``bourre 1``."""

    def __init__(self, payments: Payments, context: Context, errors: Errors) -> None:
        self.payments, self.context, self.errors = payments, context, errors
        self.begun = False

    def read(self, text: str) -> None:
        """Read all lines. Raises GiveUp if it is not a payments file, or has too many errors."""
        for number, line in enumerate(lines_of(text), 1):
            try:
                record = self.statement(number, line)
            except Problem as problem:
                self.spoil(number, line, problem)
                if self.begun:
                    continue
                if "\0" in text:
                    refuse_what_is_not_text(self.errors)
                raise GiveUp from None
            if record is not None:
                self.payments.statements.append(record)
        if not self.begun:
            refuse(
                self.errors,
                "`bourre 1` is missing",
                "that line, and payments below it",
                "write it at the top: bourre 1",
            )

    def statement(self, number: int, line: str) -> PaymentRecord | None:
        """The record of a line, None for an empty one. Raises Problem if it cannot be read."""
        if first_word(line).startswith("x-"):
            return Foreign(number, line.lstrip(BLANK))
        words, _, comment, _ = split(line)
        if not words:
            return Comment(number, line[0] in BLANK, comment) if comment else None
        if words[0] in PAYMENT_STATEMENTS and self.begun:
            said = PAYMENT_STATEMENTS[words[0]].read(self.context, number, words, comment, line)
            if isinstance(said, PaymentLine):
                self.payments.payments.append(said)
            elif isinstance(said, ExpenseLine):
                self.payments.expenses.append(said)
            return said
        if words[0] == VERSION.keyword and not self.begun:
            version = VERSION.read(self.context, number, words, comment, line)
            assert isinstance(version, Version)
            self.begun = True
            return version
        raise self.stray(words)

    def stray(self, words: list[str]) -> Problem:
        """The Problem of a line whose first word is not allowed there."""
        word = words[0]
        if not self.begun:
            message = f"a payments file does not begin with {shown(word)}"
            remedy = (
                "write bourre 1 above it"
                if word in PAYMENT_STATEMENTS
                else "check that it is the right file"
            )
            return Problem(0, message, "`bourre 1`", remedy)
        if word == "bourre":
            return Problem(0, "`bourre` stands here twice", _EXPECTED, "delete the line")
        meant = (
            before_the_keyword(words, _KEYWORDS_HERE)
            or keyword_meant(word, _KEYWORDS_HERE)
            or "put a # before a comment"
        )
        return Problem(
            0, f"a line cannot begin with {shown(word)}", _EXPECTED, meant, near=PAYMENT_STATEMENTS
        )

    def spoil(self, number: int, line: str, problem: Problem) -> None:
        """Keep an unreadable line word for word, and note what is unknown from there on."""
        self.payments.statements.append(Unreadable(number, line))
        for kind in _may_have_been(line):
            self.payments.lost[kind] = number
        self.errors.add(problem, number, line)


def _may_have_been(line: str) -> list[str]:
    """Which of ``date`` and ``currency`` an unreadable line may have been meant to set."""
    words = spelt_plainly(line).split() or [""]
    keyword = words[0][:40].casefold()
    if keyword not in {*PAYMENT_STATEMENTS, "bourre"}:
        keyword = behind_a_prefix([word.casefold() for word in words], _KEYWORDS_HERE) or nearest(
            keyword, PAYMENT_STATEMENTS
        )
    if keyword:
        return [keyword] if keyword in {"date", "currency"} else []
    few = len(words) < _FEW
    named = few and any(
        date_meant(word) or word.strip(".,").casefold() in MONTH_BY_NAME for word in words
    )
    found = ["date"] if named or _A_DATE.search(" ".join(words)) else []
    return found + (["currency"] if few and any(map(currencies_named, words)) else [])
