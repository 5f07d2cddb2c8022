"""What people type into the search: each phrase by its name, and every word that was not understood
is told.
"""

from __future__ import annotations

from datetime import date

import pytest

from ledger.phrases import EXAMPLES, names_of, understood
from ledger.phrases.vocabulary import WORDS, Becomes, Does, Sorted
from ledger.stats import ANY_HAND, DEEDS, EVERYTHING, FATES, ORDERS, Did, Filter, Night, Sought

BEA, CAL, JOE, RENEE, MAY = 2, 3, 4, 5, 6
PEOPLE = {
    "Bea": BEA,
    "Cal": CAL,
    "Uncle Joe": JOE,
    "Renée": RENEE,
    "May": MAY,
    "Zoe": 7,
    "Zoë": 8,
    "Jo": 9,
    "Jo's": 10,
}
NIGHTS = [
    Night(*named, game="", rules="louisiana", preset="louisiana", hands=1, file="")
    for named in (
        ("planned", None, date(2027, 3, 1)),
        ("friday", "Friday at Ann's", date(2026, 11, 6)),
        ("camp-2026-03", "Rain at the fishing camp", date(2026, 3, 7)),
        ("pi", None, date(2025, 3, 14)),
    )
]
NAMES = names_of(PEOPLE, NIGHTS, date(2026, 11, 23))


def did(*deeds: tuple[str, int | None]) -> Sought:
    return Sought(tuple(Did(*one) for one in deeds))


@pytest.mark.parametrize(
    ("phrase", "sought"),
    [
        ("hands in which Bea went bourré", did(("bourre", BEA))),
        ("Bea bourré", did(("bourre", BEA))),
        ("bea BOURRE", did(("bourre", BEA))),
        ("Bea's bourrés", did(("bourre", BEA))),
        ("bourrés by Bea and Cal", did(("bourre", BEA), ("bourre", CAL))),
        ("Bea and Cal went bourré", did(("bourre", BEA), ("bourre", CAL))),
        ("Bea stayed and went bourré", did(("stayed", BEA), ("bourre", BEA))),
        ("Bea dealt, Cal won", did(("dealt", BEA), ("won", CAL))),
        ("Bea won with five tricks", did(("won", BEA), ("tricks-5", BEA))),
        ("Cal reneged", did(("renege", CAL))),
        ("reneged Cal", did(("renege", CAL))),
        ("who reneged", did(("renege", None))),
        ("five tricks", did(("tricks-5", None))),
        ("5 tricks", did(("tricks-5", None))),
        ("Uncle Joe took no trick", did(("tricks-0", JOE))),
        ("renee split the pot", did(("tied", RENEE))),
        ("Cal split", did(("tied", CAL))),
        ("Uncle Joe", did(("there", JOE))),
        ("split pots", Sought(fates=("split",))),
        ("everybody passed", Sought(fates=("all-passed",))),
        ("pots above 40", Sought(pot_from=41)),
        ("pots of 40 or more", Sought(pot_from=40)),
        ("pot under 10", Sought(pot_to=9)),
        ("pots between 20 and 40", Sought(pot_from=20, pot_to=40)),
        ("pot 12", Sought(pot_from=12, pot_to=12)),
        ("♥", Sought(trump="h")),
        ("hearts trump", Sought(trump="h")),
        ("4 stayed", Sought(stayed=4)),
        ("heads up", Sought(stayed=2)),
        ("hand 12", Sought(number=12)),
    ],
)
def test_a_phrase_about_hands(phrase: str, sought: Sought) -> None:
    found = understood(phrase, NAMES)
    assert (found.sought, found.where, found.unknown) == (sought, EVERYTHING, ())


def days(since: str | None, until: str | None) -> Filter:
    return Filter(
        date.fromisoformat(since) if since else None, date.fromisoformat(until) if until else None
    )


@pytest.mark.parametrize(
    ("phrase", "where"),
    [
        ("14 March", days("2025-03-14", "2025-03-14")),  # the last one with an evening
        ("march", days("2026-03-01", "2026-03-31")),
        ("last march", days("2026-03-01", "2026-03-31")),
        ("December", days("2025-12-01", "2025-12-31")),  # the last one that has begun
        ("March 14, 2025", days("2025-03-14", "2025-03-14")),
        ("14th of march 2026", days("2026-03-14", "2026-03-14")),
        ("2026-03-14", days("2026-03-14", "2026-03-14")),
        ("2026-03", days("2026-03-01", "2026-03-31")),
        ("in 2025", days("2025-01-01", "2025-12-31")),
        ("14.3.2026", days("2026-03-14", "2026-03-14")),
        ("this month", days("2026-11-01", "2026-11-30")),
        ("last month", days("2026-10-01", "2026-10-31")),
        ("last year", days("2025-01-01", "2025-12-31")),
        ("this week", days("2026-11-23", "2026-11-29")),
        ("last 30 days", days("2026-10-25", "2026-11-23")),
        ("yesterday", days("2026-11-22", "2026-11-22")),
        ("last night", days("2026-11-06", "2026-11-06")),
        ("last friday", days("2026-11-20", "2026-11-20")),
        ("since May", days("2026-05-01", None)),
        ("before 2026", days(None, "2025-12-31")),
        ("after 14 March 2025", days("2025-03-15", None)),
        ("from 2 march to 4 april 2026", days("2026-03-02", "2026-04-04")),
        ("Rain at the fishing camp", Filter(sessions=("camp-2026-03",))),
        ("Friday at Ann's", Filter(sessions=("friday",))),
        ("5 at the table", Filter(seated=(5,))),
    ],
)
def test_a_phrase_about_evenings(phrase: str, where: Filter) -> None:
    found = understood(phrase, NAMES)
    assert (found.where, found.sought, found.unknown) == (where, ANY_HAND, ())


