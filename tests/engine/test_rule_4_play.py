"""rules.md 4.1 to 4.7, 4.9 to 4.11: leads, following, trumping, beating, recalls and claims; the
cinch has a file of its own.
"""

import pytest
from audit_text import briefs, found_in, report_of

# --- 4.6 A trump that cannot win ------------------------------------------------------------------

UNDER = """
    rules {}
    hand 1 Dot 2s
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Qd 9s 4c
      trick Bea 3h 3s 4h
"""


@pytest.mark.parametrize(
    "preset", ["louisiana", "separate-trump", "dealer-takes-trump", "simultaneous", "tutorial"]
)
def test_4_6_a_trump_even_if_it_cannot_win(preset: str) -> None:
    assert found_in(UNDER.format(preset)) == [
        "must-trump 1.1 Cal 4c [3s]",
        "unpaid-renege 1 Cal +4",
    ]


@pytest.mark.parametrize("preset", ["acadiana", "casino", "louisiana must-trump=no"])
def test_4_6_where_the_house_lets_one_off(preset: str) -> None:
    assert found_in(UNDER.format(preset)) == []


@pytest.mark.parametrize("preset", ["acadiana", "casino"])
def test_4_6_the_house_option_the_other_way(preset: str) -> None:
    second = 3 if preset == "casino" else 0
    found = ["must-trump 1.1 Cal 4c [3s]", f"unpaid-renege 1 Cal +{4 + second}"]
    assert found_in(UNDER.format(f"{preset} must-trump=yes")) == found


# --- 4.10 Recalls ---------------------------------------------------------------------------------

RECALL = """
rules louisiana recall={recall}
seats Ann Bea Cal
hand 1 Cal 2s
  play Ann 0
  play Bea 0
  trick Ann Kh 9c>Ah
  trick Bea Ad 5d
  trick Bea Kd 6d
  trick Bea 3c 4c
  trick Ann Tc 9c
  {paid}
"""


def test_4_10_a_card_taken_back_is_no_renege() -> None:
    assert found_in(RECALL.format(recall="free", paid="take Bea 3")) == ["recall 1.1 Bea 9c"]


def test_4_10_forfeit_the_pot_cannot_be_won() -> None:
    assert found_in(RECALL.format(recall="forfeit", paid="take -")) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="forfeit", paid="take Bea 3")) == [
        "recall 1.1 Bea 9c",
        "take 1 Bea +3",
    ]
    assert found_in(RECALL.format(recall="forfeit", paid="take Ann 3")) == [
        "recall 1.1 Bea 9c",
        "take 1 Ann +3",
    ]


def test_4_10_forfeit_nothing_is_paid() -> None:
    assert found_in(RECALL.format(recall="forfeit", paid="match -")) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="forfeit", paid="match Bea 3")) == [
        "match 1 Bea +3",
        "recall 1.1 Bea 9c",
    ]


def test_4_10_free_retraction_costs_nothing() -> None:
    assert found_in(RECALL.format(recall="free", paid="take -")) == [
        "recall 1.1 Bea 9c",
        "take 1 Bea -3",
    ]


def test_4_10_renege_the_recall_counts_as_one_the_table_called() -> None:
    report = RECALL.format(recall="renege", paid="take -\n  hand 2 Ann 2s\n  play Bea\n  pot 8")
    # Three chips stayed, Bea put in three more, and was then let off the ante: 3 + 3 + 2.
    assert found_in(report) == ["recall 1.1 Bea 9c"]
    assert found_in(RECALL.format(recall="renege", paid="take Bea 3")) == [
        "recall 1.1 Bea 9c",
        "take 1 Bea +3",
    ]


def test_4_10_forfeit_the_next_turn_to_deal_too() -> None:
    log = RECALL.format(recall="{}", paid="\nhand 2 Ann 2s\n  play Bea\nhand 3 {} 2s\n  play Ann")
    assert found_in(log.format("forfeit", "Cal")) == ["recall 1.1 Bea 9c"]
    assert found_in(log.format("forfeit", "Bea")) == ["dealer 3 Bea", "recall 1.1 Bea 9c"]
    assert found_in(log.format("free", "Bea")) == ["recall 1.1 Bea 9c"]
    assert found_in(log.format("renege", "Bea")) == ["recall 1.1 Bea 9c"]


