"""What has changed in a book since it was closed: first which lines of a file, then which session,
whose balance, by how much.

The answers are rows of the database, which are made again when a file, a name or the program
changes: every answer about money can then report them. Of a closed file only a print of each line
was kept, not the line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from difflib import SequenceMatcher
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger import __version__
from ledger.book.derived.database import player_names
from ledger.book.derived.folder_state import FolderState
from ledger.book.files.chain import (
    Chain,
    Figures,
    SealedFile,
    SealedPayments,
    closed_by,
    digest_of,
    lines_in,
    prints_of,
    read_chain,
)
from ledger.book.files.closed import short
from ledger.book.files.folder import CLOSED, LAST_HEAD, PAYMENTS, SETTINGS
from ledger.files import PARQUET
from ledger.log.words import shown, visible
from ledger.money import amount_text
from ledger.wording import day_in_words

if TYPE_CHECKING:
    from ledger.book.derived.rows import Record


# --- Lines of a file ------------------------------------------------------------------------------
_MOST_PLACES: Final = 4
# lines between the first and the last that differ, which are compared one by one
_MOST_LINES: Final = 2_000


def places(before: Sequence[str], lines: Sequence[bytes], *, more: bool = False) -> str:
    """Describe which lines differ from those with these prints, and what they say now; with
    ``more`` the file may have grown.
    """
    said = []
    for first, last, start, end in _changes(before, prints_of(lines), more=more):
        if first == last:
            said.append(
                f"{_lines(start, end)} {'is' if end - start == 1 else 'are'} "
                f"new{_quoted(lines[start])}"
            )
        elif start == end:
            said.append(
                f"the old {_lines(first, last)} {'is' if last - first == 1 else 'are'} missing"
            )
        else:
            said.append(
                f"{_lines(start, end)} {'has' if end - start == 1 else 'have'} "
                f"changed{_quoted(lines[start])}"
            )
    rest = [f"and {len(said) - _MOST_PLACES:,} more places"] if len(said) > _MOST_PLACES else []
    return "; ".join([*said[:_MOST_PLACES], *rest])


def _changes(
    before: Sequence[str], now: Sequence[str], *, more: bool
) -> Iterator[tuple[int, int, int, int]]:
    """Yield the differences: from and to which line before (first, last), and now (start, end)."""
    pairs = enumerate(zip(before, now, strict=False))
    head = next((at for at, (one, other) in pairs if one != other), min(len(before), len(now)))
    old, new = before[head:], now[head:]
    if more:
        old, new = old[:_MOST_LINES], new[:_MOST_LINES]
    else:
        tail, longest = 0, min(len(old), len(new))
        while tail < longest and old[-1 - tail] == new[-1 - tail]:
            tail += 1
        old, new = old[: len(old) - tail], new[: len(new) - tail]
        if max(len(old), len(new)) > _MOST_LINES:
            yield head, head + len(old), head, head + len(new)
            return
    for tag, first, last, start, end in SequenceMatcher(
        None, old, new, autojunk=False
    ).get_opcodes():
        if tag == "equal" or (more and first == last == len(old)):  # what the file has grown by
            continue
        until = min(end, start + last - first) if more and last == len(old) else end
        yield head + first, head + last, head + start, head + until


def _lines(first: int, last: int) -> str:
    return f"line {first + 1}" if last - first == 1 else f"lines {first + 1} to {last}"


def _quoted(line: bytes) -> str:
    text = visible(line.decode("utf-8", "surrogateescape").strip())
    return f" (‘{text[:60]}{'…' if text[60:] else ''}’ now)" if text else ""


# --- The whole book -------------------------------------------------------------------------------
CHANGED, COUNTED = KINDS = ("changed", "counted")
"""Changed after it was closed; or not changed, but calculated differently by this version of the
program.
"""

Standing: TypeAlias = Mapping[tuple[int | None, str], int]
"""Amounts in minor units by account and unit; account None is unexplained."""


class Breach(NamedTuple):
    """Something that has changed since it was closed: one of ``KINDS``, and a sentence."""

    kind: str
    message: str


def breaches(connection: DuckDBPyConnection) -> list[Breach]:
    """What has changed since the book was closed, files first."""
    return [
        Breach(*row)
        for row in connection.execute("SELECT kind, message FROM breaches ORDER BY n").fetchall()
    ]


def closed_records(
    connection: DuckDBPyConnection, state: FolderState
) -> dict[str, Sequence[Record]]:
    """Return the rows of ``closed`` and ``breaches`` of a book with a chain; the other tables must
    be up to date.
    """
    chain = read_chain(state.folder)
    closed, found = closed_by(chain), enumerate(_Search(connection, state, chain).all(), 1)
    return {
        "closed": [closed._asdict()] if closed else [],
        "breaches": [{"n": n, **one._asdict()} for n, one in found],
    }


class _Search:
    """Compares what is in the folder, and in the database, with a chain."""

    def __init__(self, connection: DuckDBPyConnection, state: FolderState, chain: Chain) -> None:
        self.connection, self.state, self.chain = connection, state, chain
        self.names = player_names(connection)
        self.until = date.fromisoformat(chain.until) if chain.until else date.min

    @cached_property
    def moved(self) -> dict[str, Standing]:
        """What each session did to everybody's balance: as long as the book, so only asked for if
        one has changed.
        """
        return moved_in_sessions(self.connection)

    def all(self) -> Iterator[Breach]:
        """Yield every breach.

        If the chain itself was changed, only that: such a chain proves nothing about the rest.
        """
        lost = self.chain.problems or list(self.lost())
        if lost:
            yield from (Breach(CHANGED, text) for text in lost)
            return
        said = [*self.files(), *self.late_sessions(), *self.payments(), *self.people()]
        yield from (Breach(CHANGED, text) for text in said)
        balances = list(self.balances())
        if balances:
            settings = [] if said else list(self.settings())
            yield from (Breach(CHANGED, text) for text in settings)
            kind = CHANGED if said or settings else COUNTED
            if kind == COUNTED:
                then = self.chain.closings[-1].program
                yield Breach(
                    COUNTED,
                    (
                        f"no file has changed, but these balances have: bourre {__version__} "
                        f"calculates them differently from {then}"
                    ),
                )
            yield from (Breach(kind, text) for text in balances)

    def lost(self) -> Iterator[str]:
        """Yield a sentence if the chain or its end is missing; the last head is kept in a file of
        its own.
        """
        if LAST_HEAD not in self.state.files:
            return
        last = (self.state.folder / LAST_HEAD).read_text("utf-8", "replace").strip()
        if not last or all(entry.head != last for entry in self.chain.entries):
            what = (
                f"the book was closed with the head {shown(short(last))}, according to {LAST_HEAD}"
            )
            missing = CLOSED not in self.state.files
            yield (
                f"{CLOSED} is missing: {what}"
                if missing
                else f"{CLOSED} does not have the last closing: {what}"
            )

    def files(self) -> Iterator[str]:
        for name, file in self.chain.files.items():
            if self.state.files.get(name, b"").hex() == file.digest:
                continue
            for session in file.sessions:
                what = (
                    f"evening {shown(session.id)} of "
                    f"{day_in_words(date.fromisoformat(session.date))}"
                )
                effect = _effect(
                    self.by_account(session.moved), self.moved.get(session.id, {}), self.names
                )
                yield f"{what}: {visible(name)}, {self.place(name, file)}{effect}"

    def place(self, name: str, file: SealedFile) -> str:
        if name not in self.state.files:
            return "which is closed, is missing"
        if name.endswith(PARQUET):
            return "which is closed, has changed"
        lines = lines_in((self.state.folder / name).read_bytes())
        return places(file.prints, lines) or "it has changed, in a line or a line ending"

    def late_sessions(self) -> Iterator[str]:
        homes = {
            session.id: file.name for file in self.chain.files.values() for session in file.sessions
        }
        for name, file, day in self.connection.execute(_SESSIONS, {"until": self.until}).fetchall():
            if homes.get(name) == file:
                continue
            what = f"evening {shown(name)} of {day_in_words(day)}"
            if name in homes:
                yield (
                    f"{what} is now read from {visible(file)}, but was closed in "
                    f"{visible(homes[name])}"
                )
            else:
                effect = _effect({}, self.moved.get(name, {}), self.names)
                yield (
                    f"{what}, in {visible(file)}, was added after the book was closed to "
                    f"{day_in_words(self.until)}{effect}"
                )

    def payments(self) -> Iterator[str]:
        """Yield changes to closed lines of the payments file or, if there are none, payments added
        for closed days.
        """
        paid = self.chain.payments or SealedPayments(0, digest_of([]), [])
        if paid.lines and PAYMENTS not in self.state.files:
            yield f"{PAYMENTS}, of which {paid.lines} lines are closed, is missing"
            return
        lines = (
            lines_in((self.state.folder / PAYMENTS).read_bytes())
            if PAYMENTS in self.state.files
            else []
        )
        if digest_of(lines[: paid.lines]) == paid.digest:
            yield from self.late_payments(paid.lines)
        else:
            yield f"{PAYMENTS}, {places(paid.prints, lines, more=True) or 'its lines have changed'}"

    def late_payments(self, last: int) -> Iterator[str]:
        values = {"until": self.until, "last": last}
        for line, day, giver, getters, amount, unit in self.connection.execute(
            _PAYMENTS, values
        ).fetchall():
            names = ", ".join(self.names[one] for one in getters)
            what = (
                f"{self.names[giver]} paid {'for ' if len(getters) > 1 else ''}{names} "
                f"{amount_text(amount, unit)}"
            )
            where = f"{PAYMENTS}, line {line}: {visible(what)} on {day_in_words(day)}"
            yield (
                f"{where}, which was noted after the book was closed to {day_in_words(self.until)}"
            )

    def people(self) -> Iterator[str]:
        """Yield players who were two when the book was closed and are one now, and those who are no
        longer there.
        """
        found = {}
        for closing in self.chain.closings:
            told: dict[int, str] = {}
            for name, *_ in closing.people:
                account = self.state.people.get(name)
                if account is None:
                    found[name] = (
                        f"{SETTINGS}: {shown(name)} was a player when the book was closed, and no "
                        "longer is"
                    )
                elif (first := told.setdefault(account, name)) != name:
                    found[name] = (
                        f"{SETTINGS}: {shown(first)} and {shown(name)} were two players when the "
                        "book was closed, and are now one"
                    )
        yield from found.values()

    def settings(self) -> Iterator[str]:
        for closing in self.chain.closings[-1:]:
            for what, then, now in (
                ("currency", closing.currency, self.state.settings.currency),
                ("game", closing.game, self.state.settings.game),
            ):
                if then != now:
                    yield (
                        f"{SETTINGS}: the {what} of the book was {shown(then)} when it was "
                        f"closed, and is now {shown(now)}"
                    )
        for closing in self.chain.closings:
            for first, *others in closing.people:
                for name in others:
                    if self.state.people.get(name) != self.state.people.get(first):
                        yield (
                            f"{SETTINGS}: {shown(name)} was {shown(first)} when the book was "
                            "closed, and is now another player"
                        )

    def balances(self) -> Iterator[str]:
        """Yield balances that have changed; a difference that an earlier closing has as well is
        reported once.
        """
        told: Standing = {}
        for closing in self.chain.closings:
            then, now = (
                self.by_account(closing.balances),
                balances_at(self.connection, closing.until),
            )
            differences = _differences(then, now)
            for key, difference in differences.items():
                if told.get(key) != difference:
                    amounts = (then.get(key, 0), now.get(key, 0), difference)
                    was, found, by = (
                        amount_text(amount, key[1], signed=True) for amount in amounts
                    )
                    day, name = (
                        day_in_words(date.fromisoformat(closing.until)),
                        _name(key[0], self.names),
                    )
                    yield (
                        f"{name} stood at {was} when the book was closed to {day}, and now comes "
                        f"to {found} ({by})"
                    )
            told = differences

    def by_account(self, figures: Figures) -> Standing:
        """Return figures by the account that has each name now; names that nobody has are
        left out.
        """
        found: defaultdict[tuple[int | None, str], int] = defaultdict(int)
        for (name, unit), amount in figures.items():
            account = None if name is None else self.state.people.get(name)
            if name is None or account is not None:
                found[account, unit] += amount
        return found


def balances_at(connection: DuckDBPyConnection, until: str) -> Standing:
    """Return everybody's balance at the end of a day, by account and unit; account None is
    unexplained.
    """
    return _figures(connection.execute(_BALANCES, {"until": until}).fetchall())


def moved_in_sessions(connection: DuckDBPyConnection) -> dict[str, Standing]:
    """Return what each session did to everybody's balance, by its id."""
    found: defaultdict[str, list[tuple[int, str, int]]] = defaultdict(list)
    for session, *row in connection.execute(_MOVED).fetchall():
        found[session].append(tuple(row))
    return {session: _figures(rows) for session, rows in found.items()}


