"""The recipes of the page on Python: each runs as it stands, prints what the page shows, and is
well typed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from pages import DOCS, ROOT, blocks_of, logs_in

BLOCKS: Final = blocks_of(DOCS / "python.md")
RECIPES: Final = [
    (block.text, after) for block, after in pairwise(BLOCKS) if block.kind == "python"
]


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample_book: Path) -> Path:
    """Be in a folder with what the recipes say they need."""
    for name, log in zip(("friday", "cards"), logs_in(ROOT / "README.md"), strict=True):
        (tmp_path / f"{name}.bourre").write_text(log, "utf-8")
    shutil.copytree(sample_book, tmp_path / "bourre-book")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_a_dozen_and_what_they_lean_on_is_named() -> None:
    page = (DOCS / "python.md").read_text("utf-8")
    assert len(RECIPES) > 12
    assert len(re.findall(r"^### ", page, re.MULTILINE)) == len(RECIPES) - 1
    assert "`player_hands`" in page
    assert "](parquet.md)" in page


@pytest.mark.usefixtures("kitchen")
@pytest.mark.parametrize("number", range(len(RECIPES)))
def test_a_recipe_prints_what_the_page_shows(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, shown = RECIPES[number]
    exec(compile(recipe, f"recipe {number}", "exec"), {"__name__": "recipe"})  # noqa: S102 - our own page
    assert shown.kind == "text"
    assert capsys.readouterr().out == shown.text


@pytest.mark.nightly
def test_a_stranger_who_checks_types_strictly_finds_the_recipes_well_typed(tmp_path: Path) -> None:
    for number, (recipe, _) in enumerate(RECIPES):
        (tmp_path / f"recipe{number}.py").write_text(recipe, "utf-8")
    # what was found out of the program itself is kept where the check of its own types leaves it
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, sorted(tmp_path.glob("*.py")))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
