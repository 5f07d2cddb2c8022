"""The table of findings in log-format.md, row by row: a record that earns the finding, and its innocent neighbour."""

from typing import NamedTuple

from audit_text import found_in, report_of

from ledger.findings.audit import Report, audit
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.log.reader import read


class Row(NamedTuple):
    """Everything about a finding but where it stands and the words."""

    hand: int | None
    trick: int | None
    player: str | None
    severity: str
    card: str | None = None
    required: tuple[str, ...] | None = None
    amount: int | None = None


def rows(report: Report, rule: str) -> list[Row]:
    """Return every finding of one rule."""
    return [
        Row(found.hand, found.trick, found.player, found.severity, found.card, found.required, found.amount)
        for found in report.findings
        if found.rule == rule
    ]


def test_every_row_of_the_table_has_its_tests() -> None:
    names = [name for name in globals() if name.startswith("test_")]
    for rule in KINDS_OF_FINDING.keys() - {"carried-pot"}:  # only a book can tell: test_carried.py
        stem = "test_" + rule.replace("-", "_")
        assert stem in names, rule
        assert any(name.startswith(stem + "_not") for name in names), rule


# --- The four rules of play ------------------------------------------------------------------------------------------


def test_follow_suit(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3h
      trick Ann 6d 4h
    """
    assert rows(audited, "follow-suit") == [Row(1, 1, "Bea", "error", "9c", ("4h", "3h"))]


def test_follow_suit_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3c
      trick Ann 6d 4c
    """
    assert findings == []


def test_must_trump(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3s
    """
    assert rows(audited, "must-trump") == [Row(1, 1, "Bea", "error", "9c", ("3s",))]


def test_must_trump_off_suit_with_a_winning_trump_where_the_house_asks_for_no_other(audited: Report) -> None:
    """
    rules casino
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3s
    """
    assert rows(audited, "must-trump") == [Row(1, 1, "Bea", "error", "9c", ("3s",))]


def test_must_trump_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Ann 5d 3s
    """
    assert findings == []


def test_must_beat(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Ann 5d Ah
    """
    assert rows(audited, "must-beat") == [Row(1, 1, "Bea", "error", "3h", ("Ah",))]


def test_must_beat_not(findings: list[str]) -> None:
    """
    rules acadiana
    hand 1 Dot 2s
      play Ann
      play Bea
      play Cal
      trick Ann Kh 9s 4c
      trick Bea 5d 3s 6d
    """
    # 4.6: the house lets Cal off.
    assert findings == []


def test_cinch(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    assert rows(audited, "cinch") == [Row(1, 1, "Ann", "error", "3h", ("As", "Ks", "Qs"))]


def test_cinch_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann As Ks Js 3h 4d
      play Ann 0
      play Bea 0
      trick Ann 3h 9h
    """
    assert findings == []


def test_a_play_that_breaks_several_rules_gets_the_first_of_them(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea As Ks Qs 3h 4d
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann 2h 4d 5h
      trick Cal 6c 7c 3h
      trick Ann 8c As 9c
    """
    # Trick 1: a heart was held (4.3). Trick 2, last to play: a trump was asked for (4.4).
    assert rows(audited, "follow-suit") == [Row(1, 1, "Bea", "error", "4d", ("3h",))]
    assert rows(audited, "must-trump") == [Row(1, 2, "Bea", "error", "3h", ("As", "Ks", "Qs"))]
    assert rows(audited, "cinch") == []
    assert rows(audited, "unpaid-renege") == [Row(1, None, "Bea", "warning", None, None, 4)]


# --- Recalls, claims, turns ------------------------------------------------------------------------------------------


def test_recall(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c>3h
      trick Ann Qh ??>4h
    """
    assert rows(audited, "recall") == [Row(1, 1, "Bea", "warning", "9c"), Row(1, 2, "Bea", "warning")]


def test_recall_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
    """
    assert findings == []


def test_claim(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann 3c 4c
      trick Bea 5c 6c
      trick Ann 7c 8c
      claim Bea Ks 9c
    """
    # Disproven: all that Bea held is known, the ace of trumps is out, and a club is never sure.
    assert rows(audited, "claim") == [Row(1, 4, "Bea", "error")]


def test_claim_neither_proven_nor_disproven(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann 3c 4c
      trick Bea 5c 6c
      trick Ann 7c 8c
      claim Bea Qs
    """
    assert rows(audited, "claim") == [Row(1, 4, "Bea", "warning")]


def test_claim_by_someone_whose_record_is_contradictory(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 4c 5c 8c As 9d
      play Ann 0
      play Bea 0
      trick Ann 3c 4c
      trick Bea 5c 6c
      trick Ann 7c 8c
      claim Bea As Ks
    """
    # Bea cannot have had the king; what she claims with is unknown.
    assert rows(audited, "claim") == [Row(1, 4, "Bea", "warning")]
    assert rows(audited, "hand-size") == [Row(1, None, "Bea", "error")]


def test_claim_not_after_a_broken_trick(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann 3c 4c 5c
      claim Bea 9d
      take Cal 4
    """
    # Neither judged nor counted: who took the pot is not judged either.
    assert findings == ["hand-size 1.1"]


def test_claim_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      trick Ann Tc 3c
      trick Ann 9c 5c
      trick Ann 7c 8c
      claim Bea As Ks
    """
    assert findings == []


def test_turn(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Bea 3d 4d
      trick Cal 3c 4c
    """
    # Bea did not win the first trick, and Cal is not in the hand.
    assert rows(audited, "turn") == [Row(1, 2, "Bea", "error"), Row(1, 3, "Cal", "error")]


def test_turn_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh ??
      trick Bea 3d 4d
    """
    assert findings == []


# --- The cards -------------------------------------------------------------------------------------------------------


def test_hand_size(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh Jh
      play Ann
      play Bea 3 in 3c 4c 5c
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
    """
    # Four dealt to Ann; six cards for certain in Bea's hand.
    assert rows(audited, "hand-size") == [Row(1, None, "Ann", "error"), Row(1, None, "Bea", "error")]


def test_hand_size_of_a_trick(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h 5h
      trick Bea 9c 3s
    """
    # Nothing is judged from the broken trick on, not even who led the third.
    assert rows(audited, "hand-size") == [Row(1, 2, None, "error")]
    assert len(audited.findings) == 1


def test_hand_size_a_trick_too_many(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann Jh 6h
      trick Ann Th 7h
      take Ann 8
    """
    # The tricks before it stand: Ann has won all four.
    assert findings == ["hand-size 1.5"]


def test_hand_size_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh ?? ??
      play Ann
      play Bea 3 in 3c ?? ??
      trick Ann Ah 3h
      trick Ann Kh 4h
    """
    assert findings == []


def test_duplicate_card(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d 4d
      dealt Bea Ah 5h 6h 7h 8h
      play Ann
      play Bea
      trick Ann Kh 3d
    """
    # The ace in two hands at the deal, the three dealt to Ann and played by Bea.
    assert rows(audited, "duplicate-card") == [Row(1, None, None, "error", "3d"), Row(1, None, None, "error", "Ah")]


def test_duplicate_card_once_for_each_card(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh Kh
      trick Ann Kh 3d
      trick Ann 3d 4d
    """
    assert findings == ["duplicate-card 1 3d", "duplicate-card 1 Kh"]


def test_duplicate_card_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d 4d
      play Ann 2 out 3d 4d in 5d 6d
      play Dot 0
      trick Ann 5d 7d
      trick Dot 3c>2s 6d
      trick Dot 3c Qh
    """
    # Dealt, discarded, drawn and played by one player; turned and played by the dealer; taken back and played later.
    assert findings == ["recall 1.2 Dot 3c"]


def test_duplicate_card_a_card_once_played_is_never_withdrawn_later(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      trick Ann Qh 3h>4h
    """
    assert findings == ["duplicate-card 1 3h", "recall 1.2 Bea"]


def test_duplicate_card_one_dealt_to_one_is_never_discarded_by_another(findings: list[str]) -> None:
    """
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal 2s
      dealt Ann 3h 4h 5h 6h 7h
      play Ann 5
      play Bea 5
      play Cal 5
      play Dot 1 out 3h
    """
    assert findings == ["duplicate-card 1 3h"]


def test_not_held(audited: Report) -> None:
    """
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d 4d
      play Ann 2 out 3d 5d in 6d 7d
      dealt Bea 3h 4h 5h 6h 7h
      play Bea 0
      trick Ann Ah 9h
    """
    # Ann threw away a card that she was not dealt; Bea played one.
    assert rows(audited, "not-held") == [Row(1, None, "Ann", "error", "5d"), Row(1, 1, "Bea", "error", "9h")]


def test_not_held_not_for_a_card_taken_back(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 9h 8h 7h 6h 5h
      play Ann
      play Bea 0
      trick Ann As Kd>9h
    """
    # The king makes six.
    assert findings == ["hand-size 1 Bea", "recall 1.1 Bea Kd"]


def test_not_held_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      dealt Bea 3h 4h 5h 6h ??
      play Ann
      play Bea 0
      trick Ann Ah 9h
    """
    # The fifth card was not recorded; a ?? is never filled in, and never held against anyone.
    assert findings == []


def test_draw_cap(audited: Report) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      play Ann 4
      play Bea out ?? ?? ?? ??
      play Cal 3
    """
    assert rows(audited, "draw-cap") == [Row(1, None, "Ann", "error"), Row(1, None, "Bea", "error")]


def test_draw_cap_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 5
      play Bea 4
    """
    assert findings == []


def test_draw_count(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann 2 out 3h
      play Bea 2 in 4h 5h 6h
      play Cal out 7h in 8h 9h
    """
    found = [Row(1, None, "Ann", "error"), Row(1, None, "Bea", "error"), Row(1, None, "Cal", "error")]
    assert rows(audited, "draw-count") == found


def test_draw_count_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann 2 out 3h ??
      play Bea 2 in 4h 5h
      play Cal out 7h in 8h
      play Dot
    """
    assert findings == []


def test_qualify(audited: Report) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d
      play Ann 0
    """
    assert rows(audited, "qualify") == [Row(1, None, "Ann", "error")]


def test_qualify_not(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3c
      dealt Bea 3h 4h 5h ??
      dealt Cal Ad Kd Qd Jd
      play Ann 0
      play Bea 0
      pass Cal
    """
    assert findings == []


def test_qualify_not_when_a_card_is_a_duplicate(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 2s
      dealt Ann Ah Kh Qh 3d
      dealt Bea 3d 4h 5h 3c
      play Ann 0
      play Bea 0
    """
    # One of the two threes was something else.
    assert findings == ["duplicate-card 1 3d"]


# --- Before the play -------------------------------------------------------------------------------------------------


def test_dealer_must_play(audited: Report) -> None:
    """
    hand 1 Dot As
      play Ann
      pass Dot
    """
    assert rows(audited, "dealer-must-play") == [Row(1, None, "Dot", "error")]


def test_late_pass(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      pass Bea
    """
    assert rows(audited, "late-pass") == [Row(1, None, "Bea", "error", amount=-4)]


def test_late_pass_not() -> None:
    log = "hand 1 Dot 2s\nplay Ann\nplay Bea\npass Bea\n"
    assert found_in(f"rules louisiana second-pass=yes\n{log}") == []
    assert found_in(f"rules louisiana second-pass=stand-pat\n{log}tricks Ann 3 Bea 2\n") == []


def test_dealer_must_play_not(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot As
      play Ann
      pass Dot
    """
    assert findings == []


def test_declare_order(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Cal 0
      play Bea 0
      play Ann 0
    """
    # Once a hand, however many were out of turn.
    found = rows(audited, "declare-order")
    assert [(row.hand, row.trick, row.severity) for row in found] == [(1, None, "warning")]


def test_declare_order_not(findings: list[str]) -> None:
    """
    hand 1 Bea 2s
      play Cal
      play Ann
      play Bea
    """
    assert findings == []


def test_seats(audited: Report) -> None:
    """
    rules tutorial
    seats Ann Bea
    hand 1 Bea 2s
      play Ann
    hand 2 Ann 2s
      play Bea
    """
    assert rows(audited, "seats") == [Row(1, None, None, "warning")]


def test_seats_once_for_each_wrong_number(audited: Report) -> None:
    """
    rules louisiana seats=4-5
    seats Ann Bea Cal
    hand 1 Cal 2s
      play Ann
    leave Cal
    hand 2 Ann 2s
      play Bea
    sit Cal after Bea
    hand 3 Bea 2s
      play Ann
    """
    assert rows(audited, "seats") == [Row(1, None, None, "warning"), Row(2, None, None, "warning")]


def test_seats_not(findings: list[str]) -> None:
    """
    seats Ann Bea
    hand 1 Bea 2s
      play Ann
    """
    assert findings == []


def test_dealer(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
    hand 2 Cal 2s
      play Ann
    """
    assert rows(audited, "dealer") == [Row(2, None, "Cal", "error")]


def test_dealer_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      early Ann
      early Bea
      play Ann
    hand 2 Cal 2s
      play Ann
    """
    assert findings == []


def test_trick_count(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann Jh 6h
      trick Ann Th 7h
      tricks Ann 4 Bea 1
    """
    assert rows(audited, "trick-count") == [Row(1, None, None, "error")]
    assert len(audited.findings) == 1


def test_trick_count_ways_to_be_wrong() -> None:
    hand = "hand 1 Dot 2s\nplay Ann\nplay Bea\n"
    two = "trick Ann Ah 3h\ntrick Ann Kh 4h\n"
    assert found_in(hand + two + "tricks Ann 1 Bea 4\n") == ["trick-count 1"]  # fewer than the tricks show
    assert found_in(hand + "tricks Ann 4 Cal 1\n") == ["trick-count 1"]  # not active
    assert found_in(hand + "tricks Ann 4\n") == ["trick-count 1"]  # does not add up
    assert found_in(hand + "tricks Ann 4 Bea 2\n") == ["trick-count 1"]
    assert found_in(hand + two + "tricks Ann 2 Bea 3\n") == []
    assert found_in("hand 1 Dot 2s\nplay Ann\ntricks Ann 3 Bea 2\n") == ["trick-count 1"]  # Ann was alone
    assert found_in(hand + two + "claim Ann As\ntricks Ann 2 Bea 3\n") == ["trick-count 1"]  # two won and the ace make three


def test_trick_count_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann Jh 6h
      trick Ann Th 7h
      tricks Ann 5
    """
    assert findings == []


# --- Chips -----------------------------------------------------------------------------------------------------------


def test_ante(audited: Report) -> None:
    """
    ante 2
    hand 1 Dot 2s
      ante Ann Bea=3 Cal
      play Ann
    """
    assert rows(audited, "ante") == [
        Row(1, None, "Bea", "error", None, None, 1),
        Row(1, None, "Dot", "error", None, None, -2),
    ]


def test_ante_not(findings: list[str]) -> None:
    """
    ante 2
    hand 1 Dot 2s
      ante Ann Bea=2 Cal Dot
      play Ann
    """
    assert findings == []


def test_pot(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      pot 5
    """
    assert rows(audited, "pot") == [Row(1, None, None, "error", None, None, 1)]


def test_pot_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      pot 4
    """
    assert findings == []


def test_take(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 4 Bea 1
      take Ann 3
      take Cal 1
    """
    assert rows(audited, "take") == [
        Row(1, None, "Ann", "error", None, None, -1),
        Row(1, None, "Cal", "error", None, None, 1),
    ]


def test_take_nobody_did(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 4 Bea 1
      take -
    """
    assert rows(audited, "take") == [Row(1, None, "Ann", "error", None, None, -4)]


def test_take_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 4 Bea 1
      take Ann 3
      take Ann 1
    """
    # Two lines of one player are added up.
    assert findings == []


def test_match(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      play Cal
      play Dot
      tricks Ann 4 Bea 1
      match Bea 4
      match Cal 3
    """
    assert sorted(rows(audited, "match")) == [
        Row(1, None, "Bea", "error", None, None, 4),
        Row(1, None, "Cal", "error", None, None, -1),
        Row(1, None, "Dot", "error", None, None, -4),
    ]


def test_match_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      play Cal
      tricks Ann 4 Bea 1
      match Cal
    """
    assert findings == []


def test_penalty(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 4 Bea 1
      renege Bea 3
    """
    assert rows(audited, "penalty") == [Row(1, None, "Bea", "error", None, None, -1)]


def test_penalty_called_where_every_play_is_proved_right(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann Jh 6h
      trick Ann 9d Td
      renege Bea 4
    """
    # Bea followed suit throughout, and beat the nine.
    assert rows(audited, "penalty") == [Row(1, None, "Bea", "error")]


def test_penalty_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      tricks Ann 4 Bea 1
      renege Bea 4
    """
    assert findings == []


def test_penalty_not_where_a_card_is_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Ah 3h
      trick Ann Kh 4h
      trick Ann Qh 5h
      trick Ann Jh ??
      trick Ann 9d Td
      tricks Ann 4 Bea 1
      renege Bea 4
    """
    assert findings == []


def test_unpaid_renege(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3h
    """
    assert rows(audited, "unpaid-renege") == [Row(1, None, "Bea", "warning", None, None, 4)]


def test_unpaid_renege_beyond_what_was_paid_as_bourre(findings: list[str]) -> None:
    """
    rules louisiana renege-factor=2
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3h
      trick Ann 6d 4c
      trick Ann 7d 5c
      trick Ann 8d 6c
      match Bea 4
    """
    assert findings == ["follow-suit 1.1 Bea 9c [3h]", "unpaid-renege 1 Bea +4"]


RENEGE = "hand 1 Dot 2s\nplay Ann\nplay Bea\ntrick Ann Kh 9c\ntrick Ann 5d 3h\n"
FOLLOW = "follow-suit 1.1 Bea 9c [3h]"


def test_unpaid_renege_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 9c
      trick Ann 5d 3h
      trick Ann 6d 4c
      trick Ann 7d 5c
      trick Ann 8d 6c
      match Bea 4
    """
    # Bea went bourré and paid that: a renege would have cost no more.
    assert findings == [FOLLOW]


def test_unpaid_renege_not_once_it_is_called_ruled_on_or_waived() -> None:
    assert found_in(RENEGE) == [FOLLOW, "unpaid-renege 1 Bea +4"]
    assert found_in(RENEGE + "renege Bea 4\n") == [FOLLOW]
    assert found_in(RENEGE + "penalty Bea 4 for 1\n") == [FOLLOW]
    assert found_in(RENEGE + "waive 1 Bea\n") == [FOLLOW]


def test_unpaid_renege_another_ruling_is_no_matter() -> None:
    both = [FOLLOW, "unpaid-renege 1 Bea +4"]
    assert found_in(RENEGE + "waive 1 Ann\n") == both
    assert found_in(RENEGE + "waive 2 Bea\n") == both
    assert found_in(RENEGE + "penalty Bea 4\n") == both
    assert found_in(RENEGE + "penalty Ann 4 for 1\n") == both


def test_hand_number(audited: Report) -> None:
    """
    hand 7 Dot 2s
      play Ann
    hand 9 Ann 2s
      play Ann
    hand 9 Bea 2s
      play Ann
    """
    assert rows(audited, "hand-number") == [Row(9, None, None, "warning"), Row(9, None, None, "warning")]


def test_hand_number_not(findings: list[str]) -> None:
    """
    hand 7 Dot 2s
      play Ann
    hand 8 Ann 2s
      play Ann
    """
    assert findings == []


def test_unverified_pot(audited: Report) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
    hand 2 Ann 2s
      play Bea
    hand 3 Bea 2s
      play Ann
    """
    # Nobody knows who won the first hand; the second begins the stretch, the third is in it.
    assert rows(audited, "unverified-pot") == [Row(2, None, None, "warning")]
    assert len(audited.findings) == 1


def test_unverified_pot_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      play Ann
      play Bea
      trick Ann Kh 3h
      tricks Ann 4 Bea 1
    hand 2 Ann 2s
      play Bea
    """
    assert findings == []


def test_count(audited: Report) -> None:
    """
    buyin Ann 20
    hand 1 Dot 2s
      play Ann
      take Ann 4
    count Ann 22
    count Bea 0
    cashout Ann 25
    count Ann 0
    """
    # 23 in the books: one short, then two too many cashed, which stay on the books as a debt of two. Bea is down one.
    assert rows(audited, "count") == [
        Row(None, None, "Ann", "warning", None, None, -1),
        Row(None, None, "Bea", "warning", None, None, 1),
        Row(None, None, "Ann", "warning", None, None, 2),
        Row(None, None, "Ann", "warning", None, None, 2),
    ]


def test_count_not(findings: list[str]) -> None:
    """
    buyin Ann 20
    hand 1 Dot 2s
      play Ann
      take Ann 4
    count Ann 23
    transfer Ann Bea 3 for 1
    count Ann 20
    count Bea 2
    cashout Ann 20
    count Ann 0
    """
    assert findings == []


def test_all_passed(audited: Report) -> None:
    """
    hand 1 Dot 2s
      pass Ann Bea Cal Dot
    """
    assert rows(audited, "all-passed") == [Row(1, None, None, "remark")]
    assert audited.status == 0


def test_all_passed_not(findings: list[str]) -> None:
    """
    hand 1 Dot 2s
      pass Ann Bea Cal
      play Dot
    """
    assert findings == []


def test_syntax(audited: Report) -> None:
    """
    buyin Ann many
    hand 1 Dot 2s
      play Ann
      tricks Ann fife
      take Bob 4
    hand 2 Nobody 2s
      play Ann
    """
    # The third hand's first line cannot be read, so its number is no one's.
    found = rows(audited, "syntax")
    assert found == [Row(None, None, None, "error"), Row(1, None, None, "error"), Row(1, None, None, "error"), found[3]]
    assert len(found) == 4
    assert audited.quarantined == 2


def test_syntax_not(audited: Report) -> None:
    """
    x-app buyin Ann many
    # buyin Ann many
    hand 1 Dot 2s
      x-app take Bob 4
      play Ann
    """
    assert audited.findings == []
    assert audited.quarantined == 0


# --- What holds for all ----------------------------------------------------------------------------------------------


def test_settlement_findings_have_neither_trick_nor_card() -> None:
    hand = RENEGE + "ante Ann\ntricks Ann 4 Bea 1\ntake Bea 1\nmatch Cal 1\npot 9\n"
    found = [found for found in report_of(hand).findings if found.rule != "follow-suit"]
    assert {found.rule for found in found} == {"ante", "take", "match", "pot", "unpaid-renege"}
    assert {(found.trick, found.card, found.required) for found in found} == {(None, None, None)}


def test_exit_status() -> None:
    hand = "hand 1 Dot 2s\nplay Ann\n"
    assert report_of(hand).status == 0
    assert report_of(hand + "count Ann 99\n").status == 0
    assert report_of(hand + "take Bea 4\n").status == 1
    assert report_of(hand + "nonsense\n").status == 1
    assert report_of("bourre 9\n").status == 2


def test_findings_come_in_the_order_of_the_log() -> None:
    report = report_of(RENEGE + "waive 1 Bea\ncount Ann 99\n", RENEGE + "take Ann 4\ncount Bea 7\n")
    places = [(found.file, found.line) for found in report.findings]
    assert places == sorted(places)
    assert {found.file for found in report.findings} == {"log0.bourre", "log1.bourre"}


POINTED = """\
hand 1 Dot As
  ante Ann Bea Cal              # ante
  dealt Ann 2h 3h 4h            # hand-size
  pass Dot                      # dealer-must-play declare-order
  play Bea 2 out 5h             # draw-count
  play Ann
  play Cal 6                    # draw-cap
  trick Ann Kh 9c 8c            # follow-suit unpaid-renege
  trick Ann 5d 7h 6d
  trick Bea 6c 7d 9d>Tc         # recall turn
  trick Bea Jd Qd               # hand-size
  tricks Ann 3 Bea 1            # trick-count
  pot 7                         # pot
  take Ann 3
hand 1 Cal 2s                   # dealer hand-number unverified-pot
  play Dot
  pass Ann Bea Cal
count Ann 99                    # count
nonsense                        # syntax
"""


def test_findings_point_to_their_line() -> None:
    text = "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea Cal Dot\n" + POINTED
    pointed: dict[int, set[str]] = {}
    for found in audit([read(text, "friday.bourre")]).findings:
        pointed.setdefault(found.line, set()).add(found.rule)
    marked = {line: set(text.split("#")[1].split()) for line, text in enumerate(text.split("\n"), 1) if "#" in text}
    assert pointed == marked


PAID = """\
hand 1 Dot 2s
  play Ann
  play Bea
  play Cal
  tricks Ann 3 Bea 2
  take Ann 3                    # take
  take Dot 1                    # take
  match Bea 4
  match Cal 3                   # match
  renege Bea 1                  # penalty
hand 2 Ann 2s
  play Bea
  play Dot
  tricks Bea 5
  take -                        # take
  match -                       # match
hand 3 Bea 2s
  play Cal
  play Dot
  tricks Cal 5
  take Dot 4                    # take
"""


def test_payments_point_to_the_line_of_the_player_or_of_their_kind() -> None:
    text = "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea Cal Dot\n" + PAID
    pointed = {(found.line, found.rule) for found in audit([read(text, "friday.bourre")]).findings}
    marked = {(line, text.split("#")[1].strip()) for line, text in enumerate(text.split("\n"), 1) if "#" in text}
    assert pointed == marked
