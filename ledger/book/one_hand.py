"""One hand of a book, told again: only its session is read and judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from duckdb import DuckDBPyConnection

from ledger.book.session_reader import session_in_book
from ledger.engine import Judged, judge
from ledger.errors import UserError
from ledger.hands.model import MOVES, Hands
from ledger.story import Retelling, hand_names, parse_hand_name, retell


@dataclass(frozen=True, slots=True)
class Told:
    """A hand of a book and its place in the session, from 1.

    ``names`` are what every hand of the session is asked for by; ``standing`` the chips that each player of the session has
    won (above zero) or lost in it before this hand, in the order in which they came to the table.
    """

    hand: Retelling
    place: int
    names: tuple[str, ...]
    title: str | None
    standing: dict[str, int]


def told_hand(connection: DuckDBPyConnection, folder: str | Path, session: str, name: str | None = None) -> Told:
    """Return a hand of the book in ``folder``; of several with one number the first, and without a name the first of all.

    ``name`` is a number as written (``12``, ``12#2``) or a line of the log (``:41``). Raises UserError if there is no such
    session or hand.
    """
    hands = session_in_book(connection, Path(folder), session)
    if not len(hands):
        raise UserError(f"no hand was played in session {session}", "choose another session")
    row = _row(hands, session, name)
    judged = judge(hands)
    return Told(retell(judged, row), row + 1, tuple(hand_names(hands)), hands.sessions[0].title, _standing(judged, row))


def _row(hands: Hands, session: str, name: str | None) -> int:
    """Return the row of a hand of the only session in ``hands``."""
    if name is None:
        return 0
    asked = parse_hand_name(name)
    rows = [row for row in range(len(hands)) if asked.fits(hands, row)]
    nth = asked.nth or 1
    if not 1 <= nth <= len(rows):
        what = f"line {asked.line} is not in any hand" if asked.number is None else f"there is no hand {name}"
        raise UserError(f"{what} of session {session}", f"it has {len(hands)} hands: choose one")
    return rows[nth - 1]


def _standing(judged: Judged, row: int) -> dict[str, int]:
    """What each player of the session has won or lost before a hand."""
    hands, events = judged.hands, judged.hands.events
    players = hands.sessions[0].players
    chips = [0] * len(players)
    seats, rows = np.nonzero((hands.player[:, :row] >= 0) & ~hands.quarantined[:row])
    for player, moved in zip(hands.player[seats, rows].tolist(), judged.settlement.moved[seats, rows].tolist(), strict=True):
        chips[player] += moved
    for at in np.flatnonzero(events.before <= row).tolist():
        for move in MOVES:
            if move.kind == events.kind[at] and not move.bank:
                chips[int(getattr(events, move.whose)[at])] += move.sign * int(events.amount[at])
    return dict(zip(players, map(int, chips), strict=True))
