"""The naive judges, who read the page and not the engine, say the same of every case in text: to
the chip, card and line.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from audit_text import log_of
from naive.check_cases import key, naive_audit
from text_cases import audited, cases_in

FILES = sorted(
    path
    for room in ("engine", "findings")
    for path in (Path(__file__).parents[1] / room).glob("*.txt")
)
AFTER_THE_END = {
    "5.12 rulings after the division stay in the pot",
    "5.12 a count after the division includes the share",
}
"""The naive judges divide the pot when everything is read."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_agree_on_every_case(path: Path) -> None:
    report, findings = audited(path)
    for case in cases_in(path):
        if case.name not in AFTER_THE_END:
            naive, books = naive_audit(log_of(case.log), str(case))
            assert (
                Counter(key(found.as_dict()) for found in findings.get(str(case), [])) == naive
            ), case
            assert report.books.get(case.session) == books, case
