"""Rulings on a renege that the audit found: ``bourre uphold`` lets the player pay for it, ``bourre
waive`` lets it stand.
"""

from __future__ import annotations

import argparse
from typing import Final

from ledger import book
from ledger.cli.book_options import folder_of, say_waiting
from ledger.cli.terminal import add_book_option, change_table, wrapped
from ledger.money import CHIPS, amount_text, standing

DESCRIPTION: Final = """Make a player pay for a renege that the audit found and nobody called.

A ruling is a line in the log. This one adds `penalty PLAYER CHIPS for HAND` at
the end of the evening's log, with the chips that the finding names: the pot of
that hand, twice that in Indiana, less what was matched. Look first: bourre
audit --rule unpaid-renege.

examples:
  bourre uphold friday-at-anns 12 Bea
  bourre uphold friday-at-anns 12 Bea --amount 5     the table was lenient
  bourre waive friday-at-anns 12 Bea                 let it stand instead

exit status: 0 the ruling is on the disk; 2 nothing was changed
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_case(parser)
    parser.add_argument(
        "--amount", metavar="CHIPS", help="the chips to pay (default: what the finding says)"
    )
    add_book_option(parser)


def add_case(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name a renege: the session, the hand and the player."""
    parser.add_argument("session", metavar="EVENING", help="the id of the evening")
    parser.add_argument("hand", metavar="HAND", help="the number of the hand, as in the log")
    parser.add_argument("player", metavar="PLAYER", help="whose renege: any name of the player")


def run(args: argparse.Namespace) -> int:
    """Add the ruling to the log and print what it changed."""
    case = book.corrections.Case(args.session, book.input_values.parse_hand(args.hand), args.player)
    chips = None if args.amount is None else book.input_values.parse_chips(args.amount)
    print(as_text(case, book.corrections.uphold(folder_of(args), case, chips, say_waiting)))
    return 0


def as_text(case: book.corrections.Case, ruled: book.corrections.Ruled) -> str:
    """What ``uphold`` or ``waive`` prints: the line written, what changed, what remains open, and
    how to undo it.
    """
    lines = [
        wrapped(_sentence(case, ruled), ""),
        f"{ruled.path}:{ruled.line}: {ruled.statement}",
        "",
    ]
    if ruled.chips:
        before, now = (amount_text(chips, CHIPS) for chips in ruled.pot)
        lines += [
            change_table([(ruled.player, ruled.unit, *ruled.position)]),
            f"In the pot: {before} before, {now} now.",
            "",
        ]
    lines.append(
        f"{ruled.player} {standing(ruled.position[1], ruled.unit)} in all. Who pays whom now: "
        "bourre owes"
    )
    if ruled.still:
        lines.append("The audit still reports this renege: see bourre audit.")
    lines += [wrapped(message, "") for message in ruled.carried]
    lines.append(f"To undo it, delete line {ruled.line} of {ruled.path}: the log is what counts.")
    return "\n".join(lines)


def _sentence(case: book.corrections.Case, ruled: book.corrections.Ruled) -> str:
    where = f"hand {case.hand} of {case.session}"
    if not ruled.chips:
        return f"Waived: {ruled.player}'s renege in {where} stands unpunished (rule 5.5)."
    worth = "" if ruled.unit == CHIPS else f", {amount_text(ruled.amount, ruled.unit)},"
    return (
        f"Upheld: {ruled.player} pays {amount_text(ruled.chips, CHIPS)}{worth} into the pot for a "
        f"renege in {where} (rule 5.5)."
    )


# --- bourre waive ---------------------------------------------------------------------------------
WAIVE_DESCRIPTION: Final = """Let a renege that the audit found stand unpunished.

A ruling is a line in the log. This one adds `waive HAND PLAYER` at the end of
the evening's log: no chips move, and the audit no longer reports the renege as
unpaid. The play itself stays wrong.

examples:
  bourre waive friday-at-anns 12 Bea
  bourre uphold friday-at-anns 12 Bea      let Bea pay instead

exit status: 0 the ruling is on the disk; 2 nothing was changed
"""


def add_waive_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    add_case(parser)
    add_book_option(parser)


def run_waive(args: argparse.Namespace) -> int:
    """Add the ruling to the log and print what it changed."""
    case = book.corrections.Case(args.session, book.input_values.parse_hand(args.hand), args.player)
    print(as_text(case, book.corrections.waive(folder_of(args), case, say_waiting)))
    return 0
