"""A hand with all cards open, told afterwards: what best play comes to, what each card leads to,
and what that needs.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from audit_text import log_of

from ledger.cli.main import main
from ledger.engine import judge
from ledger.hands import columns
from ledger.insight import Hindsight, hindsight, par_in_words, roads, would_have
from ledger.log import read

LOG = """
seats Ann Bea
hand 1 Bea 9h
  dealt Ann As 2c 3d 4d 5d
  dealt Bea 9h Qs Ad Kd Qd
  play Ann 0
  play Bea 0
  trick Ann 3d Ad
  trick Bea Kd 4d
  trick Bea Qd 5d
  trick Bea 9h As
  trick Bea Qs 2c
  take Bea 2
  match Ann 2
"""
"""Ann throws away the ace that would have taken the last trick."""


def seen(log: str) -> Hindsight:
    return hindsight(judge(columns([read(log_of(log), "friday.bourre")])), 0)


def test_what_the_other_card_would_have_done_is_said_of_whoever_played() -> None:
    hand = seen(LOG)
    assert par_in_words(hand) == (
        "With all cards open and everybody playing for the most, Bea takes the pot, and nobody "
        "goes bourré. "
        "In fact Bea took the pot, and Ann went bourré."
    )
    said = {(choice.trick, choice.player): would_have(choice) for choice in hand.choices}
    assert said.pop((4, "Ann")) == "With all cards open, 2♣ would have spared Ann the bourré."
    assert set(said.values()) == {""}
    assert roads(hand.choices[-1]) == [
        ("A♠", "Bea takes the pot, and Ann goes bourré", True),
        ("2♣", "Bea takes the pot, and nobody goes bourré", False),
    ]


@pytest.mark.parametrize(
    ("written", "instead", "needed"),
    [
        # the tricks say that she stayed
        ("  play Bea 0\n", "", "the cards dealt to Bea, and those thrown away and drawn"),
        ("seats Ann Bea", "seats Cal Ann Bea", "a note of whether Cal stayed"),
        ("play Ann 0", "play Ann 1", "the cards dealt to Ann, and those thrown away and drawn"),
        ("Bea Qs 2c", "Bea ?? 2c", ""),
        ("  dealt Ann As 2c 3d 4d 5d\n", "", ""),
        ("Bea 9h As\n  trick Bea Qs 2c", "Bea 9h ??", ""),
        (" 2c 3d 4d 5d\n", " 2c 3d 4d ??\n", ""),
        (
            "play Ann 0",
            "play Ann 1 out ?? in 5d",
            "the cards dealt to Ann, and those thrown away and drawn",
        ),
    ],
)
def test_without_every_card_there_is_no_par_but_what_it_needs(
    written: str, instead: str, needed: str
) -> None:
    hand = seen(LOG.replace(written, instead))
    assert hand.needed == (f"What open cards would have given needs {needed}." if needed else "")
    assert (hand.par is None) == bool(needed)


def test_of_a_hand_that_nobody_played_nothing_is_said() -> None:
    alone = LOG.replace("play Bea 0", "pass Bea")[: LOG.index("  trick") - 2]
    for log in (alone, LOG.replace("take Bea 2", "nonsense")):
        assert seen(log) == Hindsight("")


def test_no_card_is_looked_back_at_after_one_that_was_wrong_or_taken_back() -> None:
    assert [
        choice.trick
        for choice in seen(LOG.replace("Bea Kd 4d", "Bea Kd 2c").replace("Qs 2c", "Qs 4d")).choices
    ] == [1, 1, 2]
    assert seen(LOG.replace("Ann 3d Ad", "Ann 3d Kd>Ad")).choices == ()


def test_show_tells_it_on_request_and_never_of_an_evening_being_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("friday.bourre").write_text(log_of(LOG), "utf-8")
    assert main(["show", "friday.bourre", "1"]) == 0
    assert "Hindsight" not in capsys.readouterr().out
    assert main(["show", "friday.bourre", "1", "--open-cards"]) == 0
    assert capsys.readouterr().out.endswith(
        "    trick 4: With all cards open, 2♣ would have spared Ann the bourré.\n"
    )
    assert main(["show", "friday.bourre", "1", "--open-cards", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["open_cards"]
    assert told["choices"][-1]["leads_to"]["2c"]["bourre"] == []
    assert main(["show", "friday.bourre", "--open-cards"]) == 2
    monkeypatch.setattr("ledger.book.Book.being_recorded", lambda _: frozenset({"friday.bourre"}))
    assert main(["show", "friday.bourre", "1", "--open-cards"]) == 2
    assert "still being recorded" in capsys.readouterr().err
