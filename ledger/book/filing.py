"""Judged sessions on their way into tables, and the numbers by which the database knows what is in them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date
from itertools import chain
from typing import Final

import numpy as np
import pyarrow as pa

from ledger.book.folder_state import Terms
from ledger.engine import Judged
from ledger.hands.model import Array
from ledger.money import CHIPS


def session_key(name: str, day: str) -> int:
    """Return the number of a session in the database: 62 bits made from its day and, the last 46, from its id.

    Sessions of one season have numbers close together, so that DuckDB can skip the parts of a table without the numbers it
    seeks.
    """
    days = date.fromisoformat(day).toordinal() - _FIRST_DAY
    return min(max(days, 0), 0xFFFF) << 46 | int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 18


_FIRST_DAY: Final = date(1970, 1, 1).toordinal()


class Filing:
    """Some judged sessions, and the numbers by which the database knows their sessions, hands and players.

    ``keys`` and ``units`` are by session, ``key`` and ``ordinal`` (from 1) by hand; ``ids_of`` are the accounts of the players
    of each session.
    """

    def __init__(self, judged: Judged, terms: Terms) -> None:
        self.judged, self.hands, self.terms = judged, judged.hands, terms
        infos = self.hands.sessions
        self.keys = np.array([session_key(info.id, info.date) for info in infos], np.int64)
        self.units = [info.currency or CHIPS for info in infos]
        sizes = np.array([len(info.players) for info in infos], np.int64)
        self.first_player = np.cumsum(sizes) - sizes
        self.ids_of = [[terms.people[name] for name in info.players] for info in infos]
        self.player_ids = np.array(list(chain.from_iterable(self.ids_of)), np.int32)
        first_row = np.array([info.first_row for info in infos], np.int64)
        self.key = self.keys[self.hands.session] if len(infos) else np.zeros(0, np.int64)
        self.ordinal = (np.arange(len(self.hands)) + 1 - first_row[self.hands.session]) if len(infos) else np.zeros(0, np.int64)

    @property
    def by_id(self) -> dict[str, int]:
        """The number of each session by its id."""
        return {info.id: int(key) for info, key in zip(self.hands.sessions, self.keys, strict=True)}

    def people(self, session: Array, player: Array) -> Array:
        """Return the players behind indices of sessions' players."""
        return np.asarray(self.player_ids[self.first_player[session] + player])


def unless(values: Array, missing: Array) -> pa.Array:
    """Return values with NULL where they are missing."""
    return in_arrow(values, np.packbits(~missing, bitorder="little"))


def table_of(columns: Mapping[str, Array | pa.Array]) -> pa.Table:
    """Return the table with these columns: flags, whole numbers and days may be numpy's.

    Arrow would turn them into its own as well, but first asks whether they are masked. For that it loads numpy's masked arrays,
    which takes a short command longer than to write its rows.
    """
    return pa.table({name: one if isinstance(one, pa.Array) else in_arrow(one) for name, one in columns.items()})


def in_arrow(values: Array, known: Array | None = None) -> pa.Array:
    """Return the same values in Arrow's layout; ``known`` are bits."""
    count = len(values)
    if values.dtype == bool:
        kind, values = pa.bool_(), np.packbits(values, bitorder="little")
    elif values.dtype.kind == "M":
        kind, values = pa.date32(), values.astype("datetime64[D]").astype(np.int64).astype(np.int32)
    else:
        kind = pa.from_numpy_dtype(values.dtype)
    valid = None if known is None else pa.py_buffer(known)
    return pa.Array.from_buffers(kind, count, [valid, pa.py_buffer(np.ascontiguousarray(values))])
