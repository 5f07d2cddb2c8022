"""``bourre waive``: rules that a renege that the audit found costs nothing."""

from __future__ import annotations

import argparse
from typing import Final

from ledger.cli.book_options import add_book_option, folder_of, say_waiting
from ledger.cli.uphold import add_case, as_text

DESCRIPTION: Final = """Let a renege that the audit found stand unpunished.

A ruling is a line in the log. This one adds `waive HAND PLAYER` at the end of
the session's log: no chips move, and the audit no longer reports the renege as
unpaid. The play itself stays wrong.

examples:
  bourre waive friday-at-anns 12 Bea
  bourre uphold friday-at-anns 12 Bea      let Bea pay instead

exit status: 0 the ruling is on the disk; 2 nothing was changed
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_case(parser)
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Add the ruling to the log and print what it changed."""
    from ledger.book.corrections import Case, waive
    from ledger.book.input_values import parse_hand

    case = Case(args.session, parse_hand(args.hand), args.player)
    print(as_text(case, waive(folder_of(args), case, say_waiting)))
    return 0
