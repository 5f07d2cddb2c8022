"""Import: what logs would bring is seen before anything is stored; then they are stored, and it is
said what came of it.
"""

from __future__ import annotations

from html import unescape
from pathlib import Path
from typing import Any

import pytest
from dashboard_app import ONE_HAND as LOG, live, look_at, page, said, tables, typed, ways
from hostile_words import NAMES, TITLES, make_hostile_book
from streamlit.testing.v1 import AppTest

from dashboard.frame import navigation, shown_book
from dashboard.manage import upload
from ledger import owing
from ledger.book import Book, MadeLog, importing
from ledger.book.derived.access import ask
from ledger.book.files.settings import Forbidden, Role
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.demo import sample_folder
from ledger.cli.main import main

pytestmark = pytest.mark.slow

FAULTY = LOG.replace("friday", "faulty").replace("tricks Bea 3 Cal 2", "tricks Bea three Cal 2")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a book that is not there yet, which the page shows."""
    look_at(tmp_path / "book", monkeypatch)
    return tmp_path / "book"


def choose(*files: tuple[str, str | bytes], app: AppTest | None = None) -> AppTest:
    """Choose files on the page."""
    app = page("import", app)
    some = [
        (name, text.encode() if isinstance(text, str) else text, "text/plain")
        for name, text in files
    ]
    app.file_uploader[0].set_value(some).run()
    assert not app.exception
    return app


def store(app: AppTest) -> AppTest:
    app.button(key="store").click().run()
    assert not app.exception
    return app


def test_nothing_is_stored_before_somebody_says_so(book: Path) -> None:
    app = choose(("friday.bourre", LOG))
    text = said(app)
    assert "**1 new evening.** Nothing is stored yet." in text
    assert "3 new players: Ann, Bea and Cal." in text
    assert tables(app)["Evenings in these files"] == [["friday", "new", "friday.bourre"]]
    assert not book.exists()


def test_what_is_stored_is_said_and_leads_to_the_session(book: Path) -> None:
    app = store(choose(("friday.bourre", LOG)))
    assert (book / "sessions" / "friday.bourre").read_text("utf-8") == LOG
    assert app.success[0].value == "Stored: 1 evening."
    assert {"session": "friday"} in [way.query for way in ways(app)]
    assert "To undo it" in said(app)
    app.button(key="import told").click().run()
    assert not app.success
    assert "Friday at Ann" in said(page("sessions", app))


def test_what_may_be_a_slip_is_told_with_the_name_that_the_file_came_with(tmp_path: Path) -> None:
    content = LOG.replace("seats Ann Bea Cal", "seats Ann Bea and Cal").removesuffix("\n")
    trial = Book(tmp_path / "book", Role.SCORER).preview({"evening.bourre": content.encode()})
    assert trial.doubts == [
        ("open line", "evening.bourre", 10, ""),
        ("names apart", "evening.bourre", 5, "and"),
    ]


def test_findings_are_seen_before_anything_is_stored(book: Path) -> None:
    app = choose(("faulty.bourre", FAULTY))
    text = said(app)
    assert "**Left out of the figures:**" in text
    assert "1 line and 1 hand of 20 November 2026 (faulty) could not be read" in text.replace(
        "\\", ""
    )
    assert "three is not a number of tricks" in text
    assert not book.exists()


@pytest.mark.usefixtures("book")
def test_two_lines_that_are_wrong_in_the_same_way_are_both_shown() -> None:
    wrong = FAULTY + FAULTY[FAULTY.index("\nhand ") :].replace("hand 1", "hand 2")
    app = choose(("faulty.bourre", wrong))
    assert not app.exception
    excerpts = [text for text in typed(app) if "three" in text]
    assert len(excerpts) == 2
    assert len(set(excerpts)) == 1


def test_a_line_that_cannot_be_read_is_mended_and_checked_again_before_it_is_stored(
    book: Path,
) -> None:
    app = choose(("faulty.bourre", FAULTY))
    assert (app.button(key="store").label, app.button(key="store").proto.type) == (
        "Store 1 evening although 1 line is not read",
        "secondary",
    )
    assert "  tricks Bea three Cal 2\n             ^" in typed(app)
    assert "**Did you mean 3?**" in said(app).replace("\\", "")
    app.text_input[0].set_value("  tricks Bea 3 Cal 2")
    app = next(one for one in app.button if one.label == "Check again").click().run()
    assert "is as it was mended here: line 10." in said(app)
    assert not app.warning
    assert (app.button(key="store").label, app.button(key="store").proto.type) == (
        "Store 1 evening",
        "primary",
    )
    app = store(app)
    assert (book / "sessions" / "faulty.bourre").read_text("utf-8") == LOG.replace(
        "friday", "faulty"
    )
    assert "mended" not in said(choose(("faulty.bourre", FAULTY), app=app))


def test_what_the_reader_suggests_is_one_tap_and_what_was_typed_counts_more(book: Path) -> None:
    app = choose(("faulty.bourre", FAULTY))
    next(one for one in app.button if one.label == "Use “3”").click().run()
    assert "is as it was mended here: line 10." in said(app)
    assert app.button(key="store").label == "Store 1 evening"
    app = choose(("faulty.bourre", FAULTY))
    app.text_input[0].set_value("  tricks Bea 4 Cal 1")
    next(one for one in app.button if one.label == "Use “3”").click().run()
    store(app)
    assert "  tricks Bea 4 Cal 1\n" in (book / "sessions" / "faulty.bourre").read_text("utf-8")


def test_a_log_is_mended_as_a_whole_and_that_is_taken_back(book: Path) -> None:
    app = choose(("faulty.bourre", FAULTY + "buyin Ann 4O\n"))
    app.text_area[0].set_value(FAULTY + "buyin Ann 40\ncashout Ann 40\n")
    app.text_input[0].set_value("  tricks Bea 3 Cal 2")
    app = next(one for one in app.button if one.label == "Check again").click().run()
    assert "is as it was mended here: 13 lines instead of 12." in said(app)
    assert not app.warning
    app = next(one for one in app.button if one.label == "Take it back").click().run()
    assert app.button(key="store").label == "Store 1 evening although 2 lines are not read"
    assert not book.exists()


@pytest.mark.usefixtures("book")
def test_a_header_that_cannot_be_read_is_mended_too() -> None:
    app = choose(("friday.bourre", LOG.replace("louisiana", "luisiana")))
    assert "There is nothing to store" in said(app)
    assert "Did you mean louisiana?" in said(app).replace("\\", "")
    assert "bourre audit" not in said(app)
    next(one for one in app.text_input if one.label == "Line 3").set_value("rules louisiana")
    app = next(one for one in app.button if one.label == "Check again").click().run()
    assert app.button(key="store").label == "Store 1 evening"


@pytest.mark.usefixtures("book")
def test_payments_that_cannot_be_read_are_mended_too() -> None:
    app = choose(
        (
            "payments.bourre",
            "bourre 1\ncurrency USD\ndate 2026-11-21\npay Ann Bea 1,50\npay Bea Cal 2\n",
        )
    )
    assert app.button(key="store").label == "Store 1 payment although 1 line is not read"
    app.text_input[0].set_value("pay Ann Bea 1.50")
    app = next(one for one in app.button if one.label == "Check again").click().run()
    assert app.button(key="store").label == "Store 2 payments"


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("before", "lines", "whole", "after"),
    [
        (b"a\nb\n", {2: "b"}, "a\nb\n", b"a\nb\n"),
        (b"a\nb\n", {2: "c"}, "a\nb\n", b"a\nc\n"),
        (b"a\nb\n", {2: "c"}, "x\na\n", b"x\na\n"),  # the whole text has another line there
        (b"a\nb\n", {2: "c"}, "x\nb\n", b"x\nc\n"),
        (b"a\r\nb\r\n", {2: "c"}, "a\nb\n", b"a\r\nc\r\n"),
        (b"\xef\xbb\xbfa\nb\n", {1: "c"}, None, b"c\nb\n"),
        # nobody touched the second: it stays as it is
        (b"\xff\nb\xfe\n", {1: "a", 2: "b\ufffd"}, None, b"a\nb\xfe\n"),
        (b"a", {2: "b"}, None, b"a\nb"),
    ],
)
def test_what_nobody_wrote_anew_stays_byte_for_byte(
    before: bytes, lines: dict[int, str], whole: str | None, after: bytes
) -> None:
    assert upload.rewritten(before, lines, whole) == after


@pytest.mark.usefixtures("book")
def test_a_log_that_is_no_text_is_shown_line_by_line_and_never_as_a_whole() -> None:
    app = choose(("friday.bourre", LOG.encode().replace(b"Bea 0", b"Be\xff 0")))
    assert not app.text_area
    assert "\ufffd" in app.text_input[0].value


def test_refusals_come_with_their_reasons_and_what_to_do(book: Path) -> None:
    del book
    app = choose(("list.bourre", "milk\neggs\n"), ("friday.bourre", LOG), ("empty.bourre", ""))
    text = said(app).replace("\\", "")
    assert "**1 new evening and 2 refused.**" in text
    assert "a log does not begin with milk" in text
    assert "the file is empty" in text
    store(app)
    assert app.success[0].value == "Stored: 1 evening."


def test_a_session_with_other_content_replaces_the_one_in_the_book_only_if_that_is_wanted(
    book: Path,
) -> None:
    other = LOG.replace("Bea 3 Cal 2", "Bea 2 Cal 3")
    app = choose(("friday.bourre", LOG))
    assert not app.toggle  # nothing is in the book yet
    app = choose(("again.bourre", other), app=store(app))
    assert [one.key for one in app.toggle] == ["import replacing"]
    text = said(app).replace("\\", "")
    assert "is in the book with different content: line 10" in text
    assert "turn on ‘Replace evenings’" in text
    assert "There is nothing to store" in text
    app.toggle(key="import replacing").set_value(True).run()
    assert "1 evening that replaces another" in said(app)
    store(app)
    assert (book / "sessions" / "friday.bourre").read_text("utf-8") == other


def test_a_night_again_is_stored_only_if_that_is_wanted(book: Path) -> None:
    hand = (
        "hand 1 Cal 9h\n  play Bea 0\n  play Cal 0\n  trick Bea Ks Qs\n  trick Bea Qd 3d\n  trick "
        "Bea 5c 6c\n"
    )
    log = LOG.partition("hand 1")[0] + hand
    app = choose(
        ("again.bourre", log.replace("friday", "again")), app=store(choose(("friday.bourre", log)))
    )
    text = said(app).replace("\\", "")
    assert [one.key for one in app.toggle] == ["import keep_both"]
    assert "evening again of 2026-11-20 looks like evening friday of 2026-11-20 again" in text
    assert "turn on ‘Keep both’" in text
    app.toggle(key="import keep_both").set_value(True).run()
    store(app)
    assert (book / "sessions" / "again.bourre").exists()


@pytest.mark.usefixtures("book")
def test_a_log_that_has_less_than_the_book_says_which_switch_replaces_it() -> None:
    less = LOG.partition("hand 1")[0]
    app = choose(("friday.bourre", less), app=store(choose(("friday.bourre", LOG))))
    assert "nothing to import; turn on ‘Replace evenings’ above to replace it all the same" in said(
        app
    ).replace("\\", "")
    assert [one.key for one in app.toggle] == ["import replacing"]


def test_what_the_book_has_already_is_said_to_be_there(book: Path) -> None:
    import_files(book, [sample_folder() / "mistakes.bourre"], ImportOptions())
    app = choose(("mistakes.bourre", (sample_folder() / "mistakes.bourre").read_bytes()))
    assert "1 evening already in the book" in said(app)
    assert "There is nothing to store" in said(app)


def test_a_name_that_looks_like_somebody_known_is_pointed_out(book: Path) -> None:
    log = book.parent / "first.bourre"
    log.write_text(LOG, "utf-8")
    import_files(book, [log], ImportOptions())
    app = choose(("second.bourre", LOG.replace("friday", "saturday").replace("Bea", "Beatrice")))
    assert "- Beatrice is new; if this is Bea" in said(app).replace("\\", "")
    assert "bourre players merge Bea Beatrice" in typed(app)


def test_columns_are_stored_as_logs_are(book: Path, long_book: Path) -> None:
    (columns,) = (long_book / "sessions").iterdir()
    app = choose(("all.parquet", columns.read_bytes()))
    assert "40 new evenings" in said(app)
    store(app)
    stored, wanted = ask(book, owing), ask(long_book, owing)
    (home,) = (book / "sessions").iterdir()  # the book names the file itself
    there = [one._replace(file=f"sessions/{home.name}") for one in wanted.unexplained]
    assert stored == wanted._replace(unexplained=there)


def test_two_files_of_one_name_are_two_files(book: Path) -> None:
    store(choose(("log.bourre", LOG), ("log.bourre", LOG.replace("friday", "saturday"))))
    assert {path.stem for path in (book / "sessions").iterdir()} == {"friday", "saturday"}


@pytest.mark.parametrize("bound", ["MOST_FILES", "MOST_LINES"])
def test_too_much_at_once_is_refused(
    bound: str, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload, bound, 1)
    app = choose(("friday.bourre", LOG), ("faulty.bourre", FAULTY))
    assert "too much at once" in app.error[0].value
    assert "bourre import FILE" in app.error[0].value
    assert not book.exists()


def test_a_log_of_guests_who_come_and_go_takes_no_longer_than_its_lines(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new name was compared with all others, and named: 4,000 of them took ten seconds."""
    compared: list[str] = []
    monkeypatch.setattr(importing, "similar", lambda _settings, name: compared.append(name) or [])
    guests = "".join(f"sit Guest{number} after Ann\nleave Guest{number}\n" for number in range(300))
    app = choose(("guests.bourre", LOG + guests))
    assert "303 new players: Ann, Bea, Cal" in said(app)
    assert "and 243 more." in said(app)
    assert len(compared) == importing.MAX_NAMES_COMPARED
    assert not book.exists()


