"""What the audit found in a book and what of it still wants something done; what happened in each
evening, and who won.

Then how chips and pot went from hand to hand, evenings in a row, and whether all adds up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.findings.kinds import RECALL, REMARK, RULES_OF_PLAY, SYNTAX, UNPAID_RENEGE
from ledger.game.play import NAMES, SUITS, UNKNOWN
from ledger.stats.chosen import CHOSEN, EVENINGS, EVERYTHING, THERE, Filter, people_in
from ledger.stats.frames import frame

JUDGED: Final = f"""
    unpaid AS (SELECT DISTINCT session, hand, player FROM findings WHERE rule = '{UNPAID_RENEGE}'),
    judged AS (
        SELECT findings.*, CASE
            WHEN severity = '{REMARK}' OR rule = '{RECALL}' OR settled IS NOT NULL THEN FALSE
            WHEN rule IN {RULES_OF_PLAY} THEN unpaid.session IS NOT NULL
            ELSE TRUE END AS open,
            CASE WHEN settled IS NULL THEN severity ELSE '{REMARK}' END AS level
        FROM findings LEFT JOIN unpaid USING (session, hand, player)
    )"""
"""A named query: the findings, and whether they want something done.

A wrong play does while its renege is unpaid.

A card taken back never does: what the house makes of it follows by itself, and a payment that is
wrong is a finding of its own.

