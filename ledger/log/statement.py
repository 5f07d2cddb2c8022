"""The specification of a statement: from it the statement is read, written, stored in columns, booked and explained.

The statements themselves are in ``header_statements``, ``between_hands``, ``hand_statements`` and ``payment_statements``,
each with its record; ``ledger.log.records`` has all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from ledger.log.context import Context, no_more
from ledger.log.parts import CHIPS, MONEY, OTHER, PLAYER, Line, Part

Record = TypeVar("Record")
Kind = TypeVar("Kind", bound="Statement[Any]")
State = TypeVar("State")

Reader: TypeAlias = Callable[[State, int, list[str], str, str], Record]
"""Takes the state of the reader, a line's number, words, comment and text; returns its record."""

Account: TypeAlias = Literal["player", "other", "pot", "bank"]
"""An account that a statement moves chips or money from or to; ``player`` and ``other`` are those in the columns."""


class Booked(NamedTuple):
    """What a statement moves, and its name in the books.

    ``kind`` is the kind of posting; what moves goes from the account ``giver`` to ``receiver``. Chips that come from the
    bank or go there are paid for at once, by ``other`` if somebody is named, else on the player's account. A payment
    of money counts the other way: it raises the payer's balance. ``given`` and ``received`` say what the giver
    and the receiver did; ``{other}`` stands for the account at the other end. ``rule`` is the number of the rule
    behind it, if any.
    """

    kind: str
    giver: Account
    receiver: Account
    given: str
    received: str
    rule: str | None = None

    @property
    def bank(self) -> bool:
        """True if chips are bought or cashed: nobody wins or loses."""
        return "bank" in {self.giver, self.receiver}


@dataclass(frozen=True)
class Statement(Generic[Record]):
    """One kind of statement: ``keyword``, then ``parts``; ``record`` is the class of its records.

    The record is a NamedTuple of the line's number, a field for each part in its order, and the comment. ``says`` is what
    follows the keyword in words, for messages; ``example`` is a line, ``help`` a sentence on its purpose. Unless
    ``after_end``, it cannot come after the session's ``end``. ``books`` is what it moves. ``button`` is its label
    on the record page, empty if it has no button there.

    What the parts cannot express has functions of its own: ``own_reader`` and ``own_writer`` instead of theirs, and
    ``then`` for the effect of a line on those after it (it may raise Problem).
    """

    keyword: str
    record: type[Record]
    parts: tuple[Part, ...] = ()
    says: str = ""
    example: str = ""
    help: str = ""
    after_end: bool = True
    books: Booked | None = None
    button: str = ""
    own_reader: Reader[Any, Record] | None = None
    own_writer: Callable[[Any, str | None], str] | None = None
    then: Callable[[Context, Any], None] | None = None

    @property
    def form(self) -> str:
        """The canonical form: ``buyin PLAYER CHIPS [from PLAYER]``."""
        return " ".join([self.keyword, *filter(None, (part.form for part in self.parts))])

    @property
    def expected(self) -> str:
        """What the line should look like, for messages."""
        return f"{self.says}: {self.example}" if self.example else self.says

    @property
    def names(self) -> bool:
        """True if it can name players."""
        return any(part.kind.names for part in self.parts)

    @property
    def cards(self) -> bool:
        """True if it can name cards."""
        return any(part.kind.cards for part in self.parts)

    @property
    def literals(self) -> tuple[str, ...]:
        """Words that are part of the statement's form."""
        return tuple(word for part in self.parts for word in part.literals)

    @property
    def columns(self) -> dict[str, Part]:
        """The part stored in each column: ``player`` (the first one named), ``other``, ``amount``, ``target``."""
        found: dict[str, Part] = {}
        for part in self.parts:
            column = part.kind.column
            if column == PLAYER and PLAYER in found:
                column = OTHER
            if column:
                assert column not in found, f"two parts of `{self.keyword}` in one column"
                found[column] = part
        return found

    @property
    def chips(self) -> bool:
        """True if its amount is chips, rather than money or a choice of words."""
        return any(part.kind is CHIPS or part.kind.chips for part in self.parts)

    @property
    def money(self) -> bool:
        """True if its amount is money."""
        return any(part.kind is MONEY for part in self.parts)

    @cached_property
    def read(self) -> Reader[Any, Record]:
        """The function that reads a line; it raises Problem for a wrong one."""
        return self.own_reader or self._by_parts()

    def _by_parts(self) -> Reader[Context, Record]:
        parts, form, make, then = self.parts, self.expected, self.record._make, self.then  # type: ignore[attr-defined]

        def read(context: Context, line: int, words: list[str], comment: str, text: str) -> Record:
            index = 1
            values: list[object] = [line]
            reading = Line(context, words, text, form)
            for part in parts:
                value, index = part.read(reading, index)
                values.append(value)
            no_more(words, index, form, context)
            values.append(comment)
            record: Record = make(values)
            if then is not None:
                then(context, record)
            return record

        return read

    def write(self, record: Any, currency: str | None) -> str:  # noqa: ANN401 - as many types as statements
        """The canonical text of a record, without its comment; money is in minor units of ``currency``."""
        if self.own_writer is not None:
            return self.own_writer(record, currency)
        words = [part.write(value, currency) for part, value in zip(self.parts, record[1:], strict=False)]
        return " ".join([self.keyword, *filter(None, words)])


def by_keyword(*statements: Kind) -> dict[str, Kind]:
    """Statements by keyword, in their order."""
    return {statement.keyword: statement for statement in statements}
