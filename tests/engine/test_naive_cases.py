"""The naive referee and settler against the worked cases, and the table of legal lines against a
recount.
"""

from __future__ import annotations

import json
import random

import pytest
from naive import check_cases, perft, simulate
from naive.referee import PLAY_RULES, judge, sure_tricks, verdicts
from trials import drawn
from worked_cases import LOGS

from ledger.game.options import read_rules
from ledger.log.reader import read

TABLE = json.loads(perft.PERFT.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_every_worked_case() -> None:
    for path in drawn(LOGS, 50):
        assert check_cases.differences(path.parent.name, path) == [], path


@pytest.mark.drawn(2)
@pytest.mark.parametrize("deal", TABLE, ids=[deal["name"] for deal in TABLE])
def test_perft_table_is_up_to_date(deal: dict) -> None:
    for line in ("louisiana", "separate-trump", "casino", "indiana", "indiana cinch=no"):
        if line in deal["lines"]:
            rules = read_rules(line)
            counted = perft.count_lines(
                deal["hands"], deal["trump"], deal["separate"], deal["leader"], rules
            )
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


@pytest.mark.drawn(2)
@pytest.mark.parametrize("seed", range(8))
def test_rule_6_6_nothing_is_proved_that_is_not_so(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    for _ in range(60):
        hand = simulate.simulate(rng, slips=rng.choice((0, 0.15)))
        if hand is None:
            continue
        hide, unknown = rng.choice((0, 0.2, 0.6, 1)), rng.choice((0, 0, 0.05, 0.2))
        text = simulate.write(hand, rng, hide, unknown)
        session = read(text, "simulated")
        assert not session.errors, text
        for (_, trick, player), verdict in verdicts(session, hand.rules).items():
            assert verdict != "wrong" or not hand.truth[trick, player], text
            assert verdict != "right" or hand.truth[trick, player], text
            # A dealer who may take the turned card and draws none leaves no trace of which he did.
            unclear = hand.rules.trump == "dealer-may-take" and hand.out.get(hand.seats[-1]) == []
            assert verdict != "unknown" or hide or unknown or unclear, text
        found = {finding["rule"] for finding in judge(session, hand.rules)} - {
            *PLAY_RULES,
            "all-passed",
        }
        assert not found, text
