"""Luck and the price of decisions in the database: worked out once, and again only where a session
changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from duckdb import DuckDBPyConnection

from ledger import insight
from ledger.book.derived.access import ask, held
from ledger.book.derived.carrying import SessionReader, start_of
from ledger.book.derived.database import names_in
from ledger.book.derived.folder_state import Progress
from ledger.book.derived.rows import insert
from ledger.book.derived.tables import Unless, rows_of, session_key
from ledger.engine import Judged, judge
from ledger.hands.model import COLUMNS, Array, Hands, joined
from ledger.workers import at_hand

T = TypeVar("T")
# luck, and decisions to stay or pass against others as loose as they were that evening
TABLE: Final = "table"
EVEN: Final = "even"  # decisions to stay or pass against an even table
DISCARDS, CARDS = "discard", "card"
"""Which cards to throw away, and which to play: a part is worked out when somebody asks, and these
take long.
"""

_WITHOUT: Final = """
    FROM sessions JOIN files USING (file) ANTI JOIN (FROM priced WHERE part = $part) USING (session)
    WHERE NOT list_contains($without, file)"""
_MISSING: Final = f"SELECT session, id, start, file, hash {_WITHOUT} ORDER BY file, session"
_COUNTED: Final = f"SELECT count(*), coalesce(sum(hands), 0) {_WITHOUT}"
_IS_AS_READ: Final = """
    SELECT 1 FROM sessions JOIN files USING (file) ANTI JOIN (FROM priced WHERE part = $part)
        USING (session)
    WHERE session = $session AND id = $id AND file = $file AND start IS NOT DISTINCT FROM $start
        AND hash = $hash"""
_AT_ONCE: Final = 1_000
"""Hands worked out together and entered at once: ten seconds of work.

