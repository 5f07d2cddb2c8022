"""``bourre standings``: the table of a season."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date
from itertools import accumulate
from typing import Final

from ledger import book
from ledger.cli.answers import print_answer
from ledger.cli.book_options import (
    add_part_options,
    ask_about_money,
    folder_of,
    note_part,
    part_of,
)
from ledger.cli.terminal import add_book_option, add_format_option

DESCRIPTION: Final = """The table of a season: who won and lost how much, in how many evenings.

Only what was won and lost at the table counts: payments, and chips bought and
cashed, change nothing here, and what is still owed is in bourre owes. Whoever
won the most has won the evening. Form is how the last five evenings went, and
a streak goes on while a player is away.

examples:
  bourre standings
  bourre standings --season 2026      a year; 2026-q4 and 2026-11 do too
  bourre standings --chart            how everybody got there
  bourre standings --since 2026-09-01 --until 2027-05-31
  bourre standings --game saturdays --format csv

exit status: 0 the table was printed; 2 there is no book, or no such game
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_part_options(parser, "since", "until", "season", "game")
    parser.add_argument(
        "--chart", action="store_true", help="draw how everybody got there, evening by evening"
    )
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the table."""
    wanted = part_of(args)

    def question(connection: book.Connection) -> book.standings.Told:
        part = book.figures.require_part(connection, wanted, folder_of(args))
        return book.standings.told(connection, part)

    told, left_out = ask_about_money(args, question)
    doubted = frozenset(one.session for one in left_out.missing.sessions)
    if args.format == "csv":
        note_part(told.part, told.without, payments=False)
    today = date.today()  # noqa: DTZ011 - the day here
    draw = courses if args.chart else None
    print_answer(args, book.standings.standings(told, doubted, today, draw), left_out)
    return 0


def courses(places: Sequence[book.figures.Place]) -> list[str]:
    """What each player had after each evening as a line of bars, between the lowest and the highest
    of all players.
    """
    sums = [[0, *accumulate(night.amount for night in one.nights)] for one in places]
    low, high = min(map(min, sums)), max(map(max, sums))
    return [_drawn(course, low, high) for course in sums]


def _drawn(course: Sequence[int], low: int, high: int) -> str:
    width = min(len(course), _WIDTH)
    points = [course[at * (len(course) - 1) // max(width - 1, 1)] for at in range(width)]
    return "".join(_BARS[(one - low) * (len(_BARS) - 1) // max(high - low, 1)] for one in points)


_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 30
