"""Every page on every kind of book: it answers, says nothing of our own making, and stops at
nothing.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from dashboard_app import APP, ONE_HAND, PRESENT, look_at, page, said, sent, typed
from hostile_words import NAMES

from dashboard.frame import shown_book
from dashboard.frame.navigation import LOGIN, PAGES, path_of
from ledger.book.files.settings import Role
from ledger.book.sessions.importing import ImportOptions, import_files

pytestmark = pytest.mark.slow


def one_hand(folder: Path) -> None:
    log = folder.parent / "one.bourre"
    log.write_text(ONE_HAND, "utf-8")
    import_files(folder, [log], ImportOptions())


@pytest.fixture(params=["nothing", "one hand", "samples", "hostile"])
def any_book(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "samples":
        return Path(request.getfixturevalue("sample_book"))
    if request.param == "hostile":
        return Path(request.getfixturevalue("hostile_book"))
    if request.param == "one hand":
        one_hand(tmp_path / "book")
    return tmp_path / "book"


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", PRESENT)
def test_a_page_answers_whatever_is_in_the_book(
    name: str, any_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(any_book, monkeypatch)
    for query in (
        {},
        {"player": 1, "session": "friday", "hand": "1"},
        {"player": "x", "session": "\u202e", "hand": "-1", "step": "9"},
    ):
        app = page(name, **query)
        assert not app.exception
        assert len(app.title) == (name != "record")  # whose title is drawn by the phone itself


def test_an_address_of_a_hand_is_no_error_in_an_empty_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(tmp_path / "none", monkeypatch)
    app = page("replay", session="friday")
    assert not app.error
    assert app.button(key="empty record")


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    "name",
    [
        one.name
        for one in PAGES
        if one.name not in {"record", "import", "rules", "chart", "trainer"}
    ],
)
def test_an_empty_book_offers_to_record_and_to_import(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(tmp_path / "none", monkeypatch)
    app = page(name)
    assert [button.label for button in app.button if button.key.startswith("empty")] == [
        "Record tonight's game",
        "Import",
    ]
    assert not typed(app)
    assert "Import" in page(name).button(key="empty import").click().run().title[0].value
    assert not (tmp_path / "none").exists()


def test_an_empty_book_offers_a_viewer_nothing_that_a_viewer_may_not_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(tmp_path / "none", monkeypatch)
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    app = page("home")
    assert "No evenings yet" in said(app)
    assert not app.button


def test_an_empty_book_shows_a_sample_evening_which_is_told_as_one_and_counts_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(tmp_path / "none", monkeypatch)
    app = page("home")
    (felt,) = [one for one in sent(app) if "moments" in one]
    assert felt["title"] == "A sample: Second Friday at Etta's"
    assert (felt["first"], len(felt["moments"])) == (0, 15)
    # there is no page of such a hand
    assert not any("replay" in moment for moment in felt["moments"])
    assert "Nothing of it is in your book or in any figure." in said(app)
    assert not (tmp_path / "none").exists()
    assert "Look at a sample evening" in said(page("sessions"))


def test_pages_are_not_where_streamlit_would_serve_them_by_itself() -> None:
    """Streamlit runs what is in a folder ``pages`` beside app.py without app.py, and so without
    asking who is looking.
    """
    assert not (APP.parent / "pages").exists()


def test_every_page_that_is_there_is_listed_and_every_one_listed_is_there() -> None:
    scripts = set(APP.parent.rglob("*_page.py"))
    assert LOGIN in scripts
    assert scripts - {LOGIN} == {path_of(one.name) for one in PAGES}


def test_a_book_that_cannot_be_read_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_hand(tmp_path / "book")
    (tmp_path / "book" / "book.toml").write_text("currency = 3\n", "utf-8")
    look_at(tmp_path / "book", monkeypatch)
    app = page("owes")
    assert not app.exception
    assert "currency must be text" in app.error[0].value.replace("\\", "")


def test_whatever_somebody_puts_right_is_shown_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_hand(tmp_path / "book")
    look_at(tmp_path / "book", monkeypatch)
    assert "Cal" in said(page("owes"))
    log = tmp_path / "book" / "sessions" / "friday.bourre"
    log.write_text(log.read_text("utf-8").replace("Cal", "Dot"), "utf-8")
    assert "Dot" in said(page("owes"))


@pytest.mark.parametrize("name", ["home", "owes"])
def test_names_stand_in_markdown_only_with_their_marks_escaped(
    name: str, hostile_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(hostile_book, monkeypatch)
    app = page(name)
    marked = [re.escape(one) for one in NAMES if one[0] in "<![*_~`#|$:\\"]
    for element in (*app.markdown, *app.caption, *app.subheader, *app.title):
        assert not re.search(rf"(?<!\\)(?:{'|'.join(marked)})", element.value)
