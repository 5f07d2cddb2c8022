"""rules.md 5: who takes the pot, who pays into the next one, who antes."""

import pytest
from audit_text import found_in, report_of

from ledger.game.rules import PRESETS

# --- 5.1 to 5.3: taking the pot -------------------------------------------------------------------


@pytest.mark.parametrize("tricks", ["Ann 2 Bea 2 Cal 1", "Ann 1 Bea 1 Cal 1 Dot 1 Eve 1"])
def test_5_2_a_tie_leaves_the_pot(tricks: str) -> None:
    log = (
        "seats Ann Bea Cal Dot Eve\nhand 1 Eve -\nplay Ann\nplay Bea\nplay Cal\nplay Dot\nplay "
        "Eve\n"
    )
    assert found_in(log + f"tricks {tricks}\ntake -\n") == []
    assert found_in(log + f"tricks {tricks}\ntake Ann 5\n") == ["take 1 Ann +5"]


# --- 5.4, 5.5: paying into the next pot -----------------------------------------------------------


@pytest.mark.parametrize(
    "paid",
    ["match Bea 4\nrenege Bea 0", "match Bea 4\nrenege Bea", "match -\nrenege Bea 4", "renege Bea"],
)
def test_5_5_bourre_and_renege_is_the_larger_once(paid: str) -> None:
    log = f"hand 1 Dot -\nplay Ann 0\nplay Bea 0\ntricks Ann 5\n{paid}\n"
    assert found_in(log) == []
    assert report_of(log).books["friday"]["Bea"] == -5


# --- 5.6 to 5.8: exemptions -----------------------------------------------------------------------

PAID = """
    rules {}
    hand 1 Dot -
      play Ann 0
      play Bea 0
      play Cal 0
      tricks {}
      {}
    hand 2 Ann -
      ante {}
      play Bea
"""


def _antes(preset: str, tricks: str, more: str, ante: str) -> list[str]:
    return [
        line
        for line in found_in(PAID.format(preset, tricks, more, ante))
        if line.startswith("ante")
    ]


@pytest.mark.parametrize("preset", PRESETS)
def test_5_6_who_paid_for_a_bourre_antes_not(preset: str) -> None:
    most = "Ann 4 Bea 1" if preset != "indiana" else "Ann 3 Bea 1"
    exempt = preset != "double-ante"
    assert _antes(preset, most, "", "Ann Bea Dot") == ([] if exempt else ["ante 2 Cal -1"])
    assert _antes(preset, most, "", "Ann Bea Cal Dot") == (["ante 2 Cal +1"] if exempt else [])


@pytest.mark.parametrize("preset", PRESETS)
def test_5_6_who_paid_for_a_renege_antes_not(preset: str) -> None:
    tricks = "Ann 3 Bea 1 Cal 1" if preset != "indiana" else "Ann 2 Bea 1 Cal 1"
    exempt = preset != "double-ante"
    assert _antes(preset, tricks, "renege Bea", "Ann Cal Dot") == (
        [] if exempt else ["ante 2 Bea -1"]
    )
    assert _antes(preset, tricks, "renege Bea", "Ann Bea Cal Dot") == (
        ["ante 2 Bea +1"] if exempt else []
    )


@pytest.mark.parametrize("preset", PRESETS)
def test_5_7_who_tied_antes_not(preset: str) -> None:
    tricks = "Ann 2 Bea 2 Cal 1" if preset != "indiana" else "Ann 2 Bea 2"
    exempt = preset not in {"double-ante", "acadiana", "casino"}
    more = "match Cal 0" if preset == "indiana" else ""
    assert _antes(preset, tricks, more, "Cal Dot") == (
        [] if exempt else ["ante 2 Ann -1", "ante 2 Bea -1"]
    )
    assert _antes(preset, tricks, more, "Ann Bea Cal Dot") == (
        ["ante 2 Ann +1", "ante 2 Bea +1"] if exempt else []
    )


def test_5_8_the_options_stay_independent() -> None:
    tied, gone = ("Ann 2 Bea 2 Cal 1", "Ann 4 Bea 1")
    assert _antes("double-ante split-exempt=yes", tied, "", "Cal Dot") == []
    assert _antes("double-ante bourre-exempt=yes", gone, "", "Ann Bea Dot") == []
    assert _antes("double-ante bourre-exempt=yes", tied, "", "Ann Bea Cal Dot") == []
    assert _antes("louisiana second-ante=yes", tied, "", "Cal Dot") == []
