"""The routes that a phone records by, asked in process: what is answered, to whom, and what is
refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from dashboard_app import answered
from starlette.applications import Starlette

from dashboard.evening import recap
from dashboard.record import routes
from ledger.book import recordings
from ledger.book.files.folder import VARIABLE, make_folder
from ledger.book.files.settings import REACH, Role
from ledger.cli.main import main
from ledger.cli.record import this_terminal

PHONE: Final = {"phone": "ann-1", "name": "Ann's phone", "stream": "tab"}
SEATS: Final = ["Ann", "Bea", "Cal", "Big Al"]


class Answer(NamedTuple):
    status: int
    said: Any


class Desk:
    """A book, and whoever asks about it."""

    def __init__(self) -> None:
        self.app = Starlette(routes=[*routes.ROUTES, *recap.ROUTES])
        self.phone = "ann-1"

    def get(self, path: str, query: str = "") -> Answer:
        return self.ask("GET", path, query, b"", "")

    def post(self, path: str, *, kind: str = "application/json", **said: object) -> Answer:
        return self.ask("POST", path, "", json.dumps(PHONE | said).encode(), kind)

    def ask(self, method: str, path: str, query: str, body: bytes, kind: str) -> Answer:
        headers = {"content_type": kind, "bourre_phone": self.phone}
        status, content = answered(self.app, method, f"/bourre/{path}", body, query, **headers)
        return Answer(status, json.loads(content) if content else None)

    def begun(self) -> str:
        return str(self.post("begin", seats=SEATS, chip="").said["log"])

    def tap(self, log: str, *taps: dict[str, Any], first: int = 1, **more: object) -> Answer:
        return self.post(
            "taps",
            log=log,
            events=[{"n": number, **tap} for number, tap in enumerate(taps, first)],
            **more,
        )


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A new book, asked by whoever sits at its machine."""
    make_folder(tmp_path / "book")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "book"))
    monkeypatch.setenv(REACH, "local")
    monkeypatch.setattr(routes, "role_of", lambda _request: Role.BANKER)
    monkeypatch.setattr(recordings, "PATIENCE", 1e6)  # however busy this machine is
    return Desk()


@contextmanager
def as_somebody(monkeypatch: pytest.MonkeyPatch, role: Role | None) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(routes, "role_of", lambda _request: role)
        yield


DEALT: Final = {"kind": "dealer", "player": "Big Al", "hand": 1}
HAND: Final = (
    DEALT,
    {"kind": "stays", "player": "Ann", "yes": True, "hand": 1},
    {"kind": "stays", "player": "Bea", "yes": True, "hand": 1},
    {"kind": "took", "player": "Ann", "tricks": 5, "hand": 1},
)
CONFIRM: Final = {"kind": "confirm", "hand": 1}


LOOKS: Final = ("desk", "picture", "recap", "bourres")
"""What may be asked by whoever may look."""


def test_an_evening_by_taps(desk: Desk, tmp_path: Path) -> None:
    """From the desk to the end: what is drawn at each step, and the log that comes of it."""
    before = desk.get("desk").said
    assert before["unfinished"] == []
    assert before["usual"]["rules"] == "louisiana"
    log = desk.begun()
    assert desk.begun() == log
    assert [one["mine"] for one in desk.get("desk").said["unfinished"]] == [True]
    first = desk.tap(log, *HAND).said["picture"]
    assert first["awaits"] == "confirm"
    assert first["settling"]["sentences"][0] == "Cal and Big Al passed."
    assert [seat["name"] for seat in first["table"]] == SEATS
    assert first["before"]["awaits"] == "declare"
    done = desk.tap(log, CONFIRM, CONFIRM, first=5).said
    assert (done["applied"], done["refused"]) == (6, None)
    picture = done["picture"]
    assert (picture["number"], picture["coming"]["dealer"], picture["last"]["number"]) == (
        2,
        "Ann",
        1,
    )
    assert {seat["name"]: seat["exempt"] for seat in picture["table"]}["Bea"] == "matched the pot"
    assert picture["mine"]
    assert picture["applied"] == {"tab": 6}
    assert desk.get("picture", f"log={log}").said == picture
    assert desk.get("picture", f"log={log}&since={picture['stamp']}") == Answer(204, None)
    desk.tap(log, {"kind": "ends", "how": "carry", "counts": {"Ann": 3}}, first=7)
    assert desk.post("close", log=log) == Answer(200, {"closed": True})
    assert desk.get("picture", f"log={log}").status == 404
    text = (tmp_path / "book" / log).read_text()
    assert text.endswith(
        '\nhand 1 "Big Al" -\n  play Ann\n  play Bea\n  tricks Ann 5\ncount Ann 3\nend carry\n'
    )
    assert desk.get("desk").said["usual"]["seats"] == SEATS


