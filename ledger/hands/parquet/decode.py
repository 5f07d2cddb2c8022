"""From rows of the Parquet file to columns of hands; what cannot be a hand is refused in words."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.game.play import NONE, UNKNOWN
from ledger.hands.events import Events
from ledger.hands.hand_row import MOST_DRAWN
from ledger.hands.model import ABSENT, BY_RULE, BY_SEAT, LINE_ANTE, LINE_SEATS, TRICKS, Array, Hands
from ledger.hands.parquet.arrow_values import Lists, check, numbers, original, refuse, spread, unpack, valid, within
from ledger.hands.parquet.decode_sessions import Rows, Sessions, chosen, unreadable_logs
from ledger.hands.parquet.schema import DECLARED, EMPTY, HAND, KINDS, SCORES, UNREADABLE
from ledger.log.records import Diagnostic
from ledger.log.words import MOST_CARDS, MOST_SEATS, shown


def decode(table: pa.Table, file: str) -> Hands:
    """Return rows of whole sessions as hands; ``file`` is the name of sessions that come from no log.

    Raises Refusal for values that no log can have.
    """
    rows: Rows = {name: pa.concat_arrays(table.column(name).chunks) for name in table.column_names}
    kinds = numbers(pc.index_in(rows["kind"], pa.array(KINDS)), ABSENT)
    check("kind", kinds >= 0, "is none of " + ", ".join(KINDS))
    lost = kinds == KINDS.index(UNREADABLE)
    errors = unreadable_logs(chosen(rows, lost), file)
    rows, kinds = chosen(rows, ~lost), kinds[~lost]
    full = kinds != KINDS.index(EMPTY)
    sessions = Sessions(rows, full, file)
    events = sessions.events(rows)
    decoder = _Decoder(chosen(rows, full), kinds[full] == KINDS.index(HAND))
    return decoder.hands(sessions, events, sessions.of_row[full], errors)


class _Decoder:
    """Makes the columns of hands; ``sound`` are the hands that are not in quarantine."""

    def __init__(self, rows: Rows, sound: Array) -> None:
        self.rows = rows
        self.sound = sound
        self.count = len(sound)
        self.seats = unpack(rows["seats"])
        self.seated = self.seats.counts
        check("seats", self.seats.present & (self.seated <= MOST_SEATS), f"has no list of at most {MOST_SEATS} names")
        check("seats", ~sound | (self.seated > 0), "has a hand without players")
        self.width = max(2, int(self.seated.max(initial=2)))

    def hands(self, sessions: Sessions, events: Events, session: Array, errors: list[Diagnostic]) -> Hands:
        """Return the hands with everything about them."""
        places = sessions.places("seats", np.repeat(session, self.seated), self.seats.values).astype(np.int16)
        player = self.block(places, self.seated, ABSENT)
        declared = self.words("declared")
        turned, trump = self.one("turned", 0, 51, NONE), self.one("trump", 0, 3, ABSENT).astype(np.int8)
        check("trump", (turned == NONE) | (trump == turned // 13), "is not the suit of the turned card")
        dealt, out, drawn = (self.cards(name) for name in ("dealt", "out", "drawn"))
        shown = self.listed("shown", None, MOST_CARDS)
        self.within("shown", shown.values, 0, UNKNOWN)
        held = max(6, *(int(lists.counts.max(initial=0)) for lists in (dealt[1], out[1], drawn[1], shown)))
        claim = self.place("claim")
        check("shown", ~shown.present | (claim >= 0), "has cards where nobody claims")
        tricks = self.tricks()
        number = numbers(self.rows["hand"], ABSENT)
        check("hand", ~self.sound | (number >= 0), "has no number")
        self.check_seats(player, number, sessions, session)
        return Hands(
            sessions=sessions.infos,
            events=events,
            session=session.astype(np.int32),
            number=number,
            line=numbers(self.rows["line"], 0),
            quarantined=~self.sound,
            seated=self.seated.astype(np.int8),
            player=player,
            due=self.place("due"),
            turned=turned,
            trump=trump,
            declared=declared,
            order=self.order(declared),
            draw=self.small("draw", MOST_DRAWN),
            early=self.by_seat("early", 0).astype(bool),
            dealt=self.nested(dealt, held),
            dealt_count=self.lengths(dealt),
            out=self.nested(out, held),
            out_count=self.lengths(out),
            drawn=self.nested(drawn, held),
            drawn_count=self.lengths(drawn),
            trick_count=tricks["trick_count"],
            trick_size=tricks["trick_size"],
            leader=tricks["leader"],
            cards=tricks["cards"],
            withdrawn=tricks["withdrawn"],
            claim=claim,
            claim_after=self.claim_after(claim, tricks["trick_count"]),
            shown=np.ascontiguousarray(spread(numbers(shown.values, NONE), shown.counts, held, NONE).T),
            has_counts=valid(self.rows["counted"]),
            counted=self.small("counted", MOST_DRAWN),
            has_ante=valid(self.rows["ante"]),
            ante=self.chips("ante", 0, 0),
            pot=numbers(self.rows["pot"], ABSENT),
            has_take=valid(self.rows["take"]),
            take=self.payments("take"),
            has_match=valid(self.rows["match"]),
            match=self.payments("match"),
            renege=self.payments("renege"),
            lines=self.lines(),
            house=sessions.house_of(session, self.rows["hand_rules"], self.rows["hand_ante"]),
            houses=list(sessions.houses),
            misdeal=self.flag("misdeal"),
            score=self.score(declared),
            errors=[*sessions.errors, *errors],
            text=self.text(),
        )

    def check_seats(self, player: Array, number: Array, sessions: Sessions, session: Array) -> None:
        """Refuse a hand in which somebody sits in two places."""
        for one, other in combinations(player, 2):
            twice = np.flatnonzero((one == other) & (one >= 0) & self.sound)
            if len(twice):
                hand = twice[0]
                info = sessions.infos[session[hand]]
                name, where = shown(info.players[one[hand]]), f"hand {number[hand]} of session {shown(info.id)}"
                refuse("seats", f"has {name} in two places in {where}")

    def within(self, name: str, values: pa.Array, low: int, high: int) -> None:
        """Refuse values that are not from ``low`` to ``high``; nulls pass."""
        if len(values) > values.null_count:
            bounds = pc.min_max(values)
            check(name, low <= bounds["min"].as_py() and bounds["max"].as_py() <= high, f"has a value not in {low} to {high}")

    def one(self, name: str, low: int, high: int, null: int) -> Array:
        """Return a column of one small number a hand."""
        self.within(name, self.rows[name], low, high)
        return numbers(self.rows[name], null & 0xFF)

    def place(self, name: str) -> Array:
        """Return a column of places, from 0, -1 where there is none."""
        place = numbers(self.rows[name], 0).astype(np.int8) - np.int8(1)
        check(name, (place < self.seated) & ((place >= 0) | ~valid(self.rows[name])), "has a place where nobody sits")
        return place

    def listed(self, name: str, counts: Array | None, most: int = MOST_SEATS) -> Lists:
        """Return a column of lists: as many values as ``counts`` says, or at most ``most``."""
        lists = unpack(self.rows[name])
        if counts is None:
            check(name, lists.counts <= most, f"has a list of more than {most}")
        else:
            check(name, ~lists.present | (lists.counts == counts), "has a list of the wrong length")
        return lists

    def block(self, values: Array, counts: Array, fill: int) -> Array:
        """Return values by seat as (seats, hands)."""
        return np.ascontiguousarray(spread(values, counts, self.width, fill).T)

    def by_seat(self, name: str, fill: int) -> Array:
        """Return a column of lists by seat as (seats, hands)."""
        lists = self.listed(name, self.seated)
        return self.block(numbers(lists.values, fill), lists.counts, fill)

    def small(self, name: str, most: int) -> Array:
        """Return a column of lists of small numbers by seat, ABSENT where there is none."""
        self.within(name, self.rows[name].flatten(), 0, most)
        return self.by_seat(name, ABSENT & 0xFF).view(np.int8)

    def words(self, name: str) -> Array:
        """Return what each seat declared, as its code."""
        lists = self.listed(name, self.seated)
        check(name, lists.present | ~self.sound, "is missing")
        codes = pc.index_in(lists.values, pa.array(DECLARED))
        check(name, codes.null_count == lists.values.null_count, "is none of " + ", ".join(DECLARED))
        return self.block((numbers(codes, ABSENT) + 1).astype(np.int8), lists.counts, 0)

    def chips(self, name: str, fill: int, least: int) -> Array:
        """Return amounts by seat."""
        self.within(name, self.rows[name].flatten(), least, 2**62)
        return self.by_seat(name, fill)

    def payments(self, name: str) -> Array:
        """Return amounts by seat; in the file null is not written, and -1 as the rules give."""
        chips = self.chips(name, BY_RULE, ABSENT)
        return np.where(chips < 0, ABSENT + BY_RULE - chips, chips)

    def order(self, declared: Array) -> Array:
        """Return the rank of each declaration."""
        spoken = declared > 0
        order = np.where(spoken, np.cumsum(spoken, 0, dtype=np.int8) - np.int8(1), np.int8(ABSENT))
        lists = self.listed("declared_order", spoken.sum(0))
        rows = np.flatnonzero(lists.present)
        if len(rows):
            counts = lists.counts[rows]
            starts = np.repeat(np.cumsum(counts) - counts, counts)
            place = numbers(lists.values, 0).astype(np.intp) - 1
            check("declared_order", (place >= 0) & (place < self.width), "has a place where nobody sits")
            order[:, rows] = ABSENT
            order[place, np.repeat(rows, counts)] = np.arange(len(place)) - starts
            check("declared_order", (order >= 0) == spoken, "does not name each player who declared once")
        return order

    def cards(self, name: str) -> tuple[Lists, Lists]:
        """Return a column of lists of cards by seat."""
        outer = self.listed(name, self.seated)
        inner = unpack(outer.values)
        check(name, inner.counts <= MOST_CARDS, f"has a list of more than {MOST_CARDS} cards")
        check(name, inner.values.null_count == 0, "has a card that is null: one that nobody knows is 52")
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
        return self.block(np.where(inner.present, inner.counts, ABSENT).astype(np.int8), outer.counts, ABSENT)

    def tricks(self) -> dict[str, Array]:
        """Return the columns of the tricks."""
        count = self.one("trick_count", 0, 127, 0).astype(np.int8)
        number = np.minimum(count, TRICKS)
        outer = self.listed("cards", number)
        check("cards", outer.present | (number == 0), "has no tricks though they were counted")
        inner = unpack(outer.values)
        check("cards", (inner.counts > 0) & (inner.counts <= MOST_CARDS), f"has a trick of no cards or more than {MOST_CARDS}")
        check("cards", inner.values.null_count == 0, "has a card that is null: one that nobody knows is 52")
        leaders = self.listed("leaders", outer.counts)
        check("leaders", leaders.present == outer.present, "does not fit the tricks")
        leader = spread(numbers(leaders.values, 0).astype(np.int8) - np.int8(1), leaders.counts, TRICKS, ABSENT).T
        check("leaders", (leader < self.seated) & ((leader >= 0) | (np.arange(TRICKS)[:, None] >= number)), "is not seated")
        room = max(2, int(inner.counts.max(initial=2)))
        blocks = {"cards": spread(spread(numbers(inner.values, NONE), inner.counts, room, NONE), outer.counts, TRICKS, NONE)}
        self.within("cards", inner.values, 0, UNKNOWN)
        blocks["withdrawn"] = self.withdrawn(outer, inner, room)
        turns = min(room, self.width)
        return {
            "trick_count": count,
            "trick_size": np.ascontiguousarray(spread(inner.counts.astype(np.int8), outer.counts, TRICKS, 0).T),
            "leader": np.ascontiguousarray(leader),
            **{name: np.ascontiguousarray(block[..., :turns].transpose(1, 2, 0)) for name, block in blocks.items()},
        }

    def claim_after(self, claim: Array, tricks: Array) -> Array:
        """Return how many tricks stand before each claim: all of them, where the file does not say."""
        after = self.one("claim_after", 0, 127, ABSENT).view(np.int8)
        check("claim_after", (after < 0) | ((claim >= 0) & (after <= tricks)), "is more than the tricks, or nobody claims")
        return np.where(claim < 0, np.int8(ABSENT), np.where(after < 0, tricks, after))

    def withdrawn(self, outer: Lists, inner: Lists, room: int) -> Array:
        """Return the cards taken back, (hands, tricks, turns)."""
        lists = self.listed("withdrawn", outer.counts)
        if not lists.present.any():
            return np.full((self.count, TRICKS, room), NONE, np.uint8)
        cards = unpack(lists.values)
        sizes = inner.counts[np.repeat(lists.present, outer.counts)]
        check("withdrawn", np.array_equal(cards.counts, sizes), "does not fit the cards of the tricks")
        self.within("withdrawn", cards.values, 0, UNKNOWN)
        return spread(spread(numbers(cards.values, NONE), cards.counts, room, NONE), lists.counts, TRICKS, NONE)

    def lines(self) -> Array:
        """Return the places of the statements in the log."""
        lists = self.listed("lines", LINE_SEATS - LINE_ANTE + len(BY_SEAT) * self.seated)
        lines = np.zeros((self.count, LINE_SEATS + len(BY_SEAT) * self.width), np.uint16)
        values = numbers(lists.values, 0)
        if (self.seated == self.width).all():
            lines[:, LINE_ANTE:] = spread(values, lists.counts, lines.shape[1] - LINE_ANTE, 0)
        else:
            there = np.zeros(lines.shape, bool)
            there[:, LINE_ANTE:LINE_SEATS] = True
            there[:, LINE_SEATS:] = np.tile(within(self.seated, self.width), len(BY_SEAT))
            there[~lists.present] = False
            lines[there] = values
        return np.ascontiguousarray(lines.T)

    def flag(self, name: str) -> Array:
        """Return a column of one yes or no a hand; null is no."""
        return numbers(self.rows[name].cast(pa.uint8()), 0).astype(bool)

    def score(self, declared: Array) -> Array:
        """Return where the declarations come from."""
        codes = pc.index_in(self.rows["score"], pa.array(SCORES))
        check("score", codes.null_count == self.rows["score"].null_count, "is none of " + ", ".join(SCORES))
        score = (numbers(codes, ABSENT) + 1).astype(np.int8)
        check("score", (score == 0) | np.isin(declared, (0, 2)).all(0), "has a hand in which somebody passed")
        return score

    def text(self) -> dict[int, list[tuple[int, str]]]:
        """Return the lines of hands in quarantine."""
        column = self.rows["text"]
        return {
            int(row): [(line["line"], original(line["text"])) for line in column[int(row)].as_py()]
            for row in np.flatnonzero(valid(column))
        }
