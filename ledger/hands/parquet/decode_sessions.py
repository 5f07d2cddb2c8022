"""Sessions out of the rows of the Parquet file: header, players, statements between hands, lines that could not be read."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.game import Rules, RulesError
from ledger.game.options import read_rules
from ledger.hands.events import ANTE, CHOICE_OF_NAME, HAS_CHOICE, KIND_OF_NAME, NAMES, NEEDS_OTHER, NEEDS_PLAYER, RULES, Events
from ledger.hands.model import ABSENT, HEADER, Array, House, SessionInfo
from ledger.hands.parquet.arrow_values import check, numbers, original, refuse, unpack, valid
from ledger.hands.parquet.schema import EVERY_ROW, FIRST_ROW
from ledger.log.records import Diagnostic

Rows: TypeAlias = dict[str, pa.Array]
"""Some rows of the file: each column by its name."""

_NEEDED = ("rules", "ante_unit", "opening_seats")


def chosen(rows: Rows, which: Array) -> Rows:
    """Return the rows where ``which`` is true."""
    if which.all():
        return rows
    mask = pa.array(which)
    return {name: column.filter(mask) for name, column in rows.items()}


class Sessions:
    """The sessions of some rows. ``of_row`` is the index of each row's session; ``full`` tells which rows have a hand."""

    def __init__(self, rows: Rows, full: Array, file: str) -> None:
        starts = valid(rows["players"])
        check("session", rows["session"].null_count == 0, "is null")
        check("players", starts[:1], "is null on the first row of a session: were rows taken out?")
        session = numbers(pc.index_in(rows["session"], pc.unique(rows["session"])), ABSENT)
        check("players", (session[1:] == session[:-1]) | starts[1:], "is null where a session begins: were rows taken out?")
        self.of_row = np.cumsum(starts) - 1
        self.full = full
        self.row = np.cumsum(full)
        self.rows = np.bincount(self.of_row[full], minlength=int(starts.sum()))
        self.infos, self.errors = self.read({name: rows[name] for name in (*EVERY_ROW, *FIRST_ROW)}, starts, file)
        self.houses: dict[House, int] = {}
        self.house = np.array([self.entered(info.house) for info in self.infos], np.int32)
        self.index()

    def read(self, rows: Rows, starts: Array, file: str) -> tuple[list[SessionInfo], list[Diagnostic]]:
        """Return the sessions and the lines that could not be read, in order."""
        rows = chosen(rows, starts)
        for name in _NEEDED:
            check(name, rows[name].null_count == 0, "is null")
        infos, errors = [], []
        first = 0
        for count, values in zip(self.rows.tolist(), zip(*(rows[name].to_pylist() for name in rows), strict=True), strict=True):
            said = dict(zip(rows, values, strict=True))
            info = _info(said, file)
            info.first_row, info.rows = first, count
            first += count
            infos.append(info)
            errors += [_diagnostic(info.file, error) for error in said["errors"] or ()]
        return infos, errors

    def entered(self, house: House) -> int:
        """Return the index of a house, which is new or is not."""
        return self.houses.setdefault(house, len(self.houses))

    def house_of(self, session: Array, rules: pa.Array, ante: pa.Array) -> Array:
        """Return the house of each hand: that of its session but where it is said in other words."""
        house = self.house[session]
        changed = np.flatnonzero(valid(rules) | valid(ante))
        for row, text, unit in zip(changed, rules.take(pa.array(changed)).to_pylist(), numbers(ante, 0)[changed], strict=True):
            info = self.infos[session[row]]
            said = info.rules if text is None else _rules(text)
            house[row] = self.entered(House(said, int(unit) if ante[row].is_valid else info.ante))
        return house

    def changes(self, session: Array, kinds: Array, amount: Array, texts: pa.Array) -> Array:
        """Return the amounts of statements: of a ``rules`` line, the house from there on."""
        at, house = -1, House(Rules(), 0)
        for event in np.flatnonzero((kinds == RULES) | (kinds == ANTE)):
            if session[event] != at:
                at = session[event]
                house = self.infos[at].house
            if kinds[event] == ANTE:
                house = house._replace(ante=int(amount[event]))
                continue
            text = texts[int(event)].as_py()
            check("before", text is not None, "has a change of rules without them")
            house = house._replace(rules=_rules(text))
            amount[event] = self.entered(house)
        return amount

    def index(self) -> None:
        """Prepare the look-up of players by session and name."""
        names = pa.array([name for info in self.infos for name in info.players], pa.string())
        counts = np.array([len(info.players) for info in self.infos], np.intp)
        self.names = pc.unique(names)
        keys = np.repeat(np.arange(len(counts)), counts) * len(self.names) + numbers(pc.index_in(names, self.names), ABSENT)
        places = np.arange(len(keys)) - np.repeat(np.cumsum(counts) - counts, counts)
        order = np.argsort(keys, kind="stable")
        self.keys, self.place = keys[order], places[order]
        check("players", self.keys[1:] != self.keys[:-1], "has a player twice")

    def places(self, column: str, session: Array, names: pa.Array) -> Array:
        """Return the index of each name among the players of its session, -1 for null."""
        codes = numbers(pc.index_in(names, self.names), ABSENT)
        named = valid(names)
        if not len(self.keys):
            check(column, ~named, "has a name that is not among the players of its session")
            return np.full(len(names), ABSENT)
        keys = session * len(self.names) + codes
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        check(
            column, ~named | ((codes >= 0) & (self.keys[at] == keys)), "has a name that is not among the players of its session"
        )
        return np.where(named, self.place[at], ABSENT)

    def events(self, rows: Rows) -> Events:
        """Return the statements between hands."""
        parts = [unpack(rows[name]) for name in ("before", "after")]
        row = np.concatenate([np.repeat(np.arange(len(part.counts)), part.counts) for part in parts])
        after = np.repeat([False, True], [len(part.values) for part in parts])
        order = np.lexsort((after, row))
        row, after = row[order], after[order]
        said = pa.concat_arrays([part.values for part in parts]).take(pa.array(order))
        kind, player, other, amount, target, line, text = said.flatten()
        names = numbers(pc.index_in(kind, pa.array(NAMES)), ABSENT).astype(np.int64)
        check("before", names >= 0, "has a statement that is none of " + ", ".join(NAMES))
        kinds = KIND_OF_NAME[names]
        session = self.of_row[row]
        players, others = (self.places("before", session, who).astype(np.int64) for who in (player, other))
        check("before", (players >= 0) | ~NEEDS_PLAYER[kinds], "has a statement without a player")
        check("before", (others >= 0) | ~NEEDS_OTHER[kinds], "has a statement without the other player")
        return Events(
            session=session,
            before=self.row[row] - (self.full[row] & ~after),
            kind=kinds,
            player=players,
            other=others,
            amount=self.changes(session, kinds, np.where(HAS_CHOICE[kinds], CHOICE_OF_NAME[names], numbers(amount, 0)), text),
            target=numbers(target, ABSENT),
            line=numbers(line, 0).astype(np.int64),
        )


