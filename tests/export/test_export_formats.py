"""The table of formats: complete, and the command and the documentation know what stands in it and
nothing else.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import IO, get_type_hints

import pytest

import ledger
from ledger.cli.main import main
from ledger.export.formats import FORMATS, Export

ROOM = Path(ledger.__file__).parent / "export"
PAGES = [ROOM.parents[1] / "README.md", *(ROOM.parent / "docs").glob("*.md")]


@pytest.mark.parametrize("name", FORMATS)
def test_its_module_writes_a_file_or_a_folder_as_the_table_says(name: str) -> None:
    hints = get_type_hints(import_module(f"ledger.export.{FORMATS[name].module}").write)
    assert hints["export"] is Export
    assert hints[next(word for word in hints if word not in {"export", "return"})] is (
        Path if FORMATS[name].is_folder else IO[bytes]
    )


def test_every_module_that_writes_a_format_is_in_the_table() -> None:
    writers = {
        path.stem
        for path in ROOM.glob("*.py")
        if re.search(r"^def write\(", path.read_text("utf-8"), re.MULTILINE)
    }
    assert {form.module for form in FORMATS.values()} == writers


def test_help_lists_every_format_with_its_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["export", "--help"]) == 0
    printed = capsys.readouterr().out
    for name, form in FORMATS.items():
        assert f"  {name:<11}{form.sentence}\n" in printed
    listed = ", ".join(FORMATS)
    assert listed in " ".join(printed.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_speaks_of_a_format_that_is_none(page: Path) -> None:
    assert set(re.findall(r"bourre export ([a-z]+)", page.read_text("utf-8"))) <= set(FORMATS)
