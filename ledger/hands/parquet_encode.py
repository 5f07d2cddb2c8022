"""From columns of hands to a table in the schema of the Parquet file (ledger/docs/parquet.md).

First the schema, which follows from the table of columns (``ledger.hands.model``); then values
between numpy and Arrow, where lists are padded blocks in numpy, values and offsets in Arrow, and a
byte of a log that is not UTF-8 is a lone surrogate in our text, and a private character in Arrow's;
then what the file has of sessions, and of hands.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.game.options import rules_text
from ledger.game.play import NONE, UNKNOWN
from ledger.hands import model
from ledger.hands.model import Array, Hands, Kept, SessionInfo
from ledger.log.records import Diagnostic

# --- Schema ---------------------------------------------------------------------------------------
VERSION: Final = "1"
# under this key the version of the schema stands in the file's metadata
VERSION_KEY: Final = b"bourre"
HAND, QUARANTINED, EMPTY, UNREADABLE = "hand", "quarantined", "empty", "unreadable"
KINDS: Final = (HAND, QUARANTINED, EMPTY, UNREADABLE)
"""``kind``: a hand, a hand in quarantine, a session without hands, a log that could not be read."""

# ``declared``: the codes of ``Hands.declared`` from 1 on
DECLARED: Final = ("pass", "play", "drop")
SCORES: Final = ("tricks", "payments")  # ``score``: the codes of ``Hands.score`` from 1 on
_TEXT: Final = pa.string()
_LINE: Final = pa.int32()

EVENT: Final = pa.struct(
    {
        "kind": _TEXT,
        "player": _TEXT,
        "other": _TEXT,
        "amount": pa.int64(),
        "target": pa.int64(),
        "line": _LINE,
        "text": _TEXT,
    }
)
ERROR: Final = pa.struct(
    {
        "line": _LINE,
        "column": _LINE,
        "text": _TEXT,
        "message": _TEXT,
        "expected": _TEXT,
        "remedy": _TEXT,
        "hand": pa.int64(),
    }
)
WRITTEN: Final = pa.struct({"line": _LINE, "text": _TEXT})

EVERY_ROW: Final = {
    "log": _TEXT,
    "session": _TEXT,
    "date": pa.date32(),
    "title": _TEXT,
    "rules": _TEXT,
    "chip": pa.int64(),
    "currency": _TEXT,
    "ante_unit": pa.int64(),
    "opening_pot": pa.int64(),
    "game": _TEXT,
}
"""What holds for a whole session, on each of its rows."""

FIRST_ROW: Final = {
    "players": pa.list_(_TEXT),
    "opening_seats": pa.list_(_TEXT),
    "sharing": pa.list_(_TEXT),
    "header_lines": pa.list_(_LINE),
    "errors": pa.list_(ERROR),
    "pot_said": pa.bool_(),
    "exempt": pa.list_(_TEXT),
    "exempt_lost": pa.bool_(),
}
"""What holds for a whole session, on its first row only; ``players`` is never null there."""


def _type(words: str) -> pa.DataType:
    """The type that words such as ``list of uint8`` mean; the only struct of a hand is a line of
    its text.
    """
    inner = words.removeprefix("list of ").replace("lists of", "list of")
    if inner != words:
        return pa.list_(_type(inner))
    return {"text": _TEXT, "struct": WRITTEN}.get(words) or pa.type_for_alias(words)


HANDS: Final = {kept.name: _type(kept.type) for kept in model.KEPT}  # what was written of a hand
LATER: Final = frozenset(
    ("game", "pot_said", "exempt", "exempt_lost", *(kept.name for kept in model.KEPT if kept.later))
)
"""Columns that files of this version did not have from the start; without them they are null."""

BETWEEN: Final = {"before": pa.list_(EVENT), "after": pa.list_(EVENT)}  # statements between hands
SCHEMA: Final = pa.schema(
    {"kind": _TEXT, **EVERY_ROW, **FIRST_ROW, **HANDS, **BETWEEN},
    metadata={VERSION_KEY: VERSION.encode()},
)


# --- Arrow values ---------------------------------------------------------------------------------
def within(counts: Array, width: int) -> Array:
    """Return which of ``width`` places are below the count: ``counts`` with one axis more, at the
    end.
    """
    return np.asarray(np.arange(width, dtype=np.int16) < counts[..., None].astype(np.int16))


def nullable(values: Array, null: Array | None = None) -> pa.Array:
    """Return values as Arrow has them, null where ``null``."""
    return pa.array(values, mask=null if null is not None and null.any() else None)


def pack(values: pa.Array, counts: Array, present: Array | None = None) -> pa.ListArray:
    """Return lists of ``counts`` values each; where not ``present`` (then the count is 0) null."""
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(counts, out=offsets[1:])
    mask = None if present is None or present.all() else pa.array(~present)
    return pa.ListArray.from_arrays(pa.array(offsets), values, mask=mask)


class Lists(NamedTuple):
    """A column of lists taken apart: the values of all, how many each has (0 for null), which are
    not null.
    """

    values: pa.Array
    counts: Array
    present: Array


def unpack(column: pa.Array) -> Lists:
    """Take a column of lists apart."""
    lengths = pc.list_value_length(column)
    return Lists(column.flatten(), numbers(lengths, 0), valid(lengths))


def numbers(column: pa.Array, null: int) -> Array:
    """Return a column of numbers, ``null`` where there is none."""
    filled = column.fill_null(pa.scalar(null, column.type)) if column.null_count else column
    return np.asarray(filled.to_numpy(zero_copy_only=False))


def valid(column: pa.Array) -> Array:
    """Return where a column is not null."""
    return (
        np.asarray(column.is_valid().to_numpy(zero_copy_only=False))
        if column.null_count
        else np.ones(len(column), bool)
    )


def spread(values: Array, counts: Array, width: int, fill: int) -> Array:
    """Return lists laid out in rows of ``width``, filled up: (lists, width) and the further axes of
    ``values``.
    """
    block = np.full((len(counts), width, *values.shape[1:]), fill, values.dtype)
    if len(counts) and (counts == counts[0]).all():
        same = int(counts[0])
        block[:, :same] = values.reshape(len(counts), same, *values.shape[1:])
    else:
        block[within(counts, width)] = values
    return block


# --- Text -----------------------------------------------------------------------------------------
# byte ``b`` of a log is the character U+10FF00 + b, which no log has otherwise
_FIRST: Final = 0x10FF00
_STRAY: Final = re.compile("[\ud800-\udfff]")
_PRIVATE: Final = re.compile("[\U0010ff80-\U0010ffff]")


def plain(text: str) -> str:
    """Return ``text`` without characters that UTF-8 cannot hold."""
    return text if text.isascii() else _STRAY.sub(_private, text)


def original(text: str) -> str:
    """Return ``text`` as it was before ``plain``."""
    return (
        text
        if text.isascii()
        else _PRIVATE.sub(lambda match: chr(ord(match[0]) - _FIRST + 0xDC00), text)
    )


def _private(match: re.Match[str]) -> str:
    byte = ord(match[0]) - 0xDC00
    return chr(_FIRST + byte) if 0x80 <= byte <= 0xFF else "\ufffd"


# --- Refusals -------------------------------------------------------------------------------------
class Refusal(Exception):  # noqa: N818 - it becomes a UserError with the name of the file
    """Which column is wrong, and how."""


def refuse(column: str, what: str) -> NoReturn:
    """Raise Refusal."""
    raise Refusal(f"the column {column} {what}")


def check(column: str, fine: Array | bool, what: str) -> None:
    """Raise Refusal unless all of ``fine`` holds."""
    if fine is not True and not np.all(fine):
        refuse(column, what)


# --- Encode sessions ------------------------------------------------------------------------------
def session_columns(hands: Hands, session: Array) -> dict[str, pa.Array]:
    """Return the columns of the sessions; ``session`` is the session of each row."""
    rows = [_every_row(info) for info in hands.sessions]
    where = pa.array(session)
    columns = {
        name: pa.array([row[name] for row in rows], kind).take(where)
        for name, kind in EVERY_ROW.items()
    }
    first = np.ones(len(session), bool)
    first[1:] = session[1:] != session[:-1]
    where = pa.array(session, mask=~first)
    lists = _first_rows(hands)
    return columns | {
        name: pa.array([row[name] for row in lists], kind).take(where)
        for name, kind in FIRST_ROW.items()
    }


def _every_row(info: SessionInfo) -> dict[str, Any]:
    return {
        "log": plain(info.file) or None,
        "session": info.id,
        "date": date.fromisoformat(info.date) if info.date else None,
        "title": info.title,
        "rules": rules_text(info.rules),
        "chip": info.chip,
        "currency": info.currency,
        "ante_unit": info.ante,
        "opening_pot": info.pot,
        "game": info.game,
    }


def _first_rows(hands: Hands) -> list[dict[str, Any]]:
    errors = _errors_by_file(hands)
    return [
        {
            "players": info.players,
            "opening_seats": info.seats,
            "sharing": None
            if info.shares is None
            else [info.players[player] for player in info.shares],
            "header_lines": info.header_lines or None,
            "errors": errors.pop(info.file, None),
            "pot_said": info.pot_said,
            "exempt": None
            if info.exempt is None
            else [info.players[player] for player in info.exempt],
            "exempt_lost": info.exempt_lost,
        }
        for info in hands.sessions
    ]


def unreadable_rows(hands: Hands) -> pa.Table:
    """Return a row for each log that could not be read at all: its name and why."""
    errors = _errors_by_file(hands)
    for info in hands.sessions:
        errors.pop(info.file, None)
    rows = [
        {"kind": UNREADABLE, "log": plain(file) or None, "errors": found}
        for file, found in errors.items()
    ]
    return pa.Table.from_pylist(rows, SCHEMA)


def _errors_by_file(hands: Hands) -> dict[str, list[dict[str, Any]]]:
    errors: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for error in hands.errors:
        errors[error.file].append(_error(error))
    return errors


def _error(error: Diagnostic) -> dict[str, Any]:
    values = error._asdict()
    del values["file"]
    return {
        name: plain(value) if isinstance(value, str) else value for name, value in values.items()
    }


def between_columns(hands: Hands, session: Array) -> dict[str, pa.Array]:
    """Return the statements before each row and, on a session's last row, those after it."""
    events = hands.events
    rows = np.array([info.rows for info in hands.sessions] or [0])[events.session]
    first = np.array([info.first_row for info in hands.sessions] or [0])[events.session]
    after = events.before - first >= rows
    row = np.searchsorted(session, events.session) + events.before - first - (after & (rows > 0))
    said = _said(hands)
    return {
        "before": _placed(said, row, ~after, len(session)),
        "after": _placed(said, row, after, len(session)),
    }


