"""Columns of hands in tests: the sessions they come from, and whether two say the same."""

import re
from collections.abc import Iterable
from dataclasses import fields, replace
from typing import Any

import numpy as np
from worked_cases import LOGS, session_in

from ledger.findings import Finding
from ledger.findings.audit import Report
from ledger.hands.model import BY_SEAT, COLUMNS, LINE_SEATS, RULES, Array, Events, Hands
from ledger.log.records import Session

ROOM = 12
"""Seats, cards in a list, cards in a trick: the most that a log can have."""
ROOMY = {
    **dict.fromkeys(("dealt", "out", "drawn"), (ROOM, ROOM)),
    **dict.fromkeys(("cards", "withdrawn", "earlier"), (5, ROOM)),
    "shown": (ROOM,),
}
FILL = {
    "dealt": 53,
    "out": 53,
    "drawn": 53,
    "cards": 53,
    "withdrawn": 53,
    "earlier": 53,
    "shown": 53,
}
SPARE = {"declared": 0, "early": 0, "recall": 0, "uncounted": 0, "ante": 0}
PLACES = ("line", "lines", "events.line", "all_lines")
"""What depends on where things stand in the log."""


def case_sessions() -> list[Session]:
    """Return the sessions of all worked cases."""
    return [session_in(path) for path in LOGS]


def differences(before: Hands, parts: Iterable[Hands], *, places: bool = True) -> list[str]:
    """Return the names of what is not the same in both; line numbers only matter with
    ``places``.
    """
    old, new = said([before]), said(parts)
    ignored = () if places else PLACES
    return [name for name in old if name not in ignored and not _equal(old[name], new[name])]


def _equal(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray):
        return (
            isinstance(other, np.ndarray)
            and one.dtype == other.dtype
            and np.array_equal(one, other)
        )
    return bool(one == other)


def said(parts: Iterable[Hands]) -> dict[str, Any]:
    """Return everything that hands say, as if all were in one, each column with room for
    the most.
    """
    arrays: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    arrays |= {f"events.{f.name}": [] for f in fields(Events)}
    sessions: list[Any] = []
    errors: list[Any] = []
    text: list[Any] = []
    lines: list[Any] = []
    houses: list[Any] = []
    ruled_houses: list[Any] = []
    rows = 0
    for hands in parts:
        for name in COLUMNS:
            arrays[name].append(_roomy(hands, name))
        for f in fields(Events):
            shift = len(sessions) if f.name == "session" else rows if f.name == "before" else 0
            arrays[f"events.{f.name}"].append(getattr(hands.events, f.name) + shift)
        houses += [hands.houses[at] for at in hands.house]
        ruled = hands.events.kind == RULES
        ruled_houses += [hands.houses[at] for at in hands.events.amount[ruled]]
        arrays["events.amount"][-1][ruled] = 0
        arrays["session"][-1] = arrays["session"][-1] + np.int32(len(sessions))
        sessions += [
            replace(info, first_row=info.first_row + rows, header_lines=())
            for info in hands.sessions
        ]
        errors += [error._replace(line=0) for error in hands.errors]
        text += [[line for _, line in lines] for _, lines in sorted(hands.text.items())]
        lines += [info.header_lines for info in hands.sessions]
        lines += [(error.file, error.line) for error in hands.errors]
        lines += [
            (row + rows, [line for line, _ in written]) for row, written in hands.text.items()
        ]
        rows += len(hands)
    found: dict[str, Any] = {name: np.concatenate(parts, -1) for name, parts in arrays.items()}
    return found | {
        "house": houses,
        "ruled": ruled_houses,
        "sessions": sessions,
        "errors": sorted(errors, key=str),
        "text": text,
        "all_lines": sorted(map(str, lines)),
    }


def _roomy(hands: Hands, name: str) -> Array:
    column: Array = getattr(hands, name)
    if name == "lines":
        by_seat = column[LINE_SEATS:].reshape(len(BY_SEAT), hands.width, len(hands))
        wide = np.zeros((len(BY_SEAT), ROOM, len(hands)), column.dtype)
        wide[:, : hands.width] = by_seat
        return np.concatenate([column[:LINE_SEATS], wide.reshape(len(BY_SEAT) * ROOM, len(hands))])
    if column.ndim == 1 or (column.shape[0] == 5 and name in {"leader", "trick_size"}):
        return column
    shape = ROOMY.get(name, (ROOM,))
    wide = np.full((*shape, len(hands)), FILL.get(name, SPARE.get(name, -1)), column.dtype)
    wide[tuple(slice(length) for length in column.shape)] = column
    # how many of the cards too many are kept depends on the widest table around
    if name in {"cards", "withdrawn", "earlier"}:
        wide[:, np.arange(ROOM)[:, None] >= hands.seated] = 53
    return wide


def verdicts(report: Report, *, places: bool = True) -> list[Any]:
    """Return the findings of a report, sorted, without their lines unless ``places`` matter."""
    return sorted(map(str, (found if places else _placeless(found) for found in report.findings)))


def _placeless(found: Finding) -> Finding:
    message = re.sub(r"by line \d+", "by line", found.message)
    return found._replace(line=0, settled=None if found.settled is None else 0, message=message)
