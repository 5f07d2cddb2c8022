"""The table of the kinds of finding: what it says of each, and what everything else takes
from it.
"""

import re
from pathlib import Path

import pytest
from planted_faults import FAULTS
from worked_cases import report_of_cases

import ledger
from ledger.findings.kinds import (
    ERROR,
    KINDS_OF_FINDING,
    RULES_OF_PLAY,
    SEVERITIES,
    UNSETTLED,
    WARNING,
)

LOG_FORMAT = Path(ledger.__file__).parent / "docs" / "log-format.md"


def test_every_kind_says_all_of_itself() -> None:
    for name, kind in KINDS_OF_FINDING.items():
        assert kind.name == name
        assert kind.severity in SEVERITIES
        assert all((kind.heading, kind.meaning, kind.certainty))
    assert len({kind.heading for kind in KINDS_OF_FINDING.values()}) == len(KINDS_OF_FINDING)


def test_a_kind_does_not_change() -> None:
    with pytest.raises(AttributeError):
        KINDS_OF_FINDING["cinch"].severity = "warning"  # type: ignore[misc]


def test_only_what_is_no_fact_of_the_engine_has_no_sentence() -> None:
    assert {name for name, kind in KINDS_OF_FINDING.items() if kind.sentence is None} == {
        "carried-pot",
        "syntax",
    }


def test_the_rules_of_play() -> None:
    assert RULES_OF_PLAY == ("follow-suit", "must-trump", "must-beat", "cinch")
    assert [name for name, kind in KINDS_OF_FINDING.items() if kind.duty_of_leader] == ["cinch"]


def test_what_is_final_before_the_hand_is_over() -> None:
    waiting = {name for name, kind in KINDS_OF_FINDING.items() if not kind.final_before_the_end}
    at_the_end = {"dealer-must-play", "trick-count", "all-passed"}
    chips = {
        "ante",
        "pot",
        "take",
        "match",
        "penalty",
        "late-pass",
        "unpaid-renege",
        "unverified-pot",
        "count",
        "carried-pot",
    }
    assert waiting == at_the_end | chips | {"syntax"}


def test_a_finding_milder_than_its_kind_is_not_settled() -> None:
    claim = KINDS_OF_FINDING["claim"]
    assert (
        claim.how_sure(WARNING) == UNSETTLED == KINDS_OF_FINDING["unverified-pot"].how_sure(WARNING)
    )
    assert claim.how_sure(ERROR) == KINDS_OF_FINDING["cinch"].how_sure(ERROR) != UNSETTLED


@pytest.mark.slow
def test_right_cards_are_named_for_the_rules_of_play_and_for_nothing_else() -> None:
    found = report_of_cases().findings
    assert {one.rule for one in found if one.required is not None} == set(RULES_OF_PLAY)
    assert all(one.required for one in found if one.rule in RULES_OF_PLAY)


def test_only_kinds_of_finding_are_planted() -> None:
    assert FAULTS.keys() <= KINDS_OF_FINDING.keys()


def test_the_documentation_has_every_kind_with_its_severity() -> None:
    rows = re.findall(
        r"^\| `([a-z-]+)` \| (error|warning|remark)\b", LOG_FORMAT.read_text("utf-8"), re.MULTILINE
    )
    assert dict(rows) == {name: kind.severity for name, kind in KINDS_OF_FINDING.items()}
    assert len(rows) == len(KINDS_OF_FINDING)
