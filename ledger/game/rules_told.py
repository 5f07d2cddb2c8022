"""Rules as people write them, told as people read them: ``louisiana limit=20`` in, sentences or words of what is wrong out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.errors import UserError
from ledger.game.rules import OPTIONS, PRESETS, Rules, RulesError, header_text, option_text, parse_rules
from ledger.game.rules_words import SOURCES, changed_options, explain, named_sources, summary

COMPARED_NOTE: Final = (
    "Each line is an option of a log's `rules` line; a draw-cap of 7:3 is for seven players. Indiana's two other customs "
    "are no options: to play one needs a trump or a club, and after the draw one passes or pays one more unit."
)
"""What is to be known beside ``compared_rules``."""


class ToldSentence(NamedTuple):
    """What one rule asks: its number, the words, who says so in short, and whether an option of these rules made it so."""

    rule: str
    text: str
    sources: str
    changed: bool


class ToldRules(NamedTuple):
    """Some rules in words: the shortest way to write them, a line about them, sentences by section, the sources in full."""

    line: str
    summary: str
    sections: dict[str, list[ToldSentence]]
    sources: dict[str, str]


def told_rules(text: str) -> ToldRules:
    """Return in words what a preset with options asks, written as in a log: ``louisiana limit=20``.

    Raises UserError for rules that do not exist or make no sense.
    """
    rules = typed_rules(text.split())
    changed, sections = changed_options(rules), explain(rules)
    used = {name for sentences in sections.values() for sentence in sentences for name in sentence.sources}
    return ToldRules(
        header_text(rules),
        summary(rules),
        {
            title: [ToldSentence(one.rule, one.text, named_sources(one), one.option in changed) for one in sentences]
            for title, sentences in sections.items()
        },
        {name: source for name, source in SOURCES.items() if name in used},
    )


def typed_rules(words: Sequence[str]) -> Rules:
    """Return the rules that somebody typed, word by word: a preset, then options as ``NAME=VALUE``.

    Raises UserError for rules that do not exist or make no sense.
    """
    if not words:
        raise UserError("no rules are named", f"write one of {', '.join(PRESETS)}")
    pairs = [word.partition("=") for word in words[1:]]
    for name, equals, _ in pairs:
        if not equals:
            raise UserError(f"{name} has no value", "write options as NAME=VALUE, such as limit=20")
    try:
        return parse_rules(words[0], [(name, value) for name, _, value in pairs])
    except RulesError as error:
        near = error.remedy.startswith("did you mean")
        raise UserError(
            str(error), error.remedy if near else "; ".join(filter(None, (f"expected {error.expected}", error.remedy)))
        ) from None


def compared_rules() -> dict[str, dict[str, str]]:
    """Return every preset with the values of all its options, as a log writes them."""
    return {preset: {name: option_text(rules, name) for name in OPTIONS} for preset, rules in PRESETS.items()}