def _placed(said: pa.StructArray, row: Array, chosen: Array, rows: int) -> pa.ListArray:
    counts = np.bincount(row[chosen], minlength=rows)
    return pack(said.take(pa.array(np.flatnonzero(chosen))), counts).cast(BETWEEN["before"])


def _rules_said(hands: Hands) -> pa.Array:
    """Return the rules from each ``rules`` line on, null for other statements."""
    ruled = hands.events.kind == model.RULES
    texts = pa.array([rules_text(house.rules) for house in hands.houses] or [""], pa.string())
    return texts.take(pa.array(np.where(ruled, hands.events.amount, 0), mask=~ruled))


def _said(hands: Hands) -> pa.StructArray:
    events = hands.events
    names = pa.array([name for info in hands.sessions for name in info.players], pa.string())
    starts = np.cumsum([0, *(len(info.players) for info in hands.sessions)])[events.session]
    name = model.FIRST_NAME[events.kind] + np.where(model.HAS_CHOICE[events.kind], events.amount, 0)
    return pa.StructArray.from_arrays(
        [
            pa.array(model.NAMES).take(pa.array(name)),
            names.take(pa.array(starts + events.player, mask=events.player < 0)),
            names.take(pa.array(starts + events.other, mask=events.other < 0)),
            nullable(events.amount, ~model.HAS_AMOUNT[events.kind]),
            nullable(events.target, events.target < 0),
            pa.array(events.line.astype(np.int32)),
            _rules_said(hands),
        ],
        fields=list(EVENT),
    )