``level`` is the severity, that of a remark for what was put right later.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are wanted; what is left out is no restriction.

    ``player`` is a player of the book, ``kinds`` are as in ``Finding.rule``, ``severity`` is error,
    warning or remark. ``open`` is True for those that need something done, False for the others.
    With ``costliest`` the costliest come first, not the latest.
    """

    player: int | None = None
    kinds: tuple[str, ...] = ()
    severity: str | None = None
    open: bool | None = None
    costliest: bool = False


ANY: Final = Wanted()  # every finding


def findings_of_book(
    connection: DuckDBPyConnection, where: Filter = EVERYTHING, wanted: Wanted = ANY
) -> pl.DataFrame:
    """Return findings, those of the latest evening first, in it by line.

    ``session`` is the id (null for a file that is no session of the book: only without a filter),
    ``hand`` the place in the evening and ``number`` as written (null: not in a hand). ``player``
    and ``name`` are as in the book, ``called`` as in the log. ``kind``, ``trick``, ``card``,
    ``required`` and ``amount`` and ``settled`` are as in ``Finding``. ``open`` is False for
    remarks, for a card taken back, for what was settled later, and for a renege (4.9) that the
    table ruled on or that costs nothing. ``cost`` is how many chips it is about, of a wrong card
    what its unpaid renege costs (null: nothing, or not known); ``chip`` and ``unit`` say what a
    chip is worth. Costs in several currencies are compared by their numbers.
    """
    values = {
        **where._asdict(),
        "player": wanted.player,
        "kinds": list(wanted.kinds) or None,
        "costliest": wanted.costliest,
        "severity": wanted.severity,
        "open": wanted.open,
        "all": where == EVERYTHING,
        "cards": list(NAMES[:UNKNOWN]),
        # Cards are listed by suit and from high to low.
        "order": [13 * suit + rank for suit in range(4) for rank in reversed(range(13))],
    }
    return frame(connection, _FINDINGS, values)


def count_of_open(connection: DuckDBPyConnection) -> tuple[int, int]:
    """Return how many findings in sessions of the book want something done, and in how many
    sessions.
    """
    (found,) = connection.execute(_OPEN).fetchall()
    return int(found[0]), int(found[1])


_OPEN: Final = (
    f"WITH {JUDGED} SELECT count(session), count(DISTINCT session) FROM judged WHERE open"
)


_FINDINGS: Final = f"""
    WITH {EVENINGS}, {JUDGED},
    owed AS (
        SELECT session, hand, player, max(amount) AS chips FROM findings
            WHERE rule = '{UNPAID_RENEGE}' GROUP BY ALL
    ),
    placed AS (
        SELECT judged.*, CASE
            WHEN judged.hand = hands.number OR judged.hand IS NULL AND hands.number IS NULL
                AND rule = '{SYNTAX}'
            THEN hands.hand END AS place, hands.seated
        FROM judged ASOF LEFT JOIN hands ON judged.session = hands.session
            AND judged.line >= hands.line
    )
    SELECT id AS session, date, title, placed.file, line, place AS hand, placed.hand AS number,
        trick, names.player,
        players.name, placed.player AS called, rule AS kind, severity,
            list_extract($cards::VARCHAR[], card::INTEGER + 1) AS card,
        CASE WHEN required IS NOT NULL THEN
            list_transform(list_filter($order::INTEGER[], lambda one: (required >> one) & 1 = 1),
                lambda one: list_extract($cards::VARCHAR[], one + 1))
        END AS required,
        amount, CASE WHEN rule IN {RULES_OF_PLAY} THEN owed.chips ELSE abs(amount) END AS cost,
            chip, unit, settled, open,
        message
    FROM placed LEFT JOIN evenings USING (session) LEFT JOIN names ON names.name = placed.player
        LEFT JOIN players ON players.player = names.player
        LEFT JOIN owed ON (owed.session, owed.hand, owed.player) = (placed.session, placed.hand,
            placed.player)
    WHERE (evenings.session IS NOT NULL OR placed.session IS NULL AND $all)
        AND ($seated = [] OR place IS NOT NULL
            AND list_contains($seated::INTEGER[], placed.seated::INTEGER))
        AND ($player IS NULL OR names.player = $player)
            AND ($kinds IS NULL OR list_contains($kinds::VARCHAR[], rule))
        AND ($severity IS NULL OR severity = $severity) AND ($open IS NULL OR open = $open)
    ORDER BY CASE WHEN $costliest THEN cost * chip END DESC NULLS LAST, date DESC NULLS LAST,
        id DESC NULLS LAST, placed.file,
        line, place, trick NULLS LAST, rule, placed.player, message"""


# --- Evenings and their hands ---------------------------------------------------------------------
def evenings(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return the evenings, the latest first, each as a whole.

    ``session`` is the id, ``preset`` the first word of ``rules``. ``players`` sat in a hand, or are
    in what was not written down, of which there is some if ``unlogged``. ``hands`` counts those in
    quarantine (``quarantined``) too. ``pot_first`` lay there at the start (null: it could not be
    read), ``pot_left`` at the end (5.12), which can be trusted if ``pot_sure``; chips, as is
    ``biggest_pot``. ``errors``, ``warnings`` and ``remarks`` count findings, ``open`` those that
    still want something done (``findings_of_book``). ``plays`` are cards played: ``proved`` right,
    proved ``wrong``, and ``unproved`` by this record (6). ``winners`` won the most chips, ``won``
    each (none if nothing moved); ``won_amount`` is their worth in minor units of ``unit``.
    """
    return frame(connection, _EVENINGS, where._asdict())


def evening(connection: DuckDBPyConnection, session: str) -> pl.DataFrame:
    """Return one evening, as ``evenings`` does; an empty frame if there is none with this id."""
    return evenings(connection, Filter(sessions=(session,)))


