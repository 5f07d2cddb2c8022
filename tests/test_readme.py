"""The README is a front page: its two commands come first, it is short, and every command it shows
prints what it says.
"""

from pathlib import Path

import pytest
from pages import ROOT, blocks_of, logs_in, shown_in, try_example

from ledger.log import read

README = ROOT / "README.md"
EVENING, CARDS = logs_in(README)


def test_it_begins_with_the_two_commands() -> None:
    blocks = blocks_of(README)
    assert [block.kind for block in blocks[:2]] == ["sh", "sh"]
    assert "bourre demo" in blocks[0].text
    assert "pytest" in blocks[1].text
    assert all("-c .ci/constraints.txt" in block.text for block in blocks[:2])
    assert "sh" not in [block.kind for block in blocks[2:]]


def test_it_is_a_front_page() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) < 200
    assert text.count("<img ") == 1
    assert text.index("<img ") < text.index("\n## ")


def test_its_logs_are_as_short_as_it_says() -> None:
    assert len(EVENING.split("\n\n")) == 2
    assert len(CARDS.splitlines()) == 12
    assert [read(log, "x").errors for log in (EVENING, CARDS)] == [[], []]


@pytest.mark.parametrize(
    "example", shown_in(README), ids=lambda example: example.partition("\n")[0].removeprefix("$ ")
)
def test_what_it_shows_is_what_is_printed(
    example: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.bourre").write_text(EVENING, "utf-8")
    (tmp_path / "cards.bourre").write_text(CARDS, "utf-8")
    try_example(example, capsys)
