"""Whatever is tapped, in whatever order, there is a picture of it, a log that can be read, and
words where it cannot stand.
"""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any, Final

import pytest
from trials import luck

from dashboard.record.picture import picture
from ledger.errors import UserError
from ledger.log import read, write
from ledger.recording import TAPS, Tap, offers, read_tap, tapped, view
from ledger.recording.recording import NewSession, Recording, start, undo

SEATS: Final = ("Ann", "Bea", "Cal", "Big Al")
NAMES: Final = (*SEATS * 4, "Zed", 'a"b', "- ", "#x")
RULES: Final = (
    "louisiana",
    "indiana",
    "dealer-takes-trump",
    "simultaneous",
    "tutorial dealer-antes=yes",
    "acadiana",
)
CARDS: Final = ("Ah", "Ks", "2c", "9h", "Td", "??", "9h>4h", "h", "-", "", "x")
LINES: Final = (
    "claim Ann",
    "renege Bea",
    "trick Ann Ah",
    "tricks Ann 3",
    "hand 4 Ann 9h",
    "misdeal",
    "early Cal",
    'x-foo "bar',
    "# so",
    "leave Bea",
    "sit Bea after Ann",
    "pass Ann Bea",
    "play Ann 2 Bea 1",
    "rules indiana",
    "ante 0",
    "end",
    "stay Ann",
    " ",
    "result Ann 3 Bea -3",
    "dealt Ann Ah Kh Qh Jh Th",
    "take -",
    "match Cal",
    "pot 9",
    'note "',
    "\t#",
)
PARTS: Final = (
    "Ann",
    "Big Al",
    3,
    "2.50",
    ["Ann", "Bea"],
    {"Ann": 3, "Bea": -3},
    "Ah Kh",
    {"limit": "9"},
    "so it for was # x",
    None,
)
FIELDS: Final = (
    "player",
    "chips",
    "source",
    "after",
    "payer",
    "payee",
    "amount",
    "note",
    "hand",
    "won",
    "options",
    "sharers",
    "cards",
)
OFTEN: Final = ("stays", "card", "card", "took", "confirm", "say")


def some_tap(rng: Random, recording: Recording) -> Tap:
    kind = rng.choice([*TAPS, *OFTEN])
    said: dict[str, Any] = {"kind": kind, "hand": rng.choice((None, None, 1, 2))}
    for name, what in TAPS[kind].values.items():
        if not what.endswith("?") or rng.random() < 0.6:
            said[name] = some_value(rng, recording, name, what.removesuffix("?"))
    return read_tap(said)


def some_value(rng: Random, recording: Recording, name: str, what: str) -> object:
    if name == "statement":
        return rng.choice([one.statement for one in offers(view(recording))] or ["none"])
    of_name = {
        "player": NAMES,
        "card": CARDS,
        "line": LINES,
        "how": ("carry", "counted", "divide", "x"),
        "name": NAMES,
    }
    of_name |= {"rules": (*RULES, "x"), "chip": ("0.50", "1 EUR", "", "x")}
    of_kind = {
        "text": ("so it was", "# x", ""),
        "truth": (True, True, False),
        "number": (0, 1, 2, 3, 5, 9),
        "time": ("2026-11-20 23:05",),
    }
    if what == "texts":
        return rng.choice((list(SEATS), ["Bea", "Ann", "Zed"], ["Big Al"], []))
    if what == "parts":
        return {field: rng.choice(PARTS) for field in FIELDS}
    if what in {"chips", "tricks"}:
        return {rng.choice(NAMES): rng.choice((0, 40) if what == "chips" else (0, 2, None))}
    return rng.choice(of_name.get(name) or of_kind[what])


@pytest.mark.slow
@pytest.mark.nightly
def test_whatever_is_tapped_there_is_a_picture_and_a_log_and_undo_takes_back_that_tap() -> None:
    rng = luck()
    for _ in range(40):
        recording = start(
            NewSession("2026-11-20", "friday", SEATS, rng.choice(RULES), chip=25, currency="USD")
        )
        for _ in range(25):
            tap = some_tap(rng, recording)
            with suppress(UserError):
                before, recording = recording, tapped(recording, tap)
                assert tap.kind == "undo" or recording == before or undo(recording) == before
                assert read(recording.text, "x").errors == []
                assert write(read(recording.log, "x")) == recording.log
                assert json.loads(json.dumps(picture(recording)))["open"] == recording.playing