def test_a_tap_that_is_refused_says_why_and_the_picture_is_of_what_stands(desk: Desk) -> None:
    log = desk.begun()
    said = desk.tap(log, DEALT, {"kind": "card", "player": "Ann", "card": "Ah"}, HAND[1]).said
    assert said["applied"] == 1
    assert said["refused"] == {
        "n": 2,
        "why": "Ann is not playing this hand",
        "remedy": "say first who stays",
        "gap": False,
    }
    assert said["picture"]["open"]


def test_whoever_watches_is_told_who_went_bourre_what_it_costs_how_often_this_year_and_how_hands_ended(  # noqa: E501
    desk: Desk,
) -> None:
    log = desk.begun()
    settled = desk.tap(log, *HAND).said["picture"]
    assert settled["settling"]["went"] == [{"player": "Bea", "pays": 4}]
    last = desk.tap(log, CONFIRM, first=len(HAND) + 1).said["picture"]["last"]
    assert (last["number"], last["went"]) == (1, [{"player": "Bea", "pays": 4}])
    second = [{**tap, "hand": 2} for tap in HAND[1:]]
    desk.tap(
        log,
        {"kind": "dealer", "player": "Ann", "hand": 2},
        *second,
        {"kind": "confirm", "hand": 2},
        first=len(HAND) + 2,
    )
    desk.phone = "bea-1"
    watched = desk.get("picture", f"log={log}").said
    assert [one["number"] for one in watched["lately"]] == [2, 1]
    assert watched["lately"][1] == last
    told = desk.get("bourres", f"log={log}").said
    assert told["nth"] == {"Bea": "2nd"}
    faces = desk.get("picture", f"log={log}").said["faces"]  # once the book has met them
    assert faces.keys() == set(SEATS)
    assert (faces["Ann"]["initials"], faces["Ann"]["picture"]) == ("An", "")
    assert faces["Ann"]["colour"].startswith("light-dark(#")
    assert desk.get("desk").said["faces"] == faces


def test_the_second_phone_watches_takes_over_and_the_first_is_told(desk: Desk) -> None:
    log = desk.begun()
    other = {"phone": "bea-1", "name": "Bea's phone"}
    told = desk.tap(log, DEALT, **other)
    assert told.status == 409
    assert told.said["error"] == "Ann's phone is recording this evening"
    assert not told.said["picture"]["mine"]
    desk.tap(log, DEALT, {"kind": "dealt", "of": 1, "player": "Ann", "cards": "Ah", "out": None})
    assert desk.get("picture", f"log={log}").said["deals"][0]["seats"][0]["cards"] == ["Ah"]
    watched = desk.tap(log, DEALT, **other).said["picture"]
    assert "Ah" not in json.dumps(watched), "whoever watches may sit at the table"
    assert "ann-1" not in json.dumps(told.said)
    assert desk.post("take-over", log=log, **other).said["mine"]
    assert desk.tap(log, DEALT).status == 409
    assert desk.post("close", log=log).status == 409


