"""Where a player's figures come from: position, sessions, hands, log lines, and the rule behind each (rules.md 2, 3.7, 5).

The figures of every level add up to those of the level above, and the topmost to ``ledger.book.figures.owing``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import Posting, account_names, player_called, postings
from ledger.book.part import session_called
from ledger.files import PARQUET
from ledger.game.options import read_rules
from ledger.log import decoded, lines_of
from ledger.log.words import visible
from ledger.money import POSTING_KINDS


class Item(NamedTuple):
    """A posting as one player sees it: ``chips`` and ``amount`` are above zero if the player received them.

    ``other`` is the account at the other end, by name. ``text`` is the log line, empty where there is no log to look in.
    """

    date: date
    session: str | None
    hand: int | None
    kind: str
    rule: str | None
    other: str
    chips: int
    unit: str
    amount: int
    file: str
    line: int
    text: str
    note: str


@dataclass(slots=True)
class Part:
    """What moved in one hand, and what was ruled about it later."""

    hand: int
    items: list[Item] = field(default_factory=list)

    @property
    def chips(self) -> int:
        """The chips won or lost."""
        return sum(item.chips for item in self.items)

    @property
    def amount(self) -> int:
        """What they are worth."""
        return sum(item.amount for item in self.items)


class Subtotals(NamedTuple):
    """The parts of an amount: chips ``played`` for, chips bought and cashed at the ``bank``, and money ``paid``."""

    played: int
    bank: int
    paid: int

    @property
    def amount(self) -> int:
        """All three together."""
        return sum(self)


@dataclass(slots=True)
class Night:
    """A session: its hands, what moved between them, chips bought and cashed, and payments, which won or lost nothing.

    ``chip`` is what a chip is worth in minor units; 1 where chips have no value.
    """

    session: str
    date: date
    title: str | None
    game: str
    file: str
    chip: int
    hands: list[Part] = field(default_factory=list)
    between: list[Item] = field(default_factory=list)
    bank: list[Item] = field(default_factory=list)
    paid: list[Item] = field(default_factory=list)

    @property
    def chips(self) -> int:
        """The chips won or lost; those bought and cashed aside."""
        return sum(part.chips for part in self.hands) + sum(item.chips for item in self.between)

    @property
    def subtotals(self) -> Subtotals:
        """What the session adds to the position, part by part."""
        played = sum(part.amount for part in self.hands) + sum(item.amount for item in self.between)
        return Subtotals(played, sum(item.amount for item in self.bank), sum(item.amount for item in self.paid))

    @property
    def amount(self) -> int:
        """What the session adds to the position: chips won or lost, chips bought and cashed, payments."""
        return self.subtotals.amount


@dataclass(slots=True)
class Account:
    """A player's position in one unit: sessions, and what was paid between them."""

    unit: str
    nights: list[Night] = field(default_factory=list)
    payments: list[Item] = field(default_factory=list)

    @property
    def subtotals(self) -> Subtotals:
        """What the position is made of; what was paid between sessions is paid too."""
        parts = [night.subtotals for night in self.nights]
        paid = sum(part.paid for part in parts) + sum(item.amount for item in self.payments)
        return Subtotals(sum(part.played for part in parts), sum(part.bank for part in parts), paid)

    @property
    def amount(self) -> int:
        """The position: above zero is owed."""
        return self.subtotals.amount


@dataclass(frozen=True, slots=True)
class Trail:
    """A player, and where each position comes from, by unit."""

    player: str
    accounts: list[Account]


def trail(connection: DuckDBPyConnection, folder: Path, word: str, session: str | None = None) -> Trail:
    """Where a player's figures come from, in all sessions or in one; log lines are read from the book's folder.

    ``session`` is an id, a file or a day, as ``session_called`` takes it. Raises UserError if nobody is called ``word``, or
    there is no such session.
    """
    sessions = _sessions(connection)
    if session is not None:
        session = session_called(connection, session, folder)
    player, items = _items(connection, word, _texts(folder), session)
    accounts: dict[str, Account] = {}
    nights: dict[tuple[str, str], Night] = {}
    for item in items:
        account = accounts.setdefault(item.unit, Account(item.unit))
        if item.session is None:
            account.payments.append(item)
            continue
        key = item.session, item.unit
        if key not in nights:
            about = sessions[item.session]
            nights[key] = Night(item.session, item.date, about.title, about.game, item.file, about.chip)
            account.nights.append(nights[key])
        _enter(nights[key], item)
    return Trail(player, [accounts[unit] for unit in sorted(accounts)])


