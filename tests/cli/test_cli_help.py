"""bourre help: the same words as --help, and the pages of documentation that come with the
program.
"""

import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import ledger
from ledger.cli import help as command
from ledger.cli.main import COMMANDS, main
from ledger.log import help_rows

DOCS = Path(ledger.__file__).parent / "docs"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def with_pager(monkeypatch: pytest.MonkeyPatch, pager: str) -> None:
    """Standard output says from here on that it is a terminal; $PAGER is set."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("PAGER", pager)
    monkeypatch.setenv("COLUMNS", "72")


def test_help_alone_is_the_help_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "help") == printed(capsys, "--help")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in command.PAGES])
def test_help_of_a_command(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "help", name) == printed(capsys, name, "--help")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "help"])
def test_the_paragraphs_of_a_help_are_filled(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line a little too long was folded by itself: its last word stood alone."""
    lines = printed(capsys, name, "--help").splitlines()
    for line, below in pairwise(lines):
        if line[:1].isalpha() and below[:1].isalpha() and "  " not in line + below:
            assert len(f"{line} {below.split()[0]}") > 80, line


def test_every_page_of_the_documentation_has_a_name_and_every_name_a_page() -> None:
    assert sorted(page.file for page in command.PAGES.values()) == sorted(
        path.name for path in DOCS.glob("*.md")
    )
    assert {path.name for path in DOCS.iterdir() if path.suffix != ".md"} == {"editor"}


@pytest.mark.parametrize("name", command.PAGES)
def test_a_page_is_printed_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / command.PAGES[name].file).read_text("utf-8")
    assert page.startswith("# ")
    above = {"log": command.statements, "editor": command.editor_files}.get(name, str)
    assert printed(capsys, "help", name) == above() + page


def test_the_page_about_the_log_begins_with_every_statement_in_brief(
    capsys: pytest.CaptureFixture[str],
) -> None:
    brief = printed(capsys, "help", "log").partition("\n# ")[0]
    words = " ".join(brief.split())
    for row in help_rows():
        assert f" {row.form} {row.help}" in words
    assert all(line == line.rstrip() and len(line) <= 80 for line in brief.splitlines())
    assert brief.startswith(
        "Header\n  bourre 1                            The version of the format"
    )


def test_the_pages_are_listed_with_what_they_are_about(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = printed(capsys, "help", "help")
    for name, page in command.PAGES.items():
        assert f"\n  {name:<14}{page.sentence}\n" in shown


@pytest.mark.parametrize(
    ("topic", "remedy"),
    [
        ("audt", "did you mean audit?"),
        ("changelgo", "did you mean changelog?"),
        ("nonsense", "see bourre help, and bourre help --help for the pages"),
    ],
)
def test_what_there_is_no_help_for(
    topic: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["help", topic]) == 2
    assert capsys.readouterr() == ("", f"bourre: there is no command or page {topic}\n  {remedy}\n")


def test_on_a_terminal_a_page_goes_through_the_pager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "my pager.py"
    program.write_text("import sys\nopen(sys.argv[1], 'wb').write(sys.stdin.buffer.read())\n")
    shown = tmp_path / "shown"
    with_pager(monkeypatch, f"'{sys.executable}' '{program}' '{shown}'")
    assert printed(capsys, "help", "rules") == ""
    assert shown.read_text("utf-8") == command.refilled((DOCS / "rules.md").read_text("utf-8"), 72)


@pytest.mark.parametrize("pager", ["", " ", "no-such-program-anywhere", "less 'of a quote"])
def test_without_a_pager_that_can_be_started_a_page_is_printed(
    pager: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_pager(monkeypatch, pager)
    assert printed(capsys, "help", "rules") == command.refilled(
        (DOCS / "rules.md").read_text("utf-8"), 72
    )


@pytest.mark.parametrize("width", [60, 80])
def test_prose_fits_the_terminal_and_nothing_else_is_changed(width: int) -> None:
    """Code, tables and headings are lines as they stand, and an address is not broken."""
    for page in command.PAGES.values():
        text = (DOCS / page.file).read_text("utf-8")
        filled = command.refilled(text, width)
        assert filled.split() == text.split()
        outside = [
            line for part in re.split(r"(?m)^ *```.*$", filled)[::2] for line in part.splitlines()
        ]
        prose = [
            line
            for line in outside
            if not line.startswith(("|", "#", ">", "<", "    ")) and "://" not in line
        ]
        assert [line for line in prose if len(line) > width] == []
        kept = re.split(r"(?m)^ *```.*$", text)[1::2]
        assert all(part in filled for part in kept)
        assert all(
            line in filled.splitlines() for line in text.splitlines() if line.startswith(("|", "#"))
        )


def test_a_short_command_in_prose_is_not_broken_across_lines() -> None:
    """It could not be copied."""
    for words in range(12):
        filled = command.refilled("word " * words + "`bourre help audit` and so on.\n", 60)
        assert "`bourre help audit`" in filled
        assert max(map(len, filled.splitlines())) <= 60


def test_into_a_file_or_a_pipe_a_page_goes_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "help", "rules") == (DOCS / "rules.md").read_text("utf-8")


def test_a_pager_that_is_left_early_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_pager(monkeypatch, f"'{sys.executable}' -c pass")
    monkeypatch.setattr(command, "text_of", lambda _page: "a line of it\n" * 100_000)
    assert printed(capsys, "help", "rules") == ""


def test_not_on_a_terminal_no_pager_is_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PAGER", "false")
    assert printed(capsys, "help", "book") == (DOCS / "book.md").read_text("utf-8")
