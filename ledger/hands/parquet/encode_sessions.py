"""What the file has of sessions: header, players, statements between hands, lines that could not be read."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any

import numpy as np
import pyarrow as pa

from ledger.game.options import rules_text
from ledger.hands.events import FIRST_NAME, HAS_AMOUNT, HAS_CHOICE, NAMES, RULES
from ledger.hands.model import Array, Hands, SessionInfo
from ledger.hands.parquet.arrow_values import nullable, pack, plain
from ledger.hands.parquet.schema import BETWEEN, EVENT, EVERY_ROW, FIRST_ROW, SCHEMA, UNREADABLE
from ledger.log.records import Diagnostic


def session_columns(hands: Hands, session: Array) -> dict[str, pa.Array]:
    """Return the columns of the sessions; ``session`` is the session of each row."""
    rows = [_every_row(info) for info in hands.sessions]
    where = pa.array(session)
    columns = {name: pa.array([row[name] for row in rows], kind).take(where) for name, kind in EVERY_ROW.items()}
    first = np.ones(len(session), bool)
    first[1:] = session[1:] != session[:-1]
    where = pa.array(session, mask=~first)
    lists = _first_rows(hands)
    return columns | {name: pa.array([row[name] for row in lists], kind).take(where) for name, kind in FIRST_ROW.items()}


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
            "sharing": None if info.shares is None else [info.players[player] for player in info.shares],
            "header_lines": info.header_lines or None,
            "errors": errors.pop(info.file, None),
            "pot_said": info.pot_said,
            "exempt": None if info.exempt is None else [info.players[player] for player in info.exempt],
            "exempt_lost": info.exempt_lost,
        }
        for info in hands.sessions
    ]


def unreadable_rows(hands: Hands) -> pa.Table:
    """Return a row for each log that could not be read at all: its name and why."""
    errors = _errors_by_file(hands)
    for info in hands.sessions:
        errors.pop(info.file, None)
    rows = [{"kind": UNREADABLE, "log": plain(file) or None, "errors": found} for file, found in errors.items()]
    return pa.Table.from_pylist(rows, SCHEMA)


def _errors_by_file(hands: Hands) -> dict[str, list[dict[str, Any]]]:
    errors: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for error in hands.errors:
        errors[error.file].append(_error(error))
    return errors


def _error(error: Diagnostic) -> dict[str, Any]:
    values = error._asdict()
    del values["file"]
    return {name: plain(value) if isinstance(value, str) else value for name, value in values.items()}


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
    ruled = hands.events.kind == RULES
    texts = pa.array([rules_text(house.rules) for house in hands.houses] or [""], pa.string())
    return texts.take(pa.array(np.where(ruled, hands.events.amount, 0), mask=~ruled))


def _said(hands: Hands) -> pa.StructArray:
    """Return all statements between hands, with players by name."""
    events = hands.events
    names = pa.array([name for info in hands.sessions for name in info.players], pa.string())
    starts = np.cumsum([0, *(len(info.players) for info in hands.sessions)])[events.session]
    name = FIRST_NAME[events.kind] + np.where(HAS_CHOICE[events.kind], events.amount, 0)
    return pa.StructArray.from_arrays(
        [
            pa.array(NAMES).take(pa.array(name)),
            names.take(pa.array(starts + events.player, mask=events.player < 0)),
            names.take(pa.array(starts + events.other, mask=events.other < 0)),
            nullable(events.amount, ~HAS_AMOUNT[events.kind]),
            nullable(events.target, events.target < 0),
            pa.array(events.line.astype(np.int32)),
            _rules_said(hands),
        ],
        fields=list(EVENT),
    )
