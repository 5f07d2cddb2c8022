"""The naive judges know every option of the table: each value changes what they find, and they
agree with the engine on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from audit_text import log_of
from naive.check_cases import key, naive_audit
from planted_faults import Plan, simulations
from tried_options import AGAIN, BASE as MATTERS_ON, TRIED

from ledger.findings.audit import audit
from ledger.game.options import OPTIONS, read_rules
from ledger.game.rules import RulesError
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation.sessions import MIXED

pytestmark = pytest.mark.slow

SEED = 7
VALUES = [(name, value) for name, values in TRIED.items() for value in values]


BASE = {**MATTERS_ON, "renege-factor": "louisiana recall=renege"}
"""Rules on which an option matters, where it does not on the Louisiana game."""


def logs(rules: str) -> Iterator[str]:
    """Yield sessions of seven players in which much goes wrong, by ``rules`` with a gap for one
    more option.
    """
    for hands, _ in simulations(
        Plan(read_rules(rules), 7, (10, 10), "full", mistakes=0.1, faults=0.5), 40, SEED
    ):
        for session in sessions_of(hands):
            yield write(session).replace(f"\nrules {rules}", f"\nrules {rules} %s")


def outcome(log: str) -> tuple[Counter, dict[str, int]] | None:
    """Return what the naive judges find and book, None for rules that make no sense together."""
    try:
        return naive_audit(log, "a log")
    except RulesError:
        return None


@pytest.mark.drawn(2)
@pytest.mark.parametrize("option", OPTIONS)
def test_the_naive_judges_know_every_option(option: str) -> None:
    if option == "reuse":  # the stock seldom runs out by chance
        again = (
            log_of(AGAIN.format(reuse=value, declare="with-draw", card="3d", eve=2))
            for value in TRIED[option]
        )
        assert len({str(outcome(log)) for log in again}) > 1
        return
    if option == "second-pass":  # nobody simulated passes late by accident
        late = (
            "rules louisiana second-pass={}\nhand 1 Dot 9h\n  play Ann 2\n  play Bea 1\n  pass "
            "Bea\n  tricks Ann 5\n"
        )
        assert len({str(outcome(log_of(late.format(value)))) for value in TRIED[option]}) > 1
        return
    for log in logs(BASE.get(option, "louisiana")):
        outcomes = [outcome(log.replace("%s", f"{option}={value}")) for value in TRIED[option]]
        if None not in outcomes and any(other != outcomes[0] for other in outcomes):
            return
    pytest.fail(f"the naive judges say the same of every session, whatever {option} is")


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("option", "value"), VALUES)
def test_engine_and_naive_judges_agree_on_every_value_of_every_option(
    option: str, value: str
) -> None:
    rules = read_rules(f"louisiana {option}={value}")
    plan = Plan(rules, None, (8, 8), MIXED, mistakes=0.1, faults=0.3, rare=0.2)
    found = 0
    for hands, _ in simulations(plan, 1, SEED):
        for session in sessions_of(hands):
            log = write(session)
            report = audit([read(log, "a log")])
            wanted, books = naive_audit(log, "a log")
            assert Counter(key(finding.as_dict()) for finding in report.findings) == wanted, log
            assert report.books[session.id] == books, log
            found += len(report.findings)
    assert found, "nothing was found that could differ"
