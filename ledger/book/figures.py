"""What a book says in figures: positions, pots, postings. Questions to ask through ``ledger.book.access.ask``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book import since
from ledger.book.database import BANK_ACCOUNT, POT_ACCOUNT, UNEXPLAINED_ACCOUNT
from ledger.book.input_values import player_meant
from ledger.book.part import MOVED, SUMMED, WHOLE, Part
from ledger.money import FEWEST, WINNERS, Debts, Moved, plan

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


class SuggestedTransfer(NamedTuple):
    """One payment that settles debts, in minor units. Accounts above zero are players; others are a pot, or unexplained."""

    payer: str
    payee: str
    unit: str
    amount: int
    payer_account: int
    payee_account: int


class Unexplained(NamedTuple):
    """Value from an unknown source (``amount`` below zero) or gone to one, in minor units, and the log line that says so."""

    session: str
    date: date
    file: str
    line: int
    kind: str
    unit: str
    amount: int


class Owing(NamedTuple):
    """Who owes what: positions, which add up to zero with the pots in each unit, and what is left of the plan to settle them.

    ``unexplained`` says where unexplained amounts come from.
    """

    balances: list[Balance]
    pots: list[Pot]
    transfers: list[SuggestedTransfer]
    unexplained: Sequence[Unexplained] = ()

    @property
    def payments(self) -> list[SuggestedTransfer]:
        """The transfers that somebody can make: those without an unexplained side."""
        return [one for one in self.transfers if not _is_unexplained(one)]

    @property
    def between_players(self) -> list[SuggestedTransfer]:
        """The payments from one player to another."""
        return [one for one in self.payments if min(one.payer_account, one.payee_account) > 0]

    @property
    def of_pots(self) -> list[SuggestedTransfer]:
        """What goes into pots or comes out of them: not a payment, since whoever plays on plays for it."""
        return [one for one in self.payments if min(one.payer_account, one.payee_account) == 0]

    @property
    def open(self) -> list[SuggestedTransfer]:
        """What stays open as long as it is unexplained."""
        return [one for one in self.transfers if _is_unexplained(one)]


def _is_unexplained(one: SuggestedTransfer) -> bool:
    return UNEXPLAINED_ACCOUNT in {one.payer_account, one.payee_account}


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


def owing(connection: DuckDBPyConnection, how: str = FEWEST, part: Part = WHOLE) -> Owing:
    """Who owes what, by unit and then by name; ``how`` is the plan, one of ``ledger.money.PLANS``, ``part`` the part of the book.

    The plan is that of the end of the last session in the unit. A later payment that equals one of its lines strikes that line
    and leaves the others alone; any other payment makes a new plan.
    """
    sums = _sums(connection, part)
    balances, pots = _balances(connection, sums), _pots(sums)
    settled: list[SuggestedTransfer] = []
    moved, lost = since.moved_since(connection, part), since.debts(connection, part) if how == WINNERS else {}
    for unit in sorted({one.unit for one in balances} | {pot.unit for pot in pots}):
        settled += _settled(unit, balances, pots, moved.get(unit, ()), lost.get(unit, {}) if how == WINNERS else None)
    return Owing(balances, pots, settled, unexplained(connection, part))


def balances_of(connection: DuckDBPyConnection, part: Part = WHOLE) -> list[Balance]:
    """Everybody's balance from what moved in a part of the book, and what is unexplained there, by unit and name."""
    return _balances(connection, _sums(connection, part))


def _balances(connection: DuckDBPyConnection, sums: Sequence[_Sum]) -> list[Balance]:
    names = account_names(connection)
    found = [Balance(one.account, names[one.account], one.unit, int(one.amount)) for one in sums if one.account != POT_ACCOUNT]
    return sorted(
        (one for one in found if one.account > 0 or one.amount),
        key=lambda one: (one.unit, one.account <= 0, one.name, one.account),
    )


def unexplained(connection: DuckDBPyConnection, part: Part = WHOLE) -> list[Unexplained]:
    """Where unexplained amounts come from: line by line, by date."""
    return [Unexplained(*row) for row in connection.execute(_UNEXPLAINED, part.values()).fetchall()]


def settled_tonight(connection: DuckDBPyConnection, session: str) -> list[SuggestedTransfer]:
    """Return the fewest transfers that settle one session by itself, by unit; its pot is a party too."""
    names = account_names(connection)
    stands: dict[tuple[str, int], int] = {}
    for one in postings(connection, session=session):
        for account, amount in ((one.debit, one.amount), (one.credit, -one.amount)):
            stands[one.unit, account] = stands.get((one.unit, account), 0) + amount
    balances = [Balance(account, names[account], unit, amount) for (unit, account), amount in stands.items() if amount]
    units = sorted({one.unit for one in balances})
    return [transfer for unit in units for transfer in _settled(unit, balances, [])]


def pots_of(connection: DuckDBPyConnection, part: Part = WHOLE) -> list[Pot]:
    """What went into the pots in a part of the book and lies there, by unit and then by game; empty ones are left out."""
    return _pots(_sums(connection, part))


def _pots(sums: Sequence[_Sum]) -> list[Pot]:
    found = [Pot(one.game, one.unit, int(one.chips), int(one.amount)) for one in sums if one.account == POT_ACCOUNT]
    return [pot for pot in found if pot.chips or pot.amount]


