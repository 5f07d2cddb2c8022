"""Stakes and house rules that change during a night, and what a session begins with and leaves (rules.md 5.6, log-format.md)."""

from collections import Counter

import pytest
from audit_text import found_in, log_of

from ledger.engine.judge import Judged, judge
from ledger.findings.audit import Report, findings as findings_in
from ledger.hands.from_log import columns
from ledger.hands.model import SessionInfo
from ledger.log.reader import read


def judged(text: str, **begins: object) -> Judged:
    """Judge one log; ``begins`` are fields of its SessionInfo that say what it begins with."""
    hands = columns([read(log_of(text), "log.bourre")])
    hands.sessions = [
        SessionInfo(**{**{name: getattr(info, name) for name in info.__slots__}, **begins}) for info in hands.sessions
    ]
    return judge(hands)


def rules_found(said: Judged) -> list[str]:
    return sorted(found.rule for found in findings_in(said))


# --- The ante and the rules of the house change ----------------------------------------------------------------------


def test_an_ante_holds_from_the_next_hand_on(findings: list[str], books: dict[str, int]) -> None:
    """
    rules casino limit=3x
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
      take Ann 3
      match Bea 3
    ante 5
    hand 2 Ann 9h
      ante Ann=5 Cal=5 Dot=5
      play Bea 0
      play Cal 0
      tricks Bea 3 Cal 2
      pot 31
      take Bea 15
    """
    # 6 chips, less 3 and 3 again; three antes and two second antes of 5 make 31; the limit is three antes of 5.
    assert findings == []
    assert books == {"Ann": -4, "Bea": 5, "Cal": -11, "Dot": -6, "pot": 16}


def test_the_words_name_the_ante_of_the_hand(audited: Report) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
    ante 5
    hand 2 Ann 9h
      ante Ann=5 Bea=5 Cal=5 Dot=1
      play Ann 0
    """
    assert [found.message for found in audited.findings] == [
        "Dot put in 1 chip, but one ante is 5 chips: 4 too little (rule 2.1)."
    ]


def test_rules_hold_from_the_next_hand_on(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    rules limit=3
    hand 2 Ann 9h
      play Bea 0
      play Cal 0
      tricks Bea 5
      take Bea 3
      match Cal 3
    rules acadiana dealer-plays=yes
    hand 3 Bea 9h
      play Dot 0
      pass Bea
      take Dot 10
      match -
    rules louisiana dealer-antes=yes renege-factor=2
    hand 4 Cal 9h
      play Ann 0
      play Bea 0
      tricks Ann 3 Bea 2
      renege Bea 8
    """
    assert findings == ["dealer-must-play 3 Bea"]
    assert books == {"Ann": 5, "Bea": -11, "Cal": -9, "Dot": 7, "pot": 8}


