"""What all plain-text accounting formats have in common: the order of the file, and comments on
what the figures mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import IO, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.unread import sentences, unread
from ledger.export.formats import Counts, Export
from ledger.export.transactions import (
    Account,
    Outline,
    Transaction,
    WordsFor,
    account_names,
    outline,
    transactions,
)
from ledger.log.words import visible

Names = Mapping[Account, str]


class Syntax(NamedTuple):
    """The syntax of one program: its legal names, and the lines before the transactions, of one,
    and after them.
    """

    legal: WordsFor
    opening: Callable[[str, Outline, Names], Iterable[str]]
    transaction: Callable[[Transaction, Names], str]
    closing: Callable[[Outline, Names], Iterable[str]]


def write_books(syntax: Syntax, export: Export, out: IO[bytes]) -> Counts:
    """Write the books as UTF-8, reporting progress by transactions; return how many transactions
    and accounts there are.
    """
    books = outline(export.connection)
    names = account_names(books.accounts, syntax.legal)
    _write(out, left_out(export.connection))
    _write(out, syntax.opening(export.title, books, names))
    count = 0
    for one in transactions(export.connection):
        out.write(syntax.transaction(one, names).encode())
        export.written(1)
        count += 1
    _write(out, syntax.closing(books, names))
    return {"transaction": count, "account": len(books.accounts)}


def _write(out: IO[bytes], lines: Iterable[str]) -> None:
    out.write("".join(f"{line}\n" for line in lines).encode())


def left_out(connection: DuckDBPyConnection) -> Iterator[str]:
    """Yield comments on what the books leave out, if anything; a semicolon begins a comment in
    every such format.
    """
    all_of_it = unread(connection)
    if all_of_it.changed:
        yield "; NOT AS IT WAS WHEN THE BOOK WAS CLOSED:"
        yield from (f";   {text}" for text in all_of_it.changed)
        yield ""
    said = list(sentences(all_of_it))
    if said:
        yield "; NOT IN THESE FIGURES:"
        yield from (f";   {text}" for text, *_ in said)
        yield ""


def header(title: str, mark: str, chips: str) -> Iterator[str]:
    """Yield comments, each beginning with ``mark``, on what the figures mean; ``chips`` is the unit
    of chips without a value.
    """
    for line in _HEADER.format(title=visible(title), chips=chips).splitlines():
        yield f"{mark} {line}".rstrip()
    yield ""


_HEADER: Final = """\
The books of {title}: who is owed what, and why. Made from the logs of the evenings: do not edit this, export it again.

Assets:Players:NAME   above zero this player is owed money (has won), below zero this player owes it
Assets:Pots:GAME      what lies in the pot of a game
Assets:Bank           chips are bought from it and cashed; its balance is zero
Equity:Unexplained    below zero: value that came from nowhere known; above zero: value that went

Everything adds up to zero in each currency. {chips} are chips that nobody gave a value in money.
With each figure stand the chips that moved and the lines of the log that say so.
"""  # noqa: E501