def _figures(rows: Iterable[tuple[int, str, int]]) -> Standing:
    return {(account if account > 0 else None, unit): int(amount) for account, unit, amount in rows}


def _differences(then: Standing, now: Standing) -> Standing:
    found = {key: now.get(key, 0) - then.get(key, 0) for key in (*then, *now)}
    keys = sorted(found, key=lambda key: (key[1], key[0] is None, key[0] or 0))
    return {key: found[key] for key in keys if found[key]}


def _effect(then: Standing, now: Standing, names: Mapping[int, str]) -> str:
    found = _differences(then, now).items()
    said = [
        f"{_name(account, names)} {amount_text(amount, unit, signed=True)}"
        for (account, unit), amount in found
    ]
    return f"; balances: {', '.join(said)}" if said else "; no balance changes"


def _name(account: int | None, names: Mapping[int, str]) -> str:
    return "unexplained" if account is None else visible(names[account])


_SESSIONS: Final = "SELECT id, file, date FROM sessions WHERE date <= $until ORDER BY date, id"
_PAYMENTS: Final = """
    SELECT line, date, payer, getters, amount, unit FROM (
        SELECT session, line, date, payer, [payee] AS getters, amount, unit FROM payments
        UNION ALL SELECT session, line, date, payer, sharers, amount, unit FROM expenses
    ) WHERE session IS NULL AND date <= $until AND line > $last ORDER BY line
"""
_BALANCES: Final = """
    SELECT account, unit, sum(amount) FROM totals
    WHERE (account > 0 OR account = -2) AND date <= $until::DATE GROUP BY account, unit
        ORDER BY unit, account
"""
_MOVED: Final = """
    SELECT id, account, totals.unit, sum(amount) FROM totals JOIN sessions USING (session)
    WHERE account > 0 OR account = -2 GROUP BY id, account, totals.unit ORDER BY totals.unit,
        account
"""
