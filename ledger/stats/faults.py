"""What the audit found in a book, and what of it still wants something done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl
from duckdb import DuckDBPyConnection

from ledger.findings.kinds import RECALL, REMARK, RULES_OF_PLAY, SYNTAX, UNPAID_RENEGE
from ledger.game.play import NAMES, UNKNOWN
from ledger.stats.chosen import EVENINGS, EVERYTHING, Filter
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
"""A named query: the findings, and whether they want something done. A wrong play does while its renege is unpaid.

A card taken back never does: what the house makes of it follows by itself, and a payment that is wrong is a finding of its own.

``level`` is the severity, that of a remark for what was put right later.
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are wanted; what is left out is no restriction.

    ``player`` is a player of the book, ``kinds`` are as in ``Finding.rule``, ``severity`` is error, warning or remark.
    ``open`` is True for those that need something done, False for the others. With ``costliest`` the costliest come first, not
    the latest.
    """

    player: int | None = None
    kinds: tuple[str, ...] = ()
    severity: str | None = None
    open: bool | None = None
    costliest: bool = False


ANY: Final = Wanted()
"""Every finding."""


def findings_of_book(connection: DuckDBPyConnection, where: Filter = EVERYTHING, wanted: Wanted = ANY) -> pl.DataFrame:
    """Return findings, those of the latest evening first, in it by line.

    ``session`` is the id (null for a file that is no session of the book: only without a filter), ``hand`` the place in the
    evening and ``number`` as written (null: not in a hand). ``player`` and ``name`` are as in the book, ``called`` as in the
    log. ``kind``, ``trick``, ``card``, ``required`` and ``amount`` and ``settled`` are as in ``Finding``. ``open`` is False
    for remarks, for a card taken back, for what was settled later, and for a renege (4.9) that the table ruled on or that costs
    nothing. ``cost`` is how many chips it is about, of a wrong card what its unpaid renege costs (null: nothing, or not
    known); ``chip`` and ``unit`` say what a chip is worth. Costs in several currencies are compared by their numbers.
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
    """Return how many findings in sessions of the book want something done, and in how many sessions."""
    (found,) = connection.execute(_OPEN).fetchall()
    return int(found[0]), int(found[1])


_OPEN: Final = f"WITH {JUDGED} SELECT count(session), count(DISTINCT session) FROM judged WHERE open"


_FINDINGS: Final = f"""
    WITH {EVENINGS}, {JUDGED},
    owed AS (
        SELECT session, hand, player, max(amount) AS chips FROM findings WHERE rule = '{UNPAID_RENEGE}' GROUP BY ALL
    ),
    placed AS (
        SELECT judged.*, CASE
            WHEN judged.hand = hands.number OR judged.hand IS NULL AND hands.number IS NULL AND rule = '{SYNTAX}'
            THEN hands.hand END AS place, hands.seated
        FROM judged ASOF LEFT JOIN hands ON judged.session = hands.session AND judged.line >= hands.line
    )
    SELECT id AS session, date, title, placed.file, line, place AS hand, placed.hand AS number, trick, names.player,
        players.name, placed.player AS called, rule AS kind, severity, list_extract($cards::VARCHAR[], card::INTEGER + 1) AS card,
        CASE WHEN required IS NOT NULL THEN
            list_transform(list_filter($order::INTEGER[], lambda one: (required >> one) & 1 = 1),
                lambda one: list_extract($cards::VARCHAR[], one + 1))
        END AS required,
        amount, CASE WHEN rule IN {RULES_OF_PLAY} THEN owed.chips ELSE abs(amount) END AS cost, chip, unit, settled, open,
        message
    FROM placed LEFT JOIN evenings USING (session) LEFT JOIN names ON names.name = placed.player
        LEFT JOIN players ON players.player = names.player
        LEFT JOIN owed ON (owed.session, owed.hand, owed.player) = (placed.session, placed.hand, placed.player)
    WHERE (evenings.session IS NOT NULL OR placed.session IS NULL AND $all)
        AND ($seated = [] OR place IS NOT NULL AND list_contains($seated::INTEGER[], placed.seated::INTEGER))
        AND ($player IS NULL OR names.player = $player) AND ($kinds IS NULL OR list_contains($kinds::VARCHAR[], rule))
        AND ($severity IS NULL OR severity = $severity) AND ($open IS NULL OR open = $open)
    ORDER BY CASE WHEN $costliest THEN cost * chip END DESC NULLS LAST, date DESC NULLS LAST, id DESC NULLS LAST, placed.file,
        line, place, trick NULLS LAST, rule, placed.player, message"""
