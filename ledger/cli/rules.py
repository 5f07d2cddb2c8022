"""``bourre rules``: the presets and their options, in words or as a table."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING, Final

from ledger.cli.terminal import WIDTH, add_format_option, paint, print_json, table
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.game.options import Explanation

DESCRIPTION: Final = """The nine ways of playing and their options, in words.

Without arguments: the presets, one line each. With a preset, and options as the
`rules` line of a log has them: everything that this combination asks, each
sentence with the number of its rule and the sources that say so.

examples:
  bourre rules acadiana
  bourre rules louisiana limit=20 recall=free
  bourre rules --compare
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    parser.add_argument(
        "preset", nargs="?", metavar="PRESET", help="one of the nine, such as louisiana"
    )
    parser.add_argument(
        "options", nargs="*", metavar="OPTION=VALUE", help="changes to it, such as limit=20"
    )
    parser.add_argument("--compare", action="store_true", help="show all nine presets side by side")
    add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; raises UserError for rules that do not exist or make no sense."""
    if args.preset and args.compare:
        raise UserError("--compare shows all nine presets", "leave out the preset, or --compare")
    if args.preset:
        from ledger.game.options import explanation, typed_rules

        explained = explanation(typed_rules([args.preset, *args.options]))
        if args.format == "json":
            print_json(_explanation_as_dict(explained, args.preset))
        else:
            print(_explanation(explained))
    elif args.format == "json":
        print_json(_presets_as_dict())
    else:
        print(_comparison() if args.compare else _list())
    return 0


def _explanation(explained: Explanation) -> str:
    lines = [paint(explained.line, "bold"), *textwrap.wrap(explained.summary, WIDTH)]
    for title, sentences in explained.sections.items():
        lines += ["", paint(title, "bold")]
        for sentence in sentences:
            mark = "*" if sentence.option in explained.changed else " "
            says = f"{sentence.text} [{sentence.said_by}]"
            lines += textwrap.wrap(
                says, WIDTH, initial_indent=f"{mark} {sentence.rule:<6}", subsequent_indent=" " * 8
            )
    lines += ["", paint("Sources", "bold")]
    for name, source in explained.sources.items():
        lines += textwrap.wrap(
            source, WIDTH, initial_indent=f"  {name:<14}", subsequent_indent=" " * 16
        )
    return "\n".join(lines)


def _explanation_as_dict(explained: Explanation, preset: str) -> dict[str, object]:
    from ledger.game import SOURCES

    return {
        "rules": explained.line,
        "preset": preset,
        "options": explained.options,
        "sentences": [
            {
                "section": title,
                **sentence._asdict(),
                "changed": sentence.option in explained.changed,
            }
            for title, sentences in explained.sections.items()
            for sentence in sentences
        ],
        "sources": SOURCES,
    }


def _list() -> str:
    from ledger.game import SUMMARIES

    lines = [f"{name:<20}{text}" for name, text in SUMMARIES.items()]
    lines += ["", "bourre rules louisiana limit=20    one of them in full, here with an option"]
    return "\n".join([*lines, "bourre rules --compare             all nine side by side"])


def _presets_as_dict() -> dict[str, object]:
    from ledger.game import SUMMARIES
    from ledger.game.options import compared_rules

    return {
        name: {"summary": SUMMARIES[name], "options": options}
        for name, options in compared_rules().items()
    }


def _comparison() -> str:
    from ledger.game import OPTIONS
    from ledger.game.options import COMPARED_NOTE, compared_rules

    presets = compared_rules()
    names = list(presets)
    halves = (names[:4], names[4:])  # nine columns do not fit a width of 80
    blocks = [
        table(
            ["", *half], [[option, *(presets[name][option] for name in half)] for option in OPTIONS]
        )
        for half in halves
    ]
    return "\n\n".join([*blocks, textwrap.fill(COMPARED_NOTE, WIDTH)])
