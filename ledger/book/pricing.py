"""Luck and the price of decisions in the database: worked out when somebody asks, and again only where a session changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
import pyarrow as pa
from duckdb import DuckDBPyConnection

from ledger.book.access import ask, held
from ledger.book.carrying import start_of
from ledger.book.filing import session_key
from ledger.book.folder_state import Progress
from ledger.book.rows import insert
from ledger.book.session_reader import SessionReader
from ledger.engine import Judged, judge
from ledger.hands.model import Array

T = TypeVar("T")

_MISSING: Final = "SELECT id, file, start FROM sessions ANTI JOIN priced USING (session) ORDER BY file, session"
_COUNTED: Final = "SELECT count(*), coalesce(sum(hands), 0) FROM sessions ANTI JOIN priced USING (session)"
_AT_ONCE: Final = 100
"""Hands after which others have their turn at the book: two or three seconds."""


def ask_priced(folder: Path, question: Callable[[DuckDBPyConnection], T], progress: Progress | None = None) -> T:
    """Ask a book a question about luck and prices; what was not worked out yet is first.

    ``progress`` is told of the hands of each session that is done. Raises UserError as ``ask`` does.
    """
    while price_some(folder, progress):
        pass
    return ask(folder, question)


def unpriced(connection: DuckDBPyConnection) -> tuple[int, int]:
    """Count the sessions that nobody has worked out yet, and their hands."""
    ((sessions, hands),) = connection.execute(_COUNTED).fetchall()
    return sessions, hands


def price_some(folder: Path, progress: Progress | None = None) -> bool:
    """Work out some more sessions; False if there were none left.

    A book of many evenings takes half an hour, in which others must be able to write in it: it is held for a few at a time.
    """
    sessions, _ = ask(folder, unpriced)
    if not sessions:
        return False
    with held(folder) as book:
        book.settle(lambda connection: price_sessions(connection, folder, progress or (lambda _: None)))
    return True


def price_sessions(connection: DuckDBPyConnection, folder: Path, progress: Progress) -> None:
    """Work out sessions without prices until they are enough hands; each is entered whole: an interruption loses one at most."""
    people = dict(connection.execute("SELECT name, player FROM names").fetchall())
    reader = SessionReader(folder)
    done = 0
    for name, file, begins in connection.execute(_MISSING).fetchall():
        hands, _ = reader.hands(file, name)
        start = start_of(begins)
        if start is not None:
            start.apply(hands.sessions[0], people)
        rows = priced_rows(judge(hands), people)
        connection.begin()
        for table, part in rows.items():
            insert(connection, table, part)
        connection.commit()
        progress(len(hands))
        done += len(hands)
        if done >= _AT_ONCE:
            return


def priced_rows(judged: Judged, people: dict[str, int]) -> dict[str, pa.Table]:
    """The rows of ``decisions``, ``luck`` and ``priced`` for some sessions."""
    from ledger.insight import known_cards, luck, priced_stays, results  # noqa: PLC0415 - tables and numpy's clock only where asked

    hands = judged.hands
    known = known_cards(judged)
    cards = luck(judged, known)
    stays, loose = priced_stays(judged, known)
    keys = np.array([session_key(info.id) for info in hands.sessions], np.int64)[hands.session]
    place_in = np.arange(len(hands)) - np.array([info.first_row for info in hands.sessions], np.int64)[hands.session] + 1
    numbers = [np.array([people[name] for name in info.players], np.int64) for info in hands.sessions]

    def columns(seats: Array, rows: Array) -> dict[str, Array]:
        who = np.array(
            [numbers[hands.session[row]][hands.player[seat, row]] for seat, row in zip(seats, rows, strict=True)], np.int32
        )
        return {"session": keys[rows], "hand": place_in[rows].astype(np.int32), "player": who}

    seats, rows = np.nonzero(hands.player >= 0)
    found = results(judged)
    lucky = {
        **columns(seats, rows),
        "result": _nullable(found[seats, rows]),
        "deal_luck": _nullable(cards.deal[seats, rows]),
        "draw_luck": _nullable(cards.draw[seats, rows]),
    }
    decided = {
        **columns(stays.place, stays.row),
        "kind": pa.array(["stay"] * len(stays.row), pa.string()),
        "chosen": stays.chosen == 1,
        "best": pa.array([None if one < 0 else bool(one) for one in stays.best.tolist()], pa.bool_()),
        "cost": _nullable(stays.cost),
        "margin": _nullable(stays.margin),
        "se": _nullable(stays.se),
        "loose": loose[stays.row],
        "why_not": pa.array([why or None for why in stays.why_not.tolist()], pa.string()),
    }
    return {
        "luck": pa.table(lucky),
        "decisions": pa.table(decided),
        "priced": pa.table(
            {"session": pa.array(sorted({int(key) for key in keys} | {session_key(i.id) for i in hands.sessions}), pa.int64())}
        ),
    }


def _nullable(values: Array) -> pa.Array:
    return pa.array(values, pa.float64(), mask=np.isnan(values))
