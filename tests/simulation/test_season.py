"""A season of one circle: what a night leaves is what the next begins with, though no log says so
(log-format.md, issue 10).
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from book_on_disk import Book
from planted_faults import Plan as Faulty, write_down

from ledger.book import ask
from ledger.cli.main import main
from ledger.game.options import read_rules
from ledger.game.rules import PRESETS
from ledger.hands.model import Hands, joined
from ledger.simulation.deck import Dice
from ledger.simulation.evenings import Evening, Mishaps, Played, play_sessions
from ledger.simulation.plan import MIXED, Plan
from ledger.simulation.sessions import simulations

pytestmark = pytest.mark.nightly


def season(rules: str = "louisiana", nights: int = 12, players: int | None = None) -> Hands:
    plan = Plan(read_rules(rules), players, (2, 3), club=True)
    return joined(list(simulations(plan, nights, 3)))


def simulated(folder: Path, *options: str) -> Path:
    games = folder / "games"
    assert (
        main(
            [
                "simulate",
                "--club",
                "-o",
                str(games),
                "--sessions",
                "7",
                "--hands",
                "5-9",
                "--seed",
                "4",
                *options,
            ]
        )
        == 0
    )
    return games


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "rules", [("louisiana",), ("acadiana", "--option", "limit=20"), ("indiana", "--level", "score")]
)
def test_a_season_is_right_in_a_book(book: Book, tmp_path: Path, rules: tuple[str, ...]) -> None:
    games = simulated(tmp_path, "--preset", *rules)
    assert book.run("import", str(games)).status == 0
    report = book.json("audit")
    assert report["sessions"] == 7
    assert {found["rule"] for found in report["findings"]} <= {"recall", "all-passed"}
    assert "Unexplained" not in book.run("owes").out
    # Alone a log does not know what was carried: pots that are right in the book are not right by
    # themselves.
    assert main(["audit", str(games), "--format", "json"]) == 1


def test_what_is_carried_are_chips_exemptions_and_turns_to_deal(book: Book, tmp_path: Path) -> None:
    book.run("import", str(simulated(tmp_path, "--sessions", "15", "--hands", "3-4")))
    query = "SELECT start FROM sessions WHERE start IS NOT NULL"
    starts = [
        json.loads(start)
        for (start,) in ask(book.folder, lambda connection: connection.execute(query).fetchall())
    ]
    assert sum(pot > 0 for pot, *_ in starts) > 5
    assert any(exempt for _, _, exempt, *_ in starts)
    assert any(forfeits for *_, forfeits, _ in starts)


def test_5_8_where_the_house_lets_nobody_off_everybody_antes_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Other rules in the middle of the fourth night let Mae off; the fifth begins with those of the
    house again.
    """
    began = []

    def begun(plan: Plan, dice: Dice, numbers: range, mishaps: Mishaps, evening: Evening) -> Played:
        began.append(evening.exempt)
        return play_sessions(plan, dice, numbers, mishaps, evening)

    monkeypatch.setattr("ledger.simulation.sessions.play_sessions", begun)
    for _ in simulations(Plan(PRESETS["double-ante"], 5, (6, 9), club=True, rare=0.6), 6, 12):
        pass
    assert began == [frozenset()] * 6


def test_faults_of_a_season_are_found_in_the_book_and_nothing_else(
    book: Book, tmp_path: Path
) -> None:
    games = tmp_path / "games"
    planted = write_down(
        Faulty(PRESETS["louisiana"], None, (5, 9), MIXED, faults=0.3, club=True), 7, 7, games
    )
    assert book.run("import", str(games)).status == 1  # some leave a pot that cannot be followed
    findings = json.loads(book.run("audit", "--format", "json").out)["findings"]

    def places(entries: list[dict[str, object]]) -> set[tuple[object, ...]]:
        return {
            tuple(entry[name] for name in ("session", "hand", "player", "rule"))
            for entry in entries
        }

    errors = [found for found in findings if found["severity"] == "error"]
    assert len(planted) > 10
    assert places(planted) <= places(findings)
    assert places(errors) <= places(planted)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("rules", "players", "most"), [("louisiana", None, 8), ("casino", None, 7), ("louisiana", 5, 5)]
)
def test_the_same_people_meet_every_week_and_some_stay_at_home(
    rules: str, players: int | None, most: int
) -> None:
    infos = season(rules, players=players).sessions
    assert len({name for info in infos for name in info.players}) == most
    assert {len(info.seats) for info in infos} > {most}
    assert {info.game for info in infos} == {"sim3"}
    assert [info.date for info in infos[:3]] == ["2024-01-05", "2024-01-12", "2024-01-19"]


def test_a_log_of_a_season_says_nothing_of_what_is_carried() -> None:
    infos = season(nights=6).sessions
    assert {(info.pot, info.pot_said, info.exempt) for info in infos} == {(0, False, None)}


def test_a_seed_gives_the_same_season_and_a_longer_one_begins_alike() -> None:
    plan = Plan(PRESETS["louisiana"], None, (2, 4), club=True)
    short, long = (
        [(hands.sessions, hands.pot.tolist()) for hands in simulations(plan, n, 9)] for n in (3, 5)
    )
    assert short == long[:3]
