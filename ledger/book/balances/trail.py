"""Where a player's figures come from: position, sessions, hands, log lines, and the rule behind
each (rules.md 2, 3.7, 5).

The figures of every level add up to those of the level above, and the topmost to
``ledger.book.balances.figures.owing``. Then how a balance came about: what each session and payment
did to it, and a statement that runs from day to day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.balances.figures import account_names, player_called, session_called
from ledger.files import PARQUET
from ledger.game.options import read_rules
from ledger.log import decoded, lines_of
from ledger.log.words import visible
from ledger.money import POSTING_KINDS

# --- From position to log line --------------------------------------------------------------------
PLAYED, BANK = "played", "bank"
"""Kinds of item that sum up several postings: what was won or lost in a hand or an evening, and
chips bought and cashed.
"""


class Item(NamedTuple):
    """A posting as one player sees it: ``chips`` and ``amount`` are above zero if the player
    received them.

    ``other`` is the account at the other end, by name. ``text`` is the log line, empty where there
    is no log to look in.
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
    title: str = ""

    @property
    def called(self) -> str:
        """What people call the evening: its title, else its id, empty between evenings and for an
        id that is only a day.
        """
        return self.title or (
            "" if self.session is None or self.session == self.date.isoformat() else self.session
        )

    def words(self, *, note: bool = False) -> str:
        """What a player did: ``took the pot``, ``paid Ann``; with ``note``, followed by the note of
        a payment.
        """
        if self.kind == PLAYED:
            return "won" if self.amount > 0 else "lost" if self.amount < 0 else "came out even"
        if self.kind == BANK:
            return "chips bought and cashed"
        kind = POSTING_KINDS[self.kind]
        words = (kind.received if self.amount > 0 else kind.given).replace("{other}", self.other)
        return f"{words}: {visible(self.note)}" if note and self.note else words

    @property
    def in_the_log(self) -> str:
        """The log line that says so, or ``by the rules`` if only the first line of the hand
        does.
        """
        return "by the rules" if self.rule and self.text.startswith("hand ") else self.text


@dataclass(slots=True)
class HandTrail:
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
    """The parts of an amount: chips ``played`` for, chips bought and cashed at the ``bank``, and
    money ``paid``.
    """

    played: int
    bank: int
    paid: int

    @property
    def amount(self) -> int:
        """All three together."""
        return sum(self)


@dataclass(slots=True)
class SessionTrail:
    """A session: its hands, what moved between them, chips bought and cashed, and payments, which
    won or lost nothing.

    ``chip`` is what a chip is worth in minor units; 1 where chips have no value.
    """

    session: str
    date: date
    title: str | None
    game: str
    file: str
    chip: int
    hands: list[HandTrail] = field(default_factory=list)
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
        return Subtotals(
            played, sum(item.amount for item in self.bank), sum(item.amount for item in self.paid)
        )

    @property
    def amount(self) -> int:
        """What the session adds to the position: chips won or lost, chips bought and cashed,
        payments.
        """
        return self.subtotals.amount


@dataclass(slots=True)
class Account:
    """A player's position in one unit: sessions, and what was paid between them."""

    unit: str
    nights: list[SessionTrail] = field(default_factory=list)
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


def trail(
    connection: DuckDBPyConnection, folder: Path, word: str, session: str | None = None
) -> Trail:
    """Where a player's figures come from, in all sessions or in one; log lines are read from the
    book's folder.

    ``session`` is an id, a file or a day, as ``session_called`` takes it. Raises UserError if
    nobody is called ``word``, or there is no such session.
    """
    about = {
        name: tuple(rest)
        for name, *rest in connection.execute(
            "SELECT id, title, game, chip FROM sessions"
        ).fetchall()
    }
    if session is not None:
        session = session_called(connection, session, folder)
    player, items = _items(connection, word, _texts(folder), session)
    accounts: dict[str, Account] = {}
    nights: dict[tuple[str, str], SessionTrail] = {}
    for item in items:
        account = accounts.setdefault(item.unit, Account(item.unit))
        if item.session is None:
            account.payments.append(item)
            continue
        key = item.session, item.unit
        if key not in nights:
            title, game, chip = about[item.session]
            nights[key] = SessionTrail(item.session, item.date, title, game, item.file, chip)
            account.nights.append(nights[key])
        _enter(nights[key], item)
    return Trail(player, [accounts[unit] for unit in sorted(accounts)])


def statement(connection: DuckDBPyConnection, word: str) -> tuple[str, list[Item]]:
    """Return a player's name and everything that moved for them, in order.

    Raises UserError if nobody is called ``word``.
    """
    return _items(connection, word, lambda _file, _line: "")


def _enter(night: SessionTrail, item: Item) -> None:
    """Add an item to its part of the session; a ruling belongs to the hand that it names."""
    if POSTING_KINDS[item.kind].bank:
        night.bank.append(item)
    elif POSTING_KINDS[item.kind].money:
        night.paid.append(item)
    elif item.hand is None:
        night.between.append(item)
    else:
        part = next((part for part in reversed(night.hands) if part.hand == item.hand), None)
        if part is None:
            part = HandTrail(item.hand)
            night.hands.append(part)
        part.items.append(item)


