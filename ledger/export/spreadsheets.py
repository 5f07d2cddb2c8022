"""The books as a folder of CSV files, one for each table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import Owing, account_names, owing, pot_name
from ledger.book.derived.database import POT_ACCOUNT
from ledger.export.cells import figure, write_csv
from ledger.export.formats import Counts, Export
from ledger.export.logs import HEADINGS, LOGS, log_lines
from ledger.game.play import NAMES, cards_in
from ledger.money import CHIPS
from ledger.wording import SUIT_NAMES

CSV: Final = ".csv"
_AT_ONCE: Final = 10_000
Row = tuple[Any, ...]


class Books(NamedTuple):
    """What every table is made from."""

    connection: DuckDBPyConnection
    names: dict[int, str]
    owing: Owing

    def ask(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a query, with some thousands in memory at a time."""
        result = self.connection.execute(sql)
        while rows := result.fetchmany(_AT_ONCE):
            yield from rows

    def called(self, account: int, game: str | None) -> str:
        """The name of an account; the pot is called by its game."""
        return (
            pot_name(game or "", self.owing.pots) if account == POT_ACCOUNT else self.names[account]
        )


class Sheet(NamedTuple):
    """A table: its headings, and the function that yields its rows."""

    headings: str
    rows: Callable[[Books], Iterable[Row]]


def write(export: Export, folder: Path) -> Counts:
    """Write every table into a folder, reporting progress by rows; return how many tables there
    are.
    """
    connection = export.connection
    books = Books(connection, account_names(connection), owing(connection))
    for name, sheet in SHEETS.items():
        with (folder / f"{name}{CSV}").open("w", encoding="utf-8", newline="") as file:
            write_csv(file, sheet.headings.split(), _counted(sheet.rows(books), export.written))
    with (folder / f"{LOGS}{CSV}").open("w", encoding="utf-8", newline="") as file:
        write_csv(file, HEADINGS, _counted(log_lines(export.folder), export.written))
    return {"table": len(SHEETS) + 1}


def _counted(rows: Iterable[Row], written: Callable[[int], object]) -> Iterator[Row]:
    for row in rows:
        written(1)
        yield row


def _postings(books: Books) -> Iterator[Row]:
    for *start, debit, credit, game, chips, unit, amount, note in books.ask(_POSTINGS):
        yield (
            *start,
            books.called(debit, game),
            books.called(credit, game),
            chips,
            unit,
            figure(amount, unit),
            note,
        )


def _sessions(books: Books) -> Iterator[Row]:
    for (
        *start,
        unit,
        chip,
        ante,
        opening,
        closing,
        sure,
        hands,
        quarantined,
        plays,
        proved,
        wrong,
    ) in books.ask(_SESSIONS):
        value = None if unit == CHIPS else figure(chip, unit)
        yield (
            *start,
            unit,
            value,
            ante,
            opening,
            closing,
            sure,
            hands,
            quarantined,
            plays,
            proved,
            wrong,
        )


def _hands(books: Books) -> Iterator[Row]:
    for (
        *start,
        turned,
        trump,
        winners,
        tied,
        bourres,
        pot,
        stake,
        verified,
        known,
        quarantined,
        misdeal,
    ) in books.ask(_HANDS):
        card = None if turned is None else NAMES[turned]
        suit = None if trump is None else SUIT_NAMES[trump]
        people = (
            ", ".join(books.names[player] for player in players or ())
            for players in (winners, tied, bourres)
        )
        yield *start, card, suit, *people, pot, stake, verified, known, quarantined, misdeal


def _results(books: Books) -> Iterator[Row]:
    for *start, player, chips, unit, amount in books.ask(_RESULTS):
        yield *start, books.names[player], int(chips), unit, figure(int(amount), unit)


def _findings(books: Books) -> Iterator[Row]:
    for *start, card, required, amount, settled, message in books.ask(_FINDINGS):
        name = None if card is None else NAMES[card]
        yield (
            *start,
            name,
            " ".join(NAMES[one] for one in cards_in(required or 0)),
            amount,
            settled,
            message,
        )


