"""Amounts in the cells of a spreadsheet: ``-12.50``, ``(12,50)``, ``€ 1.250,00``, in whole minor units or chips."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from ledger.log.values import minor_digits
from ledger.log.words import MOST_CHIPS
from ledger.sheets.problem import Cell, Problem, cell_text, place

ABSENT: Final = frozenset({"-", "–", "—", "−", "--", "n/a", "n.a.", "na", "/", "absent", "dnp", "did not play", "abwesend"})
"""What people write for a player who was absent."""

_SIGNS: Final = {
    "$": {"USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD"},
    "€": {"EUR"},
    "£": {"GBP"},
    "¥": {"JPY", "CNY"},
    "₹": {"INR"},
}
_AMOUNT: Final = re.compile(
    r"(?P<sign>[-+]?) ?(?P<before>[$€£¥₹]|[A-Za-z]{3})? ?(?P<inner>[-+]?) ?(?P<figures>[0-9][0-9.,'’ ]*?|[.,][0-9]+)"
    r" ?(?P<behind>[$€£¥₹]|[A-Za-z]{3})?(?P<last>[-+]?)"
)
_BLANKS: Final = str.maketrans("\u2212\u2013\u2010\u2011\u00a0\u202f\u2009", "----   ")


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of the amounts: a currency, or chips, which may each be worth ``chip`` minor units of a currency."""

    money: bool
    currency: str | None = None
    chip: int | None = None

    @property
    def digits(self) -> int:
        """The number of decimals of an amount."""
        return minor_digits(self.currency) if self.money else 0

    @property
    def expected(self) -> str:
        """What an amount should look like, for messages."""
        if not self.money:
            return "a whole number of chips such as 12, -12 or (12)"
        point = f".{'5'.ljust(self.digits, '0')}" if self.digits else ""
        return f"an amount in {self.currency} such as 12{point}, -12{point} or (12{point})"


class Figures(NamedTuple):
    """The text of an amount taken apart: its digits as written, without sign and currency."""

    negative: bool
    figures: str
    marks: frozenset[str]
    """The possible decimal marks; both, if the digits do not show which one it is."""


def is_absent(cell: Cell) -> bool:
    """True if a cell says that a player was absent."""
    return cell is None or (isinstance(cell, str) and cell.lower() in ABSENT)


class Amounts:
    """Reads the amounts of one table; its decimal mark is determined from all of them together."""

    def __init__(self, unit: Unit, cells: Iterable[tuple[tuple[int, int], Cell]], problems: list[Problem]) -> None:
        self.unit, self.problems = unit, problems
        self.mark: str | None = None
        self._told: tuple[int, int] | None = None
        marks = [(at, cell, taken.marks) for at, cell in cells if isinstance(cell, str) and (taken := self._apart(cell))]
        for at, cell, possible in marks:
            if len(possible) > 1:
                continue
            (mark,) = possible
            if self.mark is None:
                self.mark, self._told = mark, at
            elif mark != self.mark:
                assert self._told is not None
                message = f"{cell_text(cell)} uses a different decimal sign from the amount in {place(*self._told)}"
                problems.append(Problem(*at, message, "amounts that are all written the same way", "write them all as 1234.50"))

    def read(self, row: int, column: int, cell: Cell) -> int | None:
        """An amount in minor units or chips; None if it is not an amount, which is added to the problems."""
        found = self._value(cell)
        if isinstance(found, Decimal):
            scaled = found.scaleb(self.unit.digits)
            if abs(scaled) > MOST_CHIPS:
                found = (f"{cell_text(cell)} is too large", "check the number of digits")
            elif scaled == scaled.to_integral_value():
                return int(scaled)
            elif self.unit.money:
                many = f"{cell_text(cell)} has more decimal places than {self.unit.currency} has"
                found = (many, "round it in the spreadsheet, so that the night still adds up to zero")
            else:
                found = (f"{cell_text(cell)} is not a whole number of chips", "if the amounts are money, use --money CUR")
        self.problems.append(Problem(row, column, found[0], self.unit.expected, found[1]))
        return None

    def _value(self, cell: Cell) -> Decimal | tuple[str, str]:
        """The number in a cell, or a pair: what is wrong with it, and what to do."""
        if isinstance(cell, bool) or cell is None:
            return f"{cell_text(cell) or 'an empty cell'} is not an amount", "write the amount"
        if isinstance(cell, Decimal):
            return cell
        if isinstance(cell, date):
            return f"{cell_text(cell)} is a date, not an amount", "format the column as numbers, and enter the amount again"
        taken = self._apart(cell)
        if taken is None:
            return self._no_amount(cell)
        if len(taken.marks) > 1 and self.mark is None and set(taken.figures) & {".", ","}:
            return f"{cell_text(cell)} may be thousands or decimals", "write it without a sign between thousands"
        mark = self.mark or next(iter(taken.marks))
        plain = taken.figures.translate({ord(char): None for char in "'’ "})
        plain = plain.replace("," if mark != "," else ".", "").replace(",", ".")
        return -Decimal(plain) if taken.negative else Decimal(plain)

    def _no_amount(self, text: str) -> tuple[str, str]:
        match = _AMOUNT.fullmatch(_bare(text)[0])
        named = match and (match["before"] or match["behind"])
        if match and named and not self._fits(named):
            what = f"in {self.unit.currency}" if self.unit.money else "chips"
            return f"{cell_text(text)} is in another unit: the amounts are {what}", "correct the amount or the unit"
        if text.startswith("#"):
            return f"{cell_text(text)} is a spreadsheet error", "mend the formula"
        return f"{cell_text(text)} is not an amount", "write only the number; leave the cell empty if the player was not there"

    def _fits(self, named: str) -> bool:
        return self.unit.money and (named.upper() == self.unit.currency or self.unit.currency in _SIGNS.get(named, ()))

    def _apart(self, text: str) -> Figures | None:
        """Take a text apart; None if it is not an amount in the unit."""
        bare, negative = _bare(text)
        match = _AMOUNT.fullmatch(bare)
        if match is None or any(named and not self._fits(named) for named in (match["before"], match["behind"])):
            return None
        signs = match["sign"] + match["inner"] + match["last"]
        marks = _decimal_marks(match["figures"], self.unit.digits)
        if len(signs) > 1 or (signs and negative) or not marks:
            return None
        return Figures(negative or signs == "-", match["figures"], marks)


def _bare(text: str) -> tuple[str, bool]:
    """A text with plain minus signs and spaces, without parentheses, and True if it had them: they make it negative."""
    text = text.translate(_BLANKS).strip()
    if text.startswith("(") and text.endswith(")"):
        return text[1:-1].strip(), True
    return text, False


def _decimal_marks(figures: str, digits: int) -> frozenset[str]:
    """The possible decimal marks of some digits; empty if they are not a number.

    Three digits after a mark are thousands, unless the currency has three decimals: then they may be either.
    """
    marks = frozenset(mark for mark, other in ((".", ","), (",", ".")) if _is_number(figures, mark, other))
    if len(marks) > 1 and digits != 3 and (sign := next((sign for sign in ".," if sign in figures), "")):
        return marks - {sign}
    return marks


def _is_number(figures: str, mark: str, thousands: str) -> bool:
    group = r"[1-9][0-9]{0,2}"
    whole = "|".join(("[0-9]+", *(rf"{group}(?:[{sign}][0-9]{{3}})+" for sign in (thousands, " ", "'’"))))
    return bool(re.fullmatch(rf"(?:{whole})?(?:[{mark}][0-9]*)?", figures)) and any(map(str.isdigit, figures))
