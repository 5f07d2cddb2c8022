"""Spreadsheets for ``bourre import``: the questions about one, and what was understood, before anything is stored."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ledger.cli.terminal import answer_to, complain, folded, is_attended, note, table
from ledger.errors import UserError
from ledger.log.words import visible

if TYPE_CHECKING:
    from ledger.book import MadeLog
    from ledger.sheets import Reading, Results, UnclearError


class Understood(NamedTuple):
    """A spreadsheet as logs, and a text on how it was understood."""

    logs: list[MadeLog]
    words: str


def add_result_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for what a spreadsheet may not say itself."""
    group = parser.add_argument_group("what a spreadsheet does not say (a terminal is asked)")
    group.add_argument("--dates", choices=("dmy", "mdy", "ymd"), help="the order of day, month and year in its dates")
    unit = group.add_mutually_exclusive_group()
    unit.add_argument("--money", metavar="CUR", help="its amounts are money: USD, EUR, …")
    unit.add_argument("--chips", action="store_true", help="its amounts are chips, which have no value")
    unit.add_argument("--chip", nargs=2, metavar=("VALUE", "CUR"), help="its amounts are chips, each worth this: 0.25 USD")
    group.add_argument("--date", metavar="DATE", help="the day of a table that is one night: 2026-11-20")
    group.add_argument("--sheet", metavar="NAME", help="which sheet of an .xlsx file to read")


def is_spreadsheet(path: str) -> bool:
    """True if a path has the name of a spreadsheet."""
    from ledger.sheets import SUFFIXES

    return path.lower().endswith(SUFFIXES) and not Path(path).is_dir()


def understood(path: str, args: argparse.Namespace) -> Understood:
    """Read a spreadsheet, asking at a terminal for what it does not say. Raises UserError if it cannot be understood."""
    from ledger.book.importing import made_logs
    from ledger.sheets import UnclearError, read_table, results_of

    content, how = Path(path).read_bytes(), _reading(args)
    while True:
        try:
            results = results_of(read_table(content, path, how.sheet), how)
        except UnclearError as open_question:
            how = _answered(open_question, how)
        else:
            return Understood(made_logs(results), words(results))


def _reading(args: argparse.Namespace) -> Reading:
    from ledger.book.input_values import parse_currency, parse_day, parse_money
    from ledger.sheets import Reading, Unit

    unit: Unit | None = None
    if args.money:
        unit = Unit(money=True, currency=parse_currency(args.money))
    elif args.chip:
        currency = parse_currency(args.chip[1])
        unit = Unit(money=False, currency=currency, chip=parse_money(args.chip[0], currency))
    elif args.chips:
        unit = Unit(money=False)
    return Reading(args.dates, unit, args.sheet, parse_day(args.date) if args.date else None, args.anyway)


# --- Questions --------------------------------------------------------------------------------------------------------


def _answered(open_question: UnclearError, how: Reading) -> Reading:
    """Ask at a terminal. Raises ``open_question`` if there is no terminal or no answer."""
    if not is_attended():
        raise open_question
    note(open_question.message)
    question, answer = _QUESTIONS[open_question.asks]
    while True:
        said = answer_to(question)
        if not said:
            raise open_question
        try:
            return answer(how, said)
        except UserError as error:
            complain(error)


def _order(how: Reading, said: str) -> Reading:
    orders = {"d": "dmy", "day": "dmy", "m": "mdy", "month": "mdy", "y": "ymd", "year": "ymd"}
    orders |= {order: order for order in ("dmy", "mdy", "ymd")}
    if said.lower() not in orders:
        raise UserError(f"{visible(said)} is not part of a date", "type d, m or y; an empty answer cancels")
    return replace(how, dates=orders[said.lower()])


def _unit(how: Reading, said: str) -> Reading:
    from ledger.book.input_values import parse_currency
    from ledger.sheets import Unit

    if said.lower() == "chips":
        return replace(how, unit=Unit(money=False))
    return replace(how, unit=Unit(money=True, currency=parse_currency(said.upper())))


def _day(how: Reading, said: str) -> Reading:
    from ledger.book.input_values import parse_day

    return replace(how, day=parse_day(said))


def _sheet(how: Reading, said: str) -> Reading:
    return replace(how, sheet=said)


_QUESTIONS: Final[dict[str, tuple[str, Callable[[Reading, str], Reading]]]] = {
    "dates": ("What comes first in its dates: the day, the month or the year (d, m, y)? ", _order),
    "unit": ("What are the amounts: chips, or money of which currency (chips, USD, EUR, …)? ", _unit),
    "day": ("On which day was it (2026-11-20)? ", _day),
    "sheet": ("Which sheet? ", _sheet),
}


# --- What was understood ----------------------------------------------------------------------------------------------


def words(results: Results) -> str:
    """How a spreadsheet was understood, and what was left out of it."""
    from ledger.book import importing
    from ledger.money import amount_text

    unit = importing.unit_of(results.unit)
    sums = importing.totals(results)
    rows = [(f"  {visible(name)}", str(nights), amount_text(total, unit, signed=True)) for name, nights, total in sums]
    lines = [
        folded(f"{visible(results.file)}: {importing.outline(results)}"),
        *(folded(line, "  ", "    ") for line in importing.details(results)),
        *([folded("--date sets another day", "  ", "    ")] if results.started is not None else []),
        table(["  Player", "Nights", "Result"], rows, right=("Nights", "Result")),
    ]
    return "\n".join(lines) + "\n"
