"""What a session begins with follows from the logs alone, whatever came first: several a day, pots
that fit or do not (5.12).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from book_trials import MEMORY, PLAYERS, everything
from duckdb import DuckDBPyConnection
from trials import FULL, luck

from ledger.book.derived.carrying import Link, chained, misfits
from ledger.book.derived.database import made_anew
from ledger.book.derived.folder_state import folder_state
from ledger.book.derived.sync import update
from ledger.book.files.folder import DATABASE

BOOKS, CHANGES, SESSIONS_OF_A_DAY = (12, 12, 30) if FULL else (1, 3, 10)


@pytest.fixture
def folder() -> Iterator[Path]:
    """The folder of a book without sessions."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        (Path(temporary) / "sessions").mkdir()
        yield Path(temporary)


def log_of(session: str, rng: Random) -> str:
    """Return the log of a session of one of two games: with or without a pot line, what is owed
    next, and a fault.

    Days that have several sessions, and days that have one, make the two ways in which what follows
    a change is found.
    """
    day, game = (
        rng.choice((20, 20, 20, 24, 24, *range(15, 30))),
        rng.choice(("home", "home", "club")),
    )
    lines = [
        f"bourre 1\nsession 2026-11-{day} {session}\ngame {game}\nrules louisiana",
        rng.choice(("chip 0.25 USD", "chip 0.25 USD", "chip 0.50 USD", "chip 1 EUR", "")),
        rng.choice(
            ("", "", "pot 0", f"pot {rng.randrange(12)}", f"pot {rng.randrange(12)}", "pot many")
        ),
        rng.choice(("", "", "", "exempt Ann", "exempt -")),
        f"seats {' '.join(PLAYERS)}",
    ]
    for number in range(1, rng.randrange(1, 4)):
        first, second, third = (PLAYERS[(number + step) % 3] for step in range(3))
        mine = rng.choice((3, 5))
        lines += [f"hand {number} {third} 9h", rng.choice(("", "", f"  early {first}"))]
        lines += [
            f"  play {first} 0",
            f"  play {second} 0",
            f"  pass {third}",
            f"  tricks {first} {mine} {second} {5 - mine}",
        ]
        lines += rng.choice((["  what is this"], [f"  take {first} 2"], [], [], [], []))
    return "\n".join([*lines, rng.choice(("", "", "end divide", "penalty Ann 3")), ""])


def check_up_to_date(connection: DuckDBPyConnection, folder: Path) -> None:
    """Bring a database up to date, and compare it with one that is made from nothing."""
    update(connection, folder_state(folder))
    with TemporaryDirectory(dir=MEMORY) as temporary, made_anew(Path(temporary) / DATABASE) as anew:
        update(anew, folder_state(folder))
        assert everything(connection) == everything(anew)


@pytest.mark.slow
def test_a_book_brought_up_to_date_is_one_made_from_nothing(folder: Path) -> None:
    """Sessions come in any order, are changed and taken away; now and then nothing but a file of
    payments changes.
    """
    rng = luck()
    for _ in range(BOOKS):
        for path in (folder / "sessions").iterdir():
            path.unlink()
        with made_anew(folder / DATABASE) as connection:
            for change in range(CHANGES):
                for _ in range(SESSIONS_OF_A_DAY if change == 0 else rng.choice((0, 1, 1, 5))):
                    name = f"s{rng.randrange(2 * SESSIONS_OF_A_DAY):02}"
                    path = folder / "sessions" / f"{name}.bourre"
                    if path.exists() and rng.random() < 0.4:
                        path.unlink()
                    else:
                        path.write_text(log_of(name, rng), "utf-8")
                (folder / "payments.bourre").write_text(
                    "bourre 1\n" + "# nothing\n" * change, "utf-8"
                )
                check_up_to_date(connection, folder)
        (folder / DATABASE).unlink()


@pytest.mark.slow
def test_a_pot_that_grew_past_what_a_book_can_hold_is_not_carried_on_whatever_was_before(
    folder: Path,
) -> None:
    """Each hand doubles the pot, and by themselves both sessions fit."""
    first, second = (folder / "sessions" / f"{name}.bourre" for name in ("a", "b"))
    hands = [
        f"hand {n} {PLAYERS[1 - n % 3]} 9h\n  play Ann 0 Bea 0 Cal 0\n  tricks Ann 5\n"
        for n in range(1, 25)
    ]
    second.write_text(
        f"bourre 1\nsession 2026-11-21 b\nrules louisiana\nseats Ann Bea Cal\n{''.join(hands)}",
        "utf-8",
    )
    with made_anew(folder / DATABASE) as connection:
        for pot, carried in ((5, 5), (10**9, 0)):
            first.write_text(
                f"bourre 1\nsession 2026-11-20 a\nrules louisiana\npot {pot}\nseats Ann Bea Cal\n",
                "utf-8",
            )
            check_up_to_date(connection, folder)
            assert connection.execute("SELECT opening FROM sessions ORDER BY id").fetchall() == [
                (pot,),
                (carried,),
            ]


def test_of_all_orders_none_has_fewer_pots_that_differ_where_all_are_certain() -> None:
    rng = luck()
    for _ in range(20_000 if FULL else 60):
        left, values = rng.choice((None, 0, 1)), rng.randint(1, 4)
        day = [
            Link(n, rng.randrange(values), rng.randrange(values)) for n in range(rng.randint(2, 5))
        ]
        fewest = min(misfits(left, order) for order in permutations(day))
        found = chained(left, day)
        assert sorted(found) == day
        assert misfits(left, found) == fewest, (left, day)


def test_many_sessions_of_a_day_are_chained_where_pots_are_unknown_too() -> None:
    rng = luck()
    for _ in range(20):
        left, *ends = (rng.randrange(12) for _ in range(301))
        walk = [
            Link(n, begins, leaves)
            for n, (begins, leaves) in enumerate(zip([left, *ends], ends, strict=False))
        ]
        rng.shuffle(walk)
        assert not misfits(left, chained(left, walk))
        vague = [
            link._replace(
                begins=rng.choice((None, link.begins)), leaves=rng.choice((None, link.leaves))
            )
            for link in walk
        ]
        found = chained(left, vague)
        assert sorted(found, key=vague.index) == vague
        assert misfits(left, found) <= misfits(left, vague)
