"""Which evenings and hands a question is about: the one selector, and the named queries that it
restricts.

Commands, pages and exports ask with it alike. The text here is put into queries; what a ``Filter``
has is always a parameter.
"""

from __future__ import annotations

from datetime import date
from typing import Final, NamedTuple


class Filter(NamedTuple):
    """Which part of a book is asked about: the parameters of ``EVENINGS`` and what is named after
    it.

    What is left out is no restriction. ``since`` and ``until`` are the first and the last day,
    ``sessions`` are ids, ``presets`` names of rules (rules.md 7), ``seated`` sizes of the table.
    ``seated`` selects single hands: what moved between hands (rulings, transfers, a pot divided)
    belongs to no table size, and is then left out of what players won. A question about whole
    sessions selects those with such a hand. ``whose`` is a player: only evenings at which that
    player was are selected, and questions about players are answered for that player alone.
    Payments between sessions have days, and nothing else of these.
    """

    since: date | None = None
    until: date | None = None
    sessions: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()
    seated: tuple[int, ...] = ()
    whose: int | None = None
    game: str | None = None

    def as_dict(self) -> dict[str, str | None]:
        """The session, the game and the days in answers in JSON."""
        since, until = (
            None if day is None else day.isoformat() for day in (self.since, self.until)
        )
        return {
            "session": next(iter(self.sessions), None),
            "game": self.game,
            "since": since,
            "until": until,
        }


EVERYTHING: Final = Filter()  # the whole book
_DAYS: Final = "($since IS NULL OR date >= $since) AND ($until IS NULL OR date <= $until)"
EVENINGS: Final = f"""
    evenings AS (
        SELECT * FROM sessions
        WHERE {_DAYS} AND ($game IS NULL OR game = $game)
            AND ($sessions = [] OR list_contains($sessions::VARCHAR[], id))
            AND ($presets = [] OR list_contains($presets::VARCHAR[], split_part(rules, ' ', 1)))
            AND ($seated = [] OR session IN (
                SELECT session FROM hands WHERE list_contains($seated::INTEGER[], seated::INTEGER)))
            AND ($whose IS NULL OR session IN (SELECT session FROM nights WHERE player = $whose))
    )"""
"""A named query: the sessions that a ``Filter`` chooses."""

BETWEEN: Final = f"""\
(session IS NULL AND {_DAYS} AND $game IS NULL AND $sessions = [] AND $presets = []
    AND $seated = [] AND $whose IS NULL)"""
"""A condition on rows with a ``date``: they are of no session, and a ``Filter`` chooses them by
their day.
"""

_HERE: Final = (
    "LEFT JOIN (SELECT session, id, game FROM evenings) USING (session) WHERE id IS NOT NULL OR "
    f"{BETWEEN}"
)
MOVED: Final = f"{EVENINGS}, moved AS (FROM entries {_HERE})"
"""Named queries: the evenings, and what moved in the part, as the view ``entries`` has it, with
``id`` and ``game``.
"""
SUMMED: Final = f"summed AS (FROM totals {_HERE})"
"""A named query: what it comes to by session and account, as the table ``totals`` has it, with
``id`` and ``game``.
"""

THERE: Final = """
    there AS (
        SELECT session, player FROM seats SEMI JOIN evenings USING (session)
        UNION FROM there_beside SEMI JOIN evenings USING (session)
    )"""
"""A named query: who was there in each evening: sat in a hand, or is told of beside the hands."""

SAT: Final = (
    "seats.*, played.* EXCLUDE (session, hand), taken - ante - matched - penalty AS net, NOT "
    "misdeal AS dealt_out, "
    "played.stayed AS stayers, held > 0 AND NOT unproved AS proved"
)
"""Columns of somebody in a hand: those of ``seats`` and ``hands``, what they won, whether the hand
was dealt, how many stayed, and whether every play is ``proved`` right or wrong.
"""

CHOSEN: Final = f"""{EVENINGS},
    played AS (
        SELECT hands.* FROM hands SEMI JOIN evenings USING (session)
        WHERE NOT quarantined AND ($seated = [] OR list_contains($seated::INTEGER[],
            seated::INTEGER))
    ),
    sat AS (SELECT {SAT} FROM seats JOIN played USING (session, hand) WHERE $whose IS NULL
        OR player = $whose),
    between AS (
        SELECT session, account AS player, chips, line FROM won_between SEMI JOIN evenings
            USING (session)
        WHERE $seated = [] AND ($whose IS NULL OR account = $whose)
    ),
    moved AS (
        SELECT session, player, chips FROM nights SEMI JOIN evenings USING (session)
        WHERE $seated = [] AND ($whose IS NULL OR player = $whose)
        UNION ALL
        SELECT session, player, sum(net)::BIGINT FROM sat WHERE $seated <> [] GROUP BY session,
            player
    )"""
"""Named queries that a ``Filter`` restricts: its evenings, their hands that count, who sat in them
with what they won (``net``), what players got between hands, and what each won in each evening.
"""

AT_TABLE: Final = f"""
    at_table AS (
        SELECT {SAT} FROM seats JOIN (
            FROM played SEMI JOIN (SELECT session, hand FROM seats WHERE player = $player)
                USING (session, hand)
        ) AS played USING (session, hand)
    )"""
"""A named query: everybody in the hands that a player sat in; ``sat`` would be of all hands first,
in a large book many more.
"""


def people_in(hands: str, more: str) -> str:
    """Return a query for what the players did in each of some hands, and ``more`` aggregates over
    ``seats``.
    """
    return f"""
        SELECT session, hand, max_by(name, seat) AS dealer, max(name) FILTER (winner) AS winner,
            CASE count_if(taken > 0) WHEN 1 THEN max(name) FILTER (taken > 0) END AS taker,
            coalesce(list(name ORDER BY seat) FILTER (declared = 2), []) AS stayed,
            coalesce(list(name ORDER BY seat) FILTER (bourre), []) AS bourres,
            coalesce(list(name ORDER BY seat) FILTER (reneged), []) AS reneges, {more}
        FROM seats SEMI JOIN {hands} USING (session, hand) JOIN players USING (player)
            GROUP BY session, hand"""


STANDINGS: Final = f"""
    WITH {CHOSEN},
    each_night AS (
        SELECT player, unit, chips * chip AS amount,
            max(chips) OVER (PARTITION BY session) * chip AS most,
            {{'date': date, 'id': id}} AS night
        FROM moved JOIN evenings USING (session)
    ),
    summed AS (
        SELECT player, unit, count(*) AS evenings, count_if(amount = most AND most > 0) AS won,
            sum(amount) AS amount,
            min({{'amount': -amount, 'night': night}}) AS best,
                min({{'amount': amount, 'night': night}}) AS worst,
            list(night.id ORDER BY night) AS sessions, list(night.date ORDER BY night) AS days,
            list(amount ORDER BY night) AS nights
        FROM each_night GROUP BY player, unit
    )
    SELECT rank() OVER (PARTITION BY unit ORDER BY amount DESC) AS place, player, name, unit,
        evenings, won, amount,
        best.night.id AS best_session, best.night.date AS best_date, -best.amount AS best,
            worst.night.id AS worst_session,
        worst.night.date AS worst_date, worst.amount AS worst, sessions, days, nights
    FROM summed JOIN players USING (player)"""
"""Everybody's place and money, as in ``Place``; rows in no order."""