def statement(connection: DuckDBPyConnection, word: str) -> tuple[str, list[Item]]:
    """Return a player's name and everything that moved for that player, in order, without log lines.

    Raises UserError if nobody is called ``word``.
    """
    return _items(connection, word, lambda _file, _line: "")


def _enter(night: Night, item: Item) -> None:
    """Put an item where it belongs; a ruling belongs to the hand that it names."""
    if POSTING_KINDS[item.kind].bank:
        night.bank.append(item)
    elif POSTING_KINDS[item.kind].money:
        night.paid.append(item)
    elif item.hand is None:
        night.between.append(item)
    else:
        part = next((part for part in reversed(night.hands) if part.hand == item.hand), None)
        if part is None:
            part = Part(item.hand)
            night.hands.append(part)
        part.items.append(item)


class _Session(NamedTuple):
    title: str | None
    game: str
    chip: int
    rules: str


def _sessions(connection: DuckDBPyConnection) -> dict[str, _Session]:
    rows = connection.execute("SELECT id, title, game, chip, rules FROM sessions").fetchall()
    return {name: _Session(*about) for name, *about in rows}


def _items(
    connection: DuckDBPyConnection, word: str, text: Callable[[str, int], str], session: str | None = None
) -> tuple[str, list[Item]]:
    """Return the name of a player and everything that moved for that player, in order; in one session, if that is named."""
    account = player_called(connection, word)
    names = account_names(connection)
    sessions = _sessions(connection)
    unplayed = set(connection.execute(_UNPLAYED, {"account": account}).fetchall())
    items = []
    for posting in postings(connection, account, session):
        rules = None if posting.session is None else sessions[posting.session].rules
        rule = "3.6" if posting.kind == "take" and (posting.session, posting.hand) in unplayed else _rule(posting.kind, rules)
        for way, other in _sides(posting, account):
            items.append(
                Item(
                    date=posting.date,
                    session=posting.session,
                    hand=posting.hand,
                    kind=posting.kind,
                    rule=rule,
                    other=names[other],
                    chips=way * posting.chips,
                    unit=posting.unit,
                    amount=way * posting.amount,
                    file=posting.file,
                    line=posting.line,
                    text=text(posting.file, posting.line),
                    note=posting.note,
                )
            )
    return names[account], items


_UNPLAYED: Final = """
    SELECT DISTINCT id, number FROM hands JOIN sessions USING (session)
    WHERE stayed = 1 AND (session, number) IN (
        SELECT (session, hand) FROM postings WHERE kind = 'take' AND debit = $account)
"""


def _sides(posting: Posting, account: int) -> Iterator[tuple[int, int]]:
    """Yield the direction of a posting for an account, and the account at the other end; both if that is the same one."""
    if posting.debit == account:
        yield 1, posting.credit
    if posting.credit == account:
        yield -1, posting.debit


_house = cache(read_rules)


def _rule(kind: str, rules: str | None) -> str | None:
    """Return the number of the rule behind a kind of posting in a house."""
    if rules is not None and kind == "ante" and _house(rules).dealer_antes:
        return "2.2"
    if rules is not None and kind == "second ante" and _house(rules).stay_ante:
        return "7.4"
    return POSTING_KINDS[kind].rule


def _texts(folder: Path) -> Callable[[str, int], str]:
    """Return a function that gives a line of a log; nothing for a Parquet file."""

    @cache
    def lines(file: str) -> list[str]:
        return [] if file.endswith(PARQUET) else lines_of(decoded((folder / file).read_bytes()))

    def text(file: str, line: int) -> str:
        here = lines(file)
        return visible(here[line - 1].strip()) if 1 <= line <= len(here) else ""

    return text
