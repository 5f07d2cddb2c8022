"""``bourre show``: one hand as it was played, trick by trick."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.cli.sources import records
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.findings.audit import Judged
    from ledger.story.retelling import Retelling

DESCRIPTION = """Show one hand as it was played: who sat and dealt, what was drawn, every trick,
who took and who paid, and what was wrong.

Without HAND: a line for every hand. HAND is the hand's number; 12#2 is the
second hand that has the number 12, and :41 is the hand that line 41 of the log
stands in, as the audit names it.

examples:
  bourre show friday.bourre
  bourre show friday.bourre 12
  bourre show friday.bourre :41
"""

EPILOG = """A card that nobody wrote down is ??. A hand with a line that cannot be read is
shown as it was written, with what is wrong with it.

exit status: 0 done; 2 a hand or a file that is not there or cannot be read"""

MOST_LISTED = 12


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``show`` to the command line."""
    parser = subparsers.add_parser(
        "show", help="one hand as it was played, trick by trick", description=DESCRIPTION, epilog=EPILOG
    )
    parser.add_argument("path", metavar="PATH", help="a log, a Parquet file, or - for standard input")
    parser.add_argument("hand", nargs="?", metavar="HAND", help="the hand's number, such as 12; all hands in brief without it")
    parser.add_argument("--session", metavar="ID", help="only hands of this session, in a Parquet file of several")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text for people (the default), or json")


def run(args: argparse.Namespace) -> int:
    """Print a hand, or a line for each; raises UserError if there is no such hand or more than one."""
    from ledger.cli.show_text import as_list, as_text
    from ledger.story.hand_name import parse_hand_name
    from ledger.story.retelling import as_dict, retell

    asked = None if args.hand is None else parse_hand_name(args.hand)
    found: list[Retelling] = []
    numbers: list[str] = []
    for judged, row in _hands(args.path):
        hands = judged.hands
        if args.session not in {None, hands.sessions[int(hands.session[row])].id}:
            continue
        numbers.append(str(hands.number[row]) if hands.number[row] >= 0 else f":{hands.line[row]}")
        if asked is None or asked.fits(hands, row):
            found.append(retell(judged, row))
    if args.session is not None and not numbers:
        raise UserError(f"there are no hands of a session {args.session}", f"bourre show {args.path} names the sessions")
    if asked is None:
        print(_json([as_dict(hand) for hand in found]) if args.format == "json" else as_list(found))
    else:
        hand = _one(found, args.hand, asked.nth, numbers)
        print(_json(as_dict(hand)) if args.format == "json" else as_text(hand))
    return 0


def _hands(path: str) -> Iterator[tuple[Judged, int]]:
    """Yield every hand of a file, judged. Raises UserError for a file that cannot be read."""
    from ledger.findings.audit import judge
    from ledger.hands.from_log import columns
    from ledger.hands.model import Hands
    from ledger.log.payment_records import Payments

    for record in records(path):
        if isinstance(record, Payments):
            raise UserError(f"{path} is a payments file: it has no hands", "give the log of a session")
        hands = record if isinstance(record, Hands) else columns([record])
        if not isinstance(record, Hands) and not record.readable:
            from ledger.log.diagnostics import format_diagnostic

            raise UserError("\n".join(format_diagnostic(error) for error in record.errors[:MOST_LISTED]))
        judged = judge(hands)
        for row in range(len(hands)):
            yield judged, row


def _one(found: list[Retelling], asked: str, nth: int | None, numbers: list[str]) -> Retelling:
    """Return the hand that was asked for; raises UserError if there is none, or more than one."""
    if not found:
        what = f"line {asked[1:]} stands in no hand" if asked.startswith(":") else f"there is no hand {asked}"
        raise UserError(what, _what_there_is(numbers))
    if nth is not None:
        if not 1 <= nth <= len(found):
            raise UserError(f"there is no hand {asked}", f"{len(found)} of that number: write #1 to #{len(found)}")
        return found[nth - 1]
    if len(found) > 1:
        places = [f"{asked}#{at} at {hand.file}:{hand.line}" for at, hand in enumerate(found[:MOST_LISTED], 1)]
        more = ["…"] if len(found) > MOST_LISTED else []
        raise UserError(f"{len(found)} hands have the number {asked}", "\n  ".join(["write one of", *places, *more]))
    return found[0]


def _what_there_is(numbers: list[str]) -> str:
    """Say which hands a file has, runs of numbers in short."""
    runs: list[list[str]] = []
    for number in numbers:
        if runs and number.isdigit() and runs[-1][-1].isdigit() and int(number) == int(runs[-1][-1]) + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    named = [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    more = ["…"] if len(named) > MOST_LISTED else []
    return f"the hands are {', '.join(named[:MOST_LISTED] + more)}" if named else "the file has no hands"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
