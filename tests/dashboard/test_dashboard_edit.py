"""A line of a stored evening is put right on the page, taken back, disputed and answered, each as
far as the role goes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audit_text import log_of
from dashboard_app import folds, look_at, page, said, sent, tables, typed, ways
from streamlit.testing.v1 import AppTest

from dashboard.frame import shown_book
from ledger.book.files.settings import Role
from ledger.book.sessions.edits import Edit, lines_to_edit, store
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.slow

FRIDAY = (
    "session 2026-11-20 friday\nchip 0.25 USD\nseats Ann Bea Cal\nhand 1 Cal 9h\n  tricks Ann 3 "
    "Bea 2\nhand 2 Ann 8h\n"
)
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
    before, line = log.read_bytes(), line_of("trciks", log)
    app = at_line("trciks", log)
    app.text_area[0].set_value("hand 2 Ann 8h\n  trikcs Bea 4 Cal 1").run()
    assert "a line cannot begin with trikcs" in said(press(app, "See what would change"))
    app.text_area[0].set_value("hand 2 Ann 8h\n  tricks Bea 4 Cal 1").run()
    assert "+   tricks Bea 4 Cal 1" in said(press(app, "See what would change"))
    assert log.read_bytes() == before
    told = said(press(app, "Store it"))
    assert "The log as it was stays in the folder replaced." in told
    assert "by banker: was trciks Bea 4 Cal 1" in log.read_text()
    app.session_state[f"edit {line}"] = True
    # another edit, while what came of the first is still shown
    press(app.run(), "See what would change")
    assert "Corrected on " in said(at_line("tricks Bea 4", log))
    press(app, "Take it back")
    assert log.read_bytes() == before


def test_what_is_typed_stays_while_a_phone_goes_on_with_the_evening(log: Path) -> None:
    app = at_line("trciks", log)
    app.text_area[0].set_value("hand 2 Ann 8h\n  tricks Bea 4 Cal 1").run()
    log.write_text(f"{log.read_text()}\nhand 3 Bea 8h\n  tricks Cal 3 Ann 2\n")
    app.run()
    press(app, "See what would change")
    press(app, "Store it")
    assert "\n  tricks Bea 4 Cal 1\n" in log.read_text()
    assert log.read_text().endswith("  tricks Cal 3 Ann 2\n")


def test_what_the_reader_suggests_is_one_tap(log: Path) -> None:
    app = at_line("trciks", log)
    assert "Bea" in said(press(app, "Use “tricks”"))
    press(app, "Store it")
    assert "\n  tricks Bea 4 Cal 1\n" in log.read_text()


def test_a_stored_line_is_fixed_in_the_audit_in_one_tap_and_taken_back(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*See which lines* leads to those lines, each with what the reader takes it for."""
    before = log.read_bytes()
    (way,) = [
        one for one in ways(page("session", session="friday")) if one.label == "See which lines"
    ]
    assert (way.page, way.query) == ("audit", {"kind": "syntax", "session": "friday"})
    app = page("audit", **way.query)
    assert "  trciks Bea 4 Cal 1" in typed(app)
    told = said(press(app, "Use “tricks”"))
    assert "The audit no longer finds:" in told
    assert "No open findings" in told
    assert "\n  tricks Bea 4 Cal 1\n" in log.read_text()
    press(app, "Take it back")
    assert log.read_bytes() == before
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    assert "Use “tricks”" not in [one.label for one in page("audit", **way.query).button]


def test_a_viewer_disputes_and_the_host_answers(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = line_of("tricks Ann", log)
    fold, before = [f"dispute {line_of('hand 1', log)}"], log.read_text().splitlines()
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    app = page("session", unfolded=fold, seen_by="Cal", session="friday", view="log", line=number)
    assert not app.text_area
    words = f"dispute friday {line_of('hand 1', log)} words"
    app.text_input(key=words).set_value("I took two")
    assert "It is in " in said(press(app, "Say so"))
    monkeypatch.undo()
    look_at(log.parents[1], monkeypatch)
    assert "by Cal: I took two" in said(page("audit"))
    app = page("session", unfolded=fold, seen_by="Ann", session="friday", view="log", line=number)
    assert "by Cal: I took two" in said(app)
    app.text_input(key=words).set_value("no, three")
    press(app, "Answer")
    assert [
        line.partition(" by ")[2] for line in log.read_text().splitlines() if line not in before
    ] == [
        "Cal: I took two",
        "Ann: no, three",
    ]
    assert "I took two" not in said(page("audit"))
    assert "by Ann: no, three" in said(page("replay", session="friday", hand=1)).replace("\\", "")


def test_a_payment_is_disputed_where_it_stands_and_answered_in_the_audit(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = log.parents[1] / "payments.bourre"
    file.write_text("bourre 1\ncurrency USD\ndate 2026-11-21\npay Bea Ann 0.50 cash\n", "utf-8")
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    assert "This is wrong" in str(tables(page("owes"))["Payments that were made"])
    app = page("owes", seen_by="Bea", wrong=4)
    app.text_input(key="dispute  4 words").set_value("I paid twice that")
    press(app, "Say so")
    owes = page("owes")
    assert "disputed on " in said(owes)
    assert "unanswered: ‘pay Bea Ann 0.50 cash’" in str(
        [one.value for one in owes.get("html")] or said(owes)
    )
    app = page("audit", seen_by="Bea")
    assert "pay Bea Ann 0.50 cash" in said(app).replace("\\", "")
    assert "Answer" not in [one.label for one in app.button]
    monkeypatch.undo()
    look_at(log.parents[1], monkeypatch)
    app = page("audit", seen_by="Ann")
    app.text_input(key="dispute  4 words").set_value("no, see the bank")
    press(app, "Answer")
    told = said(page("owes", wrong=4)).replace("\\", "")
    assert "by Bea: I paid twice that" in told
    assert "by Ann: no, see the bank" in told
    why = str(folds(page("owes", player=2)))
    assert "answered on " in why
    assert "'wrong': '4'" in why


def test_a_corrected_figure_says_so_on_every_page_that_shows_it(log: Path) -> None:
    press(at_line("trciks", log), "Use “tricks”")
    there = lines_to_edit(log.parents[1], "friday", "2")
    store(
        log.parents[1],
        Edit(
            "friday", there.digest, there.first, 2, (there.texts[0], "  tricks Bea 4 Cal 1"), "Ann"
        ),
    )
    assert re.search(r"\[Hand 2\].* was corrected on ", said(page("session", session="friday")))
    assert "corrected on " in str(
        [
            one
            for one in sent(page("session", session="friday", view="hands"))
            if one.get("name") == "Hands"
        ]
    )
    assert ", by Ann: was trciks Bea 4 Cal 1" in said(
        page("replay", session="friday", hand=2)
    ).replace("\\", "")
    assert "corrected on " in str(folds(page("owes", player=2, session="friday")))


def line_of(word: str, log: Path) -> int:
    return next(at for at, text in enumerate(log.read_text().splitlines(), 1) if word in text)