def unreadable_logs(rows: Rows, file: str) -> list[Diagnostic]:
    """Return the errors of logs that could not be read at all."""
    pairs = zip(rows["log"].to_pylist(), rows["errors"].to_pylist(), strict=True)
    return [_diagnostic(original(log or file), error) for log, errors in pairs for error in errors or ()]


def _diagnostic(file: str, error: dict[str, Any]) -> Diagnostic:
    for name in ("text", "message", "expected", "remedy"):
        error[name] = original(error[name] or "")
    return Diagnostic(file=file, **error)


def _info(said: dict[str, Any], file: str) -> SessionInfo:
    players = tuple(said["players"])
    sharing = said["sharing"]
    exempt = said["exempt"]
    if not {*said["opening_seats"], *(sharing or ()), *(exempt or ())} <= set(players):
        refuse("players", "does not have everyone who sat")
    header_lines = _header_lines(said["header_lines"] or [])
    pot_said = said["pot_said"]
    if pot_said is None:
        pot_said = bool(said["opening_pot"]) or bool(header_lines and header_lines[HEADER.index("pot")])
    return SessionInfo(
        file=original(said["log"] or file),
        id=said["session"],
        rules=_rules(said["rules"]),
        ante=said["ante_unit"],
        pot=said["opening_pot"],
        players=players,
        shares=None if sharing is None else tuple(players.index(name) for name in sharing),
        date=said["date"].isoformat() if said["date"] else "",
        title=said["title"],
        chip=said["chip"],
        currency=said["currency"],
        seats=tuple(said["opening_seats"]),
        header_lines=header_lines,
        game=said["game"] or None,
        pot_said=pot_said,
        exempt=None if exempt is None else tuple(players.index(name) for name in exempt),
        exempt_lost=bool(said["exempt_lost"]),
    )


def _header_lines(lines: list[int]) -> tuple[int, ...]:
    """Return the lines of the header; files from before there were ``game`` and ``exempt`` have none for them."""
    if len(lines) == len(HEADER) - 2:
        lines.insert(HEADER.index("game"), 0)
    if len(lines) == len(HEADER) - 1:
        lines.insert(HEADER.index("exempt"), 0)
    if len(lines) not in {0, len(HEADER)}:
        refuse("header_lines", "does not have the lines of a header")
    return tuple(lines)


@lru_cache(maxsize=1000)
def _rules(text: str) -> Rules:
    try:
        return read_rules(text)
    except RulesError as error:
        refuse("rules", f"cannot be read: {error}")
