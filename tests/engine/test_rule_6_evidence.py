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


def test_6_2_an_unknown_card_never_excuses(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Qh 3h
      trick Ann 5d Kh
      trick Ann 6d ??
      trick Ann 7d ??
      trick Ann 8d ??
    """
    # Whatever the other three were, the king had to go on the queen.
    assert findings == ["must-beat 1.1 Bea 3h [Kh]", "unpaid-renege 1 Bea +4"]


def test_6_2_an_unknown_card_never_accuses(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Qh 3c
      trick Ann 5d ??
      trick Ann 6d ??
      trick Ann 7d ??
      trick Ann 8d ??
    """
    assert findings == []


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


def test_6_3_a_trick_whose_led_card_is_unknown_has_no_computed_winner(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann ?? As
      trick Ann 3d 4d
    """
    # Not even the ace of trumps is said to have won it.
    assert findings == []


def test_6_3_another_unknown_card_hides_the_winner(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh ??
      trick Bea 3d 4d
    """
    assert findings == []


def test_6_3_unless_no_card_that_could_have_won_is_missing(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann As ??
      trick Bea 3d 4d
    """
    assert findings == ["turn 1.2 Bea"]


def test_6_3_every_higher_card_is_seen_elsewhere(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Js ?? 3s
      trick Bea Qs As Ks
    """
    # Queen, king and ace are played in the next trick: the jack won, and Bea did not.
    assert findings == ["turn 1.2 Bea"]


def test_6_3_one_higher_card_is_not_seen(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Js ?? 3s
      trick Bea 4d As Ks
    """
    assert findings == []


def test_6_3_the_missing_card_is_the_separate_card(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot As
      play Ann 0
      play Bea 0
      trick Ann Ks ??
      trick Bea 4d 5d
    """
    assert findings == ["turn 1.2 Bea"]


def test_6_3_kept_by_someone_whose_card_is_known(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Cal As ?? ?? ?? ??
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Ks ?? 3s
      trick Bea 4d 5d 6d
    """
    # Cal kept the ace, so Bea's card was not that. (Cal is not blamed: with an unknown card on the table 4.5 is not judged.)
    assert findings == ["turn 1.2 Bea"]


def test_6_3_kept_by_the_one_whose_card_is_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As ?? ?? ?? ??
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Ks ?? 3s
      trick Bea 4d 5d 6d
    """
    # It may have been the ace that Bea kept.
    assert findings == []


def test_6_3_the_leader_of_the_next_trick_tells_who_won(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh ??
      trick Bea Ad ??
      trick Bea Kd ??
      trick Bea ?? ??
      trick Ann As ??
      take Bea 4
    """
    # Bea leads to tricks 2, 3 and 4, so won 1, 2 and 3.
    assert findings == []
    assert books["Bea"] == 3


def test_6_3_a_hidden_winner_of_the_last_trick_leaves_the_outcome_open(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh ??
      trick Bea Ad ??
      trick Bea Kd ??
      trick Bea ?? ??
      trick Ann Qs ??
      take Ann 4
    """
    # Bea has three tricks for certain, yet with the last one hidden nothing is said about the pot.
    assert findings == []


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


def test_6_5_a_duplicate_card_is_read_as_unknown_wherever_it_stands(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 3h 3h
    """
    # It would have convicted Bea of not following suit.
    assert findings == ["duplicate-card 1 3h"]


def test_6_5_a_turned_card_found_twice_still_makes_trump(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Kh 2s
      trick Ann Ac 9c
      trick Ann Ad 4s
    """
    # Nobody knows what Bea played to the first trick; the four of spades is a trump.
    assert findings == ["duplicate-card 1 2s"]


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


def test_6_5_others_are_judged_all_the_same(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 4h 9c 8c 7c
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann Kh 9c 5d
      trick Ann Ad Jd 6h
    """
    assert findings == ["follow-suit 1.1 Cal 5d [6h]", "hand-size 1 Bea", "not-held 1.2 Bea Jd", "unpaid-renege 1 Cal +4"]


def test_6_5_an_over_full_hand_is_read_as_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea 2 in 3h 4h
      trick Ann Kh 9c
      trick Ann Ad Jc
      trick Ann As Tc
      trick Ann Ks 8c
    """
    # Six cards for certain: two drawn and four played.
    assert findings == ["hand-size 1 Bea"]


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
