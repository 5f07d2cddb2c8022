"""Hands of the whole book that somebody looks for: a page of them in any order, how many there are,
the biggest pot.

From the top: what may be looked for, in players, hand and pot; the names that the words may mean;
and finding it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.game.play import SUITS
from ledger.stats.chosen import EVENINGS, EVERYTHING, Filter, people_in
from ledger.stats.frames import frame


# --- Which hands are looked for -------------------------------------------------------------------
class Deed(NamedTuple):
    """Something that a player does in a hand: its name in addresses, a condition on ``seats`` and
    ``hands``, and its wording.

    ``said`` follows a name, ``noun`` stands alone: ``Bea went bourré``, ``a bourré``.
    """

    name: str
    sql: str
    said: str
    noun: str


TRICKS: Final = (
    "no trick",
    "one trick",
    "two tricks",
    "three tricks",
    "four tricks",
    "five tricks",
)

DEEDS: Final[Mapping[str, Deed]] = {
    one.name: one
    for one in (
        Deed("bourre", "seats.bourre", "went bourré", "a bourré"),
        Deed("renege", "seats.reneged", "reneged", "a renege"),
        Deed("penalty", "seats.penalty > 0", "paid for a renege", "a renege paid for"),
        Deed("won", "seats.winner", "won", "a winner"),
        Deed("lost", "taken - ante - matched - penalty < 0", "lost chips", "chips lost"),
        Deed("tied", "seats.tied", "split the pot", "a split pot"),
        Deed("stayed", "declared = 2", "stayed", "somebody who stayed"),
        # Nothing need be written of who passed, but of a hand thrown in, or of payments alone,
        # nothing follows from that.
        Deed("passed", "declared < 2 AND stayers_said AND NOT misdeal", "passed", "a pass"),
        Deed(
            "dropped",
            "declared = 3",
            "dropped after the draw",
            "somebody who dropped after the draw",
        ),
        Deed("dealt", "seat = hands.seated - 1", "dealt", "a dealer"),
        Deed(
            "every-trick", "tricks = hand_size", "took every trick", "somebody who took every trick"
        ),
        *(
            Deed(
                f"tricks-{number}",
                f"tricks = {number}",
                f"took {words}",
                f"somebody who took {words}",
            )
            for number, words in enumerate(TRICKS)
        ),
        Deed("there", "TRUE", "at the table", "somebody at the table"),
    )
}
"""What players do that hands are found by.