@pytest.mark.parametrize("recall", ["forfeit", "free", "renege"])
def test_4_10_a_legal_card_taken_back_costs_nothing(recall: str) -> None:
    log = """
    rules louisiana recall={}
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 3h>4h
      trick Ann 3d 4d
      trick Bea 5d 6c
      trick Bea 3h 2h
      trick Bea 7d 8c
      take Bea 3
    hand 2 Ann 2s
      play Bea
    hand 3 Bea 2s
      play Ann
    """
    report = report_of(log.format(recall))
    assert briefs(report) == ["recall 1.1 Bea 3h"]
    assert [found.severity for found in report.findings] == ["remark"]


@pytest.mark.parametrize(
    ("trick", "proved"),
    [
        ("trick Ann Kh ??>4h", False),  # nobody knows which card it was
        ("trick Ann ?? 3h>4h", False),  # nor what it was played to
        ("trick Ann Kh 9c>4h", True),  # wrong
        ("trick Ann Kh 2c>3c", False),  # a heart may have been in hand
    ],
)
def test_4_10_a_card_that_is_proved_wrong_has_its_consequence(trick: str, proved: bool) -> None:
    later = "hand 2 Ann 9h\n  play Cal\nhand 3 Bea 9h\n  play Cal\n"
    report = report_of(f"hand 1 Dot 2s\n  play Ann 2\n  play Bea 2\n  {trick}\n{later}")
    assert [found.severity for found in report.findings if found.rule == "recall"] == ["warning"]
    assert ("dealer 3 Bea" in briefs(report)) == proved


def test_4_10_nor_one_of_a_player_whose_record_is_contradictory() -> None:
    report = report_of(
        """
    hand 1 Dot 2s
      dealt Bea 3h 4h 5h 6h 7h
      play Ann 0
      play Bea 0
      trick Ann Kh 3h>4h
      trick Ann Qh 8c
    """
    )
    assert [found.severity for found in report.findings if found.rule == "recall"] == ["warning"]


WAIVED = """
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 9c>Ah
      trick Bea 3d 4d
      trick Ann 5d 6d
      trick Bea 9c 4c
      trick Bea Ad 7d
      {paid}
    {first}
    hand 2 Ann 2s
      play Bea
    {second}
    hand 3 {dealer} 2s
      play Ann
"""


def waived(dealer: str, first: str = "", second: str = "", paid: str = "take Bea 3") -> list[str]:
    found = found_in(WAIVED.format(paid=paid, first=first, second=second, dealer=dealer))
    return [line for line in found if line.startswith(("take", "dealer"))]


def test_4_10_a_waiver_lifts_the_consequences() -> None:
    assert waived("Bea") == ["dealer 3 Bea", "take 1 Bea +3"]
    assert waived("Bea", first="waive 1 Bea") == []
    assert waived("Cal", first="waive 1 Bea") == ["dealer 3 Cal"]
    assert waived("Bea", first="waive 1 Ann") == ["dealer 3 Bea", "take 1 Bea +3"]


def test_4_10_until_a_later_waiver_the_turn_was_only_possibly_forfeited() -> None:
    # At hand 2 Bea's turn had not come. Waived after it, it is hers again at hand 3.
    assert waived("Bea", second="waive 1 Bea") == []
    assert waived("Cal", second="waive 1 Bea") == ["dealer 3 Cal"]
    later = WAIVED + "    {after}\n    hand 4 {last} 2s\n      play Ann\n"
    for dealer, last in (("Bea", "Cal"), ("Cal", "Ann"), ("Cal", "Bea")):
        log = later.format(
            paid="take Bea 3", first="", second="", dealer=dealer, after="waive 1 Bea", last=last
        )
        wrong = [line for line in found_in(log) if line.startswith("dealer")]
        # Who skipped Bea and who did not are both right; but hers was not skipped twice.
        assert wrong == (["dealer 4 Bea"] if last == "Bea" else []), (dealer, last)
