"""What a book says in figures: positions, pots, postings. Questions to ask through ``ledger.book.access.ask``."""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.tables import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.debts import transfers

UNEXPLAINED_NAME: Final = "unexplained"
POT_NAME: Final = "pot"
BANK_NAME: Final = "bank"


class Balance(NamedTuple):
    """A player's position in one unit, a currency or chips: above zero is owed, below zero owes; minor units."""

    account: int
    name: str
    unit: str
    amount: int


class Pot(NamedTuple):
    """What lies in the pot of a game; ``amount`` is what it is worth, in minor units."""

    game: str
    unit: str
    chips: int
    amount: int


class Transfer(NamedTuple):
    """One payment that settles debts, in minor units."""

    payer: str
    payee: str
    unit: str
    amount: int


class Owing(NamedTuple):
    """Who owes what: positions, which with the pots add up to zero in each unit, and the fewest transfers that settle them."""

    balances: list[Balance]
    pots: list[Pot]
    transfers: list[Transfer]


class Posting(NamedTuple):
    """Value that moved from the credited account to the debited one: ``chips``, worth ``amount`` in minor units of ``unit``.

    ``n`` is its place in the session, or among the payments between sessions, where ``session`` and ``game`` are None.
    ``hand`` is the number of the hand that it belongs to or rules on; ``line`` is in ``file``.
    """

    session: str | None
    game: str | None
    date: date
    file: str
    line: int
    n: int
    hand: int | None
    kind: str
    debit: int
    credit: int
    chips: int
    unit: str
    amount: int
    note: str


def owing(connection: DuckDBPyConnection) -> Owing:
    """Return who owes what, by unit and then by name."""
    names = account_names(connection)
    rows = connection.execute("SELECT account, unit, amount FROM balances ORDER BY unit, account").fetchall()
    balances = [Balance(account, names[account], unit, int(amount)) for account, unit, amount in rows]
    balances = [one for one in balances if one.account > 0 or one.amount]
    pots = [Pot(game, unit, int(chips), int(amount)) for game, unit, chips, amount in connection.execute(_POTS).fetchall()]
    pots = [pot for pot in pots if pot.chips or pot.amount]
    settled = []
    for unit in sorted({one.unit for one in balances} | {pot.unit for pot in pots}):
        settled += _settled(unit, [one for one in balances if one.unit == unit], [pot for pot in pots if pot.unit == unit])
    return Owing(sorted(balances, key=lambda one: (one.unit, one.account <= 0, one.name)), pots, settled)


def _settled(unit: str, balances: list[Balance], pots: list[Pot]) -> list[Transfer]:
    """Return the fewest transfers that settle one unit; each pot is a party of its own."""
    names = {one.account: one.name for one in balances}
    owed = {one.account: one.amount for one in balances}
    for place, pot in enumerate(pots):
        account = UNEXPLAINED_ACCOUNT - 1 - place
        names[account] = pot_name(pot.game, pots)
        owed[account] = pot.amount
    found = [Transfer(names[payer], names[payee], unit, amount) for payer, payee, amount in transfers(owed)]
    return sorted(found)


def pot_name(game: str, pots: list[Pot]) -> str:
    """Return what to call the pot of a game: with the game's name if there are several."""
    return POT_NAME if len({pot.game for pot in pots}) == 1 else f"{POT_NAME} of {game}"


def account_names(connection: DuckDBPyConnection) -> dict[int, str]:
    """Return the name of each account; a player with the name of one that is no player's is called ``pot (player)``."""
    others = {POT_ACCOUNT: POT_NAME, BANK_ACCOUNT: BANK_NAME, UNEXPLAINED_ACCOUNT: UNEXPLAINED_NAME}
    taken = set(others.values())
    people = connection.execute("SELECT player, name FROM players").fetchall()
    return others | {player: f"{name} (player)" if name in taken else name for player, name in people}


def postings(connection: DuckDBPyConnection, account: int | None = None) -> list[Posting]:
    """Return postings in the order of dates, sessions and what happened in them: those of one account, or all."""
    which = "" if account is None else "WHERE $account IN (debit, credit)"
    values = {} if account is None else {"account": account}
    return [Posting(*row) for row in connection.execute(_POSTINGS.format(which=which), values).fetchall()]


_POTS: Final = "SELECT game, unit, chips, amount FROM pots ORDER BY unit, game"
_POSTINGS: Final = """
    SELECT id, game, postings.date, coalesce(sessions.file, payments.file), postings.line, n, hand, kind, debit, credit,
        chips, postings.unit, postings.amount, coalesce(note, '')
    FROM postings
    LEFT JOIN sessions ON postings.session = sessions.session
    LEFT JOIN payments ON kind = 'payment' AND payments.line = postings.line
        AND payments.session IS NOT DISTINCT FROM postings.session
    {which}
    ORDER BY postings.date, id NULLS LAST, n
"""
