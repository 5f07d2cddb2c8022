"""The replay page without a browser: which hand and which step an address leads to, and what it
says of the others.
"""

from __future__ import annotations

import json
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from all_hands import LOGS, hands_of
from book_on_disk import Book
from dashboard_app import look_at, page, said, sent
from streamlit.testing.v1 import AppTest
from trials import drawn

from dashboard.frame import me
from dashboard.replay.choose_hand import hand_text
from dashboard.replay.step_by_step import replay_data
from ledger import Book as LedgerBook, UserError, read_path, write_hands
from ledger.book.files.settings import OTHERS, Role
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.book.sessions.session_text import Told, told_hand
from ledger.cli.demo import sample_folder
from ledger.hands.from_log import columns as columns_of
from ledger.story.step_by_step import moments

pytestmark = pytest.mark.nightly


def told(folder: Path, session: str, name: str | None = None) -> Told:
    return LedgerBook(folder, Role.VIEWER).ask(told_hand, folder, session, name)


def steps_of(app: AppTest) -> dict[str, Any]:
    """Return what the replay sends to the browser."""
    (data,) = [one for one in sent(app) if "steps" in one]
    return data


def test_a_hand_of_a_book_is_that_of_its_log(sample_book: Path) -> None:
    for path in sorted(sample_folder().glob("*.bourre")):
        if path.stem == "payments":
            continue
        for place, hand in drawn(list(enumerate(hands_of(path), 1)), 2):
            found = told(sample_book, hand.session, str(hand.number))
            assert found.place == place
            assert (found.hand.number, found.hand.seats, found.hand.tricks) == (
                hand.number,
                hand.seats,
                hand.tricks,
            )
            assert [one.message for one in found.hand.findings] == [
                one.message for one in hand.findings
            ]


def test_a_hand_out_of_a_parquet_file_is_the_same(sample_book: Path, tmp_path: Path) -> None:
    logs = [
        read_path(sample_folder() / f"{name}.bourre")
        for name in ("mistakes", "indiana", "full-record")
    ]
    write_hands(tmp_path / "hands.parquet", [columns_of(logs)])
    import_files(tmp_path / "book", [tmp_path / "hands.parquet"], ImportOptions())
    for log in logs:
        here, there = told(tmp_path / "book", log.id, "2"), told(sample_book, log.id, "2")
        assert (here.names, here.standing, here.title) == (there.names, there.standing, there.title)
        assert (here.hand.seats, here.hand.tricks, here.hand.known) == (
            there.hand.seats,
            there.hand.tricks,
            there.hand.known,
        )


def test_a_hand_is_asked_for_by_number_by_line_and_by_turn(book: Book) -> None:
    """
    session 2026-11-20 friday
    seats Ann Bea
    hand 1 Bea 9h
      play Ann 0
      play Bea 0
      trick Ann As 3s
    hand 1 Ann 8h
    hand 2 Bea 7h
    """
    assert told(book.folder, "friday").names[-1] == "2"
    places = {
        name: told(book.folder, "friday", name).place
        for name in ("1", "1#1", "1#2", "2", ":8", ":10")
    }
    assert places == {"1": 1, "1#1": 1, "1#2": 2, "2": 3, ":8": 1, ":10": 3}
    for name in told(book.folder, "friday").names:
        assert (
            told(book.folder, "friday", name).names[told(book.folder, "friday", name).place - 1]
            == name
        )
    for wrong in ("3", "0", "1#3", ":1", "x", "-1", "9" * 30, ""):
        with pytest.raises(UserError):
            told(book.folder, "friday", wrong)
    with pytest.raises(UserError):
        told(book.folder, "saturday")


def test_chips_stand_at_a_hand_where_the_hand_before_left_them(sample_book: Path) -> None:
    for session in ("thibodaux-2026-09", "kitchen-2026-02", "worked-example"):
        names = told(sample_book, session).names
        for before, after in pairwise(names):
            one, other = told(sample_book, session, before), told(sample_book, session, after)
            moved = {place.player: place.chips for place in moments(one.hand)[-1].places}
            assert other.standing == {
                player: chips + moved.get(player, 0) for player, chips in one.standing.items()
            }


