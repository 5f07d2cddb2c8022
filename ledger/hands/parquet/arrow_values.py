"""Values between numpy and Arrow: lists of lists, text with stray bytes, and the refusal of what no log can have.

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
