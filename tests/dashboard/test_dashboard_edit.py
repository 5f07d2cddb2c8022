"""A line of a stored evening is put right on the page, taken back, disputed and answered, each as far as the role goes."""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_text import log_of
from dashboard_app import look_at, page, said
from streamlit.testing.v1 import AppTest

from dashboard.frame import shown_book
from ledger.book.importing import ImportOptions, import_files
from ledger.book.settings import Role

pytestmark = pytest.mark.slow

FRIDAY = "session 2026-11-20 friday\nchip 0.25 USD\nseats Ann Bea Cal\nhand 1 Cal 9h\n  tricks Ann 3 Bea 2\nhand 2 Ann 8h\n"
FRIDAY += "  trciks Bea 4 Cal 1\nend divide\n"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "friday.bourre").write_text(log_of(FRIDAY), "utf-8")
    import_files(tmp_path / "book", [tmp_path / "friday.bourre"], ImportOptions())
    look_at(tmp_path / "book", monkeypatch)
    return tmp_path / "book/sessions/friday.bourre"


def at_line(word: str, log: Path) -> AppTest:
    return page("session", session="friday", view="log", line=line_of(word, log))


def press(app: AppTest, label: str) -> AppTest:
    (button,) = [one for one in app.button if one.label == label]
    button.click().run()
    assert not app.exception
    return app


def test_a_bad_line_is_put_right_where_it_is_marked_and_taken_back(log: Path) -> None:
    before = log.read_bytes()
    app = at_line("trciks", log)
    app.text_area[0].set_value("hand 2 Ann 8h\n  trikcs Bea 4 Cal 1").run()
    assert "trikcs is not a statement" in said(press(app, "See what would change"))
    app.text_area[0].set_value("hand 2 Ann 8h\n  tricks Bea 4 Cal 1").run()
    assert "+   tricks Bea 4 Cal 1" in said(press(app, "See what would change"))
    assert log.read_bytes() == before
    told = said(press(app, "Store it"))
    assert "The log as it was stays in the folder replaced." in told
    assert "by banker: was trciks Bea 4 Cal 1" in log.read_text()
    assert "edited" in said(at_line("tricks Bea 4", log))
    press(app, "Take it back")
    assert log.read_bytes() == before


def test_what_the_reader_suggests_is_one_tap(log: Path) -> None:
    app = at_line("trciks", log)
    assert "Bea" in said(press(app, "Use “tricks”"))
    press(app, "Store it")
    assert "\n  tricks Bea 4 Cal 1\n" in log.read_text()


def test_a_viewer_disputes_and_the_host_answers(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = line_of("tricks Ann", log)
    fold, before = [f"dispute {number}"], log.read_text().splitlines()
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    app = page("session", unfolded=fold, seen_by="Cal", session="friday", view="log", line=number)
    assert not app.text_area
    app.text_input(key="dispute words").set_value("I took two")
    assert "It is in " in said(press(app, "Say so"))
    monkeypatch.undo()
    look_at(log.parents[1], monkeypatch)
    assert "Cal (" in said(page("audit"))
    app = page("session", unfolded=fold, seen_by="Ann", session="friday", view="log", line=number)
    assert "by Cal: I took two" in said(app)
    app.text_input(key="dispute words").set_value("no, three")
    press(app, "Answer")
    assert [line.partition(" by ")[2] for line in log.read_text().splitlines() if line not in before] == [
        "Cal: I took two",
        "Ann: no, three",
    ]
    assert "I took two" not in said(page("audit"))
    assert "by Ann: no, three" in said(page("replay", session="friday", hand=1)).replace("\\", "")


def line_of(word: str, log: Path) -> int:
    return next(at for at, text in enumerate(log.read_text().splitlines(), 1) if word in text)
