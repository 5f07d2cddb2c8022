"""How fast hands are judged, as ratios to peers in the same run. ``python -m pytest
tests/benchmarks -s`` prints the table.
"""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from conftest import best_of

from ledger.engine.judge import judge
from ledger.engine.replay import replay
from ledger.findings.audit import audit, findings
from ledger.hands.model import Hands
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.log.records import Log

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("level", ["plays", "full"])
def test_replay_and_verdicts_from_columns(
    level: str, recorded: dict[str, Hands], peer_seconds: float
) -> None:
    hands = recorded[level]
    seconds = best_of(5, lambda: replay(hands)) / len(hands)
    ratio = peer_seconds / seconds
    print(
        f"\nreplay and verdicts, {level:5}: {1 / seconds:10,.0f} hands/s, {ratio:5,.0f} × "
        "PokerKit's parse and replay"
    )
    assert ratio >= 500


def test_replay_against_duckdb_hashing_the_same_cards(
    recorded: dict[str, Hands], parquet: Path
) -> None:
    hands = recorded["full"]
    with duckdb.connect(config={"threads": 1}) as database:
        hands_table = database.read_parquet(str(parquet))
        cards = [
            name
            for name in hands_table.columns
            if name in {"cards", "withdrawn", "dealt", "out", "drawn", "shown", "turned"}
        ]
        hashes = ", ".join(f"bit_xor(hash({name}))" for name in cards)
        peer = best_of(5, lambda: database.read_parquet(str(parquet)).aggregate(hashes).fetchall())
    ours = best_of(5, lambda: replay(hands))
    print(
        f"\nreplay and verdicts: {ours / peer:5.1f} × DuckDB's scan and hash of "
        f"{', '.join(cards)} ({peer * 1e3:.0f} ms)"
    )
    assert ours <= 10 * peer


def test_everything_from_columns(recorded: dict[str, Hands], peer_seconds: float) -> None:
    hands = recorded["full"]
    seconds = best_of(3, lambda: findings(judge(hands))) / len(hands)
    print(
        f"\nreplay, settlement and findings: {1 / seconds:10,.0f} hands/s, "
        f"{peer_seconds / seconds:5,.0f} × PokerKit"
    )


def test_from_text_to_findings(recorded: dict[str, Hands], peer_seconds: float) -> None:
    hands = recorded["full"].part(slice(0, 200))
    logs = [Log(write(session).encode(), "a log") for session in sessions_of(hands)]
    seconds = best_of(3, lambda: audit(logs)) / len(hands)
    ratio = peer_seconds / seconds
    print(
        f"\nfrom text to findings: {1 / seconds:10,.0f} hands/s, {ratio:5,.0f} × PokerKit's parse "
        "and replay"
    )
    assert ratio >= 20
