"""Sessions that are judged together begin with what the ones before them leave, so that few are read and judged a second time.

Most of a season comes in one file or folder. It is judged once as its logs stand; then each session is told what the one
before it among these left, and its money is reckoned again, until nothing changes. Whether a session of another file comes
between is found out when all are in the database (``ledger.book.carrying``).
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Final

from ledger.book.carried_tables import COLUMNS, played_session
from ledger.book.carrying import PlayedSession, starts
from ledger.book.folder_state import Terms
from ledger.book.session_start import Start
from ledger.book.tables import session_columns
from ledger.engine import Judged, judge
from ledger.hands.model import SessionInfo

_ROUNDS: Final = 4
"""A pot is mostly won before the evening ends, and what comes after begins with that: the second round changes little."""


def follow_on(judged: Judged, terms: Terms) -> tuple[Judged, dict[str, list[object]]]:
    """Return the sessions with what each begins with, and the columns of ``sessions`` that keep how it stands by itself."""
    hands = judged.hands
    alone = now = _played(judged, terms)
    begun: list[Start | None] = [None] * len(now)
    for _ in range(_ROUNDS):
        left = starts(now)
        wanted = [left[one.session] for one in now]
        if wanted == begun:
            break
        begun = wanted
        infos = [beginning(*one, terms.people) for one in zip(hands.sessions, begun, strict=True)]
        judged = judge(replace(hands, sessions=infos), judged.replay)
        now = [_as_begun(*one) for one in zip(_played(judged, terms), alone, begun, strict=True)]
    return judged, own_values(now)


def _played(judged: Judged, terms: Terms) -> list[PlayedSession]:
    """What carrying needs to know of judged sessions."""
    columns = session_columns(judged, terms)
    return [played_session(row) for row in zip(*(columns[name] for name in COLUMNS), strict=True)]


def own_values(played: list[PlayedSession]) -> dict[str, list[object]]:
    """What a session begins with, and what of it was known before that: columns of ``sessions``."""
    return {
        "start": [one.start and one.start.text() for one in played],
        "exempt_said": [one.exempt_said for one in played],
        "alone": [one.alone for one in played],
    }


def beginning(logged: SessionInfo, start: Start | None, people: Mapping[str, int]) -> SessionInfo:
    """Return a session with what it begins with; None for what its log says."""
    info = copy(logged)
    if start is not None:
        start.apply(info, people)
    return info


def _as_begun(found: PlayedSession, alone: PlayedSession, start: Start | None) -> PlayedSession:
    return replace(found, exempt_said=alone.exempt_said, alone=alone.alone, start=start)
