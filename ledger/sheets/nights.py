"""From a table to evenings (who won or lost how much on which day) and their logs.

Nothing is guessed or silently left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final
from zoneinfo import ZoneInfo

from ledger.log import Problem as LogProblem, read, write
from ledger.log.values import minor_digits, money_text
from ledger.log.words import LONGEST_LINE, MOST_SEATS, quote, visible
from ledger.sheets import headings, values
from ledger.sheets.cells import (
    Cell,
    Problem,
    Table,
    UnclearError,
    cell_text,
    column_name,
    place,
    read_table,
    read_tables,
    refused,
)
from ledger.sheets.shared import lists_payments
from ledger.sheets.versions import mark
from ledger.wording import STILL_YESTERDAY

# --- Nights ---------------------------------------------------------------------------------------
ALL: Final = "all"  # the answer that every night may be so
# the fewest rows in which a column must be the sum of the others to be left out for that
_FEW: Final = 3
_MARKS: Final = {",": ".", ";": ","}
"""The decimal mark where a program separates cells by this: it takes another sign, so that the two
differ.
"""
_NO_WORD: Final = re.compile(r"[^\w]+")


@dataclass(slots=True)
class Night:
    """What each player won (positive) or lost in one night, in minor units or chips, its first row
    (from 0), and its notes.
    """

    day: date
    id: str
    row: int
    results: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    sheet: str = ""

    @property
    def rest(self) -> int:
        """The sum of the results: zero, unless a player is missing or chips went into or came out
        of the pot.
        """
        return sum(self.results.values())


@dataclass(slots=True)
class Results:
    """What was understood: the nights, and what they leave out of the table."""

    file: str
    unit: values.Unit
    layout: headings.Layout
    nights: list[Night]
    # rows without results, with what they are: above the headings, a total
    rows_left_out: dict[int, str]
    names: dict[str, str]  # variants of names, with the name that each is read as
    started: datetime | None = None  # when the first player sat down, if a ledger says so
    sheet: str = ""
    zone: str | None = None  # in which times that say their zone are read, if there are any
    early: list[int] = field(default_factory=list)
    """The rows whose time is one until six in the morning: they are of the evening before."""
    # what was understood of each sheet, if there are several
    parts: list[Results] = field(default_factory=list)
    # sheets without nights of their own, with the reason
    sheets_left_out: dict[str, str] = field(default_factory=dict)

    @property
    def dated(self) -> bool:
        """True if it is a table of evenings, each with its date: it may come again in another
        version.
        """
        return headings.DATE in self.layout.columns


def results_in(content: bytes, file: str, how: values.Reading) -> Results:
    """The nights of a file: of the sheet that ``how`` names, or of all sheets that have dates.

    Raises as ``results_of``.

    Raises UnclearError if a night is in two sheets.
    """
    if how.sheet is not None:
        return results_of(read_table(content, file, how.sheet), how)
    tables = read_tables(content, file)
    left_out = {table.sheet: why for table in tables if (why := _no_nights(table))}
    chosen = [table for table in tables if table.sheet not in left_out]
    hidden = dict.fromkeys(tables[0].hidden, "it is hidden")
    if len(tables) == 1 or not chosen:
        results = results_of(tables[0], how)
        results.sheets_left_out = {
            name: why for name, why in left_out.items() if name != tables[0].sheet
        } | hidden
        return results
    parts = [results_of(table, how) for table in chosen]
    units = {part.unit.currency or "": part.sheet for part in parts}
    if len(units) > 1:
        which = " and ".join(
            f"{code} in the sheet {visible(sheet)}" for code, sheet in units.items()
        )
        raise UnclearError(
            "sheet", f"{visible(file)}: its amounts are {which}", "choose one with --sheet NAME"
        )
    nights: dict[str, Night] = {}
    for night in (night for part in parts for night in part.nights):
        other = nights.setdefault(night.id, night)
        if other is not night:
            where = f"in the sheets {visible(other.sheet)} and {visible(night.sheet)}"
            message = f"{visible(file)}: the evening of {night.day} is {where}"
            raise UnclearError(
                "sheet",
                message,
                "choose one with --sheet NAME; for two on one day, add a column Evening",
            )
    names = {name: known for part in parts for name, known in part.names.items()}
    unit, layout = parts[0].unit, parts[0].layout
    zone = next((part.zone for part in parts if part.zone), None)
    whole = sorted(nights.values(), key=_order)
    return Results(
        file,
        unit,
        layout,
        whole,
        {},
        names,
        zone=zone,
        parts=parts,
        sheets_left_out=left_out | hidden,
    )


def _no_nights(table: Table) -> str:
    """Why a sheet has no nights; empty if it may have some."""
    if any(lists_payments(rows) for rows in (table.rows, *table.several)):
        return f"it lists payments: --sheet {visible(table.sheet)} brings it in"
    layouts = [
        layout for rows in (table.rows, *table.several) if (layout := headings.layout_of(rows))
    ]
    if layouts:
        return (
            ""
            if any({headings.DATE, headings.START} & layout.columns.keys() for layout in layouts)
            else "it has no dates"
        )
    return (
        ""
        if any(values.looks_like_a_date(cell) for cells in table.rows for cell in cells)
        else "it has no headings"
    )


def _order(night: Night) -> tuple[date, str]:
    return night.day, night.id


def results_of(table: Table, how: values.Reading) -> Results:
    """The nights of a table.

    Raises SheetError with every cell that cannot be used, and UnclearError if neither the table nor
    ``how`` says something.
    """
    table, layout = headings.with_headings(table)
    reader = _Reader(table, layout, how)
    return reader.read()


class _Reader:
    """Reads the rows below the headings of one table."""

    def __init__(self, table: Table, layout: headings.Layout, how: values.Reading) -> None:
        self.table, self.layout, self.how = table, layout, how
        self.problems: list[Problem] = []
        self.left_out = {
            row: "above the headings" for row in range(layout.row) if any(_filled(table.rows[row]))
        }
        self.totals: list[int] = []
        self.rows = [row for row in range(layout.row + 1, len(table.rows)) if self.counts(row)]
        self.leave_out_sums()
        self.spelt: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.started: datetime | None = None
        self.zone: str | None = None
        self.early: list[int] = []

    def cell(self, row: int, column: int | None) -> Cell:
        """A cell; None beyond the end of the row."""
        cells = self.table.rows[row]
        return cells[column] if column is not None and column < len(cells) else None

    def counts(self, row: int) -> bool:
        """True if a row has results; otherwise notes what it is."""
        cells = [cell for cell in self.table.rows[row] if cell is not None]
        used = [self.cell(row, column) for column in self.layout.of_amounts]
        if not cells:
            return False
        if headings.adds_up(cells[0]):
            self.left_out[row] = cell_text(cells[0])
            self.totals.append(row)
        elif self.layout.by_rows and headings.adds_up(
            self.cell(row, self.layout.columns[headings.PLAYER][0])
        ):
            self.left_out[row] = cell_text(self.cell(row, self.layout.columns[headings.PLAYER][0]))
        elif all(map(values.is_absent, used)) and (
            not self.layout.by_rows
            or self.cell(row, self.layout.columns[headings.PLAYER][0]) is None
        ):
            self.left_out[row] = "without results"
        elif [headings.heading_of(cell) for cell in cells] == [
            headings.heading_of(cell) for cell in self.table.rows[self.layout.row] if cell
        ]:
            self.left_out[row] = "the headings again"
        else:
            return True
        return False

    def leave_out_sums(self) -> None:
        """Leave out rows and a column that add up others, though no heading says so: no night has
        such results.
        """
        columns = self.layout.of_amounts
        at = [
            (row, column)
            for row in self.rows
            for column in columns
            if not values.is_absent(self.cell(row, column))
        ]
        number = self.amounts_in(values.Unit(money=True), at, []).number
        amounts = {
            (row, column): number(self.cell(row, column)) or Decimal(0) for row, column in at
        }
        above: list[int] = []
        sums = [
            dict.fromkeys(columns, Decimal(0)),
            dict.fromkeys(columns, Decimal(0)),
        ]  # of all rows above, and of those since the last sum
        rows = [0, 0]
        for row in self.rows:
            said = {column: amounts.get((row, column), Decimal(0)) for column in columns}
            adds_up_some = any(
                number > 1 and said == one for number, one in zip(rows, sums, strict=True)
            )
            if adds_up_some and any(said.values()) and self.has_no_day(row):
                self.left_out[row] = "adds up the rows above"
                rows[1], sums[1] = 0, dict.fromkeys(columns, Decimal(0))
                continue
            above.append(row)
            rows = [number + 1 for number in rows]
            sums = [{column: one[column] + said[column] for column in columns} for one in sums]
        self.rows = above
        players = list(self.layout.players)
        for column in (
            (players[0], players[-1]) if len(players) > _FEW and len(above) >= _FEW else ()
        ):
            own = [amounts.get((row, column), 0) for row in above]
            if any(own) and own == [
                sum(amounts.get((row, one), 0) for one in players if one != column) for row in above
            ]:
                self.layout.left_out[column] = self.layout.players.pop(column)
                return

    def amounts_in(
        self, unit: values.Unit, at: list[tuple[int, int]], problems: list[Problem]
    ) -> values.Amounts:
        """What reads amounts in a unit, with what the cells ``at`` and the separator of the file
        say of the decimal mark.
        """
        usual = _MARKS.get(self.table.separators[0]) if self.table.separators else None
        return values.Amounts(unit, [(one, self.cell(*one)) for one in at], problems, usual)

    def has_no_day(self, row: int) -> bool:
        """True if a row says neither a day nor a player."""
        named = [
            self.cell(row, self.layout.first(kind)) for kind in (headings.DATE, headings.START)
        ]
        who = self.cell(row, self.layout.first(headings.PLAYER))
        return who is None and not any(values.looks_like_a_date(cell) for cell in named)

    def read(self) -> Results:
        """Read the nights. Raises SheetError."""
        days = self.days()
        unit = self.unit()
        at = [(row, column) for row in self.rows for column in self.layout.of_amounts]
        self.amounts = self.amounts_in(
            unit, [one for one in at if not values.is_absent(self.cell(*one))], self.problems
        )
        self.check_units()
        self.check_merged()
        nights = self.by_rows(days) if self.layout.by_rows else self.by_columns(days)
        self.check_totals(nights)
        self.check_seats(nights)
        if not nights and not self.problems:
            self.problems.append(
                Problem(
                    self.layout.row,
                    None,
                    "there is nothing below the headings",
                    "a row an evening",
                    "",
                )
            )
        if self.problems:
            raise refused(self.table.file, self.table.rows, self.problems)
        open_ = [
            self.not_zero(one, unit)
            for one in nights
            if one.rest and not self.how.unbalanced & {str(one.day), one.id, ALL}
        ]
        if open_:
            raise UnclearError(
                "unbalanced", refused(self.table.file, self.table.rows, open_).message, ""
            )
        nights.sort(key=_order)
        about = self.started, self.table.sheet, self.zone, self.early
        return Results(
            self.table.file, unit, self.layout, nights, self.left_out, self.names, *about
        )

    def unit(self) -> values.Unit:
        """The unit of the amounts: money if some are written with the sign of a currency."""
        if self.how.unit is None:
            if self.problems:
                raise refused(self.table.file, self.table.rows, self.problems)
            columns = self.layout.of_amounts
            said = {f"{cell} 1" for cell in self.currencies().values()}
            marked = [
                *said,
                *(
                    f"{headings.unit_in(self.cell(self.layout.row, column))} 1"
                    for column in columns
                ),
            ]
            named = values.named_currencies(
                [*marked, *(self.cell(row, column) for row in self.rows for column in columns)]
            )
            if named:
                return self.currency(named)
            message = f"{visible(self.table.file)}: are its amounts chips or money?"
            raise UnclearError(
                "unit",
                message,
                "say so with --chips, --chip 0.25 USD (chips and what one is worth) or --money USD",
            )
        return self.how.unit

    def currencies(self) -> dict[tuple[int, int], str]:
        """What the column for the currency of each row says, by row and column."""
        column = self.layout.first(headings.CURRENCY)
        cells = (
            {} if column is None else {(row, column): self.cell(row, column) for row in self.rows}
        )
        return {at: str(cell) for at, cell in cells.items() if cell is not None}

    def check_units(self) -> None:
        """Report rows, and columns by their heading, that say that their amounts are in another
        unit.
        """
        columns = self.layout.of_amounts
        headed = {
            (self.layout.row, column): headings.unit_in(self.cell(self.layout.row, column))
            for column in columns
        }
        for at, said in (headed | self.currencies()).items():
            if said and not self.amounts.takes(said):
                message, remedy = self.amounts.another_unit(cell_text(self.cell(*at)))
                remedy = (
                    "chips worth a cent each: --chip 0.01 USD"
                    if said.lower().startswith("cent")
                    else remedy
                )
                self.problems.append(Problem(*at, message, self.amounts.unit.expected, remedy))

    def check_merged(self) -> None:
        """Report an amount that several cells for amounts have been made one for: it does not say
        what each of them has.
        """
        amounts = {(row, column) for row in self.rows for column in self.layout.of_amounts}
        for (top, left), (bottom, right) in self.table.merged:
            cells = [at for at in amounts if top <= at[0] <= bottom and left <= at[1] <= right]
            if (
                len(cells) < 2
                or (top, left) not in amounts
                or values.is_absent(said := self.cell(top, left))
            ):
                continue
            span = f"{column_name(left)}{top + 1} to {column_name(right)}{bottom + 1}"
            message = (
                f"{cell_text(said)} stands in merged cells, {span}: it does not say how much is "
                "in each"
            )
            self.problems.append(
                Problem(
                    top,
                    left,
                    message,
                    "a cell for each amount",
                    "split the cells, and fill in each",
                )
            )

    def currency(self, named: Mapping[str, frozenset[str]]) -> values.Unit:
        """The currency that all signs may stand for.

        Raises UnclearError if that is more than one, or none.
        """
        codes = frozenset.intersection(*named.values())
        if len(codes) == 1:
            return values.Unit(money=True, currency=next(iter(codes)))
        signs = ", ".join(map(visible, named))
        message = (
            f"{visible(self.table.file)}: its amounts are money: of which currency is {signs}?"
        )
        such = (
            ", ".join(code for code in ("USD", "CAD", "AUD", "GBP", "JPY", "EUR") if code in codes)
            or "USD"
        )
        raise UnclearError("currency", message, f"say so with --money CUR ({such}, …)")

    # --- Days -------------------------------------------------------------------------------------

    def days(self) -> dict[int, date]:
        column, start = self.layout.first(headings.DATE), self.layout.first(headings.START)
        if column is not None:
            there = {(row, column): self.cell(row, column) for row in self.rows}
            cells = values.where_played(self.table.file, there, self.how, self.problems)
            self.zone = self.how.zone if cells != there else None
            found = values.days_of(self.table.file, cells, self.how, self.problems)
            self.early = [row for (row, _), cell in cells.items() if values.before_six(cell)]
            return {row: day for (row, _), day in found.items()}
        day = date.fromisoformat(self.how.day) if self.how.day else None
        if start is not None:
            self.started = self.first_start(start)
            self.zone = self.how.zone if self.started and self.started.tzinfo else None
            day = day or self.evening()
        if day is None:
            message = f"{visible(self.table.file)}: it does not say which day this was"
            raise UnclearError("day", message, "say so with --date 2026-11-20")
        return dict.fromkeys(self.rows, day)

    def evening(self) -> date | None:
        """The day of a ledger where it was played: until six in the morning it is still the day
        before.
        """
        if self.started is None or self.started.tzinfo is None:
            return self.started and self.started.date() - timedelta(values.before_six(self.started))
        if self.how.zone is None:
            when = f"it began on {self.started:%Y-%m-%d at %H:%M} UTC"
            message = f"{visible(self.table.file)}: {when}: in which time zone was it played?"
            raise UnclearError(
                "zone",
                message,
                "say so with --zone America/Chicago, which the book keeps, or give the day: --date",
            )
        return (self.started.astimezone(ZoneInfo(self.how.zone)) - STILL_YESTERDAY).date()

    def first_start(self, column: int) -> datetime | None:
        """When the first player of a ledger sat down."""
        moments = []
        for row in self.rows:
            cell = self.cell(row, column)
            moment = values.moment_of(cell)
            if moment is not None:
                moments.append(moment)
            elif cell is not None:
                expected = "a day and a time: 2026-11-20T20:15:00Z"
                self.problems.append(
                    Problem(row, column, f"{cell_text(cell)} is not a time", expected, "")
                )
        return min(moments, key=lambda one: one.replace(tzinfo=None), default=None)

    def night_id(self, row: int, day: date) -> str:
        """An id that does not depend on the order of rows, or on what is added to the table."""
        if self.started is not None:
            return f"pokernow-{self.started:%Y-%m-%d-%H%M}"
        cell = self.cell(row, self.layout.first(headings.NIGHT))
        name = _NO_WORD.sub("-", headings.folded(str(cell))).strip("-") if cell is not None else ""
        return f"results-{day}" + (f"-{name}" if name else "")

    # --- One row a player -------------------------------------------------------------------------

    def by_rows(self, days: dict[int, date]) -> list[Night]:
        """The nights of a table with a row for each night and player."""
        nights: dict[str, Night] = {}
        rows: dict[tuple[str, str], int] = {}
        column = self.layout.columns[headings.PLAYER][0]
        numbers = self.numbered(column)
        for row in self.rows:
            name, amount = self.player(row, column, numbers), self.net(row)
            if name is None or amount is None or row not in days:
                continue
            night = self.night(nights, row, days[row])
            before = rows.setdefault((night.id, name), row)
            if before != row and self.started is None:
                message = (
                    f"{cell_text(name)} has a result of {night.day} in {place(before)} already"
                )
                remedy = (
                    "add the two up in one row; for two evenings on one day, add a column Evening"
                )
                self.problems.append(
                    Problem(row, column, message, "one row for each evening and player", remedy)
                )
            night.results[name] = night.results.get(name, 0) + amount
        return list(nights.values())

    def night(self, nights: dict[str, Night], row: int, day: date) -> Night:
        name = self.night_id(row, day)
        night = nights.setdefault(name, Night(day, name, row, sheet=self.table.sheet))
        for column in self.layout.notes:
            cell = self.cell(row, column)
            words = "" if cell is None else " ".join(str(cell).split())
            if len(visible(words)) > _LONGEST_NOTE:
                message = f"a note of {len(words):,} characters"
                self.problems.append(
                    Problem(
                        row,
                        column,
                        message,
                        f"at most {_LONGEST_NOTE:,}",
                        "shorten it, or empty the cell",
                    )
                )
            elif words and words not in night.notes:
                night.notes.append(words)
        return night

    def numbered(self, column: int) -> dict[Cell, Cell]:
        """The first name for each player id: in a ledger a player may sit down again under another
        name.

        Raises UnclearError if several ids with one name were at the table at the same time, for
        those may be several people.
        """
        number = self.layout.first(headings.NUMBER) if self.started is not None else None
        names: dict[Cell, Cell] = {}
        if number is not None:
            for row in self.rows:
                names.setdefault(self.cell(row, number), self.cell(row, column))
        names.pop(None, None)
        ids: dict[str, list[Cell]] = {}
        for one, name in names.items():
            ids.setdefault(headings.folded(cell_text(name)), []).append(one)
        for several in ids.values():
            if len(several) > 1:
                self.tell_apart(several, names)
        return names

    def tell_apart(self, ids: list[Cell], names: dict[Cell, Cell]) -> None:
        """Decide whether several ids with one name are one person; if not, all but the first get
        their id behind the name.
        """
        name = cell_text(names[ids[0]])
        listed = ", ".join(map(cell_text, ids))
        if self.how.one_person is None and self.met(ids):
            message = (
                f"{visible(self.table.file)}: {name} has {len(ids)} ids ({listed}) that were at "
                "the table at the same time"
            )
            raise UnclearError(
                "one_person",
                message,
                "--same-name several says that they are several people, --same-name one, one",
            )
        for one in ids[1:]:
            if self.how.one_person is False:
                names[one] = f"{name} {cell_text(one)}"
            else:
                self.names[f"{name} with the id {cell_text(one)}"] = name

    def met(self, ids: list[Cell]) -> bool:
        """True if two of some ids sat at the same time, as far as is known."""
        sittings = []
        for row in self.rows:
            if (one := self.cell(row, self.layout.first(headings.NUMBER))) in ids:
                start, end = (
                    values.moment_of(self.cell(row, self.layout.first(kind)))
                    for kind in (headings.START, headings.END)
                )
                sittings.append(
                    (one, start and start.replace(tzinfo=None), end and end.replace(tzinfo=None))
                )
        return any(
            one != other
            and not (until and after and until <= after)
            and not (end and start and end <= start)
            for one, start, until in sittings
            for other, after, end in sittings
        )

    def player(self, row: int, column: int, numbers: dict[Cell, Cell]) -> str | None:
        """The player of a row; None if there is none, which is added to the problems."""
        cell = self.cell(row, column)
        try:
            name = headings.seated_name(cell)
            first = headings.seated_name(
                numbers.get(self.cell(row, self.layout.first(headings.NUMBER)), cell)
            )
        except LogProblem as problem:
            self.problems.append(
                Problem(row, column, problem.message, problem.expected, problem.remedy)
            )
            return None
        known = self.spelt.setdefault(headings.folded(first), first)
        if name != known:
            self.names[name] = known
        return known

    def net(self, row: int) -> int | None:
        """What a row's player won.

        A result that differs from chips cashed less chips bought is added to the problems.
        """
        column = self.layout.first(headings.RESULT)
        bought, cashed = self.sum_of(row, headings.BOUGHT), self.sum_of(row, headings.CASHED)
        played = None if bought is None or cashed is None else cashed - bought
        if column is None or (values.is_absent(self.cell(row, column)) and played is not None):
            if played is None and row not in {problem.row for problem in self.problems}:
                kind = headings.BOUGHT if bought is None else headings.CASHED
                at = self.layout.first(kind)
                message = f"the amount {kind} is missing"
                self.problems.append(
                    Problem(row, at, message, "an amount", "enter it, 0 if it was nothing")
                )
            return played
        result = self.amounts.read(row, column, self.cell(row, column))
        if result is not None and played is not None and result != played:
            text = cell_text(self.cell(row, column))
            message = (
                f"{text} is not the amount cashed minus the amount bought: {self.text(played)}"
            )
            self.problems.append(
                Problem(row, column, message, "amounts that agree", "correct whichever is wrong")
            )
        return result

    def sum_of(self, row: int, kind: str) -> int | None:
        """The sum of a row's columns of a kind; None if all are empty or one cannot be read."""
        filled = [
            (at, self.cell(row, at))
            for at in self.layout.columns.get(kind, ())
            if not values.is_absent(self.cell(row, at))
        ]
        amounts = [self.amounts.read(row, at, cell) for at, cell in filled]
        known = [amount for amount in amounts if amount is not None]
        return sum(known) if known and len(known) == len(amounts) else None

    # --- One column a player ----------------------------------------------------------------------

    def by_columns(self, days: dict[int, date]) -> list[Night]:
        """The nights of a table with a row for each night and a column for each player."""
        nights: dict[str, Night] = {}
        for row in self.rows:
            results = {}
            for column, name in self.layout.players.items():
                cell = self.cell(row, column)
                amount = None if values.is_absent(cell) else self.amounts.read(row, column, cell)
                if amount is not None:
                    results[name] = amount
            if row not in days:
                continue
            night = self.night(nights, row, days[row])
            if night.row != row:
                message = f"{night.day} is already in {place(night.row)}"
                remedy = "merge the two rows; for two evenings on one day, add a column Evening"
                self.problems.append(
                    Problem(
                        row,
                        self.layout.first(headings.DATE),
                        message,
                        "one row for each evening",
                        remedy,
                    )
                )
            night.results |= results
        return list(nights.values())

    # --- What must hold ---------------------------------------------------------------------------

    def text(self, amount: int) -> str:
        """An amount with its sign, as the log writes it."""
        unit = self.amounts.unit
        return (
            ("-" if amount < 0 else "+") + money_text(abs(amount), unit.currency)
            if unit.money
            else f"{amount:+d}"
        )

    def check_seats(self, nights: list[Night]) -> None:
        for night in nights:
            if len(night.results) > MOST_SEATS:
                message = f"{len(night.results)} players on {night.day}"
                remedy = "for several tables, add a column Evening"
                self.problems.append(
                    Problem(night.row, None, message, f"at most {MOST_SEATS} at one table", remedy)
                )

    def not_zero(self, night: Night, unit: values.Unit) -> Problem:
        which = (
            "won more than the others lost" if night.rest > 0 else "lost more than the others won"
        )
        message = f"the results of {night.day} add up to {self.text(night.rest)}: some {which}"
        what = unit.currency if unit.money else "chip" if abs(night.rest) == 1 else "chips"
        which_one = str(night.day) if night.id == f"results-{night.day}" else night.id
        remedy = (
            "check for a missing player or a typing error; "
            f"--unbalanced {which_one} stores it, and {self.text(abs(night.rest)).lstrip('+')} "
            f"{what} of it stays unexplained"
        )
        return Problem(night.row, None, message, "results that add up to zero", remedy)

    def check_totals(self, nights: list[Night]) -> None:
        """Compare each row of totals with the rows that it may add up: if none fit, something was
        misread, or left out.

        They are all that were read, or some that end above it: a year, or what came since the last
        total.
        """
        if self.layout.by_rows or self.problems:
            return
        for row in self.totals:
            cells = {name: self.total(row, column) for column, name in self.layout.players.items()}
            said = {name: amount for name, amount in cells.items() if amount is not None}
            word = headings.heading_of(self.first_cell(row)).rstrip(":")
            if word not in headings.TOTAL | headings.BALANCES or not any(said.values()):
                continue
            since = dict.fromkeys(said, 0)
            sums = [{name: sum(night.results.get(name, 0) for night in nights) for name in said}]
            for night in sorted(
                (night for night in nights if night.row < row), key=lambda night: -night.row
            ):
                since = {
                    name: amount + night.results.get(name, 0) for name, amount in since.items()
                }
                sums.append(since)
            if said not in sums:
                self.problems.append(self.no_total(row, said, sums[-1]))

    def total(self, row: int, column: int) -> int | None:
        """An amount of a row of totals; None if there is none."""
        cell = self.cell(row, column)
        return None if values.is_absent(cell) else self.amounts.read(row, column, cell)

    def no_total(self, row: int, said: Mapping[str, int], total: Mapping[str, int]) -> Problem:
        """What is wrong with a row that calls itself a total and is none; ``total`` is what it
        should be at its place.
        """
        columns = {name: column for column, name in self.layout.players.items()}
        name = next(
            (name for name, amount in said.items() if amount != total[name]), next(iter(said))
        )
        text = cell_text(self.cell(row, columns[name]))
        message = (
            f"{text} is not what {cell_text(name)}'s results add up to: {self.text(total[name])}"
        )
        remedy = (
            "correct whichever is wrong, or remove the row; if it is a balance from before, give "
            "it a date"
        )
        return Problem(row, columns[name], message, "the sum of the column", remedy)

    def first_cell(self, row: int) -> Cell:
        return next(_filled(self.table.rows[row]), None)


