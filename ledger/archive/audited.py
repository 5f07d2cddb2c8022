"""One file of an archive: its findings as Parquet, its figures as whole numbers, and each player's
sums of luck and prices.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ledger.engine import Judged, judge, without_collection
from ledger.findings import Finding, Report, add, finish
from ledger.hands import read_hands
from ledger.insight import summed
from ledger.money import largest, won

_TEXT: Final = pa.string()
_NUMBER: Final = pa.int64()
FINDINGS: Final = pa.schema(
    [
        *(
            ("file", _TEXT),
            ("line", _NUMBER),
            ("session", _TEXT),
            ("hand", _NUMBER),
            ("trick", _NUMBER),
            ("player", _TEXT),
        ),
        *(("rule", _TEXT), ("severity", _TEXT), ("card", _TEXT), ("required", pa.list_(_TEXT))),
        *(("amount", _NUMBER), ("settled", _NUMBER), ("message", _TEXT)),
    ]
)
"""The columns of a part: the fields of a finding."""

_COUNTS: Final = ("sessions", "hands", "plays", "right", "wrong", "unproved", "quarantined")
_TOO_LARGE: Final = 1 << 62  # chips or minor units above which sums of 64 bits may fail


class Done(NamedTuple):
    """The result for one file: the digest of what was found, its figures, and digests of the ids of
    its sessions.
    """

    digest: str
    figures: dict[str, Any]
    sessions: bytes


def audited(
    path: Path, name: str, out: BinaryIO, about: Callable[[Done], dict[bytes, bytes]]
) -> Done:
    """Audit the Parquet file of hands at ``path``; write its findings to ``out``, a Parquet file
    with the metadata of ``about``.

    ``name`` is what the findings call the file. Some ten thousand hands are in memory at a time.
    Raises UserError if it cannot be read.
    """
    digest = hashlib.sha256()
    figures = _nothing()
    sessions: list[bytes] = []
    with (
        pq.ParquetWriter(out, FINDINGS, compression="zstd", write_page_checksum=True) as writer,
        without_collection(),
    ):
        for hands in read_hands(path, name=name):
            judged, report = judge(hands), Report()
            add(report, judged)
            known = {info.file for info in hands.sessions}
            figures["unreadable_logs"] += len({error.file for error in hands.errors} - known)
            _count(figures, finish(report))
            _count_chips(figures, judged)
            sessions += (digest_of_id(info.id) for info in hands.sessions)
            for found in report.findings:
                digest.update(json.dumps(found).encode())
            if report.findings:
                writer.write_table(_table(report.findings))
        done = Done(digest.hexdigest(), figures, b"".join(sessions))
        writer.add_key_value_metadata(about(done))
    return done


def digest_of_id(session: str) -> bytes:
    """A digest of eight bytes of a session's id."""
    return hashlib.blake2b(session.encode("utf-8", "surrogateescape"), digest_size=8).digest()


def _nothing() -> dict[str, Any]:
    counts = dict.fromkeys(
        (*_COUNTS, "unreadable_logs", "findings", "settled", "failing", "too_large"), 0
    )
    return {"files": 1, **counts, "severities": {}, "kinds": {}, "players": {}}


def _count(figures: dict[str, Any], report: Report) -> None:
    for name in _COUNTS:
        figures[name] += getattr(report, name)
    figures["findings"] += len(report.findings)
    for found in report.findings:
        figures["settled"] += found.settled is not None
        figures["failing"] += found.fails
        for names, one in (("severities", found.severity), ("kinds", found.rule)):
            figures[names][one] = figures[names].get(one, 0) + 1


def _count_chips(figures: dict[str, Any], judged: Judged) -> None:
    """Add what everybody won, by currency (``""`` where the log names none): chips, and minor units
    of the currency.
    """
    for info, chips, bound in zip(judged.hands.sessions, won(judged), largest(judged), strict=True):
        if bound > _TOO_LARGE:
            figures["too_large"] += 1
            continue
        mine = figures["players"].setdefault(info.currency or "", {})
        for name, one in zip(info.players, chips, strict=True):
            sums = mine.setdefault(name, {"sessions": 0, "chips": 0, "amount": 0})
            sums["sessions"] += 1
            sums["chips"] += one
            sums["amount"] += one * (info.chip or 0)


def _table(found: Sequence[Finding]) -> pa.Table:
    columns = dict(zip(Finding._fields, zip(*found, strict=True), strict=True))
    return pa.table(
        {field.name: _column(columns[field.name], field) for field in FINDINGS}, FINDINGS
    )


def _column(values: Sequence[Any], field: pa.Field) -> pa.Array:
    # Arrow strings must be UTF-8, which bytes of a log need not be
    if pa.types.is_string(field.type):
        values = [value and value.encode("utf-8", "backslashreplace").decode() for value in values]
    elif pa.types.is_integer(field.type):  # the message has the amount, however large
        values = [None if value is None or abs(value) > _TOO_LARGE else value for value in values]
    return pa.array(values, field.type)


# --- Luck and prices ------------------------------------------------------------------------------
_AT_ONCE: Final = 5_000  # hands worked out together


def priced(
    path: Path, name: str, out: BinaryIO, about: Callable[[Done], dict[bytes, bytes]]
) -> Done:
    """Work out luck and prices of the Parquet file at ``path`` and write a row for each player to
    ``out``; see ``audited``.

    Raises UserError if the file cannot be read.
    """
    figures: dict[str, Any] = {
        "files": 1,
        "sessions": 0,
        "hands": 0,
        "unreadable_logs": 0,
        "players": {},
    }
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
    done = Done(
        hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest(),
        figures,
        b"".join(sessions),
    )
    rows = [
        {"player": player.encode("utf-8", "backslashreplace").decode(), **sums}
        for player, sums in figures["players"].items()
    ]
    with pq.ParquetWriter(out, _SCHEMA, compression="zstd", write_page_checksum=True) as writer:
        writer.write_table(pa.Table.from_pylist(rows, _SCHEMA))
        writer.add_key_value_metadata(about(done))
    return done


_COUNTS_OF_INSIGHT: Final = ("hands", "chips", "decisions", "priced")
_PER_DECISION: Final = ("stakes", "squares", "chart_stakes", "above_stakes", "above_squares")
_AMOUNTS: Final = (
    *(
        "luck",
        "skill",
        "skill_stakes",
        "skill_squares",
        "luck_stakes",
        "luck_squares",
        "both_stakes",
    ),
    *(
        name
        for how in ("staying", "passing")
        for name in (f"lost_{how}", *(f"{how}_{what}" for what in _PER_DECISION))
    ),
)
_SCHEMA: Final = pa.schema(
    [
        ("player", pa.string()),
        *((name, pa.int64()) for name in _COUNTS_OF_INSIGHT),
        *((name, pa.float64()) for name in _AMOUNTS),
    ]
)