def last_evening(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return the latest evening, as ``evenings`` does; an empty frame if the book has none."""
    latest = f"WITH {EVENINGS} SELECT id FROM evenings ORDER BY date DESC, id DESC LIMIT 1"
    found = connection.execute(latest, where._asdict()).fetchall()
    return (
        evening(connection, found[0][0])
        if found
        else frame(connection, f"{_EVENINGS} LIMIT 0", where._asdict())
    )


_EVENINGS: Final = f"""
    WITH {EVENINGS},
    {THERE},
    everybody AS (SELECT session, count(*) AS players FROM there GROUP BY session),
    unseen AS (SELECT DISTINCT session, TRUE AS unlogged FROM postings
        WHERE kind IN ('result', 'unlogged')),
    pots AS (SELECT session, max(pot) AS biggest FROM hands WHERE NOT quarantined GROUP BY session),
    {JUDGED},
    found AS (
        SELECT session, count_if(level = 'error') AS errors,
            count_if(level = 'warning') AS warnings,
            count_if(level = 'remark') AS remarks, count_if(open) AS open
        FROM judged GROUP BY session
    ),
    best AS (
        SELECT session, max(chips) AS chips FROM nights SEMI JOIN evenings USING (session)
        GROUP BY session HAVING max(chips) > 0
    ),
    winning AS (
        SELECT session, any_value(best.chips) AS won, list(name ORDER BY name, player) AS winners
        FROM best JOIN nights USING (session, chips) JOIN players USING (player) GROUP BY session
    )
    SELECT id AS session, date, title, game, rules, split_part(rules, ' ', 1) AS preset, unit, chip,
        ante, file,
        coalesce(players, 0) AS players, coalesce(unlogged, FALSE) AS unlogged, hands, quarantined,
        opening AS pot_first, closing AS pot_left, sure AS pot_sure,
        biggest AS biggest_pot, coalesce(errors, 0) AS errors, coalesce(warnings, 0) AS warnings,
        coalesce(remarks, 0) AS remarks, coalesce(open, 0) AS open, plays, proved, wrong,
            plays - proved - wrong AS unproved,
        coalesce(winners, []) AS winners, won, won * chip AS won_amount
    FROM evenings
        LEFT JOIN everybody USING (session) LEFT JOIN pots USING (session) LEFT JOIN found
            USING (session)
        LEFT JOIN winning USING (session) LEFT JOIN unseen USING (session)
    ORDER BY date DESC, id DESC"""


def chips_by_hand(connection: DuckDBPyConnection, session: str) -> pl.DataFrame:
    """What each player had won or lost after each hand of an evening: chips, and their worth in
    minor units.

    ``hand`` counts from 1 and is 0 for the start; ``number`` is as written. What moved after a hand
    and before the next (rulings, transfers, the pot divided) is in the figures of that hand:
    ``between``; ``change`` is all that changed. Chips bought and cashed and payments are left out,
    so that the last row of a player is the result of the evening.
    """
    return frame(connection, _CHIPS, {"session": session})


_CHIPS: Final = """
    WITH night AS (SELECT session, chip, unit FROM sessions WHERE id = $session),
    here AS (SELECT * FROM hands SEMI JOIN night USING (session)),
    moves AS (
        SELECT hand, player, taken - ante - matched - penalty AS net, 0 AS between FROM seats SEMI
            JOIN night USING (session)
        UNION ALL
        SELECT coalesce(here.hand, 0), account, 0, chips
        FROM (FROM won_between SEMI JOIN night USING (session)) AS ruled ASOF LEFT JOIN here
            ON ruled.session = here.session AND ruled.line > here.line
        UNION ALL
        SELECT 0, unnest(beside_hands), 0, 0 FROM sessions SEMI JOIN night USING (session)
    ),
    points AS (SELECT hand, number FROM here UNION ALL SELECT 0, NULL FROM night),
    steps AS (
        SELECT points.hand, points.number, people.player, coalesce(sum(between), 0) AS between,
            coalesce(sum(net), 0) + coalesce(sum(between), 0) AS change
        FROM points CROSS JOIN (SELECT DISTINCT player FROM moves) AS people LEFT JOIN moves
            USING (hand, player)
        GROUP BY ALL
    )
    SELECT hand, number, player, name, between, change,
        sum(change) OVER (PARTITION BY player ORDER BY hand) AS chips,
        sum(change) OVER (PARTITION BY player ORDER BY hand) * chip AS amount, unit
    FROM steps JOIN players USING (player) CROSS JOIN night ORDER BY hand, name, player"""


def hands_numbered(connection: DuckDBPyConnection, sessions: tuple[str, ...]) -> pl.DataFrame:
    """Return ``session``, ``number`` and ``line`` of the hands of some evenings, of each in the
    order of play.
    """
    return frame(connection, _NUMBERED, {"sessions": list(sessions)})


_NUMBERED: Final = """
    SELECT id AS session, number, line FROM hands JOIN sessions USING (session)
    WHERE list_contains($sessions::VARCHAR[], id) ORDER BY id, hand"""


def pot_by_hand(connection: DuckDBPyConnection, session: str) -> pl.DataFrame:
    """Return the pot of each hand of an evening, in chips (5): null for a hand in quarantine, of
    which nothing is known.

    ``before`` lay there before the antes, ``pot`` when the hand ended, ``stake`` was played for,
    ``after`` remained once all had been paid. ``verified`` tells whether the pot can be trusted.
    ``split`` marks a tie (5.2). ``misdeal``, ``known`` and ``open`` are as in the table of hands.
    ``people`` are those who sat there, in order of seats, each with ``player``, ``tied`` and
    ``bourre``, the chips of ``ante``, ``taken``, ``matched`` and ``penalty``, whether they may be
    others (``unsure``, 5.16), and whether nobody wrote down what came of an open hand for them
    (``unsaid``).
    """
    return frame(connection, _POT, {"session": session})


_POT: Final = """
    WITH here AS (SELECT hands.* FROM hands JOIN sessions USING (session) WHERE id = $session),
    paid AS (
        SELECT session, hand, sum(ante) AS antes, sum(matched + penalty - taken) AS added, list({
            'player': player, 'tied': tied, 'bourre': bourre, 'ante': ante, 'taken': taken,
                'matched': matched,
            'penalty': penalty, 'unsure': unsaid IS NOT NULL, 'unsaid': coalesce(unsaid, FALSE)
        } ORDER BY seat) AS people
        FROM seats SEMI JOIN here USING (session, hand) LEFT JOIN unsure
            USING (session, hand, player) GROUP BY session, hand
    )
    SELECT hand, number, CASE WHEN NOT quarantined THEN pot - coalesce(antes, 0) END AS before,
        CASE WHEN NOT quarantined THEN pot END AS pot, CASE WHEN NOT quarantined
            THEN stake END AS stake,
        CASE WHEN NOT quarantined THEN pot + coalesce(added, 0) END AS after, verified, quarantined,
            split, misdeal, known, open,
        coalesce(people, []) AS people
    FROM here LEFT JOIN paid USING (session, hand) ORDER BY hand"""


def hands_of(connection: DuckDBPyConnection, session: str) -> pl.DataFrame:
    """Return the hands of an evening in the order of play.

    ``hand`` counts from 1, ``number`` is as written, ``line`` in the log. ``turned`` and ``trump``
    are canonical text (``Kc``, ``c``; null: not known). ``stayed`` names who stayed in order of
    seats, ``tricks`` has the tricks of each of them (null: not known). ``winner`` took the most
    tricks and was entitled to the pot (null: nobody, or not ``known``), and took ``won`` chips;
    ``split`` marks a tie. ``misdeal``: thrown in. ``bourres`` and ``reneges`` are names. ``pot``
    and ``stake`` are chips, null in quarantine. Unless ``stayers_said``, others may have stayed
    too; a winner who took the pot may be named in a hand that is not ``known``. ``dealer`` is null
    if nobody noted it. Findings are counted by severity, those that were settled as remarks.
    """
    return frame(
        connection,
        _HANDS,
        {"session": session, "cards": list(NAMES[:UNKNOWN]), "suits": list(SUITS)},
    )


_TRICKS: Final = (
    "list(tricks::BIGINT ORDER BY seat) FILTER (declared = 2) AS tricks, max(taken) FILTER "
    "(winner) AS won, max(taken) AS taken"
)
_HANDS: Final = f"""
    WITH here AS (SELECT hands.* FROM hands JOIN sessions USING (session) WHERE id = $session),
    people AS ({people_in("here", _TRICKS)}),
    {JUDGED},
    found AS (
        SELECT here.hand, count_if(level = 'error') AS errors,
            count_if(level = 'warning') AS warnings,
            count_if(level = 'remark') AS remarks
        FROM judged AS findings ASOF JOIN here ON findings.session = here.session
            AND findings.line >= here.line
        WHERE findings.hand = here.number OR here.number IS NULL AND findings.hand IS NULL
            AND rule = '{SYNTAX}'
        GROUP BY here.hand
    )
    SELECT hand, number, line, quarantined, misdeal, seated, CASE WHEN NOT no_dealer
        THEN dealer END AS dealer,
        list_extract($cards::VARCHAR[], turned::INTEGER + 1) AS turned,
        list_extract($suits::VARCHAR[], trump::INTEGER + 1) AS trump,
            coalesce(people.stayed, []) AS stayed, stayers_said,
        coalesce(tricks, []) AS tricks, known, CASE WHEN known THEN winner ELSE taker END AS winner,
        CASE WHEN known THEN won WHEN taker IS NOT NULL THEN taken END AS won, split,
            coalesce(bourres, []) AS bourres,
        coalesce(reneges, []) AS reneges, CASE WHEN NOT quarantined THEN pot END AS pot,
        CASE WHEN NOT quarantined THEN stake END AS stake, coalesce(errors, 0) AS errors,
        coalesce(warnings, 0) AS warnings, coalesce(remarks, 0) AS remarks
    FROM here LEFT JOIN people USING (session, hand) LEFT JOIN found USING (hand) ORDER BY hand"""


# --- Evenings in a row ----------------------------------------------------------------------------
def streaks(connection: DuckDBPyConnection, where: Filter = EVERYTHING) -> pl.DataFrame:
    """Return a row for each player, by name: evenings in a row, of those that the player was there
    for, by date.

    ``current`` is how many of the last were won (above zero) or lost (below), 0 if nothing moved in
    the last. ``winning`` and ``losing`` are the longest rows, 0 if there is none, each with the
    ``_since`` and ``_until`` of its first; an evening in which nothing moved ends a row.
    """
    return frame(connection, _STREAKS, where._asdict())


_STREAKS: Final = f"""
    WITH {CHOSEN},
    each_night AS (
        SELECT player, date, sign(chips)::INTEGER AS way,
            row_number() OVER (PARTITION BY player ORDER BY date, id) AS nth,
            row_number() OVER (PARTITION BY player, sign(chips) ORDER BY date, id) AS nth_of_way
        FROM moved JOIN evenings USING (session)
    ),
    runs AS (
        SELECT player, way, count(*) AS evenings, min(date) AS since, max(date) AS until,
            max(nth) AS nth
        FROM each_night GROUP BY player, way, nth - nth_of_way
    ),
    longest AS (
        SELECT player, sum(evenings) AS evenings, max_by(way * evenings, nth) AS current,
            min({{'evenings': -evenings, 'since': since, 'until': until}}) FILTER (way > 0)
                AS winning,
            min({{'evenings': -evenings, 'since': since, 'until': until}}) FILTER (way < 0)
                AS losing
        FROM runs GROUP BY player
    )
    SELECT player, name, evenings, current, coalesce(-winning.evenings, 0) AS winning,
        winning.since AS winning_since,
        winning.until AS winning_until, coalesce(-losing.evenings, 0) AS losing,
            losing.since AS losing_since,
        losing.until AS losing_until
    FROM longest JOIN players USING (player) ORDER BY name, player"""
