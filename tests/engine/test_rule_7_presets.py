"""rules.md 7: each of the nine named systems in a clean game, and in one with something wrong that is wrong only there."""

from audit_text import found_in


def test_7_louisiana_clean(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana
    seats Ann Bea Cal Dot
    hand 1 Dot 9h
      dealt Ann Ah Qh 7c 4s 2d
      dealt Bea Kh Th 8h Jc 3d
      dealt Cal Qd Jd 9d 8d 7d
      dealt Dot 6c 5c 3s 2s 9h
      play Ann 3 out 7c 4s 2d in As Ks 5h
      play Bea 1 out 3d in Kc
      pass Cal
      play Dot 4 out 6c 5c 3s 2s in 9c Tc Jh 6h
      trick Ann Ah 8h 6h
      trick Ann As Th Jh
      trick Dot Tc 5h Kc
      trick Ann Ks Kh 9h
      trick Bea Jc 9c Qh
      tricks Ann 3 Bea 1 Dot 1
      pot 4
      take Ann 4
    hand 2 Ann 6s
      pass Bea Cal
      play Dot 3
      play Ann 2
      tricks Ann 5
      match Dot 4
    """
    # Ann had no cinch: king and jack of hearts were out against ace and queen.
    assert findings == []
    assert books == {"Ann": 6, "Bea": -2, "Cal": -2, "Dot": -6, "pot": 4}


def test_7_louisiana_faulty(findings: list[str]) -> None:
    """
    rules louisiana
    hand 1 Dot Ah
      play Ann 2
      play Bea 2
      play Cal 2
      trick Ann Kd 9h 4c
      trick Bea 3s 7h 5s
      match Ann 4
    """
    # The dealer's ace was passed (3.5), and Cal kept a trump that could not win (4.6).
    assert findings == ["dealer-must-play 1 Dot", "must-trump 1.1 Cal 4c [7h]", "unpaid-renege 1 Cal +4"]


def test_7_double_ante_clean(findings: list[str]) -> None:
    """
    rules double-ante
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      tricks Ann 5
      pot 6
      take Ann 6
      match Bea 6
    hand 2 Ann 2s
      ante Bea Cal Dot Ann
      play Bea 0
      play Cal 0
      play Ann 0
      tricks Bea 2 Cal 2 Ann 1
      pot 13
    hand 3 Bea 2s
      ante Cal Dot Ann Bea
      play Cal 0
      pot 18
    """
    assert findings == []


def test_7_double_ante_faulty(findings: list[str]) -> None:
    """
    rules double-ante
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      tricks Ann 5
      pot 4
      match Bea 6
    hand 2 Ann 2s
      ante Cal Dot Ann
      play Cal 0
    """
    assert findings == ["ante 2 Bea -1", "pot 1 -2"]


def test_7_separate_trump_clean(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot As
      dealt Dot Ks Qs 4d 5d 6c
      play Ann 3
      play Dot 0
      trick Ann 7d 4d
      trick Ann 8d 5d
      trick Ann 9d Qs
      trick Dot Ks 2s
      trick Dot 6c Th
      take Dot 4
    """
    # An ace turned up is no reason to play: it is not the dealer's. But Dot may: the king is the highest trump there is.
    assert findings == []


def test_7_separate_trump_faulty(findings: list[str]) -> None:
    """
    rules separate-trump
    hand 1 Dot As
      play Ann 3
      play Dot 0
      trick Ann 7d 4d
      trick Ann 8d As
    """
    assert findings == ["duplicate-card 1 As"]


def test_7_dealer_takes_trump_clean(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot As
      dealt Dot Ks Qs 4d 5d 6c
      play Ann 3
      play Dot 1 out 4d 6c in 7c
      trick Ann 7d 5d
      trick Ann 8d As
      trick Dot Ks 2s
      trick Dot Qs 3s
      trick Dot 7c 9c
      take Dot 4
    """
    assert findings == []


def test_7_dealer_takes_trump_faulty(findings: list[str]) -> None:
    """
    rules dealer-takes-trump
    hand 1 Dot As
      dealt Dot Ks Qs 4d 5d 6c
      play Ann 3
      play Dot 1 out 4d 6c in 7c
      trick Ann 7d 5d
      trick Ann 8d 7c
      trick Ann 9d Qs
    """
    # The second trick should have been trumped; the ace that was taken would have been as good as the others.
    assert findings == ["must-trump 1.2 Dot 7c [As Ks Qs]", "unpaid-renege 1 Dot +4"]


def test_7_simultaneous_clean(findings: list[str]) -> None:
    """
    rules simultaneous
    hand 1 Dot 2s
      play Dot 1
      pass Bea Ann
      play Cal 3
      tricks Cal 3 Dot 2
      take Cal 4
    """
    assert findings == []


def test_7_simultaneous_faulty(findings: list[str]) -> None:
    """
    rules simultaneous
    hand 1 Dot As
      play Cal 3
      pass Dot Ann Bea
      tricks Cal 4
    """
    # No order of declaring, but an ace turned up must be played (3.5), and five tricks make a hand.
    assert findings == ["dealer-must-play 1 Dot", "trick-count 1"]


def test_7_4_indiana_clean(findings: list[str], books: dict[str, int]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      dealt Ann Ah Kd 7d 4s
      dealt Bea 3c Qd Jd Td
      dealt Cal As Ks Qs Js
      play Ann 3 out Kd 7d 4s in Qh 5c 6c
      play Bea 2 out Jd Td in Kh Ac
      pass Cal
      play Dot 3
      pass Dot
      stay Ann Bea
      trick Ann Ah Kh
      trick Ann Qh 3c
      trick Ann 6c Ac
      trick Bea Qd 5c
      pot 9
      take -
    """
    # Four antes, three who played, two who stayed: nine. Two tricks each is a tie.
    assert findings == []
    assert books == {"Ann": -3, "Bea": -3, "Cal": -1, "Dot": -2, "pot": 9}


def test_7_4_indiana_faulty(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      dealt Ann As Kd 7d 4s
      play Ann 4
      play Bea 0
      tricks Ann 3 Bea 1
      pot 7
      renege Bea 8
    """
    # Neither trump nor club, all four cards thrown, a chip short in the pot, and a renege that costs twice the pot.
    assert findings == ["draw-cap 1 Ann", "penalty 1 Bea -8", "pot 1 -1", "qualify 1 Ann"]


def test_7_4_indiana_a_trump_or_a_club_to_play(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      dealt Ann As Kd 7d 4h
      dealt Bea Qs Jd 2d 2c
      dealt Cal Ks Qd 3d 3s
      play Ann 0
      play Bea 0
      play Cal 0
    """
    assert findings == ["qualify 1 Cal"]


def test_7_4_indiana_one_card_unknown_may_have_been_a_club(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      dealt Cal Ks Qd 3d ??
      play Cal 0
    """
    assert findings == []


def test_7_4_indiana_trump_unknown(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot -
      dealt Cal Ks Qd 3d 3s
      play Cal 0
    """
    assert findings == []


def test_7_4_indiana_the_turned_card_helps_no_one_to_play(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      dealt Dot Ks Qd 3d 3s
      play Ann 0
      play Dot 0
    """
    assert findings == ["qualify 1 Dot"]


def test_7_4_indiana_units_are_paid_without_a_stay_line(findings: list[str]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      pass Bea
      tricks Ann 4
      pot 9
      match Cal 9
    """
    # 4 antes + 3 for playing + Ann's and Cal's second unit.
    assert findings == []


def test_7_4_indiana_both_units_also_when_alone(findings: list[str], books: dict[str, int]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      play Ann 0
      pot 6
      take Ann 6
    """
    assert findings == []
    assert books == {"Ann": 3, "Bea": -1, "Cal": -1, "Dot": -1, "pot": 0}


def test_7_4_indiana_everyone_drops_after_the_draw(findings: list[str], books: dict[str, int]) -> None:
    """
    rules indiana
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      pass Ann Bea
    """
    assert findings == ["all-passed 1"]
    assert books == {"Ann": -2, "Bea": -2, "Cal": -1, "Dot": -1, "pot": 6}


def test_7_4_indiana_the_opening_ante_is_as_usual() -> None:
    hands = "hand 1 Dot 9h\nplay Ann 0\nplay Bea 0\ntricks Ann 4\nhand 2 Ann 9h\nante {}\nplay Cal 0\n"
    assert found_in("rules indiana\n" + hands.format("Ann Cal Dot")) == []
    assert found_in("rules indiana\n" + hands.format("Ann Bea Cal Dot")) == ["ante 2 Bea +1"]


def test_7_tutorial_clean(findings: list[str]) -> None:
    """
    rules tutorial
    hand 1 Dot As
      play Ann 2
      play Bea 2
      pass Dot
      tricks Ann 3 Bea 2
    """
    assert findings == []


def test_7_tutorial_faulty(findings: list[str]) -> None:
    """
    rules tutorial
    seats Ann Bea
    hand 1 Bea 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 2
      trick Ann 4d 5d
    """
    # Two are too few for this game; and ace, king and queen are a cinch.
    assert findings == ["cinch 1.1 Ann 4d [As Ks Qs]", "seats 1", "unpaid-renege 1 Ann +2"]


def test_7_acadiana_clean(findings: list[str]) -> None:
    """
    rules acadiana
    seats Ann Bea Cal Dot Eve Fay Gus
    hand 1 Gus As
      play Ann 3
      play Bea 2
      play Cal 3
      pass Gus
      trick Ann Qd 9s 4c
      trick Bea 3h 3s 4h
    """
    # No duty for the dealer, and Cal may keep a trump that cannot win.
    assert findings == []


def test_7_acadiana_faulty(findings: list[str]) -> None:
    """
    rules acadiana
    seats Ann Bea Cal Dot Eve Fay Gus Hal
    hand 1 Hal As
      play Ann 3
      play Bea 2
      tricks Ann 2 Bea 2
    leave Hal
    hand 2 Ann As
      play Bea 4
      play Cal 2
    """
    # Eight are one too many; four of five tricks are a tie of nothing; and seven may throw three.
    assert findings == ["draw-cap 2 Bea", "seats 1", "trick-count 1", "unverified-pot 2"]


def test_7_acadiana_who_tied_antes(findings: list[str]) -> None:
    """
    rules acadiana
    hand 1 Dot 2s
      play Ann 0
      play Bea 0
      play Cal 0
      tricks Ann 2 Bea 2 Cal 1
    hand 2 Ann 2s
      ante Cal Dot
      play Bea 0
    """
    assert findings == ["ante 2 Ann -1", "ante 2 Bea -1"]


def test_7_casino_clean(findings: list[str]) -> None:
    """
    rules casino
    hand 1 Dot 2s
      dealt Ann As Ks Qs 3h 4d
      play Ann 0
      play Bea 2
      trick Ann 4d 5d
      trick Bea 6h 3h
      trick Bea 7c Qs
      trick Ann Ks 4s
      trick Ann As 8c
      pot 6
      take Ann 6
    """
    # No cinch in this game: the ace may wait.
    assert findings == []


def test_7_casino_faulty(findings: list[str]) -> None:
    """
    rules casino
    hand 1 Dot 2s
      play Ann 0
      play Bea 2
      trick Ann 4d 9c
      trick Ann 6h 3h
      trick Ann 7c 3s
      pot 4
    """
    # A trump that wins is asked for here too, and both put in a second ante.
    assert findings == ["must-trump 1.1 Bea 9c [3s]", "pot 1 -2", "unpaid-renege 1 Bea +6"]
