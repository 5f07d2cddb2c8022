"""Books to ask questions of, and what the audit says of the same sessions to count again."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pytest
from duckdb import DuckDBPyConnection
from naive.recount import Deed, Moved, between, deeds, rate
from planted_faults import Plan, simulations

from ledger.book.files.folder import DATABASE, make_folder
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.engine.judge import Judged, judge
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.to_log import sessions_of
from ledger.log import is_payments, read_path, write
from ledger.simulation.plan import MIXED

CASES = Path(__file__).parent / "cases"
KINDS = ("samples", "first-clean", "first-dirty", "first-slips", "simulated")


@dataclass
class Trial:
    """A book, the sessions in it as the audit judges them one by one, and what happened in them."""

    folder: Path
    judged: Judged
    deeds: list[Deed]
    moved: list[Moved]

    def ask(self, question: Any, *args: Any, **named: Any) -> pl.DataFrame:  # noqa: ANN401 - any question
        return question(self.connection, *args, **named)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self.connection.execute(sql, values).fetchall()

    @cached_property
    def connection(self) -> DuckDBPyConnection:
        return duckdb.connect(str(self.folder / DATABASE), read_only=True)

    def ids(self) -> dict[str, int]:
        """Return the player behind each name in the logs."""
        return dict(self.rows("SELECT name, player FROM names"))


def logs_of(kind: str, folder: Path) -> list[Path]:
    """Return the logs of a trial; simulated ones are written into a folder: every preset, every
    level, with faults.
    """
    if kind == "samples":
        return [
            path
            for path in sorted(sample_folder().glob("*.bourre"))
            if not is_payments(path.read_bytes())
        ]
    folder.mkdir()
    if kind != "simulated":
        # Each a game of its own, as the audit judges them: in one game a session begins with what
        # the one before it left.
        for path in (CASES / kind).glob("*.bourre"):
            log = re.sub(
                "^session .*$",
                rf"\g<0>\ngame {path.stem}",
                path.read_text("utf-8"),
                count=1,
                flags=re.MULTILINE,
            )
            (folder / path.name).write_text(log, "utf-8")
        return sorted(folder.glob("*.bourre"))
    for seed, rules in enumerate(PRESETS.values()):
        for simulated in simulations(
            Plan(rules, hands=(5, 20), level=MIXED, faults=0.15, mistakes=0.05), 4, seed
        ):
            for session in sessions_of(simulated.hands):
                (folder / f"{session.id}.bourre").write_text(write(session), "utf-8")
    return sorted(folder.glob("*.bourre"))


def trial(folder: Path, logs: Iterable[Path]) -> Trial:
    """Return a book of some logs."""
    logs = list(logs)
    if not folder.exists():
        make_folder(folder)
        done = import_files(folder, logs, ImportOptions())
        assert not done.refused, done.refused
    judged = judge(columns([read_path(path) for path in logs]))
    return Trial(folder, judged, deeds(judged), between(judged))


def by_name(deeds: Iterable[Deed]) -> dict[str, list[Deed]]:
    found = defaultdict(list)
    for deed in deeds:
        found[deed.name].append(deed)
    return found


def results(one: Trial) -> dict[tuple[str, str], int]:
    """Return what each player won in each evening, counted from hands and from what moved between
    them.
    """
    found: dict[tuple[str, str], int] = defaultdict(int)
    for deed in one.deeds:
        found[deed.session, deed.name] += deed.net
    for move in one.moved:
        found[move.session, move.name] += move.chips
    return found


def rated(row: dict[str, Any], name: str) -> tuple[int, int]:
    """Return a rate of a row, whose interval must be right."""
    low, high = rate(row[name], row[f"{name}_of"])
    assert row[f"{name}_low"] == (None if low is None else pytest.approx(max(low, 0), abs=1e-12))
    assert row[f"{name}_high"] == (None if high is None else pytest.approx(min(high, 1), abs=1e-12))
    return row[name], row[f"{name}_of"]
