"""The books as transactions between accounts: one for each hand, each statement between hands, and
each payment.

In a transaction an account has at most one leg: what it gained (positive) or lost. The legs of a
transaction add up to zero in each unit, and the legs of an account to its balance.

Account names: the names of players and games, made legal for an accounting program, and unique.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias
from unicodedata import category

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import BANK_NAME, UNEXPLAINED_NAME
from ledger.book.derived.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.log.words import visible
from ledger.money import POSTING_KINDS, decimal_text

Account: TypeAlias = int | str
"""The number of a player (1, 2, …), BANK_ACCOUNT or UNEXPLAINED_ACCOUNT; or the name of a game, for
its pot.
"""

_IN_HAND: Final = frozenset(kind.name for kind in POSTING_KINDS.values() if kind.in_hand)
_AT_ONCE: Final = 10_000  # postings in memory at a time


class Session(NamedTuple):
    """A session: its id, title, game and file."""

    id: str
    title: str | None
    game: str
    file: str


class Leg(NamedTuple):
    """What one account gained in a transaction: minor units of ``unit``, and chips.

    ``lines`` names the lines of the log.
    """

    account: Account
    unit: str
    amount: int
    chips: int
    lines: str


class Transaction(NamedTuple):
    """Postings that belong together.

    ``session`` is None between sessions, ``hand`` its number as written, ``line`` the first.
    """

    date: date
    session: Session | None
    hand: int | None
    file: str
    line: int
    narration: str
    legs: list[Leg]

    @property
    def payee(self) -> str:
        """The title of the session, or its id."""
        return "Between evenings" if self.session is None else self.session.title or self.session.id


class UsedAccount(NamedTuple):
    """An account with its name in the book, and the day of its first use."""

    account: Account
    name: str
    since: date


class Closing(NamedTuple):
    """The final balance of an account in minor units of ``unit``, as summed by the database."""

    account: Account
    unit: str
    amount: int


class Outline(NamedTuple):
    """What an export must declare before the transactions, or check after them; everything is
    sorted, players first.
    """

    currency: str
    units: list[str]
    accounts: list[UsedAccount]
    closing: list[Closing]
    last: date | None


class _Row(NamedTuple):
    """A posting; ``place`` is the position of its hand in the session, None if it has no hand."""

    session: int | None
    date: date
    place: int | None
    number: int | None
    line: int
    kind: str
    debit: int
    credit: int
    chips: int
    unit: str
    amount: int


def outline(connection: DuckDBPyConnection) -> Outline:
    """The accounts of a book and their final balances."""
    names: dict[Account, str] = dict(
        connection.execute("SELECT player, name FROM players").fetchall()
    )
    names |= {BANK_ACCOUNT: BANK_NAME, UNEXPLAINED_ACCOUNT: UNEXPLAINED_NAME}
    since: dict[Account, date] = {}
    closing = []
    rows = connection.execute(_CLOSING, {"pot": POT_ACCOUNT}).fetchall()
    for number, game, unit, amount, first, _ in rows:
        account = _account(number, game)
        closing.append(Closing(account, unit, int(amount)))
        since[account] = min(first, since.get(account, first))
    ((currency,),) = connection.execute("SELECT currency FROM about").fetchall()
    accounts = [
        UsedAccount(account, names.get(account, str(account)), first)
        for account, first in since.items()
    ]
    last = max((row[-1] for row in rows), default=None)
    return Outline(currency, sorted({one.unit for one in closing}), accounts, closing, last)


def transactions(connection: DuckDBPyConnection) -> Iterator[Transaction]:
    """Yield every transaction, by date, then session, in the order of what happened."""
    sessions = {
        key: Session(*rest)
        for key, *rest in connection.execute(
            "SELECT session, id, title, game, file FROM sessions"
        ).fetchall()
    }
    written = connection.execute("SELECT kind, session, line, file, note FROM papers").fetchall()
    papers = {(kind, session, line): (file, note) for kind, session, line, file, note in written}
    for _, group in groupby(_rows(connection), _together):
        rows = list(group)
        first = rows[0]
        session = None if first.session is None else sessions[first.session]
        file, note = papers.get((first.kind, first.session, first.line), ("", ""))
        yield Transaction(
            first.date,
            session,
            first.number,
            file if session is None else session.file,
            min(row.line for row in rows),
            _narration(rows, note),
            _legs(rows, "" if session is None else session.game),
        )


def _rows(connection: DuckDBPyConnection) -> Iterator[_Row]:
    result = connection.execute(_POSTINGS)
    while rows := result.fetchmany(_AT_ONCE):
        yield from map(_Row._make, rows)


def _together(row: _Row) -> tuple[object, ...]:
    return (
        (row.session, row.place, "hand")
        if row.kind in _IN_HAND
        else (row.session, row.line, row.kind)
    )


def _narration(rows: list[_Row], note: str) -> str:
    kinds = ", ".join(dict.fromkeys(row.kind for row in rows))
    first = rows[0]
    if first.kind in _IN_HAND:
        return f"Hand {first.number}: {kinds}" if first.number is not None else f"A hand: {kinds}"
    words = kinds[0].upper() + kinds[1:]
    if first.number is not None:
        words += f" for hand {first.number}"
    return f"{words}: {note}" if note else words


def _legs(rows: list[_Row], game: str) -> list[Leg]:
    """What each account gained, players first."""
    sums: dict[tuple[int, str], tuple[int, int, list[str]]] = {}
    for row in rows:
        for account, sign in ((row.credit, -1), (row.debit, 1)):
            amount, chips, lines = sums.get((account, row.unit), (0, 0, []))
            if account != POT_ACCOUNT:  # the pot is the other side of everybody else's lines
                lines.append(f"{row.line} {row.kind} {_moved(row, sign)}")
            sums[account, row.unit] = (amount + sign * row.amount, chips + sign * row.chips, lines)
    legs = [
        Leg(_account(account, game), unit, amount, chips, "; ".join(lines))
        for (account, unit), (amount, chips, lines) in sums.items()
    ]
    return sorted(legs, key=lambda leg: isinstance(leg.account, str) or leg.account < 0)


def _moved(row: _Row, sign: int) -> str:
    """What an account gained by a posting, in words: chips, or money if no chips moved."""
    return (
        f"{sign * row.chips:+}"
        if row.chips
        else f"{decimal_text(sign * row.amount, row.unit)} {row.unit}"
    )


def _account(number: int, game: str) -> Account:
    return game if number == POT_ACCOUNT else number


_CLOSING: Final = """
    SELECT account, CASE WHEN account = $pot THEN game END AS game, entries.unit, sum(amount),
        min(entries.date), max(entries.date)
    FROM entries LEFT JOIN sessions USING (session)
    GROUP BY 1, 2, 3
    ORDER BY account <= 0, abs(account), game, entries.unit
