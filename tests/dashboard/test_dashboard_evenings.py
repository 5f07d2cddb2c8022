"""Sessions and one session: who won the night, every hand, and the log with what is wrong in it."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from book_on_disk import Book
from dashboard_app import live, look_at, page, said, sent, tables, ways
from hostile_words import NAMES
from streamlit.testing.v1 import AppTest

from dashboard.evening import session
from dashboard.find import hands_found
from dashboard.frame import wording
from ledger.book.derived.access import ask
from ledger.book.sessions.session_text import LogLine
from ledger.stats import Shown, found_hands, hands_of

pytestmark = pytest.mark.nightly

EVENING = "saturday-2026-08"


def log_lines(app: AppTest) -> list[dict[str, Any]]:
    """Return the lines of the log on a page as they are sent to the browser."""
    lines: list[dict[str, Any]]
    (lines,) = [one["lines"] for one in sent(app) if "lines" in one]
    return lines


@pytest.mark.parametrize(
    ("title", "session", "called", "with_day"),
    [
        ("Friday at Ann's", "2026-11-20", "Friday at Ann's", "Friday at Ann's, Fri 20 Nov 2026"),
        (None, "2026-11-20", "Fri 20 Nov 2026", "Fri 20 Nov 2026"),
        (None, "2026-11-20-2", "Fri 20 Nov 2026 (2)", "Fri 20 Nov 2026 (2)"),
        (None, "2026-11-20-late", "2026-11-20-late", "2026-11-20-late, Fri 20 Nov 2026"),
        (None, "2026-11-201", "2026-11-201", "2026-11-201, Fri 20 Nov 2026"),
        (None, "2026-11-21", "2026-11-21", "2026-11-21, Fri 20 Nov 2026"),
        (None, "friday", "friday", "friday, Fri 20 Nov 2026"),
    ],
)
def test_an_evening_that_nobody_named_is_called_by_its_day(
    title: str | None, session: str, called: str, with_day: str
) -> None:
    when = date(2026, 11, 20)
    assert wording.evening(title, session, when) == called
    assert wording.evening_with_day(title, session, when) == with_day


def test_every_evening_is_listed_with_who_won_it_and_leads_to_it(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("sessions")
    rows = tables(app)["Evenings"]
    assert len(rows) == 10
    (row,) = [row for row in rows if row[0] == "Saturday at Bea's"]
    assert row == ["Saturday at Bea's", "book", "Renée", "5", "13", "–", "7 open"]
    assert "10 evenings, 118 hands" in said(app)


def test_filters_in_the_address_choose_the_evenings(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    assert [row[0] for row in tables(page("sessions", rules="indiana"))["Evenings"]] == [
        "Euchre was rained out"
    ]
    assert "No evening fits" in said(page("sessions", until="1999-01-01"))


def test_a_hand_thrown_in_is_told_as_such_and_a_night_without_hands_has_no_table_of_them(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(
        "hand 1 Ann h\n  play Bea\n  misdeal\n", "session 2026-11-23 chips\nresult Ann 5 Bea -5\n"
    )
    look_at(book.folder, monkeypatch)
    (row,) = tables(page("session", session="friday"))["Hands"]
    assert row[3:5] + row[6:] == ["", "nobody", "thrown in"]
    app = page("session", session="chips")
    assert "Hands" not in tables(app)
    assert any("result Ann 5" in str(line) for line in log_lines(app))


def test_the_session_says_who_won_and_how(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("session", session=EVENING)
    assert app.title[0].value == "Saturday at Bea\\'s"
    text = said(app).replace("\\", "")
    assert "Renée won the evening with :blue[▲\u00a0+$6.50] (26 chips)" in text
    assert "Renée won 2 of 13 hands, the biggest for 36 chips (hand 9)" in text
    assert tables(app)["What each player won or lost"][0] == ["Renée", "▲ +$6.50", "+26"]
    assert len(tables(app)["Hands"]) == 13
    marks = [("1 · Worst bourré", "8"), ("2 · Turning point", "9"), ("3 · Biggest pot", "9")]
    assert [(mark, hand) for mark, hand in tables(app)["Hands that stand out"]][:3] == marks


def test_the_rules_of_an_evening_are_told_in_words_and_lead_to_all_of_them(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    session 2026-11-01 one
    rules double-ante recall=free limit=30
    seats Ann Bea
    hand 1 Bea 9h
      play Ann
      play Bea
      tricks Ann 3 Bea 2
    """
    look_at(book.folder, monkeypatch)
    told = page("session", session="one").caption[0].value.replace("\\", "")
    assert (
        "[rules double-ante with 2 changes](<./rules?rules=double-ante+limit%3D30+recall%3Dfree>)"
        in told
    )


