"""On worked sessions spoiled at random, engine and naive judges agree: on every finding, on every
figure of the books.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from naive.check_cases import CASES, FOLDERS, key as naive_key, naive_audit
from naive.mutate import mutate
from trials import FULL

from ledger.findings.audit import audit
from ledger.log import read
from ledger.log.between_hands import CashOut, Count, End
from ledger.log.hand_statements import Play
from ledger.log.records import Hand, Session

pytestmark = pytest.mark.slow

SEED = 1_764
NUMBER = 800 if FULL else 60
"""Split over four tests, so that one can be run alone."""


def disputed(session: Session) -> bool:
    """Say whether a log has nonsense of a kind that the pages leave open, and the two judges read
    differently.
    """
    kinds = [type(said) for said in session.body]
    if End in kinds and {CashOut, Count} & set(kinds[kinds.index(End) :]):
        return True  # the naive settler divides the pot last of all
    for hand in session.body:
        if not isinstance(hand, Hand):
            continue
        draws = [
            said for said in hand.statements if isinstance(said, Play) and said.draw is not None
        ]
        if any(len(said.out or ()) > (said.draw or 0) for said in draws):
            return True
    return False


@pytest.mark.drawn(2)
@pytest.mark.parametrize("part", range(4))
def test_engine_and_naive_judges_agree_on_spoiled_sessions(part: int) -> None:
    rng = random.Random(SEED + part)  # noqa: S311
    logs = [
        path.read_text(encoding="utf-8")
        for folder in FOLDERS
        for path in sorted(Path(CASES, folder).glob("*.bourre"))
    ]
    compared: Counter = Counter()
    for number in range(NUMBER // 4):
        text = mutate(rng.choice(logs), rng)
        session = read(text, "a log")
        if disputed(session):
            continue
        report = audit([session])
        if report.unreadable:
            continue
        said = f"seed {SEED + part}, log {number}:\n{text}"
        found = Counter(naive_key(finding.as_dict()) for finding in report.findings)
        wanted, books = naive_audit(text, "a log")
        assert found == wanted, said
        assert report.books[session.id] == books, said
        compared.update(finding.rule for finding in report.findings)
    assert sum(compared.values()) > NUMBER // 2