def _sums(connection: DuckDBPyConnection, part: Part) -> list[_Sum]:
    return [_Sum(*row) for row in connection.execute(_SUMS, part.values()).fetchall()]


class _Sum(NamedTuple):
    """What moved into an account, less what moved out, in one unit; of the pots by game."""

    unit: str
    account: int
    game: str
    chips: int
    amount: int


def _settled(
    unit: str, balances: list[Balance], pots: list[Pot], moved: Sequence[Moved] = (), lost: Debts | None = None
) -> list[SuggestedTransfer]:
    """Return the transfers that settle one unit, as ``plan`` has them; each pot is a party of its own."""
    parties = {one.account: (one.name, one.account, one.amount) for one in balances if one.unit == unit}
    for place, pot in enumerate(pots):
        if pot.unit == unit:
            parties[UNEXPLAINED_ACCOUNT - 1 - place] = (pot_name(pot.game, pots), POT_ACCOUNT, pot.amount)
    found = []
    for payer, payee, amount in plan({party: owed for party, (_, _, owed) in parties.items()}, moved, lost):
        (giver, giver_account, _), (getter, getter_account, _) = parties[payer], parties[payee]
        found.append(SuggestedTransfer(giver, getter, unit, amount, giver_account, getter_account))
    return sorted(found)


def pot_name(game: str, pots: list[Pot]) -> str:
    """What to call the pot of a game: with the game's name if there are several."""
    return POT_NAME if len({pot.game for pot in pots}) == 1 else f"{POT_NAME} of {game}"


_OTHERS: Final = {POT_ACCOUNT: POT_NAME, BANK_ACCOUNT: BANK_NAME, UNEXPLAINED_ACCOUNT: UNEXPLAINED_NAME}
_MISTAKEN: Final = re.compile(rf"{POT_NAME}|{BANK_NAME}|{UNEXPLAINED_NAME}|{POT_NAME} of .*|.* \(player\)", re.DOTALL)


def account_names(connection: DuckDBPyConnection) -> dict[int, str]:
    """Return the name of each account. A player whose name might be taken for a pot's is called ``pot (player)``."""
    people = connection.execute("SELECT player, name FROM players").fetchall()
    return _OTHERS | {player: f"{name} (player)" if _MISTAKEN.fullmatch(name) else name for player, name in people}


def postings(connection: DuckDBPyConnection, account: int | None = None, session: str | None = None) -> list[Posting]:
    """Return postings in the order of dates, sessions and what happened in them: those of one account, of one session, or all."""
    wanted = {"account": (account, "$account IN (debit, credit)"), "session": (session, "id = $session")}
    chosen = {name: value for name, (value, _) in wanted.items() if value is not None}
    which = " AND ".join(wanted[name][1] for name in chosen)
    sql = _POSTINGS.format(which=f"WHERE {which}" if which else "")
    return [Posting(*row) for row in connection.execute(sql, chosen).fetchall()]


def player_called(connection: DuckDBPyConnection, word: str) -> int:
    """Return the account of the player with a name or alias. Raises UserError if nobody is called that, or several are."""
    return player_meant(word, dict(connection.execute("SELECT name, player FROM names").fetchall()))


def positions(connection: DuckDBPyConnection, account: int) -> dict[str, int]:
    """Where an account stands, by unit, in minor units; only units in which something moved."""
    rows = connection.execute("SELECT unit, amount FROM balances WHERE account = ? ORDER BY unit", [account]).fetchall()
    return {unit: int(amount) for unit, amount in rows}


def kinds_found(connection: DuckDBPyConnection) -> set[str]:
    """The kinds of finding that the sessions of the book have."""
    return {rule for (rule,) in connection.execute("SELECT DISTINCT rule FROM findings").fetchall()}


def handles(connection: DuckDBPyConnection) -> dict[int, str]:
    """Where to send money to each player who has said so."""
    return dict(connection.execute("SELECT player, handle FROM players WHERE handle IS NOT NULL").fetchall())


def session_count(connection: DuckDBPyConnection) -> int:
    """How many sessions the book has."""
    ((count,),) = connection.execute("SELECT count(*) FROM sessions").fetchall()
    return int(count)


_SUMS: Final = f"""
    WITH {SUMMED}
    SELECT unit, account, CASE WHEN account = {POT_ACCOUNT} THEN game ELSE '' END AS place, sum(chips), sum(amount)
    FROM summed WHERE account <> {BANK_ACCOUNT} GROUP BY unit, account, place ORDER BY unit, account, place
"""  # noqa: S608 - our own names
_UNEXPLAINED: Final = f"""
    WITH {MOVED}
    SELECT moved.id, moved.date, file, moved.line, kind, moved.unit, amount FROM moved JOIN sessions USING (session)
    WHERE account = {UNEXPLAINED_ACCOUNT} AND amount <> 0 ORDER BY moved.date, moved.id, n
"""  # noqa: S608 - our own names
_POSTINGS: Final = """
    SELECT id, game, postings.date, coalesce(sessions.file, papers.file), postings.line, n, hand, postings.kind, debit, credit,
        chips, postings.unit, postings.amount, coalesce(note, '')
    FROM postings
    LEFT JOIN sessions ON postings.session = sessions.session
    LEFT JOIN papers ON papers.kind = postings.kind AND papers.line = postings.line
        AND papers.session IS NOT DISTINCT FROM postings.session
    {which}
    ORDER BY postings.date, id NULLS LAST, n
"""
