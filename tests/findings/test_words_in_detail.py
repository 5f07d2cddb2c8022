"""Sentences in their details: which figure, which trick, singular or plural, where a card in the hand is known from."""

from collections.abc import Callable

import pytest
from audit_text import log_of

from ledger.engine.judge import judge
from ledger.findings.audit import Report, findings, findings_of
from ledger.hands.from_log import columns
from ledger.log.reader import read

Said = Callable[[str], str]


@pytest.fixture
def said(audited: Report) -> Said:
    """What the audit of the docstring's log says in its findings of one kind, a line each."""
    return lambda rule: "\n".join(found.message for found in audited.findings if found.rule == rule)


def test_ante_of_one_for_all(said: Said) -> None:
    """
    rules louisiana dealer-antes=yes
    hand 1 Dot 9h
      ante Dot=3
    """
    assert said("ante") == ("Dot put in 3 chips, but the dealer antes for all: 4 antes make 4, 1 too little (rule 2.2).")


def test_ante_after_a_penalty(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea
    hand 2 Ann 9h
      ante Ann Bea Cal Dot
    """
    assert said("ante") == ("Bea put in 1 chip, but was exempt: Bea paid 4 into the pot after hand 1 (rule 5.6).")


def test_pot_without_a_second_ante(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      pot 5
    """
    assert said("pot") == (
        "The pot was counted as 5, but adds up to 4: 0 left in it and 4 in antes. It has 1 too much (rule 5.10)."
    )


def test_match_too_small(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
      match Bea 3
    """
    assert said("match") == ("Bea played, took no trick and owes the pot of 4, but paid 3: 1 too little (rule 5.4).")


def test_unpaid_renege_alone(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2c
      trick Ann Ks 2s
    """
    assert said("unpaid-renege") == (
        "Bea reneged in trick 1; nobody called it, and no ruling followed. It would have cost the pot of 4 (rule 5.5)."
    )


def test_unpaid_renege_of_unknown_size_that_costs_twice(said: Said) -> None:
    """
    rules louisiana renege-factor=2
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      play Bea 0
      play Cal 0
      trick Bea As 2c
      trick Bea Ks 2s
    """
    assert said("unpaid-renege") == (
        "Cal reneged in trick 1; nobody called it, and no ruling followed. A renege costs twice the pot (rule"
        " 5.5), here of unknown size."
    )


def test_unverified_pot_counted_as_more(said: Said) -> None:
    """
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      play Ann 0
      pot 9
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: hand 1 has a line that cannot be read. The pot counted "
        "here, 9, resets it; 5 more than the books had, unexplained (rule 5.10)."
    )


def test_unverified_pot_counted_as_less(said: Said) -> None:
    """
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      play Ann 0
      pot 3
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: hand 1 has a line that cannot be read. The pot counted "
        "here, 3, resets it; 1 less than the books had, unexplained (rule 5.10)."
    )


def test_unverified_pot_counted_as_one_more(said: Said) -> None:
    """
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      play Ann 0
      pot 5
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: hand 1 has a line that cannot be read. The pot counted "
        "here, 5, resets it; 1 more than the books had, unexplained (rule 5.10)."
    )


def test_unverified_pot_after_a_hand_without_a_number(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
    hand two Ann 9h
      play Bea 0
    hand 3 Bea 9h
      play Cal 0
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: the hand before has a line that cannot be read. From here "
        "until a counted pot is recorded, amounts are not checked (rule 5.10)."
    )


def test_unverified_pot_after_hand_0(said: Said) -> None:
    """
    hand 0 Dot 9h
      nonsense
    hand 1 Ann 9h
      play Bea 0
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: hand 0 has a line that cannot be read. From here until a "
        "counted pot is recorded, amounts are not checked (rule 5.10)."
    )


def test_unverified_pot_where_only_the_take_is_recorded(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      take Ann
    hand 2 Ann 9h
      play Bea 0
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: who won what in hand 1 is not known, nor everything that was "
        "paid. From here until a counted pot is recorded, amounts are not checked (rule 5.10)."
    )


