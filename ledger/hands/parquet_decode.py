"""From rows of the Parquet file to columns of hands: first sessions, then hands; what cannot be a
hand is refused in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.game import Rules, RulesError
from ledger.game.options import read_rules
from ledger.game.play import NONE, UNKNOWN
from ledger.hands import model
from ledger.hands.admitted import check_admitted
from ledger.hands.model import Array, Column, Events, Hands, House, Kept, SessionInfo
from ledger.hands.parquet_encode import (
    DECLARED,
    EMPTY,
    EVERY_ROW,
    FIRST_ROW,
    HAND,
    KINDS,
    SCORES,
    UNREADABLE,
    Lists,
    check,
    numbers,
    original,
    refuse,
    spread,
    unpack,
    valid,
    within,
)
from ledger.log.records import Diagnostic
from ledger.log.words import MOST_CARDS, MOST_CHIPS, MOST_SEATS, shown

# --- Decode sessions ------------------------------------------------------------------------------
Rows: TypeAlias = dict[str, pa.Array]  # some rows of the file: each column by its name
_NEEDED = ("rules", "ante_unit", "opening_seats")


def chosen(rows: Rows, which: Array) -> Rows:
    """Return the rows where ``which`` is true."""
    if which.all():
        return rows
    mask = pa.array(which)
    return {name: column.filter(mask) for name, column in rows.items()}


class Sessions:
    """The sessions of some rows.

    ``of_row`` is the index of each row's session; ``full`` tells which rows have a hand.
    """

    def __init__(self, rows: Rows, full: Array, file: str) -> None:
        starts = valid(rows["players"])
        check("session", rows["session"].null_count == 0, "is null")
        check("players", starts[:1], "is null on the first row of a session: were rows taken out?")
        session = numbers(pc.index_in(rows["session"], pc.unique(rows["session"])), model.ABSENT)
        check(
            "players",
            (session[1:] == session[:-1]) | starts[1:],
            "is null where a session begins: were rows taken out?",
        )
        self.of_row = np.cumsum(starts) - 1
        self.full = full
        self.row = np.cumsum(full)
        self.rows = np.bincount(self.of_row[full], minlength=int(starts.sum()))
        self.infos, self.errors = self.read(
            {name: rows[name] for name in (*EVERY_ROW, *FIRST_ROW)}, starts, file
        )
        self.houses: dict[House, int] = {}
        self.house = np.array([self.entered(info.house) for info in self.infos], np.int32)
        self.index()

    def read(
        self, rows: Rows, starts: Array, file: str
    ) -> tuple[list[SessionInfo], list[Diagnostic]]:
        """Return the sessions and the lines that could not be read, in order."""
        rows = chosen(rows, starts)
        for name in _NEEDED:
            check(name, rows[name].null_count == 0, "is null")
        infos: list[SessionInfo] = []
        errors: list[Diagnostic] = []
        first = 0
        for count, values in zip(
            self.rows.tolist(),
            zip(*(rows[name].to_pylist() for name in rows), strict=True),
            strict=True,
        ):
            said = dict(zip(rows, values, strict=True))
            info = _info(said, file)
            info.first_row, info.rows = first, count
            first += count
            infos.append(info)
            errors += _diagnostics(info.file, said["errors"])
        return infos, errors

    def entered(self, house: House) -> int:
        """Return the index of a house, which is new or is not."""
        return self.houses.setdefault(house, len(self.houses))

    def house_of(self, session: Array, rules: pa.Array, ante: pa.Array) -> Array:
        """Return the house of each hand: that of its session but where it is said in other
        words.
        """
        house = self.house[session]
        changed = np.flatnonzero(valid(rules) | valid(ante))
        for row, text, unit in zip(
            changed,
            rules.take(pa.array(changed)).to_pylist(),
            numbers(ante, 0)[changed],
            strict=True,
        ):
            info = self.infos[session[row]]
            said = info.rules if text is None else _rules(text)
            house[row] = self.entered(House(said, int(unit) if ante[row].is_valid else info.ante))
        return house

    def changes(self, session: Array, kinds: Array, amount: Array, texts: pa.Array) -> Array:
        """Return the amounts of statements: of a ``rules`` line, the house from there on."""
        at, house = -1, House(Rules(), 0)
        for event in np.flatnonzero((kinds == model.RULES) | (kinds == model.ANTE)):
            if session[event] != at:
                at = session[event]
                house = self.infos[at].house
            if kinds[event] == model.ANTE:
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
        keys = np.repeat(np.arange(len(counts)), counts) * len(self.names) + numbers(
            pc.index_in(names, self.names), model.ABSENT
        )
        places = np.arange(len(keys)) - np.repeat(np.cumsum(counts) - counts, counts)
        order = np.argsort(keys, kind="stable")
        self.keys, self.place = keys[order], places[order]
        check("players", self.keys[1:] != self.keys[:-1], "has a player twice")

    def places(self, column: str, session: Array, names: pa.Array) -> Array:
        """Return the index of each name among the players of its session, -1 for null."""
        codes = numbers(pc.index_in(names, self.names), model.ABSENT)
        named = valid(names)
        if not len(self.keys):
            check(column, ~named, "has a name that is not among the players of its session")
            return np.full(len(names), model.ABSENT)
        keys = session * len(self.names) + codes
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        check(
            column,
            ~named | ((codes >= 0) & (self.keys[at] == keys)),
            "has a name that is not among the players of its session",
        )
        return np.where(named, self.place[at], model.ABSENT)

    def events(self, rows: Rows) -> Events:
        """Return the statements between hands."""
        parts = [unpack(rows[name]) for name in ("before", "after")]
        row = np.concatenate(
            [np.repeat(np.arange(len(part.counts)), part.counts) for part in parts]
        )
        after = np.repeat([False, True], [len(part.values) for part in parts])
        order = np.lexsort((after, row))
        row, after = row[order], after[order]
        said = pa.concat_arrays([part.values for part in parts]).take(pa.array(order))
        kind, player, other, amount, target, line, text = said.flatten()
        names = numbers(pc.index_in(kind, pa.array(model.NAMES)), model.ABSENT).astype(np.int64)
        check("before", names >= 0, "has a statement that is none of " + ", ".join(model.NAMES))
        kinds = model.KIND_OF_NAME[names]
        session = self.of_row[row]
        players, others = (
            self.places("before", session, who).astype(np.int64) for who in (player, other)
        )
        check(
            "before",
            (players >= 0) | ~model.NEEDS_PLAYER[kinds],
            "has a statement without a player",
        )
        check(
            "before",
            (others >= 0) | ~model.NEEDS_OTHER[kinds],
            "has a statement without the other player",
        )
        return Events(
            session=session,
            before=self.row[row] - (self.full[row] & ~after),
            kind=kinds,
            player=players,
            other=others,
            amount=self.changes(
                session,
                kinds,
                np.where(model.HAS_CHOICE[kinds], model.CHOICE_OF_NAME[names], numbers(amount, 0)),
                text,
            ),
            target=numbers(target, model.ABSENT),
            line=numbers(line, 0).astype(np.int64),
        )


def unreadable_logs(rows: Rows, file: str) -> list[Diagnostic]:
    """Return the errors of logs that could not be read at all."""
    pairs = zip(rows["log"].to_pylist(), rows["errors"].to_pylist(), strict=True)
    return [error for log, errors in pairs for error in _diagnostics(original(log or file), errors)]


def _diagnostics(file: str, errors: list[dict[str, Any] | None] | None) -> Iterator[Diagnostic]:
    for error in errors or ():
        if error is None or (error["line"] or 0) < 1 or (error["column"] or 0) < 1:
            refuse("errors", "has one without its place")
        words = {
            name: original(error[name] or "") for name in ("text", "message", "expected", "remedy")
        }
        yield Diagnostic(file=file, **{**error, **words})


def _info(said: dict[str, Any], file: str) -> SessionInfo:
    players = tuple(said["players"])
    sharing = said["sharing"]
    exempt = said["exempt"]
    if not {*said["opening_seats"], *(sharing or ()), *(exempt or ())} <= set(players):
        refuse("players", "does not have everyone who sat")
    header_lines = _header_lines(said["header_lines"] or [])
    pot_said = said["pot_said"]
    if pot_said is None:
        pot_said = bool(said["opening_pot"]) or bool(
            header_lines and header_lines[model.HEADER.index("pot")]
        )
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
    """Return the lines of the header; files from before there were ``game`` and ``exempt`` have
    none for them.
    """
    if len(lines) == len(model.HEADER) - 2:
        lines.insert(model.HEADER.index("game"), 0)
    if len(lines) == len(model.HEADER) - 1:
        lines.insert(model.HEADER.index("exempt"), 0)
    if len(lines) not in {0, len(model.HEADER)}:
        refuse("header_lines", "does not have the lines of a header")
    return tuple(lines)


@lru_cache(maxsize=1000)
def _rules(text: str) -> Rules:
    try:
        return read_rules(text)
    except RulesError as error:
        refuse("rules", f"cannot be read: {error}")


# --- Decode ---------------------------------------------------------------------------------------
def decode(table: pa.Table, file: str, *, whole: bool = True) -> Hands:
    """Return rows of sessions, which are ``whole`` or cut off, as hands; ``file`` is the name of
    those that come from no log.

    Raises Refusal for values that no log can have.
    """
    rows: Rows = {name: pa.concat_arrays(table.column(name).chunks) for name in table.column_names}
    kinds = numbers(pc.index_in(rows["kind"], pa.array(KINDS)), model.ABSENT)
    check("kind", kinds >= 0, "is none of " + ", ".join(KINDS))
    lost = kinds == KINDS.index(UNREADABLE)
    errors = unreadable_logs(chosen(rows, lost), file)
    rows, kinds = chosen(rows, ~lost), kinds[~lost]
    full = kinds != KINDS.index(EMPTY)
    sessions = Sessions(rows, full, file)
    events = sessions.events(rows)
    decoder = _Decoder(chosen(rows, full), kinds[full] == KINDS.index(HAND))
    hands = decoder.hands(sessions, events, sessions.of_row[full], errors)
    check_admitted(hands, whole=whole)
    return hands


class _Decoder:
    """Makes the columns of hands; ``sound`` are the hands that are not in quarantine."""

    def __init__(self, rows: Rows, sound: Array) -> None:
        self.rows, self.sound = rows, sound
        self.count = len(sound)
        self.seats = unpack(rows["seats"])
        self.seated = self.seats.counts
        check(
            "seats",
            self.seats.present & (self.seated <= MOST_SEATS),
            f"has no list of at most {MOST_SEATS} names",
        )
        check("seats", ~sound | (self.seated > 0), "has a hand without players")
        self.width = max(2, int(self.seated.max(initial=2)))

    def hands(
        self, sessions: Sessions, events: Events, session: Array, errors: list[Diagnostic]
    ) -> Hands:
        places = sessions.places(
            "seats", np.repeat(session, self.seated), self.seats.values
        ).astype(np.int16)
        columns = self.plain_columns()
        columns["session"] = session.astype(np.int32)
        columns["quarantined"] = ~self.sound
        columns["seated"] = self.seated.astype(np.int8)
        columns["player"] = self.block(places, self.seated, model.ABSENT)
        columns["house"] = sessions.house_of(
            session, self.rows["hand_rules"], self.rows["hand_ante"]
        )
        turned, trump, claim = columns["turned"], columns["trump"], columns["claim"]
        check(
            "trump",
            (turned == NONE) | (trump == turned // 13),
            "is not the suit of the turned card",
        )
        check("hand", ~self.sound | (columns["number"] >= 0), "has no number")
        self.check_seats(columns["player"], columns["number"], sessions, session)
        columns["line"] = numbers(self.rows["line"], 0)
        columns["declared"] = self.words("declared")
        columns["order"] = self.order(columns["declared"])
        columns["score"] = self.score(columns)
        columns |= self.card_lists(claim) | self.tricks(columns["trick_count"])
        columns["claim_after"] = self.claim_after(claim, columns["trick_count"])
        columns["lines"] = self.lines()
        return Hands(
            sessions=sessions.infos,
            events=events,
            houses=list(sessions.houses),
            errors=[*sessions.errors, *errors],
            text=self.text(),
            **columns,
        )

    def plain_columns(self) -> dict[str, Any]:
        columns: dict[str, Any] = {
            name: valid(self.rows[kept]) for kept, name in model.THERE.items()
        }
        for name, entry in model.TABLE.items():
            for kept in entry.kept:
                if kept.how in model.HOW and kept.how != "seat_cards":
                    columns[name] = getattr(self, kept.how)(kept, entry)
        return columns

    def card_lists(self, claim: Array) -> dict[str, Array]:
        """Return the lists of cards by seat, how many each has, and the cards shown; all have room
        for the longest.
        """
        names = [
            name
            for name, entry in model.TABLE.items()
            for kept in entry.kept
            if kept.how == "seat_cards"
        ]
        lists = {name: self.cards(name) for name in names}
        shown = self.listed("shown", None, MOST_CARDS)
        self.within("shown", shown.values, 0, UNKNOWN)
        check("shown", ~shown.present | (claim >= 0), "has cards where nobody claims")
        held = max(
            model.HELD,
            *(int(inner.counts.max(initial=0)) for _, inner in lists.values()),
            int(shown.counts.max(initial=0)),
        )
        return {
            **{name: self.nested(both, held) for name, both in lists.items()},
            **{f"{name}_count": self.lengths(both) for name, both in lists.items()},
            "shown": np.ascontiguousarray(
                spread(numbers(shown.values, NONE), shown.counts, held, NONE).T
            ),
        }

    # What a column of the file becomes, by ``Kept.how``.

    def number(self, kept: Kept, entry: Column) -> Array:
        self.within(kept.name, self.rows[kept.name], 0, MOST_CHIPS)
        return numbers(self.rows[kept.name], entry.absent)

    chips = number

    def flag(self, kept: Kept, _entry: Column) -> Array:
        return numbers(self.rows[kept.name].cast(pa.uint8()), 0).astype(bool)

    def small(self, kept: Kept, entry: Column) -> Array:
        return self.one(kept.name, 0, kept.most, entry.absent).view(entry.unit.type)

    def place(self, kept: Kept, _entry: Column) -> Array:
        place = numbers(self.rows[kept.name], 0).astype(np.int8) - np.int8(1)
        check(
            kept.name,
            (place < self.seated) & ((place >= 0) | ~valid(self.rows[kept.name])),
            "has a place where nobody sits",
        )
        return place

    def seat_counts(self, kept: Kept, _entry: Column) -> Array:
        self.within(kept.name, self.rows[kept.name].flatten(), 0, kept.most)
        return self.by_seat(kept.name, model.ABSENT & 0xFF).view(np.int8)

    def seat_flags(self, kept: Kept, _entry: Column) -> Array:
        return self.by_seat(kept.name, 0).astype(bool)

    def seat_chips(self, kept: Kept, _entry: Column) -> Array:
        """Amounts by seat; in the file null is not written, and -1 as the rules give."""
        chips = self.amounts(kept.name, model.BY_RULE, model.ABSENT)
        return np.where(chips < 0, model.ABSENT + model.BY_RULE - chips, chips)

    def seat_antes(self, kept: Kept, _entry: Column) -> Array:
        return self.amounts(kept.name, 0, 0)

    # What they are made with.

    def check_seats(self, player: Array, number: Array, sessions: Sessions, session: Array) -> None:
        for one, other in combinations(player, 2):
            twice = np.flatnonzero((one == other) & (one >= 0) & self.sound)
            if len(twice):
                hand = twice[0]
                info = sessions.infos[session[hand]]
                name, where = (
                    shown(info.players[one[hand]]),
                    f"hand {number[hand]} of session {shown(info.id)}",
                )
                refuse("seats", f"has {name} in two places in {where}")

    def within(self, name: str, values: pa.Array, low: int, high: int) -> None:
        """Refuse values that are not from ``low`` to ``high``; nulls pass."""
        if len(values) > values.null_count:
            bounds = pc.min_max(values)
            check(
                name,
                low <= bounds["min"].as_py() and bounds["max"].as_py() <= high,
                f"has a value not in {low:,} to {high:,}",
            )

    def one(self, name: str, low: int, high: int, null: int) -> Array:
        self.within(name, self.rows[name], low, high)
        return numbers(self.rows[name], null & 0xFF)

    def listed(self, name: str, counts: Array | None, most: int = MOST_SEATS) -> Lists:
        """Return a column of lists: as many values as ``counts`` says, or at most ``most``."""
        lists = unpack(self.rows[name])
        if counts is None:
            check(name, lists.counts <= most, f"has a list of more than {most}")
        else:
            check(name, ~lists.present | (lists.counts == counts), "has a list of the wrong length")
        return lists

    def block(self, values: Array, counts: Array, fill: int) -> Array:
        return np.ascontiguousarray(spread(values, counts, self.width, fill).T)

    def by_seat(self, name: str, fill: int) -> Array:
        lists = self.listed(name, self.seated)
        return self.block(numbers(lists.values, fill), lists.counts, fill)

    def words(self, name: str) -> Array:
        lists = self.listed(name, self.seated)
        check(name, lists.present | ~self.sound, "is missing")
        codes = pc.index_in(lists.values, pa.array(DECLARED))
        check(
            name, codes.null_count == lists.values.null_count, "is none of " + ", ".join(DECLARED)
        )
        return self.block((numbers(codes, model.ABSENT) + 1).astype(np.int8), lists.counts, 0)

    def amounts(self, name: str, fill: int, least: int) -> Array:
        self.within(name, self.rows[name].flatten(), least, MOST_CHIPS)
        return self.by_seat(name, fill)

    def order(self, declared: Array) -> Array:
        spoken = declared > 0
        order = np.where(
            spoken, np.cumsum(spoken, 0, dtype=np.int8) - np.int8(1), np.int8(model.ABSENT)
        )
        lists = self.listed("declared_order", spoken.sum(0))
        rows = np.flatnonzero(lists.present)
        if len(rows):
            counts = lists.counts[rows]
            starts = np.repeat(np.cumsum(counts) - counts, counts)
            place = numbers(lists.values, 0).astype(np.intp) - 1
            check(
                "declared_order",
                (place >= 0) & (place < self.width),
                "has a place where nobody sits",
            )
            order[:, rows] = model.ABSENT
            order[place, np.repeat(rows, counts)] = np.arange(len(place)) - starts
            check(
                "declared_order",
                (order >= 0) == spoken,
                "does not name each player who declared once",
            )
        return order

    def cards(self, name: str) -> tuple[Lists, Lists]:
        outer = self.listed(name, self.seated)
        inner = unpack(outer.values)
        check(name, inner.counts <= MOST_CARDS, f"has a list of more than {MOST_CARDS} cards")
        check(
            name,
            inner.values.null_count == 0,
            "has a card that is null: one that nobody knows is 52",
        )
        self.within(name, inner.values, 0, UNKNOWN)
        return outer, inner

    def nested(self, lists: tuple[Lists, Lists], held: int) -> Array:
        """Return lists of cards by seat as (held, seats, hands)."""
        outer, inner = lists
        cards = spread(numbers(inner.values, NONE), inner.counts, held, NONE)
        return np.ascontiguousarray(spread(cards, outer.counts, self.width, NONE).T)

    def lengths(self, lists: tuple[Lists, Lists]) -> Array:
        """Return how many cards each seat has in a list, ABSENT where none was written."""
        outer, inner = lists
        return self.block(
            np.where(inner.present, inner.counts, model.ABSENT).astype(np.int8),
            outer.counts,
            model.ABSENT,
        )

    def tricks(self, count: Array) -> dict[str, Array]:
        """Return the columns of the tricks, of which each hand has ``count``."""
        number = np.minimum(count, model.TRICKS)
        outer = self.listed("cards", number)
        check("cards", outer.present | (number == 0), "has no tricks though they were counted")
        inner = unpack(outer.values)
        check(
            "cards",
            (inner.counts > 0) & (inner.counts <= MOST_CARDS),
            f"has a trick of no cards or more than {MOST_CARDS}",
        )
        check(
            "cards",
            inner.values.null_count == 0,
            "has a card that is null: one that nobody knows is 52",
        )
        leaders = self.listed("leaders", outer.counts)
        check("leaders", leaders.present == outer.present, "does not fit the tricks")
        leader = spread(
            numbers(leaders.values, 0).astype(np.int8) - np.int8(1),
            leaders.counts,
            model.TRICKS,
            model.ABSENT,
        ).T
        check(
            "leaders",
            (leader < self.seated) & ((leader >= 0) | (np.arange(model.TRICKS)[:, None] >= number)),
            "is not seated",
        )
        room = max(2, int(inner.counts.max(initial=2)))
        blocks = {
            "cards": spread(
                spread(numbers(inner.values, NONE), inner.counts, room, NONE),
                outer.counts,
                model.TRICKS,
                NONE,
            )
        }
        self.within("cards", inner.values, 0, UNKNOWN)
        blocks |= {
            name: self.withdrawn(name, outer, inner, room) for name in ("withdrawn", "earlier")
        }
        turns = min(room, self.width)
        return {
            "trick_size": np.ascontiguousarray(
                spread(inner.counts.astype(np.int8), outer.counts, model.TRICKS, 0).T
            ),
            "leader": np.ascontiguousarray(leader),
            **{
                name: np.ascontiguousarray(block[..., :turns].transpose(1, 2, 0))
                for name, block in blocks.items()
            },
        }

    def claim_after(self, claim: Array, tricks: Array) -> Array:
        """Return how many tricks stand before each claim: all of them, where the file does
        not say.
        """
        after = self.one("claim_after", 0, model.MOST_TRICKS, model.ABSENT).view(np.int8)
        check(
            "claim_after",
            (after < 0) | ((claim >= 0) & (after <= tricks)),
            "is more than the tricks, or nobody claims",
        )
        return np.where(claim < 0, np.int8(model.ABSENT), np.where(after < 0, tricks, after))

    def withdrawn(self, name: str, outer: Lists, inner: Lists, room: int) -> Array:
        """Return the cards taken back, (hands, tricks, turns)."""
        lists = self.listed(name, outer.counts)
        if not lists.present.any():
            return np.full((self.count, model.TRICKS, room), NONE, np.uint8)
        cards = unpack(lists.values)
        sizes = inner.counts[np.repeat(lists.present, outer.counts)]
        check(name, np.array_equal(cards.counts, sizes), "does not fit the cards of the tricks")
        self.within(name, cards.values, 0, UNKNOWN)
        return spread(
            spread(numbers(cards.values, NONE), cards.counts, room, NONE),
            lists.counts,
            model.TRICKS,
            NONE,
        )

    def lines(self) -> Array:
        lists = self.listed(
            "lines", model.LINE_SEATS - model.LINE_ANTE + len(model.BY_SEAT) * self.seated
        )
        lines = np.zeros(
            (self.count, model.LINE_SEATS + len(model.BY_SEAT) * self.width), np.uint16
        )
        values = numbers(lists.values, 0)
        if (self.seated == self.width).all():
            lines[:, model.LINE_ANTE :] = spread(
                values, lists.counts, lines.shape[1] - model.LINE_ANTE, 0
            )
        else:
            there = np.zeros(lines.shape, bool)
            there[:, model.LINE_ANTE : model.LINE_SEATS] = True
            there[:, model.LINE_SEATS :] = np.tile(
                within(self.seated, self.width), len(model.BY_SEAT)
            )
            there[~lists.present] = False
            lines[there] = values
        return np.ascontiguousarray(lines.T)

    def score(self, columns: Mapping[str, Array]) -> Array:
        codes = pc.index_in(self.rows["score"], pa.array(SCORES))
        check(
            "score",
            codes.null_count == self.rows["score"].null_count,
            "is none of " + ", ".join(SCORES),
        )
        score = (numbers(codes, model.ABSENT) + 1).astype(np.int8)
        declared, tricks = columns["declared"], columns["trick_count"]
        check(
            "score",
            (score == 0) | (declared != model.DROPPED).all(0),
            "has a hand in which somebody dropped out",
        )
        nobody = ~((declared == model.PLAYED) | (declared == model.DROPPED)).any(0) & (
            (declared == model.SILENT) & (columns["player"] >= 0)
        ).any(0)
        score[
            self.sound
            & nobody
            & ~columns["has_counts"]
            & ~columns["misdeal"]
            & (tricks == 0)
            & (score == model.WRITTEN)
        ] = model.BY_PAYMENT
        return score

    def text(self) -> dict[int, list[tuple[int, str]]]:
        column = self.rows["text"]
        for part in column.flatten().flatten():
            check("text", part.null_count == 0, "has a line without its number or its words")
        return {
            int(row): [(line["line"], original(line["text"])) for line in column[int(row)].as_py()]
            for row in np.flatnonzero(valid(column))
        }
