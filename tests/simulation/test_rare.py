"""What happens now and then: a hand that is thrown in, another ante (rules.md 5.14, log-format.md)."""

from __future__ import annotations

import numpy as np
import pytest

from ledger.cli.main import main
from ledger.engine.judge import judge
from ledger.findings.from_facts import findings
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation.plan import MIXED, Plan
from ledger.simulation.sessions import simulations

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("faults", [0.0, 0.2])
@pytest.mark.parametrize("preset", PRESETS)
def test_misdeals_and_other_antes_are_right_and_a_fault_among_them_is_found(preset: str, faults: float) -> None:
    for hands, planted in simulations(Plan(PRESETS[preset], None, (8, 20), MIXED, faults=faults, rare=0.2), 25, 6):
        assert hands.misdeal.any()
        assert hands.house.any()
        judged = judge(hands)
        told = findings(judged)
        places = {
            (hands.sessions[int(hands.session[fault.row])].id, int(hands.number[fault.row]), fault.rule)
            for fault in planted
            if fault.row >= 0
        }
        assert places <= {(one.session, one.hand, one.rule) for one in told}
        assert {(one.session, one.hand, one.rule) for one in told if one.severity == "error"} <= places


def test_a_log_says_what_the_columns_say_of_misdeals_and_antes() -> None:
    for hands, _ in simulations(Plan(PRESETS["louisiana"], None, (8, 20), MIXED, faults=0.2, rare=0.2), 12, 6):
        logs = [read(write(session), session.file) for session in sessions_of(hands)]
        again = columns(logs)
        assert np.array_equal(again.misdeal, hands.misdeal)
        assert again.unit.tolist() == hands.unit.tolist()
        assert np.array_equal(again.due, hands.due)
        told, written = (
            sorted((found._replace(line=0, message="") for found in findings(judge(each))), key=str) for each in (hands, again)
        )
        assert told == written


def test_the_command_makes_them_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "-o", "-", "--seed", "3", "--hands", "20", "--rare", "0.9"]) == 0
    log = capsys.readouterr().out
    assert "\n  misdeal\n" in log
    assert "\nante " in log
