"""The record page's JavaScript by itself, under Node: each file of ``client``.

What a phone shows after a tap until the server answers is compared with the server's own picture.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest
from under_node import under_node

from dashboard.record.picture import picture, strength
from ledger.game.play import SUITS
from ledger.recording import read_tap, tapped
from ledger.recording.recording import NewSession, start

Tapped = dict[str, Any]

SCORE: Final = (
    {"kind": "dealer", "player": "Dot"},
    {"kind": "turned", "card": "9h"},
    {"kind": "stays", "player": "Ann", "yes": True},
    {"kind": "stays", "player": "Cal", "yes": True},
)
PLAY: Final = (
    {"kind": "dealer", "player": "Dot"},
    {"kind": "turned", "card": "9h"},
    {"kind": "declares", "player": "Ann", "draws": 1},
    {"kind": "declares", "player": "Bea", "draws": 0},
    {"kind": "rest"},
    {"kind": "card", "player": "Ann", "card": "Ks"},
    {"kind": "card", "player": "Bea", "card": "2h"},
)
CASES: Final[dict[str, tuple[str, tuple[Tapped, ...]]]] = {
    "another dealer, and who stays stays": (
        "louisiana",
        (*SCORE, {"kind": "dealer", "player": "Cal"}),
    ),
    "a card taken back loses the trick": ("louisiana", (*PLAY, {"kind": "recall", "card": "3s"})),
    "a card taken back can be played": (
        "louisiana",
        (*PLAY, {"kind": "recall", "card": "3s"}, {"kind": "card", "player": "Ann", "card": "Qh"}),
    ),
    "the dealer can play the turned card": (
        "louisiana",
        (
            *({"kind": "dealer", "player": "Dot"}, {"kind": "turned", "card": "9h"}),
            *(
                {"kind": "declares", "player": name, "draws": 0}
                for name in ("Ann", "Bea", "Cal", "Dot")
            ),
            *(
                {"kind": "card", "player": name, "card": card}
                for name, card in (("Ann", "Ks"), ("Bea", "2s"), ("Cal", "3s"))
            ),
        ),
    ),
    "all say at once who stays": (
        "louisiana declare=simultaneous",
        ({"kind": "dealer", "player": "Bea"},),
    ),
    "all at once, and one has said so": (
        "louisiana declare=simultaneous",
        (SCORE[0], {"kind": "stays", "player": "Ann", "yes": True}),
    ),
    "who took the pot": (
        "louisiana",
        (SCORE[0], {"kind": "pot", "takes": ["Ann"], "matches": ["Bea"]}),
    ),
    "who took it, and nothing more": (
        "louisiana",
        (*SCORE, {"kind": "pot", "takes": ["Ann"], "matches": None}),
    ),
    "another took it": (
        "louisiana",
        (
            SCORE[0],
            {"kind": "pot", "takes": ["Ann"], "matches": []},
            {"kind": "pot", "takes": ["Cal"], "matches": []},
        ),
    ),
    "the pot, and somebody who stayed": (
        "louisiana",
        (
            SCORE[0],
            {"kind": "pot", "takes": ["Ann"], "matches": None},
            {"kind": "stays", "player": "Bea", "yes": True},
        ),
    ),
    "the pot, and a number of tricks": (
        "louisiana",
        (
            *(SCORE[0], {"kind": "pot", "takes": ["Ann"], "matches": None}),
            {"kind": "took", "player": "Cal", "tricks": 1, "stays": True},
        ),
    ),
    "whoever took the pot did not stay": (
        "louisiana",
        (
            SCORE[0],
            {"kind": "pot", "takes": ["Ann"], "matches": []},
            {"kind": "stays", "player": "Ann", "yes": False},
        ),
    ),
    "the draw in its own round": (
        "louisiana declare=two-rounds",
        (*SCORE, {"kind": "rest"}, {"kind": "draws", "player": "Cal", "draws": 2}),
    ),
    "somebody leaves": (
        "louisiana",
        ({"kind": "say", "statement": "leave", "parts": {"player": "Bea"}},),
    ),
    "somebody joins": (
        "louisiana",
        ({"kind": "say", "statement": "sit", "parts": {"player": "Eve", "after": "Bea"}},),
    ),
    "a title": ("louisiana", ({"kind": "began", "title": "Fun night"},)),
}
"""The rules, and taps of which the last is the one that is guessed."""

HERE: Final = Path(__file__).parent
FILES: Final = sorted((HERE / "client").glob("*.test.js"))
DASHBOARD: Final = HERE.parents[1] / "dashboard"


@pytest.fixture(scope="module")
def guesses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of the pictures before each last tap and after it."""
    cases = []
    for name, (rules, taps) in CASES.items():
        recording = start(NewSession("2026-11-20", "x", ("Ann", "Bea", "Cal", "Dot"), rules=rules))
        for tap in taps[:-1]:
            recording = tapped(recording, read_tap({"hand": None, **tap}))
        after = tapped(recording, read_tap({"hand": None, **taps[-1]}))
        cases.append(
            {"name": name, "before": picture(recording), "tap": taps[-1], "after": picture(after)}
        )
    path = tmp_path_factory.mktemp("client") / "guesses.json"
    path.write_text(
        json.dumps({"strengths": {trump: strength(trump) for trump in SUITS}, "cases": cases})
    )
    return path


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.partition(".")[0])
def test_under_node(file: Path, guesses: Path) -> None:
    options = (
        "--test",
        "--test-reporter=spec",
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",  # our modules have no package around them
    )
    status, said = under_node(*options, str(file), BOURRE_GUESSES=str(guesses))
    assert status == 0, said
