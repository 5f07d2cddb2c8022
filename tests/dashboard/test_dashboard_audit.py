"""The audit: what is wrong, how sure, what it would cost; every finding leads to its spot, and
rulings are written.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from book_on_disk import Book as Folder
from dashboard_app import live, look_at, page, said, typed, ways
from hostile_words import NAMES
from streamlit.testing.v1 import AppTest

from dashboard.audit import findings
from dashboard.frame import shown_book, wording
from dashboard.frame.navigation import hand_queries
from dashboard.frame.shown_book import the_book
from dashboard.replay import step_by_step
from ledger.book.files.disputes import history
from ledger.book.files.settings import Role
from ledger.book.sessions.edits import dispute, lines_to_edit
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.session_text import told_hand
from ledger.cli.main import main
from ledger.log.words import quote
from ledger.stats import findings_of_book
from ledger.story.step_by_step import moments

pytestmark = pytest.mark.slow

EVENING = "saturday-2026-08"
RENEGE = """bourre 1
session 2026-11-20 {session}
rules louisiana
chip 0.25 USD
seats {names}
hand 1 {dealer} 9h
  ante {names}
  play {bea} 0
  play {dealer} 0
  pass {ann}
  trick {bea} Ks Qh
  trick {dealer} Kh 2h
  trick {dealer} Ah 3h
  trick {dealer} 9h 4d
  trick {dealer} 2s 5d
"""
"""Somebody held a spade and trumped: a renege that nobody called."""


def renege_by(ann: str = "Ann", bea: str = "Bea", cal: str = "Cal", session: str = "friday") -> str:
    words = [quote(name) for name in (ann, bea, cal)]
    return RENEGE.format(
        session=session, names=" ".join(words), ann=words[0], bea=words[1], dealer=words[2]
    )


@pytest.fixture
def samples(samples: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a book of the samples of one's own, which the pages show."""
    look_at(samples, monkeypatch)
    return samples


def headings(app: AppTest) -> list[str]:
    """Return what stands over each finding of a page, but for those that are folded away."""
    folded = {one.value for fold in app.expander for one in fold.markdown}
    return [
        one.value.replace("\\", "").split(" ", 1)[1]
        for one in app.markdown
        if one.value not in folded
        and one.value.startswith(
            (*findings.SIGNS.values(), f"{findings.SETTLED} **{wording.SETTLED}")
        )
    ]


def links(app: AppTest, name: str) -> Iterator[dict[str, str]]:
    """Yield the addresses of the links to a page."""
    yield from (way.query for way in ways(app) if way.page == name)


@pytest.mark.usefixtures("samples")
def test_the_first_words_say_what_is_wrong_and_what_it_would_cost_and_the_costliest_comes_first() -> (  # noqa: E501
    None
):
    """Or the latest, if somebody says so."""
    app = page("audit")
    text = said(app).replace("\\", "")
    assert "**16 open findings**: 10 wrong and 6 to watch." in text
    assert (
        "3 reneges are proved, and nobody has paid. Upholding them all would cost $10.75." in text
    )
    assert (
        "Proved by the cards. Nobody has paid for it. Upholding it costs 5 chips ($1.25), "
        "waiving it nothing."
    ) in text
    assert "Rain at the fishing camp, Sat 7 Mar 2026 · hand 12" in headings(app)[0]  # 29 chips
    assert headings(page("audit", order="date"))[0].endswith("Fri 6 Nov 2026 · line 98, Bea")


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("query", "found"),
    [
        (
            {"session": "camp-2026-03"},
            ["**Wrong: Did not follow suit** · hand 12, trick 1, Delphine"],
        ),
        (
            {"session": EVENING, "player": "8", "kind": "match"},
            ["**Wrong: Bourré not paid correctly** · hand 11, Renée"],
        ),
        (
            {"severity": "remark", "state": "all"},
            ["**Note: Everybody passed** · The worked example, Fri 2 Jan 2026 · hand 4"],
        ),
        (
            {"kind": "count"},
            [
                (
                    "**Watch: Chips do not agree** · Birthday at Delphine's, Fri 6 Nov 2026 · "
                    "line 98, Bea"
                )
            ],
        ),
        ({"kind": "count", "state": "settled"}, []),
        (
            {"state": "settled", "session": "terre-haute-2026-06"},
            ["**Settled: Did not follow suit** · hand 2, trick 3, Clovis"],
        ),
    ],
)
@pytest.mark.usefixtures("samples")
def test_filters_live_in_the_address(query: dict[str, str], found: list[str]) -> None:
    assert headings(page("audit", **query)) == found


