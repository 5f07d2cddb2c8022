"""The rules of play and of payment, by their numbers: the cases in the text files beside this one."""

from pathlib import Path

import pytest
from text_cases import Case, cases_in, found_in_case


@pytest.mark.parametrize("case", cases_in(Path(__file__).parent), ids=str)
def test_rule(case: Case) -> None:
    assert found_in_case(case) == case.expected
