"""Programs that are killed while they write in a book: nothing promised is lost, nothing partial is
seen, and no help is needed.

``BOURRE_TRIALS=full`` makes all 200 kills; without it a dozen are made, at other moments each time.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from book_trials import Server, check_whole, leftovers, log_of, log_of_march, settle
from duckdb import DuckDBPyConnection
from trials import FULL, luck

from ledger.book.checks.closing import Act, close
from ledger.book.derived.access import ask
from ledger.book.derived.breaches import breaches
from ledger.book.files.chain import read_chain
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.crash

KILLS = 200 if FULL else 4
LONGEST = 0.4
"""Seconds until a program is killed: time for several imports."""


def versions(connection: DuckDBPyConnection) -> dict[str, int]:
    """Return which version of each session is in the book: the pot it starts with tells."""
    return dict(connection.execute("SELECT id, opening FROM sessions").fetchall())


def payments(connection: DuckDBPyConnection) -> list[int]:
    return [
        amount
        for (amount,) in connection.execute(
            "SELECT amount FROM payments WHERE session IS NULL ORDER BY line"
        ).fetchall()
    ]


class Promises:
    """What programs said that they had done, until they were killed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sessions: dict[str, int] = {}
        self.paid: list[int] = []

    def check(self, said: list[object]) -> None:
        """Check that the book has what it was said to have, and of the last thing that was begun
        each part or not.
        """
        begun: dict[str, int] = {}
        for line in said:
            if isinstance(line, dict):
                begun = dict(line)
            else:
                assert line == "done"
                self._keep(begun)
                begun = {}
        paid = begun.pop("paid", None)
        found, amounts = ask(self.folder, versions), ask(self.folder, payments)
        assert set(self.sessions) <= set(found) <= {*self.sessions, *begun}
        for session, version in found.items():
            assert version in {self.sessions.get(session), begun.get(session)}, (
                session,
                version,
                self.sessions,
                said,
            )
        assert amounts in (self.paid, [*self.paid, paid])
        self.sessions, self.paid = found, amounts

    def _keep(self, done: dict[str, int]) -> None:
        if "paid" in done:
            self.paid = [*self.paid, done["paid"]]
        else:
            self.sessions.update(done)


def test_killed_at_any_moment_nothing_promised_is_lost_and_the_next_command_just_works(
    tmp_path: Path, fork_server: Server
) -> None:
    rng = luck()
    for turn in range(KILLS):
        if turn % 5 == 0:  # a new book, before this one is slow
            folder = tmp_path / f"{turn}" / "book"
            (folder / "sessions").mkdir(parents=True)
            promises = Promises(folder)
        process = fork_server.start("evenings", str(folder), f"{rng.random()} {turn + 1}", None)
        time.sleep(rng.uniform(0, LONGEST))
        os.kill(process, signal.SIGKILL)
        promises.check(fork_server.end())
        check_whole(folder)
        settle(folder)
        assert leftovers(folder) == []


@pytest.mark.glance
def test_killed_while_a_book_is_closed_it_is_closed_or_not_and_nothing_seems_to_have_changed(
    tmp_path: Path, fork_server: Server
) -> None:
    rng = luck()
    folder = tmp_path / "book"
    (tmp_path / "march.bourre").write_text(log_of_march(), "utf-8")
    import_files(folder, [tmp_path / "march.bourre"], ImportOptions())
    acts = 0
    for _ in range(KILLS // 4):
        process = fork_server.start("closings", str(folder), None, None)
        time.sleep(rng.uniform(0, 2 * LONGEST))
        os.kill(process, signal.SIGKILL)
        said = fork_server.end()
        acts += said.count("done")
        chain = read_chain(folder)
        assert not chain.problems
        assert acts <= len(chain.entries) <= acts + (said[-1:] not in ([], ["done"]))
        acts = len(chain.entries)
        assert not ask(folder, breaches)
        check_whole(folder)
        settle(folder)
        assert leftovers(folder) == []
    print(f"{acts} acts")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("chip 1 USD", "chip 999999999 USD\nante 999999999", "its pots are too large for a book"),
        ("rules louisiana", "rules luisiana", "there are no rules named 'luisiana'"),
        (
            "session 2026-11-25",
            "session 2023-12-01",
            "s1 is dated 1 December 2023, but the book is closed",
        ),
    ],
)
def test_a_log_that_no_book_can_hold_never_stands_in_the_place_of_one_that_was_promised(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    log = tmp_path / "s1.bourre"
    log.write_text(log_of("s1"), "utf-8")
    import_files(tmp_path / "book", [log], ImportOptions())
    assert old in log_of("s1")
    (tmp_path / "book" / "payments.bourre").write_text("bourre 1\ndate 2023-12-01\npay A B 1\n")
    close(tmp_path / "book", "2023-12-31", Act("Ann", ""))
    log.write_text(log_of("s1").replace(old, new), "utf-8")

    def refuse(*_words: object) -> None:
        raise AssertionError("it is in the way of the old log")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ledger.book.sessions.import_act.write_atomically", refuse)
        (refused,) = import_files(tmp_path / "book", [log], ImportOptions(replace=True)).refused
    assert told in refused.reason
    check_whole(tmp_path / "book")