@pytest.mark.parametrize(
    ("step", "at"),
    [("1", 0), ("11", 10), ("0", 0), ("999999999999", 32), ("x", 0), ("-3", 0), ("²", 0)],
)
def test_an_address_leads_to_a_step(
    step: str, at: int, sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    assert steps_of(page("replay", session="saturday-2026-08", hand="12", step=step))["at"] == at


def test_a_line_of_the_log_leads_to_what_was_found_in_it(sample_book: Path) -> None:
    """So a finding opens the replay at the spot."""
    landed = 0
    for session in ("saturday-2026-08", "terre-haute-2026-06", "camp-2026-03"):
        for name in told(sample_book, session).names:
            for found in told(sample_book, session, name).hand.findings:
                asked = f":{found.line}"
                here = told(sample_book, session, asked)
                steps = moments(here.hand)
                at = replay_data(here, asked, None)["at"]
                if found.line != here.hand.line:
                    assert found.line in {one.line for one in steps[at].findings}
                    landed += 1
    assert landed > 8


def test_a_line_of_a_trick_leads_to_its_first_card(sample_book: Path) -> None:
    hand = told(sample_book, "thibodaux-2026-09", "1").hand
    for trick in hand.tricks:
        asked = f":{trick.line}"
        at = replay_data(told(sample_book, "thibodaux-2026-09", asked), asked, None)["at"]
        assert (moments(hand)[at].kind, moments(hand)[at].trick) == ("card", trick.number)


def test_a_hand_in_quarantine_shows_its_lines_word_for_word(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    data = steps_of(page("replay", session="gate-b12", hand="12"))
    log = (sample_folder() / "score-only.bourre").read_text("utf-8").splitlines()
    assert [line["text"] for line in data["lines"]] == [
        log[line["number"] - 1] for line in data["lines"]
    ]
    assert [line["text"].split()[0] for line in data["lines"] if line["bad"]] == ["tricks"]
    assert (data["steps"], data["previous"]["name"], data["next"]["name"]) == ([], "11", "13")
    assert data["instead"]["found"][0]["text"].startswith("Line 112: one is not a number of tricks")


def test_an_address_that_leads_nowhere_offers_others(
    sample_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(sample_book, monkeypatch)
    for query, offered in (
        ({}, "Rain at the fishing camp"),
        ({"session": "nowhere"}, "Rain at the fishing camp"),
        ({"session": "camp-2026-03", "hand": "99"}, "Hand 12"),
        ({"session": "camp-2026-03", "hand": "nonsense"}, "Hand 12"),
    ):
        app = page("replay", **query)
        assert not app.exception
        assert offered in said(app)
        assert bool(app.error) == bool(query)


def test_hostile_names_are_sent_as_text(hostile_book: Path) -> None:
    """Only the pictures are markup, and they escape every name; no text reorders what stands beside
    it.
    """
    sessions = LedgerBook(hostile_book, Role.VIEWER).ask(
        lambda connection: [
            row[0] for row in connection.execute("SELECT id FROM sessions").fetchall()
        ]
    )
    for session in sessions:
        data = replay_data(told(hostile_book, session), None, None)
        for step in data["steps"]:
            assert not any(
                mark in step["svg"] for mark in ("<script", "<img", "</div", "<b>", "<b<")
            )
            assert "N" * 40 not in step["said"]


def test_all_steps_of_a_long_hand_are_no_large_message() -> None:
    hands = (hand for path in LOGS[::5] for hand in hands_of(path))
    hand = max(hands, key=lambda hand: sum(len(trick.plays) for trick in hand.tricks))
    data = replay_data(Told(hand, 1, ("1",), None, {}), None, None)
    assert len(json.dumps(data)) < 700_000


def test_a_hand_is_told_as_a_text_a_line_for_each_trick(samples: Path) -> None:
    here = told(samples, "saturday-2026-08", "12")
    first, before, *tricks, end, wrong = hand_text(here, moments(here.hand)).split("\n")
    assert first == "Hand 12 of Saturday at Bea's, Sat 1 Aug 2026"
    assert "turns up 5♥: hearts are trumps." in before
    assert [f"trick {number}" in line for number, line in enumerate(tricks, 1)] == [True] * 5
    assert "Alcide takes 9." in end
    assert wrong.startswith("Wrong: Bea led A♠ and Gus played 5♥: must follow suit")


def test_a_link_is_for_whoever_can_come_here(
    samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(samples, monkeypatch)
    data = steps_of(page("replay", session="saturday-2026-08", hand="12"))
    assert data["address"] == ""
    assert "this machine only" in data["reach"]
    monkeypatch.setattr(me, "is_local", lambda: False)
    monkeypatch.setenv(OTHERS, "http://192.168.1.7:8501")
    data = steps_of(page("replay", session="saturday-2026-08", hand="12"))
    assert data["address"] == "http://192.168.1.7:8501"
    assert "password" in data["reach"]


def test_hostile_names_in_the_text_of_a_hand_stay_on_their_line(hostile_book: Path) -> None:
    session = LedgerBook(hostile_book, Role.VIEWER).ask(
        lambda connection: connection.execute(
            "SELECT id FROM sessions WHERE hands > 0 ORDER BY id LIMIT 1"
        ).fetchall()[0][0]
    )
    here = told(hostile_book, session)
    text = hand_text(here, moments(here.hand))
    assert not any(
        unicodedata.category(character) in {"Cc", "Cs"} for character in text.replace("\n", "")
    )