def test_what_won_the_night_is_of_hands_that_count_and_of_chips_that_were_taken(book: Book) -> None:
    """
    rules acadiana limit=3
    seats Ann Bea Cal Dot
    pot 10
    hand 1 Dot h
      play Ann 1 Bea 1
      tricks Ann 3 Bea 2
    hand 2 Ann h
      misdeal
    hand 2 Ann h
      nonsense
    """
    hands = ask(book.folder, lambda connection: hands_of(connection, "friday"))
    assert hands["stake"][0] == 3  # what a bourré costs; who wins takes all (5.9)
    assert [row[-1] for row in session.plain(hands)] == ["", "thrown in", "a line cannot be read"]
    found = ask(
        book.folder, lambda connection: found_hands(connection, shown=Shown(backwards=True))
    )
    ends = [list(hands_found.plain(row))[-2:] for row in found.iter_rows(named=True)]
    assert ends == [["yes", ""], ["yes", "thrown in"], ["no", "a line cannot be read"]]
    told = book.run("night", "friday").out.replace("\n", " ")
    assert "As far as it is recorded, Ann won the evening with" in told
    assert "Ann won 1 of 1 hand with a known outcome, the biggest for 14 chips (hand 1)." in told


def test_a_hand_whose_winner_alone_is_recorded_has_a_winner_and_nobody_is_said_to_have_passed(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    seats Ann Bea Cal
    hand 1 - h
      take Bea
    hand 2 Ann h
      pass Bea
      play Cal 1 Ann 1
      tricks Cal 3 Ann 2
    """
    hands = ask(book.folder, lambda connection: hands_of(connection, "friday"))
    assert hands.select("dealer", "stayed", "stayers_said", "winner", "known").rows() == [
        (None, ["Bea"], False, "Bea", False),
        ("Ann", ["Cal", "Ann"], True, "Cal", True),
    ]
    found = ask(book.folder, found_hands).sort("hand")
    assert found.select("dealer", "stayers_said", "winner").rows() == [
        (None, False, "Bea"),
        ("Ann", True, "Cal"),
    ]
    look_at(book.folder, monkeypatch)
    app = page("session", session="friday")
    first, second = tables(app)["Hands"]
    assert first[1:5] == ["?", "♥", "not recorded", "Bea"]
    assert second[3:5] == ["2 of 3", "Cal"]
    assert re.search(r"As far as it is recorded, .* won the evening", said(app).replace("\\", ""))


def test_the_charts_stand_beside_tables_with_the_same_figures(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("session", session=EVENING, unfolded=["chips as a table"])
    assert len(app.get("plotly_chart")) == 1
    rows = tables(app)["Chips won or lost after each hand"]
    assert [row[0] for row in rows] == ["start", *map(str, range(1, 14))]
    ends = {cells[0]: cells[2] for cells in tables(app)["What each player won or lost"]}
    names = ["Alcide", "Bea", "Clovis", "Gus", "Renée"]
    assert [ends[name].replace("−", "-").lstrip("+") for name in names] == rows[-1][1:]
    assert {row[5] for row in tables(app)["Hands"]} >= {"14", "37"}


def test_the_next_evening_and_the_one_before_are_one_click_away(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    links = {
        way.label.replace("\\", ""): way.query for way in ways(page("session", session=EVENING))
    }
    assert links["← Euchre was rained out, Sat 20 Jun 2026"] == {"session": "terre-haute-2026-06"}
    assert links["Second Friday at Etta's, Fri 11 Sep 2026 →"] == {"session": "thibodaux-2026-09"}


def test_the_log_has_every_line_and_marks_what_is_wrong(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("session", session="gate-b12", view="log")
    lines = log_lines(app)
    assert "Choose a line by its number to edit or dispute its hand" in said(app)
    text = (
        (sample_book / "sessions" / "gate-b12.bourre").read_text("utf-8").rstrip("\n").split("\n")
    )
    assert [line["text"] for line in lines] == text
    assert {line["n"]: line["label"] for line in lines if "label" in line} == {
        17: "Wrong",
        112: "Wrong",
        116: "Watch",
    }
    assert [line["n"] for line in lines if line.get("out")] == list(range(104, 114))


def test_an_address_with_a_line_shows_the_log_at_that_line(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("session", session="gate-b12", line=112)
    assert len(log_lines(app)) == 166
    assert '"at": 112' in said(app)


def test_of_a_very_long_log_the_lines_around_the_one_asked_for_are_shown() -> None:
    lines = tuple(LogLine(number, "", "", (), counts=True) for number in range(1, 10_001))
    shown = session.window(lines, 5_000)
    assert len(shown) == session.MOST
    assert shown[0].number < 5_000 < shown[-1].number
    assert session.window(lines, None)[0].number == 1
    assert session.window(lines, 9_999)[-1].number == 10_000
    assert session.window(lines[:5], 3) == lines[:5]


def test_a_session_that_does_not_exist_is_told_so(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    app = page("session", session="**bold**")
    assert not app.exception
    assert "There is no evening \\*\\*bold\\*\\* in this book" in said(app)


@pytest.mark.parametrize(
    "query",
    [{}, {"view": "hands"}, {"view": "findings"}, {"view": "log"}, {"view": "x", "line": "-1"}],
)
def test_every_view_of_an_evening_of_a_long_book_answers(
    query: dict[str, str], long_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(long_book, monkeypatch)
    assert not page("session", **query).exception
    assert not page("sessions").exception


@pytest.mark.drawn(2)
@pytest.mark.parametrize("query", [{}, {"view": "findings"}, {"view": "log"}])
@pytest.mark.parametrize("day", [1, 4, 7, 10])
def test_hostile_names_and_titles_are_words_on_the_page_of_their_session(
    query: dict[str, str], day: int, hostile_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(hostile_book, monkeypatch)
    app = page("session", session=f"evening-{day}", **query)
    assert not app.exception
    for element in (*app.markdown, *app.caption, *app.title, *app.subheader):
        for name in NAMES:
            if any(mark in name for mark in "<[*_`$:\\~"):
                assert name not in live(element.value)
    for element in app.get("plotly_chart"):
        assert "<script" not in element.proto.spec
        assert "<img" not in element.proto.spec


def test_a_night_kept_by_chips_is_shown_as_one(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    chip 0.25 USD
    seats Ann Bea Cal
    buyin Ann 40
    buyin Bea 40
    count Ann 55
    cashout Bea 25
    """
    look_at(book.folder, monkeypatch)
    app = page("session", session="friday")
    text = said(app).replace("\\", "")
    # that no hand was written down is said below the felt
    assert "2026 · 2 players · a chip" in text
    assert "Ann won the evening with :blue[▲\u00a0+$3.75] (15 chips)." in text
    assert tables(app)["What each player won or lost"] == [
        ["Ann", "▲ +$3.75", "+15"],
        ["Bea", "▼ −$3.75", "−15"],
    ]
