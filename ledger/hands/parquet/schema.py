"""The columns of a Parquet file of hands; ledger/docs/parquet.md says what each one means."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

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
