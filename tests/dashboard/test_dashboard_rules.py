"""Rules in the dashboard: what the book plays, any way of playing in words, and what is wrong with
nonsense.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from book_on_disk import Book
from dashboard_app import look_at, page, said, tables, typed

from ledger import PRESETS
from ledger.errors import UserError
from ledger.game.options import OPTIONS, compared_rules, explain_rules

pytestmark = pytest.mark.nightly


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the dashboard show a book that does not exist: the rules are the same."""
    look_at(tmp_path / "none", monkeypatch)


def test_the_rules_of_the_evenings_are_counted_and_the_tables_own_come_first_with_what_it_has_changed(  # noqa: E501
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-10-01 old
    rules acadiana
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    ---
    session 2026-11-01 one
    rules louisiana limit=20 recall=free
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    ---
    session 2026-11-02 two
    rules louisiana recall=free limit=20
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    ---
    session 2026-11-03 results
    rules casino
    seats Ann Bea
    result Ann 3 Bea -3
    """
    look_at(book.folder, monkeypatch)
    app = page("rules")
    first = app.markdown[1].value.replace("\\", "")
    assert first == (
        "**Your table plays louisiana with 2 changes**, since Sunday 1 November 2026 (2 evenings)."
        " The Louisiana game as McLeod gives it (the default)."
    )
    assert "<dd class=''>20</dd><dd>of a bourré or a renege; louisiana itself: none</dd>" in said(
        app
    )
    (changed,) = app.markdown[2].value.replace("\\", "").splitlines()  # what the tiles do not tell
    assert changed.startswith(
        "- A wrong card may be taken back in time at no cost. :gray[louisiana itself: "
    )
    (line,) = typed(app)
    assert line == "rules louisiana limit=20 recall=free"
    assert app.text_input(key="rules typed").value == "louisiana limit=20 recall=free"
    book.add(
        "session 2026-11-04 last\nrules casino\nseats Ann Bea\nhand 1 Bea 9h\n  play Ann\n  play "
        "Bea\n  tricks Ann 3 Bea 2\n"
    )
    app = page("rules")
    assert tables(app)["What this book plays"] == [
        ["casino", "2", "1", "2026-11-04"],
        ["louisiana limit=20 recall=free", "2", "2", "2026-11-02"],
        ["acadiana", "1", "1", "2026-10-01"],
    ]
    assert app.markdown[1].value.replace("\\", "") == (
        "**Your table plays casino**, since Wednesday 4 November 2026 (1 evening)."
        " The card site's game: a second ante and no cinch."
    )
    assert "Nothing in it is changed" in said(app)
    assert app.text_input(key="rules typed").value == "casino"


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(
    "text", [*PRESETS, "louisiana limit=20", "indiana draw-cap=2 recall=renege seats=3-6"]
)
def test_every_sentence_of_some_rules_is_on_the_page(text: str) -> None:
    app = page("rules", rules=text)
    shown = said(app).replace("\\", "")
    told = explain_rules(text)
    for title, sentences in told.sections.items():
        assert title in shown
        for sentence in sentences:
            assert f"- {'**' if sentence.option in told.changed else ''}{sentence.text}" in shown
    assert app.text_input(key="rules typed").value == text
    assert app.pills(key="rules chosen").value == (text if text in PRESETS else None)


@pytest.mark.usefixtures("nowhere")
def test_what_an_option_changed_is_marked() -> None:
    lines = said(page("rules", rules="louisiana limit=20")).replace("\\", "").splitlines()
    changed = [line for line in lines if "5.9" in line]

    assert any("changed by an option" in line for line in changed)
    assert "changed by an option" not in said(page("rules", rules="louisiana"))


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(
    ("text", "message", "remedy"),
    [
        ("luisiana", "there are no rules named 'luisiana'", "did you mean louisiana?"),
        ("louisiana limit", "limit has no value", "write options as NAME=VALUE"),
        ("louisiana limit=0", "limit cannot be '0'", "a whole number from 1"),
        ("louisiana limt=20", "there is no option named 'limt'", "did you mean limit?"),
        ("louisiana limit=1 limit=2", "limit is given twice", "leave one of them out"),
        ("<script>alert(1)</script>", "there are no rules named", "expected one of louisiana"),
    ],
)
def test_nonsense_is_told_in_words_and_the_rest_of_the_page_stays(
    text: str, message: str, remedy: str
) -> None:
    app = page("rules", rules=text)
    assert not app.exception
    (error,) = app.error
    assert message in error.value.replace("\\", "")
    assert remedy in error.value.replace("\\", "")
    assert "How the presets differ" in said(app)
    with pytest.raises(UserError):
        explain_rules(text)


@pytest.mark.usefixtures("nowhere")
def test_what_is_typed_or_chosen_stands_in_the_address() -> None:
    app = page("rules")
    app.text_input(key="rules typed").input(" acadiana limit=30 ").run()
    assert app.query_params["rules"] == "acadiana limit=30"
    assert "The limit is 30 chips" in said(app)
    app.pills(key="rules chosen").select("casino").run()
    assert app.query_params["rules"] == "casino"
    assert app.text_input(key="rules typed").value == "casino"
    app.text_input(key="rules typed").input("").run()
    assert "rules" not in app.query_params
    assert app.text_input(key="rules typed").value == "louisiana"


@pytest.mark.usefixtures("nowhere")
def test_presets_are_compared_by_what_differs_and_by_nothing_else() -> None:
    shown = said(page("rules")).replace("\\", "")
    start = shown.index("- **double-ante**")
    lines = shown[start:].partition("Each line is an option")[0].splitlines()
    compared = compared_rules()
    cells = [cell for row in tables(page("rules"))["How the presets differ"] for cell in row]
    assert not any("-" in cell and not cell[0].isdigit() for cell in cells), (
        "an option in the words of a log"
    )
    for name in list(PRESETS)[1:]:
        at = next(number for number, line in enumerate(lines) if line.startswith(f"- **{name}**"))
        listed = []
        for line in lines[at + 1 :]:
            if not line.startswith("  - "):
                break
            listed.append(line.split("`")[1])
        wanted = [
            f"{option}={value}"
            for option, value in compared[name].items()
            if value != compared["louisiana"][option]
        ]
        assert listed == wanted, name


@pytest.mark.usefixtures("nowhere")
def test_every_option_is_explained_with_every_value_that_a_preset_has() -> None:
    shown = said(page("rules", unfolded=["every option"])).replace("\\", "")
    for name, option in OPTIONS.items():
        for text in {option.text(rules) for rules in PRESETS.values()}:
            (line,) = [line for line in shown.splitlines() if line.startswith(f"- `{name}={text}`")]
            first = next(rules for rules in PRESETS.values() if option.text(rules) == text)
            asks = option.said(first)
            assert asks is None or asks.text in line
            assert asks is None or asks.said_by in line
            assert first.preset in line or "in every preset" in line
