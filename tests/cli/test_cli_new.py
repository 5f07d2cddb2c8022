"""bourre new: an empty evening to type into, as the last one of the book was."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

import pytest

from ledger.book.files.input_values import tonight
from ledger.book.sessions.recordings import begin, save
from ledger.book.sessions.stored_recording import Recorder
from ledger.cli.main import main
from ledger.log import read, write
from ledger.recording.recording import NewSession, confirm, say

LAST = NewSession(
    "2026-11-20",
    "friday",
    ("Ann", "Big Al", "Cal"),
    "acadiana limit=20",
    chip=25,
    currency="EUR",
    ante=2,
)
HANDS = ("hand 1 Cal 9h", "play Ann 0", 'play "Big Al" 0', "play Cal 0", "tricks Ann 5")
"""Big Al and Cal match the pot of six."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("new") / "book"
    me = Recorder("phone", "Ann's phone")
    kept = begin(made, LAST, me)
    recording = kept.recording
    for line in HANDS:
        recording = say(recording, line)
    save(made, kept, confirm(recording), me)
    return made


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_it_has_rules_stakes_seats_pot_and_exemptions_of_last_time(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "saturday", "--date", "2026-11-21", "--book", str(folder)]) == 0
    text = Path("saturday.bourre").read_text("utf-8")
    header, _, remarks = text.partition("# ")
    assert header.splitlines() == [
        "bourre 1",
        "session 2026-11-21 saturday",
        "rules acadiana limit=20",
        "chip 0.25 EUR",
        "ante 2",
        "pot 12",
        'exempt "Big Al" Cal',
        'seats Ann "Big Al" Cal',
    ]
    session = read(text, "saturday.bourre")
    assert (session.errors, write(session)) == ([], text)
    assert {line[:1] for line in f"# {remarks}".splitlines()} == {"#"}
    assert "bourre import saturday.bourre --book" in capsys.readouterr().out


def test_what_it_shows_can_be_typed_as_it_stands(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "--book", str(folder), "-o", "-"]) == 0
    text = capsys.readouterr().out
    shown = [
        line.removeprefix("#   ")[:26] for line in text.splitlines() if line.startswith("#   ")
    ]
    assert [line.split()[0] for line in shown] == ["hand", "tricks", "end"]
    assert read("\n".join([text, *shown, ""]), "typed").errors == []


def test_a_first_evening_needs_players_and_stakes(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "--book", "none"]) == 2
    assert "bourre new --seats 'Ann, Bea, Cal'" in capsys.readouterr().err
    assert main(["new", "first", "--seats", "Ann, Big Al", "--book", "none"]) == 2
    assert (
        "say it: bourre new --chip 0.25, or --chip - if you do not play for money"
        in capsys.readouterr().err
    )
    assert main(["new", "first", "--seats", "Ann, Big Al", "--chip", "-", "--book", "none"]) == 0
    assert 'seats Ann "Big Al"\n' in Path("first.bourre").read_text("utf-8")
    assert [path.name for path in here.iterdir()] == ["first.bourre"]


def test_the_name_of_a_file_will_do(folder: Path) -> None:
    Path("games").mkdir()
    assert main(["new", "games/late.bourre", "--date", "2026-11-21", "--book", str(folder)]) == 0
    assert "\nsession 2026-11-21 late\n" in Path("games", "late.bourre").read_text("utf-8")


def test_nothing_that_is_there_is_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.bourre").write_text("mine", "utf-8")
    for words in (["mine"], ["other", "-o", "mine.bourre"], ["friday"]):
        assert main(["new", *words, "--book", str(folder)]) == 2
        assert "already" in capsys.readouterr().err
    assert Path("mine.bourre").read_text("utf-8") == "mine"


def test_what_is_typed_in_the_editor_is_audited(
    here: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    editor = here / "my editor.py"
    editor.write_text(
        (
            "import sys\nwith open(sys.argv[1], 'a') as log:\n    log.write('hand 1 Ann 9h\\n  "
            "paly Cal\\n')\n"
        ),
        "utf-8",
    )
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{editor}'")
    assert main(["new", "typed", "--edit", "--book", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "a line cannot begin with paly" in out
    assert out.splitlines()[-1].startswith("Then: bourre import typed.bourre")


@pytest.mark.parametrize("editor", [None, "no-such-editor-anywhere", "vi 'of a quote"])
def test_without_an_editor_nothing_is_written(
    editor: str | None,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if editor is not None:
        monkeypatch.setenv("VISUAL", editor)
    assert main(["new", "typed", "--edit", "--book", str(folder)]) == 2
    assert "EDITOR=nano bourre new --edit" in capsys.readouterr().err
    assert not Path("typed.bourre").exists()


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-21 05:59", "2026-11-20"),
        ("2026-11-21 06:00", "2026-11-21"),
        ("2026-11-20 23:10", "2026-11-20"),
    ],
)
def test_until_six_in_the_morning_an_evening_is_still_yesterdays(now: str, day: str) -> None:
    assert tonight(datetime.fromisoformat(now).astimezone()) == day