@pytest.mark.usefixtures("samples")
def test_findings_are_chosen_by_day_and_the_usual_days_take_one_click_as_does_to_clear_them() -> (
    None
):
    app = page("audit", since="2026-03-01", until="2026-03-31", kind="renege")
    assert list(links(app, "replay")) == [
        {"session": "camp-2026-03", "hand": "12", "step": "follow-suit.1.Delphine"}
    ]
    assert list(links(app, "session")) == [{"session": "camp-2026-03", "line": "174"}]
    app = click(app, "This year")
    assert app.query_params["since"].endswith("-01-01")
    assert "0 open" not in said(app)
    app = click(app, "Clear")
    assert not {"kind", "since"} & set(app.query_params)


@pytest.mark.usefixtures("samples")
def test_what_was_settled_is_apart_and_folded_with_the_line_that_settled_it() -> None:
    app = page("audit", session="terre-haute-2026-06")
    (fold,) = [one for one in app.expander if one.label.startswith("Settled later, and notes")]
    assert not fold.proto.expanded
    app = page("audit", app, unfolded=["settled findings"], session="terre-haute-2026-06")
    (fold,) = [one for one in app.expander if one.label.startswith("Settled later, and notes")]
    assert any("Settled: Did not follow suit" in one.value for one in fold.markdown)
    assert not any("Settled:" in one for one in headings(app))
    assert "Line 43, which settled it" in said(app)


