"""Lists of lists between numpy, where they are padded blocks, and Arrow, where they are values and offsets."""

from __future__ import annotations

from typing import NamedTuple

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
