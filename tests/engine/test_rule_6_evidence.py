"""rules.md 6: what a record can prove, and what it must never be used for."""

import pytest
from audit_text import found_in, report_of

from ledger.findings.audit import Report


def _verdicts(report: Report) -> tuple[int, int, int]:
    return report.right, report.unproved, report.wrong


def test_6_1_complete_tricks_prove_the_play(audited: Report, findings: list[str]) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 7d
      trick Bea Ac 2c
      trick Bea 9s Ts
      trick Ann Qh 3h
    """
    # Nobody wrote down the deal, yet the three of hearts was there in trick 1.
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +2"]
    assert audited.wrong == 1


def test_6_1_of_a_complete_hand_every_card_is_judged(audited: Report, findings: list[str]) -> None:
    """
    rules louisiana cinch=no
    seats Ann Bea
    hand 1 Bea 9s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Ann 5d 7d
      trick Bea Ac 2c
      trick Bea 9s Ts
      trick Ann Qh 4h
    """
    assert findings == []
    assert _verdicts(audited) == (10, 0, 0)


def test_6_3_right_because_the_whole_hand_is_known(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3c 4c 5c 6c 7c
      play Ann 0
      play Bea 0
      trick Ann Qh 3c
    """
    assert _verdicts(audited) == (1, 1, 0)


def test_6_3_right_whatever_the_unknown_cards_are(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Qh Ah
    """
    # The ace beats whatever is led in hearts; the lead may have been from a cinch.
    assert _verdicts(audited) == (1, 1, 0)


def test_6_3_not_provable(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Qh 3h
    """
    assert findings == []
    assert _verdicts(audited) == (0, 2, 0)


def test_6_3_nothing_is_judged_where_the_card_led_is_unknown(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3c 4c 5c 6c 7c
      play Ann 0
      play Bea 0
      trick Ann ?? 3c
    """
    assert findings == []
    assert _verdicts(audited) == (0, 2, 0)


def test_6_4_a_score_proves_settlement_not_play(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot -
      play Ann
      play Bea
      play Cal
      tricks Ann 3 Bea 2
      take Ann 3
      match Cal 4
    """
    assert findings == ["take 1 Ann -1"]
    assert audited.plays == 0


def test_6_5_a_card_not_held_is_read_as_unknown_and_its_player_accused_of_nothing(audited: Report, findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 4h 9c 8c 7c
      play Ann 0
      play Bea 0
      trick Ann Kh 9c
      trick Ann Ad Jd
    """
    # Bea's jack was never dealt to her, a sixth card: this record is not fit to convict her of the nine either.
    assert findings == ["hand-size 1 Bea", "not-held 1.2 Bea Jd"]
    assert audited.wrong == 0


def test_6_6_no_accusation_without_proof() -> None:
    """Each of these looks like a renege; none of them is proved."""
    innocent = {
        "she may have had no heart": "play Ann\nplay Bea\ntrick Ann Kh 9c\n",
        "nobody knows what was led": "play Ann\nplay Bea\ntrick Ann ?? 9c\ntrick Ann 5d 3h\n",
        "the heart was discarded": "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea 1 out 3h\ntrick Ann Kh 9c\n",
        "the heart may have been discarded": "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea 1\ntrick Ann Kh 9c\n",
        "the draw was not recorded": "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea\ntrick Ann Kh 9c\n",
        "an unknown card may have beaten it": "play Ann\nplay Bea\nplay Cal\ntrick Ann Qh ?? 3h\ntrick Ann 5d 6d Kh\n",
        "the record contradicts itself": "play Ann\nplay Bea\ntrick Ann Kh 9c\ntrick Ann 3d 3h\ntrick Ann 5d 3h\n",
    }
    for reason, hand in innocent.items():
        found = [line.split()[0] for line in found_in("hand 1 Dot 2s\n" + hand)]
        assert not {"follow-suit", "must-trump", "must-beat", "cinch"} & set(found), reason


@pytest.mark.parametrize("hidden", ["Qh", "3h", "4d", "Kh"])
def test_6_6_hiding_a_card_never_accuses_another(hidden: str) -> None:
    hand = "hand 1 Dot 2s\nplay Ann 0\nplay Bea 0\ntrick Ann Qh Kh\ntrick Bea 4d 5d\ntrick Ann 6c 3h\n"
    assert found_in(hand) == []
    report = report_of(hand.replace(hidden, "??"))
    assert report.wrong == 0