def test_a_renege_whose_pot_is_not_known_is_not_said_to_cost_nothing(
    book: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who tied in hand 1 is not recorded, so nobody knows who antes after it: "Upholding it would
    cost $0.00".
    """
    log = renege_by().replace(
        "hand 1 Cal 9h\n  ante Ann Bea Cal\n", "hand 1 Bea -\n  take -\n  match -\nhand 2 Cal 9h\n"
    )
    (book.folder / "sessions" / "friday.bourre").write_text(log, "utf-8")
    look_at(book.folder, monkeypatch)
    text = said(page("audit"))
    assert (
        "Upholding it would cost what the table agrees on: how large the pot was is not recorded."
        in text
    )
    assert "$0.00" not in text


@pytest.mark.nightly
def test_several_are_ticked_and_waived_in_one_go(samples: Path, ruled: str) -> None:
    logs = sorted((samples / "sessions").glob("*.bourre"))
    before = {log: log.read_text("utf-8") for log in logs}
    app = page("audit", kind="unpaid-renege")
    for box in list(app.checkbox):
        next(one for one in app.checkbox if one.key == box.key).check().run()
    app = click(app, "Waive 3 …")
    lines = [line for block in typed(app) for line in block.splitlines()]
    assert len(lines) == 3
    assert before == {log: log.read_text("utf-8") for log in logs}
    app = click(app, "Write 3 lines")
    assert not app.exception
    added = [
        line
        for log in logs
        for line in log.read_text("utf-8").removeprefix(before[log]).splitlines()
    ]
    assert sorted(added) == sorted(f"{line}{ruled}" for line in lines)
    assert said(app).count("stands unpunished") == 3
    assert "reneges are proved" not in said(app)


def test_several_are_upheld_each_for_what_it_costs_and_what_failed_is_told(samples: Path) -> None:
    app = page("audit", kind="unpaid-renege")
    for box in list(app.checkbox):
        next(one for one in app.checkbox if one.key == box.key).check().run()
    app = click(app, "Uphold 3 …")
    # somebody else, meanwhile
    assert main(["waive", "camp-2026-03", "12", "Delphine", "--book", str(samples)]) == 0
    app = next(button for button in app.button if button.label == "Write 3 lines").click().run()
    assert not app.exception
    text = said(app).replace("\\", "")
    assert text.count("Upheld: ") == 2
    assert "Not written for Delphine, hand 12 of camp-2026-03" in text
    log = (samples / "sessions" / "camp-2026-03.bourre").read_text("utf-8")
    assert "penalty Delphine 29 for 12" not in log


@pytest.mark.usefixtures("samples")
def test_long_lists_come_in_pages() -> None:
    first, second = page("audit", state="all"), page("audit", state="all", page=3)
    assert "Page 1 of 3" in said(first)
    assert "Page 3 of 3" in said(second)
    (button,) = [button for button in first.button if button.label == "Next →"]
    assert "Page 2 of 3" in said(button.click().run())
    assert "Page 1 of 3" in said(page("audit", state="all", page=99))


def test_every_finding_of_a_hand_leads_to_the_step_at_which_it_is_told(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_spots(samples, monkeypatch)


def test_findings_of_sessions_in_columns_lead_to_their_step_too(
    long_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(long_book, monkeypatch)
    check_spots(long_book, monkeypatch, 20)


def check_spots(folder: Path, patch: pytest.MonkeyPatch, most: int = 1_000) -> None:
    """Follow the link of each finding as the replay does, and look for the finding there."""
    patch.setattr(shown_book, "role", lambda: Role.VIEWER)
    rows = the_book().ask(findings_of_book).to_dicts()
    of_hands = [row for row in rows if row["hand"] is not None][:most]
    assert len(of_hands) > 15
    way_to = hand_queries(row["session"] for row in of_hands)
    for row in of_hands:
        where = findings.spot(row, way_to)
        session, hand, step = (str(where[name]) for name in ("session", "hand", "step"))
        told = the_book().ask(told_hand, folder, session, hand)
        assert told.place == row["hand"]
        steps = moments(told.hand)
        at = step_by_step.replay_data(told, hand, step)["at"]
        if steps:
            assert row["message"] in {one.message for one in steps[at].findings}
        else:
            assert row["kind"] == "syntax"


def click(app: AppTest, label: str) -> AppTest:
    """Press the first button with a label."""
    return next(button for button in app.button if button.label == label).click().run()


def test_upholding_says_which_line_it_writes_writes_it_and_says_how_to_undo_it(
    samples: Path, ruled: str
) -> None:
    log = samples / "sessions" / "camp-2026-03.bourre"
    before = log.read_bytes()
    app = click(click(page("audit", session="camp-2026-03"), "Uphold …"), "Cancel")
    assert not typed(app)
    app = click(app, "Uphold …")
    assert typed(app)[0] == "penalty Delphine 29 for 12"
    assert log.read_bytes() == before
    app.number_input[0].set_value(7).run()
    assert typed(app)[0] == "penalty Delphine 7 for 12"
    app = click(app, "Write it")
    assert not app.exception
    assert log.read_bytes() == before + f"penalty Delphine 7 for 12{ruled}\n".encode()
    text = said(app).replace("\\", "")
    assert "Upheld: Delphine pays 7 chips" in text
    assert f"Line {before.count(10) + 1} of {log}" in text
    assert "To undo it, delete that line" in text
    assert headings(app) == []
    assert not [one for one in headings(page("audit", app)) if "Rain at the fishing camp" in one]


def test_waiving_writes_its_line_and_answers_whoever_said_that_the_hand_is_wrong(
    samples: Path, ruled: str
) -> None:
    log = samples / "sessions" / "camp-2026-03.bourre"
    there = lines_to_edit(samples, "camp-2026-03", "12")
    dispute(samples, there, "Uncle Joe", "she had the eight of clubs")
    app = page("audit", session="camp-2026-03")
    assert "1 dispute without an answer" in said(app)
    app = click(app, "Waive …")
    assert typed(app)[0] == "waive 12 Delphine"
    app = click(app, "Write it")
    assert log.read_text("utf-8").endswith(f"\nwaive 12 Delphine{ruled}\n")
    text = said(app).replace("\\", "")
    assert "stands unpunished" in text
    assert "without an answer" not in text
    assert history(log, there.first)[-1].words == "ruled: waive 12 Delphine"
    last = log.read_text("utf-8").count("\n")
    assert f"Line {last} of {log}" in text


def test_a_ruling_that_somebody_else_made_meanwhile_is_told(samples: Path) -> None:
    app = click(page("audit", session="camp-2026-03"), "Waive …")
    write = next(button for button in app.button if button.label == "Write it")
    assert main(["uphold", "camp-2026-03", "12", "Delphine", "--book", str(samples)]) == 0
    write.click().run()
    assert not app.exception
    assert "already a ruling" in app.error[0].value


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
@pytest.mark.usefixtures("samples")
def test_who_may_not_rule_sees_no_way_to(role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_book, "role", lambda: role)
    app = page("audit")
    assert "Upholding it costs" in said(app)
    assert not [button for button in app.button if button.label in {"Uphold …", "Waive …"}]


def test_the_findings_of_a_session_can_be_ruled_on_there_too(samples: Path, ruled: str) -> None:
    app = click(page("session", session="camp-2026-03", view="findings"), "Uphold …")
    app = click(app, "Write it")
    assert not app.exception
    assert (
        (samples / "sessions" / "camp-2026-03.bourre")
        .read_text("utf-8")
        .endswith(f"\npenalty Delphine 29 for 12{ruled}\n")
    )


def test_hostile_names_are_words_in_findings_and_can_be_ruled_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "logs").mkdir()
    for at in range(0, len(NAMES) - 2, 3):
        (tmp_path / "logs" / f"{at}.bourre").write_text(
            renege_by(*NAMES[at : at + 3], session=f"evening-{at}"), "utf-8"
        )
    # the same cards under other names
    import_files(tmp_path / "book", [tmp_path / "logs"], ImportOptions(keep_both=True))
    look_at(tmp_path / "book", monkeypatch)
    app: AppTest | None = None
    for number in range(1, 4):
        app = page("audit", app, page=number, kind="follow-suit")
        assert not app.exception
        assert len(headings(app)) >= 6
        for element in (*app.markdown, *app.caption):
            for name in NAMES:
                if any(mark in name for mark in "<[*_`$:\\~"):
                    assert name not in live(element.value)
    app = page("audit", app, session="evening-0")
    app = click(click(app, "Uphold …"), "Write it")
    assert not app.exception
    assert not app.error
    assert (
        (tmp_path / "book" / "sessions" / "evening-0.bourre")
        .read_text("utf-8")
        .splitlines()[-1]
        .startswith("penalty ")
    )


def test_a_long_book_is_shown_page_by_page(
    long_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(long_book, monkeypatch)
    app = page("audit", state="all")
    assert not app.exception
    assert len(headings(app)) <= findings.A_PAGE
    assert {where["view"] for where in links(app, "session")} == {"log"}


def test_a_ruling_on_a_session_in_columns_becomes_a_log(
    long_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ruled: str
) -> None:
    shutil.copytree(long_book, tmp_path / "book")
    look_at(tmp_path / "book", monkeypatch)
    app = click(page("audit", kind="unpaid-renege"), "Waive …")
    assert "at the end of a log that is made for this evening" in said(app)
    line = typed(app)[0]
    app = click(app, "Write it")
    assert not app.exception
    assert not app.error
    (log,) = (tmp_path / "book" / "sessions").glob("*.bourre")
    assert log.read_text("utf-8").splitlines()[-1] == line + ruled