# --- Encode ---------------------------------------------------------------------------------------
def encode(hands: Hands) -> pa.Table:
    """Return ``hands`` as rows of the file: one a hand, one for each session without hands and each
    log not readable.
    """
    columns = _hand_columns(hands)
    columns["kind"] = pa.array((HAND, QUARANTINED)).take(
        pa.array(hands.quarantined.astype(np.int8))
    )
    session = hands.session
    empty = [at for at, info in enumerate(hands.sessions) if not info.rows]
    if empty:
        session = np.concatenate([session, np.array(empty, session.dtype)])
        order = pa.array(np.argsort(session, kind="stable"))
        session = np.sort(session)
        added = {name: pa.nulls(len(empty), HANDS[name]) for name in HANDS} | {
            "kind": pa.array([EMPTY] * len(empty))
        }
        columns = {
            name: pa.concat_arrays([column, added[name]]).take(order)
            for name, column in columns.items()
        }
    columns |= session_columns(hands, session) | between_columns(hands, session)
    table = pa.Table.from_arrays([columns[name] for name in SCHEMA.names], schema=SCHEMA)
    return pa.concat_tables([table, unreadable_rows(hands)])


def _hand_columns(hands: Hands) -> dict[str, pa.Array]:
    encoder = _Encoder(hands)
    columns = {
        "line": pa.array(hands.line),
        "seats": _seats(hands),
        **_houses(hands),
        "declared": encoder.by_seat(hands.declared - 1, words=DECLARED),
        "declared_order": _declared_order(hands, encoder),
        **_tricks(hands, encoder),
        "claim_after": encoder.one(hands.claim_after, hands.claim < 0),
        "shown": encoder.listed(hands.shown, (hands.shown != NONE).sum(0), hands.claim >= 0),
        "score": pa.array(SCORES).take(
            pa.array(hands.score - 1, mask=~encoder.sound | (hands.score == 0))
        ),
        "lines": _lines(hands, encoder),
        "text": _text(hands),
    }
    for name, entry in model.TABLE.items():
        for kept in entry.kept:
            if kept.how in model.HOW:
                columns[kept.name] = getattr(encoder, kept.how)(getattr(hands, name), kept)
    return columns


