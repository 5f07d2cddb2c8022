"""What a payments file says, line by line: one record a statement, in the order written (see ``ledger.log.records``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ledger.log.records import Comment, Diagnostic, Foreign, Unreadable, Version


class Date(NamedTuple):
    """``date 2026-11-21``: the day of the payments below."""

    line: int
    date: str
    comment: str = ""


class Currency(NamedTuple):
    """``currency EUR``: what the payments below are in."""

    line: int
    currency: str
    comment: str = ""


class PaymentLine(NamedTuple):
    """``pay Bea Ann 12.50 venmo``: from Bea to Ann, with the day and the currency that hold there.

    ``amount`` is in minor units of ``currency``, which is None if nobody named one (two digits after the point);
    ``note`` is the free words, one pair of quotes taken off.
    """

    line: int
    date: str
    payer: str
    payee: str
    amount: int
    currency: str | None
    note: str
    comment: str = ""


PaymentStatement: TypeAlias = Version | Date | Currency | PaymentLine | Comment | Foreign | Unreadable


@dataclass(slots=True)
class Payments:
    """One payments file. ``readable`` is False if it is none, or was given up: what is in it then is not all there is.

    ``payments`` are the lines that can be booked; ``statements`` is everything, in order. ``date`` and ``currency`` are
    those in force at the end of the file; ``lost`` has ``date`` or ``currency``, with the number of its line, where
    that cannot be read.
    """

    file: str
    readable: bool = True
    payments: list[PaymentLine] = field(default_factory=list)
    statements: list[PaymentStatement] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    date: str | None = None
    currency: str | None = None
    lost: dict[str, int] = field(default_factory=dict)
