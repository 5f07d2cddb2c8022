"""Every numbered rule has at least one test named after it."""

import re
from pathlib import Path

LAST = {1: 3, 2: 5, 3: 9, 4: 11, 5: 12, 6: 6}
"""The rules of each chapter are numbered from 1 to this; chapter 7 has its presets and 7.4, the
Indiana game.
"""


def test_every_rule_has_a_test_named_after_it() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*rule_*.*")]
    named = {
        (int(chapter), int(rule))
        for text in sources
        for chapter, rule in re.findall(r"^(?:def test_|= )(\d)[_.](\d+)", text, re.MULTILINE)
    }
    wanted = {(chapter, rule) for chapter, last in LAST.items() for rule in range(1, last + 1)} | {
        (7, 4)
    }
    assert wanted - named == set()