def test_a_viewer_has_no_such_page_and_a_scorer_has(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del book
    monkeypatch.setattr(shown_book, "role", lambda: Role.VIEWER)
    assert not navigation.may_see("import")
    monkeypatch.setattr(shown_book, "role", lambda: Role.SCORER)
    assert navigation.may_see("import")


def test_hostile_logs_and_file_names_are_words(book: Path) -> None:
    incoming = book.parent / "incoming"
    make_hostile_book(book.parent / "other", incoming)
    logs = [
        (f"{at}{TITLES[at % len(TITLES)][:60]}.bourre", log.read_bytes())
        for at, log in enumerate(incoming.iterdir())
    ]
    broken = [
        (f"**{at}**.bourre", f"bourre 1\nsession {name}\n") for at, name in enumerate(NAMES[:8])
    ]
    for app in (choose(*logs), choose(*broken)):
        for element in (*app.markdown, *app.caption, *app.error, *app.success, *app.warning):
            for name in (*NAMES, *TITLES, "**1**"):
                if any(mark in name for mark in "<[*_`$:\\~"):
                    assert name not in live(element.value)


# --- Old results in a spreadsheet -----------------------------------------------------------------

NIGHTS = (
    "Date,Ann,Bea,Cal,Notes\n03/04/2025,12.50,-7,-5.50,late\n10/04/2025,,5,-5,\n"
    "Total,12.50,-2,-10.50,\n"
)


def widget(app: AppTest, kind: str, label: str) -> Any:  # noqa: ANN401 - Streamlit's elements have no type in common
    return next(one for one in getattr(app, kind) if one.label.startswith(label))


def test_what_a_spreadsheet_does_not_say_is_asked_and_what_was_understood_is_shown(
    book: Path,
) -> None:
    app = choose(("results.csv", NIGHTS))
    order = widget(app, "radio", "What comes first in its dates?")
    assert "may be 2025-04-03 or 2025-03-04" in order.label.replace("\\", "")
    assert not app.button
    widget(order.set_value("dmy").run(), "radio", "What are the amounts?").set_value("money").run()
    assert not app.button
    widget(app, "text_input", "Currency").set_value("eur").run()
    text = said(app).replace("\\", "")
    assert "2 evenings, 2025-04-03 to 2025-04-10, 3 players; money in EUR." in text
    assert "kept as comments: Notes" in text
    assert "row left out: 4 (Total)" in text
    assert next(rows for name, rows in tables(app).items() if name.startswith("Results in")) == [
        ["Ann", "1", "▲ +€12.50"],
        ["Bea", "2", "▼ −€2.00"],
        ["Cal", "2", "▼ −€10.50"],
    ]
    assert "**2 new evenings.** Nothing is stored yet." in text
    assert not book.exists()
    app = store(app)
    assert app.success[0].value == "Stored: 2 evenings."
    assert "result Ann 1250 Bea -700 Cal -550" in (
        book / "sessions" / "results-2025-04-03.bourre"
    ).read_text("utf-8")
    app = app.button(key="paid then").click().run()
    assert "Recorded: 3 payments, each on the day of its evening." in app.success[1].value
    assert "date 2025-04-03\ncurrency EUR\npay Bea Ann 7 settles results-2025-04-03\n" in (
        book / "payments.bourre"
    ).read_text("utf-8")
    assert not any(one.key == "paid then" for one in app.button)


@pytest.mark.usefixtures("book")
def test_a_sign_of_money_asks_only_which_currency_it_is() -> None:
    app = choose(("results.csv", "Date,Ann,Bea\n2025-04-03,$5,$(5)\n2025-04-10,$6,$-6\n"))
    assert not app.radio
    assert "its amounts are money: of which currency is $?" in said(app).replace("\\", "")
    widget(app, "text_input", "Currency").set_value("cad").run()
    assert "2 evenings, 2025-04-03 to 2025-04-10, 2 players; money in CAD." in said(app).replace(
        "\\", ""
    )


@pytest.mark.usefixtures("book")
def test_dates_that_may_be_half_converted_are_asked_about() -> None:
    app = choose(("results.csv", "Date,Ann,Bea\n2026-04-03,€5,-5\n13/04/2026,6,-6\n"))
    widget(app, "radio", "Were days and months swapped?").set_value("yes").run()
    assert "2 evenings, 2026-03-04 to 2026-04-13" in said(app).replace("\\", "")


@pytest.mark.usefixtures("book")
def test_a_spreadsheet_that_is_wrong_says_in_which_cell() -> None:
    app = choose(("results.csv", "Date,Ann,Bea\n2025-04-03,5,-4\n"))
    assert not app.toggle
    widget(app, "radio", "What are the amounts?").set_value("chips").run()
    said_of_it = (app.error[0].value + said(app)).replace("\\", "")
    assert (
        "results.csv: row 2: the results of 2025-04-03 add up to +1: some won more than the "
        "others lost"
    ) in said_of_it
    assert "the switch below stores it, and 1 chip of it stays unexplained" in said_of_it
    assert "--unbalanced" not in said_of_it
    widget(app, "toggle", "Store these evenings as they are").set_value(True).run()
    assert "evenings that do not add up to zero: 2025-04-03 (1 chip unexplained)" in said(
        app
    ).replace("\\", "")
    assert app.button(key="store").label == "Store 1 evening"


def test_another_version_of_a_spreadsheet_is_shown_and_replaces_or_is_kept_beside(
    book: Path,
) -> None:
    text = "Date,Ann,Bea\n2025-04-03,€5,-5\n2025-04-10,€6,-6\n"
    app = choose(
        ("results.csv", text.replace("04-10", "04-11")), app=store(choose(("results.csv", text)))
    )
    shown = said(app).replace("\\", "")
    assert (
        "this one has 1 evening on another day: 2025-04-10 to 2025-04-11 (row 3); nothing was "
        "stored"
    ) in shown
    assert (
        "turn on ‘Replace evenings’ above to put this version in the place of that one, keeping "
        "the old logs in the folder replaced; turn on ‘Keep both’ above to store what is new"
    ) in shown
    assert [one.key for one in app.toggle] == ["import replacing", "import keep_both"]
    app.toggle(key="import replacing").set_value(True).run()
    assert "**1 new evening, 1 evening removed and 1 evening already in the book.**" in said(app)
    assert "1 evening on another day: 2025-04-10 to 2025-04-11 (row 3)" in said(app).replace(
        "\\", ""
    )
    assert app.button(key="store").label == "Store 1 evening, and remove 1 evening"
    store(app)
    assert "Stored: 1 evening. Removed: 1 evening." in app.success[0].value
    assert sorted(path.stem for path in (book / "sessions").iterdir()) == [
        "results-2025-04-03",
        "results-2025-04-11",
    ]


@pytest.mark.usefixtures("book")
def test_a_note_of_which_the_book_has_another_is_told_before_anything_is_stored() -> None:
    text = "Date,Ann,Bea,Notes\n2025-04-03,€5,-5,late\n"
    app = choose(
        ("results.csv", text.replace("late", "too late")), app=store(choose(("results.csv", text)))
    )
    assert (
        "its notes of 2025-04-03 (row 2) are not in the book, which keeps its own"
        in app.warning[0].value.replace("\\", "")
    )


def test_a_debt_that_a_payment_may_have_been_for_is_not_noted_as_paid_and_told(book: Path) -> None:
    app = store(choose(("results.csv", "Date,Ann,Bea\n2025-04-03,€5,-5\n")))
    (book / "payments.bourre").write_text(
        "bourre 1\ndate 2025-04-03\ncurrency EUR\npay Bea Ann 2\n"
    )
    app = app.button(key="paid then").click().run()
    told = app.warning[0].value.replace("\\", "")
    assert (
        "**Not recorded:**\n\n- Bea pays Ann €5.00: Bea paid Ann €2.00 on 2025-04-03, which "
        "may have been for this"
    ) in told
    assert not any("Recorded" in one.value for one in app.success)
    assert (book / "payments.bourre").read_text().endswith("pay Bea Ann 2\n")


def test_what_is_not_read_is_said_on_every_page_with_money_and_before_it_is_stored(
    book: Path,
) -> None:
    app = choose(("faulty.bourre", FAULTY + "\nbuyin Ann 4O\n"))
    words = "2 lines and 1 hand of “Friday at Ann's, Fri 20 Nov 2026” could not be read"
    assert app.warning[0].value.startswith("**Left out of the figures:**\n\n- 2 lines and 1 hand")
    store(app)
    (book / "payments (conflicted copy).bourre").write_text("bourre 1\n")
    assert "2 things" in left_out(page("home"))
    for name in ("owes", "players"):
        told = left_out(page(name))
        assert words in told, name
        assert "payments (conflicted copy).bourre: not used" in told
    told = left_out(page("session", session="faulty"))
    assert "2 lines and 1 hand of this evening could not be read" in told
    assert "conflicted" not in told
    assert "<details" not in told, "a single thing is read at once"


def left_out(app: AppTest) -> str:
    """Return what a page says that its figures leave out."""
    (told,) = [line for line in said(app).splitlines() if "Not in these figures" in line]
    return unescape(told)


@pytest.mark.usefixtures("book")
def test_what_replacing_would_change_is_seen_first() -> None:
    store(choose(("friday.bourre", LOG)))
    app = choose(("friday.bourre", LOG.replace("Bea 3 Cal 2", "Bea 2 Cal 3")))
    assert "--" not in said(app)
    app.toggle(key="import replacing").set_value(True).run()
    assert tables(app)["What replacing changes in evenings"] == [
        ["friday", "Bea", "+2", "−1", "▲ +$0.50", "▼ −$0.25"],
        ["friday", "Cal", "−1", "+2", "▼ −$0.25", "▲ +$0.50"],
    ]
    assert tables(app)["What replacing changes in balances"] == [
        ["Bea", "▲ +$0.50", "▼ −$0.25", "owes"],
        ["Cal", "▼ −$0.25", "▲ +$0.50", "is owed"],
    ]
    assert "the folder `replaced`" in said(app)


# --- Files that once became wrong money -----------------------------------------------------------

CASES = Path(__file__).parents[1] / "cases" / "foreign"


def case(name: str, unit: str = "", app: AppTest | None = None) -> AppTest:
    """Choose a file of the cases, and answer what is asked about its currency."""
    app = choose((Path(name).name, (CASES / name).read_bytes()), app=app)
    if unit:
        if any(one.label.startswith("What are the amounts") for one in app.radio):
            widget(app, "radio", "What are the amounts?").set_value("money").run()
        widget(app, "text_input", "Currency").set_value(unit).run()
    assert not app.exception
    return app


def won(book: Path) -> dict[str, int]:
    return {one.name: one.amount for one in ask(book, owing).balances}


def test_what_lets_one_night_in_lets_no_other_in_here_either(book: Path) -> None:
    app = store(
        choose(("fri.bourre", (CASES / "07-anyway-switches-off-both" / "fri.bourre").read_bytes()))
    )
    app = case("07-anyway-switches-off-both/r.csv", "EUR", app)
    widget(app, "toggle", "Store these evenings as they are").set_value(True).run()
    assert "looks like evening friday of 2026-11-20 again" in said(app).replace("\\", "")
    assert not app.toggle(key="import keep_both").value
    store(app)
    assert won(book)["Ann"] == 1400


def test_two_people_of_one_name_are_asked_about_here_too(book: Path) -> None:
    app = case("13-pokernow-two-ids-one-name/b.csv")
    widget(app, "selectbox", "it began on").set_value("America/Chicago").run()
    widget(app, "radio", "What are the amounts?").set_value("chips").run()
    assert not any(one.key == "store" for one in app.button)
    widget(app, "radio", "One person, or several?").set_value("Several people").run()
    store(app)
    assert {one.name for one in ask(book, owing).balances} == {"Mike", "Mike x2", "Shay"}
    assert (
        "session 2026-04-27 " in (book / "sessions" / "pokernow-2026-04-28-0117.bourre").read_text()
    )
    assert 'zone = "America/Chicago"\n' in (book / "book.toml").read_text()


@pytest.mark.usefixtures("book")
def test_a_second_log_in_a_file_is_told_before_anything_is_stored() -> None:
    app = choose(("both.bourre", (CASES / "12-two-logs-in-one-file" / "both.bourre").read_bytes()))
    assert "a second log begins here, and nothing from here on is read" in said(app).replace(
        "\\", ""
    )
    assert app.button(key="store").label.startswith("Store 1 evening although 1 line is not read")


def test_shared_costs_of_an_app_are_seen_before_they_are_stored_and_only_by_bankers(
    book: Path,
) -> None:
    head = (
        "Date,Description,Category,Currency,Cost,Original cost,Original currency,Conversion "
        "rate,Is Reimbursement,Split mode"
    )
    text = (
        f"{head},Ann,Bea,Cal\n2025-01-06,Back,,EUR,10,,,,Yes,Evenly,0,-10,0\n"
        "2025-01-07,Tea,,EUR,9,,,,No,Evenly,3,-3,-3\n"
    )
    app = choose(("trip.csv", text))
    assert not any(one.key == "store" for one in app.button)
    widget(app, "radio", "row 2").set_value("Cal").run()
    assert (
        "from Spliit: 1 shared cost and 1 payment, 2025-01-06 to 2025-01-07; money in EUR"
        in said(app).replace("\\", "")
    )
    assert next(rows for name, rows in tables(app).items() if name.startswith("Costs in")) == [
        ["Cal", "▲ +€7.00"],
        ["Ann", "▲ +€6.00"],
        ["Bea", "▼ −€13.00"],
    ]
    assert app.button(key="store").label == "Store 2 payments"
    app = store(app)
    assert won(book) == {"Ann": 600, "Bea": -1300, "Cal": 700}
    assert "There is nothing to store" in said(
        widget(choose(("trip.csv", text), app=app), "radio", "row 2").set_value("Cal").run()
    )
    with pytest.raises(Forbidden):
        Book(book, Role.SCORER).store(
            {}, [MadeLog("trip.csv", b"bourre 1\ndate 2025-01-06\npay Ann Bea 1\n")]
        )
    # also where the book has none: then a file of payments is its first
    with pytest.raises(Forbidden):
        Book(book.parent / "new", Role.SCORER).store(
            {"payments.bourre": b"bourre 1\ndate 2025-01-06\npay Ann Bea 1\n"}
        )


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_logs_of_an_export_come_in_as_logs(
    book: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nobody is asked whether their results were paid: the export says what was."""
    head = (
        "bourre 1\nsession 2025-04-03 results-2025-04-03\nrules louisiana\nchip 0.01 USD\nseats "
        "Ann Bea\n"
    )
    old = folder_of_logs(book.parent / "old", LOG, f"{head}result Ann 100 Bea -100\n")
    assert main(["export", kind, str(old.parent / kind), "--book", str(old)]) == 0
    capsys.readouterr()
    app = choose((f"logs.{kind}", (old.parent / kind / f"logs.{kind}").read_bytes()))
    assert "**2 new evenings.** Nothing is stored yet." in said(app)
    app = store(app)
    assert not any(one.key == "paid then" for one in app.button)
    assert ask(book, owing) == ask(old, owing)


def folder_of_logs(folder: Path, *logs: str) -> Path:
    path = folder.parent / "one.bourre"
    for log in logs:
        path.write_text(log)
        import_files(folder, [path], ImportOptions())
    return folder
