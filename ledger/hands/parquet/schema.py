"""The columns of a Parquet file of hands; ledger/docs/parquet.md says what each one means.

Values between numpy and Arrow: lists of lists, text with stray bytes, and the refusal of what no log can have.

Lists are padded blocks in numpy, values and offsets in Arrow. A byte of a log that is not UTF-8 is a lone surrogate in our
text, and a private character in Arrow's.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ledger.hands.model import Array

# --- Schema -----------------------------------------------------------------------------------------------------------

VERSION: Final = "1"
VERSION_KEY: Final = b"bourre"
"""Under this key the version of the schema stands in the file's metadata."""

HAND, QUARANTINED, EMPTY, UNREADABLE = "hand", "quarantined", "empty", "unreadable"
KINDS: Final = (HAND, QUARANTINED, EMPTY, UNREADABLE)
"""``kind``: a hand, a hand in quarantine, a session without hands, a log that could not be read."""

DECLARED: Final = ("pass", "play", "drop")
"""``declared``: the codes of ``Hands.declared`` from 1 on."""

SCORES: Final = ("tricks", "payments")
"""``score``: the codes of ``Hands.score`` from 1 on."""

_TEXT: Final = pa.string()
_CARD: Final = pa.uint8()
_PLACE: Final = pa.uint8()
_CHIPS: Final = pa.int64()
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
    {"line": _LINE, "column": _LINE, "text": _TEXT, "message": _TEXT, "expected": _TEXT, "remedy": _TEXT, "hand": pa.int64()}
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
    "ante_unit": _CHIPS,
    "opening_pot": _CHIPS,
    "game": _TEXT,
}
"""What holds for a whole session, on each of its rows."""

LATER: Final = frozenset(
    ("game", "pot_said", "exempt", "exempt_lost", "misdeal", "score", "hand_rules", "hand_ante", "claim_after")
)
"""Columns that files of this version did not have from the start; without them they are null."""

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

HANDS: Final = {
    "hand": pa.int64(),
    "line": _LINE,
    "seats": pa.list_(_TEXT),
    "hand_rules": _TEXT,
    "hand_ante": _CHIPS,
    "due": _PLACE,
    "turned": _CARD,
    "trump": pa.uint8(),
    "declared": pa.list_(_TEXT),
    "declared_order": pa.list_(_PLACE),
    "draw": pa.list_(pa.uint8()),
    "early": pa.list_(pa.bool_()),
    "dealt": pa.list_(pa.list_(_CARD)),
    "out": pa.list_(pa.list_(_CARD)),
    "drawn": pa.list_(pa.list_(_CARD)),
    "trick_count": pa.uint8(),
    "leaders": pa.list_(_PLACE),
    "cards": pa.list_(pa.list_(_CARD)),
    "withdrawn": pa.list_(pa.list_(_CARD)),
    "claim": _PLACE,
    "claim_after": pa.uint8(),
    "shown": pa.list_(_CARD),
    "counted": pa.list_(pa.uint8()),
    "ante": pa.list_(_CHIPS),
    "misdeal": pa.bool_(),
    "score": _TEXT,
    "pot": _CHIPS,
    "take": pa.list_(_CHIPS),
    "match": pa.list_(_CHIPS),
    "renege": pa.list_(_CHIPS),
    "lines": pa.list_(pa.uint16()),
    "text": pa.list_(WRITTEN),
}
"""What was written of a hand."""

BETWEEN: Final = {"before": pa.list_(EVENT), "after": pa.list_(EVENT)}
"""Statements between hands."""

SCHEMA: Final = pa.schema({"kind": _TEXT, **EVERY_ROW, **FIRST_ROW, **HANDS, **BETWEEN}, metadata={VERSION_KEY: VERSION.encode()})


# --- Arrow values -----------------------------------------------------------------------------------------------------


def within(counts: Array, width: int) -> Array:
    """Return which of ``width`` places are below the count: ``counts`` with one axis more, at the end."""
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
    """A column of lists taken apart: the values of all, how many each has (0 for null), which are not null."""

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
    return np.asarray(column.is_valid().to_numpy(zero_copy_only=False)) if column.null_count else np.ones(len(column), bool)


def spread(values: Array, counts: Array, width: int, fill: int) -> Array:
    """Return lists laid out in rows of ``width``, filled up: (lists, width) and the further axes of ``values``."""
    block = np.full((len(counts), width, *values.shape[1:]), fill, values.dtype)
    if len(counts) and (counts == counts[0]).all():
        same = int(counts[0])
        block[:, :same] = values.reshape(len(counts), same, *values.shape[1:])
    else:
        block[within(counts, width)] = values
    return block


# --- Text --------------------------------------------------------------------------------------------------------------

_FIRST: Final = 0x10FF00
"""Byte ``b`` of a log is the character U+10FF00 + b, which no log has otherwise."""

_STRAY: Final = re.compile("[\ud800-\udfff]")
_PRIVATE: Final = re.compile("[\U0010ff80-\U0010ffff]")


def plain(text: str) -> str:
    """Return ``text`` without characters that UTF-8 cannot hold."""
    return text if text.isascii() else _STRAY.sub(_private, text)


def original(text: str) -> str:
    """Return ``text`` as it was before ``plain``."""
    return text if text.isascii() else _PRIVATE.sub(lambda match: chr(ord(match[0]) - _FIRST + 0xDC00), text)


def _private(match: re.Match[str]) -> str:
    byte = ord(match[0]) - 0xDC00
    return chr(_FIRST + byte) if 0x80 <= byte <= 0xFF else "\ufffd"


# --- Refusals ----------------------------------------------------------------------------------------------------------


class Refusal(Exception):  # noqa: N818 - it becomes a UserError with the name of the file
    """Which column is wrong, and how."""


def refuse(column: str, what: str) -> NoReturn:
    """Raise Refusal."""
    raise Refusal(f"the column {column} {what}")


def check(column: str, fine: Array | bool, what: str) -> None:
    """Raise Refusal unless all of ``fine`` holds."""
    if not np.all(fine):
        refuse(column, what)
