"""A hand more, durable and visible, costs the same in a book of any size: beside DuckDB appending a
row to the same file.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles

import duckdb
import pytest
from conftest import SEED

from ledger.book.balances.figures import owing
from ledger.book.derived.access import ask, held
from ledger.book.files.folder import DATABASE, SESSIONS
from ledger.files import write_atomically
from ledger.game.rules import PRESETS
from ledger.hands.model import Hands, joined
from ledger.hands.parquet import write_hands
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation.sessions import Plan, simulations

SIZES = (10_000, 100_000, 1_000_000)
NIGHTS, HANDS = 50, 50
"""Of a season; the last one is in logs, those before it in a Parquet file each."""
ADDED = 200
LAST = date(2026, 9, 30)


@pytest.fixture(scope="module")
def season() -> Hands:
    """A season of one circle, until a night after which nothing lies in the pot."""
    plan = Plan(PRESETS["louisiana"], 6, (HANDS, HANDS), "full", club=True)
    made = joined(list(simulations(plan, NIGHTS, SEED)))
    return made.part(
        slice(0, max(at for at, info in enumerate(made.sessions, 1) if info.shares is not None))
    )


def seasons(season: Hands, hands: int) -> Iterator[Hands]:
    """Yield the same season again and again, an evening a day, until there are so many hands."""
    nights = len(season.sessions)
    count = -(-hands // len(season))
    for number in range(count):
        again = season.part(slice(0, nights))
        for night, info in enumerate(again.sessions):
            info.id = info.date = str(LAST - timedelta(nights * (count - number) - night - 1))
            info.game, info.file = None, f"{info.id}.bourre"
        yield again


def book_of(season: Hands, hands: int, folder: Path) -> Path:
    """Make a book of so many hands, and return the last log in it."""
    (folder / SESSIONS).mkdir(parents=True)
    *earlier, last = seasons(season, hands)
    for number, part in enumerate(earlier):
        write_hands(folder / SESSIONS / f"season-{number:03}.parquet", [part])
    for session in sessions_of(last):
        (folder / SESSIONS / f"{session.id}.bourre").write_text(write(session), "utf-8")
    ask(folder, owing)
    return folder / SESSIONS / f"{LAST}.bourre"


def cost(work: Callable[[], object]) -> float:
    """The processor's milliseconds for some work."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def test_a_hand_more_costs_the_same_in_a_book_of_any_size(season: Hands, tmp_path: Path) -> None:
    print(
        f"\n{ADDED} hands one by one, each durable and visible, in ms of the processor, and "
        "DuckDB appending a row"
    )
    medians = {}
    for size in SIZES:
        folder = tmp_path / str(size)
        log = book_of(season, size, folder)
        head, *hands = log.read_text("utf-8").split("\nhand ")
        plain = Path(shutil.copy(folder / DATABASE, tmp_path / "plain.duckdb"))

        def add_to(
            hands: list[str], log: Path = log, folder: Path = folder, head: str = head
        ) -> None:
            with held(folder) as hold:
                write_atomically(log, "\nhand ".join([head, *hands]) + "\n")
                hold.settle(owing)

        def append(plain: Path = plain) -> None:
            with duckdb.connect(str(plain)) as connection:
                connection.execute("INSERT INTO duplicates VALUES ('one more', 'x')")

        ours, peer = [], []
        for turn in range(ADDED):  # the last evening, four times over
            number = turn % HANDS
            if number == 0:
                add_to([])
            ours.append(cost(lambda hands=hands[: number + 1]: add_to(hands)))  # type: ignore[misc]
            peer.append(cost(append))
        medians[size] = median(ours)
        shown = ", ".join(
            f"{median(one):.0f} (p99 {quantiles(one, n=100)[-1]:.0f})" for one in (ours, peer)
        )
        print(f"{size:10,} hands: {shown}, {median(ours) / median(peer):.1f} times")
        edited = min((folder / SESSIONS).glob("*.bourre"))

        def edit_first(edited: Path = edited, folder: Path = folder) -> None:
            write_atomically(edited, edited.read_text("utf-8") + "# looked at\n")
            ask(folder, owing)

        print(
            f"{size:10,} hands: a log of fifty evenings ago edited, then who owes what: "
            f"{cost(edit_first):.0f} ms"
        )
        shutil.rmtree(folder)
    assert medians[SIZES[-1]] < 2 * medians[SIZES[0]]