What is added here can be chosen on the page, and stands in addresses.
"""


class Fate(NamedTuple):
    """Something that happens to a whole hand: its name in addresses, a condition on ``hands``, and
    its wording.
    """

    name: str
    sql: str
    said: str


FATES: Final[Mapping[str, Fate]] = {
    one.name: one
    for one in (
        Fate("split", "hands.split", "split pots"),
        Fate(
            "all-passed",
            "EXISTS (SELECT 1 FROM findings WHERE findings.session = hands.session AND "
            "findings.line = hands.line "
            "AND findings.hand IS NOT DISTINCT FROM hands.number AND rule = 'all-passed')",
            "everybody passed",
        ),
        Fate("all-stayed", "stayed = seated", "everybody stayed"),
        Fate("misdeal", "misdeal", "thrown in"),
        Fate("unsure", "NOT verified AND NOT misdeal", "pots that are not certain"),
        Fate("unread", "hands.quarantined", "hands with a line that cannot be read"),
    )
}
"""What becomes of hands that they are found by."""
UNREAD: Final = "unread"


class Did(NamedTuple):
    """A player (None: anybody) who did something (the name of a ``Deed``)."""

    deed: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """Which hands are looked for; what is left out is no restriction, and all of it must be true of
    a hand.

    ``fates`` are names of ``FATES``. ``pot_from`` and ``pot_to`` are chips, both ends included.
    ``trump`` is a suit (``s`` ``h`` ``d`` ``c``), ``stayed`` how many did, ``number`` that of the
    hand as written. Of a hand in quarantine nothing is known: it is found only if nothing is asked
    that one would have to know.
    """

    did: tuple[Did, ...] = ()
    fates: tuple[str, ...] = ()
    pot_from: int | None = None
    pot_to: int | None = None
    trump: str | None = None
    stayed: int | None = None
    number: int | None = None

    def conditions(self) -> str:
        """The condition on ``hands``; what somebody chose is in it as parameters only."""
        said = [f"({FATES[name].sql})" for name in self.fates]
        for at, one in enumerate(self.did):
            whose = "" if one.player is None else f" AND player = $player_{at}"
            said.append(
                f"EXISTS (SELECT 1 FROM seats WHERE {_SEAT_OF_HAND} AND "
                f"{DEEDS[one.deed].sql}{whose})"
            )
        said += [
            f"{column} {compared} ${name}"
            for name, column, compared in _COMPARED
            if getattr(self, name) is not None
        ]
        if said and self.fates != (UNREAD,):
            said.append("NOT hands.quarantined")
        if self.number is not None:
            said.append("number = $number")
        return " AND ".join(["TRUE", *said])

    def values(self) -> dict[str, object]:
        """The parameters of the conditions."""
        values = {
            f"player_{at}": one.player for at, one in enumerate(self.did) if one.player is not None
        }
        numbers = {name: getattr(self, name) for name in ("pot_from", "pot_to", "stayed", "number")}
        numbers["trump"] = None if self.trump is None else SUITS.index(self.trump)
        return values | {name: number for name, number in numbers.items() if number is not None}


_SEAT_OF_HAND: Final = "seats.session = hands.session AND seats.hand = hands.hand"
_COMPARED: Final = (
    ("pot_from", "pot", ">="),
    ("pot_to", "pot", "<="),
    ("stayed", "CASE WHEN stayers_said AND NOT misdeal THEN stayed END", "="),
    ("trump", "trump", "="),
)
ANY_HAND: Final = Sought()  # every hand


# --- Names that may be looked for -----------------------------------------------------------------
class Night(NamedTuple):
    """An evening, as it can be named and chosen: ``preset`` is the first word of its ``rules``,
    ``file`` its log in the book.
    """

    session: str
    title: str | None
    date: date
    game: str
    rules: str
    preset: str
    hands: int
    file: str


def nights_called(connection: DuckDBPyConnection) -> list[Night]:
    """The evenings, the latest first; what became of each takes ten times as long to find out
    (``evenings``).
    """
    return [Night(*row) for row in connection.execute(_NIGHTS).fetchall()]


_NIGHTS: Final = """
    SELECT id, title, date, game, rules, split_part(rules, ' ', 1), hands, file FROM sessions
        ORDER BY date DESC, id DESC
