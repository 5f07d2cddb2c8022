"""``bourre night``: who won an evening, and who owes what of it."""

from __future__ import annotations

import argparse
from typing import Final

from ledger import book, stats
from ledger.cli.answers import print_answer
from ledger.cli.book_options import ask_about_money, closed_as_dict, folder_of, note_unread
from ledger.cli.terminal import add_book_option, add_format_option
from ledger.errors import UserError

DESCRIPTION: Final = """\
Who won an evening, the best hand, the worst bourré, and who owes what for it.

Without EVENING it is the last evening. What is owed is for this evening alone,
as in bourre owes --session; what has been paid since is left out. The best hand
is the most chips that anybody took in one, the worst bourré the most that
anybody had to match. --review tells the turning point too, the hand after which
the winner led to the end, and the biggest pot; and the luckiest draw and the
costliest decision, if every card was written down and bourre insight or the
dashboard has worked out luck and prices.

examples:
  bourre night                       the last evening
  bourre night friday-at-anns        another: its id, its file or its day
  bourre night --review              also the hands that stand out
  bourre night --chat                the same as a text to send to the others
  bourre settle --session friday-at-anns     note that all of it is paid

exit status: 0 the evening was told; 2 there is no such evening, or no book
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="EVENING",
        help="its id, its file or its day (default: the last evening)",
    )
    parser.add_argument("--chat", action="store_true", help="as a text to send to those who played")
    parser.add_argument("--review", action="store_true", help="also the hands that stand out")
    add_book_option(parser)
    add_format_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the evening."""
    if args.chat and (args.review or args.format != "text"):
        raise UserError(
            "--chat always prints the same text", "leave out --chat, or --review and --format"
        )
    told, whole = ask_about_money(args, lambda connection: _told(connection, args))
    left_out = book.unread.of_evening(whole, told.night.session)
    if told.review and (left_out.sessions or told.night.unlogged):
        told = told._replace(review=told.review.in_part())
    settings = book.read_settings(folder_of(args) / book.folder.SETTINGS)
    if args.chat:
        print(book.one_session.chat_text(told.night, settings, told.handles, left_out))
        note_unread(args, left_out)
        return 0
    elsewhere = len(whole.sessions) - len(left_out.sessions)
    answer = book.evening.evening(told, settings, left_out, elsewhere)
    print_answer(args, answer, left_out, {"closed": closed_as_dict(args)})
    return 0


def _told(connection: book.Connection, args: argparse.Namespace) -> book.evening.Told:
    session = (
        book.figures.last_session(connection)
        if args.session is None
        else book.figures.session_called(connection, args.session, folder_of(args))
    )
    told = book.evening.told(connection, session)
    return told._replace(review=_review(connection, told.night, args))


def _review(
    connection: book.Connection, night: book.one_session.Evening, args: argparse.Namespace
) -> stats.Review | None:
    """The review of an evening, if it is asked for."""
    if not args.review:
        return None
    found = stats.review_of(connection, night.session)
    if (
        found
        and night.file in book.Book(folder_of(args), book.settings.Role.VIEWER).being_recorded()
    ):  # whoever asks may be playing
        return found.while_played()
    return found
