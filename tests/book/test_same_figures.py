"""Figures on two pages that mean the same are the same: home, who owes what, why, session, player,
the commands, the exports.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from book_trials import MEMORY
from planted_faults import Plan, simulations

from ledger.book import Connection, owing
from ledger.book.balances.figures import standings
from ledger.book.balances.one_session import Evening, one_night
from ledger.book.balances.trail import PLAYED, POSTING, Chosen, parts_of, statements, steps, trail
from ledger.book.derived.access import ask
from ledger.book.files.folder import PAYMENTS
from ledger.book.members.people import people
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.export import FORMATS, Export, figure
from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation import shorten
from ledger.simulation.plan import MIXED
from ledger.stats import Filter, chips_by_hand, evening as evening_of, evenings, player_money

CHIPS = ("chip 0.25 USD", "chip 0.10 EUR", "chip 50 JPY", "chip 0.125 BHD", "")
BOOKS = 200

Sums = Counter[tuple[str, str]]
"""Minor units, or chips, by name and unit; nobody has a zero."""


@pytest.mark.slow
@pytest.mark.drawn(2)
@pytest.mark.parametrize("seed", range(BOOKS))
def test_figures_that_mean_the_same_are_the_same(seed: int) -> None:
    with TemporaryDirectory(dir=MEMORY) as temporary:
        folder = made(Path(temporary), Random(f"same {seed}"))  # noqa: S311 - made-up games
        ask(folder, lambda connection: check(Said(connection, folder)))


class Said:
    """What a book says in its several places, each asked for once."""

    def __init__(self, connection: Connection, folder: Path) -> None:
        self.connection = connection
        self.names = {person.id: person.name for person in people(connection)}
        self.owing = owing(connection)
        self.nights = [
            one_night(connection, session) for session in evenings(connection)["session"]
        ]
        self.steps = [
            (name, one)
            for account, name in self.names.items()
            for one in steps(connection, account)
        ]
        self.trails = [
            (name, one)
            for name in self.names.values()
            for one in trail(connection, folder, name).accounts
        ]
        self.exported = exported(connection, folder)


def check(said: Said) -> None:
    """Check everything that is said twice."""
    check_balances(said)
    for night in said.nights:
        check_evening(said, night)
    check_results(said)


def made(place: Path, rng: Random) -> Path:
    """Make a book of a few evenings of any rules, with whatever a log may say, and payments and
    costs between them.
    """
    games = place / "games"
    games.mkdir()
    rules = PRESETS[rng.choice(sorted(PRESETS))]
    plan = Plan(
        rules,
        4,
        hands=(2, 7),
        level=MIXED,
        faults=0.2,
        mistakes=0.05,
        club=True,
        rare=rng.choice((0.0, 0.5)),
    )
    chip = rng.choice(CHIPS)
    names: set[str] = set()
    for simulated in simulations(plan, 3, rng.randrange(10**6)):
        for session in sessions_of(simulated.hands):
            names |= set(session.players)
            text = re.sub(
                r"(?m)^chip .*\n", f"{chip}\n" if chip else "", write(shorten(session, plan.rare))
            )
            (games / f"{session.id}.bourre").write_text(text, "utf-8")
    import_files(place / "book", [games], ImportOptions())
    one, other, third = rng.sample(sorted(names), 3)
    (place / "book" / PAYMENTS).write_text(
        f"bourre 1\ndate 2024-02-01\npay {one} {other} 12.50 by hand\nexpense {other} 10 pizza "
        f"for {one} {other} {third}\n"
        f"date 2027-01-01\ncurrency JPY\npay {other} {third} 300\n",
        "utf-8",
    )
    return place / "book"


def sums(rows: Iterable[tuple[str, str, int]]) -> Sums:
    """Add up rows of name, unit and amount."""
    found: Sums = Counter()
    for name, unit, amount in rows:
        found[name, unit] += amount
    return Counter({key: amount for key, amount in found.items() if amount})


def check_balances(said: Said) -> None:
    """Check where everybody stands: *Home*, *Who owes what* and ``owes``; *Why*; ``why``;
    ``statement``; ``export``.
    """
    owed = sums((one.name, one.unit, one.amount) for one in said.owing.balances)
    mine = Counter({key: amount for key, amount in owed.items() if key[0] in said.names.values()})
    assert sums((name, one.unit, one.amount) for name, one in said.steps) == mine
    assert sums((name, one.unit, one.amount) for name, one in said.trails) == mine
    running = statements(said.connection, None, Chosen(by=POSTING))
    assert (
        sums(
            (one.player, account.unit, account.closing)
            for one in running
            for account in one.accounts
        )
        == mine
    )
    left = Counter(owed)
    for one in said.owing.transfers:
        left[one.payer, one.unit] += one.amount
        left[one.payee, one.unit] -= one.amount
    assert not any(amount for (name, _), amount in left.items() if not name.startswith("pot"))
    pots = Counter({unit: 0 for _, unit in owed})
    for pot in said.owing.pots:
        pots[pot.unit] += pot.amount
    for unit, amount in pots.items():
        assert sum(owed[key] for key in owed if key[1] == unit) + amount == 0
    written = {
        (one.name, one.unit, str(figure(one.amount, one.unit))) for one in said.owing.balances
    }
    assert {tuple(row) for row in said.exported["balances"]} == written


def check_evening(said: Said, night: Evening) -> None:
    """Check what everybody won in an evening: *Home*, *Session*, *Why*; ``night``, ``why``; and
    what that adds to balances.
    """
    connection, session = said.connection, night.session
    won = sums((one.name, night.unit, one.amount) for one in night.results)
    home = player_money(connection, Filter(sessions=(session,)))
    assert sums(home.select("name", "unit", "amount").iter_rows()) == won
    chart = chips_by_hand(connection, session)
    page = chart.filter(pl.col("hand") == pl.col("hand").max())
    assert sums(page.select("name", "unit", "amount").iter_rows()) == won
    parts = parts_of(connection, session).items()
    added = [
        (said.names[account], unit, some)
        for account, units in parts
        for unit, some in units.items()
    ]
    assert sums((name, unit, some.get(PLAYED, 0)) for name, unit, some in added) == won
    whole = [
        (name, one.unit, evening)
        for name, one in said.trails
        for evening in one.nights
        if evening.session == session
    ]
    assert sums((name, unit, evening.subtotals.played) for name, unit, evening in whole) == won
    left = sums((one.name, one.unit, one.amount) for one in night.balances if one.account > 0)
    assert sums((name, unit, sum(some.values())) for name, unit, some in added) == left
    assert sums((name, unit, evening.amount) for name, unit, evening in whole) == left
    (about,) = evening_of(connection, session).iter_rows(named=True)
    most = night.winners[0].amount if night.winners else 0
    assert (about["winners"], about["won_amount"] or 0) == (
        [one.name for one in night.winners],
        most,
    )


def check_results(said: Said) -> None:
    """Check what everybody won in all, and on which evenings most and least: *Players*, *Player*,
    ``standings``, ``export``.
    """
    money = player_money(said.connection)
    table = sums((one.name, one.unit, one.amount) for one in standings(said.connection))
    assert sums(money.select("name", "unit", "amount").iter_rows()) == table
    assert (
        sums((one.name, night.unit, one.amount) for night in said.nights for one in night.results)
        == table
    )
    played = [(name, one) for name, one in said.steps if one.part == PLAYED]
    assert sums((name, one.unit, one.amount) for name, one in played) == table
    for row in money.iter_rows(named=True):
        evening = {
            one.session: one.amount
            for name, one in played
            if (name, one.unit) == (row["name"], row["unit"])
        }
        # who broke even has no steps there
        assert row["best"] == evening.get(row["best_session"], 0)
        assert row["worst"] == evening.get(row["worst_session"], 0)
    told = {
        (night.session, one.name, str(figure(one.amount, night.unit)))
        for night in said.nights
        for one in night.results
    }
    rows = {(session, name, amount) for session, _, name, _, _, amount in said.exported["results"]}
    assert rows == told


def exported(connection: Connection, folder: Path) -> dict[str, list[list[str]]]:
    """Return the rows of each table of ``export csv``."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        FORMATS["csv"].write(
            Export(connection, "book", lambda _count: None, folder), Path(temporary)
        )
        found = {}
        for path in Path(temporary).iterdir():
            with path.open(encoding="utf-8", newline="") as file:
                found[path.stem] = list(csv.reader(file))[1:]
        return found
