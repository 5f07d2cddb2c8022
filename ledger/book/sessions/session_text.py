"""One session as people read it: its log with what was found in each line, and a single hand
retold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from duckdb import DuckDBPyConnection

from ledger.book.derived.carrying import begin_as_in_book, session_in_book, session_in_parquet
from ledger.engine import Judged, judge
from ledger.errors import UserError
from ledger.files import PARQUET
from ledger.findings import audit
from ledger.findings.kinds import REMARK, SEVERITIES
from ledger.hands import columns, sessions_of
from ledger.hands.model import MOVES, Hands
from ledger.log import content_of, decoded, lines_of, read, write
from ledger.log.records import Hand
from ledger.story import Retelling, hand_names, parse_hand_name, retell

if TYPE_CHECKING:
    from ledger.insight import Hindsight


# --- The log, line by line ------------------------------------------------------------------------
class LogLine(NamedTuple):
    """A line of a log: its number from 1, its text as it stands, and what was found in it.

    ``severity`` is that of the worst finding, empty for none; what was settled later counts as a
    remark. ``counts`` is False in a hand in quarantine.
    """

    number: int
    text: str
    severity: str
    found: tuple[str, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class LogText:
    """A log: the file that has it, below the folder of the book, its bytes and its lines.

    A session in a Parquet file has no log: one is written for it, and ``written`` is True.
    """

    file: str
    content: bytes
    lines: tuple[LogLine, ...]
    written: bool


def log_text(connection: DuckDBPyConnection, folder: str | Path, session: str) -> LogText:
    """Return the log of a session of the book in ``folder``.

    Raises UserError if there is no such session, or no such file.
    """
    rows = connection.execute(
        "SELECT file, session, start FROM sessions WHERE id = ?", [session]
    ).fetchall()
    if not rows:
        raise UserError(f"this book has no evening {session}", "see the list of evenings")
    file, key, begins = rows[0]
    found: Iterable[tuple[int, str, str]]
    if file.endswith(PARQUET):
        hands = session_in_parquet(Path(folder), file, session)
        content = write(next(iter(sessions_of(hands)))).encode("utf-8", "surrogateescape")
        again = columns([read(content, file)])
        begin_as_in_book(connection, again, begins)
        report = audit([again])
        found = [
            (one.line, one.severity if one.settled is None else REMARK, one.message)
            for one in report.findings
        ]
    else:
        content = content_of(Path(folder) / file)
        found = connection.execute(_FOUND, [key, file]).fetchall()
    return LogText(file, content, _lines(content, found), file.endswith(PARQUET))


_FOUND: Final = """
    SELECT line, CASE WHEN settled IS NULL THEN severity ELSE 'remark' END, message FROM findings
    WHERE session = ? AND file = ? ORDER BY line, trick, rule, player, message
"""


def _lines(content: bytes, found: Iterable[tuple[int, str, str]]) -> tuple[LogLine, ...]:
    said: defaultdict[int, list[tuple[str, str]]] = defaultdict(list)
    for line, severity, message in found:
        said[line].append((severity, message))
    left_out = _quarantined(content)
    texts = lines_of(decoded(content))
    if not texts[-1]:
        texts.pop()
    lines = []
    for number, text in enumerate(texts, 1):
        here = said.get(number, [])
        worst = min((severity for severity, _ in here), key=SEVERITIES.index, default="")
        lines.append(
            LogLine(
                number, text, worst, tuple(message for _, message in here), number not in left_out
            )
        )
    return tuple(lines)


def _quarantined(content: bytes) -> set[int]:
    """Return the numbers of the lines of hands that do not count."""
    hands = [one for one in read(content, "").body if isinstance(one, Hand) and one.quarantined]
    return {
        line for hand in hands for line in (hand.line, *(said.line for said in hand.statements))
    }


# --- One hand retold ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Told:
    """A hand of a book and its place in the session, from 1.

    ``names`` are what every hand of the session is asked for by; ``standing`` the chips that each
    player of the session has won (above zero) or lost in it before this hand, in the order in which
    they came to the table.
    """

    hand: Retelling
    place: int
    names: tuple[str, ...]
    title: str | None
    standing: dict[str, int]


def told_hand(
    connection: DuckDBPyConnection, folder: str | Path, session: str, name: str | None = None
) -> Told:
    """Return a hand of the book in ``folder``; of several with one number the first, and without a
    name the first of all.

    ``name`` is a number as written (``12``, ``12#2``) or a line of the log (``:41``). Raises
    UserError if there is no such session or hand.
    """
    return _told(*_judged_hand(connection, folder, session, name))


def told_hands(
    connection: DuckDBPyConnection, folder: str | Path, wanted: Iterable[tuple[str, str]]
) -> list[Told]:
    """Return hands, each by its session and its name, as ``told_hand`` does; each session is read
    once.
    """
    sessions: dict[str, Judged] = {}
    found = []
    for session, name in wanted:
        if session not in sessions:
            sessions[session] = judge(session_in_book(connection, Path(folder), session))
        found.append(_told(sessions[session], _row(sessions[session].hands, session, name)))
    return found


def _told(judged: Judged, row: int) -> Told:
    hands = judged.hands
    return Told(
        retell(judged, row),
        row + 1,
        tuple(hand_names(hands)),
        hands.sessions[0].title,
        _standing(judged, row),
    )


def told_in_hindsight(
    connection: DuckDBPyConnection, folder: str | Path, session: str, name: str | None = None
) -> Hindsight:
    """The same hand with all cards open."""
    from ledger.insight import hindsight  # noqa: PLC0415 - most who ask for a hand have no need of it

    return hindsight(*_judged_hand(connection, folder, session, name))


def _judged_hand(
    connection: DuckDBPyConnection, folder: str | Path, session: str, name: str | None
) -> tuple[Judged, int]:
    hands = session_in_book(connection, Path(folder), session)
    if not len(hands):
        raise UserError(
            f"no hand is written down for the evening {session}", "choose another evening"
        )
    row = _row(hands, session, name)
    return judge(hands), row


def _row(hands: Hands, session: str, name: str | None) -> int:
    """Return the row of a hand of the only session in ``hands``."""
    if name is None:
        return 0
    asked = parse_hand_name(name)
    rows = [row for row in range(len(hands)) if asked.fits(hands, row)]
    nth = asked.nth or 1
    if not 1 <= nth <= len(rows):
        what = (
            f"line {asked.line} is not in any hand"
            if asked.number is None
            else f"there is no hand {name}"
        )
        raise UserError(f"{what} of evening {session}", f"it has {len(hands)} hands: choose one")
    return rows[nth - 1]


def _standing(judged: Judged, row: int) -> dict[str, int]:
    """What each player of the session has won or lost before a hand."""
    hands, events = judged.hands, judged.hands.events
    players = hands.sessions[0].players
    chips = [0] * len(players)
    seats, rows = np.nonzero((hands.player[:, :row] >= 0) & ~hands.quarantined[:row])
    for player, moved in zip(
        hands.player[seats, rows].tolist(),
        judged.settlement.moved[seats, rows].tolist(),
        strict=True,
    ):
        chips[player] += moved
    for at in np.flatnonzero(events.before <= row).tolist():
        for move in MOVES:
            if move.kind == events.kind[at] and not move.bank:
                chips[int(getattr(events, move.whose)[at])] += move.sign * int(events.amount[at])
    return dict(zip(players, map(int, chips), strict=True))
