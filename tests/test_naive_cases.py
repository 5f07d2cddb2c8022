"""The naive referee and settler against the worked cases, and the table of legal lines against a recount."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from naive import check_cases, perft
from naive.referee import sure_tricks

SESSIONS = [(folder, path) for folder in check_cases.FOLDERS for path in sorted((check_cases.CASES / folder).glob("*.bourre"))]
TABLE = json.loads(perft.PERFT.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("folder", "path"), SESSIONS, ids=[path.stem for _, path in SESSIONS])
def test_worked_case(folder: str, path: Path) -> None:
    assert check_cases.differences(folder, path) == []


def test_the_cases_are_all_there() -> None:
    assert len(SESSIONS) == 160


@pytest.mark.parametrize("deal", TABLE, ids=[deal["name"] for deal in TABLE])
def test_perft_table_is_up_to_date(deal: dict) -> None:
    for line in ("louisiana", "separate-trump", "casino", "indiana", "indiana cinch=no"):
        if line in deal["lines"]:
            rules = perft.rules_of(line)
            counted = perft.count_lines(deal["hands"], deal["trump"], deal["separate"], deal["leader"], rules)
            assert counted == deal["lines"][line], line


@pytest.mark.parametrize(
    ("own", "gone", "sure"),
    [
        ("A K Q", "", 3),
        ("K Q T 9 8", "", 3),
        ("A Q J", "", 2),
        ("A", "", 1),
        ("K J", "Q", 1),
        ("2 3", "", 0),
    ],
)
def test_rule_4_8_sure_tricks(own: str, gone: str, sure: int) -> None:
    hand = {rank + "s" for rank in own.split()}
    out = {rank + "s" for rank in "23456789TJQKA"} - hand - {rank + "s" for rank in gone.split()}
    assert sure_tricks(hand, out) == sure
