"""House rules explained: what ``bourre rules`` and the dashboard's page of rules show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ledger.errors import UserError
from ledger.game.options import GAME, OPTIONS, Option
from ledger.game.rules import PRESETS, SUMMARIES, Rules
from ledger.game.rules_line import changed_options, option_texts, rules_text, typed_rules
from ledger.game.sentences import SOURCES, Said, Sentence

COMPARED_NOTE: Final = (
    "Each line is an option for a log's `rules` line; a draw-cap of 7:3 is for seven players. Indiana's two other customs "
    "are not options: a player needs a trump or a club to play, and after the draw passes or pays one more unit."
)
"""What is to be known beside ``compared_rules``."""


class Explanation(NamedTuple):
    """Some rules in words.

    ``line`` is the shortest way to write them, ``summary`` a line about them; ``sections`` have their sentences in the order
    of a hand. ``changed`` are the options in which they differ from their preset, ``options`` all with their values, and
    ``sources`` the texts that the sentences name, in full.
    """

    line: str
    summary: str
    sections: dict[str, list[Sentence]]
    changed: list[str]
    options: dict[str, str]
    sources: dict[str, str]

    @property
    def preset(self) -> str:
        """The name of the preset that the rules are, or differ from."""
        return self.line.split()[0]


def explain_rules(text: str) -> Explanation:
    """Explain what a preset with options asks, written as in a log: ``louisiana limit=20``.

    Raises UserError for rules that do not exist or make no sense.
    """
    return explanation(typed_rules(text.split()))


def explanation(rules: Rules) -> Explanation:
    """Explain everything that ``rules`` ask."""
    sections = {title: [said for one in section if (said := _said(one, rules))] for title, section in GAME.items()}
    used = {name for sentences in sections.values() for sentence in sentences for name in sentence.sources}
    changed = changed_options(rules)
    return Explanation(
        rules_text(rules),
        SUMMARIES[rules.preset] + (f"; changed (*): {', '.join(changed)}" if changed else ""),
        sections,
        changed,
        option_texts(rules),
        {name: source for name, source in SOURCES.items() if name in used},
    )


def _said(one: Sentence | Said | Option, rules: Rules) -> Sentence | None:
    if isinstance(one, Option):
        return one.said(rules)
    return one if isinstance(one, Sentence) else one(rules)


class OptionValue(NamedTuple):
    """A value of an option as a log writes it, what it asks (None: nothing), and the presets that have it."""

    text: str
    sentence: Sentence | None
    presets: list[str]


def explained_options(base: str) -> dict[str, list[OptionValue]]:
    """Every option with the values that presets give it and a few others, each told as in the first preset that has it.

    A value that none has is told as in a house that else plays by ``base``, or by a preset that could have it.
    """
    compared = compared_rules()
    found: dict[str, list[OptionValue]] = {}
    for name, option in OPTIONS.items():
        texts = dict.fromkeys([*(options[name] for options in compared.values()), *option.values.examples])
        found[name] = []
        for text in texts:
            presets = [preset for preset, options in compared.items() if options[name] == text]
            sentence = next(option.said(rules) for rules in _houses(f"{name}={text}", (*presets, base, *PRESETS)))
            found[name].append(OptionValue(text, sentence, presets))
    return found


def _houses(setting: str, bases: Iterable[str]) -> Iterator[Rules]:
    """Yield the rules of some houses with one option set, if they may have it so."""
    name = setting.partition("=")[0]
    for base in bases:
        try:
            yield typed_rules([*(word for word in base.split() if not word.startswith(f"{name}=")), setting])
        except UserError:
            continue


def compared_rules() -> dict[str, dict[str, str]]:
    """Every preset with the values of all its options, as a log writes them."""
    return {preset: option_texts(rules) for preset, rules in PRESETS.items()}
