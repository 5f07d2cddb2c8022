"""``bourre rules``: the ways of playing and their options, in words or as a table."""

from __future__ import annotations

import argparse
import textwrap
from typing import TYPE_CHECKING

from ledger.cli.terminal import WIDTH, add_format_option, paint, print_json, table
from ledger.errors import UserError

if TYPE_CHECKING:
    from ledger.game.rules import Rules

DESCRIPTION = """The nine ways of playing and their options, in words.

Without arguments: the presets, one line each. With a preset, and options as
the `rules` line of a log has them: everything that this combination asks, each
sentence with the number of its rule and the sources that say so.

examples:
  bourre rules acadiana
  bourre rules louisiana limit=20 recall=free
  bourre rules --compare
"""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``rules`` to the command line."""
    parser = subparsers.add_parser("rules", help="the nine ways of playing and their options, in words", description=DESCRIPTION)
    parser.add_argument("preset", nargs="?", metavar="PRESET", help="one of the nine, such as louisiana")
    parser.add_argument("options", nargs="*", metavar="OPTION=VALUE", help="changes to it, such as limit=20")
    parser.add_argument("--compare", action="store_true", help="show all nine presets side by side")
    add_format_option(parser, csv=False)


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; raises UserError for rules that do not exist or make no sense."""
    if args.preset and args.compare:
        raise UserError("--compare shows all nine presets", "leave out the preset, or --compare")
    if args.preset:
        from ledger.game.rules_told import typed_rules

        rules = typed_rules([args.preset, *args.options])
        if args.format == "json":
            print_json(_explanation_as_dict(rules))
        else:
            print(_explanation(rules))
    elif args.format == "json":
        print_json(_presets_as_dict())
    else:
        print(_comparison() if args.compare else _list())
    return 0


def _explanation(rules: Rules) -> str:
    from ledger.game.rules import header_text
    from ledger.game.rules_words import SOURCES, changed_options, explain, named_sources, summary

    changed = changed_options(rules)
    lines = [paint(header_text(rules), "bold"), *textwrap.wrap(summary(rules), WIDTH)]
    sections = explain(rules)
    for title, sentences in sections.items():
        lines += ["", paint(title, "bold")]
        for sentence in sentences:
            mark = "*" if sentence.option in changed else " "
            says = f"{sentence.text} [{named_sources(sentence)}]"
            lines += textwrap.wrap(says, WIDTH, initial_indent=f"{mark} {sentence.rule:<6}", subsequent_indent=" " * 8)
    lines += ["", paint("Sources", "bold")]
    used = {name for sentences in sections.values() for sentence in sentences for name in sentence.sources}
    for name in filter(used.__contains__, SOURCES):
        lines += textwrap.wrap(SOURCES[name], WIDTH, initial_indent=f"  {name:<14}", subsequent_indent=" " * 16)
    return "\n".join(lines)


def _explanation_as_dict(rules: Rules) -> dict[str, object]:
    from ledger.game.rules import header_text
    from ledger.game.rules_words import SOURCES, changed_options, explain

    changed = changed_options(rules)
    return {
        "rules": header_text(rules),
        "preset": rules.preset,
        "options": _options(rules),
        "sentences": [
            {"section": title, **sentence._asdict(), "changed": sentence.option in changed}
            for title, sentences in explain(rules).items()
            for sentence in sentences
        ],
        "sources": SOURCES,
    }


def _list() -> str:
    from ledger.game.rules_words import SUMMARIES

    lines = [f"{name:<20}{text}" for name, text in SUMMARIES.items()]
    lines += ["", "bourre rules louisiana limit=20    one of them in full, here with an option"]
    return "\n".join([*lines, "bourre rules --compare             all nine side by side"])


def _presets_as_dict() -> dict[str, object]:
    from ledger.game.rules import PRESETS
    from ledger.game.rules_words import SUMMARIES

    return {name: {"summary": SUMMARIES[name], "options": _options(rules)} for name, rules in PRESETS.items()}


def _comparison() -> str:
    from ledger.game.rules import OPTIONS
    from ledger.game.rules_told import COMPARED_NOTE, compared_rules

    presets = compared_rules()
    names = list(presets)
    halves = (names[:4], names[4:])  # nine columns do not fit 80
    blocks = [table(["", *half], [[option, *(presets[name][option] for name in half)] for option in OPTIONS]) for half in halves]
    return "\n\n".join([*blocks, textwrap.fill(COMPARED_NOTE, WIDTH)])


def _options(rules: Rules) -> dict[str, str]:
    from ledger.game.rules import OPTIONS, option_text

    return {name: option_text(rules, name) for name in OPTIONS}
