"""From hands to judged sessions and their rows; what the book cannot hold is told."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ledger.book.folder_state import Terms
from ledger.book.following import follow_on
from ledger.book.rows import Tables
from ledger.book.session_reader import Notes, notes_of
from ledger.book.tables import tables, with_values
from ledger.engine import Judged, judge, without_collection
from ledger.hands import read_logs
from ledger.hands.model import EXPENSE, IN_MONEY, Hands
from ledger.log.between_hands import shares_of
from ledger.log.records import Diagnostic, Log
from ledger.log.values import minor_digits
from ledger.money import largest

MOST: Final = 10**15
"""The largest sum, in chips or minor units, that the figures of a session may come to."""


def judged_for(hands: Hands, currency: str) -> tuple[Judged, dict[int, str]]:
    """Judge hands for a book with this currency. Returns too what is wrong with sessions whose figures it cannot hold."""
    odd = _paid_in(hands, currency)
    judged = judge(hands)
    odd |= {at: too_large(hands.sessions[at].id) for at, peak in enumerate(largest(judged)) if peak > MOST}
    return judged, odd


class JudgedLogs(NamedTuple):
    """What logs come to: their sessions judged, those too ``odd`` for the book, and why some could not be read, by file."""

    judged: Judged
    odd: dict[int, str]
    notes: Notes
    unreadable: dict[str, Diagnostic]


def judged_logs(logs: list[Log], currency: str) -> JudgedLogs:
    """Read and judge logs for a book with this currency."""
    with without_collection():
        sessions, hands = read_logs(logs)
        unreadable = {one.file: one.errors[0] for one in sessions if not one.readable}
        return JudgedLogs(*judged_for(hands, currency), notes_of(sessions), unreadable)


def rows_followed(judged: Judged, terms: Terms, notes: Notes, file: str | None) -> Tables:
    """Return the rows of sessions that begin with what those before them leave."""
    own: dict[str, list[object]] = {}
    if len(judged.hands.sessions) > 1:
        followed, said = follow_on(judged, terms)
        if followed is judged or max(largest(followed)) <= MOST:  # else each is told by itself, and the too large one is found
            judged, own = followed, said
    rows = tables(judged, terms, notes, file)
    rows["sessions"] = with_values(rows["sessions"], own)
    return rows


def _paid_in(hands: Hands, currency: str) -> dict[int, str]:
    """Turn payments of sessions that name no currency, read with two digits, into minor units of the book's.

    Returns what is wrong with the sessions in which somebody pays a part of the smallest unit.
    """
    digits = minor_digits(currency)
    odd: dict[int, str] = {}
    if digits == minor_digits(None):
        return odd
    events = hands.events
    for lines in _money_lines(hands):
        amount, rest = divmod(int(events.amount[lines].sum()) * 10**digits, 10 ** minor_digits(None))
        events.amount[lines] = shares_of(amount, lines)
        if rest:
            line, session = int(events.line[lines[0]]), int(events.session[lines[0]])
            odd[session] = f"line {line}: the smallest payment in {currency}, the book's currency, is 1"
    return odd


def _money_lines(hands: Hands) -> list[list[int]]:
    """The events of each line about money in sessions that name no currency; an expense has one for each who shares it."""
    events = hands.events
    nameless = np.array([info.currency is None for info in hands.sessions], bool)
    found: dict[tuple[int, ...], list[int]] = {}
    for at in np.flatnonzero(IN_MONEY[events.kind] & nameless[events.session]):
        whole = (int(events.session[at]), int(events.line[at]), int(events.player[at]))
        found.setdefault((*whole, -1) if events.kind[at] == EXPENSE else (*whole, int(at)), []).append(int(at))
    return list(found.values())


def too_large(session: str) -> str:
    """What is wrong with a session whose figures are too large for a book."""
    return f"session {session}: its pots are too large for a book"