def test_reneges_this_month() -> None:
    found = understood("reneges this month", NAMES)
    assert (found.sought, found.where) == (did(("renege", None)), days("2026-11-01", "2026-11-30"))


def test_pots_above_40_in_march() -> None:
    found = understood("pots above 40 in March", NAMES)
    assert (found.sought, found.where) == (Sought(pot_from=41), days("2026-03-01", "2026-03-31"))


@pytest.mark.parametrize(
    ("phrase", "order", "backwards"),
    [
        ("biggest pot", "pot", False),
        ("smallest pots", "pot", True),
        ("Bea's biggest loss", "loss", False),
        ("oldest", "date", True),
    ],
)
def test_a_phrase_about_the_order(phrase: str, order: str, backwards: bool) -> None:
    found = understood(phrase, NAMES)
    assert (found.order, found.backwards, found.unknown) == (order, backwards, ())


@pytest.mark.parametrize(
    ("phrase", "unknown"),
    [
        ("blorf", ("blorf",)),
        ("Bea blorfed, twice", ("blorfed, twice",)),
        ("pots above $10", ("above $10",)),
        ("3/4/2026", ("3/4/2026",)),  # two days
        ("march and april", ("april",)),
        ("hearts spades", ("spades",)),
        ("31 February", ("31",)),
    ],
)
def test_what_is_not_understood_is_told_as_it_was_written(
    phrase: str, unknown: tuple[str, ...]
) -> None:
    assert understood(phrase, NAMES).unknown == unknown


@pytest.mark.parametrize(
    ("phrase", "unknown"),
    [
        ("no reneges", "no reneges"),
        ("Cal did not renege", "did not renege"),
        ("Cal didn't go bourré", "didn't go bourré"),
        ("Bea or Cal reneged", "or Cal reneged"),
        ("without a bourré", "without a bourré"),
    ],
)
def test_what_is_denied_is_never_taken_for_its_opposite(phrase: str, unknown: str) -> None:
    found = understood(phrase, NAMES)
    assert found.unknown == (unknown,)
    assert {one.deed for one in found.sought.did} <= {"there"}


def test_nobody_reneged_by_half_a_name_or_anothers_accent() -> None:
    assert understood("Zoë reneged", NAMES).sought == did(("renege", 8))
    assert understood("Zoe reneged", NAMES).sought == did(("renege", 7))
    found = understood("ZOE reneged", NAMES)  # either of the two
    assert (found.sought, found.unknown) == (did(("renege", None)), ("ZOE",))
    assert understood("Be reneged", NAMES).sought == did(("renege", None))
    assert understood("Jo's bourré", NAMES).sought == did(("bourre", 10))


def test_a_player_who_is_called_like_a_month_comes_first_where_both_are_meant() -> None:
    assert understood("May reneged", NAMES).sought == did(("renege", MAY))
    assert understood("reneges in May 2026", NAMES).where == days("2026-05-01", "2026-05-31")


def test_every_word_of_the_table_means_something_that_can_be_asked() -> None:
    for meaning, phrases in WORDS:
        for phrase in phrases.split(", "):
            found = understood(phrase, NAMES)
            if isinstance(meaning, Does):
                assert meaning.deed in DEEDS
                assert found.sought == did((meaning.deed, None)), phrase
            elif isinstance(meaning, Becomes):
                assert meaning.fate in FATES
                assert found.sought == Sought(fates=(meaning.fate,)), phrase
            elif isinstance(meaning, Sorted):
                assert meaning.order in ORDERS
                assert (found.order, found.backwards) == (meaning.order, meaning.backwards), phrase


def test_what_chips_say_is_understood_as_what_they_say() -> None:
    for name, deed in DEEDS.items():
        assert understood(f"Bea {deed.said}", NAMES).sought == did((name, BEA)), deed.said
    for name, fate in FATES.items():
        assert understood(fate.said, NAMES).sought == Sought(fates=(name,)), fate.said


def test_every_example_is_understood() -> None:
    for example in EXAMPLES:
        found = understood(example, NAMES)
        assert not found.unknown
        assert (found.where, found.sought, found.order) != (EVERYTHING, ANY_HAND, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "''''",
        "by by by",
        "and",
        "Bea and",
        "not",
        "from",
        "pots above",
        "hand",
        "1" * 400,
        "\u0661",
        "\ud800",
    ],
)
def test_nonsense_is_no_trouble(text: str) -> None:
    understood(text, NAMES)


@pytest.mark.parametrize(
    ("text", "for_good"),
    [
        ("bour", ()),
        ("Bea bour", ()),
        ("Bea went bou", ()),
        ("blorf bour", ("blorf",)),
        ("heads ", ()),
        ("most b", ()),
        ("Uncle J", ()),
        ("rain at the fish", ()),
        ("blorf rain at the fish", ("blorf",)),
        ("since ma", ()),
        ("pots abo", ()),
        ("pots above ", ()),
        ("3 pla", ()),
        ("no", ()),
        ("Bea no", ()),
        ("nobody pla", ()),
        # What is finished, or can become nothing.
        ("Bea went bourré", ()),
        ("bour ", ("bour",)),
        ("blorf", ("blorf",)),
        ("bour Bea", ("bour",)),
        ("not bourré", ("not bourré",)),
        ("March April", ("April",)),
        ("zoê", ("zoê",)),
        ("", ()),
    ],
)
def test_a_word_half_typed_may_become_something(text: str, for_good: tuple[str, ...]) -> None:
    assert understood(text, NAMES).for_good == for_good
