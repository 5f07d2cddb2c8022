"""What Splitwise, Tricount and Spliit export, and lists of who paid whom: shared costs and
payments, as lines of a payments file.

Splitwise writes what a row changed for each person; Spliit everybody's share, without a sign for
whoever paid; Tricount what each paid and, below zero, had of it, in the currency of the group.
Whatever a file does not say is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePath
from typing import Final

from ledger.errors import UserError
from ledger.log import Problem as LogProblem, with_payments
from ledger.log.between_hands import Portion, shares_of
from ledger.log.payments import ExpenseLine, PaymentLine
from ledger.log.spellings import currencies_named
from ledger.log.values import money_text
from ledger.log.words import visible
from ledger.sheets.cells import (
    Cell,
    Problem,
    SheetError,
    Table,
    UnclearError,
    cell_text,
    place,
    read_tables,
    refused,
)
from ledger.sheets.headings import PLAYER, folded, heading_of, kind_of, player_name, unit_in
from ledger.sheets.values import (
    Amounts,
    Reading,
    Unit,
    days_of,
    is_absent,
    named_currencies,
    where_played,
)

SPLITWISE, TRICOUNT, SPLIIT = "Splitwise", "Tricount", "Spliit"

_COLUMNS: Final = {
    "date": "date, date & time, datum, fecha, data",
    "what": (
        "description, title, beschreibung, descripcion, descrizione, descricao, omschrijving, "
        "titre, titel"
    ),
    "category": "category, kategorie, categorie, categoria",
    "cost": "cost, amount, kosten, cout, coste, costo, custo",
    "currency": "currency, wahrung, devise, moneda, valuta, moeda",
    "usual": "amount in default currency",
    "payer": "paid by",
    "back": "is reimbursement",
    "": (
        "original cost, original currency, conversion rate, split mode, exchange rate, attachment "
        "url"
    ),
}
_KINDS: Final = {
    heading: kind for kind, headings in _COLUMNS.items() for heading in headings.split(", ")
}
_PAYMENTS: Final = (
    *("payment", "transfer", "money transfer", "reimbursement", "yes"),
    *("zahlung", "paiement", "remboursement", "pago", "pagamento", "betaling"),
)
_DATED: Final = re.compile(r"[-_ ]*(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|\([0-9]+\)|export)", re.IGNORECASE)
_PAID, _HAD = "paid by ", "impacted to "
_CREDITS: Final = " - exported on "


@dataclass(slots=True)
class Costs:
    """What was understood of the export of an ``app``: its lines, who paid how much for others, and
    what is told.
    """

    file: str
    app: str
    lines: list[PaymentLine | ExpenseLine] = field(default_factory=list)
    # by name and currency, in minor units
    net: dict[tuple[str, str], int] = field(default_factory=dict)
    rows_left_out: dict[int, str] = field(default_factory=dict)
    odd: int = 0  # rows whose shares are rounded: what is missing or too much is the payer's

    @property
    def text(self) -> str:
        """The lines as a payments file."""
        return with_payments("", self.lines)[0]


def costs_in(content: bytes, file: str, how: Reading) -> Costs | None:
    """The costs and payments of an export; None if it is none.

    Raises SheetError and UnclearError as for results.
    """
    tables = [table for table in read_tables(content, file) if how.sheet in {None, table.sheet}]
    for rows in (tables[0].rows, *tables[0].several) if len(tables) == 1 else ():
        if lists_payments(rows):
            return _payments(Table(file, rows), how)
        kinds = [_KINDS.get(heading_of(cell)) for cell in rows[0]] if rows else []
        names = [folded(cell) if isinstance(cell, str) else "" for cell in rows[0]] if rows else []
        if {"date", "what", "cost", "currency"} <= set(kinds):
            app = (
                TRICOUNT
                if any(one.startswith(_HAD) for one in names)
                else SPLIIT
                if "back" in kinds
                else SPLITWISE
            )
            if app != SPLITWISE or "category" in kinds:
                return _Reader(Table(file, rows), kinds, app, how).read()
    return None


class _Reader:
    """Reads the rows of one export."""

    def __init__(self, table: Table, kinds: Sequence[str | None], app: str, how: Reading) -> None:
        self.table, self.how, self.found = table, how, Costs(table.file, app)
        self.problems: list[Problem] = []
        self.at = {kind: column for column, kind in reversed([*enumerate(kinds)]) if kind}
        self.paid, self.had = self.people(kinds)
        self.payers = list(how.payers)
        group = _DATED.sub("", PurePath(table.file).stem)  # the same for each export of a group
        self.comment = f"# from {app}" + (f": {visible(group)}" if group else "")

    def people(self, kinds: Sequence[str | None]) -> tuple[dict[int, str], dict[int, str]]:
        """The columns of people: what each paid, and what each had or what it changed."""
        paid, had = dict[int, str](), dict[int, str]()
        for column, cell in enumerate(self.table.rows[0]):
            if kinds[column] is not None or cell is None:
                continue
            text = str(cell)
            prefix = next((one for one in (_PAID, _HAD) if folded(text).startswith(one)), "")
            if self.found.app == TRICOUNT and not prefix:
                continue
            try:
                (paid if prefix == _PAID else had)[column] = player_name(text[len(prefix) :])
            except LogProblem as problem:
                self.problems.append(
                    Problem(0, column, problem.message, problem.expected, problem.remedy)
                )
        return paid, had

    def cell(self, row: int, column: int | None) -> Cell:
        cells = self.table.rows[row]
        return cells[column] if column is not None and column < len(cells) else None

    def said(self, row: int, kind: str) -> Cell:
        return self.cell(row, self.at.get(kind))

    def read(self) -> Costs:
        """Read all rows. Raises SheetError."""
        rows = [
            row
            for row, cells in enumerate(self.table.rows)
            if row and any(cell is not None for cell in cells)
        ]
        totals = [row for row in rows if is_absent(self.said(row, "cost"))]
        rows = [row for row in rows if row not in totals]
        there = {(row, self.at["date"]): self.said(row, "date") for row in rows}
        dates = where_played(self.table.file, there, self.how, self.problems)
        days = {
            row: str(day)
            for (row, _), day in days_of(self.table.file, dates, self.how, self.problems).items()
        }
        units = {row: self.unit(row) for row in rows + totals if row in days or self.is_total(row)}
        self.amounts = {
            unit: self.reader(unit, units) for unit in dict.fromkeys(units.values()) if unit
        }
        for row in rows:
            if unit := units.get(row):
                self.read_row(row, days[row], unit)
        for row in totals:
            self.check_total(row, units.get(row))
        if not self.found.lines and not self.problems:
            self.problems.append(
                Problem(
                    0,
                    None,
                    "it has no cost for which anybody owes anything",
                    "a row for each cost",
                    "",
                )
            )
        if self.problems:
            raise refused(self.table.file, self.table.rows, self.problems)
        if self.payers:
            raise UserError(
                f"{visible(self.payers[0])} paid in no row that leaves it open",
                "leave out that --payer",
            )
        return self.found

    def is_total(self, row: int) -> bool:
        """True for a row of sums, which has a currency."""
        return self.said(row, "currency") is not None and self.said(row, "cost") is None

    def unit(self, row: int) -> str:
        """The currency of a row: of a group if the amounts of people are in it.

        Raises UnclearError for a sign of several.
        """
        column = self.at["currency"]
        cell = self.said(row, "currency")
        if self.found.app == TRICOUNT and "usual" in self.at:
            heading = str(self.table.rows[0][self.at["usual"]])
            cell = heading[heading.rfind("(") + 1 :].rstrip(") ")
        named = currencies_named(str(cell or ""))
        if len(named) > 1 and self.how.unit is None:
            message = (
                f"{visible(self.table.file)}: {place(row, column)}: of which currency is "
                f"{cell_text(cell)}?"
            )
            raise UnclearError(
                "currency", message, f"say so with --money CUR ({', '.join(named[:6])}, …)"
            )
        if len(named) > 1 and self.how.unit and self.how.unit.currency in named:
            return str(self.how.unit.currency)
        if len(named) != 1:
            self.problems.append(
                Problem(
                    row,
                    column,
                    f"{cell_text(cell)} is not a currency",
                    "a currency such as EUR",
                    "",
                )
            )
            return ""
        return named[0]

    def reader(self, unit: str, units: dict[int, str]) -> Amounts:
        """What reads amounts in a currency."""
        columns = [
            *self.paid,
            *self.had,
            *([] if self.found.app == TRICOUNT else [self.at["cost"]]),
        ]
        cells = [
            ((row, column), self.cell(row, column))
            for row, one in units.items()
            if one == unit
            for column in columns
        ]
        return Amounts(
            Unit(money=True, currency=unit),
            [one for one in cells if not is_absent(one[1])],
            self.problems,
        )

    def of(self, row: int, columns: dict[int, str], unit: str) -> dict[str, int]:
        """The amounts of people in a row that are not zero."""
        found: dict[str, int] = {}
        for column, name in columns.items():
            cell = self.cell(row, column)
            amount = None if is_absent(cell) else self.amounts[unit].read(row, column, cell)
            if amount:
                found[name] = found.get(name, 0) + amount
        return found

    def read_row(self, row: int, day: str, unit: str) -> None:
        before, had = len(self.problems), self.of(row, self.had, unit)
        net = had
        if self.found.app == TRICOUNT:
            paid = self.of(row, self.paid, unit)
            cost, net = (
                sum(paid.values()),
                {name: paid.get(name, 0) + had.get(name, 0) for name in paid | had},
            )
            self.put_odd_cents(net, next(iter(paid), ""))
        elif (
            cost := self.amounts[unit].read(row, self.at["cost"], self.said(row, "cost")) or 0
        ) and self.found.app == SPLIIT:
            payer = self.payer(row, cost, had)
            net = {
                name: -abs(amount) * (1 if cost > 0 else -1)
                for name, amount in had.items()
                if name != payer
            }
            net[payer] = -sum(net.values())
            self.found.odd += sum(map(abs, had.values())) != abs(cost)
        if len(self.problems) > before:
            return
        if rest := sum(net.values()):
            message = (
                "what it changes adds up to "
                f"{'-' if rest < 0 else '+'}{money_text(abs(rest), unit)}, not to 0"
            )
            self.problems.append(
                Problem(row, None, message, "amounts that add up to zero", "correct the export")
            )
            return
        if not any(net.values()):
            self.found.rows_left_out[row] = "nobody owes anybody for it"
            return
        for name, amount in net.items():
            self.found.net[name, unit] = self.found.net.get((name, unit), 0) + amount
        note = visible(" ".join(str(self.said(row, "what") or "").split()))
        payer, payee = max(net, key=net.__getitem__), min(net, key=net.__getitem__)
        if self.is_payment(row) and sum(map(bool, net.values())) == 2:
            self.found.lines.append(
                PaymentLine(0, day, payer, payee, net[payer], unit, note, None, self.comment)
            )
        else:
            self.found.lines += self.lines((day, unit, note), cost, net)

    def put_odd_cents(self, net: dict[str, int], payer: str) -> None:
        """Have the first who paid bear what rounded shares of another currency are too much or too
        little.
        """
        rest = sum(net.values())
        if payer and rest and abs(rest) <= len(net):
            net[payer] -= rest
            self.found.odd += 1

    def is_payment(self, row: int) -> bool:
        """True if a row is a payment, by its category or, in Tricount, its title."""
        kinds = (
            ("back",)
            if self.found.app == SPLIIT
            else ("category", "what")
            if self.found.app == TRICOUNT
            else ("category",)
        )
        return any(folded(str(self.said(row, kind) or "")) in _PAYMENTS for kind in kinds)

    def payer(self, row: int, cost: int, had: dict[str, int]) -> str:
        """Who paid: whose share has the sign of the cost, or who is named, or the other of two.

        Raises UnclearError if open.
        """
        names = list(self.had.values())
        named = folded(str(self.said(row, "payer") or ""))
        signed = [name for name in names if had.get(name, 0) * cost > 0 or folded(name) == named]
        others = [name for name in names if name not in had]
        if len(signed) == 1 or (not signed and len(others) == 1):
            return (signed or others)[0]
        if self.payers:
            word = self.payers.pop(0)
            if word in others:
                return word
            raise UserError(
                f"{visible(word)} is not who paid {place(row)}",
                f"it is one of {', '.join(map(visible, others))}",
            )
        whom = ", ".join(
            f"{name} {cell_text(self.cell(row, column))}"
            for column, name in self.had.items()
            if name in had
        )
        message = (
            f"{visible(self.table.file)}: {place(row)}: {cell_text(self.said(row, 'what'))}, "
            f"{cell_text(self.said(row, 'cost'))} "
            f"for {visible(whom)}: the export does not say who paid: "
            f"{', '.join(map(visible, others))}?"
        )
        raise UnclearError(
            "payer",
            message,
            "say so with --payer NAME (again for each such row, in their order)",
            others,
        )

    def lines(
        self, start: tuple[str, str, str], cost: int, net: dict[str, int]
    ) -> Iterator[ExpenseLine]:
        """Yield the lines that change as much for everybody as a cost: one, unless several have
        paid or got something back.

        ``start`` is the day, the currency and what it was for.
        """
        day, unit, note = start
        givers = {name: amount for name, amount in net.items() if amount > 0}
        owing = {name: -amount for name, amount in net.items() if amount < 0}
        for payer, amount in givers.items():
            shares = {payer: cost - amount} if len(givers) == 1 and cost > amount else {}
            left = amount
            for name, owed in owing.items():
                part = min(left, owed)
                owing[name], left = owed - part, left - part
                shares |= {name: part} if part else {}
            names, amounts = tuple(shares), list(shares.values())
            portions = (
                ()
                if shares_of(sum(amounts), names) == amounts
                else tuple(Portion(0, share) for share in amounts)
            )
            yield ExpenseLine(
                0, day, payer, sum(amounts), unit, note, names, portions, self.comment
            )

    def check_total(self, row: int, unit: str | None) -> None:
        """Compare a row of sums with what was read; note a row without amounts."""
        if not unit:
            what = str(next(filter(None, self.table.rows[row])))
            self.found.rows_left_out[row] = visible(what) if _CREDITS in what else "without a cost"
            return
        self.found.rows_left_out[row] = cell_text(self.said(row, "what"))
        if self.problems:
            return
        said = self.of(row, self.had, unit)
        for column, name in self.had.items():
            is_open = self.cell(row, column) is not None
            if is_open and said.get(name, 0) != self.found.net.get((name, unit), 0):
                total = Decimal(self.found.net.get((name, unit), 0)).scaleb(
                    -Unit(money=True, currency=unit).digits
                )
                message = (
                    f"{cell_text(self.cell(row, column))} is not what {name}'s column adds up to "
                    f"in {unit}: {total:+}"
                )
                remedy = "export it again: a row is missing, or was changed"
                self.problems.append(Problem(row, column, message, "the sum of the column", remedy))


# --- A list of payments ---------------------------------------------------------------------------
LIST: Final = "a list of payments"
_OF_LISTS: Final = {
    "date": "date, paid on, datum, fecha, data",
    "payer": "from, payer, paid by, sender, von, zahler, de, payeur, da",
    "payee": "to, payee, paid to, receiver, recipient, an, empfanger, a, beneficiaire, para",
    "amount": "amount, sum, betrag, montant, importe, importo, bedrag",
    "currency": _COLUMNS["currency"],
    "note": "note, notes, comment, description, for, method, how, via, notiz, remarque",
    "state": "status, state, paid, paid?, settled, done, open, bezahlt, erledigt",
}
_IN_LISTS: Final = {
    heading: kind for kind, headings in _OF_LISTS.items() for heading in headings.split(", ")
}


def lists_payments(rows: Sequence[Sequence[Cell]]) -> bool:
    """True if a table says in columns who paid whom how much, and is about nobody else."""
    kinds = {_IN_LISTS.get(heading_of(cell)) for cell in rows[0]} if rows else set()
    return {"payer", "payee", "amount"} <= kinds and not any(
        kind_of(cell) == PLAYER for cell in rows[0]
    )


def _payments(table: Table, how: Reading) -> Costs:
    """The rows of a list, each a payment.

    Raises SheetError, and UnclearError for a day or a currency that it does not say.
    """
    problems: list[Problem] = []
    at = {
        kind: column
        for column, cell in enumerate(table.rows[0])
        if (kind := _IN_LISTS.get(heading_of(cell)))
    }
    if "state" in at:
        said = (
            f"{visible(table.file)}: by its column {cell_text(table.rows[0][at['state']])} some "
            "may not be paid yet"
        )
        raise SheetError(said, "leave only the rows that are paid, and take that column out")
    found = Costs(table.file, LIST)
    comment = f"# from {LIST}: {visible(_DATED.sub('', PurePath(table.file).stem))}"

    filled = [
        (row, line)
        for row, line in enumerate(table.rows)
        if row and any(cell is not None for cell in line)
    ]

    def cells(kind: str) -> dict[int, Cell]:
        column = at.get(kind, len(table.rows[0]))
        return {row: line[column] if column < len(line) else None for row, line in filled}

    amounts, notes, people = (
        cells("amount"),
        cells("note"),
        {kind: cells(kind) for kind in ("payer", "payee")},
    )
    found.rows_left_out = {
        row: "it names nobody"
        for row in amounts
        if all(named[row] is None for named in people.values())
    }
    rows = [row for row in amounts if row not in found.rows_left_out]
    dates = (
        {
            (row, at["date"]): cell
            for row, cell in cells("date").items()
            if row not in found.rows_left_out
        }
        if "date" in at
        else None
    )
    days = _days_in_list(table, dates, how, problems)
    units = {row: _currency_in_list(table, at, row, how) for row in rows}
    readers = {
        unit: Amounts(
            Unit(money=True, currency=unit),
            [((row, at["amount"]), amounts[row]) for row in rows],
            problems,
        )
        for unit in dict.fromkeys(units.values())
    }
    for row in rows:
        before, amount = (
            len(problems),
            readers[units[row]].read(row, at["amount"], amounts[row]) or 0,
        )
        payer, payee = (
            _person(named[row], (row, at[kind]), problems) for kind, named in people.items()
        )
        if len(problems) > before or row not in days:
            continue
        if amount <= 0 or payer == payee:
            said = (
                "a payment is more than nothing"
                if amount <= 0
                else f"{visible(payer)} paid nobody else"
            )
            problems.append(
                Problem(
                    row,
                    at["amount" if amount <= 0 else "payee"],
                    said,
                    "who paid whom how much",
                    "",
                )
            )
            continue
        note = visible(" ".join(str(notes[row] or "").split()))
        found.lines.append(
            PaymentLine(0, days[row], payer, payee, amount, units[row], note, None, comment)
        )
        for name, part in ((payer, amount), (payee, -amount)):
            found.net[name, units[row]] = found.net.get((name, units[row]), 0) + part
    if not found.lines and not problems:
        problems.append(Problem(0, None, "it has no payment", "a row for each payment", ""))
    if problems:
        raise refused(table.file, table.rows, problems)
    return found


def _person(cell: Cell, at: tuple[int, int], problems: list[Problem]) -> str:
    try:
        return player_name(cell)
    except LogProblem as problem:
        problems.append(Problem(*at, problem.message, problem.expected, problem.remedy))
        return ""


def _days_in_list(
    table: Table, dates: dict[tuple[int, int], Cell] | None, how: Reading, problems: list[Problem]
) -> dict[int, str]:
    """The day of each row: in its column, or all on the day that is given."""
    if dates is not None:
        there = where_played(table.file, dates, how, problems)
        return {
            row: str(day) for (row, _), day in days_of(table.file, there, how, problems).items()
        }
    if how.day is None:
        message = f"{visible(table.file)}: {LIST} that does not say on which day they were made"
        raise UnclearError("day", message, "say so with --date 2026-11-20, or add a column Date")
    return dict.fromkeys(range(len(table.rows)), how.day)


def _currency_in_list(table: Table, at: Mapping[str, int], row: int, how: Reading) -> str:
    """The currency of a row: of its column, of the sign of its amount or the heading, or the one
    that is given.
    """
    line = table.rows[row]
    amount = line[at["amount"]] if at["amount"] < len(line) else None
    said = (
        str(line[at["currency"]] or "") if "currency" in at and at["currency"] < len(line) else ""
    )
    said = said or unit_in(table.rows[0][at["amount"]])
    named = (
        set(currencies_named(said))
        if said
        else set(next(iter(named_currencies([amount]).values()), ()))
    )
    given = how.unit.currency if how.unit and how.unit.money else None
    if given and (given in named or not named):
        return given
    if len(named) == 1:
        return named.pop()
    which = f" is {visible(said)}" if said else " are its amounts"
    raise UnclearError(
        "currency",
        f"{visible(table.file)}: {LIST}: of which currency{which}?",
        "say so with --money CUR (USD, EUR, …)",
    )