Of fewer each step has too few to be worth its call.
"""


def ask_priced(
    folder: Path,
    question: Callable[[DuckDBPyConnection], T],
    progress: Progress | None = None,
    parts: tuple[str, ...] = (TABLE,),
    jobs: Callable[[int], int] = lambda _hands: 1,
) -> T:
    """Ask a book a question about luck and prices; what was not worked out yet of these ``parts``
    is first.

    ``progress`` gets the hands of each session that is done; ``jobs`` says how many processes are
    to take part for so many hands. Raises UserError as ``ask`` does.
    """
    for part in parts:
        sessions, hands = ask(folder, partial(unpriced, part=part))
        many = jobs(hands) if sessions else 1
        with at_hand(_worked_out, many) as done:
            for _ in price_all(folder, part, _Way(done, 2 * many * _AT_ONCE, progress)):
                pass
    return ask(folder, question)


def unpriced(
    connection: DuckDBPyConnection, part: str = TABLE, without: Collection[str] = ()
) -> tuple[int, int]:
    """Count the sessions whose decisions are not priced in this part yet, and their hands; not
    those of the files ``without``.
    """
    ((sessions, hands),) = connection.execute(
        _COUNTED, {"part": part, "without": list(without)}
    ).fetchall()
    return sessions, hands


_Asked: TypeAlias = tuple[Hands, dict[str, int], str]
"""Some sessions, the players of the book by name, and the part to work out."""
# how many hands they have, and the rows of each table
_Found: TypeAlias = tuple[int, dict[str, pa.Table]]


class _Way(NamedTuple):
    """Which processes do the work, and after how many hands it is entered in the book."""

    done: Callable[[Iterable[_Asked]], Iterator[_Found]]
    most: int
    progress: Progress | None = None


class _Read(NamedTuple):
    """Sessions to work out, what each was read from, and the players of the book by name."""

    sessions: list[Hands]
    origins: list[dict[str, object]]
    people: dict[str, int]


def price_all(
    folder: Path,
    part: str = TABLE,
    way: _Way | None = None,
    without: Callable[[], Collection[str]] = tuple,
) -> Iterator[None]:
    """Work out a part of all sessions but those of the files ``without``, and yield whenever some
    are in the book.
    """
    # a large file is read on from where it was, not from its beginning each time
    reader = SessionReader(folder)
    while price_some(folder, part, way, without(), reader):
        yield


def price_some(
    folder: Path,
    part: str = TABLE,
    way: _Way | None = None,
    without: Collection[str] = (),
    reader: SessionReader | None = None,
) -> bool:
    """Work out a part of some more sessions, but none of the files ``without``; False if none were
    left.

    The book is held only to read them and to enter the rows: a tap at the table does not wait for
    it. A session that was changed meanwhile stays as it is, not worked out; False as well if all
    were.
    """
    way = way or _Way(lambda asked: map(_worked_out, asked), _AT_ONCE)
    reader = reader or SessionReader(folder)
    read = ask(folder, partial(_read, reader=reader, part=part, most=way.most, without=without))
    if not read.sessions:
        return False
    found = []
    for hands, rows in way.done((some, read.people, part) for some in _together(read.sessions)):
        found.append(rows)
        if way.progress is not None:
            way.progress(hands)
    with held(folder) as book:
        return book.settle(lambda connection: _enter(connection, part, read, found)) > 0


def _read(
    connection: DuckDBPyConnection,
    reader: SessionReader,
    part: str,
    most: int,
    without: Collection[str],
) -> _Read:
    """Read sessions that are not worked out until they have enough hands."""
    people = names_in(connection)
    read = _Read([], [], people)
    missing = connection.execute(_MISSING, {"part": part, "without": list(without)}).fetchall()
    for (file, digest), rows in groupby(missing, itemgetter(3, 4)):
        told = {name: (session, begins) for session, name, begins, *_ in rows}
        for name, hands in reader.in_order(file, told, digest):
            session, begins = told[name]
            start = start_of(begins)
            if start is not None:
                start.apply(hands.sessions[0], people)
            most -= len(hands)
            read.sessions.append(hands)
            read.origins.append(
                {"session": session, "id": name, "file": file, "start": begins, "hash": digest}
            )
            if most <= 0:
                return read
    return read


def _together(sessions: Iterable[Hands]) -> Iterator[Hands]:
    """Join sessions until they have enough hands, those alike in their columns: one by one they
    take twice as long.
    """
    alike: dict[tuple[tuple[int, ...], ...], list[Hands]] = defaultdict(list)
    for hands in sessions:
        waiting = alike[tuple(getattr(hands, name).shape[:-1] for name in COLUMNS)]
        waiting.append(hands)
        if sum(map(len, waiting)) >= _AT_ONCE:
            yield joined(waiting)
            waiting.clear()
    yield from (joined(waiting) for waiting in alike.values() if waiting)


def _enter(
    connection: DuckDBPyConnection, part: str, read: _Read, found: Sequence[dict[str, pa.Table]]
) -> int:
    """Enter the rows of sessions that are as they were read, each as a whole or not at all; return
    how many were.
    """
    if names_in(connection) != read.people:
        return 0
    as_read = [
        one["session"]
        for one in read.origins
        if connection.execute(_IS_AS_READ, {"part": part, **one}).fetchall()
    ]
    for rows in found:
        connection.begin()
        for table, each in rows.items():
            insert(
                connection,
                table,
                each.filter(pc.is_in(each["session"], pa.array(as_read, each["session"].type))),
            )
        connection.commit()
    return len(as_read)


def _worked_out(asked: _Asked) -> _Found:
    hands, people, part = asked
    return len(hands), priced_rows(judge(hands), people, part)


def priced_rows(judged: Judged, people: dict[str, int], part: str) -> dict[str, pa.Table]:
    """The rows of ``decisions`` and ``priced`` for a part of some sessions, and those of
    ``luck``.
    """
    hands = judged.hands
    known = insight.known_cards(judged)
    loose = insight.looseness(judged, known) if part != EVEN else np.zeros(hands.player.shape)
    of_others = insight.looseness_of_others(loose, hands.player)
    columns = _Columns(judged, people)
    of_cards = {DISCARDS: insight.priced_discards, CARDS: insight.priced_cards}
    if part in of_cards:
        decided = columns.decisions(part, of_cards[part](judged, loose, known), of_others, TABLE)
    else:
        decided = columns.decisions(
            "stay", insight.stay_or_pass(judged, loose, known), of_others, part
        )
    found = {"decisions": decided, "priced": columns.priced(part)}
    if part == TABLE:
        seats, rows = np.nonzero(hands.player >= 0)
        cards = insight.luck(judged, known)
        lucky = {
            **columns.of(seats, rows),
            "result": _nullable(insight.results(judged)[seats, rows]),
            "deal_luck": _nullable(cards.deal[seats, rows]),
            "draw_luck": _nullable(cards.draw[seats, rows]),
        }
        found["luck"] = rows_of("luck", lucky)
    return found


class _Columns:
    """Columns of the database for what was worked out of some sessions."""

    def __init__(self, judged: Judged, people: dict[str, int]) -> None:
        self.hands = hands = judged.hands
        self.keys = [session_key(info.id, info.date) for info in hands.sessions]
        self.first = np.array([info.first_row for info in hands.sessions], np.int64)
        self.numbers = [
            np.array([people[name] for name in info.players], np.int64) for info in hands.sessions
        ]

    def of(self, seats: Array, rows: Array) -> dict[str, Array]:
        """The columns that say whose it is: session, place of the hand in it from 1, player."""
        session = self.hands.session[rows]
        who = np.array(
            [
                self.numbers[at][player]
                for at, player in zip(session, self.hands.player[seats, rows], strict=True)
            ],
            np.int32,
        )
        keys, place_in = np.array(self.keys, np.int64)[session], rows - self.first[session] + 1
        return {"session": keys, "hand": place_in, "player": who}

    def decisions(
        self, kind: str, priced: insight.Priced, loose: Array, reference: str
    ) -> pa.Table:
        """Rows of ``decisions``; ``loose`` (seats, hands) is how loose the others were."""
        count = len(priced.row)
        return rows_of(
            "decisions",
            {
                **self.of(priced.place, priced.row),
                "kind": [kind] * count,
                "trick": Unless(priced.trick + 1, priced.trick < 0),
                "chosen": priced.chosen,
                "best": Unless(priced.best, priced.best < 0),
                "cost": _nullable(priced.cost),
                "margin": _nullable(priced.margin),
                "se": _nullable(priced.se),
                "loose": loose[priced.place, priced.row],
                "why_not": [why or None for why in priced.why_not.tolist()],
                "reference": [reference] * count,
                "gave": Unless(
                    self.of(np.maximum(priced.gave, 0), priced.row)["player"], priced.gave < 0
                ),
                "chart": Unless(priced.chart, priced.chart < 0),
                "chart_cost": _nullable(priced.chart_cost),
            },
        )

    def priced(self, part: str) -> pa.Table:
        keys = sorted(set(self.keys))
        return rows_of("priced", {"session": keys, "part": [part] * len(keys)})


def _nullable(values: Array) -> Unless:
    return Unless(values, np.isnan(values))
