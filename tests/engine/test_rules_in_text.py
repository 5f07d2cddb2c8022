"""The rules of play and of payment, by their numbers: the cases in the text files beside
this one.
"""

from pathlib import Path

import pytest
from text_cases import check_cases


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("*.txt")), ids=lambda path: path.stem
)
def test_rules(file: Path) -> None:
    check_cases(file)
