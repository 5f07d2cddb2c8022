"""Luck and prices of one file of an archive: the sums of each player, as Parquet and as figures."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, Final

import pyarrow as pa
import pyarrow.parquet as pq

from ledger.archive.audited import Done, digest_of_id
from ledger.engine import judge, without_collection
from ledger.hands import read_hands
from ledger.insight import summed

_AT_ONCE: Final = 5_000
"""Hands worked out together."""


def priced(path: Path, name: str, out: BinaryIO, about: Callable[[Done], dict[bytes, bytes]]) -> Done:
    """Work out luck and prices of the Parquet file at ``path`` and write a row for each player to ``out``; see ``audited``.

    Raises UserError if the file cannot be read.
    """
    figures: dict[str, Any] = {"files": 1, "sessions": 0, "hands": 0, "unreadable_logs": 0, "players": {}}
    sessions: list[bytes] = []
    with without_collection():
        for hands in read_hands(path, _AT_ONCE, name=name):
            known = {info.file for info in hands.sessions}
            figures["unreadable_logs"] += len({error.file for error in hands.errors} - known)
            figures["sessions"] += len(hands.sessions)
            figures["hands"] += len(hands)
            sessions += (digest_of_id(info.id) for info in hands.sessions)
            for player, sums in summed(judge(hands)).items():
                mine = figures["players"].setdefault(player, {})
                for what, value in sums.items():
                    mine[what] = mine.get(what, 0) + value
    done = Done(hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest(), figures, b"".join(sessions))
    rows = [
        {"player": player.encode("utf-8", "backslashreplace").decode(), **sums} for player, sums in figures["players"].items()
    ]
    with pq.ParquetWriter(out, _SCHEMA, compression="zstd", write_page_checksum=True) as writer:
        writer.write_table(pa.Table.from_pylist(rows, _SCHEMA))
        writer.add_key_value_metadata(about(done))
    return done


_COUNTS: Final = ("hands", "chips", "decisions", "priced")
_AMOUNTS: Final = (
    "luck",
    "skill",
    "skill_squares",
    "lost_staying",
    "lost_staying_squares",
    "lost_passing",
    "lost_passing_squares",
)
_SCHEMA: Final = pa.schema(
    [("player", pa.string()), *((name, pa.int64()) for name in _COUNTS), *((name, pa.float64()) for name in _AMOUNTS)]
)
