"""``bourre standings``: the table of a season."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from ledger import book, stats
from ledger.book.balances.transfer_words import bare
from ledger.cli.book_options import (
    Forms,
    add_part_options,
    ask_about_money,
    command_on_book,
    folder_of,
    note_part,
    part_of,
    print_answer,
)
from ledger.cli.terminal import (
    WIDTH,
    add_book_option,
    add_format_option,
    folded,
    paint,
    table,
    width_of,
)
from ledger.export import figure
from ledger.money import CHIPS, decimal_text, money_as_dict

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

HEADINGS: Final = (
    "place",
    "player",
    "evenings",
    "won",
    "currency",
    "amount",
    "best_date",
    "best_session",
    "best",
    "worst_date",
    "worst_session",
    "worst",
)


class Answer(NamedTuple):
    """The places, the part of the book they cover, what that leaves out, and the ids of sessions
    not all of which can be read.
    """

    places: list[book.figures.Place]
    part: stats.Filter
    without: book.figures.Without
    unread: frozenset[str] = frozenset()


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

    def question(connection: book.Connection) -> Answer:
        part = book.figures.require_part(connection, wanted, folder_of(args))
        return Answer(
            book.figures.standings(connection, part), part, book.figures.without(connection, part)
        )

    answer, left_out = ask_about_money(args, question)
    answer = answer._replace(unread=frozenset(one.session for one in left_out.missing.sessions))
    if args.format == "csv":
        note_part(answer.part, answer.without, payments=False)
    text = partial(as_text, answer, args.book, chart=args.chart)
    forms = Forms(text, lambda: as_dict(answer), HEADINGS, lambda: rows(answer.places))
    print_answer(args, forms, left_out)
    return 0


# --- For people -----------------------------------------------------------------------------------
def as_text(answer: Answer, book: str | None, *, chart: bool = False) -> str:
    """What ``bourre standings`` prints: a table for each unit, and what is not in it.

    ``book`` is its folder as the user typed it; ``chart`` draws how everybody got there.
    """
    from ledger.book.balances.figures import part_sentence

    part = folded(part_sentence(answer.part, answer.without, payments=False))
    units = list(dict.fromkeys(one.unit for one in answer.places))
    if not units:
        bring = f"Bring evenings in: {command_on_book('import PATH…', book)}"
        return (
            f"{part}\nNobody played." if part else f"Nobody has played in this book yet.\n{bring}"
        )
    tables = [_table(answer, unit, len(units) > 1, chart=chart) for unit in units]
    foot = f"Won and lost at the table; with payments: {command_on_book('owes', book)}"
    if not chart:
        foot = f"{_key(answer)}\n{foot}"
    return "\n\n".join(block for block in (part, *tables, foot) if block)


def _key(answer: Answer) -> str:
    """What the signs of the form mean."""
    hollow = (
        f"; {book.figures.UNREAD_SIGNS}"
        if any(one.unread for some in _forms(answer) for one in some)
        else ""
    )
    return folded(f"Form, the last five evenings: {book.figures.SIGNS}{hollow}.")


def _forms(answer: Answer) -> Iterator[list[book.figures.Form]]:
    """Yield the form of everybody, in the order of the places."""
    of_unit = {
        unit: book.figures.evenings_of(one for one in answer.places if one.unit == unit)
        for unit in {one.unit for one in answer.places}
    }
    yield from (book.figures.form(one, of_unit[one.unit], answer.unread) for one in answer.places)


def _table(answer: Answer, unit: str, several: bool, *, chart: bool) -> str:
    both = [
        (one, some)
        for one, some in zip(answer.places, _forms(answer), strict=True)
        if one.unit == unit
    ]
    places = [one for one, _ in both]
    lines = [
        [
            f"{one.place}.",
            one.name,
            f"{one.evenings:,}",
            f"{one.won:,}" if one.won else "",
            bare(one.amount, unit),
            *more,
        ]
        for one, more in zip(
            places, _courses(places) if chart else _nights(both, answer.unread), strict=True
        )
    ]
    headings = ["", "Player", "Evenings", "Wins", "Won or lost"]
    headings += ["Evening by evening"] if chart else ["Form", "Streak", "Best", "Worst"]
    if (
        not chart
        and sum(max(map(width_of, column)) + 2 for column in zip(headings, *lines, strict=True))
        > WIDTH + 2
    ):
        headings, lines = headings[:-2], [line[:-2] for line in lines]  # rather than cut a name
    shown = table(headings, lines, right=("", "Evenings", "Wins", "Won or lost", "Best", "Worst"))
    if not several:
        return shown
    return f"{paint('Chips without a value' if unit == CHIPS else unit, 'bold')}\n{shown}"


def _nights(
    places: Sequence[tuple[book.figures.Place, list[book.figures.Form]]], unread: frozenset[str]
) -> Iterator[list[str]]:
    evenings = book.figures.evenings_of(one for one, _ in places)
    for one, form in places:
        signs = "".join(some.sign for some in form)
        best, worst = (bare(night.amount, one.unit) for night in (one.best, one.worst))
        yield [signs, book.figures.streak_in_words(one, evenings, unread), best, worst]


def _courses(places: Sequence[book.figures.Place]) -> Iterator[list[str]]:
    courses = [[0, *accumulate(night.amount for night in one.nights)] for one in places]
    low, high = min(map(min, courses)), max(map(max, courses))
    yield from ([_drawn(course, low, high)] for course in courses)


def _drawn(course: Sequence[int], low: int, high: int) -> str:
    """A running sum as a line of bars between the lowest and the highest of all players."""
    width = min(len(course), _WIDTH)
    points = [course[at * (len(course) - 1) // max(width - 1, 1)] for at in range(width)]
    return "".join(_BARS[(one - low) * (len(_BARS) - 1) // max(high - low, 1)] for one in points)


_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDTH: Final = 30


# --- For other programs ---------------------------------------------------------------------------
def as_dict(answer: Answer) -> dict[str, object]:
    """The object of ``bourre standings --format json``; amounts are decimals as text."""
    return {
        **answer.part.as_dict(),
        "other_sessions": answer.without.sessions,
        "standings": [
            {
                "place": one.place,
                "player": one.name,
                "evenings": one.evenings,
                "won": one.won,
                **money_as_dict(one.amount, one.unit),
                "streak": one.in_a_row,
                "form": [
                    None if some.night is None else decimal_text(some.night.amount, one.unit)
                    for some in form
                ],
                "best": _night(one.best, one.unit),
                "worst": _night(one.worst, one.unit),
            }
            for one, form in zip(answer.places, _forms(answer), strict=True)
        ],
    }


def _night(one: book.figures.EveningOfSeason, unit: str) -> dict[str, str]:
    return {
        "session": one.session,
        "date": one.date.isoformat(),
        "amount": decimal_text(one.amount, unit),
    }


def rows(places: Sequence[book.figures.Place]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each player and unit."""
    for one in places:
        nights = [
            cell
            for night in (one.best, one.worst)
            for cell in (night.date, night.session, figure(night.amount, one.unit))
        ]
        yield (
            one.place,
            one.name,
            one.evenings,
            one.won,
            one.unit,
            figure(one.amount, one.unit),
            *nights,
        )
