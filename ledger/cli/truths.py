"""``bourre truths``: eight truths of the game, with standard errors."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Final

from ledger.cli.terminal import add_format_option, counter, folded, paint, print_json, table

if TYPE_CHECKING:
    from ledger.insight.truths import Found

DESCRIPTION: Final = """\
Eight truths of the game: when the pot snowballs, how often to stay among loose
players, what a card drawn is worth, and others.

They are what reference players come to, who decide by the stay chart and play
by the default rules. What follows ± is a standard error. What is printed comes
with the program; --compute works all of it out anew, in some four minutes of one
processor, writes it to FILE and prints that. The same program gives the same figures.

examples:
  bourre truths
  bourre truths --format json
  bourre truths --compute truths.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "--compute", metavar="FILE", help="work them out anew, and write all figures to FILE (JSON)"
    )
    add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Print the truths, as they are shipped or worked out anew."""
    from ledger.insight import truths

    found = truths.shipped() if args.compute is None else _computed(args.compute)
    if args.format == "json":
        told = [{"title": one.title, "text": one.text} for one in truths.truths(found)]
        print_json({"truths": told, "tables": truths.as_rows(found)})
    else:
        print(as_text(found))
    return 0


def _computed(file: str) -> Found:
    from ledger.files import replacing
    from ledger.insight import truths

    # whether it can be written is known before the hands are played
    with replacing(file) as out, counter("parts") as progress:
        found = truths.compute(progress=progress)
        out.write(json.dumps(truths.as_rows(found)).encode())
    return found


def as_text(found: Found) -> str:
    """What ``bourre truths`` prints."""
    from ledger.insight import truths

    told = []
    for at, one in enumerate(truths.truths(found), 1):
        headings, rows = one.table
        told.append(
            f"{paint(f'{at}. {one.title}', 'bold')}\n{folded(one.text)}\n\n"
            f"{table(headings, rows, right=headings)}"
        )
    return "\n\n".join(
        [*told, "What follows ± is a standard error. All figures: bourre truths --format json"]
    )