class _Encoder:
    """Makes columns of what was recorded of sound hands; for hands in quarantine they are empty."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self.seated = hands.seated.astype(np.int16)
        self.sound = ~hands.quarantined

    # What a column becomes, by ``Kept.how``.

    def number(self, values: Array, _kept: Kept) -> pa.Array:
        """Numbers that hands in quarantine may have as well."""
        return nullable(values, values < 0)

    def flag(self, values: Array, _kept: Kept) -> pa.Array:
        """One yes or no a hand, never null."""
        return pa.array(values)

    def chips(self, values: Array, _kept: Kept) -> pa.Array:
        """One amount a hand."""
        return nullable(values, ~self.sound | (values < 0))

    def place(self, values: Array, _kept: Kept) -> pa.Array:
        """One place a hand, from 1."""
        return self.one(values + 1, values < 0)

    def small(self, values: Array, kept: Kept) -> pa.Array:
        """One small number a hand; what it cannot be is null."""
        return self.one(values, values.view(np.uint8) > kept.most)

    def seat_counts(self, values: Array, kept: Kept) -> pa.Array:
        """Small numbers by seat."""
        return self.by_seat(
            values,
            getattr(self.hands, model.THERE[kept.name]) if kept.name in model.THERE else None,
        )

    def seat_flags(self, values: Array, _kept: Kept) -> pa.Array:
        """Yes or no by seat, null where it is no for all."""
        return self.by_seat(values, np.any(values, 0))

    def seat_cards(self, values: Array, kept: Kept) -> pa.Array:
        """Lists of cards by seat; their lengths have a column of their own."""
        counts = getattr(self.hands, f"{kept.name}_count")
        return self.nested(values, counts, self.seated, np.any(counts >= 0, 0))

    def seat_chips(self, values: Array, kept: Kept) -> pa.Array:
        """Amounts by seat; in the file null is not written, and -1 as the rules give."""
        rows = (
            getattr(self.hands, model.THERE[kept.name])
            if kept.name in model.THERE
            else np.any(values != model.ABSENT, 0)
        )
        swapped = np.where(values < 0, model.ABSENT + model.BY_RULE - values, values)
        present = self.sound & rows
        counts = np.where(present, self.seated, 0)
        flat = swapped.T[within(counts, len(values))]
        return pack(nullable(flat, flat == model.BY_RULE), counts, present)

    def seat_antes(self, values: Array, kept: Kept) -> pa.Array:
        """Amounts by seat, 0 for nothing; null where nobody wrote down who put in what."""
        rows = getattr(self.hands, model.THERE[kept.name]) if kept.name in model.THERE else None
        return self.by_seat(values, rows)

    # What they are made with.

    def one(self, values: Array, null: Array) -> pa.Array:
        return nullable(values.astype(np.uint8), ~self.sound | null)

    def by_seat(
        self, values: Array, rows: Array | None = None, words: Sequence[str] = ()
    ) -> pa.ListArray:
        """Return a (seats, hands) column as lists, with ABSENT as null; hands that are not in
        ``rows`` have none.
        """
        return self.listed(values, self.seated, rows, words)

    def listed(
        self, values: Array, counts: Array, rows: Array | None = None, words: Sequence[str] = ()
    ) -> pa.ListArray:
        """Return the first ``counts`` of each hand's values as a list, of ``words`` if values are
        indices of them.
        """
        present = self.sound if rows is None else self.sound & rows
        counts = np.where(present, counts, 0)
        column = _column(values.T[within(counts, len(values))])
        return pack(pa.array(words).take(column) if words else column, counts, present)

    def nested(self, values: Array, counts: Array, outer: Array, rows: Array) -> pa.ListArray:
        """Return a (cards, lists, hands) column as lists of lists; a list whose count is negative
        is null.
        """
        present = self.sound & rows
        outer = np.where(present, outer, 0)
        there = within(outer, len(counts))
        inner = counts.T.astype(np.int16)
        flat = np.ascontiguousarray(values.T)[within(np.where(there, inner, 0), len(values))]
        chosen = inner[there]
        lists = pack(nullable(flat, flat == NONE), np.maximum(chosen, 0), chosen >= 0)
        return pack(lists, outer, present)


def _column(values: Array) -> pa.Array:
    """Return numbers as Arrow has them: small ones unsigned, with ABSENT as null."""
    if values.dtype == np.int8:
        return nullable(values.view(np.uint8), values == model.ABSENT)
    return nullable(values, values == model.ABSENT if values.dtype == np.int64 else None)


def _seats(hands: Hands) -> pa.ListArray:
    starts = np.cumsum([0, *(len(info.players) for info in hands.sessions)])
    names = pa.array([name for info in hands.sessions for name in info.players], pa.string())
    seated = hands.seated.astype(np.int16)
    there = within(seated, hands.width)
    codes = (hands.player + starts[hands.session].astype(np.int32)).T[there]
    return pack(names.take(pa.array(codes)), seated)


def _houses(hands: Hands) -> dict[str, pa.Array]:
    """Return the rules and the ante of the hands in which they are not those of the session's
    header.
    """
    places = {house: at for at, house in enumerate(hands.houses)}
    first = np.array([places[info.house] for info in hands.sessions] or [0], np.int32)
    where = pa.array(hands.house, mask=hands.house == first[hands.session])
    return {
        "hand_rules": pa.array(
            [rules_text(house.rules) for house in hands.houses], pa.string()
        ).take(where),
        "hand_ante": pa.array([house.ante for house in hands.houses], pa.int64()).take(where),
    }


def _declared_order(hands: Hands, encoder: _Encoder) -> pa.ListArray:
    """Return the places in the order in which they declared, where that is not from the dealer's
    left on.
    """
    spoken = hands.order >= 0
    counts = spoken.sum(0)
    unusual = (spoken & (hands.order != np.cumsum(spoken, 0) - 1)).any(0)
    places = np.zeros(hands.order.shape, np.uint8)
    ranks = np.where(spoken[:, unusual], hands.order[:, unusual], np.int8(127))
    places[:, unusual] = np.argsort(ranks, axis=0, kind="stable") + 1
    return encoder.listed(places, counts, unusual)


def _tricks(hands: Hands, encoder: _Encoder) -> dict[str, pa.Array]:
    """Return the columns of the tricks; a card that is in no column of the hands is ``??``."""
    number = np.minimum(hands.trick_count, model.TRICKS).astype(np.int16)
    room = max(1, int(hands.trick_size.max(initial=1)))
    cards = np.full((room, model.TRICKS, len(hands)), UNKNOWN, np.uint8)
    turns = min(room, hands.cards.shape[1])
    cards[:turns] = hands.cards.swapaxes(0, 1)[:turns]
    back: dict[str, pa.Array] = {}
    for name in ("withdrawn", "earlier"):
        column = getattr(hands, name)
        lists = np.full_like(cards, NONE)
        lists[:turns] = column.swapaxes(0, 1)[:turns]
        back[name] = encoder.nested(lists, hands.trick_size, number, np.any(column != NONE, (0, 1)))
    return {
        "leaders": encoder.listed((hands.leader + 1).astype(np.uint8), number),
        "cards": encoder.nested(cards, hands.trick_size, number, np.ones(len(hands), bool)),
        **back,
    }


def _lines(hands: Hands, encoder: _Encoder) -> pa.ListArray:
    """Return the places of the statements in the log; null where nobody knows them."""
    lines = np.ascontiguousarray(hands.lines.T)
    known = encoder.sound & lines.any(1)
    there = np.ones(lines.shape, bool)
    there[:, model.LINE_SEATS :] = np.tile(
        within(encoder.seated, hands.width),
        (lines.shape[1] - model.LINE_SEATS) // max(hands.width, 1),
    )
    there[~known] = False
    there[:, : model.LINE_ANTE] = False
    return pack(pa.array(lines[there]), there.sum(1), known)


def _text(hands: Hands) -> pa.ListArray:
    lists: list[list[dict[str, object]] | None] = [None] * len(hands)
    for row, lines in hands.text.items():
        lists[row] = [{"line": line, "text": plain(text)} for line, text in lines]
    return pa.array(lists, HANDS["text"])
