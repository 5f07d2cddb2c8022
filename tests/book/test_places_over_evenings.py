"""A season evening by evening: places with ties and absences, form of the last five, streaks; what
is not known stays so.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_text import log_of

from ledger.book import ImportOptions, import_files
from ledger.book.balances.figures import (
    Place,
    evenings_of,
    form,
    places_after,
    standings,
    streak_in_words,
)
from ledger.book.derived.access import ask
from ledger.stats import streaks

EVENINGS = (
    "session 2026-11-01 one\nchip 1 USD\nseats Ann Bea Cal\nresult Ann 6 Bea -3 Cal -3\n",
    "session 2026-11-02 two\nchip 1 USD\nseats Ann Bea\nresult Ann -9 Bea 9\n",
    "session 2026-11-03 three\nchip 1 USD\nseats Bea Cal Dot\nresult Bea -6 Cal 6 Dot 0\n",
    "session 2026-11-04 four\nchip 1 USD\nseats Ann Cal\nresult Ann 3 Cal -3\n",
)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    here = tmp_path_factory.mktemp("season")
    logs = [here / f"{at}.bourre" for at in range(len(EVENINGS))]
    for log, text in zip(logs, EVENINGS, strict=True):
        log.write_text(log_of(text), "utf-8")
    assert not import_files(here / "book", logs, ImportOptions()).refused
    return here / "book"


@pytest.fixture(scope="module")
def places(season: Path) -> list[Place]:
    return ask(season, standings)


def test_a_place_is_everybodys_until_then_and_shown_to_who_was_there(places: list[Place]) -> None:
    evenings = evenings_of(places)
    names = {one.account: one.name for one in places}
    found = places_after(places, evenings)
    said = {
        night: [
            (place, names[account])
            for (session, account), place in found.items()
            if session == night
        ]
        for _, night in evenings
    }
    assert {night: sorted(some) for night, some in said.items()} == {
        "one": [(1, "Ann"), (2, "Bea"), (2, "Cal")],  # level
        "two": [(1, "Bea"), (2, "Ann")],  # Cal, who was away, is level with Ann: −3
        "three": [(1, "Cal"), (2, "Bea"), (2, "Dot")],
        "four": [(1, "Ann"), (1, "Cal")],
    }
    assert places_after(places, evenings[-1:]) == {
        key: place for key, place in found.items() if key[0] == "four"
    }


def test_form_is_of_the_last_five_evenings_of_all_and_says_who_was_away(
    places: list[Place],
) -> None:
    evenings = evenings_of(places)

    def signs(*unread: str) -> dict[str, str]:
        return {
            one.name: "".join(some.sign for some in form(one, evenings, unread)) for one in places
        }

    assert signs() == {"Ann": "▲▼·▲", "Bea": "▼▲▼·", "Cal": "▼·▲▼", "Dot": "··=·"}
    assert signs("three") == {"Ann": "▲▼?▲", "Bea": "▼▲▽·", "Cal": "▼·△▼", "Dot": "··≈·"}
    assert [len(form(one, [*evenings, *evenings])) for one in places] == [5] * 4


def test_a_streak_is_that_of_the_statistics_and_unsure_where_an_evening_was_not_read(
    season: Path, places: list[Place]
) -> None:
    evenings = evenings_of(places)
    assert {one.name: one.in_a_row for one in places} == {
        row["name"]: row["current"] for row in ask(season, streaks).iter_rows(named=True)
    }

    def said(*unread: str) -> dict[str, str]:
        return {one.name: streak_in_words(one, evenings, unread) for one in places}

    assert said() == {"Ann": "1 up", "Bea": "1 down", "Cal": "1 down", "Dot": ""}
    # An evening before the one that ended a streak cannot change it; one after that may.
    assert said("one") == said()
    assert said("two") == {"Ann": "1 up?", "Bea": "1 down?", "Cal": "1 down", "Dot": ""}
