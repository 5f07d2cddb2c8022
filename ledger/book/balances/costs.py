"""The lines of a payments file compared with those of a list or an app that comes again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ledger.log.payments import ExpenseLine, PaymentLine

Line: TypeAlias = PaymentLine | ExpenseLine


class Compared(NamedTuple):
    """The lines that the book lacks, those of the book from the same place that are no longer
    there, and a ``twin``.

    That is a payment of the book which differs from a new one in nothing but the words: perhaps
    somebody noted it already.
    """

    new: list[Line]
    gone: list[Line]
    twin: Line | None


def compared(there: Sequence[Line], came: Sequence[Line]) -> Compared:
    """Compare lines of the book with those that came; where they came from is in their comments."""
    left: dict[object, list[Line]] = {}
    for one in there:
        left.setdefault(one._replace(line=0, comment=""), []).append(one)
    new: list[Line] = []
    marks = {one.comment for one in came}
    for one in came:
        if same := left.get(one._replace(line=0, comment="")):
            marks.add(same.pop().comment)
        else:
            new.append(one)
    rest = [one for some in left.values() for one in some]
    gone = [one for one in rest if one.comment in marks and one.comment]
    plain = {
        one._replace(line=0, note="", comment="") for one in new if isinstance(one, PaymentLine)
    }
    twin = next(
        (
            one
            for one in rest
            if one not in gone and one._replace(line=0, note="", comment="") in plain
        ),
        None,
    )
    return Compared(new, gone, twin)