def test_cards_that_are_hidden_are_sent_to_no_role_that_may_not_see_them_whatever_token_it_says(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token of a terminal was its user and machine, which everybody knows: whoever said it saw
    the open hand's cards.
    """
    log = desk.begun()
    desk.tap(log, DEALT, {"kind": "dealt", "of": 1, "player": "Ann", "cards": "Ah", "out": None})
    with as_somebody(monkeypatch, Role.VIEWER):
        seen = desk.get("picture", f"log={log}").said
    assert not seen["mine"]
    assert "Ah" not in json.dumps(seen)
    mine, other = this_terminal(), this_terminal()
    assert mine.token != other.token
    assert mine.token.startswith("terminal ")
    recordings.take_over(tmp_path / "book", log, mine)
    desk.phone = mine.token
    assert "Ah" not in json.dumps(desk.get("picture", f"log={log}").said)
    assert desk.tap(log, DEALT, phone=mine.token).status == 422


@pytest.mark.slow
@pytest.mark.parametrize(
    ("role", "looks", "writes"),
    [(None, 401, 401), (Role.VIEWER, 200, 403), (Role.SCORER, 200, 200)],
)
def test_who_may_what(
    role: Role | None, looks: int, writes: int, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = desk.begun()
    spare = [
        desk.post("begin", seats=SEATS, chip="", stream=stream).said
        for stream in ("first", "second")
    ]
    noted = desk.tap(spare[0]["log"], {"kind": "note", "words": "so"}).said["picture"]
    key = desk.post("discard", log=noted["log"], stamp=noted["stamp"]).said["kept"]
    requests: dict[str, Callable[[], Answer]] = {
        "begin": lambda: desk.post("begin", seats=SEATS, chip=""),
        "taps": lambda: desk.tap(log, DEALT),
        "take-over": lambda: desk.post("take-over", log=log),
        "discard": lambda: desk.post("discard", log=spare[1]["log"], stamp=spare[1]["stamp"]),
        "bring-back": lambda: desk.post("bring-back", key=key),
        "close": lambda: (
            desk.post("close", log=log)
            if role is not Role.SCORER
            else desk.tap(log, {"kind": "undo"}, first=2)
        ),
    }
    with as_somebody(monkeypatch, role):
        assert {path: desk.get(path, f"log={log}").status for path in LOOKS} == dict.fromkeys(
            LOOKS, looks
        )
        assert {path: request().status for path, request in requests.items()} == dict.fromkeys(
            requests, writes
        )


def test_an_evening_that_was_discarded_comes_back_with_its_open_hand_and_an_empty_one_is_gone(
    desk: Desk, tmp_path: Path
) -> None:
    """As it was when it was looked at, by whoever records; what is sent later meets that it is
    gone, not a disk that fails.
    """
    log = desk.begun()
    empty = desk.get("picture", f"log={log}").said
    said = [*HAND, CONFIRM, {"kind": "stays", "player": "Bea", "yes": True, "hand": 2}]
    now = desk.tap(log, *said).said["picture"]
    assert now["contents"] == "1 hand and the hand that is open"
    assert desk.post("discard", log=log, stamp=empty["stamp"]).status == 409
    assert desk.post("discard", log=log, stamp=now["stamp"], phone="bea-1").status == 409
    text = (tmp_path / "book" / log).read_text()
    key = desk.post("discard", log=log, stamp=now["stamp"]).said["kept"]
    assert not (tmp_path / "book" / log).exists()
    assert [desk.tap(log, DEALT, stream="late").status, desk.post("take-over", log=log).status] == [
        404,
        404,
    ]
    there = desk.get("desk").said
    assert there["unfinished"] == []
    assert [(one["key"], one["contents"]) for one in there["discarded"]] == [(key, now["contents"])]

    other = desk.post("begin", seats=["Ann", "Bea"], chip="", stream="other").said
    back = desk.post("bring-back", key=key).said
    assert back["log"] != log
    assert (tmp_path / "book" / back["log"]).read_text() == text.replace(
        other["session"], f"{other['session']} {other['session']}-2", 1
    ).replace(f" {other['session']}\n", "\n", 1)
    assert (back["awaits"], back["applied"], desk.get("desk").said["discarded"]) == (
        "declare",
        {"tab": 6},
        [],
    )
    assert desk.post("bring-back", key=key).status == 422
    assert desk.post("discard", log=other["log"], stamp=other["stamp"]).said == {"kept": None}
    assert [one["log"] for one in desk.get("desk").said["unfinished"]] == [back["log"]]


def test_what_is_no_request_of_ours_is_refused(desk: Desk) -> None:
    log = desk.begun()
    assert desk.post("taps", kind="text/plain", log=log, events=[]).status == 415
    assert desk.ask("POST", "taps", "", b"[" * 100_000, "application/json").status == 422
    assert (
        desk.ask("POST", "taps", "", b" " * (routes.LONGEST + 1), "application/json").status == 413
    )
    for said in (
        {"events": None},
        {"events": [{"n": True}]},
        {"events": [{}] * 2000},
        {"events": [], "log": "../x.bourre"},
    ):
        assert desk.post("taps", **{"log": log, **said}).status == 422
    assert desk.get("picture", "log=../x.bourre").status == 422
    # 260 bytes: the system has no such names
    assert desk.get("picture", f"log=sessions/{'é' * 130}.bourre").status == 422
    assert desk.post("begin", seats=["Ann"]).said["error"] == "it takes at least two players"
    assert desk.post("begin", seats=["Ann", "Bea"], rules="poker", stream="x").status == 422


def test_after_a_spreadsheet_what_a_chip_is_worth_is_asked(desk: Desk, tmp_path: Path) -> None:
    """Its nights are counted in cents; a chip of one was proposed."""
    (tmp_path / "years.csv").write_text("date,Ann,Bea\n2026-01-02,1.50,-1.50\n", "utf-8")
    assert (
        main(
            [
                "import",
                str(tmp_path / "years.csv"),
                "--money",
                "USD",
                "--dates",
                "ymd",
                "--yes",
                "--book",
                os.environ[VARIABLE],
            ]
        )
        == 0
    )
    usual = desk.get("desk").said["usual"]
    assert (usual["chip"], usual["unit"], usual["stakes"]) == ("", "", "")
    refused = desk.post("begin", seats=["Ann", "Bea"])
    assert refused.status == 422
    assert refused.said["error"] == "no evening in the book says what a chip is worth"
    assert desk.post("begin", seats=["Ann", "Bea"], chip="0.25").status == 200


def test_what_mending_a_hand_would_change_is_said_before_it_is_stored(
    desk: Desk, tmp_path: Path
) -> None:
    log = desk.begun()
    shown = desk.tap(log, *HAND, CONFIRM).said["picture"]
    (hand,) = shown["said"]
    lines = ["tricks Ann 2 Bea 3" if line.startswith("tricks") else line for line in hand["lines"]]
    event = {
        "kind": "mends",
        "of": 1,
        "was": hand["lines"],
        "lines": lines,
        "when": "2026-11-20 23:05",
        "by": "Ann",
    }
    before = (tmp_path / "book" / log).read_text()
    assert desk.post("mending", log=log, event=event).said == {
        "told": ["Ann: +3 → −1", "Bea: −5 → +3", "The pot: 4 → 0"]
    }
    assert (tmp_path / "book" / log).read_text() == before
    assert desk.post("mending", log=log, event={**event, "was": []}).status == 422
    assert desk.post("mending", log=log, event={**event, "when": "now"}).status == 422
    desk.phone = "somebody else"
    assert desk.get("picture", f"log={log}").said["said"] == []
