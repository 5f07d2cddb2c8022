"""The books as a strict hledger journal that ends with balance assertions: ``hledger check`` proves
our figures by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import IO, Final

from ledger.export.formats import Counts, Export
from ledger.export.plain_text import Syntax, header, write_books
from ledger.export.transactions import Account, Outline, Transaction, UsedAccount, for_hledger
from ledger.log.words import visible
from ledger.money import CHIPS, decimal_text, digits_of


def write(export: Export, out: IO[bytes]) -> Counts:
    """Write the books into a file."""
    return write_books(_SYNTAX, export, out)


def _opening(title: str, books: Outline, names: Mapping[Account, str]) -> Iterator[str]:
    """Yield what comes before the transactions: units with their number of decimals, and
    accounts.
    """
    yield from header(title, ";", CHIPS)
    yield "decimal-mark ."
    for unit in books.units:
        yield f"commodity 1000.{'0' * digits_of(unit)} {unit}"
    for used in books.accounts:
        yield f"account {names[used.account]}"
        yield from _who(used)


def _who(used: UsedAccount) -> Iterator[str]:
    if isinstance(used.account, str):
        yield f"    ; game:{_tag(used.name)}"
    elif used.account > 0:
        yield f"    ; player:{used.account}, name:{_tag(used.name)}"


def _transaction(one: Transaction, names: Mapping[Account, str]) -> str:
    # The code in parentheses also keeps a title that begins with a bracket or a star from being
    # misread.
    lines = [f"\n{one.date} * (line {one.line}) {_plain(one.payee)} | {_plain(one.narration)}"]
    tags = [] if one.session is None else [f"session:{_tag(one.session.id)}"]
    if one.hand is not None:
        tags.append(f"hand:{one.hand}")
    lines.append(f"    ; {', '.join([*tags, f'file:{_tag(one.file)}', f'line:{one.line}'])}")
    for account, unit, amount, chips, why in one.legs:
        said = [f"chips:{chips}"] if chips else []
        if why:
            said.append(f"lines:{why}")
        comment = f"  ; {', '.join(said)}" if said else ""
        lines.append(f"    {names[account]:<30}  {decimal_text(amount, unit):>10} {unit}{comment}")
    return "\n".join(lines) + "\n"


def _closing(books: Outline, names: Mapping[Account, str]) -> Iterator[str]:
    """Yield a transaction that asserts the balance of every account."""
    if books.last is None:
        return
    yield f"\n{books.last} * What everything comes to"
    for account, unit, amount in books.closing:
        total = decimal_text(amount, unit)
        yield f"    {names[account]:<30}  {decimal_text(0, unit):>10} {unit} = {total} {unit}"


def _plain(text: str) -> str:
    """Text for a description, without semicolons, which begin a comment, and bars, which end the
    payee.
    """
    return visible(text).replace(";", ",").replace("|", "/")


def _tag(text: str) -> str:
    """Text for a tag, which a comma would end: commas are written %2C, and % is %25."""
    return visible(text).replace("%", "%25").replace(",", "%2C")


_SYNTAX: Final = Syntax(for_hledger, _opening, _transaction, _closing)
