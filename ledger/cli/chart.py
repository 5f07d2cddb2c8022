"""``bourre chart``: which hands are worth staying with, by position and by how many are in."""

from __future__ import annotations

import argparse
from typing import Final

from ledger import insight
from ledger.cli.terminal import add_format_option, paint, print_csv, print_json, table
from ledger.errors import UserError
from ledger.wording import counted

DESCRIPTION: Final = """The stay chart: which hands are worth staying with.

A number is how much more staying is worth than passing, in hundredths of the
stake (what a bourré would cost): stay with +15, pass with -8. Rows are the
trumps in the hand; "A +1" is the ace and one lower trump. Columns are whose
turn it is, from the dealer's left to the dealer, and how many are already in.
Values in brackets come up too rarely to be estimated on their own.

The values come from reference players who played each deal both ways, a million
times, against others who decide the same way. At a table where more players
stay, fewer hands are worth staying with; and the larger the pot, since a bourré
saves the next ante: --pot says how many antes lie there (or the limit, if less).

examples:
  bourre chart
  bourre chart acadiana --seats 6
  bourre chart --seats 4 --side-aces 1
  bourre chart --pot 20
  bourre chart --format csv
"""
SEATS: Final = 5
HEADINGS: Final = (
    "preset",
    "seats",
    "trumps",
    "honours",
    "side_aces",
    "place",
    "already_in",
    "margin",
    "decisions",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "preset",
        nargs="?",
        default="louisiana",
        metavar="PRESET",
        help="one of bourre rules (louisiana)",
    )
    parser.add_argument(
        "--seats", type=int, default=SEATS, metavar="N", help=f"how many are dealt in ({SEATS})"
    )
    parser.add_argument(
        "--side-aces",
        type=int,
        default=0,
        choices=(0, 1, 2),
        help="aces of other suits in the hand; 2 stands for more (0)",
    )
    parser.add_argument(
        "--pot", type=int, metavar="ANTES", help="for a pot of so many antes (an average one)"
    )
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the chart. Raises UserError if there is none for that many players."""
    from ledger.game.options import typed_rules

    rules = typed_rules([args.preset])
    found = insight.reference(rules, args.seats)
    if found.seats != args.seats:
        many = insight.reference_tables.sizes(rules)
        raise UserError(
            f"there is no chart for {args.seats} at the table",
            f"{args.preset} has one for {many[0]} to {many[-1]}",
        )
    if args.pot is not None:
        if args.pot < 1:
            raise UserError(
                f"a pot of {args.pot} antes is nothing to play for", "give a whole number from 1"
            )
        found = found.at_ante(1 / args.pot)
    if args.format == "json":
        print_json(as_dict(found))
    elif args.format == "csv":
        print_csv(HEADINGS, insight.stay_table.rows_of(found))
    else:
        print(as_text(found, args.side_aces, args.pot))
    return 0


def as_text(found: insight.StayTable, side_aces: int, pot: int | None = None) -> str:
    """The chart in blocks that fit a terminal: nobody in, one in, two in."""
    lines = insight.stay_table.chart(found, side_aces)
    many = insight.stay_table.situations(found.seats)
    with_aces = ("", ", one side ace", ", two or more side aces")[side_aces]
    of_pot = "" if pot is None else f", a pot of {counted(pot, 'ante')}"
    blocks = [
        paint(
            f"Stay or pass: {found.rules.preset}, {found.seats} at the table{with_aces}{of_pot}",
            "bold",
        )
    ]
    for already_in in range(found.seats):
        here = [at for at, (number, _) in enumerate(many) if number == already_in]
        title = (
            ("Nobody is in yet", "One is in")[already_in]
            if already_in < 2
            else f"{already_in} are in"
        )
        names = [insight.stay_table.place_name(many[at][1], found.seats) for at in here]
        cells = [[line.cells[at] for at in here] for line in lines]
        shown = [
            [one.hundredths if one.seen else f"({one.hundredths})" for one in row] for row in cells
        ]
        body = [[line.hand.trumps_in_words, *row] for line, row in zip(lines, shown, strict=True)]
        blocks.append(f"{paint(title, 'bold')}\n{table(['Trumps', *names], body, right=names)}")
    blocks.append(
        "In hundredths of the stake; + stays, − passes. In brackets: too rare to be known\n"
        "by itself. With four trumps or more everybody stays. How: bourre help insight"
    )
    return "\n\n".join(blocks)


def as_dict(found: insight.StayTable) -> dict[str, object]:
    """The object of ``bourre chart --format json``."""
    return {
        "preset": found.rules.preset,
        "seats": found.seats,
        "ante": found.ante + found.beyond,
        "share_of_a_carried_pot": found.share.tolist(),
        "worth_of_a_place": found.worth.tolist(),
        "cells": [
            dict(zip(HEADINGS[2:], row[2:], strict=True))
            for row in insight.stay_table.rows_of(found)
        ],
    }
