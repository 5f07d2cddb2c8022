"""ledger.game.options: one table that says, reads and writes every option, and a page of rules that
names them all.
"""

from __future__ import annotations

import re
from dataclasses import fields
from importlib.resources import files
from itertools import pairwise

import pytest
from tried_options import BASE, TRIED

from ledger.game.options import (
    OPTIONS,
    SOURCES,
    Sentence,
    compared_rules,
    explain_rules,
    read_rules,
)
from ledger.game.rules import PRESETS, SUMMARIES, Choice, Rules, YesNo


def sentences(line: str) -> list[Sentence]:
    return [sentence for section in explain_rules(line).sections.values() for sentence in section]


def words(preset: str, *options: str) -> str:
    return "\n".join(sentence.text for sentence in sentences(" ".join([preset, *options])))


@pytest.mark.parametrize("option", OPTIONS)
def test_every_value_of_every_option_is_said(option: str) -> None:
    values = TRIED[option]
    said = {words(BASE.get(option, "louisiana"), f"{option}={value}") for value in values}
    assert len(said) == len(values)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_reads_differently(preset: str) -> None:
    assert [name for name in PRESETS if words(name) == words(preset)] == [preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_sentence_has_sources_and_a_number(preset: str) -> None:
    for rule, text, sources, option in sentences(preset):
        assert rule.replace(".", "", 1).isdigit()
        assert text.endswith(".")
        assert sources
        assert set(sources) <= set(SOURCES)
        assert option is None or option in OPTIONS


@pytest.mark.parametrize(
    ("preset", "source"),
    [("tutorial", "Tutorial"), ("acadiana", "Encyclopedia"), ("casino", "Card site")],
)
def test_a_preset_is_what_its_source_says(preset: str, source: str) -> None:
    for sentence in sentences(preset):
        said_by_all = sentence.option in {
            None,
            "limit",
            "reuse",
            "recall",
            "renege-factor",
            "renege-bars",
            "renege-and-bourre",
            "dealer-antes",
            "all-pass",
            "cinch",
        }
        assert said_by_all or source in sentence.sources


@pytest.mark.parametrize(
    ("line", "rule", "said_by", "text"),
    [
        ("louisiana", "1.2", "McLeod", "2 to 8 players."),
        ("tutorial", "1.2", "Tutorial", "3 to 8 players."),
        ("casino", "1.2", "Encyclopedia, Card site", "2 to 7 players."),
        ("louisiana seats=5", "1.2", "house", "5 players."),
        ("louisiana", "1.3", "all four", "Five cards each, "),
        ("louisiana hand-size=4", "1.3", "McLeod", "Four cards each, "),
        (
            "louisiana",
            "2.1",
            "all four",
            "Everyone at the table antes one unit before the deal, except players exempted below.",
        ),
        (
            "louisiana bourre-exempt=no",
            "2.1",
            "all four",
            "Everyone at the table antes one unit before the deal, except ",
        ),
        ("double-ante", "2.1", "all four", "Everyone at the table antes one unit before the deal."),
        (
            "louisiana dealer-antes=yes",
            "2.2",
            "Encyclopedia",
            "The dealer antes one unit for every seat before the deal.",
        ),
        (
            "louisiana",
            "3.3",
            "McLeod, Tutorial",
            "Any number of cards may be discarded, even the whole hand.",
        ),
        (
            "acadiana",
            "3.3",
            "Encyclopedia, Card site",
            "Discards: at most three with 7 players, any number otherwise.",
        ),
        ("indiana", "3.3", "McLeod", "Discards: at most three."),
        ("indiana draw-cap=2", "3.3", "house", "Discards: at most two."),
        ("indiana draw-cap=4", "3.3", "house", "Discards: at most four."),
        (
            "louisiana draw-cap=8:2",
            "3.3",
            "house",
            "Discards: at most two with 8 players, any number otherwise.",
        ),
        ("louisiana draw-cap=3", "3.3", "house", "Discards: at most three."),
        (
            "louisiana draw-cap=7:0,6:4",
            "3.3",
            "house",
            "Discards: at most four with 6 players, none with 7 players, any number ",
        ),
        (
            "louisiana",
            "3.4",
            "McLeod",
            "17 cards are left to draw from with 7 players. When they run out, the discards and ",
        ),
        ("louisiana seats=2-6", "3.4", "McLeod", "22 cards are left to draw from with 6 players."),
        (
            "acadiana",
            "3.4",
            "Encyclopedia",
            "17 cards are left to draw from with 7 players. When they run out, the passed ",
        ),
        (
            "simultaneous",
            "3.4",
            "McLeod",
            (
                "17 cards are left to draw from with 7 players. When they run out, the discards "
                "and passed "
            ),
        ),
        (
            "louisiana",
            "4.8",
            "McLeod, Tutorial, Encyclopedia",
            "A player certain of three tricks has a cinch, ",
        ),
        ("casino", "4.8", "Card site", "A player who is certain of the pot has no extra duties."),
        ("louisiana", "5.5", "McLeod, Encyclopedia", "A renege pays the pot into the next pot."),
        ("indiana", "5.5", "McLeod", "A renege pays twice the pot into the next pot."),
        (
            "double-ante",
            "5.7",
            "McLeod, Encyclopedia, Card site",
            "Players who tied for the most tricks ante like everyone else.",
        ),
        (
            "acadiana",
            "5.7",
            "Encyclopedia, Card site",
            "Players who tied for the most tricks ante like everyone else.",
        ),
        (
            "louisiana second-ante=yes split-exempt=no",
            "5.7",
            "Encyclopedia, Card site",
            "Players who tied for the most tricks ",
        ),
        (
            "louisiana bourre=1",
            "5.13",
            "house",
            (
                "A player who stayed in and took no trick has gone bourré and pays 1 chip into "
                "the next pot."
            ),
        ),
        (
            "louisiana bourre=2",
            "5.13",
            "house",
            (
                "A player who stayed in and took no trick has gone bourré and pays 2 chips into "
                "the next pot."
            ),
        ),
    ],
)
def test_what_a_rule_asks_and_who_says_so(line: str, rule: str, said_by: str, text: str) -> None:
    (said,) = (
        sentence
        for sentence in sentences(line)
        if sentence.rule == rule and sentence.text.startswith(text)
    )
    assert said.said_by == said_by


def test_7_4_only_the_indiana_game_has_its_two_customs() -> None:
    said = {
        preset: sum(sentence.rule == "7.4" for sentence in sentences(preset)) for preset in PRESETS
    }
    assert said == dict.fromkeys(PRESETS, 0) | {"indiana": 4}


def test_no_word_about_an_ace_that_is_not_the_dealers() -> None:
    assert "ace may pass" not in words("separate-trump")
    assert "ace must play" not in words("louisiana", "trump=separate")


# Each sentence has the sources that say so


@pytest.mark.parametrize(
    ("line", "option", "rule", "sources"),
    [
        ("louisiana limit=20", "limit", "5.9", ("McLeod", "Encyclopedia")),
        ("louisiana limit=20", "limit-caps", "5.9", ("McLeod",)),
        ("louisiana limit=20 limit-caps=cost", "limit-caps", "5.9", ("Encyclopedia",)),
        ("acadiana limit=20", "limit-caps", "5.9", ("Encyclopedia",)),
        ("louisiana limit=20x", "limit", "5.9", ("McLeod", "Encyclopedia", "house")),
        ("louisiana", "split", "5.2", ("McLeod", "Tutorial", "Encyclopedia", "Card site")),
        ("louisiana split=share", "split", "5.13", ("house",)),
        ("louisiana split=share", "split-exempt", "5.13", ("house",)),
        ("louisiana bourre=2", "bourre", "5.13", ("house",)),
        ("louisiana dealer-plays=yes", "dealer-plays", "5.13", ("house",)),
    ],
)
def test_5_9_5_13_the_sentence_of_a_custom_has_its_sources(
    line: str, option: str, rule: str, sources: tuple[str, ...]
) -> None:
    assert [(said.rule, said.sources) for said in sentences(line) if said.option == option] == [
        (rule, sources)
    ]


def test_5_9_the_limit_is_said_in_chips_or_in_antes() -> None:
    assert "The limit is 20 chips: a bourré or a renege costs no more than that." in words(
        "louisiana", "limit=20"
    )
    assert "The limit is 20 antes: a bourré costs no more than that." in words(
        "indiana", "limit=20x"
    )
    assert "A renege pays twice the pot, or 40 antes if that is less, into the next pot." in words(
        "indiana", "limit=20x"
    )


def test_5_9_what_caps_the_costs_alone_caps_a_double_renege_too() -> None:
    said = words("indiana", "limit=20", "limit-caps=cost")
    assert "The limit is 20 chips: a bourré or a renege costs no more than that." in said
    assert "A renege pays twice the pot, or 20 chips if that is less, into the next pot." in said


# One table


def test_every_option_has_a_field_of_rules_in_the_same_order() -> None:
    named = [
        field.name
        for field in fields(Rules)
        if field.name not in {"preset", "qualify", "stay_ante"}
    ]
    assert [option.field for option in OPTIONS.values()] == named
    assert [option.name for option in OPTIONS.values()] == list(OPTIONS)


@pytest.mark.parametrize("name", OPTIONS)
def test_the_default_of_an_option_can_be_written(name: str) -> None:
    default = OPTIONS[name].text(Rules())
    assert read_rules(f"louisiana {name}={default}") == Rules()


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_that_errors_recommend_is_read_and_written(name: str) -> None:
    option = OPTIONS[name]
    values = [option.values.read(name, text) for text in option.values.examples]
    assert [option.values.write(value) for value in values] == list(option.values.examples)
    assert all(one != other for one, other in pairwise(values))


def test_an_option_says_its_sentence_in_its_own_name() -> None:
    said = {
        sentence.option
        for line in (*PRESETS, "louisiana limit=20 dealer-plays=yes")
        for sentence in sentences(line)
    }
    assert said == {None, *OPTIONS}


def test_every_preset_has_a_summary_and_every_option_to_compare() -> None:
    assert list(SUMMARIES) == list(PRESETS) == list(compared_rules())
    for name, options in compared_rules().items():
        assert list(options) == list(OPTIONS)
        assert (
            read_rules(" ".join([name, *(f"{option}={text}" for option, text in options.items())]))
            == PRESETS[name]
        )


def test_changes_are_named_in_the_order_of_the_table() -> None:
    told = explain_rules("louisiana must-trump=no second-ante=no cinch=no limit=20")
    assert told.changed == ["limit", "must-trump", "cinch"]
    assert told.summary == f"{SUMMARIES['louisiana']}; changed (*): limit, must-trump, cinch"
    assert told.line == "louisiana limit=20 must-trump=no cinch=no"
    assert explain_rules("casino").summary == SUMMARIES["casino"]


# The page of rules


def options_on_the_page() -> dict[str, set[str]]:
    """Return the options that section 7 of the page names, each with the values that stand there; a
    bare name is yes or no.
    """
    page = files("ledger").joinpath("docs", "rules.md").read_text(encoding="utf-8")
    named: dict[str, set[str]] = {}
    for name, values in re.findall(r"`([a-z-]+)(?:=([^`]*))?`", page[page.index("\n## 7 ") :]):
        named.setdefault(name, set()).update(values.split("|") if values else {"yes", "no"})
    return named


@pytest.mark.parametrize("name", OPTIONS)
def test_7_the_page_of_rules_names_every_option_and_its_values(name: str) -> None:
    there = options_on_the_page()
    assert name in there
    values = OPTIONS[name].values
    if isinstance(values, Choice | YesNo):
        assert set(values.examples) <= there[name]
