"""``bourre owes``: where everybody stands, and who pays whom."""

from __future__ import annotations

import argparse
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
from ledger.errors import UserError
from ledger.money import FEWEST, PLANS

DESCRIPTION: Final = """\
Where everybody in the book stands, and who pays whom so that all are square.

The plan has few payments (the fewest possible, as long as at most 24 are
not square) or, with --plan winners, pays the players one really lost to. It
stays as it was at the end of the last evening: a payment strikes out its line,
and only a payment that is not in the plan makes a new one. Chips in a pot that was carried over belong to whoever wins it: such a
pot takes part like a player. Each currency is kept apart, and so are chips that
were never given a value.

examples:
  bourre owes
  bourre owes --plan winners      pay whom you lost to
  bourre owes --session friday    of one evening; --game, --until too
  bourre owes --book ~/cards --format json
  bourre why Cal                  where Cal's figure comes from, to the log line
  bourre pay Cal Eve 12.50        note that Cal paid
  bourre settle                   note that all of them paid

Each payment gets a link to pay it with, if book.toml says what it looks like
and the payee has a handle (bourre players handle Eve @eve):

  [pay]
  link = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"

exit status: 0 the figures were printed; 2 there is no book, or it cannot be read
"""  # noqa: E501


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_part_options(parser, "session", "game", "until")
    add_book_option(parser)
    help_text = (
        "few payments (default; the fewest for up to 24), or pay whom you lost to, which takes "
        "more of them"
    )
    parser.add_argument("--plan", choices=list(PLANS), help=help_text)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print who owes what."""
    part = part_of(args)
    if part.sessions and args.plan is not None:
        raise UserError(
            "--session has one plan, with few payments", "leave out --plan, or --session"
        )
    folder = folder_of(args)

    def question(connection: book.Connection) -> book.owes.Standing:
        here = book.figures.require_part(connection, part, folder)
        return book.owes.standing(connection, args.plan or FEWEST, here)

    standing, left_out = ask_about_money(args, question)
    for session in standing.part.sessions:
        left_out = book.unread.of_evening(left_out, session)
    if args.format == "csv":
        note_part(standing.part, standing.without)
    settings = book.read_settings(folder / book.folder.SETTINGS)
    print_answer(args, book.owes.who_owes(standing, settings), left_out)
    return 0
