"""The ``rules`` line of a log, a preset and options: text to ``Rules`` and back, the same for logs, files, books and people."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ledger.errors import UserError, did_you_mean
from ledger.game.option_values import RulesError, join_option, split_option
from ledger.game.options import OPTIONS, Option
from ledger.game.rules import PRESETS, Rules


def read_rules(text: str) -> Rules:
    """The rules that a text names: ``louisiana limit=20``. Raises RulesError as ``parse_rules`` does."""
    return parse_rules(*split_rules(text))


def split_rules(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The words of ``louisiana limit=20``, not yet understood: the preset, and a pair for each option."""
    preset, *words = text.split() or [""]
    return preset, tuple(map(split_option, words))


def join_rules(preset: str, options: Iterable[tuple[str, str]]) -> str:
    """``louisiana limit=20``, from what ``split_rules`` returns."""
    return " ".join([preset, *(join_option(name, value) for name, value in options)])


def parse_rules(preset: str, options: Iterable[tuple[str, str]] = ()) -> Rules:
    """The rules of a preset with options on top of it, pairs of name and value.

    Raises RulesError (with the index of the word) for an unknown preset, option or value, and for an option given
    twice. Options that have no effect together are no error: a cap of five on hands of four cards, or an ace that binds a
    dealer who is not dealt the turned card (3.5).
    """
    if preset not in PRESETS:
        remedy = f"write a preset first: louisiana {preset}" if "=" in preset else did_you_mean(preset, PRESETS)
        if preset in OPTIONS:
            remedy = f"it is an option: write it after a preset, with its value: louisiana {preset}=VALUE"
        raise RulesError(f"there are no rules named {preset!r}", "one of " + ", ".join(PRESETS), remedy)
    return changed_rules(PRESETS[preset], options)


def changed_rules(before: Rules, options: Iterable[tuple[str, str]]) -> Rules:
    """Rules with options on top of them, pairs of name and value. Raises RulesError as ``parse_rules`` does."""
    changes: dict[str, Any] = {}
    places: dict[str, int] = {}
    for word, (name, text) in enumerate(options, 1):
        try:
            option = _option(name, places)
            changes[option.field] = option.values.read(name, text)
        except RulesError as error:
            error.word = word
            raise
        places[name] = word
    return dataclasses.replace(before, **changes)


def _option(name: str, given: Mapping[str, int]) -> Option:
    if name not in OPTIONS:
        raise RulesError(f"there is no option named {name!r}", "one of " + ", ".join(OPTIONS), did_you_mean(name, OPTIONS))
    if name in given:
        raise RulesError(f"{name} is given twice", "each option once", "leave one of them out")
    return OPTIONS[name]


@lru_cache(maxsize=1000)  # an archive has few rules and many sessions
def rules_text(rules: Rules) -> str:
    """The shortest text that ``read_rules`` reads back as these rules: ``louisiana limit=20``."""
    return join_rules(rules.preset, ((name, OPTIONS[name].text(rules)) for name in changed_options(rules)))


def changed_options(rules: Rules) -> list[str]:
    """The names of the options in which ``rules`` differ from their preset, in the order of the table."""
    preset = PRESETS[rules.preset]
    return [name for name, option in OPTIONS.items() if getattr(rules, option.field) != getattr(preset, option.field)]


def option_texts(rules: Rules) -> dict[str, str]:
    """Every option with its value as the log writes it."""
    return {name: option.text(rules) for name, option in OPTIONS.items()}


def typed_rules(words: Sequence[str]) -> Rules:
    """The rules that somebody typed, word by word: a preset, then options as ``NAME=VALUE``.

    Raises UserError for rules that do not exist or make no sense.
    """
    if not words:
        raise UserError("no rules are named", f"write one of {', '.join(PRESETS)}")
    pairs = typed_options(words[1:])
    try:
        return parse_rules(words[0], pairs)
    except RulesError as error:
        near = error.remedy.startswith("did you mean")
        raise UserError(
            str(error), error.remedy if near else "; ".join(filter(None, (f"expected {error.expected}", error.remedy)))
        ) from None


def typed_options(words: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of options that somebody typed; raises UserError for a word without a value."""
    pairs = []
    for word in words:
        if "=" not in word:
            raise UserError(f"{word} has no value", "write options as NAME=VALUE, such as limit=20")
        pairs.append(split_option(word))
    return pairs