def _items(
    connection: DuckDBPyConnection,
    word: str,
    text: Callable[[str, int], str],
    session: str | None = None,
) -> tuple[str, list[Item]]:
    """Return the name of a player and everything that moved for that player, in order; in one
    session, if that is named.
    """
    account = player_called(connection, word)
    names = account_names(connection)
    items = []
    for (
        *when,
        kind,
        other,
        chips,
        unit,
        amount,
        file,
        line,
        note,
        rules,
        alone,
        title,
    ) in connection.execute(_ITEMS, {"account": account, "session": session}).fetchall():
        rule = "3.6" if alone else _rule(kind, rules)
        items.append(
            Item._make(
                (
                    *when,
                    kind,
                    rule,
                    names[other],
                    chips,
                    unit,
                    amount,
                    file,
                    line,
                    text(file, line),
                    note,
                    title,
                )
            )
        )
    return names[account], items


_ITEMS: Final = """
    SELECT entries.date, id, hand, entries.kind, other, chips, entries.unit, amount,
        coalesce(sessions.file, papers.file),
        entries.line, coalesce(note, ''), rules, entries.kind = 'take' AND EXISTS (
            FROM hands WHERE hands.session = entries.session AND number = entries.hand
                AND stayed = 1), coalesce(title, '')
    FROM entries LEFT JOIN sessions ON entries.session = sessions.session
    LEFT JOIN papers ON papers.kind = entries.kind AND papers.line = entries.line
        AND papers.session IS NOT DISTINCT FROM entries.session
    WHERE account = $account AND ($session IS NULL OR id = $session)
    ORDER BY entries.date, id NULLS LAST, n, amount DESC
"""


_house = cache(read_rules)


def _rule(kind: str, rules: str | None) -> str | None:
    if rules is not None and kind == "ante" and _house(rules).dealer_antes:
        return "2.2"
    if rules is not None and kind == "second ante" and _house(rules).stay_ante:
        return "7.4"
    return POSTING_KINDS[kind].rule


def _texts(folder: Path) -> Callable[[str, int], str]:

    @cache
    def lines(file: str) -> list[str]:
        return [] if file.endswith(PARQUET) else lines_of(decoded((folder / file).read_bytes()))

    def text(file: str, line: int) -> str:
        here = lines(file)
        return visible(here[line - 1].strip()) if 1 <= line <= len(here) else ""

    return text


# --- From day to day ------------------------------------------------------------------------------
EVENING, HAND, POSTING = "evening", "hand", "posting"  # what an entry of a statement may be


class Step(NamedTuple):
    """One part of a player's position: play in a session, chips bought and cashed in it, or one
    payment.

    ``part`` is ``PLAYED`` or ``BANK``, each for a whole session, or the kind of payment
    (``PAYMENT``, ``EXPENSE``) for one line of ``file``; ``session`` is None for payments between
    sessions. ``title`` is that of the session, or says who paid whom. ``amount`` is in minor units
    of ``unit``. All steps of a player in one unit add up to the position.
    """

    part: str
    session: str | None
    date: date
    title: str
    unit: str
    amount: int
    file: str
    line: int | None = None


PAYMENT, EXPENSE = "payment", "expense"  # what is paid: from one to another, or by one for several


def steps(connection: DuckDBPyConnection, account: int) -> list[Step]:
    """Return the steps that lead to a player's position, the latest first."""
    names = account_names(connection)
    found = [Step(*row) for row in connection.execute(_EVENINGS, {"account": account}).fetchall()]
    for kind, session, day, giver, getter, unit, amount, note, file, line in connection.execute(
        _PAID, {"account": account}
    ).fetchall():
        said = f"{names[giver]} paid {names[getter] if kind == PAYMENT else 'for all'}" + (
            f": {note}" if note else ""
        )
        found.append(Step(kind, session, day, said, unit, amount, file, line))
    whole = [one._replace(amount=int(one.amount)) for one in found]
    return sorted(
        whole,
        key=lambda one: (one.date, one.session is None, one.session or "", one.line or 0),
        reverse=True,
    )


def parts_of(connection: DuckDBPyConnection, session: str) -> dict[int, dict[str, dict[str, int]]]:
    """Return what a session adds to each player's position, by account, unit and part (as ``Step``
    has them).
    """
    found: dict[int, dict[str, dict[str, int]]] = {}
    for account, unit, part, amount in connection.execute(_PARTS, {"session": session}).fetchall():
        found.setdefault(account, {}).setdefault(unit, {})[part] = int(amount)
    return found


_BANKED: Final = ", ".join(f"'{kind.name}'" for kind in POSTING_KINDS.values() if kind.bank)
_PART: Final = f"""CASE WHEN kind IN ('{PAYMENT}', '{EXPENSE}') THEN kind
    WHEN kind IN ({_BANKED}) THEN '{BANK}' ELSE '{PLAYED}' END"""
