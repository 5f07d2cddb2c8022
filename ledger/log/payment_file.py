"""Reads a payments file: what people paid each other between sessions. A bad line loses only itself, never the file."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from ledger.errors import nearest
from ledger.files import PAYMENTS_FILE
from ledger.log.context import Context
from ledger.log.header_statements import HEADER_STATEMENTS, Version
from ledger.log.payment_statements import PAYMENT_STATEMENTS, VERSION, ExpenseLine, PaymentLine
from ledger.log.reader import decoded, lines_of, refuse, refuse_what_is_not_text, text_of
from ledger.log.records import Comment, Errors, Foreign, GiveUp, PaymentRecord, Payments, Unreadable
from ledger.log.values import before_the_keyword, behind_a_prefix, currencies_named, date_meant, keyword_meant
from ledger.log.words import BLANK, Problem, first_word, shown, spelt_plainly, split
from ledger.months import MONTH_BY_NAME

_EXPECTED: Final = "one of " + ", ".join(PAYMENT_STATEMENTS)

_KEYWORDS_HERE: Final = tuple(PAYMENT_STATEMENTS)
_A_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
_FEW: Final = 4
"""A line with at most this many words is hardly a remark."""


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


def is_payments(text: str | bytes, file: str = "") -> bool:
    """True for a payments file, False for a session log: by the first statement or, if there is none, by the name."""
    keywords = _keywords(decoded(text))
    first = next(keywords, "")
    keyword = next(keywords, "") if first == "bourre" else first
    named = PurePath(file).name == PAYMENTS_FILE and keyword not in HEADER_STATEMENTS
    return named or (first == "bourre" and keyword in PAYMENT_STATEMENTS)


def _keywords(text: str) -> Iterator[str]:
    """Yield the first word of each line that is not empty or a comment, lazily."""
    for line in io.StringIO(text, newline="\n"):
        keyword = first_word(line.rstrip("\r\n"))
        if keyword and not keyword.startswith(("#", "x-")):
            yield keyword


class _Reader:
    """Reads line by line; ``begun`` once the first statement was ``bourre 1``."""

    def __init__(self, payments: Payments, context: Context, errors: Errors) -> None:
        self.payments = payments
        self.context = context
        self.errors = errors
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
            refuse(self.errors, "`bourre 1` is missing", "that line, and payments below it", "write it at the top: bourre 1")

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
            remedy = "write bourre 1 above it" if word in PAYMENT_STATEMENTS else "check that it is the right file"
            return Problem(0, message, "`bourre 1`", remedy)
        if word == "bourre":
            return Problem(0, "`bourre` stands here twice", _EXPECTED, "delete the line")
        meant = before_the_keyword(words, _KEYWORDS_HERE) or keyword_meant(word, _KEYWORDS_HERE) or "put a # before a comment"
        return Problem(0, f"{shown(word)} is not a statement", _EXPECTED, meant, near=PAYMENT_STATEMENTS)

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
        keyword = behind_a_prefix([word.casefold() for word in words], _KEYWORDS_HERE) or nearest(keyword, PAYMENT_STATEMENTS)
    if keyword:
        return [keyword] if keyword in {"date", "currency"} else []
    few = len(words) < _FEW
    named = few and any(date_meant(word) or word.strip(".,").casefold() in MONTH_BY_NAME for word in words)
    found = ["date"] if named or _A_DATE.search(" ".join(words)) else []
    return found + (["currency"] if few and any(map(currencies_named, words)) else [])
