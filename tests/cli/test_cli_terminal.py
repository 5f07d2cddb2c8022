"""What a terminal can show."""

import io
import sys
from pathlib import Path

import pytest
import wcwidth

from ledger.cli import terminal


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _can_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_colour_on_a_terminal() -> None:
    assert terminal.paint("wrong", "red", Terminal()) == "\x1b[31mwrong\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_where_it_is_not_wanted(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert terminal.paint("wrong", "red", Terminal()) == "wrong"


def test_no_colour_in_a_file() -> None:
    assert terminal.paint("wrong", "red", io.StringIO()) == "wrong"


@pytest.mark.parametrize(
    ("called", "path", "runner", "printed"),
    [
        # the shell found it: a tool, or a venv that was activated
        ("{venv}/bourre", "{venv}", {}, "bourre"),
        (".venv/bin/bourre", "/nowhere", {}, ".venv/bin/bourre"),
        (".venv/bin/bourre", "{other}", {}, ".venv/bin/bourre"),  # the shell would find another one
        # found by uvx, and not by the shell afterwards
        ("{venv}/bourre", "{venv}", {"UV": "uvx"}, "{venv}/bourre"),
        ("/usr/lib/bourre/__main__.py", "/nowhere", {}, f"{sys.executable} -m bourre"),
        ("/usr/lib/ledger/cli/main.py", "/nowhere", {}, "bourre"),
    ],
)
def test_the_program_says_how_it_can_be_called_again(
    called: str,
    path: str,
    runner: dict[str, str],
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = {"venv": str(tmp_path / ".venv" / "bin"), "other": str(tmp_path / "other")}
    for place in places.values():
        Path(place).mkdir(parents=True)
        Path(place, "bourre").touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("UV", raising=False)
    for name, value in {"PATH": path.format(**places), **runner}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", [called.format(**places), "demo"])
    assert terminal.program() == printed.format(**places)


def test_figures_stand_to_the_right() -> None:
    assert terminal.table(
        ["player", "chips", "won"], [["Ann", "5", "+2"], ["Bea", "120", "−13"]]
    ) == ("player  chips  won\nAnn         5   +2\nBea       120  −13")


def test_words_are_cut_to_fit_and_figures_are_not() -> None:
    printed = terminal.table(["player", "note", "chips"], [["Ann", "x" * 100, "1000000"]])
    assert max(len(line) for line in printed.splitlines()) == 80
    assert "…  1000000" in printed


def test_a_table_with_nothing_to_cut_is_left_wide() -> None:
    assert len(terminal.table(["a", "b"], [["1" * 60, "2" * 60]]).splitlines()[1]) == 122
    assert (
        terminal.table(["abcd", "efgh"], [["abcd", "efgh"]], width=5).splitlines()[0]
        == "abcd  efgh"
    )


def test_wide_and_combining_characters_keep_the_columns() -> None:
    assert (
        terminal.table(["name", "n"], [["王芳", "1"], ["Zoe\u0301", "2"]])
        == "name  n\n王芳  1\nZoe\u0301   2"
    )


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("Ann", 3),
        ("Zoe\u0301", 3),
        ("王芳", 4),
        ("👩\u200d👧", 2),
        ("🇺🇸", 2),
        ("❤\ufe0f", 2),
        ("→ A♠*", 5),
        ("…−", 2),
        ("", 0),
    ],
)
def test_how_wide_a_name_is(name: str, columns: int) -> None:
    assert terminal.width_of(name) == columns
    assert terminal.padded(name, 6) == name + " " * (6 - columns)
    assert terminal.padded(name, 6, right=True) == " " * (6 - columns) + name


@pytest.mark.parametrize(
    ("name", "width", "shown"),
    [
        ("Annabelle", 9, "Annabelle"),
        ("Annabelle", 5, "Anna…"),
        ("Big Alfred", 5, "Big …"),
        ("Zoe\u0301 Zoe\u0301", 4, "Zoe\u0301…"),
        ("王芳芳", 5, "王芳…"),
        ("王芳芳", 4, "王…"),
        ("👩\u200d👧👩\u200d👧", 3, "👩\u200d👧…"),
        ("👩\u200d👧👩\u200d👧", 2, "…"),
    ],
)
def test_a_name_is_cut_between_what_people_take_for_characters(
    name: str, width: int, shown: str
) -> None:
    assert terminal.cut(name, width) == shown


def test_a_sentence_is_folded_by_columns() -> None:
    assert terminal.folded("A " * 50).splitlines()[0] == ("A " * 40).rstrip()
    assert terminal.folded("王 " * 50).splitlines()[0] == ("王 " * 27).rstrip()


def test_a_rule_stays_beside_its_number() -> None:
    assert terminal.wrapped("x" * 72 + " rule 4.5", "") == "x" * 72 + "\nrule 4.5"


def test_columns_in_which_nothing_stands_are_left_out() -> None:
    assert terminal.filled_columns(["a", "b", "c"], [["1", "", ""], ["", "", "0"]]) == (
        ["a", "c"],
        [["1", ""], ["", "0"]],
    )


def test_no_progress_bar_in_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(terminal.progress(range(3), 3, "files")) == [0, 1, 2]
    assert capsys.readouterr() == ("", "")


def test_a_progress_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert list(terminal.progress(range(3), 3, "files")) == [0, 1, 2]


@pytest.mark.parametrize(
    "text", ["K♦ over 10♥", "Zoë … −3", "rule\xa05.6", "♥️", "日本", "e\u0301", "", "a\tb"]
)
def test_the_short_way_to_a_width_is_the_one_of_the_library(text: str) -> None:
    assert terminal.width_of(text) == wcwidth.width(text)