_PARTS: Final = f"""
    SELECT account, entries.unit, {_PART} AS part, sum(amount)
    FROM entries JOIN sessions USING (session) WHERE id = $session AND account > 0
    GROUP BY account, entries.unit, part ORDER BY ALL
"""  # noqa: S608 - our own names
_EVENINGS: Final = f"""
    SELECT {_PART} AS part, id, any_value(sessions.date), coalesce(any_value(title), id),
        entries.unit, sum(amount),
        any_value(sessions.file)
    FROM entries JOIN sessions USING (session)
    WHERE account = $account AND kind NOT IN ('{PAYMENT}', '{EXPENSE}') GROUP BY part, id,
        entries.unit ORDER BY ALL
"""  # noqa: S608 - our own names
_PAID: Final = f"""
    SELECT entries.kind, any_value(id), entries.date,
        any_value(CASE WHEN amount > 0 THEN account ELSE other END) AS payer,
        any_value(CASE WHEN amount > 0 THEN other ELSE account END), entries.unit, sum(amount),
            coalesce(any_value(note), ''),
        any_value(papers.file), entries.line
    FROM entries
    LEFT JOIN papers ON papers.kind = entries.kind AND papers.line = entries.line
        AND papers.session IS NOT DISTINCT FROM entries.session
    LEFT JOIN sessions ON sessions.session = entries.session
    WHERE entries.kind IN ('{PAYMENT}', '{EXPENSE}') AND account = $account
    GROUP BY entries.session, entries.date, entries.kind, entries.unit, entries.line ORDER BY ALL
"""  # noqa: S608 - our own names


class Entry(NamedTuple):
    """Something that moved, and the balance after it, in minor units: ``into`` the account, or
    ``out`` of it.
    """

    item: Item
    balance: int

    @property
    def into(self) -> int:
        """What was won, and what the player paid."""
        return max(self.item.amount, 0)

    @property
    def out(self) -> int:
        """What was lost, and what the player was paid."""
        return max(-self.item.amount, 0)


@dataclass(slots=True)
class Running:
    """A player's account in one unit over some days: the balance before them, what moved, and the
    balance after.
    """

    unit: str
    opening: int = 0
    entries: list[Entry] = field(default_factory=list)

    @property
    def into(self) -> int:
        """All that came in."""
        return sum(entry.into for entry in self.entries)

    @property
    def out(self) -> int:
        """All that went out: opening balance + ``into`` − this is the closing balance."""
        return sum(entry.out for entry in self.entries)

    @property
    def closing(self) -> int:
        """The balance after the last entry."""
        return self.entries[-1].balance if self.entries else self.opening


def accounts_in(
    items: Iterable[Item], first: date | None, last: date | None, by: str = POSTING
) -> list[Running]:
    """Return the accounts of a player by unit, from everything that moved in order; both days
    count.

    An entry is all that was won or lost in an ``EVENING``, or in a ``HAND``, or each ``POSTING`` by
    itself.
    """
    accounts: dict[str, Running] = {}
    for item in items if by == POSTING else _summed(items, by):
        if last is not None and item.date > last:
            continue
        account = accounts.setdefault(item.unit, Running(item.unit))
        if first is not None and item.date < first:
            account.opening += item.amount
        else:
            account.entries.append(Entry(item, account.closing + item.amount))
    return [accounts[unit] for unit in sorted(accounts)]


class Statement(NamedTuple):
    """A player, and the accounts of that player by unit."""

    player: str
    accounts: list[Running]


class Chosen(NamedTuple):
    """Which days a statement covers (both count; None: no limit), and what one entry stands for."""

    first: date | None = None
    last: date | None = None
    by: str = EVENING


def statements(
    connection: DuckDBPyConnection, players: Iterable[str] | None, chosen: Chosen
) -> list[Statement]:
    """Return statements for players by any name, or (None) for everybody for whom something moved.

    Raises UserError.
    """
    words = (
        players
        if players is not None
        else [name for (name,) in connection.execute(_EVERYBODY).fetchall()]
    )
    told = (statement(connection, word) for word in words)
    return [Statement(name, accounts_in(items, *chosen)) for name, items in told]


_EVERYBODY: Final = (
    "SELECT name FROM players WHERE player IN (SELECT account FROM entries) ORDER BY name, player"
)


def _summed(items: Iterable[Item], by: str) -> list[Item]:
    """Combine what was won or lost in each hand or session into one item, at the place of the
    first; payments stay as they are.

    Chips bought and cashed become one item for each session, unless they cancel out.
    """
    sums: dict[object, Item] = {}
    for at, item in enumerate(items):
        posting = POSTING_KINDS[item.kind]
        kind = BANK if posting.bank else PLAYED
        hand = item.hand if by == HAND and kind == PLAYED else None
        whole = by == EVENING or kind == BANK or hand is not None
        if item.session is None or posting.money or not whole:
            sums[at] = item
            continue
        key = item.session, item.unit, kind, hand
        nothing = item._replace(
            kind=kind, hand=hand, rule=None, other="", chips=0, amount=0, text="", note=""
        )
        so_far = sums.get(key, nothing)
        sums[key] = so_far._replace(
            chips=so_far.chips + item.chips, amount=so_far.amount + item.amount
        )
    return [item for item in sums.values() if item.kind != BANK or item.amount]