def _filled(cells: list[Cell]) -> Iterator[Cell]:
    return (cell for cell in cells if cell is not None)


# --- Session log ----------------------------------------------------------------------------------
_RULES: Final = "rules louisiana   # not known; no hand of this night was written down"
"""Every log must name rules; without hands no figure depends on them."""


def log_of(night: Night, unit: values.Unit, file: str = "") -> str:
    """The canonical text of a night's log; a comment says in which row of ``file`` it stands, if
    that is given.

    Apart from its comments it depends only on date, players and amounts, so that moving rows or
    columns of the table gives the same sessions. Money is written as chips worth one minor unit
    each. Results that do not add up are written as chips bought and counted: what is missing or too
    much is then unexplained, of this night and no other.
    """
    players = sorted(night.results)
    lines = ["bourre 1", f"session {night.day} {quote(night.id)}", _RULES, *_chip(unit)]
    lines.append("seats " + " ".join(map(quote, players)))
    amounts = [(quote(name), night.results[name]) for name in players]
    if night.rest:
        lines.append(
            "# the results do not add up to zero: a loss is written as chips bought, and a win as "
            "chips counted"
        )
        lines += [f"buyin {name} {-amount}" for name, amount in amounts if amount < 0]
        lines += [f"count {name} {max(amount, 0)}" for name, amount in amounts]
        lines.append("end counted")
    else:
        lines.append("result " + " ".join(f"{name} {amount}" for name, amount in amounts))
    lines += [f"# {visible(note)}" for note in night.notes]
    lines += [mark(file, night.sheet, night.row)] if file else []
    session = read("\n".join(lines) + "\n", night.id)
    assert not session.errors, session.errors[0]
    return write(session)


_LONGEST_NOTE: Final = LONGEST_LINE - len("# ")


def _chip(unit: values.Unit) -> list[str]:
    """The line that says what a chip is worth; empty if that is not known."""
    if unit.money:
        digits = minor_digits(unit.currency)
        return [
            f"chip {'0.'.ljust(digits + 1, '0')}1 {unit.currency}"
            if digits
            else f"chip 1 {unit.currency}"
        ]
    return [f"chip {money_text(unit.chip, unit.currency)} {unit.currency}"] if unit.chip else []