def _payments(books: Books) -> Iterator[Row]:
    for *start, payer, payee, unit, amount, note in books.ask(_PAYMENTS):
        yield *start, books.names[payer], books.names[payee], unit, figure(amount, unit), note


_POSTINGS: Final = """
    SELECT id, postings.date, coalesce(sessions.file, papers.file), postings.line, hand,
        postings.kind, debit, credit, game,
        chips, postings.unit, postings.amount, note
    FROM postings
    LEFT JOIN sessions ON postings.session = sessions.session
    LEFT JOIN papers ON papers.kind = postings.kind AND papers.line = postings.line
        AND papers.session IS NOT DISTINCT FROM postings.session
    ORDER BY postings.date, id NULLS LAST, n
"""
_SESSIONS: Final = """
    SELECT id, date, title, game, rules, file, unit, chip, ante, opening, closing, sure, hands,
        quarantined, plays, proved, wrong
    FROM sessions ORDER BY date, id
"""
_HANDS: Final = """
    WITH people AS (
        SELECT session, hand,
            list(player ORDER BY seat) FILTER (winner) AS winners,
            list(player ORDER BY seat) FILTER (tied) AS tied,
            list(player ORDER BY seat) FILTER (bourre) AS bourres
        FROM seats GROUP BY session, hand)
    SELECT id, date, file, line, number, seated, CASE WHEN NOT hands.quarantined AND stayers_said
        THEN stayed END, turned, trump,
        winners, tied, bourres, CASE WHEN NOT hands.quarantined THEN pot END, CASE
            WHEN NOT hands.quarantined THEN stake END,
        verified, known, hands.quarantined, misdeal
    FROM hands JOIN sessions USING (session) LEFT JOIN people USING (session, hand)
    ORDER BY date, id, hand
"""
_RESULTS: Final = """
    WITH there AS (SELECT session, player FROM seats UNION FROM there_beside)
    SELECT id, date, player, coalesce(chips, 0), sessions.unit, coalesce(amount, 0)
    FROM there JOIN sessions USING (session) LEFT JOIN results USING (session, player)
    ORDER BY date, id, player
"""
_FINDINGS: Final = """
    SELECT id, findings.file, line, hand, trick, player, rule, severity, card, required, amount,
        settled, message
    FROM findings LEFT JOIN sessions USING (session)
    ORDER BY ALL
"""
_PAYMENTS: Final = """
    SELECT id, payments.date, payments.file, line, payer, payee, payments.unit, amount, note
    FROM payments LEFT JOIN sessions USING (session)
    ORDER BY payments.date, id NULLS LAST, line
"""

SHEETS: Final = {
    "balances": Sheet(
        "player currency amount",
        lambda books: (
            (one.name, one.unit, figure(one.amount, one.unit)) for one in books.owing.balances
        ),
    ),
    "transfers": Sheet(
        "from to currency amount",
        lambda books: (
            (one.payer, one.payee, one.unit, figure(one.amount, one.unit))
            for one in books.owing.transfers
        ),
    ),
    "pots": Sheet(
        "game chips currency amount",
        lambda books: (
            (pot.game, pot.chips, pot.unit, figure(pot.amount, pot.unit))
            for pot in books.owing.pots
        ),
    ),
    "results": Sheet("session date player chips currency amount", _results),
    "payments": Sheet("session date file line from to currency amount note", _payments),
    "sessions": Sheet(
        "session date title game rules file currency chip ante opening_pot closing_pot pot_sure "
        "hands quarantined plays "
        "proved_right proved_wrong",
        _sessions,
    ),
    "hands": Sheet(
        "session date file line hand seated stayed turned trump winner tied bourre pot stake "
        "pot_verified outcome_known "
        "quarantined thrown_in",
        _hands,
    ),
    "postings": Sheet(
        "session date file line hand kind debit credit chips currency amount note", _postings
    ),
    "findings": Sheet(
        "session file line hand trick player rule severity card required amount settled message",
        _findings,
    ),
}
"""The files by name, without ``.csv``.

In postings, value moves from ``credit`` to ``debit``; ``plays`` are the cards played.
"""
