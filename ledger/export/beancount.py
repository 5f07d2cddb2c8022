"""The books as a complete beancount file that ends with balance assertions: ``bean-check`` proves
our figures by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import IO, Final

from ledger.export.formats import Counts, Export
from ledger.export.plain_text import Syntax, header, write_books
from ledger.export.transactions import Account, Outline, Transaction, UsedAccount, for_beancount
from ledger.log.words import visible
from ledger.money import CHIPS, decimal_text


def write(export: Export, out: IO[bytes]) -> Counts:
    """Write the books into a file."""
    return write_books(_SYNTAX, export, out)


def _opening(title: str, books: Outline, names: Mapping[Account, str]) -> Iterator[str]:
    """Yield what comes before the transactions: units and accounts, each opened on the day of its
    first use.
    """
    yield from header(title, ";;", "CHIPS")
    yield f'option "title" {_quoted(title)}'
    for unit in dict.fromkeys([books.currency, *books.units]):
        if unit != CHIPS:
            yield f'option "operating_currency" "{unit}"'
    if not books.accounts:
        return
    yield ""
    first = min(used.since for used in books.accounts)
    for unit in books.units:
        yield f"{first} commodity {unit.upper()}"
    for used in books.accounts:
        yield f"{used.since} open {names[used.account]}"
        yield from _who(used)


def _who(used: UsedAccount) -> Iterator[str]:
    if isinstance(used.account, str):
        yield f"  game: {_quoted(used.name)}"
    elif used.account > 0:
        yield f"  name: {_quoted(used.name)}"
        yield f"  player: {used.account}"


def _transaction(one: Transaction, names: Mapping[Account, str]) -> str:
    lines = [f"\n{one.date} * {_quoted(one.payee)} {_quoted(one.narration)}"]
    if one.session is not None:
        lines.append(f"  session: {_quoted(one.session.id)}")
    if one.hand is not None:
        lines.append(f"  hand: {one.hand}")
    lines.append(f"  file: {_quoted(one.file)}\n  line: {one.line}")
    for account, unit, amount, chips, why in one.legs:
        lines.append(f"  {names[account]:<30}  {decimal_text(amount, unit):>10} {unit.upper()}")
        if chips:
            lines.append(f"    chips: {chips}")
        if why:
            lines.append(f'    lines: "{why}"')
    return "\n".join(lines) + "\n"


def _closing(books: Outline, names: Mapping[Account, str]) -> Iterator[str]:
    """Yield an assertion of the exact balance of every account, on the day after the last
    transaction.
    """
    if books.last is None:
        return
    yield ""
    if books.last == date.max:
        yield ";; There is no day after the last one, so no balances are asserted."
        return
    day = books.last + timedelta(days=1)
    for account, unit, amount in books.closing:
        yield (
            f"{day} balance {names[account]:<30}  {decimal_text(amount, unit):>10} ~ 0 "
            f"{unit.upper()}"
        )


def _quoted(text: str) -> str:
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


_SYNTAX: Final = Syntax(for_beancount, _opening, _transaction, _closing)
