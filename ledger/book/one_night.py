"""One evening of a book in figures: who won what, the best hand, the worst bourré, and who owes what of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.figures import Balance, SuggestedTransfer, balances_of, owing
from ledger.book.part import Part
from ledger.book.settling import Settlement, settlement


class Result(NamedTuple):
    """What somebody who was there won (above zero) or lost: chips, and their worth in minor units of the evening's unit."""

    account: int
    name: str
    chips: int
    amount: int


class Feat(NamedTuple):
    """The most chips that anybody took, or had to match, in one hand; of equals the first. ``hand`` is its number as written."""

    name: str
    hand: int | None
    chips: int
    amount: int


class Evening(NamedTuple):
    """A session; chips are whole, amounts in minor units of ``unit``.

    ``results`` are in order of what was won, payments and chips bought and cashed aside. ``balances`` include those, and
    ``settlement`` has the payments that are left to settle the session by itself. ``pot`` are the chips in the pot at the end,
    and ``unlogged`` is True if not every hand was recorded.
    """

    session: str
    date: date
    title: str | None
    game: str
    file: str
    unit: str
    chip: int
    hands: int
    quarantined: int
    pot: int
    unlogged: bool
    results: list[Result]
    best: Feat | None
    worst: Feat | None
    balances: list[Balance]
    settlement: Settlement
    plan: list[SuggestedTransfer]
    """The payments that are left of the plan of the whole book, of which those of the settlement may be lines or not."""

    @property
    def left(self) -> dict[int, int]:
        """Everybody's balance from this session, with payments and chips bought and cashed."""
        return {one.account: one.amount for one in self.balances if one.unit == self.unit}

    @property
    def left_differs(self) -> bool:
        """True if somebody's balance from this session differs from the result."""
        return any(self.left.get(one.account, 0) != one.amount for one in self.results)

    @property
    def winners(self) -> Sequence[Result]:
        """Who won the most; nobody if nobody won anything."""
        return [one for one in self.results if one.chips == self.results[0].chips and one.chips > 0]


def one_night(connection: DuckDBPyConnection, session: str) -> Evening:
    """Return the evening with this id, which the book must have."""
    asked = {"id": session}
    ((day, title, game, file, unit, chip, hands, quarantined, pot, unlogged),) = connection.execute(_ABOUT, asked).fetchall()
    results = [Result(*row) for row in connection.execute(_RESULTS, asked).fetchall()]
    feats = {which: Feat(*row) for which, *row in connection.execute(_FEATS, asked).fetchall()}
    return Evening(
        session=session,
        date=day,
        title=title,
        game=game,
        file=file,
        unit=unit,
        chip=chip,
        hands=hands,
        quarantined=quarantined,
        pot=pot,
        unlogged=unlogged,
        results=results,
        best=feats.get("best"),
        worst=feats.get("worst"),
        balances=balances_of(connection, Part(session=session)),
        settlement=settlement(connection, session=session),
        plan=owing(connection).payments,
    )


class Bourres(NamedTuple):
    """How often somebody went bourré."""

    name: str
    times: int


def bourres_of(connection: DuckDBPyConnection, session: str) -> list[Bourres]:
    """Who went bourré in the session with this id, most often first."""
    return [Bourres(*row) for row in connection.execute(_BOURRES, {"id": session}).fetchall()]


_BOURRES: Final = """
    SELECT name, count(*) FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session) JOIN players USING (player)
    WHERE id = $id AND bourre AND NOT hands.quarantined GROUP BY player, name ORDER BY 2 DESC, name
"""
_ABOUT: Final = """
    SELECT date, title, game, file, unit, chip, hands, quarantined, closing, EXISTS (
        FROM postings WHERE postings.session = sessions.session AND kind IN ('result', 'unlogged'))
    FROM sessions WHERE id = $id
"""
_RESULTS: Final = """
    WITH night AS (SELECT session, unit FROM sessions WHERE id = $id),
    there AS (
        SELECT player FROM seats SEMI JOIN night USING (session)
        UNION SELECT player FROM there_beside SEMI JOIN night USING (session)
    )
    SELECT player, name, coalesce(chips, 0)::BIGINT, coalesce(amount, 0)::BIGINT
    FROM there JOIN players USING (player) LEFT JOIN (FROM results SEMI JOIN night USING (session, unit)) USING (player)
    ORDER BY 3 DESC, name, player
"""
_FEATS: Final = """
    WITH here AS (
        SELECT name, hands.hand, hands.number, taken, CASE WHEN bourre THEN matched ELSE 0 END AS matched, chip
        FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session) JOIN players USING (player)
        WHERE id = $id AND NOT hands.quarantined
    )
    (SELECT 'best', name, number, taken, taken * chip FROM here WHERE taken > 0 ORDER BY taken DESC, hand, name LIMIT 1)
    UNION ALL
    (SELECT 'worst', name, number, matched, matched * chip FROM here WHERE matched > 0 ORDER BY matched DESC, hand, name LIMIT 1)
"""
