"""Logs that were damaged on the way, others in each run: reading never fails, and what is read can
be written and read again.
"""

from pathlib import Path

import pytest
from damaged_logs import damage
from trials import FULL, luck

from ledger.log import doubts, format_diagnostic, read, write

NUMBER = 10_000 if FULL else 300
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.bourre"))


@pytest.mark.slow
def test_a_damaged_log_is_read_without_failing() -> None:
    rng = luck()
    cases = [case.read_bytes() for case in CASES]
    for number in range(NUMBER):
        content = rng.choice(cases)
        content = content[: rng.choice([600, 1500, len(content)])]
        for _ in range(rng.randrange(1, 5)):
            content = damage(content, rng.choice(cases), rng)
        assert all(doubts(content, "x"))
        session = read(content, "x")
        assert session.readable or session.errors
        for error in session.errors[:3]:
            # several lines, none of which a terminal would obey
            assert format_diagnostic(error).isprintable() is False
        if session.readable and number % 5 == 0:
            text = write(session)
            assert write(read(text.encode("utf-8", "surrogateescape"), "x")) == text