def test_what_is_left_at_the_end_of_the_night_is_told_without_the_antes_of_a_hand_that_nobody_dealt() -> (  # noqa: E501
    None
):
    """
    hand 1 "Big Al" -
      play Ann Bea
      tricks Ann 5
    """
    recording = start(
        NewSession("2026-11-20", "friday", SEATS, "louisiana", chip=25, currency="USD")
    )
    assert picture(recording)["pot_left"] == "0 chips in the pot without the next antes"
    assert picture(recording)["pot_empty"]
    for said in (
        {"kind": "dealer", "player": "Big Al"},
        {"kind": "took", "player": "Ann", "tricks": 5, "stays": True},
        {"kind": "stays", "player": "Bea", "yes": True},
        {"kind": "confirm"},
    ):
        recording = tapped(recording, read_tap(said))
    # Bea matched 4, and the others ante
    assert picture(recording)["pot_words"] == "7 chips in the pot ($1.75)"
    # above it are 7
    assert picture(recording)["pot_left"] == "4 chips in the pot ($1.00) without the next antes"
    assert not picture(recording)["pot_empty"]


def test_antes_of_the_whole_table_are_said_in_two_words() -> None:
    """
    hand 1 "Big Al" -
      play Ann Bea
      tricks Ann 5
    """
    recording = start(NewSession("2026-11-20", "friday", SEATS, "louisiana"))
    assert picture(recording)["coming"]["antes"] == ["Everybody antes 1."]
    recording = tapped(recording, read_tap({"kind": "dealer", "player": "Big Al"}))
    assert picture(recording)["hand"]["antes"] == ["Everybody antes 1."]
    for said in (
        {"kind": "took", "player": "Ann", "tricks": 5, "stays": True},
        {"kind": "stays", "player": "Bea", "yes": True},
        {"kind": "confirm"},
    ):
        recording = tapped(recording, read_tap(said))
    assert picture(recording)["coming"]["antes"] == [
        "Cal, Big Al and Ann ante 1.",
        "Bea antes nothing: matched the pot.",
    ]


def test_who_stays_in_after_the_draw_is_said_while_the_hand_is_open_when_it_is_settled_and_after_it() -> (  # noqa: E501
    None
):
    """By a sentence and at the seat; whoever drops out afterwards does not stay."""
    recording = start(NewSession("2026-11-20", "friday", SEATS, "indiana"))
    for said in (
        {"kind": "dealer", "player": "Big Al"},
        {"kind": "stays", "player": "Ann", "yes": True},
        {"kind": "stays", "player": "Bea", "yes": True},
        {"kind": "stays", "player": "Cal", "yes": True},
        {"kind": "say", "statement": "stay", "parts": {"players": ["Bea", "Ann", "Cal"]}},
        {"kind": "drops", "player": "Cal"},
    ):
        recording = tapped(recording, read_tap(said))
    sentence = "Ann and Bea stay in after the draw."
    assert picture(recording)["hand"]["antes"][-1] == sentence
    assert {row["name"]: row["stayed"] for row in picture(recording)["table"]} == dict(
        zip(SEATS, (1, 1, 0, 0), strict=True)
    )
    recording = tapped(recording, read_tap({"kind": "took", "player": "Ann", "tricks": 3}))
    recording = tapped(recording, read_tap({"kind": "took", "player": "Bea", "tricks": 1}))
    assert picture(recording)["settling"]["sentences"][0] == sentence
    recording = tapped(recording, read_tap({"kind": "confirm"}))
    assert picture(recording)["last"]["sentences"][0] == sentence
    assert not any(row["stayed"] for row in picture(recording)["table"])


def test_a_pot_and_chips_below_a_hand_that_is_not_all_recorded_say_so() -> None:
    """Rule 5.16: "unknown" is drawn as such, and never as a figure that is right."""
    recording = start(NewSession("2026-11-20", "friday", SEATS))
    for said in (
        {"kind": "dealer", "player": "Big Al"},
        {"kind": "pot", "takes": ["Ann"], "matches": None},
    ):
        recording = tapped(recording, read_tap(said))
    drawn = picture(recording)
    assert drawn["hand"]["silent"] == ["Bea", "Cal", "Big Al"]
    assert drawn["settling"]["sentences"][-2:] == [
        "Next pot: 0 chips before the antes, as far as recorded.",
        "Next deal: Ann. Who is exempt from the ante is not known.",
    ]
    drawn = picture(tapped(recording, read_tap({"kind": "confirm"})))
    assert drawn["pot_words"] == "4 chips in the pot, as far as recorded"
    assert drawn["doubt"] == "Hand 1 is not all recorded: figures with ? may change."
    assert not any(row["sure"] for row in drawn["table"])
