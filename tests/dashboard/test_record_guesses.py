"""What a phone shows after a tap until the server answers: the same as the server's own picture, as
far as it says anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from dashboard.record.picture import picture, strength
from dashboard.record.routes import SCRIPTS_FOLDER
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

_GUESS: Final = """
(script, strengths, before, event) => {
  const { Shown, know } = new Function(`${script}; return { Shown, know: (all) => { STRENGTHS = all; } };`)();
  know(strengths);
  const shown = new Shown(before);
  shown.tap(event);
  return shown.now;
}
"""  # noqa: E501


@pytest.fixture(scope="module")
def blank(chromium: Browser) -> Iterator[Page]:
    """Return a page with nothing on it, to run a script in."""
    page = chromium.new_page()
    yield page
    page.close()


def told(shown: dict[str, Any]) -> dict[str, Any]:
    """What a picture says that a phone may know by itself."""
    hand = shown["hand"] or {}
    seats = [
        {name: row.get(name) for name in ("name", "declared", "draws", "won", "took")}
        for row in shown["table"]
    ]
    names = (
        *(
            "dealer",
            "turned",
            "trump",
            "order",
            "declaring",
            "active",
            "tricks",
            "open_trick",
            "turn",
            "led",
            "best",
        ),
        *("silent", "takes", "matches"),
    )
    coming = None if shown["hand"] else shown["coming"] and shown["coming"]["order"]
    said = {name: shown[name] for name in ("awaits", "number", "title", "players", "dealers")}
    return {
        **said,
        "seats": seats,
        "coming": coming,
        "seen": sorted(hand.get("seen", ())),
        **{name: hand.get(name) for name in names},
    }


@pytest.mark.parametrize("name", CASES)
def test_a_guess_is_what_the_server_says(name: str, blank: Page) -> None:
    rules, taps = CASES[name]
    recording = start(NewSession("2026-11-20", "x", ("Ann", "Bea", "Cal", "Dot"), rules=rules))
    for tap in taps[:-1]:
        recording = tapped(recording, read_tap({"hand": None, **tap}))
    script = (SCRIPTS_FOLDER / "after.js").read_text("utf-8")
    strengths = {trump: strength(trump) for trump in SUITS}
    arguments = [script, strengths, picture(recording), {"hand": None, **taps[-1]}]
    guessed = blank.evaluate(f"([...all]) => ({_GUESS})(...all)", arguments)
    assert told(guessed) == told(picture(tapped(recording, read_tap({"hand": None, **taps[-1]}))))


def test_the_date_on_a_phone_is_by_its_own_clock_and_until_six_still_yesterdays(
    blank: Page,
) -> None:
    script = (SCRIPTS_FOLDER / "start.js").read_text("utf-8")
    days = blank.evaluate(
        f"() => {{ {script}; return [5, 6, 23].map((hour) => tonight(new Date(2026, 2, 1, hour, "
        f"59))); }}"
    )
    assert days == ["2026-02-28", "2026-03-01", "2026-03-01"]


@pytest.mark.parametrize(
    ("said", "chip", "told"),
    [
        ("$10", "0.50", "$10 is 20 chips."),
        ("10,5EUR", "0.50 EUR", "10,5EUR is 21 chips."),
        ("$10.10", "0.50", "No whole number of chips is worth $10.10."),
        ("$10", "", "To say it in money, say first what a chip is worth."),
        *((said, "0.50", "") for said in ("20", "20x", "none", "yes", "no", "")),
    ],
)
def test_a_limit_in_money_is_shown_in_chips(said: str, chip: str, told: str, blank: Page) -> None:
    scripts = "\n".join(
        (SCRIPTS_FOLDER / name).read_text("utf-8") for name in ("page.js", "drawing.js", "start.js")
    )
    assert (
        blank.evaluate(
            f"([said, chip]) => {{ {scripts}; return moneyInChips(said, chip); }}", [said, chip]
        )
        == told
    )
