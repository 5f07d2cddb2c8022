"""The worked logs with one rule each (tests/cases/third and fourth-logs): findings, books, and
which hands are open.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from naive.check_cases import FIELDS, key, naive_audit
from worked_cases import CASES

from ledger.engine import judge
from ledger.findings import findings
from ledger.hands import columns
from ledger.log import read

LOGS = sorted([*(CASES / "third").glob("t*.bourre"), *(CASES / "fourth-logs").glob("*.bourre")])
WANTED = sorted((CASES / "third").glob("[0-9]*.bourre"))
FOUND = {
    "01-contested-bourre": ["trick-count 1", "unverified-pot 2"],
    "02-hidden-before-claim": ["claim 1 warning", "unverified-pot 2"],
    "03-left-out-after-renege": [],
    "04-recall-beside-unknown": ["recall 1 remark"],
    "05-recall-lead-unknown": ["recall 1 remark"],
    "05b-recall-lead-no-lines": ["recall 1 remark"],
    "06-penalty-in-unverified-pot": ["follow-suit 2 settled", "unverified-pot 2"],
    "07-pot-line-second-ante": ["pot 2 +3"],
    "08-winner-and-bourre": [],
    "09-claim-kqt98": [],
    "10-claim-aqj": [],
    "11-jack-when-queen-is-played": [],
    "12-play-then-pass": ["late-pass 1 -4"],
    "13-paid-both": ["follow-suit 1", "match 1 -3"],
    "14-renege-called-twice": [],
    "15-wrong-lead-called": ["turn 1 settled"],
    "16-renege-on-a-passer": ["penalty 1"],
    "17-passes-first": [],
    "18-cinch-on-a-renege": ["follow-suit 1", "unpaid-renege 1 +3"],
    "19-limit-caps-a-double-renege": [],
    "20-matched-already": ["follow-suit 1 settled"],
    "22-contested-second-ante-pot": [],
}
"""What each of the other logs comes to, by the sentence beside it: rule, hand, and what is unusual
about it.
"""


def told(found: dict[str, Any]) -> str:
    usual = {"claim": "error", "recall": "warning"}.get(found["rule"], found["severity"])
    amount = "" if found["amount"] is None else f" {found['amount']:+}"
    mild = f" {found['severity']}" if found["severity"] != usual else ""
    settled = " settled" if found["settled"] is not None else ""
    return f"{found['rule']} {found['hand']}{amount}{mild}{settled}"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_one_rule_a_log(path: Path) -> None:
    expected = expected_of(path)
    judged = judge(columns([read(path.read_bytes(), path.name)]))
    wanted = Counter(map(key, expected["findings"]))
    assert (
        Counter(key({name: found.as_dict()[name] for name in FIELDS}) for found in findings(judged))
        == wanted
    )
    held = dict(zip(judged.hands.sessions[0].players, judged.books.chips[0], strict=True))
    unexplained = {"?": judged.books.unexplained[0]} if judged.books.unexplained[0] else {}
    assert {**held, **unexplained, "pot": judged.books.pot[0]} == expected["books"]
    numbers = judged.hands.number.tolist()
    is_open = zip(numbers, judged.outcome.open, strict=True)
    assert sorted(number for number, yes in is_open if yes) == expected["open"]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_naive_judges_read_it_so_too(path: Path) -> None:
    expected = expected_of(path)
    wanted = Counter(map(key, expected["findings"]))
    assert naive_audit(path.read_text("utf-8"), path.name) == (wanted, expected["books"])


def expected_of(path: Path) -> dict[str, Any]:
    beside = path.with_suffix(".want")
    return json.loads((beside if beside.exists() else path.with_suffix(".json")).read_text("utf-8"))


@pytest.mark.parametrize("path", WANTED, ids=lambda path: path.stem)
def test_what_was_once_read_wrong(path: Path) -> None:
    judged = judge(columns([read(path.read_bytes(), path.name)]))
    assert sorted(told(found.as_dict()) for found in findings(judged)) == FOUND[path.stem]
    found, books = naive_audit(path.read_text("utf-8"), path.name)
    assert (
        Counter(key({name: one.as_dict()[name] for name in FIELDS}) for one in findings(judged))
        == found
    )
    assert books == {
        **dict(zip(judged.hands.sessions[0].players, judged.books.chips[0], strict=True)),
        **rest(judged),
    }


def rest(judged: Any) -> dict[str, int]:  # noqa: ANN401
    unexplained = judged.books.unexplained[0]
    return {"pot": judged.books.pot[0], **({"?": unexplained} if unexplained else {})}
