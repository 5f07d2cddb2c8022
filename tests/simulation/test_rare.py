"""What happens now and then: whatever a log may say besides hands that are played out (rules.md
4.11, 5.14, log-format.md).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from planted_faults import Plan, simulations

from ledger.cli.main import main
from ledger.engine.judge import judge
from ledger.findings.audit import findings
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.model import BY_TRICKS
from ledger.hands.to_log import sessions_of
from ledger.log import format_statement, read, write
from ledger.log.records import Hand, Session
from ledger.simulation.plan import MIXED
from ledger.simulation.written_down import shorten

pytestmark = pytest.mark.nightly


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_rare_is_right_and_a_fault_among_it_is_found(preset: str) -> None:
    for hands, planted in simulations(
        Plan(PRESETS[preset], None, (8, 16), MIXED, faults=0.2, rare=0.3), 12, 6
    ):
        judged = judge(hands)
        told = findings(judged)
        places = {
            (info.id, None if fault.row < 0 else int(hands.number[fault.row]), fault.rule)
            for fault in planted
            for info in [
                hands.sessions[fault.session if fault.row < 0 else int(hands.session[fault.row])]
            ]
        }
        assert places <= {(one.session, one.hand, one.rule) for one in told}
        assert {
            (one.session, one.hand, one.rule) for one in told if one.severity == "error"
        } <= places


def lines_of(session: Session) -> Iterator[str]:
    for said in session.body:
        yield from map(format_statement, said.statements if isinstance(said, Hand) else [said])


def test_every_statement_is_made() -> None:
    ((hands, _),) = simulations(Plan(PRESETS["louisiana"], None, (3, 6), MIXED, rare=0.4), 50, 2)
    logs = [shorten(session, 0.3) for session in sessions_of(hands)]
    lines = [line for log in logs for line in lines_of(log)]
    said = {" ".join(line.split()[: 2 if line.startswith("end") else 1]) for line in lines}
    assert said >= {
        "ante",
        "rules",
        "expense",
        "result",
        "end counted",
        "misdeal",
        "claim",
        "count",
    }
    assert any(
        len([word for word in line.split() if word.isdigit()]) > 1
        for line in lines
        if line.startswith("play ")
    )
    assert {None, ()} < {log.exempt for log in logs}
    assert len({house.rules for house in hands.houses}) > 3
    assert any(not info.rows for info in hands.sessions), "a night without a hand"
    assert (hands.score == BY_TRICKS).any(), "nothing but tricks"
    assert ((hands.claim >= 0) & (hands.trick_count > hands.claim_after)).any(), (
        "a claim, the rest played on"
    )


def test_counts_that_do_not_add_up_are_planted_and_found() -> None:
    ((hands, planted),) = simulations(
        Plan(PRESETS["louisiana"], None, (3, 6), faults=0.5, rare=0.3), 50, 3
    )
    found = {
        (fact.rule, fact.row, fact.player, fact.session if fact.row < 0 else -1)
        for fact in judge(hands).facts
    }
    off = [fault for fault in planted if fault.rule == "count" and fault.player < 0]
    assert off
    assert {(fault.rule, fault.row, fault.player, fault.session) for fault in off} <= found


def test_a_log_says_what_the_columns_say_of_what_is_rare() -> None:
    for hands, _ in simulations(
        Plan(PRESETS["louisiana"], None, (8, 20), MIXED, faults=0.2, rare=0.3), 12, 6
    ):
        logs = [shorten(session, 0.3) for session in sessions_of(hands)]
        again = columns([read(write(log), log.file) for log in logs])
        assert np.array_equal(again.misdeal, hands.misdeal)
        assert np.array_equal(again.score, hands.score)
        assert [again.house_of(row) for row in range(len(again))] == [
            hands.house_of(row) for row in range(len(hands))
        ]
        assert np.array_equal(again.due, hands.due)
        told, written = (
            sorted((found._replace(line=0, message="") for found in findings(judge(each))), key=str)
            for each in (hands, again)
        )
        assert told == written
        assert judge(hands).books.chips == judge(again).books.chips


def test_the_command_makes_them_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "-o", "-", "--seed", "3", "--hands", "20", "--rare", "0.9"]) == 0
    log = capsys.readouterr().out
    said = ("\n  misdeal\n", "\nrules louisiana ", "\nexpense ", "\nresult ")
    assert [part for part in said if part not in log] == []