"""
_POSTINGS: Final = """
    SELECT postings.session, postings.date, hands.hand, postings.hand, postings.line, kind, debit,
        credit, chips,
        postings.unit, amount
    FROM postings
    LEFT JOIN sessions ON postings.session = sessions.session
    ASOF LEFT JOIN hands ON postings.session = hands.session AND postings.line >= hands.line
    ORDER BY postings.date, id NULLS LAST, n
"""


# --- Account names --------------------------------------------------------------------------------
PLAYERS: Final = "Assets:Players:"
POTS: Final = "Assets:Pots:"
BANK: Final = "Assets:Bank"
UNEXPLAINED: Final = "Equity:Unexplained"
# makes a name legal: takes the name, and a word to use if nothing legal is left of it
WordsFor = Callable[[str, str], str]


def account_names(accounts: Iterable[UsedAccount], legal: WordsFor) -> dict[Account, str]:
    """The name of each account. If several names become the same, all but the first get a number.

    Players are taken in the order in which they came into the book, so that a new one changes no
    other account's name.
    """
    found: dict[Account, str] = {BANK_ACCOUNT: BANK, UNEXPLAINED_ACCOUNT: UNEXPLAINED}
    taken: set[str] = set()
    for used in accounts:
        if used.account not in found:
            root, word = (POTS, "Game") if isinstance(used.account, str) else (PLAYERS, "Player")
            plain = name = root + legal(used.name, word)
            number = 1
            while name in taken:
                number += 1
                name = f"{plain}-{number}"
            taken.add(name)
            found[used.account] = name
    return found


def for_beancount(name: str, word: str) -> str:
    """The name reduced to letters, digits and dashes, beginning with a capital letter or a digit,
    or else with ``word``.
    """
    parts = "".join(_letter(char) for char in name).split("-")
    text = "-".join(part for part in parts if part)
    capital = text[:1].upper()
    if capital and all(category(char) in {"Lu", "Nd"} for char in capital):
        return capital + text[1:]
    return f"{word}-{text}" if text else word


def _letter(char: str) -> str:
    kind = category(char)
    if kind[0] == "L" or kind == "Nd":
        return char
    return "" if kind[0] == "M" else "-"  # a combining mark belongs to the letter before it


def for_hledger(name: str, word: str) -> str:
    """The name without what would end it in a journal: colons, semicolons, two spaces in a row."""
    return " ".join(visible(name).replace(":", "_").replace(";", "_").split()) or word
