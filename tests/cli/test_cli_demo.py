"""bourre demo: a book of the sample sessions, wherever they are; status 0 although they have
mistakes.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from book_on_disk import Told

from ledger.cli import demo as command
from ledger.cli.main import main

pytestmark = pytest.mark.slow

LOG = """\
bourre 1
session 2026-11-20 friday
rules louisiana
chip 0.25 USD
seats Ann Bea

hand 1 Bea 9h
  play Ann 0
  play Bea 0
  trick Ann Kd 2d
  trick Ann Kc 2c
  trick Ann Ah 9h
  trick Ann 3c 4c
  trick Bea Ad 6s
"""


@pytest.fixture
def samples_(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package installed in a folder of its own, with one sample in it: Bea's 2d should have been
    the ace.
    """
    folder = tmp_path / "ledger" / "_sample_data"
    folder.mkdir(parents=True)
    (folder / "friday.bourre").write_text(LOG)
    monkeypatch.setattr(command, "__file__", str(tmp_path / "ledger" / "cli" / "demo.py"))
    return folder


@pytest.fixture
def demo(
    samples_: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Told]:
    assert samples_.is_dir()
    monkeypatch.setattr("sys.argv", ["test"])  # or commands are proposed as ``python -m pytest``

    def run(*words: object) -> Told:
        status = main(["demo", *map(str, words)])
        told = capsys.readouterr()
        return Told(status, told.out, told.err)

    return run


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".duckdb"
    }


def test_it_begins_with_a_renege_and_the_debts_and_ends_with_the_audit(
    demo: Callable[..., Told], tmp_path: Path
) -> None:
    told = demo(tmp_path / "demo")
    assert told.status == 0
    assert told.err == ""
    in_order = (
        "1 evening of one circle of friends, 1 hand",
        (
            "One renege, proved by the cards\n\nsessions/friday.bourre:10: error: hand 1, trick "
            "1, Bea [must-beat]\n"
        ),
        "Who owes whom\n\n  Bea pays Ann $",
        "http://127.0.0.1:8501",
        "What the audit finds",
        "1 file, 1 evening, 1 hand",
    )
    places = [told.out.find(words) for words in in_order]
    assert -1 not in places
    assert places == sorted(places)


def test_what_was_paid_between_evenings_is_in_it_once(
    demo: Callable[..., Told], samples_: Path, tmp_path: Path
) -> None:
    (samples_ / "payments.bourre").write_text(
        "bourre 1\ncurrency USD\ndate 2026-11-21\npay Bea Ann 0.25\n"
    )
    first, again = demo(tmp_path / "demo"), demo(tmp_path / "demo")
    assert first.status == 0
    assert "Who owes whom\n\n  Nobody owes anybody anything.\n" in first.out
    assert first == again


def test_what_it_proposes_can_be_done(
    demo: Callable[..., Told], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = demo(tmp_path / "the demo")
    proposed = [line.split() for line in told.out.splitlines() if line.startswith("  bourre ")]
    assert {words[1] for words in proposed} == {"audit", "owes", "why", "players", "dashboard"}
    for line in told.out.splitlines():
        if line.startswith("  bourre "):
            assert line.endswith(f"--book '{tmp_path / 'the demo'}'")
    assert main(["audit", "--book", str(tmp_path / "the demo")]) == 1
    assert "must-beat" in capsys.readouterr().out


def test_the_same_again_changes_nothing(demo: Callable[..., Told], tmp_path: Path) -> None:
    first = demo(tmp_path / "demo")
    before = content(tmp_path / "demo")
    assert demo(tmp_path / "demo") == first
    assert content(tmp_path / "demo") == before


def test_without_a_folder_each_demo_has_a_new_one(
    demo: Callable[..., Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert demo().status == demo().status == 0
    assert len(list(tmp_path.glob("bourre-demo-*/sessions/friday.bourre"))) == 2


def test_a_demo_that_was_played_with_stays_as_it_is(
    demo: Callable[..., Told], tmp_path: Path
) -> None:
    demo(tmp_path / "demo")
    log = tmp_path / "demo" / "sessions" / "friday.bourre"
    log.write_text(log.read_text() + "waive 1 Bea\n")
    assert demo(tmp_path / "demo").status == 0
    assert log.read_text().endswith("waive 1 Bea\n")


@pytest.mark.parametrize("what", ["a file", "other files", "a book"])
def test_nothing_of_anybodys_is_touched(
    what: str, demo: Callable[..., Told], tmp_path: Path
) -> None:
    place = tmp_path / "mine"
    if what == "a file":
        place.write_text("mine")
    else:
        (place / "sessions").mkdir(parents=True)
        (place / "sessions" / "mine.bourre").write_text(LOG.replace("friday", "mine"))
        if what == "other files":
            (place / "sessions").rename(place / "photographs")
    before = content(tmp_path)
    told = demo(place)
    assert told.status == 2
    assert "name a folder that does not exist yet" in told.err
    after = content(tmp_path)
    assert {name: after[name] for name in before} == before
    assert not list(tmp_path.rglob("friday.bourre"))[1:]


def test_an_empty_folder_will_do(demo: Callable[..., Told], tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert demo(tmp_path / "empty").status == 0


def test_samples_that_cannot_be_read_are_a_failure(
    demo: Callable[..., Told], samples_: Path, tmp_path: Path
) -> None:
    for path in samples_.iterdir():
        path.write_bytes(b"\0")
    told = demo(tmp_path / "demo")
    assert told.status == 2
    assert "this is not text" in told.out


def test_in_a_checkout_the_samples_are_at_its_top() -> None:
    assert command.sample_folder() == Path(__file__).parents[2] / "sample_data"


def test_in_an_installed_package_the_samples_are_inside(samples_: Path) -> None:
    assert command.sample_folder() == samples_


@pytest.mark.nightly
def test_a_season_has_every_card_and_is_the_same_each_time(
    demo: Callable[..., Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "EVENINGS", 2)
    first, again = demo("--season", tmp_path / "season"), demo("--season", tmp_path / "season")
    assert (first.status, again.status) == (0, 0)
    assert first.out == again.out
    assert first.out.startswith("2 evenings of one circle of friends")
    assert "insight --book" in first.out
    assert "bourre chart\n" in first.out  # which is about no book, and takes none
    assert "planted" not in first.out
    logs = [path.read_text("utf-8") for path in (tmp_path / "season" / "sessions").iterdir()]
    for log in logs:
        hands, dealt = log.count("\nhand "), log.count("\n  dealt ")
        assert dealt >= 2 * hands > 0
        assert "??" not in log
        # an id would tell a reader nothing
        assert re.search(r"^session \S+ \S+ \"Friday at \w+'s\"$", log, re.MULTILINE)
    refused = demo(tmp_path / "season")
    assert refused.status == 2
    assert "evenings of its own" in refused.err


def test_the_samples_open_with_everything_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The renege takes three lines; nothing of what is owed is owed by nobody known."""
    assert main(["demo", str(tmp_path / "demo")]) == 0
    shown = capsys.readouterr().out
    assert shown.partition("proved by the cards\n\n")[2].index("\n\n") < 3 * 80
    assert "unknown" not in shown
    assert "unexplained" not in shown.lower()
