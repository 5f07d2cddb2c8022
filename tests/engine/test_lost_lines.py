"""A line that cannot be read may have changed what the hands below it are judged by: nobody is
accused for want of it.
"""

from __future__ import annotations

import re

import pytest
from audit_text import found_in, report_of

FIRST = """
hand 1 Dot 9h
  play Ann 0 Bea 0
  tricks Ann 3 Bea 2
  take Ann 4
  match -
"""
TWICE_THE_ANTE = """
hand 2 Ann 9h
  ante Ann=2 Bea=2 Cal=2 Dot=2
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  take Cal 8
  match -
hand 3 Bea 9h
  ante Ann=2 Bea=2 Cal=2 Dot=2
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  take Cal 8
  match -
"""
WITHOUT_DOT = """
hand 2 Ann 9h
  ante Ann Bea Cal
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  take Cal 3
  match -
hand 3 Bea 9h
  ante Ann Bea Cal
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  take Cal 3
  match -
hand 4 Cal 9h
  ante Ann Bea Cal
  pass Ann Bea Cal
hand 5 Ann 9h
  ante Ann Bea Cal
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
"""
LESS_TAKEN = """
hand 2 Ann 9h
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  pot 4
  take Cal 2
  match -
"""
MORE_IN_THE_POT = """
hand 2 Ann 9h
  play Cal 0 Bea 0
  tricks Cal 3 Bea 2
  take Cal 11
  match -
"""


@pytest.mark.parametrize(
    ("lines", "hands"),
    [
        (
            (
                "ante 2",
                "Ante 2",
                "ant 2",
                "ante two",
                "ante 2.",
                "ante\v2",
                "аnte 2",
                "[22:14] Ann: ante 2",
                "ante ２",
            ),
            TWICE_THE_ANTE,
        ),
        (("leave Dot", "Leave Dot", "leave Dott", "leaves Dot", "- leave Dot"), WITHOUT_DOT),
        (
            (
                "rules limit=2",
                "Rules limit=2",
                "rules lmit=2",
                "rule limit=2",
                "rules limit 2",
                "  tri\0\0\0\0",
            ),
            LESS_TAKEN,
        ),
        (
            (
                "penalty Bea 7 for 1",
                "Penalty Bea 7 for 1",
                "penalty Bea 7 fro 1",
                "fine Bea 7 for 1",
            ),
            MORE_IN_THE_POT,
        ),
    ],
)
def test_nobody_is_accused_for_want_of_a_line(lines: tuple[str, ...], hands: str) -> None:
    """The first of the lines can be read; without any of them somebody is accused."""
    read, *lost = lines
    assert {found.player for found in report_of(f"{FIRST}{hands}").findings} - {None}
    for line in (read, *lost):
        findings = report_of(f"{FIRST}{line}\n{hands}").findings
        assert [found.message for found in findings if found.player] == [], line
        assert [found.rule for found in findings].count("syntax") == (line != read)


def test_a_hand_whose_first_line_cannot_be_read_is_a_hand_and_costs_no_other() -> None:
    for line in (
        "Hand 2 Ann 9h",
        "hands 2 Ann 9h",
        "hnad 2 Ann 9h",
        "[22:14] Bea: hand 2 Ann 9h",
        "deal 2 Ann 9h",
    ):
        report = report_of(
            f"{FIRST}count Ann 3\n{TWICE_THE_ANTE}".replace("hand 2 Ann 9h", line).replace("=2", "")
        )
        assert (report.hands, report.quarantined) == (3, 1), line
        assert [(found.rule, found.player) for found in report.findings] == [
            ("syntax", None),
            ("unverified-pot", None),
        ], line


def test_who_may_have_changed_chairs_is_not_accused_of_playing_out_of_turn() -> None:
    hand = "hand 2 Ann 9h\n  play Bea 0 Cal 0\n  trick Cal As 2s\n"
    for lines in ("leave Cal\nsit Cal after Ann\n", "leave Cal!!\nsit Cal after Ann\n"):
        assert [
            found.rule for found in report_of(f"{FIRST}{lines}{hand}").findings if found.player
        ] == [], lines
    assert [found.rule for found in report_of(f"{FIRST}{hand}").findings if found.player] == [
        "turn"
    ]


def test_two_lines_that_were_lost_do_not_make_up_for_each_other() -> None:
    report = report_of(
        f"{FIRST}penalty Bea 7 fro 1\nleave Dott\n{MORE_IN_THE_POT}".replace(
            "  play Cal", "  ante Ann Bea Cal Dot\n  play Cal"
        )
    )
    assert [found.message for found in report.findings if found.player] == []


def test_a_player_called_hand_begins_none() -> None:
    text = "seats Hand Bea\nhand 1 Bea Ac\n  play Hand 2 our 7d 6d\n  play Bea 0\n  tricks Bea 5\n"
    report = report_of(text)
    assert (report.hands, report.quarantined, [found.rule for found in report.findings]) == (
        1,
        1,
        ["syntax"],
    )


def test_a_hand_behind_a_prefix_costs_the_one_before_too() -> None:
    report = report_of(
        f"{FIRST}  Bea says hand 2 Ann 9h is hers\n{TWICE_THE_ANTE}".replace("=2", "")
    )
    assert (report.hands, report.quarantined) == (4, 2)


def test_a_hand_that_may_have_been_thrown_in_asks_no_antes_of_the_next() -> None:
    text = (
        "rules double-ante\nhand 1 Ann 9h\n  ante Ann Bea Cal Dot\n  {}\nhand 2 Ann 9h\n  ante "
        "Ann=0\n  play Bea 0 Ann 0\n"
    )
    assert [
        found.rule for found in report_of(text.format("misdeal")).findings if found.player
    ] == []
    for line in ("Misdeal", "mis-deal", "early Bob misdeal", "misdeal\n  trik"):
        assert [found.rule for found in report_of(text.format(line)).findings if found.player] == []


def test_a_line_that_begins_with_a_player_is_no_misspelt_keyword() -> None:
    evening = """
    seats Ann Bea Cal Eve
    hand 1 Eve 9h
      play Ann 0 Bea 0
      {}
      tricks Ann 3 Bea 2
    hand 2 Ann 9h
      play Bea 0
      pot 4
      take Bea 4
    hand 3 Bea 9h
      ante Ann Bea Cal
      play Cal 0
    """
    # nearly `leave`: the third hand would be judged without knowing who sits there
    for line in ("Eve Qs", "Eve"):
        found = [one for one in found_in(evening.format(line)) if not one.startswith("syntax")]
        assert found == ["ante 3 Eve -1", "unverified-pot 2"]


def test_where_the_rules_may_have_changed_the_pot_is_not_certain_from_that_hand_on() -> None:
    without_antes = re.sub(r"  ante .*\n", "", TWICE_THE_ANTE)
    report = report_of(f"{FIRST}rules lmit=2\n{without_antes}")
    assert [found.hand for found in report.findings if found.rule == "unverified-pot"] == [2]
