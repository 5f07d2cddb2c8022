"""The row of headings: which columns have the date, the player and the result, or which belong to
one player each.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from ledger.log import Problem as LogProblem
from ledger.log.spellings import currencies_named
from ledger.log.values import name_from
from ledger.sheets.cells import Cell, Problem, Table, cell_text, refused
from ledger.sheets.values import formula_lost, looks_like_a_date

DATE, PLAYER, RESULT, BOUGHT = "date", "player", "result", "bought"
CASHED, NIGHT, START, END, NUMBER, CURRENCY = (
    "cashed",
    "night",
    "start",
    "end",
    "number",
    "currency",
)
"""The kinds of columns.

``CURRENCY`` names that of the amounts in a row, ``NUMBER`` is the id of a player, ``NIGHT`` tells
nights on the same date apart.
"""


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split(", "))


_HEADINGS: Final = {
    DATE: _words("date, datum, fecha, data, session date, game date, date played, night of"),
    PLAYER: _words(
        "player, name, player name, who, spieler, joueur, jugador, nickname, player_nickname"
    ),
    RESULT: _words(
        "result, results, net, net result, profit, winnings, won, won/lost, win/loss, w/l, p/l, "
        "p&l, +/-, "
        "profit/loss, saldo, ergebnis, gewinn, resultat, gain, amount, net amount, total won"
    ),
    BOUGHT: _words(
        "buy-in, buy in, buyin, buy-ins, buyins, buy_in, bought, in, total buy-in, einkauf, "
        "rebuy, rebuys, re-buy, "
        "re-buys, rebuy-in, top-up, top up, top-ups"
    ),
    CASHED: _words(
        "cash-out, cash out, cashout, cashed out, buy-out, buy out, buyout, buy_out, out, "
        "auszahlung, stack, "
        "final stack, nit_escrow"
    ),
    NIGHT: _words("evening, session, night, game, evening id, session id, game id"),
    START: _words("session_start_at"),
    END: _words("session_end_at"),
    NUMBER: _words("player_id, id"),
    CURRENCY: _words("currency, wahrung, devise, moneda, valuta"),
}
NOTES: Final = _words(
    "note, notes, comment, comments, remark, remarks, bemerkung, bemerkungen, anmerkung, "
    "anmerkungen, kommentar, "
    "notiz, notizen, remarque, remarques, commentaire, commentaires, title, titel, titre"
)
"""Headings of columns with free words about an evening."""
LEFT_OUT: Final = _words(
    "place, location, where, venue, ort, lieu, "
    "winner, gewinner, gagnant, host, hosted by, hands, duration, hours, players, no. of players, "
    "number of players, "
    "day, weekday, #, no, no., nr, nr., week, month, year, season"
)
"""Headings of columns that have nothing to do with who won what."""
TOTAL: Final = _words(
    "total, totals, sum, sums, summe, gesamt, insgesamt, grand total, somme, totaal, subtotal, "
    "year total, "
    "total general, totaux, gesamtsumme, overall, ytd, year to date, cumulative, running total, "
    "σ, ∑, totale, tot."
)
"""The first cell of a row that adds up others; a column with such a heading is left out."""
CHECKS: Final = _words(
    "check, checksum, control, balance, difference, diff, average, avg, mean, schnitt, rank, "
    "kontrolle, bilanz, "
    "differenz, prufsumme, check sum, zero check, controle, solde"
)
"""Headings of other columns and rows that are computed from the rest."""
BALANCES: Final = _words("balance, bilanz, solde, difference, differenz, diff")
"""Those of them that are nothing but zero, or a total."""
POTS: Final = _words(
    "pot, the pot, in the pot, left in the pot, pot left, carried pot, pot carried over, jackpot, "
    "im pott, pott, im topf, topf, "
    "cagnotte, rake, kasse"
)
"""Headings and names that are not of a player, though they have amounts."""
_FOLLOWS: Final = _words(
    "sessions, nights, games, games played, nights played, wins, losses, win rate, median, best "
    "night, worst night, "
    "biggest win, biggest loss"
)
"""The first cell of other rows that are computed from the rest."""

_FIRST: Final = 40  # the headings are looked for in this many rows
_UNIT: Final = re.compile(
    r"\s*[(\[]([$€£¥₹]|[a-z]{3}|chips?|money|points?|cents?)[)\]]$", re.IGNORECASE
)
_UNITS: Final = _words("chip, chips, money, point, points, cent, cents")


@dataclass(slots=True)
class Layout:
    """The layout of a table: the row of headings, the columns of each kind, and the players with a
    column each.
    """

    row: int
    columns: dict[str, list[int]] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)
    left_out: dict[int, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)

    def first(self, kind: str) -> int | None:
        """The first column of a kind, None if there is none."""
        return next(iter(self.columns.get(kind, ())), None)

    @property
    def by_rows(self) -> bool:
        """True if each row is about one player."""
        return PLAYER in self.columns

    @property
    def of_amounts(self) -> list[int]:
        """The columns with amounts."""
        return [
            *self.players,
            *(at for kind in (RESULT, BOUGHT, CASHED) for at in self.columns.get(kind, ())),
        ]


def folded(text: str) -> str:
    """A text without case, accents and extra spaces: names that are equal in this form belong to
    one player.
    """
    bare = "".join(
        char
        for char in unicodedata.normalize("NFD", text.casefold())
        if not unicodedata.combining(char)
    )
    return " ".join(bare.split())


def heading_of(cell: Cell) -> str:
    """A heading in the form that is looked up: without case, accents and a unit in parentheses."""
    return _UNIT.sub("", folded(cell)) if isinstance(cell, str) else ""


def unit_in(cell: Cell) -> str:
    """The unit in parentheses behind a heading: ``€`` of ``Net (€)``; empty if there is none."""
    match = _UNIT.search(cell) if isinstance(cell, str) else None
    return match[1] if match and (match[1].lower() in _UNITS or currencies_named(match[1])) else ""


def kind_of(cell: Cell) -> str | None:
    """The kind of a column with this heading; None for the name of a player, and for
    anything else.
    """
    heading = heading_of(cell)
    return next((kind for kind, words in _HEADINGS.items() if heading in words), None)


def adds_up(cell: Cell) -> bool:
    """True for the first cell of a row that adds up others, or is otherwise computed from them."""
    return isinstance(cell, str) and heading_of(cell).rstrip(":") in TOTAL | CHECKS | _FOLLOWS


def with_headings(table: Table) -> tuple[Table, Layout]:
    """The table, split at the separator that its headings show, and its layout.

    Raises SheetError if there are no headings.
    """
    cut = zip((table.rows, *table.several), table.separators or ("",), strict=True)
    found = [(rows, layout, separator) for rows, separator in cut if (layout := layout_of(rows))]
    if not found:
        raise table.failed or refused(table.file, table.rows, [_no_headings(table.rows)])
    rows, layout, separator = max(
        found, key=lambda one: sum(cell is not None for cell in one[0][one[1].row])
    )
    problems = _name_columns(layout, rows)
    if problems:
        raise refused(table.file, rows, problems)
    return replace(table, rows=rows, several=(), separators=(separator,)), layout


def layout_of(rows: Sequence[Sequence[Cell]]) -> Layout | None:
    """Find the row of headings: it names a date or a player, and shows whose results are where;
    None if there is none.
    """
    for row, cells in enumerate(rows[:_FIRST]):
        columns: dict[str, list[int]] = {}
        for column, cell in enumerate(cells):
            if kind := kind_of(cell):
                columns.setdefault(kind, []).append(column)
        if PLAYER in columns and {RESULT, BOUGHT, CASHED} & columns.keys():
            return Layout(row, columns)
        if (
            DATE in columns
            and PLAYER not in columns
            and sum(cell is not None for cell in cells) > 1
        ):
            return Layout(
                row, {kind: columns[kind] for kind in (DATE, NIGHT, CURRENCY) if kind in columns}
            )
    return None


def _no_headings(rows: Sequence[Sequence[Cell]]) -> Problem:
    expected = "a row with Date and a column for each player, or with Date, Player and Result"
    row = next((at for at, cells in enumerate(rows) if any(cell is not None for cell in cells)), 0)
    for at, cells in enumerate(rows[:_FIRST]):
        kinds = {kind_of(cell) for cell in cells}
        if sum(looks_like_a_date(cell) for cell in cells) > 1:
            remedy = "make each evening a row: copy the table, and paste it transposed"
            return Problem(at, None, "the dates are in columns", expected, remedy)
        if PLAYER in kinds and DATE in kinds:
            return Problem(
                at,
                None,
                "no column has results",
                expected,
                "call it Result, or Buy-in and Cash-out",
            )
    return Problem(
        row, None, "there is no row of headings", expected, "write one above the first evening"
    )


def _name_columns(layout: Layout, rows: Sequence[Sequence[Cell]]) -> list[Problem]:
    """Assign the other columns to players. Returns what is wrong with the headings."""
    problems = []
    named: dict[str, int] = {}
    for kind in (DATE, PLAYER, RESULT, NIGHT, START, NUMBER, CURRENCY):
        for column in layout.columns.get(kind, ())[1:]:
            heading = cell_text(rows[layout.row][column])
            message = f"{heading} is a second column for the {kind}"
            problems.append(
                Problem(
                    layout.row, column, message, "one such column", "remove one, or call it Notes"
                )
            )
    taken = {at for columns in layout.columns.values() for at in columns}
    cells = rows[layout.row]
    for column in range(max(map(len, rows))):
        cell = cells[column] if column < len(cells) else None
        if column in taken:
            continue
        if cell is None:
            problems += _without_heading(layout, rows, column)
        elif heading_of(cell) in NOTES:
            layout.notes[column] = cell_text(cell)
        elif layout.by_rows or kind_of(cell) or heading_of(cell) in LEFT_OUT | TOTAL | CHECKS:
            layout.left_out[column] = cell_text(cell)
        else:
            problems += _player(layout, named, column, cell)
    # ``Ann total``
    running = {
        total for name in named for word in TOTAL for total in (f"{name} {word}", f"{word} {name}")
    }
    for column in [column for column, name in layout.players.items() if folded(name) in running]:
        layout.left_out[column] = layout.players.pop(column)
    if not layout.by_rows and not layout.players and not problems:
        message = "there is no column for a player"
        problems.append(
            Problem(
                layout.row,
                None,
                message,
                "a column for each player",
                "write the players' names as headings",
            )
        )
    return problems


def _without_heading(layout: Layout, rows: Sequence[Sequence[Cell]], column: int) -> list[Problem]:
    """The problem of a column without a heading; none if it is empty, or if all that it says is
    that the others add up to 0.
    """
    below = {
        row: cells[column]
        for row, cells in enumerate(rows)
        if row > layout.row and column < len(cells)
    }
    if (
        not layout.by_rows
        and column > next(reversed(layout.players), column)
        and all(map(_is_zero, below.values()))
    ):
        layout.left_out |= (
            {column: "without a heading"}
            if any(cell is not None for cell in below.values())
            else {}
        )
        return []
    for row, cell in below.items():
        if cell is not None:
            message = f"{cell_text(cell)} is in a column without a heading"
            remedy = (
                "write the player's name above it, or Notes; an amount with a comma in it needs "
                "quotes around it"
            )
            return [Problem(row, column, message, "no more cells than headings", remedy)]
    return []


def _is_zero(cell: Cell) -> bool:
    return cell is None or not str(cell).strip("0.,$€£-() ")


def _player(layout: Layout, named: dict[str, int], column: int, cell: Cell) -> list[Problem]:
    """Assign a column to a player. Returns what is wrong with the name."""
    try:
        name = seated_name(_UNIT.sub("", str(cell)) if unit_in(cell) else cell)
    except LogProblem as problem:
        return [Problem(layout.row, column, problem.message, problem.expected, problem.remedy)]
    if folded(name) in named:
        message = f"{cell_text(name)} has two columns"
        return [
            Problem(
                layout.row, column, message, "one column for each player", "merge the two columns"
            )
        ]
    named[folded(name)] = column
    layout.players[column] = name
    return []


def seated_name(cell: Cell) -> str:
    """The name of somebody who can win or lose.

    Raises Problem (``ledger.log``) as ``player_name``, and for the pot.
    """
    name = player_name(cell)
    if folded(name) in POTS:
        message = f"{cell_text(name)} is not a player, who could owe or be owed anything"
        remedy = (
            "remove the row, or call the column Notes; what the pot has is then what the results "
            "do not add up to"
        )
        raise LogProblem(0, message, "the name of a player", remedy)
    return name


def player_name(cell: Cell) -> str:
    """The name of a player. Raises Problem (``ledger.log``) for a name that a log cannot have."""
    if cell is None:
        raise LogProblem(0, "the player is missing", "the name of a player", "write who it was")
    if isinstance(cell, bool | date):
        raise LogProblem(
            0, f"{cell_text(cell)} is not a name", "the name of a player", "write it as text"
        )
    if lost := formula_lost(str(cell)):
        raise LogProblem(0, lost[0], "the name of a player", lost[1])
    return name_from([" ".join(str(cell).split())], 0)