def test_must_trump_only_with_those_that_win(said: Said) -> None:
    """
    rules casino
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Dot 0
      trick Ann As Th 2c
      trick Bea 9d Jh 3d
      trick Dot 4h 4d 2h
    """
    assert said("must-trump") == (
        "Ann led A♠ and Dot played 2♣: if not following, must trump with one that wins (rules 4.4 and 4.6); "
        "hearts are trumps. Held J♥: played it in trick 2. That was the card to play."
    )


def test_must_trump_where_any_trump_wins(said: Said) -> None:
    """
    rules casino
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2c
      trick Ann Ks 4h
    """
    assert said("must-trump") == (
        "Ann led A♠ and Bea played 2♣: if not following, must trump (rule 4.4); hearts are trumps. Held 4♥: "
        "played it in trick 2. That was the card to play."
    )


def test_follow_suit_with_either_of_two(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Dot 0
      trick Ann Js 3d 3s
      trick Ann Ts Ks 4s
      trick Bea As 5s 6s
    """
    assert said("follow-suit") == (
        "Ann led J♠ and Bea played 3♦: must follow suit (rule 4.3). Held A♠: played it in trick 3; K♠: played"
        " it in trick 2. Either of them was right."
    )


def test_claim_with_two_of_three_cards_known(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2s
      claim Ann Kh Qh ??
    """
    assert said("claim") == (
        "Ann claimed 3 tricks with K♥ and Q♥, which is neither proven nor disproven, because only 2 of the 3 cards are "
        "known: with those already won, 3 tricks must be sure (rule 4.11). The tricks count as Ann's."
    )


def test_duplicate_card_in_three_places(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2s
      trick Ann Ks 2s
      trick Ann 2s 3s
      trick Ann Js 4s
    """
    assert said("duplicate-card") == (
        "2♠ is in several places at once: played by Bea in trick 1, played by Bea in trick 2 and played by "
        "Ann in trick 3 (rule 3.4). It is read as unknown (rule 6.5)."
    )


def test_draw_count_of_another_where_the_dealer_may_take(said: Said) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 9h
      play Ann 2 out 3d in Qs Ks
    """
    assert said("draw-count") == (
        "Ann announced 2, discarded 1 and drew 2: a player draws as many cards as they discard (rule 3.2)."
    )


def test_draw_count_announced_as_none(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0 out 3d
    """
    assert said("draw-count") == ("Ann announced 0 and discarded 1: a player draws as many cards as they discard (rule 3.2).")


def test_trick_count_with_a_player_who_won_none(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 3 Bea 3 Cal 0
    """
    assert said("trick-count") == ("The score says Ann 3, Bea 3, Cal 0, but that is 6 tricks of 5 (rule 5.1).")


def test_trick_count_with_fewer_than_were_recorded(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2s
      trick Ann Ks 3s
      trick Ann 4d 5d
      tricks Ann 4 Bea 0
    """
    assert said("trick-count") == (
        "The score says Ann 4, Bea 0, but that is 4 tricks of 5 and Bea took at least 1 of the recorded tricks (rule 5.1)."
    )


def test_dealer_after_a_forfeit_two_hands_before(said: Said) -> None:
    """
    hand 1 Dot 9h
      early Bea
    hand 2 Ann 9h
    hand 3 Bea 9h
    """
    assert said("dealer") == (
        "Bea dealt, but it was Cal's turn (rule 2.5): Ann dealt hand 2 and Bea forfeited a turn by announcing"
        " early in hand 1 (rule 3.9)."
    )


def test_dealer_after_a_card_taken_back_two_hands_before(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As ??>2s
    hand 2 Ann 9h
      play Cal 0
    hand 3 Bea 9h
      play Cal 0
    """
    assert said("dealer") == (
        "Bea dealt, but it was Cal's turn (rule 2.5): Ann dealt hand 2 and Bea forfeited a turn by taking a "
        "card back in hand 1 (rule 4.10)."
    )


def test_hand_number_two_off(said: Said) -> None:
    """
    hand 7 Dot 9h
      play Ann 0
    hand 10 Ann 9h
      play Ann 0
    """
    assert said("hand-number") == ("Hand 10 comes after hand 7: it should be number 8. Hands 8 to 9 may be missing.")


def test_follow_suit_with_a_card_taken_back_later(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2c
      trick Ann Kd 8s>3d
    """
    assert said("follow-suit") == (
        "Ann led A♠ and Bea played 2♣: must follow suit (rule 4.3). Held 8♠: took it back in trick 2. That was the card to play."
    )


def test_must_trump_with_the_turned_card_taken(said: Said) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot 9h
      play Ann 0
      play Dot 1 out 3d 4d in 5c
      trick Ann As 2c
    """
    assert said("must-trump") == (
        "Ann led A♠ and Dot played 2♣: if not following, must trump (rule 4.4); hearts are trumps. Held 9♥: "
        "took it, the turned card. That was the card to play."
    )


def test_take_from_an_empty_pot(said: Said) -> None:
    """
    ante 0
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 4 Bea 1
      take Ann 2
    """
    assert said("take") == ("Ann alone had the most tricks (4) and takes the pot of 0, but took 2: 2 too much (rule 5.1).")


def test_cinch_following_with_a_low_trump_besides(said: Said) -> None:
    """
    hand 1 Dot 9h
      dealt Bea Ah Kh Qh 2h 3c
      play Ann 0
      play Bea 0
      play Dot 0
      trick Ann Kc 3c 5c
      trick Ann Kd 2h 5d
    """
    assert said("cinch") == (
        "Ann led K♦ and Bea played 2♥ with the pot certain: not last to play, must play the highest trump "
        "(rule 4.8 b). 0 won and 3 sure make 3 of 5 tricks; the trumps that may be out are J♥, 10♥, 9♥, 8♥ "
        "and 5 lower ones. Held A♥, K♥ and Q♥: kept them from the deal. Any of them was right."
    )


def test_claim_where_spades_are_trumps(said: Said) -> None:
    """
    hand 1 Dot 9s
      dealt Ann As Qs 3c 4c 5d
      play Ann 0
      play Dot 0
      trick Ann 3c 2c
      claim Ann As Qs 4c 5d
    """
    assert said("claim") == (
        "Ann claimed 4 tricks with A♠, Q♠, 5♦ and 4♣, but with those already won, 3 tricks must be sure (rule 4.11): K♠, "
        "J♠, 10♠, 9♠ and 7 lower ones are still out; 5♦ and 4♣ are not trumps; 1 won and 1 that could be sure make 2. "
        "The tricks count as Ann's anyway."
    )


def test_trick_count_of_those_who_have_fewer_than_recorded(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann As 2s
      trick Ann Ks 3s
      trick Ann 4d 5d
      trick Bea ?? ??
      tricks Ann 1 Bea 4
    """
    assert said("trick-count") == ("The score says Ann 1, Bea 4, but Ann took at least 2 of the recorded tricks (rule 5.1).")


def test_trick_count_where_one_has_as_many_as_recorded(said: Said) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      trick Ann As 2s 3s
      trick Ann Ks 4s 5s
      trick Ann 4d 5d 6d
      tricks Ann 2 Bea 3
    """
    assert said("trick-count") == ("The score says Ann 2, Bea 3, but Cal took at least 1 of the recorded tricks (rule 5.1).")


def test_unverified_pot_counted_as_the_books_have_it(said: Said) -> None:
    """
    hand 1 Dot 9h
      nonsense
    hand 2 Ann 9h
      play Ann 0
      pot 4
    """
    assert said("unverified-pot") == (
        "The pot cannot be followed to this hand: hand 1 has a line that cannot be read. The pot counted "
        "here, 4, resets it (rule 5.10)."
    )


def test_cinch_following_with_a_low_trump_to_spare(said: Said) -> None:
    """
    hand 1 Dot 9h
      dealt Bea Ah Kh Qh 2h 4h
      play Ann 0
      play Bea 0
      play Dot 0
      trick Ann Kd 2h 5d
    """
    assert said("cinch") == (
        "Ann led K♦ and Bea played 2♥ with the pot certain: not last to play, must play the highest trump "
        "(rule 4.8 b). 0 won and 3 sure make 3 of 5 tricks; the trumps that may be out are J♥, 10♥, 9♥, 8♥ "
        "and 4 lower ones. Held A♥, K♥, Q♥ and 4♥: kept them from the deal. Right: A♥, K♥ or Q♥."
    )


ANN = """\
session 2026-11-20 friday
seats Ann Bea Cal
hand 1 Cal 9h
  play Ann
  play Bea
  trick Ann As 2c
  trick Ann Ks 2s
  nonsense
hand 2 Ann 9h
  gibberish
count Ann 9
"""
DOT = """\
session 2026-11-27 saturday
seats Dot Eve Fay
hand 5 Fay 9h
  play Dot
  play Eve
  trick Dot As 2c
  trick Dot Ks 2s
count Dot 9
"""


def told_of(*texts: str) -> list[tuple[int, str, str, int | None, str]]:
    """Return what is found in each hand of sessions that are judged together: kind, session, hand and message."""
    judged = judge(columns([read(log_of(text), f"log{at}.bourre") for at, text in enumerate(texts)]))
    found = [(int(judged.hands.number[row]), one) for row in range(len(judged.hands)) for one in findings_of(judged, row)]
    return sorted((number, one.rule, str(one.session), one.hand, one.message) for number, one in found)


def test_what_is_found_in_a_hand_is_of_its_session() -> None:
    # Sessions are judged many at a time: a name, or a line that cannot be read, is never taken from another.
    ann, dot = told_of(ANN), told_of(DOT)
    assert [(number, rule, hand) for number, rule, _, hand, _ in ann] == [(1, "syntax", 1), (2, "syntax", 2)]
    assert dot == [
        (
            5,
            "follow-suit",
            "saturday",
            5,
            (
                "Dot led A♠ and Eve played 2♣: must follow suit (rule 4.3). "
                "Held 2♠: played it in trick 2. That was the card to play."
            ),
        ),
        (
            5,
            "unpaid-renege",
            "saturday",
            5,
            "Eve reneged in trick 1; nobody called it, and no ruling followed. It would have cost the pot of 3 (rule 5.5).",
        ),
    ]
    assert told_of(ANN, DOT) == told_of(DOT, ANN) == sorted(ann + dot)


def test_a_wrong_card_is_told_before_what_follows_from_it(audited: Report) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      trick Ann Ts Js
      trick Bea 3s Ks
      trick Ann Qd 2d
      trick Ann Jd 2c
      trick Ann Td 3d
    """
    assert [(found.rule, found.trick) for found in audited.findings] == [("follow-suit", 4), ("unpaid-renege", None)]
    assert len({found.line for found in audited.findings}) == 1


def test_counted_chips_are_told_of_their_own_session() -> None:
    for order in ((ANN, DOT), (DOT, ANN)):
        judged = judge(columns([read(log_of(text), f"log{at}.bourre") for at, text in enumerate(order)]))
        counts = {(one.session, one.hand, one.player, one.message) for one in findings(judged) if one.rule == "count"}
        said, doubt = "in the books (bought, won and lost).", "on, the books are incomplete, so the count may be right."
        assert counts == {
            ("friday", None, "Ann", f"Ann counted 9 chips, 9 more than the 0 {said} From hand 1 {doubt}"),
            ("saturday", None, "Dot", f"Dot counted 9 chips, 10 more than the -1 {said} From hand 5 {doubt}"),
        }