def test_5_6_an_exemption_is_earned_by_the_rules_of_its_hand(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    rules bourre-exempt=no
    hand 2 Ann 9h
      ante Ann Cal Dot
      play Bea 0
      play Cal 0
      tricks Bea 5
    hand 3 Bea 9h
      ante Ann Bea Cal Dot
      play Bea 0
    """
    assert findings == []


def test_a_hand_that_cannot_be_read_costs_no_exemption_where_nobody_is_ever_exempt() -> None:
    log = "{}hand 1 Dot 9h\n  nonsense\n{}hand 2 Ann 9h\n  pot 9\n  play Ann 0\nhand 3 Bea 9h\n  ante Ann Bea Cal\n  play Ann 0\n"
    assert found_in(log.format("rules double-ante\n", "")) == ["ante 3 Dot -1", "syntax 1", "unverified-pot 2"]
    one_hand = "{}hand 1 Dot 9h\n  nonsense\n{}hand 2 Ann 9h\n  ante Ann Bea Cal\n  play Ann 0\n"
    assert found_in(one_hand.format("rules double-ante\n", "rules louisiana\n")) == [
        "ante 2 Dot -1",
        "syntax 1",
        "unverified-pot 2",
    ]
    assert found_in(one_hand.format("", "rules bourre-exempt=no split-exempt=no\n")) == ["syntax 1", "unverified-pot 2"]


def test_limits_and_caps_of_a_hand_are_those_of_its_house(findings: list[str]) -> None:
    """
    rules louisiana draw-cap=3
    hand 1 Dot 9h
      play Ann 4
    rules draw-cap=none
    hand 2 Ann 9h
      play Ann 4
    """
    assert findings == ["draw-cap 1 Ann"]


# --- What a session begins with --------------------------------------------------------------------------------------


def test_5_6_exempt_in_the_header(findings: list[str], books: dict[str, int]) -> None:
    """
    pot 6
    exempt Cal Dot
    hand 1 Dot 9h
      play Ann 0
      pot 8
    hand 2 Ann 9h
      ante Ann Bea Cal Dot
      play Ann 0
    """
    assert findings == []
    assert books == {"Ann": 10, "Bea": -2, "Cal": -1, "Dot": -1, "pot": 0}


def test_5_6_the_words_of_an_ante_by_one_who_was_let_off(audited: Report) -> None:
    """
    exempt Cal
    hand 1 Dot 9h
      ante Ann Bea Cal Dot
      play Ann 0
    """
    assert [found.message for found in audited.findings] == [
        "Cal put in 1 chip, but was exempt: Cal was excused when the evening began (rule 5.6)."
    ]


def test_exempt_has_no_meaning_where_the_dealer_antes_for_all(findings: list[str], books: dict[str, int]) -> None:
    """
    rules louisiana dealer-antes=yes
    exempt Ann Dot
    hand 1 Dot 9h
      play Ann 0
    """
    assert findings == []
    assert books == {"Ann": 4, "Bea": 0, "Cal": 0, "Dot": -4, "pot": 0}


FIRST_ANTE = "hand 1 Dot 9h\n  ante Ann Bea=2\n  play Ann 0\n"


@pytest.mark.parametrize(
    ("begins", "found"),
    [
        ("pot 4\n", ["ante 1 Bea +1"]),  # Cal and Dot may have matched the last pot of the evening before
        ("pot 4\nexempt -\n", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        ("pot 4\nexempt Cal\n", ["ante 1 Bea +1", "ante 1 Dot -1"]),
        ("", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        ("pot 0\n", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        ("rules louisiana dealer-antes=yes\npot 4\n", ["ante 1 Ann +1", "ante 1 Bea +2", "ante 1 Dot -4"]),
    ],
)
def test_an_ante_line_by_which_somebody_put_in_nothing_after_an_evening_that_is_not_known(begins: str, found: list[str]) -> None:
    assert found_in(begins + FIRST_ANTE) == found


def test_only_in_the_first_hand_may_somebody_be_exempt_by_the_evening_before(findings: list[str]) -> None:
    """
    pot 4
    hand 1 Dot 9h
      play Ann 0
    hand 2 Ann 9h
      ante Ann Bea Cal
      play Ann 0
    """
    assert findings == ["ante 2 Dot -1"]


def test_without_an_ante_line_everybody_antes_in_the_first_hand(findings: list[str]) -> None:
    """
    pot 4
    hand 1 Dot 9h
      play Ann 0
      pot 8
    """
    assert findings == []


def test_who_is_exempt_is_not_known_if_that_line_of_the_header_cannot_be_read(findings: list[str]) -> None:
    """
    pot 4
    exempt Nobody
    hand 1 Dot 9h
      play Ann 0
    """
    assert findings == ["syntax", "unverified-pot 1"]


# --- What a session leaves for the next ------------------------------------------------------------------------------

MATCHED = "hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"


@pytest.mark.parametrize(
    ("log", "exempt", "sure"),
    [
        (MATCHED, ["Bea"], True),
        (MATCHED.replace("Ann 5", "Ann 2 Bea 2"), None, False),  # they do not add up
        (MATCHED + "penalty Ann 4 for 1\n", ["Bea"], True),  # a ruling made later exempts nobody
        (MATCHED + "hand 2 Ann 9h\n  misdeal\n", ["Ann", "Bea", "Cal", "Dot"], True),
        (MATCHED + "hand 2 Ann 9h\n  nonsense\n", None, False),
        (MATCHED + "result Ann 3 Bea -3\n", None, True),
        (MATCHED + "count Ann 30\nend counted\n", None, True),  # other hands were played
        (MATCHED + "count Ann 3\nend counted\n", ["Bea"], True),  # nothing else was
        ("rules double-ante\n" + MATCHED, [], True),
        ("exempt Cal\n", ["Cal"], True),
    ],
)
def test_5_6_who_is_exempt_next_is_told(log: str, exempt: list[str] | None, sure: bool) -> None:
    settled = judged(log).settlement
    names = ("Ann", "Bea", "Cal", "Dot")
    told = [name for name, free in zip(names, settled.exempt[0], strict=True) if free] if settled.exempt_known[0] else None
    assert (told, bool(settled.sure[0])) == (exempt, sure)


def test_5_6_exemptions_go_on_into_the_next_session() -> None:
    last = judged(MATCHED).settlement
    exempt = tuple(map(int, last.exempt[0].nonzero()[0]))
    next_week = "hand 1 Ann 9h\n  ante Ann Cal Dot\n  play Ann 0\n"
    assert rules_found(judged(next_week, pot=int(last.left[0]), exempt=exempt)) == []
    assert rules_found(judged(next_week, pot=int(last.left[0]), exempt=())) == ["ante"]
    assert rules_found(judged(next_week.replace("Ann Cal", "Ann Bea Cal"), pot=4, exempt=exempt)) == ["ante"]


def test_2_5_open_forfeits_are_told_and_go_on_into_the_next_session() -> None:
    hands = "hand 1 Dot 9h\n  early Bea\n  early Dot\n  play Ann 0\nhand 2 Ann 9h\n  play Ann 0\n"
    turns = judged(hands).turns[0]
    assert (turns.certain, turns.possible) == (Counter({1: 1, 3: 1}), Counter())
    assert judged(MATCHED).turns == {}
    skipped = "hand 1 Ann 9h\n  play Ann 0\nhand 2 Cal 9h\n  play Ann 0\nhand 3 Ann 9h\n  play Ann 0\n"
    assert rules_found(judged(skipped, forfeits=tuple(turns.certain.items()))) == []
    assert rules_found(judged(skipped)) == ["dealer", "dealer"]


def test_2_5_a_hand_that_cannot_be_read_leaves_turns_that_may_be_forfeited() -> None:
    turns = judged("hand 1 Dot 9h\n  early Bea\n  play Ann 0\nhand 2 Ann 9h\n  nonsense\n").turns[0]
    assert (turns.certain, turns.possible) == (Counter(), Counter({1: 2, 0: 1, 2: 1, 3: 1}))


@pytest.mark.parametrize("unwritten", ["result Ann 3 Bea -3\n", "count Ann 30\nend counted\n"])
def test_2_5_a_turn_that_is_forfeited_may_be_used_up_in_hands_that_nobody_wrote_down(unwritten: str) -> None:
    turns = judged("hand 1 Dot 9h\n  early Bea\n  play Ann 0\n" + unwritten).turns[0]
    assert (turns.certain, turns.possible) == (Counter(), Counter({1: 1}))


# --- Hands that nobody wrote down ------------------------------------------------------------------------------------


def test_2_5_after_a_result_nobody_who_forfeited_a_turn_before_is_accused_of_dealing(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Bea
      play Ann 0
    result Ann 3 Bea -3
    hand 5 Ann 9h
      ante Ann Bea Cal Dot
      play Ann 0
    hand 6 Bea 9h
      play Ann 0
    """
    assert findings == []


def test_2_5_who_deals_where_anyone_may_has_not_shown_that_no_turn_is_forfeited(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      early Ann
      play Bea 0
    result Ann 3 Bea -3
    hand 5 Ann 9h
      ante Ann Bea Cal Dot
      play Bea 0
    hand 6 Bea 9h
      play Bea 0
    hand 7 Cal 9h
      play Bea 0
    hand 8 Dot 9h
      play Bea 0
    hand 9 Bea 9h
      play Bea 0
    """
    assert findings == []


def test_after_a_result_anyone_may_deal_any_number_will_do_and_exemptions_are_unknown(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      tricks Ann 5
    result Ann 3 Bea -3
    hand 14 Cal 9h
      ante Ann Bea Cal
      play Ann 0
    hand 15 Dot 9h
      play Ann 0
      take -
      match -
    """
    assert findings == ["take 15 Ann -4"]


def test_after_a_result_the_pot_is_unverified_without_an_ante_line(audited: Report) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
    result Ann 3 Bea -3
    hand 5 Cal 9h
      play Ann 0
    """
    (found,) = audited.findings
    assert found.message.startswith(
        "The pot cannot be followed to this hand: hands were played before it that nobody wrote down."
    )


def test_after_a_result_the_antes_are_sure_where_nobody_is_ever_exempt(findings: list[str]) -> None:
    """
    rules double-ante
    hand 1 Dot 9h
      play Ann 0
    result Ann 3 Bea -3
    hand 5 Cal 9h
      ante Ann Bea Cal
      play Ann 0
    """
    assert findings == ["ante 5 Dot -1"]


# --- Scores ----------------------------------------------------------------------------------------------------------


def test_a_score_of_tricks_is_settled(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot Ah
      tricks Bea 3 Cal 2 Ann 0
      take Bea 4
      match Ann 4
    """
    # Dot turned an ace and is not named: nobody wrote that Dot passed.
    assert findings == []
    assert books == {"Ann": -5, "Bea": 3, "Cal": -1, "Dot": -1, "pot": 4}


def test_5_13_a_dealer_whom_a_score_does_not_name_is_not_said_to_have_passed() -> None:
    log = "rules louisiana dealer-plays=yes\nhand 1 Dot Ah\n"
    for score in ("tricks Bea 3 Cal 2", "take Bea 4\nmatch Cal 4", "take -"):
        assert "dealer-must-play 1 Dot" not in found_in(log + score)
    assert "dealer-must-play 1 Dot" not in found_in(log + "pass Ann\ntake Bea")
    for said in ("play Ann 0\ntake Ann", "pass Ann Bea Cal Dot"):
        assert "dealer-must-play 1 Dot" in found_in(log + said)


def test_of_a_score_of_payments_the_tricks_are_unknown(findings: list[str], books: dict[str, int]) -> None:
    """
    hand 1 Dot 9h
      take Bea 3
      match Cal 9
    hand 2 Ann 9h
      ante Ann Bea
      play Ann 0
      pot 12
      take Ann 12
      match -
    """
    # Bea won and Cal alone went bourré: Dot was not exempt. Nobody can say whether the amounts are right.
    assert findings == ["ante 2 Dot -1"]
    assert books == {"Ann": 10, "Bea": 1, "Cal": -10, "Dot": -1, "pot": 0}


def test_a_score_that_says_only_who_took_it_leaves_the_pot_unverified(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      take Bea 3
    hand 2 Ann 9h
      play Ann 0
    """
    assert findings == ["unverified-pot 2"]


def test_3_7_the_others_paid_a_second_ante_too(audited: Report) -> None:
    """
    rules double-ante
    hand 1 Dot 9h
      take Bea 7
      match -
    hand 2 Ann 9h
      play Ann 0
    """
    # Bea's second ante is one of three; who else played is not written down.
    (found,) = audited.findings
    assert found.message.startswith("The pot cannot be followed to this hand: who else paid to play in hand 1 is not known.")


def test_7_4_the_others_paid_to_stay_in_too(findings: list[str]) -> None:
    """
    rules indiana second-ante=no
    hand 1 Dot 9h
      take Bea 7
      match -
    hand 2 Ann 9h
      ante Ann Bea Cal Dot
      play Cal
      take Cal 5
    """
    # Two more than Bea put in a unit: what they left and five in antes and for staying is right, whatever the books add up to.
    assert findings == ["unverified-pot 2"]


@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("pass Ann Bea Cal Dot\ntake -", ["all-passed 1"]),
        ("take -", ["unverified-pot 2"]),
        ("take -\nmatch -", ["unverified-pot 2"]),
    ],
)
def test_3_7_nobody_who_passed_paid_a_second_ante(score: str, found: list[str]) -> None:
    assert found_in(f"rules double-ante\nhand 1 Dot 9h\n{score}\nhand 2 Ann 9h\nplay Ann 0\n") == found


@pytest.mark.parametrize(
    ("score", "found"),
    [("pass Ann Bea Cal Dot", ["all-passed 1"]), ("take -", []), ("take -\nmatch -", []), ("match -", []), ("pass Ann Bea", [])],
)
def test_5_16_whoever_is_not_said_to_have_passed_has_not_passed(score: str, found: list[str]) -> None:
    assert found_in(f"hand 1 Dot 9h\n{score}\n") == found


def test_3_6_one_who_took_it_is_alone_if_everybody_else_is_said_to_have_passed(findings: list[str]) -> None:
    """
    hand 1 Dot 9h
      pass Ann Cal Dot
      take Bea 3
    """
    assert findings == ["take 1 Bea -1"]


def test_3_1_in_a_score_the_order_is_only_that_of_writing() -> None:
    hand = "hand 1 Dot 9h\n  play Bea\n  pass Ann\n  play Cal{}\n  tricks Bea 3 Cal 2\n"
    assert found_in(hand.format("")) == []
    assert found_in(hand.format("\n  dealt Ann ?? ?? ?? ?? ??")) == []
    for recorded in (" 0", " 1", " out 2s", " in ??", "\n  early Dot", "\n  dealt Ann 2s ?? ?? ?? ??", "\n  trick Cal 2s ??"):
        assert found_in(hand.format(recorded))[:1] == ["declare-order 1"]