"""


# --- Finding them ---------------------------------------------------------------------------------
class Order(NamedTuple):
    """An order of hands: its name in addresses, its SQL expressions, and whether the largest come
    first.

    ``by_people`` is True if it depends on what each player did, which takes longer in a large book.
    """

    name: str
    sql: str
    falling: bool = False
    by_people: bool = False


ORDERS: Final[Mapping[str, Order]] = {
    one.name: one
    for one in (
        Order("date", "date", falling=True),
        Order("session", "coalesce(title, id)"),
        Order("hand", "number"),
        Order("dealer", "dealer", by_people=True),
        Order("trump", "trump"),
        Order("stayed", "stayed", falling=True),
        Order("pot", "CASE WHEN NOT chosen.quarantined THEN pot END", falling=True),
        Order("winner", "winner", by_people=True),
        Order("bourres", "len(bourres)", falling=True, by_people=True),
        Order("reneges", "len(reneges)", falling=True, by_people=True),
        Order("loss", "worst.chips", falling=True, by_people=True),
    )
}
"""Every order that hands can be in, the first for whoever names none; hands without the value come
last.
"""
BY_DATE, BY_POT = "date", "pot"


class Shown(NamedTuple):
    """Which of the hands found are wanted: their order, turned round if ``backwards``, and which of
    them from the first (0).
    """

    order: str = BY_DATE
    backwards: bool = False
    first: int = 0
    most: int = 50


LATEST: Final = Shown()  # the latest hands


_WORST: Final = """\
min({'net': taken - ante - matched - penalty, 'name': name, 'chips': ante + matched + penalty - taken})
    FILTER (taken - ante - matched - penalty < 0) AS worst"""  # noqa: E501


def found_hands(
    connection: DuckDBPyConnection,
    where: Filter = EVERYTHING,
    sought: Sought = ANY_HAND,
    shown: Shown = LATEST,
) -> pl.DataFrame:
    """Return hands, as many as are shown at a time.

    ``session``, ``date``, ``title``, ``unit`` and ``chip`` are of the evening. ``of_number`` is how
    many hands of the evening have this ``number``, ``which`` counts them from 1. ``dealer``,
    ``trump``, ``stayed``, ``winner``, ``split``, ``bourres`` and ``reneges`` are as in
    ``hands_of``. ``pot`` is in chips (null in quarantine), to be trusted if ``verified``. ``loser``
    lost the most chips in the hand, ``loss``, the first by name of equals; both null if nobody lost
    any.
    """
    order = ORDERS[shown.order]
    way = "DESC" if order.falling != shown.backwards else "ASC"
    dates = way if order.name == BY_DATE else "DESC"
    sql = f"""
        WITH {_chosen(sought)},
        {f"sums AS ({people_in('chosen', _WORST)})," if order.by_people else ""}
        ordered AS (
            SELECT session, chosen.hand, {order.sql} AS sorted, date, id
            FROM chosen JOIN evenings
                USING (session) {"LEFT JOIN sums USING (session, hand)" if order.by_people else ""}
            ORDER BY sorted {way} NULLS LAST, date {dates}, id {dates},
                chosen.hand {dates} LIMIT $most OFFSET $first
        ),
        page AS (
            SELECT hands.*, row_number() OVER (
                ORDER BY sorted {way} NULLS LAST, date {dates}, id {dates}, hand {dates}
            ) AS place
            FROM hands JOIN ordered USING (session, hand)
        ),
        people AS ({people_in("page", _WORST)}),
        same AS (
            SELECT page.session, page.hand, count(*) AS of_number,
                count_if(hands.hand <= page.hand) AS which
            FROM page JOIN hands ON hands.session = page.session AND hands.number = page.number
                GROUP BY page.session, page.hand
        )
        SELECT id AS session, date, title, unit, chip, page.hand, number, line,
            coalesce(of_number, 0) AS of_number,
            coalesce(which, 0) AS which, page.quarantined, misdeal, seated, CASE WHEN NOT no_dealer
                THEN dealer END AS dealer,
            list_extract($suits::VARCHAR[], trump::INTEGER + 1) AS trump,
                coalesce(people.stayed, []) AS stayed,
            stayers_said, known, CASE WHEN known THEN winner ELSE taker END AS winner, split,
            coalesce(bourres, []) AS bourres, coalesce(reneges, []) AS reneges,
            CASE WHEN NOT page.quarantined THEN pot END AS pot, verified, worst.name AS loser,
                worst.chips AS loss
        FROM page JOIN evenings USING (session) LEFT JOIN people USING (session, hand) LEFT
            JOIN same USING (session, hand)
        ORDER BY place"""
    values = {
        **where._asdict(),
        **sought.values(),
        "most": shown.most,
        "first": shown.first,
        "suits": list(SUITS),
    }
    return frame(connection, sql, values)


def count_of_hands(
    connection: DuckDBPyConnection, where: Filter = EVERYTHING, sought: Sought = ANY_HAND
) -> tuple[int, int]:
    """How many hands there are of those, and in how many evenings."""
    sql = f"WITH {_chosen(sought)} SELECT count(*), count(DISTINCT session) FROM chosen"
    ((hands, nights),) = connection.execute(sql, where._asdict() | sought.values()).fetchall()
    return hands, nights


def biggest_pot(
    connection: DuckDBPyConnection, where: Filter = EVERYTHING, sought: Sought = ANY_HAND
) -> pl.DataFrame:
    """Return the hand with the most chips in its pot, the latest of equals, as ``found_hands``
    does; no row if there is none.
    """
    return found_hands(connection, where, sought, Shown(BY_POT, most=1)).filter(pl.col("pot") > 0)


def _chosen(sought: Sought) -> str:
    return f"""{EVENINGS},
        chosen AS (
            SELECT hands.* FROM hands SEMI JOIN evenings USING (session)
            WHERE ($seated = [] OR list_contains($seated::INTEGER[], seated::INTEGER))
                AND {sought.conditions()}
        )"""
